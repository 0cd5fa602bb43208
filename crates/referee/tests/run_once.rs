//! Programs that are run once for each answer, on a file: whole games, and everything that can
//! go wrong with the file and the program.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::sheet::kit;
use common::{
    Guest, Played, first_move, fixture, house, invite, play_guests, processes_with, python,
    require, wait_until,
};
use gyoji_core::Seat;
use gyoji_core::record::{Exit, Fault, FaultKind, Then};
use gyoji_othello::Othello;
use gyoji_referee::player::PlayerText;

/// A script of the shell that is run on the sheet, whose path it has in `$1`.
struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    fn new(text: &str) -> Script {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("ai.sh"), text).expect("a script");
        Script { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("ai.sh")
    }

    fn guest(&self, terms: &str) -> Guest<Othello> {
        let shell = require("bash", "bash");
        invite(&kit(), &format!("sheet?{terms}:{shell} {}", self.path().display()))
    }
}

/// Plays a script against somebody harmless.
fn play(script: &str, terms: &str) -> Played {
    let script = Script::new(script);
    let played = play_guests(&mut [script.guest(terms), first_move()]);
    played.check_record::<Othello>();
    played
}

/// The one fault of a game, and that it lost it.
fn fault(script: &str, terms: &str) -> Fault {
    let played = play(script, terms);
    let [fault] = played.faults()[..] else { panic!("one fault: {}", played.story()) };
    assert_eq!((fault.seat, fault.then), (Seat(0), Then::Loses), "{}", played.story());
    fault.clone()
}

const TIME: &str = "limit=20s";

#[test]
fn two_programs_play_a_whole_game_over_a_file() {
    let text = format!("sheet?{TIME}:{} {}", python(), fixture("programs/sheet.py"));
    let mut guests = [invite(&kit(), &text), invite(&kit(), &text)];
    let played = play_guests(&mut guests);
    assert_eq!(played.faults(), Vec::<&Fault>::new(), "{}", played.story());
    played.check_record::<Othello>();
    let moves = played.moves_of(Seat(1));
    assert!(moves.len() > 20, "{}", played.story());
    for moved in moves {
        let got = moved.got.as_ref().expect("the sheet").escaped();
        assert!(got.starts_with("start ") && got.ends_with(&format!(" {}\\n", moved.mv)), "{got}");
        assert!(moved.stderr.starts_with("I see "), "what it prints is kept: {:?}", moved.stderr);
        assert!(moved.spent.cpu.is_some_and(|cpu| cpu > 0), "processor time: {:?}", moved.spent);
    }
    let sent = played.sent_to(&kit(), Seat(1));
    let question = format!("start {}", played.moves_of(Seat(0))[0].mv);
    assert_eq!(sent.lines().next(), Some(question.as_str()));
}

#[test]
fn the_path_stands_where_the_command_line_wants_it() {
    let script = Script::new("test \"$2\" = -v && printf ' d3' >> \"${1#--game=}\"\n");
    let shell = require("bash", "bash");
    let text = format!("sheet?{TIME}:{shell} {} --game={{file}} -v", script.path().display());
    let played = play_guests(&mut [invite(&kit(), &text), first_move()]);
    assert_eq!(played.moves_of(Seat(0))[0].mv, "d3", "{}", played.story());
}

#[test]
fn a_program_that_knows_the_name_runs_where_the_file_is() {
    let script = "test $# = 0 && test \"$(ls)\" = 'my game.txt' && printf ' d3' >> 'my game.txt'\n";
    let played = play(script, &format!("{TIME}&file=my game.txt"));
    assert_eq!(played.moves_of(Seat(0))[0].mv, "d3", "{}", played.story());
}

