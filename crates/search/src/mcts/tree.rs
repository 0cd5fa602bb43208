//! The tree of a guided search: nodes in one vector, edges in another.
//!
//! A position may have hundreds of moves and be visited once, so a move that was never tried costs
//! an edge of a few bytes and no node. The edges of a node lie side by side: first those that were
//! tried, then the most promising of the rest, then the others in no order. So a walk looks at the
//! tried moves and one more, however many there are.

use std::ops::Range;

use gyoji_core::Seat;

use super::Proof;

/// A position that was visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// What `mover` got out of all walks through here, together.
    pub(super) won: f64,
    /// Walks that went through here.
    pub(super) visits: u32,
    first: u32,
    count: u32,
    tried: u32,
    /// What is proved, for `mover`.
    pub(super) proof: Proof,
    /// Who moved into it: whose payoffs are summed here.
    pub(super) mover: Seat,
}

impl Node {
    fn new(mover: Seat) -> Node {
        let proof = Proof::Open;
        Node { won: 0.0, visits: 0, first: 0, count: 0, tried: 0, proof, mover }
    }

    /// The mean payoff of the mover: what is proved, else what was seen; ½ if nothing was.
    pub(super) fn rate(&self) -> f64 {
        match self.proof.payoff() {
            Some(payoff) => f64::from(payoff),
            None => crate::flat::rate(self.won, u64::from(self.visits)),
        }
    }

    /// Whether its moves are known.
    pub(super) fn is_open(&self) -> bool {
        self.count > 0
    }

    /// Whether every move has been tried.
    pub(super) fn is_complete(&self) -> bool {
        self.tried == self.count
    }

    /// Where its edges are.
    pub(super) fn edges(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Where the edges of the moves that were tried are.
    pub(super) fn tried(&self) -> Range<usize> {
        self.first as usize..(self.first + self.tried) as usize
    }
}

/// A legal move of an open node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    /// How promising it looks; those of a node sum up to 1.
    pub(super) prior: f32,
    /// The node it leads to, once it was tried.
    child: u32,
}

impl<M> Edge<M> {
    pub(super) fn new(mv: M, prior: f32) -> Edge<M> {
        Edge { mv, prior, child: 0 }
    }

    /// The node behind a move that was tried.
    pub(super) fn child(&self) -> usize {
        self.child as usize
    }
}

/// The tree; its root is the first node.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge<M>>,
    most_bytes: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of at most about `bytes`, with a root.
    pub(super) fn new(bytes: usize) -> Tree<M> {
        // Places in the vectors are written with 32 bits.
        let most_bytes = bytes.min(u32::MAX as usize * size_of::<Edge<M>>().min(size_of::<Node>()));
        let mut tree = Tree { nodes: Vec::new(), edges: Vec::new(), most_bytes };
        tree.clear();
        tree
    }

    /// Back to a bare root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::new(Seat::FIRST));
    }

    fn has_room(&self, nodes: usize, edges: usize) -> bool {
        let nodes = (self.nodes.len() + nodes) * size_of::<Node>();
        nodes + (self.edges.len() + edges) * size_of::<Edge<M>>() <= self.most_bytes
    }

    /// Gives a node its edges; does nothing if there is no room left. The root always has room: a
    /// search has to know its moves.
    pub(super) fn open(&mut self, node: usize, edges: impl ExactSizeIterator<Item = Edge<M>>) {
        let (first, count) = (self.edges.len() as u32, edges.len() as u32);
        if node != 0 && !self.has_room(0, edges.len()) {
            return;
        }
        self.edges.extend(edges);
        (self.nodes[node].first, self.nodes[node].count) = (first, count);
        self.bring_best_forward(node);
    }

    /// The node behind the most promising move that was not tried, made by `mover`. None if there
    /// is none, or no room for it; again the root always has room.
    pub(super) fn try_next(&mut self, node: usize, mover: Seat) -> Option<usize> {
        let here = self.nodes[node];
        if here.is_complete() || node != 0 && !self.has_room(1, 0) {
            return None;
        }
        let child = self.nodes.len();
        self.nodes.push(Node::new(mover));
        self.edges[here.tried().end].child = child as u32;
        self.nodes[node].tried += 1;
        self.bring_best_forward(node);
        Some(child)
    }

    /// Tries the given edge of the root next, whatever the others look like.
    pub(super) fn try_at_root(&mut self, edge: usize, mover: Seat) -> Option<usize> {
        self.edges.swap(edge, self.nodes[0].tried().end);
        self.try_next(0, mover)
    }

    /// Restores the order of the edges that were not tried: the most promising is the first.
    pub(super) fn bring_best_forward(&mut self, node: usize) {
        let here = &self.nodes[node];
        let rest = &mut self.edges[here.tried().end..here.edges().end];
        let mut best = 0;
        for index in 1..rest.len() {
            if rest[index].prior > rest[best].prior {
                best = index;
            }
        }
        if !rest.is_empty() {
            rest.swap(0, best);
        }
    }

    /// Makes `node` the root and forgets everything that is not below it.
    pub(super) fn reroot(&mut self, node: usize) {
        if node == 0 {
            return;
        }
        let (mut nodes, mut edges) = (vec![self.nodes[node]], Vec::new());
        let mut next = 0;
        while next < nodes.len() {
            let old = nodes[next];
            nodes[next].first = edges.len() as u32;
            for place in old.edges() {
                let mut edge = self.edges[place];
                if old.tried().contains(&place) {
                    nodes.push(self.nodes[edge.child()]);
                    edge.child = (nodes.len() - 1) as u32;
                }
                edges.push(edge);
            }
            next += 1;
        }
        (self.nodes, self.edges) = (nodes, edges);
    }
}
