//! Proof-number search (df-pn) for games of two: can one side, the attacker, force a win?
//!
//! Every position has two numbers: how many more positions have to turn out well to prove the win,
//! and how many to disprove it. The search always goes on where the smaller number is smallest,
//! within thresholds that keep it in one part of the tree for as long as that part is the best.
//! It asks for a win or nothing: a draw, and a game that goes round in circles, is not a win.
//!
//! **Circles.** A position that is already on the path is taken as not won, there and then. Proofs
//! never rest on that: a proof is made of won ends alone, so whoever follows it comes nearer to a
//! won end with every move, and it holds however the position was reached. Disproofs may rest on
//! it, and then hold only below the position that the circle closes at (the graph-history
//! interaction). Such a disproof remembers how far up the path it reaches; it becomes good for
//! everything only in the position it does not reach above, and until then the table gives it back
//! only to a search that stands at the end of the very same path. So neither answer is ever wrong
//! because of the table, and a search without a limit may look at some positions more than once.
//!
//! The walk is a loop with its own stack. Positions are told apart by their 64-bit keys.

mod line;
mod solve;
mod table;

use gyoji_core::{GaveUp, Seat, SolveLimits, TwoSeat};

use crate::perft::after;
pub use solve::{Draws, solve};
use table::{Entry, Proofs};

/// What is proved or disproved has this number for the other one; no sum reaches it.
const INFINITE: u32 = u32::MAX;
/// The most that a sum comes to.
const MOST: u32 = INFINITE / 4;
/// The longest line that is followed.
const DEEPEST: usize = 2000;
/// A disproof that rests on no circle.
const FREE: u16 = u16::MAX;
/// A disproof that rests on the longest line having been cut off: it holds for nothing else.
const CUT: u16 = 0;
/// How often limits other than the number of nodes are looked at.
const LOOK_EVERY: u64 = 512;

/// What a game can say of an unfinished position without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The attacker has a forced win in so many plies.
    Won(u16),
    /// The attacker has no forced win.
    NotWon,
    /// Nobody knows; how much it may take to prove the win and to disprove it, at least 1 each.
    Open(u32, u32),
}

/// What a game tells a proof search. What is said for certain has to be certain.
pub trait Prospect<G: TwoSeat> {
    /// What can be said of an unfinished position.
    fn look(&mut self, position: &G, attacker: Seat) -> Look;
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProspect;

impl<G: TwoSeat> Prospect<G> for NoProspect {
    fn look(&mut self, _: &G, _: Seat) -> Look {
        Look::Open(1, 1)
    }
}

/// What a proof search has found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The attacker wins, in at most so many plies.
    Proved(u16),
    /// The attacker cannot force a win.
    Disproved,
    /// There was not enough time, or whatever else.
    Unknown(GaveUp),
}

/// What is known of a position at the end of the path.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// How much it takes to prove the win; 0 if it is proved.
    proof: u32,
    /// How much it takes to disprove it; 0 if it is disproved.
    disproof: u32,
    /// How long the win takes at most, if it is proved.
    plies: u16,
    /// If it is disproved: the place on the path that this rests on, or [`FREE`] or [`CUT`].
    rests_on: u16,
}

impl Known {
    const fn won(plies: u16) -> Known {
        Known { proof: 0, disproof: INFINITE, plies, rests_on: FREE }
    }

    const fn not_won(rests_on: u16) -> Known {
        Known { proof: INFINITE, disproof: 0, plies: 0, rests_on }
    }

    const fn open(proof: u32, disproof: u32) -> Known {
        Known { proof, disproof, plies: 0, rests_on: FREE }
    }
}

/// A move of a position on the path, and what is known of where it leads.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    key: u64,
    known: Known,
}

/// A position on the path.
#[derive(Debug)]
struct Frame<G> {
    position: G,
    key: u64,
    /// Stands for the positions before this one, in their order.
    path: u64,
    is_attacking: bool,
    /// Where its children begin; they go on to the next frame's, or to the end.
    first: usize,
    /// The child that is being looked into.
    chosen: usize,
    /// The search goes back as soon as one of the numbers reaches these.
    proof_limit: u32,
    disproof_limit: u32,
    nodes_before: u64,
}

/// A proof search for one attacker, with its table.
#[derive(Debug)]
pub struct Dfpn<G: TwoSeat, P> {
    attacker: Seat,
    prospect: P,
    table: Proofs,
    /// Positions that are not won should they come again.
    barred: Vec<u64>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    on_path: Filter,
    nodes: u64,
}

impl<G: TwoSeat, P: Prospect<G>> Dfpn<G, P> {
    /// A search for wins of `attacker`, with a table of at most about `table_bytes`.
    pub fn new(attacker: Seat, prospect: P, table_bytes: usize) -> Dfpn<G, P> {
        Dfpn {
            attacker,
            prospect,
            table: Proofs::new(table_bytes),
            barred: Vec::new(),
            frames: Vec::new(),
            children: Vec::new(),
            on_path: Filter::default(),
            nodes: 0,
        }
    }