#[test]
fn nothing_is_left_behind() {
    let script = Script::new(
        "dirname \"$1\" > \"${0%/*}/where\"; (sleep 77 & disown) ; printf ' d3' >> \"$1\"; \
         printf 'x' > \"${1%/*}/mine\"\n",
    );
    let mut guests = [script.guest(&format!("name=x&{TIME}")), first_move()];
    play_guests(&mut guests);
    let folder = std::fs::read_to_string(script.folder.path().join("where")).expect("it ran");
    let folder = Path::new(folder.trim());
    assert!(folder.starts_with(std::env::temp_dir()) && folder.exists());
    use std::os::unix::fs::PermissionsExt;
    let mode = folder.metadata().expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "nobody else looks into it");
    drop(guests);
    assert!(!folder.exists(), "{} is still there", folder.display());
    let marker = script.path().display().to_string();
    assert!(wait_until(Duration::from_secs(2), || processes_with(&marker).is_empty()));
}

#[test]
fn what_comes_back_is_judged() {
    let check = |script: &str, kind: FaultKind, got: &str| {
        let fault = fault(script, TIME);
        assert_eq!((fault.kind, fault.got.escaped().as_str()), (kind, got), "{script}");
        fault
    };
    check("exit 0", FaultKind::Format, "start");
    check("printf ' zz' >> \"$1\"", FaultKind::Format, "start zz");
    check("printf ' a1' >> \"$1\"", FaultKind::Illegal, "start a1");
    check(": > \"$1\"", FaultKind::Format, "");
    check("printf 'start d3\\n\\n' > \"$1\"", FaultKind::Format, "start d3\\n\\n");
    check("printf 'start d3\\0' > \"$1\"", FaultKind::Format, "start d3\\u{0}");
    check("printf '\\xef\\xbb\\xbfstart d3' > \"$1\"", FaultKind::Format, "\\u{feff}start d3");
    check("printf '\\x8e\\x76' >> \"$1\"", FaultKind::Format, "start\\x8ev");
}

#[test]
fn a_line_end_may_be_there_or_not() {
    for end in ["", "\\n", "\\r\\n"] {
        // The second time there is more than `start`, which the script does not know.
        let played = play(&format!("printf 'start d3{end}' > \"$1\""), TIME);
        assert_eq!(played.moves_of(Seat(0)).len(), 1, "{end:?} {}", played.story());
    }
}

#[test]
fn a_file_that_is_gone_or_no_file_is_a_fault_and_does_not_hang() {
    for (script, words) in [
        ("rm \"$1\"", "No such file"),
        ("rm \"$1\"; mkdir \"$1\"", "not a regular file"),
        ("rm \"$1\"; mkfifo \"$1\"", "not a regular file"),
        ("ln -sf /dev/zero \"$1\"", "symbolic links"),
    ] {
        let fault = fault(script, TIME);
        assert_eq!((fault.kind, fault.got.escaped().as_str()), (FaultKind::Format, ""), "{script}");
        assert!(fault.system.contains(words), "{script}: {}", fault.system);
    }
}

#[test]
fn a_file_that_is_too_large_is_not_read_to_its_end() {
    let fault = fault("head -c 3000000 /dev/zero | tr '\\0' x >> \"$1\"", TIME);
    assert_eq!(fault.kind, FaultKind::Flood);
    assert_eq!((fault.got.data.len(), fault.got.more), (1024, 3_000_005 - 1024));
}

#[test]
fn the_exit_code_counts_only_without_an_answer() {
    // A C program whose main returns nothing ends with any code.
    let played = play("printf ' d3' >> \"$1\"; exit 42", TIME);
    assert_eq!(played.moves_of(Seat(0))[0].mv, "d3", "{}", played.story());
    let failed = fault("echo 'no weights' >&2; exit 3", TIME);
    assert_eq!((failed.kind, failed.exit), (FaultKind::Crash, Some(Exit::Code(3))));
    assert_eq!(failed.stderr, "no weights\n");
    let killed = fault("printf ' d3' >> \"$1\"; kill -SEGV $$", TIME);
    assert_eq!((killed.kind, killed.exit), (FaultKind::Crash, Some(Exit::Signal(11))));
    let gone = fault("sleep 0.3; kill -9 $PPID; sleep 60", TIME);
    assert_eq!((gone.kind, gone.exit), (FaultKind::Crash, None));
}

