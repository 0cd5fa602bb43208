//! Nothing is left behind and nothing grows, whatever a program does.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use common::heap::{self, Heap};
use common::puppet::{Puppet, after, at_once};
use common::{
    Guest, Played, first_move, fixture, invite, play_guests, processes_with, python, speaker,
    wait_until,
};
use gyoji_core::Seat;
use gyoji_core::record::{Ended, Event, FaultKind, Policy, Then};
use gyoji_othello::Othello;
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::tcp::{Tcp, free_port};
use gyoji_referee::{Chair, await_the_dying};

/// Processes are counted for the whole machine: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn player(terms: &str, what: &str, marker: &str) -> Guest<Othello> {
    let program = fixture("held/player.py");
    let command = format!("/usr/bin/env GYOJI_HELD={marker} {} -B {program} {what}", python());
    invite(&gyoji_othello::kit(), &format!("plain?start-up=60s&{terms}:{command}"))
}

/// Plays against a bot until so many moves are made.
fn play_moves(guest: Guest<Othello>, most: usize) -> Played {
    let mut guests = [guest, first_move()];
    let stop = AtomicBool::new(false);
    let header = common::header::<Othello>(guests.iter().map(|(p, _)| p.clone()).collect());
    let mut moves = 0;
    common::play_until(&header, &mut guests, &stop, |event| {
        moves += usize::from(matches!(event, Event::Moved(_)));
        stop.store(moves >= most, Ordering::Relaxed);
    })
}

fn nobody_is_left(marker: &str) {
    assert_eq!(await_the_dying(Duration::from_secs(60)), 0, "somebody would not die");
    let gone = || processes_with(marker).is_empty();
    assert!(wait_until(Duration::from_secs(10), gone), "{:?}", processes_with(marker));
}

#[test]
fn children_that_fork_while_they_die_come_to_an_end() {
    let _alone = alone();
    for terms in ["limit=60s", "limit=60s&ponder=no"] {
        let marker = format!("rabbits-{}-{}", std::process::id(), terms.len());
        let played = play_moves(player(terms, "rabbits", &marker), 4);
        assert_eq!(played.ended.why, Ended::ABORTED, "{}", played.story());
        nobody_is_left(&marker);
    }
}

#[test]
fn a_large_family_ends_with_its_program() {
    let _alone = alone();
    let marker = format!("family-{}", std::process::id());
    let played = play_moves(player("limit=60s", "children 600", &marker), 4);
    assert_eq!(played.ended.why, Ended::ABORTED, "{}", played.story());
    nobody_is_left(&marker);
}

#[test]
fn whoever_is_left_to_the_supervisor_is_buried_at_once() {
    let _alone = alone();
    let played = play_moves(player("limit=60s", "helpers", "helpers"), 24);
    let said = played.heard_from(Seat(0));
    let dead: Vec<usize> = said
        .iter()
        .filter_map(|line| line.strip_prefix("info dead ")?.strip_suffix("\\n")?.parse().ok())
        .collect();
    assert!(dead.len() >= 10, "{said:?}\n{}", played.story());
    // Ten are left to it at each move, and it has had time for them before the next.
    assert!(dead.iter().all(|dead| *dead <= 20), "{dead:?}");
}

#[test]
fn whoever_talks_without_end_fills_neither_memory_nor_disk() {
    let _alone = alone();
    let mut guests = [player("limit=60s", "talks", "talks"), first_move()];
    let played = play_guests(&mut guests);
    assert_eq!(played.faults().len(), 0, "{}", played.ended.why);
    let said: u64 = played.moves_of(Seat(0)).len() as u64 * 15 * 60_006;
    let text = played.record.to_text();
    assert!(said > 20 << 20, "it has said {said} bytes\n{}", played.story());
    assert!(text.len() < 4 << 20, "and they take {} bytes on disk", text.len());
    let more: u64 = played
        .record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Heard(heard) => Some(heard.got.more),
            _ => None,
        })
        .sum();
    assert!(more > said / 2, "how much more was said is on record: {more} of {said}");
    played.check_record::<Othello>();
}

#[test]
fn what_a_kept_program_says_after_a_game_is_not_of_the_next() {
    let _alone = alone();
    for what in ["later", "half", "much"] {
        let guest = player("limit=60s", &format!("after-over {what}"), "over");
        let mut guests = [guest, first_move()];
        for game in 0..3 {
            let played = play_guests(&mut guests);
            assert_eq!(played.faults().len(), 0, "{what}, game {game}\n{}", played.story());
            assert!(played.ended.loser.is_none(), "{what}, game {game}");
        }
    }
}

