//! A person at a real terminal: a pseudo-terminal, and what its screen shows.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// A screen that does not come within so long will never come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A command on a terminal of its own.
pub struct Terminal {
    child: Child,
    keyboard: File,
    slave: File,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    /// Everything that was written to the terminal.
    pub written: Vec<u8>,
}

impl Terminal {
    /// Starts a command in a terminal of so many columns and rows; none where there is no
    /// `setsid` that gives a command a terminal of its own.
    pub fn start(command: &Command, (columns, rows): (u16, u16)) -> Option<Terminal> {
        if !super::common::is_installed("setsid") {
            return None;
        }
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).and_then(|()| unlockpt(&master)).expect("it is ours");
        let name = ptsname(&master, Vec::new()).expect("it has a name");
        let slave = File::options().read(true).write(true).open(name.to_str().unwrap());
        let slave = slave.expect("its other side");
        resize(&slave, columns, rows);
        let mut outer = Command::new("setsid");
        outer.args(["--ctty", "--wait"]).arg(command.get_program()).args(command.get_args());
        outer.env_clear();
        outer.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        if let Some(folder) = command.get_current_dir() {
            outer.current_dir(folder);
        }
        let has = |wanted: &str| command.get_envs().any(|(name, _)| name == wanted);
        if !has("TERM") {
            outer.env("TERM", "xterm-256color");
        }
        if !has("PATH") {
            outer.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        }
        let stream = || slave.try_clone().expect("a descriptor");
        outer.stdin(stream()).stdout(stream()).stderr(stream());
        let child = outer.spawn().expect("it starts");
        let keyboard = File::from(master);
        let mut reader = keyboard.try_clone().expect("a descriptor");
        let (sender, output) = mpsc::channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                if sender.send(chunk[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let screen = vt100::Parser::new(cells(rows), cells(columns), 0);
        Some(Terminal { child, keyboard, slave, output, screen, written: Vec::new() })
    }

    /// Presses keys, as the terminal sends them.
    pub fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("somebody listens");
    }

    /// Makes the window larger or smaller.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.read(Duration::ZERO);
        self.screen.screen_mut().set_size(cells(rows), cells(columns));
        resize(&self.slave, columns, rows);
    }

    fn read(&mut self, within: Duration) -> bool {
        match self.output.recv_timeout(within) {
            Ok(bytes) => {
                self.screen.process(&bytes);
                self.written.extend(bytes);
                true
            }
            Err(_) => false,
        }
    }

    /// What is seen now, line by line.
    pub fn shown(&mut self) -> String {
        while self.read(Duration::ZERO) {}
        self.screen.screen().contents()
    }

    /// Waits until the screen is so.
    #[track_caller]
    pub fn until(&mut self, so: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let shown = self.shown();
            if so(&shown) {
                return shown;
            }
            assert!(start.elapsed() < PATIENCE, "it never came:\n{shown}");
            self.read(Duration::from_millis(50));
        }
    }

    /// Waits until these words are seen.
    #[track_caller]
    pub fn until_seen(&mut self, words: &str) -> String {
        self.until(|shown| shown.contains(words))
    }

    /// Waits until nothing changes any more.
    pub fn settle(&mut self) -> String {
        while self.read(Duration::from_millis(400)) {}
        self.shown()
    }

    /// Whether the other screen is shown, instead of the shell's.
    pub fn is_full_screen(&mut self) -> bool {
        self.shown();
        self.screen.screen().alternate_screen()
    }

    /// Whether the terminal is as it was: letters are shown, lines are edited by it.
    pub fn is_as_before(&mut self) -> bool {
        self.shown();
        let modes = tcgetattr(&self.slave).expect("it is a terminal").local_modes;
        let screen = self.screen.screen();
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
    }

    /// Sends a signal to the command.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let group = rustix::termios::tcgetpgrp(&self.keyboard).expect("it is a terminal");
        rustix::process::kill_process_group(group, signal).expect("it runs");
    }

    /// Waits for the end; the exit code.
    #[track_caller]
    pub fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            self.read(Duration::from_millis(5));
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                while self.read(Duration::from_millis(20)) {}
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.shown());
        }
    }

    /// The screen as a page that a browser can take a picture of, cell by cell.
    pub fn page(&mut self) -> String {
        self.shown();
        let screen = self.screen.screen();
        let (rows, columns) = screen.size();
        let (rows, columns) = (rows.get(), columns.get());
        let mut cells = String::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |col| (row, col))) {
            let Some(cell) = screen.cell(row, column) else { continue };
            if cell.is_wide_continuation() {
                continue;
            }
            let (mut front, mut back) =
                (colour(cell.fgcolor(), "#d8d8d8"), colour(cell.bgcolor(), "#1c1c1c"));
            if cell.inverse() {
                std::mem::swap(&mut front, &mut back);
            }
            let span = if cell.is_wide() { 2 } else { 1 };
            let text = match cell.contents() {
                "" => " ",
                text => text,
            };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let bold = if cell.bold() { "font-weight:bold;" } else { "" };
            let line = if cell.underline() { "text-decoration:underline;" } else { "" };
            let dim = if cell.dim() { "opacity:.6;" } else { "" };
            let _ = write!(
                cells,
                "<i style=\"left:{}px;top:{}px;width:{}px;color:{front};background:{back};{bold}{line}{dim}\">{text}</i>",
                column * 9,
                row * 18,
                span * 9,
            );
        }
        let (width, height) = (columns * 9, rows * 18);
        let (down, across) = screen.cursor_position();
        let cursor = match screen.hide_cursor() {
            true => String::new(),
            false => format!("<b style=\"left:{}px;top:{}px\"></b>", across * 9, down * 18),
        };
        format!(
            "<!doctype html><meta charset=utf-8><style>body{{margin:0;background:#1c1c1c}}\
             div{{position:relative;width:{width}px;height:{height}px}}\
             i,b{{position:absolute;height:18px;line-height:18px;font:15px/18px 'Noto Sans Mono CJK JP',monospace;\
             font-style:normal;white-space:pre;overflow:hidden}}b{{width:9px;background:#d8d8d8aa}}</style>\
             <div>{cells}{cursor}</div>"
        )
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).expect("a terminal has cells")
}

fn resize(slave: &File, columns: u16, rows: u16) {
    let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(slave, size).expect("it is a terminal");
}

/// A colour as a page knows it.
fn colour(colour: vt100::Color, usual: &str) -> String {
    const SIXTEEN: [&str; 16] = [
        "#000000", "#cd3131", "#0dbc79", "#c5a000", "#2472c8", "#bc3fbc", "#11a8cd", "#cccccc",
        "#767676", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ];
    match colour {
        vt100::Color::Default => usual.to_owned(),
        vt100::Color::Rgb(red, green, blue) => format!("rgb({red},{green},{blue})"),
        vt100::Color::Idx(index @ 0..16) => SIXTEEN[usize::from(index)].to_owned(),
        vt100::Color::Idx(index @ 16..232) => {
            let level = |digit: u8| if digit == 0 { 0 } else { 55 + 40 * u32::from(digit) };
            let cube = index - 16;
            let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(level);
            format!("rgb({red},{green},{blue})")
        }
        vt100::Color::Idx(index) => {
            let gray = 8 + 10 * u32::from(index - 232);
            format!("rgb({gray},{gray},{gray})")
        }
    }
}
