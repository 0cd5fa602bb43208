//! The referee against real programs that misbehave, one row for each.
//!
//! After each: the right verdict in time, nobody left alive, no file descriptor and no memory
//! lost, and the next match unaffected. The programs are in `zoo/`.

mod common;

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::animals::{Animal, Expect, ZOO, command, marker};
use common::heap::{self, Heap};
use common::{
    Guest, Played, first_move, header, invite, play_guests, play_header, processes_with,
    wait_until, zombies,
};
use gyoji_core::record::{Ended, Fault, FaultKind, Then};
use gyoji_core::{Kit, Seat};
use gyoji_othello::Othello;
use gyoji_referee::MARGIN;

/// The time for an answer. The programs know it too: `trickle_after_the_deadline.py`.
const LIMIT: Duration = Duration::from_millis(300);
/// How long after the deadline the verdict may come.
const VERDICT: Duration = Duration::from_millis(50);
/// How much memory the whole zoo may cost us.
const MEMORY: u64 = 24 << 20;
/// Descriptors and processes are counted for the whole test process: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn every_animal_gets_its_verdict_and_leaves_no_trace() {
    let _alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let kit = gyoji_othello::kit();
    // The tame one stays at the table all the time: nothing an animal does may touch it.
    let mut tame = invite(&kit, &command("good.py", "plain?limit=10s", "tame"));
    play_a_good_game(&mut tame);
    let before = Trace::now();
    println!(
        "{:<34}{:<9}{:<28}{:>12}{:>12}",
        "animal", "dialect", "verdict", "after", "gone after"
    );
    for animal in ZOO {
        show_and_judge(animal, &mut tame);
        play_a_good_game(&mut tame);
        // Whoever is still being seen off has some for a moment.
        let is_closed = || Trace::now().descriptors == before.descriptors;
        assert!(wait_until(Duration::from_secs(5), is_closed), "{} left one open", animal.file);
    }
    let after = Trace::now();
    println!("memory {} KiB before, {} KiB after", before.memory >> 10, after.memory >> 10);
    assert!(after.memory < before.memory + MEMORY, "the zoo has eaten our memory");
    assert!(wait_until(Duration::from_secs(1), || zombies() == 0), "somebody was not buried");
}

/// What our process has at a moment.
struct Trace {
    descriptors: usize,
    /// The most memory it has ever had resident, in bytes.
    memory: u64,
}

impl Trace {
    fn now() -> Trace {
        let status = std::fs::read_to_string("/proc/self/status").expect("a /proc");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = peak.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        Trace {
            descriptors: std::fs::read_dir("/proc/self/fd").expect("a /proc").count(),
            memory: kib.expect("VmHWM is there") << 10,
        }
    }
}

/// Plays the animal against the tame one. A verdict that comes late on a busy machine gets
/// another chance; a wrong one does not. Where the machine wakes nobody in time, no verdict can
/// be expected in time either.
fn show_and_judge(animal: &Animal, tame: &mut Guest<Othello>) {
    let mut tries = Vec::new();
    let canary = Canary::new();
    while tries.len() < 3 {
        let marker = marker(animal.file);
        let terms = format!("{}?limit=300ms&start-up=20s&lifetime=per-game", animal.dialect);
        let wild = invite(&gyoji_othello::kit(), &command(animal.file, &terms, &marker));
        let placeholder = first_move();
        let mut guests = [wild, std::mem::replace(tame, placeholder)];
        let played = play_guests(&mut guests);
        let [_, stays] = guests;
        *tame = stays;
        let over = Instant::now();
        let gone = wait_until(Duration::from_secs(2), || processes_with(&marker).is_empty());
        assert!(gone, "{} lives on: {:?}", animal.file, processes_with(&marker));
        let gone = over.elapsed().as_secs_f64() * 1e3;
        played.check_record::<Othello>();
        let (verdict, late) = check_verdict(animal, &played);
        let after = late.map_or(String::new(), |late| format!("{late:+.1} ms"));
        println!("{:<34}{:<9}{verdict:<28}{after:>12}{gone:>9.1} ms", animal.file, animal.dialect);
        if late.is_none_or(|late| late <= VERDICT.as_secs_f64() * 1e3) {
            return;
        }
        tries.push(late);
    }
    let late = canary.latest();
    let file = animal.file;
    assert!(
        late > VERDICT / 2,
        "{file}: the verdict came too late in each of three tries: {tries:?} ms; \
         others were woken within {late:?}"
    );
}

