//! The turns of players outside: asking, waiting, judging what comes.

use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Ended, Event, FaultKind, HeardLine, Policy, Then, Undone};
use gyoji_core::{Game, Heard, Lifetime, Seat};

use super::late::OpenQuestion;
use super::room::{Sound, text_of};
use super::{EXIT_TIME, Evidence, Flow, LONG_EXIT_TIME, MOST_SILENCES, Match};
use crate::chair::Who;
use crate::wire::{Arrival, Incoming};

/// Whoever was quiet so shortly ago has said nothing before its question.
const QUIET_HOLDS: Duration = Duration::from_micros(100);

/// How a question was settled.
pub(super) enum Settled {
    Moved,
    AskAgain,
}

impl<G: Game> Match<'_, G> {
    /// Asks until there is a move, or the game is over.
    pub(super) fn outside_turn(&mut self, seat: Seat) -> Flow<()> {
        self.ask_for_a_move(seat)
    }

    fn ask_for_a_move(&mut self, seat: Seat) -> Flow<()> {
        loop {
            self.seats[seat.index()].value = None;
            if self.seats[seat.index()].lifetime == Lifetime::PerMove
                && self.start(seat)? == Some(Then::Default)
            {
                self.default_move(seat, None);
                return Ok(());
            }
            let pause = self.pause(seat);
            if let Some(answered) = self.seats[seat.index()].answered.filter(|_| !pause.is_zero()) {
                self.rest(answered + pause);
            }
            self.seats[seat.index()].thaw();
            // A process that lives for one answer has nothing else to say: whatever it prints
            // first is its answer, however early it comes.
            if self.seats[seat.index()].lifetime != Lifetime::PerMove {
                self.drain_unasked(seat)?;
            }
            if let Some(mv) = self.forced(seat) {
                if !self.can_be(mv) {
                    return Ok(());
                }
                let now = Instant::now();
                self.moved(seat, mv, None, self.spent(now, now), String::new());
                return Ok(());
            }
            let question = self.ask(seat);
            let settled = self.settle(seat, &question);
            if self.seats[seat.index()].lifetime == Lifetime::PerMove
                && let Some(wire) = self.seats[seat.index()].wire()
            {
                wire.stop(Duration::ZERO);
            }
            match settled? {
                Settled::Moved => return Ok(()),
                Settled::AskAgain => {}
            }
        }
    }

    /// Lines that came before the question are no answer to it.
    fn drain_unasked(&mut self, seat: Seat) -> Flow<()> {
        if self.seats[seat.index()].is_quiet && self.polled.elapsed() < QUIET_HOLDS {
            return Ok(());
        }
        while !self.seats[seat.index()].closed
            && let Some(said) = self.look_again(seat)
        {
            match said {
                Incoming::Line(got, at) => self.hear_out_of_turn(seat, got, at)?,
                Incoming::Flood(got, at) => self.flood_out_of_turn(seat, got, at)?,
                Incoming::Closed(_) => self.seats[seat.index()].closed = true,
            }
        }
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> OpenQuestion {
        for (index, sitter) in self.seats.iter_mut().enumerate() {
            if index != seat.index() {
                sitter.flush();
            }
        }
        let allowance = self.start_up(seat);
        let is_skipped = self.player(seat).policy == Policy::Skip;
        let is_out = self.is_out(seat);
        let sitter = &mut self.seats[seat.index()];
        // Whoever lives for one answer cannot say something in between.
        let can_return = sitter.lifetime != Lifetime::PerMove;
        let is_idle = is_out || is_skipped && can_return && sitter.silences >= MOST_SILENCES;
        (sitter.is_looked_at, sitter.is_kept) = (false, false);
        let table = &self.table;
        let mut limit =
            sitter.conversation().and_then(|(conversation, _)| conversation.limit(table));
        // A program that says when it is ready has started by now; one that lives for a move
        // starts within its time (seed 000).
        if std::mem::take(&mut sitter.is_new) && sitter.lifetime != Lifetime::PerMove {
            limit = limit.map(|limit| limit + allowance);
        }
        if let Who::Outside { wire, conversation, .. } = &mut sitter.who {
            wire.new_turn();
            conversation.ask(&self.table, &mut sitter.out);
            let is_quick = sitter.metered.is_quick;
            sitter.metered.asked = if is_quick { None } else { wire.usage() };
        }
        let asked = Instant::now();
        sitter.asked = asked;
        self.pulse.start(asked);
        let lost = self.pulse.lost();
        self.seats[seat.index()].flush();
        // Where a question starts a program, it has been sent when that one runs.
        let arrival = self.seats[seat.index()].wire().map(|wire| wire.arrival());
        if arrival == Some(Arrival::Coming) {
            self.await_arrival(seat, Arrival::Coming);
        }
        self.pulse.sent(Instant::now());
        // While it thinks there is time to put that on record.
        self.asked(seat, asked, limit);
        OpenQuestion { asked, limit, lost, is_idle, is_out }
    }

    /// Waits for the answer to a question and deals with it.
    fn settle(&mut self, seat: Seat, question: &OpenQuestion) -> Flow<Settled> {
        loop {
            let sound = match self.seats[seat.index()].closed {
                true => Sound::Said(Incoming::Closed(Instant::now())),
                false => self.listen(seat, question.deadline(self.pulse.lost()))?,
            };
            let said = match sound {
                Sound::Stop => return Err(Ended::aborted(self.seats.len())),
                Sound::Said(said) => said,
                Sound::Silence => match self.look_again(seat) {
                    Some(said) => said,
                    None => {
                        self.pulse.found_nothing();
                        // We were late ourselves: there is time left.
                        if self.is_open(question) {
                            continue;
                        }
                        return self.time_out(seat, question);
                    }
                },
            };
            match said {
                Incoming::Line(got, at) => {
                    if let Some(settled) = self.hear(seat, question, got, at)? {
                        return Ok(settled);
                    }
                }
                Incoming::Flood(got, at) => {
                    let evidence = Evidence { got, ..self.evidence(seat, question, at) };
                    let settled = self.settle_fault(seat, FaultKind::Flood, evidence, None)?;
                    self.hang_up(seat);
                    return Ok(settled);
                }
                Incoming::Closed(at) => {
                    let sitter = &mut self.seats[seat.index()];
                    sitter.closed = true;
                    // Once is enough: it may have closed its output and live on.
                    let wait = match std::mem::replace(&mut sitter.is_parted, true) {
                        true => Duration::ZERO,
                        false => question.limit.map_or(LONG_EXIT_TIME, |limit| {
                            let left = limit.saturating_sub(question.asked.elapsed());
                            left.clamp(EXIT_TIME, LONG_EXIT_TIME)
                        }),
                    };
                    let exit = self.await_exit(seat, wait);
                    let wire = self.seats[seat.index()].wire();
                    let kind = wire.map_or(FaultKind::Crash, |wire| wire.closing_fault());
                    let sitter = &mut self.seats[seat.index()];
                    if let Some(system) = sitter.wire().and_then(|wire| wire.failure()) {
                        return Err(Ended::void(self.seats.len(), system));
                    }
                    let mut evidence = Evidence { exit, ..self.evidence(seat, question, at) };
                    let kind = self.as_held(seat, kind, &mut evidence);
                    let settled = self.settle_fault(seat, kind, evidence, None)?;
                    if self.seats[seat.index()].lifetime != Lifetime::PerMove {
                        self.hang_up(seat); // it may live on, but nobody hears it
                    }
                    return Ok(settled);
                }
            }
        }
    }

    /// What an answer to the question means; `None` if the question still stands.
    pub(super) fn hear(
        &mut self,
        seat: Seat,
        question: &OpenQuestion,
        got: Bytes,
        at: Instant,
    ) -> Flow<Option<Settled>> {
        self.seats[seat.index()].silences = 0;
        let Who::Outside { conversation, .. } = &self.seats[seat.index()].who else {
            return Ok(Some(Settled::Moved));
        };
        let heard = match text_of(&got) {
            Some(line) => conversation.read(&self.table, line),
            None => Heard::Garbage,
        };
        if let Heard::Value(value) = heard {
            self.seats[seat.index()].value = Some(value);
        }
        if !matches!(heard, Heard::Move(_) | Heard::Garbage | Heard::Undo) {
            self.aside(seat, heard, got)?;
            return Ok(None);
        }
        let mut evidence = self.evidence(seat, question, at);
        let kind = match heard {
            Heard::Undo => return Ok(self.undo(seat, got)),
            _ if question.is_late(&evidence.spent) => FaultKind::Time,
            Heard::Move(mv) if self.table.position().is_legal(mv) => {
                self.seats[seat.index()].answered = Some(at);
                let wire = self.seats[seat.index()].wire();
                let stderr = wire.map(|wire| wire.take_stderr()).unwrap_or_default();
                self.moved(seat, mv, Some(got), evidence.spent, stderr);
                return Ok(Some(Settled::Moved));
            }
            Heard::Move(_) => FaultKind::Illegal,
            _ => FaultKind::Format,
        };
        evidence.got = got;
        let meant = match heard {
            Heard::Move(mv) if kind == FaultKind::Illegal => Some(mv),
            _ => None,
        };
        match self.settle_fault(seat, kind, evidence, meant)? {
            Settled::AskAgain if self.is_asked(seat) => Ok(None),
            settled => Ok(Some(settled)),
        }
    }

    /// Puts a fault on record and does what the policy wants.
    pub(super) fn settle_fault(
        &mut self,
        seat: Seat,
        kind: FaultKind,
        evidence: Evidence,
        meant: Option<G::Move>,
    ) -> Flow<Settled> {
        Ok(match self.fault(seat, kind, evidence)? {
            Then::Default => {
                self.default_move(seat, meant);
                Settled::Moved
            }
            _ => {
                self.flush();
                Settled::AskAgain
            }
        })
    }

    fn undo(&mut self, seat: Seat, got: Bytes) -> Option<Settled> {
        let past = self.table.past();
        let mine = past[..past.len() - 1].iter().rev().position(|p| p.to_move() == Some(seat));
        self.emit(&Event::Heard(HeardLine { seat, ply: self.table.ply(), got }));
        let plies = mine? as u32 + 1;
        self.emit(&Event::Undone(Undone { plies }));
        Some(Settled::Moved)
    }

    /// The move the protocol makes for the player, if it has no choice.
    fn forced(&self, seat: Seat) -> Option<G::Move> {
        match &self.seats[seat.index()].who {
            Who::Outside { conversation, .. } => conversation.forced(&self.table),
            Who::Bot(_) => None,
        }
    }

    pub(super) fn pause(&self, seat: Seat) -> Duration {
        match &self.seats[seat.index()].who {
            Who::Outside { conversation, .. } => conversation.pause(),
            Who::Bot(_) => Duration::ZERO,
        }
    }

    fn is_asked(&mut self, seat: Seat) -> bool {
        let conversation = self.seats[seat.index()].conversation();
        conversation.is_some_and(|(conversation, _)| conversation.is_asked())
    }
}
