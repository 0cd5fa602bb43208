//! What must hold for any game, tried on random games.

use std::collections::HashSet;

use gyoji_core::{Game, Seat, Setup};

use super::drawn::{check_json, check_steps, check_view};

/// The longest random game that is still followed.
const MOST_PLIES: usize = 5_000;

/// What takes long is checked in every so many positions, in each game in others.
const LONG_CHECKS_APART: usize = 16;

/// Plays `games` random games from `setup` and checks, in every position, what the trait
/// promises. Panics with the position where something does not hold.
pub fn check_game<G: Game>(setup: &Setup, games: u64) {
    let start = G::start(setup).expect("the setup is good");
    assert_eq!(start, G::start(setup).unwrap(), "the same setup gives the same start");
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut position = start.clone();
        for ply in 0..MOST_PLIES {
            let moves: Vec<G::Move> = position.moves().collect();
            check_position(&position, &moves);
            if (ply + seed as usize).is_multiple_of(LONG_CHECKS_APART) {
                check_steps(&position, &moves);
                check_json(&position);
            }
            if moves.is_empty() {
                break;
            }
            let before = position.clone();
            let mv = moves[rng.usize(..moves.len())];
            position.play(mv);
            assert_ne!(before, position, "{mv} changed nothing in {before}");
            if let Some(default) = before.default_move() {
                assert!(before.is_legal(default), "default move {default} in {before}");
            }
            if let Some(rest) = position.instead_of(mv) {
                assert!(position.is_legal(rest), "{rest} instead of {mv} in {position}");
            }
        }
    }
}

fn check_position<G: Game>(position: &G, moves: &[G::Move]) {
    let seats = G::SPEC.seats.len();
    let text = position.to_string();
    let back: G = text.parse().unwrap_or_else(|bad| panic!("{text} does not read back: {bad}"));
    assert_eq!(back.to_string(), text, "the text form survives a round trip");
    assert_eq!(back.to_move(), position.to_move(), "{text}");

    assert_eq!(position.to_move().is_none(), position.outcome().is_some(), "{text}");
    assert_eq!(position.to_move().is_none(), moves.is_empty(), "{text}");
    if let Some(seat) = position.to_move() {
        assert!(seat.index() < seats, "{text}: there is no seat {seat}");
    }
    if let Some(outcome) = position.outcome() {
        assert_eq!(outcome.places().len(), seats, "{text}");
        assert_eq!(outcome.points().len(), seats, "{text}");
        let known = G::SPEC.endings.iter().any(|(key, _)| *key == outcome.why);
        assert!(known, "{text}: the ending {} is not in the specification", outcome.why);
        let sum: f32 = Seat::all(seats).map(|seat| outcome.payoff(seat)).sum();
        assert!((sum - seats as f32 / 2.0).abs() < 1e-4, "{text}: payoffs add up to {sum}");
    }

    let mut seen = HashSet::new();
    for &mv in moves {
        assert!(seen.insert(mv), "{text}: {mv} is listed twice");
        assert!(position.is_legal(mv), "{text}: {mv} is listed but not legal");
        let back: G::Move = mv.to_string().parse().expect("a move reads back");
        assert_eq!(back, mv, "{text}: {mv} does not survive a round trip");
    }

    check_view(position);
}
