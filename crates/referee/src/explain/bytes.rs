//! Bytes that a player sent: what they look like on a screen, and why they may not be text.

use std::fmt::Write;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

/// A line without its end: `c5` of `c5\r\n`.
pub(super) fn content(data: &[u8]) -> &[u8] {
    let data = data.strip_suffix(b"\n").unwrap_or(data);
    data.strip_suffix(b"\r").unwrap_or(data)
}

/// Why bytes cannot be read as a line of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    Utf16,
    ShiftJis,
    EucJp,
    NotUtf8,
    ByteOrderMark,
    Nul,
    /// ESC, with which colour codes begin.
    Escape,
    Control(char),
}

/// A line without the character at its end that was cut in two because not all was kept.
pub(super) fn without_cut_character(line: &[u8]) -> &[u8] {
    match std::str::from_utf8(line) {
        Err(error) if error.error_len().is_none() => &line[..error.valid_up_to()],
        _ => line,
    }
}

/// The first trouble with a line, and the bytes that make it.
pub(super) fn trouble(line: &[u8]) -> Option<(Trouble, Range<usize>)> {
    if is_utf16(line) {
        return Some((Trouble::Utf16, 0..line.len()));
    }
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => return Some(not_utf8(line, error.valid_up_to())),
    };
    if text.starts_with('\u{feff}') {
        return Some((Trouble::ByteOrderMark, 0..'\u{feff}'.len_utf8()));
    }
    let control = |c: char| c.is_control() && !c.is_whitespace();
    let (at, c) = text.char_indices().find(|&(_, c)| control(c))?;
    let trouble = match c {
        '\0' => Trouble::Nul,
        '\x1b' => Trouble::Escape,
        _ => Trouble::Control(c),
    };
    Some((trouble, at..at + c.len_utf8()))
}

fn not_utf8(line: &[u8], from: usize) -> (Trouble, Range<usize>) {
    let trouble = if is_euc_jp(line) {
        Trouble::EucJp
    } else if is_shift_jis(line) {
        Trouble::ShiftJis
    } else {
        Trouble::NotUtf8
    };
    let last = line.iter().rposition(|&byte| byte >= 0x80).unwrap_or(from);
    // The second byte of a character of Shift_JIS may look like ASCII.
    let trail = trouble == Trouble::ShiftJis && line.get(last + 1).is_some_and(|b| *b >= 0x40);
    let lead = matches!(line.get(last), Some(0x81..=0x9f | 0xe0..=0xfc));
    (trouble, from..(last + 1 + usize::from(trail && lead)).min(line.len()))
}

/// Whether every second byte is zero, as in ASCII text written as UTF-16, or a mark says so.
fn is_utf16(line: &[u8]) -> bool {
    let zero_at = |from: usize| line.iter().skip(from).step_by(2).all(|&byte| byte == 0);
    let letters_at = |from: usize| line.iter().skip(from).step_by(2).all(|&byte| byte != 0);
    let marked = line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff]);
    let long = line.len() >= 3;
    marked || long && (zero_at(0) && letters_at(1) || zero_at(1) && letters_at(0))
}

/// Whether the bytes are ASCII and two-byte characters of Shift_JIS (or half-width kana).
fn is_shift_jis(mut bytes: &[u8]) -> bool {
    let mut wide = 0;
    loop {
        bytes = match bytes {
            [] => return wide > 0,
            [..=0x7f, rest @ ..] | [0xa1..=0xdf, rest @ ..] => rest,
            [0x81..=0x9f | 0xe0..=0xfc, 0x40..=0x7e | 0x80..=0xfc, rest @ ..] => {
                wide += 1;
                rest
            }
            _ => return false,
        };
    }
}

/// Whether the bytes are ASCII and two-byte characters of EUC-JP.
fn is_euc_jp(mut bytes: &[u8]) -> bool {
    let mut wide = 0;
    loop {
        bytes = match bytes {
            [] => return wide > 0,
            [..=0x7f, rest @ ..] => rest,
            [0x8e, 0xa1..=0xdf, rest @ ..] => rest,
            // Rows 1 to 8 are signs, kana and the like; 16 to 84 are kanji.
            [0xa1..=0xa8 | 0xb0..=0xf4, 0xa1..=0xfe, rest @ ..] => {
                wide += 1;
                rest
            }
            _ => return false,
        };
    }
}

