//! The log of a judged game: who moves, the move, the board, the board line, the result.

use std::fmt::Write;

use gyoji_core::record::{Event, Header, Player, Record};
use gyoji_core::replay::Table;
use gyoji_core::view::{Style, draw};
use gyoji_core::{Game, Lang, Seat};
use gyoji_othello::Othello;
use gyoji_othello::dialects::judge::digits;

use super::words;
use crate::commands::matches::ending;

/// A log that grows with the events of a game.
pub struct GameLog {
    lang: Lang,
    players: Vec<Player>,
    table: Table<Othello>,
    text: String,
    result: String,
}

impl GameLog {
    pub fn new(header: &Header, lang: Lang) -> GameLog {
        let players = header.players.clone();
        let mut log = GameLog {
            lang,
            players,
            table: Table::new(Othello::STANDARD),
            text: String::new(),
            result: String::new(),
        };
        let names = words::title(header.short_id(), log.name(Seat::FIRST), log.name(Seat::SECOND));
        let _ = writeln!(log.text, "{}", names.get(lang));
        log.board();
        log
    }

    /// The log of a game that is over.
    pub fn whole(record: &Record, lang: Lang) -> GameLog {
        let mut log = GameLog::new(&record.header, lang);
        for event in &record.events {
            log.add(event);
        }
        log
    }

    /// Everything so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The result in one line, once there is one.
    pub fn result(&self) -> &str {
        &self.result
    }

    /// Adds an event; returns what it added.
    pub fn add(&mut self, event: &Event) -> &str {
        let before = self.text.len();
        // The referee has applied it already: it fits.
        let _ = self.table.apply(event);
        match event {
            Event::Moved(moved) => {
                let seconds = format!("{:.3}", moved.spent.used().as_secs_f64());
                let (number, name) = (moved.ply + 1, self.name(moved.seat));
                let line = words::moved(number, name, &moved.mv, seconds);
                let _ = writeln!(self.text, "\n{}", line.get(self.lang));
                self.board();
            }
            Event::Undone(undone) => {
                let line = gyoji_words::replay::undone(undone.plies);
                let _ = writeln!(self.text, "\n{}", line.get(self.lang));
                self.board();
            }
            Event::Ended(ended) => {
                let why = ending::<Othello>(ended).get(self.lang).to_owned();
                let discs = self.table.position().view().seats;
                let discs = discs.iter().filter_map(|seat| seat.points);
                let count = discs.map(|points| points.to_string()).collect::<Vec<_>>().join(" - ");
                let [black, white] = [self.name(Seat::FIRST), self.name(Seat::SECOND)];
                let result = match ended.winner() {
                    _ if !ended.counts() => words::stopped(black, white),
                    Some(Seat::FIRST) => words::beats(black, white),
                    Some(_) => words::beats(white, black),
                    None => words::drawn(black, white),
                };
                self.result = format!("{}  {count}  ({why})", result.get(self.lang));
                let _ = writeln!(self.text, "\n{}", self.result);
            }
            _ => {}
        }
        &self.text[before..]
    }

    /// Adds why the game was lost, where there is more to say about it.
    pub fn explain(&mut self, why: Option<String>) {
        if let Some(why) = why {
            let _ = write!(self.text, "\n{why}");
        }
    }

    fn board(&mut self) {
        let position = self.table.position();
        let style = Style::default();
        self.text += &draw(&position.view(), &position.legend(), self.lang, &style);
        let _ = writeln!(self.text, "MOVE BOARD:{}", digits(position));
    }

    fn name(&self, seat: Seat) -> String {
        let title = Othello::SPEC.seats[seat.index()].title.get(self.lang).to_owned();
        format!("{title} {}", self.players[seat.index()].name)
    }
}
