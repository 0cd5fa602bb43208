//! The bots: legal in every position, within their time, and as strong as they say.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gyoji_core::{Bot, Budget, Game, Seat, Turn};
use gyoji_search::{AlphaBeta, Limits};

use super::evaluate::{Evaluation, features};
use super::*;
use crate::Move;
use crate::board::Board;

/// How late a busy machine may be; a search that forgets its clock takes an hour.
const SLACK: Duration = Duration::from_millis(400);

/// Every bot, made cheap enough for a test.
const CHEAP: [(&str, &str); 7] = [
    ("random", ""),
    ("greedy", ""),
    ("weights", ""),
    ("monte", "playouts=20"),
    ("mcts", "playouts=40"),
    ("alphabeta", "depth=2,solve=8"),
    ("pattern", "depth=3,solve=8,memory=1"),
];

fn make(name: &str, options: &str, seed: u64) -> Box<dyn Bot<Othello>> {
    crate::kit().make_bot(name, options, seed).unwrap()
}

fn ask(bot: &mut dyn Bot<Othello>, position: &Othello, budget: &Budget<'_>) -> (Move, Vec<String>) {
    let past = [*position];
    let turn = Turn { seat: position.side(), past: &past, moves: &[], left: None, clock: None };
    let mut said = Vec::new();
    let mv = bot.choose(&turn, budget, &mut |thought| said.push(thought.line));
    (mv, said)
}

/// Positions of random games, passes among them.
fn sample(games: u64) -> Vec<Othello> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut position = if seed % 2 == 0 { Othello::STANDARD } else { Othello::MIRRORED };
        while position.to_move().is_some() {
            all.push(position);
            let moves: Vec<Move> = position.moves().collect();
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
    all
}

#[test]
fn every_bot_is_legal_everywhere() {
    let positions = sample(8);
    assert!(
        positions.iter().any(|position| position.board().moves() == 0),
        "no pass in the sample"
    );
    for (name, options) in CHEAP {
        let mut bot = make(name, options, 7);
        for position in &positions {
            let (mv, _) = ask(&mut *bot, position, &Budget::default());
            assert!(position.is_legal(mv), "{name}: {mv} in {position}");
        }
    }
}

#[test]
fn positions_that_no_game_reaches_do_no_harm() {
    let mut rng = Rng::with_seed(5);
    let mut positions = vec![Othello::new(Board::default(), Seat::FIRST)];
    for density in 1..60 {
        let mut board = Board::default();
        for square in 0..64 {
            match rng.u32(..64) {
                draw if draw < density / 2 => board.own |= 1 << square,
                draw if draw < density => board.opp |= 1 << square,
                _ => {}
            }
        }
        positions.push(Othello::new(board, Seat::SECOND));
    }
    for (name, options) in CHEAP {
        let mut bot = make(name, options, 7);
        for position in &positions {
            let (mv, _) = ask(&mut *bot, position, &Budget::default());
            assert!(position.to_move().is_none() || position.is_legal(mv), "{name}: {position}");
        }
    }
}

#[test]
fn the_cheap_list_and_the_ladder_agree() {
    let names: Vec<&str> = bots().iter().map(|entry| entry.name).collect();
    assert_eq!(names, CHEAP.map(|(name, _)| name));
    let levels: Vec<u8> = bots().iter().map(|entry| entry.level).collect();
    assert!(levels.is_sorted(), "{levels:?}");
}

#[test]
fn no_budget_at_all_still_gives_a_legal_move_at_once() {
    let stop = AtomicBool::new(true);
    let over = Budget { deadline: Some(Instant::now()), stop: None };
    let stopped = Budget { deadline: None, stop: Some(&stop) };
    for (name, options) in [
        ("monte", "time=1h"),
        ("mcts", "time=1h"),
        ("alphabeta", "time=1h"),
        ("pattern", "time=1h"),
    ] {
        let mut bot = make(name, options, 1);
        for position in sample(3) {
            for budget in [over, stopped] {
                let begun = Instant::now();
                let (mv, _) = ask(&mut *bot, &position, &budget);
                assert!(position.is_legal(mv), "{name}: {mv} in {position}");
                assert!(begun.elapsed() < SLACK, "{name} {position}");
            }
        }
    }
}

