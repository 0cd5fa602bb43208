//! Renju as a [`Game`]: stones in order, whose turn it is, and how it ends.

use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Legend, Step, View};
use gyoji_core::{
    BadText, Game, OptionKind, OptionSpec, Outcome, Seat, SeatSpec, Setup, Spec, Text, TwoSeat,
};

use crate::board::lines::Lines;
use crate::board::zobrist;
use crate::fouls::{self, FoulSet, Reason, Verdict};
use crate::opening::{Opening, Phase};
use crate::openings;
use crate::rule::{Colour, Rule};
use crate::{MAX_SIZE, MIN_SIZE, Move, POINTS, Point};

/// The size of the board that everybody plays on.
pub(crate) const USUAL_SIZE: u8 = 15;

/// A stone on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stone {
    /// Where it is.
    pub point: Point,
    /// Whose it is.
    pub colour: Colour,
}

/// A position: the stones in the order they were put, the rules, and how far the opening is.
///
/// A foul is a legal move that loses; only a taken point is illegal. Positions that no game
/// leads to (two black stones in a row, no white stones at all) are fine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Renju {
    rule: Rule,
    size: u8,
    phase: Phase,
    /// Whose stone comes next.
    colour: Colour,
    /// Whether the last stone is the last move: set-up positions have no last move.
    is_played: bool,
    ended: Option<End>,
    lines: Lines,
    count: u16,
    /// The stones as index, or with the highest bit set for white; 0 behind the last.
    order: [u16; POINTS],
}

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    Five(Colour),
    Foul(FoulSet),
    Full,
}

const WHITE: u16 = 1 << 15;

impl Renju {
    /// An empty board.
    pub fn new(rule: Rule, size: u8) -> Renju {
        Renju::with_phase(rule, size, Opening::Free.phase())
    }

    pub(crate) fn with_phase(rule: Rule, size: u8, phase: Phase) -> Renju {
        let size = size.clamp(MIN_SIZE, MAX_SIZE);
        Renju {
            rule,
            size,
            phase,
            colour: Colour::Black,
            is_played: false,
            ended: None,
            lines: Lines::new(size),
            count: 0,
            order: [0; POINTS],
        }
    }

    /// A position with these stones, which need not come from a game. No move is the last, so no
    /// foul is looked for; a five that is there ends the game.
    pub fn set_up(
        rule: Rule,
        size: u8,
        stones: impl IntoIterator<Item = Stone>,
        next: Colour,
    ) -> Result<Renju, BadText> {
        let mut position = Renju::new(rule, size);
        for stone in stones {
            position.add(stone)?;
        }
        position.colour = next;
        position.is_played = false;
        position.settle()?;
        Ok(position)
    }

    /// The rule set.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The side of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The stones in the order they were put.
    pub fn stones(&self) -> impl DoubleEndedIterator<Item = Stone> + ExactSizeIterator + Clone {
        self.order[..usize::from(self.count)].iter().map(|&packed| {
            let colour = if packed & WHITE == 0 { Colour::Black } else { Colour::White };
            let point = Point::from_index(usize::from(packed & !WHITE));
            Stone { point: point.unwrap_or(Point::centre(USUAL_SIZE)), colour }
        })
    }

    /// The stone at a point.
    pub fn stone(&self, point: Point) -> Option<Colour> {
        self.lines.stone(point.index())
    }

    /// Whether the board has the point and no stone is on it.
    pub fn is_empty(&self, point: Point) -> bool {
        self.lines.is_empty(point.index())
    }

    /// Whose stone comes next, also when the game is over.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// How far the opening is.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the seat to move has to choose its colour.
    pub fn is_choice(&self) -> bool {
        self.phase.is_choice(usize::from(self.count))
    }

    /// The colour that a seat plays; none before the colours are chosen.
    pub fn colour_of(&self, seat: Seat) -> Option<Colour> {
        match self.phase {
            Phase::Settled { black } if black == seat => Some(Colour::Black),
            Phase::Settled { .. } => Some(Colour::White),
            _ => None,
        }
    }

