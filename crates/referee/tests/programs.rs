//! The referee with real, well-behaved programs: the sample AIs, in every lifetime and language.

mod common;

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use common::{
    Guest, Played, first_move, fixture, header, invite, kit_file, play_guests, play_header, python,
    require, wait_until, zombies,
};
use gyoji_core::record::{Ended, Event, FaultKind, Then};
use gyoji_core::{Kit, Seat};
use gyoji_othello::Othello;
use tempfile::TempDir;

/// A position late in a game: what starts a process for each move is quickly done with it.
const LATE: &str = "-XXXXXX-O-XXXX--OOXOXXX-OOOXOXXXOOXOXOXXOOOXOOXX--OOOOO---OOOO-- X";

fn kit() -> Kit<Othello> {
    gyoji_othello::kit()
}

/// The sample AI of a language as a command line.
fn sample(language: &str) -> String {
    match language {
        "python" => format!("{} {}", python(), kit_file("othello/python/my_ai.py")),
        "js" => {
            let node = require("node", "nodejs");
            format!("{node} {}", kit_file("othello/js/my_ai.js"))
        }
        "java" => {
            let java = require("java", "default-jdk");
            format!("{java} {}", kit_file("othello/java/MyAi.java"))
        }
        // To be compiled at each start is too slow for a process that lives for one move.
        "java-class" => {
            let java = require("java", "default-jdk");
            format!("{java} -XX:TieredStopAtLevel=1 -cp {} MyAi", java_classes().display())
        }
        other => panic!("there is no sample in {other}"),
    }
}

fn java_classes() -> &'static Path {
    static CLASSES: OnceLock<TempDir> = OnceLock::new();
    let folder = CLASSES.get_or_init(|| {
        // Statics are never dropped: this one is swept away with the target folder.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
        let compiled = Command::new(require("javac", "default-jdk"))
            .args(["-encoding", "UTF-8", "-d"])
            .arg(folder.path())
            .arg(kit_file("othello/java/MyAi.java"))
            .status();
        assert!(compiled.expect("javac runs").success());
        folder
    });
    folder.path()
}

/// Everything that must hold after a game without faults.
fn assert_sound(played: &Played) {
    assert_eq!(played.faults().len(), 0, "{}", played.story());
    assert_eq!((played.ended.loser, played.ended.fault), (None, None));
    played.check_record::<Othello>();
    for seat in
        Seat::all(2).filter(|seat| played.record.header.players[seat.index()].dialect.is_some())
    {
        for moved in played.moves_of(seat) {
            assert!(moved.got.is_some() && moved.spent.used > 0);
            let (cpu, wait) = (moved.spent.cpu, moved.spent.wait);
            // Of a quick answer they are not read.
            let is_read = cpu.is_some() && wait.is_some();
            let is_quick = moved.spent.used() < Duration::from_millis(1);
            assert!(is_read || is_quick, "no schedstat: {}", played.story());
        }
        let cpu: u64 = played.moves_of(seat).iter().filter_map(|moved| moved.spent.cpu).sum();
        assert!(cpu > 0, "a game without processor time");
    }
}

#[test]
fn the_samples_play_whole_games() {
    let pairs = [("python", "java"), ("js", "python"), ("java", "js")];
    for (black, white) in pairs {
        let guest = |language| invite(&kit(), &format!("judge?limit=10s:{}", sample(language)));
        let played = play_guests(&mut [guest(black), guest(white)]);
        assert_sound(&played);
        assert!(played.moves_of(Seat(0)).len() >= 20, "{}", played.story());
    }
}

#[test]
fn the_samples_play_with_a_process_for_each_move() {
    let terms = "judge?limit=20s&lifetime=per-move";
    let guest = |language| invite(&kit(), &format!("{terms}:{}", sample(language)));
    let played = play_guests(&mut [guest("python"), first_move()]);
    assert_sound(&played);
    assert!(played.moves_of(Seat(0)).len() >= 20, "{}", played.story());

    let mut guests = [guest("python"), guest("java-class")];
    let mut header = header::<Othello>(guests.iter().map(|(player, _)| player.clone()).collect());
    header.plan.position = Some(LATE.into());
    let played = play_header(&header, &mut guests);
    assert_sound(&played);
    assert!(played.moves_of(Seat(1)).len() >= 3, "{}", played.story());
}

