//! Engines of the Gomocup protocol at the table: several moves in one line, a clock for the whole
//! game, the pause after an answer, the way out, and what is said about their faults.

mod common;

use std::fmt::Write;
use std::time::Duration;

use common::puppet::{Puppet, after, at_once};
use common::{Guest, Played, header, invite, kit_file, play_header, player, python, speaker};
use gyoji_core::record::{Bytes, Event, Fault, FaultKind, Header, Player, Policy, Ready, Record};
use gyoji_core::record::{HeardLine, Moved, Spent, Then};
use gyoji_core::{Deal, Lang, Lifetime, Seat};
use gyoji_referee::explain::{Context, Style, explain};
use gyoji_renju::{Renju, kit};

const LIMIT: Duration = Duration::from_secs(1);

fn engine(options: &[(&str, &str)]) -> Player {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    Player {
        dialect_options: options.collect(),
        lifetime: Some(Lifetime::Keep),
        ..speaker("gomocup", LIMIT, Policy::Forfeit)
    }
}

/// A game of these guests under the game's options.
fn play(options: &[(&str, &str)], position: Option<&str>, guests: &mut [Guest<Renju>]) -> Played {
    let players = guests.iter().map(|(player, _)| player.clone()).collect();
    let mut header = header::<Renju>(players);
    for (name, value) in options {
        header.plan.options.insert(name.to_string(), value.to_string());
    }
    header.plan.position = position.map(str::to_owned);
    let played = play_header(&header, guests);
    played.check_record::<Renju>();
    played
}

fn moves(played: &Played, seat: Seat) -> Vec<&str> {
    played.moves_of(seat).into_iter().map(|moved| moved.mv.as_str()).collect()
}

#[test]
fn one_line_makes_several_moves_and_the_record_says_what_was_sent() {
    let first = Puppet::new([
        at_once(&["OK"]),
        at_once(&["MESSAGE book", "0,14 1,13 0,13"]), // three stones
        at_once(&["SWAP"]),                           // after two more of the other's
        at_once(&["0,12"]),
        at_once(&["0,11"]),
    ]);
    let second = Puppet::new([
        at_once(&["OK"]),
        at_once(&["2,13 0,10"]), // the fourth and the fifth stone: more
        at_once(&["5,5"]),
        at_once(&["6,6"]),
    ]);
    let (first, to_first) = first.sits(&kit(), engine(&[]));
    let (second, to_second) = second.sits(&kit(), engine(&[]));
    let mut guests = [first, second];
    let played = play(&[("opening", "swap2"), ("rule", "freestyle")], None, &mut guests);
    assert_eq!(played.faults(), Vec::<&Fault>::new(), "{}", played.story());
    assert_eq!(played.ended.winner(), Some(Seat::FIRST), "{}", played.story());
    assert_eq!(moves(&played, Seat::FIRST), ["a1", "b2", "a2", "black", "a3", "a4"]);
    assert_eq!(moves(&played, Seat::SECOND), ["more", "c2", "a5", "f10", "g9"]);
    for (seat, sent) in [(Seat::FIRST, &to_first), (Seat::SECOND, &to_second)] {
        assert_eq!(played.sent_to(&kit(), seat), sent.text(), "{}", played.story());
    }
    // The words stand with the first of the moves they say; the others took no time.
    let said: Vec<bool> =
        played.moves_of(Seat::FIRST).iter().map(|moved| moved.got.is_some()).collect();
    assert_eq!(said, [true, false, false, true, true, true]);

    assert!(!to_first.text().contains("END"), "the process is kept");
    for (_, chair) in &mut guests {
        chair.dismiss();
    }
    assert!(to_first.text().ends_with("END\n"), "{}", to_first.text());
}

#[test]
fn a_line_with_a_bad_stone_in_it_makes_no_move_at_all() {
    let puppet = Puppet::new([at_once(&["OK"]), at_once(&["7,7 8,8 7,7"])]);
    let (guest, _) = puppet.sits(&kit(), engine(&[]));
    let played = play(&[("opening", "swap2")], None, &mut [guest, invite(&kit(), "bot:random")]);
    let faults: Vec<FaultKind> = played.faults().iter().map(|fault| fault.kind).collect();
    assert_eq!(faults, [FaultKind::Format]);
    assert_eq!(moves(&played, Seat::FIRST), Vec::<&str>::new());
}

