//! The class's game file (seed 004): `<count>,<player>;<y>;<x>,<player>;<y>;<x>…` in one line.
//!
//! y, from the top, comes before x; both are counted from 1 unless it is said otherwise. No
//! text, `0,` and nothing at all are a game without moves. Spaces around numbers, a comma at the
//! end and the end of the line do not matter. Whether the count is right and the players move in
//! turn is another question: see [`Sheet::check`].

use std::ops::Range;

use gyoji_core::{Flaw, Lang, Text};

use super::words;
use crate::Point;

/// How coordinates are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The side of the board.
    pub size: u8,
    /// Whether counting begins at 1.
    pub one_based: bool,
}

impl Form {
    const fn first(self) -> u32 {
        self.one_based as u32
    }

    const fn last(self) -> u32 {
        self.size as u32 - 1 + self.first()
    }

    /// `y;x` of a point.
    pub fn coordinates(self, point: Point) -> (u32, u32) {
        let (y, x) = (point.y_from_top(self.size), point.x());
        (u32::from(y) + self.first(), u32::from(x) + self.first())
    }

    /// A move as it stands in a file: `1;8;8`.
    pub fn entry(self, player: u32, point: Point) -> String {
        let (y, x) = self.coordinates(point);
        format!("{player};{y};{x}")
    }
}

/// A move of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of who made it.
    pub player: u32,
    /// Where.
    pub point: Point,
    /// The bytes of the text it stands in.
    pub at: Range<usize>,
}

/// What a file says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// How many moves it claims to have.
    pub count: u32,
    /// The bytes of that number.
    pub count_at: Range<usize>,
    /// The moves it has.
    pub entries: Vec<Entry>,
}

/// Why a text is not such a file: which field is wrong, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadSheet {
    /// The field, from 1: the parts between the commas. None if it is the file as a whole.
    pub field: Option<usize>,
    /// The bytes that are wrong, why, and what to do.
    pub flaw: Box<Flaw>,
}

impl BadSheet {
    pub(crate) fn new(
        field: impl Into<Option<usize>>,
        at: Range<usize>,
        [mark, why, fix]: [Text; 3],
    ) -> BadSheet {
        BadSheet { field: field.into(), flaw: Box::new(Flaw { at, mark, why, fix }) }
    }

    /// The field and what is wrong with it: `field 3: x is 0, …`.
    pub fn problem(&self) -> Text {
        match self.field {
            Some(field) => words::field(field, &self.flaw.why),
            None => self.flaw.why.clone(),
        }
    }
}

impl std::fmt::Display for BadSheet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.problem().get(Lang::En))
    }
}

impl std::error::Error for BadSheet {}

/// Something that strict readers refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slip {
    /// The number in front is not the number of moves.
    Count(BadSheet),
    /// The same player moves twice in a row: the move with this index.
    Twice(usize, BadSheet),
}

impl Slip {
    /// What is wrong, and where.
    pub const fn bad(&self) -> &BadSheet {
        match self {
            Slip::Count(bad) | Slip::Twice(_, bad) => bad,
        }
    }
}

/// Reads a file.
pub fn read(text: &str, form: Form) -> Result<Sheet, BadSheet> {
    let body = text.trim_end();
    if body.trim_start().is_empty() {
        return Ok(Sheet::default());
    }
    check_signs(body)?;
    let mut fields = fields(body);
    let (count_at, count) = fields.next().unwrap_or((0..0, ""));
    let mut sheet = Sheet { count: read_count(&count_at, count)?, count_at, entries: Vec::new() };
    let mut fields = fields.enumerate().map(|(i, field)| (i + 2, field)).peekable();
    while let Some((number, (at, field))) = fields.next() {
        match field {
            "" if fields.peek().is_none() => break,
            "" => {
                let words = [words::mark_empty(), words::empty_field(), words::fix_empty()];
                return Err(BadSheet::new(number, at, words));
            }
            _ => sheet.entries.push(read_move(number, at, field, form)?),
        }
        sheet.check_players(number)?;
    }
    Ok(sheet)
}

