//! WTHOR, the database of the French federation: games in a `.wtb` file, the names of players and
//! tournaments in a `.jou` and a `.trn` file beside it.
//!
//! All three begin with 16 bytes: the date of the file (century, year, month, day), how many
//! games there are (4 bytes, the lowest first), how many names there are (2), the year of the
//! games (2), the size of the board, the kind of games, how deep the best score was computed,
//! and nothing. A game has 68 bytes: the numbers of its tournament, of black and of white (2
//! each), black's discs, the discs that were possible, and 60 moves, where f5 is 56 and 0 is
//! none. Passes are left out, and every game begins as usual. A name has 20 bytes (players) or 26
//! (tournaments) and ends with a 0.

use gyoji_core::BadText;

use super::{By, Kifu, Score, words};
use crate::{Move, Othello};

const HEADER: usize = 16;
const GAME: usize = 68;
const MOVES: usize = 60;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;
/// What stands for a name that is not known.
const UNKNOWN: &str = "???";

/// The names that the numbers in a file of games mean.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Of the players, from a `.jou` file.
    pub players: Vec<String>,
    /// Of the tournaments, from a `.trn` file.
    pub tournaments: Vec<String>,
}

impl Names {
    /// Reads the names in a `.jou` file.
    pub fn read_players(&mut self, bytes: &[u8]) -> Result<(), BadText> {
        self.players = read_names(bytes, PLAYER)?;
        Ok(())
    }

    /// Reads the names in a `.trn` file.
    pub fn read_tournaments(&mut self, bytes: &[u8]) -> Result<(), BadText> {
        self.tournaments = read_names(bytes, TOURNAMENT)?;
        Ok(())
    }
}

/// The three files that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    /// The games: a `.wtb` file.
    pub games: Vec<u8>,
    /// The names of the players, if there are any: a `.jou` file.
    pub players: Option<Vec<u8>>,
    /// The names of the tournaments, if there are any: a `.trn` file.
    pub tournaments: Option<Vec<u8>>,
}

/// Reads the games of a file: at least one.
pub fn read(bytes: &[u8], names: &Names) -> Result<Vec<Kifu>, BadText> {
    let header = Header::read(bytes)?;
    if !matches!(header.size, 0 | 8) {
        return Err(BadText::new("", words::size(header.size)));
    }
    if header.games == 0 {
        return Err(BadText::new("", words::no_game()));
    }
    let body = &bytes[HEADER..];
    let there = body.len() / GAME;
    if there < header.games {
        return Err(BadText::new("", words::wthor_short(header.games, there, bytes.len())));
    }
    let records = body.chunks_exact(GAME).take(header.games).enumerate();
    let read = |(index, record): (usize, &[u8])| {
        let (at, why) = match read_game(record, names, header.year) {
            Ok(kifu) => return Ok(kifu),
            Err(wrong) => wrong,
        };
        let at = HEADER + index * GAME + at;
        Err(BadText::new("", words::wthor_place(index + 1, at, why)))
    };
    records.map(read).collect()
}

/// What a file begins with.
struct Header {
    games: usize,
    names: usize,
    year: u16,
    size: u8,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, BadText> {
        let &[_, _, _, _, a, b, c, d, e, f, g, h, size, ..] = bytes else {
            return Err(BadText::new("", words::wthor_header(bytes.len())));
        };
        if bytes.len() < HEADER {
            return Err(BadText::new("", words::wthor_header(bytes.len())));
        }
        Ok(Header {
            games: u32::from_le_bytes([a, b, c, d]) as usize,
            names: usize::from(u16::from_le_bytes([e, f])),
            year: u16::from_le_bytes([g, h]),
            size,
        })
    }

    fn write(&self) -> Vec<u8> {
        let [a, b, c, d] = u32::try_from(self.games).unwrap_or(u32::MAX).to_le_bytes();
        let [e, f] = u16::try_from(self.names).unwrap_or(u16::MAX).to_le_bytes();
        let [g, h] = self.year.to_le_bytes();
        // The day is not ours to know: a file with the same games is the same file.
        let year = if self.year == 0 { 2000 } else { self.year };
        let (century, in_century) = ((year / 100).min(255) as u8, (year % 100) as u8);
        vec![century, in_century, 1, 1, a, b, c, d, e, f, g, h, self.size, 0, 0, 0]
    }
}

/// Something wrong in a game: the byte of its 68, and what.
type Wrong = (usize, gyoji_core::Text);

fn read_game(record: &[u8], names: &Names, year: u16) -> Result<Kifu, Wrong> {
    let number = |at: usize| usize::from(u16::from_le_bytes([record[at], record[at + 1]]));
    let mut kifu = Kifu::new(Othello::STANDARD);
    kifu.event = name_of(&names.tournaments, number(0));
    kifu.names = [2, 4].map(|at| name_of(&names.players, number(at)));
    kifu.date = if year == 0 { String::new() } else { year.to_string() };
    let black = i32::from(record[6]);
    if black > 64 {
        return Err((6, words::wthor_score(black)));
    }
    kifu.score = Some(Score::count(2 * black - 64));
    for (at, &byte) in record.iter().enumerate().skip(GAME - MOVES) {
        if byte == 0 {
            break;
        }
        let (row, column) = (byte / 10, byte % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            return Err((at, words::wthor_move(byte)));
        }
        let mv = Move::Put((row - 1) * 8 + column - 1);
        kifu.push(None, mv.into()).map_err(|why| (at, why))?;
    }
    kifu.settle();
    Ok(kifu)
}

