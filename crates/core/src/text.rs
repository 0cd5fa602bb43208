//! Text that could not be understood, and guesses at what was meant.

use std::fmt;

use crate::{Lang, Text};

/// The error of every parser: what was read, and what was wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadText {
    /// What was read, or the part that was wrong.
    pub input: String,
    /// What was wrong with it, or what was expected instead.
    pub problem: Text,
}

impl BadText {
    /// `input` is not what it should be: `problem`.
    pub fn new(input: impl Into<String>, problem: Text) -> BadText {
        BadText { input: input.into(), problem }
    }

    /// `input` is none of `known`; guesses which was meant.
    pub fn unknown<'a>(
        input: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
        say: impl FnOnce(Text) -> Text,
    ) -> BadText {
        let hint = match nearest(input, known.clone()) {
            Some(near) => gyoji_words::input::did_you_mean(near),
            None => {
                let all: Vec<&str> = known.into_iter().collect();
                gyoji_words::input::known_are(all.join(", "))
            }
        };
        BadText::new(input, say(hint))
    }

    /// The whole complaint in one language.
    pub fn get(&self, lang: Lang) -> String {
        format!("{:?}: {}", self.input, self.problem.get(lang))
    }
}

impl fmt::Display for BadText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.get(Lang::En))
    }
}

impl std::error::Error for BadText {}

/// The known word that `input` was most likely meant to be, if one is near enough.
pub fn nearest<'a>(input: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let input = input.to_lowercase();
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(&input, word), word))
        .filter(|&(distance, word)| distance <= 1 + word.chars().count() / 4)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let games = ["draughts", "gomoku", "hex", "nim"];
        assert_eq!(nearest("drauhts", games), Some("draughts"));
        assert_eq!(nearest("Draugts", games), Some("draughts"));
        assert_eq!(nearest("chess", games), None);
    }
}