impl Sheet {
    /// What a strict reader does not let pass, in the order of the file.
    pub fn check(&self) -> Vec<Slip> {
        let mut slips = Vec::new();
        let count = self.entries.len();
        if self.count as usize != count {
            let words = [
                words::mark_wrong_count(count),
                words::wrong_count(self.count, count),
                words::fix_wrong_count(),
            ];
            slips.push(Slip::Count(BadSheet::new(1, self.count_at.clone(), words)));
        }
        for (i, pair) in self.entries.windows(2).enumerate() {
            let player = pair[1].player;
            if pair[0].player == player {
                let words = [
                    words::mark_moved_twice(player),
                    words::moved_twice(player),
                    words::fix_moved_twice(),
                ];
                slips.push(Slip::Twice(i + 1, BadSheet::new(i + 3, pair[1].at.clone(), words)));
            }
        }
        slips
    }

    /// The two players' numbers, in the order they first moved.
    pub fn players(&self) -> Vec<u32> {
        let mut players = Vec::new();
        for entry in &self.entries {
            if !players.contains(&entry.player) {
                players.push(entry.player);
            }
        }
        players
    }

    fn check_players(&self, field: usize) -> Result<(), BadSheet> {
        let [first, second, third] = self.players()[..] else { return Ok(()) };
        let at = self.entries.last().map_or(0..0, |entry| entry.at.clone());
        let words = [
            words::mark_third_player(),
            words::third_player(third, first, second),
            words::fix_players(),
        ];
        Err(BadSheet::new(field, at, words))
    }
}

/// A file with these moves, without a line end.
pub fn write(moves: impl IntoIterator<Item = (u32, Point)>, form: Form) -> String {
    let entries: Vec<String> =
        moves.into_iter().map(|(player, point)| form.entry(player, point)).collect();
    format!("{},{}", entries.len(), entries.join(","))
}

/// What cannot be in such a file at all.
fn check_signs(body: &str) -> Result<(), BadSheet> {
    let field_at = |at: usize| body[..at].matches(',').count() + 1;
    if body.starts_with('\u{feff}') {
        let words = [words::mark_bom(), words::bom(), words::fix_bom()];
        return Err(BadSheet::new(1, 0..'\u{feff}'.len_utf8(), words));
    }
    if let Some(at) = body.find(['\n', '\r']) {
        let words = [words::mark_line_end(), words::several_lines(), words::fix_one_line()];
        return Err(BadSheet::new(field_at(at), at..at + 1, words));
    }
    let is_wide = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}' | '\u{3000}'..='\u{3002}');
    if let Some((at, sign)) = body.char_indices().find(|&(_, c)| is_wide(c)) {
        let words = [words::mark_full_width(), words::full_width(sign), words::fix_half_width()];
        return Err(BadSheet::new(field_at(at), at..at + sign.len_utf8(), words));
    }
    Ok(())
}

/// The parts between the commas without the spaces around them, and where they stand.
fn fields(body: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut next = 0;
    body.split(',').map(move |field| {
        let start = next;
        next += field.len() + 1;
        let from = start + field.len() - field.trim_start().len();
        let field = field.trim();
        (from..from + field.len(), field)
    })
}

fn read_count(at: &Range<usize>, count: &str) -> Result<u32, BadSheet> {
    let bad = |words| BadSheet::new(1, at.clone(), words);
    match number(count) {
        Some(count) => Ok(count),
        None if count.contains(';') => {
            Err(bad([words::mark_no_count(), words::no_count(), words::fix_no_count("1")]))
        }
        None => {
            let words = [
                words::mark_no_count(),
                words::count_is_no_number(short(count)),
                words::fix_count(),
            ];
            Err(bad(words))
        }
    }
}

