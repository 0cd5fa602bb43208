//! `gyoji renju next` and `gyoji renju convert`: game files, right and wrong.

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use common::{Lab, gyoji};

/// The text of a file of a lab.
fn text(lab: &Lab, name: &str) -> String {
    fs::read_to_string(lab.path(name)).expect("a file")
}

#[test]
fn a_game_is_played_move_by_move_until_somebody_wins() {
    let lab = Lab::new();
    let first = lab.run(&["renju", "next", "game.csv"]).expect(0);
    assert_eq!(first.out, "player 1 plays y 8, x 8 (h8)\n");
    assert_eq!(text(&lab, "game.csv"), "1,1;8;8");
    for number in 2.. {
        let said = lab.run(&["renju", "next", "game.csv", "--depth", "1"]).expect(0);
        let player = 2 - number % 2;
        assert!(said.out.starts_with(&format!("player {player} plays ")), "{}", said.out);
        assert!(text(&lab, "game.csv").starts_with(&format!("{number},1;8;8,2;")));
        if said.out.contains("wins") || said.out.contains("draw") {
            break;
        }
        assert!(number < 225, "it never ends");
    }
    // A game that is over stays as it is.
    let before = text(&lab, "game.csv");
    let again = lab.run(&["renju", "next", "game.csv"]).expect(0);
    assert!(again.out.contains("wins") && !again.out.contains("plays"), "{}", again.out);
    assert_eq!(text(&lab, "game.csv"), before);
}

#[test]
fn the_page_shows_what_is_printed() {
    let pages = [
        ("en", include_str!("../../../docs/protocols/renju-csv.md")),
        ("ja", include_str!("../../../docs/protocols/renju-csv.ja.md")),
    ];
    for (lang, page) in pages {
        let lab = Lab::new();
        let next = ["renju", "next", "game.csv", "--lang", lang];
        let said = [(); 2].map(|()| lab.run(&next).expect(0).out);
        let shown = said.map(|out| format!("$ gyoji renju next game.csv\n{out}")).concat();
        assert!(page.contains(&shown), "{shown}");
        assert!(page.contains(&format!("$ cat game.csv\n{}\n", text(&lab, "game.csv"))));
        lab.file("bad.csv", "2,1;8;8,2;0;7");
        let bad = lab.run(&["renju", "next", "bad.csv", "--lang", lang]).expect(4).err;
        assert!(page.contains(&bad), "{bad}");
        let sgf = lab.run(&["renju", "convert", "game.csv", "--to", "sgf"]).expect(0).out;
        assert!(page.contains(&sgf), "{sgf}");
    }
}

#[test]
fn no_file_an_empty_file_and_zero_are_the_same() {
    for given in [None, Some(""), Some("0,"), Some("0"), Some("\n")] {
        let lab = Lab::new();
        if let Some(given) = given {
            lab.file("game.csv", given);
        }
        lab.run(&["renju", "next", "game.csv"]).expect(0);
        let line_end = given.filter(|given| given.ends_with('\n')).unwrap_or_default();
        assert_eq!(text(&lab, "game.csv"), format!("1,1;8;8{line_end}"), "{given:?}");
    }
}

#[test]
fn the_file_is_replaced_whole_and_keeps_its_permissions() {
    let lab = Lab::new();
    let path = lab.file("real/game.csv", "1,1;8;8\r\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real/game.csv", lab.path("link.csv")).unwrap();
    lab.run(&["renju", "next", "link.csv"]).expect(0);
    assert!(text(&lab, "real/game.csv").starts_with("2,1;8;8,2;"));
    assert!(text(&lab, "real/game.csv").ends_with("\r\n"), "the line end stays");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert!(lab.path("link.csv").is_symlink());
    assert_eq!(lab.files("real").len(), 1, "nothing else is left there");
}

