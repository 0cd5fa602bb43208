//! A game that was played to learn from, and its bytes on disk.
//!
//! What is kept is the game and what the searches said, not planes: a game can be learnt from by a
//! network that sees it otherwise. Numbers are little-endian:
//!
//! ```text
//! number u64 · simulations u32 · result f32 (first seat, -1 to 1)
//! moves u16, each: length u8, its text
//! lessons u16, each: ply u16, value f32, shares u16, each: place of the move u16, share u16
//! ```

use gyoji_core::Game;

/// The shares of a position's moves are whole numbers of this part.
const WHOLE: f32 = 65535.0;

/// What a search said of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lesson {
    /// Which position: how many moves were made before it.
    pub ply: u16,
    /// What whoever is to move may expect, from -1 to 1.
    pub value: f32,
    /// Places in the position's list of moves, and their shares of 65535. Moves that are not
    /// named have next to none.
    pub shares: Vec<(u16, u16)>,
}

impl Lesson {
    /// A lesson from shares of all moves, in the order of the position's list.
    pub fn new(ply: usize, value: f32, shares: &[f32]) -> Lesson {
        let whole = |share: f32| (share * WHOLE).round() as u16;
        let all = shares.iter().enumerate().map(|(place, &share)| (place as u16, whole(share)));
        // What is below a four-thousandth teaches nothing and fills the disk.
        let shares = all.filter(|&(_, share)| share >= 16).collect();
        Lesson { ply: ply as u16, value, shares }
    }

    /// The shares of `moves` moves; together 1.
    pub fn policy(&self, moves: usize) -> Vec<f32> {
        let mut policy = vec![0.0; moves];
        let sum: f32 = self.shares.iter().map(|&(_, share)| f32::from(share)).sum();
        for &(place, share) in &self.shares {
            if let Some(here) = policy.get_mut(usize::from(place)) {
                *here = f32::from(share) / sum.max(1.0);
            }
        }
        policy
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// Its number in the training: what it was drawn from.
    pub number: u64,
    /// Simulations of all its searches.
    pub simulations: u32,
    /// What the first seat got, from -1 to 1.
    pub result: f32,
    /// The moves from the start.
    pub moves: Vec<G::Move>,
    /// What is to be learnt from it.
    pub lessons: Vec<Lesson>,
}

impl<G: Game> Played<G> {
    /// Its bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(self.number.to_le_bytes());
        out.extend(self.simulations.to_le_bytes());
        out.extend(self.result.to_le_bytes());
        out.extend((self.moves.len() as u16).to_le_bytes());
        for mv in &self.moves {
            let text = mv.to_string();
            out.push(text.len() as u8);
            out.extend(text.bytes());
        }
        out.extend((self.lessons.len() as u16).to_le_bytes());
        for lesson in &self.lessons {
            out.extend(lesson.ply.to_le_bytes());
            out.extend(lesson.value.to_le_bytes());
            out.extend((lesson.shares.len() as u16).to_le_bytes());
            for &(place, share) in &lesson.shares {
                out.extend(place.to_le_bytes());
                out.extend(share.to_le_bytes());
            }
        }
        out
    }

    /// The game of such bytes, which began at `start`; none if they are of no legal game.
    pub fn from_bytes(bytes: &[u8], start: &G) -> Option<Played<G>> {
        let mut rest = Bytes(bytes);
        let number = u64::from_le_bytes(rest.take()?);
        let simulations = u32::from_le_bytes(rest.take()?);
        let result = f32::from_le_bytes(rest.take()?);
        let count = u16::from_le_bytes(rest.take()?);
        let mut position = start.clone();
        let (mut moves, mut choices) = (Vec::new(), vec![position.moves().count()]);
        for _ in 0..count {
            let length = u8::from_le_bytes(rest.take()?);
            let text = std::str::from_utf8(rest.some(usize::from(length))?).ok()?;
            let mv: G::Move = text.parse().ok()?;
            if !position.is_legal(mv) {
                return None;
            }
            position.play(mv);
            moves.push(mv);
            choices.push(position.moves().count());
        }
        let mut lessons = Vec::new();
        for _ in 0..u16::from_le_bytes(rest.take()?) {
            let ply = u16::from_le_bytes(rest.take()?);
            let value = f32::from_le_bytes(rest.take()?);
            let mut shares = Vec::new();
            for _ in 0..u16::from_le_bytes(rest.take()?) {
                let place = u16::from_le_bytes(rest.take()?);
                shares.push((place, u16::from_le_bytes(rest.take()?)));
            }
            let moves = *choices.get(usize::from(ply))?;
            if moves == 0 || shares.iter().any(|&(place, _)| usize::from(place) >= moves) {
                return None;
            }
            lessons.push(Lesson { ply, value, shares });
        }
        let is_whole = rest.0.is_empty();
        let numbers = lessons.iter().map(|lesson| lesson.value).chain([result]);
        let is_good = is_whole && numbers.into_iter().all(|value| (-1.0..=1.0).contains(&value));
        is_good.then_some(Played { number, simulations, result, moves, lessons })
    }
}

/// Bytes that are read from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (front, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*front)
    }

    fn some(&mut self, count: usize) -> Option<&'a [u8]> {
        let (front, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(front)
    }
}
