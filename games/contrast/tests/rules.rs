//! What the class document leaves open, and what must hold for any rules of this kind: draws,
//! reasons, symmetries, round trips.

use gyoji_contrast::{Board, Contrast, Move, encode, playout};
use gyoji_core::view::Step;
use gyoji_core::{Game, Lang, Options, Seat, Setup, TwoSeat};

fn start(options: &str) -> Contrast {
    let options = Options::check(Contrast::SPEC.options, Options::split(options)).unwrap();
    Contrast::start(&Setup { options, ..Setup::default() }).unwrap()
}

fn play(position: &mut Contrast, moves: &str) {
    for text in moves.split("; ") {
        let mv: Move = text.parse().unwrap();
        assert!(position.is_legal(mv), "{text} in {position}");
        position.play(mv);
    }
}

/// Both sides go out and come back: the position after it is the one before it.
const ROUND: &str = "a1,a2; a5,a4; a2,a1; a4,a5";

#[test]
fn the_fourth_time_is_a_draw() {
    let mut position = start("");
    for seen in 1..4 {
        assert_eq!((position.seen(), position.outcome()), (seen, None));
        play(&mut position, ROUND);
    }
    let outcome = position.outcome().unwrap();
    assert_eq!((position.seen(), outcome.why, outcome.winner()), (4, "repetition", None));
    assert_eq!((position.to_move(), position.moves().count()), (None, 0));
    assert!(position.to_string().ends_with(" ply 12 of 150 seen 4"), "{position}");
}

#[test]
fn only_the_same_side_to_move_counts_as_the_same_position() {
    // Player 1 comes back in three moves, player 2 in two: the same pieces, another side to move.
    let text = "2-----------1------------ ------------g------------ 1 0 0 0 0";
    let mut position: Contrast = text.parse().unwrap();
    let before = position.board();
    play(&mut position, "c3,d4; a5,a4; d4,d3; a4,a5; d3,c3");
    assert_eq!(position.board().pieces(Seat::FIRST), before.pieces(Seat::FIRST));
    assert_eq!(position.board().pieces(Seat::SECOND), before.pieces(Seat::SECOND));
    assert_eq!(position.seen(), 1);
}

#[test]
fn a_tile_makes_every_position_new() {
    let mut position = start("");
    play(&mut position, ROUND);
    play(&mut position, ROUND);
    assert_eq!(position.seen(), 3);
    play(&mut position, "a1,a2 c3b; a5,a4; a2,a1; a4,a5");
    assert_eq!(position.seen(), 1);
    assert_eq!(position.since_last_tile(), 3);
    play(&mut position, ROUND);
    assert_eq!(position.seen(), 2);
}

#[test]
fn repetition_can_be_switched_off() {
    let mut position = start("repetition=false&plies=0");
    for _ in 0..20 {
        play(&mut position, ROUND);
    }
    assert_eq!((position.ply(), position.seen(), position.outcome()), (80, 0, None));
    assert!(!position.to_string().contains("seen"), "{position}");
}

#[test]
fn the_limit_of_moves_is_a_draw_unless_the_last_one_wins() {
    let mut position = start("plies=3");
    play(&mut position, "c1,c2; c5,c4; c2,c3");
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.why, outcome.winner()), ("plies", None));
    assert_eq!((position.to_move(), position.moves().count()), (None, 0));
    assert!(position.why_illegal("c4,c3".parse().unwrap()).is_none(), "nothing is asked any more");

    let text = "-----1--------2---------- ------------------------- 1 0 0 0 0 ply 149 of 150";
    let mut won: Contrast = text.parse().unwrap();
    play(&mut won, "a4,a5");
    assert_eq!(won.outcome().unwrap().why, "far-row");
}

#[test]
fn a_position_of_the_setup_keeps_its_own_limit() {
    let at = |text: String| {
        let options = Options::check(Contrast::SPEC.options, Options::split("plies=80")).unwrap();
        Contrast::start(&Setup { position: Some(text), options, ..Setup::default() }).unwrap()
    };
    assert_eq!(at(Board::START.to_string()).limit(), Some(80));
    assert_eq!(at(format!("{} ply 4 of 10", Board::START)).limit(), Some(10));
}

