//! The solver against a plain alpha-beta, and against the whole truth of small games: neither shares
//! anything with it but the rules.

use std::collections::HashMap;

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

/// Every position that can come of `start`, and what it is worth to whoever is to move: worked out
/// backwards from the ends, until nothing changes any more. What is left is drawn.
fn truth(start: Board) -> HashMap<Board, Verdict> {
    let mut boards = vec![start];
    let mut places = HashMap::from([(start, 0)]);
    let mut nexts: Vec<Vec<usize>> = Vec::new();
    while let Some(&board) = boards.get(nexts.len()) {
        let mut place = |mv| {
            let next = board.after(mv);
            *places.entry(next).or_insert_with(|| {
                boards.push(next);
                boards.len() - 1
            })
        };
        nexts.push(board.moves().map(&mut place).collect());
    }
    let mut worth = vec![Verdict::Draw; boards.len()];
    let mut is_new = true;
    while is_new {
        is_new = false;
        for place in 0..boards.len() {
            let all = |verdict| nexts[place].iter().all(|&next| worth[next] == verdict);
            let known = match worth[place] {
                // Nothing to play: a piece has arrived, or none can move.
                Verdict::Draw if all(Verdict::Win) => Verdict::Loss,
                Verdict::Draw if nexts[place].iter().any(|&next| worth[next] == Verdict::Loss) => {
                    Verdict::Win
                }
                known => known,
            };
            is_new |= known != worth[place];
            worth[place] = known;
        }
    }
    boards.into_iter().zip(worth).collect()
}

#[test]
fn it_knows_the_truth_about_small_games() {
    let mut rng = Rng::with_seed(5);
    let sorts = [Verdict::Win, Verdict::Loss, Verdict::Draw];
    let mut counts = [0; 3];
    for _ in 0..4 {
        let mut squares: Vec<u32> = (5..20).collect();
        rng.shuffle(&mut squares);
        let set = |places: &[u32]| places.iter().fold(0, |set, place| set | 1 << place);
        let pieces = [set(&squares[..2]), set(&squares[2..4])];
        rng.shuffle(&mut squares);
        let (black, gray) = (set(&squares[..5]), set(&squares[5..7]));
        let hands = [Hand::EMPTY; 2];
        let start = Board::new(pieces, black, gray, hands, Seat::FIRST).unwrap();
        let mut all: Vec<(Board, Verdict)> = truth(start).into_iter().collect();
        all.retain(|(board, _)| board.to_move().is_some());
        all.sort_unstable_by_key(|(board, _)| board.key());
        rng.shuffle(&mut all);
        for (sort, count) in sorts.iter().zip(&mut counts) {
            for (board, worth) in all.iter().filter(|(_, worth)| worth == sort).take(20) {
                let solution = solve(&Contrast::from(*board), 1_000_000);
                assert_eq!(solution.verdict, *worth, "{board}");
                *count += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count >= 40), "{counts:?}");
}
