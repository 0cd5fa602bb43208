//! The boards that a game has been through.
//!
//! A list that positions share: a copy costs one counter, a move one small allocation. That keeps
//! [`Contrast`](crate::Contrast) a value that is cheap to copy, however long its game is.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use gyoji_core::Seat;

use crate::board::Board;

/// Earlier boards, newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    newest: Option<Arc<Link>>,
    /// The sum of the keys of all boards since the last tile was put down: what can come again.
    sum: u64,
}

#[derive(Debug)]
struct Link {
    board: Board,
    before: Option<Arc<Link>>,
}

impl Past {
    /// Adds the board that has just been left.
    pub(crate) fn push(&mut self, board: Board, is_final: bool) {
        let before = self.newest.take();
        self.newest = Some(Arc::new(Link { board, before }));
        self.sum = if is_final { 0 } else { self.sum.wrapping_add(board.key()) };
    }

    /// The boards, newest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Board> {
        std::iter::successors(self.newest.as_deref(), |link| link.before.as_deref())
            .map(|link| &link.board)
    }

    /// The boards that can come again, newest first: tiles stay, so none before the last one.
    pub(crate) fn since_last_tile(&self, now: &Board) -> impl Iterator<Item = &Board> {
        let hands = [Seat::FIRST, Seat::SECOND].map(|seat| now.hand(seat));
        let is_same =
            move |board: &&Board| hands == [Seat::FIRST, Seat::SECOND].map(|seat| board.hand(seat));
        self.iter().take_while(is_same)
    }
}

/// Equal pasts are those that allow the same future; the key sums stand for them.
impl PartialEq for Past {
    fn eq(&self, other: &Past) -> bool {
        self.sum == other.sum
    }
}

impl Eq for Past {}

impl Hash for Past {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sum.hash(state);
    }
}

/// A loop, since the usual way would be a recursion as deep as the game is long.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.newest.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.take();
        }
    }
}
