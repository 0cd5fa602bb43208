//! `tcp`: the wire format of the class-room server (seed 002), line by line over a socket.
//!
//! To a client: `START c`, `BOARD …`, `TURN c`, `SAY <NICK>:text`, `ERROR n`, `END …`,
//! `CLOSE …`. From it: `NICK name`, `PUT x y`, `SAY text`, `BOARD`, `CLOSE`. Black is 1, white
//! is -1. Passes are automatic and silent. An illegal `PUT` is answered with an error and may
//! be tried again.

mod client;
mod explain;

use std::fmt::Write;

use gyoji_core::record::{Ended, Fault, FaultKind, Moved, Policy};
use gyoji_core::{Deal, Dialect, DialectEntry, Game, Heard, Seat, Text, Turn};

use crate::Othello;
use crate::moves::Move;

pub use client::{TcpClient, read_board};

/// The longest nickname in bytes: it stands before every word of its owner, and somebody with a
/// very long one could otherwise fill the opponent's connection with it.
const LONGEST_NICK: usize = 64;

/// The dialect's place in the kit.
pub(super) fn entry() -> DialectEntry<Othello> {
    DialectEntry {
        is_network: true,
        peer_policy: Some(Policy::Retry), // seed 002: an illegal PUT may be tried again
        client: Some(|| Box::new(TcpClient::default())),
        ..DialectEntry::new(
            "tcp",
            Text::new(
                "the class-room server: START, BOARD, TURN, PUT, SAY, NICK, END over a socket",
                "授業のオセロサーバの方式: ソケット上の START・BOARD・TURN・PUT・SAY・NICK・END",
            ),
            |_| Ok(Box::new(TcpServer::default())),
            |_, _| Box::new(explain::Explainer),
        )
    }
}

/// What a line of a client is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Request<'a> {
    Nick(&'a str),
    Put(Move),
    Say(&'a str),
    Board,
    Close,
    /// Nothing worth an answer: a bare `SAY`.
    Silence,
    Wrong(Wrong),
}

/// What an `ERROR` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wrong {
    Empty = -1,
    Format = 1,
    Illegal = 2,
    NotYourTurn = 3,
    Unknown = 4,
}

fn request(line: &str) -> Request<'_> {
    let line = line.trim_start_matches(' ');
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word.to_ascii_uppercase().as_str() {
        "" => Request::Wrong(Wrong::Empty),
        "NICK" => match rest.split_whitespace().next() {
            Some(name) => Request::Nick(&name[..name.floor_char_boundary(LONGEST_NICK)]),
            None => Request::Wrong(Wrong::Empty),
        },
        "PUT" => {
            let mut numbers = rest.split_whitespace().map(str::parse::<u8>);
            match (numbers.next(), numbers.next(), numbers.next()) {
                (Some(Ok(x @ 0..=7)), Some(Ok(y @ 0..=7)), None) => {
                    Request::Put(Move::Put(8 * y + x))
                }
                _ => Request::Wrong(Wrong::Format),
            }
        }
        "SAY" if rest.trim().is_empty() => Request::Silence,
        "SAY" => Request::Say(rest),
        "BOARD" => Request::Board,
        "CLOSE" => Request::Close,
        _ => Request::Wrong(Wrong::Unknown),
    }
}

/// The name that somebody has given in these words, if the line is whole. The last one counts.
pub fn nick_in(said: &[u8]) -> Option<String> {
    let end = said.iter().rposition(|&byte| byte == b'\n')?;
    let said = String::from_utf8_lossy(&said[..end]);
    said.lines().rev().find_map(|line| match request(line) {
        Request::Nick(name) => Some(name.to_owned()),
        _ => None,
    })
}

/// Whether this is, or may become, the first line of somebody who speaks this protocol: what
/// browsers and port scanners say is not.
pub fn may_be_client(said: &[u8]) -> bool {
    let end = said.iter().position(|&byte| byte == b'\n');
    let line = String::from_utf8_lossy(&said[..end.unwrap_or(said.len())]);
    let line = line.trim_start_matches(' ').trim_end_matches('\r').to_ascii_uppercase();
    let word = line.split(' ').next().unwrap_or_default();
    let words = ["NICK", "PUT", "SAY", "BOARD", "CLOSE"];
    let is_whole = end.is_some() || line.contains(' ');
    words.iter().any(|known| *known == word || (!is_whole && known.starts_with(word)))
}

