//! `gyoji play`: a person against a bot or a program, in the terminal.
//!
//! On a terminal the game has the whole screen ([`screen`]); where stdin or stdout is something
//! else, or `--plain` is given, boards and prompts are printed one after the other.

mod page;
mod screen;
mod session;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use gyoji_core::record::{Ended, Event, Header, Plan};
use gyoji_core::{BotEntry, Game, Kit, Lang, OptionKind, Options, RANKS, Seat, Text, Visitor};
use gyoji_league::{League, random_id, records};
use gyoji_referee::player::{House, Kind, PlayerText, Terms};
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::channel::{Channel, FarEnd, channel};
use gyoji_referee::{Recorder, person, play};
use gyoji_store::Store;
use gyoji_words::{cli, screen as said, zero};

use super::loss::{Kept, explain_loss};
use crate::args;
use crate::failure::{BOT_FAILED, FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::keep::open_store;
use crate::players::{
    entries, house, parse_player, parse_seat, say_where_to_connect, tell_apart, warn_of_clocks,
};
use crate::screen as terminal;
use crate::setup::setup_for;
use crate::tty::Keyboard;
use screen::Next;
use session::Session;

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
        if !args.plain && crate::tty::is_for_a_person() {
            return on_screen(kit, args, guests, lang);
        }
        let look = super::look(args.glyphs.into());
        let house = house(lang, look);
        let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
        let plan = plan(kit, args, &house, &guests, seed, lang)?;
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
        let played = Played { ended, recorder, header, path };
        conclude(kit, played, &guests, store.as_ref(), false, lang)
    }
}

/// How the game is played.
fn plan<G: Game>(
    kit: &Kit<G>,
    args: &args::Play,
    house: &House,
    guests: &[PlayerText],
    seed: u64,
    lang: Lang,
) -> Result<Plan, Failure> {
    let terms = Terms { time: args.time, clock: args.clock, ..Terms::default() };
    let setup = setup_for(kit, &args.setup, guests, &terms, seed, lang)?;
    let players = entries(kit, guests, &terms)?;
    warn_of_clocks(kit, &players, lang);
    let plan = Plan::new::<G>(random_id(), &setup, players);
    League { record: args.record.as_deref(), ..League::new(kit, house) }.check(&plan)?;
    Ok(plan)
}

/// A game that is over, and where it is written down.
struct Played {
    ended: Ended,
    recorder: Recorder,
    header: Header,
    path: Option<PathBuf>,
}

