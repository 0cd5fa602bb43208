//! A transcript that differs from the game is told from one that does not.

use std::panic::catch_unwind;

use gyoji_othello::kit;
use gyoji_testkit::check_transcripts;

const FIRST: &str = "MOVE BOARD:0000000000000000000000000002100000012000000000000000000000000000";
const SECOND: &str = "MOVE BOARD:0000000000000000002100000002100000012000000000000000000000000000";

/// Plays a transcript of the judge's protocol and says what is wrong with it.
fn trouble(lines: &[&str]) -> Option<String> {
    let lines = lines.join("\n").replace("FIRST", FIRST).replace("SECOND", SECOND);
    let page = format!("```transcript dialect=judge seat=0\n{lines}\n```\n");
    let panic = catch_unwind(|| assert_eq!(check_transcripts(&page, &kit()), 1)).err()?;
    Some(panic.downcast_ref::<String>().expect("words").clone())
}

#[test]
fn what_the_referee_does_passes() {
    let whole = ["> COLOR 1", "> FIRST", "< d3", "# white", "* c3", "> SECOND", "< d4"];
    for end in [2, 3, 6] {
        assert_eq!(trouble(&whole[..end]), None, "it may stop there");
    }
    let lost = [&whole[..], &["! illegal (taken)", "> QUIT"]].concat();
    assert_eq!(trouble(&lost), None);
}

#[test]
fn whatever_else_a_page_says_is_found() {
    for (lines, why) in [
        (&["> COLOR 2", "> FIRST"][..], "this was sent:\nCOLOR 1"),
        (&["> COLOR 1"], "at (its end)\nthis was sent:\nMOVE"),
        (&["> COLOR 1", "> FIRST", "> READY"], "at > READY\nnothing more is sent here"),
        (&["> COLOR 1", "> FIRST", "* d3"], "it is the player's turn to speak"),
        (&["> COLOR 1", "> FIRST", "< d4", "> QUIT"], "the line before is a fault: Illegal"),
        (&["> COLOR 1", "> FIRST", "< d4", "! format", "> QUIT"], "is a fault: Illegal"),
        (&["> COLOR 1", "> FIRST", "< d3", "! illegal", "* c3"], "was not the fault Illegal"),
        (&["> COLOR 1", "> FIRST", "< d3", "* d3"], "the other's d3\\n is a fault: Illegal"),
        (&["> COLOR 1", "> FIRST", "< d3", "* c3", "> FIRST"], "this was sent:\nMOVE"),
        (&["> COLOR 1", "> FIRST", "< d4", "! illegal"], "at (its end)\nthis was sent:\nQUIT"),
        (
            &["> COLOR 1", "> FIRST", "< d4", "! illegal", "> QUIT", "< d3"],
            "the game is over, but the page goes on: < d3",
        ),
        (&["> COLOR 1", "> FIRST", "< d3", "^ 2"], "there is nothing to take back"),
        (&["> COLOR 1", "> FIRST", "< d3", "* c3", "> SECOND", "< c4", "^ 1"], "2 moves were"),
        (&["what is this"], "not a line of a transcript: what is this"),
    ] {
        let found = trouble(lines).unwrap_or_else(|| panic!("{lines:?} passes"));
        assert!(found.contains(why), "{lines:?}: {found}");
    }
}
