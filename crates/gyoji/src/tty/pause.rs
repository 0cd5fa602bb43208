//! Ctrl-Z and `fg`, the same for every screen: the shell gets the terminal as it was, and whoever
//! comes back sees the whole picture again.

use std::sync::{MutexGuard, Once};

use rustix::process::{Signal, getpid, kill_process};
use signal_hook::consts::{SIGCONT, SIGTSTP};
use signal_hook::iterator::Signals;

use super::Pen;

/// Hears of Ctrl-Z from now on.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where that cannot be, Ctrl-Z does what it does to any program.
        let Ok(signals) = Signals::new([SIGTSTP, SIGCONT]) else { return };
        let thread = std::thread::Builder::new().name("ctrl-z".to_owned());
        let _ = thread.spawn(move || answer(signals));
    });
}

/// Nobody draws between the signal that stops us and the one that lets us go on.
fn answer(mut signals: Signals) {
    let mut held: Option<MutexGuard<'_, Pen>> = None;
    for signal in &mut signals {
        match signal {
            SIGTSTP if held.is_none() && is_watched_over() => {
                held = Some(super::pen());
                super::put_away();
                let _ = kill_process(getpid(), Signal::STOP);
            }
            SIGCONT => held.take().unwrap_or_else(super::pen).come_back(),
            _ => {}
        }
    }
}

/// Whether there is a shell that sees that we stop and can say `fg`. Where there is none, the
/// system ignores Ctrl-Z, and so do we: nobody could ever wake us.
fn is_watched_over() -> bool {
    let Some(me) = Kin::of("self") else { return true };
    let mut elder = Kin::of(&me.parent);
    while let Some(one) = elder.filter(|one| one.session == me.session) {
        if one.group != me.group {
            return true;
        }
        elder = Kin::of(&one.parent);
    }
    false
}

/// To whom a process belongs.
struct Kin {
    parent: String,
    group: String,
    session: String,
}

impl Kin {
    fn of(process: &str) -> Option<Kin> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name in brackets may have brackets and spaces of its own.
        let mut rest = stat.rsplit_once(')')?.1.split_whitespace().skip(1).map(str::to_owned);
        Some(Kin { parent: rest.next()?, group: rest.next()?, session: rest.next()? })
    }
}