#[test]
fn every_malformed_file_is_explained_and_left_alone() {
    let lab = Lab::new();
    for (given, en, ja) in [
        ("2,1;8;8,2;0;7", "field 3: y is 0", "3 番目の項目: y が 0"),
        ("2,1;8;8,2;0;7", "this looks 0-based", "0 始まり"),
        ("2,1;8;8,2;7;16", "the board goes from 1 to 15", "盤は 1 から 15 まで"),
        ("1,1;8;99999999999999", "the board goes from 1 to 15", "盤は 1 から 15 まで"),
        ("3,1;8;8,2;7;7", "field 1: it says 3 moves, but 2 follow", "実際の手は 2 手"),
        ("1,1;8", "field 2: \"1;8\" is not a move", "手ではありません"),
        ("hello", "field 1: \"hello\" is not a number of moves", "総手数として読めません"),
        ("1;8;8", "field 1: the number of moves has to stand first", "先頭には総手数"),
        ("1,1;8;8\n1,1;8;8", "more than one", "2行以上"),
        ("\u{feff}1,1;8;8", "byte order mark", "BOM"),
        ("3,1;8;8,2;7;7,3;1;1", "a third player", "3人目"),
    ] {
        let path = lab.file("game.csv", given);
        let said = lab.run(&["renju", "next", "game.csv"]).expect(4);
        assert!(said.err.starts_with("gyoji: game.csv: ") && said.err.contains(en), "{}", said.err);
        assert!(said.out.is_empty());
        let said = lab.ja(&["renju", "next", "game.csv"]).expect(4);
        assert!(said.err.contains(ja), "{}", said.err);
        assert_eq!(fs::read_to_string(&path).unwrap(), given);
    }
    lab.file("sjis.csv", b"1,1;8;8,\x8e\x76");
    assert!(lab.run(&["renju", "next", "sjis.csv"]).expect(4).err.contains("UTF-8"));
    lab.file("large.csv", vec![b'1'; 2 << 20]);
    assert!(lab.run(&["renju", "next", "large.csv"]).expect(4).err.contains("too large"));
    fs::create_dir(lab.path("folder.csv")).unwrap();
    assert!(lab.run(&["renju", "next", "folder.csv"]).expect(4).err.contains("not a file"));
    // A pipe that nobody writes into, and a folder that is not there.
    let pipe = lab.path("pipe.csv");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(lab.run(&["renju", "next", "pipe.csv"]).expect(4).err.contains("not a file"));
    let said = lab.run(&["renju", "next", "nowhere/game.csv"]).expect(1);
    assert_eq!(said.err, "gyoji: nowhere/game.csv: there is no folder nowhere\n");
    let zero = lab.file("zero.csv", "1,1;0;14");
    lab.run(&["renju", "next", "zero.csv", "--one-based", "false"]).expect(0);
    assert!(fs::read_to_string(zero).unwrap().starts_with("2,1;0;14,2;"));
}

#[test]
fn results_are_told_and_nothing_is_written() {
    let lab = Lab::new();
    let five = "9,1;8;4,2;1;1,1;8;5,2;1;3,1;8;6,2;1;5,1;8;7,2;1;7,1;8;8";
    let foul = "9,1;8;7,2;1;1,1;8;6,2;1;3,1;7;8,2;1;5,1;6;8,2;1;7,1;8;8";
    for (given, en, ja, why) in [
        (five, "player 1 has five in a row and wins: move 9, 1;8;8", "対局者 1 が五を作り", "five"),
        (foul, "player 1 loses (move 9, 1;8;8: foul: double-three)", "禁じ手: 三三", "foul"),
        (
            "2,1;8;8,2;8;8",
            "player 2 loses (move 2, 2;8;8: there is a stone",
            "すでに石",
            "occupied",
        ),
        ("2,1;8;8,1;7;7", "player 1 loses (field 3: player 1 moves twice", "続けて打って", "twice"),
    ] {
        lab.file("game.csv", given);
        let said = lab.run(&["renju", "next", "game.csv"]).expect(0);
        assert!(said.out.starts_with(en), "{}", said.out);
        let said = lab.ja(&["renju", "next", "game.csv"]).expect(0);
        assert!(said.out.contains(ja), "{}", said.out);
        let json = lab.run(&["renju", "next", "game.csv", "--json"]).expect(0).json();
        assert_eq!((&json["result"]["why"], &json["move"]), (&why.into(), &().into()), "{json}");
        assert_eq!(text(&lab, "game.csv"), given);
    }
    let json = lab.run(&["renju", "next", "game.csv", "--json"]).expect(0).json();
    assert_eq!((&json["result"]["winner"], &json["result"]["loser"]), (&2.into(), &1.into()));
}

#[test]
fn lenient_reading_warns_and_goes_on() {
    let lab = Lab::new();
    lab.file("game.csv", "7,1;8;8,2;7;7,2;6;6");
    let args = ["renju", "next", "game.csv", "--strict", "false"];
    let said = lab.run(&args).expect(0);
    assert!(said.err.contains("warning: game.csv: field 1: it says 7 moves"), "{}", said.err);
    assert!(said.err.contains("field 4: player 2 moves twice"), "{}", said.err);
    assert!(said.out.starts_with("player 2 plays "), "the move before last is 2's: {}", said.out);
    assert!(text(&lab, "game.csv").starts_with("4,1;8;8,2;7;7,2;6;6,2;"));
}

