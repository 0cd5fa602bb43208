//! The beginning: everybody is started and greeted, and says that it is ready.

use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Ended, Event, FaultKind, HeardLine, Ready, Spent, Then};
use gyoji_core::{Game, Heard, Lifetime, Seat};

use super::room::{Sound, text_of};
use super::{EXIT_TIME, Evidence, Flow, MARGIN, Match};
use crate::chair::{Greeted, Metered, Sitter, Who};
use crate::wire::{Arrival, Incoming, NoStart, Presence};

/// The time a program has to come up, if the plan says nothing.
const START_UP: Duration = Duration::from_secs(10);
/// How many times its allowance a program that others keep from running is waited for.
const PATIENCE: u32 = 5;
/// How long a line is, at most, by which somebody says that it is ready.
const LONGEST_READY: usize = 80;
/// How often one that should be there is looked at.
const AGAIN: Duration = Duration::from_millis(100);

impl<G: Game> Match<'_, G> {
    /// Starts everybody, greets them, and waits until they are ready.
    pub(super) fn begin(&mut self) -> Flow<()> {
        let started = self.start_all();
        self.pulse.start(Instant::now());
        // Even if somebody did not come: a record that ends here says what was sent to whom.
        for seat in Seat::all(self.seats.len()) {
            self.greet(seat);
        }
        started?;
        for seat in Seat::all(self.seats.len()) {
            if self.seats[seat.index()].awaited {
                self.await_ready(seat)?;
                self.seats[seat.index()].awaited = false;
            }
        }
        self.recall_names();
        if !self.is_resumed {
            self.emit(&Event::Begun {});
        }
        // What was said while waiting, a name perhaps, counts from the first moment on.
        for sitter in &mut self.seats {
            if let Some(wire) = sitter.wire() {
                wire.look();
            }
        }
        if let Some(first) = self.table.to_move() {
            self.hear_others(first)?;
        }
        self.flush();
        for seat in Seat::all(self.seats.len()) {
            self.freeze(seat);
        }
        Ok(())
    }

    /// Starts everybody who stays for more than an answer: all at once, but for those who have
    /// yet to come. They are waited for before anybody's clock runs.
    fn start_all(&mut self) -> Flow<()> {
        let stays = |sitter: &Sitter<'_, G>| sitter.lifetime != Lifetime::PerMove;
        let staying = Seat::all(self.seats.len()).filter(|seat| stays(&self.seats[seat.index()]));
        let (awaited, others): (Vec<Seat>, Vec<Seat>) = staying.partition(|seat| {
            let who = &self.seats[seat.index()].who;
            matches!(who, Who::Outside { wire, .. } if wire.awaits_somebody())
        });
        for seat in awaited {
            self.rest(Instant::now() + self.pause(seat));
            self.start(seat)?;
        }
        let mut coming = Vec::new();
        for seat in others {
            self.rest(Instant::now() + self.pause(seat));
            coming.push((seat, self.summon(seat)));
        }
        for (seat, arrival) in coming {
            self.receive(seat, arrival)?;
        }
        Ok(())
    }

    /// Makes sure somebody is there; else what comes of the fault.
    pub(super) fn start(&mut self, seat: Seat) -> Flow<Option<Then>> {
        let arrival = self.summon(seat);
        self.receive(seat, arrival)
    }

    fn summon(&mut self, seat: Seat) -> Arrival {
        let sitter = &mut self.seats[seat.index()];
        let keep = sitter.conversation().is_some_and(|(words, _)| words.speaks_first());
        sitter.wire().map_or(Arrival::Up(Presence::Here), |wire| wire.start(keep))
    }

    /// Waits for somebody who was summoned.
    fn receive(&mut self, seat: Seat, arrival: Arrival) -> Flow<Option<Then>> {
        let arrival = self.await_arrival(seat, arrival);
        let seats = self.seats.len();
        let sitter = &mut self.seats[seat.index()];
        match arrival {
            Arrival::Up(presence) => {
                sitter.is_new = presence == Presence::New;
                sitter.is_kept = presence == Presence::Stayed;
                sitter.metered = Metered::default();
                if presence != Presence::Stayed {
                    sitter.forget_name();
                }
                sitter.closed = false;
                sitter.is_parted = false;
                Ok(None)
            }
            Arrival::Coming | Arrival::Failed(NoStart::Stopped) => Err(Ended::aborted(seats)),
            Arrival::Failed(NoStart::Trouble(system)) => Err(Ended::void(seats, system)),
            Arrival::Failed(NoStart::Player(system)) => {
                sitter.closed = true;
                let spent = self.spent(Instant::now(), Instant::now());
                let evidence = Evidence { system, spent, ..Evidence::default() };
                self.fault(seat, FaultKind::Start, evidence).map(Some)
            }
        }
    }

    /// Tells a player of the game. Its time to come up runs from here.
    fn greet(&mut self, seat: Seat) {
        self.pulse.beat_now(Instant::now());
        let lost = self.pulse.lost();
        let sitter = &mut self.seats[seat.index()];
        if let Some((conversation, out)) = sitter.conversation() {
            conversation.begin(out);
        }
        let ready = sitter.conversation().is_none_or(|(words, _)| !words.awaits_ready());
        sitter.awaited = !ready;
        sitter.greeted = Greeted::now(lost);
        sitter.flush();
    }

    fn await_ready(&mut self, seat: Seat) -> Flow<()> {
        let allowance = self.start_up(seat);
        self.seats[seat.index()].is_looked_at = false;
        loop {
            if self.seats[seat.index()].closed {
                return Ok(()); // it did not come up, and that is on record
            }
            let Greeted { at: asked, lost } = self.seats[seat.index()].greeted;
            let until = asked + allowance + (self.pulse.lost() - lost);
            let mut sound = self.listen(seat, Some(until))?;
            if matches!(sound, Sound::Silence)
                && let Some(said) = self.look_again(seat)
            {
                sound = Sound::Said(said);
            }
            let now = Instant::now();
            let stall = (self.pulse.lost_before_reading() - lost).as_nanos() as u64;
            let spent = Spent { stall, ..self.spent(asked, now) };
            let mut evidence = Evidence { spent, limit: Some(allowance), ..Evidence::default() };
            let kind = match sound {
                Sound::Stop => return Err(Ended::aborted(self.seats.len())),
                Sound::Silence => {
                    evidence.spent.delay = self.delay_of(seat);
                    let is_excused = evidence.spent.counted() <= allowance;
                    if is_excused && spent.used() < allowance * PATIENCE {
                        self.rest(now + AGAIN);
                        continue;
                    }
                    evidence.machine = is_excused;
                    FaultKind::Start
                }
                Sound::Said(Incoming::Line(got, at)) => {
                    let spent = Spent { stall, ..self.spent(asked, at) };
                    let Who::Outside { conversation, .. } = &self.seats[seat.index()].who else {
                        return Ok(());
                    };
                    let line = text_of(&got);
                    match line.map(|line| conversation.read(&self.table, line)) {
                        Some(Heard::Ready) if spent.counted() > allowance + MARGIN => {
                            evidence = Evidence { got, spent, ..evidence };
                            evidence.spent.delay = self.delay_of(seat);
                            if evidence.spent.counted() > allowance + MARGIN {
                                return self.fault(seat, FaultKind::Start, evidence).map(drop);
                            }
                            return self.is_ready(seat, evidence);
                        }
                        Some(Heard::Ready) => {
                            return self.is_ready(seat, Evidence { got, spent, ..evidence });
                        }
                        // What somebody who stayed says before it is ready was about the last game.
                        heard
                            if self.seats[seat.index()].is_kept
                                || matches!(heard, Some(Heard::Note | Heard::Stale)) =>
                        {
                            let is_ready =
                                |end: &str| conversation.read(&self.table, end) == Heard::Ready;
                            if heard == Some(Heard::Garbage)
                                && let Some(start) = line.and_then(|line| end_that(is_ready, line))
                            {
                                let (before, got) = got.split_at(start);
                                self.note(seat, before);
                                return self.is_ready(seat, Evidence { got, spent, ..evidence });
                            }
                            self.note(seat, got);
                            continue;
                        }
                        _ => evidence.got = got,
                    }
                    FaultKind::Format
                }
                Sound::Said(Incoming::Flood(got, _)) => {
                    evidence.got = got;
                    FaultKind::Flood
                }
                // It has left after its last game, which is no fault.
                Sound::Said(Incoming::Closed(_)) if !self.seats[seat.index()].is_new => {
                    self.start(seat)?;
                    self.seats[seat.index()].is_new = true;
                    self.greet(seat);
                    continue;
                }
                Sound::Said(Incoming::Closed(_)) => {
                    self.seats[seat.index()].closed = true;
                    evidence.exit = self.await_exit(seat, EXIT_TIME);
                    self.as_held(seat, FaultKind::Start, &mut evidence)
                }
            };
            match self.fault(seat, kind, evidence)? {
                Then::Again => self.flush(),
                _ => {
                    if kind == FaultKind::Flood {
                        self.hang_up(seat);
                    }
                    return Ok(());
                }
            }
        }
    }

    fn is_ready(&mut self, seat: Seat, evidence: Evidence) -> Flow<()> {
        let sitter = &mut self.seats[seat.index()];
        (sitter.is_new, sitter.is_kept) = (false, false);
        let Evidence { got, spent, .. } = evidence;
        self.emit(&Event::Ready(Ready { seat, got, spent }));
        Ok(())
    }

    /// Puts words on record that mean nothing now, as long as there is room for them.
    pub(super) fn note(&mut self, seat: Seat, got: Bytes) {
        if self.seats[seat.index()].allowance.takes(got.data.len()) {
            self.emit(&Event::Heard(HeardLine { seat, ply: self.table.ply(), got }));
        }
    }

    pub(super) fn start_up(&self, seat: Seat) -> Duration {
        self.player(seat).start_up_ns.map_or(START_UP, Duration::from_nanos)
    }

    /// How long others have kept a player from running, as a look at it shows.
    fn delay_of(&mut self, seat: Seat) -> u64 {
        let wire = self.seats[seat.index()].wire();
        let strain = wire.and_then(|wire| {
            wire.glance();
            wire.strain()
        });
        strain.map_or(0, |strain| strain.delay)
    }
}

/// Where the end of a line begins that means something by itself: before it stands what was left
/// of an unfinished line.
fn end_that(is_meant: impl Fn(&str) -> bool, line: &str) -> Option<usize> {
    let longest = line.len().saturating_sub(LONGEST_READY);
    let mut starts = line.char_indices().map(|(start, _)| start).filter(|start| *start >= longest);
    starts.find(|start| is_meant(&line[*start..]))
}
