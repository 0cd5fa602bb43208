//! `nboard`: the protocol of the NBoard program and its engines, over stdin and stdout.
//!
//! The engine is told the game so far (`set game` and a line of GGF) and each move (`move F5`), and
//! answers `go` with `=== F5`, perhaps with what it thinks and how long it took behind slashes or
//! blanks. Its own move is told to it, too. `ping` and `pong` say that it has done all it was told. The page
//! `docs/protocols/nboard.md` describes it; here is the referee's side.

mod engine;
mod explain;

use std::fmt::Write;

use gyoji_core::record::{Ended, Fault, Moved, Then};
use gyoji_core::{
    Deal, Dialect, DialectEntry, Game, Heard, Lifetime, Manners, OptionKind, OptionSpec, Options,
    Text, Turn,
};

use crate::formats::transcript::read_move;
use crate::formats::{Kifu, ggf};
use crate::{Move, Othello};

pub use engine::Engine;

/// The version of the protocol.
const VERSION: u32 = 2;
/// The number of the `ping` whose `pong` says that the engine is ready.
const READY: u32 = 1;
/// What stands before an engine's move.
const ANSWER: &str = "===";

/// The dialect's place in the kit.
pub(super) fn entry() -> DialectEntry<Othello> {
    const OPTIONS: &[OptionSpec] = &[OptionSpec {
        name: "depth",
        kind: OptionKind::Number(0, 60),
        default: "0",
        about: Text::new(
            "how deep the engine is told to look; 0: it is told nothing",
            "エンジンに伝える読みの深さ。0 なら何も伝えない",
        ),
    }];
    DialectEntry {
        options: OPTIONS,
        lifetime: Lifetime::Keep,
        manners: Manners::greeted,
        client: Some(|| Box::new(Engine::default())),
        ..DialectEntry::new(
            "nboard",
            Text::new(
                "engines of the NBoard protocol: set game, move, go",
                "NBoard プロトコルのエンジン: set game・move・go",
            ),
            |options| Ok(Box::new(NBoard::new(options))),
            |_, _| Box::new(explain::Explainer),
        )
    }
}

/// The viewer's side.
struct NBoard {
    depth: u64,
    start: Othello,
    is_ready: bool,
    /// How many moves the engine has been told.
    told: usize,
    /// Whether a refusal has put the question again already.
    is_asked_again: bool,
}

impl NBoard {
    fn new(options: &Options) -> NBoard {
        NBoard {
            depth: options.number("depth"),
            start: Othello::STANDARD,
            is_ready: false,
            told: 0,
            is_asked_again: false,
        }
    }

    /// The game from its start, with these moves.
    fn write_game(&mut self, moves: &[Move], out: &mut String) {
        self.told = moves.len();
        let mut kifu = Kifu::new(self.start);
        for &mv in moves {
            if kifu.push(None, mv.into()).is_err() {
                break; // never so: these moves were made
            }
        }
        out.push_str("set game ");
        out.push_str(&ggf::write(&[kifu]));
    }
}

impl Dialect<Othello> for NBoard {
    fn hello(&mut self, deal: &Deal<'_, Othello>, out: &mut String) {
        self.start = *deal.start;
        let _ = writeln!(out, "nboard {VERSION}");
        if self.depth > 0 {
            let _ = writeln!(out, "set depth {}", self.depth);
        }
        self.write_game(&[], out);
        let _ = writeln!(out, "ping {READY}");
    }

    fn ready(&mut self, _line: &str) {
        self.is_ready = true;
    }

    fn ask(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        if std::mem::take(&mut self.is_asked_again) {
            return;
        }
        // A program that lives for one answer has only heard how the game started.
        if self.told != turn.ply() {
            self.write_game(turn.moves, out);
        }
        out.push_str("go\n");
    }

    /// Whoever cannot move is not asked: engines disagree on whether they have to answer then.
    fn forced(&self, turn: &Turn<'_, Othello>) -> Option<Move> {
        turn.position().is_legal(Move::Pass).then_some(Move::Pass)
    }

    fn read(&self, _turn: &Turn<'_, Othello>, asked: bool, line: &str) -> Heard<Move> {
        match answer(line) {
            Some(mv) if asked => mv.map_or(Heard::Garbage, Heard::Move),
            // The answer to a question of a game before, which ended without it.
            Some(_) if !self.is_ready => Heard::Stale,
            Some(_) => Heard::Garbage,
            None if !asked && !self.is_ready && is_pong(line) => Heard::Ready,
            // Everything else is a remark: status, search, nodestats, set myname, learned …
            None => Heard::Note,
        }
    }

    fn tell(&mut self, turn: &Turn<'_, Othello>, _moved: &Moved, mv: Move, out: &mut String) {
        self.is_asked_again = false;
        self.told = turn.ply();
        let _ = writeln!(out, "move {}", written(mv));
    }

    fn refuse(&mut self, _turn: &Turn<'_, Othello>, fault: &Fault, out: &mut String) {
        if fault.then == Then::Again && self.is_ready {
            out.push_str("go\n");
            self.is_asked_again = true;
        }
    }

    fn undone(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        self.is_asked_again = false;
        self.write_game(turn.moves, out);
    }

    fn bye(&mut self, _ended: &Ended, _out: &mut String) {}

    fn dismiss(&mut self, out: &mut String) {
        out.push_str("quit\n");
    }
}

fn is_pong(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("pong") && words.next().and_then(|it| it.parse().ok()) == Some(READY)
}

/// The move of an answer, if it is one: `=== F5`, `=== f5/2.50/1.2`, `=== f5 2.50 1.2`.
fn answer(line: &str) -> Option<Option<Move>> {
    let rest = line.trim().strip_prefix(ANSWER)?;
    Some(read_move(move_part(rest)))
}

/// What stands before what a move is worth and how long it took. Engines put slashes or blanks
/// between the three.
fn move_part(text: &str) -> &str {
    text.trim().split(|c: char| c == '/' || c.is_whitespace()).next().unwrap_or_default()
}

/// A move as GGF writes it.
fn written(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Put(_) => mv.to_string().to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_and_without_what_stands_behind_them() {
        let read = |line| answer(line).map(|mv| mv.map(|mv| mv.to_string()));
        let slashes = ["=== F5", "===f5", "=== F5/2.50/1.2", " === f5//0.3\r", "=== F5/"];
        let blanks = ["=== f5 -1.00 0.0", "=== F5 /2.50/1.2", "===  F5\t+2"];
        for line in slashes.into_iter().chain(blanks) {
            assert_eq!(read(line), Some(Some("f5".to_owned())), "{line}");
        }
        assert_eq!(read("=== PA"), Some(Some("pass".to_owned())));
        assert_eq!(read("=== pass/-1.00"), Some(Some("pass".to_owned())));
        assert_eq!(read("=== PA 0.00 0.1"), Some(Some("pass".to_owned())));
        assert_eq!(read("=== 45"), Some(None));
        assert_eq!(read("=== -1.00 f5"), Some(None));
        assert_eq!(read("==="), Some(None));
        for remark in ["", "F5", "status thinking", "search F5D6 1.2 0 12", "== F5"] {
            assert_eq!(read(remark), None, "{remark}");
        }
        assert!(
            is_pong("pong 1") && is_pong(" pong  1\r") && !is_pong("pong 2") && !is_pong("ping 1")
        );
    }
}