#[test]
fn a_process_for_one_move_is_heard_once() {
    // As the original judge does: reads one line, and kills. What more it said is nobody's.
    let twice = format!("{} -B {}", python(), fixture("zoo/answers_twice.py"));
    let twice = invite(&kit(), &format!("judge?limit=20s&lifetime=per-move:{twice}"));
    let sample = invite(&kit(), &format!("judge?limit=20s:{}", sample("python")));
    let played = play_guests(&mut [twice, sample]);
    let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
    // d3 again, which it always says first.
    assert_eq!((fault.kind, fault.ply), (FaultKind::Illegal, 2), "{}", played.story());
}

#[test]
fn a_record_knows_every_byte_that_was_sent() {
    for lifetime in ["per-game", "per-move", "keep"] {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let (dialect, script) = match lifetime {
            "keep" => ("plain", "plain/python/random_ai.py"),
            _ => ("judge", "othello/python/my_ai.py"),
        };
        let mut guests = folders.each_ref().map(|folder| {
            let command = logged(folder.path(), script);
            invite(&kit(), &format!("{dialect}?limit=20s&lifetime={lifetime}:{command}"))
        });
        let mut header =
            header::<Othello>(guests.iter().map(|(player, _)| player.clone()).collect());
        header.plan.position = (lifetime == "per-move").then(|| LATE.into());
        let played = play_header(&header, &mut guests);
        assert_sound(&played);
        guests.iter_mut().for_each(|(_, chair)| chair.dismiss());
        for (seat, folder) in Seat::all(2).zip(&folders) {
            let read = std::fs::read_to_string(folder.path().join("stdin")).expect("a log");
            assert_eq!(read, played.sent_to(&kit(), seat), "{lifetime}, seat {seat}");
        }
    }
}

/// A sample that writes down what it is sent, in `folder`.
fn logged(folder: &Path, script: &str) -> String {
    let logger = fixture("programs/logged.py");
    format!("{} {logger} {} {}", python(), folder.display(), kit_file(script))
}

#[test]
fn a_kept_process_plays_game_after_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = logged(folder.path(), "plain/python/random_ai.py");
    let mut guests = [first_move(), invite(&kit(), &format!("plain?limit=20s:{command}"))];
    let mut stderr = Vec::new();
    let mut sent = String::new();
    for _ in 0..3 {
        let played = play_guests(&mut guests);
        assert_sound(&played);
        sent += &played.sent_to(&kit(), Seat(1));
        stderr.push(played.moves_of(Seat(1))[0].stderr.clone());
    }
    guests[1].1.dismiss();
    let lines = |file| std::fs::read_to_string(folder.path().join(file)).expect("a log");
    assert_eq!(lines("starts").lines().count(), 1, "one process for all games");
    assert_eq!(lines("stdin"), sent);
    assert!(stderr[0].starts_with("started under"), "its words are on record: {stderr:?}");
    assert_eq!(stderr[1..], ["", ""]);
}

#[test]
fn a_kept_program_that_leaves_after_a_game_is_started_again() {
    let command = format!("{} {}", python(), fixture("programs/leaves_after_each_game.py"));
    let mut guests = [first_move(), invite(&kit(), &format!("plain?limit=20s:{command}"))];
    for pause in [0, 0, 0, 5, 20, 200] {
        let played = play_guests(&mut guests);
        assert_sound(&played);
        std::thread::sleep(Duration::from_millis(pause));
    }
}

