//! Alpha-beta is plain minimax, only sooner.

mod games;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::{Heap, Maze, Pick, Tic, positions, won_by};
use gyoji_core::{Budget, Game, Outcome, Seat, Thought, TwoSeat, Value};
use gyoji_search::alphabeta::{is_decided, win};
use gyoji_search::{AlphaBeta, Evaluate, Found, Limits, perft};

/// A guess that is wrong but the same every time: what matters is that both searches share it.
struct Hashed;

impl Evaluate<Tic> for Hashed {
    fn evaluate(&mut self, position: &Tic) -> i32 {
        (position.key() % 200) as i32 - 100
    }
}

impl Evaluate<Heap<2>> for Hashed {
    const MARGINS: bool = true;
    const LOGIT: Option<f32> = Some(50.0);

    fn evaluate(&mut self, position: &Heap<2>) -> i32 {
        (position.key() % 200) as i32 - 100
    }

    fn order(&mut self, position: &Heap<2>, mv: Pick, _: u32) -> i32 {
        (position.stones as i32 * i32::from(mv.0)) % 7
    }

    fn margin(&self, outcome: &Outcome) -> i32 {
        (outcome.points()[0] - outcome.points()[1]).abs()
    }
}

fn minimax<G: TwoSeat>(e: &mut impl Evaluate<G>, at: &G, seat: Seat, depth: u32, ply: u32) -> i32 {
    if let Some(outcome) = at.outcome() {
        let score = win(e.margin(&outcome), ply);
        return outcome.winner().map_or(0, |winner| if winner == seat { score } else { -score });
    }
    let mover = at.to_move().unwrap();
    let sign = if mover == seat { 1 } else { -1 };
    if depth == 0 {
        return sign * e.evaluate(at);
    }
    let scores = at.moves().map(|mv| {
        let mut child = at.clone();
        child.play(mv);
        minimax(e, &child, mover, depth - 1, ply + 1)
    });
    sign * scores.max().unwrap()
}

fn search<G: TwoSeat>(position: &G, limits: Limits) -> Found<G::Move>
where
    Hashed: Evaluate<G>,
{
    AlphaBeta::new(Hashed, 1 << 16)
        .search(position, &limits, &Budget::default(), &mut |_| ())
        .unwrap()
}

/// Some positions of a game, from random play.
fn sample<G: Game>(start: &G, games: u64) -> Vec<G> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = start.clone();
        while position.to_move().is_some() {
            all.push(position.clone());
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
    all
}

#[test]
fn every_depth_gives_the_minimax_score() {
    for position in sample(&Tic::default(), 12) {
        for depth in 1..=5 {
            let found = search(&position, Limits::depth(depth));
            let truth =
                minimax(&mut Hashed, &position, position.to_move().unwrap(), found.depth, 0);
            assert_eq!(found.score, truth, "{position} depth {depth}");
            assert!(position.is_legal(found.best));
        }
    }
}

#[test]
fn moving_twice_in_a_row_keeps_the_sign_right() {
    for position in sample(&Heap::<2>::of(14), 12) {
        // In between, the table may know a position from a deeper search: better, not equal.
        for depth in [1, 2, 40] {
            let found = search(&position, Limits::depth(depth));
            let truth =
                minimax(&mut Hashed, &position, position.to_move().unwrap(), found.depth, 0);
            assert_eq!(found.score, truth, "{position} depth {depth}");
        }
    }
}

#[test]
fn whole_trees_are_solved_without_any_limit() {
    let found = search(&Tic::default(), Limits::default());
    assert_eq!((found.score, found.solved), (0, true));
    let nodes = found.nodes;
    assert!(nodes < 40_000, "{nodes} nodes, the whole tree has more than half a million");
    let found = search(&Heap::<2>::of(20), Limits::default());
    assert!(found.solved && is_decided(found.score));
    let mut end = Heap::<2>::of(20);
    found.line.iter().for_each(|&mv| end.play(mv));
    assert!(end.outcome().is_some(), "the line goes to the end: {:?}", found.line);
}

#[test]
fn nearer_wins_are_better() {
    let found = search(&"xx./oo./...".parse::<Tic>().unwrap(), Limits::depth(9));
    assert_eq!((found.best, found.score), (Pick(2), win(0, 1)));
}