/// Sleeps a little again and again, and notes how late it is woken.
struct Canary {
    latest: Arc<AtomicU64>,
    done: Arc<AtomicBool>,
}

impl Canary {
    fn new() -> Canary {
        let canary = Canary { latest: Arc::default(), done: Arc::default() };
        let (latest, done) = (canary.latest.clone(), canary.done.clone());
        std::thread::spawn(move || {
            let nap = Duration::from_millis(5);
            while !done.load(Ordering::Relaxed) {
                let asleep = Instant::now();
                std::thread::sleep(nap);
                let late = asleep.elapsed().saturating_sub(nap);
                latest.fetch_max(late.as_nanos() as u64, Ordering::Relaxed);
            }
        });
        canary
    }

    /// The longest it was woken late.
    fn latest(&self) -> Duration {
        Duration::from_nanos(self.latest.load(Ordering::Relaxed))
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// The verdict, and how late after the deadline it came, if that counts.
fn check_verdict(animal: &Animal, played: &Played) -> (String, Option<f64>) {
    let (file, story) = (animal.file, played.story());
    let Expect::Loses(kind, said, exit) = &animal.expect else {
        assert_eq!(played.faults(), Vec::<&Fault>::new(), "{file}\n{story}");
        assert!(played.moves_of(Seat(0)).len() > 20, "{file}\n{story}");
        return ("plays".into(), None);
    };
    let [fault] = played.faults()[..] else { panic!("{file}: one fault expected\n{story}") };
    if fault.machine {
        // So busy that nobody can tell: try again.
        return ("void".into(), Some(f64::INFINITY));
    }
    assert_eq!(
        (fault.kind, fault.seat, fault.then),
        (*kind, Seat(0), Then::Loses),
        "{file}\n{story}"
    );
    let got = fault.got.escaped();
    assert!(got.starts_with(said), "{file} said {got}");
    if fault.exit.is_none() && exit.is_some() {
        // The referee waits a moment for it, which may be too short on a busy machine.
        return ("no exit code".into(), Some(f64::INFINITY));
    }
    assert_eq!(fault.exit, *exit, "{file}");
    let ended = &played.ended;
    assert_eq!((ended.why.as_str(), ended.fault), (Ended::FAULT, Some(*kind)), "{file}");
    assert_eq!((ended.loser, ended.winner()), (Some(Seat(0)), Some(Seat(1))), "{file}");
    check_stderr(file, fault);
    let verdict =
        format!("{:?} {}", fault.kind, exit.map_or(String::new(), |exit| format!("{exit:?}")));
    // Where the machine kept the player waiting, the referee looks a little longer on purpose.
    let waited = fault.spent.wait.unwrap_or(0) > MARGIN.as_nanos() as u64;
    let counts = fault.kind == FaultKind::Time && !waited;
    let late = played.verdict_after(fault).as_secs_f64() - LIMIT.as_secs_f64();
    (verdict, counts.then_some(late * 1e3))
}

/// What the program complained about is on record.
fn check_stderr(file: &str, fault: &Fault) {
    let expected = match file {
        "exits_3.py" => "cannot find my weights",
        "raises.py" => "IndexError",
        "closes_stdout_floods_stderr.py" => "oh no",
        _ => return,
    };
    assert!(fault.stderr.contains(expected), "{file}: {}", fault.stderr);
}

fn play_a_good_game(tame: &mut Guest<Othello>) {
    let placeholder = first_move();
    let mut guests = [first_move(), std::mem::replace(tame, placeholder)];
    let played = play_guests(&mut guests);
    let [_, stays] = guests;
    *tame = stays;
    assert_eq!(played.faults(), Vec::<&Fault>::new(), "{}", played.story());
    assert!(played.ended.loser.is_none());
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