#[test]
fn the_clock_of_the_whole_game_is_kept() {
    let black = Puppet::new([
        at_once(&["OK"]),
        vec![after(400, "0,0")],
        vec![after(400, "2,0")],
        vec![after(300, "4,0")], // 200 ms were left
    ]);
    let white =
        Puppet::new([at_once(&["OK"]), at_once(&["0,7"]), at_once(&["2,7"]), at_once(&["4,7"])]);
    let (black, sent) = black.sits(&kit(), engine(&[("match-time", "1s")]));
    let (white, _) = white.sits(&kit(), engine(&[]));
    let played = play(&[], None, &mut [black, white]);
    let fault = played.faults()[0];
    assert_eq!((fault.kind, fault.seat), (FaultKind::Time, Seat::FIRST), "{}", played.story());
    let limit = Duration::from_nanos(fault.limit_ns.expect("a limit"));
    let used: Duration = played.moves_of(Seat::FIRST).iter().map(|moved| moved.spent.used()).sum();
    assert_eq!(limit, Duration::from_secs(1) - used, "what was left");
    let told = sent.lines("INFO time_left");
    assert_eq!(told.len(), 3);
    assert_eq!(told[0], "INFO time_left 1000");
    assert_eq!(told[2], format!("INFO time_left {}", limit.as_millis()));
    assert_eq!(played.sent_to(&kit(), Seat::FIRST), sent.text());
}

#[test]
fn an_engine_that_says_it_cannot_play_loses_before_the_game() {
    for line in ["ERROR unsupported size", "UNKNOWN START"] {
        let (guest, _) = Puppet::new([at_once(&[line])]).sits(&kit(), engine(&[]));
        let played = play(&[], None, &mut [guest, invite(&kit(), "bot:random")]);
        let fault = played.faults()[0];
        assert_eq!((fault.kind, fault.then), (FaultKind::Format, Then::Loses));
        assert_eq!(played.record.events.len(), 2, "{}", played.story());
    }
}

#[test]
fn an_answer_to_the_game_before_is_not_taken_for_a_sign_of_readiness() {
    let puppet = Puppet::new([at_once(&["7,7", "OK"]), at_once(&["0,0"])]);
    let (guest, _) = puppet.sits(&kit(), engine(&[]));
    let played = play(&[], None, &mut [guest, invite(&kit(), "bot:random")]);
    assert_eq!(played.heard_from(Seat::FIRST), ["7,7\\n"]);
    assert_eq!(moves(&played, Seat::FIRST), ["a15"]);
}

// --- a real program ---------------------------------------------------------------------------

fn sample(options: &str) -> String {
    let program = kit_file("renju/python/gomocup_ai.py");
    format!("gomocup?{options}:{} {program}", python())
}

#[test]
fn the_sample_engine_plays_on_both_seats_and_under_every_rule() {
    let mut guests = [invite(&kit(), &sample("name=a")), invite(&kit(), &sample("name=b"))];
    for rule in ["renju", "standard", "freestyle"] {
        for (size, position) in [("9", None), ("15", Some("h8i9j10g7i8"))] {
            let played = play(&[("rule", rule), ("size", size)], position, &mut guests);
            assert_eq!(played.faults(), Vec::<&Fault>::new(), "{}", played.story());
        }
    }
}

#[test]
fn an_engine_that_has_answered_is_left_alone_for_a_moment() {
    let pause = Duration::from_millis(40);
    let mut guests = [invite(&kit(), &sample("pause=40ms")), invite(&kit(), "bot:random")];
    let played = play(&[("rule", "freestyle"), ("size", "5")], None, &mut guests);
    // When it was asked for each of its moves, and when it answered.
    let times = played.record.events.iter().enumerate().filter_map(|(index, event)| match event {
        Event::Moved(moved) if moved.seat == Seat::FIRST => {
            let asked = Duration::from_nanos(played.record.asked_at(index)?);
            Some((asked, asked + moved.spent.used()))
        }
        _ => None,
    });
    let times: Vec<(Duration, Duration)> = times.collect();
    assert!(times.len() >= 5, "{}", played.story());
    for pair in times.windows(2) {
        let [(_, answered), (asked, _)] = [pair[0], pair[1]];
        assert!(asked >= answered + pause, "answered at {answered:?}, asked at {asked:?}");
    }
}

// --- explanations -----------------------------------------------------------------------------

