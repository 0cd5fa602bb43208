//! What reaches a terminal: the words of strangers made harmless, and no panic when nobody reads.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};

use rustix::event::{PollFd, PollFlags};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How wide a player's name may be in a table.
const NAME_WIDTH: usize = 40;

/// Text with everything written out that would move the cursor, change colours or turn the
/// direction of writing around. Line ends and tabs stay.
///
/// Names, records and the output of programs come from strangers: a terminal obeys what it is
/// sent, whoever wrote it.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\x1b' => out.push_str("\\e"),
            '\r' => out.push_str("\\r"),
            c if is_harmful(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// JSON with the same characters escaped, which serde leaves as they are.
pub fn clean_json(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        // They can only stand inside of strings, and all are in the basic plane.
        match is_harmful(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

fn is_harmful(c: char) -> bool {
    let turns_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    (c.is_control() && c != '\n' && c != '\t') || turns_direction
}

/// A stranger's text as part of one line that is at most `width` cells wide.
pub fn one_line(text: &str, width: usize) -> String {
    let text: String =
        clean(text).chars().map(|c| if c == '\n' || c == '\t' { ' ' } else { c }).collect();
    if text.width() <= width {
        return text;
    }
    let (mut out, mut used) = (String::new(), 3);
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        out.push(c);
    }
    out + "..."
}

/// A player's name as it is shown.
pub fn name(name: &str) -> String {
    one_line(name.trim(), NAME_WIDTH)
}

/// Says something beside the results, on stderr. Whoever has closed it does not want to know.
pub fn say(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(format!("{text}\n").as_bytes());
}

/// The same for sentences: at a terminal a line that is too long goes on below, set in.
pub fn tell(text: &str) {
    say(&folded(text));
}

/// Lines as the terminal on stderr, if it is one, has room for them.
pub fn folded(text: &str) -> String {
    let is_seen = std::io::stderr().is_terminal();
    let width = if is_seen { crate::tty::size().0 } else { usize::MAX };
    text.lines().flat_map(|line| crate::tty::wrap(line, width)).collect::<Vec<_>>().join("\n")
}

/// Whether everything on stdin has been read, for good.
pub fn is_stdin_over() -> bool {
    let stdin = std::io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    let now = rustix::time::Timespec { tv_sec: 0, tv_nsec: 0 };
    let is_ready = rustix::event::poll(&mut fds, Some(&now)).is_ok_and(|count| count > 0);
    // Ready, but with nothing to read: that is what an end looks like.
    is_ready && rustix::io::ioctl_fionread(&stdin).unwrap_or(0) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_a_terminal_obeys_comes_through() {
        assert_eq!(clean("田中のAI\n"), "田中のAI\n");
        assert_eq!(clean("\x1b[31mred\x07\u{9b}2J\r"), r"\e[31mred\u{7}\u{9b}2J\r");
        assert_eq!(clean("a\u{202e}b"), r"a\u{202e}b");
        let json = clean_json("{\n\"\u{9b}2J\u{202e}\": 1}").into_owned();
        assert_eq!(json, "{\n\"\\u009b2J\\u202e\": 1}");
    }

    #[test]
    fn long_names_are_cut_by_what_the_eye_sees() {
        assert_eq!(one_line("最強のAI", 8), "最強のAI");
        assert_eq!(one_line("最強のAIです", 8), "最強...");
        assert_eq!(one_line("a\nb", 8), "a b");
    }
}
