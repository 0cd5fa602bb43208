//! Lines by what the eye sees: colours take no room, Japanese letters take two columns.

use unicode_width::UnicodeWidthChar;

const END: &str = "\x1b[0m";
/// Signs that no line of Japanese begins with, and those that none ends with.
const CLOSING: &str = "、。，．・：；？！ー〜）］｝」』】％";
const OPENING: &str = "（［｛「『【";

/// A piece of a line: a command to the terminal, or a letter with its width.
enum Piece<'a> {
    Command(&'a str),
    Letter(char, usize),
}

/// Takes a line apart. Only commands of our own can be in it: see [`crate::screen::clean`].
fn pieces(line: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        if first == '\x1b' {
            let end =
                rest.find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
            let (command, after) = rest.split_at(end);
            rest = after;
            return Some(Piece::Command(command));
        }
        rest = &rest[first.len_utf8()..];
        Some(Piece::Letter(first, first.width().unwrap_or(0)))
    })
}

/// How many columns a line takes.
pub fn width(line: &str) -> usize {
    let width = |piece| if let Piece::Letter(_, width) = piece { width } else { 0 };
    pieces(line).map(width).sum()
}

/// As much of a line as `most` columns can show.
pub fn clip(line: &str, most: usize) -> String {
    let (mut out, mut used, mut is_coloured) = (String::with_capacity(line.len()), 0, false);
    for piece in pieces(line) {
        match piece {
            Piece::Command(command) => {
                out.push_str(command);
                is_coloured = command != END;
            }
            Piece::Letter(letter, width) => {
                if used + width > most {
                    break;
                }
                used += width;
                out.push(letter);
            }
        }
    }
    if is_coloured {
        out.push_str(END);
    }
    out
}

/// A line of exactly `columns` columns.
pub fn pad(line: &str, columns: usize) -> String {
    let line = clip(line, columns);
    let missing = columns.saturating_sub(width(&line));
    line + &" ".repeat(missing)
}

/// A line as several that are at most `most` columns wide; those that go on are set in a little.
/// Words stay whole where they can.
pub fn wrap(line: &str, most: usize) -> Vec<String> {
    let most = most.max(4);
    if width(line) <= most {
        return vec![line.to_owned()];
    }
    let inset = line.chars().take_while(|&c| c == ' ').count().min(most / 3) + 2;
    let inset = if most < 24 { inset.min(1) } else { inset };
    let (mut lines, mut now, mut used) = (Vec::new(), String::new(), 0);
    // Where the line can be broken, and how wide it is up to there.
    let mut gap: Option<(usize, usize)> = None;
    let mut colour = String::new();
    for piece in pieces(line) {
        let (letter, width) = match piece {
            Piece::Command(command) => {
                now.push_str(command);
                colour = if command == END { String::new() } else { command.to_owned() };
                continue;
            }
            Piece::Letter(letter, width) => (letter, width),
        };
        let opens = now.chars().last().is_some_and(|last| OPENING.contains(last));
        if letter == ' ' || (width == 2 && !opens && !CLOSING.contains(letter)) {
            gap = Some((now.len(), used));
        }
        if used + width > most {
            let is_worth = gap.filter(|&(_, at)| at > inset);
            let (head, tail) = match is_worth {
                Some((byte, _)) => {
                    let tail = now.split_off(byte);
                    (std::mem::take(&mut now), tail.trim_start_matches(' ').to_owned())
                }
                None => (std::mem::take(&mut now), String::new()),
            };
            let end = if colour.is_empty() { "" } else { END };
            lines.push(head.trim_end_matches(' ').to_owned() + end);
            now = format!("{}{colour}{tail}", " ".repeat(inset));
            used = inset + self::width(&tail);
            gap = None;
            if letter == ' ' && used == inset {
                continue;
            }
        }
        now.push(letter);
        used += width;
    }
    if !now.trim().is_empty() {
        lines.push(now);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_take_no_room_and_are_ended() {
        assert_eq!(width("\x1b[1;31m赤\x1b[0m!"), 3);
        assert_eq!(clip("\x1b[31mred rose", 4), "\x1b[31mred \x1b[0m");
        assert_eq!(clip("赤い", 3), "赤");
        assert_eq!(pad("赤い", 3), "赤 ");
        assert_eq!(pad("a", 3), "a  ");
    }

    #[test]
    fn long_lines_go_on_below_and_words_stay_whole() {
        assert_eq!(wrap("one two", 10), ["one two"]);
        assert_eq!(
            wrap("  one two three four five six", 24),
            ["  one two three four", "    five six"]
        );
        assert_eq!(wrap("abcdefghij", 4), ["abcd", " efg", " hij"]);
        let japanese = "これは長い説明の文章です。二行になります。";
        let lines = wrap(japanese, 24);
        assert!(lines.len() == 2 && lines.iter().all(|line| width(line) <= 24), "{lines:?}");
        assert_eq!(lines.concat().replace(' ', ""), japanese);
        assert_eq!(wrap("四つの漢字、と「括弧」", 10), ["四つの漢", " 字、と", " 「括弧」"]);
        let red = wrap("\x1b[31mone two three four five six\x1b[0m", 16);
        assert!(red.iter().all(|line| width(line) <= 16), "{red:?}");
        assert!(red[0].ends_with(END) && red[1].contains("\x1b[31m"), "{red:?}");
    }

    #[test]
    fn nothing_gets_lost_or_hangs_in_narrow_columns() {
        for most in 0..12 {
            let lines = wrap("ああ いい uu 😀 eeeeeeeeee", most);
            let letters: String = lines.concat().chars().filter(|c| *c != ' ').collect();
            assert_eq!(letters, "ああいいuu😀eeeeeeeeee", "{most}");
        }
    }
}
