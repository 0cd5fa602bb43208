//! A seat whose lines come from elsewhere in this process: a browser's, a test's, a worker's.
//!
//! The wire is one half, for the match. The other is the [`FarEnd`], for whoever plays, in any
//! thread: it sends lines, which are stamped when they are sent, and receives what the referee
//! says. Neither side ever waits for the other, and neither can fill the other's memory: who sends
//! too much is a flood like any other, who does not read is hung up on.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::lines::Lines;
use super::{Arrival, Caps, Incoming, Interest, NoStart, Presence, Ready, Wire};
use crate::os::bell::Bell;

/// The most that waits to be received by somebody who does not.
const MOST_UNREAD: usize = 1 << 20;

/// Whether something could be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsent {
    /// The game is over for this seat: nobody listens any more.
    Closed,
    /// More was sent than anybody may say at once, and the referee will see that.
    TooMuch,
}

/// What is on its way.
#[derive(Default)]
struct Way {
    /// To the referee: text with its line ends, and when it was sent.
    said: VecDeque<(Vec<u8>, Instant)>,
    said_bytes: usize,
    /// From the referee: whole lines without their ends, and how many bytes they are.
    told: VecDeque<String>,
    told_bytes: usize,
    /// What the referee has said of a line that has no end yet.
    begun: Vec<u8>,
    /// Nothing more will be said, by the far end or by the referee.
    is_left: bool,
    is_over: bool,
    /// Wakes the match.
    bell: Option<Bell>,
}

struct Shared {
    way: Mutex<Way>,
    caps: Caps,
    /// Something has been told, or it is over.
    news: Condvar,
    /// The same for somebody who cannot wait in a call of ours.
    notify: Option<Box<dyn Fn() + Send + Sync>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = self.way();
        let Way { said_bytes, told_bytes, is_left, is_over, .. } = &*way;
        write!(f, "{said_bytes} up, {told_bytes} down, left {is_left}, over {is_over}")
    }
}

impl Shared {
    fn way(&self) -> MutexGuard<'_, Way> {
        self.way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn announce(&self) {
        self.news.notify_all();
        if let Some(notify) = &self.notify {
            notify();
        }
    }
}

/// The match's half.
#[derive(Debug)]
pub struct Channel {
    shared: Arc<Shared>,
    /// Rung when something was sent. None until a match begins.
    bell: Option<Bell>,
    lines: Lines,
}

/// The half of whoever plays. All clones are the same seat.
#[derive(Clone, Debug)]
pub struct FarEnd {
    shared: Arc<Shared>,
}

/// Both halves of a new wire, on which so much may be said.
pub fn channel(caps: Caps) -> (Channel, FarEnd) {
    halves(caps, None)
}

/// The same, where `notify` is called whenever there is something to receive, or it is over. It
/// is called by the match, which it must not keep waiting.
pub fn channel_with(caps: Caps, notify: impl Fn() + Send + Sync + 'static) -> (Channel, FarEnd) {
    halves(caps, Some(Box::new(notify)))
}

fn halves(caps: Caps, notify: Option<Box<dyn Fn() + Send + Sync>>) -> (Channel, FarEnd) {
    let (way, news) = (Mutex::default(), Condvar::new());
    let shared = Arc::new(Shared { way, caps, news, notify });
    let wire = Channel { shared: Arc::clone(&shared), bell: None, lines: Lines::new(caps) };
    (wire, FarEnd { shared })
}

impl FarEnd {
    /// Says a line to the referee. It has arrived now, however late the referee looks.
    pub fn send(&self, line: impl AsRef<[u8]>) -> Result<(), Unsent> {
        self.send_at(line, Instant::now())
    }

    /// The same, where it is known that the line came `at` some moment before.
    pub fn send_at(&self, line: impl AsRef<[u8]>, at: Instant) -> Result<(), Unsent> {
        let mut way = self.shared.way();
        if way.is_left || way.is_over {
            return Err(Unsent::Closed);
        }
        // What is there by now is a flood; more of it would only fill our memory.
        let Caps { turn, lines, .. } = self.shared.caps;
        if way.said_bytes > turn || way.said.len() > lines {
            return Err(Unsent::TooMuch);
        }
        let line = line.as_ref();
        let mut text = Vec::with_capacity(line.len().min(turn + 1) + 1);
        text.extend_from_slice(&line[..line.len().min(turn + 1)]);
        if !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        way.said_bytes += text.len();
        way.said.push_back((text, at));
        way.ring();
        Ok(())
    }