#[test]
fn starting_up_is_not_thinking() {
    let play = |terms: &str| {
        let program = format!("{} {} 0.6", python(), fixture("programs/slow_start.py"));
        play_guests(&mut [invite(&kit(), &format!("judge?{terms}:{program}")), first_move()])
    };
    // Slow to start, then quick, then slow again: only that is a fault.
    let played = play("limit=400ms&start-up=20s");
    assert_eq!(played.moves_of(Seat(0)).len(), 2, "{}", played.story());
    assert!(played.moves_of(Seat(0))[0].spent.used() >= Duration::from_millis(500));
    let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
    assert_eq!((fault.kind, fault.ply), (FaultKind::Time, 4));
    assert_eq!(fault.limit_ns, Some(400_000_000), "the allowance is for the first answer only");
    // Without an allowance it is late.
    let played = play("limit=400ms&start-up=0");
    assert_eq!(played.moves_of(Seat(0)).len(), 0, "{}", played.story());
    assert_eq!(played.faults()[0].limit_ns, Some(400_000_000));
    // A process for each move starts in its own time (seed 000).
    let played = play("limit=400ms&start-up=20s&lifetime=per-move");
    assert_eq!(played.moves_of(Seat(0)).len(), 0, "{}", played.story());
}

#[test]
fn what_cannot_be_started_loses_and_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("ai");
    for lifetime in ["per-game", "per-move"] {
        std::fs::write(&script, "#!/etc/passwd\n").expect("a file");
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&script, mode).expect("a mode");
        let text = format!("judge?lifetime={lifetime}:{}", script.display());
        let mut guests = [invite(&kit(), &text), first_move()];
        let played = play_guests(&mut guests);
        let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
        assert_eq!((fault.kind, fault.then), (FaultKind::Start, Then::Loses));
        assert!(fault.system.contains("Permission denied"), "the system's words: {}", fault.system);
        assert_eq!(played.ended.why, Ended::FAULT);
        // Gone between the invitation and the game.
        std::fs::remove_file(&script).expect("it was there");
        let played = play_guests(&mut guests);
        assert_eq!(played.faults()[0].kind, FaultKind::Start);
    }
    // Other tests have children, too, but theirs do not stay unburied.
    assert!(
        wait_until(Duration::from_secs(5), || zombies().is_empty()),
        "a supervisor was not buried"
    );
}

#[test]
fn a_missing_supervisor_is_our_trouble_and_nobodys_fault() {
    let dialects = ["judge", "plain"];
    let text = format!("judge:{}", sample("python"));
    let player = gyoji_referee::player::PlayerText::parse(&text, &dialects).expect("a player");
    let house = gyoji_referee::player::House {
        supervisor: "/no/such/supervisor".into(),
        ..common::house()
    };
    let guest = common::seat(&kit(), &player, &house).expect("a guest");
    let played = play_guests(&mut [guest, first_move()]);
    assert_eq!((played.faults().len(), played.ended.why.as_str()), (0, Ended::VOID));
    assert!(played.ended.system.contains("/no/such/supervisor"), "{}", played.ended.system);
}

#[test]
fn many_matches_at_once_do_not_mix() {
    // Each starts processes while the others do: nobody may inherit another's pipes.
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                for _ in 0..3 {
                    let text = format!("judge?limit=30s:{}", sample("python"));
                    let mut guests = [invite(&kit(), &text), invite(&kit(), &text)];
                    let mut header = header::<Othello>(
                        guests.iter().map(|(player, _)| player.clone()).collect(),
                    );
                    header.plan.position = Some(LATE.into());
                    let played = play_header(&header, &mut guests);
                    assert_sound(&played);
                }
            });
        }
    });
}

// --- over TCP ---------------------------------------------------------------------------------

/// A program that listens on a port, which dies with this value.
struct Listener(Child, u16);

