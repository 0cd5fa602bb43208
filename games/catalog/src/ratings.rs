//! How strong the ranks of each game are, as an event of the league has shown.
//!
//! `tools/rate-ranks` holds the events of `examples/ranks-*.toml` and writes their standings into
//! `data/`, by the bot and its options: a rank that is given to another bot has no rating until
//! that was measured.

use gyoji_core::RankEntry;

const FILES: &[(&str, &str)] = &[
    ("othello", include_str!("../data/ranks-othello.csv")),
    ("contrast", include_str!("../data/ranks-contrast.csv")),
    ("renju", include_str!("../data/ranks-renju.csv")),
    ("quinte", include_str!("../data/ranks-quinte.csv")),
    ("fourinarow", include_str!("../data/ranks-fourinarow.csv")),
];

/// A rating, with half the width of its 95 % interval, in points of Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// It is no further off than that, most likely.
    pub margin: f64,
}

/// The rating of a rank, if its bot was measured as it is.
pub fn rating(game: &str, rank: &RankEntry) -> Option<Rating> {
    let (_, text) = FILES.iter().find(|(id, _)| *id == game)?;
    let name = match rank.options {
        "" => format!("bot:{}", rank.bot),
        options => format!("bot:{}?{options}", rank.bot),
    };
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next()?.trim_start_matches('\u{feff}').split(',').collect();
    let at = |column: &str| columns.iter().position(|name| *name == column);
    let (who, elo, margin) = (at("name")?, at("rating")?, at("margin95")?);
    lines.find_map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |column: usize| fields.get(column)?.parse().ok();
        let is_it = fields.get(who).is_some_and(|field| *field == name);
        is_it.then(|| Some(Rating { elo: number(elo)?, margin: number(margin)? }))?
    })
}

#[cfg(test)]
mod tests {
    use gyoji_core::{Game, Kit, Visitor};

    use super::*;

    #[derive(Clone)]
    struct Rated;

    impl Visitor for Rated {
        type Out = (&'static str, Vec<Option<Rating>>);

        fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
            let ratings = kit.ranks.iter().map(|rank| rating(G::SPEC.id, rank)).collect();
            (G::SPEC.id, ratings)
        }
    }

    #[test]
    fn every_rank_that_was_measured_is_as_strong_as_the_one_below_or_stronger() {
        for (game, ratings) in crate::visit_all(&Rated) {
            let known: Vec<f64> = ratings.iter().flatten().map(|rating| rating.elo).collect();
            assert!(known.is_sorted(), "{game}: {known:?}");
        }
    }

    #[test]
    fn a_bot_that_was_not_measured_has_no_rating() {
        let unknown = RankEntry { bot: "random", options: "nonsense=1" };
        assert_eq!(rating("othello", &unknown), None);
        assert_eq!(rating("nonsense", &unknown), None);
    }
}
