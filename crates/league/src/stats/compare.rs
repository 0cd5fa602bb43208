//! Who is the better one of two, how sure that is, and what it would take to be surer.

use gyoji_words::{Text, stats as words};

use super::{Counts, Need, PairBook, Ratings};

/// From here on a difference counts as shown: the 95 % interval leaves out equality.
const SHOWN: f64 = 0.975;
/// Nothing is ever called more certain than this.
const MOST_CERTAIN: f64 = 0.999;
/// From here on one is called probably better.
const PROBABLE: f64 = 0.9;
/// Nobody plays more games than that.
const MOST_GAMES: f64 = 1e6;

/// Two players and their games, from the view of the first.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The games.
    pub book: &'a PairBook,
}

impl Comparison<'_> {
    /// What the figures are made from: pairs where games come in pairs.
    pub fn counts(&self) -> Counts {
        self.book.counts()
    }

    /// How likely the first player is the better one: by the spread of the results, or by wins
    /// and losses alone where there is too little to tell a spread from.
    pub fn los(&self) -> f64 {
        let Counts::Games([losses, _, wins]) = self.book.games() else { return 0.5 };
        self.counts().careful_los(wins, losses)
    }

    /// Whether the games show who is better.
    pub fn is_shown(&self) -> bool {
        let los = self.los();
        los.max(1.0 - los) >= SHOWN
    }

    /// How many more games are likely to show who is better, if the difference stays what it is.
    /// None if they are even, or if it would take more than a million.
    pub fn more_games(&self) -> Option<u64> {
        let counts = self.counts();
        let (score, variance) = match (counts.score(), counts.variance()) {
            (Some(score), Some(variance)) if !counts.is_too_little() => (score, variance),
            _ => counts.with_imagined(),
        };
        let variance = variance * counts.games_each() as f64;
        let played = self.book.games().total() as f64;
        more(Need { score, variance }.usual() - played)
    }

    /// Who is better and how sure that is, in a sentence.
    pub fn sentence(&self, first: &str, second: &str) -> Text {
        sentence(self.los(), first, second)
    }

    /// What it takes to be sure, if that is not so yet.
    pub fn outlook(&self) -> Option<Text> {
        (!self.is_shown() && self.book.games().total() > 0).then(|| outlook(self.more_games()))
    }
}

/// The best two of many, in a sentence, and what it takes to tell them apart. `games` is the
/// length of the series.
pub fn rank_sentence(
    ratings: &Ratings,
    names: &[&str],
    games: u64,
) -> Option<(Text, Option<Text>)> {
    let [best, next, ..] = ratings.order()[..] else { return None };
    let los = ratings.los(best, next);
    let text = sentence(los, names.get(best)?, names.get(next)?);
    let more_games = || more(games as f64 * (ratings.growth(best, next) - 1.0));
    Some((text, (los < SHOWN).then(|| outlook(more_games()))))
}

/// A probability as it is shown: never as certainty.
pub fn chance_text(chance: f64) -> String {
    match chance {
        chance if chance > MOST_CERTAIN => format!("> {:.1} %", 100.0 * MOST_CERTAIN),
        chance if chance < 1.0 - MOST_CERTAIN => format!("< {:.1} %", 100.0 * (1.0 - MOST_CERTAIN)),
        chance => format!("{:.1} %", 100.0 * chance),
    }
}

fn sentence(los: f64, first: &str, second: &str) -> Text {
    let (better, worse, chance) = match los >= 0.5 {
        true => (first, second, los),
        false => (second, first, 1.0 - los),
    };
    let shown = chance_text(chance);
    match chance {
        chance if chance > MOST_CERTAIN => words::almost_certain(better, worse, shown),
        chance if chance >= SHOWN => words::better(better, worse, shown),
        chance if chance >= PROBABLE => words::probably_better(better, worse, shown),
        chance if chance > 0.5 + 1e-9 => words::not_told(better, worse, shown),
        _ => words::even(first, second),
    }
}

fn more(games: f64) -> Option<u64> {
    (games <= MOST_GAMES).then(|| games.ceil().max(1.0) as u64)
}

fn outlook(games: Option<u64>) -> Text {
    match games {
        Some(games) => words::more_games(about(games)),
        None => words::too_many_games(),
    }
}

/// A number with two digits that count.
fn about(games: u64) -> u64 {
    let unit = 10u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use gyoji_words::Lang;

    use super::*;

    fn book(pairs: [u64; 5]) -> PairBook {
        let mut book = PairBook::default();
        let mut number = 0;
        for (half_points, &count) in pairs.iter().enumerate() {
            for _ in 0..count {
                book.add(number, half_points / 2);
                book.add(number, half_points - half_points / 2);
                number += 1;
            }
        }
        book
    }

    fn said(book: &PairBook) -> String {
        Comparison { book }.sentence("A", "B").get(Lang::En).to_owned()
    }

    #[test]
    fn the_better_one_is_named_from_either_side() {
        assert_eq!(
            said(&book([34, 54, 63, 64, 75])),
            "A is better than B, almost certainly (> 99.9 % sure)"
        );
        assert_eq!(
            said(&book([75, 64, 63, 54, 34])),
            "B is better than A, almost certainly (> 99.9 % sure)"
        );
        let likely = said(&book([2, 11, 25, 17, 5]));
        assert!(likely.contains("A is probably better") && likely.contains("94.9 %"), "{likely}");
    }

    #[test]
    fn single_games_and_draws_are_no_certainty() {
        let mut one = PairBook::default();
        one.add(0, 2);
        assert!(said(&one).contains("do not tell") && said(&one).contains("75.0 %"));
        assert!(Comparison { book: &one }.more_games().unwrap() > 10);
        assert!(said(&book([0, 0, 40, 0, 0])).contains("even"), "all drawn");
        assert_eq!(Comparison { book: &book([0, 0, 40, 0, 0]) }.more_games(), None);
        assert!(!Comparison { book: &book([0, 0, 40, 0, 0]) }.is_shown());
    }

    #[test]
    fn the_outlook_ends_when_the_difference_is_shown() {
        let open = Comparison { book: &book([2, 11, 25, 17, 5]) };
        let text = open.outlook().unwrap();
        // 7.849 * 0.11167 / 0.0025 = 350.6 games in all, 120 were played.
        assert_eq!(open.more_games(), Some(231));
        assert!(text.get(Lang::En).contains("about 240 more games"), "{}", text.get(Lang::En));
        assert_eq!(Comparison { book: &book([34, 54, 63, 64, 75]) }.outlook(), None);
    }
}
