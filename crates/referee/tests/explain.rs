//! Every case of an explanation, in both languages, as a reader sees it.
//!
//! The texts are in `snapshots/`, one file a theme; `INSTA_UPDATE=always cargo test` writes them
//! again. The last tests throw random faults at the explainer: it must say something, always.

use std::collections::BTreeSet;
use std::fmt::Write;

use gyoji_core::record::{Bytes, Event, Exit, Fault, FaultKind, Idle, Policy, Spent, Then};
use gyoji_core::{Game, Lang, Lifetime, Seat, Setup};
use gyoji_othello::Othello;
use gyoji_referee::explain::{Case, Style, explain};

#[path = "explain/scene.rs"]
mod scene;
#[path = "common/sheet.rs"]
#[allow(unreachable_pub, reason = "the other tests have it in a module they share")]
mod sheet;

use scene::*;
use sheet::kit;

type Cases = Vec<(&'static str, Scene)>;

use FaultKind::{Format, Illegal};

fn answers() -> Cases {
    let said = |got: &str| Scene::judge().said(Format, got);
    vec![
        ("debug text, Python", said("thinking depth 4...\n")),
        ("debug text, Java", said("thinking depth 4...\n").program("java -jar ai.jar")),
        ("debug text, JavaScript", said("thinking depth 4...\n").program("node ai.js")),
        ("debug text, Ruby", said("thinking depth 4...\n").program("ruby ai.rb")),
        ("debug text, C++", said("thinking depth 4...\n").program("run ai.cpp")),
        ("debug text, unknown language", said("thinking depth 4...\n").program("./a.out")),
        ("debug text in Japanese", said("読み込み完了\n")),
        ("debug text, very long", said(&format!("{}\n", "value 0.5 ".repeat(30)))),
        ("a legal move among other words", said("best move: c5 (+4)\n")),
        ("capital letters", said("C5\n")),
        ("numbers in brackets", said("(2,4)\n")),
        ("numbers with a space", said("2 4\n")),
        ("numbers, x and y exchanged", said("3 1\n")),
        ("no value, Python", said("None\n")),
        ("not a move", said("z9\n")),
        ("an empty line", said("\n").with(|fault| fault.spent.used = 200 * MS)),
        ("an empty line right after the answer before", said("\n")),
        ("an empty line right after the answer before, in C", said("\n").program("./ai")),
        ("one word", said("hello\n")),
        ("a word and a number", said("depth 4\n")),
        ("spaces only", said("   \n")),
        ("full-width letters", said("ｃ５\n")),
        ("spaces behind", said("c5  \n")),
        ("spaces before", said("  c5\r\n")),
        ("a full-width space behind", said("c5　\n")),
        ("backslash n as text", said("c5\\n\n")),
        ("a board that is printed: a row", said(". . . X O . . .\n")),
        ("a board that is printed: the names of its columns", said("  a b c d e f g h\n")),
        ("a board that is printed, in Japanese", said("・・・●○・・・\n")),
        ("a prompt before the move", said("> > c5\n")),
        ("a prompt before the move, Java", said("? c5\n").program("java MyAi.java")),
        ("the number of a square, from 0", said("34\n")),
        ("the number of a square, from 1", said("35\n")),
        ("a letter and a number added, Java", said("104\n").program("java MyAi.java")),
    ]
}

fn bytes() -> Cases {
    let said = |got: &[u8]| Scene::judge().said(Format, got);
    vec![
        ("Shift_JIS", said(b"\x8e\x76\x8d\x6c\x92\x86\n")),
        ("EUC-JP", said(b"\xbb\xd7\xb9\xcd\xc3\xe6\n").program("java -jar ai.jar")),
        ("UTF-16", said(b"\xff\xfec\x005\x00\n")),
        ("UTF-16 without a mark, Java", said(b"\0c\x005\0\n").program("java -jar ai.jar")),
        ("not UTF-8", said(b"\x80\xff\xfe\n")),
        ("byte order mark, Python", said(b"\xef\xbb\xbfc5\n")),
        ("byte order mark", said(b"\xef\xbb\xbfc5\r\n").program("./ai.exe")),
        ("NUL", said(b"c5\0\0\0\n")),
        ("colour codes", said(b"\x1b[32mc5\x1b[0m\n")),
        ("control character", said(b"c5\x07\n")),
    ]
}

fn illegal() -> Cases {
    let said = |got: &str| Scene::judge().said(Illegal, got);
    let stuck = || Scene::judge().position(WHITE_IS_STUCK);
    vec![
        ("taken", said("d4\n").first()),
        ("not allowed", said("a8\n")),
        ("with CRLF, which is never blamed", said("a8\r\n")),
        ("x and y exchanged", said("e3\n")),
        ("off by one", said("b1\n")),
        ("off by one, the other way", said("c6\n")),
        ("the other colour, or off by one", said("c4\n").first()),
        ("an old board", said("e7\n")),
        ("needless pass", said("pass\n")),
        ("missing pass", stuck().said(Illegal, "c1\n")),
        ("asked again", said("a8\n").with(|fault| fault.then = Then::Again)),
        ("default move", said("a8\n").with(|fault| fault.then = Then::Default)),
        ("noted", said("a8\n").with(|fault| fault.then = Then::Noted)),
        (
            "stderr beside it",
            said("a8\n").with(|fault| {
                fault.stderr = "depth 1\ndepth 2\ndepth 3\n\x1b[31mbest a8\x1b[0m\n".into();
            }),
        ),
        ("refused twice before", retried()),
        ("the third of three strikes", {
            let mut scene = retried().with(|fault| fault.then = Then::Loses);
            scene.record.header.plan.players[1].strikes = Some(3);
            scene
        }),
    ]
}

/// Two refused answers before, while the clock ran on.
fn retried() -> Scene {
    let mut scene = Scene::judge();
    scene.record.header.plan.players[1].policy = Policy::Retry;
    for got in ["zz\n", "a8\n"] {
        let mut fault = scene.clone().said(Format, got).fault;
        fault.then = Then::Again;
        scene.record.events.push(Event::Faulted(fault));
    }
    scene.said(Illegal, "a1\n").with(|fault| fault.then = Then::Again)
}

fn unasked() -> Cases {
    let said = |got: &str| Scene::judge().unasked(got);
    let before = || {
        let mut scene = Scene::judge();
        scene.record.events.clear();
        scene.fault.ply = 0;
        scene.with(|fault| fault.unasked = true)
    };
    vec![
        ("answered twice", said("c5\n")),
        ("the same twice", said("e7\n")),
        ("the same twice, read as the next answer", {
            let scene = Scene::judge().said(Illegal, "e7\n");
            scene.with(|fault| fault.spent = spent(2902, 1))
        }),
        ("the same twice, but by and by: an old board", {
            let scene = Scene::judge().said(Illegal, "e7\n");
            scene.with(|fault| fault.spent = spent(2902, 40))
        }),
        ("an empty line more", said("\n")),
        ("an empty line more, Java", said("\r\n").program("java Ai.java")),
        ("out of turn", said("I am winning!\n")),
        ("before the first question", before().said(Format, "MyAI ver 1.0\n")),
        ("before the first question, in Shift_JIS", before().said(Format, *b"\x8e\x76\x8d\x6c\n")),
        ("a move before the first question", before().said(Format, "c5\n")),
        ("read only when it was asked again", {
            let mut scene = said("c5\n");
            scene.record = Scene::judge().record;
            scene.fault.ply += 1;
            scene
        }),
        ("plain: answered twice", {
            let mut scene = Scene::new("plain", "plain:./ai", "f5d6c3").unasked("move 1 f4\n");
            scene.fault.then = Then::Noted;
            scene
        }),
    ]
}

fn time() -> Cases {
    let late = |got, used, cpu, wait| Scene::judge().late(got, used, cpu, wait);
    let silent = || late("", 5001, Some(40), Some(1)).first();
    let mut growing = late("", 5003, Some(4950), Some(20));
    let mut time = 400;
    for event in &mut growing.record.events {
        if let Event::Moved(moved) = event {
            moved.spent.used = time * MS;
            time = time * 13 / 10;
        }
    }
    vec![
        ("nothing arrived, Python", silent()),
        ("nothing arrived, Java", silent().program("java -jar ai.jar")),
        ("nothing arrived, unknown language", silent().program("./ai")),
        ("nothing arrived, processor time unknown", late("", 5001, None, None).first()),
        ("no newline, Python", late("c5", 5001, Some(40), Some(1))),
        ("no newline, unknown language", late("c5", 5001, None, None).program("./ai")),
        ("late, thinking", late("c5\n", 5231, Some(5200), Some(3))),
        ("late, waiting", late("c5\n", 5231, Some(12), Some(3))),
        ("late, unknown", late("c5\n", 5231, None, None)),
        ("thinking, its times growing", growing),
        ("waiting, although it had answered before", late("", 5001, Some(9), Some(0))),
        ("it waits for a line, and has never answered", silent().idle(Idle::Reading)),
        (
            "it waits for a line, although it had answered before",
            late("", 5001, Some(9), Some(0)).idle(Idle::Reading),
        ),
        ("it sleeps", late("", 5001, Some(9), Some(0)).idle(Idle::Sleeping)),
        ("thinking on a busy machine", late("", 5001, Some(2600), Some(1500))),
        ("in between", late("", 5001, Some(2000), Some(100))),
        (
            "the machine's fault",
            late("c5\n", 5100, Some(3000), Some(2080)).with(|fault| {
                fault.machine = true;
                fault.then = Then::Noted;
            }),
        ),
        (
            "the machine's fault, not measured",
            late("", 5100, None, None).with(|fault| fault.machine = true),
        ),
        (
            "a new process for each move",
            late("", 5001, Some(5000), Some(1)).lifetime(Lifetime::PerMove),
        ),
        ("the whole game's time used up, thinking", {
            late("c5\n", 1231, Some(1200), Some(3)).on_clock(1210)
        }),
        ("the whole game's time used up before", late("", 0, Some(0), Some(0)).on_clock(0)),
        ("no limit known", late("", 60_000, None, None).with(|fault| fault.limit_ns = None)),
    ]
}

const PYTHON: &str = "Traceback (most recent call last):\n  File \"/home/sato/my_ai.py\", line 31, \
    in <module>\n    print(think(board))\n  File \"/home/sato/my_ai.py\", line 12, in think\n    \
    return moves[8]\nIndexError: list index out of range\n";
const JAVA: &str = "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 8 \
    out of bounds for length 8\n\tat Ai.think(Ai.java:31)\n\tat Ai.main(Ai.java:9)\n";

fn ending() -> Cases {
    let code = |code, stderr| Scene::judge().ended(Exit::Code(code), stderr);
    let signal = |number| Scene::judge().ended(Exit::Signal(number), "");
    vec![
        ("stdout closed", Scene::judge().said(FaultKind::Crash, "")),
        ("stdout closed, Java", Scene::judge().said(FaultKind::Crash, "").program("java Ai.java")),
        ("ended normally", code(0, "")),
        ("ended normally without an answer", code(0, "").first()),
        ("Python traceback", code(1, PYTHON)),
        ("Java exception", code(1, JAVA).program("java -jar ai.jar")),
        ("exit code, other words", code(3, "cannot load book.dat\n")),
        ("exit code, no words", code(3, "")),
        ("exit code after half a line", code(3, "").with(|fault| fault.got = Bytes::new("e"))),
        ("SIGSEGV", signal(11)),
        ("SIGKILL", signal(9)),
        ("SIGABRT, C++", Scene::judge().program("./ai").ended(
            Exit::Signal(6),
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector\n",
        )),
        ("SIGFPE", signal(8)),
        ("SIGSYS", signal(31)),
        ("an uncommon signal", signal(50)),
        ("a built-in bot", {
            let mut scene = Scene::judge().program("bot:greedy").said(FaultKind::Crash, "");
            scene.record.header.plan.players[1].dialect = None;
            scene
        }),
        ("exit code of a signal", code(139, "Segmentation fault\n")),
        ("shell: not found", code(127, "sh: 1: pythn3: not found\n").program("pythn3 my_ai.py")),
        ("shell: cannot run", code(126, "/bin/sh: 1: ./ai: Permission denied\n").program("./ai")),
        ("127 of its own", code(127, "./ai: error while loading shared libraries: libx.so\n").program("./ai")),
        ("Python finds no file", code(2, "python3: can't open file '/tmp/my_ai.py': [Errno 2] No such file or directory\n")),
        ("Java finds no file", code(1, "Error: Unable to access jarfile ai.jar\n").program("java -jar ai.jar")),
    ]
}

fn start() -> Cases {
    let start = |system: &str| Scene::judge().not_started(system);
    vec![
        ("not found", start("No such file or directory (os error 2)")),
        ("not permitted", start("Permission denied (os error 13)").program("./my_ai.py")),
        ("not a program", start("Exec format error (os error 8)").program("./my_ai")),
        ("other words of the system", start("Too many open files (os error 24)")),
        (
            "ended while starting",
            Scene::judge().not_started("").with(|fault| {
                fault.exit = Some(Exit::Code(1));
                fault.stderr =
                    "  File \"my_ai.py\", line 3\n    if x\n        ^\nSyntaxError: expected ':'\n"
                        .into();
            }),
        ),
        ("plain: something else than ready", {
            Scene::plain().not_started("").said(Format, "move 0 f5\n")
        }),
        ("plain: a caller who plays another game", {
            Scene::plain().not_started("").said(Format, "hello gyoji 1 renju Taro\n")
        }),
        ("plain: a caller without a name", {
            Scene::plain().not_started("").said(Format, "hello gyoji 1 othello\n")
        }),
        ("plain: never ready", Scene::plain().not_started("")),
        (
            "plain: shell not found",
            Scene::plain().not_started("").with(|fault| {
                fault.exit = Some(Exit::Code(127));
                fault.stderr = "sh: 1: python3: not found\n".into();
            }),
        ),
    ]
}

fn too_much() -> Cases {
    let flood = |data: &str, more| {
        Scene::judge().said(FaultKind::Flood, data).with(|fault| fault.got.more = more)
    };
    vec![
        ("a line without end", flood(&"x".repeat(200), 1_048_376)),
        ("lines without end", flood(&"depth 4\n".repeat(20), 65_376)),
        ("memory", Scene::judge().said(FaultKind::Memory, "")),
        ("disconnected", Scene::judge().said(FaultKind::Disconnected, "")),
        ("disconnected, having ended", {
            Scene::judge()
                .said(FaultKind::Disconnected, "")
                .with(|fault| fault.exit = Some(Exit::Code(1)))
        }),
        (
            "refused",
            Scene::judge().said(FaultKind::Refused, "").with(|fault| {
                fault.system = "socket: Operation not permitted".into();
            }),
        ),
    ]
}

fn plain() -> Cases {
    let said = |got: &str| Scene::plain().said(Format, got);
    vec![
        ("the number of another question", said("move 7 f4\n")),
        ("no number", said("move f4\n")),
        ("neither number nor move", said("move\n")),
        ("a bare move", said("f4\n")),
        ("a bare move in capitals", said("F4\n")),
        ("capital letters", said("move 1 F4\n")),
        ("not a move", said("move 1 z9\n")),
        ("an unknown word", said("thinking depth 4\n")),
        ("a misspelt word", said("mvoe 1 f4\n")),
        ("a legal move among other words", said("I play f4 now\n")),
        ("illegal", Scene::plain().said(Illegal, "move 1 a1\n")),
        ("an empty line", said("\n")),
        ("full-width", said("ｍｏｖｅ　１　ｆ４\n")),
    ]
}

fn file() -> Cases {
    let said = |added: &str| Scene::sheet().said(Format, format!("{}{added}", sheet(OPENING)));
    let late = |got: &str, cpu| Scene::sheet().late(got, 5010, Some(cpu), Some(1));
    let gone = |system: &str| {
        Scene::sheet().said(Format, "").with(|fault| fault.system = system.to_owned())
    };
    vec![
        ("nothing was added", said("")),
        ("something else was added", said(" zz")),
        ("an illegal move", said(" a1").with(|fault| fault.kind = Illegal)),
        ("the file is gone", gone("sheet.txt: No such file or directory (os error 2)")),
        ("the file is a folder", gone("sheet.txt: not a regular file")),
        ("the file is in Shift_JIS", Scene::sheet().said(Format, *b"start \x8e\x76\x8d\x6c")),
        ("the file is in UTF-16", {
            Scene::sheet().program("sheet:java Ai.java").said(Format, *b"\xff\xfes\0t\0")
        }),
        ("the file begins with a BOM", {
            Scene::sheet().said(Format, format!("\u{feff}{} c5", sheet(OPENING)))
        }),
        ("the file is too large", {
            let flood = Scene::sheet().said(FaultKind::Flood, "x".repeat(1024));
            flood.with(|fault| fault.got.more = 3_000_000)
        }),
        ("written, but not ended", late(&format!("{} c5\n", sheet(OPENING)), 30)),
        ("computing all the time", late("", 4990)),
        ("waiting, perhaps for a key", late("", 20)),
        ("somewhere in between", late("", 2000)),
        ("ended by an exception", Scene::sheet().ended(Exit::Code(1), PYTHON)),
        ("gone without a trace", Scene::sheet().said(FaultKind::Crash, "")),
    ]
}

fn all() -> Vec<(&'static str, Cases)> {
    vec![
        ("answers", answers()),
        ("bytes", bytes()),
        ("illegal", illegal()),
        ("unasked", unasked()),
        ("time", time()),
        ("ending", ending()),
        ("start", start()),
        ("too_much", too_much()),
        ("plain", plain()),
        ("file", file()),
    ]
}

/// Compares all cases of a theme with its snapshot.
fn check(theme: &str) {
    let cases = all().into_iter().find(|(name, _)| *name == theme).expect("a theme").1;
    let mut text = String::new();
    for (name, scene) in cases {
        let explanation = scene.explain();
        let case = serde_json::to_value(explanation.case).unwrap();
        let _ = writeln!(text, "## {name} ({})\n", case.as_str().unwrap());
        for lang in [Lang::En, Lang::Ja] {
            let _ = writeln!(text, "{}", explanation.render(lang, Style { colour: false }));
        }
    }
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(format!("explain_{theme}"), text);
    });
}

