//! Programs that nobody trusts, at every level this machine has: what they must not do does not
//! happen, as seen from outside, and at level 0 it does, so that the tests can fail. As root, and
//! again as a user without rights.

mod common;

use std::io::Read;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use common::animals::{Animal, Expect, ZOO, command, marker};
use common::{
    Guest, Played, first_move, fixture, house, play_guests, processes_with, require, wait_until,
};
use gyoji_core::record::{Exit, FaultKind};
use gyoji_core::{Lang, Seat};
use gyoji_othello::Othello;
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_referee::sandbox::{self, Decision, Wanted};

/// One test at a time: they count processes.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// The levels above 0 that this machine has; what is missing is said.
fn levels() -> Vec<u8> {
    let supervisor = house().supervisor;
    let holds = |level: &u8| match sandbox::try_level(&supervisor, *level).missing {
        None => true,
        Some(missing) => {
            eprintln!("level {level}: {}", sandbox::why(&missing).get(Lang::En));
            false
        }
    };
    (1..=3).filter(holds).collect()
}

/// Python as everybody can start it.
fn python() -> String {
    let system = Path::new("/usr/bin/python3");
    if system.exists() { system.display().to_string() } else { require("python3", "python3") }
}

fn invite_at(level: u8, text: &str) -> Guest<Othello> {
    let kit = gyoji_othello::kit();
    let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    let player = PlayerText::parse(text, &dialects).unwrap_or_else(|bad| panic!("{bad}"));
    let terms = Terms { sandbox: Some(level), ..Terms::default() };
    let player = player.player(&kit, &terms).unwrap_or_else(|bad| panic!("{bad}"));
    let chair = house().chair(&kit, &player).unwrap_or_else(|bad| panic!("{bad}"));
    (player, chair)
}

/// Lets `escape.py` try something at a level.
fn attempt(level: u8, what: &str, argument: &str) -> Played {
    attempt_with(level, what, argument, "limit=20s")
}

fn attempt_with(level: u8, what: &str, argument: &str, terms: &str) -> Played {
    let script = fixture("sandbox/escape.py");
    let text = format!("plain?{terms}:{} -B {script} {what} {argument}", python());
    let played = play_guests(&mut [invite_at(level, text.trim_end()), first_move()]);
    played.check_record::<Othello>();
    played
}

/// All it has said on stderr.
fn stderr(played: &Played) -> String {
    let moves = played.moves_of(Seat(0)).into_iter().map(|moved| moved.stderr.clone());
    moves.chain(played.faults().iter().map(|fault| fault.stderr.clone())).collect()
}

/// A folder for everybody, with a file in it.
fn open_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    open(folder.path(), 0o777);
    let file = folder.path().join("file");
    std::fs::write(&file, "secret words").expect("a file");
    open(&file, 0o666);
    (folder, file)
}

/// A path that `escape.py` understands and that names no file: what a command line names is seen.
fn unnamed(path: &Path) -> String {
    format!("@{}", path.display())
}

/// Somebody outside.
struct Outsider(Child);

impl Outsider {
    fn new() -> Outsider {
        let mut command = Command::new("sleep");
        command.arg("600").env("OUTSIDERS_SECRET", "secret words");
        Outsider(command.spawn().expect("sleep runs"))
    }

    fn status(&self, field: &str) -> String {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let text = text.unwrap_or_default();
        let found = text.lines().find_map(|line| line.strip_prefix(field));
        found.unwrap_or("").trim().to_owned()
    }

    fn lives(&self) -> bool {
        !matches!(self.status("State:").chars().next(), None | Some('Z' | 'X'))
    }

    fn stat(&self, field: usize) -> String {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id()));
        text.unwrap_or_default().split(' ').nth(field).unwrap_or("").to_owned()
    }
}

