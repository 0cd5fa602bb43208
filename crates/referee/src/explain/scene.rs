//! The game at the moment of the fault, made again from the record.

use std::ops::Range;

use gyoji_core::record::{Clock, Event, Fault, Moved, Player, Record, Then};
use gyoji_core::replay::{self, Table};
use gyoji_core::view::Step;
use gyoji_core::{
    Client, Complaint, Deal, Dialect, Explain, Flaw, Game, Guess, Heard, Kit, Lang, Lifetime,
    Manners, Text, Timer, Transport, Turn, plain,
};
use gyoji_words::faults as words;

use super::bytes;
use super::language::Language;
use super::render::NAME_WIDTH;

/// How much of a line is repeated where it stands for a move.
const SAID_WIDTH: usize = 40;

/// Everything a diagnosis looks at.
///
/// A record that does not replay, or a dialect the kit does not have, leaves `table` or
/// `speech` out: the fault is explained as far as it goes.
pub(super) struct Scene<'a, G: Game> {
    pub(super) record: &'a Record,
    pub(super) event: usize,
    pub(super) fault: &'a Fault,
    pub(super) player: Option<&'a Player>,
    pub(super) name: String,
    pub(super) language: Language,
    /// What the player said, as a line of text.
    pub(super) line: String,
    table: Option<Table<G>>,
    speech: Option<Speech<G>>,
    client: Option<Box<dyn Client<G>>>,
}

/// The dialect that the player speaks.
struct Speech<G: Game> {
    /// It has greeted, and heard that the player is ready: so far it has to be for reading.
    dialect: Box<dyn Dialect<G>>,
    manners: Manners,
    explain: Box<dyn Explain<G>>,
}

impl<'a, G: Game> Scene<'a, G> {
    pub(super) fn new(record: &'a Record, kit: &Kit<G>, event: usize) -> Option<Scene<'a, G>> {
        let Event::Faulted(fault) = record.events.get(event)? else { return None };
        let player = record.header.players.get(fault.seat.index());
        let name = player.map(|player| player.name.trim()).filter(|name| !name.is_empty());
        Some(Scene {
            record,
            event,
            fault,
            player,
            name: name.map_or_else(|| "?".to_owned(), |name| bytes::tame(name, NAME_WIDTH)),
            language: Language::of(player.map_or("", |player| &player.text)),
            line: fault.got.line().into_owned(),
            table: table(record, event),
            speech: player.and_then(|player| speech(record, kit, fault, player)),
            client: player
                .and_then(|player| Some(kit.dialect(player.dialect.as_ref()?).ok()?.client?())),
        })
    }

    /// What the game calls the player's seat.
    pub(super) fn seat_title(&self) -> Text {
        let seat = G::SPEC.seats.get(self.fault.seat.index());
        seat.map_or_else(|| words::label_seat(self.fault.seat), |seat| seat.title.clone())
    }

    /// The turn at which it happened.
    fn turn(&self) -> Option<Turn<'_, G>> {
        let limit = self.player.and_then(Player::limit);
        self.table.as_ref().map(|table| table.turn(self.fault.seat, limit))
    }

    /// The clock that has run out, how many moves the player had made under it, and what it had
    /// left for this answer, in nanoseconds. None if it was not the clock that cut the answer off.
    pub(super) fn ran_out(&self) -> Option<(Clock, usize, u64)> {
        let player = self.player?;
        let before = &self.record.events[..self.event];
        let left = before.iter().rev().find_map(|event| match event {
            Event::Asked(asked) if asked.seat == self.fault.seat => asked.left_ns,
            _ => None,
        })?;
        let own = |event: &&Event| matches!(event, Event::Moved(m) if m.seat == self.fault.seat);
        let is_cut_off = player.limit_ns.is_none_or(|cap| left <= cap);
        is_cut_off.then_some((player.clock?, before.iter().filter(own).count(), left))
    }

    /// The position at which it happened.
    pub(super) fn position(&self) -> Option<&G> {
        self.table.as_ref().map(Table::position)
    }

