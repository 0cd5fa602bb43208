//! The list of ContrastGame tests of the class document (seed 001), group by group.
//!
//! Every module is a group of the list and every test one of its lines, in the order of the list:
//! 47 in all. Squares are given as the document gives them, x then y from 0.

use gyoji_contrast::encode::{self, ACTIONS, HISTORY, PLANE, PLANES, TENSOR};
use gyoji_contrast::{Board, Contrast, Hand, Move, Tile};
use gyoji_core::{Game, Seat};

const P1: Seat = Seat::FIRST;
const P2: Seat = Seat::SECOND;

fn square(x: u8, y: u8) -> u8 {
    y * 5 + x
}

fn set(squares: &[(u8, u8)]) -> u32 {
    squares.iter().fold(0, |set, &(x, y)| set | 1 << square(x, y))
}

/// A board with these pieces, player 1 to move, hands full.
fn board(first: &[(u8, u8)], second: &[(u8, u8)]) -> Board {
    with_tiles(first, second, &[], &[])
}

fn with_tiles(
    first: &[(u8, u8)],
    second: &[(u8, u8)],
    black: &[(u8, u8)],
    gray: &[(u8, u8)],
) -> Board {
    Board::new([set(first), set(second)], set(black), set(gray), [Hand::FULL; 2], P1).unwrap()
}

fn step(from: (u8, u8), to: (u8, u8)) -> Move {
    Move::new(square(from.0, from.1), square(to.0, to.1))
}

/// Where the piece on a square can go, as the game itself lists it.
fn targets(board: Board, from: (u8, u8)) -> Vec<(u8, u8)> {
    let from = square(from.0, from.1);
    let position = Contrast::from(board);
    let mut found: Vec<(u8, u8)> = position
        .moves()
        .filter(|mv| mv.from() == from && mv.tile().is_none())
        .map(|mv| (mv.to() % 5, mv.to() / 5))
        .collect();
    found.sort_unstable();
    found
}

fn played(moves: &[Move]) -> Contrast {
    let mut position = Contrast::new();
    for &mv in moves {
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.play(mv);
    }
    position
}

/// 1. Initialisation and the start position (5).
mod group_01_start {
    use super::*;

    #[test]
    fn the_pieces_stand_on_the_first_and_last_row() {
        let board = Contrast::new().board();
        assert_eq!(board.pieces(P1), set(&[(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]));
        assert_eq!(board.pieces(P2), set(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]));
    }

    #[test]
    fn all_tiles_are_white() {
        let board = Contrast::new().board();
        assert_eq!(board.white().count_ones(), 25);
        assert!((0..25).all(|square| board.tile_on(square).is_none()));
    }

    #[test]
    fn each_player_holds_three_black_tiles_and_one_gray() {
        let board = Contrast::new().board();
        for seat in [P1, P2] {
            assert_eq!(board.hand(seat), Hand { black: 3, gray: 1 });
        }
    }

    #[test]
    fn player_1_moves_first() {
        assert_eq!(Contrast::new().to_move(), Some(P1));
    }

    #[test]
    fn the_game_is_not_over() {
        let start = Contrast::new();
        assert_eq!(start.outcome(), None);
        assert_eq!(start.ply(), 0);
    }
}

/// 2. How pieces move (8).
mod group_02_ways {
    use super::*;

    const MIDDLE: (u8, u8) = (2, 2);

    #[test]
    fn on_white_straight() {
        let board = board(&[MIDDLE], &[(0, 0)]);
        assert_eq!(targets(board, MIDDLE), [(1, 2), (2, 1), (2, 3), (3, 2)]);
    }

    #[test]
    fn on_black_diagonally() {
        let board = with_tiles(&[MIDDLE], &[(0, 0)], &[MIDDLE], &[]);
        assert_eq!(targets(board, MIDDLE), [(1, 1), (1, 3), (3, 1), (3, 3)]);
    }

