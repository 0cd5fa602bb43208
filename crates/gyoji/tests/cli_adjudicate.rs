//! Values on record and on the screen, and series whose games end when both players agree.

mod common;

use common::Lab;
use serde_json::Value;

/// How each game of a series came out, by its place in it: the winner's name, why, and how many
/// moves it took.
fn games(lab: &Lab, folder: &str) -> Vec<(Value, String, String, usize)> {
    let mut games: Vec<_> = lab
        .files(folder)
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let lines: Vec<Value> =
                text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            let (header, ended) = (&lines[0], &lines[lines.len() - 1]);
            let places = ended["places"].as_array().unwrap();
            let winner = places.iter().position(|place| *place == 1).unwrap();
            let moves = lines.iter().filter(|line| line["event"] == "moved").count();
            let name = header["players"][winner]["name"].as_str().unwrap().to_owned();
            let why = ended["why"].as_str().unwrap().to_owned();
            (header["place"].clone(), name, why, moves)
        })
        .collect();
    games.sort_by_key(|(place, ..)| (place["round"].as_u64(), place["game"].as_u64()));
    games
}

#[test]
fn adjudicated_games_are_shorter_and_have_the_same_winner() {
    let lab = Lab::new();
    let series = |folder: &str, more: &[&str]| {
        let args = ["match", "othello", "bot:alphabeta?depth=4", "bot:monte?playouts=150"];
        let rest = ["-n", "4", "--opening", "8", "--seed", "11", "--json", "--record", folder];
        let json = lab.run(&[&args[..], &rest, more].concat()).expect(0).json();
        (json, games(&lab, folder))
    };
    let (_, whole) = series("whole", &[]);
    let (json, short) = series("short", &["--adjudicate", "win=900,moves=3,after=20"]);
    let adjudicated = short.iter().filter(|(_, _, why, _)| why == "adjudicated").count();
    assert!(adjudicated >= 1, "{short:?}");
    assert_eq!(json["endings"]["adjudicated"], adjudicated);
    for ((_, winner, why, moves), (_, other, before, all)) in short.iter().zip(&whole) {
        assert_eq!(winner, other, "{short:?} {whole:?}");
        assert_eq!(why == "adjudicated", moves < all, "{short:?} {whole:?}");
        assert_ne!(before, "adjudicated");
        assert!(*moves >= 20);
    }
}

#[test]
fn the_table_and_the_replay_tell_of_it() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:alphabeta?depth=4", "bot:monte?playouts=150"];
    let rest = ["-n", "1", "--seed", "11", "--record", "kept", "--adjudicate", "win=800,moves=1"];
    let said = lab.run(&[&args[..], &rest].concat()).expect(0);
    assert!(said.out.contains("adjudicated, both players agreeing (1)"), "{}", said.out);
    let record = lab.files("kept").remove(0);
    let record = record.to_str().unwrap();
    let said = lab.run(&["replay", record]).expect(0);
    assert!(said.out.contains("(0 - 0, adjudicated, both players agreeing)"), "{}", said.out);
    let shown = said.out.lines().filter(|line| line.contains(" s  expects ")).count();
    let json = lab.run(&["replay", record, "--json"]).expect(0).json();
    let events = json["events"].as_array().unwrap();
    let told = events.iter().filter(|event| event["value"].is_u64()).count();
    assert!(shown == told && told > 8, "{shown} shown of {told}");
    assert_eq!(json["header"]["adjudicate"], "win=800,moves=1");
    let ja = lab.ja(&["replay", record]).expect(0);
    assert!(
        ja.out.contains("双方の形勢判断が一致（裁定）") && ja.out.contains("  形勢 "),
        "{}",
        ja.out
    );
}

#[test]
fn a_bot_that_is_a_program_tells_its_value() {
    let lab = Lab::new();
    let bot = |bot: &str| format!("plain:{} bot {bot} --dialect plain", common::gyoji());
    let (first, second) = (bot("othello.alphabeta?depth=4"), bot("othello.monte?playouts=150"));
    let args = ["match", "othello", &first, &second, "-n", "1", "--seed", "11", "--time", "60s"];
    let rest = ["--record", "kept", "--adjudicate", "win=800,moves=1", "--json"];
    let json = lab.run(&[&args[..], &rest].concat()).expect(0).json();
    assert_eq!(json["endings"]["adjudicated"], 1, "{json}");
    let record = lab.files("kept").remove(0);
    let talk = lab.run(&["replay", record.to_str().unwrap(), "--talk", "0"]).expect(0).out;
    let lines: Vec<&str> = talk.lines().collect();
    let values = lines.iter().filter(|line| line.contains("< info value ")).count();
    let moves = lines.iter().filter(|line| line.contains("< move ")).count();
    assert!(values > 4 && values <= moves, "{talk}");
}

#[test]
fn whoever_tells_nothing_plays_to_the_end() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:random", "bot:alphabeta?depth=2", "--json", "--seed", "1"];
    let json =
        lab.run(&[&args[..], &["--adjudicate", "win=501,moves=1"]].concat()).expect(0).json();
    assert!(json["endings"]["adjudicated"].is_null(), "{json}");
}

#[test]
fn what_is_wrong_with_the_terms_is_said_before_anything_is_played() {
    let lab = Lab::new();
    for (terms, words, ja) in [
        ("win=95", "win must be a whole number from 501 to 1000", "501 から 1000"),
        ("moves=4", "win=950,moves=4", "裁定の条件"),
        ("win=950,mvoes=4", "did you mean moves?", "もしかして"),
    ] {
        let args = ["match", "othello", "bot:random", "bot:random", "--adjudicate", terms];
        let said = lab.run(&args).expect(2);
        assert!(said.err.contains(words), "{}", said.err);
        let said = lab.ja(&args).expect(2);
        assert!(said.err.contains(ja), "{}", said.err);
    }
    let four = ["bot:random"; 4];
    let said = lab.run(&[&["match", "quinte"], &four[..], &["--adjudicate", "win=950"]].concat());
    assert!(said.expect(2).err.contains("only games of two can be adjudicated"));
}
