//! A program put into a recorded game: what would it have answered?

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use gyoji_core::record::{Clock, Event, Fault, Moved, Plan, Player, Record, Then};
use gyoji_core::replay::Table;
use gyoji_core::{BadText, Dialect, Game, Kit, Lang, Seat, Setup, Text};
use gyoji_league::{random_id, records};
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_referee::{Chair, Look, explain, play};
use gyoji_words::replay as words;
use serde_json::json;

use super::own_words;
use crate::args;
use crate::commands;
use crate::failure::{BOT_FAILED, Failure};
use crate::players::{entry, house, parse_player, parse_seat};
use crate::screen;
use crate::setup::warn_guests;

/// Asks a program for the moves of one seat, one position after the other, and compares.
pub(super) fn put_in<G: Game>(
    record: &Record,
    kit: &Kit<G>,
    args: &args::Replay,
    lang: Lang,
    start: G,
    bad: impl Fn((usize, BadText)) -> Failure,
) -> Result<ExitCode, Failure> {
    let mut guest = parse_player(kit, args.with.as_deref().unwrap_or_default(), lang)?;
    let faulty = record.events.iter().find_map(|event| match event {
        Event::Faulted(fault) => Some(fault.clone()),
        _ => None,
    });
    let mut table = Table::new(start);
    let mut turns = Vec::new();
    let mut left_ns = None;
    for (index, event) in record.events.iter().enumerate() {
        match event {
            Event::Asked(asked) => left_ns = asked.left_ns,
            Event::Moved(Moved { seat, mv, .. }) => {
                let (position, mv) = (table.position().clone(), Some(mv.clone()));
                turns.push(Recorded { position, seat: *seat, mv, left_ns: left_ns.take() });
            }
            _ => {}
        }
        table.apply(event).map_err(|error| bad((index + 2, error)))?;
    }
    let position = table.position().clone();
    turns.extend(table.to_move().map(|seat| Recorded { position, seat, mv: None, left_ns }));
    let from = args.from.map(|from| from.saturating_sub(1) as usize);
    if let Some(from) = args.from.filter(|from| *from == 0 || *from as usize > turns.len()) {
        return Err(Failure::usage_text(words::no_such_move(from, turns.len())));
    }
    let seat = match (&args.seat, from, &faulty) {
        (Some(seat), ..) => parse_seat::<G>(seat)?,
        (None, Some(from), _) => turns[from].seat,
        (None, None, Some(fault)) => fault.seat,
        (None, None, None) => Seat::FIRST,
    };
    let mut wanted: Vec<usize> = (0..turns.len())
        .filter(|&ply| turns[ply].seat == seat && from.is_none_or(|from| from == ply))
        .collect();
    if wanted.is_empty() {
        let title = G::SPEC.seats.get(seat.index()).map(|seat| seat.title.clone());
        let title = title.unwrap_or_else(|| Text::plain(seat.to_string()));
        return Err(Failure::usage_text(words::never_to_move(title)));
    }
    // The same conditions as in the record, unless the text says otherwise.
    let mut terms = Terms::default();
    if let Some(before) = record.header.players.get(seat.index()) {
        terms.time = Some(before.limit().unwrap_or_default());
        terms.clock = before.clock;
        terms.lifetime = before.lifetime;
        terms.dialect.clone_from(&before.dialect);
        let same_dialect = match &guest.kind {
            Kind::Program { dialect, .. } => dialect.is_none() || *dialect == before.dialect,
            _ => false,
        };
        if same_dialect && guest.options.is_empty() && guest.terms.dialect.is_none() {
            guest.options = before.dialect_options.clone().into_iter().collect();
        }
    }
    let look = commands::look(gyoji_core::view::Glyphs::default());
    let player = entry(kit, &guest, &terms)?;
    let mut chair = house(lang, look).chair(kit, &player)?;
    let questions = Questions::of(kit, &player)?;
    if let Some(from) = from {
        let first = questions.first(&turns, from);
        if first != from && !args.json {
            screen::say(words::part_of(from + 1, first + 1).get(lang));
        }
    }
    wanted.iter_mut().for_each(|ply| *ply = questions.first(&turns, *ply));
    wanted.dedup();
    let setup = record.header.setup::<G>()?;
    warn_guests(kit, &setup, std::slice::from_ref(&guest), &terms, lang)?;
    let mut failed = false;
    let mut answers = Vec::new();
    for ply in wanted {
        let setup = Setup {
            position: Some(turns[ply].position.to_string()),
            opening: Vec::new(),
            ..setup.clone()
        };
        let recorded = questions.whole(&turns, ply);
        let mut player = player.clone();
        // The clock of the record stands where it stood then.
        if guest.terms.clock.is_none() {
            let clock = player.clock.zip(turns[ply].left_ns);
            player.clock = clock.map(|(clock, left)| Clock { main_ns: left, ..clock });
        }
        let answer = ask_once(kit, &setup, seat, player, chair, &questions)?;
        failed |= answer.text().is_none();
        if args.json {
            answers.push(json!({
                "move": ply + 1,
                "recorded": recorded,
                "answer": answer.text(),
                "seconds": answer.moved.first().map(|moved| moved.spent.used().as_secs_f64()),
                "fault": answer.fault().map(|(_, fault)| fault.kind),
            }));
        } else {
            show(&answer, ply, recorded.as_deref(), kit, args, lang)?;
        }
        chair = answer.chair;
    }
    chair.dismiss();
    if args.json {
        commands::print_json(&answers)?;
    }
    Ok(if failed { ExitCode::from(BOT_FAILED) } else { ExitCode::SUCCESS })
}

