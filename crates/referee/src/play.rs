//! The match: asks whoever is to move, judges the answers, and tells everybody.
//!
//! What it promises about time: the clock of an answer starts just before the question is
//! written and stops when its line is read from the wire. There is one deadline for each
//! question, whatever is printed meanwhile. At the deadline we look once more, and an answer
//! that was read up to [`MARGIN`] after it still counts, since waking up takes time too. The clock
//! stands while the player could not have answered or we could not have heard it: while the
//! referee itself did not run (`pulse`), and while others kept the player from running.

mod begin;
mod held;
mod late;
mod names;
mod outside;
mod pulse;
mod room;

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::{
    Agreement, Bytes, Ended, Event, Exit, Fault, FaultKind, Header, HeardLine, Moved, Player,
    Policy, Ponder, Question, Spent, Then,
};
use gyoji_core::replay::{Table, start};
use gyoji_core::{BadText, Budget, Game, Lifetime, OnClock, Pace, Seat, Timer};

use self::pulse::Pulse;
use crate::chair::{Chair, Sitter, Who};
use crate::os::usage::thread_cpu;
use crate::watch::Watch;

/// How long after the deadline an answer still counts.
pub const MARGIN: Duration = Duration::from_millis(10);
/// How long a program that was told the game is over may take to leave by itself.
pub const LEAVE_TIME: Duration = Duration::from_millis(500);
/// How long after its stream has ended a program's exit is waited for, even past its deadline.
const EXIT_TIME: Duration = Duration::from_millis(40);
/// The same, where there is time: some take long to leave after their last word.
const LONG_EXIT_TIME: Duration = Duration::from_millis(300);
/// After so many silences in a row nobody waits for a player any more, until it speaks again.
const MOST_SILENCES: u32 = 8;
/// The number of faults after which anybody loses, or is not listened to any more where faults
/// are skipped: a record must not fill the disk.
const MOST_FAULTS: u32 = 10_000;
/// How much of a bot's thinking goes into the record, per move.
const THOUGHTS_PER_MOVE: usize = 2 << 10;

/// Plays one match and reports every event as it happens; the last is the end.
///
/// `stop` ends it early: the game is then aborted. The error is about the plan, not about a
/// player: a player's failure is an event.
pub fn play<G: Game>(
    header: &Header,
    chairs: &mut [Chair<G>],
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Ended, BadText> {
    resume(header, &[], chairs, stop, watch)
}

/// Goes on with a match of which this has happened already, and reports what happens from now on.
///
/// Bots are made anew. Whoever is outside is greeted anew and is not told what happened before:
/// it has to know that from elsewhere, as a person does who looks at a screen.
pub fn resume<G: Game>(
    header: &Header,
    past: &[Event],
    chairs: &mut [Chair<G>],
    stop: &AtomicBool,
    watch: &mut dyn Watch,
) -> Result<Ended, BadText> {
    let (setup, start) = start::<G>(header)?;
    let mut table = Table::timed(start.clone(), &header.players);
    let mut agreement = header.adjudicate.map(Agreement::new);
    for event in past {
        if let Some(agreement) = &mut agreement {
            agreement.on(table.position(), event);
        }
        table.apply(event)?;
        if let Event::Ended(ended) = event {
            return Ok(ended.clone());
        }
    }
    let mut seats = Vec::new();
    for (seat, chair) in Seat::all(header.players.len()).zip(chairs) {
        seats.push(chair.sit(header, seat, &setup, &start)?);
    }
    let mut game = Match {
        header,
        table,
        seats,
        watch,
        stop,
        began: Instant::now().checked_sub(lasted(past)).unwrap_or_else(Instant::now),
        is_resumed: past.iter().any(|event| matches!(event, Event::Begun {})),
        pulse: Pulse::new(),
        polled: Instant::now(),
        agreement,
        impossible: None,
    };
    let ended = match game.begin() {
        Ok(()) => game.turns(),
        Err(ended) => ended,
    };
    game.hear_names();
    game.tell_the_excess();
    game.emit(&Event::Ended(ended.clone()));
    game.leave(&ended);
    Ok(ended)
}

struct Match<'a, G: Game> {
    header: &'a Header,
    table: Table<G>,
    seats: Vec<Sitter<'a, G>>,
    watch: &'a mut dyn Watch,
    stop: &'a AtomicBool,
    /// When it began; what passed while it was broken off is not counted.
    began: Instant,
    /// Whether everybody has been there before.
    is_resumed: bool,
    pulse: Pulse,
    /// When everybody was last listened to.
    polled: Instant,
    /// What the players think of the game, where they may end it by agreeing.
    agreement: Option<Agreement>,
    /// An event that cannot have happened: our own mistake.
    impossible: Option<BadText>,
}