fn read_move(
    field_number: usize,
    at: Range<usize>,
    field: &str,
    form: Form,
) -> Result<Entry, BadSheet> {
    let parts: Vec<&str> = field.split(';').collect();
    let [player, y, x] = parts[..] else {
        let words =
            [words::mark_parts(), words::parts(short(field), parts.len()), words::fix_parts()];
        return Err(BadSheet::new(field_number, at, words));
    };
    let starts = [0, player.len() + 1, player.len() + y.len() + 2];
    let place = |part: usize, text: &str| {
        let from = at.start + starts[part] + text.len() - text.trim_start().len();
        from..from + text.trim().len().max(1)
    };
    let Some(player_number) = number(player.trim()) else {
        let why = words::player_is_no_number(short(player.trim()));
        let words = [words::mark_number(), why, words::fix_number()];
        return Err(BadSheet::new(field_number, place(0, player), words));
    };
    let coordinate = |name: &str, part: usize, text: &str| -> Result<u8, BadSheet> {
        let bad = |words| BadSheet::new(field_number, place(part, text), words);
        let shown = short(text.trim());
        let Some(value) = number(text.trim()) else {
            if is_digits(text.trim()) {
                let why = words::off_board(name, shown, form.first(), form.last());
                return Err(bad([words::mark_off_board(), why, words::fix_off_board()]));
            }
            let why = words::coordinate_is_no_number(name, shown);
            return Err(bad([words::mark_number(), why, words::fix_number()]));
        };
        if (form.first()..=form.last()).contains(&value) {
            return Ok((value - form.first()) as u8);
        }
        Err(bad(if value < form.first() {
            [words::mark_zero_based(), words::looks_zero_based(name), words::fix_zero_based()]
        } else if !form.one_based && value == u32::from(form.size) {
            let why = words::looks_one_based(name, value);
            [words::mark_one_based(), why, words::fix_one_based()]
        } else {
            let why = words::off_board(name, value, form.first(), form.last());
            [words::mark_off_board(), why, words::fix_off_board()]
        }))
    };
    let (row, col) = (coordinate("y", 1, y)?, coordinate("x", 2, x)?);
    let point = Point::from_top(col, row, form.size).unwrap_or(Point::centre(form.size));
    Ok(Entry { player: player_number, point, at })
}

