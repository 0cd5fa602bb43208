//! What moves are worth, as `gyoji analyse` asks: the engine's values of all moves, and the forms in which games
//! and positions are handed to it.

use gyoji_core::{Analyser, AnalyserEntry, BadText, Game, Look, Means, Text, Told, Worth};
use gyoji_search::Limits;

use crate::board::Board;
use crate::bots::LOGIT_DISCS;
use crate::engine::{DISC, Engine, Found, Settings, Weights};
use crate::formats::{self, Format, Kifu};
use crate::{Move, Othello, memory};

/// How much is left out in the middle game, as the bot `pattern` does.
const LEVEL: u8 = 1;
/// With so many empty squares the end is looked for, if the time lasts.
const SOLVE: u32 = 30;
/// A search of a certain depth looks for the end from so many squares more on.
const BEYOND: u32 = 8;

pub(crate) fn entry() -> AnalyserEntry<Othello> {
    AnalyserEntry {
        unit: Text::new("discs", "石"),
        scale: LOGIT_DISCS,
        mistake: 3.0,
        blunder: 8.0,
        forms: Text::new(
            "the moves of a game (f5d6c3...), 64 squares and the side to move (---OX... X), a line of OBF, a game in GGF, \
             or a file of those (.txt .obf .ggf .wtb) or a record of Gyoji (.jsonl)",
            "対局の手順（f5d6c3…）、64マスと手番（---OX… X）、OBF の1行、GGF の対局、\
             またはそれらのファイル（.txt .obf .ggf .wtb）か行司の棋譜（.jsonl）",
        ),
        read,
        make: |Means { threads, memory }| {
            memory::check(memory)?;
            Ok(Box::new(Eye(Engine::with_threads(Weights::learnt(), memory, threads))))
        },
    }
}

fn read(ending: Option<&str>, bytes: &[u8]) -> Result<Vec<Told<Othello>>, BadText> {
    let format = ending.and_then(Format::of_ending).unwrap_or_else(|| formats::guess(bytes));
    let told = |kifu: Kifu| Told {
        start: *kifu.start(),
        moves: kifu.moves().iter().map(|played| played.mv).collect(),
        names: kifu.names.into(),
    };
    Ok(format.read(bytes)?.into_iter().map(told).collect())
}

struct Eye(Engine);

impl Analyser<Othello> for Eye {
    fn look(&mut self, position: &Othello, look: &Look<'_>) -> Vec<Worth<Move>> {
        if position.to_move().is_none() {
            return Vec::new();
        }
        let board = position.board();
        if board.moves() != 0 {
            return self.values(board, look).iter().map(worth).collect();
        }
        // Whoever has to pass may expect what the other one does not.
        let best = self.values(board.pass(), look).into_iter().next();
        let mut pass = match best {
            Some(found) => worth(&found),
            // Neither side can move: what is on the board is the result.
            None => Worth { solved: true, percent: 100, ..over(board.pass()) },
        };
        pass.mv = Move::Pass;
        pass.value = 0.0 - pass.value;
        pass.line.insert(0, Move::Pass);
        vec![pass]
    }
}

impl Eye {
    /// The values of the last pass that all moves have come to the end of, so that they can be compared.
    fn values(&mut self, board: Board, look: &Look<'_>) -> Vec<Found> {
        let solve = look.depth.map_or(SOLVE, |depth| (depth + BEYOND).min(SOLVE));
        let settings = Settings { solve, level: LEVEL, last_begin: None };
        let limits = Limits { depth: look.depth, ..Limits::default() };
        let mut whole = Vec::new();
        let mut tell = |all: &[Found]| whole = all.to_vec();
        let last = self.0.values(board, &settings, &limits, &look.budget, &mut tell);
        if whole.is_empty() { last } else { whole }
    }
}

fn worth(found: &Found) -> Worth<Move> {
    Worth {
        mv: Move::Put(found.best),
        value: found.score as f32 / DISC as f32,
        depth: found.depth,
        percent: found.sure(),
        solved: found.solved,
        line: found.line.iter().map(|square| Move::Put(*square)).collect(),
    }
}

/// The result of a board on which nobody can move, for its side to move.
fn over(board: Board) -> Worth<Move> {
    let [own, opp] = [board.own, board.opp].map(|discs| discs.count_ones() as i32);
    let empty = 64 - own - opp;
    let discs = own - opp + (own - opp).signum() * empty;
    Worth {
        mv: Move::Pass,
        value: discs as f32,
        depth: 0,
        percent: 100,
        solved: true,
        line: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(position: &str, depth: u32) -> Vec<Worth<Move>> {
        let mut eye = (entry().make)(Means { threads: 1, memory: 1 << 20 }).expect("a megabyte");
        let position = position.parse().expect("a position");
        eye.look(&position, &Look { depth: Some(depth), ..Look::default() })
    }

    #[test]
    fn all_moves_of_an_endgame_are_solved() {
        // FFO #20: +6 for black.
        let all = look("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X", 2);
        assert!(all.len() > 1 && all.iter().all(|worth| worth.solved && worth.percent == 100));
        assert_eq!(all[0].value, 6.0);
        assert!(all.is_sorted_by(|a, b| a.value >= b.value), "{all:?}");
        assert!(all.iter().all(|worth| worth.line.first() == Some(&worth.mv)));
    }

    #[test]
    fn whoever_has_to_pass_is_told_so() {
        // Black has nothing to turn over; white then takes everything.
        let all = look(&format!("OX{} X", "-".repeat(62)), 2);
        assert_eq!((all.len(), all[0].mv, all[0].value), (1, Move::Pass, -64.0));
        assert_eq!(all[0].line[..2], [Move::Pass, "c1".parse().expect("a square")]);
    }

    #[test]
    fn a_depth_finds_the_same_again() {
        let start = Othello::STANDARD.to_string();
        assert_eq!(look(&start, 5), look(&start, 5));
        assert!(look(&start, 5).iter().all(|worth| worth.depth == 5 && !worth.solved));
    }

    #[test]
    fn every_form_is_known_by_its_looks() {
        let start = Othello::STANDARD.to_string();
        let obf = format!("{start}; f5:+0;");
        let ggf = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 --------------------------- O*------*O--------------------------- *]B[f5]W[d6];)";
        for (text, moves) in [("f5d6c3", 3), (start.as_str(), 0), (obf.as_str(), 0), (ggf, 2)] {
            let told = read(None, text.as_bytes()).expect(text);
            assert_eq!((told.len(), told[0].moves.len()), (1, moves), "{text}");
        }
        assert_eq!(read(None, ggf.as_bytes()).expect("a game")[0].names, ["a", "b"]);
        assert!(read(None, b"f5d6z9").is_err());
    }
}
