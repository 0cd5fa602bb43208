//! QUINTE's own protocol under the referee: nothing a player does or leaves undone loses the
//! game, an old order is never taken for a new one, and the record says why at each turn.

mod common;

use std::time::Duration;

use common::puppet::{Puppet, Sent, after, at_once};
use common::{Guest, Played, fixture, header, invite, play_header, player, python, speaker};
use gyoji_core::record::{Event, FaultKind, HeardLine, Player, Policy, Then};
use gyoji_core::{Kit, Lang, Seat};
use gyoji_quinte::Quinte;
use gyoji_referee::explain::{Case, Context, Explanation, Style, explain};
use gyoji_referee::wire::script::Answer;
use gyoji_referee::{Chair, MARGIN};

const LIMIT_MS: u64 = 500;
/// Too late, whatever the margin.
const LATE_MS: u64 = LIMIT_MS + 100;

fn kit() -> Kit<Quinte> {
    gyoji_quinte::kit()
}

fn contestant() -> Player {
    speaker("quinte", Duration::from_millis(LIMIT_MS), Policy::Skip)
}

fn skeleton() -> Guest<Quinte> {
    (player("skeleton"), Chair::bot(&kit(), "skeleton", "").unwrap())
}

/// Plays `turns` turns with these guests from red on; nobody else gives orders.
fn play(turns: u32, guests: Vec<Guest<Quinte>>) -> Played {
    let mut guests = guests;
    guests.resize_with(4, skeleton);
    let players = guests.iter().map(|(player, _)| player.clone()).collect();
    let mut plan = header::<Quinte>(players);
    plan.plan.options.insert("turns".into(), turns.to_string());
    let played = play_header(&plan, &mut guests);
    played.check_record::<Quinte>();
    assert_eq!((played.ended.why.as_str(), played.ended.loser), ("turns", None));
    played
}

/// Red is a puppet that says these lines to each question; the greeting is answered for it.
fn red(answers: impl IntoIterator<Item = Vec<Answer>>, turns: u32) -> (Played, Sent) {
    let answers = std::iter::once(at_once(&["ready"])).chain(answers);
    let (guest, sent) = Puppet::new(answers).sits(&kit(), contestant());
    let played = play(turns, vec![guest]);
    assert_eq!(played.sent_to(&kit(), Seat(0)), sent.text(), "{}", played.story());
    (played, sent)
}

fn moves(played: &Played, seat: Seat) -> Vec<&str> {
    played.moves_of(seat).iter().map(|moved| moved.mv.as_str()).collect()
}

/// The turn, kind and consequence of each fault.
fn faults(played: &Played) -> Vec<(u32, FaultKind, Then)> {
    played.faults().iter().map(|fault| (fault.ply / 4, fault.kind, fault.then)).collect()
}

/// What became of each turn: the lines about it.
fn news(sent: &Sent) -> Vec<String> {
    let text = sent.text();
    let is_news = |line: &&str| line.starts_with("done") || line.starts_with("missed");
    text.lines().filter(is_news).map(str::to_owned).collect()
}

#[test]
fn a_late_order_is_never_taken_for_the_next_turns() {
    // The orders of turns 0 and 1 come too late, and would be possible in the turns after.
    let (played, sent) = red(
        [
            vec![after(LATE_MS, "order 0 NONE 1 1 NONE")],
            vec![after(LATE_MS, "order 1 NONE 2 2 NONE")],
            at_once(&["order 0 NONE 3 3 UP", "order 1 NONE 4 4 UP", "order 2 NONE 5 5 NONE"]),
            at_once(&["order 2 NONE 6 6 UP", "order 3 NONE 7 7 NONE", "order 3 NONE 8 8 UP"]),
        ],
        4,
    );
    assert_eq!(moves(&played, Seat(0)), ["- -", "- -", "to@5,5 -", "to@7,7 -"]);
    let late = |turn| (turn, FaultKind::Time, Then::Default);
    assert_eq!(faults(&played), [late(0), late(1)], "{}", played.story());
    assert_eq!(
        news(&sent),
        [
            "missed 0 late",
            "done 0 NONE NONE",
            "missed 1 late",
            "done 1 NONE NONE",
            "done 2 NONE 5 5 NONE",
            "done 3 NONE 7 7 NONE",
        ]
    );
    let too_old = ["order 0 NONE 3 3 UP\\n", "order 1 NONE 4 4 UP\\n", "order 2 NONE 6 6 UP\\n"];
    assert_eq!(played.heard_from(Seat(0)), too_old, "on record, and nothing more");
}