#[test]
fn a_program_that_does_not_end_is_late_and_dies() {
    let script = Script::new("printf ' d3' >> \"$1\"; sleep 66 & wait\n");
    let played = play_guests(&mut [script.guest("limit=300ms"), first_move()]);
    let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
    assert_eq!(fault.kind, FaultKind::Time);
    assert_eq!(fault.got.escaped(), "start d3", "it is on record that the file was written");
    assert!(fault.spent.cpu.is_some(), "{:?}", fault.spent);
    let marker = script.path().display().to_string();
    assert!(wait_until(Duration::from_secs(2), || processes_with(&marker).is_empty()));
    let silent = self::fault("sleep 66", "limit=300ms");
    assert_eq!((silent.kind, silent.got.escaped().as_str()), (FaultKind::Time, ""));
}

#[test]
fn much_printing_neither_hangs_nor_counts() {
    let script = "for i in 1 2 3; do head -c 300000 /dev/zero | tr '\\0' '\\n'; done; \
                  echo last >&2; printf ' d3' >> \"$1\"";
    let played = play(script, TIME);
    let first = played.moves_of(Seat(0))[0];
    assert_eq!(first.mv, "d3", "{}", played.story());
    assert!(first.stderr.len() < 4096 && first.stderr.ends_with("\nlast\n"), "{}", first.stderr);
}

#[test]
fn its_stdin_is_empty() {
    let played = play("read line || printf ' d3' >> \"$1\"", TIME);
    assert_eq!(played.moves_of(Seat(0))[0].mv, "d3", "{}", played.story());
}

#[test]
fn practice_runs_it_again_on_the_same_sheet() {
    let script = "if test -e \"${0%/*}/again\"; then printf ' d3' >> \"$1\"; \
                  else touch \"${0%/*}/again\"; printf ' zz' >> \"$1\"; fi";
    let played = play(script, &format!("{TIME}&policy=practice&strikes=2"));
    let [first, second] = played.faults()[..] else { panic!("{}", played.story()) };
    assert_eq!((first.kind, first.then), (FaultKind::Format, Then::Again));
    assert_eq!(played.moves_of(Seat(0))[0].mv, "d3");
    assert_eq!((second.ply, second.then), (2, Then::Loses), "it plays d3 again");
}

#[test]
fn what_cannot_be_started_says_why() {
    let script = Script::new("#!/etc/passwd\n");
    let path = script.path().with_file_name("ai");
    std::fs::rename(script.path(), &path).expect("a new name");
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let guest = invite(&kit(), &format!("sheet:{}", path.display()));
    let played = play_guests(&mut [guest, first_move()]);
    let [fault] = played.faults()[..] else { panic!("{}", played.story()) };
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.system.contains("Permission denied"), "{}", fault.system);
}

#[test]
fn terms_that_make_no_sense_with_a_file_are_refused() {
    let complaint = |text: &str| {
        let dialects: Vec<&str> = kit().dialects.iter().map(|entry| entry.name).collect();
        let player = PlayerText::parse(text, &dialects);
        let invited = player.and_then(|player| common::seat(&kit(), &player, &house()));
        invited.err().unwrap_or_else(|| panic!("{text} was taken")).to_string()
    };
    assert!(complaint("sheet?lifetime=per-game:true").contains("per-move"));
    assert!(complaint("sheet?lifetime=keep:true").contains("per-move"));
    assert!(complaint("sheet?policy=retry:true").contains("practice"));
    assert!(complaint("tcp?dialect=sheet:localhost:1").contains("command"));
    assert!(complaint("judge?file=x.txt:true").contains("stdin"));
    for name in ["", ".", "..", "a/b", "/etc/passwd"] {
        assert!(complaint(&format!("sheet?file={name}:true")).contains("name of a file"));
    }
}
