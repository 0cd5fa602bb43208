//! `gyoji match` for four players: who sits where, places, points, and the speed of test runs.

mod common;
mod quinte_common;

use std::collections::HashSet;

use common::Lab;
use quinte_common::{events, record};

const PLAYERS: [&str; 4] =
    ["bot:skeleton?name=a", "bot:skeleton?name=b", "bot:skeleton?name=c", "bot:skeleton?name=d"];

fn args<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["match", "quinte"][..], &PLAYERS, &["-o", "turns=3", "--seed", "5"], more].concat()
}

/// The players of a record, by seat.
fn seats(path: &std::path::Path) -> Vec<String> {
    let header = &record(path)[0];
    let names = header["players"].as_array().unwrap().iter();
    names.map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn twenty_four_games_are_all_the_orders_of_the_seats() {
    let lab = Lab::new();
    let said = lab.run(&args(&["-n", "24", "--json", "--record", "games"])).expect(0);
    let orders: HashSet<Vec<String>> = lab.files("games").iter().map(|file| seats(file)).collect();
    assert_eq!(orders.len(), 24);
    let json = said.json();
    assert_eq!((&json["games"], &json["seed"]), (&24.into(), &5.into()));
    for player in json["players"].as_array().unwrap() {
        assert_eq!(player["games"], 24);
        for (seat, id) in ["red", "blue", "green", "yellow"].iter().enumerate() {
            let line = &player["by_seat"][seat];
            assert_eq!((&line["seat"], &line["games"]), (&(*id).into(), &6.into()));
        }
        // Nobody does anything, so all share the first place with what they began with.
        assert_eq!(player["place_counts"], serde_json::json!([24, 0, 0, 0]));
        assert_eq!(player["mean_place"]["mean"], 1.0);
        assert!(player["mean_place"]["margin95"].as_f64().unwrap() > 0.1, "not certainty");
        assert_eq!(player["mean_points"], serde_json::json!({ "mean": 10000.0, "margin95": 0.0 }));
        assert_eq!((&player["wins"], &player["draws"]), (&0.into(), &24.into()));
        assert!(player.get("elo").is_none(), "ratings are for two");
    }
    for seat in json["seats"].as_array().unwrap() {
        assert_eq!((&seat["games"], &seat["place_counts"][0]), (&24.into(), &24.into()));
    }
    let said = lab.run(&args(&["-n", "24"])).expect(0);
    assert!(said.out.contains("\nseats: all 24 orders, 1 of each\n"), "{}", said.out);
}

#[test]
fn the_usual_series_gives_everybody_every_seat_once() {
    let lab = Lab::new();
    let said = lab.run(&args(&["--record", "games"])).expect(0);
    let orders: Vec<Vec<String>> = lab.files("games").iter().map(|file| seats(file)).collect();
    assert_eq!(orders.len(), 4);
    for seat in 0..4 {
        assert_eq!(orders.iter().map(|order| &order[seat]).collect::<HashSet<_>>().len(), 4);
    }
    assert!(said.out.contains("everybody in every seat equally often"), "{}", said.out);
}

#[test]
fn seats_are_drawn_by_a_seed_that_is_printed() {
    let lab = Lab::new();
    let said = lab.run(&args(&["-n", "6", "--record", "games"])).expect(0);
    assert!(
        said.out.contains("\nseed 5; endings: all turns have been played (6)\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("seats: drawn by the seed"), "{}", said.out);
    lab.run(&args(&["-n", "6", "--record", "again"])).expect(0);
    let multiset = |folder| {
        let mut orders: Vec<_> = lab.files(folder).iter().map(|file| seats(file)).collect();
        orders.sort();
        orders
    };
    assert_eq!(multiset("games"), multiset("again"));
    let first = |seed: &str, folder: &str| {
        let mut command = lab.gyoji(&["match", "quinte"]);
        command
            .args(PLAYERS)
            .args(["-n", "1", "-o", "turns=1", "--seed", seed, "--record", folder]);
        common::finish(command, "").expect(0);
        seats(&lab.files(folder)[0])
    };
    let firsts: HashSet<_> =
        ["1", "2", "3", "4", "5", "6"].map(|seed| first(seed, &format!("seed{seed}"))).into();
    assert!(firsts.len() > 2, "{firsts:?}");
}

/// A program that attacks nobody, and one that is not there after the first turn.
#[test]
fn places_points_and_missed_turns_in_both_languages() {
    let lab = Lab::new();
    lab.file(
        "leaves.sh",
        "read hello; echo ready; read a; read b; read c; read d; read e; exit 3\n",
    );
    let players = [
        "leaves.sh",
        "bot:skeleton?name=長い名前のAI",
        "bot:skeleton?name=c",
        "bot:skeleton?name=d",
    ];
    let args = [&["match", "quinte"][..], &players, &["-o", "turns=5", "--seed", "5"]].concat();
    let said = lab.run(&args).expect(3);
    let out = "\
player          games  1st  2nd  3rd  4th  place (95 %)  points (95 %)  missed turns  faults
leaves              4    4    0    0    0  1.00 +-1.29     10000 +-0            20       0
長い名前のAI        4    4    0    0    0  1.00 +-1.29     10000 +-0             0       0
c                   4    4    0    0    0  1.00 +-1.29     10000 +-0             0       0
d                   4    4    0    0    0  1.00 +-1.29     10000 +-0             0       0

seat      games  1st  2nd  3rd  4th  place (95 %)  points (95 %)
R red         4    4    0    0    0  1.00 +-1.29     10000 +-0
";
    for line in out.lines() {
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.out.lines().any(|shown| words(shown) == words(line)), "{line}\n{}", said.out);
    }
    assert!(
        said.out.contains("leaves: nothing done on 20 turns (the program ended: 20)"),
        "{}",
        said.out
    );
    assert_eq!(said.err.matches("DEFAULT MOVE PLAYED").count(), 1, "explained once: {}", said.err);
    let said = lab.ja(&args).expect(3);
    assert!(said.out.starts_with("対局者"), "{}", said.out);
    for words in [
        "平均順位 (95 %)",
        "\nR 赤 ",
        "席ごとの平均点",
        "leaves: 行動なし 20 ターン（プログラムの終了: 20）",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    let widths: HashSet<usize> =
        said.out.lines().take(5).map(unicode_width::UnicodeWidthStr::width).collect();
    assert_eq!(widths.len(), 1, "the columns line up: {}", said.out);
    let quiet = lab.run(&[&args[..], &["-q"]].concat()).expect(3);
    assert!(quiet.err.is_empty(), "{}", quiet.err);
}

#[test]
fn fps_shortens_the_time_for_an_answer_and_never_lengthens_it() {
    let lab = Lab::new();
    let limit = |folder: &str, more: &[&str]| {
        lab.run(&args(&[&["-n", "1", "--record", folder], more].concat())).expect(0);
        record(&lab.files(folder)[0])[0]["players"][0]["limit_ns"].as_u64().unwrap() / 1_000_000
    };
    assert_eq!(limit("usual", &[]), 500);
    assert_eq!(limit("fast", &["--fps", "20"]), 50);
    assert_eq!(limit("slow", &["--fps", "1"]), 500);
    assert_eq!(limit("both", &["--fps", "20", "--time", "10ms"]), 10);
    assert_eq!(limit("free", &["--fps", "20", "--time", "0"]), 50);
    lab.run(&args(&["--fps", "0"])).expect(2);
}

#[test]
fn a_single_game_has_a_short_table() {
    let lab = Lab::new();
    let said = lab.run(&args(&["-n", "1"])).expect(0);
    let head: Vec<&str> = said.out.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(head, ["player", "seat", "place", "points", "missed", "turns", "faults"]);
    assert!(!said.out.contains("95 %"), "{}", said.out);
    for seat in ["red", "blue", "green", "yellow"] {
        let row = said.out.lines().find(|line| line.contains(seat)).unwrap();
        let row: Vec<&str> = row.split_whitespace().skip(1).collect();
        assert_eq!(row, [seat, "1", "10000", "0", "0"]);
    }
}

#[test]
fn a_table_for_four_needs_four() {
    let lab = Lab::new();
    let said = lab.run(&["match", "quinte", "bot:skeleton", "bot:skeleton"]).expect(2);
    assert!(said.err.contains("quinte needs 4 players, not 2"), "{}", said.err);
}

#[test]
fn records_of_four_can_be_replayed() {
    let lab = Lab::new();
    lab.run(&args(&["-n", "1", "--record", "games"])).expect(0);
    let path = lab.files("games").remove(0);
    assert_eq!(events(&record(&path), "moved").len(), 12);
    let shown = lab.run(&["replay", path.to_str().unwrap()]).expect(0).out;
    assert!(shown.contains("turn 3/3") && shown.contains("all turns have been played"), "{shown}");
    let japanese = lab.ja(&["replay", path.to_str().unwrap(), "--ply", "0"]).expect(0).out;
    assert!(japanese.contains("ターン 0/3"), "{japanese}");
}
