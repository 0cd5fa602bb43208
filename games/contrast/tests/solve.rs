//! The solver against a plain alpha-beta that shares nothing with it but the rules.

use fastrand::Rng;
use gyoji_contrast::playout::random_move;
use gyoji_contrast::{Board, Contrast, Hand, Move, kit};
use gyoji_core::{Budget, Game, GaveUp, Options, Seat, Solution, SolveLimits, Verdict};
use gyoji_search::alphabeta::is_decided;
use gyoji_search::{AlphaBeta, Evaluate, Limits};

fn solve(position: &Contrast, nodes: u64) -> Solution<Move> {
    let solver = kit().solver.unwrap();
    let limits = SolveLimits { nodes: Some(nodes), deadline: None, memory: 16 << 20, stop: None };
    (solver.solve)(position, &Options::defaults(solver.options), &limits, &mut |_| ()).unwrap()
}

fn set(squares: &[(u8, u8)]) -> u32 {
    squares.iter().fold(0, |set, &(x, y)| set | 1 << (y * 5 + x))
}

/// These pieces, player 1 to move, hands empty.
fn position(first: &[(u8, u8)], second: &[(u8, u8)]) -> Contrast {
    let board = Board::new([set(first), set(second)], 0, 0, [Hand::EMPTY; 2], Seat::FIRST);
    Contrast::from(board.unwrap())
}

/// Plays a line and says who has won.
fn winner(position: &Contrast, line: &[Move]) -> Option<Seat> {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.play(mv);
    }
    position.outcome().and_then(|end| end.winner())
}

/// Knows nothing, so that only finished games count.
struct Blank;

impl Evaluate<Board> for Blank {
    fn evaluate(&mut self, _: &Board) -> i32 {
        0
    }
}

#[test]
fn a_race_is_won_by_a_move() {
    let race = position(&[(2, 2)], &[(4, 2)]);
    let solution = solve(&race, 10_000);
    assert_eq!((solution.verdict, solution.line.len()), (Verdict::Win, 3));
    assert_eq!(winner(&race, &solution.line), Some(Seat::FIRST));
}

#[test]
fn two_threats_at_once_cannot_be_met() {
    let lost = position(&[(2, 2)], &[(0, 3), (4, 3)]);
    let solution = solve(&lost, 10_000);
    assert_eq!((solution.verdict, solution.line.len()), (Verdict::Loss, 2));
    assert_eq!(winner(&lost, &solution.line), Some(Seat::SECOND));
}

#[test]
fn the_limit_of_moves_counts() {
    let race = position(&[(2, 2)], &[(4, 2)]).board();
    let with = |ply: u32| -> Contrast { format!("{race} ply {ply} of 150").parse().unwrap() };
    assert_eq!(solve(&with(147), 10_000).verdict, Verdict::Win);
    assert_eq!(solve(&with(148), 10_000).verdict, Verdict::Unknown(GaveUp::Late));
}

#[test]
fn little_effort_proves_nothing() {
    let solution = solve(&Contrast::new(), 500);
    assert_eq!(solution.verdict, Verdict::Unknown(GaveUp::Nodes));
    assert!(solution.nodes <= 500 && solution.line.is_empty());
}

#[test]
fn it_agrees_with_alpha_beta() {
    let mut rng = Rng::with_seed(11);
    let (mut wins, mut losses) = (0, 0);
    for _ in 0..150 {
        let mut position = Contrast::new();
        for _ in 0..rng.u32(14..40) {
            match position.to_move() {
                Some(_) => position.play(random_move(&position.board(), &mut rng).unwrap()),
                None => break,
            }
        }
        let Some(seat) = position.to_move() else { continue };
        let board = position.board();
        let depth = if board.count_moves() > 60 { 2 } else { 5 };
        let mut search = AlphaBeta::new(Blank, 1 << 20);
        let limits = Limits::depth(depth);
        let found = search.search(&board, &limits, &Budget::default(), &mut |_| ()).unwrap();
        let solution = solve(&position, 3000);
        match solution.verdict {
            Verdict::Win if is_decided(found.score) => assert!(found.score > 0, "{position}"),
            Verdict::Loss if is_decided(found.score) => assert!(found.score < 0, "{position}"),
            Verdict::Draw => assert!(!is_decided(found.score), "{position}"),
            _ => {}
        }
        if is_decided(found.score) {
            let is_proved = matches!(solution.verdict, Verdict::Win | Verdict::Loss);
            assert!(is_proved, "{position}: a short win is found: {:?}", solution.verdict);
        }
        match solution.verdict {
            Verdict::Win => {
                wins += 1;
                assert_eq!(winner(&position, &solution.line), Some(seat), "{position}");
            }
            Verdict::Loss => {
                losses += 1;
                assert_eq!(winner(&position, &solution.line), Some(seat.other()), "{position}");
            }
            _ => {}
        }
    }
    assert!(wins > 30 && losses > 5, "{wins} {losses}");
}
