//! A report from the records of an event: what every game adds to it.

use gyoji_core::record::{Ended, Event, Fault, FaultKind, Record, Then};
use gyoji_core::view::Legend;
use gyoji_core::{Seat, Text};
use gyoji_league::event::Chart;
use gyoji_league::stats::{Results, rank_sentence};
use gyoji_words::{faults, human};
use serde_json::Value;

use crate::game::Why;
use crate::report::{
    EventReport, FaultLine, GameLine, Meetings, Rating, RatingsAt, SeatLine, Times, VERSION,
};

/// At how many moments of an event its ratings are worked out.
const HISTORY: u64 = 24;
/// From this share of the limit on an answer is near it.
const NEAR: f64 = 0.8;

/// To which part of one numbers are told.
const MICROSECONDS: f64 = 1e6;
const HUNDREDTHS: f64 = 1e2;

/// A report that grows game by game.
///
/// Games are added in the order in which they were played; [`Gather::finish`] works out what needs
/// all of them.
#[derive(Clone, Debug)]
pub struct Gather {
    report: EventReport,
    legend: Legend,
    /// Every answer's time, by entrant, for the medians.
    answers: Vec<Vec<f32>>,
    /// The payoffs by seat.
    payoffs: Vec<f64>,
}

impl Gather {
    /// An event without games. The legend is that of its game.
    pub fn new(name: &str, legend: Legend, about: Vec<Text>, chart: Chart) -> Gather {
        let entrants = chart.entrants.len();
        let seat = |sign: &gyoji_core::view::SeatSign| SeatLine {
            name: sign.name.clone(),
            games: 0,
            wins: 0,
            mean: 0.0,
        };
        let report = EventReport {
            gyoji_event: VERSION,
            name: name.to_owned(),
            game: legend.game.clone(),
            title: legend.title.clone(),
            about,
            started_ms: 0,
            ended_ms: None,
            chart,
            sentences: Vec::new(),
            ratings: vec![None; entrants],
            rating_notes: Vec::new(),
            history: Vec::new(),
            cross: vec![vec![Meetings::default(); entrants]; entrants],
            times: vec![Times::default(); entrants],
            seats: legend.seats.iter().map(seat).collect(),
            faults: Vec::new(),
            games: Vec::new(),
        };
        let payoffs = vec![0.0; legend.seats.len()];
        Gather { report, legend, answers: vec![Vec::new(); entrants], payoffs }
    }

    /// Says how the event stands now; the entrants stay, and others may have come.
    pub fn set_chart(&mut self, chart: Chart) {
        let entrants = chart.entrants.len();
        let report = &mut self.report;
        report.ratings.resize(entrants, None);
        report.times.resize(entrants, Times::default());
        report.cross.resize(entrants, Vec::new());
        report.cross.iter_mut().for_each(|row| row.resize(entrants, Meetings::default()));
        self.answers.resize(entrants, Vec::new());
        report.chart = chart;
    }

    /// Adds a game of these entrants, by seat. One that has not ended is left out, and so is one
    /// of somebody who is not in the event.
    pub fn add(&mut self, record: &Record, seated: &[usize], why: &[Why]) {
        let entrants = self.report.chart.entrants.len();
        let Some(ended) = record.ended() else { return };
        let is_whole = seated.len() == record.header.players.len()
            && seated.len() == ended.places.len()
            && seated.iter().all(|&entrant| entrant < entrants);
        if !is_whole {
            return;
        }
        self.add_times(record, seated);
        self.add_faults(record, seated, why);
        if ended.counts() {
            self.add_result(ended, seated);
        }
        let header = &record.header;
        let report = &mut self.report;
        let moves = record.events.iter().filter(|event| matches!(event, Event::Moved(_))).count();
        let faults =
            record.events.iter().filter(|event| matches!(event, Event::Faulted(_))).count();
        if report.started_ms == 0 || header.started_ms < report.started_ms {
            report.started_ms = header.started_ms;
        }
        report.ended_ms = report.ended_ms.max(Some(header.started_ms + lasted_ms(record)));
        report.games.push(GameLine {
            id: header.id.clone(),
            place: header.place.clone(),
            entrants: seated.to_vec(),
            places: ended.places.clone(),
            points: ended.points.clone(),
            ending: ending(ended, &self.legend),
            counts: ended.counts(),
            plies: moves as u32,
            started_ms: header.started_ms,
            faults: faults as u32,
        });
    }