    #[test]
    fn on_gray_in_all_eight_directions() {
        let board = with_tiles(&[MIDDLE], &[(0, 0)], &[], &[MIDDLE]);
        let all = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3)];
        assert_eq!(targets(board, MIDDLE), all);
    }

    #[test]
    fn pieces_of_the_opponent_are_in_the_way() {
        let board = board(&[MIDDLE], &[(2, 1), (1, 2)]);
        assert_eq!(targets(board, MIDDLE), [(2, 3), (3, 2)]);
        // Nor can they be jumped, not even behind a piece of one's own.
        let behind = super::board(&[MIDDLE, (2, 3)], &[(2, 4), (0, 0)]);
        assert!(!targets(behind, MIDDLE).contains(&(2, 4)));
        assert!(!behind.is_legal(step(MIDDLE, (2, 4))));
    }

    #[test]
    fn own_pieces_are_jumped() {
        let board = board(&[MIDDLE, (2, 3)], &[(0, 0)]);
        assert_eq!(targets(board, MIDDLE), [(1, 2), (2, 1), (2, 4), (3, 2)]);
    }

    #[test]
    fn no_piece_leaves_the_board() {
        let corner = board(&[(0, 4)], &[(0, 0)]);
        assert_eq!(targets(corner, (0, 4)), [(0, 3), (1, 4)]);
        // An own piece at the edge cannot be jumped: there is nothing behind it.
        let at_edge = board(&[(1, 4), (0, 4)], &[(0, 0)]);
        assert_eq!(targets(at_edge, (1, 4)), [(1, 3), (2, 4)]);
    }

    #[test]
    fn the_opponents_pieces_cannot_be_moved() {
        let start = Contrast::new();
        assert!(!start.is_legal(step((2, 0), (2, 1))));
        assert!(start.moves().all(|mv| mv.from() >= square(0, 4)));
    }

    #[test]
    fn a_row_of_own_pieces_is_jumped_at_once() {
        let three = board(&[(0, 2), (1, 2), (2, 2), (3, 2)], &[(0, 0)]);
        assert!(targets(three, (0, 2)).contains(&(4, 2)));
        // The tiles under the pieces that are jumped do not matter.
        let on_tiles =
            with_tiles(&[(0, 2), (1, 2), (2, 2)], &[(0, 0)], &[(1, 2)], &[(2, 2), (3, 2)]);
        assert!(targets(on_tiles, (0, 2)).contains(&(3, 2)));
    }
}

/// 3. How tiles are put down (5).
mod group_03_tiles {
    use super::*;

    #[test]
    fn a_black_tile_lies_where_it_was_put_and_has_left_the_hand() {
        let mv = step((2, 4), (2, 3)).with_tile(Tile::Black, square(2, 2));
        let board = played(&[mv]).board();
        assert_eq!(board.tile_on(square(2, 2)), Some(Tile::Black));
        assert_eq!(board.hand(P1), Hand { black: 2, gray: 1 });
        assert_eq!(board.hand(P2), Hand::FULL);
    }

    #[test]
    fn a_gray_tile_lies_where_it_was_put_and_has_left_the_hand() {
        let mv = step((2, 4), (2, 3)).with_tile(Tile::Gray, square(2, 4));
        let board = played(&[mv]).board();
        assert_eq!(board.tile_on(square(2, 4)), Some(Tile::Gray), "the square just left is free");
        assert_eq!(board.hand(P1), Hand { black: 3, gray: 0 });
    }

    #[test]
    fn no_tile_goes_where_the_piece_goes() {
        let mv = step((2, 4), (2, 3)).with_tile(Tile::Black, square(2, 3));
        assert!(!Contrast::new().is_legal(mv));
        assert!(Contrast::new().moves().all(|mv| mv.tile().is_none_or(|(_, at)| at != mv.to())));
    }

    #[test]
    fn no_tile_goes_under_a_piece_nor_onto_a_tile() {
        for at in [(0, 4), (3, 4), (0, 0), (4, 0)] {
            let mv = step((2, 4), (2, 3)).with_tile(Tile::Gray, square(at.0, at.1));
            assert!(!Contrast::new().is_legal(mv), "{mv}");
        }
        let first = step((2, 4), (2, 3)).with_tile(Tile::Black, square(2, 2));
        let again = step((0, 0), (0, 1)).with_tile(Tile::Gray, square(2, 2));
        assert!(!played(&[first]).is_legal(again), "tiles stay");
    }

