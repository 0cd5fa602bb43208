//! The game file of the class, read and written: see [`crate::formats::csv`] for its form.

use std::fmt;

use gyoji_core::Text;

use super::{Config, Move, Point, Table};
use crate::formats::csv::{self, BadSheet, Slip};

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loaded {
    /// How many moves it says it has.
    pub count: u32,
    /// The moves it has.
    pub moves: Vec<Move>,
    /// What a strict reader would have refused.
    pub warnings: Vec<BadSheet>,
}

/// Why a file was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    /// The field, and what is wrong with it.
    pub bad: BadSheet,
    /// Who has lost by it, if somebody has: whoever moved twice in a row.
    pub loser: Option<u32>,
}

impl LoadError {
    /// What is wrong, in words.
    pub fn problem(&self) -> Text {
        self.bad.problem()
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bad.fmt(f)
    }
}

impl std::error::Error for LoadError {}

/// Reads a game file. A file that is not there is an empty text: no moves yet.
///
/// A wrong count and a player who moves twice are errors or warnings, as
/// [`Config::raise_on_csv_count_error`] says; everything else that is wrong is an error.
pub fn load_data(text: &str, config: &Config) -> Result<Loaded, LoadError> {
    let sheet = csv::read(text, config.form()).map_err(|bad| LoadError { bad, loser: None })?;
    let slips = sheet.check();
    if let Some(slip) = slips.first().filter(|_| config.raise_on_csv_count_error) {
        let loser = match slip {
            Slip::Count(_) => None,
            Slip::Twice(index, _) => Some(sheet.entries[*index].player),
        };
        return Err(LoadError { bad: slip.bad().clone(), loser });
    }
    let moves = sheet
        .entries
        .iter()
        .map(|entry| Move::new(entry.player, Point::of_board(entry.point, config)));
    Ok(Loaded {
        count: sheet.count,
        moves: moves.collect(),
        warnings: slips.iter().map(|slip| slip.bad().clone()).collect(),
    })
}

/// A table's moves as a game file, without a line end; `0,` if there are none.
pub fn write_data(table: &Table) -> String {
    let config = table.config();
    let on_board = |mv: &Move| Some((mv.program_number, mv.point.on_board(config)?));
    csv::write(table.moves().iter().filter_map(on_board), config.form())
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRICT: Config =
        Config { table_size: 15, table_starts_with_one: true, raise_on_csv_count_error: true };
    const LENIENT: Config = Config { raise_on_csv_count_error: false, ..STRICT };

    #[test]
    fn nothing_is_a_game_without_moves() {
        for text in ["", "0,", "0", "\n"] {
            assert_eq!(load_data(text, &STRICT), Ok(Loaded::default()), "{text:?}");
        }
        assert_eq!(write_data(&Table::new(STRICT, [])), "0,");
    }

    #[test]
    fn what_was_written_is_loaded() {
        for one in [true, false] {
            let config = Config { table_starts_with_one: one, ..STRICT };
            let moves = [Move::new(1, Point::new(7, 7)), Move::new(2, Point::new(0, 14))];
            let text = write_data(&Table::new(config, moves));
            assert_eq!(text, if one { "2,1;8;8,2;1;15" } else { "2,1;7;7,2;0;14" });
            assert_eq!(load_data(&text, &config).unwrap().moves, moves);
        }
    }

    #[test]
    fn a_wrong_count_is_an_error_or_a_warning() {
        let error = load_data("3,1;8;8,2;7;7", &STRICT).unwrap_err();
        assert_eq!((error.bad.field, error.loser), (Some(1), None), "{error}");
        let loaded = load_data("3,1;8;8,2;7;7", &LENIENT).unwrap();
        assert_eq!((loaded.count, loaded.moves.len(), loaded.warnings.len()), (3, 2, 1));
    }

    #[test]
    fn whoever_moves_twice_loses_or_is_let_off() {
        let error = load_data("3,1;8;8,2;7;7,2;6;6", &STRICT).unwrap_err();
        assert_eq!((error.bad.field, error.loser), (Some(4), Some(2)), "{error}");
        let loaded = load_data("3,1;8;8,2;7;7,2;6;6", &LENIENT).unwrap();
        assert_eq!((loaded.moves.len(), loaded.warnings.len()), (3, 1));
    }

    #[test]
    fn what_cannot_be_read_is_an_error_even_so() {
        let error = load_data("1,1;0;8", &LENIENT).unwrap_err();
        assert!(error.to_string().contains("field 2: y is 0"), "{error}");
    }
}
