//! What comes on stdin, read while a bot thinks: some lines end its thinking.

use std::io::{BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

use gyoji_core::Interrupt;
use gyoji_words::{cli, system};

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
    queue: Receiver<Result<Line, Failure>>,
    haste: Arc<Haste>,
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
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut waiting);
        self.stop.store(*waiting > 0, Ordering::Relaxed);
    }
}

impl Lines {
    /// Reads `input` from now on; `interrupts` says what a line means for a search that is going on.
    pub(super) fn of(
        input: impl BufRead + Send + 'static,
        interrupts: impl Fn(&str) -> Interrupt + Send + 'static,
    ) -> Result<Lines, Failure> {
        let (sender, queue) = sync_channel(MOST_WAITING);
        let haste = Arc::new(Haste::default());
        let told = Arc::clone(&haste);
        // Nobody waits for this thread: it may read for ever, and ends with the process.
        Builder::new()
            .name("stdin".to_owned())
            .spawn(move || read(input, &interrupts, &sender, &told))
            .map_err(|error| Failure {
                code: FAILED,
                text: cli::io_error("stdin", system::said(&error)),
            })?;
        Ok(Lines { queue, haste })
    }

    /// The next line, without its end; none if there are no more.
    pub(super) fn next(&self) -> Result<Option<String>, Failure> {
        let Ok(line) = self.queue.recv() else { return Ok(None) };
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

fn read(
    mut input: impl BufRead,
    interrupts: &impl Fn(&str) -> Interrupt,
    sender: &SyncSender<Result<Line, Failure>>,
    haste: &Haste,
) {
    let mut line = Vec::new();
    let mut last = Instant::now();
    while input.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|n| n > 0) {
        if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            let _ =
                sender.send(Err(Failure { code: FAILED, text: cli::line_too_long(LONGEST >> 10) }));
            return;
        }
        // What is not text gets an answer like everything else that makes no sense.
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']).to_owned();
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
        line.clear();
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
        let lines = Lines::of(BufReader::new(reader), interrupts).expect("a thread");
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
            let lines = Lines::of(BufReader::new(reader), interrupts).expect("a thread");
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
    fn a_script_gets_all_its_answers() {
        let many = "go\n".repeat(2 * MOST_WAITING) + "leave";
        let lines = Lines::of(std::io::Cursor::new(many), interrupts).expect("a thread");
        for _ in 0..2 * MOST_WAITING {
            assert_eq!(next(&lines).as_deref(), Some("go"));
        }
        assert_eq!(next(&lines).as_deref(), Some("leave"));
        assert_eq!(next(&lines), None);
        assert!(!is_stopped(&lines));
    }
}
