//! A match of the referee in which whoever is outside is part of the test.
//!
//! Nothing takes time: what comes over such a line has arrived before the question, so that every
//! answer takes exactly none, however busy the machine is.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Event, Header, Record};
use gyoji_core::replay::transcript;
use gyoji_core::{Game, Kit, Seat};
use gyoji_referee::wire::{Arrival, Incoming, Interest, Presence, Ready, Wire};
use gyoji_referee::{Chair, play};

/// Those at the other ends of a match's lines, all together.
pub(crate) trait OtherEnds: Send + 'static {
    /// The referee makes sure that somebody is there.
    fn start(&mut self, _seat: Seat) {}

    /// This was sent to a seat.
    fn hear(&mut self, seat: Seat, text: &str);

    /// What a seat says now, without the end of the line. At a glance the referee only looks whether
    /// there is something; else it waits for somebody, and for this seat perhaps.
    fn speak(&mut self, seat: Seat, is_glance: bool) -> Option<String>;

    /// This has happened in the game. What the players are told of it is sent afterwards.
    fn event(&mut self, event: &Event);
}

/// What a test and the lines of its match share.
pub(crate) type Shared<T> = Arc<Mutex<T>>;

/// The line to one seat.
struct TestWire<T> {
    ends: Shared<T>,
    seat: Seat,
    /// When everything arrives.
    arrival: Instant,
    is_glance: bool,
}

/// The line to one seat.
pub(crate) fn line<T: OtherEnds>(ends: &Shared<T>, seat: Seat) -> Box<dyn Wire> {
    Box::new(TestWire { ends: Arc::clone(ends), seat, arrival: Instant::now(), is_glance: false })
}

pub(crate) fn lock<T>(ends: &Shared<T>) -> MutexGuard<'_, T> {
    ends.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: OtherEnds> Wire for TestWire<T> {
    fn start(&mut self, _keep: bool) -> Arrival {
        lock(&self.ends).start(self.seat);
        Arrival::Up(Presence::Here)
    }

    fn send(&mut self, text: &[u8]) {
        let text = str::from_utf8(text).expect("dialects write text");
        lock(&self.ends).hear(self.seat, text);
    }

    fn watch<'a>(&'a self, _interest: &mut Interest<'a>) {}

    fn pump_ready(&mut self, _ready: Ready, _now: Instant) {}

    fn look(&mut self) {
        self.is_glance = true;
    }

    fn take(&mut self) -> Option<Incoming> {
        let is_glance = std::mem::take(&mut self.is_glance);
        let said = lock(&self.ends).speak(self.seat, is_glance)?;
        Some(Incoming::Line(Bytes::new(format!("{said}\n")), self.arrival))
    }

    fn stop(&mut self, _grace: Duration) {}
}

/// Lets the referee play a match, until it is over or `stop` is set.
pub(crate) fn play_out<G: Game, T: OtherEnds>(
    header: Header,
    chairs: &mut [Chair<G>],
    ends: &Shared<T>,
    stop: &AtomicBool,
) -> Record {
    let mut events = Vec::new();
    let played = play(&header, chairs, stop, &mut |event: &Event| {
        lock(ends).event(event);
        events.push(event.clone());
    });
    played.unwrap_or_else(|bad| panic!("{bad}"));
    Record { header, events }
}

/// What the record says was sent is what was sent.
pub(crate) fn check_replay<G: Game>(record: &Record, kit: &Kit<G>, seat: Seat, sent: &str) {
    let talk = transcript(record, kit, seat).expect("a good record");
    let replayed = talk.iter().filter(|saying| saying.sent).flat_map(|saying| &saying.bytes);
    let replayed: Vec<u8> = replayed.copied().collect();
    let replayed = String::from_utf8(replayed).expect("dialects write text");
    for (replayed, sent) in replayed.lines().zip(sent.lines()) {
        assert_eq!(replayed, sent, "the record makes something else of it");
    }
    assert_eq!(replayed.len(), sent.len(), "one of them says more");
}
