//! `gyoji replay`: a recorded game on the screen, or with a program put into it.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use gyoji_core::record::{Bytes, Event, Fault, Record, Then};
use gyoji_core::replay::{Table, start, transcript};
use gyoji_core::view::{Step, Style, draw};
use gyoji_core::{Game, Kit, Lang, Seat, Setup, Visitor};
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_referee::{Chair, Look, explain, play};
use gyoji_words::{cli, replay as words};
use serde_json::json;

use super::matches::ending;
use crate::args;
use crate::failure::{BOT_FAILED, Failure};
use crate::matches::{header, house, parse_seat};
use crate::records;

pub fn run(args: &args::Replay, lang: Lang) -> Result<ExitCode, Failure> {
    let path = records::find(&args.record)?;
    let (record, damage) = records::read(&path)?;
    let name = args.record.clone();
    let game = record.header.game.clone();
    let code = gyoji_catalog::visit(&game, Run { args, lang, record, name, path: &path })
        .map_err(|bad| Failure::bad_file(&path, 1, &bad.problem))??;
    match damage {
        Some(damage) => Err(damage),
        None => Ok(code),
    }
}

struct Run<'a> {
    args: &'a args::Replay,
    lang: Lang,
    record: Record,
    name: String,
    path: &'a std::path::Path,
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let Run { args, lang, record, name, path } = self;
        let bad = |(line, bad): (usize, gyoji_core::BadText)| {
            let problem = gyoji_words::Text::plain(format!("{:?}", bad.input));
            Failure::bad_file(path, line, &problem.then(": ", &bad.problem))
        };
        if let Some(seat) = &args.talk {
            let seat = parse_seat::<G>(seat)?;
            let said = transcript(&record, kit, seat).map_err(bad)?;
            return show_talk(&said, args.json);
        }
        let (_, start) = start::<G>(&record.header).map_err(|error| bad((1, error)))?;
        if args.with.is_some() {
            return put_in(&record, kit, args, lang, start, bad);
        }
        let mut pages = Pages { record: &record, kit, args, lang, name, pages: Vec::new() };
        pages.fill(start).map_err(bad)?;
        match args.json {
            true => pages.print_json(),
            false => pages.print(),
        }
    }
}

/// The game as a row of positions, each with what led to it.
struct Pages<'a, G: Game> {
    record: &'a Record,
    kit: &'a Kit<G>,
    args: &'a args::Replay,
    lang: Lang,
    name: String,
    pages: Vec<(String, G, Vec<(u8, u8)>)>,
}