/// The server's side.
struct TcpServer {
    names: [String; 2],
    seat: Seat,
}

impl Default for TcpServer {
    fn default() -> TcpServer {
        TcpServer { names: ["BLACK".into(), "WHITE".into()], seat: Seat::FIRST }
    }
}

impl Dialect<Othello> for TcpServer {
    fn hello(&mut self, deal: &Deal<'_, Othello>, out: &mut String) {
        self.seat = deal.seat;
        let _ = writeln!(out, "START {}", colour(deal.seat));
        self.show(deal.start, out);
    }

    /// `TURN` is the question. Whoever is to move gets it only here, when the clock starts: an
    /// answer to it can then never come too early.
    fn ask(&mut self, _turn: &Turn<'_, Othello>, out: &mut String) {
        write_turn(self.seat, out);
    }

    fn forced(&self, turn: &Turn<'_, Othello>) -> Option<Move> {
        turn.position().is_legal(Move::Pass).then_some(Move::Pass)
    }

    fn read(&self, _turn: &Turn<'_, Othello>, asked: bool, line: &str) -> Heard<Move> {
        match request(line) {
            Request::Put(mv) if asked => Heard::Move(mv),
            Request::Put(_) | Request::Board | Request::Wrong(_) => Heard::Query,
            Request::Nick(name) => Heard::Name(name.to_owned()),
            Request::Say(text) => Heard::Say(text.to_owned()),
            Request::Silence => Heard::Note,
            Request::Close => Heard::Quit,
        }
    }

    fn reply(&mut self, turn: &Turn<'_, Othello>, asked: bool, line: &str, out: &mut String) {
        match request(line) {
            Request::Board => write_board(turn.position(), out),
            Request::Put(_) if !asked => write_error(Wrong::NotYourTurn, out),
            Request::Wrong(wrong) => write_error(wrong, out),
            _ => {}
        }
    }

    fn tell(&mut self, turn: &Turn<'_, Othello>, _moved: &Moved, mv: Move, out: &mut String) {
        // A pass is silent: the TURN before it has named whoever moves next already.
        if mv != Move::Pass {
            self.show(turn.position(), out);
        }
    }

    fn refuse(&mut self, _turn: &Turn<'_, Othello>, fault: &Fault, out: &mut String) {
        match fault.kind {
            FaultKind::Illegal => write_error(Wrong::Illegal, out),
            _ => write_error(Wrong::Unknown, out), // not even text
        }
    }

    fn noted(&mut self, _turn: &Turn<'_, Othello>, _fault: &Fault, out: &mut String) {
        write_error(Wrong::Unknown, out); // not even text, and not asked for either
    }

    fn named(&mut self, seat: Seat, name: &str) {
        if let Some(slot) = self.names.get_mut(seat.index()) {
            name.clone_into(slot);
        }
    }

    fn said(&mut self, seat: Seat, text: &str, out: &mut String) {
        let _ = writeln!(out, "SAY <{}>:{text}", self.name(seat));
    }

    fn bye(&mut self, ended: &Ended, out: &mut String) {
        let [black, white] = [Seat::FIRST, Seat::SECOND];
        if ended.why == Ended::ABORTED {
            return; // nobody has won: a server that stops just closes the connection
        }
        let _ = match (ended.loser, ended.winner()) {
            (Some(loser), _) if ended.fault == Some(FaultKind::Time) => {
                let (winner, loser) = (self.name(loser.other()), self.name(loser));
                writeln!(out, "END {winner} win.|{loser}:time exceed.")
            }
            // Whoever has left, or has said CLOSE, is not there any more.
            (Some(loser), _) if loser == self.seat => Ok(()),
            (Some(loser), _) => {
                let (winner, loser) = (self.name(loser.other()), self.name(loser));
                let why = format!("{loser}'s Connection reset.");
                writeln!(out, "END {winner} win.|{why}\nCLOSE {why}")
            }
            (None, winner) => {
                let head = match winner {
                    Some(winner) => format!("{} win.|", self.name(winner)),
                    None => "DRAW Game. ".to_owned(),
                };
                let points = |seat: Seat| ended.points.get(seat.index()).copied().unwrap_or(0);
                let count = |seat| format!("{}:{}", self.name(seat), points(seat));
                writeln!(out, "END {head}{} {}", count(black), count(white))
            }
        };
    }
}

