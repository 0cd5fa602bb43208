//! Four in a Row as a [`Game`]: whose turn it is, what is allowed, how it ends.

use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Legend, Step, View};
use gyoji_core::{BadText, Game, Outcome, Seat, SeatSpec, Setup, Spec, Text, TwoSeat};

use crate::board::{Board, HEIGHT, WIDTH};
use crate::moves::Move;
use crate::view;

/// A position. Red is seat 0 and begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FourInARow {
    board: Board,
    /// Who has four in a row, found when the disc falls: everybody asks for it afterwards.
    winner: Option<Seat>,
}

impl FourInARow {
    /// The empty board.
    pub const START: FourInARow = FourInARow { board: Board::EMPTY, winner: None };

    /// A position with these discs, if a game can have it.
    pub(crate) fn new(board: Board) -> Option<FourInARow> {
        let [red, yellow] = [Seat::FIRST, Seat::SECOND].map(|seat| board.discs(seat).count_ones());
        let position = FourInARow { board, winner: None };
        let last = position.side().other();
        let winner = board.has_four(last).then_some(last);
        let take_turns = red == yellow || red == yellow + 1;
        // Whoever has four in a row has made the last move.
        let is_over_before = board.has_four(position.side());
        (take_turns && !is_over_before).then_some(FourInARow { winner, ..position })
    }

    pub(crate) const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is or would be.
    pub(crate) const fn side(&self) -> Seat {
        if self.board.count().is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND }
    }

    fn is_over(&self) -> bool {
        self.winner.is_some() || self.board.count() == u32::from(WIDTH) * u32::from(HEIGHT)
    }
}

const SEATS: &[SeatSpec] = &[
    SeatSpec { id: "red", title: Text::new("red", "赤"), letter: 'R' },
    SeatSpec { id: "yellow", title: Text::new("yellow", "黄"), letter: 'Y' },
];

impl Game for FourInARow {
    type Move = Move;

    const SPEC: Spec = Spec {
        id: "fourinarow",
        title: Text::new("Four in a Row", "四目並べ（重力付き）"),
        seats: SEATS,
        options: &[],
        endings: &[
            ("four", Text::new("four in a row", "四つ並びました")),
            ("full", Text::new("the board is full", "盤面が埋まりました")),
        ],
        time: Duration::from_secs(5),
        policy: Policy::Forfeit,
        dialect: "plain",
    };

    fn start(setup: &Setup) -> Result<FourInARow, BadText> {
        match &setup.position {
            Some(text) => text.parse(),
            None => Ok(FourInARow::START),
        }
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.side())
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        (0..WIDTH).map(Move).filter(|&mv| self.is_legal(mv))
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over() && self.board.height(mv.column()) < HEIGHT
    }

    fn play(&mut self, mv: Move) {
        let side = self.side();
        self.board.drop(mv.column(), side);
        self.winner = self.board.has_four(side).then_some(side);
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(winner) => Some(Outcome::win(winner, SEATS.len(), "four")),
            None => self.is_over().then(|| Outcome::draw(SEATS.len(), "full")),
        }
    }

    fn why_illegal(&self, mv: Move) -> Option<Text> {
        let is_full = !self.is_over() && self.board.height(mv.column()) == HEIGHT;
        is_full.then(|| Text::new("that column is full", "その列はいっぱいです"))
    }

    fn moves_to_go(&self) -> u32 {
        (u32::from(WIDTH) * u32::from(HEIGHT) - self.board.count()).div_ceil(2)
    }

    fn view(&self) -> View {
        view::view(self)
    }

    fn legend(&self) -> Legend {
        view::legend()
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        view::steps(self, mv)
    }
}

impl TwoSeat for FourInARow {
    fn key(&self) -> u64 {
        // Red's discs and all discs tell everything; multiplying spreads them over all bits.
        let red = self.board.discs(Seat::FIRST);
        let all = red | self.board.discs(Seat::SECOND);
        let wide = u128::from(red ^ 0x9e37_79b9_7f4a_7c15) * u128::from(all | 1 << 63);
        (wide >> 64) as u64 ^ wide as u64 ^ all.wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}
