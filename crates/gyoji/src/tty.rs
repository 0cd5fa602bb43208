//! The terminal as a screen that is drawn over: one for the whole process.
//!
//! Whatever ends the process (the end of a command, a signal, a panic) leaves the terminal as it
//! was. Lines are drawn in one write, clipped to the terminal; nothing here knows what they are.

mod editor;
mod text;

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

pub use crossterm::event::KeyCode;
use crossterm::event::{self, Event, KeyEvent, KeyEventKind, KeyModifiers};
use gyoji_core::view::Depth;

use crate::screen;
pub use editor::Editor;
pub use text::{clip, pad, wrap};

/// The size of a terminal that does not tell.
pub const USUAL_SIZE: (usize, usize) = (80, 24);
/// The alternate screen without a text cursor, and lines cut off at the edge instead of wrapped.
const OPEN: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
const CLOSE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/// Nothing of a picture is shown before all of it is there, where the terminal can do that.
const HOLD: &str = "\x1b[?2026h";
const SHOW: &str = "\x1b[?2026l";

/// The stream on which the screen is open now: see [`On`]; zero if it is not.
static OPEN_ON: AtomicU8 = AtomicU8::new(0);
/// Whether keys come one by one, and are not shown.
static IS_RAW: AtomicBool = AtomicBool::new(false);
/// What was to be said while the screen was open.
static LATER: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The stream that a screen is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// Beside results.
    Stderr = 1,
    /// The screen is the result.
    Stdout = 2,
}

impl On {
    fn write(self, text: &str) {
        // Whoever has closed the stream does not want to watch.
        let write = |out: &mut dyn Write| out.write_all(text.as_bytes()).and_then(|()| out.flush());
        let _ = match self {
            On::Stderr => write(&mut std::io::stderr().lock()),
            On::Stdout => write(&mut std::io::stdout().lock()),
        };
    }
}

/// A key that was pressed, or that the terminal has another size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// A key, and whether Ctrl or Alt was held.
    Key(KeyCode, bool, bool),
    /// Everything has to be drawn again.
    Resized,
    /// Ctrl-C.
    Interrupt,
}

/// Whether the terminal, if there is one, can be drawn over.
pub fn can_draw() -> bool {
    std::env::var("TERM").is_ok_and(|term| !term.is_empty() && term != "dumb")
}

/// Whether somebody sits at a terminal that can be drawn over.
pub fn is_for_a_person() -> bool {
    can_draw() && std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// How many colours the terminal has.
pub fn depth() -> Depth {
    let of = |name| std::env::var(name).unwrap_or_default();
    Depth::of(&of("TERM"), &of("COLORTERM"))
}

/// The terminal's size: columns and rows.
pub fn size() -> (usize, usize) {
    let (stderr, stdout) = (std::io::stderr(), std::io::stdout());
    let sizes = [rustix::termios::tcgetwinsize(&stdout), rustix::termios::tcgetwinsize(&stderr)];
    let known = sizes.into_iter().flatten().find(|size| size.ws_col > 0 && size.ws_row > 0);
    known.map_or(USUAL_SIZE, |size| (usize::from(size.ws_col), usize::from(size.ws_row)))
}

/// Whether something is drawn over the terminal now.
pub fn is_open() -> bool {
    OPEN_ON.load(Ordering::SeqCst) != 0
}

/// Draws these lines instead of what the screen shows, which is opened if need be.
pub fn draw(on: On, lines: &[String], cursor: Option<(usize, usize)>) {
    let mut out = String::with_capacity(8 << 10);
    if OPEN_ON.swap(on as u8, Ordering::SeqCst) == 0 {
        mend_panics();
        out += OPEN;
    }
    let (width, height) = size();
    out += HOLD;
    out += "\x1b[?25l\x1b[H";
    for (number, line) in lines.iter().take(height).enumerate() {
        if number > 0 {
            out += "\r\n";
        }
        out += &clip(line, width);
        out += "\x1b[K";
    }
    out += "\x1b[J";
    if let Some((column, row)) = cursor.filter(|&(column, row)| column < width && row < height) {
        out += &format!("\x1b[{};{}H\x1b[?25h", row + 1, column + 1);
    }
    out += SHOW;
    on.write(&out);
}

/// Takes the screen away, from any thread; what was to be said is said.
pub fn close() {
    if IS_RAW.swap(false, Ordering::SeqCst) {
        let _ = crossterm::terminal::disable_raw_mode();
    }
    match OPEN_ON.swap(0, Ordering::SeqCst) {
        1 => On::Stderr.write(CLOSE),
        2 => On::Stdout.write(CLOSE),
        _ => {}
    }
    for text in std::mem::take(&mut *LATER.lock().unwrap_or_else(PoisonError::into_inner)) {
        screen::say(&text);
    }
}

/// Ends the process from any thread, and leaves the terminal as it was.
pub fn exit(code: u8) -> ! {
    // Nobody draws another picture while these are held.
    let (stdout, stderr) = (std::io::stdout().lock(), std::io::stderr().lock());
    let on = OPEN_ON.load(Ordering::SeqCst);
    if IS_RAW.load(Ordering::SeqCst) {
        let _ = crossterm::terminal::disable_raw_mode();
    }
    let end = |out: &mut dyn Write| out.write_all(CLOSE.as_bytes()).and_then(|()| out.flush());
    let _ = match on {
        0 => Ok(()),
        1 => end(&mut { stderr }),
        _ => end(&mut { stdout }),
    };
    std::process::exit(code.into())
}

/// A panic is told where it can be read: below the screen's last picture, or after it.
fn mend_panics() {
    static ONCE: Once = Once::new();
    let owner = std::thread::current().id();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !is_open() {
                usual(info);
            } else if std::thread::current().id() == owner {
                close();
                usual(info);
            } else {
                // Whoever it was, a game may go on without it, and so may the picture.
                let mut later = LATER.lock().unwrap_or_else(PoisonError::into_inner);
                later.push(screen::clean(&info.to_string()).into_owned());
            }
        }));
    });
}

/// The keyboard, key by key, until it is dropped.
#[derive(Debug)]
pub struct Keyboard(());

impl Keyboard {
    /// Takes the keyboard.
    pub fn open() -> std::io::Result<Keyboard> {
        mend_panics();
        crossterm::terminal::enable_raw_mode()?;
        IS_RAW.store(true, Ordering::SeqCst);
        Ok(Keyboard(()))
    }

    /// The next thing somebody does within so long. An error says that nobody is there any more.
    pub fn next(&self, within: Duration) -> std::io::Result<Option<Input>> {
        // With no time at all crossterm does not even look.
        if !event::poll(within.max(Duration::from_millis(1)))? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Resize(..) => Some(Input::Resized),
            _ => None,
        })
    }

    fn key(&self, key: KeyEvent) -> Option<Input> {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if ctrl => Some(Input::Interrupt),
            KeyCode::Char('z') if ctrl => {
                self.pause();
                Some(Input::Resized)
            }
            code => Some(Input::Key(code, ctrl, key.modifiers.contains(KeyModifiers::ALT))),
        }
    }

    /// Ctrl-Z: to the shell, and back when it says so.
    fn pause(&self) {
        close();
        let group = rustix::process::getpgrp();
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TSTP);
        if crossterm::terminal::enable_raw_mode().is_ok() {
            IS_RAW.store(true, Ordering::SeqCst);
        }
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        close();
    }
}