/// The text with full-width letters, digits, signs and spaces made half-width; none if it has
/// no such characters.
pub(super) fn half_width(text: &str) -> Option<String> {
    let is_full = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{3000}');
    text.chars().any(is_full).then(|| {
        let narrow = |c: char| match c {
            '\u{3000}' => ' ',
            c if is_full(c) => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
            c => c,
        };
        text.chars().map(narrow).collect()
    })
}

/// Where something stands in a text that is shown, counted in characters.
pub(super) type Place = Range<usize>;

/// The bytes in quotation marks as a person sees them, unprintable ones escaped, in at most
/// `width` columns; and where the bytes of `mark` stand in that. What is left out is `...`.
pub(super) fn show(data: &[u8], mark: &Range<usize>, width: usize) -> (String, Place) {
    let pieces = pieces(data);
    let columns = |pieces: &[Piece]| pieces.iter().map(|piece| piece.text.width()).sum::<usize>();
    let marked = |piece: &Piece| piece.at < mark.end && mark.start < piece.end;
    let is_whole = columns(&pieces) + 2 <= width;
    let room = width.saturating_sub(if is_whole { 2 } else { 5 });
    // A mark far behind the start pulls the window after it.
    let none = if mark.start < data.len() { 0 } else { pieces.len() };
    let first = pieces.iter().position(marked).unwrap_or(none);
    let far = !is_whole && columns(&pieces[..first]) + 8 > room;
    let from = if far { first.saturating_sub(8) } else { 0 };
    let room = if far { room.saturating_sub(3) } else { room };

    let mut text = String::from(if from > 0 { "...\"" } else { "\"" });
    let (mut used, mut chars) = (0, text.chars().count());
    let mut place: Option<Place> = None;
    let mut cut = false;
    for piece in &pieces[from..] {
        used += piece.text.width();
        if used > room {
            cut = true;
            break;
        }
        let next = chars + piece.text.chars().count();
        if marked(piece) {
            place = Some(place.map_or(chars, |place| place.start)..next);
        }
        text.push_str(&piece.text);
        chars = next;
    }
    text.push_str(if cut { "\"..." } else { "\"" });
    // A mark at the very end points at what is missing there.
    (text, place.unwrap_or(chars..chars + 1))
}

/// A character, or a byte that is none, as it is shown.
struct Piece {
    at: usize,
    end: usize,
    text: String,
}

fn pieces(data: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut push = |text: String, length: usize| {
        pieces.push(Piece { at, end: at + length, text });
        at += length;
    };
    // Bytes of another encoding that happen to be UTF-8 would show letters nobody wrote.
    if std::str::from_utf8(data).is_err() && (is_euc_jp(data) || is_shift_jis(data)) {
        for &byte in data {
            push(std::ascii::escape_default(byte).to_string(), 1);
        }
        return pieces;
    }
    for chunk in data.utf8_chunks() {
        for c in chunk.valid().chars() {
            push(escape(c), c.len_utf8());
        }
        for byte in chunk.invalid() {
            push(format!("\\x{byte:02x}"), 1);
        }
    }
    pieces
}

/// As [`gyoji_core::record::Bytes::escaped`], and invisible characters besides.
fn escape(c: char) -> String {
    match c {
        '"' | '\'' => c.to_string(),
        _ if c.is_ascii() => c.escape_default().to_string(),
        _ if c.is_control() || is_invisible(c) => c.escape_unicode().to_string(),
        _ => c.to_string(),
    }
}

/// Marks of direction and width-less spaces: on a screen they hide, or turn the text round.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A line of somebody else's text made safe for a screen: no control characters, not too wide.
pub(super) fn tame(line: &str, width: usize) -> String {
    let mut out = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\t' => out.push_str("    "),
            // Colour codes are dropped whole: ESC [ … letter.
            '\x1b' if chars.next_if_eq(&'[').is_some() => {
                while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
            }
            c if c.is_control() || is_invisible(c) => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
            c => out.push(c),
        }
    }
    cut(&out, width)
}

