//! The board of the class's document, with its moves, rows and fouls.

use std::collections::BTreeMap;
use std::fmt;

use gyoji_core::{Lang, Text};

use super::rows::{End, Rows};
use super::{Candidate, Config, Direction, Line, Move, OptionContainer, OptionType, Point};
use crate::board::lines::Lines;
use crate::fouls::{self, FoulSet, Verdict};
use crate::rule::{Colour, Rule};
use crate::{POINTS, Renju, Stone};

/// Why a move loses at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Violation {
    /// A foul (禁じ手).
    Foul(FoulSet),
    /// There is a stone on the point.
    Occupied,
    /// The board has no such point.
    OffBoard,
    /// The player had made the move before, too.
    Twice,
}

impl Violation {
    /// What it is called.
    pub fn title(self) -> Text {
        match self {
            Violation::Foul(fouls) => {
                let titles = |lang, between: &str| {
                    let all: Vec<String> =
                        fouls.iter().map(|foul| foul.title().get(lang).to_owned()).collect();
                    all.join(between)
                };
                Text::made(titles(Lang::En, ", "), titles(Lang::Ja, "・"))
            }
            Violation::Occupied => {
                Text::new("there is a stone on the point", "すでに石がある点です")
            }
            Violation::OffBoard => Text::new("off the board", "盤の外です"),
            Violation::Twice => Text::new("twice in a row", "続けて2手打っています"),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title().get(Lang::En))
    }
}

impl std::error::Error for Violation {}

/// The move that decided a game, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// It made five: the document's `(move, True)`.
    Won(Move),
    /// It was a foul, or not on a free point: the document's `(move, False)`.
    Lost(Move, Violation),
}

impl Decided {
    /// The move.
    pub const fn deciding_move(self) -> Move {
        match self {
            Decided::Won(mv) | Decided::Lost(mv, _) => mv,
        }
    }

    /// Whether who made the move has won.
    pub const fn is_win(self) -> bool {
        matches!(self, Decided::Won(_))
    }
}

/// A game: its moves, and the stones as far as they have been put.
#[derive(Clone, Debug)]
#[doc(alias = "copy")]
pub struct Table {
    config: Config,
    rule: Rule,
    moves: Vec<Move>,
    /// The stones that are on the board, in order.
    stones: Vec<Move>,
    lines: Lines,
    /// Who has black, where it is not simply who moved first.
    black: Option<u32>,
}

impl Table {
    /// A table with these moves, by the class's rules. They are not on the board yet: see
    /// [`compute`](Table::compute).
    pub fn new(config: Config, moves: impl IntoIterator<Item = Move>) -> Table {
        Table::with_rule(config, Rule::Class, moves)
    }

    /// The same by other rules.
    pub fn with_rule(config: Config, rule: Rule, moves: impl IntoIterator<Item = Move>) -> Table {
        let table_size = config.table_size.clamp(crate::MIN_SIZE, crate::MAX_SIZE);
        let config = Config { table_size, ..config };
        Table {
            config,
            rule,
            moves: moves.into_iter().collect(),
            stones: Vec::new(),
            lines: Lines::new(table_size),
            black: None,
        }
    }

    /// A position of the game with its stones on the board: black is 1, white is 2.
    pub fn of_position(position: &Renju) -> Table {
        let config = Config { table_size: position.size(), ..Config::default() };
        let mv = |stone: Stone| {
            Move::new(number_of(stone.colour), Point::of_board(stone.point, &config))
        };
        let moves: Vec<Move> = position.stones().map(mv).collect();
        let mut table = Table::with_rule(config, position.rule(), moves.clone());
        table.black = Some(number_of(Colour::Black));
        for mv in moves {
            table.put(mv);
        }
        table
    }

    /// The settings.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The rules.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// All moves, on the board or not.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves there are.
    pub fn moves_count(&self) -> usize {
        self.moves.len()
    }

    /// The stones that are on the board: whose is on which point. A point that is not in it is
    /// free.
    pub fn table(&self) -> BTreeMap<Point, u32> {
        self.stones.iter().map(|stone| (stone.point, stone.program_number)).collect()
    }

    /// Whose stone is on a point.
    pub fn stone(&self, point: Point) -> Option<u32> {
        let stone = self.stones.iter().find(|stone| stone.point == point)?;
        Some(stone.program_number)
    }