    /// The stones line by line, as the fouls are judged by.
    pub const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// What the next stone on a point would be: a five, a foul or nothing special.
    pub fn verdict(&self, point: Point) -> Verdict {
        match self.is_empty(point) {
            true => fouls::judge(&self.lines, self.rule, point.index(), self.colour),
            false => Verdict::Legal,
        }
    }

    /// The last stone, if it was the last move.
    pub fn last(&self) -> Option<Stone> {
        self.stones().last().filter(|_| self.is_played)
    }

    /// If black has lost by a foul: the kinds, and the stones that made them.
    pub fn lost_by(&self) -> Vec<Reason> {
        match (self.ended, self.last()) {
            (Some(End::Foul(_)), Some(stone)) => {
                let mut lines = self.lines;
                lines.clear(stone.point.index());
                fouls::reasons(&lines, self.rule, stone.point)
            }
            _ => Vec::new(),
        }
    }

    /// Whether the last stone is the last move.
    pub(crate) const fn is_played(&self) -> bool {
        self.is_played
    }

    pub(crate) fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
    }

    /// Lets a turn pass without a stone: only in texts of positions.
    pub(crate) fn skip(&mut self) {
        self.colour = self.colour.other();
        self.is_played = false;
    }

    /// Adds the next stone without looking at what it makes.
    pub(crate) fn add_next(&mut self, point: Point) -> Result<(), BadText> {
        self.add(Stone { point, colour: self.colour })?;
        self.colour = self.colour.other();
        self.is_played = true;
        Ok(())
    }

    fn add(&mut self, stone: Stone) -> Result<(), BadText> {
        let Stone { point, colour } = stone;
        let text = point.to_string();
        if !point.is_on(self.size) {
            return Err(BadText::new(text, off_board(self.size)));
        }
        if !self.is_empty(point) {
            let problem =
                Text::new("there are two stones on this point", "同じ点に石が2つあります");
            return Err(BadText::new(text, problem));
        }
        self.put(point, colour);
        Ok(())
    }

    fn put(&mut self, point: Point, colour: Colour) {
        let white = if colour == Colour::White { WHITE } else { 0 };
        self.lines.put(point.index(), colour);
        self.order[usize::from(self.count)] = point.index() as u16 | white;
        self.count += 1;
    }

    /// Finds out whether a position that was set up is already over.
    pub(crate) fn settle(&mut self) -> Result<(), BadText> {
        let has_five = |colour: Colour| {
            self.stones().filter(|stone| stone.colour == colour).any(|stone| {
                let mut lines = self.lines;
                lines.clear(stone.point.index());
                fouls::judge(&lines, self.rule, stone.point.index(), colour) == Verdict::Five
            })
        };
        let fives = Colour::BOTH.map(has_five);
        let last = self.last().map(|stone| {
            let mut lines = self.lines;
            lines.clear(stone.point.index());
            fouls::judge(&lines, self.rule, stone.point.index(), stone.colour)
        });
        self.ended = match (fives, last) {
            ([true, true], _) => {
                let problem =
                    Text::new("both sides have five in a row", "両者とも五連になっています");
                return Err(BadText::new(self.to_string(), problem));
            }
            ([true, _], _) => Some(End::Five(Colour::Black)),
            ([_, true], _) => Some(End::Five(Colour::White)),
            (_, Some(Verdict::Foul(fouls))) => Some(End::Foul(fouls)),
            _ if self.is_full() => Some(End::Full),
            _ => None,
        };
        Ok(())
    }

    fn is_full(&self) -> bool {
        usize::from(self.count) == usize::from(self.size) * usize::from(self.size)
    }
}

/// The point is not on this board.
fn off_board(size: u8) -> Text {
    let last = char::from(b'a' + size - 1);
    Text::made(
        format!("the board has {size} lines: a1 to {last}{size}"),
        format!("盤は {size} 路です（a1 から {last}{size} まで）"),
    )
}

