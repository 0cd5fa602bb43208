//! `arena`: the line protocol of the public program contrast_arena, whose clients connect over TCP.
//!
//! From a client: `ROLE X name model`, `READY`, `MOVE a5,a4 -1`, `GET_STATE`. To it: `INFO …`,
//! `ERROR …`, and the whole position as a block from `STATE` to `END`. The first player is X and
//! starts on row 5: rows count from the other side than in [`Move`]'s own text.
//!
//! Clients answer every `STATE` that says it is their turn. So the one of their turn is the
//! question, and comes only when the clock starts.

use std::fmt::{self, Write};

use gyoji_core::record::{Ended, Fault, FaultKind, Moved};
use gyoji_core::{
    Deal, Dialect, DialectEntry, Game, Heard, Lifetime, OptionSpec, Seat, Text, Turn,
};

use crate::Contrast;
use crate::moves::{Move, Tile};
use crate::square::{SIDE, SQUARES};

/// The longest name that is repeated to a client, in characters.
const LONGEST_NAME: usize = 32;

/// Whoever has given no name.
const NOBODY: &str = "anon";

/// The dialect's place in the kit.
pub(super) fn entry() -> DialectEntry<Contrast> {
    const OPTIONS: &[OptionSpec] = &[];
    DialectEntry {
        name: "arena",
        about: Text::new(
            "clients of contrast_arena: ROLE, READY, MOVE and STATE … END",
            "contrast_arena のクライアントの方式: ROLE・READY・MOVE・STATE … END",
        ),
        options: OPTIONS,
        lifetime: Lifetime::Keep,
        says_clock: false,
        knows: gyoji_core::Known::all,
        make: |_| Ok(Box::new(Arena::new())),
        client: None,
    }
}

/// What a line of a client is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Request<'a> {
    /// The role it wants, if it wants one, and its name, if it gives one.
    Role(Option<Seat>, Option<&'a str>),
    Ready,
    Move(Sent),
    GetState,
    Wrong(&'static str),
    Unknown,
}

/// A move as it was sent; the numbers are 0 if they were left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sent {
    mv: Move,
    game: u64,
    number: u64,
}

fn request(line: &str) -> Request<'_> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("ROLE") => {
            let role = words.next().unwrap_or_default();
            let name = words.next().filter(|name| *name != "-");
            match role {
                "-" => Request::Role(None, name),
                "X" | "x" => Request::Role(Some(Seat::FIRST), name),
                "O" | "o" => Request::Role(Some(Seat::SECOND), name),
                _ => Request::Wrong("ROLE needs X, O or -"),
            }
        }
        Some("READY") => Request::Ready,
        Some("GET_STATE") => Request::GetState,
        Some("MOVE") => match sent(words) {
            Some(sent) => Request::Move(sent),
            None => Request::Wrong("A move looks like MOVE a5,a4 -1 or MOVE a5,a4 c3b"),
        },
        _ => Request::Unknown,
    }
}

/// `a5,a4 c3b`, and perhaps the numbers of the game and of the move.
fn sent<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Sent> {
    let (from, to) = words.next()?.split_once(',')?;
    let plain = Move::new(square(from)?, square(to)?);
    let mv = match words.next()? {
        "-1" => plain,
        tile => {
            let (at, letter) = tile.split_at_checked(2)?;
            let letter = letter.to_ascii_lowercase();
            let kind = Tile::BOTH.into_iter().find(|kind| letter == kind.letter().to_string())?;
            plain.with_tile(kind, square(at)?)
        }
    };
    let mut number = || words.next().map_or(Some(0), |word| word.parse().ok());
    Some(Sent { mv, game: number()?, number: number()? })
}

fn square(name: &str) -> Option<u8> {
    match *name.to_ascii_lowercase().as_bytes() {
        [x @ b'a'..=b'e', y @ b'1'..=b'5'] => Some((y - b'1') * SIDE + x - b'a'),
        _ => None,
    }
}

/// A square as this protocol names it: row 1 is player 2's.
struct Place(u8);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (self.0 % SIDE, self.0 / SIDE);
        write!(f, "{}{}", char::from(b'a' + x), char::from(b'1' + y))
    }
}

