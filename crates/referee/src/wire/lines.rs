//! From bytes to lines, with caps, so that no program can fill our memory.

use std::collections::VecDeque;
use std::time::Instant;

use gyoji_core::record::Bytes;

use super::Incoming;

/// How much a program may print.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Bytes of one line.
    pub line: usize,
    /// Bytes of one turn, all lines together.
    pub turn: usize,
    /// Lines of one turn: each of them may become an event of the record.
    pub lines: usize,
}

impl Default for Caps {
    fn default() -> Caps {
        Caps { line: 64 << 10, turn: 1 << 20, lines: 4096 }
    }
}

/// How many bytes of a flood are kept for the record.
const KEPT_OF_FLOOD: usize = 1 << 10;

/// Splits what arrives into lines.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    caps: Caps,
    partial: Vec<u8>,
    this_turn: usize,
    lines_this_turn: usize,
    queue: VecDeque<Incoming>,
    over: bool,
}

impl Lines {
    pub(crate) fn new(caps: Caps) -> Lines {
        Lines { caps, ..Lines::default() }
    }

    /// Whether nothing more is taken in: the wire is closed or was flooded.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn push(&mut self, mut bytes: &[u8], at: Instant) {
        if self.over {
            return;
        }
        self.this_turn += bytes.len();
        loop {
            let end = bytes.iter().position(|&byte| byte == b'\n');
            let (now, rest) = bytes.split_at(end.map_or(bytes.len(), |end| end + 1));
            self.partial.extend_from_slice(now);
            if self.partial.len() > self.caps.line {
                return self.flood(at);
            }
            if end.is_none() {
                break;
            }
            let line = Bytes::new(std::mem::take(&mut self.partial));
            self.queue.push_back(Incoming::Line(line, at));
            self.lines_this_turn += 1;
            if self.lines_this_turn > self.caps.lines {
                return self.flood(at);
            }
            bytes = rest;
        }
        if self.this_turn > self.caps.turn {
            self.flood(at);
        }
    }

    fn flood(&mut self, at: Instant) {
        // Of many lines the last whole one says most; of one without end, its beginning.
        let mut kept = match self.queue.back() {
            Some(Incoming::Line(last, _)) if self.partial.len() <= self.caps.line => {
                Bytes::capped(&last.data, KEPT_OF_FLOOD)
            }
            _ => Bytes::capped(&self.partial, KEPT_OF_FLOOD),
        };
        kept.more = (self.this_turn.max(kept.data.len()) - kept.data.len()) as u64;
        self.partial = Vec::new();
        self.queue.push_back(Incoming::Flood(kept, at));
        self.over = true;
    }

    /// The stream has ended. A last line without an end is still a line.
    pub(crate) fn close(&mut self, at: Instant) {
        if !self.over {
            if !self.partial.is_empty() {
                let line = Bytes::new(std::mem::take(&mut self.partial));
                self.queue.push_back(Incoming::Line(line, at));
            }
            self.over = true;
        }
        self.queue.push_back(Incoming::Closed(at));
    }

    pub(crate) fn take(&mut self) -> Option<Incoming> {
        self.queue.pop_front()
    }

    /// Forgets what has come so far, an unfinished line too; what comes next counts. That the
    /// stream has ended is not forgotten.
    pub(crate) fn forget(&mut self) {
        self.queue.retain(|one| matches!(one, Incoming::Closed(_)));
        self.partial.clear();
        self.new_turn();
        // A flood, too, was of the time before.
        self.over &= !self.queue.is_empty();
    }

    pub(crate) fn partial(&self) -> &[u8] {
        &self.partial
    }

    pub(crate) fn new_turn(&mut self) {
        self.this_turn = self.partial.len();
        self.lines_this_turn = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(caps: Caps, chunks: &[&[u8]]) -> Vec<Incoming> {
        let at = Instant::now();
        let mut lines = Lines::new(caps);
        for chunk in chunks {
            lines.push(chunk, at);
        }
        lines.close(at);
        std::iter::from_fn(|| lines.take()).collect()
    }

    fn texts(incoming: &[Incoming]) -> Vec<String> {
        incoming
            .iter()
            .map(|one| match one {
                Incoming::Line(bytes, _) => bytes.escaped(),
                Incoming::Flood(bytes, _) => format!("FLOOD {}", bytes.escaped()),
                Incoming::Closed(_) => "CLOSED".into(),
            })
            .collect()
    }

    #[test]
    fn lines_are_put_together_from_pieces() {
        let found = lines(Caps::default(), &[b"c", b"5\nd6", b"\r\n\nx"]);
        assert_eq!(texts(&found), [r"c5\n", r"d6\r\n", r"\n", "x", "CLOSED"]);
    }

    #[test]
    fn a_line_without_end_is_a_flood() {
        let caps = Caps { line: 10, turn: 100, lines: 10 };
        let found = lines(caps, &[b"0123456789", b"abc", b"more"]);
        assert_eq!(texts(&found), ["FLOOD 0123456789abc", "CLOSED"]);
    }

    #[test]
    fn too_many_lines_in_a_turn_are_a_flood() {
        let caps = Caps { line: 10, turn: 6, lines: 10 };
        let found = lines(caps, &[b"1\n2\n", b"3\n4\n", b"5\n"]);
        assert_eq!(texts(&found)[4], "FLOOD 4\\n… (+6 bytes)");
        assert_eq!(texts(&found).len(), 6, "what comes after a flood is not kept");
        let caps = Caps { lines: 2, ..Caps::default() };
        let found = lines(caps, &[b"1\n2\n3\n4\n5\n"]);
        assert_eq!(texts(&found)[3..], ["FLOOD 3\\n… (+8 bytes)", "CLOSED"]);
    }
}