/// The game goes on, or this is its end.
type Flow<T> = Result<T, Ended>;

/// What a fault is about, beside who and what.
#[derive(Default)]
struct Evidence {
    got: Bytes,
    spent: Spent,
    limit: Option<Duration>,
    exit: Option<Exit>,
    system: String,
    unasked: bool,
    machine: bool,
}

impl<G: Game> Match<'_, G> {
    fn turns(&mut self) -> Ended {
        loop {
            if let Some(bad) = self.impossible.take() {
                return Ended::void(self.seats.len(), bad.to_string());
            }
            if let Some(outcome) = self.table.position().outcome() {
                return Ended::by_rules(&outcome);
            }
            let agreed = self.agreement.as_ref();
            if let Some(ended) = agreed.and_then(|agreed| agreed.verdict(self.table.ply())) {
                return ended;
            }
            let Some(seat) = self.table.to_move() else { return Ended::aborted(self.seats.len()) };
            self.ponder(seat);
            // Whoever is outside is asked all the same, so that the record shows what was sent:
            // after a move comes the next question, always.
            let turn = match self.seats[seat.index()].who {
                Who::Bot(_) if self.stop.load(Ordering::Relaxed) => {
                    Err(Ended::aborted(self.seats.len()))
                }
                Who::Bot(_) => self.bot_turn(seat),
                Who::Outside { .. } => self.outside_turn(seat),
            };
            if let Err(ended) = turn {
                return ended;
            }
        }
    }

    fn bot_turn(&mut self, seat: Seat) -> Flow<()> {
        self.flush();
        let limit = self.table.timer(seat).and_then(Timer::limit);
        self.asked(seat, Instant::now(), limit);
        self.watch.idle();
        if self.is_out(seat) {
            let evidence = Evidence { limit, ..Evidence::default() };
            return self.answer_fault(seat, FaultKind::Time, evidence, None);
        }
        let turn = self.table.turn(seat, limit);
        let Who::Bot(bot) = &mut self.seats[seat.index()].who else { return Ok(()) };
        let (mut thoughts, mut value) = (String::new(), None);
        let mut think = |thought: gyoji_core::Thought| {
            value = thought.value.or(value);
            if !thought.line.is_empty() && thoughts.len() + thought.line.len() < THOUGHTS_PER_MOVE {
                thoughts.push_str(&thought.line);
                thoughts.push('\n');
            }
        };
        let asked = Instant::now();
        let budget = Budget::for_turn(&**bot, &turn, Pace::INSIDE, asked, Some(self.stop));
        let cpu = thread_cpu();
        // A bot that panics loses its game; it must not take the whole event with it.
        let choice =
            std::panic::catch_unwind(AssertUnwindSafe(|| bot.choose(&turn, &budget, &mut think)));
        let now = Instant::now();
        let mut spent = self.answer_time(asked, now);
        let cpu = thread_cpu().saturating_sub(cpu);
        spent.cpu = Some(cpu);
        // A bot of ours never sleeps: what it did not use, somebody took from it.
        let has_clock = turn.clock.is_some();
        if has_clock || limit.is_some_and(|limit| spent.used() > limit) {
            spent.delay = spent.used.saturating_sub(cpu);
        }
        let late = limit.is_some_and(|limit| spent.counted() > limit + MARGIN);
        let evidence = Evidence { spent, limit, ..Evidence::default() };
        match choice {
            _ if self.stop.load(Ordering::Relaxed) => Err(Ended::aborted(self.seats.len())),
            Err(_) => self.answer_fault(seat, FaultKind::Crash, evidence, None),
            Ok(_) if late => self.answer_fault(seat, FaultKind::Time, evidence, None),
            Ok(mv) if self.table.position().is_legal(mv) => {
                self.seats[seat.index()].value = value;
                self.moved(seat, mv, None, spent, thoughts);
                Ok(())
            }
            Ok(mv) => {
                let evidence = Evidence { got: Bytes::new(mv.to_string()), ..evidence };
                self.answer_fault(seat, FaultKind::Illegal, evidence, Some(mv))
            }
        }
    }

    /// A fault of a seat that has no way to try again but its next turn.
    fn answer_fault(
        &mut self,
        seat: Seat,
        kind: FaultKind,
        evidence: Evidence,
        meant: Option<G::Move>,
    ) -> Flow<()> {
        if self.fault(seat, kind, evidence)? == Then::Default {
            self.default_move(seat, meant);
        }
        Ok(())
    }

    /// Moves for a seat that said nothing, or `meant` what is not legal.
    fn default_move(&mut self, seat: Seat, meant: Option<G::Move>) {
        // What it thinks of a move that it has not made is no matter.
        self.seats[seat.index()].value = None;
        let position = self.table.position();
        let mv = meant.map_or_else(|| position.default_move(), |mv| position.instead_of(mv));
        if let Some(mv) = mv
            && self.can_be(mv)
        {
            let spent = self.spent(Instant::now(), Instant::now());
            self.moved(seat, mv, None, spent, String::new());
        }
    }

    /// Makes a move that is known to be legal.
    fn moved(&mut self, seat: Seat, mv: G::Move, got: Option<Bytes>, spent: Spent, stderr: String) {
        let ply = self.table.ply();
        let sitter = &mut self.seats[seat.index()];
        let got = got.map(|got| sitter.allow_words(got));
        let stderr = sitter.allow(stderr);
        let value = sitter.value.take();
        let event =
            Event::Moved(Moved { ply, seat, mv: mv.to_string(), got, spent, value, stderr });
        self.hear_value(&event);
        self.table.apply_move(mv, &event);
        // Before anybody else hears of it, who may take long over it: it has had its time.
        if !self.seats[seat.index()].closed {
            self.freeze(seat);
        }
        self.report(&event);
    }

    /// Whether a move that nobody has checked can be made: if not, that is our own mistake.
    fn can_be(&mut self, mv: G::Move) -> bool {
        let is_legal = self.table.position().is_legal(mv);
        if !is_legal {
            let text = mv.to_string();
            debug_assert!(false, "{text} at {}", self.table.position());
            let problem = gyoji_words::records::bad_move(&text);
            self.impossible.get_or_insert(BadText::new(text, problem));
        }
        is_legal
    }

    /// Puts a fault on record and says what comes of it.
    fn fault(&mut self, seat: Seat, kind: FaultKind, evidence: Evidence) -> Flow<Then> {
        let sitter = &mut self.seats[seat.index()];
        sitter.faults += 1;
        let player = &self.header.players[seat.index()];
        let then = verdict(player.policy, kind, &evidence, self.table.position());
        let is_struck_out = player.strikes.is_some_and(|strikes| sitter.faults >= strikes);
        let is_hopeless = player.strikes.is_none() && sitter.faults >= MOST_FAULTS;
        // Whoever plays under `skip` never loses by its faults, however many they are.
        let is_dumb = then == Then::Again && sitter.silences >= MOST_SILENCES;
        let is_lost = is_struck_out || is_hopeless && player.policy != Policy::Skip || is_dumb;
        let then = match is_lost && then != Then::Void {
            true => Then::Loses,
            false => then,
        };
        let stderr = sitter.new_stderr();
        let stderr = sitter.allow(stderr);
        let evidence = Evidence { got: sitter.allow_words(evidence.got), ..evidence };
        let Evidence { got, spent, limit, exit, system, unasked, machine } = evidence;
        self.emit(&Event::Faulted(Fault {
            ply: self.table.ply(),
            seat,
            kind,
            got,
            spent,
            limit_ns: limit.map(|limit| limit.as_nanos() as u64),
            exit,
            system,
            stderr,
            unasked,
            machine,
            then,
        }));
        match then {
            Then::Loses => {
                return Err(Ended::lost(seat, self.seats.len(), Ended::FAULT, Some(kind)));
            }
            Then::Void => return Err(Ended::void(self.seats.len(), "")),
            Then::Again | Then::Default | Then::Noted => {}
        }
        if is_hopeless && !self.seats[seat.index()].closed {
            self.hang_up(seat);
        }
        Ok(then)
    }

    /// Does what an event says, reports it, and prepares what each player is told of it.
    fn emit(&mut self, event: &Event) {
        self.hear_value(event);
        if let Err(bad) = self.table.apply(event) {
            debug_assert!(false, "{event:?}: {bad:?}");
            self.impossible.get_or_insert(bad);
            return;
        }
        self.report(event);
    }

    /// What an event that is about to happen has to do with how the players see the game.
    fn hear_value(&mut self, event: &Event) {
        if let Some(agreement) = &mut self.agreement {
            agreement.on(self.table.position(), event);
        }
    }

    /// Tells everybody of an event that has happened.
    fn report(&mut self, event: &Event) {
        self.watch.event(event);
        for sitter in &mut self.seats {
            if let Some((conversation, out)) = sitter.conversation() {
                conversation.on(event, &self.table, out);
            }
        }
    }

    /// Puts on record how much more was said than there was room for.
    fn tell_the_excess(&mut self) {
        for seat in Seat::all(self.seats.len()) {
            let more = self.seats[seat.index()].allowance.excess;
            if more > 0 {
                let got = Bytes { data: Vec::new(), more };
                self.emit(&Event::Heard(HeardLine { seat, ply: self.table.ply(), got }));
            }
        }
    }

    fn flush(&mut self) {
        for sitter in &mut self.seats {
            sitter.flush();
        }
    }

    /// Keeps a player from thinking in others' time, where that was agreed.
    fn freeze(&mut self, seat: Seat) {
        if self.player(seat).ponder == Some(Ponder::No)
            && let Some(wire) = self.seats[seat.index()].wire()
        {
            wire.freeze();
        }
    }

    /// Lets those bots think in the time of whoever is to move that were told to, before its clock starts.
    fn ponder(&mut self, to_move: Seat) {
        let turn = self.table.turn(to_move, None);
        for ((seat, sitter), player) in
            Seat::all(self.seats.len()).zip(&mut self.seats).zip(&self.header.players)
        {
            if let Who::Bot(bot) = &mut sitter.who
                && seat != to_move
                && player.ponder == Some(Ponder::Yes)
            {
                bot.ponder(&turn);
            }
        }
    }

    /// Everybody leaves the table. Whoever broke the game off is not trusted with another.
    fn leave(&mut self, ended: &Ended) {
        self.flush();
        let aborted = !ended.counts();
        let mut leaving: Vec<(Seat, &mut Sitter<'_, G>)> = Seat::all(self.seats.len())
            .zip(&mut self.seats)
            .filter(|(seat, sitter)| {
                let stays = sitter.lifetime == Lifetime::Keep && ended.loser != Some(*seat);
                !stays || aborted
            })
            .collect();
        // All are told before the first is waited for.
        for wire in leaving.iter_mut().filter_map(|(_, sitter)| sitter.wire()) {
            wire.thaw();
            wire.farewell();
        }
        for (seat, sitter) in leaving {
            let broke_off = ended.fault.is_some() && ended.loser == Some(seat);
            if let Some(wire) = sitter.wire() {
                wire.stop(if broke_off || aborted { Duration::ZERO } else { LEAVE_TIME });
            }
        }
        self.await_leaving();
    }

    fn player(&self, seat: Seat) -> &Player {
        &self.header.players[seat.index()]
    }

    /// What a player's clock shows, if it has one.
    fn on_clock(&self, seat: Seat) -> Option<OnClock> {
        self.table.timer(seat).and_then(Timer::on_clock)
    }

    /// Whether a player has used up its time for the whole game.
    fn is_out(&self, seat: Seat) -> bool {
        self.table.timer(seat).is_some_and(Timer::is_out)
    }

    /// Puts on record that a question was put.
    fn asked(&mut self, seat: Seat, at: Instant, limit: Option<Duration>) {
        self.emit(&Event::Asked(Question {
            ply: self.table.ply(),
            seat,
            at: self.since_start(at),
            limit_ns: limit.map(|limit| limit.as_nanos() as u64),
            left_ns: self.on_clock(seat).map(|clock| clock.left.as_nanos() as u64),
        }));
    }

    fn spent(&self, asked: Instant, now: Instant) -> Spent {
        Spent { asked: self.since_start(asked), ..self.answer_time(asked, now) }
    }

    /// The time of an answer whose question is on record.
    fn answer_time(&self, asked: Instant, now: Instant) -> Spent {
        let used = now.saturating_duration_since(asked).as_nanos() as u64;
        Spent { used, ..Spent::default() }
    }

    fn since_start(&self, at: Instant) -> u64 {
        at.saturating_duration_since(self.began).as_nanos() as u64
    }
}

/// How long a game had lasted when its last question was put.
fn lasted(past: &[Event]) -> Duration {
    let last = past.iter().rev().find_map(|event| match event {
        Event::Asked(question) => Some(question.at),
        _ => None,
    });
    Duration::from_nanos(last.unwrap_or_default())
}

/// What comes of a fault under a policy.
fn verdict<G: Game>(policy: Policy, kind: FaultKind, evidence: &Evidence, position: &G) -> Then {
    let can_go_on = matches!(kind, FaultKind::Illegal | FaultKind::Format);
    let has_default = policy == Policy::Skip && position.default_move().is_some();
    match policy {
        _ if evidence.machine && !has_default => Then::Void,
        Policy::Forfeit => Then::Loses,
        Policy::Retry if kind == FaultKind::Disconnected => Then::Loses,
        _ if evidence.unasked => Then::Noted,
        Policy::Retry if can_go_on => Then::Again,
        Policy::Practice if can_go_on || kind == FaultKind::Time => Then::Again,
        Policy::Skip if has_default => Then::Default,
        Policy::Retry | Policy::Practice | Policy::Skip => Then::Loses,
    }
}
