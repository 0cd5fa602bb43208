//! A second counter of move trees: stones in a list, rules by counting and by the slow judge.

use gyoji_core::Seat;
use gyoji_renju::{Colour, Phase, Point, Renju, Rule};

use super::Position;
use super::rif::Slow;

/// A position as a list of stones. The last one may have ended the game.
#[derive(Clone)]
struct Naive {
    rule: Rule,
    size: u8,
    stones: Vec<((u8, u8), Colour)>,
    next: Colour,
    /// The words that can still be said when the stones of the opening are there.
    words: Option<Words>,
}

#[derive(Clone, Copy)]
struct Words {
    /// At how many stones the choice comes.
    at: usize,
    /// Whether two more stones may be asked for.
    more: bool,
}

/// Number of leaves `depth` plies below a position that is not over.
pub fn count(position: &Renju, depth: u32) -> u64 {
    let words = match position.phase() {
        Phase::Settled { .. } => None,
        Phase::Swap => Some(Words { at: 3, more: false }),
        Phase::Swap2 => Some(Words { at: 3, more: true }),
        Phase::More => Some(Words { at: 5, more: false }),
    };
    assert!(position.stones().all(|stone| stone.point.is_on(position.size())));
    assert_ne!(position.colour_of(Seat::FIRST), Some(Colour::White), "nothing depends on seats");
    let stones = position.stones().map(|s| ((s.point.col(), s.point.row()), s.colour)).collect();
    let naive = Naive {
        rule: position.rule(),
        size: position.size(),
        stones,
        next: position.colour(),
        words,
    };
    naive.leaves(depth)
}

impl Naive {
    fn leaves(&self, depth: u32) -> u64 {
        if depth == 0 || self.is_over() {
            return 1;
        }
        let mut leaves = 0;
        for row in 0..self.size {
            for col in 0..self.size {
                if self.stones.iter().any(|(at, _)| *at == (col, row)) {
                    continue;
                }
                let mut after = self.clone();
                after.stones.push(((col, row), self.next));
                after.next = self.next.other();
                if self.is_choice() {
                    after.words = None;
                }
                leaves += after.leaves(depth - 1);
            }
        }
        if let Some(words) = self.words.filter(|_| self.is_choice()) {
            leaves += Naive { words: None, ..self.clone() }.leaves(depth - 1);
            if words.more {
                let words = Some(Words { at: 5, more: false });
                leaves += Naive { words, ..self.clone() }.leaves(depth - 1);
            }
        }
        leaves
    }

    fn is_choice(&self) -> bool {
        self.words.is_some_and(|words| words.at == self.stones.len())
    }

    /// Whether the last stone made five or was a foul, or no point is left.
    fn is_over(&self) -> bool {
        let Some(&(at, colour)) = self.stones.last() else { return false };
        if self.stones.len() == usize::from(self.size) * usize::from(self.size) {
            return true;
        }
        let runs = self.runs(at, colour);
        let count = |wanted: fn(usize) -> bool| runs.iter().filter(|&&run| wanted(run)).count();
        match (self.rule, colour) {
            (Rule::Renju, Colour::Black) => self.is_over_at_renju(at),
            (Rule::Class, Colour::Black) => {
                let rows = [count(|run| run > 4), count(|run| run == 4), count(|run| run == 3)];
                rows[0] > 0 || rows[1] > 1 || rows[2] > 1
            }
            (Rule::Standard, _) => count(|run| run == 5) > 0,
            _ => count(|run| run > 4) > 0,
        }
    }

    fn is_over_at_renju(&self, (col, row): (u8, u8)) -> bool {
        let mut position = Position::new(self.size, &[], &[]);
        for &((col, row), colour) in &self.stones[..self.stones.len() - 1] {
            position.put(Point::new(col, row).unwrap(), colour);
        }
        let finding = Slow::new(&position).judge((col.into(), row.into()));
        finding.five || finding.is_foul()
    }

    /// The lengths of the unbroken rows through a stone.
    fn runs(&self, (col, row): (u8, u8), colour: Colour) -> [usize; 4] {
        let is_own = |at: (i32, i32)| {
            let here = |&((c, r), owner): &((u8, u8), Colour)| {
                (i32::from(c), i32::from(r)) == at && owner == colour
            };
            self.stones.iter().any(here)
        };
        let (col, row) = (i32::from(col), i32::from(row));
        [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(right, up)| {
            let side = |sign: i32| {
                (1..).take_while(|n| is_own((col + sign * n * right, row + sign * n * up))).count()
            };
            1 + side(1) + side(-1)
        })
    }
}
