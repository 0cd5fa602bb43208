//! The referee against scripted players: arrival times are data, so nothing here sleeps.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::heap::{self, Heap};
use common::puppet::{Puppet, Sent, after, at_once};
use common::{Guest, Played, first_move, header, play_guests, play_header, play_until, speaker};
use gyoji_core::record::{Ended, Event, FaultKind, Player, Policy, Then};
use gyoji_core::{Game, Lifetime, Seat};
use gyoji_othello::Othello;
use gyoji_referee::MARGIN;
use gyoji_referee::wire::NoStart;
use gyoji_referee::wire::script::Answer;

const LIMIT: Duration = Duration::from_millis(1000);
const LIMIT_MS: u64 = LIMIT.as_millis() as u64;
const MARGIN_MS: u64 = MARGIN.as_millis() as u64;

fn judge(policy: Policy) -> Player {
    speaker("judge", LIMIT, policy)
}

fn plain(policy: Policy) -> Player {
    speaker("plain", LIMIT, policy)
}

/// Black is the puppet, white a bot that always plays the first legal move.
fn against_a_bot(puppet: Puppet, player: Player) -> (Played, Sent) {
    let (guest, sent) = puppet.sits(&gyoji_othello::kit(), player);
    let played = play_guests(&mut [guest, first_move::<Othello>()]);
    played.check_record::<Othello>();
    assert_sent(&played, &sent);
    (played, sent)
}

/// What the record makes of the conversation is what was really sent.
fn assert_sent(played: &Played, sent: &Sent) {
    let again = played.sent_to(&gyoji_othello::kit(), Seat(0));
    assert_eq!(again, sent.text(), "{}", played.story());
}

fn only_fault(played: &Played) -> &gyoji_core::record::Fault {
    match played.faults()[..] {
        [fault] => fault,
        _ => panic!("one fault expected\n{}", played.story()),
    }
}

/// The puppet lost by a fault of this kind.
fn assert_lost(played: &Played, kind: FaultKind) {
    let fault = played.faults().last().copied().unwrap_or_else(|| panic!("{}", played.story()));
    assert_eq!((fault.kind, fault.then), (kind, Then::Loses), "{}", played.story());
    let ended = &played.ended;
    assert_eq!((ended.why.as_str(), ended.fault), (Ended::FAULT, Some(kind)));
    assert_eq!((ended.loser, ended.winner()), (Some(Seat(0)), Some(Seat(1))));
}

/// A time that has passed between two lines of the referee may push an answer over an edge on
/// a busy machine: such a test gets three tries.
fn one_of_three(mut holds: impl FnMut() -> bool) -> bool {
    (0..3).any(|_| holds())
}

#[test]
fn the_table_fits_four_seats() {
    gyoji_testkit::check_game::<Heap>(&gyoji_core::Setup::usual::<Heap>(), 20);
}

// --- one answer: in time, late, illegal, no move at all ---------------------------------------

fn first_answer(answers: Vec<Answer>) -> Played {
    against_a_bot(Puppet::new([answers]), judge(Policy::Forfeit)).0
}

#[test]
fn an_answer_counts_until_shortly_after_the_deadline() {
    for ms in [0, LIMIT_MS - 1, LIMIT_MS + 1] {
        let in_time = || {
            let played = first_answer(vec![after(ms, "d3")]);
            played.moves_of(Seat(0)).len() == 1
        };
        assert!(one_of_three(in_time), "an answer after {ms} ms");
    }
}

#[test]
fn an_answer_after_the_margin_is_late() {
    let played = first_answer(vec![after(LIMIT_MS + MARGIN_MS + 1, "d3")]);
    assert_lost(&played, FaultKind::Time);
    let fault = only_fault(&played);
    assert_eq!(fault.got.escaped(), "d3\\n", "what it said too late is on record");
    assert!(fault.spent.used() > LIMIT + MARGIN);
    assert_eq!(fault.limit_ns, Some(LIMIT.as_nanos() as u64));
    assert!(!fault.machine, "nobody says the machine was slow");
}