#[test]
fn an_order_counts_until_shortly_after_its_time() {
    let just = LIMIT_MS + MARGIN.as_millis() as u64;
    let on_time = red([vec![after(LIMIT_MS - 1, "order 0 NONE UP")]], 1).0;
    assert_eq!(moves(&on_time, Seat(0)), ["- up"]);
    let late = red([vec![after(just + 1, "order 0 NONE UP")]], 1).0;
    assert_eq!(moves(&late, Seat(0)), ["- -"]);
    assert_eq!(
        late.faults()[0].got.escaped(),
        "order 0 NONE UP\\n",
        "it is on record all the same"
    );
}

#[test]
fn a_half_that_cannot_be_done_does_not_cost_the_other() {
    let (played, sent) = red(
        [
            at_once(&["order 0 CLOCKWISE 7 13 UP"]), // no red tile there
            at_once(&["order 1 NONE 3 3 RIGHT"]),    // (9, 15) is red
            at_once(&["order 2 NONE 16 3 LEFT"]),    // outside
            at_once(&["order 3 NONE 4 4 UP"]),       // (8, 14) is not red
            at_once(&["order 4 ANTICLOCKWISE -1 99 DOWN"]), // outside, and the own gate
        ],
        5,
    );
    let orders = ["to@7,13 up", "to@3,3 right", "- left", "to@4,4 -", "- -"];
    assert_eq!(moves(&played, Seat(0)), orders);
    let impossible = |turn| (turn, FaultKind::Illegal, Then::Default);
    assert_eq!(faults(&played), [0, 2, 3, 4].map(impossible));
    assert_eq!(played.faults()[0].got.escaped(), "order 0 CLOCKWISE 7 13 UP\\n");
    assert_eq!(sent.lines("missed"), [0, 2, 3, 4].map(|n| format!("missed {n} impossible")));
    assert_eq!(sent.lines("done 0"), ["done 0 NONE 7 13 UP"], "the cursor goes there all the same");
}

#[test]
fn malformed_lines_do_nothing_and_lose_nothing() {
    let lines = [
        "order 0 UP",
        "order 1 CLOKWISE 7 13 UP",
        "order 2 NONE 7 UP",
        "order 3 NONE 7 13 14 UP",
        "order 9 NONE UP", // a turn that is still to come
        "order x NONE UP",
        "NONE UP",
        "",
        "hello",
        "order 9 NONE seven 13 UP",
    ];
    let (played, _) = red(lines.map(|line| at_once(&[line])), lines.len() as u32);
    assert_eq!(moves(&played, Seat(0)), vec!["- -"; lines.len()]);
    let malformed = |turn| (turn, FaultKind::Format, Then::Default);
    let expected: Vec<_> = (0..lines.len() as u32).map(malformed).collect();
    assert_eq!(faults(&played), expected);
}

#[test]
fn words_may_be_small_and_remarks_do_no_harm() {
    let (played, _) = red(
        [
            at_once(&["info thinking", "  order 0 none 3 4 up \r"]),
            at_once(&["info CLOCKWISE", "ORDER 1 NONE UP", "info too bad"]),
        ],
        2,
    );
    assert_eq!(moves(&played, Seat(0)), ["to@3,4 up", "- -"]);
    assert_eq!(faults(&played), [(1, FaultKind::Format, Then::Default)], "order is a small word");
}

#[test]
fn each_seat_sees_itself_at_the_bottom() {
    let answers = || [at_once(&["ready"]), at_once(&["order 0 CLOCKWISE 6 13 UP"])];
    let (guests, sent): (Vec<Guest<Quinte>>, Vec<Sent>) =
        (0..4).map(|_| Puppet::new(answers()).sits(&kit(), contestant())).unzip();
    let played = play(1, guests);
    let orders: Vec<&str> = (0..4).map(|seat| moves(&played, Seat(seat))[0]).collect();
    assert_eq!(orders, ["cw@6,13 up", "cw@2,6 right", "cw@9,2 down", "cw@13,9 left"]);
    for sent in &sent {
        assert_eq!(sent.lines("done"), ["done 0 CLOCKWISE 6 13 UP"]);
        assert!(sent.lines("soldiers")[0].starts_with("soldiers 8 16 "), "{}", sent.text());
    }
    let places = |seat: usize| sent[seat].lines("over").join("");
    assert_eq!(places(2), "over places 1 1 1 1 scores 10000 10000 10000 10000");
}

