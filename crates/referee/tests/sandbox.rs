//! Programs that nobody trusts, at every level this machine has: what they must not do does not
//! happen, as seen from outside, and at level 0 it does, so that the tests can fail. As root, and
//! again as a user without rights.

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::animals::marker;
use common::locked::*;
use common::{first_move, fixture, house, play_guests, processes_with, require, wait_until};
use gyoji_core::Lang;
use gyoji_core::record::{Exit, FaultKind};
use gyoji_referee::sandbox::{self, Decision, Wanted};

#[test]
fn nothing_arrives_outside() {
    let _alone = alone();
    for what in SOCKETS {
        if *what == "mptcp" && !Path::new("/proc/sys/net/mptcp/enabled").exists() {
            eprintln!("this kernel has no Multipath TCP");
        } else {
            assert!(reached(0, what), "{what} must work outside");
        }
        for level in levels() {
            assert!(!reached(level, what), "{what} reached somebody at level {level}");
        }
    }
}

#[test]
fn no_file_outside_is_read_or_changed() {
    let _alone = alone();
    for what in FILES {
        assert!(spoilt(0, what), "{what} must work outside");
        for level in levels() {
            assert!(!spoilt(level, what), "{what} worked at level {level}");
        }
    }
}

#[test]
fn nobody_outside_is_touched() {
    let _alone = alone();
    for what in PROCESSES {
        assert!(touched(0, what), "{what} must work outside");
        for level in levels() {
            assert!(!touched(level, what), "{what} worked at level {level}");
        }
    }
    for level in levels() {
        assert!(!touched(level, "memory_of"), "memory was read at level {level}");
        // Everybody it may signal, which is nobody but its own.
        let outsider = Outsider::new();
        let _ = Command::new("kill").args(["-STOP", &outsider.0.id().to_string()]).status();
        attempt(level, "all", "");
        let is_stopped = || outsider.status("State:").starts_with('T');
        assert!(wait_until(Duration::from_secs(5), is_stopped), "signalled at level {level}");
    }
}

#[test]
fn calls_that_give_more_powers_are_refused_and_named() {
    let _alone = alone();
    for level in levels() {
        for what in ["unshare", "mount", "keyctl", "io_uring", "bpf", "ptrace"] {
            let argument = if what == "ptrace" { "1" } else { "" };
            let said = stderr(&attempt(level, what, argument));
            let given = said.trim().rsplit(' ').next().and_then(|text| text.parse::<i32>().ok());
            assert!(given.is_some_and(|given| given < 0), "{what} at {level}: {said}");
        }
        let powers = stderr(&attempt(level, "caps", ""));
        // At most the one to read what it was shown, where that is for root alone.
        let is_none = ["0000000000000000", "0000000000000004"].iter().any(|it| powers.contains(it));
        assert!(is_none, "level {level}: {powers}");
        let hidden = stderr(&attempt(level, "env", "CARGO_MANIFEST_DIR"));
        assert!(hidden.contains("KeyError"), "level {level}: {hidden}");
        // The way programs of 32 bits call the kernel.
        if cfg!(target_arch = "x86_64") {
            let played = attempt(level, "old_call", "");
            assert_eq!(held(level, &played).kind, FaultKind::Refused, "{}", played.story());
        }
    }
    assert!(stderr(&attempt(0, "env", "CARGO_MANIFEST_DIR")).contains("referee"));
}

#[test]
fn a_verdict_names_what_was_refused() {
    let _alone = alone();
    let (_folder, file) = open_folder();
    for level in levels() {
        let played = attempt(level, "raise", &unnamed(&file));
        let [fault] = played.faults()[..] else { panic!("level {level}: {}", played.story()) };
        let wanted = format!("open {}", file.display());
        assert_eq!((fault.kind, fault.system.as_str()), (FaultKind::Refused, wanted.as_str()));
        assert_eq!(fault.exit, Some(Exit::Code(1)), "level {level}");
    }
    assert_eq!(attempt(0, "raise", &unnamed(&file)).faults().len(), 0);
}

