//! Games that start elsewhere, with real programs: whoever sits there is told the start first.

mod common;

use std::path::Path;

use common::{Lab, gyoji, is_installed};

/// A program of `plain` that keeps its own list of what has happened, and leaves at once if it is
/// told of a move before it knows where the game has started.
const LISTENS_PY: &str = "
import sys

start, known, moves = None, 0, []
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'gyoji':
        start, known = None, 0
        print('ready legal', flush=True)
    elif word == 'position':
        number, _, text = rest.partition(' ')
        start = start or text
        if int(number) != known:
            sys.exit('position ' + number + ' after ' + str(known))
    elif word == 'played':
        if start is None:
            sys.exit('a move, but from where?')
        if int(rest.split()[0]) != known:
            sys.exit('played ' + rest + ' after ' + str(known))
        known += 1
    elif word == 'legal':
        moves = rest.split(' | ')
    elif word == 'go':
        print('move', known, moves[0], flush=True)
        known += 1
";

#[test]
fn a_program_is_told_the_start_before_any_move() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    lab.file("listens.py", LISTENS_PY);
    for (game, rest) in [
        ("contrast", &["--opening", "1"][..]),
        ("contrast", &["--opening", "2"]),
        ("othello", &["--opening", "3"]),
        ("othello", &["-o", "start=mirrored"]),
        ("renju", &["-o", "opening=book,size=15"]),
        ("renju", &["-o", "opening=swap2", "--opening", "1"]),
    ] {
        let players = ["match", game, "plain:listens.py", "bot:random", "-n", "2", "--seed", "3"];
        let said = lab.run(&[&players[..], rest, &["--json"]].concat()).expect(0).json();
        assert_eq!(said["players"][0]["faults"], 0, "{game} {rest:?}: {said}");
    }
}

#[test]
fn the_record_shows_that_the_start_was_told() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    lab.file("listens.py", LISTENS_PY);
    let players = ["match", "contrast", "plain:listens.py", "bot:random", "-n", "2"];
    lab.run(&[&players[..], &["--opening", "2", "--record", "games"]].concat()).expect(0);
    let mut seats = Vec::new();
    for record in lab.files("games") {
        let text = std::fs::read_to_string(&record).unwrap();
        let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        assert_eq!(header["opening"].as_array().map(Vec::len), Some(2), "{header}");
        let start = first_position(&lab, &record);
        assert!(start.contains(" ply 2 "), "{start}");
        let seat = usize::from(header["players"][0]["name"] != "listens");
        let talk = lab.run(&["replay", record.to_str().unwrap(), "--talk", &seat.to_string()]);
        let talk = talk.expect(0).out;
        let told = talk.lines().filter(|line| line.contains('>')).nth(1).unwrap();
        assert!(told.ends_with(&format!("> position 0 {start}")), "seat {seat}: {talk}");
        seats.push(seat);
    }
    seats.sort();
    assert_eq!(seats, [0, 1], "it has had both seats");
}

/// Our own bots as programs, in every seat and every dialect that goes over stdin and stdout.
#[test]
fn bots_as_programs_play_from_an_opening_in_every_dialect() {
    let lab = Lab::new();
    for (game, seats, dialects, rest) in [
        ("othello", 2, &["plain", "judge", "nboard", "gtp"][..], &[][..]),
        ("renju", 2, &["plain", "gomocup"], &["-o", "size=9"]),
        ("contrast", 2, &["plain"], &[]),
        ("quinte", 4, &["plain", "quinte"], &["-o", "turns=12", "--time", "30s"]),
    ] {
        for dialect in dialects {
            for opening in ["1", "2", "3"] {
                let program =
                    format!("{dialect}:{} bot {game}.random --dialect {dialect}", gyoji());
                let mut args = vec!["match", game];
                args.extend(vec![program.as_str(); seats]);
                args.extend(["-n", "1", "--opening", opening, "--seed", "5", "--json"]);
                let said = lab.run(&[&args[..], rest].concat()).expect(0).json();
                for player in said["players"].as_array().unwrap() {
                    assert_eq!(player["faults"], 0, "{game} {dialect} {opening}: {said}");
                    let missed = &player["missed_turns"];
                    assert!(missed.is_null() || missed == &serde_json::json!({}), "{said}");
                }
            }
        }
    }
}

/// The position in which a recorded game starts, after its opening.
fn first_position(lab: &Lab, record: &Path) -> String {
    let replay = lab.run(&["replay", record.to_str().unwrap(), "--json"]).expect(0).json();
    replay["pages"][0]["position"].as_str().expect("a position").to_owned()
}

