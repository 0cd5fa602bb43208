//! What a stone makes of one line: a table from the ten cells around a point to a [`Shape`].
//!
//! The tables are made at first use, in a few milliseconds: 3^10 surroundings for one colour
//! (own stone, empty, blocked), each judged by what one more own stone would make of it.

use std::sync::LazyLock;

use super::lines::{KEYS, REACH};
use crate::rule::{Colour, Rule};

/// What one more stone makes of a line through it, weakest first.
///
/// A shape always contains the stone in question. Fives and fours are those of the rule set: a
/// row that can only become six is nothing to somebody who needs exactly five.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Shape {
    /// No five can come of it.
    #[default]
    Nothing,
    /// Six or more, for a colour that needs exactly five.
    Overline,
    /// One stone that can become a closed two.
    ClosedOne,
    /// One stone that can become an open two.
    OpenOne,
    /// Two stones that can become a closed three.
    ClosedTwo,
    /// Two stones that become an open three in one or two ways.
    WeakTwo,
    /// Two stones that become an open three in more ways.
    OpenTwo,
    /// Three stones that can become a four, but not an open one.
    ClosedThree,
    /// Three stones that become an open four on one point only.
    WeakThree,
    /// Three stones that become an open four on several points.
    OpenThree,
    /// Four stones, and one point that makes five.
    Four,
    /// Two fours in one line: a foul for black at renju; others have [`OpenFour`](Shape::OpenFour).
    DoubleFour,
    /// Four stones, and two points that make five. At renju black's is a straight four.
    OpenFour,
    /// A five that wins.
    Five,
}

impl Shape {
    /// All shapes, weakest first.
    pub const ALL: [Shape; 14] = [
        Shape::Nothing,
        Shape::Overline,
        Shape::ClosedOne,
        Shape::OpenOne,
        Shape::ClosedTwo,
        Shape::WeakTwo,
        Shape::OpenTwo,
        Shape::ClosedThree,
        Shape::WeakThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::DoubleFour,
        Shape::OpenFour,
        Shape::Five,
    ];

    /// The shape with that number; the numbers above the last stand for it too.
    pub(crate) const fn from_number(number: usize) -> Shape {
        Shape::ALL[if number < Shape::ALL.len() { number } else { Shape::ALL.len() - 1 }]
    }

    /// Whether it is a three: one more stone makes an open four.
    pub const fn is_three(self) -> bool {
        matches!(self, Shape::WeakThree | Shape::OpenThree)
    }
}

/// How a colour makes five.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Exactly five, and two fours in one line are not as good as an open four.
    Renju,
    /// Exactly five.
    Exact,
    /// Five or more.
    Long,
}

impl Aim {
    const fn of(rule: Rule, colour: Colour) -> Aim {
        match (rule, colour) {
            (Rule::Renju, Colour::Black) => Aim::Renju,
            _ if rule.needs_exactly_five(colour) => Aim::Exact,
            _ => Aim::Long,
        }
    }
}

/// How many surroundings there are for one colour: 3^10.
const ONE_SIDED: usize = 59_049;
/// The ten cells around the point, from the furthest against the direction.
const CELLS: usize = 2 * REACH as usize;

/// The contents of a cell as one colour sees it. An own stone has the largest number, so one
/// more of them always leads to a larger key, which is judged before.
const EMPTY: u8 = 0;
const BLOCKED: u8 = 1;
const OWN: u8 = 2;

/// The shapes of both colours for a rule set: a table that is made once, and cheap to pass on.
#[derive(Clone, Copy)]
pub struct Shapes {
    /// Black's shape in the lower half of a byte, white's in the upper.
    pairs: &'static [u8; KEYS],
}

impl std::fmt::Debug for Shapes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shapes")
    }
}

impl Shapes {
    /// The table of a rule set.
    pub fn of(rule: Rule) -> Shapes {
        static TABLES: [LazyLock<Box<[u8; KEYS]>>; 4] = [
            LazyLock::new(|| make(Rule::Renju)),
            LazyLock::new(|| make(Rule::Class)),
            LazyLock::new(|| make(Rule::Standard)),
            LazyLock::new(|| make(Rule::Freestyle)),
        ];
        Shapes { pairs: &TABLES[rule as usize] }
    }

