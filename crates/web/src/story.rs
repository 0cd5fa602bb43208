//! Everything that has happened in a game so far, as the lines that watchers are sent.
//!
//! Line 0 tells how the game begins; after it comes one line for each event of the record, with
//! what it changed on the board. The list only grows, and each watcher reads it from where it
//! was: joining late, coming back and falling behind are all the same call.

use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use gyoji_core::record::{Ended, Event, Header, Record};
use gyoji_core::view::{Legend, Step};
use gyoji_core::{BadText, Choice, Moment, Seat, Stepper, Text};
use serde::Serialize;
use tokio::sync::watch;

use crate::change::Change;
use crate::public;
use crate::shelf::Pen;

/// A line, as those at this machine read it and as others do.
#[derive(Clone, Debug)]
struct Line {
    all: Bytes,
    public: Bytes,
}

#[derive(Serialize)]
struct Opening<'a> {
    game: &'a str,
    seq: usize,
    header: &'a Header,
    legend: &'a Legend,
    moment: &'a Moment,
    /// Under which conditions it is played, in a few words each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Text>,
}

#[derive(Serialize)]
struct Happened<'a> {
    game: &'a str,
    seq: usize,
    event: &'a Event,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<&'a Change<'a>>,
}

/// The game as it stands, for somebody who need not know how it came about.
#[derive(Serialize)]
struct Snapshot<'a> {
    game: &'a str,
    seq: usize,
    moment: &'a Moment,
}

#[derive(Debug)]
pub(crate) struct Story {
    told: Mutex<Told>,
    news: watch::Sender<u64>,
}

#[derive(Debug)]
struct Told {
    header: Header,
    stepper: Stepper,
    events: Vec<Event>,
    lines: Vec<Line>,
    shown: Moment,
    /// Whose question stands.
    asked: Option<Seat>,
    ended: Option<Ended>,
    pen: Option<Box<dyn Pen>>,
    /// Which run of the match is believed: a match that was put to sleep is not, any more.
    run: u64,
}

/// What is known of a game now, as plain data.
#[derive(Clone, Debug)]
pub(crate) struct Now {
    pub(crate) header: Header,
    pub(crate) legend: Legend,
    pub(crate) moment: Moment,
    pub(crate) moves: Vec<String>,
    pub(crate) legal: Vec<String>,
    pub(crate) to_move: Option<Seat>,
    pub(crate) asked: Option<Seat>,
    pub(crate) ended: Option<Ended>,
    pub(crate) names: Vec<String>,
    pub(crate) seq: usize,
}

/// A little of it, for lists.
#[derive(Clone, Debug)]
pub(crate) struct Glimpse {
    pub(crate) moment: Moment,
    pub(crate) legend: Legend,
    pub(crate) ended: Option<Ended>,
    pub(crate) names: Vec<String>,
    pub(crate) seq: usize,
}

impl Glimpse {
    /// A glimpse of a record; none if its game is not known here.
    pub(crate) fn of(record: &Record) -> Option<Glimpse> {
        let mut stepper = gyoji_catalog::stepper(&record.header).ok()?;
        // As far as the rules allow it.
        let sound = record.events.iter().take_while(|event| stepper.apply(event).is_ok()).count();
        Some(Glimpse {
            moment: stepper.now(),
            legend: stepper.legend().clone(),
            ended: record.ended().cloned(),
            names: record.header.players.iter().map(|player| player.name.clone()).collect(),
            seq: sound + 1,
        })
    }
}

