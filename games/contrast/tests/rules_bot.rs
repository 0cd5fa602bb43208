//! The bots keep to what they say of themselves.

use gyoji_contrast::race::can_arrive;
use gyoji_contrast::{Board, Contrast, Move, kit, playout};
use gyoji_core::{Budget, Game, Turn};

fn choose(bot: &str, position: &Contrast, seed: u64) -> Move {
    let mut bot = kit().make_bot(bot, "", seed).unwrap();
    let seat = position.to_move().unwrap();
    let past = [position.clone()];
    let turn = Turn { seat, past: &past, moves: &[], left: None, clock: None };
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
fn rules_wins_in_one_and_allows_no_win_in_one() {
    let (mut wins, mut saves) = (0, 0);
    for (seed, position) in positions(1000).iter().enumerate() {
        let board = position.board();
        let me = board.side();
        let mv = choose("rules", position, seed as u64);
        assert!(position.is_legal(mv), "{mv} in {position}");
        let after = board.after(mv);
        if can_arrive(&board, me) {
            wins += 1;
            assert_eq!(after.winner().map(|(seat, _)| seat), Some(me), "{mv} in {position}");
        } else if after.winner().is_none() && can_arrive(&after, me.other()) {
            let is_safe = |mv: Move| !can_arrive(&board.after(mv), me.other());
            assert!(!board.moves().any(is_safe), "{mv} in {position}");
        } else {
            saves += usize::from(can_arrive(&board, me.other()));
        }
    }
    assert!(wins > 50 && saves > 50, "{wins} wins and {saves} saves were tried");
}

#[test]
fn greedy_runs() {
    let text = "2---2-------------1------ ------------------------- 1 0 0 0 0";
    let position: Contrast = text.parse().unwrap();
    assert_eq!(choose("greedy", &position, 1).to_string(), "d2,d3");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: u64| -> Vec<String> {
        let mut bots = ["random", "rules"].map(|name| kit().make_bot(name, "", seed).unwrap());
        let (mut past, mut moves) = (vec![Contrast::new()], Vec::new());
        while let Some(seat) = past.last().and_then(Contrast::to_move) {
            let turn = Turn { seat, past: &past, moves: &moves, left: None, clock: None };
            let mv = bots[seat.index()].choose(&turn, &Budget::default(), &mut |_| {});
            let mut next = turn.position().clone();
            next.play(mv);
            moves.push(mv);
            past.push(next);
        }
        moves.iter().map(Move::to_string).collect()
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}
