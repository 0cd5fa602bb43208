//! `gyoji play`: a person against a bot or a program, in the terminal.

use std::process::ExitCode;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Lang, Seat, Visitor};
use gyoji_referee::journal::Journal;
use gyoji_referee::player::Terms;
use gyoji_referee::{Look, explain, play};
use gyoji_words::cli;

use crate::args;
use crate::failure::{Failure, INTERRUPTED};
use crate::interrupt;
use crate::matches::{header, house, parse_players, parse_seat, parse_setup};

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
        let seats = G::SPEC.seats.len();
        let mine = args.seat.as_deref().map_or(Ok(Seat::FIRST), parse_seat::<G>)?;
        let mut texts: Vec<String> = args.vs.iter().map(|vs| opponent(kit, vs)).collect();
        if texts.is_empty() {
            let middle = kit.bots.get(kit.bots.len() / 2);
            texts.extend(middle.map(|entry| format!("bot:{}", entry.name)));
        }
        // One opponent is enough to fill a table of four.
        while texts.len() + 1 < seats {
            texts.push(texts.last().cloned().unwrap_or_default());
        }
        if texts.len() + 1 != seats {
            let text = cli::player_count(G::SPEC.id, seats, texts.len() + 1);
            return Err(Failure::usage_text(text));
        }
        texts.insert(mine.index(), "human".to_owned());

        let look = Look { colour: super::colour(&std::io::stdout()), glyphs: args.glyphs.into() };
        let house = house(lang, look, Terms { time: args.time, ..Terms::default() })?;
        let setup = parse_setup::<G>(&args.setup, args.seed.unwrap_or_else(|| fastrand::u64(..)))?;
        let (mut players, mut chairs) = (Vec::new(), Vec::new());
        for player in parse_players(kit, &texts)? {
            let (player, chair) = player.invite(kit, &house)?;
            players.push(player);
            chairs.push(chair);
        }
        let header = header::<G>(&setup, players);
        let mut journal = match &args.record {
            Some(folder) => Some(
                Journal::create(folder, &header).map_err(|error| Failure::io(folder, &error))?,
            ),
            None => None,
        };
        // A person who presses Ctrl-C wants to leave, not to finish the game first.
        interrupt::listen(|| interrupt::now().store(true, std::sync::atomic::Ordering::SeqCst));
        let mut events = Vec::new();
        let mut trouble = None;
        let ended = play(&header, &mut chairs, interrupt::now(), &mut |event: &Event| {
            events.push(event.clone());
            if let Some(Err(error)) = journal.as_mut().map(|journal| journal.write(event)) {
                trouble.get_or_insert(error);
            }
        })?;
        let record = Record { header, events };
        let lost_by_fault = ended.loser.filter(|loser| ended.fault.is_some() && *loser != mine);
        if lost_by_fault.is_some() {
            crate::records::keep(&record);
            let context = explain::Context {
                record_name: record.header.id.clone(),
                time_zone: jiff::tz::TimeZone::system(),
            };
            let last = record.events.len().saturating_sub(2);
            if let Some(why) = explain::explain(&record, kit, last, &context) {
                let style = explain::Style { colour: super::colour(&std::io::stderr()) };
                eprintln!("{}", why.render(lang, style));
            }
        }
        if let (Some(error), Some(folder)) = (trouble, &args.record) {
            return Err(Failure::io(folder, &error));
        }
        if let Some(journal) = &journal {
            eprintln!("{}", cli::records_in(journal.path().display()).get(lang));
        }
        match interrupt::is_asked() {
            true => Ok(ExitCode::from(INTERRUPTED)),
            false => Ok(ExitCode::SUCCESS),
        }
    }
}

/// A bare name of a bot is enough to play against it.
fn opponent<G: Game>(kit: &Kit<G>, text: &str) -> String {
    let name = text.split('?').next().unwrap_or_default();
    match kit.bot(name) {
        Ok(_) => format!("bot:{text}"),
        Err(_) => text.to_owned(),
    }
}