/// A move as this protocol writes it.
fn written(mv: Move) -> String {
    let tile = match mv.tile() {
        Some((tile, at)) => format!("{}{}", Place(at), tile.letter()),
        None => "-1".to_owned(),
    };
    format!("{},{} {tile}", Place(mv.from()), Place(mv.to()))
}

const fn role(seat: Seat) -> char {
    if seat.0 == 0 { 'X' } else { 'O' }
}

/// The server's side.
struct Arena {
    /// What the client has asked for with `ROLE`.
    wanted: Option<Seat>,
    seat: Seat,
    /// The name it has given, in this game or in one before it on the same line.
    name: Option<String>,
    is_ready: bool,
    /// Told in every state, and checked if the client repeats it.
    game: u64,
    /// The number of the client's last move that counted.
    last_number: u64,
    /// For the last state, which comes when the game is over by whatever reason.
    position: Option<Contrast>,
    last: String,
}

impl Dialect<Contrast> for Arena {
    /// Nothing is said: the client introduces itself first.
    fn hello(&mut self, deal: &Deal<'_, Contrast>, _out: &mut String) {
        self.seat = deal.seat;
        // Not the same for two games in a row, so that a client can tell them apart.
        self.game = 1 + (deal.setup.seed.wrapping_mul(2) + u64::from(deal.seat.0)) % 1_000_000;
        self.position = Some(deal.start.clone());
    }

    fn awaits_ready(&self) -> bool {
        true
    }

    fn speaks_first(&self) -> bool {
        true
    }

    fn ready(&mut self, line: &str) {
        self.is_ready = true;
        if let Request::Role(wanted, name) = request(line) {
            self.wanted = wanted;
            self.name = name.map(|name| name.chars().take(LONGEST_NAME).collect());
        }
    }

    fn named(&mut self, seat: Seat, name: &str) {
        if seat == self.seat {
            self.name = Some(name.to_owned());
        }
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn begun(&mut self, turn: &Turn<'_, Contrast>, out: &mut String) {
        self.introduce(self.wanted, turn.seat, out);
        if turn.position().to_move() != Some(turn.seat) {
            self.show(turn.position(), None, out);
        }
    }

    fn ask(&mut self, turn: &Turn<'_, Contrast>, out: &mut String) {
        self.show(turn.position(), None, out);
    }

    fn read(&self, _turn: &Turn<'_, Contrast>, asked: bool, line: &str) -> Heard<Move> {
        match request(line) {
            Request::Role(..) | Request::Ready if !self.is_ready => Heard::Ready,
            _ if !self.is_ready => Heard::Note,
            Request::Move(sent) if asked && self.stale(&sent).is_none() => Heard::Move(sent.mv),
            Request::Wrong(_) | Request::Unknown if asked => Heard::Garbage,
            _ => Heard::Query,
        }
    }

    fn reply(&mut self, turn: &Turn<'_, Contrast>, _: bool, line: &str, out: &mut String) {
        let _ = match request(line) {
            Request::Role(wanted, _) => {
                self.introduce(wanted, turn.seat, out);
                self.show(turn.position(), None, out);
                Ok(())
            }
            Request::Ready => writeln!(out, "INFO Ready acknowledged"),
            Request::GetState => {
                self.show(turn.position(), None, out);
                Ok(())
            }
            Request::Move(sent) => {
                let side = role(turn.position().board().side());
                let _ = match self.stale(&sent) {
                    Some(why) => writeln!(out, "ERROR {why}; resyncing state"),
                    None => writeln!(out, "ERROR It is {side}'s turn"),
                };
                self.show(turn.position(), None, out);
                Ok(())
            }
            Request::Wrong(why) => writeln!(out, "ERROR {why}"),
            Request::Unknown => writeln!(out, "ERROR Unknown command"),
        };
    }

    fn tell(&mut self, turn: &Turn<'_, Contrast>, moved: &Moved, mv: Move, out: &mut String) {
        self.last = written(mv);
        self.position = Some(turn.position().clone());
        if moved.seat == turn.seat {
            let own = moved.got.as_ref().map(|got| got.line().into_owned()).unwrap_or_default();
            if let Request::Move(sent) = request(&own) {
                self.last_number = self.last_number.max(sent.number);
            }
        }
        // One's own turn is a question, and a finished game has its own last word.
        if turn.position().to_move().is_some_and(|next| next != turn.seat) {
            self.show(turn.position(), None, out);
        }
    }

    fn refuse(&mut self, turn: &Turn<'_, Contrast>, fault: &Fault, out: &mut String) {
        let said = fault.got.line();
        // Why a move is illegal stays in the record: our words name squares from the other side.
        let why = match request(&said) {
            Request::Move(_) => "Illegal move; resyncing state",
            Request::Wrong(why) => why,
            _ => "Unknown command",
        };
        let _ = writeln!(out, "ERROR {why}");
        if fault.kind == FaultKind::Illegal {
            self.show(turn.position(), None, out);
        }
    }

    fn undone(&mut self, turn: &Turn<'_, Contrast>, _out: &mut String) {
        self.position = Some(turn.position().clone());
        self.last = turn.moves.last().map(|mv| written(*mv)).unwrap_or_default();
    }

    fn bye(&mut self, ended: &Ended, out: &mut String) {
        if ended.why == Ended::ABORTED {
            return; // nobody has won: a server that stops just closes the connection
        }
        let status = match ended.winner() {
            Some(seat) => format!("{}_win", role(seat)),
            None => "draw".to_owned(),
        };
        if let Some(position) = self.position.take() {
            self.show(&position, Some(&status), out);
        }
    }

    fn expected(&self) -> Text {
        Text::new("MOVE a5,a4 -1, or MOVE a5,a4 c3b", "MOVE a5,a4 -1 または MOVE a5,a4 c3b")
    }

    fn answer(&self, _turn: &Turn<'_, Contrast>, mv: Move) -> Option<String> {
        Some(format!("MOVE {}", written(mv)))
    }
}

impl Arena {
    fn new() -> Arena {
        Arena {
            wanted: None,
            seat: Seat::FIRST,
            name: None,
            is_ready: false,
            game: 0,
            last_number: 0,
            position: None,
            last: String::new(),
        }
    }