/// Positions with the same board but another past are different positions: one may be nearer to
/// a draw. The board alone stays the same.
#[test]
fn the_past_tells_positions_apart() {
    let (mut one, mut other) = (start("plies=0"), start("plies=0"));
    play(&mut one, "a1,a2; a5,a4; b1,b2; b5,b4");
    play(&mut other, "b1,b2; b5,b4; a1,a2; a5,a4");
    assert_eq!(one.board(), other.board());
    assert_ne!(one, other, "they came through other positions");
    let mut third = start("plies=0");
    play(&mut third, "a1,a2; a5,a4; b1,b2; b5,b4");
    assert_eq!(one, third);
    assert_eq!(one.key(), third.key());
}

#[test]
fn the_longest_past_is_dropped_without_a_recursion() {
    let mut position = start("repetition=false&plies=0");
    let round: Vec<Move> = ROUND.split("; ").map(|text| text.parse().unwrap()).collect();
    for mv in round.iter().cycle().take(100_000) {
        position.play(*mv);
    }
    assert_eq!(position.boards().count(), 100_001);
    drop(position);
}

#[test]
fn reasons_are_precise() {
    let why = |text: &str, mv: &str| {
        let position: Contrast = text.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(!position.is_legal(mv), "{mv}");
        let text = position.why_illegal(mv).unwrap();
        assert!(!text.get(Lang::Ja).is_ascii());
        text.get(Lang::En).to_owned()
    };
    let start = &Board::START.to_string();
    assert_eq!(why(start, "c3,c4"), "there is no piece on c3");
    assert_eq!(why(start, "c5,c4"), "the piece on c5 is the opponent's");
    assert_eq!(why(start, "c1,c1"), "the piece has to leave c1");
    assert_eq!(why(start, "c1,d1"), "there is a piece on d1 already");
    assert_eq!(
        why(start, "c1,d2"),
        "c1 is white: from there a piece moves straight, not diagonally"
    );
    assert_eq!(why(start, "c1,d3"), "d3 is not on a line with c1");
    assert_eq!(
        why(start, "c1,c3"),
        "a piece moves one square, or jumps over its own; in that direction it stops on c2"
    );
    assert_eq!(why(start, "c1,c2 c2b"), "no tile can be put on c2: the piece goes there");
    assert_eq!(why(start, "c1,c2 a5g"), "no tile can be put on a5: there is a piece on it");
    let tiles = "2---2-----2-1-----1-1---1 ---------------b--g-----b 1 3 0 3 1";
    assert_eq!(why(tiles, "c3,c4 a2b"), "there is a tile on a2 already, and tiles stay");
    assert_eq!(why(tiles, "c3,c4 b4g"), "no gray tile is left in the hand");
    assert_eq!(
        why(tiles, "e1,e2"),
        "e1 is black: from there a piece moves diagonally, not straight"
    );
    // The gray piece on d2 jumps over its own on c3 to b4; a5 is behind that, and not free.
    assert!(tiles.parse::<Contrast>().unwrap().is_legal("d2,b4".parse().unwrap()));
    assert_eq!(why(tiles, "d2,a5"), "there is a piece on a5 already");
    let jump = "--------2----1----1---1-- ------------------------- 1 0 0 0 0";
    assert_eq!(why(jump, "d2,d5"), "the opponent's piece on d4 is in the way");
}

/// The steps of a move: from, to, the kind of tile, and its square.
#[test]
fn a_move_is_spelled_in_clicks() {
    let steps = |text: &str| {
        Contrast::start(&Setup::usual::<Contrast>()).unwrap().steps(text.parse().unwrap())
    };
    let (from, to) = (Step::Cell(2, 4), Step::Cell(2, 3));
    assert_eq!(steps("c1,c2"), [from.clone(), to.clone(), Step::Word("none".into())]);
    assert_eq!(steps("c1,c2 b3g"), [from, to, Step::Word("gray".into()), Step::Cell(1, 2)]);
}

