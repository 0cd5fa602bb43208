//! Endgame positions with their exact scores: the FFO tests that everybody knows, and some of games of our own.

use crate::Othello;

/// An endgame position whose perfect result is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// Its number in the FFO test, or from 1 on.
    pub number: u32,
    /// The position.
    pub position: Othello,
    /// The disc difference under perfect play, for the side to move.
    pub score: i32,
    /// The moves that reach it, as bit numbers; none if that was not noted.
    pub best: Vec<u8>,
}

/// The positions FFO #20 to #59, in order.
pub fn ffo() -> Vec<Endgame> {
    let text =
        concat!(include_str!("../data/ffo20-39.txt"), "\n", include_str!("../data/ffo40-59.txt"));
    text.lines().filter(|line| !line.starts_with('#')).filter_map(parse).collect()
}

/// Positions with 20 and more empty squares from games of the engine against itself after eight random moves. Nothing was
/// tuned on them, so they tell how quick the solver is on what it has not seen.
pub fn fresh() -> Vec<Endgame> {
    let text = include_str!("../data/fresh.txt");
    text.lines().filter(|line| !line.starts_with('#')).filter_map(parse).collect()
}

/// `number squares side empties score best,best…`, or `-` for the moves
fn parse(line: &str) -> Option<Endgame> {
    let mut fields = line.split_whitespace();
    let mut next = || fields.next();
    let (number, squares, side) = (next()?, next()?, next()?);
    let (_empties, score, best) = (next()?, next()?, next()?);
    let best = best.split(',').filter_map(|square| square.parse::<crate::Move>().ok()?.square());
    Some(Endgame {
        number: number.parse().ok()?,
        position: format!("{squares} {side}").parse().ok()?,
        score: score.parse().ok()?,
        best: best.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_core::Seat;

    #[test]
    fn all_forty_are_read() {
        let all = ffo();
        let numbers: Vec<u32> = all.iter().map(|endgame| endgame.number).collect();
        assert_eq!(numbers, (20..60).collect::<Vec<u32>>());
        for endgame in &all {
            assert!(!endgame.best.is_empty(), "{}", endgame.number);
            for square in &endgame.best {
                let legal = endgame.position.board().flips(*square) != 0;
                assert!(legal, "FFO {}: {square}", endgame.number);
            }
        }
        assert_eq!(all[20].position.side(), Seat::FIRST);
        assert_eq!(all[20].position.board().empties(), 20);
    }

    #[test]
    fn the_fresh_ones_are_read_and_of_the_size_they_should_be() {
        let (text, all) = (include_str!("../data/fresh.txt"), fresh());
        assert_eq!(all.len(), text.lines().filter(|line| !line.starts_with('#')).count());
        assert!(all.iter().all(|it| (20..=26).contains(&it.position.board().empties())));
        assert!(all.iter().all(|it| it.score % 2 == 0 && it.position.board().moves() != 0));
    }
}
