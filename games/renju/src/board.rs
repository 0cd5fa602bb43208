//! The board of the searches: what a stone on any empty point would make is always known.
//!
//! A stone changes the lines of the at most forty points around it. Their shapes are looked up
//! anew, their threats too, and the number of points with each threat is kept, so a search sees
//! "somebody has a five" without looking. Taking a stone back restores what was saved.
//!
//! Points are numbers, see [`Point::index`].

pub mod lines;
mod points;
pub mod shapes;
mod threats;
pub(crate) mod zobrist;

use std::fmt;

use self::lines::{DIRECTIONS, Lines, REACH};
use self::shapes::{Shape, Shapes};
use self::threats::{Entry, Threats};
use crate::fouls::{self, FoulSet, Referee, Verdict, step};
use crate::rule::{Colour, Rule};
use crate::weights::{FINE, Worths};
use crate::{MAX_SIZE, MIN_SIZE, POINTS, Point, Renju};

pub use self::points::{Iter, PointSet};
pub use self::threats::Threat;

const SIDE: usize = MAX_SIZE as usize;
/// The length of tables by point: a power of two above [`POINTS`], so that a masked number needs
/// no check.
const TABLE: usize = POINTS.next_power_of_two();
/// How many points a stone changes at the most: its own, and those in reach along four lines.
const SAVED: usize = 1 + 4 * 2 * REACH as usize;

/// The columns, as bits from the left, that a stone brings near to itself in the rows around
/// it, from four below to four above: three points around it, and four along lines.
const NEAR: [u32; 9] = [
    0b1_0001_0001,
    0b0_1111_1110,
    0b0_1111_1110,
    0b0_1111_1110,
    0b1_1111_1111,
    0b0_1111_1110,
    0b0_1111_1110,
    0b0_1111_1110,
    0b1_0001_0001,
];

/// A board that knows what every stone would make, and can take stones back.
#[derive(Clone)]
pub struct Board {
    rule: Rule,
    size: u8,
    lines: Lines,
    key: u64,
    shapes: Shapes,
    threats: [Threats; 2],
    worths: &'static Worths,
    /// For each point black's four shapes in the lower half, white's in the upper.
    made: [u32; TABLE],
    /// What they come to, for black and for white; nothing where a stone is.
    entries: [[Entry; TABLE]; 2],
    /// How many points have a threat, for black and for white.
    counts: [[u16; 16]; 2],
    /// The points that are a three or more, for black and for white; static fouls are among them.
    strong: [PointSet; 2],
    /// What all empty points together are worth to black and to white.
    worth: [i32; 2],
    /// The columns without a stone, for each row.
    empty: [u32; SIDE],
    /// The columns near a stone.
    near: [u32; SIDE],
    history: Vec<Made>,
    /// What the stones of the history have changed: [`SAVED`] places for each.
    saved: Vec<Saved>,
}

/// A stone that can be taken back.
#[derive(Clone, Copy)]
struct Made {
    index: u16,
    colour: Colour,
    /// How many of its places in [`Board::saved`] it has used.
    saved: u16,
    near: [u32; NEAR.len()],
    counts: [[u16; 16]; 2],
    strong: [PointSet; 2],
    worth: [i32; 2],
}

/// What a point was before a stone was put nearby.
#[derive(Clone, Copy)]
struct Saved {
    index: u16,
    entries: [Entry; 2],
    made: u32,
}

/// What is added up over all points.
struct Sums {
    counts: [[u16; 16]; 2],
    worth: [i32; 2],
}

impl Saved {
    const NOTHING: Saved = Saved { index: 0, entries: [Entry::NOTHING; 2], made: 0 };
}

impl Board {
    /// An empty board.
    pub fn new(rule: Rule, size: u8) -> Board {
        let size = size.clamp(MIN_SIZE, MAX_SIZE);
        let mut board = Board {
            rule,
            size,
            lines: Lines::new(size),
            key: 0,
            shapes: Shapes::of(rule),
            threats: Colour::BOTH.map(|colour| Threats::of(rule, colour)),
            worths: Worths::of(rule),
            made: [0; TABLE],
            entries: [[Entry::NOTHING; TABLE]; 2],
            counts: [[0; 16]; 2],
            strong: [PointSet::EMPTY; 2],
            worth: [0; 2],
            empty: [0; SIDE],
            near: [0; SIDE],
            history: Vec::with_capacity(POINTS),
            saved: Vec::new(),
        };
        for row in &mut board.empty[..usize::from(size)] {
            *row = (1 << size) - 1;
        }
        for index in board.points() {
            board.look(index);
        }
        board
    }

    /// The rule set.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The side of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The stones line by line.
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// A hash of the stones: the same for the same stones in any order.
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// What the hash will be with one more stone.
    #[inline]
    pub fn key_with(&self, index: usize, colour: Colour) -> u64 {
        self.key ^ zobrist::stone(index, colour)
    }