#[test]
fn deadlines_are_met_in_the_middle_and_at_the_end() {
    let positions = sample(1);
    for (name, options) in [
        ("monte", "time=1h"),
        ("mcts", "time=1h"),
        ("alphabeta", "time=1h"),
        ("pattern", "time=1h"),
    ] {
        let mut bot = make(name, options, 1);
        for ply in [10, 38, 42, 46] {
            let limit = Duration::from_millis(100);
            let begun = Instant::now();
            let budget = Budget { deadline: Some(begun + limit), stop: None };
            ask(&mut *bot, &positions[ply], &budget);
            // The margin is what keeps the deadline; the slack is for a busy test machine.
            let took = begun.elapsed();
            assert!(took < limit + SLACK, "{name} at ply {ply}: {took:?}");
        }
    }
}

#[test]
fn the_own_time_is_used_and_not_exceeded() {
    let mut bot = make("mcts", "time=50ms", 1);
    let begun = Instant::now();
    ask(&mut *bot, &sample(1)[20], &Budget::default());
    assert!(begun.elapsed() >= Duration::from_millis(45), "{:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_millis(50) + SLACK, "{:?}", begun.elapsed());
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed| {
        let mut bots = [make("mcts", "playouts=60", seed), make("alphabeta", "depth=3", seed)];
        let (mut position, mut moves) = (Othello::STANDARD, Vec::new());
        while let Some(seat) = position.to_move() {
            let (mv, _) = ask(&mut *bots[seat.index()], &position, &Budget::default());
            position.play(mv);
            moves.push(mv);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

/// A game of two, who hear of each other's turns: its moves.
fn game(options: [&str; 2], seed: u64) -> Vec<Move> {
    let mut bots = options.map(|options| make("pattern", options, seed));
    let (mut past, mut moves) = (vec![Othello::STANDARD], Vec::new());
    while let Some(seat) = past.last().and_then(Game::to_move) {
        let turn = Turn { seat, past: &past, moves: &moves, left: None, clock: None };
        let [first, second] = &mut bots;
        let (bot, other) = if seat == Seat::FIRST { (first, second) } else { (second, first) };
        other.ponder(&turn);
        let mv = bot.choose(&turn, &Budget::default(), &mut |_| ());
        assert!(turn.position().is_legal(mv), "{mv} in {}", turn.position());
        let mut next = *turn.position();
        next.play(mv);
        past.push(next);
        moves.push(mv);
    }
    moves
}

#[test]
fn whoever_thinks_in_the_opponents_time_plays_on_whenever_asked() {
    let hurried = "time=1ms,memory=1,ponder=yes";
    for seed in 0..6 {
        assert!(game([hurried, hurried], seed).len() >= 9);
    }
    assert!(game([hurried, "depth=1,solve=0,memory=1"], 7).len() >= 9);
}

#[test]
fn games_without_time_can_be_repeated_whoever_may_ponder() {
    let usual = "depth=3,solve=8,memory=1";
    let expected = game([usual, usual], 5);
    assert_eq!(game([&format!("{usual},ponder=yes"), &format!("{usual},ponder=no")], 5), expected);
    assert_eq!(game([usual, usual], 5), expected);
}

#[test]
fn weights_takes_the_leftmost_then_uppermost_of_equals() {
    let mut bot = make("weights", "", 0);
    // d3, c4, f5 and e6 are at (3,2), (2,3), (5,4) and (4,5), all worth 182.
    assert_eq!(ask(&mut *bot, &Othello::STANDARD, &Budget::default()).0.to_string(), "c4");
}

#[test]
fn monte_speaks_like_the_sample_ai_of_the_course() {
    let mut bot = make("monte", "playouts=40", 1);
    let (mv, said) = ask(&mut *bot, &Othello::MIRRORED, &Budget::default());
    assert_eq!(said.len(), 5);
    for (line, cell) in said.iter().zip(["(4,2)", "(5,3)", "(2,4)", "(3,5)"]) {
        let rate = line.strip_prefix(&format!("{cell}: rate= ")).unwrap();
        let rate: f64 = rate.strip_suffix("% / 10").unwrap().parse().unwrap();
        assert!((0.0..=100.0).contains(&rate), "{line}");
    }
    let square = mv.square().unwrap();
    assert_eq!(said[4], format!("PUT->({},{})", square % 8, square / 8));
}

#[test]
fn the_end_is_solved() {
    let mut bot = make("alphabeta", "", 1);
    let position = sample(1)[48];
    assert_eq!(position.board().empties(), 12);
    let (mv, said) = ask(&mut *bot, &position, &Budget::default());
    assert!(said[0].starts_with("solved score ") && said[0].ends_with(&mv.to_string()), "{said:?}");
    let (mv, said) = ask(&mut *make("pattern", "", 1), &position, &Budget::default());
    let last = said.last().unwrap();
    assert!(last.starts_with("solved score ") && last.contains(&format!(" {mv}")), "{said:?}");
}

#[test]
fn pattern_tells_depth_and_selectivity_and_varies_its_games_by_the_seed() {
    // All four first moves are equally good.
    let position = Othello::STANDARD;
    let first = |seed, variety| {
        let options = format!("depth=5,memory=1,book=no,variety={variety}");
        ask(&mut *make("pattern", &options, seed), &position, &Budget::default())
    };
    let (mv, said) = first(1, 0);
    assert_eq!(said.len(), 5, "one line for each depth: {said:?}");
    assert!(said[4].starts_with("depth 5@73% score ") && said[4].contains(&format!(" {mv}")));
    assert_eq!(first(1, 0), first(2, 0));
    assert_eq!(first(3, 40), first(3, 40));
    assert!((2..20).any(|seed| first(seed, 40).0 != first(1, 40).0));
}

#[test]
fn pattern_plays_from_its_book_whichever_way_the_board_lies() {
    for board in [Board::STANDARD, Board::MIRRORED] {
        let position = Othello::new(board, Seat::FIRST);
        let (mv, said) = ask(&mut *make("pattern", "", 1), &position, &Budget::default());
        assert!(said.len() == 1 && said[0].starts_with("book "), "{said:?}");
        assert!(position.is_legal(mv) && said[0].ends_with(&format!(" {mv}")), "{said:?}");
    }
}

#[test]
fn the_evaluation_does_not_care_how_the_board_is_turned() {
    let evaluation = Evaluation::new(0, 0);
    for position in sample(4) {
        let Board { own, opp } = position.board();
        let upside_down = Board { own: own.swap_bytes(), opp: opp.swap_bytes() };
        let turned = Board { own: own.reverse_bits(), opp: opp.reverse_bits() };
        for other in [upside_down, turned] {
            assert_eq!(features(position.board()), features(other), "{position}");
        }
        assert!(evaluation.value(position.board()).abs() < 64 * 10 * evaluate::DISC);
    }
}

#[test]
fn the_work_done_is_the_same_as_ever() {
    // A checksum of evaluation, move order and search: change it only on purpose.
    let nodes = |position: &Othello| {
        let mut search = AlphaBeta::new(Evaluation::new(0, 0), 1 << 20);
        search.search(position, &Limits::depth(5), &Budget::default(), &mut |_| ()).unwrap().nodes
    };
    let sum: u64 = sample(2).iter().step_by(6).map(nodes).sum();
    assert_eq!(sum, 27_115);
}
