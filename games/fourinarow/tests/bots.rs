//! The bots play as they say.

use std::time::{Duration, Instant};

use gyoji_core::{Bot, Budget, Game, Seat, Turn};
use gyoji_fourinarow::{FourInARow, Move, kit};

fn bot(name: &str, options: &str, seed: u64) -> Box<dyn Bot<FourInARow>> {
    kit().make_bot(name, options, seed).unwrap()
}

fn ask(bot: &mut dyn Bot<FourInARow>, position: FourInARow) -> Move {
    let seat = position.to_move().unwrap();
    let turn = Turn { seat, past: &[position], moves: &[], left: None, clock: None };
    bot.choose(&turn, &Budget::default(), &mut |_| {})
}

fn after(moves: &str) -> FourInARow {
    let mut position = FourInARow::START;
    moves.split_whitespace().for_each(|mv| position.play(mv.parse().unwrap()));
    position
}

#[test]
fn alphabeta_takes_a_win_and_stops_one() {
    let mut strong = bot("alphabeta", "depth=4", 1);
    assert_eq!(ask(&mut *strong, after("a b a b a b")).to_string(), "a");
    assert_eq!(ask(&mut *strong, after("a b a c a")).to_string(), "a");
    // Two open ends cannot both be stopped.
    let made = ask(&mut *strong, after("d d e e"));
    assert!(["c", "f"].contains(&made.to_string().as_str()), "{made}");
}

#[test]
fn the_stronger_bot_wins() {
    let mut wins = 0;
    for seed in 0..10 {
        let mut bots = [bot("alphabeta", "depth=4", seed), bot("random", "", seed)];
        let strong = Seat((seed % 2) as u8);
        let mut position = FourInARow::START;
        while let Some(seat) = position.to_move() {
            let which = usize::from(seat != strong);
            let mv = ask(&mut *bots[which], position);
            assert!(position.is_legal(mv), "{mv} in {position}");
            position.play(mv);
        }
        wins += u32::from(position.outcome().unwrap().winner() == Some(strong));
    }
    assert_eq!(wins, 10);
}

#[test]
fn a_seed_makes_another_game_and_the_same_seed_the_same() {
    let line = |seed| {
        let mut bot = bot("alphabeta", "depth=3", seed);
        let mut position = FourInARow::START;
        while position.to_move().is_some() {
            position.play(ask(&mut *bot, position));
        }
        position.to_string()
    };
    assert_eq!(line(1), line(1));
    assert!((2..12).any(|seed| line(seed) != line(1)), "not every game is the same");
}

#[test]
fn a_deadline_is_kept_whatever_the_depth() {
    let mut deep = bot("alphabeta", "depth=42", 1);
    let position = FourInARow::START;
    let turn = Turn { seat: Seat::FIRST, past: &[position], moves: &[], left: None, clock: None };
    // Without it the search would take hours.
    let budget = Budget { deadline: Some(Instant::now() + Duration::from_millis(50)), stop: None };
    let mv = deep.choose(&turn, &budget, &mut |_| {});
    assert!(position.is_legal(mv));
}
