//! How lines travel between the referee and whoever is outside.
//!
//! A wire knows bytes, lines and arrival times, and no game. None of its calls waits: whoever has
//! to be waited for shows up in [`Wire::watch`], and the match waits for all at once.

pub mod channel;
mod folder;
mod hear;
mod lines;
pub mod listen;
pub mod lobby;
mod printed;
pub mod process;
pub mod run_once;
mod running;
pub mod script;
pub mod tcp;
pub mod terminal;

use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Exit, FaultKind, Idle};

pub use crate::os::poll::{Interest, Ready};
pub use crate::os::sandbox::room::Room;
pub use crate::os::strain::Strain;
pub use crate::os::usage::Usage;
pub(crate) use folder::{empty, private_folder};
pub(crate) use hear::hear_out;
pub use lines::Caps;
pub use running::Program;

/// What came over a wire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Incoming {
    /// A line with its end, if it had one.
    Line(Bytes, Instant),
    /// More than the caps allow; nothing is read any more.
    Flood(Bytes, Instant),
    /// Nothing will ever come again.
    Closed(Instant),
}

/// Who is there when a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// A program that has just been started, and takes time to come up.
    New,
    /// Somebody who was running already.
    Here,
    /// Whoever played the last game over this wire.
    Stayed,
}

/// Why nobody is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoStart {
    /// The player cannot be started or reached.
    Player(String),
    /// Nothing can be started now, whoever it is: trouble of ours or of the system.
    Trouble(String),
    /// The match was stopped while we waited.
    Stopped,
}

/// What a sandbox did to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// It was killed: so much memory, and how much it may have.
    Memory(String),
    /// It was killed for going beyond another limit.
    Beyond(String),
    /// It was refused this call, and perhaps did without.
    Refused(String),
}

/// How far it has come with somebody who was asked to be there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// Not yet; what to wait for is in [`Wire::watch`].
    Coming,
    /// Somebody is there.
    Up(Presence),
    /// Nobody will come.
    Failed(NoStart),
}

impl From<Result<Presence, NoStart>> for Arrival {
    fn from(result: Result<Presence, NoStart>) -> Arrival {
        match result {
            Ok(presence) => Arrival::Up(presence),
            Err(why) => Arrival::Failed(why),
        }
    }
}

/// A line to somebody outside.
pub trait Wire: Send {
    /// Begins to see to it that somebody is there.
    ///
    /// What somebody who was there before has said since the last game is kept for the next one
    /// if `keep` says so; else it belongs to neither and is forgotten.
    fn start(&mut self, keep: bool) -> Arrival;

    /// How far that has come; asked again after every wait, as long as somebody is coming. The
    /// same is asked after a question where sending it takes a while.
    fn arrival(&mut self) -> Arrival {
        Arrival::Up(Presence::Here)
    }

    /// Whether somebody has yet to come whom nobody can hurry.
    fn awaits_somebody(&self) -> bool {
        false
    }

    /// Sends text: at once as far as possible, the rest while the wire is pumped.
    fn send(&mut self, text: &[u8]);

    /// Adds what this wire waits for.
    fn watch<'a>(&'a self, interest: &mut Interest<'a>);

    /// Reads and writes what is possible now; whatever arrives is stamped with the time.
    fn pump(&mut self) {
        self.pump_ready(Ready::ALL, Instant::now());
    }

    /// The same, knowing what of [`watch`](Wire::watch) is ready, as was seen just `now`.
    fn pump_ready(&mut self, ready: Ready, now: Instant);

    /// Reads what has come, and only that: what a question needs to be put in order.
    fn look(&mut self) {
        self.pump();
    }

    /// The next thing that has come, if any.
    fn take(&mut self) -> Option<Incoming>;

    /// What has come of a line that has no end yet.
    fn partial(&self) -> &[u8] {
        &[]
    }

    /// A new question begins: the cap on a turn's text counts from here.
    fn new_turn(&mut self) {}

    /// The processor time of whoever is outside, where it can be known.
    fn usage(&self) -> Option<Usage> {
        None
    }

    /// The answer takes its time: looks what keeps it, for [`strain`](Wire::strain).
    fn glance(&mut self) {}

    /// What whoever is outside has gone through since the question, where it was looked at.
    fn strain(&self) -> Option<Strain> {
        None
    }

    /// What it does now, where that is nothing and it is clear why.
    fn idle(&self) -> Option<Idle> {
        None
    }

    /// Keeps whoever is outside from running, where that can be done.
    fn freeze(&mut self) {}

    /// Lets them run again.
    fn thaw(&mut self) {}

    /// What it has printed to stderr since this was last asked.
    fn take_stderr(&mut self) -> String {
        String::new()
    }

    /// The beginning and the end of everything it has printed to stderr.
    fn all_stderr(&mut self) -> String {
        String::new()
    }

    /// How the program ended, if that is known.
    fn exit(&mut self) -> Option<Exit> {
        None
    }

    /// Whether it may become known soon: the program's stream has ended, and its end is awaited.
    fn may_exit(&self) -> bool {
        false
    }

    /// What the system said, where nobody could be started or an answer could not be read.
    fn trouble(&self) -> String {
        String::new()
    }

    /// What has failed at our side, so that nobody can be judged.
    fn failure(&self) -> Option<String> {
        None
    }

    /// What a sandbox did to whoever is outside, as far as is known.
    fn held(&mut self) -> Option<Held> {
        None
    }

    /// Which fault it is when the wire closes.
    fn closing_fault(&self) -> FaultKind {
        FaultKind::Disconnected
    }

    /// Nothing more will be sent: lets it know, so that it can leave while others are waited for.
    fn farewell(&mut self) {}

    /// Ends it: lets it leave by itself for a while, then by force. Nobody waits for that here.
    fn stop(&mut self, grace: Duration);

    /// Whether somebody was stopped who is worth waiting for: it leaves by itself, or is just
    /// being ended.
    fn is_leaving(&self) -> bool {
        false
    }
}