    fn add_result(&mut self, ended: &Ended, seated: &[usize]) {
        for (seat, &entrant) in Seat::all(seated.len()).zip(seated) {
            let place = ended.places[seat.index()];
            for (other_place, &other) in ended.places.iter().zip(seated) {
                if entrant == other {
                    continue;
                }
                let meetings = &mut self.report.cross[entrant][other];
                match place.cmp(other_place) {
                    std::cmp::Ordering::Less => meetings.wins += 1,
                    std::cmp::Ordering::Equal => meetings.draws += 1,
                    std::cmp::Ordering::Greater => {
                        meetings.losses += 1;
                        let is_own = ended.fault.is_some() && ended.loser == Some(seat);
                        meetings.faults += u64::from(is_own);
                    }
                }
            }
            if let Some(line) = self.report.seats.get_mut(seat.index()) {
                line.games += 1;
                line.wins += u64::from(ended.winner() == Some(seat));
                self.payoffs[seat.index()] += f64::from(ended.payoff(seat));
            }
        }
    }

    fn add_times(&mut self, record: &Record, seated: &[usize]) {
        for event in &record.events {
            let (seat, ply, spent) = match event {
                Event::Moved(moved) => (moved.seat, moved.ply, moved.spent),
                Event::Faulted(fault) if fault.kind == FaultKind::Time => {
                    (fault.seat, fault.ply, fault.spent)
                }
                _ => continue,
            };
            let Some(&entrant) = seated.get(seat.index()) else { continue };
            let used = spent.counted().as_secs_f64();
            let limit = record.header.players.get(seat.index()).and_then(|player| player.limit());
            let limit = limit.map(|limit| limit.as_secs_f64());
            self.answers[entrant].push(used as f32);
            let times = &mut self.report.times[entrant];
            times.answers += 1;
            times.total += used;
            times.limit = limit;
            times.near += u64::from(limit.is_some_and(|limit| used > limit * NEAR));
            if used > times.most {
                times.most = used;
                times.most_game = record.header.id.clone();
                times.most_ply = ply + 1;
            }
        }
    }

    fn add_faults(&mut self, record: &Record, seated: &[usize], why: &[Why]) {
        for (index, event) in record.events.iter().enumerate() {
            let Event::Faulted(fault) = event else { continue };
            let Some(&entrant) = seated.get(fault.seat.index()) else { continue };
            let explanation = why.iter().find(|why| why.event == index);
            let explanation = explanation.map_or(Value::Null, |why| why.explanation.clone());
            self.report.faults.push(FaultLine {
                game: record.header.id.clone(),
                entrant,
                ply: fault.ply + 1,
                kind: fault.kind,
                lost: fault.then == Then::Loses,
                verdict: text(&explanation["verdict"]).unwrap_or_else(|| verdict(fault.kind)),
                why: text(&explanation["why"][0]).unwrap_or_else(|| said(fault)),
                explanation,
            });
        }
    }

    /// The report, with what needs all games: medians, ratings and how they came to be.
    pub fn finish(mut self) -> EventReport {
        for (times, answers) in self.report.times.iter_mut().zip(&mut self.answers) {
            answers.sort_by(f32::total_cmp);
            let median = answers.get(answers.len() / 2).map_or(0.0, |median| f64::from(*median));
            times.median = rounded(median, MICROSECONDS);
            times.total = rounded(times.total, MICROSECONDS);
            times.most = rounded(times.most, MICROSECONDS);
        }
        for (line, payoff) in self.report.seats.iter_mut().zip(&self.payoffs) {
            let mean = if line.games == 0 { 0.0 } else { payoff / line.games as f64 };
            line.mean = rounded(mean, MICROSECONDS);
        }
        self.rate();
        self.report
    }