    /// How many stones there are.
    pub fn stones(&self) -> usize {
        self.history.len()
    }

    /// Whether every point has a stone.
    pub fn is_full(&self) -> bool {
        self.history.len() == usize::from(self.size) * usize::from(self.size)
    }

    /// The stone that was put last.
    pub fn last(&self) -> Option<(usize, Colour)> {
        self.history.last().map(|made| (usize::from(made.index), made.colour))
    }

    /// The stone at a point.
    pub fn stone(&self, index: usize) -> Option<Colour> {
        self.lines.stone(index)
    }

    /// Whether a point of the board has no stone.
    pub fn is_empty(&self, index: usize) -> bool {
        self.lines.is_empty(index)
    }

    /// What a stone of `colour` on an empty point would make of the line in a direction (see
    /// [`DIRECTIONS`]).
    pub fn shape(&self, colour: Colour, index: usize, direction: usize) -> Shape {
        Shape::from_number(usize::from(self.shapes_of(colour, index) >> (4 * direction) & 15))
    }

    /// The four shapes as a number of four bits each, for tables of one's own.
    #[inline]
    pub fn shapes_of(&self, colour: Colour, index: usize) -> u16 {
        (self.made[index] >> (16 * colour.index())) as u16
    }

    /// What a stone of `colour` on an empty point would come to; nothing on a taken one.
    #[inline]
    pub fn threat(&self, colour: Colour, index: usize) -> Threat {
        self.entries[colour.index()][index].threat()
    }

    /// What these four shapes (see [`shapes_of`](Board::shapes_of)) come to for `colour`.
    #[inline]
    pub fn threat_of(&self, colour: Colour, shapes: u16) -> Threat {
        self.threats[colour.index()].entry(shapes).threat()
    }

    /// What a stone of `colour` makes of a line with these
    /// [surroundings](Lines::around).
    #[inline]
    pub(crate) fn shape_of(&self, key: usize, colour: Colour) -> Shape {
        self.shapes.shape(key, colour)
    }

    /// On how many points a stone of `colour` comes to just that. Taken points count as
    /// [`Threat::Nothing`].
    #[inline]
    pub fn count(&self, colour: Colour, threat: Threat) -> usize {
        usize::from(self.counts[colour.index()][threat as usize])
    }

    /// What an empty point is worth to `colour`, in fractions of a score
    /// ([`FINE`]).
    #[inline]
    pub fn worth_of(&self, colour: Colour, index: usize) -> i32 {
        self.entries[colour.index()][index].worth()
    }

    /// What the position is worth to `colour`, whose turn it is, at a glance: 256 are about one
    /// step of odds. Who is about to win is for the search to say.
    #[inline]
    pub fn evaluate(&self, colour: Colour) -> i32 {
        let (me, you) = (colour.index(), colour.other().index());
        let points = (self.worth[me] - self.worth[you]) / FINE;
        points + self.worths.threats(colour, &self.counts[me], &self.counts[you])
    }

    /// Whether a black stone on the empty point is a foul. On a taken point it is false.
    #[inline]
    pub fn is_forbidden(&self, index: usize) -> bool {
        let entry = self.entries[Colour::Black.index()][index];
        if entry.is_doubtful() {
            return self.is_double_three(index);
        }
        entry.is_foul() || self.rule == Rule::Class && self.is_foul_of_class(index)
    }

    /// The kinds of foul that a black stone on the empty point makes.
    pub fn fouls(&self, index: usize) -> FoulSet {
        self.verdict(Colour::Black, index).fouls()
    }

    /// What a stone of `colour` on the empty point would be.
    pub fn verdict(&self, colour: Colour, index: usize) -> Verdict {
        fouls::judge(&self.lines, self.rule, index, colour)
    }

    /// All points of the board.
    pub fn points(&self) -> impl Iterator<Item = usize> + use<> {
        Point::all(self.size).map(Point::index)
    }

    /// The points without a stone.
    pub fn empties(&self) -> impl Iterator<Item = usize> {
        points_of(self.empty)
    }

    /// The points without a stone that are near one; all of them on an empty board.
    pub fn candidates(&self) -> impl Iterator<Item = usize> {
        let mut rows = self.empty;
        if !self.history.is_empty() {
            for (row, near) in rows.iter_mut().zip(self.near) {
                *row &= near;
            }
        }
        points_of(rows)
    }

    /// The points where a stone of `colour` makes a three or more, or a foul that is one whatever
    /// else is on the board.
    #[inline]
    pub const fn strong(&self, colour: Colour) -> &PointSet {
        &self.strong[colour.index()]
    }