/// A turn of the record: who was to move where, and the move, if there is one.
struct Recorded<G> {
    position: G,
    seat: Seat,
    mv: Option<String>,
    /// What was left on its clock, if it had one.
    left_ns: Option<u64>,
}

/// Where a player can be asked: an answer may be several moves long.
struct Questions<G: Game> {
    dialect: Option<Box<dyn Dialect<G>>>,
}

impl<G: Game> Questions<G> {
    fn of(kit: &Kit<G>, player: &Player) -> Result<Questions<G>, Failure> {
        let make = |name: &String| kit.make_dialect(name, player.dialect_options());
        Ok(Questions { dialect: player.dialect.as_ref().map(make).transpose()? })
    }

    fn can_ask(&self, position: &G, seat: Seat) -> bool {
        let table = Table::new(position.clone());
        self.dialect.as_ref().is_none_or(|dialect| dialect.can_ask(&table.turn(seat, None)))
    }

    /// The turn at which the question is put that a turn belongs to.
    fn first(&self, turns: &[Recorded<G>], turn: usize) -> usize {
        let seat = turns[turn].seat;
        let before = turns[..turn].iter().rev().take_while(|before| before.seat == seat).count();
        let can_ask = |&at: &usize| self.can_ask(&turns[at].position, seat);
        (turn - before..=turn).rev().find(can_ask).unwrap_or(turn)
    }

    /// The recorded moves that answer the question put at a turn.
    fn whole(&self, turns: &[Recorded<G>], turn: usize) -> Option<String> {
        let seat = turns[turn].seat;
        let goes_on =
            |next: &&Recorded<G>| next.seat == seat && !self.can_ask(&next.position, seat);
        let rest = turns[turn + 1..].iter().take_while(goes_on);
        let moves = std::iter::once(&turns[turn]).chain(rest).filter_map(|it| it.mv.as_deref());
        Some(moves.collect::<Vec<_>>().join(" ")).filter(|moves| !moves.is_empty())
    }
}

struct Answer<G: Game> {
    chair: Chair<G>,
    /// The moves that the answer is; none if there was only a fault.
    moved: Vec<Moved>,
    record: Record,
}

impl<G: Game> Answer<G> {
    /// The moves as text, if there are any.
    fn text(&self) -> Option<String> {
        let moves: Vec<&str> = self.moved.iter().map(|moved| moved.mv.as_str()).collect();
        (!moves.is_empty()).then(|| moves.join(" "))
    }

