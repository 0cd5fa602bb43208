//! Choosing a move as the class's document has it: look at every sensible point, keep the best
//! few, and let the opponent answer each of them.

use super::{Move, OptionContainer, OptionType, Point, Table};

/// More than any number of options adds up to.
const WON: i64 = 1_000_000_000_000;
/// The step from a point to one that is more pressing, whatever else they are worth.
const PRESSING: i64 = 10_000_000_000;

/// A move, what it leaves on the board, and what that is worth to who makes it.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    pub(crate) options: OptionContainer,
    pub(crate) value: i64,
}

impl Table {
    /// The move that seems best to a player, and what its rows are worth after it.
    ///
    /// Looks `depth` moves ahead: below the first, only the `best` moves are looked at further,
    /// by letting the opponent choose its own on the table as it then is. None only if the board
    /// is full. If every free point is a foul, it is one of those: something has to be answered.
    pub fn choose_next_move(
        &self,
        program_number: u32,
        depth: u32,
        best: usize,
    ) -> Option<(Move, OptionContainer)> {
        self.choose(program_number, depth, best, &|| false).map(|it| (it.mv, it.options))
    }

    /// The same, looking no further ahead once `hurry` says so.
    pub(crate) fn choose(
        &self,
        number: u32,
        depth: u32,
        best: usize,
        hurry: &dyn Fn() -> bool,
    ) -> Option<Choice> {
        let mut points = self.sensible_points(number);
        let opponent = self.opponent(number);
        let wins = |who: u32| points.iter().copied().find(|&point| self.makes_five(who, point));
        if let Some(five) = wins(number) {
            return Some(Choice { value: WON, ..self.look(number, five) });
        } else if let Some(threat) = wins(opponent) {
            points = vec![threat]; // nothing else is worth a thought
        } else {
            // The sort is stable: of equals the one nearer to the middle stays in front.
            points.sort_by_cached_key(|&point| -self.urgency(number, point));
        }
        points.truncate(if depth > 1 { best.max(1) } else { 1 });
        let mut choices: Vec<Choice> = Vec::new();
        for point in points {
            if !choices.is_empty() && hurry() {
                break;
            }
            let mut choice = self.look(number, point);
            // The reply is looked for on the table with the move on it.
            if depth > 1
                && choice.value > -WON
                && !hurry()
                && let Some(reply) =
                    self.with_move(choice.mv).choose(opponent, depth - 1, best, hurry)
            {
                choice.value = -reply.value;
            }
            choices.push(choice);
        }
        choices.sort_by_key(|choice| -choice.value);
        choices.into_iter().next()
    }

    /// The points that are worth a look, the one nearest to the middle first: those beside the
    /// rows of either player.
    fn sensible_points(&self, number: u32) -> Vec<Point> {
        let middle =
            Point::new((self.config().table_size - 1) / 2, (self.config().table_size - 1) / 2);
        let near = |point: &Point| {
            let [y, x] = [point.y.abs_diff(middle.y), point.x.abs_diff(middle.x)].map(u32::from);
            (y.max(x), y + x, *point)
        };
        let opponent = self.opponent(number);
        let mut points = self.available_extended_points(number, 2);
        points.extend(self.available_extended_points(opponent, 2));
        points.retain(|&point| !self.is_foul(number, point));
        // The opening: the middle, or if that is taken beside it.
        if self.is_free(middle) && self.table().len() < 2 {
            points = vec![middle];
        }
        if points.is_empty() {
            points.extend(self.free_points().filter(|&point| !self.is_foul(number, point)));
        }
        if points.is_empty() {
            points.extend(self.free_points()); // nothing but fouls is left
        }
        points.sort_unstable_by_key(near);
        points.dedup();
        points
    }

    /// How pressing a point is: what the player makes there, and what the opponent would.
    ///
    /// Whoever is sure to win sooner comes first, and of two who need as many moves the player.
    fn urgency(&self, number: u32, point: Point) -> i64 {
        let attack = self.options_with(number, point);
        let defence = self.options_with(self.opponent(number), point);
        let sure = |options: &OptionContainer| {
            let threats = options.options().iter().filter(|it| it.kind >= OptionType::ToCheckmate);
            let soonest = threats.map(|threat| i64::from(threat.win_to)).min();
            soonest.filter(|_| options.winnable_with_skip())
        };
        let own = sure(&attack).map(|moves| 2 * (5 - moves) + 1);
        let other = sure(&defence).map(|moves| 2 * (5 - moves));
        let pressing = own.max(other).unwrap_or(0).max(0);
        pressing * PRESSING + attack.score() + defence.score()
    }

    /// What a player's rows would be worth with one stone more; nothing if that is a foul.
    fn options_with(&self, number: u32, point: Point) -> OptionContainer {
        match self.is_foul(number, point) {
            true => OptionContainer::default(),
            false => self.with_move(Move::new(number, point)).options(number),
        }
    }

    /// What a move is worth as far as the rows on the board tell, the opponent being next.
    fn look(&self, number: u32, point: Point) -> Choice {
        let mv = Move::new(number, point);
        let foul = self.is_foul(number, point);
        let next = self.with_move(mv);
        let mine = next.options(number);
        let theirs = next.options(self.opponent(number));
        let value = if foul { -WON } else { worth(&mine, &theirs) };
        Choice { mv, options: mine, value }
    }
}

/// What two players' options are worth to the first, the second being next.
fn worth(mine: &OptionContainer, theirs: &OptionContainer) -> i64 {
    let (own, other) = (mine.max(), theirs.max());
    let threatens = |best: super::Candidate, within: u32| {
        best.kind >= OptionType::ToCheckmate && best.win_to <= within
    };
    if own.kind == OptionType::Win {
        WON
    } else if threatens(other, 1) {
        -WON / 2 // the opponent makes five
    } else if own.kind == OptionType::Checkmate {
        WON / 2
    } else if threatens(own, 1) && mine.winnable_with_skip() {
        WON / 4 // a four and something else: the opponent can only stop the four
    } else if threatens(other, 2) && !threatens(own, 1) {
        -WON / 8 + mine.score() - theirs.score() // the opponent makes an open four
    } else if mine.winnable_with_skip() && !threatens(other, 2) {
        WON / 16 + mine.score() - theirs.score()
    } else {
        // It is the opponent's turn, so what the opponent has counts a little more.
        mine.score() - theirs.score() - theirs.score() / 4
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::Config;
    use super::*;

    #[test]
    fn in_a_hurry_it_answers_at_once_however_far_it_was_to_look() {
        let mut table = Table::new(Config::default(), [Move::new(1, Point::new(7, 7))]);
        table.compute();
        let asked = Cell::new(0);
        let hurry = || {
            asked.set(asked.get() + 1);
            asked.get() > 30
        };
        let (depth, best) = (9, 225);
        assert!(table.choose(2, depth, best, &hurry).is_some());
        // Once at each depth on the way back.
        assert!(asked.get() <= 31 + depth, "asked {} times", asked.get());
    }
}
