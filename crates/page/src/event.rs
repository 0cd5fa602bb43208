//! A page with a whole event in it: results, brackets, ratings, faults, and games to go through.

use std::collections::BTreeMap;

use gyoji_core::Lang;
use gyoji_league::event::State;
use serde::Serialize;

use crate::game::GameDocument;
use crate::html::Shell;
use crate::report::{EventReport, GameLine};

/// How many bytes of games a page holds unless somebody wants it otherwise: it still opens at once
/// on a school's computer and can be sent by mail.
pub const ROOM: usize = 8 << 20;

/// A page about an event that is being filled with games.
#[derive(Debug)]
pub struct EventPage<'a> {
    report: &'a EventReport,
    games: BTreeMap<String, GameDocument>,
    room: usize,
}

/// What the page's script reads.
#[derive(Serialize)]
struct Data<'a> {
    report: &'a EventReport,
    games: &'a BTreeMap<String, GameDocument>,
}

impl<'a> EventPage<'a> {
    /// A page without games, and room for so many bytes of them.
    pub fn new(report: &'a EventReport, room: usize) -> EventPage<'a> {
        EventPage { report, games: BTreeMap::new(), room }
    }

    /// The games, those first that people will look for: with a fault that lost, of the last
    /// rounds, of those who came out first; then the others, spread over the event.
    pub fn wanted(&self) -> Vec<&'a GameLine> {
        let rounds = decided_rounds(self.report);
        let best: Vec<usize> =
            self.report.chart.ranking.iter().flatten().take(3).copied().collect();
        let is_knocked = |game: &GameLine| {
            let place = game.place.as_ref()?;
            rounds.iter().position(|(stage, round)| *stage == place.stage && *round == place.round)
        };
        let lost_by_fault: Vec<&str> =
            self.report.faults.iter().filter(|f| f.lost).map(|f| f.game.as_str()).collect();
        let mut games: Vec<(usize, usize, &GameLine)> = Vec::new();
        for (index, game) in self.report.games.iter().enumerate() {
            let class = if let Some(round) = is_knocked(game) {
                round
            } else if lost_by_fault.contains(&game.id.as_str()) {
                100
            } else if game.faults > 0 {
                101
            } else if game.entrants.iter().filter(|entrant| best.contains(entrant)).count() > 1 {
                102
            } else {
                103
            };
            // A step through the list that meets every part of it early.
            games.push((class, (index as u32).reverse_bits() as usize, game));
        }
        games.sort_by_key(|&(class, spread, _)| (class, spread));
        games.into_iter().map(|(_, _, game)| game).collect()
    }

    /// Puts a game in; false if there is no room for it.
    pub fn add(&mut self, game: GameDocument) -> bool {
        let size = serde_json::to_vec(&game).map_or(usize::MAX, |json| json.len());
        let Some(room) = self.room.checked_sub(size) else { return false };
        self.room = room;
        self.games.insert(game.id.clone(), game);
        true
    }

    /// The page, as one file that needs nothing else. Both languages are in it; it begins with
    /// `lang`.
    pub fn finish(self, lang: Lang) -> String {
        let data = Data { report: self.report, games: &self.games };
        Shell { title: &self.report.name, lang, script: "event-page.js" }.write(&data)
    }
}

/// The rounds in which somebody is knocked out, the last ones first.
fn decided_rounds(report: &EventReport) -> Vec<(String, u32)> {
    let mut rounds = Vec::new();
    for stage in &report.chart.stages {
        let is_bracket = stage.rounds.last().is_some_and(|round| round.meetings.len() <= 2);
        for round in stage.rounds.iter().filter(|_| is_bracket) {
            if round.meetings.iter().any(|meeting| meeting.state != State::Waiting) {
                rounds.push((stage.name.clone(), round.number));
            }
        }
    }
    rounds.reverse();
    rounds
}

/// How many games in a row may find no room before the page counts as full.
const MOST_REFUSED: usize = 20;

/// A page about an event with as many of its games as there is room for; `get` finds a game by its
/// id and is asked for those first that people will look for.
pub fn event_page(
    report: &EventReport,
    mut get: impl FnMut(&str) -> Option<GameDocument>,
    room: usize,
    lang: Lang,
) -> String {
    let mut page = EventPage::new(report, room);
    let mut refused = 0;
    for line in page.wanted() {
        let Some(game) = get(&line.id) else { continue };
        refused = if page.add(game) { 0 } else { refused + 1 };
        if refused >= MOST_REFUSED {
            break;
        }
    }
    page.finish(lang)
}