#[test]
fn what_a_program_needs_works() {
    let _alone = alone();
    for level in [0].into_iter().chain(levels()) {
        let played = attempt(level, "works", "");
        assert!(stderr(&played).contains("works: None"), "level {level}: {}", stderr(&played));
        // Where everybody shares /dev/shm, nobody has it.
        let pool = stderr(&attempt(level, "pool", "")).contains("pool: [1, 2]");
        assert_eq!(pool, level != 1, "level {level}");
        assert_eq!(played.faults().len(), 0, "level {level}: {}", played.story());
    }
}

#[test]
fn bombs_cost_the_game_and_nothing_else() {
    let _alone = alone();
    let terms = "limit=20s&memory=200MB&processes=64&disk=32MB";
    for level in levels() {
        for (what, kind) in [
            ("memory", FaultKind::Memory),
            ("children_with_memory", FaultKind::Memory),
            ("disk", FaultKind::Refused),
        ] {
            let began = Instant::now();
            let played = attempt_with(level, what, "", terms);
            // Where the disk is memory of its own, it is full and the program goes on.
            if what == "disk" && played.faults().is_empty() {
                assert!(stderr(&played).contains("No space left"), "{}", played.story());
                continue;
            }
            let [fault] = played.faults()[..] else { panic!("{what}: {}", played.story()) };
            assert_eq!(fault.kind, kind, "{what} at level {level}: {}", played.story());
            assert!(began.elapsed() < Duration::from_secs(18), "{what} at level {level}");
            println!("{level} {what}: {:?} {}", fault.kind, fault.system);
        }
        let played = attempt_with(level, "memfd", "", terms);
        assert!(stderr(&played).contains("memfd failed"), "level {level}: {}", played.story());
        // It is held, or it is killed; and nobody is left.
        let marker = marker("forks");
        let script = fixture("sandbox/escape.py");
        let env = require("env", "coreutils");
        let short = "limit=1s&memory=2GB&processes=64";
        let text = format!("plain?{short}:{env} GYOJI_ZOO={marker} {} -B {script} forks", python());
        let most = std::sync::atomic::AtomicUsize::new(0);
        let done = std::sync::atomic::AtomicBool::new(false);
        let played = std::thread::scope(|scope| {
            use std::sync::atomic::Ordering::Relaxed;
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    most.fetch_max(processes_with(&marker).len(), Relaxed);
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
            let played = play_guests(&mut [invite_at(level, &text), first_move()]);
            done.store(true, Relaxed);
            played
        });
        let [fault] = played.faults()[..] else { panic!("forks: {}", played.story()) };
        assert!(
            matches!(fault.kind, FaultKind::Time | FaultKind::Refused | FaultKind::Crash),
            "level {level}: {}",
            played.story()
        );
        let most = most.load(std::sync::atomic::Ordering::Relaxed);
        println!("{level} forks: {:?} {}, at most {most} processes", fault.kind, fault.system);
        assert!(most < 1500, "{most} processes at level {level}");
        let gone = wait_until(Duration::from_secs(5), || processes_with(&marker).is_empty());
        assert!(gone, "level {level}: {:?} live on", processes_with(&marker).len());
    }
}

#[test]
fn if_a_step_fails_nothing_starts_and_nobody_loses() {
    let _alone = alone();
    let (folder, file) = open_folder();
    let script = folder.path().join("gone.py");
    std::fs::copy(fixture("sandbox/escape.py"), &script).expect("a copy");
    for level in levels() {
        let text = format!("plain:{} {} works", python(), script.display());
        let guest = invite_at(level, &text);
        // What it may read is there when the room is made, and not any more when it is locked.
        let moved = folder.path().with_extension("gone");
        std::fs::rename(folder.path(), &moved).expect("it can be moved");
        let played = play_guests(&mut [guest, first_move()]);
        std::fs::rename(&moved, folder.path()).expect("it can be moved back");
        assert_eq!(played.faults().len(), 0, "level {level}: {}", played.story());
        assert_eq!(played.ended.why, "void", "level {level}: {}", played.story());
        assert!(!played.ended.system.is_empty(), "level {level}: {}", played.story());
    }
    assert!(file.exists());
}

