//! Fair verdicts on a loaded machine: real programs, real load. What depends on the load is
//! counted, not timed.

mod common;

use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use common::puppet::{Puppet, at_once};
use common::{Guest, Played, first_move, fixture, invite, locked, play_guests, python, speaker};
use gyoji_core::Seat;
use gyoji_core::record::{Ended, FaultKind, Policy, Ponder};
use gyoji_othello::Othello;
use gyoji_referee::wire::process::Process;
use gyoji_referee::wire::{Arrival, Incoming, Interest, Program, Ready, Strain, Usage, Wire};
use gyoji_referee::{Chair, MARGIN};

/// Load is for the whole machine: one test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Processes that never rest, until this value goes.
struct Hogs(Vec<Child>);

impl Hogs {
    fn new(count: usize) -> Hogs {
        let hog = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn();
        Hogs((0..count).map(|_| hog().expect("a shell starts")).collect())
    }
}

impl Drop for Hogs {
    fn drop(&mut self) {
        for hog in &mut self.0 {
            let _ = hog.kill();
            let _ = hog.wait();
        }
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn player(terms: &str, manner: &str) -> Guest<Othello> {
    let program = format!("{} -B {} {manner}", python(), fixture("fair/player.py"));
    invite(&gyoji_othello::kit(), &format!("plain?start-up=60s&{terms}:{program}"))
}

fn against_a_bot(guest: Guest<Othello>) -> Played {
    let played = play_guests(&mut [guest, first_move()]);
    played.check_record::<Othello>();
    played
}

/// Its answers that took longer than the limit, by the clock on the wall.
fn late(played: &Played, limit: Duration) -> usize {
    let moves = played.moves_of(Seat(0));
    moves.iter().filter(|moved| moved.spent.used() > limit + MARGIN).count()
}

fn lost_by_time(played: &Played) -> bool {
    played.ended.loser == Some(Seat(0)) && played.ended.fault == Some(FaultKind::Time)
}

#[test]
fn who_needs_little_does_not_lose_by_the_load_of_others() {
    let _alone = alone();
    let limit = Duration::from_millis(60);
    let mut excused = 0;
    for hogs in [2 * cores(), 4 * cores()] {
        let _hogs = Hogs::new(hogs);
        let played = against_a_bot(player("limit=60ms", "burn 0.02"));
        assert!(!lost_by_time(&played), "{hogs} hogs\n{}", played.story());
        excused += late(&played, limit);
    }
    println!("{excused} late answers were excused");
    assert!(excused > 0, "there was no load, so nothing was tested");
}

#[test]
fn who_needs_too_much_loses_under_load_too() {
    let _alone = alone();
    let _hogs = Hogs::new(2 * cores());
    for manner in ["burn 0.2", "sleep 2.5"] {
        // On a machine that is busy beyond all measure nobody can tell: then it is tried again.
        let game = |_| against_a_bot(player("limit=60ms", manner));
        let played = (0..3).map(game).find(|played| played.ended.why != Ended::VOID);
        assert!(played.as_ref().is_none_or(lost_by_time), "{}", played.unwrap().story());
    }
}

#[test]
fn delay_that_a_program_causes_itself_is_no_excuse() {
    let _alone = alone();
    // Its own children use every processor twice over: what it needs takes twice as long.
    // Something else may run on this machine, so it gets three tries.
    let family = || against_a_bot(player("limit=120ms", "family 0.1"));
    assert!((0..3).any(|_| lost_by_time(&family())), "excused for its own children");
    // The same, and nobody counts what they have used.
    let hidden = || against_a_bot(player("limit=120ms", "hidden 0.1"));
    assert!((0..3).any(|_| lost_by_time(&hidden())), "excused for children it hides");
    let _hogs = Hogs::new(cores());
    let meek = against_a_bot(player("limit=60ms", "meek 0.05"));
    assert!(lost_by_time(&meek), "excused for its own low priority\n{}", meek.story());
}

// --- our own stall ----------------------------------------------------------------------------

/// A wire on which the referee stops for a while, at every question.
struct Stopping {
    wire: Process,
    /// Before the question is sent, or when its answer may have come.
    before: bool,
    due: bool,
}

const STOP: Duration = Duration::from_millis(400);

impl Wire for Stopping {
    fn start(&mut self, keep: bool) -> Arrival {
        self.wire.start(keep)
    }

    fn arrival(&mut self) -> Arrival {
        self.wire.arrival()
    }

    fn send(&mut self, text: &[u8]) {
        let is_question = text.windows(3).any(|part| part == b"go ");
        if is_question && self.before {
            std::thread::sleep(STOP);
        }
        self.wire.send(text);
        self.due = is_question && !self.before;
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        self.wire.watch(interest);
    }

    fn pump_ready(&mut self, ready: Ready, now: Instant) {
        self.wire.pump_ready(ready, now);
    }

    fn look(&mut self) {
        self.wire.look();
    }

    fn take(&mut self) -> Option<Incoming> {
        if std::mem::take(&mut self.due) {
            std::thread::sleep(STOP);
        }
        self.wire.take()
    }

    fn new_turn(&mut self) {
        self.wire.new_turn();
    }

    fn usage(&self) -> Option<Usage> {
        self.wire.usage()
    }

    fn glance(&mut self) {
        self.wire.glance();
    }

    fn strain(&self) -> Option<Strain> {
        self.wire.strain()
    }

    fn stop(&mut self, grace: Duration) {
        self.wire.stop(grace);
    }
}

fn program(manner: &str) -> Program {
    let words = [python(), "-B", &fixture("fair/player.py")];
    let words = words.into_iter().chain(manner.split(' '));
    Program {
        command: words.map(Into::into).collect(),
        folder: None,
        supervisor: common::house().supervisor,
        caps: Default::default(),
        freezable: false,
        merges: false,
        room: None,
        shared: None,
    }
}

fn chair(wire: impl Wire + 'static) -> Chair<Othello> {
    let kit = gyoji_othello::kit();
    Chair::speaking(&kit, "plain", [], Box::new(wire)).expect("a dialect of the kit")
}

#[test]
fn a_stall_of_the_referee_is_nobodys_lateness() {
    let _alone = alone();
    for before in [true, false] {
        let limit = Duration::from_millis(200);
        let wire = Stopping { wire: Process::new(program("sleep 0.02")), before, due: false };
        let seated = speaker("plain", limit, Policy::Forfeit);
        let stop = AtomicBool::new(false);
        let mut guests = [(seated, chair(wire)), first_move()];
        let header = common::header::<Othello>(guests.iter().map(|(p, _)| p.clone()).collect());
        let mut moves = 0;
        let played = common::play_until(&header, &mut guests, &stop, |event| {
            moves += usize::from(matches!(event, gyoji_core::record::Event::Moved(_)));
            stop.store(moves >= 10, Ordering::Relaxed);
        });
        assert_eq!(played.faults().len(), 0, "before {before}\n{}", played.story());
        let moves = played.moves_of(Seat(0));
        assert_eq!(moves.len(), 5);
        for moved in moves {
            assert!(moved.spent.used() >= STOP, "{:?}", moved.spent);
            assert!(moved.spent.stall > 0, "the stall is on record: {:?}", moved.spent);
            assert!(moved.spent.counted() < limit, "{:?}", moved.spent);
        }
    }
}

#[test]
fn a_stall_of_the_referee_excuses_nobody_who_is_late_anyway() {
    let _alone = alone();
    let wire = Stopping { wire: Process::new(program("sleep 3")), before: true, due: false };
    let seated = speaker("plain", Duration::from_millis(200), Policy::Forfeit);
    let played = play_guests(&mut [(seated, chair(wire)), first_move()]);
    assert!(lost_by_time(&played), "{}", played.story());
}

// --- thinking in the opponent's time ----------------------------------------------------------

/// What its child has used in each of its opponent's turns, in hundredths of a second. Somebody
/// watches who takes long to look at each move.
fn used_in_others_time(guest: Guest<Othello>) -> Vec<u64> {
    let opponent = player("limit=60s", "sleep 0.1");
    let mut guests = [guest, opponent];
    let stop = AtomicBool::new(false);
    let header = common::header::<Othello>(guests.iter().map(|(p, _)| p.clone()).collect());
    let mut moves = 0;
    let played = common::play_until(&header, &mut guests, &stop, |event| {
        if matches!(event, gyoji_core::record::Event::Moved(_)) {
            moves += 1;
            std::thread::sleep(Duration::from_millis(50));
        }
        stop.store(moves >= 12, Ordering::Relaxed);
    });
    assert_eq!(played.ended.why, Ended::ABORTED, "{}", played.story());
    let said = played.heard_from(Seat(0));
    let used = said
        .iter()
        .filter_map(|line| line.strip_prefix("info used ")?.strip_suffix("\\n")?.parse().ok());
    let used: Vec<u64> = used.collect();
    assert!(used.len() >= 4, "{said:?}");
    used
}

#[test]
fn a_frozen_program_uses_nothing_in_its_opponents_time() {
    let _alone = alone();
    let manner = "ponder 0.02";
    let free: u64 = used_in_others_time(player("limit=60s", manner)).iter().sum();
    // With a cage where there is one; and by stopping everybody, as where there is none.
    let caged: u64 = used_in_others_time(player("limit=60s&ponder=no", manner)).iter().sum();
    let seated = gyoji_core::record::Player {
        ponder: Some(Ponder::No),
        start_up_ns: Some(60_000_000_000),
        ..speaker("plain", Duration::from_secs(60), Policy::Forfeit)
    };
    let swept = (seated, chair(Process::new(program(manner))));
    let swept: u64 = used_in_others_time(swept).iter().sum();
    println!("free {free}, caged {caged}, swept {swept} hundredths of a second");
    // Times are counted in these units, and on a busy machine nobody gets many of them.
    assert!(free > 5 * caged.max(1) && free > 5 * swept.max(1), "{free} {caged} {swept}");
}

#[test]
fn a_program_in_a_sandbox_is_frozen_too() {
    let _alone = alone();
    for level in locked::levels() {
        let used = |terms: &str| -> u64 {
            let program =
                format!("{} -B {} ponder 0.02", locked::python(), fixture("fair/player.py"));
            // What it imports lies beside its folder.
            let text = format!("plain?start-up=60s&limit=60s&dir={}{terms}:{program}", fixture(""));
            used_in_others_time(locked::invite_at(level, &text)).iter().sum()
        };
        let (free, frozen) = (used(""), used("&ponder=no"));
        println!("level {level}: free {free}, frozen {frozen} hundredths of a second");
        assert!(free > 5 * frozen.max(1), "level {level}: {free} {frozen}");
    }
}

#[test]
fn who_may_ponder_is_on_record() {
    let ponder = |text: &str| invite(&gyoji_othello::kit(), text).0.ponder;
    assert_eq!(ponder("plain:cat"), Some(Ponder::Yes));
    assert_eq!(ponder("plain?ponder=no:cat"), Some(Ponder::No));
    assert_eq!(ponder("tcp?ponder=no:localhost:1"), Some(Ponder::Remote));
    assert_eq!(ponder("bot:greedy"), None);
}

#[test]
fn a_frozen_program_is_ended_like_any_other() {
    let _alone = alone();
    // The opponent loses while it is frozen.
    let mut guests = [player("limit=60s&ponder=no", "burn 0"), first_move()];
    let silent = Puppet::new([at_once(&["ready"]), vec![]]);
    let seated = speaker("plain", Duration::from_millis(50), Policy::Forfeit);
    guests[1] = silent.sits(&gyoji_othello::kit(), seated).0;
    let played = play_guests(&mut guests);
    assert_eq!(played.ended.loser, Some(Seat(1)), "{}", played.story());
    assert_eq!(gyoji_referee::await_the_dying(Duration::from_secs(20)), 0);
}
