//! The end of a walk down the tree: a position that somebody has to judge.

use gyoji_core::Game;

/// What came of a walk down the tree.
#[derive(Debug)]
#[must_use = "a leaf has to go back to its tree"]
pub enum Descent<G: Game> {
    /// A position to be judged; then it is backed up.
    Leaf(Leaf<G>),
    /// The walk came to something certain, the end of a game or a proof. It is backed up already.
    Certain,
    /// The walk came to a position that is being judged, and left no trace: back up what is under
    /// way first.
    Busy,
    /// There is nothing to be found any more: the result is proved, or the game is over.
    Over,
}

/// A position at the end of a walk, and room for what is thought of it.
///
/// It owns all it needs, so it can be sent to whoever judges it: another thread, a network that
/// takes many at once. It goes back by [`Tree::back_up`](super::Tree::back_up) or
/// [`Tree::give_up`](super::Tree::give_up), in any order; one that is just dropped leaves its marks
/// in the tree, and nobody will ever look at its position again.
#[derive(Debug)]
#[must_use = "a leaf has to go back to its tree"]
pub struct Leaf<G: Game>(Box<Inner<G>>);

/// In a box that is used again and again: a walk moves no more than a pointer.
#[derive(Debug)]
pub(super) struct Inner<G: Game> {
    pub(super) position: G,
    pub(super) moves: Vec<G::Move>,
    pub(super) priors: Vec<f32>,
    pub(super) win: Option<G::Move>,
    /// Whether every move is known to lose.
    pub(super) is_lost: bool,
    /// The moves from the root to here.
    pub(super) line: Vec<G::Move>,
    /// The nodes from the root to here; none if the root itself is to be judged.
    pub(super) path: Vec<usize>,
    /// Which tree the nodes are of; see `Tree::generation`.
    pub(super) generation: u64,
}

impl<G: Game> Leaf<G> {
    pub(super) fn new(position: G) -> Leaf<G> {
        Leaf(Box::new(Inner {
            position,
            moves: Vec::new(),
            priors: Vec::new(),
            win: None,
            is_lost: false,
            line: Vec::new(),
            path: Vec::new(),
            generation: 0,
        }))
    }

    /// Ready for a walk from `root`.
    pub(super) fn again(&mut self, root: &G) {
        let inner = self.inner();
        inner.position.clone_from(root);
        inner.win = None;
        inner.is_lost = false;
        inner.line.clear();
        inner.path.clear();
    }

    pub(super) fn inner(&mut self) -> &mut Inner<G> {
        &mut self.0
    }

    pub(super) fn node(&self) -> usize {
        self.0.node()
    }

    pub(super) fn generation(&self) -> u64 {
        self.0.generation
    }

    pub(super) fn path(&self) -> &[usize] {
        &self.0.path
    }

    /// The position, which is not over.
    pub fn position(&self) -> &G {
        &self.0.position
    }

    /// Its legal moves, in the game's order; those that are left, if some were dropped.
    pub fn moves(&self) -> &[G::Move] {
        &self.0.moves
    }

    /// The moves from the root to here, for whoever looks at the positions before as well.
    pub fn line(&self) -> &[G::Move] {
        &self.0.line
    }

    /// Whether this is the root, whose moves have to be known before any walk. Opening it is no
    /// walk.
    pub fn is_root(&self) -> bool {
        self.0.path.is_empty()
    }

    /// The position, its moves, and one prior for each of them to be written: how promising it
    /// looks. They come as ones, and any scale will do.
    pub fn to_judge(&mut self) -> (&G, &[G::Move], &mut [f32]) {
        let inner = &mut *self.0;
        (&inner.position, &inner.moves, &mut inner.priors)
    }

    /// Says that this move wins the game at once, which is believed: in a game of two nothing else
    /// about the position has to be known.
    pub fn set_win(&mut self, mv: G::Move) {
        self.0.win = Some(mv);
    }

    /// Lets `drop` take out moves that are known to lose, which is believed: the tree never walks
    /// them. If none is left, nothing else about the position has to be known; at the root all
    /// stay then, since one of them has to be made.
    pub fn drop_moves(&mut self, drop: impl FnOnce(&G, &mut Vec<G::Move>)) {
        let is_root = self.is_root();
        let inner = &mut *self.0;
        drop(&inner.position, &mut inner.moves);
        match inner.moves.is_empty() {
            true if is_root => inner.moves.extend(inner.position.moves()),
            is_lost => inner.is_lost = is_lost,
        }
        inner.priors.truncate(inner.moves.len());
    }

    /// Whether priors and a value are wanted. Not where the result is known, except at the root:
    /// there all moves are told of.
    pub fn is_open(&self) -> bool {
        self.0.win.is_none() && !self.0.is_lost || self.is_root()
    }
}

impl<G: Game> Inner<G> {
    pub(super) fn node(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}
