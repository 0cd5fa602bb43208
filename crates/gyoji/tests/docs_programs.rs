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
