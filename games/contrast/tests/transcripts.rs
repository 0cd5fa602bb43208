//! The conversations in the documentation, run against the dialects they document.

use gyoji_contrast::kit;
use gyoji_testkit::{check_transcripts, transcripts};

const ARENA: &str = include_str!("../../../docs/protocols/contrast-arena.md");
const ARENA_JA: &str = include_str!("../../../docs/protocols/contrast-arena.ja.md");
const PLAIN: &str = include_str!("../../../docs/protocols/plain.md");
const PLAIN_JA: &str = include_str!("../../../docs/protocols/plain.ja.md");

#[test]
fn the_arena_protocol_is_as_documented() {
    assert_eq!(check_transcripts(ARENA, &kit()), 2);
    assert_eq!(transcripts(ARENA), transcripts(ARENA_JA), "both languages show the same");
}

#[test]
fn the_plain_protocol_is_as_documented() {
    assert_eq!(check_transcripts(PLAIN, &kit()), 2);
    assert_eq!(check_transcripts(PLAIN_JA, &kit()), 2);
}
