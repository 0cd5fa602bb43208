//! Ctrl-C: once to finish what runs and save, twice to stop now.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

static PRESSED: AtomicU32 = AtomicU32::new(0);
static NOW: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C from now on; `first` is called at the first one.
pub fn listen(first: impl Fn() + Send + 'static) {
    // Fails only if somebody listens already, and that is as good.
    let _ = ctrlc::set_handler(move || {
        if PRESSED.fetch_add(1, Ordering::SeqCst) == 0 {
            first();
        } else {
            NOW.store(true, Ordering::SeqCst);
        }
    });
}

/// Whether nothing new should be begun.
pub fn is_asked() -> bool {
    PRESSED.load(Ordering::SeqCst) > 0
}

/// Set when even what runs should stop.
pub fn now() -> &'static AtomicBool {
    &NOW
}