    /// The position a number of moves before.
    pub(super) fn position_before(&self, plies: usize) -> Option<&G> {
        let past = self.table.as_ref()?.past();
        past.get(past.len().checked_sub(plies + 1)?)
    }

    /// The player's legal moves, if it was asked for one.
    pub(super) fn legal(&self) -> Vec<G::Move> {
        let asked = self.is_to_move() && !self.fault.unasked && !self.is_greeted_only();
        let position = self.position().filter(|_| asked);
        position.map_or_else(Vec::new, |position| position.moves().collect())
    }

    pub(super) fn is_to_move(&self) -> bool {
        self.position().is_some_and(|position| position.to_move() == Some(self.fault.seat))
    }

    pub(super) fn is_legal(&self, mv: G::Move) -> bool {
        self.is_to_move() && self.position().is_some_and(|position| position.is_legal(mv))
    }

    /// The move that a line would be as an answer.
    pub(super) fn read(&self, line: &str) -> Option<G::Move> {
        if self.is_built_in() {
            return line.parse().ok();
        }
        match self.speech.as_ref()?.dialect.read(&self.turn()?, true, line) {
            Heard::Move(mv) => Some(mv),
            _ => None,
        }
    }

    /// Whether a line is a move as an answer now, or as one to the question before.
    pub(super) fn was_answer(&self, line: &str) -> bool {
        let before = || {
            let answered = self.answers().last()?.ply;
            let mut table = self.table.clone()?;
            table.undo(table.ply().checked_sub(answered)?);
            let turn = table.turn(self.fault.seat, None);
            Some(matches!(self.speech.as_ref()?.dialect.read(&turn, true, line), Heard::Move(_)))
        };
        self.read(line).is_some() || before() == Some(true)
    }

    /// What explains the player's dialect, and the turn at which it does.
    fn explain(&self) -> Option<(&dyn Explain<G>, Turn<'_, G>)> {
        Some((self.speech.as_ref()?.explain.as_ref(), self.turn()?))
    }

    /// What the dialect says is wrong with a line.
    pub(super) fn flaw(&self, line: &str) -> Option<Flaw> {
        let (explain, turn) = self.explain()?;
        explain.flaw(&turn, line)
    }

    /// Where the dialect says that the move stands in a line.
    pub(super) fn locate(&self, line: &str) -> Option<Range<usize>> {
        let (explain, turn) = self.explain()?;
        explain.locate(&turn, line)
    }

    /// Whether the player is run once for each answer, on a file.
    pub(super) fn is_file(&self) -> bool {
        self.transport().is_some_and(Transport::is_file)
    }

    /// How a message for people is printed: on stderr, unless that is read like an answer.
    pub(super) fn aside(&self) -> Text {
        match self.transport() {
            Some(Transport::MergedLines) => words::fix_to_a_file(),
            _ => self.language.to_stderr(),
        }
    }

    fn transport(&self) -> Option<Transport> {
        self.speech.as_ref().map(|speech| speech.manners.transport)
    }

    /// What the dialect takes a line to mean.
    pub(super) fn guess(&self, line: &str) -> Option<Guess<G::Move>> {
        let (explain, turn) = self.explain()?;
        explain.guess(&turn, line)
    }

    /// What the player says is in its way, instead of an answer or before it fell silent.
    pub(super) fn complaint(&self) -> Option<Complaint> {
        let before = self.record.events.iter().take(self.event).rev();
        let silent = self.fault.got.data.is_empty();
        let last = before.take_while(|_| silent).find_map(|event| match event {
            Event::Heard(heard) if heard.seat == self.fault.seat => {
                Some(heard.got.line()).filter(|_| heard.ply == self.fault.ply)
            }
            _ => None,
        });
        let line = last.as_deref().unwrap_or(&self.line);
        let (explain, turn) = self.explain()?;
        explain.complaint(&turn, self.is_ready(), line)
    }

