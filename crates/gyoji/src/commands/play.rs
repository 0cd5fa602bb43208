//! `gyoji play`: a person against a bot or a program, in the terminal.

use std::path::Path;
use std::process::ExitCode;

use gyoji_core::record::{Ended, Plan};
use gyoji_core::{BotEntry, Game, Kit, Lang, OptionKind, Options, Seat, Visitor};
use gyoji_league::{League, random_id, records};
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_referee::{Look, Recorder, play};
use gyoji_words::{cli, zero};

use super::loss::{Kept, explain_loss};
use crate::args;
use crate::failure::{BOT_FAILED, FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::keep::open_store;
use crate::players::{
    entries, house, parse_player, parse_seat, say_where_to_connect, tell_apart, warn_of_clocks,
};
use crate::screen;
use crate::setup::setup_for;

pub fn run(args: &args::Play, lang: Lang) -> Result<ExitCode, Failure> {
    gyoji_catalog::visit(&args.game, Run { args, lang })?
}

struct Run<'a> {
    args: &'a args::Play,
    lang: Lang,
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let (args, lang) = (self.args, self.lang);
        let mine = match args.player {
            Some(number) if usize::from(number) > G::SPEC.seats.len() => {
                let text = cli::no_such_player(number, G::SPEC.seats.len());
                return Err(Failure::usage_text(text));
            }
            Some(number) => Seat(number - 1),
            None => args.seat.as_deref().map_or(Ok(Seat::FIRST), parse_seat::<G>)?,
        };
        let guests = table_for(kit, args, mine, lang)?;
        let look = Look { colour: super::colour(&std::io::stdout()), glyphs: args.glyphs.into() };
        let house = house(lang, look);
        let terms = Terms { time: args.time, clock: args.clock, ..Terms::default() };
        let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
        let setup = setup_for(kit, &args.setup, &guests, &terms, seed, lang)?;
        let players = entries(kit, &guests, &terms)?;
        warn_of_clocks(kit, &players, lang);
        let plan = Plan::new::<G>(random_id(), &setup, players);
        let league = League { record: args.record.as_deref(), ..League::new(kit, &house) };
        league.check(&plan)?;
        let store = open_store(&args.keep, lang)?;
        let mut chairs = plan
            .players
            .iter()
            .map(|player| house.chair(kit, player))
            .collect::<Result<Vec<_>, _>>()?;
        say_where_to_connect(&guests, lang);
        let header = records::header(plan);
        let begun = records::begin(args.record.as_deref(), &header);
        let journal = begun.map_err(|text| Failure { code: FAILED, text })?;
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        // A person who presses Ctrl-C wants to leave, not to finish the game first.
        interrupt::listen(interrupt::stop);
        let mut recorder = Recorder::new(journal);
        let ended = play(&header, &mut chairs, interrupt::now(), &mut recorder)?;
        let (record, trouble) = recorder.finish(header);
        if let Some(store) = &store {
            store.put(&record, &[])?;
        }
        let loser = ended.loser.filter(|_| ended.fault.is_some());
        let failed = loser.is_some_and(|loser| guests[loser.index()].kind != Kind::Human);
        let is_void = ended.why == Ended::VOID;
        let (path, not_kept) = records::conclude(path, trouble, &record);
        if failed || is_void {
            let kept = Kept::keep(&record, path.as_deref());
            explain_loss(kit, &record, &kept, lang, screen::say);
        }
        if is_void && !ended.system.is_empty() {
            let text = cli::game_is_void(&ended.system);
            screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
        }
        if let Some(path) = &path {
            screen::say(cli::records_in(path.display()).get(lang));
        }
        match not_kept {
            Some(text) => Err(Failure { code: FAILED, text }),
            None if interrupt::is_asked() => Ok(ExitCode::from(INTERRUPTED)),
            None if is_void => Ok(ExitCode::from(FAILED)),
            None if failed => Ok(ExitCode::from(BOT_FAILED)),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}

/// Who sits where: the person at `mine`, the opponents on the other seats.
fn table_for<G: Game>(
    kit: &Kit<G>,
    args: &args::Play,
    mine: Seat,
    lang: Lang,
) -> Result<Vec<PlayerText>, Failure> {
    let (seats, simulations) = (G::SPEC.seats.len(), args.simulations);
    let mut players =
        args.vs.iter().map(|text| opponent(kit, text, lang)).collect::<Result<Vec<_>, _>>()?;
    if players.is_empty() {
        let usual = usual_opponent(kit, args).map(|entry| format!("bot:{}", entry.name));
        players.extend(usual.map(|text| PlayerText::parse(&text, &[])).transpose()?);
    }
    for player in args.model.as_ref().map(|_| &mut players).into_iter().flatten() {
        let Kind::Bot(name) = &player.kind else { continue };
        let Some(option) = file_of(kit.bot(name)?) else {
            return Err(Failure::usage_text(zero::no_file_option(name)));
        };
        let file = args.model.as_deref().unwrap_or(Path::new("")).display().to_string();
        player.options.retain(|(known, _)| known != option);
        player.options.push((option.to_owned(), file));
    }
    for player in simulations.map(|_| &mut players).into_iter().flatten() {
        let Kind::Bot(name) = &player.kind else { continue };
        let (entry, _) = kit.bot_with(name, [])?;
        let Some(option) = simulations_of(entry) else {
            return Err(Failure::usage_text(cli::no_simulations(name)));
        };
        let count = simulations.unwrap_or_default().to_string();
        player.options.retain(|(known, _)| known != option);
        player.options.push((option.to_owned(), count));
    }
    // One opponent is enough to fill a table of four.
    while let (Some(last), true) = (players.last(), players.len() + 1 < seats) {
        players.push(last.clone());
    }
    if players.len() + 1 != seats {
        let text = cli::player_count(G::SPEC.id, seats, players.len() + 1);
        return Err(Failure::usage_text(text));
    }
    players.insert(mine.index(), PlayerText::parse("human", &[])?);
    tell_apart(&mut players);
    Ok(players)
}

/// Against whom a person plays who does not say: the bot in the middle of the ladder, or the best
/// that has what the command line sets.
fn usual_opponent<'a, G: Game>(kit: &'a Kit<G>, args: &args::Play) -> Option<&'a BotEntry<G>> {
    // A bot that needs a file can only sit down with one.
    let can_play = |entry: &&BotEntry<G>| {
        file_of(entry).is_none()
            || args.model.is_some()
            || (entry.make)(&Options::defaults(entry.options), 0).is_ok()
    };
    let bots: Vec<_> = kit.bots.iter().filter(can_play).collect();
    let has = |entry: &&&BotEntry<G>| {
        (args.model.is_none() || file_of(entry).is_some())
            && (args.simulations.is_none() || simulations_of(entry).is_some())
    };
    let ladder: Vec<_> = bots.iter().filter(|entry| file_of(entry).is_none()).collect();
    let middle = ladder.get(ladder.len() / 2).map(|entry| **entry);
    match args.model.is_some() || args.simulations.is_some() {
        true => bots.iter().rfind(has).copied().or(middle),
        false => middle,
    }
}

