//! Counting the move tree: the usual proof that the move generator is right, and its speed test.
//!
//! A pass is one ply. A game that ends before the last ply counts as one leaf.

use crate::bits::{Cpu, Work, with_best_cpu};
use crate::board::Board;

/// Number of leaves `depth` plies below `board`.
#[must_use]
pub fn count(board: Board, depth: u32) -> u64 {
    with_best_cpu!(cpu => count_on(cpu, board, depth))
}

/// [`count`] with the portable back end, to compare with.
#[must_use]
pub fn count_portable(board: Board, depth: u32) -> u64 {
    count_on(crate::bits::portable::Portable, board, depth)
}

fn count_on<C: Cpu>(cpu: C, board: Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => cpu.count_leaves(&[board]),
        _ => {
            let mut batch = Batch { boards: [Board::default(); BATCH], len: 0, leaves: 0 };
            cpu.enter(Node { cpu, board, moves: cpu.moves(board), depth, batch: &mut batch });
            batch.leaves + cpu.count_leaves(&batch.boards[..batch.len])
        }
    }
}

/// Big enough that the ragged end of a batch does not matter, small enough for the first-level cache.
const BATCH: usize = 256;
/// Children are made in groups of this many; more moves than that are rare, but legal.
const GROUP: usize = 32;

/// Boards one ply above the leaves. They are gathered across the tree, because four boards side by side in a
/// vector register cost hardly more than one.
struct Batch {
    boards: [Board; BATCH],
    len: usize,
    leaves: u64,
}

/// A node at least two plies above the leaves.
struct Node<'a, C> {
    cpu: C,
    board: Board,
    moves: u64,
    depth: u32,
    batch: &'a mut Batch,
}

impl<C: Cpu> Work for Node<'_, C> {
    type Answer = ();

    #[inline(always)]
    fn run(self) {
        let Self { cpu, board, moves, depth, batch } = self;
        if depth == 2 {
            return gather_children(cpu, board, moves, batch);
        }
        if moves == 0 {
            let board = board.pass();
            match cpu.moves(board) {
                0 => batch.leaves += 1,
                moves => cpu.enter(Node { cpu, board, moves, depth: depth - 1, batch }),
            }
            return;
        }
        let mut to_do = moves;
        while to_do != 0 {
            let mut children = [Board::default(); GROUP];
            let mut replies = [0; GROUP];
            let mut count = 0;
            while to_do != 0 && count < GROUP {
                let square = to_do.trailing_zeros() as u8;
                to_do &= to_do - 1;
                children[count] = board.after(square, cpu.flips(board, square));
                count += 1;
            }
            // A few empty boards may be computed with the rest: whole vectors are quicker than exact ones.
            let whole = count.next_multiple_of(4);
            cpu.moves_of_all(&children[..whole], &mut replies[..whole]);
            for (&board, &moves) in children[..count].iter().zip(&replies) {
                if depth == 3 {
                    gather_children(cpu, board, moves, batch);
                } else {
                    cpu.enter(Node { cpu, board, moves, depth: depth - 1, batch });
                }
            }
        }
    }
}

/// Puts the children of a node two plies above the leaves into the batch.
#[inline(always)]
fn gather_children<C: Cpu>(cpu: C, board: Board, moves: u64, batch: &mut Batch) {
    if batch.len > BATCH - 64 {
        batch.leaves += cpu.count_leaves(&batch.boards[..batch.len]);
        batch.len = 0;
    }
    if moves == 0 {
        // After a pass, a side that cannot move either has ended the game: one leaf, like any board here.
        batch.boards[batch.len] = board.pass();
        batch.len += 1;
        return;
    }
    let mut len = batch.len;
    let mut to_do = moves;
    while to_do != 0 {
        let square = to_do.trailing_zeros() as u8;
        to_do &= to_do - 1;
        batch.boards[len % BATCH] = board.after(square, cpu.flips(board, square));
        len += 1;
    }
    batch.len = len;
}
