//! A row of points: `h8i9j10`, with or without spaces and commas between them.

use gyoji_core::BadText;

use super::{Kifu, shown, words};
use crate::Point;

pub(super) fn read(text: &str, size: u8) -> Result<Kifu, BadText> {
    let mut kifu = Kifu::new(size);
    let between = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text.trim_start_matches(between);
    while !rest.is_empty() {
        let bad = |why| BadText::new(shown(rest), why);
        let (point, next) = Point::take(rest).ok_or_else(|| bad(words::no_point()))?;
        kifu.push(point).map_err(bad)?;
        rest = next.trim_start_matches(between);
    }
    Ok(kifu)
}

pub(super) fn write(kifu: &Kifu) -> String {
    kifu.moves.iter().map(Point::to_string).collect()
}