impl Drop for Outsider {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn nothing_arrives_outside() {
    let _alone = alone();
    let (folder, _) = open_folder();
    let reached = |level: u8, what: &str| {
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let udp = UdpSocket::bind("127.0.0.1:0").expect("a port");
        let path = folder.path().join(format!("{what}-{level}"));
        let unix = UnixListener::bind(&path).expect("a socket");
        let _ = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777));
        let name = format!("gyoji-test-{}-{level}", std::process::id());
        let address = SocketAddr::from_abstract_name(&name);
        let hidden = UnixListener::bind_addr(&address.expect("a name")).expect("a socket");
        for listener in [&unix, &hidden] {
            listener.set_nonblocking(true).expect("a setting");
        }
        tcp.set_nonblocking(true).expect("a setting");
        udp.set_nonblocking(true).expect("a setting");
        let port = |address: std::io::Result<std::net::SocketAddr>| {
            address.expect("an address").port().to_string()
        };
        let (kind, argument) = match what {
            "tcp" | "mptcp" => (what, port(tcp.local_addr())),
            "udp" => (what, port(udp.local_addr())),
            "abstract" => ("unix", format!("@@{name}")),
            _ => (what, unnamed(&path)),
        };
        let played = attempt(level, kind, &argument);
        assert_eq!(played.faults().len(), 0, "{what} at {level}: {}", played.story());
        match what {
            "tcp" | "mptcp" => tcp.accept().is_ok(),
            "udp" => udp.recv(&mut [0; 8]).is_ok(),
            "abstract" => hidden.accept().is_ok(),
            _ => unix.accept().is_ok(),
        }
    };
    for what in ["tcp", "mptcp", "udp", "unix", "abstract"] {
        if what == "mptcp" && !Path::new("/proc/sys/net/mptcp/enabled").exists() {
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
    let spoilt = |level: u8, what: &str| {
        let (_folder, file) = open_folder();
        let played = attempt(level, what, &unnamed(&file));
        assert_eq!(played.faults().len(), 0, "{what} at {level}: {}", played.story());
        let about = std::fs::metadata(&file);
        let is_same = about.is_ok_and(|about| about.permissions().mode() & 0o777 == 0o666)
            && std::fs::read_to_string(&file).is_ok_and(|text| text == "secret words");
        !is_same || stderr(&played).contains("secret words")
    };
    for what in ["read", "write", "truncate", "chmod", "remove", "rename"] {
        // As somebody else than its owner nobody could do that anywhere.
        assert!(spoilt(0, what), "{what} must work outside");
        for level in levels() {
            assert!(!spoilt(level, what), "{what} worked at level {level}");
        }
    }
}

#[test]
fn nobody_outside_is_touched() {
    let _alone = alone();
    let touched = |level: u8, what: &str| {
        let outsider = Outsider::new();
        assert!(wait_until(Duration::from_secs(5), || outsider.status("Name:") == "sleep"));
        let nice = outsider.stat(18);
        let played = attempt(level, what, &outsider.0.id().to_string());
        let said = stderr(&played);
        assert_eq!(played.faults().len(), 0, "{what} at {level}: {}", played.story());
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", outsider.0.id()));
        let limits = limits.unwrap_or_default();
        let files = limits.lines().find(|line| line.starts_with("Max open files"));
        !outsider.lives()
            || outsider.status("State:").starts_with(['T', 't'])
            || outsider.status("TracerPid:") != "0"
            || outsider.stat(18) != nice
            || files.is_some_and(|line| line.split_whitespace().nth(3) == Some("5"))
            || said.contains("secret words")
            || said.contains("memory_of: b")
            || said.contains("ptrace: 0")
    };
    for what in ["kill", "stop", "ptrace", "environ_of", "prlimit", "renice"] {
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
        assert!(outsider.status("State:").starts_with('T'), "signalled at level {level}");
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
            let [fault] = played.faults()[..] else { panic!("level {level}: {}", played.story()) };
            assert_eq!(fault.kind, FaultKind::Refused, "level {level}: {}", played.story());
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
#[ignore = "35 programs at three levels take minutes"]
fn the_zoo_gets_its_verdicts_at_every_level() {
    let _alone = alone();
    for level in levels() {
        for animal in ZOO {
            show(level, animal);
        }
        // And the next match is as if nothing had been.
        let good = command("good.py", "plain?limit=20s", "tame");
        let played = play_guests(&mut [invite_at(level, &good), first_move()]);
        assert_eq!(played.faults().len(), 0, "level {level}: {}", played.story());
    }
}

fn show(level: u8, animal: &Animal) {
    let file = animal.file;
    let marker = marker(file);
    let dialect = animal.dialect;
    let terms = format!("{dialect}?limit=300ms&start-up=20s&lifetime=per-game&processes=8000");
    let text = command(file, &terms, &marker).replace(common::python(), &python());
    let played = play_guests(&mut [invite_at(level, &text), first_move()]);
    played.check_record::<Othello>();
    let gone = wait_until(Duration::from_secs(5), || processes_with(&marker).is_empty());
    assert!(gone, "{file} lives on at level {level}");
    let faults = played.faults();
    let story = played.story();
    // Whoever reached for its supervisor at level 0 finds nobody there.
    let reaches_out = matches!(file, "kills_its_parent.py" | "stops_its_parent.py");
    match (&animal.expect, &faults[..]) {
        (Expect::Plays, faults) => assert_eq!(faults.len(), 0, "{file} at {level}\n{story}"),
        (Expect::Loses(..), [fault]) if reaches_out => assert!(
            matches!(fault.kind, FaultKind::Refused | FaultKind::Time | FaultKind::Crash),
            "{file} at {level}\n{story}"
        ),
        (Expect::Loses(kind, said, exit), [fault]) => {
            // A busy machine excuses, and may not tell the exit in time.
            if !fault.machine {
                assert_eq!(fault.kind, *kind, "{file} at {level}\n{story}");
                assert!(fault.got.escaped().starts_with(said), "{file} at {level}\n{story}");
                assert!(fault.exit == *exit || fault.exit.is_none(), "{file} at {level}\n{story}");
            }
        }
        _ => panic!("{file} at {level}: one fault expected\n{story}"),
    }
    let verdict = faults.first().map_or("plays".into(), |fault| format!("{:?}", fault.kind));
    let late = faults.iter().find(|fault| fault.kind == FaultKind::Time).map(|fault| {
        let late = played.verdict_after(fault).as_secs_f64() - 0.3;
        format!("{:+.1} ms after the deadline", late * 1e3)
    });
    println!("{level} {file:<34}{verdict:<12}{}", late.unwrap_or_default());
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
            let text = format!("judge?limit=60s:{program}");
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
    let is_root = std::fs::metadata("/proc/self")
        .is_ok_and(|about| std::os::unix::fs::MetadataExt::uid(&about) == 0);
    if !is_root {
        return; // it is one already
    }
    let nobody = 65534;
    let home = tempfile::tempdir().expect("a folder");
    std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o777)).expect("a mode");
    let mut this = Command::new(std::env::current_exe().expect("this test"));
    this.args(["--nocapture", "--test-threads=1", "--include-ignored"]).uid(nobody).gid(nobody);
    this.env("HOME", home.path()).env("TMPDIR", home.path()).stdin(Stdio::null());
    this.env("PATH", "/usr/local/bin:/usr/bin:/bin").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = this.spawn().expect("this test runs again");
    let mut said = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut said).expect("text");
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    assert!(child.wait().expect("an end").success(), "{said}\n{complaints}");
    println!("{said}");
}
