//! Perft tables as data files.
//!
//! A line is `NAME DEPTH COUNT POSITION…` (the rest of the line is the position, or `start`);
//! `#` begins a comment.

/// One line of a perft table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftLine<'a> {
    /// What the position is called.
    pub name: &'a str,
    /// How many plies deep.
    pub depth: u32,
    /// How many leaves there are.
    pub count: u64,
    /// The position in the game's text form, or `start`.
    pub position: &'a str,
}

/// Reads a perft table. Panics with the line that is not one: it is part of a test.
pub fn perft_lines(table: &str) -> Vec<PerftLine<'_>> {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.splitn(4, char::is_whitespace);
            let mut next = || parts.next().unwrap_or_else(|| panic!("bad perft line: {line}"));
            PerftLine {
                name: next(),
                depth: next().parse().unwrap_or_else(|_| panic!("bad depth: {line}")),
                count: next().parse().unwrap_or_else(|_| panic!("bad count: {line}")),
                position: next().trim(),
            }
        })
        .collect()
}