    /// The last line that came after the question and did not answer it.
    pub(super) fn heard_since_asked(&self) -> Option<String> {
        let before = self.record.events.iter().take(self.event).rev();
        let since = before.take_while(|event| !matches!(event, Event::Asked(_) | Event::Moved(_)));
        let mut heard = since.filter_map(|event| match event {
            Event::Heard(heard) if heard.seat == self.fault.seat => Some(heard.got.line()),
            _ => None,
        });
        heard.next().map(|line| line.into_owned())
    }

    /// What an answer looks like.
    pub(super) fn expected(&self) -> Option<Text> {
        self.speech.as_ref().map(|speech| speech.explain.expected())
    }

    /// Whether the player is one of our own bots.
    pub(super) fn is_built_in(&self) -> bool {
        self.player.is_some_and(|player| player.dialect.is_none())
    }

    /// Whether its process lives for more than one answer.
    pub(super) fn lives_long(&self) -> bool {
        self.player.and_then(|player| player.lifetime) != Some(Lifetime::PerMove)
    }

    /// Whether the process that the fault is about had answered before.
    pub(super) fn has_answered(&self) -> bool {
        self.lives_long() && !self.answers().is_empty()
    }

    /// Whether its program may still have been starting: nothing has been heard from it yet.
    pub(super) fn is_starting(&self) -> bool {
        let mut before = self.record.events.iter().take(self.event);
        !before.any(|event| event.got_from(self.fault.seat).is_some())
    }

