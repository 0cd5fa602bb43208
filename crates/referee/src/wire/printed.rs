//! What a program prints for people: so much of it as a record can hold.

use std::collections::VecDeque;

/// How much is kept: so much of its beginning, and so much of its end.
const KEPT: usize = 64 << 10;
/// How much of what it printed during one answer goes into the record.
const PER_MOVE: usize = 2 << 10;
/// How much of everything it printed goes into the record of a fault.
const PER_FAULT: usize = 8 << 10;

/// What a program has printed beside its answers: the beginning, the end, and what is new.
#[derive(Debug, Default)]
pub(super) struct Printed {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    lost: u64,
    fresh: VecDeque<u8>,
}

impl Printed {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let room = KEPT - self.head.len();
        let (head, rest) = bytes.split_at(bytes.len().min(room));
        self.head.extend_from_slice(head);
        let before = self.tail.len() + rest.len();
        push_capped(&mut self.tail, rest, KEPT);
        self.lost += (before - self.tail.len()) as u64;
        push_capped(&mut self.fresh, bytes, PER_MOVE);
    }

    pub(super) fn take_fresh(&mut self) -> String {
        if self.fresh.is_empty() {
            return String::new();
        }
        let text = String::from_utf8_lossy(self.fresh.make_contiguous()).into_owned();
        self.fresh.clear();
        text
    }

    /// Everything that was kept, cut in the middle if it is too long for a record.
    pub(super) fn excerpt(&self) -> String {
        let all: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        if self.lost == 0 && all.len() <= PER_FAULT {
            return String::from_utf8_lossy(&all).into_owned();
        }
        let (first, last) = (PER_FAULT / 4, PER_FAULT * 3 / 4);
        let cut = self.lost + (all.len() - first - last) as u64;
        let first = String::from_utf8_lossy(&all[..first]).into_owned();
        let last = String::from_utf8_lossy(&all[all.len() - last..]).into_owned();
        format!("{first}\n… ({cut} bytes) …\n{last}")
    }
}

fn push_capped(queue: &mut VecDeque<u8>, bytes: &[u8], most: usize) {
    queue.extend(&bytes[bytes.len().saturating_sub(most)..]);
    let excess = queue.len().saturating_sub(most);
    queue.drain(..excess);
}
