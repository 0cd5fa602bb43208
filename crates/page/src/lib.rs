//! What a browser shows of games and events, without a server: boards, replays and reports.
//!
//! The scripts and styles are plain files ([`ASSETS`]) that a server can hand out one by one; a
//! page that is one file has them and its data inside ([`replay_page`], [`event_page`]). Nothing is
//! fetched from anywhere. Whatever comes from players is data: it is escaped on its way into the
//! page, and set as text by the scripts.

mod assets;
pub mod csv;
mod event;
mod frames;
mod game;
mod gather;
mod html;
mod replay;
mod report;
mod stored;
pub mod tables;
mod why;

pub use assets::{ASSETS, Asset, WORDS, asset, bundle, style, words_module};
pub use event::{EventPage, ROOM, event_page};
pub use frames::{Frames, apply, difference, frames};
pub use game::{GameDocument, PlayerShown, Sent, Show, Why, conditions};
pub use gather::{Gather, ending};
pub use html::{escape, json_for_script};
pub use replay::replay_page;
pub use report::{EventReport, FaultLine, GameLine, Meetings, Rating, RatingsAt, SeatLine, Times};
pub use stored::EventSoFar;
pub use why::explained;
