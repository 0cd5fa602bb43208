//! Wins that were proved, played out on the plain game against every move there is.
//!
//! The checker shares nothing with the searches but the moves they choose: the game itself says
//! what is a five, what is a foul and who has won.

use std::collections::HashSet;

use gyoji_core::{Budget, Game, TwoSeat};
use gyoji_renju::board::Board;
use gyoji_renju::fouls::Verdict;
use gyoji_renju::search::Vct;
use gyoji_renju::search::vct::Threats;
use gyoji_renju::{Move, Point, Renju};
use gyoji_search::{Limits, Stopwatch};

/// Plays the attacker's proved moves against every move of the defender.
struct Checker {
    vct: Vct,
    seen: HashSet<u64>,
    replies: u64,
}

impl Checker {
    fn new() -> Checker {
        Checker { vct: Vct::new(32 << 20), seen: HashSet::new(), replies: 0 }
    }

    /// The attacker is to move and wins whatever is done.
    fn check(&mut self, position: &Renju) {
        if !self.seen.insert(position.key()) {
            return;
        }
        let attacker = position.to_move().expect("the game goes on");
        let (mv, line) = match five(position) {
            Some(five) => (five, Vec::new()),
            None => self.proved(position),
        };
        let mut after = position.clone();
        after.play(mv);
        if let Some(outcome) = after.outcome() {
            assert_eq!(outcome.winner(), Some(attacker), "{after}");
            return;
        }
        let replies: Vec<Move> = after.moves().collect();
        for reply in replies {
            self.replies += 1;
            let mut next = after.clone();
            next.play(reply);
            match next.outcome() {
                Some(outcome) => assert_eq!(outcome.winner(), Some(attacker), "{line:?} {next}"),
                None => self.check(&next),
            }
        }
    }

    fn proved(&mut self, position: &Renju) -> (Move, Vec<usize>) {
        let mut board = Board::from(position);
        let mut watch = Stopwatch::new(&Limits::default(), &Budget::default());
        match self.vct.search(&mut board, position.colour(), &mut watch, &mut |_| ()) {
            Threats::Win(line) => (Point::from_index(line[0]).unwrap().into(), line),
            other => panic!("{other:?} in {position}"),
        }
    }
}

/// A five at once, as the game sees it.
fn five(position: &Renju) -> Option<Move> {
    let is_five = |point: &Point| position.verdict(*point) == Verdict::Five;
    let points = Point::all(position.size()).filter(|&point| position.is_empty(point));
    points.into_iter().find(is_five).map(Move::Place)
}

#[test]
fn a_win_by_threats_holds_against_everything() {
    let position: Renju =
        "h8i9h7j8f8h9g9h10g11f10i10g10i8j9e10k9l9g8j10k7l6k8k6l10i7j6m9i5h4f7g6e6d5f5g4"
            .parse()
            .unwrap();
    let mut checker = Checker::new();
    checker.check(&position);
    eprintln!("{} {}", checker.seen.len(), checker.replies);
}