/// Who takes black when the seats keep their names is black; with a swap the names are those of
/// the first colours.
const SEATS: &[SeatSpec] = &[
    SeatSpec { id: "black", title: Text::new("black", "黒"), letter: 'X' },
    SeatSpec { id: "white", title: Text::new("white", "白"), letter: 'O' },
];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "rule",
        kind: OptionKind::Choice(Rule::NAMES),
        default: "renju",
        about: Text::new(
            "renju (black's fouls as the RIF has them), class (fouls by lengths of rows), standard (exactly five wins), freestyle (five or more)",
            "renju（連珠。RIFの禁じ手）、class（連の長さだけの禁じ手）、standard（ちょうど五で勝ち）、freestyle（五以上で勝ち）",
        ),
    },
    OptionSpec {
        name: "size",
        kind: OptionKind::Number(MIN_SIZE as u64, MAX_SIZE as u64),
        default: "15",
        about: Text::new("lines of the board", "盤の大きさ（路数）"),
    },
    OptionSpec {
        name: "opening",
        kind: OptionKind::Choice(Opening::NAMES),
        default: "free",
        about: Text::new(
            "free, book (a balanced position drawn by the seed), swap (three stones, then the other chooses), swap2 (or puts two more)",
            "free（自由）、book（互角の局面をシードで選ぶ）、swap（3石のあと相手が色を選ぶ）、swap2（さらに2石置いて選ばせることもできる）",
        ),
    },
];

/// One ending for each set of fouls, in the order of [`FoulSet::bits`].
const FOUL_ENDINGS: [&str; 8] = [
    "foul",
    "foul-overline",
    "foul-double-four",
    "foul-overline-double-four",
    "foul-double-three",
    "foul-overline-double-three",
    "foul-double-four-double-three",
    "foul-overline-double-four-double-three",
];

impl Game for Renju {
    type Move = Move;

    const SPEC: Spec = Spec {
        id: "renju",
        title: Text::new("Renju", "連珠"),
        seats: SEATS,
        options: OPTIONS,
        endings: &[
            ("five", Text::new("five in a row", "五連が完成しました")),
            ("full", Text::new("the board is full", "盤面が埋まりました")),
            ("foul", Text::new("black made a foul", "黒の禁じ手です")),
            (FOUL_ENDINGS[1], Text::new("black made a foul: overline", "黒の禁じ手です（長連）")),
            (
                FOUL_ENDINGS[2],
                Text::new("black made a foul: double-four", "黒の禁じ手です（四四）"),
            ),
            (
                FOUL_ENDINGS[3],
                Text::new(
                    "black made a foul: overline and double-four",
                    "黒の禁じ手です（長連・四四）",
                ),
            ),
            (
                FOUL_ENDINGS[4],
                Text::new("black made a foul: double-three", "黒の禁じ手です（三三）"),
            ),
            (
                FOUL_ENDINGS[5],
                Text::new(
                    "black made a foul: overline and double-three",
                    "黒の禁じ手です（長連・三三）",
                ),
            ),
            (
                FOUL_ENDINGS[6],
                Text::new(
                    "black made a foul: double-four and double-three",
                    "黒の禁じ手です（四四・三三）",
                ),
            ),
            (
                FOUL_ENDINGS[7],
                Text::new(
                    "black made a foul: overline, double-four and double-three",
                    "黒の禁じ手です（長連・四四・三三）",
                ),
            ),
        ],
        time: Duration::from_secs(5),
        policy: Policy::Forfeit,
        dialect: "gomocup",
    };

    fn start(setup: &Setup) -> Result<Renju, BadText> {
        let options = &setup.options;
        let rule = options.get("rule").parse().unwrap_or_default();
        let size = options.get("size").parse().unwrap_or(USUAL_SIZE);
        match (&setup.position, Opening::named(options.get("opening"))) {
            (Some(text), _) => Renju::read(text, rule, size),
            (None, Opening::Book) => openings::draw(rule, size, setup.seed),
            (None, opening) => Ok(Renju::with_phase(rule, size, opening.phase())),
        }
    }

    fn option(&self, name: &str) -> Option<String> {
        match name {
            "rule" => Some(self.rule.to_string()),
            "size" => Some(self.size.to_string()),
            _ => None,
        }
    }

