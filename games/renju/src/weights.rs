//! The numbers of the evaluation: what points and threats are worth, fitted to games.
//!
//! The worth of an empty point to a colour is a sum over its four lines and over all pairs of
//! them, so that two lines together may be worth more than each alone. Threats that somebody has
//! count once more by whose turn it is. How the numbers were found: the example `fit_weights`.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use gyoji_core::{BadText, Text};

use crate::board::Threat;
use crate::board::shapes::Shape;
use crate::rule::{Colour, Rule};

/// The numbers that are built in.
const BUILT_IN: &str = include_str!("../data/weights.txt");

/// So many numbers for shapes.
pub const ONES: usize = Shape::ALL.len();
/// So many for pairs of shapes.
pub const PAIRS: usize = ONES * (ONES + 1) / 2;
/// Having so many points with a threat, or more, is told apart.
pub const MANY: usize = 3;
/// So many numbers for the threats of one side.
pub const THREATS: usize = Threat::COUNT * MANY;
/// The numbers of points are this many times as fine as a score.
pub const FINE: i32 = 8;

/// The numbers for one colour under one rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// What each shape is worth.
    pub ones: [i16; ONES],
    /// What each [pair] of shapes is worth beside that.
    pub pairs: [i16; PAIRS],
    /// What it is worth to have one, two, three points with a threat when it is one's turn.
    pub mine: [i16; THREATS],
    /// The same for the opponent's threats, when it is one's turn.
    pub yours: [i16; THREATS],
}

impl Weights {
    /// All zero.
    pub const NONE: Weights =
        Weights { ones: [0; ONES], pairs: [0; PAIRS], mine: [0; THREATS], yours: [0; THREATS] };

    /// What a point with these shapes (four bits each) is worth.
    fn worth(&self, shapes: u16) -> i16 {
        let shapes = shapes_of(shapes);
        let ones: i32 = shapes.iter().map(|&shape| i32::from(self.ones[shape])).sum();
        let pairs: i32 = pairs_of(shapes).map(|pair| i32::from(self.pairs[pair])).sum();
        (ones + pairs).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
    }

    fn lists(&mut self) -> [(&'static str, &mut [i16]); 4] {
        [
            ("ones", &mut self.ones),
            ("pairs", &mut self.pairs),
            ("mine", &mut self.mine),
            ("yours", &mut self.yours),
        ]
    }
}

/// Four shapes of four bits each as numbers of [`Shape::ALL`].
pub fn shapes_of(shapes: u16) -> [usize; 4] {
    [0, 4, 8, 12].map(|shift| Shape::from_number(usize::from(shapes >> shift & 15)) as usize)
}

/// The numbers of the six pairs among four shapes.
pub fn pairs_of(shapes: [usize; 4]) -> impl Iterator<Item = usize> {
    (0..4).flat_map(move |one| (0..one).map(move |other| pair(shapes[one], shapes[other])))
}

/// The number of a pair of shapes, either way round.
pub const fn pair(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

/// The numbers for both colours of a rule set, as `RULE COLOUR LIST NUMBERS`, a line each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleWeights {
    /// The rule set.
    pub rule: Rule,
    /// For black and for white.
    pub sides: [Weights; 2],
}

impl fmt::Display for RuleWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (colour, side) in ["black", "white"].into_iter().zip(&self.sides) {
            for (name, list) in side.clone().lists() {
                write!(f, "{} {colour} {name}", self.rule)?;
                list.iter().try_for_each(|number| write!(f, " {number}"))?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// Reads lines of one rule set. A list that is not there is all zero.
impl FromStr for RuleWeights {
    type Err = BadText;

    fn from_str(text: &str) -> Result<RuleWeights, BadText> {
        let mut weights = RuleWeights { rule: Rule::Renju, sides: [Weights::NONE, Weights::NONE] };
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let bad = || BadText::new(line, expected());
            let mut words = line.split_whitespace();
            weights.rule = words.next().ok_or_else(bad)?.parse()?;
            let side = match words.next() {
                Some("black") => &mut weights.sides[0],
                Some("white") => &mut weights.sides[1],
                _ => return Err(bad()),
            };
            let name = words.next().ok_or_else(bad)?;
            let (_, list) =
                side.lists().into_iter().find(|(known, _)| *known == name).ok_or_else(bad)?;
            let numbers = words.map(str::parse).collect::<Result<Vec<i16>, _>>();
            let numbers = numbers.map_err(|_| bad())?;
            if numbers.len() != list.len() {
                return Err(bad());
            }
            list.copy_from_slice(&numbers);
        }
        Ok(weights)
    }
}

const fn expected() -> Text {
    Text::new(
        "expected RULE COLOUR ones|pairs|mine|yours and as many numbers as there are",
        "「ルール 色 ones|pairs|mine|yours」と、決まった個数の数を書いてください",
    )
}

/// The weights of a rule set, laid out for use.
pub struct Worths {
    /// What a point is worth, by its four shapes, [`FINE`] times as fine as a score.
    points: [Box<[i16; 1 << 16]>; 2],
    sides: [Weights; 2],
}

impl fmt::Debug for Worths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Worths")
    }
}

impl Worths {
    /// Those that are built in.
    pub fn of(rule: Rule) -> &'static Worths {
        static TABLES: [LazyLock<Worths>; 4] = [
            LazyLock::new(|| Worths::built_in(Rule::Renju)),
            LazyLock::new(|| Worths::built_in(Rule::Class)),
            LazyLock::new(|| Worths::built_in(Rule::Standard)),
            LazyLock::new(|| Worths::built_in(Rule::Freestyle)),
        ];
        &TABLES[rule as usize]
    }

    fn built_in(rule: Rule) -> Worths {
        // The class's fouls are rare: its rows are worth what they are worth at gomoku.
        let rule = if rule == Rule::Class { Rule::Standard } else { rule };
        let is_wanted = |line: &&str| line.split(' ').next() == Some(rule.name());
        let lines: Vec<&str> = BUILT_IN.lines().filter(is_wanted).collect();
        let weights: Result<RuleWeights, BadText> = lines.join("\n").parse();
        Worths::new(&weights.unwrap_or_else(|bad| unreachable!("the file is tested: {bad}")))
    }

    /// Lays out weights.
    pub fn new(weights: &RuleWeights) -> Worths {
        let points = [0, 1].map(|side: usize| {
            let worths = (0..=u16::MAX).map(|shapes| weights.sides[side].worth(shapes));
            let worths: Box<[i16]> = worths.collect();
            worths.try_into().unwrap_or_else(|_| unreachable!("one for each u16"))
        });
        Worths { points, sides: weights.sides.clone() }
    }

    /// What a point is worth to a colour, [`FINE`] times as fine as a score.
    #[inline]
    pub fn point(&self, colour: Colour, shapes: u16) -> i32 {
        i32::from(self.points[colour.index()][usize::from(shapes)])
    }

    /// What threats are worth to a colour whose turn it is: `mine` and `yours` say on how many
    /// points each side has them.
    #[inline]
    pub fn threats(&self, colour: Colour, mine: &[u16; 16], yours: &[u16; 16]) -> i32 {
        let weights = &self.sides[colour.index()];
        let sum = |counts: &[u16; 16], numbers: &[i16; THREATS]| -> i32 {
            let levels = counts[..Threat::COUNT].iter().enumerate();
            let had = levels.filter(|&(_, &count)| count > 0);
            had.map(|(threat, &count)| {
                i32::from(numbers[threat * MANY + usize::from(count).min(MANY) - 1])
            })
            .sum()
        };
        sum(mine, &weights.mine) + sum(yours, &weights.yours)
    }
}
