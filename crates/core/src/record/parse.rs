//! Reading and writing whole records.

use gyoji_words::records as words;
use serde_json::Value;

use super::{Ended, Event, Header};
use crate::Text;

/// The version of the format that this program writes.
pub const VERSION: u32 = 2;
/// The oldest version that it reads.
const OLDEST: u32 = 1;

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The plan.
    pub header: Header,
    /// What happened.
    pub events: Vec<Event>,
}

/// Why a file is not a record, or not a whole one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: Text,
    /// Everything before that line, if that much is sound.
    pub sound: Option<Box<Record>>,
}

impl std::fmt::Display for BadRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem.get(crate::Lang::En))
    }
}

impl std::error::Error for BadRecord {}

impl Record {
    /// Reads a record. One that breaks off is an error that carries the sound part.
    pub fn parse(text: &str) -> Result<Record, BadRecord> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().unwrap_or((1, ""));
        let header =
            parse_header(first).map_err(|problem| BadRecord { line: 1, problem, sound: None })?;
        let mut record = Record { header, events: Vec::new() };
        let mut last = 1;
        for (number, line) in lines {
            last = number;
            match serde_json::from_str(line) {
                Ok(event) if record.ended().is_none() => record.events.push(event),
                Ok(_) => return Err(record.broken(number, words::after_the_end())),
                Err(error) if error.is_eof() => {
                    return Err(record.broken(number, words::breaks_off()));
                }
                Err(error) => return Err(record.broken(number, words::not_an_event(error))),
            }
        }
        match record.ended() {
            Some(_) => Ok(record),
            None => Err(record.broken(last + 1, words::breaks_off())),
        }
    }

    fn broken(self, line: usize, problem: Text) -> BadRecord {
        BadRecord { line, problem, sound: Some(Box::new(self)) }
    }

    /// How the game ended, if it has.
    pub fn ended(&self) -> Option<&Ended> {
        match self.events.last() {
            Some(Event::Ended(ended)) => Some(ended),
            _ => None,
        }
    }

    /// Whether it tells when a question was put: it has done so since version 2.
    pub fn tells_questions(&self) -> bool {
        self.header.gyoji_record >= 2
    }

    /// When the question was put that the event `index` answers, in nanoseconds from the start of
    /// the game; of what was said unasked, when it came.
    pub fn asked_at(&self, index: usize) -> Option<u64> {
        let (seat, spent, is_unasked) = match self.events.get(index)? {
            Event::Moved(moved) => (moved.seat, &moved.spent, false),
            Event::Faulted(fault) => (fault.seat, &fault.spent, fault.unasked),
            Event::Ready(ready) => (ready.seat, &ready.spent, false),
            _ => return None,
        };
        let question = self.events[..index].iter().rev().find_map(|event| match event {
            Event::Asked(question) if question.seat == seat => Some(question.at),
            _ => None,
        });
        question.filter(|_| spent.asked == 0 && !is_unasked).or(Some(spent.asked))
    }

    /// The record as text, as [`Record::parse`] reads it.
    pub fn to_text(&self) -> String {
        let mut text = line(&self.header);
        for event in &self.events {
            text.push_str(&line(event));
        }
        text
    }
}

/// A header or an event as a line of a record.
pub fn line(part: &impl serde::Serialize) -> String {
    let mut json = serde_json::to_string(part).expect("records have only plain fields");
    json.push('\n');
    json
}

fn parse_header(line: &str) -> Result<Header, Text> {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(_) if line.trim().is_empty() => return Err(words::empty()),
        Err(_) => return Err(words::not_a_record()),
    };
    let Some(version) = value.get("gyoji_record") else { return Err(words::not_a_record()) };
    match version.as_u64() {
        Some(version) if (u64::from(OLDEST)..=u64::from(VERSION)).contains(&version) => {}
        Some(version) if version > u64::from(VERSION) => {
            return Err(words::newer_version(version, VERSION));
        }
        _ => return Err(words::not_a_record()),
    }
    serde_json::from_value(value).map_err(words::bad_header)
}
