//! What players think of their position: put on record, and games that end because they agree.

mod common;

use std::time::Duration;

use common::puppet::{Puppet, Sent, at_once};
use common::{Played, first_move, header, invite, play_guests, play_header, speaker};
use gyoji_core::record::{Agreement, Ended, Event, Header, Moved, Policy, Record, Undone, Value};
use gyoji_core::{Game, Seat};
use gyoji_othello::Othello;

/// The moves of a game in which everybody plays the first legal one.
fn moves(count: usize) -> Vec<String> {
    let mut position = Othello::STANDARD;
    let mut moves = Vec::new();
    for _ in 0..count {
        let mv = position.moves().next().expect("it is not over yet");
        moves.push(mv.to_string());
        position.play(mv);
    }
    moves
}

/// Somebody who says these lines before its moves, one list for each; then it is silent.
fn thinker(seat: Seat, remarks: &[&[&str]]) -> Puppet {
    let moves = moves(2 * remarks.len());
    let answers = remarks.iter().enumerate().map(|(turn, remarks)| {
        let ply = 2 * turn + seat.index();
        let mv = format!("move {ply} {}", moves[ply]);
        at_once(&[*remarks, &[mv.as_str()]].concat())
    });
    Puppet::new(std::iter::once(at_once(&["ready"])).chain(answers))
}

fn values(played: &Played, seat: Seat) -> Vec<Option<u16>> {
    let moves = played.moves_of(seat);
    moves.iter().map(|moved| moved.value.map(Value::thousandths)).collect()
}

/// Both say their value before each move. Whoever has nothing more to say runs out of time.
fn play_values(first: &[&str], second: &[&str], terms: Option<&str>) -> (Played, [Sent; 2]) {
    let kit = gyoji_othello::kit();
    let lines = |values: &[&str]| -> Vec<String> {
        values.iter().map(|value| format!("info value {value}")).collect()
    };
    let sit = |seat: Seat, values: &[&str]| {
        let lines = lines(values);
        let remarks: Vec<[&str; 1]> = lines.iter().map(|line| [line.as_str()]).collect();
        let remarks: Vec<&[&str]> = remarks.iter().map(|line| &line[..]).collect();
        let player = speaker("plain", Duration::from_millis(200), Policy::Forfeit);
        thinker(seat, &remarks).sits(&kit, player)
    };
    let ((black, sent), (white, told)) = (sit(Seat(0), first), sit(Seat(1), second));
    let mut header = header::<Othello>(vec![black.0.clone(), white.0.clone()]);
    header.plan.adjudicate = terms.map(|terms| terms.parse().expect("good terms"));
    let played = play_header(&header, &mut [black, white]);
    for (seat, sent) in [(Seat(0), &sent), (Seat(1), &told)] {
        assert_eq!(played.sent_to(&kit, seat), sent.text(), "{}", played.story());
    }
    let text = played.record.to_text();
    assert_eq!(Record::parse(&text).as_ref(), Ok(&played.record), "{text}");
    (played, [sent, told])
}

