//! Trying those who take part before an event begins. (What real programs do wrong is tried with
//! the command, where they can be started.)

mod common;

use gyoji_core::Setup;
use gyoji_league::Stop;
use gyoji_league::event::{Trial, try_out};
use gyoji_othello::Othello;
use gyoji_referee::player::{PlayerText, Terms};

fn tried(text: &str) -> Trial {
    let kit = gyoji_othello::kit();
    let player = PlayerText::parse(text, &["judge", "plain"]).expect("a player");
    let player = player.player(&kit, &Terms::default()).expect("a player");
    try_out(&kit, &common::house(), &player, &Setup::usual::<Othello>(), &Stop::new())
}

#[test]
fn whoever_answers_is_fine() {
    let fine = tried("bot:greedy");
    assert!(matches!(fine, Trial::Fine), "{fine:?}");
}

#[test]
fn whoever_cannot_be_seated_is_unfit() {
    let gone = tried("judge:/no/such/program");
    assert!(matches!(gone, Trial::Unfit(_)), "{gone:?}");
}

#[test]
fn what_the_machine_does_not_let_start_is_no_fault() {
    let stuck = tried("judge:sh");
    assert!(matches!(stuck, Trial::Machine(_)), "{stuck:?}");
}
