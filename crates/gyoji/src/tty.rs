//! The terminal as a screen that is drawn over: one for the whole process.
//!
//! Whatever ends the process (the end of a command, a signal, a panic) or stops it (Ctrl-Z) leaves
//! the terminal as it was. Lines are drawn in one write, clipped to the terminal; nothing here knows what they are.

mod editor;
mod pause;
mod text;

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

pub use crossterm::event::KeyCode;
use crossterm::event::{self, Event, KeyEvent, KeyEventKind, KeyModifiers};
use gyoji_core::view::Depth;

use crate::screen;
pub use editor::Editor;
pub use text::{clip, pad, width, wrap};

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
/// Whoever holds it draws.
static PEN: Mutex<Pen> = Mutex::new(Pen { picture: None, is_away: false });

/// The stream that a screen is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum On {
    /// Beside results.
    Stderr = 1,
    /// The screen is the result.
    Stdout = 2,
}

impl On {
    /// Whether the shell has given the terminal to us.
    fn is_in_front(self) -> bool {
        let front = match self {
            On::Stderr => rustix::termios::tcgetpgrp(std::io::stderr()),
            On::Stdout => rustix::termios::tcgetpgrp(std::io::stdout()),
        };
        front.is_ok_and(|group| group == rustix::process::getpgrp())
    }

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
    mend_panics();
    pause::listen();
    let picture = Picture { on, lines: lines.to_vec(), cursor };
    let text = picture.text();
    let mut pen = pen();
    pen.show(on, &text);
    pen.picture = Some(picture);
}

/// What the screen shows.
struct Picture {
    on: On,
    lines: Vec<String>,
    cursor: Option<(usize, usize)>,
}

impl Picture {
    /// What a terminal has to be sent, as large as it is now.
    fn text(&self) -> String {
        let (width, height) = size();
        let mut out = String::with_capacity(8 << 10);
        out += HOLD;
        out += "\x1b[?25l\x1b[H";
        for (number, line) in self.lines.iter().take(height).enumerate() {
            if number > 0 {
                out += "\r\n";
            }
            out += &clip(line, width);
            out += "\x1b[K";
        }
        out += "\x1b[J";
        let is_inside = |&(column, row): &(usize, usize)| column < width && row < height;
        if let Some((column, row)) = self.cursor.filter(is_inside) {
            out += &format!("\x1b[{};{}H\x1b[?25h", row + 1, column + 1);
        }
        out + SHOW
    }
}

/// What is drawn with.
struct Pen {
    /// The last picture, which comes back after Ctrl-Z.
    picture: Option<Picture>,
    /// Whether the shell has had the terminal, and may have it still.
    is_away: bool,
}

impl Pen {
    /// Shows a picture, unless the shell has sent us to the background.
    fn show(&mut self, on: On, text: &str) {
        if self.is_away && !on.is_in_front() {
            return;
        }
        self.is_away = false;
        let is_open = OPEN_ON.swap(on as u8, Ordering::SeqCst) != 0;
        on.write(&if is_open { text.to_owned() } else { format!("{OPEN}{text}") });
    }

    /// After Ctrl-Z: everything as it was before. Whoever was stopped without being asked has left
    /// the screen open, and the shell has changed the terminal since.
    fn come_back(&mut self) {
        self.is_away = true;
        if IS_RAW.load(Ordering::SeqCst) {
            let _ = crossterm::terminal::disable_raw_mode();
            let _ = crossterm::terminal::enable_raw_mode();
        }
        OPEN_ON.store(0, Ordering::SeqCst);
        if let Some((on, text)) = self.picture.as_ref().map(|last| (last.on, last.text())) {
            self.show(on, &text);
        }
    }
}

fn pen() -> MutexGuard<'static, Pen> {
    PEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the screen away, from any thread; what was to be said is said.
pub fn close() {
    let mut pen = pen();
    pen.picture = None;
    put_away();
    IS_RAW.store(false, Ordering::SeqCst);
    drop(pen);
    say_later();
}

/// Leaves the terminal as it was.
fn put_away() {
    if IS_RAW.load(Ordering::SeqCst) {
        let _ = crossterm::terminal::disable_raw_mode();
    }
    match OPEN_ON.swap(0, Ordering::SeqCst) {
        1 => On::Stderr.write(CLOSE),
        2 => On::Stdout.write(CLOSE),
        _ => {}
    }
}

fn say_later() {
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
                // It may be this thread that draws now: the pen is not waited for.
                put_away();
                say_later();
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
        pause::listen();
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
            // As the terminal does it where keys do not come one by one: to all of us.
            KeyCode::Char('z') if ctrl => {
                let group = rustix::process::getpgrp();
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::TSTP);
                None
            }
            code => Some(Input::Key(code, ctrl, key.modifiers.contains(KeyModifiers::ALT))),
        }
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        close();
    }
}

#[cfg(test)]
mod tests;