    fn fault(&self) -> Option<(usize, &Fault)> {
        self.record.events.iter().enumerate().rev().find_map(|(index, event)| match event {
            Event::Faulted(fault) if fault.then != Then::Noted => Some((index, fault)),
            _ => None,
        })
    }
}

/// One answer beside the recorded one.
fn show<G: Game>(
    answer: &Answer<G>,
    ply: usize,
    recorded: Option<&str>,
    kit: &Kit<G>,
    args: &args::Replay,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    if let (Some(text), Some(moved)) = (answer.text(), answer.moved.first()) {
        let mv = match own_words(kit, &answer.record, moved) {
            Some(said) => format!("{text}  ({said})"),
            None => text.clone(),
        };
        let line = words::answered(ply + 1, mv, format!("{:.3}", moved.spent.used().as_secs_f64()));
        let verdict = match recorded {
            Some(old) if old == text => words::as_before(),
            Some(old) => words::differs(screen::name(old)),
            None => words::fine(),
        };
        return commands::print(&format!("{}  {}\n", line.get(lang), verdict.get(lang)));
    }
    let context = explain::Context {
        record_name: args.record.clone(),
        time_zone: jiff::tz::TimeZone::system(),
        moves_before: u32::try_from(ply).unwrap_or(u32::MAX),
    };
    let style = explain::Style { colour: commands::colour(&std::io::stdout()) };
    let why = answer.fault().and_then(|(i, _)| explain::explain(&answer.record, kit, i, &context));
    let text = why.map_or_else(String::new, |why| why.render(lang, style));
    let line = words::no_answer(ply + 1);
    commands::print(&format!("{}\n{text}", line.get(lang)))
}

/// Lets one seat answer one question of a game that starts there, and stops.
fn ask_once<G: Game>(
    kit: &Kit<G>,
    setup: &Setup,
    seat: Seat,
    player: Player,
    chair: Chair<G>,
    questions: &Questions<G>,
) -> Result<Answer<G>, Failure> {
    let seats = G::SPEC.seats.len();
    let stand_in = kit.bots.first().map(|entry| entry.name).unwrap_or_default();
    let (mut players, mut chairs) = (Vec::new(), Vec::new());
    let mut guest = Some((player, chair));
    for place in Seat::all(seats) {
        let (player, chair) = match guest.take_if(|_| place == seat) {
            Some(guest) => guest,
            None => {
                let text = PlayerText::parse(&format!("bot:{stand_in}"), &[])?;
                let player = entry(kit, &text, &Terms::default())?;
                let chair = house(Lang::En, Look::default()).chair(kit, &player)?;
                (player, chair)
            }
        };
        players.push(player);
        chairs.push(chair);
    }
    let header = records::header(Plan::new::<G>(random_id(), setup, players));
    let stop = AtomicBool::new(false);
    let mut events = Vec::new();
    let mut table = Table::new(G::start(setup)?);
    play(&header, &mut chairs, &stop, &mut |event: &Event| {
        events.push(event.clone());
        let is_over = table.apply(event).is_err() || table.to_move() != Some(seat);
        let answered = match event {
            Event::Moved(moved) => {
                moved.seat == seat && (is_over || questions.can_ask(table.position(), seat))
            }
            Event::Faulted(Fault { seat: whose, then, .. }) => {
                *whose == seat && *then != Then::Noted
            }
            _ => false,
        };
        if answered {
            stop.store(true, Ordering::SeqCst);
        }
    })?;
    let chair = chairs.swap_remove(seat.index());
    let mut answer = Answer { chair, moved: Vec::new(), record: Record { header, events } };
    // What the rules do for a player that has not answered is not its answer.
    if answer.fault().is_none() {
        let moves = answer.record.events.iter().filter_map(|event| match event {
            Event::Moved(moved) if moved.seat == seat => Some(moved.clone()),
            _ => None,
        });
        answer.moved = moves.collect();
    }
    Ok(answer)
}