    /// Says who the client is.
    fn introduce(&self, wanted: Option<Seat>, seat: Seat, out: &mut String) {
        if let Some(other) = wanted.filter(|wanted| *wanted != seat) {
            let _ = writeln!(out, "ERROR {} already taken", role(other));
        }
        let name = self.name.as_deref().unwrap_or(NOBODY);
        let _ = writeln!(out, "INFO You are {} ({name})", role(seat));
    }

    /// Why a move is not for now, if its numbers say so.
    fn stale(&self, sent: &Sent) -> Option<&'static str> {
        if sent.game != 0 && sent.game != self.game {
            Some("Stale or mismatched game_id")
        } else if sent.number != 0 && sent.number <= self.last_number {
            Some("Duplicate or old move_id")
        } else {
            None
        }
    }

    fn show(&self, position: &Contrast, status: Option<&str>, out: &mut String) {
        let board = position.board();
        // By column, then by row, as the original sorts the names.
        let squares = || (0..SQUARES).map(|at| at % SIDE * SIDE + at / SIDE);
        let list = |letter: &dyn Fn(u8) -> Option<char>| -> String {
            let found = squares().filter_map(|at| Some(format!("{}:{}", Place(at), letter(at)?)));
            found.collect::<Vec<_>>().join(",")
        };
        let stock = |tile: Tile| {
            let count = |seat: Seat| board.hand(seat).count(tile);
            format!("O:{},X:{}", count(Seat::SECOND), count(Seat::FIRST))
        };
        let _ = writeln!(
            out,
            "STATE\ngame_id={}\nturn={}\nstatus={}\nlast={}\npieces={}\ntiles={}\nstock_b={}\nstock_g={}\nEND",
            self.game,
            role(board.side()),
            status.unwrap_or("ongoing"),
            self.last,
            list(&|at| board.piece_on(at).map(role)),
            list(&|at| board.tile_on(at).map(Tile::letter)),
            stock(Tile::Black),
            stock(Tile::Gray),
        );
    }
}
