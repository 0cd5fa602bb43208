//! Steps in words: what people call a cell, and which cell they mean.

use super::{Legend, Step, View, Word};
use crate::{Lang, Text};

impl Legend {
    /// What people call a step: a cell by the names of its column and row, a word by its own.
    pub fn name_step(&self, view: &View, step: &Step) -> Text {
        match step {
            Step::Cell(col, row) => view.name_cell(*col, *row),
            Step::Word(word) => match self.word(word) {
                Some(known) => known.name.clone(),
                None => Text::plain(word.as_str()),
            },
        }
    }

    /// What is known of a word among the steps.
    pub fn word(&self, id: &str) -> Option<&Word> {
        self.words.iter().find(|word| word.id == id)
    }

    /// Whether a person who types `text`, in small letters, means this word.
    pub(crate) fn is_word(&self, id: &str, text: &str) -> bool {
        let is_known = |word: &Word| {
            let is_named = |lang| word.name.get(lang).to_lowercase() == text;
            word.keys.iter().any(|key| key == text) || is_named(Lang::En) || is_named(Lang::Ja)
        };
        id == text || self.word(id).is_some_and(is_known)
    }
}

impl View {
    /// What people call a cell: the names of its column and row.
    pub fn name_cell(&self, col: u8, row: u8) -> Text {
        let names = (self.cols.get(usize::from(col)), self.rows.get(usize::from(row)));
        Text::plain(match names {
            (Some(col), Some(row)) if has_letters(col) => format!("{col}{row}"),
            _ => format!("{col},{row}"),
        })
    }

    /// The step that a person means: a cell by its name (`c1`), or by column and row from the top
    /// left, counted from 0 (`2,4`); else a word.
    pub fn read_step(&self, text: &str) -> Step {
        let text = text.trim().to_lowercase();
        let word = || Step::Word(text.clone());
        if let Some((col, row)) = text.split_once(',') {
            return match (col.trim().parse(), row.trim().parse()) {
                (Ok(col), Ok(row)) => Step::Cell(col, row),
                _ => word(),
            };
        }
        for (col, name) in self.cols.iter().enumerate().filter(|(_, name)| has_letters(name)) {
            let rest = text.strip_prefix(&name.to_lowercase());
            let row = rest.and_then(|rest| self.rows.iter().position(|row| row == rest));
            if let Some(row) = row {
                return Step::Cell(col as u8, row as u8);
            }
        }
        word()
    }
}

/// Whether a column's name can stand before a row's without a comma: of `112` nobody could tell
/// where the column ends.
fn has_letters(name: &str) -> bool {
    !name.ends_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(cols: [&str; 3], rows: [&str; 3]) -> View {
        View {
            cols: cols.map(str::to_owned).to_vec(),
            rows: rows.map(str::to_owned).to_vec(),
            ..View::default()
        }
    }

    #[test]
    fn cells_are_named_and_read_back() {
        let letters = view(["a", "b", "c"], ["12", "11", "1"]);
        let numbers = view(["0", "1", "2"], ["0", "1", "2"]);
        for (col, row) in (0..3).flat_map(|col| (0..3).map(move |row| (col, row))) {
            let step = Step::Cell(col, row);
            for view in [&letters, &numbers] {
                let name = view.name_cell(col, row);
                assert_eq!(view.read_step(name.get(Lang::En)), step);
            }
        }
        assert_eq!(numbers.name_cell(1, 2), Text::plain("1,2"));
        assert_eq!(numbers.read_step("12"), Step::Word("12".into()));
    }

    #[test]
    fn what_is_no_cell_is_a_word() {
        let view = view(["a", "b", "c"], ["12", "11", "1"]);
        assert_eq!(view.name_cell(9, 0), Text::plain("9,0"));
        assert_eq!(view.read_step("B11"), Step::Cell(1, 1));
        assert_eq!(view.read_step(" 2, 0 "), Step::Cell(2, 0));
        for word in ["pass", "a13", "d1", "1", "", "2,x", "2,4,1"] {
            assert_eq!(view.read_step(word), Step::Word(word.into()));
        }
    }
}
