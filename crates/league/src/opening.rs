//! Beginnings drawn by lot, so that programs which always play the same have different games.

use gyoji_core::{Game, Setup};

/// How often a beginning is drawn that ends the game, before there is none.
const MOST_DRAWN: usize = 100;

/// About `plies` random moves from the start of `setup`, in the game's text form.
pub fn random_opening<G: Game>(setup: &Setup, plies: u32, seed: u64) -> Vec<String> {
    let Ok(start) = G::start(setup) else { return Vec::new() };
    let mut rng = fastrand::Rng::with_seed(seed);
    // A random beginning that ends the game is no beginning: draw another.
    for _ in 0..MOST_DRAWN {
        let mut position = start.clone();
        let mut opening = Vec::new();
        // Whoever has several moves in a row, as in an opening, makes all of them.
        let mut last = None;
        for ply in 0.. {
            let mover = position.to_move();
            if ply >= plies && mover != last {
                break;
            }
            let moves: Vec<G::Move> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.usize(..moves.len())];
            opening.push(mv.to_string());
            position.play(mv);
            last = mover;
        }
        if position.to_move().is_some() {
            return opening;
        }
    }
    Vec::new()
}
