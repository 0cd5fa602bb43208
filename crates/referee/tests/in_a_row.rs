//! A seat that moves several times in a row: it is asked each time, and each answer has its clock.
//!
//! The opening swap2 of renju is such a game: three stones of the first seat, then perhaps a
//! word and two stones of the second.

mod common;

use std::time::Duration;

use common::puppet::{Puppet, Sent, after, at_once};
use common::{Guest, Played, header, play_header, speaker};
use gyoji_core::Seat;
use gyoji_core::record::{Ended, FaultKind, Policy};
use gyoji_referee::wire::script::Answer;
use gyoji_renju::Renju;

const LIMIT: Duration = Duration::from_millis(1000);

/// Plays swap2 with these answers of both seats.
fn swap2(answers: [Vec<Vec<Answer>>; 2]) -> (Played, [Sent; 2]) {
    let kit = gyoji_renju::kit();
    let [first, second] = answers.map(|answers| {
        let puppet = Puppet::new([at_once(&["ready"])].into_iter().chain(answers));
        puppet.sits(&kit, speaker("plain", LIMIT, Policy::Forfeit))
    });
    let mut guests: [Guest<Renju>; 2] = [first.0, second.0];
    let mut header = header::<Renju>(guests.iter().map(|(player, _)| player.clone()).collect());
    header.plan.options.insert("opening".into(), "swap2".into());
    let played = play_header(&header, &mut guests);
    played.check_record::<Renju>();
    let sent = [first.1, second.1];
    for (seat, sent) in [Seat(0), Seat(1)].into_iter().zip(&sent) {
        assert_eq!(played.sent_to(&kit, seat), sent.text(), "{}", played.story());
    }
    (played, sent)
}

fn moves(answers: &[&str]) -> Vec<Vec<Answer>> {
    answers.iter().map(|line| at_once(&[line])).collect()
}

#[test]
fn a_seat_is_asked_again_while_it_is_to_move() {
    let first = ["move 0 h8", "move 1 i9", "move 2 j10", "move 6 black"];
    let first = [&first[..], &["move 8 h9", "move 10 h10", "move 12 h11"]].concat();
    let second = ["move 3 more", "move 4 a1", "move 5 b1"];
    let second = [&second[..], &["move 7 a2", "move 9 a3", "move 11 a4", "move 13 a5"]].concat();
    let (played, sent) = swap2([moves(&first), moves(&second)]);

    let seats: Vec<u8> = [0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1].to_vec();
    let made = |seat| played.moves_of(Seat(seat)).iter().map(|moved| moved.ply).collect::<Vec<_>>();
    for seat in [0, 1] {
        let plies: Vec<u32> = (0..14).filter(|&ply| seats[ply as usize] == seat).collect();
        assert_eq!(made(seat), plies, "{}", played.story());
    }
    assert_eq!(played.ended.winner(), Some(Seat(1)), "white has a1 to a5: {}", played.story());
    assert_eq!(played.ended.why, "five");

    let asked = sent[0].lines("go");
    let expected = ["go 0 1000", "go 1 1000", "go 2 1000", "go 6 1000", "go 8 1000"];
    assert_eq!(asked[..5], expected, "every move is a question of its own");
    let told = sent[1].lines("played");
    assert_eq!(told[..4], ["played 0 0 h8", "played 1 0 i9", "played 2 0 j10", "played 6 0 black"]);
}

#[test]
fn each_answer_in_a_row_has_its_own_clock() {
    // Together they take three times as long as one answer may.
    let slow = |line| vec![after(LIMIT.as_millis() as u64 - 100, line)];
    let first = vec![slow("move 0 h8"), slow("move 1 i9"), slow("move 2 j10")];
    let (played, _) = swap2([first, Vec::new()]);
    assert_eq!(played.moves_of(Seat(0)).len(), 3, "{}", played.story());
    assert_eq!((played.ended.loser, played.ended.fault), (Some(Seat(1)), Some(FaultKind::Time)));
}

#[test]
fn an_answer_given_ahead_is_no_answer() {
    // It has said its second move before it was asked for it.
    let first = vec![at_once(&["move 0 h8", "move 1 i9"]), at_once(&["move 1 i9"])];
    let (played, _) = swap2([first, Vec::new()]);
    assert_eq!(played.ended.why, Ended::FAULT, "{}", played.story());
    assert_eq!(played.ended.loser, Some(Seat(0)));
}