    /// Positions, by their keys, that end the game without a winner should they come again. What
    /// was found before without knowing that is forgotten.
    pub fn bar(&mut self, keys: impl IntoIterator<Item = u64>) {
        self.barred.extend(keys);
        if self.nodes > 0 {
            self.table.clear();
        }
    }

    /// Positions visited so far, in all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Finds out whether the attacker can force a win. [`SolveLimits::nodes`] is for this search
    /// alone; what was found before is still in the table.
    pub fn prove(&mut self, position: &G, limits: &SolveLimits<'_>) -> Answer {
        let most = limits.nodes.map_or(u64::MAX, |nodes| self.nodes.saturating_add(nodes));
        let key = position.key();
        // A position that is barred has not come again yet where the search begins.
        let known = match position.outcome() {
            Some(_) => self.look_at(position, key, 0),
            None => self.recall(position, key, 0),
        };
        if let Some(answer) = answer(&known) {
            return answer;
        }
        let mut gave_up = None;
        let mut next = Some((position.clone(), key, INFINITE, INFINITE));
        let mut last = known;
        loop {
            if let Some((position, key, proof_limit, disproof_limit)) = next.take() {
                if self.nodes >= most {
                    gave_up = Some(GaveUp::Nodes);
                } else if self.nodes.is_multiple_of(LOOK_EVERY) {
                    gave_up = limits.gave_up();
                }
                if gave_up.is_none() {
                    self.enter(&position, key, proof_limit, disproof_limit);
                }
            }
            let Some(frame) = self.frames.last() else { break };
            let known = self.sum_up(frame);
            let is_done = known.proof >= frame.proof_limit
                || known.disproof >= frame.disproof_limit
                || gave_up.is_some();
            if is_done {
                last = known;
                self.leave(known);
            } else {
                next = Some(self.choose(known));
            }
        }
        match (answer(&last), gave_up) {
            (Some(answer), _) => answer,
            (None, gave_up) => Answer::Unknown(gave_up.unwrap_or(GaveUp::Nodes)),
        }
    }

    /// Puts a position on the path and lists its moves.
    fn enter(&mut self, position: &G, key: u64, proof_limit: u32, disproof_limit: u32) {
        self.nodes += 1;
        let path = self.frames.last().map_or(0, |above| mix(above.path, above.key));
        let is_attacking = position.to_move() == Some(self.attacker);
        let first = self.children.len();
        self.on_path.add(key);
        let nodes_before = self.nodes;
        self.frames.push(Frame {
            position: position.clone(),
            key,
            path,
            is_attacking,
            first,
            chosen: first,
            proof_limit,
            disproof_limit,
            nodes_before,
        });
        let child_path = mix(path, key);
        for mv in position.moves() {
            let child = after(position, mv);
            let key = child.key();
            let known = self.look_at(&child, key, child_path);
            self.children.push(Child { mv, key, known });
            // One move settles it: the others do not matter.
            let settles = match is_attacking {
                true => known.proof == 0,
                false => known.disproof == 0 && known.rests_on == FREE,
            };
            if settles {
                break;
            }
        }
    }

    /// What is known of a position one step further than the path, without searching.
    fn look_at(&mut self, position: &G, key: u64, path: u64) -> Known {
        if let Some(end) = position.outcome() {
            let is_won = end.winner() == Some(self.attacker);
            return if is_won { Known::won(0) } else { Known::not_won(FREE) };
        }
        if self.barred.contains(&key) {
            return Known::not_won(FREE);
        }
        if self.on_path.may_have(key)
            && let Some(place) = self.frames.iter().position(|frame| frame.key == key)
        {
            return Known::not_won(place as u16 + 1);
        }
        if self.frames.len() >= DEEPEST {
            return Known::not_won(CUT);
        }
        self.recall(position, key, path)
    }

    /// What the table or the game itself knows of an unfinished position.
    fn recall(&mut self, position: &G, key: u64, path: u64) -> Known {
        if let Some(entry) = self.table.get(key)
            && (entry.known.rests_on == FREE || entry.path == path)
        {
            return entry.known;
        }
        match self.prospect.look(position, self.attacker) {
            Look::Won(plies) => Known::won(plies),
            Look::NotWon => Known::not_won(FREE),
            Look::Open(proof, disproof) => Known::open(proof.max(1), disproof.max(1)),
        }
    }

    fn children_of(&self, frame: &Frame<G>) -> &[Child<G::Move>] {
        // Only ever asked of the last frame.
        &self.children[frame.first..]
    }

    /// What the children of the last frame say about it.
    fn sum_up(&self, frame: &Frame<G>) -> Known {
        let all = self.children_of(frame).iter().map(|child| &child.known);
        let known = match frame.is_attacking {
            true => best_of(all),
            // The defender wants the opposite: the same with the numbers exchanged.
            false => worst_of(all),
        };
        // A circle that closes here has been gone round completely.
        let place = self.frames.len() as u16;
        let rests_on = if known.rests_on >= place { FREE } else { known.rests_on };
        Known { rests_on, ..known }
    }

