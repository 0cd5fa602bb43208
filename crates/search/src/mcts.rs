//! Monte Carlo tree search, guided by priors (PUCT) as AlphaZero's, and with proofs.
//!
//! A [`Guide`] says of every new position which moves look good and who is ahead; the walk goes
//! down by what has paid, by what looks good, and by what is hardly known. What is certain is kept
//! apart from what is guessed: results of finished games are backed up as proofs (MCTS-Solver), so
//! a forced win is found as such and a move that is proved to lose is never walked again.
//!
//! The walk is a loop, not a recursion, and positions are played again from the root instead of
//! being kept. Each node sums up what the seat that moved into it got, so nothing assumes that
//! sides alternate and any number of seats will do; proofs are for two.

mod noise;
mod proof;
mod result;
mod tree;

use fastrand::Rng;
use gyoji_core::{Budget, Game};

use crate::limits::Watch;
use crate::{Guide, Limits, Payoffs, payoffs};
pub use noise::Noise;
use noise::dirichlet;
pub use proof::Proof;
pub use result::{Candidate, Searched};
use tree::{Edge, Tree};

/// Without any limit at all, so many walks are made.
const ENOUGH: u64 = 1000;

/// How a guided search behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much a prior counts against what has been seen: the c of PUCT, on the usual scale where
    /// a value goes from -1 to 1.
    pub explore: f32,
    /// How much worse than its tried sisters a move is taken to be before it was ever tried, times
    /// the square root of what their priors come to; on the same scale as a value.
    ///
    /// The first walk through a node so goes by the priors alone, and as long as what looked good
    /// also pays, the many moves that did not look good are left alone. 0 takes an untried move
    /// to be as good as the mean of the others.
    pub first_play: f32,
    /// Noise on the priors at the root; none unless asked for.
    pub noise: Option<Noise>,
    /// Whether the part of the tree that a game has moved into is kept for the next search.
    pub reuse: bool,
    /// The size of the tree; when it is full, its leaves are still guessed.
    pub tree_bytes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { explore: 1.0, first_play: 0.3, noise: None, reuse: true, tree_bytes: 64 << 20 }
    }
}

/// A guided search with its tree.
#[derive(Debug)]
pub struct Mcts<G: Game, E> {
    settings: Settings,
    guide: E,
    /// Whether results can be proved: what one seat wins the other loses.
    proves: bool,
    tree: Tree<G::Move>,
    root: Option<G>,
    /// What is proved for whoever is to move at the root.
    settled: Proof,
    /// Whether the root's priors have had their noise: once is enough for one root.
    noisy: bool,
    /// The nodes of the walk under way, and the moves and priors of a node being opened: kept for
    /// their room.
    path: Vec<usize>,
    moves: Vec<G::Move>,
    priors: Vec<f32>,
}

