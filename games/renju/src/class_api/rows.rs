//! What a row of stones can become: the rating that the class's document describes, and the
//! growing of rows it rests on.

use super::{Candidate, Config, Line, OptionContainer, OptionType, Point, Table};
use crate::board::lines::Lines;
use crate::fouls::{self, Verdict};
use crate::rule::{Colour, Rule};

/// The two ends of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    First,
    Second,
}

/// The board as one player sees it whose rows are looked at.
#[derive(Clone)]
pub(super) struct Rows {
    lines: Lines,
    config: Config,
    rule: Rule,
    colour: Colour,
}

/// A row with one stone more.
struct Grown {
    line: Line,
    point: Point,
    /// What it is then.
    next: OptionContainer,
    /// Where it would grow after that.
    beyond: Option<(Line, Point)>,
}

impl Rows {
    pub(super) fn of(table: &Table, program_number: u32) -> Rows {
        Rows {
            lines: *table.lines(),
            config: *table.config(),
            rule: table.rule(),
            colour: table.colour(program_number),
        }
    }

    /// A row grown by a stone at one end, and that stone. Stones of its own beyond belong to it
    /// then. With `foul_check` none if the point is taken or a foul; without it only at the edge.
    pub(super) fn extend(&self, line: &Line, end: End, foul_check: bool) -> Option<(Line, Point)> {
        let step = |line: &Line| match end {
            End::First => line.extend_first(&self.config),
            End::Second => line.extend_second(&self.config),
        };
        let (mut grown, point) = step(line)?;
        if foul_check && self.is_barred(point, self.colour) {
            return None;
        }
        while let Some((longer, next)) = step(&grown)
            && self.is_own(next)
        {
            grown = longer;
        }
        Some((grown, point))
    }

    /// What a row is worth, the opponent being next.
    pub(super) fn options(&self, line: &Line) -> OptionContainer {
        let options = match line.length() {
            5.. if self.wins(line) => {
                vec![Candidate { kind: OptionType::Win, win_to: 0, point: None }]
            }
            4 => self.of_four(line),
            2 | 3 => self.of_shorter(line),
            _ => Vec::new(),
        };
        match options.is_empty() {
            true => Candidate::NONE.into(),
            false => OptionContainer::new(options),
        }
    }

    /// A four becomes five at one end, which the opponent stops if it can, or at both.
    fn of_four(&self, line: &Line) -> Vec<Candidate> {
        let ends = [End::First, End::Second].into_iter();
        let grown = ends.filter_map(|end| self.extend(line, end, true));
        let fives: Vec<Point> =
            grown.filter(|(longer, _)| self.wins(longer)).map(|(_, point)| point).collect();
        match fives[..] {
            [only] => vec![self.five(only)],
            _ => fives.iter().map(|&it| Candidate::new(OptionType::Checkmate, 1, it)).collect(),
        }
    }

    /// A shorter row becomes what one stone more makes of it. The opponent puts one stone, so
    /// of several threats that this stone stops only one counts as a threat.
    fn of_shorter(&self, line: &Line) -> Vec<Candidate> {
        let ends = [End::First, End::Second].into_iter();
        let sides: Vec<Grown> = ends.filter_map(|end| self.grown(line, end)).collect();
        let is_five = |side: &&Grown| self.wins(&side.line);
        let fives = sides.iter().filter(is_five).count();
        let mut threatened = fives > 0;
        let mut options = Vec::new();
        for side in &sides {
            let best = side.next.max();
            let win_to = best.win_to + 1;
            options.push(match best.kind {
                OptionType::Win if fives == 2 => {
                    Candidate::new(OptionType::Checkmate, 1, side.point)
                }
                OptionType::Win => self.five(side.point),
                OptionType::Checkmate => {
                    // It needs both ends, unless the opponent may not stop it.
                    let needs_both = side.next.options().len() > 1;
                    let stopped = needs_both && std::mem::replace(&mut threatened, true);
                    let kind = if stopped { OptionType::Winnable } else { OptionType::ToCheckmate };
                    Candidate::new(kind, win_to, side.point)
                }
                OptionType::ToCheckmate => Candidate::new(OptionType::Winnable, win_to, side.point),
                // Longer than five, and that does not win.
                _ if side.line.length() > 4 => continue,
                _ => Candidate::new(OptionType::Preferable, 5 - line.length() as u32, side.point),
            });
            // Five around a point that the opponent may not take.
            if let Some((five, point)) = side.beyond
                && side.line.length() == 4
                && self.wins(&five)
                && self.is_barred(side.point, self.colour.other())
            {
                options.push(Candidate::new(OptionType::ToCheckmate, 2, point));
            }
        }
        options
    }

    fn grown(&self, line: &Line, end: End) -> Option<Grown> {
        let (longer, point) = self.extend(line, end, true)?;
        // Whether the next stone is a foul shows only with this one on the board.
        let mut then = self.clone();
        then.lines.put(self.index(point)?, self.colour);
        let beyond = then.extend(&longer, end, true);
        Some(Grown { line: longer, point, next: then.options(&longer), beyond })
    }

    /// A point that makes five: the opponent has to take it, if that is no foul.
    fn five(&self, point: Point) -> Candidate {
        let kind = match self.is_barred(point, self.colour.other()) {
            true => OptionType::Checkmate,
            false => OptionType::ToCheckmate,
        };
        Candidate::new(kind, 1, point)
    }

    fn wins(&self, line: &Line) -> bool {
        self.rule.wins_with(line.length(), self.colour)
    }

    fn is_own(&self, point: Point) -> bool {
        self.index(point).is_some_and(|index| self.lines.stone(index) == Some(self.colour))
    }

    /// Whether a colour may not play a point: it is taken, or a foul.
    fn is_barred(&self, point: Point, colour: Colour) -> bool {
        let Some(index) = self.index(point) else { return true };
        !self.lines.is_empty(index)
            || matches!(fouls::judge(&self.lines, self.rule, index, colour), Verdict::Foul(_))
    }

    fn index(&self, point: Point) -> Option<usize> {
        point.on_board(&self.config).map(crate::Point::index)
    }
}
