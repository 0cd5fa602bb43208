//! A record as a row of scenes: what happened on the way to each position, in words.

use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

use gyoji_core::record::{Bytes, Event, Record, Then};
use gyoji_core::replay::{Saying, transcript};
use gyoji_core::view::Legend;
use gyoji_core::{BadText, Game, Kit, Lang, Moment, Seat, Stepper, Timer};
use gyoji_referee::explain::{self, Board};
use gyoji_words::{Text, replay as words, screen as said};

use super::own_words;
use crate::screen;
use crate::watch::Picture;

/// How wide the bar of the time is.
const BAR: usize = 20;
/// How many lines of one exchange are shown of a program that says a lot.
const MOST_SAID: usize = 60;

/// A position, and the events that led to it from the one before.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) ply: u32,
    events: Range<usize>,
    /// Who has moved.
    seat: Option<Seat>,
    /// What is left on the mover's clock.
    left: Option<Duration>,
    /// Whether a player did something it must not.
    pub(crate) has_fault: bool,
    /// Whether everybody has moved.
    pub(crate) ends_round: bool,
}

/// A recorded game for whoever shows it, whichever game it is.
pub(crate) trait Story {
    fn scenes(&self) -> &[Scene];
    fn legend(&self) -> &Legend;
    /// The position of a scene.
    fn moment(&mut self, scene: usize) -> Moment;
    /// Who plays, as it is known in a scene.
    fn picture(&self, scene: usize) -> Picture;
    /// What led there: the move, its time, what was said with `seat` or else with the mover, and
    /// why it was a fault; and what an explanation marks on the board, which is beside it.
    fn told(&self, scene: usize, seat: Option<Seat>) -> (Vec<String>, Option<Board>);
}

/// A recorded game.
pub(crate) struct Tale<'a, G: Game> {
    record: &'a Record,
    kit: &'a Kit<G>,
    lang: Lang,
    colour: bool,
    name: &'a str,
    start: G,
    scenes: Vec<Scene>,
    /// The game as it stands after so many events.
    stepper: Stepper,
    applied: usize,
    has_undone: bool,
    /// What was said with each seat.
    talk: Vec<Vec<Saying>>,
}

impl<'a, G: Game> Tale<'a, G> {
    /// A record as far as it fits the rules. The error says at which line it does not.
    pub(crate) fn new(
        record: &'a Record,
        kit: &'a Kit<G>,
        lang: Lang,
        colour: bool,
        name: &'a str,
        start: G,
    ) -> (Tale<'a, G>, Result<(), (usize, BadText)>) {
        let talk = |seat| transcript(record, kit, seat).unwrap_or_default();
        let talk = Seat::all(record.header.players.len()).map(talk).collect();
        let (stepper, scenes) = (Stepper::of(start.clone()), Vec::new());
        let has_undone = record.events.iter().any(|event| matches!(event, Event::Undone(_)));
        let mut tale = Tale {
            record,
            kit,
            lang,
            colour,
            name,
            start,
            scenes,
            stepper,
            applied: 0,
            has_undone,
            talk,
        };
        let read = tale.read();
        (tale, read)
    }

    fn read(&mut self) -> Result<(), (usize, BadText)> {
        let mut timers: Vec<Timer> = self.record.header.players.iter().map(Timer::new).collect();
        self.add(0, None, None, false);
        for (index, event) in self.record.events.iter().enumerate() {
            self.stepper.apply(event).map_err(|bad| (index + 2, bad))?;
            self.applied = index + 1;
            for (seat, timer) in Seat::all(timers.len()).zip(&mut timers) {
                timer.on(event, seat);
            }
            match event {
                Event::Moved(moved) => {
                    let timer = timers.get(moved.seat.index());
                    let left = timer.and_then(Timer::on_clock).map(|clock| clock.left);
                    let next = self.stepper.to_move();
                    let ends_round = next.is_none_or(|next| next <= moved.seat);
                    self.add(index + 1, Some(moved.seat), left, ends_round);
                }
                Event::Undone(_) => self.add(index + 1, None, None, true),
                _ => {}
            }
        }
        // What came after the last move: how the game was lost, why it is over.
        let seen = self.scenes.last().map_or(0, |scene| scene.events.end);
        let is_news = |event: &Event| matches!(event, Event::Faulted(_) | Event::Ended(_));
        if self.record.events[seen..].iter().any(is_news) {
            self.add(self.record.events.len(), None, None, true);
        }
        Ok(())
    }

