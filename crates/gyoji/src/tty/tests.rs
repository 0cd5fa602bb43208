//! What is left of a terminal when something of ours panics on it. A command has no bug to order,
//! so this program runs itself on a terminal of its own and panics there.

use std::process::Command;

use super::*;

mod common {
    pub(super) fn is_installed(program: &str) -> bool {
        std::process::Command::new(program).arg("--version").output().is_ok()
    }
}

#[path = "../../tests/pty/mod.rs"]
mod pty;

/// Set where a screen below is really to be shown; elsewhere, in the list of all tests, it does nothing.
const SHOWN: &str = "GYOJI_TEST_SHOWS_A_SCREEN";

fn is_shown() -> bool {
    std::env::var_os(SHOWN).is_some()
}

/// Runs one of the screens below on a terminal.
fn on_a_terminal(screen: &str) -> Option<pty::Terminal> {
    let mut command = Command::new(std::env::current_exe().unwrap());
    // `--nocapture` and one thread: the screen gets what is written, and the test is its owner.
    let name = format!("tty::tests::{screen}");
    command.args([&name, "--exact", "--nocapture", "--test-threads=1"]).env(SHOWN, "1");
    pty::Terminal::start(&command, (80, 24))
}

#[test]
fn a_screen_whose_thread_panics() {
    if !is_shown() {
        return;
    }
    let _keyboard = Keyboard::open().unwrap();
    draw(On::Stdout, &["the picture".to_owned()], None);
    panic!("the bug");
}

#[test]
fn whoever_draws_and_panics_leaves_the_terminal_as_it_was() {
    let Some(mut terminal) = on_a_terminal("a_screen_whose_thread_panics") else { return };
    assert_ne!(terminal.end(), Some(0));
    let shown = terminal.shown();
    assert!(terminal.is_as_before(), "{shown}");
    assert!(shown.contains("the bug") && !shown.contains("the picture"), "{shown}");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    let [opened, drawn, closed, said] = [OPEN, "the picture", CLOSE, "the bug"]
        .map(|part| written.find(part).unwrap_or_else(|| panic!("{part:?}: {written:?}")));
    assert!(opened < drawn && drawn < closed && closed < said, "{written:?}");
}

#[test]
fn a_screen_beside_a_thread_that_panics() {
    if !is_shown() {
        return;
    }
    let keyboard = Keyboard::open().unwrap();
    draw(On::Stdout, &["the picture".to_owned()], None);
    let beside = std::thread::spawn(|| panic!("the bug"));
    assert!(beside.join().is_err());
    draw(On::Stdout, &["the next picture".to_owned()], None);
    while keyboard.next(Duration::from_millis(50)).unwrap().is_none() {}
}

#[test]
fn a_panic_elsewhere_is_told_when_the_screen_is_gone() {
    let Some(mut terminal) = on_a_terminal("a_screen_beside_a_thread_that_panics") else { return };
    let shown = terminal.until_seen("the next picture");
    assert!(terminal.is_full_screen() && !shown.contains("the bug"), "{shown}");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
    let shown = terminal.shown();
    assert!(shown.contains("the bug"), "{shown}");
}
