//! Levels by the names of sumo's ranks: the same ladder in every game.
//!
//! A game's kit says which bot with which options a rank is; a game with fewer strengths than
//! ranks gives one bot several names.

use crate::Text;

/// A step of the ladder.
#[derive(Clone, Debug)]
pub struct Rank {
    /// Its name in `bot:NAME`.
    pub id: &'static str,
    /// What people call it.
    pub title: Text,
}

const fn rank(id: &'static str, en: &'static str, ja: &'static str) -> Rank {
    Rank { id, title: Text::new(en, ja) }
}

/// The ladder, weakest first.
pub static RANKS: [Rank; 10] = [
    rank("jonokuchi", "Jonokuchi", "序ノ口"),
    rank("jonidan", "Jonidan", "序二段"),
    rank("sandanme", "Sandanme", "三段目"),
    rank("makushita", "Makushita", "幕下"),
    rank("juryo", "Jūryō", "十両"),
    rank("maegashira", "Maegashira", "前頭"),
    rank("komusubi", "Komusubi", "小結"),
    rank("sekiwake", "Sekiwake", "関脇"),
    rank("ozeki", "Ōzeki", "大関"),
    rank("yokozuna", "Yokozuna", "横綱"),
];

/// What a rank is in one game: a bot, and its options as they are written after `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankEntry {
    /// The bot's name.
    pub bot: &'static str,
    /// Its options.
    pub options: &'static str,
}

/// The ranks of a game from pairs of a bot and its options, weakest first.
pub const fn ranks(entries: [(&'static str, &'static str); 10]) -> [RankEntry; 10] {
    let mut ranks = [RankEntry { bot: "", options: "" }; 10];
    let mut i = 0;
    while i < ranks.len() {
        ranks[i] = RankEntry { bot: entries[i].0, options: entries[i].1 };
        i += 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_keep_their_order_and_their_names_are_words() {
        let pairs = std::array::from_fn(|i| (RANKS[i].id, "depth=1"));
        let made = ranks(pairs);
        assert!(RANKS.iter().zip(made).all(|(rank, entry)| rank.id == entry.bot));
        let is_word = |rank: &Rank| rank.id.bytes().all(|byte| byte.is_ascii_lowercase());
        assert!(RANKS.iter().all(is_word));
    }
}
