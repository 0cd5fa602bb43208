//! A time for the whole game: what counts against it, what is told of it, and when it runs out.

mod common;

use std::time::Duration;

use common::heap::{self, Heap};
use common::puppet::{Puppet, Sent, after, at_once};
use common::{Guest, Played, first_move, header, play_guests, play_header, player, speaker};
use gyoji_core::record::{Ended, Event, FaultKind, Player, Policy, Question, Then};
use gyoji_core::{Bot, Budget, Game, Lang, Options, Seat, Thought, Turn};
use gyoji_othello::Othello;
use gyoji_referee::explain::{Case, Context, Style, explain};
use gyoji_referee::{Chair, MARGIN};

const MARGIN_MS: u64 = MARGIN.as_millis() as u64;

/// Somebody with a clock and no limit for one answer.
fn clocked(dialect: &str, clock: &str, policy: Policy) -> Player {
    let clock = Some(clock.parse().unwrap());
    Player { limit_ns: None, clock, ..speaker(dialect, Duration::ZERO, policy) }
}

/// Black is the puppet, white a bot that always plays the first legal move. What was sent is what
/// the record makes of it.
fn against_a_bot(puppet: Puppet, player: Player) -> (Played, Sent) {
    let kit = gyoji_othello::kit();
    let (guest, sent) = puppet.sits(&kit, player);
    let played = play_guests(&mut [guest, first_move::<Othello>()]);
    played.check_record::<Othello>();
    assert_eq!(played.sent_to(&kit, Seat(0)), sent.text(), "{}", played.story());
    (played, sent)
}

fn questions(played: &Played, seat: Seat) -> Vec<&Question> {
    let events = played.record.events.iter();
    let asked = events.filter_map(|event| match event {
        Event::Asked(asked) if asked.seat == seat => Some(asked),
        _ => None,
    });
    asked.collect()
}

fn why(played: &Played) -> (Case, String) {
    let events = played.record.events.iter();
    let fault = { events }.rposition(|event| matches!(event, Event::Faulted(_))).expect("a fault");
    let kit = gyoji_othello::kit();
    let context =
        Context { record_name: "x".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 };
    let why = explain(&played.record, &kit, fault, &context).expect("an explanation");
    (why.case, why.render(Lang::En, Style { colour: false }))
}

fn ms(ms: u64) -> u64 {
    ms * 1_000_000
}

#[test]
fn what_an_answer_takes_is_taken_from_the_clock_and_the_increment_added() {
    let puppet = Puppet::new([
        at_once(&["ready"]),
        vec![after(300, "move 0 d3")],
        vec![after(450, "move 2 c4")],
        vec![after(100, "move 4 ??")],
    ]);
    let (played, sent) = against_a_bot(puppet, clocked("plain", "1s+0.1s", Policy::Forfeit));
    let questions = questions(&played, Seat(0));
    assert_eq!(questions.len(), 3, "{}", played.story());
    let mut left = ms(1000);
    for (question, moved) in questions.iter().zip(played.moves_of(Seat(0))) {
        assert_eq!((question.left_ns, question.limit_ns), (Some(left), Some(left)));
        left = left + ms(100) - moved.spent.counted().as_nanos() as u64;
    }
    assert_eq!(questions[2].left_ns, Some(left));
    assert!(left <= ms(450), "{left}");
    // It is told in whole milliseconds, and the question says how long this answer may take.
    let told = |ns: u64| ns / 1_000_000;
    let wanted: Vec<String> =
        questions.iter().map(|q| format!("clock {} 100", told(q.left_ns.unwrap()))).collect();
    assert_eq!(sent.lines("clock"), wanted);
    assert_eq!(sent.lines("go")[0], "go 0 1000");
    assert_eq!(sent.lines("go")[2], format!("go 4 {}", told(left)));
    assert_eq!(sent.lines("gyoji")[0], "gyoji 1 game othello seat 0 of 2 ms 1000 start=standard");
}

