//! A search tree whose walks come in three parts: down to a position, a judgement, and back up.
//!
//! Who judges, when, and how many positions at once is the caller's business. Walks that are under
//! way count as lost on the whole path down, so the next one looks elsewhere, and no position is
//! given out twice at the same time.

use fastrand::Rng;
use gyoji_core::{Game, Seat};

use super::arena::{Arena, Edge};
use super::leaf::Inner;
use super::{Descent, Leaf, Noise, Proof, Settings};
use crate::guide::from_value;
use crate::{Payoffs, payoffs};

/// So many walks can be under way at once.
const MOST_UNDER_WAY: usize = u16::MAX as usize;

/// A search tree that leaves judging to its caller; see the [module](super) for how it is used.
#[derive(Debug)]
pub struct Tree<G: Game> {
    pub(super) settings: Settings,
    /// Whether results can be proved: what one seat wins the other loses.
    proves: bool,
    pub(super) arena: Arena<G::Move>,
    pub(super) root: Option<G>,
    /// What is proved for whoever is to move at the root.
    pub(super) settled: Proof,
    /// Whether the root's priors have had their noise: once is enough for one root.
    pub(super) noisy: bool,
    /// Walks that were backed up since the root was set.
    pub(super) walks: u64,
    /// Leaves that were given out and are not back.
    pub(super) under_way: usize,
    /// Counts how often nodes have changed their places: leaves from before are of no use.
    pub(super) generation: u64,
    /// Leaves that have come back, kept for their room.
    spare: Vec<Leaf<G>>,
}