/// A name, or the number where there is no list of names.
fn name_of(names: &[String], number: usize) -> String {
    match names.get(number) {
        Some(name) if name.chars().all(|c| c == '?') => String::new(),
        Some(name) => name.clone(),
        None if number == 0 => String::new(),
        None => format!("#{number}"),
    }
}

fn read_names(bytes: &[u8], length: usize) -> Result<Vec<String>, BadText> {
    let header = Header::read(bytes)?;
    // Some programs have the number where that of the games is.
    let count = if header.names == 0 { header.games } else { header.names };
    let there = (bytes.len() - HEADER) / length;
    if there < count {
        return Err(BadText::new("", words::wthor_short_names(count, there, length)));
    }
    let name = |bytes: &[u8]| {
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        let bytes = &bytes[..end];
        // The federation writes Latin-1; we write UTF-8 where that has no such letters.
        let latin = || bytes.iter().map(|&byte| char::from(byte)).collect();
        let name = String::from_utf8(bytes.to_vec()).unwrap_or_else(|_| latin());
        name.trim().to_owned()
    };
    Ok(bytes[HEADER..].chunks_exact(length).take(count).map(name).collect())
}

/// Writes games and the names in them; an error if a game does not begin as usual.
pub fn write(games: &[Kifu]) -> Result<Files, BadText> {
    let year = games.iter().find_map(|kifu| year_of(&kifu.date)).unwrap_or(0);
    let mut bytes = Header { games: games.len(), names: 0, year, size: 8 }.write();
    let (mut players, mut tournaments) = (List::default(), List::default());
    for (index, kifu) in games.iter().enumerate() {
        let wrong = |why| BadText::new("", words::game(index + 1, why));
        if *kifu.start() != Othello::STANDARD {
            return Err(wrong(words::wthor_start()));
        }
        let tournament = tournaments.number(&kifu.event);
        let [black, white] = [0, 1].map(|seat: usize| players.number(&kifu.names[seat]));
        for number in [tournament, black, white] {
            let number = number.ok_or_else(|| wrong(words::wthor_names()))?;
            bytes.extend(number.to_le_bytes());
        }
        let score = black_discs(kifu);
        bytes.extend([score, score]);
        let mut moves = [0; MOVES];
        for (byte, square) in moves.iter_mut().zip(kifu.discs()) {
            *byte = (square / 8 + 1) * 10 + square % 8 + 1;
        }
        bytes.extend(moves);
    }
    Ok(Files {
        games: bytes,
        players: players.write(PLAYER, year),
        tournaments: tournaments.write(TOURNAMENT, year),
    })
}

/// The first four digits of a date that stand together.
fn year_of(date: &str) -> Option<u16> {
    let mut runs = date.split(|c: char| !c.is_ascii_digit());
    runs.find(|run| run.len() == 4)?.parse().ok()
}

/// Black's discs: on a board that is full or stuck with the empty squares for the winner, of a
/// game that ended early as its score says, and else those on the board.
fn black_discs(kifu: &Kifu) -> u8 {
    let of_score = |score: Score| match score.by {
        By::Discs => score.discs,
        By::Resigned | By::Time => 64 * score.discs.signum(),
    };
    let discs = kifu.final_count().or(kifu.score.map(of_score));
    let discs = discs.map_or(kifu.counts()[0], |discs| (64 + discs) / 2);
    discs.clamp(0, 64) as u8
}

/// Names with their numbers, 0 being the unknown.
#[derive(Default)]
struct List {
    names: Vec<String>,
    numbers: std::collections::HashMap<String, u16>,
}

impl List {
    /// The number of a name; none if there are too many.
    fn number(&mut self, name: &str) -> Option<u16> {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.chars().all(|c| c == '?') {
            return Some(0);
        }
        if let Some(number) = self.numbers.get(&name) {
            return Some(*number);
        }
        let number = u16::try_from(self.names.len() + 1).ok().filter(|it| *it < u16::MAX)?;
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        Some(number)
    }

    fn write(&self, length: usize, year: u16) -> Option<Vec<u8>> {
        if self.names.is_empty() {
            return None;
        }
        let header = Header { games: 0, names: self.names.len() + 1, year, size: 0 };
        let mut bytes = header.write();
        for name in std::iter::once(UNKNOWN).chain(self.names.iter().map(String::as_str)) {
            bytes.extend(name_bytes(name, length));
        }
        Some(bytes)
    }
}

/// A name in Latin-1, or in UTF-8 where that has no such letters, cut to its length.
fn name_bytes(name: &str, length: usize) -> Vec<u8> {
    let latin: Option<Vec<u8>> = name.chars().map(|c| u8::try_from(c).ok()).collect();
    let mut bytes =
        latin.unwrap_or_else(|| name.as_bytes()[..name.floor_char_boundary(length - 1)].to_vec());
    bytes.resize(length - 1, 0);
    bytes.push(0);
    bytes
}
