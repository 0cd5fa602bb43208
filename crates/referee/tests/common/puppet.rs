//! A scripted player: what it answers to each question, and when, is written down beforehand.
//!
//! [`Script`] answers whatever is sent. A puppet passes on only what wants an answer (greetings
//! and questions), so that a script need not know how the rest is cut into pieces; it can also
//! hang up; and what was sent can be read when the match is over.

use std::fs::File;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use gyoji_core::record::Player;
use gyoji_core::{Game, Kit};
use gyoji_referee::Chair;
use gyoji_referee::wire::script::{Answer, Script};
use gyoji_referee::wire::{Arrival, Incoming, Interest, NoStart, Presence, Ready, Strain, Wire};

/// What was sent to a puppet.
#[derive(Clone, Default)]
pub struct Sent(Arc<Mutex<String>>);

impl Sent {
    pub fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }

    /// The lines that begin with `word`.
    pub fn lines(&self, word: &str) -> Vec<String> {
        self.text().lines().filter(|line| line.starts_with(word)).map(str::to_owned).collect()
    }
}

/// See the module.
pub struct Puppet {
    script: Script,
    sent: Sent,
    /// After how many answered questions it hangs up.
    hangs_up_after: Option<usize>,
    hung_up: bool,
    /// How often it will have said nothing yet when it is listened to.
    hesitates: u32,
    /// Always ready to be read: somebody who hesitates must not be taken for gone.
    null: Option<File>,
    /// Why it cannot be started.
    no_start: Option<NoStart>,
    /// Whether it has stayed since an earlier game.
    stayed: bool,
}

/// Answers that take no time: one line each.
pub fn at_once(lines: &[&str]) -> Vec<Answer> {
    lines.iter().map(|line| after(0, line)).collect()
}

/// One line, without its end, that takes so many milliseconds.
pub fn after(ms: u64, line: &str) -> Answer {
    (Duration::from_millis(ms), format!("{line}\n").into_bytes())
}

impl Puppet {
    /// A list of answers for each greeting or question.
    pub fn new(answers: impl IntoIterator<Item = Vec<Answer>>) -> Puppet {
        Puppet {
            script: Script::new(answers),
            sent: Sent::default(),
            hangs_up_after: None,
            hung_up: false,
            hesitates: 0,
            null: None,
            no_start: None,
            stayed: false,
        }
    }

    pub fn hangs_up_after(mut self, questions: usize) -> Puppet {
        self.hangs_up_after = Some(questions);
        self
    }

    pub fn hesitates(mut self, times: u32) -> Puppet {
        self.hesitates = times;
        self.null = File::open("/dev/null").ok();
        self
    }

    /// Claims that others kept it waiting for so long in each answer.
    pub fn kept_waiting(mut self, wait: Duration) -> Puppet {
        let wait = wait.as_nanos() as u64;
        self.script.strain = Some(Strain { wait, delay: wait, ..Strain::default() });
        self
    }

    /// Claims that it waited for so long, but for nobody else than itself.
    pub fn kept_itself_waiting(mut self, wait: Duration) -> Puppet {
        let wait = wait.as_nanos() as u64;
        self.script.strain = Some(Strain { wait, ..Strain::default() });
        self
    }

    /// Has played a game before this one.
    pub fn stayed(mut self) -> Puppet {
        self.stayed = true;
        self
    }

    /// Cannot be started, for this reason.
    pub fn does_not_start(mut self, why: NoStart) -> Puppet {
        self.no_start = Some(why);
        self
    }

    /// Sits down; the second part is what it will have been sent.
    pub fn sits<G: Game>(self, kit: &Kit<G>, player: Player) -> (super::Guest<G>, Sent) {
        let sent = self.sent.clone();
        let name = player.dialect.clone().expect("a puppet speaks a dialect");
        let chair = Chair::speaking(kit, &name, player.dialect_options(), Box::new(self));
        ((player, chair.expect("a dialect of the kit")), sent)
    }
}

fn wants_an_answer(line: &str) -> bool {
    let word = line.split(' ').next().unwrap_or_default();
    let gomocup = matches!(word, "START" | "RESTART" | "BEGIN" | "TURN" | "DONE" | "PLAY");
    gomocup || matches!(word, "gyoji" | "go" | "again" | "MOVE" | "quinte" | "turn")
}

impl Wire for Puppet {
    fn start(&mut self, keep: bool) -> Arrival {
        if let Some(why) = self.no_start.clone() {
            return Arrival::Failed(why);
        }
        if self.stayed {
            return Arrival::Up(Presence::Stayed);
        }
        self.script.start(keep)
    }

    fn send(&mut self, text: &[u8]) {
        let text = std::str::from_utf8(text).expect("dialects write text");
        self.sent.0.lock().unwrap().push_str(text);
        for line in text.lines().filter(|line| wants_an_answer(line)) {
            if self.hangs_up_after == Some(0) {
                return;
            }
            self.script.send(line.as_bytes());
            self.hangs_up_after = self.hangs_up_after.map(|left| left - 1);
        }
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        if let Some(null) = &self.null {
            interest.read(null);
        }
    }

    fn pump_ready(&mut self, ready: Ready, now: Instant) {
        self.script.pump_ready(ready, now);
    }

    fn take(&mut self) -> Option<Incoming> {
        if self.hesitates > 0 {
            self.hesitates -= 1;
            return None;
        }
        self.null = None;
        let said = self.script.take();
        if said.is_none() && self.hangs_up_after == Some(0) && !self.hung_up {
            self.hung_up = true;
            return Some(Incoming::Closed(Instant::now()));
        }
        said
    }

    fn strain(&self) -> Option<Strain> {
        self.script.strain()
    }

    fn stop(&mut self, grace: Duration) {
        self.script.stop(grace);
    }
}
