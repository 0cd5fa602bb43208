//! Contrast as a [`Game`]: the board with its past, and so with draws.

use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Legend, Step, View};
use gyoji_core::{
    Ask, BadText, Game, OptionKind, OptionSpec, Outcome, Seat, SeatSpec, Setup, Spec, Text, TwoSeat,
};

use crate::board::Board;
use crate::moves::Move;
use crate::past::Past;
use crate::{view, words};

/// A position that has stood this often is a draw.
pub(crate) const SEEN_DRAWS: u8 = 4;
/// The longest game that can be asked for.
pub(crate) const MOST_PLIES: u32 = 100_000;

/// A position: the board, and of the game so far what the rules and the encoding need.
///
/// Player 1 is seat 0 and moves first. Searches that do not care for draws play on
/// [`board`](Contrast::board), which is a game by itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contrast {
    board: Board,
    past: Past,
    ply: u32,
    limit: Option<u32>,
    /// How often this position has stood, this time included; 0 if nobody counts.
    seen: u8,
}

impl Contrast {
    /// The start, with draws by repetition and without a limit.
    pub fn new() -> Contrast {
        Contrast::from(Board::START)
    }

    /// A position whose past is not known but for how often it has stood.
    pub(crate) fn from_parts(board: Board, ply: u32, limit: Option<u32>, seen: u8) -> Contrast {
        Contrast { board, past: Past::default(), ply, limit, seen }
    }

    /// The pieces, tiles, hands and whose turn it is.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How many moves have been made.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How many moves make the game a draw, if any number does.
    pub fn limit(&self) -> Option<u32> {
        self.limit
    }

    /// How often this position has stood, this time included; 0 if repetition does not count.
    pub fn seen(&self) -> u8 {
        self.seen
    }

    /// This board and those before it, newest first.
    pub fn boards(&self) -> impl Iterator<Item = &Board> {
        std::iter::once(&self.board).chain(self.past.iter())
    }

    /// How many moves ago the last tile was put down, or the game began: no earlier board can
    /// come again.
    pub fn since_last_tile(&self) -> usize {
        self.past.since_last_tile(&self.board).count()
    }
}

impl Default for Contrast {
    fn default() -> Contrast {
        Contrast::new()
    }
}

/// The position of a game that begins there.
impl From<Board> for Contrast {
    fn from(board: Board) -> Contrast {
        Contrast::from_parts(board, 0, None, 1)
    }
}

const SEATS: &[SeatSpec] = &[
    SeatSpec { id: "p1", title: Text::new("player 1", "プレイヤー1"), letter: '1' },
    SeatSpec { id: "p2", title: Text::new("player 2", "プレイヤー2"), letter: '2' },
];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "repetition",
        kind: OptionSpec::FLAG,
        default: "true",
        about: Text::new(
            "whether a position that stands for the fourth time is a draw",
            "同じ局面が4回現れたら引き分けにするかどうか",
        ),
    },
    OptionSpec {
        name: "plies",
        kind: OptionKind::Number(0, MOST_PLIES as u64),
        default: "150",
        about: Text::new(
            "a game of so many moves, both players together, is a draw; 0: no limit",
            "両者あわせてこの手数に達したら引き分け。0 なら制限なし",
        ),
    },
];

pub(crate) const SPEC: Spec = Spec {
    id: "contrast",
    title: Text::new("Contrast", "コントラスト"),
    seats: SEATS,
    options: OPTIONS,
    endings: &[
        ("far-row", Text::new("a piece has reached the far row", "駒が相手の陣地に着きました")),
        ("stuck", Text::new("no piece can move", "動ける駒がありません")),
        (
            "repetition",
            Text::new("the same position for the fourth time", "同じ局面が4回現れました"),
        ),
        ("plies", Text::new("the limit of moves is reached", "手数の上限に達しました")),
    ],
    time: Duration::from_secs(5),
    policy: Policy::Forfeit,
    dialect: "plain",
};

