//! Storing games beside the games: a store that is away keeps nobody waiting.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{SystemTime, UNIX_EPOCH};

use gyoji_core::record::Record;
use gyoji_core::{Lang, Text};
use gyoji_league::event::Standing;
use gyoji_store::{NewEvent, Store};
use gyoji_words::server as words;

use super::live::Live;
use crate::failure::Failure;

/// So many games may wait for a store that is away.
const MOST_WAITING: usize = 10_000;

/// Something to store.
enum Task {
    Game(Box<Record>),
    Begin(NewEvent),
    /// The event of that name is over.
    Finish(String),
}

/// Where games are handed in.
pub struct Archive {
    tasks: SyncSender<Task>,
}

/// Where they come out, for the thread that stores them.
pub struct Tasks(Receiver<Task>);

impl Archive {
    pub fn new() -> (Archive, Tasks) {
        let (sender, receiver) = sync_channel(MOST_WAITING);
        (Archive { tasks: sender }, Tasks(receiver))
    }

    /// Hands a game in; says if there is no room for it.
    pub fn put(&self, record: Box<Record>) -> Result<(), Text> {
        self.hand_in(Task::Game(record))
    }

    pub fn begin(&self, event: NewEvent) -> Result<(), Text> {
        self.hand_in(Task::Begin(event))
    }

    pub fn finish(&self, event: &str) -> Result<(), Text> {
        self.hand_in(Task::Finish(event.to_owned()))
    }

    fn hand_in(&self, task: Task) -> Result<(), Text> {
        match self.tasks.try_send(task) {
            Err(TrySendError::Full(_)) => Err(words::too_much_to_store()),
            _ => Ok(()),
        }
    }
}

impl Tasks {
    /// Stores what is handed in until there is nobody left to do so.
    pub fn store(self, store: &Store, live: &Live, lang: Lang) {
        for task in self.0 {
            let trouble = match &task {
                Task::Game(record) => store.put(record, &[]).err().map(|trouble| {
                    words::not_stored(record.header.short_id(), trouble.text.get(lang))
                }),
                Task::Begin(event) => store.begin_event(event).err().map(|trouble| trouble.text),
                Task::Finish(name) => finish(store, name).err().map(|failure| failure.text),
            };
            if let Some(text) = trouble {
                live.say(text.get(lang));
            }
        }
    }
}

fn finish(store: &Store, name: &str) -> Result<(), Failure> {
    let Some(event) = store.event(name)? else { return Ok(()) };
    let outcome = Standing::of(store, &event, gyoji_catalog::seats(&event.game)?)?.outcome();
    let outcome = serde_json::to_string(&outcome).unwrap_or_default();
    store.finish_event(name, &outcome, now_ms())?;
    Ok(())
}

/// Milliseconds since 1970, UTC.
pub fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}