    /// What a stone of `colour` makes of a line with these [surroundings](super::lines::Lines::around).
    pub fn shape(self, key: usize, colour: Colour) -> Shape {
        Shape::from_number(usize::from(self.pair(key) >> (4 * colour.index()) & 15))
    }

    /// Both colours' shapes: black's in the lower half.
    #[inline]
    pub(crate) fn pair(self, key: usize) -> u8 {
        self.pairs[key % KEYS]
    }
}

fn make(rule: Rule) -> Box<[u8; KEYS]> {
    let sides = Colour::BOTH.map(|colour| (judge_all(Aim::of(rule, colour)), halves(colour)));
    let half = (1 << (2 * REACH)) - 1;
    let pair = |key: usize| {
        let [black, white] = [0, 1].map(|side| {
            let (shapes, halves) = &sides[side];
            shapes[halves[key & half] + 243 * halves[key >> (2 * REACH)]] as u8
        });
        black | white << 4
    };
    let pairs: Vec<u8> = (0..KEYS).map(pair).collect();
    pairs.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("made with this length"))
}

/// Five cells of two bits as a number to the base of three, as `colour` sees them.
fn halves(colour: Colour) -> Vec<usize> {
    let digit = |cell: usize| match cell {
        0 => EMPTY,
        cell if cell == 1 + colour.index() => OWN,
        _ => BLOCKED,
    };
    (0..1 << (2 * REACH))
        .map(|half: usize| {
            (0..REACH)
                .rev()
                .fold(0, |number, cell| 3 * number + usize::from(digit(half >> (2 * cell) & 3)))
        })
        .collect()
}

/// The shapes of all surroundings of a stone, for one colour.
fn judge_all(aim: Aim) -> Vec<Shape> {
    let mut shapes = vec![Shape::Nothing; ONE_SIDED];
    for key in (0..ONE_SIDED).rev() {
        shapes[key] = judge(key, aim, &shapes);
    }
    shapes
}

/// The shape of these surroundings, if those with one own stone more are known.
fn judge(key: usize, aim: Aim, known: &[Shape]) -> Shape {
    let mut cells = [EMPTY; CELLS];
    let mut rest = key;
    for cell in &mut cells {
        *cell = (rest % 3) as u8;
        rest /= 3;
    }
    let run = run_length(&cells);
    match run {
        5 => return Shape::Five,
        6.. if aim == Aim::Long => return Shape::Five,
        6.. => return Shape::Overline,
        _ => {}
    }
    let mut ways = [0; Shape::ALL.len()];
    let mut weight = 1;
    for cell in cells {
        if cell == EMPTY {
            ways[known[key + usize::from(OWN) * weight] as usize] += 1;
        }
        weight *= 3;
    }
    let ways = |shape: Shape| ways[shape as usize];
    let threes = ways(Shape::WeakThree) + ways(Shape::OpenThree);
    match (ways(Shape::Five), ways(Shape::OpenFour)) {
        // Two points that make five belong to one four only if it is unbroken and they are its
        // ends. Otherwise each closes a gap to stones of its own.
        (2.., _) if aim == Aim::Renju && run < 4 => Shape::DoubleFour,
        (2.., _) => Shape::OpenFour,
        (1, _) => Shape::Four,
        (_, 2..) => Shape::OpenThree,
        (_, 1) => Shape::WeakThree,
        _ if ways(Shape::Four) + ways(Shape::DoubleFour) > 0 => Shape::ClosedThree,
        _ if threes > 2 => Shape::OpenTwo,
        _ if threes > 0 => Shape::WeakTwo,
        _ if ways(Shape::ClosedThree) > 0 => Shape::ClosedTwo,
        _ if ways(Shape::OpenTwo) + ways(Shape::WeakTwo) > 0 => Shape::OpenOne,
        _ if ways(Shape::ClosedTwo) > 0 => Shape::ClosedOne,
        _ => Shape::Nothing,
    }
}

