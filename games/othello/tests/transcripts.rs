//! The conversations in the documentation, run against the dialects they document.

use gyoji_othello::kit;
use gyoji_testkit::check_transcripts;

const JUDGE: &str = include_str!("../../../docs/protocols/judge.md");
const JUDGE_JA: &str = include_str!("../../../docs/protocols/judge.ja.md");
const GTP: &str = include_str!("../../../docs/protocols/gtp.md");
const GTP_JA: &str = include_str!("../../../docs/protocols/gtp.ja.md");
const NBOARD: &str = include_str!("../../../docs/protocols/nboard.md");
const NBOARD_JA: &str = include_str!("../../../docs/protocols/nboard.ja.md");
const PLAIN: &str = include_str!("../../../docs/protocols/plain.md");
const PLAIN_JA: &str = include_str!("../../../docs/protocols/plain.ja.md");
const CONNECT: &str = include_str!("../../../docs/protocols/connect.md");
const CONNECT_JA: &str = include_str!("../../../docs/protocols/connect.ja.md");

/// Both languages of a page have to show the same number of conversations, and enough of them.
fn check(english: &str, japanese: &str, at_least: usize) {
    let count = check_transcripts(english, &kit());
    assert!(count >= at_least, "only {count} conversations were run");
    assert_eq!(
        check_transcripts(japanese, &kit()),
        count,
        "the other language shows another number"
    );
}

#[test]
fn the_judge_protocol_is_as_documented() {
    check(JUDGE, JUDGE_JA, 11);
}

#[test]
fn the_plain_protocol_is_as_documented() {
    check(PLAIN, PLAIN_JA, 6);
}

#[test]
fn the_protocols_of_engines_are_as_documented() {
    check(GTP, GTP_JA, 10);
    check(NBOARD, NBOARD_JA, 5);
}

#[test]
fn connecting_is_as_documented() {
    check(CONNECT, CONNECT_JA, 2);
}

/// What differs between the two languages is the words, not the lines.
#[test]
fn both_languages_show_the_same_lines() {
    let sent = |page: &str| -> Vec<String> {
        let found = gyoji_testkit::transcripts(page);
        let lines = found.into_iter().flat_map(|(mark, lines)| {
            let said = lines.into_iter().filter(|line| line.starts_with(['>', '*', '!']));
            std::iter::once(mark).chain(said).map(str::to_owned).collect::<Vec<_>>()
        });
        lines.collect()
    };
    assert_eq!(sent(JUDGE), sent(JUDGE_JA));
    assert_eq!(sent(PLAIN), sent(PLAIN_JA));
    assert_eq!(sent(GTP), sent(GTP_JA));
    assert_eq!(sent(NBOARD), sent(NBOARD_JA));
}