    #[test]
    fn a_kind_that_is_used_up_is_not_offered() {
        let hands = [Hand { black: 0, gray: 1 }, Hand::FULL];
        let no_black = Board::new([set(&[(2, 2)]), set(&[(0, 0)])], 0, 0, hands, P1).unwrap();
        let kinds = |board: Board| -> Vec<Tile> {
            Contrast::from(board).moves().filter_map(|mv| Some(mv.tile()?.0)).collect()
        };
        assert!(!kinds(no_black).is_empty());
        assert!(kinds(no_black).iter().all(|&tile| tile == Tile::Gray));
        let hands = [Hand::EMPTY, Hand::FULL];
        let nothing = Board::new([set(&[(2, 2)]), set(&[(0, 0)])], 0, 0, hands, P1).unwrap();
        assert!(kinds(nothing).is_empty());
        assert_eq!(Contrast::from(nothing).moves().count(), 4);
    }
}

/// 4. Winning (3).
mod group_04_wins {
    use super::*;

    #[test]
    fn player_1_wins_on_the_top_row() {
        let mut position = Contrast::from(board(&[(2, 1)], &[(0, 2)]));
        position.play(step((2, 1), (2, 0)));
        let outcome = position.outcome().unwrap();
        assert_eq!((outcome.winner(), outcome.why), (Some(P1), "far-row"));
        assert_eq!(position.to_move(), None);
    }

    #[test]
    fn player_2_wins_on_the_bottom_row() {
        let mut position = Contrast::from(board(&[(0, 2)], &[(2, 3)]));
        position.play(step((0, 2), (1, 2)));
        position.play(step((2, 3), (2, 4)));
        let outcome = position.outcome().unwrap();
        assert_eq!((outcome.winner(), outcome.why), (Some(P2), "far-row"));
    }

    #[test]
    fn until_then_the_game_goes_on() {
        let position = played(&[step((2, 4), (2, 3)), step((2, 0), (2, 1))]);
        assert_eq!(position.outcome(), None);
        assert_eq!(position.to_move(), Some(P1));
    }
}

/// 4.5. Losing (2).
mod group_04_5_losses {
    use super::*;

    /// Player 1 has one piece, in the corner on black: its only way out is to (1, 3).
    fn cornered(second: &[(u8, u8)], side: Seat) -> Contrast {
        let pieces = [set(&[(0, 4)]), set(second)];
        let hands = [Hand::EMPTY; 2];
        Contrast::from(Board::new(pieces, set(&[(0, 4)]), 0, hands, side).unwrap())
    }

    #[test]
    fn whoever_cannot_move_has_lost() {
        assert_eq!(cornered(&[(0, 3)], P1).outcome(), None, "one way is left");
        let outcome = cornered(&[(1, 3)], P1).outcome().unwrap();
        assert_eq!((outcome.winner(), outcome.why), (Some(P2), "stuck"));
    }

    #[test]
    fn the_opponents_move_can_leave_one_without_moves() {
        let mut position = cornered(&[(1, 2)], P2);
        assert_eq!(position.outcome(), None);
        position.play(step((1, 2), (1, 3)));
        let outcome = position.outcome().unwrap();
        assert_eq!((outcome.winner(), outcome.why), (Some(P2), "stuck"));
        assert_eq!((position.to_move(), position.moves().count()), (None, 0));
    }
}

/// 5. Actions as numbers (4).
mod group_05_actions {
    use super::*;

    #[test]
    fn a_move_has_its_number() {
        let plain = step((2, 4), (2, 3));
        assert_eq!(encode::action(plain), (22 * 25 + 17) * 51);
        let black = plain.with_tile(Tile::Black, square(2, 2));
        assert_eq!(encode::action(black), (22 * 25 + 17) * 51 + 1 + 12);
        let gray = plain.with_tile(Tile::Gray, square(2, 2));
        assert_eq!(encode::action(gray), (22 * 25 + 17) * 51 + 26 + 12);
    }