impl<G: Game> Tree<G> {
    /// A tree without a root.
    pub fn new(settings: Settings) -> Tree<G> {
        Tree {
            settings,
            proves: G::SPEC.seats.len() == 2,
            arena: Arena::new(settings.tree_bytes),
            root: None,
            settled: Proof::Open,
            noisy: false,
            walks: 0,
            under_way: 0,
            generation: 0,
            spare: Vec::new(),
        }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Sets the noise of the roots to come: a search that only plays on has none, one that teaches
    /// has some.
    pub fn set_noise(&mut self, noise: Option<Noise>) {
        self.settings.noise = noise;
    }

    /// How many positions it holds; the root is one of them.
    pub fn nodes(&self) -> usize {
        self.arena.nodes.len()
    }

    /// How many leaves were given out and are not back.
    pub fn under_way(&self) -> usize {
        self.under_way
    }

    /// Walks that were backed up since the root was set. Visits may be kept from before.
    pub fn walks(&self) -> u64 {
        self.walks
    }

    /// What is proved for whoever is to move at the root. Once it is known, there is nothing more
    /// to search.
    pub fn proof(&self) -> Proof {
        self.settled
    }

    /// Whether results are proved here: in games of two.
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// Whether the moves at the root are known. If not, the next leaf is the root.
    pub fn is_open(&self) -> bool {
        self.arena.nodes[0].is_open()
    }

    /// Walks down to a position that is new, or certain, or beyond the room of the tree.
    pub fn descend(&mut self) -> Descent<G> {
        self.walk(None)
    }

    /// The same, beginning with a given move of the root: for whoever shares out the walks among
    /// the moves by a rule of its own. [`Descent::Over`] if the root has no such move.
    pub fn descend_into(&mut self, mv: G::Move) -> Descent<G> {
        self.walk(Some(mv))
    }

    fn walk(&mut self, first: Option<G::Move>) -> Descent<G> {
        let Some(root) = &self.root else { return Descent::Over };
        if self.settled.is_known() || !self.is_open() && root.to_move().is_none() {
            return Descent::Over;
        }
        if self.under_way >= MOST_UNDER_WAY {
            return Descent::Busy;
        }
        let mut leaf = match self.spare.pop() {
            Some(mut leaf) => {
                leaf.again(root);
                leaf
            }
            None => Leaf::new(root.clone()),
        };
        match self.go_down(leaf.inner(), first) {
            End::Unknown => {
                self.give_out(leaf.inner());
                Descent::Leaf(leaf)
            }
            End::Certain(got) => {
                self.count::<0>(leaf.path(), got);
                self.spare.push(leaf);
                Descent::Certain
            }
            End::Asked => {
                self.spare.push(leaf);
                Descent::Busy
            }
            End::NoSuchMove => {
                self.spare.push(leaf);
                Descent::Over
            }
        }
    }

    /// Plays the position of `leaf` down the tree and notes the way.
    fn go_down(&mut self, leaf: &mut Inner<G>, mut first: Option<G::Move>) -> End {
        let mut node = 0;
        if self.is_open() {
            leaf.path.push(0);
        }
        while self.arena.nodes[node].is_open() && !self.arena.nodes[node].proof.is_known() {
            let Some(mover) = leaf.position.to_move() else { break };
            let next = self.arena.nodes[node].tried().end;
            let chosen = match first.take() {
                Some(mv) => match self.enter(mv, mover) {
                    Some(entered) => Some(entered),
                    None => return End::NoSuchMove,
                },
                None => match self.choose(node) {
                    Some(tried) => Some(tried),
                    None => self.arena.try_next(node, mover).map(|child| (next, child)),
                },
            };
            let Some((edge, child)) = chosen else { break };
            let mv = self.arena.edges[edge].mv;
            leaf.position.play(mv);
            leaf.line.push(mv);
            leaf.path.push(child);
            node = child;
        }
        self.look(node, &leaf.position)
    }

    /// What is known of the position at the end of a walk.
    fn look(&mut self, node: usize, position: &G) -> End {
        let here = &mut self.arena.nodes[node];
        if here.is_asked {
            return End::Asked;
        }
        if let Some(mine) = here.proof.payoff() {
            return End::Certain(from_value(here.mover, 2.0 * mine - 1.0));
        }
        let Some(outcome) = position.outcome() else { return End::Unknown };
        if self.proves {
            here.proof = match outcome.winner() {
                Some(winner) if winner == here.mover => Proof::Win(0),
                Some(_) => Proof::Loss(0),
                None => Proof::Draw,
            };
        }
        End::Certain(payoffs(&outcome))
    }

    /// The edge and the node of a move at the root, tried before or not.
    fn enter(&mut self, mv: G::Move, mover: Seat) -> Option<(usize, usize)> {
        let is_it = |edge: usize| self.arena.edges[edge].mv == mv;
        if let Some(tried) = self.arena.tried(0).find(|&(edge, _)| is_it(edge)) {
            return Some(tried);
        }
        let root = &self.arena.nodes[0];
        let next = root.tried().end;
        let edge = (next..root.edges().end).find(|&edge| is_it(edge))?;
        self.arena.try_at_root(edge, mover).map(|child| (next, child))
    }

    /// Where to walk among what was tried, as edge and node; none if it is time for a new move.
    fn choose(&self, node: usize) -> Option<(usize, usize)> {
        let here = &self.arena.nodes[node];
        // Half of c, since payoffs go from 0 to 1 and values from -1 to 1.
        let scale = 0.5 * f64::from(self.settings.explore) * here.walks().max(1.0).sqrt();
        let mut best = (None, f64::NEG_INFINITY);
        let (mut visits, mut won, mut looked_good) = (0.0, 0.0, 0.0);
        for (edge, place) in self.arena.tried(node) {
            let child = &self.arena.nodes[place];
            if child.proof.is_loss() {
                continue;
            }
            let prior = f64::from(self.arena.edges[edge].prior());
            let (mut times, mut rate) = (f64::from(child.visits), child.rate());
            visits += times;
            won += times * rate;
            looked_good += prior;
            if child.under_way > 0 {
                (times, rate) = (child.walks(), child.rate_if_lost());
            }
            // Where the result is known there is nothing more to learn.
            let bonus = if child.proof.is_known() { 0.0 } else { scale * prior / (1.0 + times) };
            let worth = rate + bonus;
            // Of equals the one that was tried first: it looked better.
            if worth >= best.1 {
                best = (Some((edge, place)), worth);
            }
        }
        if !here.is_complete() {
            let mean = if visits > 0.0 { won / visits } else { 0.5 };
            let less = 0.5 * f64::from(self.settings.first_play) * looked_good.sqrt();
            let prior = f64::from(self.arena.edges[here.tried().end].prior());
            if mean - less + scale * prior > best.1 {
                return None;
            }
        }
        best.0
    }

    /// Marks the way to a leaf and lists its moves.
    fn give_out(&mut self, leaf: &mut Inner<G>) {
        leaf.generation = self.generation;
        leaf.moves.clear();
        leaf.moves.extend(leaf.position.moves());
        leaf.priors.clear();
        leaf.priors.resize(leaf.moves.len(), 1.0);
        self.under_way += 1;
        for &node in &leaf.path {
            self.arena.nodes[node].under_way += 1;
        }
        self.arena.nodes[leaf.node()].is_asked = true;
    }

    /// Brings a leaf back unjudged, as if it had never been given out.
    pub fn give_up(&mut self, leaf: Leaf<G>) {
        if self.take_back(&leaf) {
            for &node in leaf.path() {
                self.arena.nodes[node].under_way -= 1;
            }
        }
        self.spare.push(leaf);
    }

    /// Brings a leaf back with its priors written, and with what each seat may expect there, 0 to 1
    /// ([`from_value`] makes it from a value). Of equal priors the generator draws which move is
    /// tried first; it also draws the noise at the root.
    ///
    /// A leaf that was given out before the root moved on is of no use, and nothing happens.
    pub fn back_up(&mut self, mut leaf: Leaf<G>, expected: Payoffs, rng: &mut Rng) {
        if self.take_back(&leaf) {
            let got = self.open(leaf.inner(), expected, rng);
            match leaf.is_root() {
                true => self.begin(rng),
                false => self.count::<1>(leaf.path(), got),
            }
        }
        self.spare.push(leaf);
    }

    /// Takes a leaf off the list of those under way, but for the marks on its path; false if the
    /// tree has moved on since.
    fn take_back(&mut self, leaf: &Leaf<G>) -> bool {
        if leaf.generation() != self.generation {
            return false;
        }
        self.under_way -= 1;
        self.arena.nodes[leaf.node()].is_asked = false;
        true
    }

    /// Gives a node its moves with their priors, and says what to expect there. Where the side to
    /// move wins at once, or cannot help losing, there is nothing to guess.
    fn open(&mut self, leaf: &mut Inner<G>, expected: Payoffs, rng: &mut Rng) -> Payoffs {
        let node = leaf.node();
        let win =
            leaf.win.filter(|_| self.proves).and_then(|mv| Some((mv, leaf.position.to_move()?)));
        let here = &mut self.arena.nodes[node];
        if let Some((_, seat)) = win
            && node != 0
        {
            here.proof = if here.mover == seat { Proof::Win(1) } else { Proof::Loss(1) };
            return from_value(seat, 1.0);
        }
        if leaf.is_lost
            && self.proves
            && let Some(seat) = leaf.position.to_move()
        {
            here.proof = if here.mover == seat { Proof::Loss(2) } else { Proof::Win(2) };
            return from_value(seat, -1.0);
        }
        if !here.is_open() {
            even_out(&mut leaf.moves, &mut leaf.priors, rng);
            let edges = leaf.moves.iter().zip(&leaf.priors);
            self.arena.open(node, edges.map(|(&mv, &prior)| Edge::new(mv, prior)));
        }
        if let Some((mv, seat)) = win
            && let Some((_, child)) = self.enter(mv, seat)
        {
            // At the root the move itself is wanted.
            self.arena.nodes[child].proof = Proof::Win(0);
        }
        expected
    }

    /// Counts a walk on its way back, and takes away the `MARKS` it has left on its path.
    fn count<const MARKS: u16>(&mut self, path: &[usize], got: Payoffs) {
        self.walks += 1;
        for &node in path {
            let node = &mut self.arena.nodes[node];
            node.visits = node.visits.saturating_add(1);
            node.under_way -= MARKS;
            node.won += f64::from(got[node.mover.index()]);
        }
        self.prove(path);
    }

    /// What is proved for whoever is to move at a node.
    pub(super) fn choice(&self, node: usize) -> Proof {
        let here = &self.arena.nodes[node];
        let tried = self.arena.tried(node).map(|(_, child)| self.arena.nodes[child].proof);
        let untried = (!here.is_complete()).then_some(Proof::Open);
        Proof::of_choice(tried.chain(untried))
    }

    /// Carries a new proof at the end of a walk up as far as it reaches.
    fn prove(&mut self, path: &[usize]) {
        let Some((&leaf, above)) = path.split_last() else { return };
        if !self.arena.nodes[leaf].proof.is_known() {
            return;
        }
        let mut child = leaf;
        for &node in above.iter().rev() {
            let proof = self.choice(node);
            if node == 0 {
                self.settled = proof;
            }
            if node == 0 || !proof.is_known() {
                break;
            }
            // All children of a node have the same mover: whoever is to move there.
            let chooser = self.arena.nodes[child].mover;
            let here = &mut self.arena.nodes[node];
            here.proof = if here.mover == chooser { proof } else { proof.turned() };
            child = node;
        }
    }
}

/// Where a walk down the tree ends.
enum End {
    /// At a position that nobody has judged.
    Unknown,
    /// At a result.
    Certain(Payoffs),
    /// At a position that somebody is judging.
    Asked,
    /// Before it has begun.
    NoSuchMove,
}

/// Makes priors sum up to 1. If they are all the same, the moves are put into an order drawn by
/// lot: what is tried first must not depend on how a game happens to list its moves.
fn even_out<M>(moves: &mut [M], priors: &mut [f32], rng: &mut Rng) {
    let mut sum = 0.0;
    for prior in priors.iter_mut() {
        *prior = if prior.is_finite() { prior.max(0.0) } else { 0.0 };
        sum += *prior;
    }
    let share = 1.0 / priors.len() as f32;
    let fit = |prior: f32| if sum > 0.0 && sum.is_finite() { prior / sum } else { share };
    priors.iter_mut().for_each(|prior| *prior = fit(*prior));
    if priors.windows(2).all(|two| two[0] == two[1]) {
        rng.shuffle(moves);
    }
}
