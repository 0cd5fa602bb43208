//! A program that is run once for each answer, on a file.
//!
//! The question is written to a file, the program is started with the file's path, and when it
//! has ended the file is read back: what it holds then is the line that has come. The answer's
//! time is the program's end. The file lies in a folder of our own, which goes with this value.
//! Whatever the program prints is for people and kept with its stderr.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Exit, FaultKind};
use rustix::fs::OFlags;
use tempfile::TempDir;

use super::folder::{empty, private_folder};
use super::printed::Printed;
use super::running::{Program, Running, read_some};
use super::{Arrival, Held, Incoming, Interest, NoStart, Presence, Ready, Strain, Usage, Wire};
use crate::os::undertaker::Leaving;

/// What stands for the file's path in a command line.
pub const FILE: &str = "{file}";

/// How much is read at once.
const CHUNK: usize = 16 << 10;
/// How often the streams are read at the end: as much as two pipes hold.
const LAST_READS: usize = 8;
/// How much of a file that is too large is kept for the record.
const KEPT_OF_FLOOD: usize = 1 << 10;

/// How a program learns which file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// By an argument: in place of [`FILE`], or else as the last one.
    Argument,
    /// It knows the name and looks for it in the folder it runs in.
    Name,
}

/// A program that answers by changing a file, as a wire.
#[derive(Debug)]
pub struct RunOnce {
    program: Program,
    name: String,
    told: Told,
    /// Whether an empty question is no file at all.
    missing_if_empty: bool,
    folder: Option<TempDir>,
    running: Option<Running>,
    /// Whether it has been started, and nobody knows yet whether it runs.
    is_starting: bool,
    /// Whoever ran here before, if it has yet to leave: two are never here at once.
    leaving: Option<Leaving>,
    /// Whether its answer has been read: nothing more will come of this run.
    over: bool,
    /// What the file held when the program was started.
    sent: Vec<u8>,
    /// What a program that has not ended has made of the file.
    partial: Vec<u8>,
    queue: VecDeque<Incoming>,
    /// What it has printed to stdout and to stderr: much of the one must not hide the other.
    printed: [Printed; 2],
    exit: Option<Exit>,
    usage: Usage,
    /// What the system said when the program could not be started or the file not be read.
    trouble: String,
    /// What has failed at our side.
    failure: Option<String>,
    started: bool,
    chunk: Vec<u8>,
}

impl RunOnce {
    /// A program that has not been run, and the name of the file it works on.
    /// `missing_if_empty`: where the question is empty, there is no file.
    pub fn new(program: Program, name: &str, told: Told, missing_if_empty: bool) -> RunOnce {
        RunOnce {
            program,
            name: name.to_owned(),
            told,
            missing_if_empty,
            folder: None,
            running: None,
            is_starting: false,
            leaving: None,
            over: false,
            sent: Vec::new(),
            partial: Vec::new(),
            queue: VecDeque::new(),
            printed: Default::default(),
            exit: None,
            usage: Usage::default(),
            trouble: String::new(),
            failure: None,
            started: false,
            chunk: vec![0; CHUNK],
        }
    }

    fn path(&self) -> std::io::Result<PathBuf> {
        let folder = self.folder.as_ref().ok_or(std::io::ErrorKind::NotFound)?;
        Ok(folder.path().join(&self.name))
    }

    /// Writes the question and runs the program on it.
    fn run(&mut self, question: &[u8]) -> std::io::Result<Result<Running, NoStart>> {
        if self.put(question).is_err() {
            // The program may have spoilt its folder, which is its own doing: it gets a new one.
            self.folder = Some(private_folder()?);
            self.put(question)?;
        }
        self.run_on_the_file(question)
    }

    /// Writes the question, or sees to it that there is no file.
    fn put(&self, question: &[u8]) -> std::io::Result<()> {
        let path = self.path()?;
        // Whatever the program has left in this place, a folder or a link, is not followed.
        remove(&path)?;
        if !(question.is_empty() && self.missing_if_empty) {
            let mut file = File::options().write(true).create_new(true).open(&path)?;
            file.write_all(question)?;
        }
        Ok(())
    }