impl Story {
    /// The story of a game of which so much has happened. What the rules do not allow is an error.
    pub(crate) fn new(record: Record, pen: Option<Box<dyn Pen>>) -> Result<Story, BadText> {
        let Record { header, events } = record;
        let stepper = gyoji_catalog::stepper(&header)?;
        let shown = stepper.now();
        let opening = |header: &Header| {
            let legend = stepper.legend();
            let conditions = gyoji_page::conditions(header);
            let game = &header.id;
            line(&Opening { game, seq: 0, header, legend, moment: &shown, conditions })
        };
        let (all, public) = (opening(&header), opening(&public::header(&header)));
        let mut told = Told {
            header,
            lines: vec![Line { all, public }],
            shown,
            stepper,
            events: Vec::new(),
            asked: None,
            ended: None,
            pen: None,
            run: 0,
        };
        for event in events {
            told.add(&event)?;
        }
        told.pen = pen;
        Ok(Story { told: Mutex::new(told), news: watch::Sender::new(0) })
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something new has happened in a run of the match.
    pub(crate) fn add(&self, run: u64, event: &Event) {
        let mut told = self.told();
        if told.run != run || told.ended.is_some() || told.add(event).is_err() {
            return;
        }
        if let Some(pen) = &mut told.pen {
            pen.write(event);
        }
        let done = if told.ended.is_some() { told.pen.take() } else { None };
        drop(told);
        self.announce();
        // Whoever watches does not wait for a database.
        if let Some(pen) = done {
            pen.finish(&self.record(true));
        }
    }

    /// Begins a new run of the match and ends what was believed of the last: what has happened.
    pub(crate) fn begin_run(&self) -> (u64, Header, Vec<Event>) {
        let mut told = self.told();
        told.run += 1;
        told.asked = None;
        (told.run, told.header.clone(), told.events.clone())
    }

    /// Wakes all watchers.
    pub(crate) fn announce(&self) {
        self.news.send_modify(|count| *count += 1);
    }

    /// Is told of changes from now on.
    pub(crate) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// How many lines there are.
    pub(crate) fn len(&self) -> usize {
        self.told().lines.len()
    }

    /// At most so many lines from the one with this number on.
    pub(crate) fn lines(&self, from: usize, most: usize, is_local: bool) -> Vec<Bytes> {
        let told = self.told();
        let lines = told.lines.iter().skip(from).take(most);
        lines.map(|line| if is_local { line.all.clone() } else { line.public.clone() }).collect()
    }

    /// The game as it stands in one line, and the number of the next one.
    pub(crate) fn snapshot(&self) -> (Bytes, usize) {
        let told = self.told();
        let seq = told.lines.len();
        (line(&Snapshot { game: &told.header.id, seq: seq - 1, moment: &told.shown }), seq)
    }

    /// The record so far, as others are given it or whole.
    pub(crate) fn record(&self, is_local: bool) -> Record {
        let told = self.told();
        let (header, events) = (&told.header, told.events.iter());
        if is_local {
            return Record { header: header.clone(), events: events.cloned().collect() };
        }
        let open = |event: &Event| public::event(event, header).unwrap_or_else(|| event.clone());
        Record { header: public::header(header), events: events.map(open).collect() }
    }

    /// The game as it stands.
    pub(crate) fn now(&self) -> Now {
        let told = self.told();
        let is_over = told.ended.is_some();
        Now {
            header: told.header.clone(),
            legend: told.stepper.legend().clone(),
            moment: told.shown.clone(),
            moves: told.stepper.moves(),
            legal: if is_over { Vec::new() } else { told.stepper.legal() },
            to_move: told.stepper.to_move().filter(|_| !is_over),
            asked: told.asked,
            ended: told.ended.clone(),
            names: told.names(),
            seq: told.lines.len(),
        }
    }

    /// The same for a list.
    pub(crate) fn glimpse(&self) -> Glimpse {
        let told = self.told();
        Glimpse {
            moment: told.shown.clone(),
            legend: told.stepper.legend().clone(),
            ended: told.ended.clone(),
            names: told.names(),
            seq: told.lines.len(),
        }
    }

    /// How it ended, if it has.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.told().ended.clone()
    }

    /// Its first line.
    pub(crate) fn header(&self) -> Header {
        self.told().header.clone()
    }

    /// When it began.
    pub(crate) fn started_ms(&self) -> u64 {
        self.told().header.started_ms
    }

    /// The events whose lines have this number or a higher one.
    pub(crate) fn events_from(&self, line: usize) -> Vec<Event> {
        self.told().events.iter().skip(line.saturating_sub(1)).cloned().collect()
    }

    /// Whether somebody at this seat has made a move that is still on the board.
    pub(crate) fn has_moved(&self, seat: Seat) -> bool {
        let told = self.told();
        let mut movers: Vec<Seat> = Vec::new();
        for event in &told.events {
            match event {
                Event::Moved(moved) => movers.push(moved.seat),
                Event::Undone(undone) => {
                    movers.truncate(movers.len().saturating_sub(undone.plies as usize));
                }
                _ => {}
            }
        }
        movers.contains(&seat)
    }

    /// What can be chosen after these steps.
    pub(crate) fn choice(&self, taken: &[Step]) -> Option<Choice> {
        self.told().stepper.choice(taken)
    }

    /// What a seat can choose now, if it is its turn, and after how many moves that is.
    pub(crate) fn turn_of(&self, seat: Seat) -> Option<(u32, Choice)> {
        let told = self.told();
        let is_turn = told.ended.is_none() && told.stepper.to_move() == Some(seat);
        is_turn.then(|| told.stepper.choice(&[]).map(|choice| (told.stepper.ply(), choice)))?
    }

    /// The legal move that a text says.
    pub(crate) fn read_move(&self, text: &str) -> Result<String, BadText> {
        self.told().stepper.read_move(text)
    }

    /// The game after so many moves.
    pub(crate) fn at(&self, ply: u32) -> Option<Moment> {
        self.told().stepper.at(ply)
    }

    /// Whether something could not be written down.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.told().pen.as_ref().and_then(|pen| pen.trouble())
    }
}

impl Told {
    fn add(&mut self, event: &Event) -> Result<(), BadText> {
        self.stepper.apply(event)?;
        match event {
            Event::Asked(question) => self.asked = Some(question.seat),
            Event::Moved(_) | Event::Undone(_) => self.asked = None,
            Event::Ended(ended) => (self.ended, self.asked) = (Some(ended.clone()), None),
            _ => {}
        }
        let now = matches!(event, Event::Moved(_) | Event::Undone(_)).then(|| self.stepper.now());
        let change = now.as_ref().map(|now| Change::between(&self.shown, now));
        let (game, seq) = (&self.header.id, self.lines.len());
        let write = |event: &Event| line(&Happened { game, seq, event, change: change.as_ref() });
        let all = write(event);
        let public = public::event(event, &self.header).as_ref().map_or_else(|| all.clone(), write);
        self.lines.push(Line { all, public });
        self.events.push(event.clone());
        if let Some(now) = now {
            self.shown = now;
        }
        Ok(())
    }

    /// What everybody is called now.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.header.players.iter().map(|player| player.name.clone()).collect();
        for event in &self.events {
            if let Event::Named(named) = event
                && let Some(name) = names.get_mut(named.seat.index())
            {
                name.clone_from(&named.name);
            }
        }
        names
    }
}

fn line(part: &impl Serialize) -> Bytes {
    let mut json = serde_json::to_vec(part).expect("stories have only plain fields");
    json.push(b'\n');
    Bytes::from(json)
}
