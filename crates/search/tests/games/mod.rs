//! Tiny games for the tests: one where the sides alternate, one where they do not, for two seats
//! and for four, and one that goes round in circles.
#![allow(dead_code)]

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Step, View};
use gyoji_core::{BadText, Game, Outcome, Seat, SeatSpec, Setup, Spec, Text, TwoSeat};

const fn seat(id: &'static str) -> SeatSpec {
    SeatSpec { id, title: Text::new(id, id), letter: 'x' }
}

const SEATS: &[SeatSpec] = &[seat("a"), seat("b"), seat("c"), seat("d")];

const ENDINGS: &[(&str, Text)] = &[("over", Text::new("over", "over"))];

/// A cell, or a number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pick(pub u8);

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Pick {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Pick, BadText> {
        s.parse().map(Pick).map_err(|_| BadText::new(s, Text::new("a number", "数")))
    }
}

const fn spec(seats: usize) -> Spec {
    Spec {
        id: "tiny",
        title: Text::new("tiny", "tiny"),
        seats: SEATS.split_at(seats).0,
        options: &[],
        endings: ENDINGS,
        time: Duration::from_secs(1),
        policy: Policy::Forfeit,
        dialect: "plain",
    }
}

fn mix(value: u64) -> u64 {
    let value = (value ^ 0x1234_5678).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (value ^ value >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ value >> 31
}

/// Tic-tac-toe, read from text such as `x.o/.../...`; `x` begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Tic {
    discs: [u16; 2],
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Tic {
    fn turn(&self) -> usize {
        (self.discs[0].count_ones() > self.discs[1].count_ones()) as usize
    }

    fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| LINES.iter().any(|line| self.discs[side] & line == *line))
    }
}

impl Game for Tic {
    type Move = Pick;
    const SPEC: Spec = spec(2);

    fn start(_: &Setup) -> Result<Tic, BadText> {
        Ok(Tic::default())
    }

    fn to_move(&self) -> Option<Seat> {
        self.outcome().is_none().then_some(Seat(self.turn() as u8))
    }

    fn moves(&self) -> impl Iterator<Item = Pick> {
        let over = self.outcome().is_some();
        let taken = self.discs[0] | self.discs[1];
        (0..9).filter(move |cell| !over && taken >> cell & 1 == 0).map(Pick)
    }

    fn is_legal(&self, mv: Pick) -> bool {
        self.moves().any(|legal| legal == mv)
    }

    fn play(&mut self, mv: Pick) {
        self.discs[self.turn()] |= 1 << mv.0;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(side) => Some(Outcome::win(Seat(side as u8), 2, "over")),
            None if self.discs[0] | self.discs[1] == 0o777 => Some(Outcome::draw(2, "over")),
            None => None,
        }
    }

    fn view(&self) -> View {
        unimplemented!("nobody looks at it")
    }

    fn steps(&self, _: Pick) -> Vec<Step> {
        Vec::new()
    }
}

impl TwoSeat for Tic {
    fn key(&self) -> u64 {
        mix(u64::from(self.discs[0]) << 16 | u64::from(self.discs[1]))
    }
}

impl fmt::Display for Tic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:o}/{:o}", self.discs[0], self.discs[1])
    }
}

impl FromStr for Tic {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Tic, BadText> {
        let cells = s.bytes().filter(|&b| b != b'/').enumerate();
        let side = |disc| cells.clone().filter(|&(_, b)| b == disc).map(|(i, _)| 1 << i).sum();
        Ok(Tic { discs: [side(b'x'), side(b'o')] })
    }
}

/// Take 1 to 3 stones from a heap; each is a point, and the last one is worth five. Who takes two
/// from an even heap moves again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Heap<const N: usize> {
    pub stones: u8,
    pub taken: [i32; N],
    pub turn: u8,
}

impl<const N: usize> Heap<N> {
    pub(crate) fn of(stones: u8) -> Self {
        Heap { stones, taken: [0; N], turn: 0 }
    }
}

impl<const N: usize> Game for Heap<N> {
    type Move = Pick;
    const SPEC: Spec = spec(N);

    fn start(_: &Setup) -> Result<Self, BadText> {
        Ok(Heap::of(12))
    }

    fn to_move(&self) -> Option<Seat> {
        (self.stones > 0).then_some(Seat(self.turn))
    }

    fn moves(&self) -> impl Iterator<Item = Pick> {
        (1..=self.stones.min(3)).map(Pick)
    }

    fn is_legal(&self, mv: Pick) -> bool {
        (1..=self.stones.min(3)).contains(&mv.0)
    }

