//! `gyoji replay`: a recorded game on the screen, or with a program put into it.
//!
//! A record may come from anybody. Whatever is in it, nothing here may panic, and none of its
//! words may reach the terminal as they are: see [`screen`].

mod guest;

use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use gyoji_core::record::{Bytes, Ended, Event, Fault, FaultKind, Moved, Record, Then};
use gyoji_core::replay::{start, transcript};
use gyoji_core::view::{Style, draw};
use gyoji_core::{BadText, Game, Kit, Lang, Moment, Seat, Stepper, Timer, Visitor};
use gyoji_league::Trouble;
use gyoji_page::{GameDocument, Show, replay_page};
use gyoji_referee::{explain, no_winner};
use gyoji_store::{Found, Location, Store};
use gyoji_words::replay as words;
use serde_json::{Value, json};

use super::matches::{ending, fault_word};
use crate::args;
use crate::failure::{Failure, quoted};
use crate::players::parse_seat;
use crate::replace::replace;
use crate::screen;
use gyoji_page::explained;

/// How many faults of one player and one kind that cost nobody the game are explained before the
/// rest is only counted.
const MOST_EXPLAINED: usize = 3;
/// How much is shown of what a player wrote.
const SAID_WIDTH: usize = 60;
/// How many lines of a player's stderr are shown beside a move, and how wide.
const STDERR_LINES: usize = 8;
const STDERR_WIDTH: usize = 200;
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
            return show_talk(&said, args.json);
        }
        let (_, start) = start::<G>(&record.header).map_err(|error| bad((1, error)))?;
        if args.with.is_some() {
            return guest::put_in(&record, kit, args, lang, start, bad);
        }
        let stepper = Stepper::of(start);
        let mut pages =
            Pages { record: &record, kit, args, lang, name, stepper, pages: Vec::new() };
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
        let is_wanted = self.args.ply.is_none_or(|wanted| wanted == ply);
        let shown = is_wanted.then(|| self.show(moment));
        self.pages.push(Page { ply, text, shown });
    }

    fn show(&self, moment: &Moment) -> Shown {
        if self.args.json {
            return Shown::Json(json!(moment));
        }
        let style = Style {
            colour: super::colour(&std::io::stdout()),
            glyphs: self.args.glyphs.into(),
            targets: &[],
            last: &moment.last_cells(),
        };
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
        let Some(ply) = self.args.ply else { return Ok(self.pages.iter().collect()) };
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
        let why = screen::one_line(ending::<G>(ended).get(self.lang), ENDING_WIDTH);
        let result = match ended.winner() {
            _ if ended.why == Ended::VOID => words::void(),
            _ if !ended.counts() => words::stopped(),
            Some(seat) => words::wins(self.name_of(seat)),
            None => no_winner(ended, self.lang, |seat| self.name_of(seat)),
        };
        if !ended.counts() {
            return format!("\n{}  ({why})\n", result.get(self.lang));
        }
        let points: Vec<String> = ended.points.iter().map(i32::to_string).collect();
        let points = screen::name(&points.join(" - "));
        format!("\n{}  ({points}, {why})\n", result.get(self.lang))
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

/// What a program wrote for a move, where the move is not to be seen in it: in its own view, or
/// counted its own way.
fn own_words<G: Game>(kit: &Kit<G>, record: &Record, moved: &Moved) -> Option<String> {
    let player = record.header.players.get(moved.seat.index())?;
    let manners = kit.manners(player.dialect.as_ref()?, player.dialect_options()).ok()?;
    let got = moved.got.as_ref().filter(|_| !manners.transport.is_file())?;
    let line = got.line();
    (!line.contains(&moved.mv)).then(|| screen::one_line(line.trim(), SAID_WIDTH))
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
            let text = text.strip_suffix("\\n").unwrap_or(&text);
            let _ = writeln!(out, "{:>4} {sign} {}", one.ply, screen::clean(text));
        }
    }
    super::print(&out)
}
