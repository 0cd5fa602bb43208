//! The tree of a Monte Carlo search: nodes in one vector, children of a node side by side.

use gyoji_core::Seat;

/// A move and what came of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<M> {
    /// The move that leads here; none at the root.
    pub(crate) mv: Option<M>,
    /// Who made it: whose payoffs are summed here.
    pub(crate) mover: Seat,
    /// Games that went through here.
    pub(crate) visits: u32,
    /// What the mover got out of them, together.
    pub(crate) won: f64,
    /// Where the children are.
    first: u32,
    /// How many children there are; 0 until the node is opened, and at the end of a game.
    count: u32,
}

impl<M> Node<M> {
    /// The mean payoff of the mover.
    pub(crate) fn rate(&self) -> f64 {
        crate::flat::rate(self.won, u64::from(self.visits))
    }

    pub(crate) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    pub(crate) fn is_open(&self) -> bool {
        self.count > 0
    }
}

/// The nodes; the root is the first.
#[derive(Debug)]
pub(crate) struct Tree<M> {
    pub(crate) nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of at most about `bytes`, with a root.
    pub(crate) fn new(bytes: usize) -> Tree<M> {
        let most = (bytes / size_of::<Node<M>>()).clamp(1024, u32::MAX as usize / 2);
        let mut tree = Tree { nodes: Vec::new(), most };
        tree.clear();
        tree
    }

    /// Back to a bare root.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node {
            mv: None,
            mover: Seat::FIRST,
            visits: 0,
            won: 0.0,
            first: 0,
            count: 0,
        });
    }

    /// Gives a node its children; does nothing if there is no room left. The root always has room:
    /// a search has to know its moves.
    pub(crate) fn open(&mut self, node: usize, mover: Seat, moves: &[M]) {
        if node != 0 && self.nodes.len() + moves.len() > self.most {
            return;
        }
        self.nodes[node].first = self.nodes.len() as u32;
        self.nodes[node].count = moves.len() as u32;
        self.nodes.extend(moves.iter().map(|&mv| Node {
            mv: Some(mv),
            mover,
            visits: 0,
            won: 0.0,
            first: 0,
            count: 0,
        }));
    }

    /// Makes `node` the root and forgets everything that is not below it.
    pub(crate) fn reroot(&mut self, node: usize) {
        let mut kept = Vec::with_capacity(self.nodes.len() / 4);
        kept.push(self.nodes[node]);
        let mut next = 0;
        while next < kept.len() {
            let children = kept[next].children();
            kept[next].first = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        self.nodes = kept;
    }
}
