//! From the stages of a file to stages that can be held: what is not said is filled in, and what
//! cannot be held is a mistake.

mod whole;

use gyoji_core::Text;
use gyoji_words::events as words;

use super::book::{By, Points};
use super::decider::Decider;
use super::fixtures::{Fixtures, Terms};
use super::knock_out::KnockOut;
use super::ladder::Ladder;
use super::mixed::mixed;
use super::seeding::{deal, draw_lots, keep_apart, sizes};
use super::swiss::{self, Swiss};
use super::{Seeded, Stage};
use crate::Pairings;
use crate::event::file::{EventFile, StagePlan};
use crate::event::format::{Format, Seeding};
use crate::event::mistake::Mistake;

/// The most games of one stage.
const MOST_GAMES: u64 = 1_000_000;
/// How many games a meeting of a knock-out has unless it is said.
const BEST_OF: u32 = 3;
/// The size of a group unless it is said.
const TABLE: usize = 4;

/// A stage that can be held.
#[derive(Clone, Debug)]
pub(super) struct Blueprint {
    pub(super) name: String,
    pub(super) kind: Kind,
    seats: usize,
    points: Points,
    /// How many come in.
    entrants: usize,
    advance: Option<usize>,
    seeding: Seeding,
}

/// What is played.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Everybody meets everybody, or the first everybody else.
    All { pairings: Pairings, games: u64, by: By },
    /// The same in groups, by their sizes.
    Groups { sizes: Vec<usize>, games: u64 },
    /// A bracket.
    KnockOut { best_of: u32, third_place: bool },
    /// Rounds of a Swiss system.
    Swiss { rounds: usize, games: u64 },
    /// Tables that change all the time.
    Mixed { games: u64 },
    /// One table until somebody has won so many games, at most so many.
    Decider { wins: u64, most: usize },
    /// Rounds without end, or until so many games were played; who takes part since when.
    Ladder { most: Option<u64>, since: Vec<u32> },
}

impl Blueprint {
    /// The name of its format in charts.
    pub(super) fn format(&self) -> &'static str {
        let format = match self.kind {
            Kind::All { pairings: Pairings::AllAgainstAll, .. } => Format::RoundRobin,
            Kind::All { pairings: Pairings::Gauntlet, .. } => Format::Gauntlet,
            Kind::Groups { .. } => Format::Groups,
            Kind::KnockOut { .. } => Format::KnockOut,
            Kind::Swiss { .. } => Format::Swiss,
            Kind::Ladder { .. } => Format::Ladder,
            Kind::Mixed { .. } => return "qualifying",
            Kind::Decider { .. } => return "final",
        };
        format.name()
    }

    pub(super) fn is_ladder(&self) -> bool {
        matches!(self.kind, Kind::Ladder { .. })
    }

    /// Whether a table may have fewer entrants than seats.
    pub(super) fn needs_stand_in(&self) -> bool {
        match &self.kind {
            Kind::Groups { sizes, .. } => sizes.iter().any(|&size| size < self.seats),
            _ => self.entrants < self.seats,
        }
    }

    /// Says since when everybody takes part, if that matters.
    pub(super) fn set_since(&mut self, rounds: &[u32]) -> bool {
        let Kind::Ladder { since, .. } = &mut self.kind else { return false };
        since.iter_mut().zip(rounds).for_each(|(since, round)| *since = *round);
        true
    }

    /// Begins it with these, of so many entrants of the event.
    pub(super) fn begin(&self, seeded: &[Seeded], entrants: usize, seed: u64) -> Box<dyn Stage> {
        let mut seeded = seeded.to_vec();
        if self.seeding == Seeding::Lot {
            draw_lots(&mut seeded, seed);
        }
        if matches!(self.kind, Kind::KnockOut { .. }) {
            keep_apart(&mut seeded);
        }
        let order: Vec<usize> = seeded.iter().map(|one| one.entrant).collect();
        let terms = |games: u64, by: By, told: bool| Terms {
            seats: self.seats,
            entrants,
            games,
            points: self.points.clone(),
            by,
            advance: self.advance,
            instead: told,
            told,
            seed,
        };
        match &self.kind {
            Kind::All { pairings, games, by } => {
                Box::new(Fixtures::all(terms(*games, *by, false), &[order], *pairings))
            }
            Kind::Groups { sizes, games } => {
                let groups = deal(&seeded, sizes);
                let terms = terms(*games, By::Score, true);
                Box::new(Fixtures::all(terms, &groups, Pairings::AllAgainstAll))
            }
            Kind::KnockOut { best_of, third_place } => Box::new(KnockOut::new(
                &order,
                entrants,
                *best_of,
                *third_place,
                self.advance,
                seed,
            )),
            Kind::Swiss { rounds, games } => {
                let (rounds, games) = (*rounds, *games);
                let (points, advance) = (self.points.clone(), self.advance);
                let terms = swiss::Terms { entrants, rounds, games, points, advance, seed };
                Box::new(Swiss::new(terms, &order))
            }
            Kind::Mixed { games } => {
                let tables = mixed(&order, *games, self.seats, seed);
                Box::new(Fixtures::new(terms(1, By::Score, true), &[order], tables))
            }
            Kind::Decider { wins, most } => {
                let goal = (*wins, *most);
                Box::new(Decider::new(&order, self.seats, entrants, goal, &self.points, seed))
            }
            Kind::Ladder { most, since } => {
                Box::new(Ladder::new(self.seats, *most, since, &self.points, seed))
            }
        }
    }

    /// How many go on from here.
    fn goes_on(&self) -> usize {
        match (&self.kind, self.advance) {
            (Kind::Groups { sizes, .. }, Some(each)) => {
                sizes.iter().map(|size| each.min(*size)).sum()
            }
            (_, advance) => advance.unwrap_or(0),
        }
    }
}

