//! The bots: legal in every position, within their time, never blind to the next move.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gyoji_contrast::bots::evaluate::Evaluation;
use gyoji_contrast::playout::random_move;
use gyoji_contrast::race::can_arrive;
use gyoji_contrast::{Contrast, Move, kit};
use gyoji_core::{Bot, Budget, Game, Options, SolveLimits, Turn, Verdict};

/// How late a busy machine may be; a search that forgets its clock takes an hour.
const SLACK: Duration = Duration::from_millis(400);

/// Every bot, made cheap enough for a test.
const CHEAP: [(&str, &str); 5] = [
    ("random", ""),
    ("greedy", ""),
    ("rules", ""),
    ("mcts", "simulations=20"),
    ("alphabeta", "depth=2"),
];

fn make(name: &str, options: &str, seed: u64) -> Box<dyn Bot<Contrast>> {
    kit().make_bot(name, options, seed).unwrap()
}

fn ask(bot: &mut dyn Bot<Contrast>, position: &Contrast, budget: &Budget<'_>) -> Move {
    let past = [position.clone()];
    let turn =
        Turn { seat: position.board().side(), past: &past, moves: &[], left: None, clock: None };
    bot.choose(&turn, budget, &mut |_| ())
}

/// Positions of random games that are not over.
fn sample(games: u64) -> Vec<Contrast> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut position = Contrast::new();
        while position.to_move().is_some() {
            all.push(position.clone());
            position.play(random_move(&position.board(), &mut rng).unwrap());
        }
    }
    all
}

#[test]
fn every_bot_is_legal_everywhere() {
    let positions = sample(6);
    for (name, options) in CHEAP {
        let mut bot = make(name, options, 7);
        for position in &positions {
            let mv = ask(&mut *bot, position, &Budget::default());
            assert!(position.is_legal(mv), "{name}: {mv} in {position}");
        }
    }
}

#[test]
fn the_cheap_list_and_the_ladder_agree() {
    let bots = kit().bots;
    let names: Vec<&str> = bots.iter().map(|entry| entry.name).collect();
    assert_eq!(names, CHEAP.map(|(name, _)| name));
    assert!(bots.iter().map(|entry| entry.level).is_sorted_by(|low, high| low < high));
}

#[test]
fn wins_in_one_are_played_and_losses_in_one_avoided() {
    let (mut wins, mut dangers) = (0, 0);
    for position in sample(12) {
        let board = position.board();
        let me = board.side();
        let winning = can_arrive(&board, me);
        let is_safe = |mv: Move| !can_arrive(&board.after(mv), me.other());
        let (safe, unsafe_moves): (Vec<Move>, Vec<Move>) =
            board.moves().partition(|&mv| is_safe(mv));
        let matters = winning || !safe.is_empty() && !unsafe_moves.is_empty();
        if !matters {
            continue;
        }
        for (name, options) in [
            ("mcts", "simulations=40"),
            ("mcts", "simulations=300,guide=playouts"),
            ("alphabeta", "depth=1"),
            ("alphabeta", "depth=3"),
        ] {
            let mv = ask(&mut *make(name, options, 3), &position, &Budget::default());
            let after = board.after(mv);
            if winning {
                assert!(after.winner().is_some_and(|(seat, _)| seat == me), "{name}: {position}");
                wins += 1;
            } else {
                // Who is lost anyway may try anything.
                assert!(is_safe(mv) || is_lost(&position), "{name}?{options}: {mv} in {position}");
                dangers += 1;
            }
        }
    }
    assert!(wins > 20 && dangers > 80, "{wins} {dangers}");
}

fn is_lost(position: &Contrast) -> bool {
    let solver = kit().solver.unwrap();
    let limits = SolveLimits { nodes: Some(20_000), deadline: None, memory: 1 << 22, stop: None };
    let options = Options::defaults(solver.options);
    let solution = (solver.solve)(position, &options, &limits, &mut |_| ());
    solution.is_ok_and(|solution| solution.verdict == Verdict::Loss)
}

#[test]
fn no_budget_at_all_still_gives_a_legal_move_at_once() {
    let stop = AtomicBool::new(true);
    let over = Budget { deadline: Some(Instant::now()), stop: None };
    let stopped = Budget { deadline: None, stop: Some(&stop) };
    for (name, options) in [("mcts", "time=1h"), ("alphabeta", "time=1h")] {
        let mut bot = make(name, options, 1);
        for position in sample(3) {
            for budget in [over, stopped] {
                let begun = Instant::now();
                let mv = ask(&mut *bot, &position, &budget);
                assert!(position.is_legal(mv), "{name}: {mv} in {position}");
                assert!(begun.elapsed() < SLACK, "{name} {position}");
            }
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = |name: &str, options: &str, seed: u64| {
        let mut bot = make(name, options, seed);
        let mut position = Contrast::new();
        let mut moves = Vec::new();
        while position.to_move().is_some() && moves.len() < 20 {
            let mv = ask(&mut *bot, &position, &Budget::default());
            position.play(mv);
            moves.push(mv);
        }
        moves
    };
    for (name, options) in CHEAP {
        assert_eq!(game(name, options, 5), game(name, options, 5), "{name}");
    }
    assert_ne!(game("alphabeta", "depth=2", 5), game("alphabeta", "depth=2", 6));
}

/// What alpha-beta says of the move it chooses: the move, and its score.
fn think(position: &Contrast) -> (Move, i32) {
    let past = [position.clone()];
    let turn =
        Turn { seat: position.board().side(), past: &past, moves: &[], left: None, clock: None };
    let mut score = 0;
    let mut bot = make("alphabeta", "depth=4,variety=0", 1);
    let mv = bot.choose(&turn, &Budget::default(), &mut |thought| {
        let mut words = thought.line.split(' ').skip_while(|word| *word != "score").skip(1);
        score = words.next().and_then(|score| score.parse().ok()).unwrap_or(0);
    });
    (mv, score)
}

#[test]
fn a_side_that_is_ahead_does_not_repeat() {
    let mut seen = 0;
    for start in sample(12).into_iter().map(|position| Contrast::from(position.board())) {
        let (mv, score) = think(&start);
        let back = |mv: Move| Move::new(mv.to(), mv.from());
        if score <= 0 || mv.tile().is_some() {
            continue;
        }
        // There and back for both sides, if there is such a way, and the same position again.
        let mut there = start.clone();
        there.play(mv);
        let replies: Vec<Move> = there.moves().filter(|reply| reply.tile().is_none()).collect();
        let again = replies.into_iter().find_map(|reply| {
            let mut position = there.clone();
            for mv in [reply, back(mv), back(reply)] {
                if !position.is_legal(mv) {
                    return None;
                }
                position.play(mv);
            }
            Some(position)
        });
        let Some(mut again) = again else { continue };
        assert_eq!((again.board(), again.seen()), (start.board(), 2));
        let (other, score) = think(&again);
        if score > 0 {
            again.play(other);
            assert_eq!(again.seen(), 1, "{start}: {mv} then {other}");
            seen += 1;
        }
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn the_evaluation_is_the_same_from_both_chairs_and_in_the_mirror() {
    let evaluation = Evaluation::learnt();
    for position in sample(20) {
        let board = position.board();
        let value = evaluation.value(&board);
        assert_eq!(evaluation.value(&board.turned()), value, "{position}");
        assert_eq!(evaluation.value(&board.mirrored()), value, "{position}");
    }
}