#[test]
fn the_clock_stands_while_others_keep_a_player_from_running() {
    let answered = |puppet: Puppet| {
        let (played, _) = against_a_bot(puppet, judge(Policy::Forfeit));
        (played.moves_of(Seat(0)).len() == 1, played.faults().first().is_some_and(|f| f.machine))
    };
    let late = || Puppet::new([vec![after(LIMIT_MS + 50, "d3")]]);
    let waited = |ms| late().kept_waiting(Duration::from_millis(ms));
    assert_eq!(answered(waited(80)), (true, false), "it has not had its time yet");
    assert_eq!(answered(waited(20)), (false, false), "it would have been late anyway");
    let by_itself = late().kept_itself_waiting(Duration::from_millis(80));
    assert_eq!(answered(by_itself), (false, false), "it waited for nobody but itself");
}

#[test]
fn who_never_gets_to_answer_makes_the_game_void() {
    // Others have had the processors all the time, and nothing came for as long as we wait.
    let limit = Duration::from_millis(20);
    let silent = Puppet::new([vec![]]).hesitates(u32::MAX).kept_waiting(Duration::from_secs(60));
    let (played, _) = against_a_bot(silent, speaker("judge", limit, Policy::Forfeit));
    let fault = only_fault(&played);
    assert_eq!((fault.kind, fault.machine, fault.then), (FaultKind::Time, true, Then::Void));
    assert_eq!(played.ended, Ended::void(2, ""), "it counts for nobody");
}

#[test]
fn what_the_system_cannot_start_is_nobodys_fault() {
    let start = |why: NoStart| {
        let puppet = Puppet::new([]).does_not_start(why);
        let (played, _) = against_a_bot(puppet, judge(Policy::Forfeit));
        (played.ended.clone(), played.faults().len())
    };
    let full = start(NoStart::Trouble("Too many open files".into()));
    assert_eq!(full, (Ended::void(2, "Too many open files"), 0));
    let (ended, faults) = start(NoStart::Player("No such file".into()));
    assert_eq!((ended.loser, ended.fault, faults), (Some(Seat(0)), Some(FaultKind::Start), 1));
    assert_eq!(start(NoStart::Stopped).0.why, Ended::ABORTED);
}

#[test]
fn silence_is_late() {
    let played = first_answer(vec![]);
    assert_lost(&played, FaultKind::Time);
    assert!(only_fault(&played).got.data.is_empty());
}

#[test]
fn a_square_that_cannot_be_played_is_illegal() {
    for square in ["a1", "d4", "pass"] {
        let played = first_answer(at_once(&[square]));
        assert_lost(&played, FaultKind::Illegal);
        assert!(!only_fault(&played).unasked);
    }
}

#[test]
fn what_is_not_a_move_is_a_fault_of_format() {
    for line in ["", "D3", " d3", "thinking...", "d3 ", "\u{feff}d3", "d\u{0}3", "\u{1b}[1md3"] {
        let played = first_answer(at_once(&[line]));
        assert_lost(&played, FaultKind::Format);
    }
    let shift_jis = vec![(Duration::ZERO, vec![0x8d, 0x95, b'\n'])];
    let played = first_answer(shift_jis);
    assert_lost(&played, FaultKind::Format);
    assert_eq!(only_fault(&played).got.data, [0x8d, 0x95, b'\n'], "the very bytes");
}

#[test]
fn a_carriage_return_is_part_of_the_line_end() {
    let played = first_answer(at_once(&["d3\r"]));
    assert_eq!(played.moves_of(Seat(0)).len(), 1, "{}", played.story());
}

// --- lines nobody asked for -------------------------------------------------------------------

#[test]
fn the_strict_judge_does_not_take_two_answers() {
    let played = first_answer(at_once(&["d3", "c4"]));
    assert_lost(&played, FaultKind::Format);
    let fault = only_fault(&played);
    assert!(fault.unasked);
    assert_eq!(fault.got.escaped(), "c4\\n");
}

#[test]
fn the_lenient_judge_drops_what_it_did_not_ask_for() {
    let mut player = judge(Policy::Forfeit);
    player.dialect_options.insert("lenient".into(), "true".into());
    // After d3 and white's first move c3, c4 and b3 can be played.
    let puppet = Puppet::new([at_once(&["d3", "thinking", "h8"]), at_once(&["C4 best"])]);
    let (played, _) = against_a_bot(puppet, player);
    assert_eq!(played.heard_from(Seat(0)), ["thinking\\n", "h8\\n"]);
    let moves: Vec<&str> = played.moves_of(Seat(0)).iter().map(|m| m.mv.as_str()).collect();
    assert_eq!(moves, ["d3", "c4"], "the stale h8 is not taken for the second answer");
}

