//! A player's time during a game: how long its next answer may take, and what its clock has left.
//!
//! It is told what happens, with the times in it, and never looks at a clock itself. The referee
//! drives it while it plays and the replay while it reads, both by [`Table`](crate::replay::Table):
//! so what a player was told of its time is told again from the record.

use std::time::Duration;

use crate::Seat;
use crate::record::{Clock, Event, Player, Policy, Question, Spent, Then};

/// What a clock shows to whoever has to answer under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnClock {
    /// What is left for all answers from now on.
    pub left: Duration,
    /// What each answer adds.
    pub increment: Duration,
}

/// One player's time.
///
/// What counts is what the referee counts ([`Spent::counted`]), and not the allowance for starting
/// up. A move of its own adds the increment; one that is made for it does not.
#[derive(Clone, Debug)]
pub struct Timer {
    /// The most that one answer may take.
    cap: Option<Duration>,
    clock: Option<Clock>,
    left: Duration,
    policy: Policy,
    /// The allowance of the question that stands, if one does.
    standing: Option<Duration>,
    /// What that question has cost by its last answer that was refused, its clock running on.
    gone: Duration,
}

impl Timer {
    /// The time of a player that has not been asked yet.
    pub fn new(player: &Player) -> Timer {
        Timer {
            cap: player.limit(),
            clock: player.clock,
            left: player.clock.map_or(Duration::ZERO, Clock::main),
            policy: player.policy,
            standing: None,
            gone: Duration::ZERO,
        }
    }

    /// What the clock shows, if there is one.
    pub fn on_clock(&self) -> Option<OnClock> {
        let left = self.left.saturating_sub(self.gone);
        self.clock.map(|clock| OnClock { left, increment: clock.increment() })
    }

    /// What one answer may take now: its own limit, or what is left on the clock.
    pub fn limit(&self) -> Option<Duration> {
        match (self.cap, self.clock) {
            (Some(cap), Some(_)) => Some(cap.min(self.left)),
            (cap, None) => cap,
            (None, Some(_)) => Some(self.left),
        }
    }

    /// Whether the clock has run out: nobody waits for an answer any more.
    pub fn is_out(&self) -> bool {
        self.clock.is_some() && self.left.is_zero()
    }

    /// Something happened at the table; `seat` is the player's own.
    pub fn on(&mut self, event: &Event, seat: Seat) {
        match event {
            Event::Asked(question) if question.seat == seat => self.asked(question),
            Event::Moved(moved) if moved.seat == seat => {
                if let Some(allowance) = self.standing.take() {
                    let increment = self.clock.map_or(Duration::ZERO, Clock::increment);
                    self.charge(&moved.spent, allowance, increment);
                }
            }
            Event::Faulted(fault) if fault.seat == seat && !fault.unasked => {
                // Another answer to the same question: the clock has never stopped.
                if fault.then == Then::Again && self.policy == Policy::Retry {
                    let allowance = self.standing.unwrap_or_default();
                    self.gone = fault.spent.counted().saturating_sub(allowance);
                    return;
                }
                if let Some(allowance) = self.standing.take() {
                    self.charge(&fault.spent, allowance, Duration::ZERO);
                }
                // Whoever practises gets a new clock.
                if fault.then == Then::Again && self.is_out() {
                    self.left = self.clock.map_or(Duration::ZERO, Clock::main);
                }
            }
            _ => {}
        }
    }

    fn asked(&mut self, question: &Question) {
        // The record knows best what was told.
        if let Some(left) = question.left_ns.filter(|_| self.clock.is_some()) {
            self.left = Duration::from_nanos(left);
        }
        let limit = question.limit_ns.map(Duration::from_nanos);
        let allowance = limit.zip(self.limit()).map(|(whole, own)| whole.saturating_sub(own));
        self.standing = Some(allowance.unwrap_or_default());
        self.gone = Duration::ZERO;
    }

    /// The increment comes first: an answer within the margin that was a little too long is paid
    /// for with it.
    fn charge(&mut self, spent: &Spent, allowance: Duration, increment: Duration) {
        let counted = spent.counted().saturating_sub(allowance);
        let left = self.left.saturating_add(increment).saturating_sub(counted);
        // More than a record can tell is no more than that.
        self.left = left.min(Duration::from_nanos(u64::MAX));
        self.gone = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Bytes, Fault, FaultKind, Moved};

    const ME: Seat = Seat::FIRST;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn timer(cap: Option<u64>, clock: Option<&str>, policy: Policy) -> Timer {
        let clock = clock.map(|text| text.parse().unwrap());
        let limit_ns = cap.map(|cap| ms(cap).as_nanos() as u64);
        Timer::new(&Player { limit_ns, clock, policy, ..Player::new("x", "x") })
    }

    fn spent(used: u64, delay: u64, stall: u64) -> Spent {
        let [used, delay, stall] = [used, delay, stall].map(|time| time * 1_000_000);
        Spent { used, delay, stall, ..Spent::default() }
    }

    impl Timer {
        /// The question that the referee would put, with so much for starting up.
        fn ask(&mut self, allowance: u64) {
            let limit_ns = self.limit().map(|limit| (limit + ms(allowance)).as_nanos() as u64);
            let left_ns = self.on_clock().map(|clock| clock.left.as_nanos() as u64);
            let question = Question { ply: 0, seat: ME, at: 0, limit_ns, left_ns };
            self.on(&Event::Asked(question), ME);
        }