    fn add(&mut self, end: usize, seat: Option<Seat>, left: Option<Duration>, ends_round: bool) {
        let begin = self.scenes.last().map_or(0, |scene| scene.events.end);
        let is_fault = |event: &Event| matches!(event, Event::Faulted(_));
        let has_fault = self.record.events[begin..end].iter().any(is_fault);
        let ply = self.stepper.ply();
        self.scenes.push(Scene { ply, events: begin..end, seat, left, has_fault, ends_round });
    }

    /// The scene in which the game was lost by a fault, or is void by one.
    pub(crate) fn lost_at(&self) -> Option<usize> {
        let is_last = |event: &Event| match event {
            Event::Faulted(fault) => matches!(fault.then, Then::Loses | Then::Void),
            _ => false,
        };
        let event = self.record.events.iter().rposition(is_last)?;
        self.scenes.iter().position(|scene| scene.events.contains(&event))
    }

    fn title(&self, seat: Seat) -> &'static str {
        let lang = self.lang;
        G::SPEC.seats.get(seat.index()).map_or("?", |seat| seat.title.get(lang))
    }

    fn name(&self, seat: Seat) -> String {
        let player = self.record.header.players.get(seat.index());
        player.map_or_else(String::new, |player| screen::name(&player.name))
    }

    /// The move of a scene, and where its time went.
    fn moved(&self, scene: &Scene, out: &mut Vec<String>) {
        let events = &self.record.events[scene.events.clone()];
        let limit = events.iter().rev().find_map(|event| match event {
            Event::Asked(asked) => asked.limit_ns,
            _ => None,
        });
        for event in events {
            let Event::Moved(moved) = event else { continue };
            let title = self.title(moved.seat);
            let mut line = format!("{}. {title} {}", scene.ply, screen::name(&moved.mv));
            if let Some(said) = own_words(self.kit, self.record, moved) {
                let _ = write!(line, "  ({said})");
            }
            if let Some(value) = moved.value {
                let _ = write!(line, "  {}", words::value(value.percent()).get(self.lang));
            }
            out.push(self.bold(&line));
            let player = self.record.header.players.get(moved.seat.index());
            let limit = limit.or_else(|| player?.limit_ns).filter(|_| moved.got.is_some());
            let used = format!("{:.3}", moved.spent.used().as_secs_f64());
            let mut line = match limit.filter(|limit| *limit > 0) {
                Some(limit) => {
                    let share = moved.spent.counted().as_nanos() as f64 / limit as f64;
                    let most = format!("{:.3}", limit as f64 / 1e9);
                    let text =
                        said::time_used(used, most.trim_end_matches('0').trim_end_matches('.'));
                    format!("{}  {}", text.get(self.lang), self.bar(share))
                }
                None => said::time_free(used).get(self.lang).to_owned(),
            };
            if let Some(left) = scene.left {
                let left = words::clock(format!("{:.3}", left.as_secs_f64()));
                let _ = write!(line, "  {}", left.get(self.lang));
            }
            if let (Some(cpu), Some(wait)) = (moved.spent.cpu, moved.spent.wait) {
                let ms = |ns: u64| format!("{:.1}", ns as f64 / 1e6);
                let _ = write!(line, "  {}", words::cpu(ms(cpu), ms(wait)).get(self.lang));
            }
            out.push(line);
        }
    }

    fn bar(&self, share: f64) -> String {
        let filled = ((share * BAR as f64).ceil() as usize).min(BAR);
        let bar = format!("[{}{}]", "#".repeat(filled), "-".repeat(BAR - filled));
        match (self.colour, share) {
            (true, 0.8..) => format!("\x1b[31m{bar}\x1b[0m"),
            (true, 0.5..) => format!("\x1b[33m{bar}\x1b[0m"),
            _ => bar,
        }
    }

    fn bold(&self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn faint(&self, text: &str) -> String {
        if self.colour { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// What was said with a seat, and what it printed beside.
    fn said(&self, scene: &Scene, seat: Seat, out: &mut Vec<String>) {
        let player = self.record.header.players.get(seat.index());
        let name = format!("{} {}", self.title(seat), self.name(seat));
        let mut lines = Vec::new();
        let here = self.talk.get(seat.index()).into_iter().flatten();
        for one in here.filter(|one| scene.events.contains(&one.event) || is_first(scene, one)) {
            for line in one.bytes.split_inclusive(|&byte| byte == b'\n') {
                let text = Bytes::new(line).escaped();
                let text = screen::clean(text.strip_suffix("\\n").unwrap_or(&text)).into_owned();
                lines.push(match one.sent {
                    true => self.faint(&format!("  > {text}")),
                    false => format!("  < {text}"),
                });
            }
        }
        for event in &self.record.events[scene.events.clone()] {
            let stderr = match event {
                Event::Moved(moved) if moved.seat == seat => &moved.stderr,
                _ => continue,
            };
            let shown = stderr.lines().map(|line| screen::clean(line).replace('\t', "    "));
            lines.extend(shown.map(|line| self.faint(&format!("  | {line}"))));
        }
        if lines.is_empty() {
            if player.is_some_and(|player| player.dialect.is_none()) && scene.seat == Some(seat) {
                out.push(self.faint(said::no_talk().get(self.lang)));
            }
            return;
        }
        out.push(said::talk_with(name).get(self.lang).to_owned());
        let more = lines.len().saturating_sub(MOST_SAID);
        lines.truncate(MOST_SAID);
        out.append(&mut lines);
        if more > 0 {
            out.push(format!("  {}", words::more_lines(more).get(self.lang)));
        }
    }
}

/// What is said before anything happens belongs to the start.
fn is_first(scene: &Scene, one: &Saying) -> bool {
    scene.events.is_empty() && scene.events.start == 0 && one.event == 0 && one.ply == 0
}

impl<G: Game> Story for Tale<'_, G> {
    fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    fn legend(&self) -> &Legend {
        self.stepper.legend()
    }

    fn moment(&mut self, scene: usize) -> Moment {
        let Scene { ply, events, .. } = &self.scenes[scene];
        if !self.has_undone {
            return self.stepper.at(*ply).unwrap_or_else(|| self.stepper.now());
        }
        // Positions that were taken back are gone: the game is played again up to there.
        if self.applied > events.end {
            (self.stepper, self.applied) = (Stepper::of(self.start.clone()), 0);
        }
        for event in &self.record.events[self.applied..events.end] {
            if self.stepper.apply(event).is_err() {
                break;
            }
        }
        self.applied = events.end;
        self.stepper.now()
    }

    fn picture(&self, scene: usize) -> Picture {
        let now = &self.scenes[scene];
        let most = self.scenes.iter().map(|scene| scene.ply).max().unwrap_or(0);
        let caption: Text = match now.ply {
            0 => said::at_start(),
            ply => said::move_of(ply, most),
        };
        let mut picture = Picture::new(&self.record.header, caption.get(self.lang).to_owned());
        for event in &self.record.events[..now.events.end] {
            match event {
                Event::Named(named) => picture.name(named.seat, &named.name),
                Event::Faulted(fault) if gyoji_league::is_missed_turn(fault) => {
                    picture.miss(fault.seat);
                }
                Event::Moved(moved) => picture.expects(moved.seat, moved.value),
                Event::Ended(ended) if ended.counts() => picture.end(ended.clone()),
                _ => {}
            }
        }
        picture
    }

    fn told(&self, scene: usize, seat: Option<Seat>) -> (Vec<String>, Option<Board>) {
        let scene = &self.scenes[scene];
        let (mut out, mut marked) = (Vec::new(), None);
        self.moved(scene, &mut out);
        let events = &self.record.events[scene.events.clone()];
        for event in events {
            if let Event::Undone(undone) = event {
                out.push(self.bold(words::undone(undone.plies).get(self.lang)));
            }
        }
        let culprit = events.iter().find_map(|event| match event {
            Event::Faulted(fault) => Some(fault.seat),
            _ => None,
        });
        let is_ended = events.iter().any(|event| matches!(event, Event::Ended(_)));
        if let Some(ended) = self.record.ended().filter(|_| is_ended) {
            out.push(self.bold(&super::result_line::<G>(ended, self.lang, |seat| {
                format!("{} {}", self.title(seat), self.name(seat))
            })));
        }
        for (index, event) in scene.events.clone().zip(events) {
            if !matches!(event, Event::Faulted(_)) {
                continue;
            }
            let context = explain::Context {
                record_name: self.name.to_owned(),
                time_zone: jiff::tz::TimeZone::system(),
                moves_before: 0,
            };
            let style = explain::Style { colour: self.colour };
            if let Some(mut why) = explain::explain(self.record, self.kit, index, &context) {
                if let Some(board) = &mut why.board {
                    board.lines.clear();
                    marked = Some(board.clone());
                }
                out.extend(why.render(self.lang, style).lines().map(str::to_owned));
            }
        }
        // The explanation of a fault has the talk in it.
        match (seat, culprit) {
            (Some(seat), _) => self.said(scene, seat, &mut out),
            (None, Some(_)) => {}
            (None, None) => match scene.seat {
                Some(seat) => self.said(scene, seat, &mut out),
                None => {
                    Seat::all(self.talk.len()).for_each(|seat| self.said(scene, seat, &mut out));
                }
            },
        }
        (out, marked)
    }
}