/// The header of the only record in a folder.
fn header(lab: &Lab, folder: &str) -> serde_json::Value {
    let [record] = &lab.files(folder)[..] else { panic!("one record in {folder}") };
    let text = std::fs::read_to_string(record).unwrap();
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

/// Where a game of 3 turns stands after a move of each.
fn turn_one(lab: &Lab) -> String {
    let args = ["match", "quinte", "bot:random", "bot:random", "bot:random", "bot:random"];
    let more = ["-n", "1", "-o", "turns=3", "--opening", "4", "--record", "first"];
    lab.run(&[&args[..], &more].concat()).expect(0);
    let header = header(lab, "first");
    // It was drawn, not given: the options are those of the command line, and true.
    assert_eq!(header["options"]["turns"], "3", "{header}");
    first_position(lab, &lab.files("first")[0])
}

#[test]
fn an_option_that_the_position_settles_otherwise_is_refused() {
    let lab = Lab::new();
    let turns = turn_one(&lab);
    let othello = "---------------------------OX------XO--------------------------- X";
    for (game, position, option) in [
        ("quinte", turns.as_str(), "turns=500"),
        ("quinte", &turns, "score=5"),
        ("othello", othello, "start=mirrored"),
        ("othello", othello, "start=standard"),
        ("renju", "renju 15 h8i9j10", "rule=freestyle"),
        ("renju", "renju 15 h8i9j10", "size=9"),
        ("renju", "h8i9j10", "opening=book"),
    ] {
        let players = vec!["bot:random"; if game == "quinte" { 4 } else { 2 }];
        let rest = ["--position", position, "-o", option, "-n", "1"];
        let args = [&["match", game][..], &players, &rest].concat();
        let said = lab.run(&args).expect(2);
        let refused = format!("{option} would change nothing: the position itself settles it");
        assert!(said.err.contains(&refused), "{}", said.err);
        let said = lab.ja(&args).expect(2);
        assert!(
            said.err.contains(&format!("{option} を指定しても何も変わりません")),
            "{}",
            said.err
        );
        let args = ["perft", game, "1", "--position", position, "-o", option];
        lab.run(&args).expect(2);
    }
    // What the position leaves open may be said, and so may what it says itself.
    for (game, position, option) in [
        ("quinte", turns.as_str(), "turns=3"),
        ("renju", "h8i9j10", "rule=freestyle"),
        ("renju", "renju 15 h8i9j10", "rule=renju"),
    ] {
        lab.run(&["perft", game, "1", "--position", position, "-o", option]).expect(0);
    }
}

#[test]
fn the_options_of_a_record_are_those_of_its_position() {
    let lab = Lab::new();
    let turns = turn_one(&lab);
    for (number, (game, position, true_options)) in [
        ("quinte", turns.as_str(), serde_json::json!({ "turns": "3", "super": "850" })),
        ("renju", "class 9 e5", serde_json::json!({ "rule": "class", "size": "9" })),
        ("renju", "e5", serde_json::json!({ "rule": "renju", "size": "15" })),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = format!("records-{number}");
        let players = vec!["bot:random"; if game == "quinte" { 4 } else { 2 }];
        let rest = ["--position", position, "-n", "1", "--record", &folder];
        lab.run(&[&["match", game][..], &players, &rest].concat()).expect(0);
        assert_eq!(header(&lab, &folder)["options"], true_options, "{position}");
        let record = lab.files(&folder).remove(0);
        lab.run(&["replay", record.to_str().unwrap()]).expect(0);
    }
}

#[test]
fn openings_of_a_file_are_played_in_pairs_and_kept_to_a_core() {
    let lab = Lab::new();
    lab.file("book.txt", "f5d6\nf5f6\n");
    let players = ["match", "othello", "bot:greedy", "bot:random", "-n", "4", "--record", "games"];
    let rest = ["--openings", "book.txt", "--pin", "--json"];
    let said = lab.run(&[&players[..], &rest].concat()).expect(0).json();
    assert_eq!(said["games"], 4, "{said}");
    let mut begun: Vec<String> = lab.files("games").iter().map(|path| opening_of(path)).collect();
    begun.sort();
    assert_eq!(begun, ["f5 d6", "f5 d6", "f5 f6", "f5 f6"]);
    lab.file("bad", "f5 d6\nf5 f5\n");
    let said = lab.run(&["match", "othello", "bot:greedy", "bot:random", "--openings", "bad"]);
    let said = said.expect(4);
    assert!(said.err.contains("line 2") && said.err.contains("f5"), "{}", said.err);
}

fn opening_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a record");
    let header: serde_json::Value =
        serde_json::from_str(text.lines().next().unwrap_or_default()).expect("a header");
    let moves = header["opening"].as_array().expect("moves");
    moves.iter().map(|mv| mv.as_str().unwrap_or("?")).collect::<Vec<_>>().join(" ")
}