// --- nobody waits for ever --------------------------------------------------------------------

#[test]
fn a_seat_that_comes_late_has_its_own_clock() {
    let _alone = alone();
    // Ready at once, but the other seat is empty for longer than anybody may take to come up.
    for listener in [0, 1] {
        let port = free_port().expect("a free port");
        let wire = Tcp::at(port, Caps::default()).expect("nobody else has it");
        let late = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(900));
            let mut peer = std::net::TcpStream::connect(("127.0.0.1", port)).expect("a listener");
            std::io::Write::write_all(&mut peer, b"ready\n").expect("somebody reads");
            std::thread::sleep(Duration::from_millis(500));
        });
        let patience = Duration::from_millis(600).as_nanos() as u64;
        let seated = |name: &str| gyoji_core::record::Player {
            name: name.into(),
            start_up_ns: Some(patience),
            ..speaker("plain", Duration::from_millis(100), Policy::Forfeit)
        };
        let kit = gyoji_othello::kit();
        let early = Puppet::new([at_once(&["ready"]), vec![after(0, "move 0 d3")]]);
        let (early, _) = early.sits(&kit, seated("early"));
        let chair = Chair::speaking(&kit, "plain", [], Box::new(wire)).expect("a dialect");
        let mut guests = vec![early, (seated("late"), chair)];
        if listener == 0 {
            guests.reverse();
        }
        let played = play_guests(&mut guests);
        late.join().expect("a peer");
        let begun = played.record.events.iter().any(|event| matches!(event, Event::Begun {}));
        assert!(begun, "both were there and had their time\n{}", played.story());
    }
}

#[test]
fn a_match_that_waits_for_somebody_to_come_can_be_stopped() {
    let _alone = alone();
    let wire = Tcp::at(0, Caps::default()).expect("a free port");
    let kit = gyoji_othello::kit();
    let chair = Chair::speaking(&kit, "plain", [], Box::new(wire)).expect("a dialect");
    let seated = speaker("plain", Duration::from_secs(5), Policy::Forfeit);
    let mut guests = [(seated, chair), first_move::<Othello>()];
    let stop = AtomicBool::new(false);
    let header = common::header::<Othello>(guests.iter().map(|(p, _)| p.clone()).collect());
    let played = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        common::play_until(&header, &mut guests, &stop, |_| {})
    });
    assert_eq!(played.ended.why, Ended::ABORTED);
}

const SHORT: Duration = Duration::from_millis(20);

#[test]
fn practice_does_not_wait_for_a_silent_player_for_ever() {
    let _alone = alone();
    // On a machine so busy that nobody can tell, the game is void: it gets three tries.
    let is_lost = || {
        let guest = player("limit=50ms&policy=practice", "silent", "silent");
        let played = play_moves(guest, 1000);
        let faults = played.faults();
        assert!(faults.len() < 20, "asked {} times", faults.len());
        let lost = (Some(Seat(0)), Some(FaultKind::Time));
        faults.last().map(|fault| fault.then) == Some(Then::Loses)
            && (played.ended.loser, played.ended.fault) == lost
    };
    assert!((0..3).any(|_| is_lost()));
}

#[test]
fn nobody_waits_at_every_turn_for_a_program_that_hangs() {
    // The heap has a default move: a game of many turns with somebody who never answers.
    let silent = Puppet::new([at_once(&["ready"])]).hesitates(u32::MAX);
    let (guest, _) = silent.sits(&heap::kit(), speaker("plain", SHORT, Policy::Skip));
    let mut guests = vec![guest];
    for _ in 1..4 {
        let ready = Puppet::new([at_once(&["ready"])]);
        guests.push(ready.sits(&heap::kit(), speaker("plain", SHORT, Policy::Skip)).0);
    }
    let played = play_guests::<Heap>(&mut guests);
    let waits = |seat: Seat| {
        let faults = played.faults().into_iter().filter(|fault| fault.seat == seat);
        faults.filter(|fault| fault.spent.used() >= SHORT).count()
    };
    assert!(waits(Seat(0)) <= 8, "waited {} times", waits(Seat(0)));
}
