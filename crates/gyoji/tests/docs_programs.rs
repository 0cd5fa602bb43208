//! The programs in the documentation, taken from the pages and played.

mod common;

use common::Lab;

/// The first Python program of a page.
fn python_of(page: &str) -> &str {
    let (_, rest) = page.split_once("```python\n").expect("the page has a program");
    rest.split_once("\n```").expect("the program ends").0
}

/// Plays four games against `bot:random`; the program must not fail once.
fn plays(program: &str, player: &str) {
    let lab = Lab::new();
    lab.file("my_ai.py", program);
    let said = lab.run(&["match", "othello", player, "bot:random", "-n", "4", "--json"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let result: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(result["games"], 4, "{said:?}");
    assert_eq!(result["players"][0]["faults"], 0, "{said:?}");
}

#[test]
fn the_first_ai_of_the_readme_plays() {
    let english = python_of(include_str!("../../../README.md"));
    assert_eq!(english, python_of(include_str!("../../../README.ja.md")));
    plays(english, "my_ai.py");
}

#[test]
fn the_program_of_the_plain_protocol_plays() {
    for page in [
        include_str!("../../../docs/protocols/plain.md"),
        include_str!("../../../docs/protocols/plain.ja.md"),
    ] {
        plays(python_of(page), "plain:my_ai.py");
    }
}

/// The commands that a page shows after `$`, each with what it prints.
fn shown(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ gyoji "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), String::new())),
            (None, Some((_, printed))) => printed.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    commands
}

/// What does not depend on how fast and how cleverly a position was searched.
fn without_counts(printed: &str) -> Vec<&str> {
    let is_count = |line: &&str| {
        line.starts_with("threats ") || line.contains(" positions, ") || line.contains(" 局面、")
    };
    printed.lines().filter(|line| !is_count(line)).collect()
}

#[test]
fn the_page_about_renju_shows_what_the_commands_print() {
    for (lang, page) in [
        ("en", include_str!("../../../docs/games/renju.md")),
        ("ja", include_str!("../../../docs/games/renju.ja.md")),
    ] {
        let lab = Lab::new();
        let commands = shown(page);
        assert!(commands.len() >= 10, "{commands:?}");
        for (command, printed) in commands {
            let args: Vec<&str> = command.split_whitespace().chain(["--lang", lang]).collect();
            let said = lab.run(&args).expect(0);
            let all = said.out + &said.err;
            assert_eq!(without_counts(&all), without_counts(&printed), "{command}");
        }
    }
}
