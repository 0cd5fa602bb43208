//! What a file that comes back is worth: the move it adds to the game, or what is wrong with it
//! and how to put that right.

use std::ops::Range;

use gyoji_core::{Explain, Flaw, Text, Turn};

use super::{Csv, Entries};
use crate::formats::csv::{self, BadSheet, Entry, Form, Sheet};
use crate::formats::words;
use crate::{Point, Renju};

impl Csv {
    /// The move that a file adds to the game, and where it stands; or what is wrong with it.
    pub(super) fn judge(
        &self,
        position: &Renju,
        text: &str,
    ) -> Result<(Point, Range<usize>), BadSheet> {
        let form = self.form(position);
        let own = self.number(position.colour());
        let before = self.game(position);
        let sheet = match csv::read(text, form) {
            Ok(sheet) => sheet,
            Err(bad) => return Err(self.shifted(position, text).unwrap_or(bad)),
        };
        let end = text.trim_end().len();
        let at_end = |words| BadSheet::new(None, end..end, words);
        if text.trim().is_empty() && !before.is_empty() {
            return Err(at_end([
                words::mark_missing(),
                words::empty_file(),
                words::fix_whole_game(),
            ]));
        }
        if let Some(bad) = changed(&sheet, &before, own, form) {
            return Err(self.shifted(position, text).unwrap_or(bad));
        }
        let added = sheet.entries.get(before.len()..).unwrap_or_default();
        let [new] = added else {
            return Err(match added.len() {
                0 if sheet.entries.len() < before.len() => at_end([
                    words::mark_missing(),
                    words::moves_missing(sheet.entries.len(), before.len()),
                    words::fix_whole_game(),
                ]),
                0 => at_end([
                    words::mark_nothing(),
                    words::nothing_appended(),
                    words::fix_append(self.example(position)),
                ]),
                count => BadSheet::new(
                    before.len() + 3,
                    added[1].at.start..added[count - 1].at.end,
                    [
                        words::mark_several(),
                        words::several_appended(count),
                        words::fix_append(self.example(position)),
                    ],
                ),
            });
        };
        if self.strict && new.player != own {
            let why = match self.numbers.contains(&new.player) {
                true => words::as_opponent(new.player, own),
                false => words::as_stranger(new.player, own),
            };
            let words = [words::mark_player(own), why, words::fix_player()];
            return Err(BadSheet::new(before.len() + 2, new.at.clone(), words));
        }
        let count = before.len() + 1;
        if self.strict && sheet.count as usize != count {
            let words = [
                words::mark_wrong_count(count),
                words::wrong_count(sheet.count, count),
                words::fix_wrong_count(),
            ];
            return Err(BadSheet::new(1, sheet.count_at, words));
        }
        Ok((new.point, new.at.clone()))
    }

    /// Whether the file would be the game we gave, had it been counted from the other number.
    fn shifted(&self, position: &Renju, text: &str) -> Option<BadSheet> {
        let other = Form { one_based: !self.one_based, ..self.form(position) };
        let before = self.game(position);
        let sheet = csv::read(text, other).ok()?;
        let is_same = sheet.entries.len() >= before.len().max(1)
            && !before.is_empty()
            && sheet.entries.iter().zip(&before).all(|(now, was)| now.point == was.1);
        let [first, .., last] = &sheet.entries[..] else { return None };
        let words = match self.one_based {
            true => [words::mark_zero_based(), words::all_zero_based(), words::fix_zero_based()],
            false => [words::mark_one_based(), words::all_one_based(), words::fix_one_based()],
        };
        is_same.then(|| BadSheet::new(None, first.at.start..last.at.end, words))
    }

    /// What a right answer would look like.
    fn example(&self, position: &Renju) -> String {
        let mut game = self.game(position);
        let free = |point: &Point| position.is_empty(*point);
        let centre = Point::centre(position.size());
        let near = |point: &Point| {
            let far = |a: u8, b: u8| i32::from(a.abs_diff(b));
            far(point.col(), centre.col()).max(far(point.row(), centre.row()))
        };
        let point = Point::all(position.size()).filter(free).min_by_key(near);
        game.extend(point.map(|point| (self.number(position.colour()), point)));
        let form = self.form(position);
        match &game[..] {
            [.., last] if game.len() > 2 => {
                format!("{},...,{}", game.len(), form.entry(last.0, last.1))
            }
            game => csv::write(game.iter().copied(), form),
        }
    }
}

/// The first of the moves we gave that is not as it was.
fn changed(sheet: &Sheet, before: &Entries, own: u32, form: Form) -> Option<BadSheet> {
    let pairs = || sheet.entries.iter().zip(before);
    let size = form.size;
    let turned = |point: Point| Point::from_top(point.y_from_top(size), point.x(), size);
    let differs = pairs().any(|(now, was)| now.point != was.1);
    if differs && pairs().all(|(now, was)| turned(now.point) == Some(was.1)) {
        let at = pairs().next()?.0.at.start..pairs().next_back()?.0.at.end;
        let words = [words::mark_swapped(), words::all_swapped(), words::fix_swapped()];
        return Some(BadSheet::new(None, at, words));
    }
    let is_changed = |(now, was): &(&Entry, &(u32, Point))| (now.player, now.point) != **was;
    let (index, (now, was)) = pairs().enumerate().find(|(_, pair)| is_changed(pair))?;
    let [old, new] =
        [*was, (now.player, now.point)].map(|(number, point)| form.entry(number, point));
    let why = match was.0 == own {
        true => words::own_changed(&old, &new),
        false => words::opponent_changed(&old, &new),
    };
    let words = [words::mark_changed(&old), why, words::fix_changed()];
    Some(BadSheet::new(index + 2, now.at.clone(), words))
}

impl Explain<Renju> for Csv {
    fn expected(&self) -> Text {
        words::expected_sheet("2,1;8;8,2;7;7")
    }

    fn flaw(&self, turn: &Turn<'_, Renju>, line: &str) -> Option<Flaw> {
        let bad = self.judge(turn.position(), line).err()?;
        Some(Flaw { why: bad.problem(), ..*bad.flaw })
    }

    fn locate(&self, turn: &Turn<'_, Renju>, line: &str) -> Option<Range<usize>> {
        self.judge(turn.position(), line).ok().map(|(_, at)| at)
    }
}
