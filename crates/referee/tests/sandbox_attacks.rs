//! Programs that look for a way out, and what a sandbox is for beside streams: files, builds, the
//! opponent's time.
//!
//! The traps that others have fallen into, and where they are tried:
//!
//! | trap | test |
//! |---|---|
//! | bubblewrap as root keeps all powers | `sandbox::calls_that_give_more_powers…`, `bubblewrap::nobody_keeps_powers…` |
//! | a limit of processes means nothing to root, or outside the room | `nobody_is_root_and_limits_are_set_inside`, `sandbox::bombs…` |
//! | Landlock does not hold Multipath TCP and UDP | `sandbox::nothing_arrives_outside` |
//! | a limit of address space below 4 GB breaks Java | `nobody_is_root…`, `sandbox::programs_of_every_language…` (512 MB) |
//! | memory without a process (memfd, shared, sockets) | `sandbox::bombs…`, `memory_and_files_out_of_sight_are_counted` |
//! | a closed stdout looks like a time-out, SIGSEGV like exit code 139 | `sandbox_zoo` (`closes_stdout`, `segfaults`) |
//! | `/dev/null` must work, and all that runtimes need | `sandbox::what_a_program_needs_works` |
//! | only root may make user name spaces | `sandbox::a_machine_without_a_part…` |

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use common::animals::marker;
use common::locked::*;
use common::{
    Played, first_move, fixture, house, play_guests, processes_with, require, sheet, wait_until,
};
use gyoji_core::Seat;
use gyoji_core::record::{Exit, FaultKind};
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_referee::sandbox;

#[test]
fn nothing_is_inherited_and_the_supervisor_is_closed() {
    let _alone = alone();
    for level in levels() {
        let said = stderr(&attempt(level, "fds", ""));
        assert!(said.contains("fds: [0, 1, 2]"), "level {level}: {said}");
        let said = stderr(&attempt(level, "supervisor", ""));
        assert!(said.contains("supervisor: []"), "level {level}: {said}");
    }
    let said = stderr(&attempt(0, "supervisor", ""));
    assert!(said.contains("environ"), "outside it can be looked into: {said}");
}

#[test]
fn nobody_is_root_and_limits_are_set_inside() {
    let _alone = alone();
    for level in levels() {
        let said = stderr(&attempt_with(level, "privileges", "", "limit=20s&processes=77"));
        assert!(said.contains("('1', False, '2', ["), "level {level}: {said}");
        // Nobody shares the user whose processes are counted, but at level 1 without root.
        assert!(level == 1 && !is_root() || said.contains("[77, -1]"), "level {level}: {said}");
        assert!(said.trim_end().ends_with(", -1])"), "address space is free at {level}: {said}");
        let said = stderr(&attempt(level, "type_into_terminal", ""));
        assert!(said.contains("type_into_terminal: 13"), "level {level}: {said}");
        if cfg!(target_arch = "x86_64") {
            let played = attempt(level, "x32", "");
            assert_eq!(held(level, &played).kind, FaultKind::Refused, "{}", played.story());
        }
    }
    assert!(stderr(&attempt(0, "type_into_terminal", "")).contains("type_into_terminal: 25"));
}

#[test]
fn its_own_folder_stays_as_it_is() {
    let _alone = alone();
    let spoilt = |level: u8| {
        let (folder, file) = open_folder();
        std::fs::remove_file(file).expect("it is there");
        let script = folder.path().join("escape.py");
        std::fs::copy(fixture("sandbox/escape.py"), &script).expect("a copy");
        let beside = folder.path().join("player.py");
        std::fs::copy(fixture("sandbox/player.py"), beside).expect("a copy");
        let mode = std::fs::Permissions::from_mode(0o666);
        std::fs::set_permissions(&script, mode).expect("a mode");
        let text = format!("plain?limit=20s:{} -B {} own_folder", python(), script.display());
        let played = play_guests(&mut [invite_at(level, &text), first_move()]);
        assert_eq!(played.faults().len(), 0, "level {level}: {}", played.story());
        let is_same = std::fs::metadata(&script)
            .is_ok_and(|about| about.permissions().mode() & 0o777 == 0o666)
            && std::fs::read(&script).ok() == std::fs::read(fixture("sandbox/escape.py")).ok()
            && std::fs::read_dir(folder.path()).expect("a folder").count() == 2;
        !is_same
    };
    assert!(spoilt(0), "it can be changed outside");
    for level in levels() {
        assert!(!spoilt(level), "changed at level {level}");
    }
}

#[test]
fn memory_and_files_out_of_sight_are_counted() {
    let _alone = alone();
    let terms = "limit=20s&memory=200MB&processes=64&disk=32MB";
    for level in levels() {
        let played = attempt_with(level, "shared", "", terms);
        let said = stderr(&played);
        // By its control group, where it has one.
        let is_memory = |played: &Played| matches!(played.faults()[..], [fault] if fault.kind == FaultKind::Memory);
        assert!(
            said.contains("shared: 192 MB, [Errno 12]") || is_memory(&played),
            "level {level}: {}",
            played.story()
        );
        for what in ["unlinked", "deep"] {
            let played = attempt_with(level, what, "", terms);
            match played.faults()[..] {
                // Where the disk is memory of its own, it is full and the program goes on.
                [] => assert!(stderr(&played).contains("No space left"), "{}", played.story()),
                [fault] => {
                    assert_eq!(fault.kind, FaultKind::Refused, "{level}: {}", played.story());
                }
                _ => panic!("{what} at {level}: {}", played.story()),
            }
        }
        let played = attempt_with(level, "sockets", "", terms);
        let fault = held(level, &played);
        println!("{level} sockets: {:?} {}", fault.kind, fault.system);
    }
}