        fn moves(&mut self, seat: Seat, spent: Spent) {
            let (mv, got, stderr) = (String::new(), None, String::new());
            self.on(&Event::Moved(Moved { ply: 0, seat, mv, got, spent, value: None, stderr }), ME);
        }

        fn fails(&mut self, kind: FaultKind, then: Then, spent: Spent, unasked: bool) {
            let fault = Fault {
                ply: 0,
                seat: ME,
                kind,
                got: Bytes::default(),
                spent,
                limit_ns: None,
                exit: None,
                system: String::new(),
                stderr: String::new(),
                unasked,
                machine: false,
                then,
            };
            self.on(&Event::Faulted(fault), ME);
        }

        fn left(&self) -> Duration {
            self.on_clock().unwrap().left
        }
    }

    #[test]
    fn the_shorter_of_cap_and_clock_limits_an_answer() {
        assert_eq!(timer(None, None, Policy::Forfeit).limit(), None);
        assert_eq!(timer(Some(500), None, Policy::Forfeit).limit(), Some(ms(500)));
        assert_eq!(timer(None, Some("2s"), Policy::Forfeit).limit(), Some(ms(2000)));
        let mut both = timer(Some(1500), Some("2s+0.1s"), Policy::Forfeit);
        assert_eq!(both.limit(), Some(ms(1500)));
        both.ask(0);
        both.moves(ME, spent(1400, 0, 0));
        assert_eq!((both.limit(), both.left()), (Some(ms(700)), ms(700)));
        assert_eq!(both.on_clock().unwrap().increment, ms(100));
    }

    #[test]
    fn only_what_the_referee_counts_is_taken_from_the_clock() {
        let mut timer = timer(None, Some("2s"), Policy::Forfeit);
        timer.ask(0);
        timer.moves(ME, spent(900, 300, 200));
        assert_eq!(timer.left(), ms(1600), "others and the referee itself took 500 ms");
        timer.moves(ME, spent(900, 0, 0));
        timer.moves(Seat::SECOND, spent(900, 0, 0));
        assert_eq!(timer.left(), ms(1600), "no question stood");
        timer.ask(10_000);
        timer.moves(ME, spent(10_400, 0, 0));
        assert_eq!(timer.left(), ms(1200), "starting up is not thinking");
    }

    #[test]
    fn an_answer_within_the_margin_is_paid_for() {
        let mut timer = timer(None, Some("100ms+20ms"), Policy::Forfeit);
        timer.ask(0);
        timer.moves(ME, spent(108, 0, 0));
        assert_eq!(timer.left(), ms(12));
        timer.ask(0);
        timer.moves(ME, spent(40, 0, 0));
        assert!(timer.is_out(), "more than there was, even with the increment");
    }

    #[test]
    fn a_move_made_for_a_player_adds_nothing() {
        let mut timer = timer(None, Some("1s+0.5s"), Policy::Skip);
        timer.ask(0);
        timer.fails(FaultKind::Illegal, Then::Default, spent(300, 0, 0), false);
        timer.moves(ME, spent(0, 0, 0));
        assert_eq!(timer.left(), ms(700));
        timer.ask(0);
        timer.fails(FaultKind::Time, Then::Default, spent(711, 0, 0), false);
        timer.moves(ME, spent(0, 0, 0));
        assert!(timer.is_out());
        timer.ask(0);
        timer.fails(FaultKind::Time, Then::Default, spent(0, 0, 0), false);
        timer.moves(ME, spent(0, 0, 0));
        assert!(timer.is_out(), "it stays out");
    }

    #[test]
    fn the_clock_runs_on_where_the_same_question_stands() {
        let mut retry = timer(None, Some("1s"), Policy::Retry);
        retry.ask(0);
        retry.fails(FaultKind::Illegal, Then::Again, spent(300, 0, 0), false);
        let told = retry.on_clock().unwrap().left;
        assert_eq!(told, ms(700), "it is told what is left of it by now");
        retry.moves(ME, spent(400, 0, 0));
        assert_eq!(retry.left(), ms(600), "counted once, from the question on");
        let mut practice = timer(None, Some("1s"), Policy::Practice);
        practice.ask(0);
        practice.fails(FaultKind::Illegal, Then::Again, spent(300, 0, 0), false);
        practice.ask(0);
        practice.moves(ME, spent(400, 0, 0));
        assert_eq!(practice.left(), ms(300), "two questions, both counted");
        practice.ask(0);
        practice.fails(FaultKind::Time, Then::Again, spent(311, 0, 0), false);
        assert_eq!(practice.left(), ms(1000), "a new clock");
    }

    #[test]
    fn what_is_said_out_of_turn_costs_no_time() {
        let mut timer = timer(None, Some("1s"), Policy::Skip);
        timer.fails(FaultKind::Start, Then::Default, spent(10_000, 0, 0), false);
        timer.ask(0);
        timer.fails(FaultKind::Format, Then::Noted, spent(500, 0, 0), true);
        assert_eq!(timer.left(), ms(1000));
    }
}
