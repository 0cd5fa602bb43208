//! A contest game with programs as they are: one is slow, one falls over, one is often late.
//! The game goes on, nobody loses by it, the record says why at each turn, and the result is
//! right.

mod common;
mod quinte_common;

use std::process::Command;

use common::{Lab, is_installed};
use quinte_common::{Castle, compile, events, java_classes, kit, number, record, rust};
use serde_json::Value;

/// The time for an answer, in milliseconds: much for a program that does nothing else.
const LIMIT: u64 = 100;
/// How long the slow one takes.
const SLOW: u64 = 20;

/// A RandomPlayer in Python that is late in every third turn.
const LATE: &str = "
import sys, time
sys.path.insert(0, KIT)
from quinte import start
from random_player import RandomPlayer

class Late(RandomPlayer):
    def nextSoldierAction(self, info):
        if info.getTime() % 3 == 2:
            time.sleep(1.5 * info.getTimeLimit() / 1000)
        return super().nextSoldierAction(info)

start(Late())
";

/// A RandomPlayer in Java that ends in the middle of a turn.
const FALLS: &str = "
import jp.ac.washi.quinte.api.*;

public class Falls extends RandomPlayer {
    @Override
    public CursorAction nextCursorAction(GameInfo info) {
        if (info.getTime() == CRASH) {
            System.err.println(\"falling over\");
            Runtime.getRuntime().halt(7);
        }
        return super.nextCursorAction(info);
    }

    public static void main(String[] args) {
        GameStarter.start(new Falls());
    }
}
";

/// Takes its time, and is in time; in JavaScript, by the protocol alone.
const SLOW_JS: &str = "
const lines = require('readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const words = line.split(' ');
  if (words[0] === 'quinte') console.log('ready');
  if (words[0] === 'turn') setTimeout(() => console.log(`order ${words[1]} NONE NONE`), SLOW);
});
";