#[test]
fn processes_that_hide_are_found() {
    let _alone = alone();
    for level in levels() {
        let marker = marker("apart");
        let script = fixture("sandbox/escape.py");
        let env = require("env", "coreutils");
        let terms = "limit=1s&processes=64";
        let text =
            format!("plain?{terms}:{env} GYOJI_ZOO={marker} {} -B {script} forks_apart", python());
        let played = play_guests(&mut [invite_at(level, &text), first_move()]);
        assert_eq!(played.faults().len(), 1, "level {level}: {}", played.story());
        let gone = wait_until(Duration::from_secs(5), || processes_with(&marker).is_empty());
        assert!(gone, "level {level}: {:?} live on", processes_with(&marker).len());
    }
}

#[test]
fn the_processor_is_counted_for_all_processes_together() {
    let _alone = alone();
    for level in [0].into_iter().chain(levels()) {
        let began = Instant::now();
        let played = attempt_with(level, "spin", "", "limit=30s&cpu=2s");
        let fault = held(level, &played);
        assert_eq!(fault.kind, FaultKind::Refused, "level {level}: {}", played.story());
        assert!(fault.system.contains("2 s of the processor"), "{}", played.story());
        assert!(began.elapsed() < Duration::from_secs(28), "level {level}");
    }
}

#[test]
fn programs_that_are_run_on_a_file_play_whole_games() {
    let _alone = alone();
    let kit = sheet::kit();
    let script = fixture("programs/sheet.py");
    for level in levels() {
        for terms in ["limit=30s", "limit=30s&file=sheet.txt"] {
            let text = match terms.contains("file=") {
                true => format!("sheet?{terms}:{} -B {script} sheet.txt", python()),
                false => format!("sheet?{terms}:{} -B {script}", python()),
            };
            let player = PlayerText::parse(&text, &["sheet"]).unwrap_or_else(|bad| panic!("{bad}"));
            let terms = Terms { sandbox: Some(level), ..Terms::default() };
            let player = player.player(&kit, &terms).unwrap_or_else(|bad| panic!("{bad}"));
            let chair = house().chair(&kit, &player).unwrap_or_else(|bad| panic!("{bad}"));
            let played = play_guests(&mut [(player, chair), first_move()]);
            assert_eq!(played.faults().len(), 0, "level {level}: {}", played.story());
            assert!(played.moves_of(Seat(0)).len() > 20, "level {level}: {}", played.story());
        }
    }
}

#[test]
fn a_build_may_change_its_own_folder_and_nothing_else() {
    let _alone = alone();
    let (_elsewhere, outside) = open_folder();
    for level in levels() {
        let (folder, _) = open_folder();
        let build = |command: &str| {
            sandbox::build(&house().supervisor, level, command, folder.path())
                .unwrap_or_else(|error| panic!("level {level}: {error}"))
        };
        let made = build("echo building; mkdir out && cp file out/made");
        assert_eq!(made.exit, Some(Exit::Code(0)), "level {level}: {:?}", made.lines);
        assert_eq!(made.lines, ["building"], "level {level}");
        let result = folder.path().join("out/made");
        assert_eq!(std::fs::read_to_string(&result).expect("it was made"), "secret words");
        let owner = |path: &Path| {
            std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(path).expect("it is there"))
        };
        assert_eq!(owner(&result), owner(&outside), "it is ours again at level {level}");
        // What linkers do, by a name and by an open file; and what they must not.
        let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode();
        let opened = "import os; os.fchmod(os.open('file', os.O_RDONLY), 0o4711)";
        let modes = format!(
            "cd out && chmod 755 made && cd .. && {} -c \"{opened}\" && \
             ln -s {} link && chmod 700 link",
            python(),
            outside.display()
        );
        let before = mode(&outside);
        let made = build(&modes);
        assert_ne!(made.exit, Some(Exit::Code(0)), "level {level}: {:?}", made.lines);
        assert_eq!(mode(&result) & 0o7777, 0o755, "level {level}: {:?}", made.lines);
        let opened = mode(&folder.path().join("file")) & 0o777;
        assert_eq!(opened, 0o711, "level {level}: {:?}", made.lines);
        assert_eq!(mode(&outside), before, "level {level}: {:?}", made.lines);
        let spoils = build(&format!("cat {0}; echo x > {0}; exit 3", outside.display()));
        assert_eq!(spoils.exit, Some(Exit::Code(3)), "level {level}: {:?}", spoils.lines);
        assert!(!spoils.lines.concat().contains("secret words"), "level {level}: {spoils:?}");
        assert_eq!(std::fs::read_to_string(&outside).expect("it stays"), "secret words");
    }
}

/// All of the above once more, as a user without rights.
#[test]
#[ignore = "everything once more takes a while"]
fn it_holds_for_a_user_without_rights() {
    let _alone = alone();
    run_as_nobody();
}