    #[test]
    fn a_number_has_its_move() {
        assert_eq!(encode::decode(0), Some(step((0, 0), (0, 0))));
        let mv = encode::decode((22 * 25 + 17) * 51 + 26 + 12).unwrap();
        assert_eq!((mv.from(), mv.to(), mv.tile()), (22, 17, Some((Tile::Gray, 12))));
        assert_eq!(mv.to_string(), "c1,c2 c3g");
    }

    #[test]
    fn there_and_back_for_every_number() {
        for action in 0..ACTIONS {
            let mv = encode::decode(action).unwrap();
            assert_eq!(encode::action(mv), action);
            assert_eq!(encode::action_of(P1, mv), action);
            assert_eq!(encode::decode_for(P2, encode::action_of(P2, mv)), Some(mv));
        }
    }

    #[test]
    fn numbers_go_from_0_to_31874() {
        assert_eq!(ACTIONS, 31875);
        assert_eq!(encode::decode(ACTIONS), None);
        assert_eq!(encode::decode(usize::MAX), None);
        let last = step((4, 4), (4, 4)).with_tile(Tile::Gray, square(4, 4));
        assert_eq!(encode::action(last), 31874);
    }
}

/// 6. Legal moves (4).
mod group_06_legal_moves {
    use super::*;

    #[test]
    fn the_start_has_155() {
        assert_eq!(Contrast::new().moves().count(), 155);
    }

    #[test]
    fn a_finished_game_has_none() {
        let over = Contrast::from(board(&[(2, 0)], &[(0, 2)]));
        assert_eq!(over.moves().count(), 0);
        assert!(!over.is_legal(step((2, 0), (2, 1))));
    }

    #[test]
    fn every_way_can_be_gone_without_a_tile() {
        let start = Contrast::new();
        let ways = |with_tile: bool| -> std::collections::BTreeSet<(u8, u8)> {
            let moves = start.moves().filter(|mv| mv.tile().is_some() == with_tile);
            moves.map(|mv| (mv.from(), mv.to())).collect()
        };
        assert_eq!(ways(false), ways(true));
        assert_eq!(ways(false).len(), 5);
    }

    #[test]
    fn every_legal_move_can_be_played() {
        let start = Contrast::new();
        for mv in start.moves() {
            let mut next = start.clone();
            next.play(mv);
            assert_eq!(next.to_move(), Some(P2), "{mv}");
            assert_eq!(next.board().piece_on(mv.to()), Some(P1), "{mv}");
            assert_eq!(next.board().piece_on(mv.from()), None, "{mv}");
        }
    }
}

/// 7. Copies (2).
mod group_07_copies {
    use super::*;

    #[test]
    fn a_copy_goes_its_own_way() {
        let original = played(&[step((2, 4), (2, 3))]);
        let kept = original.to_string();
        let mut copy = original.clone();
        copy.play(step((2, 0), (2, 1)).with_tile(Tile::Gray, square(0, 2)));
        assert_eq!(original.to_string(), kept);
        assert_ne!(copy, original);
    }

    #[test]
    fn a_copy_is_the_same_position_with_the_same_past() {
        let moves = [step((2, 4), (2, 3)), step((2, 0), (2, 1)).with_tile(Tile::Black, 12)];
        let original = played(&moves);
        let copy = original.clone();
        assert_eq!(copy, original);
        assert_eq!(copy.ply(), 2);
        assert!(copy.boards().eq(original.boards()));
        assert_eq!(encode::tensor(&copy), encode::tensor(&original));
    }
}

/// 8. The state as a tensor (4).
mod group_08_tensor {
    use super::*;

    #[test]
    fn it_is_90_planes_of_5_by_5() {
        assert_eq!((PLANES, PLANE, TENSOR), (90, 25, 90 * 5 * 5));
        assert_eq!(encode::tensor(&Contrast::new()).len(), 90 * 5 * 5);
    }

    #[test]
    fn its_numbers_are_f32() {
        let tensor: Vec<f32> = encode::tensor(&Contrast::new());
        assert_eq!(size_of_val(tensor.as_slice()), 90 * 5 * 5 * 4);
    }