#[test]
fn answers_that_are_no_moves() {
    check("answers");
}

#[test]
fn bytes_that_are_no_text() {
    check("bytes");
}

#[test]
fn moves_that_are_not_allowed() {
    check("illegal");
}

#[test]
fn lines_nobody_asked_for() {
    check("unasked");
}

#[test]
fn answers_too_late() {
    check("time");
}

#[test]
fn programs_that_ended() {
    check("ending");
}

#[test]
fn programs_that_did_not_start() {
    check("start");
}

#[test]
fn too_much_of_something() {
    check("too_much");
}

#[test]
fn the_plain_protocol() {
    check("plain");
}

#[test]
fn programs_that_are_run_on_a_file() {
    check("file");
}

#[test]
fn every_case_has_a_snapshot() {
    let scenes = all().into_iter().flat_map(|(_, cases)| cases);
    let mut seen: BTreeSet<Case> = scenes.map(|(_, scene)| scene.explain().case).collect();
    // No dialect of Othello lets a program complain: `gomocup.rs` shows one that does.
    seen.insert(Case::Complaint);
    let missing: Vec<&Case> = Case::ALL.iter().filter(|case| !seen.contains(case)).collect();
    assert!(missing.is_empty(), "no snapshot shows {missing:?}");
}

#[test]
fn colours_change_nothing_but_the_colour() {
    for (_, scene) in all().into_iter().flat_map(|(_, cases)| cases) {
        let explanation = scene.explain();
        for lang in [Lang::En, Lang::Ja] {
            let plain = explanation.render(lang, Style { colour: false });
            let coloured = explanation.render(lang, Style { colour: true });
            assert!(coloured.contains('\x1b') && !plain.contains('\x1b'));
            let mut parts = coloured.split('\x1b');
            let mut bare = parts.next().unwrap().to_owned();
            bare.extend(parts.map(|part| part.split_once('m').unwrap().1));
            assert_eq!(bare, plain);
        }
    }
}