impl Listener {
    fn start(arguments: &[&str]) -> Listener {
        let mut child = Command::new(python())
            .arg(fixture("programs/listens.py"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("python runs");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("it says its port");
        Listener(child, line.trim().parse().expect("a port"))
    }

    fn guest(&self, terms: &str) -> Guest<Othello> {
        let text = format!("tcp?dialect=plain&limit=20s{terms}:127.0.0.1:{}", self.1);
        invite(&kit(), &text)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_peer_over_tcp_plays_game_after_game() {
    let listener = Listener::start(&[]);
    let mut guests = [listener.guest(""), first_move()];
    for _ in 0..3 {
        let played = play_guests(&mut guests);
        assert_eq!(played.faults().len(), 0, "{}", played.story());
        played.check_record::<Othello>();
        assert!(played.moves_of(Seat(0)).len() >= 20);
    }
}

#[test]
fn a_peer_that_hangs_up_is_disconnected_and_can_come_back() {
    let listener = Listener::start(&["2"]);
    let mut guests = [listener.guest(""), first_move()];
    assert_eq!(play_guests(&mut guests).faults().len(), 0);
    let played = play_guests(&mut guests);
    let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
    assert_eq!((fault.kind, fault.then), (FaultKind::Disconnected, Then::Loses));
    let played = play_guests(&mut guests);
    assert_eq!(played.faults().len(), 0, "{}", played.story());
}

#[test]
fn a_peer_that_is_not_there_did_not_start() {
    let port = {
        let listener = Listener::start(&[]);
        listener.1
    };
    let refused = || std::net::TcpStream::connect(("127.0.0.1", port)).is_err();
    assert!(wait_until(Duration::from_secs(2), refused));
    let guest = invite(&kit(), &format!("tcp:127.0.0.1:{port}"));
    let played = play_guests(&mut [guest, first_move()]);
    let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.system.contains("refused"), "{}", fault.system);
    assert!(!played.record.events.iter().any(|event| matches!(event, Event::Begun {})));
}

/// Says something to stderr before it answers.
const TALKS: &str = "echo note >&2; read color; read board; echo d3; echo more >&2; sleep 9";

#[test]
fn stderr_is_read_like_stdout_only_where_the_streams_are_merged() {
    let play = |options: &str| {
        let text = format!("judge?lifetime=per-move{options}:sh -c '{TALKS}'");
        play_guests(&mut [invite(&kit(), &text), first_move()])
    };
    let merged = play("&lenient&streams=merged");
    let [fault] = merged.faults()[..] else { panic!("{}", merged.story()) };
    // However early it comes: a process for one answer has nothing else to say.
    assert_eq!((fault.kind, fault.got.line().as_ref()), (FaultKind::Format, "note"));
    assert_eq!((fault.ply, fault.stderr.as_str()), (0, ""));
    assert_eq!(merged.record.header.players[0].dialect_options["streams"], "merged");
    let separate = play("");
    let first = separate.moves_of(Seat(0))[0];
    assert_eq!((first.mv.as_str(), first.stderr.lines().next()), ("d3", Some("note")));
    assert_eq!(separate.record.header.players[0].dialect_options["streams"], "separate");
}

#[test]
fn a_peer_has_no_streams_to_merge() {
    let text = "tcp?dialect=judge&streams=merged:localhost:5000";
    let player = gyoji_referee::player::PlayerText::parse(text, &["judge"]).expect("a player");
    let Err(bad) = common::seat(&kit(), &player, &common::house()) else { panic!("it has none") };
    assert!(bad.to_string().contains("two streams"), "{bad}");
}

#[test]
fn what_is_about_a_program_is_not_for_a_bot() {
    for text in ["bot:greedy?lifetime=keep", "human?dialect=plain", "bot:greedy?file=x"] {
        let player = gyoji_referee::player::PlayerText::parse(text, &[]).expect("a player");
        let Err(bad) = common::seat(&kit(), &player, &common::house()) else { panic!("{text}") };
        assert!(bad.to_string().contains("has none"), "{bad}");
    }
    let human = gyoji_referee::player::PlayerText::parse("human?depth=3", &[]).expect("a player");
    let Err(bad) = common::seat(&kit(), &human, &common::house()) else {
        panic!("people have no depth")
    };
    assert!(bad.to_string().contains("no option depth"), "{bad}");
}