impl<G: Game> Pages<'_, G> {
    fn fill(&mut self, start: G) -> Result<(), (usize, gyoji_core::BadText)> {
        let mut table = Table::new(start);
        let players = &self.record.header.players;
        let names: Vec<String> = Seat::all(players.len())
            .map(|seat| {
                let title = G::SPEC.seats[seat.index()].title.get(self.lang).to_owned();
                format!("{title} {}", players[seat.index()].name)
            })
            .collect();
        let title = format!("{} {}  {}", G::SPEC.id, self.record.header.id, names.join(" - "));
        self.pages.push((title, *Box::new(table.position().clone()), Vec::new()));
        for (index, event) in self.record.events.iter().enumerate() {
            table.apply(event).map_err(|bad| (index + 2, bad))?;
            match event {
                Event::Moved(moved) => {
                    let seat = G::SPEC.seats[moved.seat.index()].title.get(self.lang);
                    let mut text = format!("{}. {seat} {}", moved.ply + 1, moved.mv);
                    let _ = write!(text, "  {:.3} s", moved.spent.used().as_secs_f64());
                    if let (Some(cpu), Some(wait)) = (moved.spent.cpu, moved.spent.wait) {
                        let ms = |ns: u64| format!("{:.1}", ns as f64 / 1e6);
                        let _ = write!(text, "  {}", words::cpu(ms(cpu), ms(wait)).get(self.lang));
                    }
                    for line in moved.stderr.lines().take(8) {
                        let _ = write!(text, "\n    | {line}");
                    }
                    let last = table.moves().last().map(|mv| cells::<G>(*mv)).unwrap_or_default();
                    self.pages.push((text, table.position().clone(), last));
                }
                Event::Undone(undone) => {
                    let text = words::undone(undone.plies).get(self.lang).to_owned();
                    self.pages.push((text, table.position().clone(), Vec::new()));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn draw(&self, position: &G, last: &[(u8, u8)]) -> String {
        let style = Style {
            colour: super::colour(&std::io::stdout()),
            glyphs: self.args.glyphs.into(),
            targets: &[],
            last,
        };
        draw(&position.view(), &G::SPEC, self.lang, &style)
    }

    fn print(&self) -> Result<ExitCode, Failure> {
        let mut out = format!("{}\n", self.pages[0].0);
        match self.args.ply {
            Some(ply) => {
                let Some((text, position, last)) = self.pages.get(ply as usize) else {
                    let text = words::no_such_ply(ply, self.pages.len() - 1);
                    return Err(Failure::usage_text(text));
                };
                if ply > 0 {
                    let _ = writeln!(out, "{text}");
                }
                out += &self.draw(position, last);
                let _ = writeln!(out, "{position}");
            }
            None => {
                for (number, (text, position, last)) in self.pages.iter().enumerate() {
                    if number > 0 {
                        let _ = writeln!(out, "\n{text}");
                    }
                    out += &self.draw(position, last);
                }
                out += &self.faults();
                out += &self.ending();
            }
        }
        super::print(&out)
    }

    fn faults(&self) -> String {
        let context = explain::Context {
            record_name: self.name.clone(),
            time_zone: jiff::tz::TimeZone::system(),
        };
        let style = explain::Style { colour: super::colour(&std::io::stdout()) };
        let explained = (0..self.record.events.len())
            .filter(|&index| matches!(self.record.events[index], Event::Faulted(_)))
            .filter_map(|index| explain::explain(self.record, self.kit, index, &context));
        explained.map(|why| format!("\n{}\n", why.render(self.lang, style))).collect()
    }

    fn ending(&self) -> String {
        let Some(ended) = self.record.ended() else { return String::new() };
        let result = match ended.winner() {
            Some(seat) => {
                let title = G::SPEC.seats[seat.index()].title.get(self.lang).to_owned();
                let name = &self.record.header.players[seat.index()].name;
                words::wins(title, name)
            }
            None => gyoji_words::human::nobody_wins(),
        };
        let points: Vec<String> = ended.points.iter().map(i32::to_string).collect();
        let why = ending::<G>(ended);
        format!("\n{}  ({}, {})\n", result.get(self.lang), points.join(" - "), why.get(self.lang))
    }

    fn print_json(&self) -> Result<ExitCode, Failure> {
        let pages: Vec<_> = self
            .pages
            .iter()
            .enumerate()
            .filter(|(number, _)| self.args.ply.is_none_or(|ply| ply as usize == *number))
            .map(|(number, (_, position, _))| {
                json!({ "page": number, "position": position.to_string(), "view": position.view() })
            })
            .collect();
        super::print_json(&json!({
            "header": self.record.header,
            "events": self.record.events,
            "pages": pages,
        }))
    }
}

fn cells<G: Game>(mv: G::Move) -> Vec<(u8, u8)> {
    let cell = |step| match step {
        Step::Cell(col, row) => Some((col, row)),
        Step::Word(_) => None,
    };
    G::steps(mv).into_iter().filter_map(cell).collect()
}

fn show_talk(said: &[gyoji_core::replay::Saying], json: bool) -> Result<ExitCode, Failure> {
    if json {
        let lines: Vec<_> = said
            .iter()
            .map(
                |one| json!({ "ply": one.ply, "sent": one.sent, "bytes": Bytes::new(&*one.bytes) }),
            )
            .collect();
        return super::print_json(&lines);
    }
    let mut out = String::new();
    for one in said {
        for line in one.bytes.split_inclusive(|&byte| byte == b'\n') {
            let sign = if one.sent { '>' } else { '<' };
            let text = Bytes::new(line).escaped();
            let _ = writeln!(out, "{:>4} {sign} {}", one.ply, text.trim_end_matches("\\n"));
        }
    }
    super::print(&out)
}

/// Asks a program for the moves of one seat, one position after the other, and compares.
fn put_in<G: Game>(
    record: &Record,
    kit: &Kit<G>,
    args: &args::Replay,
    lang: Lang,
    start: G,
    bad: impl Fn((usize, gyoji_core::BadText)) -> Failure,
) -> Result<ExitCode, Failure> {
    let text = args.with.as_deref().unwrap_or_default();
    let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    let mut guest = PlayerText::parse(text, &dialects)?;
    let faulty = record.events.iter().find_map(|event| match event {
        Event::Faulted(fault) => Some(fault.clone()),
        _ => None,
    });
    let mut table = Table::new(start);
    let mut turns = Vec::new(); // position, recorded move
    for (index, event) in record.events.iter().enumerate() {
        if let Event::Moved(moved) = event {
            turns.push((table.position().clone(), moved.seat, Some(moved.mv.clone())));
        }
        table.apply(event).map_err(|error| bad((index + 2, error)))?;
    }
    turns.extend(table.to_move().map(|seat| (table.position().clone(), seat, None)));
    let from = args.from.map(|from| from.saturating_sub(1) as usize);
    if let Some(from) = from.filter(|from| *from >= turns.len()) {
        let text = words::no_such_move(from + 1, turns.len());
        return Err(Failure::usage_text(text));
    }
    let seat = match (&args.seat, from, &faulty) {
        (Some(seat), ..) => parse_seat::<G>(seat)?,
        (None, Some(from), _) => turns[from].1,
        (None, None, Some(fault)) => fault.seat,
        (None, None, None) => Seat::FIRST,
    };
    // The same conditions as in the record, unless the text says otherwise.
    let before = &record.header.players[seat.index()];
    let mut terms = Terms { time: before.limit(), lifetime: before.lifetime, ..Terms::default() };
    terms.dialect.clone_from(&before.dialect);
    if guest.options.is_empty() && guest.terms.dialect.is_none() {
        let own = before.dialect_options.clone();
        guest.options = own.into_iter().collect();
    }
    let look = Look { colour: super::colour(&std::io::stdout()), ..Look::default() };
    let house = house(lang, look, terms)?;
    let (player, mut chair) = guest.invite(kit, &house)?;
    let setup = record.header.setup::<G>()?;
    let mut failed = false;
    let wanted = turns
        .iter()
        .enumerate()
        .filter(|(ply, (_, whose, _))| *whose == seat && from.is_none_or(|from| from == *ply));
    for (ply, (position, _, recorded)) in wanted {
        let setup = Setup { position: Some(position.to_string()), ..setup.clone() };
        let answer = ask_once(kit, &setup, seat, player.clone(), chair)?;
        chair = answer.chair;
        match answer.moved {
            Some((mv, seconds)) => {
                let line = words::answered(ply + 1, mv.clone(), format!("{seconds:.3}"));
                let verdict = match recorded {
                    Some(old) if *old == mv => words::as_before(),
                    Some(old) => words::differs(old),
                    None => words::fine(),
                };
                super::print(&format!("{}  {}\n", line.get(lang), verdict.get(lang)))?;
            }
            None => {
                failed = true;
                let context = explain::Context {
                    record_name: args.record.clone(),
                    time_zone: jiff::tz::TimeZone::system(),
                };
                let style = explain::Style { colour: super::colour(&std::io::stdout()) };
                let fault =
                    answer.record.events.iter().rposition(|e| matches!(e, Event::Faulted(_)));
                let why = fault.and_then(|i| explain::explain(&answer.record, kit, i, &context));
                let text = why.map_or_else(String::new, |why| why.render(lang, style));
                super::print(&format!("{}  {}\n{text}\n", ply + 1, cli::failed().get(lang)))?;
            }
        }
    }
    chair.dismiss();
    Ok(if failed { ExitCode::from(BOT_FAILED) } else { ExitCode::SUCCESS })
}

struct Answer<G: Game> {
    chair: Chair<G>,
    moved: Option<(String, f64)>,
    record: Record,
}

/// Lets one seat answer one question of a game that starts there, and stops.
fn ask_once<G: Game>(
    kit: &Kit<G>,
    setup: &Setup,
    seat: Seat,
    player: gyoji_core::record::Player,
    chair: Chair<G>,
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
                text.invite(kit, &house(Lang::En, Look::default(), Terms::default())?)?
            }
        };
        players.push(player);
        chairs.push(chair);
    }
    let header = header::<G>(setup, players);
    let stop = AtomicBool::new(false);
    let mut events = Vec::new();
    play(&header, &mut chairs, &stop, &mut |event| {
        events.push(event.clone());
        let answered = match event {
            Event::Moved(moved) => moved.seat == seat,
            Event::Faulted(Fault { seat: whose, then, .. }) => {
                *whose == seat && *then != Then::Noted
            }
            _ => false,
        };
        if answered {
            stop.store(true, Ordering::SeqCst);
        }
    })?;
    let moved = events.iter().find_map(|event| match event {
        Event::Moved(moved) if moved.seat == seat && moved.got.is_some() => {
            Some((moved.mv.clone(), moved.spent.used().as_secs_f64()))
        }
        Event::Moved(moved) if moved.seat == seat => {
            Some((moved.mv.clone(), moved.spent.used().as_secs_f64()))
        }
        _ => None,
    });
    let chair = chairs.swap_remove(seat.index());
    Ok(Answer { chair, moved, record: Record { header, events } })
}