#[test]
fn bots_and_their_options_are_checked_before_the_file() {
    let lab = Lab::new();
    lab.file("game.csv", "broken");
    let said = lab.run(&["renju", "next", "game.csv", "--bot", "clas"]).expect(2);
    assert!(said.err.contains("did you mean class?"), "{}", said.err);
    let said = lab.run(&["renju", "next", "game.csv", "--bot", "random", "--depth", "3"]).expect(2);
    assert!(said.err.contains("--depth is for the bot class"), "{}", said.err);
    lab.run(&["renju", "next", "game.csv", "--bot", "class?depth=99"]).expect(2);
    lab.run(&["renju", "next", "new.csv", "--bot", "random", "--seed", "3"]).expect(0);
    let json =
        lab.run(&["renju", "next", "new.csv", "--bot", "class?best=3", "--depth", "2", "--json"]);
    assert_eq!(json.expect(0).json()["move"]["player"], 2);
}

#[test]
fn it_is_a_program_at_our_table_on_both_sides() {
    let lab = Lab::new();
    let next = format!("csv?limit=30s&one-based=true&name=next:{} renju next --depth 1", gyoji());
    let named = format!(
        "csv?limit=30s&name=named&file=my.csv&one-based=false:{} renju next --one-based false \
         --bot random --seed 5 my.csv",
        gyoji()
    );
    let args = ["match", "renju", &next, &named, "-n", "2", "--json", "--record", "records"];
    let json = lab.run(&args).expect(0).json();
    for player in [0, 1] {
        assert_eq!(json["players"][player]["faults"], 0, "{json}");
    }
    assert_eq!(json["players"][0]["wins"], 2, "{json}");
    for record in lab.files("records") {
        let record = record.to_str().unwrap();
        let talk = lab.run(&["replay", record, "--talk", "black"]).expect(0);
        assert!(talk.out.contains("< 1,1;"), "{}", talk.out);
        let again = lab.run(&["replay", record, "--with", &next, "--from", "1"]).expect(0);
        assert!(again.out.contains("h8"), "{}", again.out);
    }
}

#[test]
fn a_game_goes_through_every_format() {
    let lab = Lab::new();
    lab.file("game.csv", "4,1;8;8,2;7;9,1;9;7,2;7;8");
    let steps = [("game.csv", "a.psq"), ("a.psq", "b.sgf"), ("b.sgf", "c.txt"), ("c.txt", "d.csv")];
    for (from, to) in steps {
        let said = lab.run(&["renju", "convert", from, to]).expect(0);
        assert_eq!(said.err, format!("{to}: 4 moves\n"));
    }
    assert_eq!(text(&lab, "d.csv").trim_end(), text(&lab, "game.csv"));
    assert_eq!(text(&lab, "c.txt"), "h8i9g7h9\n");
    let out = lab.run(&["renju", "convert", "b.sgf", "--to", "points"]).expect(0).out;
    assert_eq!(out, "h8i9g7h9\n");
    let args = ["renju", "convert", "-", "--from", "points", "--to", "csv", "--size", "9"];
    assert_eq!(lab.run_with(&args, "e5 a1").expect(0).out, "2,1;5;5,2;9;1\n");
    // A row of points is also a position to start from.
    let args = ["match", "renju", "bot:random", "bot:random", "-n", "1", "--position", "h8i9g7h9"];
    lab.run(&args).expect(0);
}

#[test]
fn our_records_become_files_of_others() {
    let lab = Lab::new();
    let args = ["match", "renju", "bot:class?depth=1&name=A", "bot:random?name=B", "-n", "1"];
    lab.run(&[&args[..], &["--record", "games", "--seed", "4"]].concat()).expect(0);
    let record = lab.files("games").remove(0);
    let record = record.to_str().unwrap();
    lab.run(&["renju", "convert", record, "game.sgf"]).expect(0);
    let sgf = text(&lab, "game.sgf");
    assert!(sgf.contains("PB[A]PW[B]RE[B+]") && sgf.contains("RU[renju]"), "{sgf}");
    assert!(sgf.contains(";B[hh];W["), "{sgf}");
    lab.run(&["renju", "convert", record, "game.psq"]).expect(0);
    assert!(text(&lab, "game.psq").ends_with("\nA\nB\n-1\n"));
}

#[test]
fn what_cannot_be_converted_is_explained() {
    let lab = Lab::new();
    lab.file("bad.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n");
    let said = lab.run(&["renju", "convert", "bad.psq", "out.csv"]).expect(4);
    assert!(said.err.contains("line 3: there is a stone on h8 already"), "{}", said.err);
    assert!(!lab.path("out.csv").exists());
    assert!(lab.ja(&["renju", "convert", "bad.psq", "out.csv"]).expect(4).err.contains("3 行目"));
    assert!(lab.run(&["renju", "convert", "bad.psq"]).expect(2).err.contains("--to"));
    assert!(lab.run(&["renju", "convert", "bad.xyz", "o.csv"]).expect(2).err.contains("--from"));
    lab.run(&["renju", "convert", "none.psq", "out.csv"]).expect(4);
    let othello = lab.record();
    let said = lab.run(&["renju", "convert", othello.to_str().unwrap(), "o.csv"]).expect(4);
    assert!(said.err.contains("othello"), "{}", said.err);
}