#[test]
fn an_old_answer_is_never_taken_for_the_next_question() {
    // The second `move 0 …` would be legal as an answer to question 2 as well.
    let puppet = Puppet::new([
        at_once(&["ready"]),
        at_once(&["move 0 d3", "move 0 c4"]),
        at_once(&["move 0 c4", "move 1 c4", "move 2 b3"]),
    ]);
    let (played, _) = against_a_bot(puppet, plain(Policy::Forfeit));
    let moves: Vec<&str> = played.moves_of(Seat(0)).iter().map(|m| m.mv.as_str()).collect();
    assert_eq!(moves, ["d3", "b3"], "{}", played.story());
    assert_eq!(played.heard_from(Seat(0)), ["move 0 c4\\n", "move 0 c4\\n", "move 1 c4\\n"]);
    assert_lost(&played, FaultKind::Time);
}

#[test]
fn an_answer_to_a_question_that_was_not_put_is_no_answer() {
    let puppet = Puppet::new([at_once(&["ready"]), at_once(&["move 0 d3", "move 2 c4"])]);
    let (played, _) = against_a_bot(puppet, plain(Policy::Forfeit));
    assert_lost(&played, FaultKind::Format);
    assert!(only_fault(&played).unasked);
}

// --- the handshake ----------------------------------------------------------------------------

#[test]
fn who_is_ready_first_need_not_wait_for_the_other() {
    // Seat 1 is ready while seat 0 still makes remarks: it must not be forgotten.
    let kit = gyoji_othello::kit();
    let slow = Puppet::new([at_once(&["info loading", "ready"])]).hesitates(3);
    let quick = Puppet::new([at_once(&["ready legal"])]);
    let (slow, _) = slow.sits(&kit, plain(Policy::Forfeit));
    let (quick, sent) = quick.sits(&kit, plain(Policy::Forfeit));
    let played = play_guests(&mut [slow, quick]);
    let ready: Vec<Seat> = played.record.events.iter().filter_map(ready_seat).collect();
    assert_eq!(ready, [Seat(0), Seat(1)], "{}", played.story());
    assert_lost(&played, FaultKind::Time);
    assert_eq!(played.sent_to(&kit, Seat(1)), sent.text());
}

fn ready_seat(event: &Event) -> Option<Seat> {
    match event {
        Event::Ready(ready) => Some(ready.seat),
        _ => None,
    }
}

#[test]
fn who_is_not_ready_in_time_did_not_start() {
    let player = |ms: u64| Player { start_up_ns: Some(ms * 1_000_000), ..plain(Policy::Forfeit) };
    let (late, _) = against_a_bot(Puppet::new([vec![after(300, "ready")]]), player(200));
    assert_lost(&late, FaultKind::Start);
    let (silent, _) = against_a_bot(Puppet::new([vec![]]), player(50));
    assert_lost(&silent, FaultKind::Start);
    let (in_time, _) = against_a_bot(Puppet::new([vec![after(300, "ready")]]), player(5000));
    assert_lost(&in_time, FaultKind::Time);
}

#[test]
fn legal_moves_are_told_to_whoever_wants_them() {
    let answers = [at_once(&["ready legal"]), at_once(&["move 0 f5"])];
    let (_, sent) = against_a_bot(Puppet::new(answers), plain(Policy::Forfeit));
    assert_eq!(sent.lines("legal")[0], "legal d3 | c4 | f5 | e6");
    let answers = [at_once(&["ready"]), at_once(&["move 0 f5"])];
    let (_, sent) = against_a_bot(Puppet::new(answers), plain(Policy::Forfeit));
    assert_eq!(sent.lines("legal").len(), 0);
}

#[test]
fn an_answer_left_over_from_the_last_game_does_no_harm() {
    // As a program does that was late in its last game and kept alive for this one.
    let puppet = Puppet::new([at_once(&["move 31 a1", "ready"]), at_once(&["move 0 d3"])]);
    let (played, _) = against_a_bot(puppet, plain(Policy::Forfeit));
    assert_eq!(played.moves_of(Seat(0)).len(), 1, "{}", played.story());
}

