//! What a stone makes of all four lines through it: a table from four shapes to a [`Threat`].

use std::sync::LazyLock;

use super::shapes::Shape;
use crate::rule::{Colour, Rule};

/// What one more stone is worth, weakest first: the best of its four shapes together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum Threat {
    /// Nothing of these.
    #[default]
    Nothing,
    /// An open two.
    Two,
    /// A three that cannot become an open four.
    ClosedThree,
    /// Two open twos.
    TwoTwos,
    /// A closed three with a second one, or with an open two.
    ClosedThreePlus,
    /// A three.
    Three,
    /// A three with a closed three or an open two.
    ThreePlus,
    /// Two threes. For black at renju that is a foul if both are real.
    TwoThrees,
    /// A four.
    Four,
    /// A four with a closed three or an open two.
    FourPlus,
    /// A four and a three. For black at renju it is a foul with a second three.
    FourThree,
    /// An open four, or two fours for those who may.
    OpenFour,
    /// A five.
    Five,
    /// A foul whatever else is on the board: an overline or two fours of black at renju.
    Foul,
}

impl Threat {
    /// How many there are.
    pub const COUNT: usize = Threat::ALL.len();

    /// All of them, weakest first.
    pub const ALL: [Threat; 14] = [
        Threat::Nothing,
        Threat::Two,
        Threat::ClosedThree,
        Threat::TwoTwos,
        Threat::ClosedThreePlus,
        Threat::Three,
        Threat::ThreePlus,
        Threat::TwoThrees,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Foul,
    ];
}

/// A threat as it stands in the table: its number, and a bit for what the table cannot know;
/// in the upper half what the point is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Entry(u32);

impl Entry {
    /// Set where black has two threes or more: a foul if two of them are real.
    const DOUBT: u32 = 1 << 7;

    pub(super) const NOTHING: Entry = Entry(0);

    /// What the point is worth, in fractions of a score.
    #[inline]
    pub(super) const fn worth(self) -> i32 {
        self.0 as i32 >> 16
    }

    /// The number of the threat.
    #[inline]
    pub(super) const fn number(self) -> usize {
        (self.0 & 15) as usize
    }

    pub(super) const fn threat(self) -> Threat {
        let number = self.number();
        Threat::ALL[if number < Threat::COUNT { number } else { 0 }]
    }

    /// Whether it is a three or more, or a foul.
    #[inline]
    pub(super) const fn is_strong(self) -> bool {
        self.number() >= Threat::Three as usize
    }

    /// Whether two threes have to be looked at more closely.
    #[inline]
    pub(super) const fn is_doubtful(self) -> bool {
        self.0 & Entry::DOUBT != 0
    }

    /// Whether it is a foul whatever else is on the board.
    #[inline]
    pub(super) const fn is_foul(self) -> bool {
        self.0 & 15 == Threat::Foul as u32
    }
}

/// Threats by four shapes of four bits each: a table that is made once.
#[derive(Clone, Copy)]
pub(super) struct Threats {
    entries: &'static [Entry; 1 << 16],
}

impl Threats {
    /// The table for a colour.
    pub(super) fn of(rule: Rule, colour: Colour) -> Threats {
        static TABLES: [[LazyLock<Box<[Entry; 1 << 16]>>; 2]; 4] = [
            [
                LazyLock::new(|| make(Rule::Renju, Colour::Black)),
                LazyLock::new(|| make(Rule::Renju, Colour::White)),
            ],
            [
                LazyLock::new(|| make(Rule::Class, Colour::Black)),
                LazyLock::new(|| make(Rule::Class, Colour::White)),
            ],
            [
                LazyLock::new(|| make(Rule::Standard, Colour::Black)),
                LazyLock::new(|| make(Rule::Standard, Colour::White)),
            ],
            [
                LazyLock::new(|| make(Rule::Freestyle, Colour::Black)),
                LazyLock::new(|| make(Rule::Freestyle, Colour::White)),
            ],
        ];
        Threats { entries: &TABLES[rule as usize][colour.index()] }
    }

    #[inline]
    pub(super) fn entry(self, shapes: u16) -> Entry {
        self.entries[usize::from(shapes)]
    }
}

fn make(rule: Rule, colour: Colour) -> Box<[Entry; 1 << 16]> {
    let has_fouls = rule == Rule::Renju && colour == Colour::Black;
    let worths = crate::weights::Worths::of(rule);
    let entries: Vec<Entry> = (0..=u16::MAX)
        .map(|shapes| {
            let Entry(threat) = judge(shapes, has_fouls);
            Entry(threat | (worths.point(colour, shapes) as u32) << 16)
        })
        .collect();
    entries.into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("made with this length"))
}

fn judge(shapes: u16, has_fouls: bool) -> Entry {
    let shapes = [0, 4, 8, 12].map(|shift| Shape::from_number(usize::from(shapes >> shift & 15)));
    let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
    let open_fours = count(&[Shape::OpenFour, Shape::DoubleFour]);
    let fours = open_fours + count(&[Shape::Four]) + count(&[Shape::DoubleFour]);
    let threes = count(&[Shape::WeakThree, Shape::OpenThree]);
    let closed = count(&[Shape::ClosedThree]);
    let twos = count(&[Shape::WeakTwo, Shape::OpenTwo]);
    let more = closed + twos > 0;
    let is_foul = has_fouls && (count(&[Shape::Overline]) > 0 || fours > 1);
    let threat = match () {
        () if count(&[Shape::Five]) > 0 => Threat::Five,
        () if is_foul => Threat::Foul,
        () if open_fours > 0 || fours > 1 => Threat::OpenFour,
        () if fours > 0 && threes > 0 => Threat::FourThree,
        () if fours > 0 && more => Threat::FourPlus,
        () if fours > 0 => Threat::Four,
        () if threes > 1 => Threat::TwoThrees,
        () if threes > 0 && more => Threat::ThreePlus,
        () if threes > 0 => Threat::Three,
        () if closed > 1 || closed > 0 && twos > 0 => Threat::ClosedThreePlus,
        () if twos > 1 => Threat::TwoTwos,
        () if closed > 0 => Threat::ClosedThree,
        () if twos > 0 => Threat::Two,
        () => Threat::Nothing,
    };
    let is_settled = matches!(threat, Threat::Five | Threat::Foul);
    let doubt = if has_fouls && threes > 1 && !is_settled { Entry::DOUBT } else { 0 };
    Entry(threat as u32 | doubt)
}
