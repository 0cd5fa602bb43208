//! The root of a search tree: how it moves on with the game, its noise, and what was found there.

use fastrand::Rng;
use gyoji_core::Game;

use super::arena::Edge;
use super::noise::dirichlet;
use super::{Candidate, Noise, Proof, Searched, Tree};
use crate::perft::after;

impl<G: Game> Tree<G> {
    /// Moves the root to `position`. What is known is kept if that is at most two plies further on
    /// (and the settings say so); leaves that are still under way elsewhere are of no use then.
    pub fn set_root(&mut self, position: &G, rng: &mut Rng) {
        let old = self.root.replace(position.clone());
        let found = old.filter(|_| self.settings.reuse).and_then(|old| self.find(&old, position));
        self.noisy &= found == Some(0);
        self.walks = 0;
        if found != Some(0) {
            self.generation += 1;
            self.under_way = 0;
        }
        match found {
            Some(node) => self.arena.reroot(node),
            None => self.arena.clear(),
        }
        // What was proved of the root as somebody's move is of no use now: a walk begins there.
        self.arena.nodes[0].proof = Proof::Open;
        self.settled = Proof::Open;
        if self.is_open() {
            self.begin(rng);
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
                for (edge, child) in self.arena.tried(*node) {
                    next.push((child, after(here, self.arena.edges[edge].mv)));
                }
            }
            level = next;
        }
        None
    }

    /// What there is to do once the moves at the root are known.
    pub(super) fn begin(&mut self, rng: &mut Rng) {
        self.settled = self.choice(0);
        if let Some(noise) = self.settings.noise
            && !std::mem::replace(&mut self.noisy, true)
        {
            self.disturb(noise, rng);
        }
    }

    /// Mixes noise into the priors of the root.
    fn disturb(&mut self, noise: Noise, rng: &mut Rng) {
        let edges = &mut self.arena.edges[self.arena.nodes[0].edges()];
        let drawn = dirichlet(edges.len(), noise.alpha, rng);
        for (edge, drawn) in edges.iter_mut().zip(drawn) {
            edge.set_prior(edge.prior() + noise.share.clamp(0.0, 1.0) * (drawn - edge.prior()));
        }
        self.arena.bring_best_forward(0);
    }

    /// The moves that are expected from the root on: what was walked most, at most so many.
    pub fn line(&self, most: usize) -> Vec<G::Move> {
        let (mut node, mut line) = (0, Vec::new());
        while line.len() < most {
            let worth = |&(_, child): &(usize, usize)| {
                let child = &self.arena.nodes[child];
                (child.proof.is_win(), !child.proof.is_loss(), child.visits)
            };
            let Some((edge, child)) = self.arena.tried(node).max_by_key(worth) else { break };
            line.push(self.arena.edges[edge].mv);
            node = child;
        }
        line
    }

    /// What has been found at the root; nothing as long as its moves are not known.
    pub fn found(&self) -> Searched<G::Move> {
        let candidate = |edge: &Edge<G::Move>| Candidate {
            mv: edge.mv,
            prior: edge.prior(),
            visits: 0,
            rate: 0.5,
            proof: Proof::Open,
        };
        let edges = self.arena.nodes[0].edges();
        let mut candidates: Vec<_> =
            self.arena.edges[edges.clone()].iter().map(candidate).collect();
        for (edge, child) in self.arena.tried(0) {
            let child = &self.arena.nodes[child];
            let candidate = &mut candidates[edge - edges.start];
            candidate.visits = u64::from(child.visits);
            candidate.rate = child.rate();
            candidate.proof = child.proof;
        }
        Searched::new(candidates, self.settled, self.walks)
    }
}