    #[test]
    fn missing_history_is_filled_with_the_oldest_position() {
        let position = played(&[step((2, 4), (2, 3)).with_tile(Tile::Gray, square(0, 2))]);
        let tensor = encode::tensor(&position);
        let plane = |index: usize| &tensor[index * PLANE..][..PLANE];
        // Player 2 is to move, so the board is turned: its own row is the last one. The newest
        // position has the moved piece and the tile; all seven older ones are the start.
        let ones = |set: u32| -> Vec<f32> { (0..25).map(|at| (set >> at & 1) as f32).collect() };
        let top_row = set(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        assert_eq!(plane(8), ones(top_row & !set(&[(2, 0)]) | set(&[(2, 1)])));
        assert_eq!(plane(24), ones(set(&[(4, 2)])));
        for age in 1..HISTORY {
            assert_eq!(plane(8 + age), ones(top_row), "{age} moves ago");
            assert_eq!(plane(24 + age), ones(0), "{age} moves ago");
            assert_eq!(plane(80 + age), [1.0; 25], "the gray tile was in the hand then");
        }
        assert_eq!(plane(80), [0.0; 25], "and is not any more");
        assert_eq!(plane(0), ones(set(&[(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)])));
    }

    #[test]
    fn its_values_are_in_range_and_mean_what_the_document_says() {
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..50 {
            let mut position = Contrast::new();
            for _ in 0..rng.usize(..40) {
                let moves: Vec<Move> = position.moves().collect();
                let Some(mv) = rng.choice(moves) else { break };
                position.play(mv);
            }
            let tensor = encode::tensor(&position);
            let (moves, rest) = tensor.split_last_chunk::<PLANE>().map(|(a, b)| (b, a)).unwrap();
            assert!(rest.iter().all(|value| (0.0..=1.0).contains(value)), "{position}");
            assert_eq!(moves, &[position.ply() as f32 / 100.0; PLANE]);
            let plane = |index: usize| &tensor[index * PLANE..][..PLANE];
            let (me, board) = (position.board().side(), position.board());
            let count = |index: usize| plane(index).iter().sum::<f32>() as u32;
            assert_eq!(count(0), board.pieces(me).count_ones());
            assert_eq!(count(8), board.pieces(me.other()).count_ones());
            assert_eq!(count(16), board.tiles(Tile::Black).count_ones());
            assert_eq!(count(24), board.tiles(Tile::Gray).count_ones());
            assert!((32..56).all(|index| count(index) == 0), "never written");
            assert_eq!(plane(56), [f32::from(board.hand(me).black) / 3.0; PLANE]);
            assert_eq!(plane(64), [f32::from(board.hand(me).gray); PLANE]);
            assert_eq!(plane(72), [f32::from(board.hand(me.other()).black) / 3.0; PLANE]);
            assert_eq!(plane(80), [f32::from(board.hand(me.other()).gray); PLANE]);
            assert_eq!(plane(88), [1.0; PLANE]);
        }
    }
}

/// 9. The history (3).
mod group_09_history {
    use super::*;

    #[test]
    fn it_begins_with_the_start() {
        assert_eq!(encode::history(&Contrast::new()), [Board::START]);
    }

    #[test]
    fn every_move_adds_one_newest_first() {
        let position = played(&[step((2, 4), (2, 3)), step((2, 0), (2, 1))]);
        let first = Board::START.after(step((2, 4), (2, 3)));
        assert_eq!(encode::history(&position), [position.board(), first, Board::START]);
    }

    #[test]
    fn it_never_has_more_than_eight() {
        let (out, back) = ([(0, 4), (0, 3)], [(4, 0), (4, 1)]);
        let round = [
            step(out[0], out[1]),
            step(back[0], back[1]),
            step(out[1], out[0]),
            step(back[1], back[0]),
        ];
        let mut position = Contrast::new();
        for (ply, &mv) in round.iter().cycle().take(11).enumerate() {
            position.play(mv);
            assert_eq!(encode::history(&position).len(), (ply + 2).min(HISTORY));
        }
        assert_eq!(encode::history(&position)[0], position.board());
    }
}

/// 10. Edges (3).
mod group_10_edges {
    use super::*;