#[test]
fn who_has_used_up_the_clock_loses_and_is_told_why() {
    let late = 400 + MARGIN_MS + 1;
    let puppet = Puppet::new([
        at_once(&["ready"]),
        vec![after(600, "move 0 d3")],
        vec![after(late, "move 2 c4")],
    ]);
    let (played, _) = against_a_bot(puppet, clocked("plain", "1s", Policy::Forfeit));
    let fault = played.faults()[0];
    assert_eq!((fault.kind, fault.then), (FaultKind::Time, Then::Loses), "{}", played.story());
    assert!(fault.limit_ns.is_some_and(|limit| limit <= ms(400)));
    assert_eq!(played.ended, Ended::lost(Seat(0), 2, Ended::FAULT, Some(FaultKind::Time)));
    let (case, text) = why(&played);
    assert_eq!(case, Case::LateAnswer);
    let said = "the whole game's time of 1s was used up after 1 moves; this answer had 0.3";
    assert!(text.contains(said), "{text}");
}

#[test]
fn the_shorter_of_both_limits_ends_an_answer() {
    let puppet = |ms| Puppet::new([vec![after(ms, "d3")]]);
    let both = |cap: u64, clock| Player {
        limit_ns: Some(cap * 1_000_000),
        ..clocked("judge", clock, Policy::Forfeit)
    };
    let (played, _) = against_a_bot(puppet(200 + MARGIN_MS + 1), both(200, "5s"));
    assert_eq!(played.faults()[0].limit_ns, Some(ms(200)));
    assert_eq!(questions(&played, Seat(0))[0].left_ns, Some(ms(5000)));
    assert!(!why(&played).1.contains("whole game"), "{}", why(&played).1);
    let (played, _) = against_a_bot(puppet(200 + MARGIN_MS + 1), both(5000, "200ms"));
    assert_eq!(played.faults()[0].limit_ns, Some(ms(200)));
    assert!(why(&played).1.contains("whole game"), "{}", why(&played).1);
}

#[test]
fn what_the_machine_takes_is_not_taken_from_the_clock() {
    let answers = [vec![after(600, "d3")], vec![after(5000, "c4")]];
    let puppet = Puppet::new(answers).kept_waiting(Duration::from_millis(500));
    let (played, _) = against_a_bot(puppet, clocked("judge", "1s", Policy::Forfeit));
    let left = questions(&played, Seat(0))[1].left_ns.unwrap();
    assert!((ms(850)..=ms(900)).contains(&left), "{left}");
    assert_eq!(played.faults()[0].then, Then::Loses, "5 s are too long even so");
}

#[test]
fn a_clock_that_others_have_used_up_makes_the_game_void() {
    let puppet = Puppet::new([vec![]]).hesitates(u32::MAX).kept_waiting(Duration::from_secs(60));
    let (played, _) = against_a_bot(puppet, clocked("judge", "20ms", Policy::Forfeit));
    let fault = played.faults()[0];
    assert_eq!((fault.kind, fault.machine, fault.then), (FaultKind::Time, true, Then::Void));
    assert!(!why(&played).1.contains("whole game"), "{}", why(&played).1);
}

#[test]
fn an_answer_within_the_margin_counts_and_the_next_question_finds_no_time() {
    let puppet = Puppet::new([vec![after(205, "d3")], at_once(&["c4"])]);
    let (played, _) = against_a_bot(puppet, clocked("judge", "200ms", Policy::Forfeit));
    if played.moves_of(Seat(0)).is_empty() {
        return; // the machine stood still for a moment: the margin was not enough
    }
    let questions = questions(&played, Seat(0));
    assert_eq!(questions[1].left_ns, Some(0));
    assert_eq!(played.ended.fault, Some(FaultKind::Time), "at once is too late");
    let (case, text) = why(&played);
    assert_eq!(case, Case::NoTimeLeft);
    assert!(text.contains("this answer had 0.000 s left"), "{text}");
}