/// Keeps a game that is over, and says what there is to say about it. Where somebody plays at a
/// screen, every game can be found again.
fn conclude<G: Game>(
    kit: &Kit<G>,
    played: Played,
    guests: &[PlayerText],
    store: Option<&Store>,
    is_kept: bool,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    let Played { ended, recorder, header, path } = played;
    let (record, trouble) = recorder.finish(header);
    if let Some(store) = store {
        store.put(&record, &[])?;
    }
    let loser = ended.loser.filter(|_| ended.fault.is_some());
    let failed = loser.is_some_and(|loser| guests[loser.index()].kind != Kind::Human);
    let is_void = ended.why == Ended::VOID;
    let (path, not_kept) = records::conclude(path, trouble, &record);
    if failed || is_void {
        let kept = Kept::keep(&record, path.as_deref());
        explain_loss(kit, &record, &kept, lang, terminal::say);
    } else if is_kept && path.is_none() && store.is_none() {
        Kept::keep(&record, None);
    }
    if is_void && !ended.system.is_empty() {
        let text = cli::game_is_void(&ended.system);
        terminal::say(&format!("gyoji: {}", terminal::clean(text.get(lang))));
    }
    if let Some(path) = &path {
        terminal::say(cli::records_in(path.display()).get(lang));
    }
    match not_kept {
        Some(text) => Err(Failure { code: FAILED, text }),
        None if interrupt::is_asked() => Ok(ExitCode::from(INTERRUPTED)),
        None if is_void => Ok(ExitCode::from(FAILED)),
        None if failed => Ok(ExitCode::from(BOT_FAILED)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Games on the whole screen, one after the other, until somebody has had enough.
fn on_screen<G: Game>(
    kit: &Kit<G>,
    args: &args::Play,
    mut guests: Vec<PlayerText>,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    let look = super::look(args.glyphs.into());
    let house = house(lang, look);
    let store = open_store(&args.keep, lang)?;
    interrupt::listen(interrupt::stop);
    let mut seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let io = |error: std::io::Error| Failure { code: FAILED, text: Text::plain(error.to_string()) };
    loop {
        let plan = plan(kit, args, &house, &guests, seed, lang)?;
        let header = records::header(plan);
        let (mut wires, mut people): (Vec<Option<Channel>>, Vec<Option<FarEnd>>) = guests
            .iter()
            .map(|guest| match guest.kind {
                Kind::Human => {
                    let (wire, end) = channel(Caps::default());
                    (Some(wire), Some(end))
                }
                _ => (None, None),
            })
            .unzip();
        let mut chairs = Vec::new();
        for (player, wire) in header.players.iter().zip(&mut wires) {
            chairs.push(match wire.take() {
                Some(wire) => person::chair(wire),
                None => house.chair(kit, player)?,
            });
        }
        let begun = records::begin(args.record.as_deref(), &header);
        let journal = begun.map_err(|text| Failure { code: FAILED, text })?;
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        let (stop, mut recorder) = (AtomicBool::new(false), Recorder::new(journal));
        let stepper = gyoji_catalog::stepper(&header)?;
        let has_levels = !kit.ranks.is_empty()
            && guests.iter().all(|guest| matches!(guest.kind, Kind::Human | Kind::Bot(_)));
        let mut session =
            Session::new(lang, header.clone(), stepper, std::mem::take(&mut people), has_levels);
        for guest in &guests {
            if let Kind::Listen(port) = guest.kind {
                session.note(&cli::waiting_for_client(port));
            }
        }
        let keyboard = Keyboard::open().map_err(io)?;
        let (sender, events) = mpsc::channel();
        let (next, ended) = std::thread::scope(|scope| {
            let (header, stop, recorder) = (&header, &stop, &mut recorder);
            let game = scope.spawn(move || {
                let teller = |event: &Event| drop(sender.send(event.clone()));
                let mut watch = (recorder, teller);
                play(header, &mut chairs, stop, &mut watch)
            });
            let next = screen::show(kit, &keyboard, &mut session, look, &events, stop);
            // Whatever has happened to the screen, nobody plays on without it.
            stop.store(true, Ordering::Relaxed);
            (next, game.join())
        });
        drop(keyboard);
        let next = next.map_err(io)?;
        let ended = ended
            .map_err(|_| Failure { code: FAILED, text: cli::our_bug(header.short_id()) })??;
        for note in session.notes.iter().filter(|_| session.ended.is_some()) {
            super::print(&format!("{note}\n"))?;
        }
        let id = header.short_id().to_owned();
        let was_over = session.ended.is_some();
        let has_moves = session.stepper.ply() > 0;
        let level = session.level;
        let played = Played { ended, recorder, header, path };
        let code = conclude(kit, played, &guests, store.as_ref(), has_moves, lang)?;
        if !was_over && has_moves {
            super::print(&format!("{}\n", said::record_is(id).get(lang)))?;
        }
        match next {
            Next::Leave => return Ok(code),
            Next::Interrupted => return Ok(ExitCode::from(INTERRUPTED)),
            Next::Again { swap } => {
                if let Some(rank) = level {
                    let text = format!("bot:{}", RANKS[rank].id);
                    for guest in guests.iter_mut().filter(|guest| guest.kind != Kind::Human) {
                        *guest = PlayerText::parse(&text, &[])?;
                    }
                    tell_apart(&mut guests);
                }
                if swap {
                    guests.rotate_right(1);
                }
                seed = seed.wrapping_add(1);
            }
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