/// What the stages of a file come to in a game of so many seats.
pub(super) fn plan(file: &EventFile, seats: usize) -> Result<Vec<Blueprint>, Mistake> {
    let found = file.players.len();
    if found < seats.max(2) {
        let key = if found == 0 { "name".to_owned() } else { format!("player.{}", found - 1) };
        let problem = words::few_players(seats.max(2), found);
        return Err(file.mistake(&key, problem, Some(words::add_players())));
    }
    let mut plans: Vec<Blueprint> = Vec::new();
    for number in 0..file.stages.len() {
        let entrants = plans.last().map_or(found, Blueprint::goes_on);
        let planner = Planner { file, number, stage: &file.stages[number], seats, entrants };
        plans.extend(planner.blueprints()?);
    }
    Ok(plans)
}

/// One stage of the file, on its way.
struct Planner<'a> {
    file: &'a EventFile,
    number: usize,
    stage: &'a StagePlan,
    seats: usize,
    entrants: usize,
}

impl Planner<'_> {
    fn blueprints(&self) -> Result<Vec<Blueprint>, Mistake> {
        let stage = self.stage;
        let is_last = self.number + 1 == self.file.stages.len();
        if let Some(points) = &stage.points
            && points.len() != self.seats
        {
            return Err(self.wrong("points", words::points_length(self.seats, points.len()), None));
        }
        if is_last && stage.advance.is_some() && stage.format != Format::Cup {
            return Err(self.wrong("advance", words::last_advance(), None));
        }
        let games = stage.games.unwrap_or(self.seats as u64);
        let by = By::Score;
        let kind = match stage.format {
            Format::RoundRobin => Kind::All { pairings: Pairings::AllAgainstAll, games, by },
            Format::Gauntlet => Kind::All { pairings: Pairings::Gauntlet, games, by },
            Format::Groups => {
                let sizes = sizes(self.entrants, stage.table.unwrap_or(TABLE));
                Kind::Groups { sizes, games }
            }
            Format::KnockOut => self.knock_out()?,
            Format::Cup => return self.cup(),
            Format::Contest => return self.contest(),
            Format::Swiss => self.swiss(games)?,
            Format::Ladder => Kind::Ladder { most: stage.games, since: vec![1; self.entrants] },
        };
        let advance = match is_last {
            true => None,
            false => Some(self.advance()?),
        };
        let blueprint = self.blueprint(&stage.name, kind, self.entrants, advance);
        self.check_games(&blueprint)?;
        self.check_groups(&blueprint)?;
        Ok(vec![blueprint])
    }

    fn blueprint(
        &self,
        name: &str,
        kind: Kind,
        entrants: usize,
        advance: Option<usize>,
    ) -> Blueprint {
        let points = self.stage.points.clone().map_or_else(|| Points::usual(self.seats), Points);
        let (seats, seeding) = (self.seats, self.stage.seeding);
        Blueprint { name: name.to_owned(), kind, seats, points, entrants, advance, seeding }
    }

    /// How many go on to the stage behind this one.
    fn advance(&self) -> Result<usize, Mistake> {
        let advance = match (self.stage.advance, self.stage.format) {
            (Some(advance), _) => advance,
            (None, Format::Groups) => 2,
            (None, _) => return Err(self.wrong("advance", words::needs_advance(), None)),
        };
        let is_group = self.stage.format == Format::Groups;
        if advance > self.entrants && !is_group {
            let problem = words::many_advance(advance, self.entrants);
            return Err(self.wrong("advance", problem, None));
        }
        let least = self.seats.max(2);
        let groups = sizes(self.entrants, self.stage.table.unwrap_or(TABLE)).len();
        let all = if is_group { advance * groups } else { advance };
        if all < least {
            return Err(self.wrong("advance", words::few_advance(all, least), None));
        }
        Ok(advance)
    }

    fn check_groups(&self, blueprint: &Blueprint) -> Result<(), Mistake> {
        let Kind::Groups { sizes, .. } = &blueprint.kind else { return Ok(()) };
        let smallest = sizes.iter().copied().min().unwrap_or(0);
        match blueprint.advance {
            Some(advance) if advance >= smallest => {
                Err(self.wrong("advance", words::small_groups(smallest, advance), None))
            }
            _ => Ok(()),
        }
    }

    fn knock_out(&self) -> Result<Kind, Mistake> {
        self.needs_two(&[Format::Groups, Format::Contest, Format::RoundRobin])?;
        let best_of = self.stage.best_of.unwrap_or(BEST_OF);
        Ok(Kind::KnockOut { best_of, third_place: self.stage.third_place })
    }

    fn swiss(&self, games: u64) -> Result<Kind, Mistake> {
        self.needs_two(&[Format::RoundRobin, Format::Contest, Format::Ladder])?;
        // One more than it takes to leave one without a loss, but not more than there are
        // opponents.
        let usual = self.entrants.next_power_of_two().ilog2() as usize + 1;
        let most = if self.entrants.is_multiple_of(2) { self.entrants - 1 } else { self.entrants };
        let rounds = self.stage.rounds.map_or(usual.min(most), |rounds| rounds as usize);
        Ok(Kind::Swiss { rounds, games })
    }

    fn needs_two(&self, instead: &[Format]) -> Result<(), Mistake> {
        if self.seats == 2 {
            return Ok(());
        }
        let names: Vec<&str> = instead.iter().map(|format| format.name()).collect();
        let problem = words::only_two(self.stage.format.name());
        Err(self.wrong("format", problem, Some(words::instead(names.join(", ")))))
    }

    fn check_games(&self, blueprint: &Blueprint) -> Result<(), Mistake> {
        let (tables, games) = match &blueprint.kind {
            Kind::All { pairings: Pairings::AllAgainstAll, games, .. } => {
                (choose(blueprint.entrants, self.seats), *games)
            }
            Kind::All { pairings: Pairings::Gauntlet, games, .. } => {
                (choose(blueprint.entrants - 1, self.seats - 1), *games)
            }
            Kind::Groups { sizes, games } => {
                let tables = sizes.iter().map(|&size| choose(size, self.seats.min(size)));
                (tables.sum(), *games)
            }
            Kind::Swiss { rounds, games } => ((rounds * blueprint.entrants / 2) as u64, *games),
            Kind::Mixed { games } => ((blueprint.entrants / self.seats) as u64, *games),
            Kind::KnockOut { .. } | Kind::Decider { .. } | Kind::Ladder { .. } => return Ok(()),
        };
        match tables.saturating_mul(games) {
            all if all <= MOST_GAMES => Ok(()),
            all => {
                let problem = words::too_many_games(all, MOST_GAMES);
                Err(self.wrong("games", problem, Some(words::fewer_games())))
            }
        }
    }

    fn wrong(&self, key: &str, problem: Text, hint: Option<Text>) -> Mistake {
        let path = self.file.stage_key(self.number, key);
        // What is not in the file is shown at what it belongs to.
        match self.file.gives(&path) || path.contains('.') {
            true => self.file.mistake(&path, problem, hint),
            false => self.file.mistake(
                if self.file.gives("format") { "format" } else { "name" },
                problem,
                hint,
            ),
        }
    }
}

/// How many ways there are to choose so many.
fn choose(from: usize, chosen: usize) -> u64 {
    let ways = (0..chosen as u128).try_fold(1_u128, |ways, number| {
        let left = (from as u128).checked_sub(number)?;
        Some(ways * left / (number + 1))
    });
    ways.map_or(0, |ways| u64::try_from(ways).unwrap_or(u64::MAX))
}