#[test]
fn the_game_goes_on_without_whoever_has_left() {
    let turns = 40;
    let script = |turn: u32| at_once(&[&format!("order {turn} NONE {} 0 NONE", turn % 16)]);
    let stays = || std::iter::once(at_once(&["ready"])).chain((0..turns).map(script));
    let leaves = Puppet::new(stays()).hangs_up_after(11); // the greeting and ten turns
    let guests = [leaves, Puppet::new(stays())].map(|puppet| puppet.sits(&kit(), contestant()).0);
    let played = play(turns, guests.into());
    let gone: Vec<(u32, FaultKind, Then)> =
        (10..turns).map(|turn| (turn, FaultKind::Disconnected, Then::Default)).collect();
    assert_eq!(faults(&played), gone, "the record says why at each turn");
    assert!(moves(&played, Seat(0))[10..].iter().all(|order| *order == "- -"));
    assert!(moves(&played, Seat(1)).iter().all(|order| order.starts_with("to@")));
}

#[test]
fn no_number_of_faults_loses_the_game() {
    // 30 lines of chatter a turn: more faults than any other policy would bear.
    let turns = 400;
    let chatter: Vec<String> = (0..30).map(|number| format!("thinking {number}")).collect();
    let chatter: Vec<&str> = chatter.iter().map(String::as_str).collect();
    let answers = (0..turns).map(|_| at_once(&chatter));
    let answers = std::iter::once(at_once(&["ready"])).chain(answers);
    let (guest, _) = Puppet::new(answers).sits(&kit(), contestant());
    let played = play(turns, vec![guest]);
    let count = played.faults().len();
    assert!((10_000..11_000).contains(&count), "then nobody listens any more: {count}");
    assert!(played.faults().iter().all(|fault| fault.then != Then::Loses));
    assert_eq!(played.moves_of(Seat(0)).len(), turns as usize);
    // An organiser may still want it otherwise.
    let (guest, _) = Puppet::new([at_once(&["ready"]), at_once(&["?"])])
        .sits(&kit(), Player { strikes: Some(1), ..contestant() });
    let mut guests = vec![guest];
    guests.resize_with(4, skeleton);
    let players = guests.iter().map(|(player, _)| player.clone()).collect();
    let struck = play_header(&header::<Quinte>(players), &mut guests);
    assert_eq!(struck.ended.loser, Some(Seat(0)));
}

// --- explanations -----------------------------------------------------------------------------

/// What blue says to each question, and when.
fn slips() -> Vec<Vec<Answer>> {
    let lines = [
        "order 0 CLOCKWISE 7 13 UP", // no blue tile there; the soldier goes all the same
        "order 1 NONE 3 3 DOWN",     // back into its own gate
        "order 2 CLOCKWISE 20 -1 LEFT", // off the map, and not a blue tile
        "order 3 CLOKWISE 6 13 UP",
        "order 5 NONE UP", // a turn that is still to come
        "CLOCKWISE 6 13 UP",
        "6 NONE UP",
        "order CLOCKWISE 6 13 UP",
        "order 8 CLOCKWISE (6,13) UP",
        "order 9 CLOCKWISE 6 y UP",
        "order 10 NONE 6 13",
        "order 11 NONE",
        "order 12",
        "order",
        "ORDER 14 NONE UP",
        "order 15 NONE 6 13 ABOVE",
        "order １６ NONE UP",
        "thinking about turn 17",
    ];
    let late = [
        vec![after(LATE_MS, "order 18 CLOCKWISE 6 13 UP")],
        vec![after(2 * LATE_MS, "order 19 CLOCKWISE 6 13 UP")],
        at_once(&["order 20 NONE NONE"]),
    ];
    lines.into_iter().map(|line| at_once(&[line])).chain(late).collect()
}

#[test]
fn a_missed_order_is_explained_in_the_view_of_whoever_wrote_it() {
    let slips = slips();
    let turns = slips.len() as u32;
    let answers = std::iter::once(at_once(&["ready"])).chain(slips);
    let (guest, _) = Puppet::new(answers).sits(&kit(), contestant());
    let mut record = play(turns, vec![skeleton(), guest]).record;
    record.header.plan.id = "7f3a".into();
    record.header.started_ms = 1_767_182_580_000;
    record.header.plan.players[1].text = "python3 my_ai.py".into();
    record.header.plan.players[1].name = "my-ai".into();
    for event in &mut record.events {
        if let Event::Faulted(fault) = event {
            fault.spent.asked = 4_120_000_000;
            (fault.spent.cpu, fault.spent.wait) = (None, None);
        }
    }
    let context =
        Context { record_name: "7f3a".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 };
    let why = |index| explain(&record, &kit(), index, &context);
    let all: Vec<Explanation> = (0..record.events.len()).filter_map(why).collect();
    assert_eq!(all.len(), 20, "every turn but the last");
    let render = |why: &Explanation| {
        [Lang::En, Lang::Ja].map(|lang| why.render(lang, Style { colour: false })).join("\n")
    };
    let texts: Vec<String> = all.iter().map(render).collect();
    for red in ["cw@", "to@", " - "] {
        assert!(texts.iter().all(|text| !text.contains(red)), "nothing is in red's words");
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("explain_quinte", texts.join("\n"));
    });
}

