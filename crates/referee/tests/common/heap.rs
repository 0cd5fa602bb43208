//! A tiny game for four seats, with a default move and questions of any size.
//!
//! In turn everybody takes one to three stones from a heap, and whoever has most stones at the
//! end is first. The default move takes one.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Cell, Legend, SeatView, Sign, Step, View, Word};
use gyoji_core::{
    BadText, Game, Kit, OptionKind, OptionSpec, Outcome, Seat, SeatSpec, Setup, Spec, Text, plain,
};

/// A position: the heap, what each seat has taken, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    stones: u32,
    taken: [u32; 4],
    turn: u8,
    /// How many letters its text is longer than it need be.
    padding: usize,
}

/// How many stones somebody takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take(u8);

/// What the game brings: nothing but the plain dialect.
pub fn kit() -> Kit<Heap> {
    Kit {
        bots: Vec::new(),
        ranks: &[],
        dialects: vec![plain::entry()],
        perft: None,
        solver: None,
        analyser: None,
        planes: Vec::new(),
        openings: None,
        inspect: None,
    }
}

const fn seat(id: &'static str) -> SeatSpec {
    SeatSpec { id, title: Text::new(id, id), letter: 'x' }
}

const fn number(name: &'static str, default: &'static str) -> OptionSpec {
    let about = Text::new("", "");
    OptionSpec { name, kind: OptionKind::Number(0, 10_000_000), default, about }
}

impl Game for Heap {
    type Move = Take;

    const SPEC: Spec = Spec {
        id: "heap",
        title: Text::new("heap", "山"),
        seats: &[seat("north"), seat("east"), seat("south"), seat("west")],
        options: &[number("stones", "12"), number("padding", "0")],
        endings: &[("empty", Text::new("the heap is empty", "山がなくなりました"))],
        time: Duration::from_secs(1),
        policy: Policy::Skip,
        dialect: "plain",
    };

    fn start(setup: &Setup) -> Result<Heap, BadText> {
        let number = |name| setup.options.number(name);
        let (stones, padding) = (number("stones") as u32, number("padding") as usize);
        Ok(Heap { stones, taken: [0; 4], turn: 0, padding })
    }

    fn to_move(&self) -> Option<Seat> {
        (self.stones > 0).then_some(Seat(self.turn))
    }

    fn moves(&self) -> impl Iterator<Item = Take> {
        (1..=self.stones.min(3) as u8).map(Take)
    }

    fn is_legal(&self, mv: Take) -> bool {
        (1..=self.stones.min(3)).contains(&u32::from(mv.0))
    }

    fn play(&mut self, mv: Take) {
        let count = u32::from(mv.0).min(self.stones);
        self.stones -= count;
        self.taken[usize::from(self.turn)] += count;
        self.turn = (self.turn + 1) % 4;
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.taken.map(|stones| stones as i32);
        (self.stones == 0).then(|| Outcome::by_points(&points, "empty"))
    }

    fn default_move(&self) -> Option<Take> {
        (self.stones > 0).then_some(Take(1))
    }

    fn view(&self) -> View {
        let points = |stones: u32| SeatView { points: Some(stones as i32), ..SeatView::default() };
        View {
            cols: vec!["heap".into()],
            rows: vec!["1".into()],
            cells: vec![Cell::default()],
            seats: self.taken.map(points).to_vec(),
            to_move: self.to_move(),
            ..View::default()
        }
    }

    fn legend(&self) -> Legend {
        let word = |count: u8| Word::new(&count.to_string(), Text::plain(count.to_string()), &[]);
        Legend {
            grounds: vec![Sign::new("", Text::new("ground", "地面"))],
            words: (1..=3).map(word).collect(),
            ..Legend::new(&Heap::SPEC, &[])
        }
    }

    fn steps(&self, mv: Take) -> Vec<Step> {
        vec![Step::Word(mv.to_string())]
    }
}

/// `12 0,0,0,0 0` and the padding.
impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [north, east, south, west] = self.taken;
        write!(f, "{} {north},{east},{south},{west} {} ", self.stones, self.turn)?;
        f.write_str(&"x".repeat(self.padding))
    }
}

impl FromStr for Heap {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Heap, BadText> {
        let bad = || BadText::new(s, Text::new("stones, taken, turn", "石、取った石、手番"));
        let words: Vec<&str> = s.split(' ').collect();
        let [stones, taken, turn, padding] = words[..] else { return Err(bad()) };
        let taken: Result<Vec<u32>, _> = taken.split(',').map(str::parse).collect();
        Ok(Heap {
            stones: stones.parse().map_err(|_| bad())?,
            taken: taken.ok().and_then(|taken| taken.try_into().ok()).ok_or_else(bad)?,
            turn: turn.parse().ok().filter(|turn| *turn < 4).ok_or_else(bad)?,
            padding: padding.len(),
        })
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Take, BadText> {
        let number = s.parse().map_err(|_| BadText::new(s, Text::new("a number", "数")))?;
        Ok(Take(number))
    }
}
