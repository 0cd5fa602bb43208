//! Programs that misbehave in every way take part in a round robin: it ends by itself, their
//! faults are counted and explained, and nobody else is the worse for it.

mod common;
mod league_common;

use common::{Lab, finish_within, is_installed, until};
use league_common::{PATIENCE, event, league, processes_with, root};
use serde_json::Value;

/// Those who behave. What they play depends on nothing but the position.
const TAME: &[(&str, &str)] = &[
    ("weights", "bot:weights"),
    ("depth 1", "bot:alphabeta?depth=1&solve=2&variety=0"),
    ("depth 2", "bot:alphabeta?depth=2&solve=2&variety=0"),
];

/// The animals with the dialect they speak and whether they lose: the table of the referee's own
/// test, which knows them one by one.
fn animals() -> Vec<(String, String, bool)> {
    let table = include_str!("../../referee/tests/common/animals.rs");
    let rows = table.lines().filter_map(|line| line.trim().strip_prefix("animal(\""));
    let animals: Vec<_> = rows
        .map(|row| {
            let words: Vec<&str> = row.split('"').collect();
            (words[0].to_owned(), words[2].to_owned(), row.contains("Loses("))
        })
        .collect();
    assert!(animals.len() > 30, "{animals:?}");
    animals
}

/// Holds a round robin and returns what came of it, and what was said.
fn hold(lab: &Lab, players: &[(&str, &str)], games: u32) -> (Value, String) {
    // The animals share a folder and a file: locked in, each would see itself alone.
    let top = format!(
        "name = \"Zoo\"
game = \"othello\"
games = {games}
time = \"300ms\"
sandbox = 0"
    );
    lab.file("zoo.toml", event(&top, players));
    let mut command = league(lab, &["run", "zoo.toml", "--json", "--again", "--no-check"]);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    let said = finish_within(command, "", 3 * PATIENCE).expect(0);
    (said.json(), said.err)
}

/// What those who behave have made of each other.
fn among_themselves(result: &Value) -> Vec<Value> {
    let duels = (0..TAME.len()).flat_map(|one| (0..TAME.len()).map(move |other| (one, other)));
    duels.map(|(one, other)| result["cross_table"][one][other].clone()).collect()
}

/// The tame ones, with and without these animals, in so many games of each two.
fn visit(animals: &[(String, String, bool)], each: u32) {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    let (alone, _) = hold(&lab, TAME, each);
    let folder = root("crates/referee/tests/zoo");
    let mark = lab.path("mark").display().to_string();
    let commands: Vec<(String, String)> = animals
        .iter()
        .map(|(file, dialect, _)| {
            let interpreter = if file.ends_with(".sh") { "sh" } else { "python3" };
            let program = folder.join(file);
            (file.clone(), format!("{dialect}:{interpreter} {} {mark}", program.display()))
        })
        .collect();
    let guests = commands.iter().map(|(name, command)| (name.as_str(), command.as_str()));
    let players: Vec<(&str, &str)> = TAME.iter().copied().chain(guests).collect();
    let (result, said) = hold(&lab, &players, each);
    assert_eq!(among_themselves(&result), among_themselves(&alone), "the zoo has no say in it");
    let (count, void) = (players.len() as u64, &result["void"]);
    let games = result["games"].as_u64().expect("a number");
    // On a busy machine a game may be void, and played again, and void again.
    let all = count * (count - 1) / 2 * u64::from(each);
    assert!(games == all || *void != 0, "every game has its result: {games}");
    let faults = |name: &str| {
        let players = result["players"].as_array().expect("a list");
        let player = players.iter().find(|player| player["name"] == name).expect("it took part");
        player["lost_by_faults"].as_u64().expect("a number")
    };
    for (name, _) in TAME {
        assert_eq!(faults(name), 0, "{name}");
    }
    for (file, _, loses) in animals {
        assert_eq!(faults(file) > 0, *loses, "{file}: {}", faults(file));
        // Long names are cut short there.
        let name: String = file.chars().take(15).collect();
        let is_explained = |line: &str| line.contains(&name) && line.contains("FORFEIT");
        assert_eq!(said.lines().any(is_explained), *loses, "{file}: {said}");
    }
    let verified = finish_within(league(&lab, &["verify"]), "", PATIENCE).expect(0);
    assert!(verified.out.starts_with("ok"), "{}", verified.out);
    until(|| processes_with(&mark).is_empty());
}

/// Those of these names.
fn chosen(names: &[&str]) -> Vec<(String, String, bool)> {
    let mut animals = animals();
    animals.retain(|(file, ..)| names.contains(&file.as_str()));
    assert_eq!(animals.len(), names.len(), "{animals:?}");
    animals
}

#[test]
fn a_flood_a_crash_rubbish_and_silence_disturb_nobody() {
    visit(
        &chosen(&[
            "flood_of_lines.py",
            "exits_3.py",
            "debug_text.sh",
            "answer_without_newline.py",
            "crlf.py",
        ]),
        2,
    );
}

#[test]
#[ignore = "slow: every program of the zoo, and most of them wait until their time is up"]
fn the_whole_zoo_disturbs_nobody() {
    visit(&animals(), 1);
}