    /// The empty points where a stone of `colour` comes to `least` or more, in order.
    pub fn with_threat(&self, colour: Colour, least: Threat) -> impl Iterator<Item = usize> {
        let entries = &self.entries[colour.index()][..SIDE * usize::from(self.size)];
        let strong = move |entry: &Entry| entry.number() >= least as usize;
        entries.iter().enumerate().filter(move |(_, entry)| strong(entry)).map(|(index, _)| index)
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, index: usize, colour: Colour) {
        debug_assert!(self.is_empty(index), "{index} is taken");
        let (row, col) = (index / SIDE, index % SIDE);
        let near = self.bring_near(row, col);
        let (counts, strong, worth) = (self.counts, self.strong, self.worth);
        self.empty[row] &= !(1 << col);
        self.key ^= zobrist::stone(index, colour);
        self.lines.put(index, colour);
        let saved = self.look_around(index) as u16;
        self.history.push(Made { index: index as u16, colour, saved, near, counts, strong, worth });
    }

    /// Takes the last stone back.
    pub fn undo(&mut self) -> Option<(usize, Colour)> {
        let Made { index, colour, saved, near, counts, strong, worth } = self.history.pop()?;
        let index = usize::from(index);
        let (row, col) = (index / SIDE, index % SIDE);
        for (offset, old) in near.iter().enumerate() {
            if let Some(near) = self.near.get_mut((row + offset).wrapping_sub(4)) {
                *near = *old;
            }
        }
        self.empty[row] |= 1 << col;
        self.key ^= zobrist::stone(index, colour);
        self.lines.clear(index);
        self.counts = counts;
        self.strong = strong;
        self.worth = worth;
        let first = self.history.len() * SAVED;
        let saved = &self.saved[first..first + usize::from(saved)];
        for &Saved { index, entries: [black, white], made } in saved {
            let index = usize::from(index) % TABLE;
            self.made[index] = made;
            self.entries[0][index] = black;
            self.entries[1][index] = white;
        }
        Some((index, colour))
    }

    /// Marks what is near a new stone; gives the rows around it as they were.
    fn bring_near(&mut self, row: usize, col: usize) -> [u32; NEAR.len()] {
        let mut old = [0; NEAR.len()];
        for (offset, columns) in NEAR.iter().enumerate() {
            if let Some(near) = self.near.get_mut((row + offset).wrapping_sub(4)) {
                old[offset] = *near;
                *near |= columns << col >> 4;
            }
        }
        old
    }

    /// Looks anew at a point where a stone was put, and at the empty points along its lines. What
    /// was known of them is saved; gives how many there are.
    fn look_around(&mut self, index: usize) -> usize {
        let first = self.history.len() * SAVED;
        if self.saved.len() < first + SAVED {
            self.saved.resize(first + SAVED, Saved::NOTHING);
        }
        let (shapes, [black, white]) = (self.shapes, self.threats);
        // Kept in registers meanwhile.
        let mut sums = Sums { counts: self.counts, worth: self.worth };
        self.renew(index, self.made[index], [Entry::NOTHING; 2], first, &mut sums);
        let mut next = first + 1;
        for direction in 0..4 {
            let (word, cell) = self.lines.word(index, direction);
            let cells = word >> (2 * cell) & ((1 << (4 * REACH + 2)) - 1);
            let mut empties = !(cells | cells >> 1) & 0x15_5555;
            let (stride, shift) = (stride(direction), 4 * direction);
            let furthest = index.wrapping_add_signed(-stride * REACH as isize);
            while empties != 0 {
                let offset = empties.trailing_zeros() / 2;
                empties &= empties - 1;
                let there = furthest.wrapping_add_signed(stride * offset as isize) % TABLE;
                let pair = u32::from(shapes.pair(lines::around(word, cell + offset - REACH)));
                let others = self.made[there] & !(0x000f_000f << shift);
                let made = others | both_sides(pair) << shift;
                let entries = [black.entry(made as u16), white.entry((made >> 16) as u16)];
                self.renew(there, made, entries, next, &mut sums);
                next += 1;
            }
        }
        (self.counts, self.worth) = (sums.counts, sums.worth);
        next - first
    }

    /// Sets what is known of a point, and saves what was known.
    #[inline(always)]
    fn renew(
        &mut self,
        index: usize,
        made: u32,
        entries: [Entry; 2],
        saved: usize,
        sums: &mut Sums,
    ) {
        let old = [self.entries[0][index], self.entries[1][index]];
        if let Some(saved) = self.saved.get_mut(saved) {
            *saved = Saved { index: index as u16, entries: old, made: self.made[index] };
        }
        self.made[index] = made;
        for side in 0..2 {
            let (old, new) = (old[side], entries[side]);
            self.entries[side][index] = new;
            sums.worth[side] += new.worth() - old.worth();
            recount(&mut sums.counts[side], old, new);
            if old.is_strong() != new.is_strong() {
                self.strong[side].toggle(index);
            }
        }
    }