/// Plays such a game of `turns`, in which the Java program ends in turn `crash`.
fn rough_game(turns: u64, crash: u64) {
    let Some(classes) = java_classes() else { return };
    if !is_installed("python3") || !is_installed("node") {
        return;
    }
    let lab = Lab::new();
    lab.file("late.py", LATE.replace("KIT", &format!("{:?}", kit("python"))));
    lab.file("slow.js", SLOW_JS.replace("SLOW", &SLOW.to_string()));
    let source = lab.file("Falls.java", FALLS.replace("CRASH", &crash.to_string()));
    compile(&lab, Command::new("javac").args(["-d", ".", "-cp"]).arg(&classes).arg(source));
    let falls = format!("java -cp {}:. Falls", classes.display());
    let (limit, option) = (format!("{LIMIT}ms"), format!("turns={turns}"));
    let mut command =
        lab.gyoji(&["match", "quinte", "late.py", &falls, &rust(&lab, "random_player"), "slow.js"]);
    command.args(["-n", "1", "--seed", "4", "--time", &limit, "-o", &option]);
    command.args(["--json", "--record", "games"]);
    // Only a program that went away makes the command say that one failed.
    let said = common::finish_within(command, "", std::time::Duration::from_secs(600)).expect(3);
    let record = record(&lab.files("games")[0]);
    let seat_of = |name: &str| {
        let players = record[0]["players"].as_array().unwrap();
        players.iter().position(|player| player["name"] == name).unwrap() as u64
    };
    let [late, falls, slow] = ["late", "Falls", "slow"].map(seat_of);

    // Every turn of everybody has a move, with its reason before it where nothing was done.
    let moved = events(&record, "moved");
    assert_eq!(moved.len() as u64, 4 * turns);
    for (ply, line) in moved.iter().enumerate() {
        assert_eq!((number(line, "ply"), number(line, "seat")), (ply as u64, ply as u64 % 4));
    }
    let faults = events(&record, "faulted");
    let fault_at = |seat: u64, turn: u64| -> Option<&&Value> {
        faults.iter().find(|fault| number(fault, "ply") == 4 * turn + seat)
    };
    // Where the machine itself stood still for a moment, nobody is late.
    let is_excused = |turn: u64| {
        let spent = &moved[(4 * turn + late) as usize]["spent"];
        ["stall", "delay"].iter().any(|what| spent[what].as_u64().is_some_and(|ns| ns > 0))
    };
    let mut excused = 0;
    for seat in 0..4 {
        for turn in 0..turns {
            let fault = fault_at(seat, turn);
            let kind = fault.map_or("", |fault| fault["kind"].as_str().unwrap());
            match () {
                () if seat == falls && turn >= crash => assert_eq!(kind, "crash", "turn {turn}"),
                () if seat == late && turn % 3 == 2 && kind.is_empty() => {
                    assert!(is_excused(turn), "turn {turn}");
                    excused += 1;
                }
                () if seat == late && turn % 3 == 2 => assert_eq!(kind, "time", "turn {turn}"),
                // A busy machine may make anybody late, and nothing else may happen.
                () => assert!(["", "time"].contains(&kind), "seat {seat}, turn {turn}: {kind}"),
            }
            let line = moved[(4 * turn + seat) as usize];
            if let Some(fault) = fault {
                assert_eq!((&line["move"], &fault["then"]), (&"- -".into(), &"default".into()));
                assert!(line["got"].is_null(), "nobody said it: {line}");
            } else {
                // The answer to this turn and no other.
                let got = line["got"].as_str().unwrap_or_else(|| panic!("{line}"));
                assert!(got.starts_with(&format!("order {turn} ")), "{got}");
            }
        }
    }
    // A program may take a while to be gone after its last word.
    let falls_in = |turn: u64| fault_at(falls, turn).unwrap();
    assert!(falls_in(crash)["stderr"].as_str().unwrap().contains("falling over"));
    assert!((crash..turns).any(|turn| falls_in(turn)["exit"]["code"] == 7));
    // What came too late was heard, and not taken for the next answer.
    let stale = events(&record, "heard").into_iter().filter(|line| line["seat"] == late);
    let stale: Vec<&str> = stale.map(|line| line["got"].as_str().unwrap()).collect();
    let nights = (0..turns).filter(|turn| turn % 3 == 2).count();
    assert!(excused <= nights / 4, "{excused} of {nights} were excused");
    assert!(stale.len() + 1 + excused >= nights, "{} of {nights}", stale.len());
    for line in moved.iter().filter(|line| number(line, "seat") == slow && !line["got"].is_null()) {
        // Its clock may be a little faster than ours.
        assert!(number(&line["spent"], "used") >= (SLOW - 2) * 1_000_000, "{line}");
    }

    // The result is what the rules make of these orders, and what the command counted.
    let mut castle = Castle::new(10_000, 850);
    for line in &moved {
        castle.order(line["move"].as_str().unwrap());
    }
    let ended = record.last().unwrap();
    assert_eq!(ended["why"], "turns");
    assert!(ended["loser"].is_null(), "nobody loses by a fault");
    assert_eq!(ended["points"], serde_json::json!(castle.scores));
    for (seat, place) in ended["places"].as_array().unwrap().iter().enumerate() {
        let better = castle.scores.iter().filter(|&&score| score > castle.scores[seat]).count();
        assert_eq!(place, better + 1);
    }
    let result = said.json();
    for player in result["players"].as_array().unwrap() {
        let seat = seat_of(player["name"].as_str().unwrap());
        assert_eq!(player["points"], castle.scores[seat as usize]);
        let missed = player["missed_turns"].as_object().unwrap().values();
        let of_seat = faults.iter().filter(|fault| number(fault, "seat") == seat).count();
        assert_eq!(missed.map(|count| count.as_u64().unwrap()).sum::<u64>(), of_seat as u64);
    }
    assert!(said.err.contains("falling over"), "the fall is explained: {}", said.err);
}

#[test]
fn late_slow_and_fallen_programs_do_not_stop_a_game() {
    rough_game(60, 20);
}

#[test]
#[ignore = "takes about two minutes: 1000 turns with programs that are slow on purpose"]
fn a_whole_contest_game_with_late_slow_and_fallen_programs() {
    rough_game(1000, 300);
}
