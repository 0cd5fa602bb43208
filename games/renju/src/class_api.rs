//! The class's library: every name of its document (seed 004), in Rust, on the board and the
//! rules of this crate.
//!
//! | the document | here |
//! |---|---|
//! | `Config` | [`Config`] |
//! | `OptionType`, `Direction` | [`OptionType`], [`Direction`] |
//! | `Point`, `Line`, `Move` | [`Point`], [`Line`], [`Move`] |
//! | `Option`, `OptionContainer` | [`Candidate`] (`Option` is another thing in Rust), [`OptionContainer`] |
//! | `Table` | [`Table`] |
//! | `load_data`, `write_data` | [`load_data`], [`write_data`] on text: files are the caller's |
//!
//! Where the document returns `(Null, Null)` or `(Null, Null, False)`, a method here returns
//! `None`. `docs/games/renju-class.md` has every name with an example.
//!
//! ```
//! use gyoji_renju::class_api::{Config, Move, Point, Table, load_data, write_data};
//!
//! let config = Config::default();
//! let loaded = load_data("2,1;8;8,2;7;7\n", &config)?;
//! let mut table = Table::new(config, loaded.moves);
//! assert_eq!(table.compute(), None); // nobody has won, nobody has made a foul
//! let me = table.me();
//! assert_eq!((me, table.is_black(me)), (1, true));
//! let (next, _) = table.choose_next_move(me, 1, 5).expect("the board is not full");
//! assert!(!table.check_foul(next));
//! table.compute_move(next)?;
//! assert!(write_data(&table).starts_with("3,1;8;8,2;7;7,1;"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choose;
mod data;
mod geometry;
mod options;
mod rows;
mod table;

pub use data::{LoadError, Loaded, load_data, write_data};
pub use geometry::{Direction, Line, Move, Point};
pub use options::{Candidate, NEVER, OptionContainer, OptionType};
pub use table::{Decided, Table, Violation};

use crate::formats::csv::Form;

/// The settings of a class program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// The side of the board.
    #[doc(alias = "TABLE_SIZE")]
    pub table_size: u8,
    /// Whether files count y and x from 1.
    #[doc(alias = "TABLE_STARTS_WITH_ONE")]
    pub table_starts_with_one: bool,
    /// Whether a file is refused whose count is wrong, or in which a player moves twice.
    #[doc(alias = "RAISE_ON_CSV_COUNT_ERROR")]
    pub raise_on_csv_count_error: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config { table_size: 15, table_starts_with_one: true, raise_on_csv_count_error: true }
    }
}

impl Config {
    fn form(&self) -> Form {
        Form { size: self.table_size, one_based: self.table_starts_with_one }
    }
}

/// The page about this library: its examples are run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/games/renju-class.md")]
mod page {}

/// The same in Japanese.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/games/renju-class.ja.md")]
mod page_ja {}