    /// The child of the last frame to look into, and the limits for it.
    fn choose(&mut self, known: Known) -> (G, u64, u32, u32) {
        let place = self.frames.len() - 1;
        let first = self.frames[place].first;
        let is_attacking = self.frames[place].is_attacking;
        // The smaller number decides: of the proof if the attacker is to move, else of the
        // disproof.
        let small = |known: &Known| if is_attacking { known.proof } else { known.disproof };
        let large = |known: &Known| if is_attacking { known.disproof } else { known.proof };
        let (mut best, mut second) = (first, INFINITE);
        for index in first + 1..self.children.len() {
            let (this, least) =
                (small(&self.children[index].known), small(&self.children[best].known));
            if this < least {
                (best, second) = (index, least);
            } else {
                second = second.min(this);
            }
        }
        let frame = &mut self.frames[place];
        frame.chosen = best;
        let child = &self.children[best];
        let (small_limit, large_limit) = match is_attacking {
            true => (frame.proof_limit, frame.disproof_limit),
            false => (frame.disproof_limit, frame.proof_limit),
        };
        // A little more than the second best needs, so as not to jump to and fro.
        let patience = second.saturating_add(second / 4).saturating_add(1);
        let spent_elsewhere = large(&known) - large(&child.known).min(large(&known));
        let small_limit = small_limit.min(patience);
        let large_limit =
            if large_limit == INFINITE { INFINITE } else { large_limit - spent_elsewhere };
        let position = after(&frame.position, child.mv);
        let key = child.key;
        match is_attacking {
            true => (position, key, small_limit, large_limit),
            false => (position, key, large_limit, small_limit),
        }
    }

    /// Takes the last frame off the path, and tells the table and the frame above what came of it.
    fn leave(&mut self, known: Known) {
        let Some(frame) = self.frames.pop() else { return };
        self.on_path.remove(frame.key);
        self.children.truncate(frame.first);
        let work = self.nodes - frame.nodes_before + 1;
        self.table.put(Entry { key: frame.key, path: frame.path, known, work: 0 }, work);
        if let Some(above) = self.frames.last() {
            self.children[above.chosen].known = known;
        }
    }
}

/// What the attacker gets out of a choice.
fn best_of<'k>(all: impl Iterator<Item = &'k Known>) -> Known {
    let mut sum = Known { proof: INFINITE, disproof: 0, plies: u16::MAX, rests_on: FREE };
    for known in all {
        sum.proof = sum.proof.min(known.proof);
        sum.disproof = sum.disproof.saturating_add(known.disproof);
        if known.proof == 0 {
            sum.plies = sum.plies.min(known.plies.saturating_add(1));
        }
        sum.rests_on = sum.rests_on.min(known.rests_on);
    }
    match sum {
        Known { proof: 0, plies, .. } => Known::won(plies),
        Known { disproof: 0, rests_on, .. } => Known::not_won(rests_on),
        Known { proof, disproof, .. } => Known::open(proof, disproof.min(MOST)),
    }
}

/// What the attacker gets where the defender chooses.
fn worst_of<'k>(all: impl Iterator<Item = &'k Known>) -> Known {
    let mut sum = Known { proof: 0, disproof: INFINITE, plies: 0, rests_on: CUT };
    for known in all {
        sum.proof = sum.proof.saturating_add(known.proof);
        sum.disproof = sum.disproof.min(known.disproof);
        if known.disproof == 0 {
            // The defender needs one good move: the one that rests on the least.
            sum.rests_on = sum.rests_on.max(known.rests_on);
        }
        sum.plies = sum.plies.max(known.plies.saturating_add(1));
    }
    match sum {
        Known { disproof: 0, rests_on, .. } => Known::not_won(rests_on),
        Known { proof: 0, plies, .. } => Known::won(plies),
        Known { proof, disproof, .. } => Known::open(proof.min(MOST), disproof),
    }
}

/// What a known root answers. A disproof that rests on a line that was cut off is none.
fn answer(known: &Known) -> Option<Answer> {
    match known {
        Known { proof: 0, plies, .. } => Some(Answer::Proved(*plies)),
        Known { disproof: 0, rests_on: FREE, .. } => Some(Answer::Disproved),
        _ => None,
    }
}

/// A path one position longer.
fn mix(path: u64, key: u64) -> u64 {
    (path.rotate_left(5) ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Which keys are certainly not on the path.
#[derive(Debug)]
struct Filter {
    counts: Box<[u16; 1024]>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { counts: Box::new([0; 1024]) }
    }
}

impl Filter {
    fn add(&mut self, key: u64) {
        self.counts[key as usize % 1024] += 1;
    }

    fn remove(&mut self, key: u64) {
        self.counts[key as usize % 1024] -= 1;
    }

    fn may_have(&self, key: u64) -> bool {
        self.counts[key as usize % 1024] > 0
    }
}