impl<G: Game, E: Guide<G>> Mcts<G, E> {
    /// A search that has not begun.
    pub fn new(guide: E, settings: Settings) -> Mcts<G, E> {
        Mcts {
            settings,
            guide,
            proves: G::SPEC.seats.len() == 2,
            tree: Tree::new(settings.tree_bytes),
            root: None,
            settled: Proof::Open,
            noisy: false,
            path: Vec::new(),
            moves: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many positions the tree holds; the root is one of them.
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Searches until a limit is reached or the result is proved. Nothing is found if the game is
    /// over.
    ///
    /// [`Limits::nodes`] counts new walks; visits kept from an earlier search come on top.
    pub fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Searched<G::Move> {
        if position.to_move().is_none() {
            return Searched::nothing();
        }
        self.set_root(position, rng);
        let mut watch = Watch::new(limits, budget);
        let most = if watch.is_endless() { ENOUGH } else { u64::MAX };
        while !self.settled.is_known() && watch.nodes < most && !watch.tick() {
            self.walk(position, rng);
        }
        self.found(watch.nodes)
    }

    /// Moves the root to `position` if it is at most two plies further on, else starts afresh; and
    /// opens it.
    fn set_root(&mut self, position: &G, rng: &mut Rng) {
        let old = self.root.replace(position.clone());
        let found = old.filter(|_| self.settings.reuse).and_then(|old| self.find(&old, position));
        self.noisy &= found == Some(0);
        match found {
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear(),
        }
        if !self.tree.nodes[0].is_open() {
            let _ = self.open(0, position, rng);
        }
        // What was proved of the root as somebody's move is of no use now: a walk begins there.
        self.tree.nodes[0].proof = Proof::Open;
        self.settled = self.choice(0);
        if let Some(noise) = self.settings.noise
            && !std::mem::replace(&mut self.noisy, true)
        {
            self.disturb(noise, rng);
        }
    }

    /// The node of `position` in the tree below `old`, at most two plies deep.
    fn find(&self, old: &G, position: &G) -> Option<usize> {
        let mut level = vec![(0, old.clone())];
        for _ in 0..3 {
            if let Some((node, _)) = level.iter().find(|(_, here)| here == position) {
                return Some(*node);
            }
            let mut next = Vec::new();
            for (node, here) in &level {
                for (edge, child) in self.tree.tried(*node) {
                    next.push((child, crate::perft::after(here, self.tree.edges[edge].mv)));
                }
            }
            level = next;
        }
        None
    }

    /// Mixes noise into the priors of the root.
    fn disturb(&mut self, noise: Noise, rng: &mut Rng) {
        let edges = &mut self.tree.edges[self.tree.nodes[0].edges()];
        let drawn = dirichlet(edges.len(), noise.alpha, rng);
        for (edge, drawn) in edges.iter_mut().zip(drawn) {
            edge.set_prior(edge.prior() + noise.share.clamp(0.0, 1.0) * (drawn - edge.prior()));
        }
        self.tree.bring_best_forward(0);
    }

    /// What is proved for whoever is to move at a node.
    fn choice(&self, node: usize) -> Proof {
        let here = &self.tree.nodes[node];
        let tried = self.tree.tried(node).map(|(_, child)| self.tree.nodes[child].proof);
        let untried = (!here.is_complete()).then_some(Proof::Open);
        Proof::of_choice(tried.chain(untried))
    }

    /// Down the tree to a position that is new, or certain, or beyond the room of the tree; a
    /// guess there, and back with it.
    fn walk(&mut self, position: &G, rng: &mut Rng) {
        let mut position = position.clone();
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        while self.tree.nodes[node].is_open() && !self.tree.nodes[node].proof.is_known() {
            let Some(mover) = position.to_move() else { break };
            let next = self.tree.nodes[node].tried().end;
            let chosen = match self.choose(node) {
                Some(tried) => Some(tried),
                None => self.tree.try_next(node, mover).map(|child| (next, child)),
            };
            let Some((edge, child)) = chosen else { break };
            position.play(self.tree.edges[edge].mv);
            node = child;
            self.path.push(node);
        }
        let got = self.look(node, &position, rng);
        for &node in &self.path {
            let node = &mut self.tree.nodes[node];
            node.visits = node.visits.saturating_add(1);
            node.won += f64::from(got[node.mover.index()]);
        }
        self.prove();
    }

    /// Where to walk among what was tried, as edge and node; none if it is time for a new move.
    fn choose(&self, node: usize) -> Option<(usize, usize)> {
        let here = &self.tree.nodes[node];
        // Half of c, since payoffs go from 0 to 1 and values from -1 to 1.
        let scale = 0.5 * f64::from(self.settings.explore) * f64::from(here.visits.max(1)).sqrt();
        let mut best = (None, f64::NEG_INFINITY);
        let (mut visits, mut won, mut looked_good) = (0.0, 0.0, 0.0);
        for (edge, place) in self.tree.tried(node) {
            let child = &self.tree.nodes[place];
            if child.proof.is_loss() {
                continue;
            }
            let prior = f64::from(self.tree.edges[edge].prior());
            let times = f64::from(child.visits);
            let rate = child.rate();
            visits += times;
            won += times * rate;
            looked_good += prior;
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
            let prior = f64::from(self.tree.edges[here.tried().end].prior());
            if mean - less + scale * prior > best.1 {
                return None;
            }
        }
        best.0
    }

    /// What the seats get at the end of a walk. A position that is new is opened.
    fn look(&mut self, node: usize, position: &G, rng: &mut Rng) -> Payoffs {
        let here = &self.tree.nodes[node];
        if let Some(mine) = here.proof.payoff() {
            return crate::guide::from_value(here.mover, 2.0 * mine - 1.0);
        }
        if let Some(outcome) = position.outcome() {
            let got = payoffs(&outcome);
            if self.proves {
                let node = &mut self.tree.nodes[node];
                node.proof = match outcome.winner() {
                    Some(winner) if winner == node.mover => Proof::Win(0),
                    Some(_) => Proof::Loss(0),
                    None => Proof::Draw,
                };
            }
            return got;
        }
        self.open(node, position, rng)
    }

    /// Gives a node its moves with their priors, and says what the guide expects there. Where the
    /// side to move wins at once there is nothing to guess.
    fn open(&mut self, node: usize, position: &G, rng: &mut Rng) -> Payoffs {
        let Some(seat) = position.to_move() else { return Payoffs::default() };
        self.moves.clear();
        self.moves.extend(position.moves());
        let win = match self.proves {
            true => self.guide.win_in_one(position, &self.moves),
            false => None,
        };
        if win.is_some() && node != 0 {
            let here = &mut self.tree.nodes[node];
            here.proof = if here.mover == seat { Proof::Win(1) } else { Proof::Loss(1) };
            return crate::guide::from_value(seat, 1.0);
        }
        self.priors.clear();
        self.priors.resize(self.moves.len(), 1.0);
        let got = self.guide.guess(position, &self.moves, &mut self.priors, rng);
        if !self.tree.nodes[node].is_open() {
            self.even_out(rng);
            let edges = self.moves.iter().zip(&self.priors);
            self.tree.open(node, edges.map(|(&mv, &prior)| Edge::new(mv, prior)));
        }
        if let Some(win) = win
            && let Some(edge) = self.tree.edges.iter().position(|edge| edge.mv == win)
            && let Some(child) = self.tree.try_at_root(edge, seat)
        {
            // At the root the move itself is wanted.
            self.tree.nodes[child].proof = Proof::Win(0);
        }
        got
    }

    /// Makes priors sum up to 1. If they are all the same, the moves are put into an order drawn
    /// by lot: what is tried first must not depend on how a game happens to list its moves.
    fn even_out(&mut self, rng: &mut Rng) {
        let mut sum = 0.0;
        for prior in &mut self.priors {
            *prior = if prior.is_finite() { prior.max(0.0) } else { 0.0 };
            sum += *prior;
        }
        let share = 1.0 / self.priors.len() as f32;
        let fit = |prior: f32| if sum > 0.0 && sum.is_finite() { prior / sum } else { share };
        self.priors.iter_mut().for_each(|prior| *prior = fit(*prior));
        if self.priors.windows(2).all(|two| two[0] == two[1]) {
            rng.shuffle(&mut self.moves);
        }
    }

    /// Carries a new proof at the end of the walk up as far as it reaches.
    fn prove(&mut self) {
        let Some((&leaf, above)) = self.path.split_last() else { return };
        if !self.tree.nodes[leaf].proof.is_known() {
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
            let chooser = self.tree.nodes[child].mover;
            let here = &mut self.tree.nodes[node];
            here.proof = if here.mover == chooser { proof } else { proof.turned() };
            child = node;
        }
    }

    /// What has been found at the root.
    fn found(&self, walks: u64) -> Searched<G::Move> {
        let candidate = |edge: &Edge<G::Move>| Candidate {
            mv: edge.mv,
            prior: edge.prior(),
            visits: 0,
            rate: 0.5,
            proof: Proof::Open,
        };
        let edges = self.tree.nodes[0].edges();
        let mut candidates: Vec<_> = self.tree.edges[edges.clone()].iter().map(candidate).collect();
        for (edge, child) in self.tree.tried(0) {
            let child = &self.tree.nodes[child];
            let candidate = &mut candidates[edge - edges.start];
            candidate.visits = u64::from(child.visits);
            candidate.rate = child.rate();
            candidate.proof = child.proof;
        }
        Searched::new(candidates, self.settled, walks)
    }
}
