//! The turns of players outside: asking, waiting, judging what comes.

use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Ended, Event, FaultKind, HeardLine, Ready, Spent, Then, Undone};
use gyoji_core::{Game, Heard, Lifetime, Seat};

use super::room::{Sound, text_of};
use super::{EXIT_TIME, Evidence, Flow, MARGIN, Match};
use crate::chair::Who;
use crate::wire::{Incoming, Usage};

/// The time a program has to come up, if the plan says nothing.
const START_UP: Duration = Duration::from_secs(10);
/// A reading of processor time serves for the next question if it is not older than this: the
/// player has had no time to use more.
const USAGE_HOLDS: Duration = Duration::from_micros(200);
/// The longest we look for a late answer to tell whether the lateness was the machine's.
const MOST_PATIENCE: Duration = Duration::from_millis(500);

/// A question that stands.
struct Question {
    asked: Instant,
    /// The time the answer may take, the allowance for start-up included.
    limit: Option<Duration>,
    usage: Option<Usage>,
}

impl Question {
    fn deadline(&self) -> Option<Instant> {
        self.limit.map(|limit| self.asked + limit + MARGIN)
    }
}

/// How a question was settled.
enum Settled {
    Moved,
    AskAgain,
}

impl<G: Game> Match<'_, G> {
    /// Starts everybody, greets them, and waits until they are ready.
    pub(super) fn begin(&mut self) -> Flow<()> {
        for seat in Seat::all(self.seats.len()) {
            if self.seats[seat.index()].lifetime != Lifetime::PerMove {
                self.rest(Instant::now() + self.pause(seat));
                self.start(seat)?;
            }
            let sitter = &mut self.seats[seat.index()];
            if let Some((conversation, out)) = sitter.conversation() {
                conversation.begin(out);
            }
            let ready = sitter.conversation().is_none_or(|(words, _)| !words.awaits_ready());
            sitter.awaited = !ready;
            sitter.flush();
        }
        for seat in Seat::all(self.seats.len()) {
            if self.seats[seat.index()].awaited {
                self.await_ready(seat)?;
                self.seats[seat.index()].awaited = false;
            }
        }
        self.recall_names();
        self.emit(&Event::Begun {});
        // What was said while waiting, a name perhaps, counts from the first moment on.
        for sitter in &mut self.seats {
            if let Some(wire) = sitter.wire() {
                wire.look();
            }
        }
        match self.table.to_move() {
            Some(first) => self.hear_others(first),
            None => Ok(()),
        }
    }

    /// Makes sure somebody is there; else what comes of the fault.
    fn start(&mut self, seat: Seat) -> Flow<Option<Then>> {
        let sitter = &mut self.seats[seat.index()];
        let keep = sitter.conversation().is_some_and(|(words, _)| words.speaks_first());
        let Some(wire) = sitter.wire() else { return Ok(None) };
        match wire.start(keep) {
            Ok(is_new) => {
                sitter.is_new = is_new;
                sitter.usage = None;
                sitter.closed = false;
                sitter.is_parted = false;
                if is_new {
                    sitter.forget_name();
                }
                Ok(None)
            }
            Err(system) => {
                sitter.closed = true;
                let spent = self.spent(Instant::now(), Instant::now());
                let evidence = Evidence { system, spent, ..Evidence::default() };
                self.fault(seat, FaultKind::Start, evidence).map(Some)
            }
        }
    }

    fn await_ready(&mut self, seat: Seat) -> Flow<()> {
        let mut asked = self.began;
        let allowance = self.start_up(seat);
        loop {
            if self.seats[seat.index()].closed {
                return Ok(()); // it did not come up, and that is on record
            }
            let until = asked + allowance;
            let sound = self.listen(seat, Some(until))?;
            let now = Instant::now();
            let spent = self.spent(asked, now);
            let mut evidence = Evidence { spent, limit: Some(allowance), ..Evidence::default() };
            let kind = match sound {
                Sound::Stop => return Err(Ended::aborted(self.seats.len())),
                Sound::Silence => FaultKind::Start,
                Sound::Said(Incoming::Line(got, at)) => {
                    let spent = self.spent(asked, at);
                    let Who::Outside { conversation, .. } = &self.seats[seat.index()].who else {
                        return Ok(());
                    };
                    let line = text_of(&got);
                    match line.map(|line| conversation.read(&self.table, line)) {
                        Some(Heard::Ready) if at > until + MARGIN => {
                            evidence = Evidence { got, spent, ..evidence };
                            return self.fault(seat, FaultKind::Start, evidence).map(drop);
                        }
                        Some(Heard::Ready) => {
                            self.seats[seat.index()].is_new = false;
                            self.emit(&Event::Ready(Ready { seat, got, spent }));
                            return Ok(());
                        }
                        Some(Heard::Note | Heard::Stale) => {
                            self.emit(&Event::Heard(HeardLine { seat, ply: 0, got }));
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
                    asked = now;
                    self.start(seat)?;
                    let sitter = &mut self.seats[seat.index()];
                    sitter.is_new = true;
                    if let Some((conversation, out)) = sitter.conversation() {
                        conversation.begin(out);
                    }
                    sitter.flush();
                    continue;
                }
                Sound::Said(Incoming::Closed(_)) => {
                    self.seats[seat.index()].closed = true;
                    let wire = self.seats[seat.index()].wire();
                    evidence.exit = wire.and_then(|wire| wire.exit(EXIT_TIME));
                    FaultKind::Start
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

    /// Asks until there is a move, or the game is over.
    pub(super) fn outside_turn(&mut self, seat: Seat) -> Flow<()> {
        loop {
            if self.seats[seat.index()].lifetime == Lifetime::PerMove
                && self.start(seat)? == Some(Then::Default)
            {
                self.default_move(seat, None);
                return Ok(());
            }
            if let Some(answered) = self.seats[seat.index()].answered {
                self.rest(answered + self.pause(seat));
            }
            self.drain_unasked(seat)?;
            if let Some(mv) = self.forced(seat) {
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

    fn ask(&mut self, seat: Seat) -> Question {
        for (index, sitter) in self.seats.iter_mut().enumerate() {
            if index != seat.index() {
                sitter.flush();
            }
        }
        let allowance = self.start_up(seat);
        let sitter = &mut self.seats[seat.index()];
        let mut limit = sitter.conversation().and_then(|(conversation, _)| conversation.limit());
        // A program that says when it is ready has started by now; one that lives for a move
        // starts within its time (seed 000).
        if std::mem::take(&mut sitter.is_new) && sitter.lifetime != Lifetime::PerMove {
            limit = limit.map(|limit| limit + allowance);
        }
        let mut usage = None;
        if let Who::Outside { wire, conversation, .. } = &mut sitter.who {
            wire.new_turn();
            conversation.ask(&self.table, &mut sitter.out);
            usage = match sitter.usage {
                Some((when, usage)) if when.elapsed() < USAGE_HOLDS => Some(usage),
                _ => wire.usage(),
            };
        }
        let asked = Instant::now();
        sitter.flush();
        Question { asked, limit, usage }
    }

    /// Waits for the answer to a question and deals with it.
    fn settle(&mut self, seat: Seat, question: &Question) -> Flow<Settled> {
        loop {
            let sound = match self.seats[seat.index()].closed {
                true => Sound::Said(Incoming::Closed(Instant::now())),
                false => self.listen(seat, question.deadline())?,
            };
            let said = match sound {
                Sound::Stop => return Err(Ended::aborted(self.seats.len())),
                Sound::Said(said) => said,
                Sound::Silence => match self.look_again(seat) {
                    Some(said) => said,
                    None => return self.time_out(seat, question),
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
                        false => EXIT_TIME,
                    };
                    let (kind, exit) = match sitter.wire() {
                        Some(wire) => (wire.closing_fault(), wire.exit(wait)),
                        None => (FaultKind::Crash, None),
                    };
                    let evidence = Evidence { exit, ..self.evidence(seat, question, at) };
                    return self.settle_fault(seat, kind, evidence, None);
                }
            }
        }
    }

    /// What an answer to the question means; `None` if the question still stands.
    fn hear(
        &mut self,
        seat: Seat,
        question: &Question,
        got: Bytes,
        at: Instant,
    ) -> Flow<Option<Settled>> {
        let Who::Outside { conversation, .. } = &self.seats[seat.index()].who else {
            return Ok(Some(Settled::Moved));
        };
        let heard = match text_of(&got) {
            Some(line) => conversation.read(&self.table, line),
            None => Heard::Garbage,
        };
        let kind = match heard {
            Heard::Move(_) | Heard::Garbage if question.deadline().is_some_and(|end| at > end) => {
                FaultKind::Time
            }
            Heard::Move(mv) if self.table.position().is_legal(mv) => {
                let spent = self.evidence(seat, question, at).spent;
                self.seats[seat.index()].answered = Some(at);
                let wire = self.seats[seat.index()].wire();
                let stderr = wire.map(|wire| wire.take_stderr()).unwrap_or_default();
                self.moved(seat, mv, Some(got), spent, stderr);
                return Ok(Some(Settled::Moved));
            }
            Heard::Move(_) => FaultKind::Illegal,
            Heard::Garbage => FaultKind::Format,
            Heard::Undo => return Ok(self.undo(seat, got)),
            _ => {
                self.aside(seat, heard, got)?;
                return Ok(None);
            }
        };
        let mut evidence = self.evidence(seat, question, at);
        let over = question.limit.map(|limit| evidence.spent.used().saturating_sub(limit));
        evidence.machine = kind == FaultKind::Time
            && matches!(heard, Heard::Move(_))
            && over.is_some_and(|over| kept_waiting(&evidence.spent) >= over);
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
    fn settle_fault(
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

    /// No answer in time. If the machine kept the player waiting, looks a little longer, only
    /// to tell whose fault it was.
    fn time_out(&mut self, seat: Seat, question: &Question) -> Flow<Settled> {
        let now = Instant::now();
        let mut evidence = self.evidence(seat, question, now);
        let kept_waiting = kept_waiting(&evidence.spent);
        let until = question.deadline().map(|end| end + kept_waiting.min(MOST_PATIENCE));
        while kept_waiting > MARGIN && !self.seats[seat.index()].closed {
            match self.listen(seat, until)? {
                Sound::Stop => return Err(Ended::aborted(self.seats.len())),
                Sound::Silence => break,
                Sound::Said(Incoming::Line(got, at)) => {
                    if let Some(settled) = self.hear(seat, question, got, at)? {
                        return Ok(settled);
                    }
                }
                Sound::Said(Incoming::Flood(..) | Incoming::Closed(_)) => {
                    self.seats[seat.index()].closed = true;
                }
            }
        }
        if let Some(wire) = self.seats[seat.index()].wire() {
            evidence.got = Bytes::new(wire.partial());
        }
        self.settle_fault(seat, FaultKind::Time, evidence, None)
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

    fn pause(&self, seat: Seat) -> Duration {
        match &self.seats[seat.index()].who {
            Who::Outside { conversation, .. } => conversation.pause(),
            Who::Bot(_) => Duration::ZERO,
        }
    }

    fn is_asked(&mut self, seat: Seat) -> bool {
        let conversation = self.seats[seat.index()].conversation();
        conversation.is_some_and(|(conversation, _)| conversation.is_asked())
    }

    fn evidence(&mut self, seat: Seat, question: &Question, at: Instant) -> Evidence {
        let usage = self.seats[seat.index()].wire().and_then(|wire| wire.usage());
        self.seats[seat.index()].usage = usage.map(|usage| (Instant::now(), usage));
        let used = usage.zip(question.usage).map(|(now, then)| now.since(then));
        let spent = Spent {
            cpu: used.map(|used| used.cpu),
            wait: used.map(|used| used.wait),
            ..self.spent(question.asked, at)
        };
        let system = self.seats[seat.index()].wire().map(|wire| wire.trouble());
        let system = system.unwrap_or_default();
        Evidence { spent, limit: question.limit, system, ..Evidence::default() }
    }

    fn start_up(&self, seat: Seat) -> Duration {
        self.player(seat).start_up_ns.map_or(START_UP, Duration::from_nanos)
    }
}

/// How long the machine, and not the player itself, kept the player from running.
///
/// The threads of one program wait for each other, too, where there are fewer processors than
/// threads. But had it had the machine to itself, it would have used all of it meanwhile: no
/// more than what is missing from that is the machine's.
fn kept_waiting(spent: &Spent) -> Duration {
    let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let missing = spent.used.saturating_sub(spent.cpu.unwrap_or(0) / processors);
    Duration::from_nanos(spent.wait.unwrap_or(0).min(missing))
}
