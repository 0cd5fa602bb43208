//! How the zoo is shown: each animal plays against a tame one, and gets the right verdict in time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::Seat;
use gyoji_core::record::{Ended, Fault, FaultKind, Then};
use gyoji_othello::Othello;

use super::animals::{Animal, Expect, ZOO, command, marker};
use super::{Guest, Played, first_move, play_guests, processes_with, wait_until, zombies};

/// The time for an answer. The programs know it too: `trickle_after_the_deadline.py`.
pub const LIMIT: Duration = Duration::from_millis(300);
/// How long after the deadline the verdict may come.
const VERDICT: Duration = Duration::from_millis(50);
/// How much memory the whole zoo may cost us, and how much we may have at all.
const MEMORY: u64 = 24 << 20;
const ALL_MEMORY: u64 = 64 << 20;

/// Shows the whole zoo to somebody who invites them: what came of each.
///
/// After each: nobody left alive, no file descriptor and no memory lost, and the next match
/// unaffected. The tame one stays at the table all the time: nothing an animal does may touch it.
pub fn show_all(invite: impl Fn(&str) -> Guest<Othello>) -> Vec<(&'static str, String)> {
    let mut tame = invite(&command("good.py", "plain?limit=10s", "tame"));
    play_a_good_game(&mut tame);
    let before = Trace::now();
    println!(
        "{:<34}{:<9}{:<28}{:>12}{:>12}{:>12}",
        "animal", "dialect", "verdict", "after", "a sleeper", "gone after"
    );
    let mut verdicts = Vec::new();
    for animal in ZOO {
        verdicts.push((animal.file, show_and_judge(animal, &mut tame, &invite)));
        play_a_good_game(&mut tame);
        // Whoever is still being seen off has some for a moment.
        let is_closed = || Trace::now().descriptors <= before.descriptors;
        assert!(wait_until(Duration::from_secs(5), is_closed), "{} left one open", animal.file);
    }
    let after = Trace::now();
    println!("memory {} KiB before, {} KiB after", before.memory >> 10, after.memory >> 10);
    assert!(after.memory < before.memory + MEMORY, "the zoo has eaten our memory");
    assert!(after.memory <= ALL_MEMORY, "{} bytes are too much", after.memory);
    let is_buried = wait_until(Duration::from_secs(5), || zombies().is_empty());
    assert!(is_buried, "somebody was not buried: {:?}", zombies());
    verdicts
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
/// another chance; a wrong one does not. What counts beside the deadline is on record or measured
/// in the same game: how long the clock stood, and how late the machine woke somebody who does
/// nothing but sleep. Whatever the verdict took beyond that is ours.
fn show_and_judge(
    animal: &Animal,
    tame: &mut Guest<Othello>,
    invite: &impl Fn(&str) -> Guest<Othello>,
) -> String {
    let mut tries = Vec::new();
    while tries.len() < 3 {
        let canary = Canary::new();
        let marker = marker(animal.file);
        let terms = format!("{}?limit=300ms&start-up=20s&lifetime=per-game", animal.dialect);
        let wild = invite(&command(animal.file, &terms, &marker));
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
        let slept = canary.latest().as_secs_f64() * 1e3;
        println!(
            "{:<34}{:<9}{verdict:<28}{after:>12}{slept:>9.1} ms{gone:>9.1} ms",
            animal.file, animal.dialect
        );
        if late.is_none_or(|late| late <= VERDICT.as_secs_f64() * 1e3 + slept) {
            return verdict;
        }
        tries.push((late, slept));
    }
    let file = animal.file;
    // Whoever is excused by the machine each time, on a machine that has more to do than it can.
    let is_excused = tries.iter().all(|(late, _)| *late == Some(f64::INFINITY)) && is_overloaded();
    assert!(
        is_excused,
        "{file}: the verdict came too late in each of three tries (how late, and how late a \
         sleeper was woken, in ms): {tries:?}"
    );
    animal.expect.to_string()
}

/// Whether more wants to run than there are processors.
fn is_overloaded() -> bool {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().and_then(|load| load.parse::<f64>().ok());
    load.is_some_and(|load| {
        load > std::thread::available_parallelism().map_or(1, usize::from) as f64
    })
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
    // Whoever reaches for its supervisor finds it, or is refused, or nothing comes of it.
    let reaches_out = matches!(file, "kills_its_parent.py" | "stops_its_parent.py");
    if reaches_out && matches!(fault.kind, FaultKind::Crash | FaultKind::Time) {
        return ("crash or time".into(), Some(lateness(played, fault)));
    }
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
    // Out of turn there is no deadline.
    let has_deadline = file != "flood_out_of_turn.py";
    (animal.expect.to_string(), has_deadline.then(|| lateness(played, fault)))
}

/// How long after the deadline the verdict came, in milliseconds. While others or the referee
/// itself kept the player from running, its clock stood: that is on record.
fn lateness(played: &Played, fault: &Fault) -> f64 {
    let stood = Duration::from_nanos(fault.spent.delay + fault.spent.stall);
    // The first answer may have time to start up, too.
    let limit = fault.limit_ns.map_or(LIMIT, Duration::from_nanos);
    (played.verdict_after(fault).as_secs_f64() - (limit + stood).as_secs_f64()) * 1e3
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