    /// Looks at a point for the first time.
    fn look(&mut self, index: usize) {
        let mut made = 0;
        for direction in 0..4 {
            let pair = u32::from(self.shapes.pair(self.lines.around(index, direction)));
            made |= both_sides(pair) << (4 * direction);
        }
        self.made[index] = made;
        for side in 0..2 {
            let entry = self.threats[side].entry((made >> (16 * side)) as u16);
            self.entries[side][index] = entry;
            self.counts[side][entry.number()] += 1;
            self.worth[side] += entry.worth();
        }
    }

    /// Whether two of the threes that black would have are real.
    fn is_double_three(&self, index: usize) -> bool {
        let shapes = self.shapes_of(Colour::Black, index);
        let is_three = |direction: &usize| {
            Shape::from_number(usize::from(shapes >> (4 * direction) & 15)).is_three()
        };
        let mut left = (0..4).filter(is_three).count();
        let mut real = 0;
        for direction in (0..4).filter(is_three) {
            left -= 1;
            real += usize::from(self.is_real_three(index, direction));
            if real == 2 || real + left < 2 {
                break;
            }
        }
        real == 2
    }

    /// Whether the three that black would have in a direction can become a straight four by a
    /// stone that is neither a five nor a foul.
    fn is_real_three(&self, index: usize, direction: usize) -> bool {
        let key = self.lines.around(index, direction);
        (-3..=3).filter(|&offset| offset != 0 && lines::cell_at(key, offset) == 0).any(|offset| {
            let four = lines::with_stone(key, offset, Colour::Black);
            if self.shapes.shape(four, Colour::Black) != Shape::OpenFour {
                return false;
            }
            // The stone on `index` changes nothing in the other three lines of that point.
            let there = step(index, direction, offset);
            let shift = 4 * direction;
            let others = self.shapes_of(Colour::Black, there) & !(15 << shift);
            let entry = self.threats[0].entry(others | (Shape::OpenFour as u16) << shift);
            match entry.is_doubtful() {
                false => entry.threat() == Threat::OpenFour,
                true => {
                    let mut lines = self.lines;
                    lines.put(index, Colour::Black);
                    !Referee { lines, shapes: self.shapes }.is_double_three(there)
                }
            }
        })
    }

    fn is_foul_of_class(&self, index: usize) -> bool {
        let is_foul = || !self.verdict(Colour::Black, index).fouls().is_empty();
        self.is_empty(index) && is_foul()
    }
}

/// Black's shape in the lowest four bits, white's sixteen bits higher.
#[inline]
const fn both_sides(pair: u32) -> u32 {
    pair & 15 | (pair & 0xf0) << 12
}

/// One point fewer with one threat, and one more with another.
///
/// All sixteen numbers are added to at once, without a branch: threats change too irregularly
/// for the processor to guess, and one number after the other would wait for memory.
#[inline]
fn recount(counts: &mut [u16; 16], old: Entry, new: Entry) {
    const ONE: [[u16; 16]; 16] = ones();
    let (less, more) = (&ONE[old.number() % 16], &ONE[new.number() % 16]);
    for number in 0..16 {
        counts[number] = counts[number].wrapping_add(more[number]).wrapping_sub(less[number]);
    }
}

/// Row by row a one in the place of the row.
const fn ones() -> [[u16; 16]; 16] {
    let mut ones = [[0; 16]; 16];
    let mut number = 0;
    while number < 16 {
        ones[number][number] = 1;
        number += 1;
    }
    ones
}

/// How far apart neighbours in a direction are.
const fn stride(direction: usize) -> isize {
    let (right, up) = DIRECTIONS[direction];
    up as isize * SIDE as isize + right as isize
}

/// The points of a set of columns for each row.
fn points_of(rows: [u32; SIDE]) -> impl Iterator<Item = usize> {
    rows.into_iter().enumerate().flat_map(|(row, mut columns)| {
        std::iter::from_fn(move || {
            let col = (columns != 0).then(|| columns.trailing_zeros() as usize)?;
            columns &= columns - 1;
            Some(row * SIDE + col)
        })
    })
}

impl From<&Renju> for Board {
    /// The board of a position, with its stones in their order.
    fn from(position: &Renju) -> Board {
        let mut board = Board::new(position.rule(), position.size());
        for stone in position.stones() {
            board.place(stone.point.index(), stone.colour);
        }
        board
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({} {}", self.rule, self.size)?;
        for made in &self.history {
            let point = Point::from_index(usize::from(made.index));
            write!(f, " {:?} {}", made.colour, point.unwrap_or(Point::centre(self.size)))?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests;
