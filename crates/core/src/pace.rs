//! How long to think about an answer: the one place where a bot's time is shared out.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::{Bot, Budget, Game, OnClock, Turn};

/// However much time there is, no more than this is kept back for the way of one answer.
const MOST_KEPT: Duration = Duration::from_millis(100);
/// The part of an answer's time that is kept back: the machine may be busy.
const PART_KEPT: u32 = 20;
/// What is on a clock is shared among at least so many moves: the estimate may be wrong.
const FEWEST_MOVES: u32 = 2;

/// How much of its time a bot takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// What an answer costs beside the thinking, at the least.
    pub travel: Duration,
}

impl Pace {
    /// A bot that is asked in this process.
    pub const INSIDE: Pace = Pace { travel: Duration::from_millis(2) };
    /// A bot whose answer goes through a pipe or a socket.
    pub const OUTSIDE: Pace = Pace { travel: Duration::from_millis(20) };

    /// How long to think at this turn; none if there is no limit at all. `moves` says among how many moves a clock is
    /// shared out.
    pub fn time<G: Game>(
        self,
        turn: &Turn<'_, G>,
        moves: impl FnOnce(&G) -> u32,
    ) -> Option<Duration> {
        self.share(turn.left, turn.clock, || moves(turn.position()))
    }

    /// The same: for an answer that may take `limit`, under a clock with so many moves to go.
    fn share(
        self,
        limit: Option<Duration>,
        clock: Option<OnClock>,
        moves: impl FnOnce() -> u32,
    ) -> Option<Duration> {
        let most = match (limit, clock) {
            (Some(limit), Some(clock)) => limit.min(clock.left),
            (Some(limit), None) => limit,
            (None, Some(clock)) => clock.left,
            (None, None) => return None,
        };
        let kept = (most / PART_KEPT).clamp(self.travel, MOST_KEPT.max(self.travel));
        let most = most.saturating_sub(kept);
        let Some(clock) = clock else { return Some(most) };
        let part = clock.left / moves().max(FEWEST_MOVES) + clock.increment;
        Some(part.saturating_sub(self.travel).min(most))
    }
}

impl<'a> Budget<'a> {
    /// What `bot` may spend on this turn, if it was put at `asked`.
    pub fn for_turn<G: Game>(
        bot: &dyn Bot<G>,
        turn: &Turn<'_, G>,
        pace: Pace,
        asked: Instant,
        stop: Option<&'a AtomicBool>,
    ) -> Budget<'a> {
        let time = pace.time(turn, |position| bot.moves_to_go(position));
        Budget { deadline: time.and_then(|time| asked.checked_add(time)), stop }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn on(left: u64, increment: u64) -> Option<OnClock> {
        Some(OnClock { left: ms(left), increment: ms(increment) })
    }

    #[test]
    fn without_a_clock_nearly_all_the_time_is_used() {
        let time = |pace: Pace, limit| pace.share(Some(limit), None, || 30);
        assert_eq!(time(Pace::INSIDE, ms(1000)), Some(ms(950)));
        assert_eq!(time(Pace::INSIDE, ms(60_000)), Some(ms(59_900)));
        assert_eq!(time(Pace::INSIDE, ms(10)), Some(ms(8)));
        assert_eq!(time(Pace::INSIDE, ms(1)), Some(Duration::ZERO));
        assert_eq!(time(Pace::OUTSIDE, ms(100)), Some(ms(80)));
        assert_eq!(Pace::INSIDE.share(None, None, || 30), None);
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_to_go() {
        let time = |limit, clock, moves| Pace::INSIDE.share(limit, clock, || moves).unwrap();
        assert_eq!(time(None, on(60_000, 0), 30), ms(1998));
        assert_eq!(time(None, on(60_000, 500), 30), ms(2498));
        assert_eq!(time(Some(ms(1000)), on(60_000, 500), 30), ms(950), "the cap holds");
        assert_eq!(time(None, on(60_000, 0), 0), ms(29_998), "never all of it");
        assert_eq!(time(None, on(20, 100), 30), ms(18), "no more than is left");
        assert_eq!(time(None, on(0, 100), 30), Duration::ZERO);
    }

    /// A game of `moves` moves under a clock, each answer `late` behind its time.
    fn play(pace: Pace, main: u64, increment: u64, moves: u32, late: Duration) -> Option<f64> {
        let (mut left, mut used) = (ms(main), Duration::ZERO);
        for to_go in (1..=moves).rev() {
            let clock = OnClock { left, increment: ms(increment) };
            let spent = pace.share(None, Some(clock), || to_go)? + late;
            left = left.checked_sub(spent)? + ms(increment);
            used += spent;
        }
        Some(used.as_secs_f64() / (ms(main) + ms(increment) * moves).as_secs_f64())
    }

    #[test]
    fn a_whole_game_uses_most_of_its_clock_and_never_runs_out() {
        let late = Duration::from_micros(1900);
        for (main, increment) in [(2000, 20), (500, 10), (60_000, 500), (5000, 0), (100, 5)] {
            for moves in [30, 60, 300] {
                let used = play(Pace::INSIDE, main, increment, moves, late)
                    .unwrap_or_else(|| panic!("{main}+{increment}: out of time"));
                let is_tight = main < u64::from(moves) * 8;
                assert!(is_tight || used > 0.7, "{main}+{increment}, {moves} moves: {used}");
            }
        }
        let used = play(Pace::OUTSIDE, 2000, 20, 30, ms(19)).expect("in time");
        assert!(used > 0.9, "{used}");
    }
}