    #[test]
    fn a_player_with_every_piece_blocked_has_no_legal_move() {
        // All on black in the last row, the squares ahead taken by the opponent.
        let own = [(0, 4), (1, 4), (2, 4)];
        let blocked = with_tiles(&own, &[(0, 3), (1, 3), (2, 3), (3, 3)], &own, &[]);
        assert_eq!(blocked.moves().count(), 0);
        let position = Contrast::from(blocked);
        assert_eq!(position.moves().count(), 0);
        assert_eq!(position.outcome().and_then(|outcome| outcome.winner()), Some(P2));
    }

    #[test]
    fn a_new_game_knows_nothing_of_the_last() {
        let mut position = played(&[step((2, 4), (2, 3)).with_tile(Tile::Black, 12)]);
        assert_ne!(position, Contrast::new());
        position = Contrast::new();
        assert_eq!(position.board(), Board::START);
        assert_eq!((position.ply(), position.boards().count()), (0, 1));
    }

    #[test]
    fn each_player_is_the_others_opponent() {
        assert_eq!((P1.other(), P2.other()), (P2, P1));
        assert_eq!(played(&[step((2, 4), (2, 3))]).to_move(), Some(P2));
    }
}

/// 11. Longer stories (4).
mod group_11_stories {
    use super::*;

    #[test]
    fn a_whole_game_is_played_to_its_end() {
        let mut rng = fastrand::Rng::with_seed(11);
        let mut endings = std::collections::BTreeSet::new();
        for _ in 0..200 {
            let mut position = Contrast::new();
            while position.to_move().is_some() {
                let moves: Vec<Move> = position.moves().collect();
                position.play(rng.choice(moves).unwrap());
                assert!(position.ply() < 1000, "{position}");
            }
            endings.insert(position.outcome().unwrap().why);
        }
        assert!(endings.contains("far-row"), "{endings:?}");
    }

    #[test]
    fn the_players_take_turns() {
        let mut position = Contrast::new();
        for ply in 0..6 {
            assert_eq!(position.to_move(), Some(Seat(ply % 2)));
            let mv = position.moves().find(|mv| mv.tile().is_some()).unwrap();
            position.play(mv);
        }
    }

    #[test]
    fn a_tile_changes_how_the_piece_on_it_moves() {
        let on = (2, 3);
        let mut position = Contrast::from(board(&[(2, 4), (4, 4)], &[(0, 0), (0, 1)]));
        let tile = step((4, 4), (4, 3)).with_tile(Tile::Black, square(on.0, on.1));
        position.play(tile);
        position.play(step((0, 1), (1, 1)));
        position.play(step((2, 4), on));
        position.play(step((1, 1), (0, 1)));
        assert_eq!(targets(position.board(), on), [(1, 2), (1, 4), (3, 2), (3, 4)]);
        // The tile counts where the piece starts from, not where it lands: off it goes straight.
        position.play(step(on, (1, 2)));
        position.play(step((0, 1), (0, 2)));
        assert_eq!(targets(position.board(), (1, 2)), [(1, 1), (1, 3), (2, 2)]);
    }

    #[test]
    fn a_number_means_the_same_move_all_the_way() {
        let mut rng = fastrand::Rng::with_seed(12);
        let mut position = Contrast::new();
        while let Some(seat) = position.to_move() {
            let moves: Vec<Move> = position.moves().collect();
            let numbers: std::collections::BTreeSet<usize> =
                moves.iter().map(|&mv| encode::action_of(seat, mv)).collect();
            assert_eq!(numbers.len(), moves.len(), "no two moves share a number");
            let mv = rng.choice(moves).unwrap();
            let (mut by_move, mut by_number) = (position.clone(), position.clone());
            by_move.play(mv);
            by_number.play(encode::decode_for(seat, encode::action_of(seat, mv)).unwrap());
            assert_eq!(by_move, by_number);
            position = by_move;
        }
    }
}
