//! Listening to everybody at the table at once, in the match's own thread.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Ended, Event, Exit, FaultKind, HeardLine, Named, Policy, Said};
use gyoji_core::{Game, Heard, Lifetime, Seat};

use super::{Evidence, Flow, Match};
use crate::chair::{Sitter, Who};
use crate::wire::{Arrival, Incoming, Interest, NoStart};

/// A wait that lasts longer than this is a pause, and an answer that takes longer is not quick.
pub(super) const PAUSE: Duration = Duration::from_millis(1);
/// How long somebody is waited for at first who has just answered quickly, and has much time: a
/// wait that ends before the clock of the system ticks costs as much as everything else.
const TICKS: Duration = Duration::from_millis(5);
/// Whoever has at least this much time for an answer has much.
const MUCH: Duration = Duration::from_secs(1);
/// How often a long wait looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(100);
/// How often one for somebody who is coming does: not everybody who comes can be heard coming.
const AT_THE_DOOR: Duration = Duration::from_millis(20);

/// What listening came to.
pub(super) enum Sound {
    /// The seat that was listened for said something.
    Said(Incoming),
    /// The time is up.
    Silence,
    /// Somebody wants the match to stop.
    Stop,
}

impl<G: Game> Match<'_, G> {
    /// Waits until `seat` says something, or `until`. Whoever else speaks is dealt with here.
    pub(super) fn listen(&mut self, seat: Seat, until: Option<Instant>) -> Flow<Sound> {
        let is_quick = self.seats[seat.index()].metered.is_quick;
        let now = self.pulse.awake();
        let has_time = until.is_none_or(|until| until.saturating_duration_since(now) >= MUCH);
        let mut glance = if is_quick && has_time { TICKS } else { PAUSE };
        let mut is_pause = false;
        loop {
            if let Some(said) = self.seats[seat.index()].wire().and_then(|wire| wire.take()) {
                return Ok(Sound::Said(said));
            }
            if std::mem::take(&mut is_pause) {
                self.watch.idle();
                glance = GLANCE;
                self.look_closely(seat);
            }
            self.hear_others(seat)?;
            let now = Instant::now();
            self.pulse.beat_now(now);
            if self.stop.load(Ordering::Relaxed) {
                return Ok(Sound::Stop);
            }
            if until.is_some_and(|until| now >= until) {
                return Ok(Sound::Silence);
            }
            let next = now + glance;
            let Some(woke) = self.pump(now, until.map_or(next, |until| until.min(next))) else {
                return Ok(Sound::Silence); // nobody is left who could say anything
            };
            is_pause = woke >= next;
        }
    }

    /// Somebody takes its time: from now on it is known what keeps it.
    fn look_closely(&mut self, seat: Seat) {
        let sitter = &mut self.seats[seat.index()];
        if !std::mem::replace(&mut sitter.is_looked_at, true)
            && let Some(wire) = sitter.wire()
        {
            wire.glance();
            let usage = wire.usage();
            sitter.metered.reconstruct(usage, sitter.asked.elapsed());
        }
    }

    /// Waits until somebody who has just spoken can hear again. What arrives meanwhile is dealt
    /// with when its turn comes.
    pub(super) fn rest(&mut self, until: Instant) {
        let mut now = Instant::now();
        while now < until && !self.stop.load(Ordering::Relaxed) {
            let Some(woke) = self.pump(now, until.min(now + GLANCE)) else {
                return; // nobody is there
            };
            now = woke;
        }
    }

    /// Waits until somebody is there who was asked to be.
    pub(super) fn await_arrival(&mut self, seat: Seat, mut arrival: Arrival) -> Arrival {
        while arrival == Arrival::Coming {
            if self.stop.load(Ordering::Relaxed) {
                return Arrival::Failed(NoStart::Stopped);
            }
            let now = Instant::now();
            self.wait(now, now + AT_THE_DOOR, false);
            let Some(wire) = self.seats[seat.index()].wire() else { break };
            arrival = wire.arrival();
        }
        arrival
    }

    /// How a program has ended whose stream has, waiting a moment for that.
    pub(super) fn await_exit(&mut self, seat: Seat, wait: Duration) -> Option<Exit> {
        let mut now = Instant::now();
        let until = now + wait;
        loop {
            let wire = self.seats[seat.index()].wire()?;
            let exit = wire.exit();
            let is_over = now >= until || !wire.may_exit() || self.stop.load(Ordering::Relaxed);
            if exit.is_some() || is_over {
                return exit;
            }
            self.wait(now, until.min(now + GLANCE), false);
            now = Instant::now();
        }
    }

    /// Waits until everybody is gone who was told to leave, or takes too long: whoever plays next
    /// shall have the machine for itself.
    pub(super) fn await_leaving(&mut self) {
        let is_leaving =
            |sitter: &mut Sitter<'_, G>| sitter.wire().is_some_and(|wire| wire.is_leaving());
        while self.seats.iter_mut().any(is_leaving) && !self.stop.load(Ordering::Relaxed) {
            let now = Instant::now();
            self.wait(now, now + AT_THE_DOOR, false);
        }
    }

    /// Listens to all wires and reads what is there; it is `now`. Says when it woke up, or nothing
    /// if there is no wire to listen to.
    fn pump(&mut self, now: Instant, until: Instant) -> Option<Instant> {
        self.wait(now, until, true)
    }

    /// The same, whether we are in a hurry or not.
    fn wait(&mut self, now: Instant, until: Instant, in_a_hurry: bool) -> Option<Instant> {
        let mut interest = Interest::new();
        let mut ends = [0; gyoji_core::MAX_SEATS];
        for (sitter, end) in self.seats.iter().zip(&mut ends) {
            if let Who::Outside { wire, .. } = &sitter.who {
                wire.watch(&mut interest);
            }
            *end = interest.len();
        }
        if in_a_hurry && interest.len() == 0 {
            return None;
        }
        interest.wait(now, until);
        let woke = Instant::now();
        if in_a_hurry {
            self.pulse.beat(until, woke);
        }
        self.polled = woke;
        let mut start = 0;
        let ready = ends.map(|end| interest.ready(std::mem::replace(&mut start, end), end));
        drop(interest);
        for (sitter, ready) in self.seats.iter_mut().zip(ready) {
            sitter.is_quiet = !ready.any();
            if ready.any()
                && let Some(wire) = sitter.wire()
            {
                wire.pump_ready(ready, woke);
            }
        }
        Some(woke)
    }

    /// Looks once more at a wire, without waiting.
    pub(super) fn look_again(&mut self, seat: Seat) -> Option<Incoming> {
        let wire = self.seats[seat.index()].wire()?;
        wire.look();
        wire.take()
    }

    /// Deals with what those who are not to move have said.
    pub(super) fn hear_others(&mut self, but: Seat) -> Flow<()> {
        for seat in Seat::all(self.seats.len()).filter(|seat| *seat != but) {
            // Whoever has yet to say that it is ready will be listened to for that.
            if self.seats[seat.index()].awaited {
                continue;
            }
            // Whoever was hung up on is not heard any more, whatever is still on the wire.
            while !self.seats[seat.index()].closed
                && let Some(said) = self.seats[seat.index()].wire().and_then(|wire| wire.take())
            {
                match said {
                    Incoming::Line(got, at) => self.hear_out_of_turn(seat, got, at)?,
                    Incoming::Flood(got, at) => self.flood_out_of_turn(seat, got, at)?,
                    Incoming::Closed(at) => self.left_out_of_turn(seat, at)?,
                }
            }
        }
        self.flush();
        Ok(())
    }

    /// A seat that has not been asked prints too much: it is not listened to any more.
    pub(super) fn flood_out_of_turn(&mut self, seat: Seat, got: Bytes, at: Instant) -> Flow<()> {
        let spent = self.spent(at, at);
        let evidence = Evidence { got, spent, unasked: true, ..Evidence::default() };
        self.fault(seat, FaultKind::Flood, evidence)?;
        self.hang_up(seat);
        Ok(())
    }

    /// Does without a player for the rest of the game.
    pub(super) fn hang_up(&mut self, seat: Seat) {
        let sitter = &mut self.seats[seat.index()];
        sitter.closed = true;
        if let Some(wire) = sitter.wire() {
            wire.stop(Duration::ZERO);
        }
    }

    /// A line from a seat that has not been asked.
    pub(super) fn hear_out_of_turn(&mut self, seat: Seat, got: Bytes, at: Instant) -> Flow<()> {
        let Who::Outside { conversation, .. } = &self.seats[seat.index()].who else {
            return Ok(());
        };
        let heard = match text_of(&got) {
            Some(line) => conversation.read(&self.table, line),
            None => Heard::Garbage,
        };
        self.seats[seat.index()].silences = 0;
        match heard {
            // A process that stayed is still busy with the last game.
            Heard::Garbage if self.seats[seat.index()].is_kept => self.note(seat, got),
            Heard::Garbage => {
                let spent = self.spent(at, at);
                let evidence = Evidence { got, spent, unasked: true, ..Evidence::default() };
                self.fault(seat, FaultKind::Format, evidence)?;
            }
            _ => self.aside(seat, heard, got)?,
        }
        Ok(())
    }

    /// Something a player said that is neither a move nor a fault.
    pub(super) fn aside(&mut self, seat: Seat, heard: Heard<G::Move>, got: Bytes) -> Flow<()> {
        let leaves = heard == Heard::Quit;
        // There is no end to what somebody may say; the record and the others are spared it.
        if !leaves && !self.seats[seat.index()].allowance.takes(got.data.len()) {
            return Ok(());
        }
        self.emit(&match heard {
            Heard::Say(text) => Event::Said(Said { seat, text, got }),
            Heard::Name(name) => Event::Named(Named { seat, name, got }),
            _ => Event::Heard(HeardLine { seat, ply: self.table.ply(), got }),
        });
        self.flush();
        match leaves {
            true => Err(Ended::lost(seat, self.seats.len(), Ended::RESIGNED, None)),
            false => Ok(()),
        }
    }

    /// Whoever ends the game before the first move may do so before the others have been heard:
    /// the names they have given by then count all the same. Nothing else they have said matters
    /// any more, unless they stay for another game.
    pub(super) fn hear_names(&mut self) {
        if self.table.ply() > 0 {
            return;
        }
        for seat in Seat::all(self.seats.len()) {
            if self.player(seat).lifetime != Some(Lifetime::PerGame) {
                continue;
            }
            while let Some(said) = self.look_again(seat) {
                let Incoming::Line(got, _) = said else { continue };
                let Who::Outside { conversation, .. } = &self.seats[seat.index()].who else {
                    break;
                };
                let heard = text_of(&got).map(|line| conversation.read(&self.table, line));
                if let Some(Heard::Name(name)) = heard {
                    self.emit(&Event::Named(Named { seat, name, got }));
                }
            }
        }
    }

    /// A player has left although it is not its turn. Whether that matters now or only when it
    /// would have to answer depends on whether it was a program or a peer, and on the policy.
    fn left_out_of_turn(&mut self, seat: Seat, at: Instant) -> Flow<()> {
        let policy = self.player(seat).policy;
        let sitter = &mut self.seats[seat.index()];
        sitter.closed = true;
        let kind = sitter.wire().map(|wire| wire.closing_fault());
        let ends_it = matches!(policy, Policy::Forfeit | Policy::Retry);
        if ends_it && kind == Some(FaultKind::Disconnected) {
            let evidence =
                Evidence { spent: self.spent(at, at), unasked: true, ..Evidence::default() };
            self.fault(seat, FaultKind::Disconnected, evidence)?;
        }
        Ok(())
    }
}

/// A line without its end, if it is text: UTF-8 with no control characters but tabs.
pub(super) fn text_of(got: &Bytes) -> Option<&str> {
    let line = std::str::from_utf8(&got.data).ok()?;
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let is_plain = line.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t'));
    (is_plain || !line.chars().any(|c| c.is_control() && c != '\t')).then_some(line)
}
