//! `gyoji solve`: the verdict, the line, the limits.

mod common;

use common::Lab;
use gyoji_core::Game;

/// FFO #20: six empty squares, +6 for the side to move.
const FFO_20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";

#[test]
fn an_endgame_is_solved_with_its_line() {
    let lab = Lab::new();
    let said = lab.run(&["solve", "othello", FFO_20]).expect(0);
    assert!(said.out.starts_with("black wins / +6 points\nline: "), "{}", said.out);
    assert!(said.err.contains(" positions, "), "{}", said.err);
    let said = lab.ja(&["solve", "othello", FFO_20]).expect(0);
    assert!(said.out.starts_with("黒の勝ちです / +6 点\n手順: "), "{}", said.out);
}

#[test]
fn the_line_leads_to_the_result() {
    let lab = Lab::new();
    let json = lab.run(&["solve", "othello", FFO_20, "--json"]).expect(0).json();
    assert_eq!((json["verdict"].as_str(), json["points"].as_i64()), (Some("win"), Some(6)));
    let mut position: gyoji_othello::Othello = FFO_20.parse().expect("a position");
    for mv in json["line"].as_array().expect("a line") {
        let mv = mv.as_str().and_then(|mv| mv.parse().ok()).expect("a move");
        assert!(position.is_legal(mv), "{mv}");
        position.play(mv);
    }
    let outcome = position.outcome().expect("the line goes to the end");
    let [black, white] = outcome.points() else { panic!("two seats") };
    let empty = 64 - black - white;
    assert_eq!(black - white + empty, 6, "the winner gets what stays empty");
}

#[test]
fn limits_end_it_without_a_verdict() {
    let lab = Lab::new();
    for limit in [["--nodes", "1000"], ["--time", "10ms"]] {
        let said = lab.run(&["solve", "othello", limit[0], limit[1], "--json"]).expect(0);
        let json = said.json();
        assert_eq!(json["verdict"], "unknown");
        assert_eq!(json["gave_up"], limit[0].trim_start_matches('-'));
        assert!(json["line"].as_array().is_some_and(Vec::is_empty));
    }
}

#[test]
fn a_win_that_may_come_too_late_is_not_counted() {
    let lab = Lab::new();
    let race = "2--22-2-----1-2-1-1-1---1 -----g--b--g-------b--bb- 1 2 0 0 0";
    let late = format!("{race} ply 145 of 150");
    let said = lab.run(&["solve", "contrast", "-q", &late]).expect(0);
    assert!(said.out.contains("may come after the limit of moves"), "{}", said.out);
    let json = lab.run(&["solve", "contrast", "-q", "--json", &late]).expect(0).json();
    assert_eq!((&json["verdict"], &json["gave_up"]), (&"unknown".into(), &"late".into()));
    let early = format!("{race} ply 130 of 150");
    let json = lab.run(&["solve", "contrast", "-q", "--json", &early]).expect(0).json();
    assert_eq!(json["verdict"], "win");
}

#[test]
fn the_page_about_solving_contrast_shows_what_is_said() {
    let lab = Lab::new();
    for name in ["contrast-solving.md", "contrast-solving.ja.md"] {
        let path = format!("{}/../../docs/games/{name}", env!("CARGO_MANIFEST_DIR"));
        let page = std::fs::read_to_string(path).expect("the page");
        let mut lines = page.lines();
        let mut examples = 0;
        while let Some(line) = lines.next() {
            let Some(command) = line.strip_prefix("$ gyoji ") else { continue };
            let (args, position) = command.split_once(" \"").expect("a position in quotes");
            let position = position.trim_end_matches('"');
            let args: Vec<&str> = args.split(' ').chain([position]).collect();
            let said = lab.run(&args).expect(0);
            let shown: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let (cost, answer) = shown.split_last().expect("an answer");
            assert_eq!(said.out.lines().collect::<Vec<_>>(), answer, "{name}: {command}");
            // The positions, but not the time.
            let count = |text: &str| text.split(' ').next().map(str::to_owned);
            assert_eq!(count(&said.err), count(cost), "{name}: {command}");
            examples += 1;
        }
        assert_eq!(examples, 3, "{name}");
    }
}

#[test]
fn bad_input_is_explained() {
    let lab = Lab::new();
    let said = lab.run(&["solve", "othello", "nonsense"]).expect(2);
    assert!(said.err.contains("64 squares"), "{}", said.err);
    let said = lab.run(&["solve", "othello", "--vcf"]).expect(2);
    assert!(said.err.contains("the solver of"), "{}", said.err);
    let said = lab.run(&["solve", "othello", "--by", "exact=perhaps"]).expect(2);
    assert!(said.err.contains("true | false"), "{}", said.err);
}