#[test]
fn temporary_files_are_gone_afterwards() {
    let _alone = alone();
    let ours = || {
        let name = format!("gyoji-{}-", std::process::id());
        let entries = std::fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)).count()
    };
    for level in levels() {
        attempt_with(level, "disk", "", "limit=20s&disk=16MB");
        assert!(wait_until(Duration::from_secs(5), || ours() == 0), "level {level}: {}", ours());
    }
}

#[test]
fn programs_of_every_language_play_whole_games() {
    let _alone = alone();
    let kits = |path: &str| common::kit_file(path);
    let mut programs = vec![
        ("python", format!("{} {}", python(), kits("othello/python/my_ai.py"))),
        ("node", kits("othello/js/my_ai.js")),
        // Compiled and run in one: its own files are written to memory alone.
        ("java", kits("othello/java/MyAi.java")),
    ];
    programs.extend(static_program().map(|program| ("static binary", program)));
    for level in levels() {
        for (name, program) in &programs {
            // A limit of address space would need 4 GB for Java.
            let text = format!("judge?limit=60s&memory=512MB:{program}");
            let played = play_guests(&mut [invite_at(level, &text), first_move()]);
            assert_eq!(played.faults().len(), 0, "{name} at {level}: {}", played.story());
            assert!(played.ended.counts(), "{name} at {level}: {}", played.story());
        }
    }
}

/// A program that needs nothing but the kernel, if there is a compiler to make it.
fn static_program() -> Option<String> {
    let folder = std::env::temp_dir().join(format!("static-player-{}", std::process::id()));
    let (source, program) = (folder.join("ai.c"), folder.join("ai"));
    std::fs::create_dir_all(&folder).ok()?;
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).ok()?;
    std::fs::copy(fixture("sandbox/ai.c"), &source).ok()?;
    let mut compile = Command::new("cc");
    let made = compile.args(["-static", "-O1", "-o"]).arg(&program).arg(&source).status();
    if made.is_ok_and(|status| status.success()) {
        return Some(program.display().to_string());
    }
    eprintln!("there is no C compiler that makes static programs");
    None
}

#[test]
fn a_machine_without_a_part_says_so_and_takes_the_next_best() {
    // What is missing is read from the environment, once for each process.
    if let Ok(without) = std::env::var("GYOJI_WITHOUT") {
        let decided =
            sandbox::decide(Wanted::Best, &house().supervisor).expect("the best there is");
        let Decision { level, less } = decided;
        println!("DECIDED {without} {level} {}", less.expect("a line").get(Lang::En));
        let refused = sandbox::decide(Wanted::Level(3), &house().supervisor);
        println!("REFUSED {}", refused.expect_err("not at level 3").get(Lang::En));
        return;
    }
    let decide = |without: &str| {
        let mut this = Command::new(std::env::current_exe().expect("this test"));
        this.args(["--exact", "a_machine_without_a_part_says_so_and_takes_the_next_best"]);
        this.args(["--nocapture"]).env("GYOJI_WITHOUT", without).stdin(Stdio::null());
        let output = this.output().expect("this test runs again");
        String::from_utf8(output.stdout).expect("text")
    };
    let has = levels();
    if has.contains(&1) {
        let without = decide("bubblewrap");
        assert!(without.contains("DECIDED bubblewrap 1 "), "{without}");
        assert!(without.contains("bubblewrap (bwrap) is not installed"), "{without}");
        assert!(decide("userns").contains("DECIDED userns 1 "));
    }
    let nothing = decide("landlock,bubblewrap");
    assert!(nothing.contains("DECIDED landlock,bubblewrap 0 "), "{nothing}");
    assert!(nothing.contains("NOT locked in"), "{nothing}");
    assert!(nothing.contains("REFUSED this machine cannot lock programs in"), "{nothing}");
    if has.contains(&2) {
        assert!(decide("cgroup").contains("DECIDED cgroup 2 "));
        assert!(decide("landlock,cgroup").contains("DECIDED landlock,cgroup 2 "));
    }
}

/// All of the above once more, as a user without rights.
#[test]
#[ignore = "everything once more takes minutes"]
fn it_holds_for_a_user_without_rights() {
    let _alone = alone();
    run_as_nobody();
}
