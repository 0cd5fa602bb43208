//! A text on the whole screen that can be scrolled: help, rules, a long list.

use gyoji_core::Lang;
use gyoji_words::screen as words;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::tty::{self, KeyCode};

/// A column of a table is no wider, whatever stands in it.
const WIDE_CELL: usize = 24;

/// A text, and how far it is scrolled.
#[derive(Debug)]
pub(super) struct Page {
    text: String,
    scroll: usize,
}

impl Page {
    pub(super) fn new(text: String) -> Page {
        Page { text, scroll: 0 }
    }

    /// Does what a key says; false to go back.
    pub(super) fn key(&mut self, code: KeyCode, height: usize) -> bool {
        let screenful = height.saturating_sub(3).max(1);
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Enter => self.scroll += 1,
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(screenful),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll += screenful,
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll = usize::MAX,
            _ => return false,
        }
        true
    }

    pub(super) fn lines(&mut self, lang: Lang, (width, height): (usize, usize)) -> Vec<String> {
        let room = height.saturating_sub(1);
        let lines = self.text.lines().flat_map(|line| tty::wrap(line, width.saturating_sub(1)));
        let lines: Vec<String> = lines.collect();
        self.scroll = self.scroll.min(lines.len().saturating_sub(room));
        let mut shown: Vec<String> = lines.into_iter().skip(self.scroll).take(room).collect();
        shown.resize(room, String::new());
        shown.push(words::pager_bar().get(lang).to_owned());
        shown
    }
}

/// A page of the documentation for a terminal: without what only browsers and editors need, each
/// paragraph as one line, and tables in columns.
pub(super) fn plain(page: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut table: Vec<Vec<String>> = Vec::new();
    let (mut is_code, mut goes_on) = (false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            (is_code, goes_on) = (!is_code, false);
            continue;
        }
        if is_code {
            lines.push(format!("    {}", certain(line)));
            continue;
        }
        // Pictures, and the way to the other language.
        if line.starts_with("![") || line == "[English]" || is_link_alone(line) {
            continue;
        }
        let line = certain(&without_links(line));
        if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<String> = row.split('|').map(|cell| cell.trim().to_owned()).collect();
            if !cells.iter().all(|cell| cell.chars().all(|c| "-:".contains(c))) {
                table.push(cells);
            }
            goes_on = false;
            continue;
        }
        lines.extend(columns(&std::mem::take(&mut table)));
        let begins =
            line.starts_with(['#', '>', '-', '*']) || line.split_once(". ").is_some_and(is_item);
        let is_gap = line.is_empty() && lines.last().is_none_or(String::is_empty);
        match lines.last_mut().filter(|_| goes_on && !begins && !line.is_empty()) {
            Some(last) => join(last, line.trim_start()),
            // One empty line is enough.
            None if is_gap => {}
            None => lines.push(line.clone()),
        }
        goes_on = !line.is_empty() && !line.starts_with('#');
    }
    lines.extend(columns(&table));
    lines.iter().map(|line| line.clone() + "\n").collect()
}

/// Whether this stands before and after the point of a numbered line.
fn is_item((number, _): (&str, &str)) -> bool {
    number.parse::<u32>().is_ok()
}

/// Goes on with a paragraph; Japanese has no space where a line ends.
fn join(paragraph: &mut String, line: &str) {
    let is_wide = |c: Option<char>| c.and_then(UnicodeWidthChar::width) == Some(2);
    if !is_wide(paragraph.chars().last()) || !is_wide(line.chars().next()) {
        paragraph.push(' ');
    }
    paragraph.push_str(line);
}

/// A table with its columns below one another, as far as they are narrow.
fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0).min(WIDE_CELL)
    };
    let line = |row: &Vec<String>| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let missing = widest(column).saturating_sub(cell.width());
            format!("{cell}{}", " ".repeat(missing))
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// The same in signs that are as wide on every terminal.
fn certain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '×' => out.push('x'),
            '÷' => out.push('/'),
            '°' => out.push_str(" degrees"),
            '→' => out.push_str("->"),
            '…' => out.push_str("..."),
            '–' | '—' | '·' => out.push('-'),
            '“' | '”' => out.push('"'),
            '‘' | '’' => out.push('\''),
            sign if sign.width() != sign.width_cjk() => out.push('?'),
            sign => out.push(sign),
        }
    }
    out
}

fn is_link_alone(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(')') && line.matches("](").count() == 1
}

/// `[words](where)` as `words`, and without the signs of bold letters.
fn without_links(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        let link = after.split_once("](").and_then(|(words, after)| {
            let (_, after) = after.split_once(')')?;
            (!words.contains('[')).then_some((words, after))
        });
        match link {
            Some((words, after)) => {
                out.push_str(words);
                rest = after;
            }
            None => {
                out.push('[');
                rest = after;
            }
        }
    }
    (out + rest).replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_readable_without_a_browser() {
        let page = "# Go\n\n[日本語](go.ja.md)\n\nSee **the** [rules](rules.md) [here] and [x](y).\n\
                    ![picture](x.svg)\n```sh\ngyoji [x](y)\n```\n";
        let shown = plain(page);
        assert_eq!(shown, "# Go\n\nSee the rules [here] and x.\n    gyoji [x](y)\n");
    }

    #[test]
    fn paragraphs_are_whole_and_tables_have_columns() {
        let page = "一行目の\n続き。\none\ntwo\n- a\n  b\n- c\n\n| x | y |\n|---|:-:|\n| 長い | 5×5 |\n\n1. d\n";
        let shown = plain(page);
        let table = "  x     y\n  長い  5x5\n";
        assert_eq!(shown, format!("一行目の続き。 one two\n- a b\n- c\n\n{table}\n1. d\n"));
    }

    #[test]
    fn the_rules_have_no_sign_that_is_wide_here_and_narrow_there() {
        for game in ["othello", "renju", "contrast", "quinte", "fourinarow"] {
            for lang in [Lang::En, Lang::Ja] {
                let page = plain(gyoji_web::guide(&format!("games/{game}"), lang).unwrap());
                let lost = page.lines().find(|line| line.contains('?') && line.contains("??"));
                assert_eq!(lost, None, "{game}");
                assert!(page.chars().all(|sign| sign.width() == sign.width_cjk()), "{game}");
            }
        }
    }

    #[test]
    fn it_is_scrolled_to_its_end_and_no_further() {
        let text: Vec<String> = (1..=30).map(|number| number.to_string()).collect();
        let mut page = Page::new(text.join("\n"));
        assert_eq!(page.lines(Lang::En, (20, 11))[0], "1");
        assert!(page.key(KeyCode::Char(' '), 11));
        assert_eq!(page.lines(Lang::En, (20, 11))[0], "9");
        assert!(page.key(KeyCode::End, 11));
        assert_eq!(page.lines(Lang::En, (20, 11))[9], "30");
        assert!(!page.key(KeyCode::Char('q'), 11));
    }
}
