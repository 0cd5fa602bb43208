//! Ctrl-C: once to finish what runs and save, twice to stop now, three times to leave at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::INTERRUPTED;

static ASKED: AtomicBool = AtomicBool::new(false);
static NOW: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on; `first` is called at the first one.
pub fn listen(first: impl Fn() + Send + 'static) {
    let listening = ctrlc::set_handler(move || {
        if !ASKED.swap(true, Ordering::SeqCst) {
            first();
        } else if NOW.swap(true, Ordering::SeqCst) {
            // Somebody is still waiting for something: records are on disk, so just leave.
            crate::watch::exit(INTERRUPTED);
        }
    });
    // If somebody listens already, that is as good; if there is no thread to listen, people had
    // better know.
    if let Err(ctrlc::Error::System(error)) = listening {
        let text = gyoji_words::cli::no_ctrl_c(error);
        crate::screen::say(&format!("gyoji: {}", text.get(crate::args::early_lang())));
    }
}

/// Whether nothing new should be begun.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Set when nothing new should be begun.
pub fn asked() -> &'static AtomicBool {
    &ASKED
}

/// Stops even what runs.
pub fn stop() {
    NOW.store(true, Ordering::SeqCst);
}

/// Set when even what runs should stop.
pub fn now() -> &'static AtomicBool {
    &NOW
}
