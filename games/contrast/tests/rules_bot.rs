//! `rules` sees two moves ahead where nothing can stop it.

use gyoji_contrast::race::can_arrive;
use gyoji_contrast::{Board, Contrast, Move, kit, playout};
use gyoji_core::{Budget, Game, Seat, Turn};

fn choose(bot: &str, position: &Contrast, seed: u64) -> Move {
    let mut bot = kit().make_bot(bot, "", seed).unwrap();
    let seat = position.to_move().unwrap();
    let past = [position.clone()];
    let turn = Turn { seat, past: &past, moves: &[], left: None };
    bot.choose(&turn, &Budget::default(), &mut |_| {})
}

/// Positions of random games that are not over.
fn positions(count: usize) -> Vec<Contrast> {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::START;
        while let Some(mv) = playout::random_move(&board, &mut rng) {
            found.push(Contrast::from(board));
            board.play(mv);
        }
    }
    found.truncate(count);
    found
}

#[test]
fn rules_wins_in_two_moves_if_nothing_stops_it() {
    // Whatever the opponent answers, tiles and all, we arrive with the move after.
    let forces = |board: &Board, me: Seat| {
        board.winner().is_none()
            && !can_arrive(board, me.other())
            && board.moves().all(|answer| can_arrive(&board.after(answer), me))
    };
    let mut tried = 0;
    for (seed, position) in positions(1000).iter().enumerate() {
        let board = position.board();
        let me = board.side();
        let is_chance = |mv: Move| forces(&board.after(mv), me);
        if !can_arrive(&board, me) && board.moves().any(is_chance) {
            tried += 1;
            let after = board.after(choose("rules", position, seed as u64));
            let is_won = after.winner().is_some_and(|(seat, _)| seat == me);
            assert!(is_won || forces(&after, me), "{position}");
        }
    }
    assert!(tried > 20, "{tried} such positions were tried");
}
