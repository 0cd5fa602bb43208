//! The scripts, by themselves, in node: moments put together, boards drawn, texts read.

mod common;

use std::fs;
use std::process::Command;

use common::random_record;
use gyoji_page::{ASSETS, GameDocument, Show, WORDS, words_module};
use serde_json::json;

/// All moments of a game of each kind, with the page's data of it, for the script to compare.
fn games() -> serde_json::Value {
    let games = gyoji_catalog::GAMES.iter().enumerate().map(|(seed, game)| {
        let record = random_record(game, seed as u64, 60, &["one", "two", "three", "four"]);
        let document = GameDocument::new(&record, Vec::new(), Show::All).unwrap();
        let moments: Vec<_> = (0..document.frames.count())
            .map(|index| document.frames.moment(index).unwrap())
            .collect();
        let stepper = gyoji_catalog::stepper(&record.header).unwrap();
        json!({ "document": document, "moments": moments, "choice": stepper.choice(&[]) })
    });
    games.collect()
}

#[test]
fn scripts_do_what_they_say() {
    let folder = tempfile::tempdir().unwrap();
    for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
        fs::write(folder.path().join(asset.name), asset.text).unwrap();
    }
    fs::write(folder.path().join(WORDS), words_module()).unwrap();
    fs::write(folder.path().join("package.json"), "{\"type\": \"module\"}").unwrap();
    fs::write(folder.path().join("games.json"), games().to_string()).unwrap();
    fs::write(folder.path().join("test.js"), include_str!("scripts.js")).unwrap();
    let node = Command::new("node").arg("test.js").current_dir(folder.path()).output();
    let output = node.expect("node; tools/setup test installs it");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.trim().ends_with("ok"), "{said}");
}
