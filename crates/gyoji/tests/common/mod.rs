//! Running the real `gyoji` as its users do: in a folder of its own, with time limits.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// No command of the suite may take longer: a hang is a failure, not a wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder of its own for one test, with a home in it.
pub struct Lab {
    folder: tempfile::TempDir,
}

/// What a command left behind.
#[derive(Debug)]
pub struct Said {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Lab {
    pub fn new() -> Lab {
        Lab { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file; its folder is made if need be.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in our folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    /// The command, in this folder and in English unless said otherwise.
    pub fn gyoji(&self, args: &[&str]) -> Command {
        let mut command = Command::new(gyoji());
        self.at_home(&mut command);
        command.args(args);
        command
    }

    /// Gives any command this lab's home and nothing else of the tester's environment.
    pub fn at_home(&self, command: &mut Command) {
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .current_dir(self.folder.path())
            .env_clear()
            // Wrappers of version managers take a tenth of a second for each start.
            .env("PATH", format!("/usr/bin:/bin:{path}"))
            .env("HOME", self.folder.path())
            .env("XDG_STATE_HOME", self.path("state"))
            .env("LANG", "C.UTF-8");
    }

    pub fn run(&self, args: &[&str]) -> Said {
        self.run_with(args, "")
    }

    pub fn ja(&self, args: &[&str]) -> Said {
        let mut command = self.gyoji(args);
        command.env("LANG", "ja_JP.UTF-8");
        finish(command, "")
    }

    /// Runs with `stdin` as all there is to read.
    pub fn run_with(&self, args: &[&str], stdin: &str) -> Said {
        finish(self.gyoji(args), stdin)
    }

    /// The files in a folder of this lab, by name.
    pub fn files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        files
    }

    /// A record of a short match between bots.
    pub fn record(&self) -> PathBuf {
        let said = self.run(&[
            "match",
            "othello",
            "bot:greedy",
            "bot:random",
            "-n",
            "1",
            "--seed",
            "7",
            "--record",
            "one-game",
        ]);
        assert_eq!(said.code, Some(0), "{said:?}");
        self.files("one-game").remove(0)
    }
}

impl Said {
    #[track_caller]
    pub fn expect(self, code: i32) -> Said {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// The result as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Nothing in either stream may command a terminal.
    #[track_caller]
    pub fn expect_harmless(self) -> Said {
        for text in [&self.out, &self.err] {
            let harmful = text.chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(harmful, None, "{text:?}");
        }
        self
    }
}

pub fn gyoji() -> &'static str {
    env!("CARGO_BIN_EXE_gyoji")
}

/// A sample AI from the kits.
pub fn kit(path: &str) -> String {
    let kits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/othello");
    kits.join(path).to_string_lossy().into_owned()
}

/// Whether a program is installed here. Where it is not, there is nothing to test.
pub fn is_installed(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: {program} is not installed");
    }
    found
}

/// Runs a command to its end.
pub fn finish(command: Command, stdin: &str) -> Said {
    finish_within(command, stdin, PATIENCE)
}

/// Runs a command that may take longer than others to its end.
pub fn finish_within(mut command: Command, stdin: &str, patience: Duration) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("gyoji starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let stdin = stdin.to_owned();
    std::thread::spawn(move || {
        let _ = pipe.write_all(stdin.as_bytes());
    });
    let out = read_all(child.stdout.take().expect("a pipe"));
    let err = read_all(child.stderr.take().expect("a pipe"));
    let code = wait_within(&mut child, patience).code();
    Said { code, out: out.recv().unwrap_or_default(), err: err.recv().unwrap_or_default() }
}

fn read_all(mut pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        sender.send(String::from_utf8(bytes).expect("all we print is UTF-8"))
    });
    receiver
}

/// Waits for the end, but not for ever.
#[track_caller]
pub fn wait(child: &mut Child) -> ExitStatus {
    wait_within(child, PATIENCE)
}

#[track_caller]
fn wait_within(child: &mut Child, patience: Duration) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it is our child") {
            return status;
        }
        if start.elapsed() > patience {
            let _ = child.kill();
            panic!("gyoji hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// What a command shows on a real terminal, where `script` is there to make one.
pub fn on_a_terminal(lab: &Lab, variables: &[(&str, &str)], args: &[&str]) -> Option<Said> {
    if !is_installed("script") {
        return None;
    }
    let mut command = Command::new("script");
    lab.at_home(&mut command);
    let words: Vec<&str> = [gyoji()].iter().chain(args).copied().collect();
    command.envs(variables.iter().copied()).env("TERM", "xterm-256color");
    command.args(["-qec", &words.join(" "), "/dev/null"]);
    Some(finish(command, ""))
}

/// Waits until something is so.
#[track_caller]
pub fn until(mut so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < PATIENCE, "it never came");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Ctrl-C, as far as one process notices it.
pub fn interrupt(child: &Child) {
    let pid = Pid::from_child(child);
    kill_process(pid, Signal::INT).expect("it still runs");
}

/// A person at the keyboard: reads what is shown up to the next prompt, then types.
pub struct Dialogue {
    child: Child,
    screen: Receiver<Vec<u8>>,
    /// Everything shown so far.
    pub shown: String,
    read: usize,
}

impl Dialogue {
    pub fn start(mut command: Command) -> Dialogue {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("gyoji starts");
        let mut stdout = child.stdout.take().expect("a pipe");
        let (sender, screen) = mpsc::channel();
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut chunk) {
                if sender.send(chunk[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Dialogue { child, screen, shown: String::new(), read: 0 }
    }

    /// Reads up to a prompt; none when the program has closed its screen.
    #[track_caller]
    pub fn prompt(&mut self) -> Option<String> {
        loop {
            let new = &self.shown[self.read..];
            if new.ends_with("> ") {
                let new = new.to_owned();
                self.read = self.shown.len();
                return Some(new);
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.shown += &String::from_utf8(bytes).expect("whole characters"),
                Err(mpsc::RecvTimeoutError::Disconnected) => return None,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("no prompt: {}", self.shown),
            }
        }
    }

    #[track_caller]
    pub fn expect_prompt(&mut self) -> String {
        match self.prompt() {
            Some(text) => text,
            None => panic!("it is over: {}", self.shown),
        }
    }

    /// Types a line.
    pub fn say(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        let _ = stdin.write_all(format!("{line}\n").as_bytes());
    }

    /// Types a line and returns what comes of it up to the next prompt.
    #[track_caller]
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.expect_prompt()
    }

    /// Closes the keyboard and returns the exit code.
    #[track_caller]
    pub fn leave(&mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        while self.prompt().is_some() {}
        wait(&mut self.child).code()
    }

    /// Presses Ctrl-C.
    pub fn interrupt(&self) {
        interrupt(&self.child);
    }
}

/// The moves listed in what was shown: `legal: d3  c4`.
pub fn legal(shown: &str) -> Vec<String> {
    let line = shown
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("legal: ").or_else(|| line.strip_prefix("できる手: ")));
    line.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}