    /// Puts all moves on an empty board, one after the other, up to the one that makes five or
    /// loses. None if no move does. Whoever moves twice in a row loses, too, if
    /// [`Config::raise_on_csv_count_error`] says so.
    pub fn compute(&mut self) -> Option<Decided> {
        self.stones.clear();
        self.lines = Lines::new(self.config.table_size);
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let before = index.checked_sub(1).map(|before| self.moves[before].program_number);
            if self.config.raise_on_csv_count_error && before == Some(mv.program_number) {
                return Some(Decided::Lost(mv, Violation::Twice));
            }
            let wins = match self.judge(mv) {
                Err(violation) => return Some(Decided::Lost(mv, violation)),
                Ok(wins) => wins,
            };
            self.put(mv);
            if wins {
                return Some(Decided::Won(mv));
            }
        }
        None
    }

    /// Makes a move, unless it loses at once: then the table stays as it is.
    pub fn compute_move(&mut self, mv: Move) -> Result<(), Violation> {
        self.judge(mv)?;
        self.moves.push(mv);
        self.put(mv);
        Ok(())
    }

    /// Whether a move loses at once: a foul, or a point that is not free.
    pub fn check_foul(&self, mv: Move) -> bool {
        self.violation(mv).is_some()
    }

    /// Why a move loses at once, if it does.
    pub fn violation(&self, mv: Move) -> Option<Violation> {
        self.judge(mv).err()
    }

    /// Whether a player has five in a row (and no more, where six are a foul or nothing).
    pub fn is_win(&self, program_number: u32) -> bool {
        let colour = self.colour(program_number);
        self.get_lines(program_number).keys().any(|&length| self.rule.wins_with(length, colour))
    }

    /// All rows of a player by their length, in all four directions. A stone that stands alone
    /// is a row of one in each of them.
    pub fn get_lines(&self, program_number: u32) -> BTreeMap<usize, Vec<Line>> {
        let mut by_length: BTreeMap<usize, Vec<Line>> = BTreeMap::new();
        for line in self.lines_of(program_number) {
            by_length.entry(line.length()).or_default().push(line);
        }
        by_length
    }

    /// What a row is worth, the opponent being next, and at which points it goes on: five and
    /// more by themselves, a four by its ends, three and two by what one stone more makes of them.
    pub fn find_options(&self, line: &Line) -> OptionContainer {
        Rows::of(self, line.program_number).options(line)
    }

    /// All options of all rows of a player that are more than `Trash`. A point between two rows
    /// of the same direction is one option, not two.
    pub fn options(&self, program_number: u32) -> OptionContainer {
        let mut seen = [[false; POINTS]; 4];
        let mut options = Vec::new();
        for line in self.lines_of(program_number) {
            let found = self.find_options(&line);
            let is_new = |option: &&Candidate| {
                let index = option.point.and_then(|point| self.index(point));
                let seen = index.map(|index| &mut seen[line.direction.index()][index]);
                seen.is_none_or(|seen| !std::mem::replace(seen, true))
            };
            let useful = found.options().iter().filter(|it| it.kind > OptionType::Trash);
            options.extend(useful.filter(is_new).copied());
        }
        OptionContainer::new(options)
    }

    /// As [`Line::extend_first`], and own stones beyond the new point belong to the row then.
    /// With `foul_check` the point must not be taken, nor a foul; without it nothing is asked but
    /// whether it is on the board.
    pub fn line_extend_first(&self, line: &Line, foul_check: bool) -> Option<(Line, Point)> {
        Rows::of(self, line.program_number).extend(line, End::First, foul_check)
    }

    /// As [`Line::extend_second`], the other way round.
    pub fn line_extend_second(&self, line: &Line, foul_check: bool) -> Option<(Line, Point)> {
        Rows::of(self, line.program_number).extend(line, End::Second, foul_check)
    }

    /// The points by which a player's rows can grow, up to `distance` times at either end, in
    /// order and each once. A row grows no further than to a point that is taken or a foul.
    pub fn available_extended_points(&self, program_number: u32, distance: usize) -> Vec<Point> {
        let rows = Rows::of(self, program_number);
        let mut points = Vec::new();
        for line in self.lines_of(program_number) {
            for end in [End::First, End::Second] {
                let grow = |(line, _): &(Line, Point)| rows.extend(line, end, true);
                let grown = std::iter::successors(rows.extend(&line, end, true), grow);
                points.extend(grown.take(distance).map(|(_, point)| point));
            }
        }
        points.sort_unstable();
        points.dedup();
        points
    }

    /// Who is to move: 1 if nobody has moved, the next number after the first player's if only
    /// that one has, else whoever made the move before last.
    pub fn me(&self) -> u32 {
        match self.moves[..] {
            [] => 1,
            [only] => only.program_number.saturating_add(1),
            [.., before, _] => before.program_number,
        }
    }

    /// The other player.
    pub fn opponent(&self, program_number: u32) -> u32 {
        let other = self.moves.iter().find(|mv| mv.program_number != program_number);
        match (other, self.moves.first()) {
            (Some(other), _) => other.program_number,
            (None, Some(_)) => program_number.saturating_add(1),
            (None, None) if program_number == 1 => 2,
            (None, None) => 1,
        }
    }

    /// Whether a player has black, that is, moved first. With no moves everybody may.
    pub fn is_black(&self, program_number: u32) -> bool {
        let first = self.moves.first().map(|first| first.program_number);
        self.black.or(first).is_none_or(|black| black == program_number)
    }

    pub(super) const fn lines(&self) -> &Lines {
        &self.lines
    }

    pub(super) fn colour(&self, program_number: u32) -> Colour {
        if self.is_black(program_number) { Colour::Black } else { Colour::White }
    }

    /// The free points of the board, row by row from the top.
    pub(super) fn free_points(&self) -> impl Iterator<Item = Point> {
        let size = self.config.table_size;
        let all = (0..size).flat_map(move |y| (0..size).map(move |x| Point::new(y, x)));
        all.filter(|&point| self.is_free(point))
    }

    pub(super) fn is_free(&self, point: Point) -> bool {
        self.index(point).is_some_and(|index| self.lines.is_empty(index))
    }

    /// Whether a stone of a player on a free point would be a foul.
    pub(super) fn is_foul(&self, program_number: u32, point: Point) -> bool {
        self.verdict(program_number, point).is_some_and(|verdict| !verdict.fouls().is_empty())
    }

    /// Whether a stone of a player on a free point makes five.
    pub(super) fn makes_five(&self, program_number: u32, point: Point) -> bool {
        self.verdict(program_number, point) == Some(Verdict::Five)
    }

    /// The same table with one move more, which has to be on a free point.
    pub(super) fn with_move(&self, mv: Move) -> Table {
        let mut next = self.clone();
        next.moves.push(mv);
        next.put(mv);
        next
    }

    fn verdict(&self, program_number: u32, point: Point) -> Option<Verdict> {
        let index = self.index(point)?;
        let colour = self.colour(program_number);
        self.lines.is_empty(index).then(|| fouls::judge(&self.lines, self.rule, index, colour))
    }

    fn index(&self, point: Point) -> Option<usize> {
        point.on_board(&self.config).map(crate::Point::index)
    }

    /// Whether a move makes five; or why it loses.
    fn judge(&self, mv: Move) -> Result<bool, Violation> {
        if !mv.point.is_on(&self.config) {
            return Err(Violation::OffBoard);
        }
        match self.verdict(mv.program_number, mv.point) {
            None => Err(Violation::Occupied),
            Some(Verdict::Foul(fouls)) => Err(Violation::Foul(fouls)),
            Some(verdict) => Ok(verdict == Verdict::Five),
        }
    }

    fn put(&mut self, mv: Move) {
        if let Some(index) = self.index(mv.point) {
            self.lines.put(index, self.colour(mv.program_number));
            self.stones.push(mv);
        }
    }

    /// All rows of a player, in the order of their first stones.
    fn lines_of(&self, program_number: u32) -> Vec<Line> {
        let colour = self.colour(program_number);
        let is_own = |point: Option<Point>| {
            let index = point.and_then(|point| self.index(point));
            index.is_some_and(|index| self.lines.stone(index) == Some(colour))
        };
        let mut lines = Vec::new();
        for stone in self.stones.iter().filter(|stone| stone.program_number == program_number) {
            for direction in Direction::ALL {
                let first = stone.point;
                if is_own(first.along(direction, -1, &self.config)) {
                    continue; // the row begins before it
                }
                let mut line = Line::new(direction, first, first, program_number);
                while let Some((longer, point)) = line.extend_second(&self.config)
                    && is_own(Some(point))
                {
                    line = longer;
                }
                lines.push(line);
            }
        }
        lines
    }
}

/// The number of a colour in a table that was made from a position.
pub(super) const fn number_of(colour: Colour) -> u32 {
    colour.index() as u32 + 1
}
