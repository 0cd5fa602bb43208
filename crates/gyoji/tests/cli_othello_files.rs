//! `gyoji othello convert`: files of games and positions, right and wrong.

mod common;

use std::fs;

use common::Lab;

/// The text of a file of a lab.
fn text(lab: &Lab, name: &str) -> String {
    fs::read_to_string(lab.path(name)).expect("a file")
}

/// A GGF file with two games.
const GGF: &str = "(;GM[Othello]PC[club]DT[2014-02-21]PB[Sato]PW[Édouard]RE[-64.000:t]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]\
    B[F5//1.20]W[D6/-0.50/0.80]B[C3];)\n\
    (;GM[Othello]PC[club]DT[2014-02-21]PB[Tanaka]PW[Sato]RE[?]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[C4]W[E3];)\n";

#[test]
fn every_format_becomes_every_other() {
    let lab = Lab::new();
    lab.file("game.txt", "F5D6 c3 d3c4\n");
    let steps = [
        ("game.txt", "a.ggf", "5 moves"),
        ("a.ggf", "b.wtb", "5 moves"),
        ("b.wtb", "c.jsonl", "5 moves"),
        ("c.jsonl", "d.txt", "5 moves"),
        ("d.txt", "e.obf", "1 positions"),
    ];
    for (from, to, said) in steps {
        let done = lab.run(&["othello", "convert", from, to]).expect(0);
        assert_eq!((done.err, done.out), (format!("{to}: {said}\n"), String::new()));
    }
    assert_eq!(text(&lab, "d.txt"), "f5d6c3d3c4\n");
    assert!(text(&lab, "e.obf").ends_with(" O;\n"), "{}", text(&lab, "e.obf"));
    let done = lab.ja(&["othello", "convert", "game.txt", "ja.ggf"]).expect(0);
    assert_eq!(done.err, "ja.ggf: 5 手\n");
    // Positions can be solved and played from.
    let position = text(&lab, "e.obf").trim().trim_end_matches(';').to_owned();
    let args = ["match", "othello", "bot:random", "bot:random", "-n", "1", "--position", &position];
    lab.run(&args).expect(0);
}

#[test]
fn stdin_and_stdout_have_no_endings() {
    let lab = Lab::new();
    let args = ["othello", "convert", "-", "--from", "ggf", "--to", "transcript"];
    assert_eq!(lab.run_with(&args, GGF).expect(0).out, "f5d6c3\nc4e3\n");
    let args =
        ["othello", "convert", "-", "-", "--from", "ggf", "--to", "transcript", "--game", "2"];
    assert_eq!(lab.run_with(&args, GGF).expect(0).out, "c4e3\n");
    let args = ["othello", "convert", "-", "--from", "transcript", "--to", "record"];
    let record = lab.run_with(&args, "f5d6").expect(0).out;
    let args = ["othello", "convert", "-", "--from", "record", "--to", "transcript"];
    assert_eq!(lab.run_with(&args, &record).expect(0).out, "f5d6\n");
}

#[test]
fn wthor_has_its_names_beside_it() {
    let lab = Lab::new();
    lab.file("in.ggf", GGF);
    lab.run(&["othello", "convert", "in.ggf", "out.wtb"]).expect(0);
    let bytes = fs::read(lab.path("out.wtb")).unwrap();
    assert_eq!((bytes.len(), &bytes[10..12]), (16 + 2 * 68, &2014u16.to_le_bytes()[..]));
    let back = lab.run(&["othello", "convert", "out.wtb", "--to", "ggf"]).expect(0).out;
    assert!(back.contains("PC[club]DT[2014]PB[Sato]PW[Édouard]RE[-64.000]"), "{back}");
    assert!(back.contains("PB[Tanaka]PW[Sato]"), "{back}");
    // The names of the federation's own list count where a file has none of its own.
    fs::rename(lab.path("out.jou"), lab.path("WTHOR.JOU")).unwrap();
    let back = lab.run(&["othello", "convert", "out.wtb", "--to", "ggf"]).expect(0).out;
    assert!(back.contains("PB[Tanaka]PW[Sato]"), "{back}");
    fs::remove_file(lab.path("WTHOR.JOU")).unwrap();
    let back = lab.run(&["othello", "convert", "out.wtb", "--to", "ggf"]).expect(0).out;
    assert!(back.contains("PB[#1]PW[#2]"), "{back}");
    lab.file("out.jou", "no such list");
    let said = lab.run(&["othello", "convert", "out.wtb", "--to", "ggf"]).expect(4).err;
    assert!(said.contains("out.jou") && said.contains("12 bytes are too few"), "{said}");
}

#[test]
fn our_records_become_files_of_others_and_back() {
    let lab = Lab::new();
    let record = lab.record();
    let record = record.to_str().unwrap();
    lab.run(&["othello", "convert", record, "game.ggf"]).expect(0);
    assert!(text(&lab, "game.ggf").starts_with("(;GM[Othello]PC[gyoji]PB["));
    lab.run(&["othello", "convert", "game.ggf", "again.jsonl"]).expect(0);
    let shown = |name: &str| lab.run(&["replay", name, "--json"]).expect(0).json();
    let (before, after) = (shown(record), shown("again.jsonl"));
    let boards = |json: &serde_json::Value| {
        json["pages"]
            .as_array()
            .map(|pages| pages.iter().map(|it| it["view"].clone()).collect::<Vec<_>>())
    };
    assert!(boards(&before).is_some_and(|all| all.len() > 1), "{before}");
    assert_eq!(boards(&before), boards(&after));
    lab.run(&["replay", "again.jsonl"]).expect(0);
    // A loss by time, and a game that breaks off.
    lab.file("in.ggf", GGF);
    for game in ["1", "2"] {
        lab.run(&["othello", "convert", "in.ggf", "one.jsonl", "--game", game, "--force"])
            .expect(0);
        let shown = lab.run(&["replay", "one.jsonl"]).expect(0).out;
        assert!(shown.contains("Sato"), "{shown}");
    }
}

