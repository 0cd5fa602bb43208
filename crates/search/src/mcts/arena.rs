//! Where the tree of a guided search lies: nodes in one vector, edges in another.
//!
//! A position may have hundreds of moves and be visited once, so a move that was never tried costs
//! an edge, which is the move and two bytes, and no node. The edges of a node lie side by side:
//! first those that were tried, in that order, then the most promising of the rest, then the others
//! in no order. So a walk looks at the tried moves and one more, however many there are. The nodes
//! behind the tried moves are a chain, the last one first.

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
    /// The node behind the move that was tried last; 0 if there is none.
    last_child: u32,
    /// The node behind the move that was tried before the one that leads here; 0 if there is none.
    before: u32,
    /// What is proved, for `mover`.
    pub(super) proof: Proof,
    /// Who moved into it: whose payoffs are summed here.
    pub(super) mover: Seat,
    /// Walks through here that are not back yet.
    pub(super) under_way: u16,
    /// Whether somebody is judging this very position, so that nobody else has to.
    pub(super) is_asked: bool,
}

impl Node {
    fn new(mover: Seat) -> Node {
        Node {
            won: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            tried: 0,
            last_child: 0,
            before: 0,
            proof: Proof::Open,
            mover,
            under_way: 0,
            is_asked: false,
        }
    }

    /// The same without sisters, and with nobody under way.
    fn alone(self) -> Node {
        Node { before: 0, under_way: 0, is_asked: false, ..self }
    }

    /// The mean payoff of the mover: what is proved, else what was seen; ½ if nothing was.
    pub(super) fn rate(&self) -> f64 {
        match self.proof.payoff() {
            Some(payoff) => f64::from(payoff),
            None => crate::flat::rate(self.won, u64::from(self.visits)),
        }
    }

    /// How often it was walked through, and is being.
    pub(super) fn walks(&self) -> f64 {
        f64::from(self.visits) + f64::from(self.under_way)
    }

    /// The mean payoff if every walk under way were lost: so that one that begins before they are
    /// back goes elsewhere.
    pub(super) fn rate_if_lost(&self) -> f64 {
        match self.proof.payoff() {
            Some(payoff) => f64::from(payoff),
            None => self.won / self.walks().max(1.0),
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
    prior: u16,
}

impl<M> Edge<M> {
    /// A move with its prior, 0 to 1.
    pub(super) fn new(mv: M, prior: f32) -> Edge<M> {
        let mut edge = Edge { mv, prior: 0 };
        edge.set_prior(prior);
        edge
    }

    /// How promising it looks; those of a node sum up to 1, but for rounding.
    pub(super) fn prior(&self) -> f32 {
        f32::from(self.prior) / f32::from(u16::MAX)
    }

    /// What is next to nothing is kept from becoming nothing: every move can be tried.
    pub(super) fn set_prior(&mut self, prior: f32) {
        let rounded = (prior * f32::from(u16::MAX)).round() as u16;
        self.prior = rounded.max(u16::from(prior > 0.0));
    }
}

/// The nodes and edges of a tree; its root is the first node.
#[derive(Debug)]
pub(super) struct Arena<M> {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge<M>>,
    most_bytes: usize,
}

impl<M: Copy> Arena<M> {
    /// A tree of at most about `bytes`, with a root.
    pub(super) fn new(bytes: usize) -> Arena<M> {
        // Places in the vectors are written with 32 bits.
        let most_bytes = bytes.min(u32::MAX as usize * size_of::<Edge<M>>().min(size_of::<Node>()));
        let mut arena = Arena { nodes: Vec::new(), edges: Vec::new(), most_bytes };
        arena.clear();
        arena
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
        self.nodes.push(Node { before: here.last_child, ..Node::new(mover) });
        self.nodes[node].last_child = child as u32;
        self.nodes[node].tried += 1;
        self.bring_best_forward(node);
        Some(child)
    }

    /// The moves of a node that were tried and the nodes behind them: places in `edges` and in
    /// `nodes`, the last one first.
    #[inline]
    pub(super) fn tried(&self, node: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let here = &self.nodes[node];
        let mut child = here.last_child as usize;
        here.tried().rev().map(move |edge| {
            let this = child;
            child = self.nodes[this].before as usize;
            (edge, this)
        })
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

    /// Makes `node` the root and forgets everything that is not below it, and whatever is under
    /// way.
    pub(super) fn reroot(&mut self, node: usize) {
        if node == 0 {
            return;
        }
        let (mut nodes, mut edges) = (vec![self.nodes[node].alone()], Vec::new());
        let mut next = 0;
        while next < nodes.len() {
            let old = nodes[next];
            (nodes[next].first, nodes[next].last_child) = (edges.len() as u32, 0);
            edges.extend_from_slice(&self.edges[old.edges()]);
            // Behind this node itself, in the same order: the last one first.
            let mut child = old.last_child;
            while child != 0 {
                let place = nodes.len() as u32;
                match nodes[next].last_child {
                    0 => nodes[next].last_child = place,
                    _ => nodes[place as usize - 1].before = place,
                }
                let copy = self.nodes[child as usize];
                nodes.push(copy.alone());
                child = copy.before;
            }
            next += 1;
        }
        (self.nodes, self.edges) = (nodes, edges);
    }
}
