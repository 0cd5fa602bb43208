//! Renju as a game like any other: what the trait promises, openings, text forms, endings.

use gyoji_core::testkit::check_game;
use gyoji_core::{Game, Options, Seat, Setup};
use gyoji_renju::{Move, Renju, Rule};

fn setup(options: &str) -> Setup {
    let options = Options::check(Renju::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

fn after(options: &str, moves: &str) -> Renju {
    let mut position = Renju::start(&setup(options)).unwrap();
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        assert!(position.is_legal(mv), "{text} in {position}");
        position.play(mv);
    }
    position
}

#[test]
fn what_every_game_promises_holds_for_every_rule_and_opening() {
    for rule in Rule::ALL {
        for opening in ["free", "swap", "swap2"] {
            for size in [5, 15] {
                check_game::<Renju>(
                    &setup(&format!("rule={rule}&opening={opening}&size={size}")),
                    3,
                );
            }
        }
    }
    check_game::<Renju>(&setup("size=19"), 1);
    check_game::<Renju>(&setup("opening=book"), 3);
}

#[test]
fn with_swap2_the_colours_are_chosen() {
    let three = "h8 i9 j10";
    let choice = after("opening=swap2", three);
    assert_eq!((choice.to_move(), choice.is_choice()), (Some(Seat::SECOND), true));
    let taken = after("opening=swap2", "h8 i9 j10 black");
    assert_eq!(taken.to_move(), Some(Seat::FIRST), "the first seat goes on as white");
    assert_eq!(taken.to_string(), "renju 15 h8i9j10 swapped");
    let stayed = after("opening=swap2", "h8 i9 j10 a1");
    assert_eq!(stayed.to_move(), Some(Seat::FIRST), "black is the first seat's");
    let more = after("opening=swap2", "h8 i9 j10 more");
    assert_eq!(more.to_move(), Some(Seat::SECOND));
    let put = after("opening=swap2", "h8 i9 j10 more a1 b1");
    assert_eq!((put.to_move(), put.is_choice()), (Some(Seat::FIRST), true));
    assert!(!put.is_legal(Move::More));
    let taken = after("opening=swap2", "h8 i9 j10 more a1 b1 black");
    assert_eq!(taken.to_move(), Some(Seat::SECOND), "white is the second seat's");
    assert_eq!(taken.to_string(), "renju 15 h8i9j10a1b1");
}
