//! What is wrong with weights, in words for a person.

use std::fmt;

use gyoji_words::{Lang, Text};

/// Why weights or the shape of a network were refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw(Text);

impl Flaw {
    /// The reason, in both languages.
    pub fn text(&self) -> &Text {
        &self.0
    }
}

impl From<Text> for Flaw {
    fn from(text: Text) -> Flaw {
        Flaw(text)
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get(Lang::En))
    }
}

impl std::error::Error for Flaw {}
