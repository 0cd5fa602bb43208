//! Whoever watches a match: the record on disk, the screen, a test.

use gyoji_core::record::{Event, Header, Record};

use crate::journal::Journal;

/// Is told what happens in a match, as it happens. Any closure over events will do.
pub trait Watch {
    /// Something happened.
    fn event(&mut self, event: &Event);

    /// Nothing has happened for a moment: the time to do what could wait.
    fn idle(&mut self) {}
}

impl<F: FnMut(&Event)> Watch for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// Two that watch the same match; the first is told first.
impl<A: Watch, B: Watch> Watch for (A, B) {
    fn event(&mut self, event: &Event) {
        self.0.event(event);
        self.1.event(event);
    }

    fn idle(&mut self) {
        self.0.idle();
        self.1.idle();
    }
}

/// Somebody who may not be there.
impl<W: Watch> Watch for Option<W> {
    fn event(&mut self, event: &Event) {
        if let Some(watch) = self {
            watch.event(event);
        }
    }

    fn idle(&mut self) {
        if let Some(watch) = self {
            watch.idle();
        }
    }
}

impl Watch for &mut Recorder {
    fn event(&mut self, event: &Event) {
        (**self).event(event);
    }

    fn idle(&mut self) {
        (**self).idle();
    }
}

impl Watch for Box<dyn Watch + '_> {
    fn event(&mut self, event: &Event) {
        self.as_mut().event(event);
    }

    fn idle(&mut self) {
        self.as_mut().idle();
    }
}

/// How much of a game is kept in memory if it is on disk, too: longer ones are read from there.
const MOST_IN_MEMORY: usize = 256 << 10;

/// Keeps a game: in memory or, with a journal, on disk.
#[derive(Debug, Default)]
pub struct Recorder {
    journal: Option<Journal>,
    events: Vec<Event>,
    /// The size of these events in a journal.
    size: usize,
    /// Whether the game is only on disk from now on.
    is_long: bool,
    trouble: Option<std::io::Error>,
    /// Whether nothing waits for an idle moment.
    is_eager: bool,
}

impl Recorder {
    /// Keeps a game; its header is in the journal already.
    pub fn new(journal: Option<Journal>) -> Recorder {
        Recorder { journal, events: Vec::with_capacity(128), ..Recorder::default() }
    }

    /// Everything is on disk before anybody else is told: for a game that somebody watches, who
    /// may take long.
    #[must_use]
    pub fn eager(self, is_eager: bool) -> Recorder {
        Recorder { is_eager, ..self }
    }

    /// The whole game, and what went wrong with the disk, if anything.
    pub fn finish(mut self, header: Header) -> (Record, Option<std::io::Error>) {
        self.idle();
        let mut record = Record { header, events: self.events };
        if let Some(journal) = self.journal {
            if journal.is_whole() {
                self.trouble = None; // whatever it was, it is over
            }
            if self.is_long {
                match journal.read_back() {
                    Ok(whole) => record = whole,
                    Err(error) => drop(self.trouble.get_or_insert(error)),
                }
            }
        }
        (record, self.trouble)
    }

    fn note(&mut self, written: std::io::Result<usize>) {
        match written {
            Ok(size) => self.size += size,
            Err(error) => {
                self.trouble.get_or_insert(error);
            }
        }
    }
}

impl Watch for Recorder {
    fn event(&mut self, event: &Event) {
        if let Some(journal) = &mut self.journal {
            let written = journal.write(event);
            self.note(written);
        }
        // What the journal has, on disk or still to be written, is not kept twice.
        if self.size > MOST_IN_MEMORY {
            self.is_long = true;
            self.events = Vec::new();
        } else {
            self.events.push(event.clone());
        }
        if self.is_eager {
            self.idle();
        }
    }

    fn idle(&mut self) {
        if let Some(journal) = &mut self.journal {
            let written = journal.flush().map(|()| 0);
            self.note(written);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_core::Seat;
    use gyoji_core::record::{Bytes, Ended, HeardLine};

    fn header() -> Header {
        let text = r#"{"gyoji_record":1,"id":"x","game":"othello","seed":1,"players":[],
            "started_ms":0,"referee":"test"}"#;
        serde_json::from_str(text).unwrap()
    }

    fn heard(size: usize) -> Event {
        let got = Bytes::new(vec![b'x'; size]);
        Event::Heard(HeardLine { seat: Seat(0), ply: 0, got })
    }

    #[test]
    fn a_long_game_is_read_back_from_disk_and_not_kept_twice() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::create(folder.path(), &header()).unwrap();
        let mut recorder = Recorder::new(Some(journal));
        for _ in 0..100 {
            recorder.event(&heard(10_000));
        }
        assert!(recorder.events.len() < 30, "{} events in memory", recorder.events.len());
        recorder.event(&Event::Ended(Ended::aborted(0)));
        let (record, trouble) = recorder.finish(header());
        assert!(trouble.is_none(), "{trouble:?}");
        assert_eq!(record.events.len(), 101);
        assert_eq!(record.events[99], heard(10_000));
    }

    #[test]
    fn two_watch_as_one() {
        let seen = std::cell::Cell::new(0);
        let boxed: Box<dyn Watch + '_> = Box::new(|_: &Event| seen.set(seen.get() + 1));
        let nobody: Option<Recorder> = None;
        let mut all = (Recorder::new(None), (Some(boxed), nobody));
        for _ in 0..3 {
            (&mut all as &mut dyn Watch).event(&heard(1));
            all.idle();
        }
        assert_eq!(all.0.finish(header()).0.events.len(), 3);
        assert_eq!(seen.get(), 3);
    }

    #[test]
    fn without_a_journal_everything_is_in_memory() {
        let mut recorder = Recorder::new(None);
        for _ in 0..100 {
            recorder.event(&heard(10_000));
        }
        assert_eq!(recorder.finish(header()).0.events.len(), 100);
    }
}
