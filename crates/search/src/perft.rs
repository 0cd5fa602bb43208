//! Counting the move tree: the usual proof that a game's moves are right.

use gyoji_core::Game;

/// Number of leaves `depth` plies below `position`. A game that ends earlier counts as one leaf.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => (position.moves().count() as u64).max(1),
        _ => {
            let below = |mv| perft(&after(position, mv), depth - 1);
            let (moves, leaves) = position
                .moves()
                .fold((0, 0), |(moves, leaves), mv| (moves + 1, leaves + below(mv)));
            if moves == 0 { 1 } else { leaves }
        }
    }
}

/// [`perft`] by first move: where two move generators differ, this tells behind which move.
///
/// Empty at depth 0 and when the game is over.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    match depth.checked_sub(1) {
        Some(left) => position.moves().map(|mv| (mv, perft(&after(position, mv), left))).collect(),
        None => Vec::new(),
    }
}

/// The position after a move.
pub(crate) fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}
