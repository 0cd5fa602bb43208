//! Piskvorky's file: a line about the board, a line `x,y,milliseconds` for each move (column and
//! row from 1 at the top left), then the names of the two programs, and `-1`.
//!
//! Tournaments add lines of their own at the end, which are passed over.

use std::fmt::Write;

use gyoji_core::{BadText, Text};

use super::{Kifu, bad_line, shown, size_of, words};
use crate::Point;

pub(super) fn read(text: &str) -> Result<Kifu, BadText> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    let (_, first) = lines.next().unwrap_or_default();
    let mut kifu = Kifu::new(read_size(first)?);
    let mut names = Vec::new();
    for (index, line) in lines {
        let bad = |why: Text| bad_line(index + 1, line, why);
        match line {
            "" => {}
            "-1" => break,
            _ if names.is_empty() && looks_like_a_move(line) => {
                let (point, millis) =
                    read_move(line, kifu.size).ok_or_else(|| bad(words::psq_move()))?;
                kifu.push(point).map_err(bad)?;
                kifu.millis.push(millis);
            }
            _ => names.push(line),
        }
    }
    for (name, line) in kifu.names.iter_mut().zip(names) {
        line.clone_into(name);
    }
    Ok(kifu)
}

/// `Piskvorky 15x15, 11:11, 0`
fn read_size(line: &str) -> Result<u8, BadText> {
    let bad = |why| BadText::new(shown(line), words::line(1, why));
    let rest = line.strip_prefix("Piskvorky ").ok_or_else(|| bad(words::psq_header()))?;
    let size = rest.split(',').next().unwrap_or_default().trim();
    let number = |side: &str| side.trim().parse::<u64>();
    let sides = size.split_once(['x', 'X']).map(|(w, h)| (number(w), number(h)));
    let Some((Ok(width), Ok(height))) = sides else { return Err(bad(words::psq_header())) };
    let square = size_of(width).filter(|_| width == height);
    square.ok_or_else(|| bad(words::psq_size(width, height)))
}

/// Numbers and commas: whatever else may be the name of a program.
fn looks_like_a_move(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && line.bytes().all(|byte| byte.is_ascii_digit() || b",.; -".contains(&byte))
}

fn read_move(line: &str, size: u8) -> Option<(Point, u64)> {
    let mut parts = line.split(',').map(str::trim);
    let mut coordinate = || parts.next()?.parse::<u8>().ok()?.checked_sub(1);
    let (x, y) = (coordinate()?, coordinate()?);
    let millis = parts.next().map_or(Some(0), |millis| millis.parse().ok())?;
    Some((Point::from_top(x, y, size)?, millis)).filter(|_| parts.next().is_none())
}

pub(super) fn write(kifu: &Kifu) -> String {
    let size = kifu.size;
    let mut out = format!("Piskvorky {size}x{size}, 11:11, 0\n");
    for (index, point) in kifu.moves.iter().enumerate() {
        let millis = kifu.millis.get(index).copied().unwrap_or(0);
        let _ = writeln!(out, "{},{},{millis}", point.x() + 1, point.y_from_top(size) + 1);
    }
    for (name, instead) in kifu.names.iter().zip(["black", "white"]) {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        // A name that looks like a move, or like the end, would be taken for it.
        let fits = !name.is_empty() && !looks_like_a_move(&name);
        let _ = writeln!(out, "{}", if fits { name.as_str() } else { instead });
    }
    out.push_str("-1\n");
    out
}
