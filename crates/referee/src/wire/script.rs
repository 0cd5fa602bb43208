//! A wire whose lines and arrival times are written down beforehand.
//!
//! With it, lateness is tested without sleeping: arrival is data.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use gyoji_core::record::Bytes;

use super::{Arrival, Incoming, Interest, Presence, Ready, Strain, Usage, Wire};

/// What a scripted player does when it is sent something.
pub type Answer = (Duration, Vec<u8>);

/// A scripted player: for each thing sent, the lines that come back and how long they take.
#[derive(Debug, Default)]
pub struct Script {
    answers: VecDeque<Vec<Answer>>,
    queue: VecDeque<Incoming>,
    /// Everything that was sent, in order.
    pub sent: Vec<u8>,
    /// Processor time it claims to have used, so far.
    pub usage: Option<Usage>,
    /// What it claims to go through in each answer.
    pub strain: Option<Strain>,
}

impl Script {
    /// A script: one list of answers for each thing sent.
    pub fn new(answers: impl IntoIterator<Item = Vec<Answer>>) -> Script {
        Script { answers: answers.into_iter().collect(), ..Script::default() }
    }
}

impl Wire for Script {
    fn start(&mut self, _: bool) -> Arrival {
        Arrival::Up(Presence::Here)
    }

    fn send(&mut self, text: &[u8]) {
        self.sent.extend_from_slice(text);
        let now = Instant::now();
        for (delay, line) in self.answers.pop_front().unwrap_or_default() {
            self.queue.push_back(Incoming::Line(Bytes::new(line), now + delay));
        }
    }

    fn watch<'a>(&'a self, _: &mut Interest<'a>) {}

    fn pump_ready(&mut self, _: Ready, _: Instant) {}

    fn take(&mut self) -> Option<Incoming> {
        self.queue.pop_front()
    }

    fn usage(&self) -> Option<Usage> {
        self.usage
    }

    fn strain(&self) -> Option<Strain> {
        self.strain
    }

    fn stop(&mut self, _grace: Duration) {}
}
