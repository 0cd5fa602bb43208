//! Moves as people paste them: `f5d6c3`, `1. f5 d6 2. c3`, one a line, in a game's own words.

use gyoji_core::{BadText, Game};
use gyoji_words::web as words;

/// The longest text of one move that is looked for.
const LONGEST: usize = 32;
/// How much of what could not be read is repeated.
const REPEATED: usize = 24;

/// The moves that a text tells, from `start` on, each in the game's own form.
///
/// At each place the longest text is taken that is a legal move there, so it does not matter how
/// moves are kept apart, or whether they are.
pub(crate) fn read<G: Game>(start: &G, text: &str) -> Result<Vec<String>, BadText> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST);
        let ends: Vec<usize> = ends.collect();
        let legal = |&end: &usize| {
            let text = rest[..end].trim();
            let mv: G::Move = text.parse().or_else(|_| text.to_lowercase().parse()).ok()?;
            position.is_legal(mv).then_some((mv, end))
        };
        if let Some((mv, end)) = ends.iter().rev().find_map(legal) {
            moves.push(mv.to_string());
            position.play(mv);
            rest = rest[end..].trim_start();
            continue;
        }
        rest = match skip(rest) {
            Some(next) => next,
            None => {
                let said: String = rest.chars().take(REPEATED).collect();
                return Err(BadText::new(&said, words::not_a_move_there(format!("{said:?}"))));
            }
        };
    }
    Ok(moves)
}

/// What follows a sign or a number that stands between moves.
fn skip(text: &str) -> Option<&str> {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let next = match digits.strip_prefix(['.', ')']) {
        Some(next) if digits.len() < text.len() => next,
        _ => text.strip_prefix(['|', ',', ';', '-', '.'])?,
    };
    Some(next.trim_start())
}

#[cfg(test)]
mod tests {
    use gyoji_catalog::visit;
    use gyoji_core::{Kit, Setup, Visitor};

    use super::*;

    struct Read<'a>(&'a str);

    impl Visitor for Read<'_> {
        type Out = Result<Vec<String>, BadText>;

        fn visit<G: Game>(self, _: &Kit<G>) -> Self::Out {
            read(&G::start(&Setup::usual::<G>())?, self.0)
        }
    }

    /// Plays by the first legal moves and gives them back joined.
    struct Play(usize, &'static str);

    impl Visitor for Play {
        type Out = (Vec<String>, Vec<String>);

        fn visit<G: Game>(self, _: &Kit<G>) -> Self::Out {
            let start = G::start(&Setup::usual::<G>()).unwrap();
            let (mut position, mut moves) = (start.clone(), Vec::new());
            for turn in 0..self.0 {
                let legal: Vec<G::Move> = position.moves().collect();
                let Some(mv) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                moves.push(mv.to_string());
                position.play(*mv);
            }
            let text = moves.join(self.1);
            (read(&start, &text).unwrap(), moves)
        }
    }

    #[test]
    fn transcripts_are_read_however_they_are_written() {
        let usual = ["f5", "d6", "c3"];
        for text in ["f5d6c3", "F5D6C3", "f5 d6 c3", "1. f5 d6 2. c3", "f5, d6,\nc3\n", "f5|d6|c3"]
        {
            assert_eq!(visit("othello", Read(text)).unwrap().unwrap(), usual, "{text}");
        }
        for text in ["f5f5", "f5 hello", "🦀", "1.", "f5 99 d6"] {
            let moves = visit("othello", Read(text)).unwrap();
            assert!(moves.is_err() || text == "1.", "{text}: {moves:?}");
        }
    }

    #[test]
    fn what_a_game_writes_is_read_back() {
        for game in gyoji_catalog::GAMES {
            for between in ["\n", " | "] {
                let (read, played) = visit(game, Play(20, between)).unwrap();
                assert_eq!(read, played, "{game}");
            }
        }
    }
}