#[test]
fn an_answer_that_comes_in_a_later_turn_is_found_in_the_record() {
    let late = vec![after(LATE_MS, "order 0 CLOCKWISE 6 13 UP")];
    let mut record = red([late, at_once(&["order 1 NONE NONE"])], 2).0.record;
    // A wire that waits less hears the line only after the next question.
    let is_fault = |event: &Event| matches!(event, Event::Faulted(_));
    let index = record.events.iter().position(is_fault).expect("a fault");
    let Event::Faulted(fault) = &mut record.events[index] else { unreachable!() };
    let got = std::mem::take(&mut fault.got);
    let heard = Event::Heard(HeardLine { seat: fault.seat, ply: 4, got });
    let is_move = |index: &usize| matches!(record.events[*index], Event::Moved(_));
    let moves: Vec<usize> = (0..record.events.len()).filter(is_move).collect();
    record.events.insert(moves[moves.len() - 4], heard); // before red's order of turn 1
    let context =
        Context { record_name: "7f3a".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 };
    let why = explain(&record, &kit(), index, &context).expect("a fault");
    assert_eq!(why.case, Case::LateAnswer);
    let said = "the answer order 0 CLOCKWISE 6 13 UP came when the time was up, \
                and did not count any more";
    assert_eq!(why.why[0].en, said);
}

// --- real programs ----------------------------------------------------------------------------

/// The program that writes the number of the turn into its orders.
fn numbers(limit: &str, argument: &str) -> Guest<Quinte> {
    let program = fixture("programs/quinte_numbers.py");
    let text = format!("quinte?limit={limit}:{} {program} {argument}", python());
    invite(&kit(), text.trim())
}

/// In turn N its cursor went to N mod 16, N div 16, or the turn was missed.
fn assert_numbers(played: &Played, seat: Seat) {
    for (turn, moved) in played.moves_of(seat).iter().enumerate() {
        let right = format!("to@{},{} -", turn % 16, turn / 16);
        match &moved.got {
            Some(_) => assert_eq!(moved.mv, right, "turn {turn}: {}", played.story()),
            None => assert_eq!(moved.mv, "- -", "turn {turn}"),
        }
        let is_faulted = |event: &Event| {
            let Event::Faulted(fault) = event else { return false };
            fault.seat == seat && fault.ply == moved.ply && !fault.unasked
        };
        let is_explained = played.record.events.iter().any(is_faulted);
        assert_eq!(moved.got.is_none(), is_explained, "turn {turn}: the record says why");
    }
}

#[test]
fn a_program_that_is_late_every_third_turn_misses_only_those() {
    let played = play(12, vec![numbers("300ms", "")]);
    assert_numbers(&played, Seat(0));
    let missed = |turn: usize| played.moves_of(Seat(0))[turn].got.is_none();
    assert!((0..12).filter(|turn| turn % 3 == 2).all(missed), "{}", played.story());
}

#[test]
fn a_program_that_ends_costs_the_others_nothing() {
    let began = std::time::Instant::now();
    let played = play(300, vec![numbers("2s", "1")]);
    assert_numbers(&played, Seat(0));
    let gone: Vec<_> = (1..300).map(|turn| (turn, FaultKind::Crash, Then::Default)).collect();
    assert_eq!(faults(&played), gone);
    let all = played.faults();
    assert!(all[0].stderr.contains("no idea in turn 1"), "{}", all[0].stderr);
    assert!(all[1..].iter().all(|fault| fault.stderr.is_empty()), "what is known is not repeated");
    let exits: Vec<_> = all.iter().map(|fault| fault.exit).collect();
    assert!(exits.iter().all(|exit| *exit == exits[0] && exit.is_some()), "how it ended is");
    // Far less than one look at the clock for each of the 299 turns would take.
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
}
