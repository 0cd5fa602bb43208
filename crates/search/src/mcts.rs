//! Monte Carlo tree search (UCT) for any number of seats.
//!
//! Every node remembers what the seat that moved into it has got so far, so two seats and four
//! are the same thing: each one picks what has paid best for itself. The walk is a loop, not a
//! recursion, and positions are played again from the root instead of being kept.

use fastrand::Rng;
use gyoji_core::{Budget, Game};

use crate::limits::Watch;
use crate::tree::Tree;
use crate::{Limits, Payoffs, Playout, Tried, payoffs};

/// Without any limit at all, so many playouts are made.
const ENOUGH: u64 = 1000;

/// How a tree search behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much more than its rate a seldom tried move counts; √2 is the textbook's.
    pub explore: f64,
    /// Whether the part of the tree that a game has moved into is kept for the next search.
    pub reuse: bool,
    /// The size of the tree; when it is full, its leaves are still played out.
    pub tree_bytes: usize,
    /// A leaf gets children when it has been played out this often.
    pub open_after: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { explore: 0.7, reuse: true, tree_bytes: 64 << 20, open_after: 1 }
    }
}

/// A tree search with its tree.
#[derive(Debug)]
pub struct Mcts<G: Game, P> {
    settings: Settings,
    playout: P,
    tree: Tree<G::Move>,
    root: Option<G>,
    /// The nodes of the walk under way; kept for its room.
    path: Vec<usize>,
    moves: Vec<G::Move>,
}

impl<G: Game, P: Playout<G>> Mcts<G, P> {
    /// A search that has not begun.
    pub fn new(playout: P, settings: Settings) -> Mcts<G, P> {
        let tree = Tree::new(settings.tree_bytes);
        Mcts { settings, playout, tree, root: None, path: Vec::new(), moves: Vec::new() }
    }

    /// Searches until a limit is reached; one entry per legal move, the most visited first, equals
    /// in the order they are tried. Empty if the game is over.
    ///
    /// [`Limits::nodes`] counts new playouts; visits kept from an earlier search come on top.
    pub fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Vec<Tried<G::Move>> {
        if position.to_move().is_none() {
            return Vec::new();
        }
        self.set_root(position);
        self.open(0, position, rng);
        let mut watch = Watch::new(limits, budget);
        let most = if watch.is_endless() { ENOUGH } else { u64::MAX };
        while watch.nodes < most && !watch.tick() {
            self.descend(position, rng);
        }
        let children = self.tree.nodes[0].children();
        let mut tried: Vec<Tried<G::Move>> = self.tree.nodes[children]
            .iter()
            .filter_map(|node| {
                let playouts = u64::from(node.visits);
                node.mv.map(|mv| Tried { mv, playouts, rate: node.rate() })
            })
            .collect();
        tried.sort_by(|a, b| b.playouts.cmp(&a.playouts).then(b.rate.total_cmp(&a.rate)));
        tried
    }

    /// Moves the root to `position` if it is at most two plies further on; else starts afresh.
    fn set_root(&mut self, position: &G) {
        let old = self.root.replace(position.clone());
        let found = old.filter(|_| self.settings.reuse).and_then(|old| self.find(&old, position));
        match found {
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear(),
        }
    }

    /// The node of `position` in the tree below `old`, two plies deep.
    fn find(&self, old: &G, position: &G) -> Option<usize> {
        let mut level = vec![(0, old.clone())];
        for _ in 0..3 {
            if let Some((node, _)) = level.iter().find(|(_, here)| here == position) {
                return Some(*node);
            }
            let mut next = Vec::new();
            for (node, here) in &level {
                for child in self.tree.nodes[*node].children() {
                    if let Some(mv) = self.tree.nodes[child].mv {
                        let mut there = here.clone();
                        there.play(mv);
                        next.push((child, there));
                    }
                }
            }
            level = next;
        }
        None
    }

    /// One game: down the tree by what has paid, on by chance, and back with the result.
    fn descend(&mut self, position: &G, rng: &mut Rng) {
        let mut position = position.clone();
        let mut node = 0;
        self.path.clear();
        self.path.push(0);
        while self.tree.nodes[node].is_open() {
            node = self.choose(node);
            if let Some(mv) = self.tree.nodes[node].mv {
                position.play(mv);
            }
            self.path.push(node);
            let here = &self.tree.nodes[node];
            if !here.is_open() && here.visits >= self.settings.open_after {
                self.open(node, &position, rng);
            }
        }
        let got: Payoffs = match position.outcome() {
            Some(outcome) => payoffs(&outcome),
            None => self.playout.play_out(&position, rng),
        };
        for &node in &self.path {
            let node = &mut self.tree.nodes[node];
            node.visits = node.visits.saturating_add(1);
            node.won += f64::from(got[node.mover.index()]);
        }
    }

    /// The child to try next: what pays best, with a bonus for what is hardly known.
    fn choose(&self, node: usize) -> usize {
        let parent = &self.tree.nodes[node];
        let about = f64::from(parent.visits.max(1)).ln();
        let mut best = (parent.children().start, f64::NEG_INFINITY);
        for index in parent.children() {
            let child = &self.tree.nodes[index];
            if child.visits == 0 {
                return index;
            }
            let bonus = self.settings.explore * (about / f64::from(child.visits)).sqrt();
            let worth = child.rate() + bonus;
            if worth > best.1 {
                best = (index, worth);
            }
        }
        best.0
    }

    /// Gives a node its children, in an order drawn by lot: what is tried first must not depend on
    /// how a game happens to list its moves.
    fn open(&mut self, node: usize, position: &G, rng: &mut Rng) {
        if self.tree.nodes[node].is_open() {
            return;
        }
        let Some(mover) = position.to_move() else { return };
        self.moves.clear();
        self.moves.extend(position.moves());
        rng.shuffle(&mut self.moves);
        self.tree.open(node, mover, &self.moves);
    }
}
