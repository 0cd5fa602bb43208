//! Waiting for a database that is away, and saying so once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use gyoji_words::{Text, store as words};

use crate::db::{Db, Done, Failure};
use crate::{Kind, Trouble};

/// The first pause between two attempts; each is twice as long as the one before.
const FIRST: Duration = Duration::from_millis(20);
/// The longest pause, and how often somebody who pauses looks whether to go on waiting.
const LONGEST: Duration = Duration::from_secs(1);
const GLANCE: Duration = Duration::from_millis(50);

type Tell = Box<dyn Fn(Text) + Send + Sync>;

/// Who is told about a database that is away, and whether anybody still waits for it.
#[derive(Default)]
pub(crate) struct Patience {
    place: String,
    tell: Mutex<Option<Tell>>,
    is_away: AtomicBool,
    is_over: AtomicBool,
    /// Set by somebody else when nobody should wait any longer.
    end: OnceLock<&'static AtomicBool>,
}

impl Patience {
    pub(crate) fn new(place: String) -> Patience {
        Patience { place, ..Patience::default() }
    }

    pub(crate) fn on_wait(&self, tell: Tell) {
        *self.tell.lock().unwrap_or_else(PoisonError::into_inner) = Some(tell);
    }

    /// Nobody waits any longer, from now on.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Nobody waits any longer once this is set.
    pub(crate) fn until(&self, end: &'static AtomicBool) {
        let _ = self.end.set(end);
    }

    fn is_over(&self) -> bool {
        let is_set = |end: &&AtomicBool| end.load(Ordering::Relaxed);
        self.is_over.load(Ordering::Relaxed) || self.end.get().is_some_and(is_set)
    }

    /// Waits a while, if anybody still does.
    fn pause(&self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until && !self.is_over() {
            std::thread::sleep(GLANCE.min(time));
        }
    }

    fn say(&self, text: Text) {
        if let Some(tell) = &*self.tell.lock().unwrap_or_else(PoisonError::into_inner) {
            tell(text);
        }
    }

    /// Does `work` with the connection in `slot`, which is made anew by `connect` as often as it
    /// takes. So `work` may be done twice, and must not mind.
    pub(crate) fn see_through<T>(
        &self,
        slot: &mut Option<Box<dyn Db>>,
        connect: impl Fn() -> Done<Box<dyn Db>>,
        mut work: impl FnMut(&mut dyn Db) -> Done<T>,
    ) -> Result<T, Trouble> {
        let mut pause = FIRST;
        let mut was_connected = slot.is_some();
        loop {
            let connected = match slot {
                Some(db) => Ok(db),
                None => connect().map(|db| slot.insert(db)),
            };
            match connected.and_then(|db| work(&mut **db)) {
                Ok(value) => {
                    if self.is_away.swap(false, Ordering::Relaxed) {
                        self.say(words::back(&self.place));
                    }
                    return Ok(value);
                }
                Err(Failure::Trouble(trouble)) => return Err(trouble),
                Err(Failure::Again(_)) => std::thread::sleep(FIRST),
                Err(Failure::Away(error)) => {
                    *slot = None;
                    if self.is_over() {
                        let text = words::not_waited(&self.place, error);
                        return Err(Trouble::new(Kind::Away, text));
                    }
                    // The server may be up again since: nobody needs to know.
                    if std::mem::take(&mut was_connected) {
                        continue;
                    }
                    if !self.is_away.swap(true, Ordering::Relaxed) {
                        self.say(words::waiting(&self.place, error));
                    }
                    self.pause(pause);
                    pause = (pause * 2).min(LONGEST);
                }
            }
        }
    }
}
