//! Formats that are whole events of several stages: the contest of four at a table, and the cup.

use gyoji_words::events as words;

use super::{Blueprint, Kind, Planner};
use crate::Pairings;
use crate::event::draw::book::By;
use crate::event::draw::seeding::sizes;
use crate::event::format::{Format, Seeding};
use crate::event::mistake::Mistake;

/// How many games everybody has in a cup before the knock-out, and how many then go on at most,
/// unless it is said.
const MIN_GAMES: u64 = 10;
const MOST_IN_CUP: usize = 8;
/// Seed 003, 6.2: four at a table; the final is for the first to win two games of at most five.
const CONTEST_SEATS: usize = 4;
const FINAL: (u64, usize) = (2, 5);
/// How many games everybody has in the qualifying unless it is said.
const QUALIFYING: u64 = 8;

impl Planner<'_> {
    /// Seed 003, 6.2: qualifying for the best 16, tables whose best two go on, and a final that
    /// two wins decide. With fewer teams there are fewer tables, of three or four; five fill
    /// neither one table nor two, so they have a qualifying for the final.
    pub(super) fn contest(&self) -> Result<Vec<Blueprint>, Mistake> {
        if self.seats != CONTEST_SEATS {
            let instead = [Format::Cup, Format::Groups].map(Format::name).join(", ");
            let problem = words::only_four(self.stage.format.name());
            return Err(self.wrong("format", problem, Some(words::instead(instead))));
        }
        let games = self.stage.games.unwrap_or(1);
        let mut plans = Vec::new();
        let mut left = self.entrants;
        let direct = CONTEST_SEATS * CONTEST_SEATS;
        if left > direct || left == CONTEST_SEATS + 1 {
            let advance = if left > direct { direct } else { CONTEST_SEATS };
            let kind = Kind::Mixed { games: self.qualifying()? };
            let qualifying = self.blueprint("qualifying", kind, left, Some(advance));
            self.check_games(&qualifying)?;
            plans.push(qualifying);
            left = advance;
        }
        while left > CONTEST_SEATS {
            let sizes = sizes(left, CONTEST_SEATS);
            let name = if sizes.len() > 2 { "round-1" } else { "semi-final" };
            let goes_on = 2 * sizes.len();
            let seeding = if !plans.is_empty() && left == direct {
                // By their places in the qualifying.
                Seeding::Order
            } else {
                Seeding::Lot
            };
            let tables = self.blueprint(name, Kind::Groups { sizes, games }, left, Some(2));
            self.check_games(&tables)?;
            plans.push(Blueprint { seeding, ..tables });
            left = goes_on;
        }
        let (wins, most) = FINAL;
        plans.push(self.blueprint("final", Kind::Decider { wins, most }, left, None));
        Ok(plans)
    }

    /// Games of the qualifying: as many for everybody, at tables that are full.
    fn qualifying(&self) -> Result<u64, Mistake> {
        let usual = if self.entrants > CONTEST_SEATS + 1 { QUALIFYING } else { QUALIFYING / 2 };
        let games = self.stage.qualifying.unwrap_or(usual);
        let seats = self.seats as u64;
        if (games * self.entrants as u64).is_multiple_of(seats) {
            return Ok(games);
        }
        let fits = (1..=seats).find(|games| (games * self.entrants as u64).is_multiple_of(seats));
        let problem = words::uneven_qualifying(self.entrants, games, seats);
        let hint = words::even_qualifying(fits.unwrap_or(seats));
        Err(self.wrong("qualifying", problem, Some(hint)))
    }

    /// A round robin with as many games as everybody needs, and a knock-out of the best.
    pub(super) fn cup(&self) -> Result<Vec<Blueprint>, Mistake> {
        let knock_out = self.knock_out()?;
        let least = self.stage.min_games.unwrap_or(MIN_GAMES);
        // Everybody meets everybody with both colours, as often as it takes.
        let games = least.div_ceil(self.entrants as u64 - 1).next_multiple_of(self.seats as u64);
        let usual = 1 << (self.entrants / 2).max(2).ilog2();
        let advance = self.stage.advance.unwrap_or(MOST_IN_CUP.min(usual));
        if !(2..=self.entrants).contains(&advance) {
            let problem = match advance < 2 {
                true => words::few_advance(advance, 2),
                false => words::many_advance(advance, self.entrants),
            };
            return Err(self.wrong("advance", problem, None));
        }
        let by = By::Rate(least);
        let league = Kind::All { pairings: Pairings::AllAgainstAll, games, by };
        let league = self.blueprint("league", league, self.entrants, Some(advance));
        self.check_games(&league)?;
        Ok(vec![league, self.blueprint("knock-out", knock_out, advance, None)])
    }
}
