//! What is wrong with a text, and where.

use gyoji_core::{BadText, Text};

use super::words;

/// Something wrong in a text.
#[derive(Debug)]
pub(super) struct Wrong {
    /// The byte where it begins.
    pub at: usize,
    /// Why, and what to do.
    pub why: Text,
}

impl Wrong {
    pub(super) fn new(at: usize, why: Text) -> Wrong {
        Wrong { at, why }
    }

    /// The complaint, with the place in people's terms; `game` is its number from 1.
    pub(super) fn in_text(self, text: &str, game: usize) -> BadText {
        let at = self.at.min(text.len());
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        BadText::new(
            shown(text.get(at..).unwrap_or_default()),
            words::place(line, column, game, self.why),
        )
    }
}

/// The beginning of a text, for a message.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 20;
    text.lines().next().unwrap_or_default().chars().take(MOST).collect()
}
