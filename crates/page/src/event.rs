//! A page with a whole event in it: results, brackets, ratings, faults, and games to go through.

use std::collections::{BTreeMap, BTreeSet};

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

    /// The games, those first that people will look for: of the last rounds, with a fault, of the
    /// best; then the others, spread over the event.
    pub fn wanted(&self) -> Vec<&'a GameLine> {
        let report = self.report;
        let rounds = decided_rounds(report);
        let lost = report.faults.iter().filter(|fault| fault.lost);
        let lost: BTreeSet<&str> = lost.map(|fault| fault.game.as_str()).collect();
        let best: Vec<usize> = report.chart.ranking.iter().flatten().take(3).copied().collect();
        let reason = |game: &GameLine| {
            let is_of = |(stage, round): &(&str, u32)| {
                let place = game.place.as_ref();
                place.is_some_and(|place| place.stage == *stage && place.round == *round)
            };
            let of_the_best = game.entrants.iter().filter(|entrant| best.contains(entrant)).count();
            match rounds.iter().position(is_of) {
                Some(index) => Reason::LastRound(index),
                None if lost.contains(game.id.as_str()) => Reason::LostByFault,
                None if game.faults > 0 => Reason::Fault,
                None if of_the_best > 1 => Reason::OfTheBest,
                None => Reason::Any,
            }
        };
        // Reversed bits meet every part of a list early.
        let games = report.games.iter().enumerate();
        let mut games: Vec<(Reason, u32, &GameLine)> = games
            .map(|(index, game)| (reason(game), (index as u32).reverse_bits(), game))
            .collect();
        games.sort_by_key(|&(reason, spread, _)| (reason, spread));
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

/// Why people will look for a game, the strongest reason first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reason {
    /// It is of a bracket; 0 is the last round.
    LastRound(usize),
    /// Somebody lost by a fault.
    LostByFault,
    /// There was a fault.
    Fault,
    /// Two of the best three met.
    OfTheBest,
    /// None: of these games some from every part of the event are taken.
    Any,
}

/// The rounds of brackets that have begun, by stage and number, the last ones first.
fn decided_rounds(report: &EventReport) -> Vec<(&str, u32)> {
    let mut rounds = Vec::new();
    for stage in &report.chart.stages {
        let is_bracket = stage.rounds.last().is_some_and(|round| round.meetings.len() <= 2);
        for round in stage.rounds.iter().filter(|_| is_bracket) {
            if round.meetings.iter().any(|meeting| meeting.state != State::Waiting) {
                rounds.push((stage.name.as_str(), round.number));
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
