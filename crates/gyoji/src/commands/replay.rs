//! `gyoji replay`: a recorded game on the screen, or with a program put into it.
//!
//! A record may come from anybody. Whatever is in it, nothing here may panic, and none of its
//! words may reach the terminal as they are: see [`screen`].

mod guest;
pub mod tale;
pub mod viewer;

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gyoji_core::record::{Bytes, Ended, Event, Fault, FaultKind, Moved, Record, Then};
use gyoji_core::replay::{Saying, start, transcript};
use gyoji_core::view::{Style, draw};
use gyoji_core::{BadText, Game, Kit, Lang, Moment, Seat, Stepper, Timer, Visitor};
use gyoji_league::Trouble;
use gyoji_page::{GameDocument, Show, replay_page};
use gyoji_referee::{Look, explain, no_winner};
use gyoji_store::{Found, Location, Store};
use gyoji_words::{replay as words, screen as said};
use serde_json::{Value, json};

use super::matches::{ending, fault_word};
use crate::args;
use crate::failure::{Failure, INTERRUPTED, quoted};
use crate::interrupt;
use crate::players::parse_seat;
use crate::replace::replace;
use crate::screen;
use crate::tty::Keyboard;
use gyoji_page::explained;
use tale::{Story, Tale};

/// How many faults of one player and one kind that cost nobody the game are explained before the
/// rest is only counted.
const MOST_EXPLAINED: usize = 3;
/// How much is shown of what a player wrote.
const SAID_WIDTH: usize = 60;
/// How many lines of a player's stderr are shown beside a move, and how wide.
const STDERR_LINES: usize = 8;
const STDERR_WIDTH: usize = 200;
/// A game with more moves is not printed move by move unless somebody asks for it: so many
/// positions stand for all.
const LONG_GAME: usize = 200;
const FEW_PICTURES: usize = 10;
/// How much is shown of why a game ended.
const ENDING_WIDTH: usize = 120;

pub fn run(args: &args::Replay, lang: Lang) -> Result<ExitCode, Failure> {
    let (path, record, damage) = find(args)?;
    if let Some(target) = &args.html {
        return write_page(&record, target, lang);
    }
    let name = args.record.clone();
    let game = record.header.game.clone();
    let code = gyoji_catalog::visit(&game, Run { args, lang, record, name, path: &path })
        .map_err(|bad| Failure::bad_file(&path, 1, &bad.problem))??;
    match damage {
        Some(damage) => Err(damage.into()),
        None => Ok(code),
    }
}

/// A record by its path; by the beginning of its id in the store, or among those that were kept.
fn find(args: &args::Replay) -> Result<(PathBuf, Record, Option<Trouble>), Failure> {
    let name = &args.record;
    let looks_like_id = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let location = args.data.clone().or_else(Location::usual).filter(Location::is_there);
    if let Some(location) = location.filter(|_| looks_like_id && !Path::new(name).exists()) {
        match Store::open(&location)?.find(name)? {
            Found::One(record) => return Ok((PathBuf::from(name), *record, None)),
            Found::Many(count) => {
                return Err(Failure::usage_text(gyoji_words::cli::many_records(name, count)));
            }
            Found::None => {}
        }
    }
    let path = gyoji_league::records::find(name)?;
    let (record, damage) = gyoji_league::records::read(&path)?;
    Ok((path, record, damage))
}