/// A whole number of at most nine digits and nothing else: `+8` is none.
fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| is_digits(text) && *number < 1_000_000_000)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The beginning of a text, for a message.
fn short(text: &str) -> String {
    const MOST: usize = 20;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form { size: 15, one_based: true };

    fn moves(text: &str) -> Vec<(u32, String)> {
        let sheet = read(text, FORM).unwrap_or_else(|bad| panic!("{text:?}: {bad}"));
        sheet.entries.iter().map(|entry| (entry.player, entry.point.to_string())).collect()
    }

    #[test]
    fn the_documents_examples() {
        assert_eq!(moves("1,1;8;8"), [(1, "h8".to_owned())]);
        assert_eq!(moves("2,1;8;8,2;7;7"), [(1, "h8".to_owned()), (2, "g9".to_owned())]);
        for nothing in ["", "0,", "0", " \r\n", "0,\n"] {
            assert_eq!(moves(nothing), [], "{nothing:?}");
        }
    }

    #[test]
    fn y_comes_first_and_counts_from_the_top() {
        assert_eq!(moves("1,1;1;15"), [(1, "o15".to_owned())]);
        assert_eq!(moves("1,1;15;1"), [(1, "a1".to_owned())]);
        let zero = Form { one_based: false, ..FORM };
        assert_eq!(read("1,1;0;14", zero).unwrap().entries[0].point.to_string(), "o15");
    }

    #[test]
    fn spaces_a_last_comma_and_line_ends_do_not_matter() {
        for text in ["2,1;8;8,2;7;7\n", "2,1;8;8,2;7;7,\r\n", " 2 , 1 ; 8 ; 8 , 2;7 ;7 "] {
            assert_eq!(moves(text), moves("2,1;8;8,2;7;7"), "{text:?}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut rng = fastrand::Rng::with_seed(4);
        for size in [5, 9, 15, 19] {
            for one_based in [true, false] {
                let form = Form { size, one_based };
                let points: Vec<Point> = Point::all(size).collect();
                let count = rng.usize(..points.len());
                let game: Vec<(u32, Point)> = (0..count)
                    .map(|i| (1 + i as u32 % 2, points[rng.usize(..points.len())]))
                    .collect();
                let text = write(game.iter().copied(), form);
                let sheet = read(&text, form).unwrap();
                let back: Vec<(u32, Point)> =
                    sheet.entries.iter().map(|entry| (entry.player, entry.point)).collect();
                assert_eq!((back, sheet.count as usize), (game, count));
                assert_eq!(sheet.check(), []);
                for entry in &sheet.entries {
                    assert_eq!(text[entry.at.clone()], form.entry(entry.player, entry.point));
                }
            }
        }
        assert_eq!(write([], FORM), "0,");
    }

    /// A bad file: the field, the bytes that are marked, and the complaint.
    fn complaint(text: &str) -> (usize, String, String) {
        let bad = match read(text, FORM) {
            Err(bad) => bad,
            Ok(sheet) => sheet.check().first().unwrap_or_else(|| panic!("{text:?}")).bad().clone(),
        };
        let marked = text.get(bad.flaw.at.clone()).unwrap_or("").to_owned();
        (bad.field.unwrap_or(0), marked, bad.flaw.why.get(Lang::En).to_owned())
    }

    #[test]
    fn every_field_that_is_wrong_is_named() {
        for (text, field, marked, why) in [
            ("1;8;8", 1, "1;8;8", "this is a move already"),
            ("two,1;8;8", 1, "two", "not a number of moves"),
            (",1;8;8", 1, "", "not a number of moves"),
            ("-1,1;8;8", 1, "-1", "not a number of moves"),
            ("1,1;8", 2, "1;8", "here: 2"),
            ("1,1;8;8;8", 2, "1;8;8;8", "here: 4"),
            ("2,1;8;8,8.7", 3, "8.7", "here: 1"),
            ("2,1;8;8,,2;7;7", 3, "", "nothing stands between"),
            ("1,x;8;8", 2, "x", "not the number of a player"),
            ("1,1;8.0;8", 2, "8.0", "y is \"8.0\""),
            ("1,1;8;-3", 2, "-3", "x is \"-3\""),
            ("1,1;8;", 2, "", "x is \"\""),
            ("2,1;8;8,2;7;0", 3, "0", "x is 0, but counting begins at 1: this looks 0-based"),
            ("1,1;0;8", 2, "0", "this looks 0-based"),
            ("1,1;8;16", 2, "16", "x is 16, but the board goes from 1 to 15"),
            ("3,1;8;8,2;7;7,3;9;9", 4, "3;9;9", "a third player"),
            ("3,1;8;8,2;7;7", 1, "3", "says 3 moves, but 2 follow"),
            ("2,1;8;8,1;7;7", 3, "1;7;7", "player 1 moves twice"),
            ("1,1;8;8\n2,1;8;8", 2, "\n", "more than one"),
            ("\u{feff}1,1;8;8", 1, "\u{feff}", "byte order mark"),
            ("1,1;８;8", 2, "８", "full-width"),
            ("1、1;8;8", 1, "、", "full-width"),
        ] {
            let (got_field, got_marked, got_why) = complaint(text);
            assert!(got_why.contains(why), "{text:?}: {got_why}");
            assert_eq!((got_field, got_marked.as_str()), (field, marked), "{text:?}: {got_why}");
        }
        let zero = Form { one_based: false, ..FORM };
        let bad = read("1,1;15;0", zero).unwrap_err();
        assert!(bad.to_string().contains("this looks 1-based"), "{bad}");
    }
}
