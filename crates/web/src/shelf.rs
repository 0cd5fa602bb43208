//! Where games are kept, so that they go on after a restart.
//!
//! A game is its record, written line by line as it happens, and a card beside it: who may play.
//! Once it is over, the record goes into the store, where the league's are, too.

mod folder;
mod library;

use std::fmt::Debug;
use std::sync::Arc;

use gyoji_core::record::{Ended, Event, Header, Record};
use gyoji_store::Store;
use serde::{Deserialize, Serialize};

pub(crate) use folder::read;
pub(crate) use library::Library;

/// What has to be known of a game beside its record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Card {
    /// Which game it is.
    pub(crate) game: String,
    /// Who sits where.
    pub(crate) seats: Vec<SeatCard>,
    /// The game that was begun as its rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<String>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SeatCard {
    /// A bot of the house.
    Bot,
    /// A person who has the key of which this is the hash.
    Person {
        /// The hash.
        key: String,
        /// Whether it was for somebody else than whoever made the game.
        open: bool,
    },
}

/// A game that was kept.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) card: Card,
    pub(crate) record: Record,
}

impl Card {
    /// The card of a game that was not begun here: nobody can play in it.
    pub(crate) fn of(header: &Header) -> Card {
        let seats = vec![SeatCard::Bot; header.players.len()];
        Card { game: header.game.clone(), seats, next: None }
    }
}

/// A game that is over, in a list.
#[derive(Clone, Debug)]
pub(crate) struct Brief {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) players: Vec<String>,
    pub(crate) started_ms: u64,
    pub(crate) ended: Ended,
}

/// Writes down what happens in one game.
pub(crate) trait Pen: Send + Debug {
    /// Something happened. What cannot be written is kept in mind as trouble.
    fn write(&mut self, event: &Event);

    /// What stood in the way, if anything did.
    fn trouble(&self) -> Option<String>;

    /// The game is over: this is all of it. It may take a while.
    fn finish(self: Box<Self>, record: &Record);
}

/// Keeps games.
pub(crate) trait Shelf: Send + Sync + Debug {
    /// Begins to keep a game.
    fn begin(&self, header: &Header, card: &Card) -> std::io::Result<Box<dyn Pen>>;

    /// Goes on with one that was kept.
    fn go_on(&self, record: &Record) -> std::io::Result<Box<dyn Pen>>;

    /// Replaces a card.
    fn put_card(&self, id: &str, card: &Card) -> std::io::Result<()>;

    /// A game by its id.
    fn load(&self, id: &str) -> Option<Kept>;

    /// The games that ended last, at most so many, the last first.
    fn newest(&self, most: usize) -> Vec<Brief>;

    /// The store behind it, where games are looked for and events are.
    fn store(&self) -> Option<&Arc<Store>>;

    /// Puts away what ended when nobody could do that.
    fn catch_up(&self) {}

    /// Nothing is waited for any more.
    fn close(&self) {}
}

/// Keeps nothing.
#[derive(Debug)]
pub(crate) struct Nowhere;

#[derive(Debug)]
struct NoPen;

impl Pen for NoPen {
    fn write(&mut self, _: &Event) {}

    fn trouble(&self) -> Option<String> {
        None
    }

    fn finish(self: Box<Self>, _: &Record) {}
}

impl Shelf for Nowhere {
    fn begin(&self, _: &Header, _: &Card) -> std::io::Result<Box<dyn Pen>> {
        Ok(Box::new(NoPen))
    }

    fn go_on(&self, _: &Record) -> std::io::Result<Box<dyn Pen>> {
        Ok(Box::new(NoPen))
    }

    fn put_card(&self, _: &str, _: &Card) -> std::io::Result<()> {
        Ok(())
    }

    fn load(&self, _: &str) -> Option<Kept> {
        None
    }

    fn newest(&self, _: usize) -> Vec<Brief> {
        Vec::new()
    }

    fn store(&self) -> Option<&Arc<Store>> {
        None
    }
}