    /// Leaves: the referee hears that nobody is there any more.
    pub fn close(&self) {
        let mut way = self.shared.way();
        way.is_left = true;
        way.ring();
        drop(way);
        self.shared.announce();
    }

    /// The next line of the referee, without its end, waiting for it for so long. `None` if there
    /// is none by then, or there will never be one: see [`FarEnd::is_over`].
    pub fn receive(&self, within: Duration) -> Option<String> {
        let until = Instant::now() + within;
        let mut way = self.shared.way();
        loop {
            if let Some(line) = way.told.pop_front() {
                way.told_bytes -= line.len() + 1;
                return Some(line);
            }
            let left = until.saturating_duration_since(Instant::now());
            if way.is_over || way.is_left || left.is_zero() {
                return None;
            }
            let wait = self.shared.news.wait_timeout(way, left);
            way = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether the referee has said its last word, and it was received.
    pub fn is_over(&self) -> bool {
        let way = self.shared.way();
        (way.is_over || way.is_left) && way.told.is_empty()
    }
}

impl Way {
    fn ring(&self) {
        if let Some(bell) = &self.bell {
            bell.ring();
        }
    }
}

impl Channel {
    /// Takes over what was said.
    fn fetch(&mut self) {
        let mut way = self.shared.way();
        while let Some((text, at)) = way.said.pop_front() {
            self.lines.push(&text, at);
        }
        way.said_bytes = 0;
        if way.is_left && !self.lines.is_over() {
            self.lines.close(Instant::now());
        }
    }

    /// It is over for this seat, whoever has ended it.
    fn hang_up(&mut self) {
        self.shared.way().is_over = true;
        self.shared.announce();
    }
}

impl Wire for Channel {
    fn start(&mut self, keep: bool) -> Arrival {
        let is_first = self.bell.is_none();
        if is_first {
            match Bell::new() {
                Ok(bell) => self.bell = Some(bell),
                Err(error) => return Arrival::Failed(NoStart::Trouble(error.to_string())),
            }
            self.shared.way().bell.clone_from(&self.bell);
        }
        self.fetch();
        let is_gone = {
            let way = self.shared.way();
            way.is_left || way.is_over
        };
        if is_gone || self.lines.is_over() {
            return Arrival::Failed(NoStart::Player("nobody is there any more".into()));
        }
        if is_first {
            return Arrival::Up(Presence::Here);
        }
        if !keep {
            self.lines.forget();
        }
        Arrival::Up(Presence::Stayed)
    }

    fn send(&mut self, text: &[u8]) {
        let mut way = self.shared.way();
        if way.is_over || way.is_left {
            return;
        }
        way.begun.extend_from_slice(text);
        let Some(end) = way.begun.iter().rposition(|byte| *byte == b'\n') else { return };
        let rest = way.begun.split_off(end + 1);
        let whole = std::mem::replace(&mut way.begun, rest);
        for line in String::from_utf8_lossy(&whole).lines() {
            way.told_bytes += line.len() + 1;
            way.told.push_back(line.to_owned());
        }
        let is_deaf = way.told_bytes + way.begun.len() > MOST_UNREAD;
        drop(way);
        match is_deaf {
            true => {
                self.hang_up();
                self.lines.close(Instant::now());
            }
            false => self.shared.announce(),
        }
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        if let Some(bell) = self.bell.as_ref().filter(|_| !self.lines.is_over()) {
            interest.read(bell);
        }
    }

    fn pump_ready(&mut self, _: Ready, _: Instant) {
        if let Some(bell) = &self.bell {
            bell.hush();
        }
        self.fetch();
    }

    fn look(&mut self) {
        self.fetch();
    }

    fn take(&mut self) -> Option<Incoming> {
        self.lines.take()
    }

    fn partial(&self) -> &[u8] {
        self.lines.partial()
    }

    fn new_turn(&mut self) {
        self.lines.new_turn();
    }

    fn stop(&mut self, _grace: Duration) {
        self.hang_up();
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.hang_up();
    }
}