    fn to_move(&self) -> Option<Seat> {
        match self.ended {
            Some(_) => None,
            None => Some(self.phase.to_move(usize::from(self.count), self.colour)),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let points = Point::all(if self.ended.is_none() { self.size } else { 0 });
        let words = [Move::Black, Move::More].into_iter().filter(|&mv| self.is_legal(mv));
        points.filter(|&point| self.is_empty(point)).map(Move::Place).chain(words)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.ended.is_none()
            && match mv {
                Move::Place(point) => self.is_empty(point),
                Move::Black => self.is_choice(),
                Move::More => self.is_choice() && self.phase == Phase::Swap2,
            }
    }

    fn play(&mut self, mv: Move) {
        let (Some(seat), true) = (self.to_move(), self.is_legal(mv)) else { return };
        match mv {
            Move::Black => self.phase = Phase::Settled { black: seat },
            Move::More => self.phase = Phase::More,
            Move::Place(point) => {
                if self.is_choice() {
                    self.phase = Phase::Settled { black: seat.other() };
                }
                let verdict = self.verdict(point);
                self.put(point, self.colour);
                self.ended = match verdict {
                    Verdict::Five => Some(End::Five(self.colour)),
                    Verdict::Foul(fouls) => Some(End::Foul(fouls)),
                    Verdict::Legal => self.is_full().then_some(End::Full),
                };
                self.colour = self.colour.other();
                self.is_played = true;
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let (winner, why) = match self.ended? {
            End::Five(colour) => (colour, "five"),
            End::Foul(fouls) => (Colour::White, FOUL_ENDINGS[fouls.bits()]),
            End::Full => return Some(Outcome::draw(SEATS.len(), "full")),
        };
        let black = match self.phase {
            Phase::Settled { black } => black,
            _ => Seat::FIRST,
        };
        let winner = if winner == Colour::Black { black } else { black.other() };
        Some(Outcome::win(winner, SEATS.len(), why))
    }

    fn title(&self, seat: Seat) -> Text {
        let is_black = match self.phase {
            Phase::Settled { black } => seat == black,
            _ => seat == Seat::FIRST,
        };
        let colour = if is_black { Colour::Black } else { Colour::White };
        Self::SPEC.seats[colour.index()].title.clone()
    }

    fn why_illegal(&self, mv: Move) -> Option<Text> {
        match mv {
            _ if self.ended.is_some() || self.is_legal(mv) => None,
            Move::Place(point) if !point.is_on(self.size) => Some(off_board(self.size)),
            Move::Place(_) => {
                Some(Text::new("there is a stone on that point", "その点にはすでに石があります"))
            }
            Move::More if self.is_choice() => Some(Text::new(
                "two more stones can be asked for only once, with swap2",
                "石を2つ追加できるのは、swap2 で一度だけです",
            )),
            Move::Black | Move::More => Some(Text::new(
                "no colour is to be chosen now: the answer is a point",
                "いまは色を選ぶ場面ではありません。点を答えてください",
            )),
        }
    }

    fn why_lost(&self) -> Option<Text> {
        let (reasons, last) = (self.lost_by(), self.last()?);
        let in_words = |lang, between: &str| {
            let each: Vec<String> = reasons
                .iter()
                .map(|reason| {
                    let stones = |row: &fouls::Row| -> Vec<String> {
                        row.stones.iter().map(Point::to_string).collect()
                    };
                    let rows: Vec<String> =
                        reason.rows.iter().map(|row| stones(row).join(" ")).collect();
                    format!("{}: {}", reason.foul.title().get(lang), rows.join(" / "))
                })
                .collect();
            each.join(between)
        };
        (!reasons.is_empty()).then(|| {
            let point = last.point;
            Text::made(
                format!("{point} is a foul ({})", in_words(gyoji_core::Lang::En, "; ")),
                format!("{point} は禁じ手です（{}）", in_words(gyoji_core::Lang::Ja, "、")),
            )
        })
    }

    /// Most games are over after some forty stones; a long one goes on for a while.
    fn moves_to_go(&self) -> u32 {
        20_u32.saturating_sub(self.stones().len() as u32 / 2).max(8)
    }

    fn view(&self) -> View {
        crate::view::view(self)
    }

    fn legend(&self) -> Legend {
        crate::view::legend(self.size)
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        crate::view::steps(mv, self.size)
    }
}

impl TwoSeat for Renju {
    fn key(&self) -> u64 {
        let stones = self
            .stones()
            .fold(0, |key, stone| key ^ zobrist::stone(stone.point.index(), stone.colour));
        stones ^ zobrist::state(self.colour, self.phase.word())
    }
}