    fn play(&mut self, mv: Pick) {
        let again = mv.0 == 2 && self.stones.is_multiple_of(2);
        self.stones -= mv.0;
        self.taken[self.turn as usize] += i32::from(mv.0) + if self.stones == 0 { 4 } else { 0 };
        if !again {
            self.turn = (self.turn + 1) % N as u8;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.stones == 0).then(|| Outcome::by_points(&self.taken, "over"))
    }

    fn view(&self) -> View {
        unimplemented!("nobody looks at it")
    }

    fn steps(&self, _: Pick) -> Vec<Step> {
        Vec::new()
    }
}

impl TwoSeat for Heap<2> {
    fn key(&self) -> u64 {
        let [a, b] = self.taken;
        mix(u64::from(self.stones) | (a as u64) << 8 | (b as u64) << 24 | (self.turn as u64) << 40)
    }
}

impl<const N: usize> fmt::Display for Heap<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {}", self.stones, self.taken, self.turn)
    }
}

impl<const N: usize> FromStr for Heap<N> {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Self, BadText> {
        s.parse().map(Heap::of).map_err(|_| BadText::new(s, Text::new("a number", "数")))
    }
}

/// A token on a map of one-way streets that is drawn by lot: at some crossings somebody wins, at
/// some the same side moves again, and most ways lead round in circles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Maze {
    pub map: u32,
    pub at: u8,
    pub turn: u8,
}

/// Crossings of a map.
const CROSSINGS: u8 = 24;

impl Maze {
    fn draw(&self, what: u64) -> u64 {
        mix(mix(u64::from(self.map) << 16 | u64::from(self.at) << 8 | what)) >> 7
    }

    fn winner(&self) -> Option<u8> {
        (self.draw(0).is_multiple_of(6)).then(|| (self.draw(1) % 2) as u8)
    }
}

impl Game for Maze {
    type Move = Pick;
    const SPEC: Spec = spec(2);

    fn start(_: &Setup) -> Result<Maze, BadText> {
        Ok(Maze { map: 0, at: 0, turn: 0 })
    }

    fn to_move(&self) -> Option<Seat> {
        self.winner().is_none().then_some(Seat(self.turn))
    }

    fn moves(&self) -> impl Iterator<Item = Pick> {
        let ways = if self.winner().is_some() { 0 } else { 1 + self.draw(2) % 3 };
        let mut all: Vec<u8> =
            (0..ways).map(|way| (self.draw(3 + way) % u64::from(CROSSINGS)) as u8).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(Pick)
    }

    fn is_legal(&self, mv: Pick) -> bool {
        self.moves().any(|legal| legal == mv)
    }

    fn play(&mut self, mv: Pick) {
        self.turn ^= u8::from(!self.draw(9).is_multiple_of(5));
        self.at = mv.0;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner().map(|seat| Outcome::win(Seat(seat), 2, "over"))
    }

    fn view(&self) -> View {
        unimplemented!("nobody looks at it")
    }

    fn steps(&self, _: Pick) -> Vec<Step> {
        Vec::new()
    }
}

impl TwoSeat for Maze {
    fn key(&self) -> u64 {
        mix(u64::from(self.map) << 16 | u64::from(self.at) << 8 | u64::from(self.turn))
    }
}

impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "map {} at {} turn {}", self.map, self.at, self.turn)
    }
}

impl FromStr for Maze {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Maze, BadText> {
        let at = s.parse().map_err(|_| BadText::new(s, Text::new("a number", "数")))?;
        Ok(Maze { map: 0, at, turn: 0 })
    }
}

/// Every crossing of a map, with either side to move.
pub(crate) fn positions(map: u32) -> Vec<Maze> {
    (0..CROSSINGS).flat_map(|at| (0..2).map(move |turn| Maze { map, at, turn })).collect()
}

/// Where `seat` can force a win, found backwards from the ends: without any search or history.
pub(crate) fn won_by(seat: Seat, map: u32, barred: &HashSet<Maze>) -> HashSet<Maze> {
    let mut won = HashSet::new();
    loop {
        let before = won.len();
        for position in positions(map) {
            let is_won = match position.to_move() {
                _ if barred.contains(&position) => false,
                None => position.outcome().unwrap().winner() == Some(seat),
                Some(mover) => {
                    let mut nexts = position.moves().map(|mv| {
                        let mut next = position;
                        next.play(mv);
                        won.contains(&next)
                    });
                    if mover == seat { nexts.any(|is| is) } else { nexts.all(|is| is) }
                }
            };
            if is_won {
                won.insert(position);
            }
        }
        if won.len() == before {
            return won;
        }
    }
}
