//! The referee against real programs that misbehave, one row for each.
//!
//! After each: the right verdict in time, nobody left alive, no file descriptor and no memory
//! lost, and the next match unaffected. The programs are in `zoo/`.

mod common;

use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use common::animals::{command, marker};
use common::heap::{self, Heap};
use common::judge::{LIMIT, show_all};
use common::{first_move, header, invite, play_guests, play_header, processes_with, wait_until};
use gyoji_core::record::{FaultKind, Then};
use gyoji_core::{Kit, Seat};
use gyoji_othello::Othello;

/// Descriptors and processes are counted for the whole test process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn every_animal_gets_its_verdict_and_leaves_no_trace() {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let kit = gyoji_othello::kit();
    show_all(|text| invite(&kit, text));
}

#[test]
fn a_big_question_to_somebody_who_never_reads_does_not_hang_us() {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let marker = marker("never_reads");
    let terms = "plain?limit=300ms&policy=skip&lifetime=per-game";
    let deaf = invite(&heap::kit(), &command("never_reads.py", terms, &marker));
    let mut guests = vec![deaf, first_move(), first_move(), first_move()];
    let mut plan = header::<Heap>(guests.iter().map(|(player, _)| player.clone()).collect());
    // Each question is more than a pipe holds, and all of them more than a few.
    plan.plan.options.insert("padding".into(), "400000".into());
    plan.plan.options.insert("stones".into(), "12".into());
    let began = Instant::now();
    let played = play_header(&plan, &mut guests);
    played.check_record::<Heap>();
    let kinds: Vec<(FaultKind, Then)> =
        played.faults().iter().map(|fault| (fault.kind, fault.then)).collect();
    assert_eq!(kinds, vec![(FaultKind::Time, Then::Default); 3], "{}", played.story());
    assert_eq!(played.ended.why, "empty", "the game goes on without it");
    assert!(began.elapsed() < LIMIT * 3 + Duration::from_secs(6), "{:?}", began.elapsed());
    drop(guests);
    assert!(wait_until(Duration::from_secs(2), || processes_with(&marker).is_empty()));
}

#[test]
fn four_animals_at_one_table_and_the_game_goes_on() {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let marker = marker("four");
    let kit = heap::kit();
    let terms = "plain?limit=300ms&start-up=20s&policy=skip";
    let seat = |file| invite(&kit, &command(file, terms, &marker));
    let mut guests = vec![
        seat("flood_of_lines.py"),
        seat("good.py"),
        seat("stops_itself.py"),
        seat("flood_out_of_turn.py"),
    ];
    let played = play_guests(&mut guests);
    played.check_record::<Heap>();
    assert_eq!(played.ended.why, "empty", "{}", played.story());
    let seats: Vec<u8> = played.faults().iter().map(|fault| fault.seat.0).collect();
    assert!(!seats.contains(&1), "the good one has no fault\n{}", played.story());
    for seat in [Seat(0), Seat(3)] {
        let of_seat = played.faults().into_iter().filter(|fault| fault.seat == seat);
        let kinds: Vec<FaultKind> = of_seat.map(|fault| fault.kind).collect();
        let (first, rest) = kinds.split_first().expect("a flood");
        assert_eq!(*first, FaultKind::Flood, "{}", played.story());
        let gone = rest.iter().all(|kind| *kind == FaultKind::Crash);
        assert!(gone, "nobody waits for it any more\n{}", played.story());
    }
    assert_eq!(played.moves_of(Seat(1))[0].mv, "1");
    assert!(played.moves_of(Seat(1)).iter().all(|moved| moved.got.is_some()));
    drop(guests);
    assert!(wait_until(Duration::from_secs(2), || processes_with(&marker).is_empty()));
}

// --- the referee itself is killed -------------------------------------------------------------

/// Set for the test process that is to be a referee and to be killed.
const VICTIM: &str = "GYOJI_TEST_VICTIM";

#[test]
fn nobody_outlives_a_killed_referee() {
    if let Ok(marker) = std::env::var(VICTIM) {
        return referee_until_killed(&marker);
    }
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let marker = marker("victim");
    let folder = tempfile::tempdir().expect("a folder");
    let mut referee = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "nobody_outlives_a_killed_referee", "--nocapture"])
        .env(VICTIM, &marker)
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("this test runs again");
    // The referee, two supervisors, two programs and two daemons.
    let all_there = || processes_with(&marker).len() >= 7;
    let there = wait_until(Duration::from_secs(20), all_there);
    let found = processes_with(&marker);
    referee.kill().expect("it can be killed");
    referee.wait().expect("it was killed");
    assert!(there, "only {found:?} had started");
    let gone = wait_until(Duration::from_secs(3), || processes_with(&marker).is_empty());
    assert!(gone, "{:?} of {found:?} live on", processes_with(&marker));
}

fn referee_until_killed(marker: &str) {
    let kit: Kit<Othello> = gyoji_othello::kit();
    let program = |limit| invite(&kit, &command("hides_a_daemon.py", limit, marker));
    let played = play_guests(&mut [program("plain?limit=60s"), program("plain?limit=60s")]);
    unreachable!("nobody killed us: {}", played.story());
}

#[test]
fn nobody_outlives_a_match_that_panics() {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let marker = marker("panic");
    let result = std::panic::catch_unwind(|| {
        let kit: Kit<Othello> = gyoji_othello::kit();
        let mut guests =
            [invite(&kit, &command("good.py", "plain", &marker)), first_move::<Othello>()];
        let players = guests.iter().map(|(player, _)| player.clone()).collect();
        let stop = std::sync::atomic::AtomicBool::new(false);
        let plan = header::<Othello>(players);
        common::play_until(&plan, &mut guests, &stop, |event| {
            if matches!(event, gyoji_core::record::Event::Moved(moved) if moved.ply == 4) {
                panic!("the watcher has a bug (this is part of the test)");
            }
        });
    });
    assert!(result.is_err());
    assert!(wait_until(Duration::from_secs(2), || processes_with(&marker).is_empty()));
}
