//! Time: until when an answer is waited for, what it has cost, and whose fault it is that it came
//! late or not at all.

use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Ended, FaultKind, Spent};
use gyoji_core::{Game, Lifetime, Seat};

use super::outside::Settled;
use super::room::{PAUSE, Sound};
use super::{Evidence, Flow, MARGIN, Match};
use crate::wire::Incoming;

/// How many times its limit a player that others keep from running is waited for, and how much
/// longer: then nobody can tell how it would have answered.
const PATIENCE: (u32, Duration) = (5, Duration::from_millis(500));
/// How soon somebody is looked at again who should have answered: later than the clock ticks.
const AGAIN: Duration = Duration::from_millis(12);

/// A question that stands.
pub(super) struct OpenQuestion {
    pub(super) asked: Instant,
    /// The time the answer may take, the allowance for start-up included.
    pub(super) limit: Option<Duration>,
    /// How long the referee itself had lost when it was put.
    pub(super) lost: Duration,
    /// Whether nobody waits for the answer: it has not come too often, or the clock has run out.
    pub(super) is_idle: bool,
    /// Whether the clock for the whole game has run out before.
    pub(super) is_out: bool,
}

impl OpenQuestion {
    /// When the answer should be there, if the referee has lost so much in all.
    pub(super) fn deadline(&self, lost: Duration) -> Option<Instant> {
        if self.is_idle {
            return Some(self.asked);
        }
        self.limit.map(|limit| self.asked + limit + MARGIN + (lost - self.lost))
    }

    /// Whether an answer came too late.
    pub(super) fn is_late(&self, spent: &Spent) -> bool {
        self.is_out || self.limit.is_some_and(|limit| spent.counted() > limit + MARGIN)
    }
}

impl<G: Game> Match<'_, G> {
    /// Whether there is time left for the answer, now that we know what we have lost ourselves.
    pub(super) fn is_open(&self, question: &OpenQuestion) -> bool {
        question.deadline(self.pulse.lost()).is_some_and(|end| Instant::now() < end)
    }

    /// No answer in time. While others keep the player from running its clock stands: it is
    /// listened to until it has had its time, or nobody can tell any more.
    pub(super) fn time_out(&mut self, seat: Seat, question: &OpenQuestion) -> Flow<Settled> {
        let limit = question.limit.unwrap_or_default();
        let (times, longer) = PATIENCE;
        let stall = self.pulse.lost() - question.lost;
        let most = question.asked + limit * times + longer + stall;
        let mut looks = 0;
        let mut evidence = loop {
            let now = Instant::now();
            let mut evidence = self.evidence(seat, question, now);
            let strain = self.seats[seat.index()].wire().and_then(|wire| wire.strain());
            // The kernel has yet to count what somebody waits who is ready to run.
            let may_be_owed = |owed| {
                let delay = evidence.spent.delay + owed;
                !question.is_late(&Spent { delay, ..evidence.spent })
            };
            let is_unknown = strain.is_some_and(|strain| {
                strain.is_stuck || strain.is_ready && (looks == 0 || may_be_owed(strain.owed))
            });
            let is_unknown = is_unknown && now < question.asked + limit + longer + stall;
            let has_time = !question.is_late(&evidence.spent) && now < most;
            let is_over = question.is_idle || self.seats[seat.index()].closed;
            if is_over || !has_time && !is_unknown {
                evidence.machine = !is_over && !question.is_late(&evidence.spent);
                break evidence;
            }
            looks += 1;
            match self.listen(seat, Some(now + AGAIN))? {
                Sound::Stop => return Err(Ended::aborted(self.seats.len())),
                Sound::Silence => self.pulse.found_nothing(),
                Sound::Said(Incoming::Line(got, at)) => {
                    if let Some(settled) = self.hear(seat, question, got, at)? {
                        return Ok(settled);
                    }
                }
                Sound::Said(Incoming::Flood(..) | Incoming::Closed(_)) => self.hang_up(seat),
            }
        };
        let sitter = &mut self.seats[seat.index()];
        sitter.silences += u32::from(!evidence.machine);
        if let Some(wire) = sitter.wire() {
            evidence.got = Bytes::new(wire.partial());
            evidence.spent.idle = wire.idle();
        }
        self.settle_fault(seat, FaultKind::Time, evidence, None)
    }

    /// What an answer that came at this moment has cost.
    pub(super) fn evidence(
        &mut self,
        seat: Seat,
        question: &OpenQuestion,
        at: Instant,
    ) -> Evidence {
        let mut spent = self.answer_time(question.asked, at);
        let stall = self.pulse.lost_before_reading() - question.lost;
        spent.stall = stall.as_nanos() as u64;
        let sitter = &mut self.seats[seat.index()];
        let lives_on = sitter.lifetime != Lifetime::PerMove;
        sitter.metered.is_quick = lives_on && spent.used() < PAUSE;
        if sitter.metered.is_quick && sitter.metered.asked.is_none() {
            return Evidence { spent, limit: question.limit, ..Evidence::default() };
        }
        let is_looked_at = sitter.is_looked_at || question.is_late(&spent);
        let (mut usage, mut strain, mut system) = (None, None, String::new());
        if let Some(wire) = sitter.wire() {
            usage = wire.usage();
            if is_looked_at {
                wire.glance();
            }
            strain = wire.strain();
            system = wire.trouble();
        }
        let metered = &mut sitter.metered;
        metered.reconstruct(usage, spent.used());
        let used = usage.zip(metered.asked).map(|(now, then)| now.since(then));
        metered.last = usage.or(metered.last);
        spent.cpu = strain.map(|all| all.cpu).max(used.map(|used| used.cpu));
        // Threads wait side by side: together they have waited no longer than there was time.
        let wait = strain.map(|all| all.wait).max(used.map(|used| used.wait));
        spent.wait = wait.map(|wait| wait.min(spent.used));
        // While the referee stood still, others may have waited too: not to be counted twice.
        let most = |busiest: u64| spent.used.saturating_sub(spent.stall).saturating_sub(busiest);
        spent.delay = strain.map_or(0, |all| all.delay.min(most(all.busiest)));
        // What it waited before it was looked at, if it has nobody but itself to wait for.
        if let (Some(all), Some(used)) = (strain.filter(|all| all.is_alone), used) {
            spent.delay = spent.delay.max(used.wait.min(most(all.busiest)));
        }
        Evidence { spent, limit: question.limit, system, ..Evidence::default() }
    }
}
