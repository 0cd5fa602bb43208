//! The engine is there whenever it is wanted, and knows more than before.

use super::super::{DISC, Found, Weights};
use super::*;

const SETTINGS: Settings = Settings { solve: 8, level: 1, last_begin: None };

fn ponderer() -> Ponderer {
    Ponderer::new(Engine::new(Weights::learnt(), 1 << 20))
}

fn search(engine: &mut Engine, board: Board, limits: Limits) -> Found {
    let budget = Budget::default();
    engine.search(board, &SETTINGS, &limits, &budget, &mut |_| 0, &mut |_| ()).expect("a move")
}

#[test]
fn whoever_wants_the_engine_has_it_and_no_thread_is_left() {
    let mut ponderer = ponderer();
    for _ in 0..20 {
        ponderer.ponder(Board::STANDARD, SETTINGS, Limits::default());
        assert_eq!(search(&mut ponderer.engine(), Board::STANDARD, Limits::depth(1)).depth, 1);
        assert_eq!(Arc::strong_count(&ponderer.engine), 1, "nobody else has it");
    }
}

#[test]
fn another_position_ends_what_was_thought_of_the_last() {
    let mut ponderer = ponderer();
    ponderer.ponder(Board::STANDARD, SETTINGS, Limits::default());
    ponderer.ponder(Board::MIRRORED, SETTINGS, Limits::default());
    assert_eq!(Arc::strong_count(&ponderer.engine), 2, "one thread");
}

#[test]
fn no_thread_outlives_the_bot() {
    let mut ponderer = ponderer();
    ponderer.ponder(Board::STANDARD, SETTINGS, Limits::default());
    let engine = Arc::clone(&ponderer.engine);
    drop(ponderer);
    assert_eq!(Arc::strong_count(&engine), 1);
}

#[test]
fn passes_and_finished_games_do_no_harm() {
    let full = Board { own: u64::MAX, opp: 0 };
    let only_we_move = Board { own: 0b10, opp: 0b01 };
    assert!(only_we_move.moves() == 0 && only_we_move.pass().moves() != 0, "a pass");
    for board in [full, only_we_move, only_we_move.pass()] {
        let mut ponderer = ponderer();
        ponderer.ponder(board, SETTINGS, Limits::depth(3));
        let _ = ponderer.thread.take().expect("a thread").join();
        assert_eq!(search(&mut ponderer.engine(), Board::STANDARD, Limits::depth(3)).depth, 3);
    }
}

#[test]
fn what_was_found_in_others_time_saves_work_in_ones_own() {
    let limits = Limits::depth(8);
    let mut fresh = Engine::new(Weights::learnt(), 1 << 20);
    let reply = search(&mut fresh, Board::STANDARD, limits).best;
    let after = Board::STANDARD.play(reply).expect("a legal reply");
    fresh.clear();
    let alone = search(&mut fresh, after, limits);
    let mut ponderer = ponderer();
    ponderer.ponder(Board::STANDARD, SETTINGS, limits);
    let _ = ponderer.thread.take().expect("a thread").join();
    let together = search(&mut ponderer.engine(), after, limits);
    assert!(together.nodes * 4 < alone.nodes, "{} {}", together.nodes, alone.nodes);
    assert!((together.score - alone.score).abs() < 4 * DISC, "{together:?} {alone:?}");
}

#[test]
fn a_bug_in_others_time_costs_what_was_found_and_no_more() {
    let mut ponderer = ponderer();
    let engine = Arc::clone(&ponderer.engine);
    ponderer.thread = Some(thread::spawn(move || {
        let _engine = engine.lock();
        panic!("as a test");
    }));
    for _ in 0..2 {
        assert_eq!(search(&mut ponderer.engine(), Board::STANDARD, Limits::depth(3)).depth, 3);
        assert!(!ponderer.engine.is_poisoned());
    }
}