#[test]
fn the_data_speaks_both_languages() {
    let json = serde_json::to_value(Scene::judge().said(Format, "C5\n").explain()).unwrap();
    assert_eq!(json["case"], "wrong-form");
    assert_eq!(json["then"], "loses");
    assert_eq!(json["move_number"], 12);
    assert_eq!(json["seat"]["ja"], "白");
    assert_eq!(json["exchange"][1]["speaker"], "player");
    assert_eq!(json["exchange"][1]["mark"]["length"], 2);
    assert_ne!(json["why"][0]["en"], json["why"][0]["ja"]);
    assert!(json.get("times").is_none());
}

#[test]
fn only_faults_are_explained() {
    let record = Scene::judge().record;
    assert!(explain(&record, &kit(), 0, &context()).is_none());
    assert!(explain(&record, &kit(), 1, &context()).is_none());
    assert!(explain(&record, &kit(), 1000, &context()).is_none());
}

#[test]
fn a_shell_takes_the_command_as_it_is_written() {
    let with = |text: &str| Scene::judge().said(Format, "x\n").program(text).explain().again;
    assert_eq!(with("./ai"), "gyoji replay 7f3a --from 12 --with \"./ai\"");
    for text in ["python3 my_ai.py", "it's \"mine\" $HOME `ls` \\ !", "", "名前 の ai"] {
        let words = shlex::split(&with(text)).unwrap();
        assert_eq!(words, ["gyoji", "replay", "7f3a", "--from", "12", "--with", text]);
    }
}