impl TcpServer {
    /// The board, and whose turn it is if it is the other's; one's own `TURN` is a question.
    fn show(&self, position: &Othello, out: &mut String) {
        write_board(position, out);
        if let Some(next) = next_to_put(position).filter(|next| *next != self.seat) {
            write_turn(next, out);
        }
    }

    fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }
}

/// 1 for black, -1 for white.
fn colour(seat: Seat) -> i32 {
    if seat == Seat::FIRST { 1 } else { -1 }
}

/// Column by column, and with a space at the end, as the original sends it.
fn write_board(position: &Othello, out: &mut String) {
    let (black, white) = (position.discs(Seat::FIRST), position.discs(Seat::SECOND));
    out.push_str("BOARD ");
    for index in 0..64 {
        let square = index % 8 * 8 + index / 8;
        out.push_str(match (black >> square & 1, white >> square & 1) {
            (1, _) => "1 ",
            (_, 1) => "-1 ",
            _ => "0 ",
        });
    }
    out.push('\n');
}

fn write_turn(seat: Seat, out: &mut String) {
    let _ = writeln!(out, "TURN {}", colour(seat));
}

/// Who really moves next: a side that cannot is passed over. Nobody if neither side can.
fn next_to_put(position: &Othello) -> Option<Seat> {
    let seat = position.to_move()?;
    let board = position.board();
    match (board.moves(), board.pass().moves()) {
        (0, 0) => None,
        (0, _) => Some(seat.other()),
        _ => Some(seat),
    }
}

fn write_error(wrong: Wrong, out: &mut String) {
    let _ = writeln!(out, "ERROR {}", wrong as i32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_core::Outcome;

    fn said(act: impl FnOnce(&mut TcpServer, &mut String)) -> String {
        let mut server = TcpServer::default();
        server.named(Seat::FIRST, "alice");
        let mut out = String::new();
        act(&mut server, &mut out);
        out
    }

    #[test]
    fn the_end_in_the_words_of_the_original() {
        let by_points = |points: [i32; 2]| {
            let ended = Ended::by_rules(&Outcome::by_points(&points, "full"));
            said(|server, out| server.bye(&ended, out))
        };
        assert_eq!(by_points([32, 32]), "END DRAW Game. alice:32 WHITE:32\n");
        assert_eq!(by_points([31, 33]), "END WHITE win.|alice:31 WHITE:33\n");
        assert_eq!(by_points([64, 0]), "END alice win.|alice:64 WHITE:0\n");
        let aborted = Ended::aborted(2);
        assert_eq!(said(|server, out| server.bye(&aborted, out)), "", "nobody has won");
    }

    #[test]
    fn whoever_is_passed_over_is_not_called() {
        let next = |text: &str| next_to_put(&text.parse().unwrap());
        let row = |cells: &str| format!("{cells}{}", "-".repeat(56));
        assert_eq!(next(&format!("{} X", row("XO------"))), Some(Seat::FIRST));
        assert_eq!(next(&format!("{} O", row("XO------"))), Some(Seat::FIRST));
        assert_eq!(next(&format!("{} X", row("X-------"))), None);
        assert_eq!(next(&format!("{} O", row("X-------"))), None);
    }

    #[test]
    fn a_name_is_known_as_soon_as_its_line_is_whole() {
        assert_eq!(
            nick_in(b"NICK a\nSAY x\r\nnick  bob the builder\r\nNICK c"),
            Some("bob".into())
        );
        for nameless in [&b""[..], b"NICK a", b"NICK\n", b"PUT 1 2\n"] {
            assert_eq!(nick_in(nameless), None);
        }
    }

    #[test]
    fn what_strangers_say_is_not_taken_for_a_client() {
        let clients: [&[u8]; 7] =
            [b"NICK a\n", b"nick", b"ni", b"  PUT 2", b"BOARD\r\n", b"close\n", b"SAY \xe3"];
        let strangers: [&[u8]; 5] =
            [b"GET / HTTP/1.1\r\n", b"\x16\x03\x01", b"\n", b"NICKNAME\n", b"yyyy"];
        for said in &clients[..6] {
            assert!(may_be_client(said), "{:?}", String::from_utf8_lossy(said));
        }
        for said in strangers {
            assert!(!may_be_client(said), "{:?}", String::from_utf8_lossy(said));
        }
        assert!(may_be_client(clients[6]), "half a character may be all that has come yet");
    }
}