/// Random positions, as random games meet them.
fn positions(count: usize, seed: u64) -> Vec<Board> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut board = Board::START;
        while let Some(mv) = playout::random_move(&board, &mut rng) {
            found.push(board);
            board.play(mv);
        }
        found.push(board);
    }
    found.truncate(count);
    found
}

fn sorted(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_unstable();
    moves
}

#[test]
fn left_and_right_are_alike() {
    let mirror = |mv: Move| mv.map(|square| square / 5 * 5 + 4 - square % 5);
    for board in positions(1000, 21) {
        let other = board.mirrored();
        assert_eq!(sorted(other.moves()), sorted(board.moves().map(mirror)), "{board}");
        assert_eq!(other.winner(), board.winner(), "{board}");
        assert_eq!(other.mirrored(), board);
        for mv in board.moves().step_by(17) {
            assert_eq!(board.after(mv).mirrored(), other.after(mirror(mv)), "{mv} in {board}");
        }
    }
}

#[test]
fn both_players_are_alike() {
    for board in positions(1000, 22) {
        let other = board.turned();
        assert_eq!(sorted(other.moves()), sorted(board.moves().map(Move::turned)), "{board}");
        let won = |board: &Board| board.winner().map(|(seat, arrived)| (seat.other(), arrived));
        assert_eq!(other.winner(), won(&board), "{board}");
        assert_eq!(other.turned(), board);
        for mv in board.moves().step_by(17) {
            assert_eq!(board.after(mv).turned(), other.after(mv.turned()), "{mv} in {board}");
        }
        // What the mover sees does not depend on which player it is.
        let planes = |board: Board| encode::tensor(&Contrast::from(board));
        assert_eq!(planes(board), planes(other), "{board}");
        let actions = |board: &Board| -> Vec<usize> {
            let mut all: Vec<usize> =
                board.moves().map(|mv| encode::action_of(board.side(), mv)).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(actions(&board), actions(&other), "{board}");
    }
}

#[test]
fn every_legal_move_of_10_000_positions_survives_its_text_and_its_number() {
    for board in positions(10_000, 23) {
        assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        for mv in board.moves() {
            assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
            let action = encode::action_of(board.side(), mv);
            assert!(action < encode::ACTIONS);
            assert_eq!(encode::decode_for(board.side(), action), Some(mv));
        }
    }
}

#[test]
fn legal_is_what_is_listed() {
    for board in positions(40, 24) {
        let listed = sorted(board.moves());
        let legal =
            (0..encode::ACTIONS).filter_map(encode::decode).filter(|&mv| board.is_legal(mv));
        assert_eq!(sorted(legal), listed, "{board}");
        let reasons = (0..encode::ACTIONS).step_by(7).filter_map(encode::decode);
        for mv in reasons.filter(|_| board.winner().is_none()) {
            let reason = Contrast::from(board).why_illegal(mv);
            assert_eq!(reason.is_none(), board.is_legal(mv), "{mv} in {board}: {reason:?}");
        }
    }
}

#[test]
fn different_boards_have_different_keys() {
    let boards: std::collections::HashSet<Board> = positions(10_000, 25).into_iter().collect();
    let keys: std::collections::HashSet<u64> = boards.iter().map(Board::key).collect();
    assert_eq!(keys.len(), boards.len());
}

/// The view is what the board says, and whose turn it is.
#[test]
fn the_view_shows_pieces_tiles_and_hands() {
    let mut position = start("");
    play(&mut position, "c1,c2 c1g");
    let view = position.view();
    let cell = view.cell(2, 4).unwrap();
    assert_eq!((cell.ground.as_str(), cell.pieces.len()), ("gray", 0));
    let cell = view.cell(2, 3).unwrap();
    assert_eq!((cell.ground.as_str(), cell.pieces[0].seat), ("white", Seat::FIRST));
    assert_eq!(view.seats[0].hand, [("black".to_owned(), 3), ("gray".to_owned(), 0)]);
    assert_eq!(view.to_move, Some(Seat::SECOND));
}
