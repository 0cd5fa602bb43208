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

/// Keeps a game: in memory and, with a journal, on disk.
#[derive(Debug, Default)]
pub struct Recorder {
    journal: Option<Journal>,
    events: Vec<Event>,
    trouble: Option<std::io::Error>,
}

impl Recorder {
    /// Keeps a game; its header is in the journal already.
    pub fn new(journal: Option<Journal>) -> Recorder {
        Recorder { journal, events: Vec::with_capacity(128), trouble: None }
    }

    /// The whole game, and what went wrong with the disk, if anything.
    pub fn finish(mut self, header: Header) -> (Record, Option<std::io::Error>) {
        self.idle();
        (Record { header, events: self.events }, self.trouble)
    }

    fn note(&mut self, written: Option<std::io::Result<()>>) {
        if let Some(Err(error)) = written {
            self.trouble.get_or_insert(error);
        }
    }
}

impl Watch for Recorder {
    fn event(&mut self, event: &Event) {
        let written = self.journal.as_mut().map(|journal| journal.write(event));
        self.note(written);
        self.events.push(event.clone());
    }

    fn idle(&mut self) {
        let written = self.journal.as_mut().map(Journal::flush);
        self.note(written);
    }
}
