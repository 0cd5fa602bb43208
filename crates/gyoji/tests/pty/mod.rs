//! A person at a real terminal: a pseudo-terminal, and what its screen shows.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

pub mod picture;

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

    /// Waits until all of this was written, in whatever order, since [`Terminal::written`] was
    /// cleared.
    #[track_caller]
    pub fn until_written(&mut self, all: &[&str]) {
        let start = Instant::now();
        loop {
            let written = String::from_utf8_lossy(&self.written);
            if all.iter().all(|it| written.contains(it)) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{all:?} was never written: {written:?}");
            self.read(Duration::from_millis(50));
        }
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
                self.read_to_the_end();
                return status.code();
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.shown());
        }
    }

    /// Reads all that was written, however long that takes to come: up to a last word of our own,
    /// which no terminal shows.
    fn read_to_the_end(&mut self) {
        const LAST: &[u8] = b"\x1b]end\x07";
        self.slave.write_all(LAST).expect("it is a terminal");
        let start = Instant::now();
        while !self.written.ends_with(LAST) {
            assert!(start.elapsed() < PATIENCE, "what was written never came");
            self.read(Duration::from_millis(5));
        }
        self.written.truncate(self.written.len() - LAST.len());
    }

    /// A picture of the screen.
    pub fn picture(&mut self, doubtful: picture::Doubtful) -> String {
        self.shown();
        picture::svg(self.screen.screen(), &self.written, doubtful)
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
