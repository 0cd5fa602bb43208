//! Built-in players, weakest first.

use fastrand::Rng;
use gyoji_core::{
    Bot, BotEntry, Budget, Game, OptionKind, OptionSpec, RankEntry, Seat, Text, Thought, Turn,
    TwoSeat, ranks,
};
use gyoji_search::{AlphaBeta, Evaluate, Limits};

use crate::board::{bit, lines};
use crate::game::FourInARow;
use crate::moves::Move;

/// What the ranks are, weakest first.
pub(crate) const RANKS: [RankEntry; 10] = ranks([
    ("random", ""),
    ("alphabeta", "depth=1"),
    ("alphabeta", "depth=2"),
    ("alphabeta", "depth=3"),
    ("alphabeta", "depth=5"),
    ("alphabeta", "depth=7"),
    ("alphabeta", "depth=9"),
    ("alphabeta", "depth=11"),
    ("alphabeta", "depth=12"),
    ("alphabeta", "depth=14"),
]);

/// The ladder.
pub(crate) fn bots() -> Vec<BotEntry<FourInARow>> {
    vec![random(), alphabeta()]
}

fn random() -> BotEntry<FourInARow> {
    BotEntry {
        name: "random",
        about: Text::new("plays any legal move", "合法手からランダムに選ぶ"),
        level: 0,
        options: &[],
        make: |_, seed| Ok(Box::new(Random(Rng::with_seed(seed)))),
    }
}

struct Random(Rng);

impl Bot<FourInARow> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, FourInARow>,
        _budget: &Budget<'_>,
        _think: &mut dyn FnMut(Thought),
    ) -> Move {
        let moves: Vec<Move> = turn.position().moves().collect();
        moves[self.0.usize(..moves.len())]
    }
}

/// Plies to look ahead if nothing else is said.
const USUAL_DEPTH: u32 = 8;
/// The memory of the search.
const TABLE_BYTES: usize = 8 << 20;

fn alphabeta() -> BotEntry<FourInARow> {
    BotEntry {
        name: "alphabeta",
        about: Text::new(
            "alpha-beta; counts the rows of four that are still open",
            "アルファベータ探索。まだ四つ並べられる列を数えて評価する",
        ),
        level: 3,
        options: OPTIONS,
        make: |options, seed| {
            let time = options.time("time");
            let depth = match options.number("depth") as u32 {
                0 => time.is_none().then_some(USUAL_DEPTH),
                depth => Some(depth),
            };
            let limits = Limits { depth, nodes: None, time };
            Ok(Box::new(Searcher {
                limits,
                search: AlphaBeta::new(OpenLines::new(seed), TABLE_BYTES),
            }))
        },
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::TIME,
    OptionSpec {
        name: "depth",
        kind: OptionKind::Number(0, 42),
        default: "0",
        about: Text::new(
            "plies to look ahead; 0: the usual 8, or as many as the time allows",
            "読みの深さ。0 なら既定の8手（time があれば時間の許すかぎり）",
        ),
    },
];

struct Searcher {
    limits: Limits,
    search: AlphaBeta<FourInARow, OpenLines>,
}

impl Bot<FourInARow> for Searcher {
    fn choose(
        &mut self,
        turn: &Turn<'_, FourInARow>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        let found = self.search.search(position, &self.limits, budget, think);
        let any = || position.moves().next();
        found.map(|found| found.best).or_else(any).expect("somebody is to move")
    }
}

/// What a row of four is worth in which so many cells have a seat's disc and none the other's.
const WORTH: [i32; 5] = [0, 1, 6, 30, 0];

/// Counts the rows that a seat can still fill.
struct OpenLines {
    lines: Vec<u64>,
    /// Blurs equal positions, so that not every game is the same.
    seed: u64,
}

impl OpenLines {
    fn new(seed: u64) -> OpenLines {
        let mask =
            |line: [(u8, u8); 4]| line.into_iter().fold(0, |mask, (col, row)| mask | bit(col, row));
        OpenLines { lines: lines().map(mask).collect(), seed }
    }
}

impl Evaluate<FourInARow> for OpenLines {
    /// Open rows say little of who wins, as games of the bot against itself come out.
    const LOGIT: Option<f32> = Some(120.0);

    fn evaluate(&mut self, position: &FourInARow) -> i32 {
        let side = position.side();
        let discs = |seat: Seat| position.board().discs(seat);
        let (own, other) = (discs(side), discs(side.other()));
        let worth = |line: u64| match (line & own, line & other) {
            (mine, 0) => WORTH[mine.count_ones() as usize],
            (0, theirs) => -WORTH[theirs.count_ones() as usize],
            _ => 0,
        };
        let blur = (position.key() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61;
        self.lines.iter().map(|&line| worth(line)).sum::<i32>() + blur as i32
    }

    /// The middle first: most rows go through it.
    fn order(&mut self, _position: &FourInARow, mv: Move, _depth: u32) -> i32 {
        3 - i32::from(mv.column().abs_diff(3))
    }
}