    fn run_on_the_file(&mut self, question: &[u8]) -> std::io::Result<Result<Running, NoStart>> {
        let path = self.path()?;
        self.sent = question.to_vec();
        let mut program = self.program.clone();
        let placed = place(&mut program.command, path.as_os_str());
        if let (Some(room), Some(folder)) = (&program.room, &self.folder) {
            if let Some(uid) = room.uid {
                let own =
                    |path: &std::path::Path| std::os::unix::fs::chown(path, Some(uid), Some(uid));
                own(folder.path())?;
                if path.exists() {
                    own(&path)?;
                }
            }
            program.shared = Some(folder.path().to_owned());
        }
        match self.told {
            Told::Argument if !placed => program.command.push(path.into_os_string()),
            Told::Argument => {}
            Told::Name => program.folder = self.folder.as_ref().map(|it| it.path().to_owned()),
        }
        self.over = false;
        Ok(Running::start(&program))
    }

    /// The program could not be started.
    fn fail(&mut self, why: NoStart) {
        match why {
            NoStart::Player(words) => self.trouble = words,
            NoStart::Trouble(words) => self.failure = Some(words),
            NoStart::Stopped => {}
        }
        self.queue.push_back(Incoming::Closed(Instant::now()));
    }

    /// What the file holds now; the first bytes of it, if it is too large.
    fn read_file(&self) -> std::io::Result<(Vec<u8>, u64)> {
        // Neither a pipe nor a link to somewhere else may keep us waiting.
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits();
        let file = File::options().read(true).custom_flags(flags as i32).open(self.path()?)?;
        let about = file.metadata()?;
        if !about.is_file() {
            return Err(std::io::Error::other("not a regular file"));
        }
        let mut data = Vec::new();
        file.take(self.program.caps.line as u64 + 1).read_to_end(&mut data)?;
        let more = about.len().saturating_sub(data.len() as u64);
        Ok((data, more))
    }

    /// The program has ended: what it has made of the file is its answer.
    fn finish(&mut self, at: Instant) {
        if let Some(running) = &mut self.running {
            self.exit = running.exit();
            self.usage = running.usage().unwrap_or(self.usage);
        }
        for _ in 0..LAST_READS {
            self.read_streams();
        }
        self.over = true;
        let file = self.read_file();
        let broke_off = match self.exit {
            Some(Exit::Code(0)) => false,
            // Some programs end with any code: that of a C program without a `return` is
            // whatever lay about. If it has written the file, the file is its answer.
            Some(Exit::Code(_)) => file.as_ref().map_or(true, |(data, _)| *data == self.sent),
            Some(Exit::Signal(_)) | None => true,
        };
        match file {
            _ if broke_off => self.queue.push_back(Incoming::Closed(at)),
            Ok((data, _)) if data.len() <= self.program.caps.line => {
                self.queue.push_back(Incoming::Line(Bytes::new(data), at));
            }
            Ok((data, more)) => {
                let mut kept = Bytes::capped(&data, KEPT_OF_FLOOD);
                kept.more += more;
                self.queue.push_back(Incoming::Flood(kept, at));
            }
            Err(error) => {
                self.trouble = format!("{}: {error}", self.name);
                self.queue.push_back(Incoming::Line(Bytes::default(), at));
            }
        }
    }

    fn read_streams(&mut self) {
        let Some(running) = &mut self.running else { return };
        let streams = [&mut running.stdout, &mut running.stderr];
        for (stream, printed) in streams.into_iter().zip(&mut self.printed) {
            if let Some(count) = read_some(stream, &mut self.chunk) {
                printed.push(&self.chunk[..count]);
            }
        }
    }
}

impl Wire for RunOnce {
    fn start(&mut self, _: bool) -> Arrival {
        self.stop(Duration::ZERO);
        if self.folder.is_none() {
            match private_folder() {
                Ok(folder) => self.folder = Some(folder),
                Err(error) => return Arrival::Failed(NoStart::Trouble(error.to_string())),
            }
        }
        self.printed = Default::default();
        (self.exit, self.usage) = (None, Usage::default());
        self.started = true;
        self.trouble.clear();
        self.failure = None;
        self.arrival()
    }

    fn arrival(&mut self) -> Arrival {
        // The next one is given the same file, which the last must not write to any more.
        if self.leaving.as_ref().is_some_and(|one| !one.is_gone()) {
            return Arrival::Coming;
        }
        self.leaving = None;
        if self.is_starting {
            let started = self.running.as_mut().map(Running::started);
            let Some(started) = started.unwrap_or(Some(Ok(()))) else { return Arrival::Coming };
            self.is_starting = false;
            match (started, &mut self.running) {
                (Ok(()), Some(running)) => running.is_new_for_this_turn(),
                (Ok(()), None) => {}
                (Err(why), _) => {
                    self.leaving = self.running.take().map(|running| running.end(Duration::ZERO));
                    self.fail(why);
                }
            }
        }
        Arrival::Up(Presence::New)
    }