#[test]
fn what_is_left_of_an_unfinished_line_does_not_spoil_the_word_ready() {
    let puppet = Puppet::new([at_once(&["what a gaready legal"]), at_once(&["move 0 d3"])]);
    let (played, sent) = against_a_bot(puppet.stayed(), plain(Policy::Forfeit));
    assert_eq!(sent.lines("legal").len(), 2, "{}", played.story());
    assert_eq!(played.moves_of(Seat(0)).len(), 1, "{}", played.story());
    // Nobody has left anything over who is new.
    let puppet = Puppet::new([at_once(&["what a gaready legal"])]);
    let (played, _) = against_a_bot(puppet, plain(Policy::Forfeit));
    assert_lost(&played, FaultKind::Format);
}

#[test]
fn a_banner_before_ready_is_refused_and_ready_still_counts() {
    for policy in [Policy::Retry, Policy::Practice] {
        let puppet = Puppet::new([
            at_once(&["Hello, I am Taro!", "ready legal"]),
            vec![], // the refusal
            at_once(&["move 0 d3"]),
        ]);
        let player = Player { strikes: Some(2), ..plain(policy) };
        let (played, sent) = against_a_bot(puppet, player);
        assert_eq!(played.faults()[0].then, Then::Again);
        assert_eq!(sent.lines("legal").len(), 2, "{}", played.story());
        assert_eq!(played.moves_of(Seat(0)).len(), 1, "{}", played.story());
    }
}

// --- the other policies -----------------------------------------------------------------------

#[test]
fn retry_refuses_while_the_clock_runs() {
    let puppet = Puppet::new([
        at_once(&["ready"]),
        vec![after(400, "move 0 a1")],
        vec![after(400, "what?")],
        vec![after(100, "move 0 d3")],
    ]);
    let (played, sent) = against_a_bot(puppet, plain(Policy::Retry));
    let faults: Vec<(FaultKind, Then)> =
        played.faults().iter().map(|fault| (fault.kind, fault.then)).collect();
    assert_eq!(faults[..2], [(FaultKind::Illegal, Then::Again), (FaultKind::Format, Then::Again)]);
    assert_eq!(sent.lines("again"), ["again 0 illegal", "again 0 format"]);
    assert_eq!(sent.lines("go 0").len(), 1, "the question is not put again");
    assert_eq!(played.moves_of(Seat(0)).len(), 1);
    assert_lost(&played, FaultKind::Time);
}

#[test]
fn retry_has_one_clock_for_all_tries() {
    // Each try is sent after the refusal, so the times of a puppet do not add up by themselves.
    let puppet = Puppet::new([
        at_once(&["ready"]),
        at_once(&["move 0 a1"]),
        vec![after(LIMIT_MS + MARGIN_MS + 1, "move 0 d3")],
    ]);
    let (played, _) = against_a_bot(puppet, plain(Policy::Retry));
    assert_lost(&played, FaultKind::Time);
    assert_eq!(played.moves_of(Seat(0)).len(), 0);
}

#[test]
fn practice_asks_again_with_a_new_clock() {
    let puppet = Puppet::new([
        at_once(&["ready"]),
        vec![after(LIMIT_MS + 500, "move 0 d3")], // late
        vec![],
        vec![after(900, "move 0 a1")], // illegal
        vec![],
        vec![after(900, "move 0 d3")],
    ]);
    let mut player = plain(Policy::Practice);
    player.strikes = Some(3);
    let (played, sent) = against_a_bot(puppet, player);
    assert_eq!(sent.lines("again"), ["again 0 time", "again 0 illegal"]);
    assert_eq!(sent.lines("go 0").len(), 3, "the question is put three times");
    assert_eq!(played.moves_of(Seat(0)).len(), 1);
    assert_lost(&played, FaultKind::Time); // the third strike, in the second move
}

#[test]
fn strikes_end_the_patience_of_any_policy() {
    for policy in [Policy::Retry, Policy::Practice] {
        let tries = (0..10).map(|_| at_once(&["move 0 a1"]));
        let puppet = Puppet::new(std::iter::once(at_once(&["ready"])).chain(tries));
        let (played, _) = against_a_bot(puppet, Player { strikes: Some(3), ..plain(policy) });
        assert_eq!(played.faults().len(), 3, "{policy}");
        assert_lost(&played, FaultKind::Illegal);
    }
}