/// Writes a game as a page.
fn write_page(record: &Record, target: &Path, lang: Lang) -> Result<ExitCode, Failure> {
    let game = GameDocument::new(record, explained(record), Show::All)?;
    replace(target, replay_page(&game, lang).as_bytes())?;
    screen::say(&format!("gyoji: {}", gyoji_words::league::exported(target.display()).get(lang)));
    Ok(ExitCode::SUCCESS)
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
        let bad = |(line, bad): (usize, BadText)| {
            Failure::bad_file(path, line, &quoted(&bad.input).then(": ", &bad.problem))
        };
        if let Some(seat) = &args.talk {
            let seat = parse_seat::<G>(seat)?;
            let said = transcript(&record, kit, seat).map_err(bad)?;
            let player = record.header.players.get(seat.index());
            if player.is_some_and(|player| player.dialect.is_none()) && !args.json {
                screen::say(words::no_talk(screen::name(player.map_or("", |p| &p.name))).get(lang));
            }
            let (from, to) = (args.from.unwrap_or(0), args.to.unwrap_or(u32::MAX));
            // A question is put before its move is made.
            let is_wanted = |one: &Saying| (from..=to).contains(&one.ply.saturating_add(1));
            let has_range = args.from.is_some() || args.to.is_some();
            let said: Vec<Saying> =
                said.into_iter().filter(|one| !has_range || is_wanted(one)).collect();
            return show_talk(&said, args.json);
        }
        let (_, start) = start::<G>(&record.header).map_err(|error| bad((1, error)))?;
        if args.with.is_some() {
            return guest::put_in(&record, kit, args, lang, start, bad);
        }
        if wants_viewer(args) {
            let look = super::look(args.glyphs.into());
            let (mut tale, read) = Tale::new(&record, kit, lang, look.colour, &name, start);
            let wish = wish(&tale, args, G::SPEC.seats.len())?;
            interrupt::listen(interrupt::stop);
            let keyboard = Keyboard::open().map_err(|error| Failure::stdout(&error))?;
            let seen = viewer::view(&keyboard, &mut tale, wish, lang, look);
            drop(keyboard);
            let seen = seen.map_err(|error| Failure::stdout(&error))?;
            // Where it ended stays on the screen of the shell.
            let (told, _) = tale.told(tale.scenes().len() - 1, None);
            super::print(&format!("{}\n", told.first().map_or("", String::as_str)))?;
            return match (read, seen) {
                (Err(wrong), _) => Err(bad(wrong)),
                (Ok(()), true) => Ok(ExitCode::SUCCESS),
                (Ok(()), false) => Ok(ExitCode::from(INTERRUPTED)),
            };
        }
        let stepper = Stepper::of(start);
        let moves = record.events.iter().filter(|event| matches!(event, Event::Moved(_))).count();
        let apart = match (args.ply, args.from, args.to, args.json) {
            (None, None, None, false) if moves > LONG_GAME => {
                moves.div_ceil(FEW_PICTURES).next_multiple_of(G::SPEC.seats.len())
            }
            _ => 1,
        };
        if apart > 1 {
            screen::say(said::few_drawn(moves, apart).get(lang));
        }
        let mut pages =
            Pages { record: &record, kit, args, lang, name, stepper, apart, pages: Vec::new() };
        // What does not fit the rules is shown as far as it does, and then complained about.
        let wrong = pages.fill();
        let code = match args.json {
            true => pages.print_json(),
            false => pages.print(),
        }?;
        match wrong {
            Ok(()) => Ok(code),
            Err(wrong) => Err(bad(wrong)),
        }
    }
}

/// Whether the game is shown on the whole screen: to somebody who sits there, and asks for nothing
/// else.
fn wants_viewer(args: &args::Replay) -> bool {
    args.ply.is_none() && !args.json && crate::tty::is_for_a_person()
}

/// What somebody wants to see of a game.
fn wish<G: Game>(
    tale: &Tale<'_, G>,
    args: &args::Replay,
    seats: usize,
) -> Result<viewer::Wish, Failure> {
    let (from, to) = (args.from.unwrap_or(0), args.to.unwrap_or(u32::MAX));
    let wanted = |scene: &tale::Scene| (from..=to).contains(&scene.ply);
    let scenes = tale.scenes();
    let range = scenes.iter().position(wanted).zip(scenes.iter().rposition(wanted));
    let range = range.filter(|(first, last)| first <= last).ok_or_else(|| no_such_range(args))?;
    let lost = tale.lost_at().filter(|at| args.from.is_none() && !args.watch && *at <= range.1);
    let speed = args.fps.unwrap_or(if seats > 2 { 20 } else { 2 });
    Ok(viewer::Wish {
        range,
        at: lost.unwrap_or(range.0),
        plays: args.watch,
        speed: f64::from(speed),
    })
}