    /// What the program has printed to stderr: it is on record once, with the first of its
    /// faults that it belongs to.
    pub(super) fn stderr(&self) -> &'a str {
        let before = self.record.events.iter().take(self.event).rev();
        let mut faults = before.filter_map(|event| match event {
            Event::Faulted(fault) if fault.seat == self.fault.seat => Some(fault.stderr.as_str()),
            _ => None,
        });
        match self.fault.stderr.as_str() {
            "" if self.lives_long() => faults.find(|text| !text.is_empty()).unwrap_or_default(),
            stderr => stderr,
        }
    }

    /// Whether the player has yet to say that it is ready.
    pub(super) fn is_greeted_only(&self) -> bool {
        let awaits_ready = self.speech.as_ref().is_some_and(|it| it.manners.awaits_ready());
        awaits_ready && self.lives_long() && !self.is_ready()
    }

    /// Whether the player had said that it is ready.
    fn is_ready(&self) -> bool {
        let ready = |event: &Event| matches!(event, Event::Ready(r) if r.seat == self.fault.seat);
        self.record.events.iter().take(self.event).any(ready)
    }

    /// Which move it is about, from 1: to whoever spoke unasked, the one it had made.
    pub(super) fn move_number(&self) -> u32 {
        let answered = self.answers().last().map(|moved| moved.ply);
        let ply = answered.filter(|_| self.fault.unasked).unwrap_or(self.fault.ply);
        ply.saturating_add(1)
    }

    /// The number of the player's faults, this one included.
    pub(super) fn faults(&self) -> usize {
        let own = |event: &&Event| matches!(event, Event::Faulted(f) if f.seat == self.fault.seat);
        self.record.events.iter().take(self.event + 1).filter(own).count()
    }

    /// Whether the player speaks the plain protocol.
    pub(super) fn is_plain(&self) -> bool {
        self.player.and_then(|player| player.dialect.as_deref()) == Some(plain::NAME)
    }

    /// A move as the player should have said it, where we know how.
    pub(super) fn answer(&self, mv: G::Move) -> Option<String> {
        let bare = mv.to_string();
        let numbered = format!("move {} {mv}", self.fault.ply);
        let spoken = self.client.as_ref().map(|client| client.say(mv));
        let here = self.own_answer(mv);
        let forms = [here, Some(bare), Some(numbered), spoken].into_iter().flatten();
        forms.into_iter().find(|answer| self.read(answer) == Some(mv))
    }

    /// A move as its dialect says it, if `why` names a square of it and the dialect would call that
    /// square something else.
    pub(super) fn foreign(&self, mv: G::Move, why: &Text) -> Option<String> {
        let position = self.position()?;
        let view = position.view();
        let is_named = |step: &Step| {
            let name = step.cell().map(|(col, row)| view.name_cell(col, row));
            name.is_some_and(|name| why.get(Lang::En).contains(name.get(Lang::En)))
        };
        let own = self.written(mv);
        (!own.contains(&mv.to_string()) && position.steps(mv).iter().any(is_named)).then_some(own)
    }

    /// A move as the player itself writes it, in its own view and counted its own way.
    pub(super) fn written(&self, mv: G::Move) -> String {
        self.own_answer(mv).unwrap_or_else(|| mv.to_string())
    }

    /// The line with which its dialect says a move, where that is not the move's own text.
    fn own_answer(&self, mv: G::Move) -> Option<String> {
        let (explain, turn) = self.explain()?;
        explain.answer(&turn, mv)
    }

    /// The move that the player's line is, in the player's own words where they are not the
    /// move's own text.
    pub(super) fn said(&self, mv: G::Move) -> String {
        match self.own_answer(mv) {
            Some(_) => bytes::tame(self.line.trim(), SAID_WIDTH),
            None => mv.to_string(),
        }
    }

    /// The move that was made for the player because of the fault.
    pub(super) fn instead(&self) -> Option<G::Move> {
        let after = self.record.events.iter().skip(self.event + 1);
        let mut moves = after.filter_map(|event| match event {
            Event::Moved(moved) if moved.seat == self.fault.seat => Some(moved),
            _ => None,
        });
        let moved = moves.next().filter(|moved| moved.ply == self.fault.ply)?;
        moved.mv.parse().ok().filter(|_| self.fault.then == Then::Default)
    }

    /// The answer that came after all, when its time was up and it did not count any more.
    pub(super) fn came_later(&self) -> Option<String> {
        let seat = self.fault.seat;
        let after = self.record.events.iter().skip(self.event + 1);
        let answered =
            |event: &&Event| matches!(event, Event::Moved(m) if m.seat == seat && m.got.is_some());
        let mut heard =
            after.take_while(|event| !answered(event)).filter_map(|event| match event {
                Event::Heard(heard) if heard.seat == seat => Some(heard.got.line().into_owned()),
                _ => None,
            });
        heard.find(|line| self.read(line).is_some())
    }

    /// The player's answers before, oldest first.
    pub(super) fn answers(&self) -> Vec<&'a Moved> {
        let before = self.record.events.iter().take(self.event);
        let own = before.filter_map(|event| match event {
            Event::Moved(moved) if moved.seat == self.fault.seat && moved.got.is_some() => {
                Some(moved)
            }
            _ => None,
        });
        own.collect()
    }
}

fn table<G: Game>(record: &Record, event: usize) -> Option<Table<G>> {
    let (_, start) = replay::start(&record.header).ok()?;
    let mut table = Table::timed(start, &record.header.players);
    record.events.iter().take(event).try_for_each(|event| table.apply(event)).ok()?;
    Some(table)
}

/// The player's dialect as far as it reads lines, and what explains it.
fn speech<G: Game>(
    record: &Record,
    kit: &Kit<G>,
    fault: &Fault,
    player: &Player,
) -> Option<Speech<G>> {
    let (setup, start) = replay::start::<G>(&record.header).ok()?;
    let name = player.dialect.as_ref()?;
    let mut dialect = kit.make_dialect(name, player.dialect_options()).ok()?;
    let manners = kit.manners(name, player.dialect_options()).ok()?;
    let (limit, clock) = (Timer::new(player).limit(), player.clock);
    let deal = Deal { seat: fault.seat, start: &start, setup: &setup, limit, clock };
    let explain = kit.make_explain(name, player.dialect_options(), &deal).ok()?;
    dialect.hello(&deal, &mut String::new());
    for event in &record.events {
        if let Event::Ready(ready) = event
            && ready.seat == fault.seat
        {
            dialect.ready(&ready.got.line());
        }
    }
    Some(Speech { dialect, manners, explain })
}