#[test]
fn under_skip_nobody_waits_for_whoever_is_out_of_time() {
    let kit = heap::kit();
    let slow = Puppet::new([
        at_once(&["ready"]),
        vec![after(50 + MARGIN_MS + 5, "move 0 3")],
        at_once(&["move 4 3"]),
        at_once(&["move 8 3"]),
    ]);
    let (slow, sent) = slow.sits(&kit, clocked("plain", "50ms+40ms", Policy::Skip));
    let mut guests: Vec<Guest<Heap>> = vec![slow];
    guests.extend((0..3).map(|_| first_move()));
    let played = play_guests(&mut guests);
    assert_eq!(played.sent_to(&kit, Seat(0)), sent.text());
    let moves: Vec<&str> = played.moves_of(Seat(0)).iter().map(|moved| moved.mv.as_str()).collect();
    assert_eq!(moves, ["1", "1", "1"], "{}", played.story());
    for fault in played.faults() {
        assert_eq!((fault.kind, fault.then), (FaultKind::Time, Then::Default));
    }
    let left: Vec<Option<u64>> =
        questions(&played, Seat(0)).iter().map(|question| question.left_ns).collect();
    assert_eq!(left, [Some(ms(50)), Some(0), Some(0)], "no increment for moves made for it");
    assert_eq!(played.ended.why, "empty", "the game goes on");
}

#[test]
fn practice_winds_the_clock_up_again() {
    let puppet = Puppet::new([
        at_once(&["ready"]),
        vec![after(300 + MARGIN_MS + 1, "move 0 d3")],
        vec![], // the refusal
        at_once(&["move 0 d3"]),
    ]);
    let player = Player { strikes: Some(2), ..clocked("plain", "300ms", Policy::Practice) };
    let (played, sent) = against_a_bot(puppet, player);
    assert_eq!(played.faults()[0].then, Then::Again);
    assert_eq!(sent.lines("go 0"), ["go 0 300", "go 0 300"]);
    assert_eq!(played.moves_of(Seat(0)).len(), 1);
}

/// A bot that writes down until when it might have thought, as its share of what was left.
struct Diary;

impl Bot<Othello> for Diary {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> <Othello as Game>::Move {
        let clock = turn.clock.expect("a clock");
        assert!(turn.left.is_some_and(|left| left <= clock.left));
        let time = budget.deadline.expect("a deadline") - std::time::Instant::now();
        think(Thought::new(format!("{}", time.as_millis())));
        turn.position().moves().next().expect("a legal move")
    }
}

#[test]
fn a_bot_is_given_its_share_of_the_clock() {
    let make = |_: &Options, _: u64| -> Result<Box<dyn Bot<Othello>>, _> { Ok(Box::new(Diary)) };
    let clock = Some("60s+1s".parse().unwrap());
    let bot =
        (Player { clock, ..player("diary") }, Chair::Bot { make, options: Options::default() });
    let mut guests = [bot, first_move::<Othello>()];
    let plan = header::<Othello>(guests.iter().map(|(player, _)| player.clone()).collect());
    let played = play_header(&plan, &mut guests);
    assert_eq!(played.faults().len(), 0, "{}", played.story());
    let times: Vec<u64> =
        played.moves_of(Seat(0)).iter().map(|m| m.stderr.trim().parse().unwrap()).collect();
    // The last moves count little: a twenty-seventh of the sixty seconds, and the increment.
    assert!((2900..3300).contains(&times[0]), "{times:?}");
    // It has answered at once, so there is much more for the last moves.
    assert!(times.last() > Some(&10_000), "{times:?}");
    let left = questions(&played, Seat(0)).last().and_then(|q| q.left_ns).unwrap();
    assert!(left > ms(80_000), "each move has added a second: {left}");
}
