//! Black's fouls (禁じ手): which there are, whether a point is one, and which stones make it.
//!
//! At renju the text of the Renju International Federation decides. Two of its sentences make
//! the judgement recursive: a *three* is a row that becomes a straight four by one more stone
//! "without at the same time making a five", and a double-three is allowed while at most one of
//! its threes can become a straight four without a foul on that very point (9.3).

mod reasons;

use std::fmt;

use gyoji_core::Text;

use crate::board::lines::{DIRECTIONS, Lines, cell_at, with_stone};
use crate::board::shapes::{Shape, Shapes};
use crate::rule::{Colour, Rule};

pub use reasons::{Reason, Row, reasons};

/// One kind of foul.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Foul {
    /// 長連: six or more in a row.
    Overline,
    /// 四四: two fours or more at once.
    DoubleFour,
    /// 三三: two threes or more at once.
    DoubleThree,
}

impl Foul {
    /// All kinds; the first of several is the one that is named when only one can be.
    pub const ALL: [Foul; 3] = [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree];

    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        }
    }

    /// The word for people.
    pub const fn title(self) -> Text {
        match self {
            Foul::Overline => Text::new("overline", "長連"),
            Foul::DoubleFour => Text::new("double-four", "四四"),
            Foul::DoubleThree => Text::new("double-three", "三三"),
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds of foul that one stone makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FoulSet(u8);

impl FoulSet {
    /// No foul at all.
    pub const NONE: FoulSet = FoulSet(0);

    /// The same set and one kind more.
    #[must_use]
    pub const fn with(self, foul: Foul) -> FoulSet {
        FoulSet(self.0 | 1 << foul as u8)
    }

    /// Whether a kind is in it.
    pub const fn contains(self, foul: Foul) -> bool {
        self.0 >> foul as u8 & 1 == 1
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it, in the order of [`Foul::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Foul> {
        Foul::ALL.into_iter().filter(move |&foul| self.contains(foul))
    }

    /// The one that is named when only one can be.
    pub fn first(self) -> Option<Foul> {
        self.iter().next()
    }

    /// The set as a number below 8.
    pub(crate) const fn bits(self) -> usize {
        self.0 as usize
    }
}

impl FromIterator<Foul> for FoulSet {
    fn from_iter<T: IntoIterator<Item = Foul>>(fouls: T) -> FoulSet {
        fouls.into_iter().fold(FoulSet::NONE, FoulSet::with)
    }
}

/// What a stone on a point is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// A move like any other.
    Legal,
    /// It wins; no foul counts.
    Five,
    /// It loses.
    Foul(FoulSet),
}

impl Verdict {
    /// The fouls; none if it wins or is legal.
    pub const fn fouls(self) -> FoulSet {
        match self {
            Verdict::Foul(fouls) => fouls,
            Verdict::Legal | Verdict::Five => FoulSet::NONE,
        }
    }

    fn of(fouls: FoulSet) -> Verdict {
        if fouls.is_empty() { Verdict::Legal } else { Verdict::Foul(fouls) }
    }
}

/// `five`, `legal`, or the first of the fouls: `overline`, `double-four`, `double-three`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Legal => "legal",
            Verdict::Five => "five",
            Verdict::Foul(fouls) => fouls.first().map_or("legal", Foul::name),
        })
    }
}

/// What a stone of `colour` on the empty point `index` would be.
pub fn judge(lines: &Lines, rule: Rule, index: usize, colour: Colour) -> Verdict {
    let shapes = Shapes::of(rule);
    let has_five = || (0..4).any(|direction| makes_five(lines, shapes, index, direction, colour));
    match (rule, colour) {
        (Rule::Renju, Colour::Black) => Referee { lines: *lines, shapes }.verdict(index),
        (Rule::Class, Colour::Black) => judge_runs(lines, index),
        _ if has_five() => Verdict::Five,
        _ => Verdict::Legal,
    }
}

fn makes_five(
    lines: &Lines,
    shapes: Shapes,
    index: usize,
    direction: usize,
    colour: Colour,
) -> bool {
    shapes.shape(lines.around(index, direction), colour) == Shape::Five
}

/// How many black stones would stand in an unbroken row, the new one included; 6 stands for
/// more as well.
fn run_length(key: usize) -> usize {
    let side = |sign: i8| (1..=5).take_while(|&steps| cell_at(key, sign * steps) == 1).count();
    (1 + side(-1) + side(1)).min(6)
}

/// The class's rules: the lengths of unbroken rows, whatever is at their ends (seed 004).
fn judge_runs(lines: &Lines, index: usize) -> Verdict {
    let mut runs = [0; 7];
    for direction in 0..4 {
        runs[run_length(lines.around(index, direction))] += 1;
    }
    if runs[5] > 0 {
        return Verdict::Five;
    }
    let made = |foul: Foul| match foul {
        Foul::Overline => runs[6] > 0,
        Foul::DoubleFour => runs[4] > 1,
        Foul::DoubleThree => runs[3] > 1,
    };
    Verdict::of(Foul::ALL.into_iter().filter(|&foul| made(foul)).collect())
}

/// Judges black's stones at renju. It puts stones on a board of its own to look further.
pub(crate) struct Referee {
    pub(crate) lines: Lines,
    pub(crate) shapes: Shapes,
}

impl Referee {
    /// What black's stone on an empty point would be.
    pub(crate) fn verdict(&mut self, index: usize) -> Verdict {
        let shapes = self.shapes_at(index);
        let count = |wanted: fn(Shape) -> bool| shapes.iter().filter(|&&s| wanted(s)).count();
        if count(|shape| shape == Shape::Five) > 0 {
            return Verdict::Five;
        }
        let mut fouls = FoulSet::NONE;
        if count(|shape| shape == Shape::Overline) > 0 {
            fouls = fouls.with(Foul::Overline);
        }
        let fours = count(|shape| matches!(shape, Shape::Four | Shape::OpenFour));
        if fours + 2 * count(|shape| shape == Shape::DoubleFour) > 1 {
            fouls = fouls.with(Foul::DoubleFour);
        }
        if self.is_double_three(index) {
            fouls = fouls.with(Foul::DoubleThree);
        }
        Verdict::of(fouls)
    }

    /// Whether two threes that can really become straight fours meet in a point.
    pub(crate) fn is_double_three(&mut self, index: usize) -> bool {
        let mut left = self.shapes_at(index).iter().filter(|shape| shape.is_three()).count();
        let mut real = 0;
        for direction in 0..4 {
            if real == 2 || real + left < 2 {
                break;
            }
            if self.shape(index, direction).is_three() {
                left -= 1;
                real += usize::from(self.straight_fours(index, direction).next().is_some());
            }
        }
        real == 2
    }

    /// The points, as steps from `index`, that make a straight four of the three that black's
    /// stone on `index` makes in a direction: no five at the same time, and no foul.
    pub(crate) fn straight_fours(
        &mut self,
        index: usize,
        direction: usize,
    ) -> impl Iterator<Item = i8> {
        let key = self.lines.around(index, direction);
        (-3..=3).filter(move |&offset| offset != 0 && cell_at(key, offset) == 0).filter(
            move |&offset| {
                let four = with_stone(key, offset, Colour::Black);
                self.shapes.shape(four, Colour::Black) == Shape::OpenFour
                    && self.after(index, |referee| referee.is_plain(step(index, direction, offset)))
            },
        )
    }

    /// Does something with a black stone on `index`.
    fn after<T>(&mut self, index: usize, look: impl FnOnce(&mut Referee) -> T) -> T {
        self.lines.put(index, Colour::Black);
        let seen = look(self);
        self.lines.clear(index);
        seen
    }

    /// Whether black's stone is neither a five nor a foul.
    fn is_plain(&mut self, index: usize) -> bool {
        let shapes = self.shapes_at(index);
        let ends = |shape| matches!(shape, Shape::Five | Shape::Overline | Shape::DoubleFour);
        let fours = shapes.iter().filter(|s| matches!(s, Shape::Four | Shape::OpenFour)).count();
        !shapes.iter().any(|&shape| ends(shape)) && fours < 2 && !self.is_double_three(index)
    }

    fn shape(&self, index: usize, direction: usize) -> Shape {
        self.shapes.shape(self.lines.around(index, direction), Colour::Black)
    }

    fn shapes_at(&self, index: usize) -> [Shape; 4] {
        [0, 1, 2, 3].map(|direction| self.shape(index, direction))
    }
}

/// The point that is `steps` further in a direction; it has to be on the board.
pub(crate) fn step(index: usize, direction: usize, steps: i8) -> usize {
    let (right, up) = DIRECTIONS[direction];
    let stride = isize::from(up) * crate::MAX_SIZE as isize + isize::from(right);
    index.wrapping_add_signed(stride * isize::from(steps))
}