#[test]
fn nobody_may_fail_for_ever() {
    // Practice without strikes, and a program that never learns: the record must not fill the disk.
    let tries = (0..20_000).map(|_| at_once(&["a1"]));
    let (played, _) = against_a_bot(Puppet::new(tries), judge(Policy::Practice));
    assert_lost(&played, FaultKind::Illegal);
    assert!(played.faults().len() <= 10_000, "{} faults", played.faults().len());
}

#[test]
fn moves_are_taken_back() {
    // `plain` has no word for it, so a dialect of people is needed: undo, then another move.
    let kit = gyoji_othello::kit();
    let (mut guest, _) = Puppet::new([]).sits(&kit, judge(Policy::Practice));
    guest.1 = undoing::chair();
    let played = play_guests(&mut [guest, first_move::<Othello>()]);
    let undone: Vec<&Event> =
        played.record.events.iter().filter(|event| matches!(event, Event::Undone(_))).collect();
    assert_eq!(undone, [&Event::Undone(gyoji_core::record::Undone { plies: 2 })]);
    let moves: Vec<(u32, &str)> =
        played.moves_of(Seat(0)).iter().map(|m| (m.ply, m.mv.as_str())).collect();
    assert_eq!(moves, [(0, "d3"), (0, "f5")], "{}", played.story());
    assert_eq!(played.ended.why, Ended::RESIGNED);
    assert_eq!(played.ended.winner(), Some(Seat(1)));
}

/// A dialect that knows `undo` and `quit`, and whoever speaks it.
mod undoing {
    use super::*;
    use gyoji_core::{Deal, Dialect, Heard, Manners, Turn};
    use gyoji_referee::Chair;
    use gyoji_referee::wire::script::Script;

    struct Undoing;

    impl Dialect<Othello> for Undoing {
        fn hello(&mut self, _: &Deal<'_, Othello>, _: &mut String) {}

        fn ask(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
            out.push_str(&format!("{}?\n", turn.ply()));
        }

        fn read(
            &self,
            _: &Turn<'_, Othello>,
            _: bool,
            line: &str,
        ) -> Heard<<Othello as Game>::Move> {
            match line {
                "undo" => Heard::Undo,
                "quit" => Heard::Quit,
                line => line.parse().map_or(Heard::Garbage, Heard::Move),
            }
        }

        fn bye(&mut self, _: &Ended, _: &mut String) {}
    }

