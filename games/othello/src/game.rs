//! Othello as a [`Game`]: whose turn it is, passes, the end, the start positions.

use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Legend, Step, View};
use gyoji_core::{
    BadText, Game, OptionKind, OptionSpec, Outcome, Seat, SeatSpec, Setup, Spec, Text, TwoSeat,
};

use crate::board::Board;
use crate::moves::Move;
use crate::view;

/// A position: the discs, and who is to move.
///
/// Black is seat 0. A side that cannot move has to pass: [`Move::Pass`] is then its only legal
/// move. The game is over on a full board, or after a pass when the other side cannot move
/// either: the class-room judge asks even a side that was wiped out for its pass (seed 000).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Othello {
    board: Board,
    to_move: Seat,
    /// Whether the last pass has been made: neither side can move, and one has said so.
    is_passed_out: bool,
}

impl Othello {
    /// The standard start: d4 and e5 white (seed 000).
    pub const STANDARD: Othello = Othello::new(Board::STANDARD, Seat::FIRST);
    /// The mirrored start: d4 and e5 black (the TCP server of seed 002).
    pub const MIRRORED: Othello = Othello::new(Board::MIRRORED, Seat::FIRST);

    /// A position with `board` seen from the side of `to_move`. The sides must not overlap.
    pub const fn new(board: Board, to_move: Seat) -> Othello {
        Othello { board, to_move, is_passed_out: false }
    }

    /// The same, with the last pass made.
    #[must_use]
    pub(crate) const fn passed_out(self) -> Othello {
        Othello { is_passed_out: true, ..self }
    }

    /// Whether the last pass has been made.
    pub(crate) const fn is_passed_out(&self) -> bool {
        self.is_passed_out
    }

    /// The discs, from the side of whoever is, or would be, to move.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Whose view [`board`](Othello::board) is; stays meaningful after the end.
    pub const fn side(&self) -> Seat {
        self.to_move
    }

    /// The discs of a seat, as a bit set with a1 as bit 0 and h8 as bit 63.
    pub const fn discs(&self, seat: Seat) -> u64 {
        if seat.0 == self.to_move.0 { self.board.own } else { self.board.opp }
    }

    /// Whether neither side can put a disc anywhere.
    pub fn is_stuck(&self) -> bool {
        self.board.moves() == 0 && self.board.pass().moves() == 0
    }

    fn is_over(&self) -> bool {
        self.board.empties() == 0 || self.is_passed_out && self.is_stuck()
    }
}

const SEATS: &[SeatSpec] = &[
    SeatSpec { id: "black", title: Text::new("black", "黒"), letter: 'X' },
    SeatSpec { id: "white", title: Text::new("white", "白"), letter: 'O' },
];

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "start",
    kind: OptionKind::Choice(&["standard", "mirrored"]),
    default: "standard",
    about: Text::new(
        "the four discs at the start: standard (d4 white) or mirrored (d4 black)",
        "初期配置: standard（d4が白）または mirrored（d4が黒）",
    ),
}];

impl Game for Othello {
    type Move = Move;

    const SPEC: Spec = Spec {
        id: "othello",
        title: Text::new("Othello", "オセロ"),
        seats: SEATS,
        options: OPTIONS,
        endings: &[
            ("full", Text::new("the board is full", "盤面が埋まりました")),
            ("stuck", Text::new("neither side can move", "どちらも打てません")),
        ],
        time: Duration::from_secs(5),
        policy: Policy::Forfeit,
        dialect: "judge",
    };

    fn start(setup: &Setup) -> Result<Othello, BadText> {
        match &setup.position {
            Some(text) => text.parse(),
            None if setup.options.get("start") == "mirrored" => Ok(Othello::MIRRORED),
            None => Ok(Othello::STANDARD),
        }
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.to_move)
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let squares = self.board.moves();
        let pass = squares == 0 && !self.is_over();
        Move::squares(squares).chain(pass.then_some(Move::Pass))
    }

    fn is_legal(&self, mv: Move) -> bool {
        let squares = self.board.moves();
        match mv.square() {
            Some(square) => squares >> square & 1 == 1,
            None => squares == 0 && !self.is_over(),
        }
    }

    fn play(&mut self, mv: Move) {
        self.board = match mv.square() {
            // An illegal square leaves the board as it is and costs the turn: never a panic.
            Some(square) => self.board.play(square).unwrap_or_else(|| self.board.pass()),
            None => {
                self.is_passed_out = self.is_stuck();
                self.board.pass()
            }
        };
        self.to_move = self.to_move.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let points = [Seat::FIRST, Seat::SECOND].map(|seat| self.discs(seat).count_ones() as i32);
        let why = if self.board.empties() == 0 { "full" } else { "stuck" };
        Some(Outcome::by_points(&points, why))
    }

    fn other_side(&self) -> Option<Othello> {
        let (board, to_move) = (self.board.pass(), self.to_move.other());
        Some(Othello { board, to_move, is_passed_out: false })
    }

    fn why_illegal(&self, mv: Move) -> Option<Text> {
        let squares = self.board.moves();
        match mv.square() {
            _ if self.is_over() || self.is_legal(mv) => None,
            None => Some(Text::new(
                "a pass is only allowed when no square can be played",
                "パスできるのは、打てるマスがないときだけです",
            )),
            Some(square) if self.board.empty() >> square & 1 == 0 => {
                Some(Text::new("that square is taken", "そのマスにはすでに石があります"))
            }
            Some(_) if squares == 0 => Some(Text::new(
                "no square can be played here: the answer is \"pass\"",
                "ここで打てるマスはありません。答えは pass です",
            )),
            Some(_) => Some(Text::new(
                "it turns over no disc of the opponent",
                "相手の石を1つも返せません",
            )),
        }
    }

    /// The last twelve squares are filled in no time by whoever solves endings, and count little.
    fn moves_to_go(&self) -> u32 {
        self.board().empties().saturating_sub(12).div_ceil(2) + 3
    }

    fn view(&self) -> View {
        view::view(self)
    }

    fn legend(&self) -> Legend {
        view::legend()
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        view::steps(mv)
    }
}

impl TwoSeat for Othello {
    fn key(&self) -> u64 {
        // Two rounds of multiply and fold: cheap, and no bit of the board stays in its place.
        let mix = |x: u64, k: u64| {
            let wide = u128::from(x ^ k) * u128::from(k | 1);
            (wide >> 64) as u64 ^ wide as u64
        };
        let side = u64::from(self.to_move.0) | u64::from(self.is_passed_out) << 1;
        let side = 0x9e37_79b9_7f4a_7c15 ^ side;
        mix(mix(self.board.own, side) ^ self.board.opp, 0xd6e8_feb8_6659_fd93)
    }
}
