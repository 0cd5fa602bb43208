//! Events: many games with a beginning and an end, from a file to the last place.
//!
//! ```text
//! EventFile::parse ─ check(&Spec) ─ Draw::new ─┬─ next() ─ whoever plays ─ add(place, score)
//!                                              └─ chart(): what it has come to
//! ```
//! Nothing here plays, stores or prints. What a [`Draw`] asks for depends only on the file and on
//! the set of results, never on the order in which games end.

mod chart;
mod draw;
mod entry;
mod file;
mod format;
mod inspect;
mod keys;
mod mistake;
mod run;
mod schema;
mod standing;
mod summary;
mod trial;

pub use chart::{Chart, Group, Meeting, Round, Row, StageChart, State, TieBreak};
pub use draw::{Draw, Next, Score};
pub use entry::Entry;
pub use file::{EventFile, StagePlan};
pub use format::{Format, Seeding};
pub use inspect::{Inspected, inspect};
pub use keys::{At, Both, KEYS, Key, KeyKind, TABLES};
pub use mistake::Mistake;
pub use run::{Holding, Past};
pub use schema::schema;
pub use standing::Standing;
pub use summary::{Entrant, Summary};
pub use trial::{Trial, try_out};
