//! Proving games won: the proof-number search with what Contrast itself can tell it.

use gyoji_core::{BadText, Options, Seat, Solution, SolveLimits, SolverEntry, Text};
use gyoji_search::dfpn::{self, Draws, Look, Prospect};

use crate::board::Board;
use crate::game::{Contrast, SEEN_DRAWS};
use crate::moves::{Move, Tile};
use crate::race::can_arrive;

/// The solver of the kit.
pub(crate) fn entry() -> SolverEntry<Contrast> {
    SolverEntry {
        about: Text::new("forced wins (proof-number search)", "必勝手順（証明数探索）"),
        options: &[],
        solve,
    }
}

fn solve(
    start: &Contrast,
    _: &Options,
    limits: &SolveLimits<'_>,
    tell: &mut dyn FnMut(&str),
) -> Result<Solution<Move>, BadText> {
    // Whoever follows a proof never meets a position twice, so only positions that have stood
    // almost often enough already can be drawn by it.
    let mut barred = Vec::new();
    if start.seen() > 0 {
        let past: Vec<Board> = start.boards().take(start.since_last_tile() + 1).copied().collect();
        let times = |board: &Board| past.iter().filter(|one| *one == board).count();
        barred.extend(
            past.iter().filter(|board| times(board) + 1 >= SEEN_DRAWS.into()).map(Board::key),
        );
    }
    let plies = start.limit().map(|limit| limit.saturating_sub(start.ply()));
    let draws = Draws { barred: &barred, plies };
    Ok(dfpn::solve(&start.board(), &Sight::default(), &draws, limits, tell))
}

/// Sees wins in one move, and threats that cannot be met.
///
/// A tile is put on an empty square and matters to a piece only when it stands there: so neither
/// the answer to a move nor the answer to that depends on the tile, and what is found for the way
/// of a piece holds for all its tiles.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// What the last look was about, and what was seen: the next board often differs by a tile on
    /// an empty square only.
    last: Option<(Seen, Look)>,
}

/// All that a look depends on: the pieces, the tiles under them, who is to move, who attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    pieces: [u32; 2],
    tiles: [u32; 2],
    side: Seat,
    attacker: Seat,
}

impl Seen {
    fn of(board: &Board, attacker: Seat) -> Seen {
        let taken = !board.empty();
        Seen {
            pieces: [Seat::FIRST, Seat::SECOND].map(|seat| board.pieces(seat)),
            tiles: [Tile::Black, Tile::Gray].map(|tile| board.tiles(tile) & taken),
            side: board.side(),
            attacker,
        }
    }
}

impl Prospect<Board> for Sight {
    fn look(&mut self, board: &Board, attacker: Seat) -> Look {
        let seen = Seen::of(board, attacker);
        if let Some((last, look)) = self.last
            && last == seen
        {
            return look;
        }
        let look = see(board, attacker);
        self.last = Some((seen, look));
        look
    }
}

fn see(board: &Board, attacker: Seat) -> Look {
    let mover = board.side();
    if can_arrive(board, mover) {
        return if mover == attacker { Look::Won(1) } else { Look::NotWon };
    }
    let other = mover.other();
    if can_arrive(board, other) {
        let meets = |(from, to)| !can_arrive(&board.after(Move::new(from, to)), other);
        if !board.ways().any(meets) {
            return if mover == attacker { Look::NotWon } else { Look::Won(2) };
        }
    }
    Look::Open(1, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One look after the other must say what a fresh look says, however alike the boards are.
    #[test]
    fn a_look_does_not_depend_on_the_one_before() {
        let board = |text: &str| text.parse::<Board>().unwrap();
        let pieces = "-2222-1------------------";
        let blocked = board(&format!("{pieces} ------------------------- 1 3 1 3 1"));
        // On a black tile the piece on b4 goes to a5.
        let open = board(&format!("{pieces} ------b------------------ 1 2 1 3 1"));
        let elsewhere = board(&format!("{pieces} ------b----b------------- 1 1 1 3 1"));
        let mut sight = Sight::default();
        assert_eq!(sight.look(&blocked, Seat::FIRST), Look::Open(1, 1));
        assert_eq!(sight.look(&open, Seat::FIRST), Look::Won(1));
        assert_eq!(sight.look(&elsewhere, Seat::FIRST), Look::Won(1));
        assert_eq!(sight.look(&elsewhere, Seat::SECOND), Look::NotWon);
        assert_eq!(sight.look(&blocked, Seat::SECOND), Look::Open(1, 1));
    }
}