#[test]
fn the_work_done_is_the_same_as_ever() {
    // A checksum of the search's behaviour: change it only on purpose.
    let tics: u64 =
        sample(&Tic::default(), 4).iter().map(|p| search(p, Limits::depth(6)).nodes).sum();
    let heaps: u64 =
        sample(&Heap::<2>::of(40), 4).iter().map(|p| search(p, Limits::depth(10)).nodes).sum();
    assert_eq!((tics, heaps), (39_697, 77_675));
}

/// Looks at two moves only, at the second less deep, and sees wins in one.
struct Narrow;

impl Evaluate<Tic> for Narrow {
    fn evaluate(&mut self, position: &Tic) -> i32 {
        (position.key() % 200) as i32 - 100
    }

    fn wins_in_one(&mut self, position: &Tic) -> bool {
        let seat = position.to_move();
        position.moves().any(|mv| {
            let mut next = *position;
            next.play(mv);
            next.outcome().is_some_and(|end| end.winner() == seat)
        })
    }

    fn reduction(&self, _: u32, index: usize) -> u32 {
        index as u32
    }

    fn candidates(&mut self, position: &Tic, _: u32, list: &mut Vec<Pick>) -> bool {
        list.extend(position.moves().take(2));
        list.len() == position.moves().count()
    }
}

#[test]
fn what_is_proved_is_true_whatever_is_left_out() {
    let (mut decided, mut solved) = (0, 0);
    for position in sample(&Tic::default(), 12) {
        let truth = minimax(&mut Hashed, &position, position.to_move().unwrap(), 9, 0);
        for depth in 1..=9 {
            let mut engine = AlphaBeta::new(Narrow, 1 << 16);
            let limits = Limits::depth(depth);
            let found = engine.search(&position, &limits, &Budget::default(), &mut |_| ()).unwrap();
            if is_decided(found.score) {
                assert_eq!(found.score.signum(), truth.signum(), "{position} depth {depth}");
                decided += 1;
            } else if found.solved {
                assert_eq!(truth, 0, "{position} depth {depth}");
                solved += 1;
            }
        }
    }
    assert!(decided > 100 && solved > 20, "{decided} {solved}");
}

/// Takes coming back for a draw.
struct Circles;

impl Evaluate<Maze> for Circles {
    const REPEATS: bool = true;

    fn evaluate(&mut self, _: &Maze) -> i32 {
        50
    }
}

#[test]
fn coming_back_is_a_draw_and_proves_nothing() {
    let none = std::collections::HashSet::new();
    let (mut wins, mut losses) = (0, 0);
    for map in 0..60 {
        let won = [Seat::FIRST, Seat::SECOND].map(|seat| won_by(seat, map, &none));
        for position in positions(map) {
            let Some(seat) = position.to_move() else { continue };
            let mut engine = AlphaBeta::new(Circles, 1 << 16);
            let limits = Limits::depth(14);
            let found = engine.search(&position, &limits, &Budget::default(), &mut |_| ()).unwrap();
            if is_decided(found.score) {
                let winner = if found.score > 0 { seat } else { seat.other() };
                assert!(won[winner.index()].contains(&position), "{position} {}", found.score);
                wins += usize::from(found.score > 0);
                losses += usize::from(found.score < 0);
            }
        }
    }
    assert!(wins > 100 && losses > 100, "{wins} {losses}");
}

#[test]
fn what_has_stood_before_is_avoided_by_whoever_is_ahead() {
    let search = |position: &Maze, past: &[Maze]| {
        let mut engine = AlphaBeta::new(Circles, 1 << 16);
        engine.remember(past);
        engine.search(position, &Limits::depth(2), &Budget::default(), &mut |_| ()).unwrap()
    };
    let mut forks = 0;
    for position in (0..40).flat_map(positions) {
        let after = |mv| {
            let mut next = position;
            next.play(mv);
            next
        };
        let nexts: Vec<Maze> = position.moves().map(after).collect();
        let is_open = |next: &Maze| next.to_move().is_some() && *next != position;
        if nexts.len() < 2 || !nexts.iter().all(is_open) {
            continue;
        }
        assert_eq!(search(&position, &nexts).score, 0, "{position}: nothing but draws is left");
        let fresh = search(&position, &[]);
        if fresh.score > 0 {
            let again = search(&position, &[after(fresh.best)]);
            assert!(again.score == 0 || again.best != fresh.best, "{position}");
            forks += usize::from(again.best != fresh.best);
        }
    }
    assert!(forks > 50, "{forks}");
}