/// How many own stones are in an unbroken row, the one in the middle included.
fn run_length(cells: &[u8; CELLS]) -> usize {
    let (before, behind) = cells.split_at(CELLS / 2);
    let is_own = |&&cell: &&u8| cell == OWN;
    1 + before.iter().rev().take_while(is_own).count() + behind.iter().take_while(is_own).count()
}

#[cfg(test)]
mod tests {
    use super::super::lines::{cell_at, with_stone};
    use super::*;

    /// The surroundings of `P` in a picture: `X` black, `O` white, `.` empty, `|` the edge.
    fn key(picture: &str) -> usize {
        let middle = picture.find('P').unwrap() as i8;
        (-5..=5).filter(|&offset| offset != 0).fold(0, |key, offset| {
            let at = middle + offset;
            let sign = usize::try_from(at).ok().and_then(|at| picture.as_bytes().get(at));
            match sign.copied().unwrap_or(b'.') {
                b'X' => with_stone(key, offset, Colour::Black),
                b'O' => with_stone(key, offset, Colour::White),
                b'|' => with_stone(with_stone(key, offset, Colour::Black), offset, Colour::White),
                _ => key,
            }
        })
    }

    fn shape(rule: Rule, picture: &str) -> Shape {
        Shapes::of(rule).shape(key(picture), Colour::Black)
    }

    #[test]
    fn shapes_of_black_at_renju() {
        for (picture, expected) in [
            ("XXXXP", Shape::Five),
            ("XXPXX", Shape::Five),
            ("XXXXPX", Shape::Overline),
            ("XXXPXXX", Shape::Overline),
            (".XXXP.", Shape::OpenFour),
            ("OXXXP.", Shape::Four),
            ("XX.XP", Shape::Four),
            // Six is no five, so one end is closed.
            ("X.XXXP.", Shape::Four),
            ("X.XXXP.X", Shape::Nothing),
            ("XXX.P.XXX", Shape::DoubleFour),
            ("XX.XP.XX", Shape::DoubleFour),
            ("X.XPX.X", Shape::DoubleFour),
            ("..XXP..", Shape::OpenThree),
            (".XX.P.", Shape::WeakThree),
            // The end of the four that would come is followed by a black stone.
            ("X..XXP..X", Shape::ClosedThree),
            ("O.XXP.O", Shape::ClosedThree),
            ("O.XXP..O", Shape::WeakThree),
            ("...XP...", Shape::OpenTwo),
            ("OO.P...OO", Shape::ClosedOne),
            ("OO.P..OO", Shape::Nothing),
        ] {
            assert_eq!(shape(Rule::Renju, picture), expected, "{picture}");
        }
    }

    #[test]
    fn shapes_depend_on_what_wins() {
        for (picture, renju, standard, freestyle) in [
            ("XXXXPX", Shape::Overline, Shape::Overline, Shape::Five),
            ("X.XXXP.", Shape::Four, Shape::Four, Shape::OpenFour),
            ("XX.XP.XX", Shape::DoubleFour, Shape::OpenFour, Shape::OpenFour),
            ("XXX.P.XXX", Shape::DoubleFour, Shape::OpenFour, Shape::OpenFour),
        ] {
            assert_eq!(shape(Rule::Renju, picture), renju, "{picture}");
            assert_eq!(shape(Rule::Standard, picture), standard, "{picture}");
            assert_eq!(shape(Rule::Freestyle, picture), freestyle, "{picture}");
        }
        let white = Shapes::of(Rule::Renju).shape(key("OOOOPO"), Colour::White);
        assert_eq!(white, Shape::Five);
    }

    #[test]
    fn a_line_read_backwards_has_the_same_shapes() {
        let mirror = |key: usize| {
            (-5..=5).filter(|&offset| offset != 0).fold(0, |mirrored, offset| {
                let cell = cell_at(key, offset);
                let black = if cell & 1 != 0 { with_stone(0, -offset, Colour::Black) } else { 0 };
                let white = if cell & 2 != 0 { with_stone(0, -offset, Colour::White) } else { 0 };
                mirrored | black | white
            })
        };
        for rule in Rule::ALL {
            let shapes = Shapes::of(rule);
            for key in 0..KEYS {
                assert_eq!(shapes.pair(key), shapes.pair(mirror(key)), "{rule} {key:b}");
            }
        }
    }
}