    /// The question is the whole of what is sent at once; its line end is not in the file.
    fn send(&mut self, text: &[u8]) {
        // Once for each start: a refusal has nobody to hear it.
        if !std::mem::take(&mut self.started) {
            return;
        }
        let question = text.strip_suffix(b"\n").unwrap_or(text);
        match self.run(question).unwrap_or_else(|error| Err(NoStart::Trouble(error.to_string()))) {
            Ok(mut running) => {
                running.stdin = None; // there is nothing to read but the file
                self.running = Some(running);
                self.is_starting = true;
            }
            Err(why) => self.fail(why),
        }
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        if let Some(leaving) = self.leaving.as_ref().filter(|one| !one.is_gone()) {
            leaving.watch(interest);
        }
        let Some(running) = self.running.as_ref().filter(|_| !self.over) else { return };
        running.watch_control(interest);
        for stream in [&running.stdout, &running.stderr].into_iter().flatten() {
            interest.read(stream);
        }
    }

    fn pump_ready(&mut self, _: Ready, now: Instant) {
        self.read_streams();
        if self.is_starting {
            return; // whether it runs is asked by `arrival`
        }
        let Some(running) = self.running.as_mut().filter(|_| !self.over) else { return };
        if running.exit().is_some() || running.control.is_none() {
            self.finish(now);
        }
    }

    fn look(&mut self) {
        self.pump();
        // At the deadline it matters whether the file is there and only the end is missing.
        if self.running.is_some() && !self.over {
            let file = self.read_file().map(|(data, _)| data).unwrap_or_default();
            self.partial = if file == self.sent { Vec::new() } else { file };
        }
    }

    fn take(&mut self) -> Option<Incoming> {
        self.queue.pop_front()
    }

    fn partial(&self) -> &[u8] {
        &self.partial
    }

    fn new_turn(&mut self) {
        self.partial.clear();
        self.queue.clear();
    }

    fn usage(&self) -> Option<Usage> {
        match &self.running {
            Some(running) if !self.over => running.usage(),
            _ => Some(self.usage),
        }
    }

    fn glance(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|_| !self.over) {
            running.look();
        }
    }

    fn strain(&self) -> Option<Strain> {
        self.running.as_ref()?.strain()
    }

    fn failure(&self) -> Option<String> {
        self.failure.clone()
    }

    fn take_stderr(&mut self) -> String {
        self.printed.each_mut().map(Printed::take_fresh).concat()
    }

    fn all_stderr(&mut self) -> String {
        self.printed.each_ref().map(Printed::excerpt).concat()
    }

    fn exit(&mut self) -> Option<Exit> {
        self.exit
    }

    fn trouble(&self) -> String {
        self.trouble.clone()
    }

    fn held(&mut self) -> Option<Held> {
        self.running.as_mut()?.held()
    }

    fn closing_fault(&self) -> FaultKind {
        if self.trouble.is_empty() { FaultKind::Crash } else { FaultKind::Start }
    }

    fn stop(&mut self, _grace: Duration) {
        if let Some(running) = self.running.take() {
            self.leaving = Some(running.end(Duration::ZERO));
        }
        (self.started, self.is_starting) = (false, false);
        self.queue.clear();
    }

    fn is_leaving(&self) -> bool {
        self.leaving.as_ref().is_some_and(|one| !one.is_past())
    }
}

impl Drop for RunOnce {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
        if let Some(folder) = &self.folder {
            empty(folder.path());
        }
    }
}

/// Puts the file's path where the command line says [`FILE`]; whether it did anywhere.
fn place(command: &mut [OsString], path: &OsStr) -> bool {
    let mut placed = false;
    for word in command.iter_mut().skip(1) {
        let bytes = word.as_bytes();
        let Some(at) = bytes.windows(FILE.len()).position(|part| part == FILE.as_bytes()) else {
            continue;
        };
        let parts = [&bytes[..at], path.as_bytes(), &bytes[at + FILE.len()..]];
        *word = OsString::from_vec(parts.concat());
        placed = true;
    }
    placed
}

/// Removes whatever is at a path, if anything is.
fn remove(path: &std::path::Path) -> std::io::Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(about) if about.is_dir() => {
            empty(path);
            std::fs::remove_dir(path)
        }
        Ok(_) => std::fs::remove_file(path),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_stands_where_the_command_line_says() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let mut command = words("python3 ai.py --game={file} -v");
        assert!(place(&mut command, OsStr::new("/x/game.csv")));
        assert_eq!(command, words("python3 ai.py --game=/x/game.csv -v"));
        assert!(!place(&mut words("python3 ai.py"), OsStr::new("/x/game.csv")));
    }
}