    pub(super) fn chair() -> Chair<Othello> {
        let script = Script::new([
            at_once(&["undo", "d3"]), // there is nothing to take back yet: the question stands
            at_once(&["undo"]),
            at_once(&["f5"]),
            at_once(&["quit"]),
        ]);
        let dialect = Box::new(|| Ok(Box::new(Undoing) as Box<dyn Dialect<Othello>>));
        Chair::outside(Box::new(script), Manners::default(), dialect)
    }
}

// --- four seats -------------------------------------------------------------------------------

/// Somebody who takes `count` stones whenever it is asked.
fn taker(count: u8, questions: &[u32]) -> Vec<Vec<Answer>> {
    let answer = |number: &u32| at_once(&[&format!("move {number} {count}")]);
    std::iter::once(at_once(&["ready"])).chain(questions.iter().map(answer)).collect()
}

fn four(puppets: [Puppet; 4]) -> (Played, Vec<Sent>) {
    let kit = heap::kit();
    let (mut guests, sent): (Vec<Guest<Heap>>, Vec<Sent>) =
        puppets.into_iter().map(|puppet| puppet.sits(&kit, plain(Policy::Skip))).unzip();
    let played = play_guests(&mut guests);
    played.check_record::<Heap>();
    for (seat, sent) in Seat::all(4).zip(&sent) {
        assert_eq!(played.sent_to(&kit, seat), sent.text(), "to seat {seat}");
    }
    (played, sent)
}

fn seats_and_moves(played: &Played) -> Vec<String> {
    let moved = |event: &Event| match event {
        Event::Moved(moved) => Some(format!("{}:{}", moved.seat, moved.mv)),
        _ => None,
    };
    played.record.events.iter().filter_map(moved).collect()
}

#[test]
fn four_seats_play() {
    let (played, sent) = four([
        Puppet::new(taker(3, &[0, 4])),
        Puppet::new(taker(2, &[1])),
        Puppet::new(taker(1, &[2])),
        Puppet::new(taker(3, &[3])),
    ]);
    assert_eq!(seats_and_moves(&played), ["0:3", "1:2", "2:1", "3:3", "0:3"]);
    assert_eq!(played.faults().len(), 0, "{}", played.story());
    assert_eq!(
        (&played.ended.places[..], &played.ended.points[..]),
        (&[1, 3, 4, 2][..], &[6, 2, 1, 3][..])
    );
    assert_eq!(
        sent[1].lines("played"),
        ["played 0 0 3", "played 2 2 1", "played 3 3 3", "played 4 0 3"]
    );
    assert_eq!(sent[1].lines("over"), ["over places 1 3 4 2 points 6 2 1 3 why empty"]);
}

#[test]
fn a_default_move_is_made_for_whoever_fails() {
    let (played, sent) = four([
        Puppet::new([at_once(&["ready"]), at_once(&["move 0 9"]), at_once(&["move 4 3"])]),
        Puppet::new([at_once(&["ready"]), at_once(&["two, please"]), at_once(&["move 5 3"])]),
        Puppet::new([at_once(&["ready"]), vec![after(LIMIT_MS + 500, "move 2 3")]]),
        Puppet::new(taker(2, &[3])),
    ]);
    assert_eq!(seats_and_moves(&played), ["0:1", "1:1", "2:1", "3:2", "0:3", "1:3", "2:1"]);
    let kinds: Vec<FaultKind> = played.faults().iter().map(|fault| fault.kind).collect();
    let expected = [FaultKind::Illegal, FaultKind::Format, FaultKind::Time, FaultKind::Time];
    assert_eq!(kinds, expected);
    assert!(played.faults().iter().all(|fault| fault.then == Then::Default));
    assert_eq!(sent[0].lines("missed"), ["missed 0 illegal"]);
    assert_eq!(sent[0].lines("played 0"), ["played 0 0 1"], "it is told what was played for it");
    assert_eq!(played.ended.why, "empty");
    for moved in played.moves_of(Seat(2)) {
        assert_eq!(moved.got, None, "nobody said that move");
    }
}

#[test]
fn the_game_goes_on_when_somebody_leaves() {
    let (played, sent) = four([
        Puppet::new(taker(1, &[0, 4, 8])),
        Puppet::new(taker(2, &[1, 5])).hangs_up_after(2),
        Puppet::new(taker(1, &[2, 6])),
        Puppet::new(taker(1, &[3, 7])),
    ]);
    assert_eq!(
        seats_and_moves(&played),
        ["0:1", "1:2", "2:1", "3:1", "0:1", "1:1", "2:1", "3:1", "0:1", "1:1", "2:1"]
    );
    let kinds: Vec<(u32, FaultKind, Then)> =
        played.faults().iter().map(|fault| (fault.ply, fault.kind, fault.then)).collect();
    let gone = |ply| (ply, FaultKind::Disconnected, Then::Default);
    assert_eq!(kinds[..2], [gone(5), gone(9)], "{}", played.story());
    assert_eq!(sent[0].lines("over").len(), 1, "the others hear the end");
}

#[test]
fn strikes_count_under_skip_too() {
    let kit = heap::kit();
    let fails = Puppet::new([at_once(&["ready"]), at_once(&["?"]), at_once(&["?"])]);
    let (fails, _) = fails.sits(&kit, Player { strikes: Some(2), ..plain(Policy::Skip) });
    let mut guests: Vec<Guest<Heap>> = vec![fails];
    guests.extend((0..3).map(|_| first_move()));
    let played = play_guests(&mut guests);
    let thens: Vec<Then> = played.faults().iter().map(|fault| fault.then).collect();
    assert_eq!(thens, [Then::Default, Then::Loses]);
    assert_eq!(played.ended.places, [4, 1, 1, 1], "the others share the first place");
    assert_eq!(played.ended.winner(), None);
}

// --- other ends -------------------------------------------------------------------------------

#[test]
fn a_match_that_is_stopped_is_aborted() {
    let kit = gyoji_othello::kit();
    for plies in 1..=3 {
        let puppet = Puppet::new([at_once(&["d3"]), at_once(&["c4"])]);
        let (guest, sent) = puppet.sits(&kit, judge(Policy::Forfeit));
        let mut guests = [guest, first_move::<Othello>()];
        let players = guests.iter().map(|(player, _)| player.clone()).collect();
        let stop = AtomicBool::new(false);
        let played = play_until(&header::<Othello>(players), &mut guests, &stop, |event| {
            if matches!(event, Event::Moved(moved) if moved.ply + 1 == plies) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        assert_eq!(played.ended, Ended::aborted(2));
        played.check_record::<Othello>();
        assert_sent(&played, &sent);
    }
}

#[test]
fn a_wrong_plan_is_an_error_and_no_match() {
    let kit = gyoji_othello::kit();
    let (guest, sent) = Puppet::new([]).sits(&kit, judge(Policy::Forfeit));
    let alone = header::<Othello>(vec![guest.0.clone()]);
    let mut chairs = [guest.1];
    let events = &mut 0;
    let outcome =
        gyoji_referee::play(&alone, &mut chairs, &AtomicBool::new(false), &mut |_: &Event| {
            *events += 1;
        });
    assert!(outcome.is_err());
    assert_eq!((*events, sent.text().as_str()), (0, ""));
}

#[test]
fn a_game_can_start_from_a_position() {
    let kit = gyoji_othello::kit();
    let passes = [at_once(&["pass"]), at_once(&["pass"])];
    let (guest, sent) = Puppet::new(passes).sits(&kit, judge(Policy::Forfeit));
    let mut guests = [guest, first_move::<Othello>()];
    let mut plan = header::<Othello>(guests.iter().map(|(player, _)| player.clone()).collect());
    // Black has nothing to play, white has: black is asked and has to pass, and once more when
    // it has no disc left.
    plan.plan.position = Some(format!("OX-{} X", "-".repeat(61)));
    let played = play_header(&plan, &mut guests);
    played.check_record::<Othello>();
    assert_sent(&played, &sent);
    assert_eq!(played.moves_of(Seat(0))[0].mv, "pass");
    assert_eq!((played.ended.why.as_str(), &played.ended.points[..]), ("stuck", &[0, 3][..]));
}

#[test]
fn a_process_for_each_move_is_greeted_each_time() {
    let answers = [at_once(&["d3", "and more"]), at_once(&["c4"]), at_once(&["a1"])];
    let player = Player { lifetime: Some(Lifetime::PerMove), ..judge(Policy::Retry) };
    let (_, sent) = against_a_bot(Puppet::new(answers), player);
    let words: Vec<String> = sent.text().lines().map(|line| line[..5].to_owned()).collect();
    assert_eq!(words[..4], ["COLOR", "MOVE ", "COLOR", "MOVE "]);
    assert!(!sent.text().contains("QUIT"), "it is not there to hear it");
}

// --- names ------------------------------------------------------------------------------------

#[test]
fn a_name_counts_although_the_other_leaves_at_once() {
    let kit = gyoji_othello::kit();
    let retry = || speaker("tcp", LIMIT, Policy::Retry);
    let stays = || Puppet::new([at_once(&["NICK alice"])]);
    let closes = || Puppet::new([at_once(&["NICK bob", "CLOSE"])]);
    let vanishes = || Puppet::new([at_once(&["NICK bob"])]).hangs_up_after(1);
    for leaver in [closes, vanishes] {
        for leaves in [Seat(0), Seat(1)] {
            let mut puppets = [stays(), leaver()];
            if leaves == Seat(0) {
                puppets.reverse();
            }
            let mut guests = puppets.map(|puppet| puppet.sits(&kit, retry()).0);
            let played = play_guests(&mut guests);
            assert_eq!(played.ended.loser, Some(leaves), "{}", played.story());
            let mut names: Vec<(Seat, &str)> = Vec::new();
            for event in &played.record.events {
                if let Event::Named(named) = event {
                    names.push((named.seat, &named.name));
                }
            }
            names.sort();
            let [first, second] =
                if leaves == Seat(0) { ["bob", "alice"] } else { ["alice", "bob"] };
            assert_eq!(names, [(Seat(0), first), (Seat(1), second)], "{}", played.story());
        }
    }
}
