//! Whole games under a clock, without any time passing: a bot that thinks as long as it is told
//! never runs out, and uses a good part of what it has.

use std::time::Duration;

use gyoji_core::{Game, Kit, OnClock, Pace, Setup, Turn, Visitor};

/// What an answer costs beside the thinking.
const LATE: Duration = Duration::from_micros(1500);
const SEEDS: u64 = 3;

/// Plays random games under a clock; the share of it that was used in all.
#[derive(Clone, Copy)]
struct Games {
    main: Duration,
    increment: Duration,
}

impl Visitor for Games {
    type Out = (&'static str, f64);

    fn visit<G: Game>(self, _: &Kit<G>) -> (&'static str, f64) {
        let (mut given, mut used) = (Duration::ZERO, Duration::ZERO);
        for seed in 0..SEEDS {
            let mut position = G::start(&Setup::usual::<G>()).expect("the usual start");
            let mut lots = seed;
            let mut left = vec![self.main; G::SPEC.seats.len()];
            given += self.main * left.len() as u32;
            while let Some(seat) = position.to_move() {
                let on_clock = &mut left[seat.index()];
                let clock = Some(OnClock { left: *on_clock, increment: self.increment });
                let past = std::slice::from_ref(&position);
                let turn = Turn { seat, past, moves: &[], left: Some(*on_clock), clock };
                let spent =
                    Pace::INSIDE.time(&turn, G::moves_to_go).expect("there is a clock") + LATE;
                let rest = on_clock.checked_sub(spent);
                *on_clock = rest.unwrap_or_else(|| panic!("{}: out of time", G::SPEC.id));
                *on_clock += self.increment;
                given += self.increment;
                used += spent;
                let moves: Vec<G::Move> = position.moves().collect();
                lots = lots.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(lots >> 33) as usize % moves.len()]);
            }
        }
        (G::SPEC.id, used.as_secs_f64() / given.as_secs_f64())
    }
}

#[test]
fn a_clock_is_used_well_in_every_game_and_never_runs_out() {
    let clocks = [(2000, 20), (60_000, 500), (300_000, 0)];
    for (main, increment) in clocks.map(|(main, plus)| (ms(main), ms(plus))) {
        for (game, used) in gyoji_catalog::visit_all(&Games { main, increment }) {
            assert!(used > 0.5, "{game}, {main:?} + {increment:?}: {used:.2}");
        }
    }
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}