    fn rate(&mut self) {
        let report = &mut self.report;
        let entrants = report.chart.entrants.len();
        let counted = report.games.iter().filter(|game| game.counts).count() as u64;
        let step = (counted / HISTORY).max(1);
        let mut results = Results::new(entrants);
        let rated = |results: &Results, seen: &[bool]| -> Vec<Option<Rating>> {
            let Some(ratings) = results.rate() else { return vec![None; entrants] };
            let rating = |(rated, seen): (&gyoji_league::stats::Rated, &bool)| {
                let [elo, margin] =
                    [rated.elo, rated.margin()].map(|value| rounded(value, HUNDREDTHS));
                seen.then_some(Rating { elo, margin })
            };
            ratings.players.iter().zip(seen).map(rating).collect()
        };
        let mut seen = vec![false; entrants];
        let mut done = 0;
        for game in report.games.iter().filter(|game| game.counts) {
            results.add(&game.entrants, &game.places);
            game.entrants.iter().for_each(|&entrant| seen[entrant] = true);
            done += 1;
            // Before everybody has played, ratings say more about the order of the games.
            let is_time = done % step == 0 && seen.iter().all(|seen| *seen);
            if is_time && done != counted {
                report.history.push(RatingsAt { games: done, ratings: rated(&results, &seen) });
            }
        }
        report.ratings = rated(&results, &seen);
        report.history.push(RatingsAt { games: done, ratings: report.ratings.clone() });
        let Some(ratings) = results.rate() else { return };
        let names: Vec<&str> = report.chart.entrants.iter().map(String::as_str).collect();
        report.rating_notes = ratings.problems.iter().map(|problem| problem.text(&names)).collect();
        let sentences = rank_sentence(&ratings, &names, done);
        report.sentences = sentences
            .map_or_else(Vec::new, |(first, more)| std::iter::once(first).chain(more).collect());
    }
}

/// A number with as many digits as it is known to, so that it is the same when it is read again.
fn rounded(value: f64, parts: f64) -> f64 {
    // Nobody wants to read -0.
    (value * parts).round() / parts + 0.0
}

/// When the last answer of a game came, from its start.
fn lasted_ms(record: &Record) -> u64 {
    let told = record.events.iter().enumerate().rev().find_map(|(index, event)| {
        let used = match event {
            Event::Moved(moved) => moved.spent.used,
            Event::Faulted(fault) => fault.spent.used,
            _ => return None,
        };
        Some(record.asked_at(index)?.saturating_add(used))
    });
    told.unwrap_or(0) / 1_000_000
}

/// Why a game ended, in words.
pub fn ending(ended: &Ended, legend: &Legend) -> Text {
    let why = match ended.why.as_str() {
        Ended::FAULT => human::by_fault(),
        Ended::RESIGNED => human::by_resignation(),
        Ended::ABORTED => human::by_abort(),
        Ended::VOID => human::by_the_machine(),
        why => legend.ending(why),
    };
    match ended.fault {
        Some(kind) => why.then(": ", &verdict(kind)),
        None => why,
    }
}

/// What a fault is called.
fn verdict(kind: FaultKind) -> Text {
    match kind {
        FaultKind::Illegal => faults::verdict_illegal(),
        FaultKind::Format => faults::verdict_format(),
        FaultKind::Time => faults::verdict_time(),
        FaultKind::Crash => faults::verdict_crash(),
        FaultKind::Flood => faults::verdict_flood(),
        FaultKind::Memory => faults::verdict_memory(),
        FaultKind::Start => faults::verdict_start(),
        FaultKind::Disconnected => faults::verdict_disconnected(),
        FaultKind::Refused => faults::verdict_refused(),
    }
}

/// What a player said instead of a move.
fn said(fault: &Fault) -> Text {
    match fault.got.data.is_empty() {
        true => Text::plain(String::new()),
        false => Text::plain(format!("\"{}\"", fault.got.escaped())),
    }
}

/// Words of both languages among plain data.
fn text(value: &Value) -> Option<Text> {
    Some(Text::made(value["en"].as_str()?.to_owned(), value["ja"].as_str()?.to_owned()))
}