fn no_such_range(args: &args::Replay) -> Failure {
    let from = args.from.unwrap_or(0);
    Failure::usage_text(match args.to {
        Some(to) => said::no_such_range(from, to),
        None => said::nothing_from(from),
    })
}

/// A position and what led to it.
struct Page {
    ply: u32,
    text: String,
    /// The position as it is shown, if it was asked for.
    shown: Option<Shown>,
}

/// A position on its way out.
enum Shown {
    Drawn(String),
    Json(Value),
}

/// The game as a row of positions.
struct Pages<'a, G: Game> {
    record: &'a Record,
    kit: &'a Kit<G>,
    args: &'a args::Replay,
    lang: Lang,
    name: String,
    stepper: Stepper,
    /// How many moves there are from one position that is shown to the next.
    apart: usize,
    pages: Vec<Page>,
}

impl<G: Game> Pages<'_, G> {
    /// Plays the record through. The error says at which line of it the rules were broken.
    fn fill(&mut self) -> Result<(), (usize, BadText)> {
        let names: Vec<String> =
            Seat::all(self.record.header.players.len()).map(|seat| self.name_of(seat)).collect();
        let id = screen::name(self.record.header.short_id());
        let title = format!("{} {id}  {}", G::SPEC.id, names.join(" - "));
        self.add(title, &self.stepper.now());
        let mut timers: Vec<Timer> = self.record.header.players.iter().map(Timer::new).collect();
        let mut missed = String::new();
        for (index, event) in self.record.events.iter().enumerate() {
            self.stepper.apply(event).map_err(|bad| (index + 2, bad))?;
            for (seat, timer) in Seat::all(timers.len()).zip(&mut timers) {
                timer.on(event, seat);
            }
            match event {
                Event::Faulted(fault) if fault.then == Then::Default => {
                    missed = format!("\n    ! {}", fault_word(fault.kind).get(self.lang));
                    if !fault.got.data.is_empty() {
                        let said = screen::one_line(&fault.got.escaped(), SAID_WIDTH);
                        let _ = write!(missed, ": \"{said}\"");
                    }
                }
                Event::Moved(moved) => {
                    let moment = self.stepper.now();
                    let ply = moment.ply;
                    let seat = G::SPEC.seats.get(moved.seat.index());
                    let seat = seat.map_or("?", |seat| seat.title.get(self.lang));
                    let mv = screen::name(&moved.mv);
                    let round = moment.last.as_ref().and_then(|last| last.round.as_ref());
                    let round = round
                        .map_or_else(String::new, |round| format!("{}  ", round.get(self.lang)));
                    let mut text = format!("{ply}. {round}{seat} {mv}");
                    if let Some(said) = own_words(self.kit, self.record, moved) {
                        let _ = write!(text, "  ({said})");
                    }
                    let _ = write!(text, "  {:.3} s", moved.spent.used().as_secs_f64());
                    if let (Some(cpu), Some(wait)) = (moved.spent.cpu, moved.spent.wait) {
                        let ms = |ns: u64| format!("{:.1}", ns as f64 / 1e6);
                        let _ = write!(text, "  {}", words::cpu(ms(cpu), ms(wait)).get(self.lang));
                    }
                    if let Some(clock) = timers.get(moved.seat.index()).and_then(Timer::on_clock) {
                        let left = format!("{:.3}", clock.left.as_secs_f64());
                        let _ = write!(text, "  {}", words::clock(left).get(self.lang));
                    }
                    if let Some(value) = moved.value {
                        let _ = write!(text, "  {}", words::value(value.percent()).get(self.lang));
                    }
                    text += &std::mem::take(&mut missed);
                    for line in moved.stderr.lines().take(STDERR_LINES) {
                        let _ = write!(text, "\n    | {}", screen::one_line(line, STDERR_WIDTH));
                    }
                    let more = moved.stderr.lines().skip(STDERR_LINES).count();
                    if more > 0 {
                        let _ = write!(text, "\n    | {}", words::more_lines(more).get(self.lang));
                    }
                    self.add(text, &moment);
                }
                Event::Undone(undone) => {
                    let text = words::undone(undone.plies).get(self.lang).to_owned();
                    self.add(text, &self.stepper.now());
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, text: String, moment: &Moment) {
        let ply = moment.ply;
        let (from, to) = (self.args.from.unwrap_or(0), self.args.to.unwrap_or(u32::MAX));
        let is_wanted = match self.args.ply {
            Some(wanted) => wanted == ply,
            None => (from..=to).contains(&ply) && (ply as usize).is_multiple_of(self.apart),
        };
        let shown = is_wanted.then(|| self.show(moment));
        self.pages.push(Page { ply, text, shown });
    }

    fn show(&self, moment: &Moment) -> Shown {
        if self.args.json {
            return Shown::Json(json!(moment));
        }
        let Look { colour, depth, glyphs } = super::look(self.args.glyphs.into());
        let last = moment.last_cells();
        let style = Style { colour, depth, glyphs, last: &last, ..Style::default() };
        let mut drawn = draw(&moment.view, self.stepper.legend(), self.lang, &style);
        if self.args.ply.is_some() {
            let _ = writeln!(drawn, "{}", moment.position);
        }
        Shown::Drawn(drawn)
    }

    /// `black my_ai`.
    fn name_of(&self, seat: Seat) -> String {
        let title = G::SPEC.seats.get(seat.index()).map_or("?", |seat| seat.title.get(self.lang));
        let player = self.record.header.players.get(seat.index());
        format!("{title} {}", player.map_or("?".to_owned(), |player| screen::name(&player.name)))
    }

    /// The pages that were asked for: all, or the position after so many moves. Where moves
    /// were taken back there may be several such positions; the last one counts.
    fn wanted(&self) -> Result<Vec<&Page>, Failure> {
        let Some(ply) = self.args.ply else {
            let pages: Vec<&Page> = self.pages.iter().filter(|page| page.shown.is_some()).collect();
            let has_range = self.args.from.is_some() || self.args.to.is_some();
            return match pages.is_empty() && has_range {
                true => Err(no_such_range(self.args)),
                false => Ok(pages),
            };
        };
        match self.pages.iter().rfind(|page| page.ply == ply) {
            Some(page) => Ok(vec![page]),
            None => {
                let most = self.pages.iter().map(|page| page.ply).max().unwrap_or(0);
                Err(Failure::usage_text(words::no_such_ply(ply, most)))
            }
        }
    }

    fn print(&self) -> Result<ExitCode, Failure> {
        let pages = self.wanted()?;
        let title = self.pages.first().map_or("", |page| &page.text);
        let mut out = format!("{title}\n");
        for page in pages {
            if page.ply > 0 || page.text != title {
                let space = if self.args.ply.is_none() { "\n" } else { "" };
                let _ = writeln!(out, "{space}{}", page.text);
            }
            if let Some(Shown::Drawn(drawn)) = &page.shown {
                out += drawn;
            }
        }
        match self.args.ply {
            Some(ply) => out += &self.faults_before(ply),
            None => {
                out += &self.faults();
                out += &self.ending();
            }
        }
        super::print(&out)
    }

    /// Why the game was lost, if by a fault, and what else went wrong.
    fn faults(&self) -> String {
        let (mut out, mut more) = (String::new(), 0);
        let mut harmless: HashMap<(Seat, FaultKind), usize> = HashMap::new();
        for (index, event) in self.record.events.iter().enumerate() {
            let Event::Faulted(Fault { seat, kind, then, .. }) = event else { continue };
            if *then != Then::Loses {
                let count = harmless.entry((*seat, *kind)).or_default();
                *count += 1;
                // A program that is gone is so at each of its turns.
                let is_gone = matches!(kind, FaultKind::Crash | FaultKind::Disconnected);
                if *count > if is_gone { 1 } else { MOST_EXPLAINED } {
                    more += 1;
                    continue;
                }
            }
            out += &self.explain(index);
        }
        if more > 0 {
            let _ = writeln!(out, "\n{}", words::more_faults(more).get(self.lang));
        }
        out
    }

    /// What went wrong on the way from the position before to the one after so many moves.
    fn faults_before(&self, ply: u32) -> String {
        let events = self.record.events.iter().enumerate();
        let faults = events.filter(|(_, event)| match event {
            Event::Faulted(fault) => fault.ply.checked_add(1) == Some(ply),
            _ => false,
        });
        faults
            .take(MOST_EXPLAINED * self.record.header.players.len())
            .map(|(index, _)| self.explain(index))
            .collect()
    }

    fn explain(&self, event: usize) -> String {
        let context = explain::Context {
            record_name: self.name.clone(),
            time_zone: jiff::tz::TimeZone::system(),
            moves_before: 0,
        };
        let style = explain::Style { colour: super::colour(&std::io::stdout()) };
        let why = explain::explain(self.record, self.kit, event, &context);
        why.map_or_else(String::new, |why| format!("\n{}", why.render(self.lang, style)))
    }

    fn ending(&self) -> String {
        let Some(ended) = self.record.ended() else { return String::new() };
        format!("\n{}\n", result_line::<G>(ended, self.lang, |seat| self.name_of(seat)))
    }

    fn print_json(&self) -> Result<ExitCode, Failure> {
        let pages = self.wanted()?.into_iter().filter_map(|page| match &page.shown {
            Some(Shown::Json(moment)) => Some(moment),
            _ => None,
        });
        super::print_json(&json!({
            "header": self.record.header,
            "events": self.record.events,
            "legend": self.stepper.legend(),
            "pages": pages.collect::<Vec<_>>(),
        }))
    }
}

/// Who has won, with how many points, and why the game is over.
fn result_line<G: Game>(ended: &Ended, lang: Lang, name: impl Fn(Seat) -> String) -> String {
    let why = screen::one_line(ending::<G>(ended).get(lang), ENDING_WIDTH);
    let result = match ended.winner() {
        _ if ended.why == Ended::VOID => words::void(),
        _ if !ended.counts() => words::stopped(),
        Some(seat) => words::wins(name(seat)),
        None => no_winner(ended, lang, name),
    };
    if !ended.counts() {
        return format!("{}  ({why})", result.get(lang));
    }
    let points: Vec<String> = ended.points.iter().map(i32::to_string).collect();
    format!("{}  ({}, {why})", result.get(lang), screen::name(&points.join(" - ")))
}

/// What a program wrote for a move, where the move is not to be seen in it: in its own view, or
/// counted its own way.
fn own_words<G: Game>(kit: &Kit<G>, record: &Record, moved: &Moved) -> Option<String> {
    let player = record.header.players.get(moved.seat.index())?;
    let manners = kit.manners(player.dialect.as_ref()?, player.dialect_options()).ok()?;
    let got = moved.got.as_ref().filter(|_| !manners.transport.is_file())?;
    let line = got.line();
    (!line.contains(&moved.mv)).then(|| screen::one_line(line.trim(), SAID_WIDTH))
}

fn show_talk(said: &[Saying], json: bool) -> Result<ExitCode, Failure> {
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
            let text = text.strip_suffix("\\n").unwrap_or(&text);
            let _ = writeln!(out, "{:>4} {sign} {}", one.ply, screen::clean(text));
        }
    }
    super::print(&out)
}
