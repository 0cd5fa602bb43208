//! A text on the whole screen that can be scrolled: help, rules, a long list.

use gyoji_core::Lang;
use gyoji_words::screen as words;

use crate::tty::{self, KeyCode};

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

/// A page of the documentation for a terminal: without what only browsers and editors need.
pub(super) fn plain(page: &str) -> String {
    let mut out = String::new();
    let mut is_code = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        // Pictures, and the way to the other language.
        if !is_code && (line.starts_with("![") || line == "[English]" || is_link_alone(line)) {
            continue;
        }
        let line = if is_code { format!("    {line}") } else { without_links(line) };
        out.push_str(&line);
        out.push('\n');
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
        assert_eq!(shown, "# Go\n\n\nSee the rules [here] and x.\n    gyoji [x](y)\n");
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
