//! The game at the moment of the fault, made again from the record.

use std::ops::Range;

use gyoji_core::record::{Event, Fault, Moved, Player, Record, Then};
use gyoji_core::replay::{self, Table};
use gyoji_core::view::Step;
use gyoji_core::{
    Client, Complaint, Deal, Dialect, Flaw, Game, Guess, Heard, Kit, Lang, Lifetime, Text,
    Transport, Turn,
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
/// `dialect` out: the fault is explained as far as it goes.
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
    dialect: Option<Box<dyn Dialect<G>>>,
    client: Option<Box<dyn Client<G>>>,
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
            dialect: player.and_then(|player| dialect(record, kit, fault, player)),
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
        match self.dialect.as_ref()?.read(&self.turn()?, true, line) {
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
            Some(matches!(self.dialect.as_ref()?.read(&turn, true, line), Heard::Move(_)))
        };
        self.read(line).is_some() || before() == Some(true)
    }

    /// What the dialect says is wrong with a line.
    pub(super) fn flaw(&self, line: &str) -> Option<Flaw> {
        self.dialect.as_ref()?.flaw(&self.turn()?, line)
    }

    /// Where the dialect says that the move stands in a line.
    pub(super) fn locate(&self, line: &str) -> Option<Range<usize>> {
        self.dialect.as_ref()?.locate(&self.turn()?, line)
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
        self.dialect.as_ref().map(|dialect| dialect.transport())
    }

    /// What the dialect takes a line to mean.
    pub(super) fn guess(&self, line: &str) -> Option<Guess<G::Move>> {
        self.dialect.as_ref()?.guess(&self.turn()?, line)
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
        self.dialect.as_ref()?.complaint(&self.turn()?, line)
    }

    /// What an answer looks like.
    pub(super) fn expected(&self) -> Option<Text> {
        self.dialect.as_ref().map(|dialect| dialect.expected())
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
        let ready = |event: &Event| matches!(event, Event::Ready(r) if r.seat == self.fault.seat);
        let awaits_ready = self.dialect.as_ref().is_some_and(|dialect| dialect.awaits_ready());
        awaits_ready && self.lives_long() && !self.record.events.iter().take(self.event).any(ready)
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
        self.player.and_then(|player| player.dialect.as_deref()) == Some("plain")
    }

    /// A move as the player should have said it, where we know how.
    pub(super) fn answer(&self, mv: G::Move) -> Option<String> {
        let bare = mv.to_string();
        let numbered = format!("move {} {mv}", self.fault.ply);
        let spoken = self.client.as_ref().map(|client| client.say(mv));
        let dialect = self.dialect.as_ref().zip(self.turn());
        let here = dialect.and_then(|(dialect, turn)| dialect.answer(&turn, mv));
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
        let dialect = self.dialect.as_ref().zip(self.turn());
        let own = dialect.and_then(|(dialect, turn)| dialect.answer(&turn, mv));
        own.unwrap_or_else(|| mv.to_string())
    }

    /// The move that the player's line is, in the player's own words where they are not the
    /// move's own text.
    pub(super) fn said(&self, mv: G::Move) -> String {
        let dialect = self.dialect.as_ref().zip(self.turn());
        match dialect.and_then(|(dialect, turn)| dialect.answer(&turn, mv)) {
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
    let mut table = Table::new(start);
    record.events.iter().take(event).try_for_each(|event| table.apply(event)).ok()?;
    Some(table)
}

/// The player's dialect as far as it reads lines: greeted, and told that the player is ready.
fn dialect<G: Game>(
    record: &Record,
    kit: &Kit<G>,
    fault: &Fault,
    player: &Player,
) -> Option<Box<dyn Dialect<G>>> {
    let (setup, start) = replay::start::<G>(&record.header).ok()?;
    let mut dialect = kit.make_dialect(player.dialect.as_ref()?, player.dialect_options()).ok()?;
    let deal = Deal { seat: fault.seat, start: &start, setup: &setup, limit: player.limit() };
    dialect.hello(&deal, &mut String::new());
    for event in &record.events {
        if let Event::Ready(ready) = event
            && ready.seat == fault.seat
        {
            dialect.ready(&ready.got.line());
        }
    }
    Some(dialect)
}
