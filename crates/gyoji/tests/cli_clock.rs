//! `--clock`: a time for the whole game, from the command line to the record and back.

mod common;

use common::{Lab, gyoji};
use serde_json::Value;

/// The only record of the games.
fn record(lab: &Lab) -> String {
    match &lab.files("games")[..] {
        [record] => record.to_str().expect("a readable path").to_owned(),
        files => panic!("one record expected: {files:?}"),
    }
}

/// Its lines.
fn events(lab: &Lab) -> Vec<Value> {
    let text = std::fs::read_to_string(record(lab)).expect("a record");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn a_clock_is_on_record_and_shown_again() {
    let lab = Lab::new();
    let plain = format!("plain?name=outside:{} bot othello.weights --dialect plain", gyoji());
    let players = ["match", "othello", &plain, "bot:weights", "-n", "1", "--seed", "3"];
    let clock = ["--clock", "60s+0.5s", "--record", "games"];
    let said = lab.run(&[&players[..], &clock].concat()).expect(0);
    assert!(!said.err.contains("clock"), "plain can say it: {}", said.err);
    let events = events(&lab);
    for player in events[0]["players"].as_array().expect("players") {
        assert_eq!(player["clock"]["main_ns"], 60_000_000_000_u64);
        assert_eq!(player["clock"]["increment_ns"], 500_000_000);
        assert!(player["limit_ns"].is_null(), "no limit for one answer: {player}");
    }
    let first = events.iter().find(|event| event["event"] == "asked").expect("a question");
    assert_eq!(first["left_ns"], 60_000_000_000_u64);
    assert_eq!(first["limit_ns"], first["left_ns"]);

    let record = &record(&lab);
    let shown = lab.run(&["replay", record, "--ply", "1"]).expect(0).out;
    // A move at once leaves nearly all of it, and the increment on top.
    assert!(shown.contains("  clock 60.") || shown.contains("  clock 59."), "{shown}");
    let shown = lab.ja(&["replay", record, "--ply", "2"]).expect(0).out;
    assert!(shown.contains("  残り "), "{shown}");
    let talk = lab.run(&["replay", record, "--talk", "0"]).expect(0).out;
    assert!(talk.contains(" > clock 60000 500\n   0 > go 0 60000\n"), "{talk}");
    let asked = |event: &&Value| event["event"] == "asked" && event["seat"] == 0;
    let told = talk.matches(" > clock ").count();
    assert_eq!(told, events.iter().filter(asked).count(), "one for each question");
}

#[test]
fn who_cannot_be_told_is_named_and_plays_all_the_same() {
    let lab = Lab::new();
    let judge = |name| format!("judge?name={name}:{} bot othello.greedy", gyoji());
    let (one, two) = (judge("one"), judge("two"));
    let said = lab.run(&["match", "othello", &one, &two, "-n", "4", "--clock", "1m"]).expect(0);
    let warnings: Vec<&str> = said.err.lines().filter(|line| line.contains("clock")).collect();
    let warning = |name| {
        format!(
            "gyoji: {name} plays under a clock of 60s, but its dialect judge cannot say what is \
             left: it has to keep the time itself"
        )
    };
    assert_eq!(warnings, [warning("one"), warning("two")], "once, however many games");
    let said = lab.ja(&["judge", &one, "bot:greedy", "--clock", "1m+1s"]).expect(0);
    assert!(
        said.err.contains("one の持ち時間は 60s+1s ですが、judge プロトコルでは"),
        "{}",
        said.err
    );
}

#[test]
fn who_has_used_up_its_time_loses_and_can_try_again() {
    let lab = Lab::new();
    let ai = lab.file("slow.sh", "while read line; do case $line in MOVE*) sleep 30;; esac; done");
    let ai = format!("judge?clock=200ms&start-up=0s&name=slow:sh {}", ai.display());
    let args = ["match", "othello", &ai, "bot:random", "-n", "1", "--record", "games"];
    let said = lab.run(&args).expect(3);
    let why =
        "the whole game's time of 0.2s was used up after 0 moves; this answer had 0.200 s left";
    assert!(said.err.contains(why), "{}", said.err);
    let record = &record(&lab);
    let again = lab.run(&["replay", record, "--from", "1", "--with", "bot:random"]).expect(0);
    assert!(again.out.starts_with("move 1: "), "{}", again.out);
    let again = ["replay", record, "--from", "1", "--with"];
    let said = lab.run(&[&again[..], &["judge?start-up=0s:sleep 30"]].concat()).expect(3);
    assert!(said.out.contains("the whole game's time of 0.2s"), "the same clock: {}", said.out);
}

#[test]
fn both_limits_hold_and_the_usual_one_only_where_neither_is_given() {
    let lab = Lab::new();
    let limits = |more: &[&str]| {
        let lab = Lab::new();
        let args = ["match", "othello", "bot:random", "bot:random?clock=9s", "-n", "1"];
        lab.run(&[&args[..], more, &["--record", "games"]].concat()).expect(0);
        let header = events(&lab).remove(0);
        let limit = |seat: usize| {
            let player = &header["players"][seat];
            (player["limit_ns"].as_u64(), player["clock"]["main_ns"].as_u64())
        };
        [limit(0), limit(1)].map(|(limit, clock)| {
            (limit.map(|ns| ns / 1_000_000), clock.map(|ns| ns / 1_000_000_000))
        })
    };
    assert_eq!(limits(&[]), [(Some(5000), None), (None, Some(9))]);
    assert_eq!(limits(&["--clock", "1m"]), [(None, Some(60)), (None, Some(9))]);
    assert_eq!(limits(&["--time", "2s"]), [(Some(2000), None), (Some(2000), Some(9))]);
    let both = limits(&["--time", "2s", "--clock", "1m"]);
    assert_eq!(both, [(Some(2000), Some(60)), (Some(2000), Some(9))]);

    for bad in ["0", "soon", "1m+", "-5s", "1s+1s+1s"] {
        let clock = format!("--clock={bad}");
        let said = lab.run(&["match", "othello", "bot:random", "bot:random", &clock]).expect(2);
        assert!(said.err.contains("5m+2s"), "{bad}: {}", said.err);
        let player = format!("bot:random?clock={bad}");
        let said = lab.ja(&["match", "othello", "bot:random", &player]).expect(2);
        assert!(said.err.contains("60s や 5m+2s"), "{bad}: {}", said.err);
    }
    let said = lab.run(&["judge", "--original", "--clock", "1m", "a", "b"]).expect(2);
    assert!(said.err.contains("--clock"), "{}", said.err);
}

/// A bot over the pipe learns of its clock and keeps it.
#[test]
fn our_bots_as_programs_keep_a_clock() {
    let lab = Lab::new();
    for (game, bot, dialect) in [
        ("othello", "othello.alphabeta?time=1h", "plain"),
        ("renju", "renju.alphabeta?time=1h", "gomocup"),
        ("contrast", "contrast.mcts?simulations=100000000", "plain"),
    ] {
        let bot = format!("{dialect}?name=outside:{} bot '{bot}' --dialect {dialect}", gyoji());
        let args = ["match", game, &bot, "bot:random", "-n", "1", "--json"];
        let said = lab.run(&[&args[..], &["--clock", "500ms+50ms"]].concat());
        let result = said.expect(0).json();
        assert_eq!(result["players"][0]["faults"], 0, "{game}: {result}");
    }
}