/// At most `width` columns of a text, the rest being `...`.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    for c in text.chars() {
        out.push(c);
        if out.width() + 3 > width {
            out.pop();
            break;
        }
    }
    out.push_str("...");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        let check = |bytes: &[u8], trouble| {
            assert_eq!(super::trouble(bytes).map(|(trouble, _)| trouble), trouble, "{bytes:x?}");
        };
        check(b"c5", None);
        check("思考中".as_bytes(), None);
        // 思考中 in three encodings.
        check(b"\x8e\x76\x8d\x6c\x92\x86", Some(Trouble::ShiftJis));
        check(b"\xbb\xd7\xb9\xcd\xc3\xe6", Some(Trouble::EucJp));
        check(b"\x1d\x60\x03\x80\x2d\x4e", Some(Trouble::NotUtf8));
        check(b"\xff\xfe\x1d\x60", Some(Trouble::Utf16));
        check(b"c\x005\x00", Some(Trouble::Utf16));
        check(b"\x00c\x005", Some(Trouble::Utf16));
        check(b"\x00c\x005\x00", Some(Trouble::Utf16));
        check(b"c5\x00", Some(Trouble::Nul));
        check(b"\x00", Some(Trouble::Nul));
        check(b"\x80\xff\x80", Some(Trouble::NotUtf8));
        check(b"\xef\xbb\xbfc5", Some(Trouble::ByteOrderMark));
        check(b"\x1b[32mc5\x1b[0m", Some(Trouble::Escape));
        check(b"c5\x07", Some(Trouble::Control('\x07')));
        check(b"c5\r", None);
        check(b"c5\t", None);
    }

    #[test]
    fn a_character_cut_in_two_is_our_doing() {
        assert_eq!(without_cut_character("考え".as_bytes()), "考え".as_bytes());
        assert_eq!(without_cut_character(&"考え".as_bytes()[..5]), "考".as_bytes());
        assert_eq!(without_cut_character(b"a\xffb"), b"a\xffb");
    }

    #[test]
    fn the_mark_stands_under_its_bytes() {
        let check = |data: &[u8], mark: Range<usize>, width, shown: &str, under: &str| {
            let (text, place) = show(data, &mark, width);
            let marked: String = text.chars().skip(place.start).take(place.len()).collect();
            assert_eq!((text.as_str(), marked.as_str()), (shown, under));
        };
        check(b"c5\n", 0..2, 40, r#""c5\n""#, "c5");
        check(b"\n", 0..1, 40, r#""\n""#, r"\n");
        check(b"c5", 2..2, 40, r#""c5""#, "\"");
        check("あc5\n".as_bytes(), 3..5, 40, "\"あc5\\n\"", "c5");
        check(b"c\x825", 1..2, 40, r#""c\x825""#, r"\x82");
        check("\u{feff}c5".as_bytes(), 0..3, 40, r#""\u{feff}c5""#, r"\u{feff}");
        check(b"0123456789abcdef", 0..16, 15, r#""0123456789"..."#, "0123456789");
        check(b"0123456789abcdef", 0..16, 18, r#""0123456789abcdef""#, "0123456789abcdef");
        check(b"0123456789abcdefghi c5", 20..22, 20, r#"..."cdefghi c5""#, "c5");
        check(b"0123456789abcdef", 0..0, 15, r#""0123456789"..."#, "\"");
        check(b"\xbb\xd7\xb9\xcd", 0..4, 40, r#""\xbb\xd7\xb9\xcd""#, r"\xbb\xd7\xb9\xcd");
    }

    #[test]
    fn other_peoples_lines_cannot_move_the_cursor() {
        assert_eq!(tame("\x1b[31mred\x1b[0m\x07", 40), "red\\u{7}");
        assert_eq!(tame("ab\u{202e}cd", 40), "ab\\u{202e}cd");
        assert_eq!(tame("考え中考え中", 9), "考え中...");
    }
}