/// The option that says which file a bot plays with.
fn file_of<G: Game>(entry: &BotEntry<G>) -> Option<&'static str> {
    let file = entry.options.iter().find(|option| matches!(option.kind, OptionKind::File));
    file.map(|option| option.name)
}

/// The option that says how many simulations a bot makes for one move.
fn simulations_of<G: Game>(entry: &BotEntry<G>) -> Option<&'static str> {
    let names = entry.options.iter().map(|option| option.name);
    names.into_iter().find(|name| ["simulations", "playouts"].contains(name))
}

/// A bare name of a bot is enough to play against it; a name that is nothing at all was most
/// likely meant to be one.
fn opponent<G: Game>(kit: &Kit<G>, text: &str, lang: Lang) -> Result<PlayerText, Failure> {
    let name = text.split('?').next().unwrap_or_default();
    let is_word = !name.is_empty()
        && !text.contains(':')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_program = || {
        name == "human"
            || std::path::Path::new(text).exists()
            || gyoji_referee::player::in_path(name).is_some()
    };
    match kit.bot_with(name, []) {
        Ok(_) => parse_player(kit, &format!("bot:{text}"), lang),
        Err(unknown) if is_word && !is_program() => Err(unknown.into()),
        Err(_) => parse_player(kit, text, lang),
    }
}
