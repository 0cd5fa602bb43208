//! QUINTE as a game like any other: what the trait promises, and the text forms.

use gyoji_core::testkit::check_game;
use gyoji_core::{Game, Options, Setup};
use gyoji_quinte::Quinte;

fn setup(options: &str) -> Setup {
    let options = Options::check(Quinte::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

#[test]
fn what_every_game_promises_holds() {
    check_game::<Quinte>(&setup("turns=8,super=4"), 6);
}