#[test]
fn no_file_is_lost() {
    let lab = Lab::new();
    lab.file("in.ggf", GGF);
    lab.file("game.csv", "1,1;8;8");
    let lists = [
        ["othello", "convert", "in.ggf", "out.txt"],
        ["othello", "convert", "in.ggf", "out.wtb"],
        ["renju", "convert", "game.csv", "out.sgf"],
    ];
    for args in lists {
        lab.run(&args).expect(0);
        let before = fs::read(lab.path(args[3])).unwrap();
        let said = lab.run(&args).expect(1).err;
        assert!(said.contains("--force"), "{said}");
        assert!(lab.ja(&args).expect(1).err.contains("すでにファイルがあります"));
        assert_eq!(fs::read(lab.path(args[3])).unwrap(), before);
        lab.run(&[&args[..], &["--force"]].concat()).expect(0);
    }
    // The names belong to the games: no half of them is replaced.
    fs::remove_file(lab.path("out.wtb")).unwrap();
    assert!(lab.run(&lists[1]).expect(1).err.contains("out.jou"));
    assert!(!lab.path("out.wtb").exists());
    // Nor do old names stay with new games that have none.
    lab.file("plain.txt", "f5");
    lab.run(&["othello", "convert", "plain.txt", "out.wtb", "--force"]).expect(0);
    assert!(!lab.path("out.jou").exists());
}

#[test]
fn what_cannot_be_converted_is_explained() {
    let lab = Lab::new();
    lab.file("bad.txt", "f5d6\nf5d6a1\n");
    let said = lab.run(&["othello", "convert", "bad.txt", "out.ggf"]).expect(4).err;
    let expected = "gyoji: bad.txt: \"a1\": line 2, column 5 (game 2): move 3: black cannot play a1 \
                    (it turns over no disc of the opponent); check the moves before it, too\n";
    assert_eq!(said, expected);
    assert!(!lab.path("out.ggf").exists());
    let said = lab.ja(&["othello", "convert", "bad.txt", "out.ggf"]).expect(4).err;
    assert!(said.contains("2 行 5 文字目（2 局目）: 3 手目: 黒は a1 に打てません"), "{said}");
    let usage = |args: &[&str], word: &str| {
        let said = lab.run(&[&["othello", "convert"], args].concat()).expect(2).err;
        assert!(said.contains(word), "{said}");
    };
    usage(
        &["bad.txt"],
        "stdout: its ending does not tell the format; use --to with one of transcript",
    );
    usage(&["bad.xyz", "o.ggf"], "use --from with one of transcript, ggf, obf, wthor, record");
    usage(&["bad.txt", "--to", "gff"], "ggf");
    lab.file("in.ggf", GGF);
    usage(&["in.ggf", "o.jsonl"], "2 games, but a record has one; choose it with --game N");
    let bad = |args: &[&str], word: &str| {
        let said = lab.run(&[&["othello", "convert"], args].concat()).expect(4).err;
        assert!(said.contains(word), "{said}");
    };
    bad(&["in.ggf", "o.txt", "--game", "3"], "there is no game 3; it has 2");
    bad(&["none.ggf", "o.txt"], "no such file");
    lab.file(
        "mirrored.txt",
        "---------------------------XO------OX--------------------------- X f4",
    );
    bad(&["mirrored.txt", "o.wtb"], "game 1: WTHOR has only games from the usual start");
    lab.file("other.ggf", "(;GM[Othello]BO[10 ---- *];)");
    bad(&["other.ggf", "o.txt"], "only games on 8x8 can be read");
    lab.file("cut.wtb", [0; 20]);
    bad(&["cut.wtb", "o.txt"], "no game in it");
    lab.file("noise.wtb", [200; 90]);
    bad(&["noise.wtb", "o.txt"], "a board of 200x200");
    fs::create_dir(lab.path("folder.ggf")).unwrap();
    bad(&["folder.ggf", "o.txt"], "not a file");
    let args = ["match", "renju", "bot:random", "bot:random", "-n", "1", "--record", "games"];
    lab.run(&args).expect(0);
    let renju = lab.files("games").remove(0);
    bad(&[renju.to_str().unwrap(), "o.txt"], "renju");
}

#[test]
fn the_page_shows_what_is_printed() {
    let pages = [
        ("en", include_str!("../../../docs/games/othello.md")),
        ("ja", include_str!("../../../docs/games/othello.ja.md")),
    ];
    for (lang, page) in pages {
        let lab = Lab::new();
        lab.file("games.txt", "f5d6c3d3c4\nf5f6e6f4\n");
        lab.file("bad.txt", "f5d6\nf5d6a1\n");
        for (command, code) in [
            ("gyoji othello convert games.txt games.ggf", 0),
            ("gyoji othello convert games.ggf --game 2 --to transcript", 0),
            ("gyoji othello convert games.txt --to obf", 0),
            ("gyoji othello convert games.ggf first.jsonl --game 1", 0),
            ("gyoji othello convert bad.txt bad.ggf", 4),
        ] {
            let args: Vec<&str> = command.split(' ').skip(1).chain(["--lang", lang]).collect();
            let said = lab.run(&args).expect(code);
            let shown = format!("$ {command}\n{}{}", said.out, said.err);
            assert!(page.contains(&shown), "{shown}");
        }
    }
}
