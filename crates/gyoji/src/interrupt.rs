//! Ctrl-C: once to finish what runs and save, twice to stop now, three times to leave at once.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use gyoji_league::Stop;

use crate::failure::INTERRUPTED;

static STOP: Stop = Stop::new();
/// What is done at the first Ctrl-C.
static FIRST: Mutex<Option<Box<dyn Fn() + Send>>> = Mutex::new(None);

/// Listens for Ctrl-C from now on; `first` is called at the first one, instead of what was to be
/// called before.
pub fn listen(first: impl Fn() + Send + 'static) {
    *FIRST.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(first));
    let listening = ctrlc::set_handler(|| {
        if !STOP.ask() {
            if let Some(first) = &*FIRST.lock().unwrap_or_else(PoisonError::into_inner) {
                first();
            }
        } else if STOP.stop_now() {
            // Somebody is still waiting for something: records are on disk, so just leave.
            crate::tty::exit(INTERRUPTED);
        }
    });
    // If somebody listens already, that is as good; if there is no thread to listen, people had
    // better know.
    if let Err(ctrlc::Error::System(error)) = listening {
        let text = gyoji_words::cli::no_ctrl_c(error);
        crate::screen::say(&format!("gyoji: {}", text.get(crate::args::early_lang())));
    }
}

/// What Ctrl-C wishes, for whoever can be stopped.
pub fn wish() -> &'static Stop {
    &STOP
}

/// Whether nothing new should be begun.
pub fn is_asked() -> bool {
    STOP.is_asked()
}

/// Stops even what runs.
pub fn stop() {
    STOP.stop_now();
}

/// Set when even what runs should stop.
pub fn now() -> &'static AtomicBool {
    STOP.now()
}