/// Bytes that look like something more often than pure chance would.
fn random_bytes(random: &mut fastrand::Rng) -> Vec<u8> {
    let scraps: [&[u8]; 14] = [
        b"c5",
        b"pass",
        b" ",
        b"\n",
        b"\r",
        b"\0",
        b"\xef\xbb\xbf",
        b"\x8e\x76",
        "ｃ５".as_bytes(),
        b"move 11 ",
        b"None",
        b"\x1b[",
        b"(2,4)",
        "考え中 ".as_bytes(),
    ];
    let mut data = Vec::new();
    for _ in 0..random.usize(0..8) {
        match random.u8(0..3) {
            0 => {
                let length = random.usize(0..20);
                data.extend(std::iter::repeat_with(|| random.u8(..)).take(length));
            }
            _ => data.extend_from_slice(scraps[random.usize(..scraps.len())]),
        }
    }
    data
}

fn random_fault(random: &mut fastrand::Rng) -> Fault {
    let kinds = [
        FaultKind::Illegal,
        FaultKind::Format,
        FaultKind::Time,
        FaultKind::Crash,
        FaultKind::Flood,
        FaultKind::Memory,
        FaultKind::Start,
        FaultKind::Disconnected,
        FaultKind::Refused,
    ];
    let thens = [Then::Loses, Then::Again, Then::Default, Then::Noted];
    let text = |random: &mut fastrand::Rng| {
        let scraps =
            [PYTHON, JAVA, "", "panic: \n", "\n\n", "sh: x", "  File \"", "at (", "\u{202e}\t"];
        let data = random_bytes(random);
        format!("{}{}", random.choice(scraps).unwrap_or(""), String::from_utf8_lossy(&data))
    };
    let number =
        |random: &mut fastrand::Rng| *random.choice(&[0, 1, 5_000_000_000, u64::MAX]).unwrap_or(&0);
    let idle = [None, Some(Idle::Reading), Some(Idle::Sleeping)];
    Fault {
        ply: *random.choice(&[0, 1, 11, 12, u32::MAX]).unwrap_or(&0),
        seat: Seat(*random.choice(&[0, 1, 1, 2, 255]).unwrap_or(&1)),
        kind: *random.choice(&kinds).unwrap_or(&FaultKind::Format),
        got: Bytes { data: random_bytes(random), more: number(random) },
        spent: Spent {
            asked: number(random),
            used: number(random),
            cpu: random.bool().then(|| number(random)),
            wait: random.bool().then(|| number(random)),
            delay: random.u64(..3) * 1_000_000,
            stall: random.u64(..3) * 1_000_000,
            idle: *random.choice(&idle).unwrap_or(&None),
        },
        limit_ns: random.bool().then(|| number(random)),
        exit: match random.u8(0..3) {
            0 => None,
            1 => Some(Exit::Code(random.i32(-2..200))),
            _ => Some(Exit::Signal(random.i32(-2..70))),
        },
        system: if random.bool() { text(random) } else { String::new() },
        stderr: if random.bool() { text(random) } else { String::new() },
        unasked: random.bool(),
        machine: random.u8(0..4) == 0,
        then: *random.choice(&thens).unwrap_or(&Then::Loses),
    }
}