#[test]
fn the_last_value_before_a_move_goes_with_it() {
    let remarks: [&[&str]; 4] = [
        &["info value 610", "info thinking", "info  value   620"],
        &[],
        &["info value 1001", "info value", "info value -1", "info value 500 or so", "info 400"],
        &["info value 0"],
    ];
    let kit = gyoji_othello::kit();
    let player = speaker("plain", Duration::from_millis(200), Policy::Forfeit);
    let (guest, sent) = thinker(Seat(0), &remarks).sits(&kit, player);
    let played = play_guests(&mut [guest, first_move::<Othello>()]);
    assert_eq!(values(&played, Seat(0)), [Some(620), None, None, Some(0)], "{}", played.story());
    assert_eq!(played.faults().len(), 1, "only the silence at the end: {}", played.story());
    assert_eq!(played.heard_from(Seat(0)).len(), 9, "all of it is on record");
    assert_eq!(played.sent_to(&kit, Seat(0)), sent.text());
    let text = played.record.to_text();
    assert_eq!(text.matches(r#""value":"#).count(), 2, "where nothing was said there is no field");
}

#[test]
fn a_value_that_comes_when_nobody_asked_is_a_remark() {
    let moves = moves(3);
    let puppet = Puppet::new([
        at_once(&["ready", "info value 100"]),
        at_once(&[&format!("move 0 {}", moves[0]), "info value 200"]),
        at_once(&[&format!("move 2 {}", moves[2])]),
    ]);
    let player = speaker("plain", Duration::from_millis(200), Policy::Forfeit);
    let (guest, _) = puppet.sits(&gyoji_othello::kit(), player);
    let played = play_guests(&mut [guest, first_move::<Othello>()]);
    assert_eq!(values(&played, Seat(0)), [None, None], "{}", played.story());
}

#[test]
fn bots_tell_what_they_think() {
    let kit = gyoji_othello::kit();
    let guests = ["bot:alphabeta?depth=2", "bot:monte?playouts=60"];
    let played = play_guests(&mut guests.map(|text| invite(&kit, text)));
    for seat in [Seat(0), Seat(1)] {
        let told = values(&played, seat).into_iter().flatten().count();
        assert!(told > 20, "{told} values of {seat}");
    }
    let proved = values(&played, Seat(0)).into_iter().flatten().next_back();
    let won = played.ended.payoff(Seat(0));
    assert_eq!(proved, Some((1000.0 * won) as u16), "the last one was proved");
}

#[test]
fn players_who_agree_end_the_game() {
    let terms = "win=900,moves=2";
    let (played, sent) =
        play_values(&["800", "900", "950", "1"], &["100", "100", "0", "1"], Some(terms));
    assert_eq!(played.ended, Ended::adjudicated(Some(Seat(0))), "{}", played.story());
    assert_eq!((&played.ended.places, &played.ended.points), (&vec![1, 2], &vec![0, 0]));
    assert_eq!(played.record.header.adjudicate.unwrap().to_string(), terms);
    let moves = [Seat(0), Seat(1)].map(|seat| played.moves_of(seat).len());
    assert_eq!(moves, [3, 2], "it ended with the third move of the first");
    for sent in sent {
        assert_eq!(sent.lines("over"), ["over places 1 2 points 0 0 why adjudicated"]);
    }
    let (played, _) = play_values(&["50", "60"], &["950", "940"], Some(terms));
    assert_eq!(played.ended, Ended::adjudicated(Some(Seat(1))), "{}", played.story());
    let even = Some("draw=20,draw-moves=2,draw-after=4");
    let (played, _) = play_values(&["500", "510"], &["490", "480"], even);
    assert_eq!(played.ended, Ended::adjudicated(None), "{}", played.story());
}

#[test]
fn players_who_do_not_agree_play_on() {
    let terms = Some("win=501,moves=1");
    for (first, second) in [
        (["1000", "1000"], ["1000", "1000"]),
        (["0", "0"], ["0", "0"]),
        (["1000", "1000"], ["500", "500"]),
        (["1000", "1000"], ["nothing", "nothing"]),
        (["well", "well"], ["well", "well"]),
    ] {
        let (played, _) = play_values(&first, &second, terms);
        // They have nothing more to say, and time runs out.
        assert_eq!(played.ended.why, Ended::FAULT, "{first:?} {second:?} {}", played.story());
        assert_eq!(played.record.events.iter().filter(|event| is_move(event)).count(), 4);
    }
    let (played, _) = play_values(&["1000", "1000"], &["0", "0"], None);
    assert_eq!(played.ended.why, Ended::FAULT, "nobody asked for it");
}

fn is_move(event: &Event) -> bool {
    matches!(event, Event::Moved(_))
}

#[test]
fn a_move_without_a_choice_breaks_no_agreement_and_moves_taken_back_do() {
    let mut agreement = Agreement::new("win=900,moves=2".parse().unwrap());
    let open = Othello::STANDARD;
    // White has to pass.
    let forced = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O";
    let forced: Othello = forced.parse().unwrap();
    assert_eq!((forced.moves().count(), forced.outcome()), (1, None));
    let moved = |seat: u8, value: Option<u16>| {
        Event::Moved(Moved {
            ply: 0,
            seat: Seat(seat),
            mv: String::new(),
            got: None,
            spent: Default::default(),
            value: value.and_then(Value::new),
            stderr: String::new(),
        })
    };
    let mut play = |position: &Othello, event: Event| {
        agreement.on(position, &event);
        agreement.verdict(10)
    };
    let won = Some(Ended::adjudicated(Some(Seat(0))));
    for event in [moved(0, Some(950)), moved(1, Some(20)), moved(0, Some(950))] {
        assert_eq!(play(&open, event), None);
    }
    assert_eq!(play(&forced, moved(1, None)), None, "a pass is no consent");
    assert_eq!(play(&open, moved(0, Some(950))), None);
    assert_eq!(play(&open, moved(1, Some(20))), won, "but it broke nothing");
    assert_eq!(play(&open, moved(1, None)), None, "silence does");
    for event in [moved(1, Some(0)), moved(1, Some(0)), Event::Undone(Undone { plies: 2 })] {
        play(&open, event);
    }
    assert_eq!(play(&open, moved(0, Some(950))), None, "all is forgotten");
}

#[test]
fn a_table_of_four_is_never_adjudicated() {
    let mut guests: Vec<_> = (0..4).map(|_| first_move::<common::heap::Heap>()).collect();
    let players = guests.iter().map(|(player, _)| player.clone()).collect();
    let mut header: Header = header::<common::heap::Heap>(players);
    header.plan.adjudicate = Some("win=950".parse().unwrap());
    let mut chairs: Vec<_> = guests.drain(..).map(|(_, chair)| chair).collect();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let refused = gyoji_referee::play(&header, &mut chairs, &stop, &mut |_: &Event| {});
    assert!(refused.unwrap_err().to_string().contains("only games of two"));
}
