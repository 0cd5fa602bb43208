//! The page about the class's file: its conversations, in both languages.

use gyoji_renju::kit;
use gyoji_testkit::{check_transcripts, transcripts};

const PAGE: &str = include_str!("../../../docs/protocols/renju-csv.md");
const PAGE_JA: &str = include_str!("../../../docs/protocols/renju-csv.ja.md");

#[test]
fn the_file_passes_as_documented() {
    let count = check_transcripts(PAGE, &kit());
    assert!(count >= 10, "only {count} conversations were run");
    assert_eq!(check_transcripts(PAGE_JA, &kit()), count);
}

#[test]
fn both_languages_show_the_same_lines() {
    let lines = |page: &'static str| -> Vec<&str> {
        let shown = transcripts(page).into_iter().flat_map(|(_, lines)| lines);
        shown.filter(|line| line.starts_with(['>', '<', '*'])).collect()
    };
    assert_eq!(lines(PAGE), lines(PAGE_JA));
}