#[test]
fn something_is_always_said() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..4000 {
        let mut scene = match random.u8(0..3) {
            0 => Scene::plain(),
            1 => Scene::judge().position(WHITE_IS_STUCK),
            _ => Scene::judge(),
        };
        scene.fault = random_fault(&mut random);
        match random.u8(0..8) {
            0 => scene.record.header.plan.players[1].dialect = None,
            1 => scene.record.header.plan.players[1].dialect = Some("nonsense".into()),
            2 => scene.record.header.plan.game = "chess".into(),
            3 => scene.record.header.plan.players.truncate(1),
            4 => scene.record.header.started_ms = u64::MAX,
            5 => scene.record.events.truncate(random.usize(..3)),
            _ => {}
        }
        scene.record.header.plan.players[0].name =
            String::from_utf8_lossy(&random_bytes(&mut random)).into();
        for explanation in scene.explanations() {
            assert!(!explanation.why.is_empty() && !explanation.fix.is_empty(), "round {round}");
            for lang in [Lang::En, Lang::Ja] {
                let text = explanation.render(lang, Style { colour: false });
                assert!(text.lines().count() >= 4, "round {round}: {text}");
                let harmless = |c: char| c == '\n' || !c.is_control();
                assert!(text.chars().all(harmless), "round {round}: {text:?}");
            }
        }
    }
}

#[test]
fn the_opening_is_as_the_cases_take_it() {
    let mut position = Othello::start(&Setup::usual::<Othello>()).unwrap();
    for mv in OPENING.as_bytes().chunks(2) {
        let mv = String::from_utf8_lossy(mv).parse().unwrap();
        assert!(position.is_legal(mv), "{mv}");
        position.play(mv);
    }
    assert_eq!(position.to_move(), Some(Seat::SECOND));
    let legal: Vec<String> = position.moves().map(|mv| mv.to_string()).collect();
    assert_eq!(legal.join(" "), "b2 b3 b4 b5 c5 g5 c6 g6 c7 f7 g7 d8");
}
