//! A line that somebody types, and those they have typed before.

use crossterm::event::KeyCode;
use tui_input::{Input, InputRequest as Do};

/// How many lines are remembered.
const MOST: usize = 200;
/// Nobody types a line that is longer.
const LONGEST: usize = 1000;

/// Edits a line with the keys that shells have.
#[derive(Debug, Default)]
pub struct Editor {
    line: Input,
    history: Vec<String>,
    /// Which line of the history is shown, counted from the newest, and what was typed before.
    shown: Option<(usize, String)>,
}

impl Editor {
    /// Does what a key says; the line, if it is whole.
    pub fn key(&mut self, code: KeyCode, ctrl: bool, alt: bool) -> Option<String> {
        let request = match (code, ctrl, alt) {
            (KeyCode::Enter, ..) | (KeyCode::Char('j' | 'm'), true, _) => {
                return Some(self.enter());
            }
            (KeyCode::Up, ..) | (KeyCode::Char('p'), true, _) => return self.look_back(1),
            (KeyCode::Down, ..) | (KeyCode::Char('n'), true, _) => return self.look_back(-1),
            (KeyCode::Left, true, _) | (KeyCode::Left, _, true) => Do::GoToPrevWord,
            (KeyCode::Right, true, _) | (KeyCode::Right, _, true) => Do::GoToNextWord,
            (KeyCode::Left, ..) | (KeyCode::Char('b'), true, _) => Do::GoToPrevChar,
            (KeyCode::Right, ..) | (KeyCode::Char('f'), true, _) => Do::GoToNextChar,
            (KeyCode::Home, ..) | (KeyCode::Char('a'), true, _) => Do::GoToStart,
            (KeyCode::End, ..) | (KeyCode::Char('e'), true, _) => Do::GoToEnd,
            (KeyCode::Backspace, _, true) | (KeyCode::Char('w'), true, _) => Do::DeletePrevWord,
            (KeyCode::Backspace, ..) | (KeyCode::Char('h'), true, _) => Do::DeletePrevChar,
            (KeyCode::Delete, ..) => Do::DeleteNextChar,
            (KeyCode::Char('u'), true, _) => Do::DeleteFromStart,
            (KeyCode::Char('k'), true, _) => Do::DeleteTillEnd,
            (KeyCode::Char('y'), true, _) => Do::Yank,
            (KeyCode::Char('b'), _, true) => Do::GoToPrevWord,
            (KeyCode::Char('f'), _, true) => Do::GoToNextWord,
            (KeyCode::Char('d'), _, true) => Do::DeleteNextWord,
            (KeyCode::Esc, ..) => Do::DeleteLine,
            (KeyCode::Char(letter), false, false) if self.line.value().len() < LONGEST => {
                Do::InsertChar(letter)
            }
            _ => return None,
        };
        self.line.handle(request);
        None
    }

    /// What has been typed.
    pub fn text(&self) -> &str {
        self.line.value()
    }

    /// What is seen of the line in so many columns, and where the cursor stands in it.
    pub fn shown(&self, columns: usize) -> (String, usize) {
        let scroll = self.line.visual_scroll(columns.saturating_sub(1));
        let mut skipped = 0;
        let shown: String = self
            .line
            .value()
            .chars()
            .skip_while(|c| {
                let is_left_out = skipped < scroll;
                skipped += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
                is_left_out
            })
            .collect();
        (super::clip(&shown, columns), self.line.visual_cursor().saturating_sub(scroll))
    }

    fn enter(&mut self) -> String {
        let line = self.line.value_and_reset();
        self.shown = None;
        let is_new = self.history.last().is_none_or(|last| *last != line);
        if !line.trim().is_empty() && is_new {
            self.history.push(line.clone());
            let excess = self.history.len().saturating_sub(MOST);
            self.history.drain(..excess);
        }
        line
    }

    /// Shows an older line, or a newer one; after the newest what was being typed.
    fn look_back(&mut self, step: isize) -> Option<String> {
        let at = self.shown.as_ref().map(|(at, _)| *at);
        let next = match (at, step) {
            (None, 1) => 0,
            (Some(at), 1) => at + 1,
            (Some(0), _) => {
                let (_, typed) = self.shown.take()?;
                self.line = Input::new(typed);
                return None;
            }
            (Some(at), _) => at - 1,
            (None, _) => return None,
        };
        let line = self.history.iter().rev().nth(next)?.clone();
        let typed = match self.shown.take() {
            Some((_, typed)) => typed,
            None => self.line.value().to_owned(),
        };
        self.shown = Some((next, typed));
        self.line = Input::new(line);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(editor: &mut Editor, keys: &str) -> Vec<String> {
        let key = |c: char| match c {
            '\n' => KeyCode::Enter,
            '<' => KeyCode::Left,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '~' => KeyCode::Backspace,
            c => KeyCode::Char(c),
        };
        keys.chars().filter_map(|c| editor.key(key(c), false, false)).collect()
    }

    #[test]
    fn a_line_is_edited_like_in_a_shell() {
        let mut editor = Editor::default();
        assert_eq!(press(&mut editor, "e3<<d<\n"), ["de3"]);
        assert_eq!(press(&mut editor, "あい~う\n"), ["あう"]);
        press(&mut editor, "one two");
        editor.key(KeyCode::Char('w'), true, false);
        assert_eq!(editor.text(), "one ");
        editor.key(KeyCode::Char('u'), true, false);
        assert_eq!(editor.text(), "");
        editor.key(KeyCode::Char('x'), true, false);
        assert_eq!(editor.text(), "", "other keys do nothing");
    }

    #[test]
    fn what_was_typed_comes_back() {
        let mut editor = Editor::default();
        press(&mut editor, "a\nb\nb\nty");
        press(&mut editor, "^");
        assert_eq!(editor.text(), "b");
        press(&mut editor, "^^^");
        assert_eq!(editor.text(), "a", "the oldest stays");
        press(&mut editor, "vv");
        assert_eq!(editor.text(), "ty", "and so does what was begun");
        press(&mut editor, "v");
        assert_eq!(press(&mut editor, "^~c\n"), ["c"]);
    }

    #[test]
    fn a_long_line_is_seen_where_the_cursor_is() {
        let mut editor = Editor::default();
        press(&mut editor, "0123456789");
        let (shown, cursor) = editor.shown(5);
        assert!(shown.ends_with('9') && cursor < 5, "{shown:?} {cursor}");
        let mut editor = Editor::default();
        press(&mut editor, "あa");
        assert_eq!(editor.shown(20), ("あa".to_owned(), 3));
    }
}
