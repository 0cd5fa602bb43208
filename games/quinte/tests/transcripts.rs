//! The conversations in the documentation, run against the dialects they document.

use gyoji_quinte::kit;
use gyoji_testkit::{check_transcripts, transcripts};

const QUINTE: &str = include_str!("../../../docs/protocols/quinte.md");
const QUINTE_JA: &str = include_str!("../../../docs/protocols/quinte.ja.md");

#[test]
fn the_protocol_is_as_documented() {
    let count = check_transcripts(QUINTE, &kit());
    assert!(count >= 6, "only {count} conversations were run");
    assert_eq!(check_transcripts(QUINTE_JA, &kit()), count, "the other language");
}

/// What differs between the two languages is the words, not the lines.
#[test]
fn both_languages_show_the_same_lines() {
    let lines = |page: &str| -> Vec<String> {
        let found = transcripts(page).into_iter().flat_map(|(mark, lines)| {
            let said = lines.into_iter().filter(|line| !line.starts_with('#'));
            std::iter::once(mark).chain(said).map(str::to_owned).collect::<Vec<_>>()
        });
        found.collect()
    };
    assert_eq!(lines(QUINTE), lines(QUINTE_JA));
}