impl Game for Contrast {
    type Move = Move;

    const SPEC: Spec = SPEC;

    fn start(setup: &Setup) -> Result<Contrast, BadText> {
        let mut start: Contrast = match &setup.position {
            Some(text) => text.parse()?,
            None => Contrast::new(),
        };
        let plies = setup.options.number("plies");
        start.limit = start.limit.or((plies > 0).then_some(plies as u32));
        if !setup.options.flag("repetition") {
            start.seen = 0;
        }
        Ok(start)
    }

    fn option(&self, name: &str) -> Option<String> {
        match name {
            "plies" => Some(self.limit.unwrap_or(0).to_string()),
            "repetition" => Some((self.seen > 0).to_string()),
            _ => None,
        }
    }

    fn to_move(&self) -> Option<Seat> {
        self.outcome().is_none().then_some(self.board.side())
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let is_drawn = self.drawn().is_some();
        self.board.moves().take_while(move |_| !is_drawn)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.drawn().is_none() && self.board.is_legal(mv)
    }

    fn play(&mut self, mv: Move) {
        let left = self.board;
        self.board.play(mv);
        self.past.push(left, mv.tile().is_some());
        self.ply += 1;
        if self.seen > 0 {
            let earlier = self.past.since_last_tile(&self.board);
            let same = earlier.filter(|board| **board == self.board).count();
            self.seen = (same + 1).min(SEEN_DRAWS.into()) as u8;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        board_outcome(&self.board).or_else(|| self.drawn().map(|why| Outcome::draw(2, why)))
    }

    fn why_illegal(&self, mv: Move) -> Option<Text> {
        self.to_move().and_then(|_| words::why_illegal(&self.board, mv))
    }

    /// Most games are over after some forty moves; a long one goes on for a while.
    fn moves_to_go(&self) -> u32 {
        20_u32.saturating_sub(self.ply() / 2).max(8)
    }

    fn view(&self) -> View {
        View { to_move: self.to_move(), ..view::view(&self.board) }
    }

    fn legend(&self) -> Legend {
        view::legend()
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        view::steps(mv)
    }

    fn ask_step(&self, so_far: &[Step]) -> Ask {
        view::ask_step(so_far)
    }
}

impl Contrast {
    fn drawn(&self) -> Option<&'static str> {
        if self.seen >= SEEN_DRAWS {
            Some("repetition")
        } else if self.limit.is_some_and(|limit| self.ply >= limit) {
            Some("plies")
        } else {
            None
        }
    }
}

impl TwoSeat for Contrast {
    /// The key of the board, and of how often it has stood: what came before is another matter.
    fn key(&self) -> u64 {
        self.board.key().rotate_left(u32::from(self.seen.saturating_sub(1)))
    }
}

/// The board by itself is the same game without draws: what a search plays on.
impl Game for Board {
    type Move = Move;

    const SPEC: Spec = SPEC;

    fn start(setup: &Setup) -> Result<Board, BadText> {
        Contrast::start(setup).map(|start| start.board)
    }

    fn to_move(&self) -> Option<Seat> {
        self.winner().is_none().then_some(self.side())
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    fn play(&mut self, mv: Move) {
        self.play(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        board_outcome(self)
    }

    fn why_illegal(&self, mv: Move) -> Option<Text> {
        self.winner().map_or_else(|| words::why_illegal(self, mv), |_| None)
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

    fn ask_step(&self, so_far: &[Step]) -> Ask {
        view::ask_step(so_far)
    }
}

impl TwoSeat for Board {
    fn key(&self) -> u64 {
        self.key()
    }
}

fn board_outcome(board: &Board) -> Option<Outcome> {
    let (winner, has_arrived) = board.winner()?;
    Some(Outcome::win(winner, 2, if has_arrived { "far-row" } else { "stuck" }))
}
