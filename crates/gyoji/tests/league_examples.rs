//! The files in `examples/`: each is in order, and each leads to a result.

mod common;
mod league_common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{Lab, Said, finish_within, is_installed};
use gyoji_league::event::{EventFile, Format};
use league_common::{PATIENCE, root};

/// All examples, by name. Those that measure the ranks take too long to be held here.
fn examples() -> Vec<PathBuf> {
    let mut files = files();
    files.retain(|file| !is_of_ranks(file));
    assert!(files.len() >= 9, "{files:?}");
    files
}

fn files() -> Vec<PathBuf> {
    let files = std::fs::read_dir(root("examples")).expect("the folder").flatten();
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files
}

fn is_of_ranks(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("ranks-"))
}

#[test]
fn there_is_one_that_measures_the_ranks_of_every_game() {
    let of_ranks: Vec<PathBuf> = files().into_iter().filter(|file| is_of_ranks(file)).collect();
    let games: BTreeSet<String> = of_ranks.iter().map(|path| parse(path).game).collect();
    assert_eq!(games, gyoji_catalog::GAMES.iter().map(|game| (*game).to_owned()).collect());
    for path in &of_ranks {
        let file = parse(path);
        // By its name the rating of a bot is found.
        assert!(file.players.iter().all(|player| player.name == player.command), "{path:?}");
        assert_eq!(path, &root(&format!("examples/ranks-{}.toml", file.game)));
    }
}

fn parse(path: &PathBuf) -> EventFile {
    let text = std::fs::read_to_string(path).expect("a file");
    EventFile::parse(&text).unwrap_or_else(|mistake| panic!("{}: {mistake:?}", path.display()))
}

/// The programs that an example needs on this machine.
fn needs(file: &EventFile) -> BTreeSet<&'static str> {
    // What is in the folders of teams is not in the file.
    if file.players.iter().any(|player| player.command.starts_with("contest/teams/")) {
        return ["python3", "javac", "cargo"].into();
    }
    let languages = [("python3 ", "python3"), ("node ", "node"), ("java", "javac")];
    let commands = || file.players.iter().map(|player| player.command.as_str());
    let needed = languages.iter().filter(|(word, _)| commands().any(|it| it.contains(word)));
    needed.map(|(_, program)| *program).collect()
}

/// Where an example is held: beside the folders of its teams, if it has any.
fn place(lab: &Lab, path: &Path) -> PathBuf {
    if path.file_name().is_none_or(|name| name != "contest.toml") {
        return path.to_owned();
    }
    let teams = lab.path("contest/teams");
    let made = Command::new("sh").arg(root("examples/contest/teams.sh")).arg(&teams).status();
    assert!(made.is_ok_and(|status| status.success()), "the teams hand in their programs");
    std::fs::copy(path, lab.path("contest.toml")).expect("a copy");
    lab.path("contest.toml")
}

/// Compilers and version managers find their tools by the real home.
fn league(lab: &Lab, args: &[&str]) -> Said {
    let mut command: Command = league_common::league(lab, args);
    command.envs(std::env::vars_os().filter(|(name, _)| name == "HOME" || name == "RUSTUP_HOME"));
    command.env("XDG_CACHE_HOME", lab.path("cache")).env("GYOJI_DATA", lab.path("store"));
    finish_within(command, "", PATIENCE)
}

#[test]
fn there_is_one_for_every_format_in_both_languages() {
    let mut formats = BTreeSet::new();
    for path in examples() {
        let file = parse(&path);
        formats.extend(file.stages.iter().map(|stage| stage.format.name()));
        if let Some(format) = file.format() {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            assert_eq!(name, format.name(), "a file is called as its format is");
        }
        let is_japanese = |c: char| ('\u{3041}'..='\u{30ff}').contains(&c);
        assert!(file.text.chars().any(is_japanese), "{}", path.display());
    }
    assert_eq!(formats, Format::ALL.iter().map(|format| format.name()).collect());
}

#[test]
fn everybody_in_them_starts_and_answers() {
    let lab = Lab::new();
    for path in examples() {
        let file = parse(&path);
        if !needs(&file).into_iter().all(is_installed) {
            continue;
        }
        let path = place(&lab, &path);
        let said = league(&lab, &["run", &path.to_string_lossy(), "--check"]).expect(0);
        let fine = format!("all {} start and answer", file.players.len());
        assert!(said.err.contains(&fine), "{}", said.err);
    }
    assert!(!lab.path("store").exists(), "nothing is begun by a check");
}

/// Holds an event to its end, unless what it needs is not here.
fn hold(name: &str) {
    let path = root("examples").join(name);
    let file = parse(&path);
    if !needs(&file).into_iter().all(is_installed) {
        return;
    }
    let lab = Lab::new();
    let path = place(&lab, &path);
    let said = league(&lab, &["run", &path.to_string_lossy(), "--no-check"]).expect(0);
    assert!(said.out.lines().last().is_some_and(|line| line.contains("won")), "{}", said.out);
    let json = league(&lab, &["status", "--json"]).expect(0).json();
    assert_eq!(json["state"], "over");
    for player in json["players"].as_array().expect("a list") {
        assert_eq!(player["lost_by_faults"], 0, "{name}: {player}");
    }
    let verified = league(&lab, &["verify"]).expect(0);
    assert!(verified.out.starts_with("ok"), "{}", verified.out);
}

#[test]
fn the_quick_ones_are_held_to_the_end() {
    for path in examples() {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        if !["contest.toml", "cup.toml"].contains(&name) {
            hold(name);
        }
    }
}

#[test]
#[ignore = "slow: starts Java for every game"]
fn the_cup_is_held_to_the_end() {
    hold("cup.toml");
}

#[test]
#[ignore = "slow: about fifty games between programs, compiled first"]
fn the_contest_is_held_from_the_qualifying_to_the_final() {
    hold("contest.toml");
    let file = parse(&root("examples/contest.toml"));
    assert_eq!(file.players.len(), 20);
    assert_eq!(needs(&file), ["cargo", "javac", "python3"].into());
}
