//! Something wrong in the file of an event, shown where it is.

use std::ops::Range;

use gyoji_core::{Lang, Text};
use unicode_width::UnicodeWidthStr;

/// Something wrong in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The first letter of it on that line, from 1.
    pub column: usize,
    /// How many letters, all on that line; at least 1.
    pub length: usize,
    /// What is wrong.
    pub problem: Text,
    /// What to do about it.
    pub hint: Option<Text>,
}

impl Mistake {
    /// A mistake at these bytes of the text.
    pub fn at(text: &str, span: Range<usize>, problem: Text, hint: Option<Text>) -> Mistake {
        let floor =
            |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        let start = floor(span.start).unwrap_or(0);
        let before = &text[..start];
        let first = before.rfind('\n').map_or(0, |at| at + 1);
        let rest = text[start..].split('\n').next().unwrap_or_default().trim_end();
        let marked = span.end.saturating_sub(start).min(rest.len());
        let marked = rest.char_indices().take_while(|(at, _)| *at < marked).count();
        Mistake {
            line: before.matches('\n').count() + 1,
            column: text[first..start].chars().count() + 1,
            length: marked.max(1),
            problem,
            hint,
        }
    }

    /// The mistake as people are shown it: where, what, the line, a caret under it, and what to do.
    pub fn render(&self, path: &str, source: &str, lang: Lang) -> String {
        let line = source.lines().nth(self.line - 1).unwrap_or_default();
        // A tab is as wide as the terminal likes, and other signs may do worse.
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        let line: String = line.chars().map(shown).collect();
        let part =
            |skip: usize, take: usize| -> String { line.chars().skip(skip).take(take).collect() };
        let before = part(0, self.column - 1).width();
        let marked = part(self.column - 1, self.length).width().max(1);
        let number = self.line.to_string();
        let gap = " ".repeat(number.len());
        let mut shown = format!(
            "{path}:{}:{}: {}\n{gap} |\n{number} | {line}\n{gap} | {}{}\n",
            self.line,
            self.column,
            self.problem.get(lang),
            " ".repeat(before),
            "^".repeat(marked),
        );
        if let Some(hint) = &self.hint {
            shown += &format!("{gap} = {}\n", hint.get(lang));
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, word: &str) -> String {
        let start = text.find(word).unwrap();
        let hint = Some(Text::new("write it so", "こう書きます"));
        let problem = Text::new("wrong", "違います");
        let mistake = Mistake::at(text, start..start + word.len(), problem, hint);
        mistake.render("event.toml", text, Lang::En)
    }

    #[test]
    fn the_caret_stands_under_the_word_whatever_is_before_it() {
        let text = "name = \"x\"\n行司 = 1 # tab\there\n";
        assert_eq!(
            shown(text, "= 1"),
            "event.toml:2:4: wrong\n  |\n2 | 行司 = 1 # tab here\n  |      ^^^\n  = write it so\n"
        );
        assert_eq!(
            shown(text, "行司"),
            "event.toml:2:1: wrong\n  |\n2 | 行司 = 1 # tab here\n  | ^^^^\n  = write it so\n"
        );
    }

    #[test]
    fn what_goes_on_on_the_next_line_is_marked_to_the_end_of_this() {
        let text = "points = [\n1,\n]\n";
        let mistake = Mistake::at(text, 9..14, Text::new("", ""), None);
        assert_eq!((mistake.line, mistake.column, mistake.length), (1, 10, 1));
        let end = Mistake::at(text, 99..120, Text::new("", ""), None);
        assert_eq!((end.line, end.column, end.length), (4, 1, 1));
        assert!(end.render("f", text, Lang::Ja).starts_with("f:4:1: "));
    }
}