#[test]
fn there_is_a_move_without_any_budget() {
    let position = Heap::<2>::of(200);
    for limits in [Limits::nodes(0), Limits::nodes(1), Limits::depth(0)] {
        assert!(position.is_legal(search(&position, limits).best));
    }
    let stop = AtomicBool::new(true);
    let budgets = [
        Budget { deadline: Some(Instant::now()), stop: None },
        Budget { deadline: None, stop: Some(&stop) },
    ];
    for budget in budgets {
        let mut engine = AlphaBeta::new(Hashed, 0);
        let found = engine.search(&position, &Limits::default(), &budget, &mut |_| ()).unwrap();
        assert_eq!(found.nodes, 0);
        assert!(position.is_legal(found.best));
    }
    let over = Heap::<2>::of(0);
    let none = AlphaBeta::new(Hashed, 0).search(
        &over,
        &Limits::default(),
        &Budget::default(),
        &mut |_| (),
    );
    assert!(none.is_none());
}

#[test]
fn the_last_thought_is_of_the_move_played() {
    let mut changes = 0;
    for position in sample(&Heap::<2>::of(40), 2) {
        for nodes in 1..200 {
            let mut last = None;
            let mut engine = AlphaBeta::new(Hashed, 1 << 16);
            let mut told = 0;
            let mut think = |thought: Thought| {
                told += 1;
                let (_, line) = thought.line.split_once(" nodes ").unwrap();
                last = line.split(' ').nth(1).map(str::to_owned);
            };
            let limits = Limits::nodes(nodes);
            let found = engine.search(&position, &limits, &Budget::default(), &mut think).unwrap();
            if let Some(last) = last {
                assert_eq!(last, found.best.to_string(), "{position} {nodes}");
            }
            changes += usize::from(told > found.depth);
        }
    }
    assert!(changes > 10, "{changes}");
}

/// What a search to this depth says of the position at last.
fn last_value<G: TwoSeat>(position: &G, depth: u32) -> (Found<G::Move>, Option<Value>)
where
    Hashed: Evaluate<G>,
{
    let mut value = None;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut engine = AlphaBeta::new(Hashed, 1 << 16);
    let think = &mut |thought: Thought| value = thought.value;
    let found = engine.search(position, &limits, &Budget::default(), think).unwrap();
    (found, value)
}

#[test]
fn a_thought_says_what_the_position_is_worth() {
    let (found, value) = last_value(&Tic::default(), 9);
    assert_eq!((found.solved, value), (true, Some(Value::EVEN)));
    assert_eq!(last_value(&Tic::default(), 2).1, None, "such scores are no odds");
    let mut proved = 0;
    for position in sample(&Heap::<2>::of(12), 2) {
        for depth in 1..8 {
            let (found, value) = last_value(&position, depth);
            let is_proved = found.solved || is_decided(found.score);
            proved += u32::from(is_proved);
            let value = value.expect("these scores are odds");
            match is_proved {
                true => assert_eq!(value, Value::proved(found.score), "{position}"),
                false => assert_eq!(value, Value::of_score(found.score, 50.0), "{position}"),
            }
        }
    }
    assert!(proved > 10, "{proved}");
}

#[test]
fn deadlines_and_the_stop_flag_are_respected() {
    let position = Heap::<2>::of(250);
    let mut engine = AlphaBeta::new(Hashed, 1 << 20);
    let begun = Instant::now();
    let budget = Budget { deadline: Some(begun + Duration::from_millis(60)), ..Budget::default() };
    engine.search(&position, &Limits::default(), &budget, &mut |_| ()).unwrap();
    // Slack for a busy test machine; a search that forgets its clock takes for ever.
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());

    let stop = AtomicBool::new(false);
    let budget = Budget { deadline: None, stop: Some(&stop) };
    let mut depths = 0;
    let found = engine.search(&position, &Limits::default(), &budget, &mut |thought| {
        depths += 1;
        assert!(thought.line.starts_with(&format!("depth {depths} score ")), "{}", thought.line);
        stop.store(depths == 3, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(found.unwrap().depth, 3);
}

#[test]
fn perft_counts_finished_games_once() {
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&Tic::default(), depth)).collect();
    assert_eq!(counts[..6], [1, 9, 72, 504, 3024, 15120]);
    // Games that ended at move 5 (1440 of them) are leaves of depth 6 as well: 54720 + 1440.
    assert_eq!(counts[6], 56_160);
    assert_eq!(counts[9], 255_168);
    let divided = gyoji_search::divide(&Tic::default(), 6);
    assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), counts[6]);
    assert!(gyoji_search::divide(&Tic::default(), 0).is_empty());
    assert_eq!(perft(&Heap::<4>::of(0), 5), 1);
}