/// A game in which white, an engine, says `got` after these moves; no moves: before it is ready.
fn said(moves: &[&str], options: &[(&str, &str)], kind: FaultKind, got: &str) -> Record {
    let ms = |ms: u64| ms * 1_000_000;
    let spent = |asked, used| Spent { asked: ms(asked), used: ms(used), ..Spent::default() };
    let white = Player { text: "./pbrain-mine".into(), ..engine(&[]) };
    let mut header = Header {
        gyoji_record: 1,
        started_ms: 1_767_182_580_000,
        ..header::<Renju>(vec![player("random"), Player { name: "mine".into(), ..white }])
    };
    header.plan.id = "7f3a".into();
    header.plan.options.extend(options.iter().map(|(k, v)| (k.to_string(), v.to_string())));
    let mut events = Vec::new();
    if !moves.is_empty() {
        let got = Bytes::new("OK\n");
        events.push(Event::Ready(Ready { seat: Seat::SECOND, got, spent: spent(0, 100) }));
        events.push(Event::Begun {});
    }
    let (setup, start) = gyoji_core::replay::start::<Renju>(&header).expect("good options");
    let deal = Deal { seat: Seat::SECOND, start: &start, setup: &setup, limit: None, clock: None };
    let explainer = kit().make_explain("gomocup", [], &deal).expect("a dialect");
    let mut table = gyoji_core::replay::Table::new(start.clone());
    for (ply, mv) in moves.iter().enumerate() {
        let seat = table.to_move().expect("the game goes on");
        let words = explainer.answer(&table.turn(seat, None), mv.parse().expect("a move"));
        let got = words.filter(|_| seat == Seat::SECOND);
        events.push(Event::Moved(Moved {
            ply: ply as u32,
            seat,
            mv: (*mv).into(),
            got: got.map(|words| Bytes::new(format!("{words}\n"))),
            spent: spent(500 * ply as u64, 20),
            value: None,
            stderr: String::new(),
        }));
        table.apply(events.last().expect("just added")).expect("a legal move");
    }
    events.push(Event::Faulted(Fault {
        ply: moves.len() as u32,
        seat: Seat::SECOND,
        kind,
        got: Bytes::new(got),
        spent: spent(4000, 20),
        limit_ns: Some(ms(1000)),
        exit: None,
        system: String::new(),
        stderr: String::new(),
        unasked: false,
        machine: false,
        then: Then::Loses,
    }));
    Record { header, events }
}

/// The same, with a line that was no answer before it.
fn silent_after(mut record: Record, got: &str) -> Record {
    let Some(Event::Faulted(fault)) = record.events.pop() else { panic!("a fault at the end") };
    let (seat, ply, got) = (fault.seat, fault.ply, Bytes::new(got));
    record.events.push(Event::Heard(HeardLine { seat, ply, got }));
    record.events.push(Event::Faulted(fault));
    record
}

#[test]
fn faults_of_engines_are_explained() {
    let game = ["h8", "i9", "j10"];
    let answer = |kind, got| said(&game, &[], kind, got);
    let swap2 = [("opening", "swap2")];
    let cases = [
        (
            "it cannot play on this board",
            said(&[], &[("size", "19")], FaultKind::Format, "ERROR unsupported size\n"),
        ),
        ("it does not know START", said(&[], &[], FaultKind::Format, "UNKNOWN command\n")),
        ("it cannot go on", silent_after(answer(FaultKind::Time, ""), "ERROR no legal move\n")),
        (
            "it does not know SWAP2BOARD",
            said(&["h8", "i8", "j6"], &swap2, FaultKind::Format, "UNKNOWN\n"),
        ),
        (
            "too many stones in the opening",
            said(&["h8", "i8", "j6"], &swap2, FaultKind::Format, "1,1 2,2 3,3\n"),
        ),
        ("a space instead of the comma", answer(FaultKind::Format, "6 8\n")),
        ("our own notation", answer(FaultKind::Format, "g7\n")),
        ("a word before it", answer(FaultKind::Format, "move 6,8\n")),
        ("counted from 1, below the board", answer(FaultKind::Format, "3,15\n")),
        ("counted from 1, beside the board", answer(FaultKind::Illegal, "15,3\n")),
        ("far off the board", answer(FaultKind::Format, "30,40\n")),
        ("occupied by the last move", answer(FaultKind::Illegal, "9,5\n")),
        ("occupied long ago", answer(FaultKind::Illegal, "7,7\n")),
    ];
    let context =
        Context { record_name: "7f3a".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 };
    let mut text = String::new();
    for (name, record) in cases {
        let found = explain(&record, &kit(), record.events.len() - 1, &context).expect("a fault");
        let case = serde_json::to_value(found.case).expect("a word");
        writeln!(text, "## {name} ({})\n", case.as_str().expect("a word")).expect("text");
        for lang in [Lang::En, Lang::Ja] {
            writeln!(text, "{}", found.render(lang, Style { colour: false })).expect("text");
        }
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("explain_gomocup", text);
    });
}
