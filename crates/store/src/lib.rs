//! Games, kept safely: in a folder (SQLite) or in a PostgreSQL database.
//!
//! A game that was [put](Store::put) survives the end of this program at any moment, and 50
//! milliseconds later the loss of power too. Putting it again changes nothing. What can be derived
//! from the games (standings, ratings) is not stored.
//!
//! Nothing here knows how games are planned or played. Everything blocks, and a [`Store`] can be
//! used from several threads at once.

mod compress;
mod db;
mod durable;
mod events;
mod games;
mod gaps;
mod location;
mod lock;
mod open;
mod patience;
mod players;
mod process;
mod results;
mod row;
mod schema;
mod search;
mod store;
mod trouble;

pub use events::{EventRow, NewEvent};
pub use games::{Found, Prepared};
pub use location::Location;
pub use lock::{Holder, Lock};
pub use players::{Entrant, Version};
pub use row::{FaultCount, GameRow, SeatTime};
pub use search::{Hit, Search, Wrong};
pub use store::Store;
pub use trouble::{Kind, Trouble};
