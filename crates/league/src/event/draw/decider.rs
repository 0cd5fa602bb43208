//! The last table of a contest: whoever is first to win so many games, in at most so many.

use gyoji_core::record::Place;

use super::book::{Book, By, Counted, Points, ranking};
use super::{Going, PlannedGame, Score, Stage, StageEnd};
use crate::Seating;
use crate::event::chart::{Group, Meeting, Round, Row, State};

/// How many void games are made up for.
const MOST_INSTEAD: usize = 3;

/// One table until it is decided.
#[derive(Debug)]
pub(super) struct Decider {
    members: Vec<usize>,
    seats: usize,
    entrants: usize,
    wins: u64,
    most: usize,
    seed: u64,
    book: Book,
    /// What has come of each game: nothing yet, nothing at all, or something that counts.
    games: Vec<Option<bool>>,
}

impl Decider {
    pub(super) fn new(
        members: &[usize],
        seats: usize,
        entrants: usize,
        (wins, most): (u64, usize),
        points: &Points,
        seed: u64,
    ) -> Decider {
        let book = Book::new(members, points);
        let members = members.to_vec();
        Decider { members, seats, entrants, wins, most, seed, book, games: Vec::new() }
    }

    fn count(&self, wanted: Option<bool>) -> usize {
        self.games.iter().filter(|game| **game == wanted).count()
    }

    fn best(&self) -> u64 {
        self.members.iter().map(|&player| self.book.tally(player).wins).max().unwrap_or(0)
    }

    /// Those with more wins, then more points of the event, then as always; the lot decides.
    fn rows(&self) -> Vec<Row> {
        let breaks = |player: usize, equal: &[usize]| {
            let mut breaks = vec![("score", self.book.tally(player).score())];
            let usual = self.book.usual(player, equal);
            breaks.extend(usual.into_iter().filter(|(rule, _)| *rule != "wins"));
            breaks
        };
        self.book.rows(By::Wins, breaks, Some(self.seed))
    }
}

impl Stage for Decider {
    fn next(&mut self) -> Option<PlannedGame> {
        let running = self.count(None);
        let is_full = self.count(Some(true)) + running >= self.most
            || self.games.len() >= self.most + MOST_INSTEAD;
        // Whoever leads may win all that run.
        if is_full || self.best() + running as u64 >= self.wins {
            return None;
        }
        let number = self.games.len();
        self.games.push(None);
        let at = |index: usize| self.members.get(index).copied().unwrap_or(self.entrants);
        let seating = Seating::new(self.seats, self.seed);
        Some(PlannedGame {
            round: 1,
            pairing: 1,
            game: number as u32 + 1,
            seats: seating.game(number as u64).into_iter().map(at).collect(),
        })
    }

    fn add(&mut self, game: &PlannedGame, score: Option<&Score>) {
        let counted = score.and_then(|score| Counted::new(&game.seats, self.entrants, score));
        self.games[game.game as usize - 1] = Some(counted.is_some());
        if let Some(counted) = counted {
            self.book.add(&counted);
        }
    }

    fn is_over(&self) -> bool {
        self.count(None) == 0
            && (self.best() >= self.wins
                || self.count(Some(true)) >= self.most
                || self.games.len() >= self.most + MOST_INSTEAD)
    }

    fn end(&self) -> StageEnd {
        StageEnd { ranking: ranking(&self.rows()), advancing: Vec::new() }
    }

    fn chart(&self, place: &dyn Fn(u32, u32, u32) -> Place) -> Going {
        let rows = self.rows();
        let is_over = self.is_over();
        let ended =
            (1..=self.games.len() as u32).filter(|&game| self.games[game as usize - 1].is_some());
        let meeting = Meeting {
            pairing: 1,
            entrants: self.members.iter().map(|&player| Some(player)).collect(),
            score: self.members.iter().map(|&player| self.book.tally(player).wins as f64).collect(),
            advancing: rows.iter().take(usize::from(is_over)).map(|row| row.entrant).collect(),
            best_of: self.most as u32,
            games: ended.map(|game| place(1, 1, game)).collect(),
            state: if is_over { State::Over } else { State::Running },
        };
        let (left, _) = self.left();
        let played = meeting.games.len() as u64;
        Going {
            games: played + left,
            played,
            groups: vec![Group { name: String::new(), rows }],
            rounds: vec![Round { number: 1, name: "final".to_owned(), meetings: vec![meeting] }],
        }
    }

    fn left(&self) -> (u64, bool) {
        if self.is_over() {
            return (0, true);
        }
        let missing = self.wins.saturating_sub(self.best());
        let possible = self.most.saturating_sub(self.count(Some(true))) as u64;
        (missing.min(possible).max(self.count(None) as u64).max(1), false)
    }
}
