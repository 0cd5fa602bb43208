//! What comes on stdin, read while a bot thinks: some lines end its thinking.

use std::io::{BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use gyoji_core::Interrupt;
use gyoji_words::cli;

use crate::failure::{FAILED, Failure};

/// The longest line that is read: no question of any game comes near it.
const LONGEST: u64 = 1 << 20;
/// So many lines may wait; whoever sends more has to wait itself.
const MOST_WAITING: usize = 64;
/// What comes so soon after the line before it was sent together with it: by a script, say, that asks
/// and leaves, and wants the whole answer.
const BREATH: Duration = Duration::from_millis(200);

/// The lines, in their order.
pub(super) struct Lines {
    source: Source,
    haste: Arc<Haste>,
}

enum Source {
    /// They are read in a thread.
    Queue(Receiver<Result<Line, Failure>>),
    /// There may be no other thread, in a sandbox for one: nothing is read, and nothing ends thinking, while
    /// there is any.
    Own(Arc<Mutex<dyn BufRead + Send>>),
}

struct Line {
    text: String,
    hurries: bool,
}

/// Whether thinking has to end.
#[derive(Default)]
struct Haste {
    stop: AtomicBool,
    /// How many lines that wait say so.
    waiting: Mutex<u32>,
}

impl Haste {
    fn change(&self, change: impl FnOnce(&mut u32)) {
        let mut waiting = lock(&self.waiting);
        change(&mut waiting);
        self.stop.store(*waiting > 0, Ordering::Relaxed);
    }
}

impl Lines {
    /// Reads `input` from now on; `interrupts` says what a line means for a search that is going on.
    pub(super) fn of(
        input: impl BufRead + Send + 'static,
        interrupts: impl Fn(&str) -> Interrupt + Send + 'static,
    ) -> Lines {
        let input = Arc::new(Mutex::new(input));
        let own = Arc::clone(&input);
        let (sender, queue) = sync_channel(MOST_WAITING);
        let haste = Arc::new(Haste::default());
        let told = Arc::clone(&haste);
        // Nobody waits for this thread: it may read for ever, and ends with the process.
        let thread = Builder::new()
            .name("stdin".to_owned())
            .spawn(move || read(&mut *lock(&input), &interrupts, &sender, &told));
        let source = if thread.is_ok() { Source::Queue(queue) } else { Source::Own(own) };
        Lines { source, haste }
    }

    /// The next line, without its end; none if there are no more.
    pub(super) fn next(&self) -> Result<Option<String>, Failure> {
        let queue = match &self.source {
            Source::Queue(queue) => queue,
            Source::Own(input) => return read_line(&mut *lock(input)).transpose(),
        };
        let Ok(line) = queue.recv() else { return Ok(None) };
        let Line { text, hurries } = line?;
        if hurries {
            self.haste.change(|waiting| *waiting -= 1);
        }
        Ok(Some(text))
    }

    /// Set while thinking has to end.
    pub(super) fn stop(&self) -> &AtomicBool {
        &self.haste.stop
    }
}

fn lock<T: ?Sized>(it: &Mutex<T>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_line(input: &mut dyn BufRead) -> Option<Result<String, Failure>> {
    let mut line = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut line).ok().filter(|&count| count > 0)?;
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        return Some(Err(Failure { code: FAILED, text: cli::line_too_long(LONGEST >> 10) }));
    }
    // What is not text gets an answer like everything else that makes no sense.
    let text = String::from_utf8_lossy(&line);
    Some(Ok(text.trim_end_matches(['\n', '\r']).to_owned()))
}

fn read(
    input: &mut dyn BufRead,
    interrupts: &impl Fn(&str) -> Interrupt,
    sender: &SyncSender<Result<Line, Failure>>,
    haste: &Haste,
) {
    let mut last = Instant::now();
    while let Some(line) = read_line(input) {
        let Ok(text) = line else {
            let _ = sender.send(line.map(|text| Line { text, hurries: false }));
            return;
        };
        let hurries = match interrupts(&text) {
            Interrupt::No => false,
            Interrupt::Leave => last.elapsed() > BREATH,
            Interrupt::Now => true,
        };
        if hurries {
            haste.change(|waiting| *waiting += 1);
        }
        if sender.send(Ok(Line { text, hurries })).is_err() {
            return;
        }
        last = Instant::now();
    }
    // Nobody is left who waits for an answer.
    if last.elapsed() > BREATH {
        haste.change(|waiting| *waiting += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Write, pipe};

    fn interrupts(line: &str) -> Interrupt {
        match line {
            "now" => Interrupt::Now,
            "leave" => Interrupt::Leave,
            _ => Interrupt::No,
        }
    }

    fn is_stopped(lines: &Lines) -> bool {
        lines.stop().load(Ordering::Relaxed)
    }

    fn until_stopped(lines: &Lines) {
        let begun = Instant::now();
        while !is_stopped(lines) {
            assert!(begun.elapsed() < Duration::from_secs(20), "nothing stops it");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn next(lines: &Lines) -> Option<String> {
        lines.next().expect("a line, or the end")
    }

    #[test]
    fn thinking_ends_while_a_line_waits_that_wants_it() {
        let (reader, mut writer) = pipe().expect("a pipe");
        let lines = Lines::of(BufReader::new(reader), interrupts);
        writer.write_all(b"go\r\nnow\ngo\nnow\n").expect("somebody reads");
        assert_eq!(next(&lines).as_deref(), Some("go"));
        until_stopped(&lines);
        assert_eq!(next(&lines).as_deref(), Some("now"));
        assert_eq!(next(&lines).as_deref(), Some("go"));
        until_stopped(&lines);
        assert_eq!(next(&lines).as_deref(), Some("now"));
        assert!(!is_stopped(&lines));
    }

    #[test]
    fn whoever_leaves_later_waits_for_nothing() {
        for last in [&b"leave\n"[..], b""] {
            let (reader, mut writer) = pipe().expect("a pipe");
            let lines = Lines::of(BufReader::new(reader), interrupts);
            writer.write_all(b"go\n").expect("somebody reads");
            assert_eq!(next(&lines).as_deref(), Some("go"));
            std::thread::sleep(2 * BREATH);
            assert!(!is_stopped(&lines));
            writer.write_all(last).expect("somebody reads");
            let writer = (!last.is_empty()).then_some(writer);
            until_stopped(&lines);
            drop(writer);
        }
    }

    #[test]
    fn lines_are_read_without_a_thread() {
        let input = Arc::new(Mutex::new(std::io::Cursor::new("go\r\nnow\nleave")));
        let lines = Lines { source: Source::Own(input), haste: Arc::default() };
        let all: Vec<String> = std::iter::from_fn(|| next(&lines)).collect();
        assert_eq!(all, ["go", "now", "leave"]);
        assert!(!is_stopped(&lines));
    }

    #[test]
    fn a_script_gets_all_its_answers() {
        let many = "go\n".repeat(2 * MOST_WAITING) + "leave";
        let lines = Lines::of(std::io::Cursor::new(many), interrupts);
        for _ in 0..2 * MOST_WAITING {
            assert_eq!(next(&lines).as_deref(), Some("go"));
        }
        assert_eq!(next(&lines).as_deref(), Some("leave"));
        assert_eq!(next(&lines), None);
        assert!(!is_stopped(&lines));
    }
}
