//! The server's terminal: a line for each running game, and one for each that is over.

use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex};

use gyoji_core::record::{Ended, Event};
use gyoji_core::{Game, Lang, Seat};
use gyoji_othello::Othello;
use gyoji_words::server as words;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::commands::matches::ending;
use crate::screen;
use crate::server::Finished;

/// More lines than this do not fit on a screen: further games run unseen.
const MOST_LINES: usize = 20;

/// The screen, shared by all games.
#[derive(Clone)]
pub struct Live {
    lang: Lang,
    lines: MultiProgress,
    games: Option<Arc<Mutex<HashMap<u64, Line>>>>,
}

/// One running game.
struct Line {
    bar: ProgressBar,
    names: [String; 2],
    moves: u32,
    last: String,
}

impl Live {
    /// A screen, if there is one to draw on.
    pub fn new(lang: Lang) -> Live {
        let games = std::io::stderr().is_terminal().then(Arc::default);
        Live { lang, lines: MultiProgress::new(), games }
    }

    pub fn began(&self, number: u64) {
        self.with_games(|games| {
            if games.len() < MOST_LINES {
                let bar = self.lines.add(ProgressBar::new_spinner());
                if let Ok(style) = ProgressStyle::with_template("{msg}") {
                    bar.set_style(style);
                }
                let names = ["BLACK".to_owned(), "WHITE".to_owned()];
                games.insert(number, Line { bar, names, moves: 0, last: String::new() });
            }
        });
    }

    pub fn happened(&self, number: u64, event: &Event) {
        self.with_games(|games| {
            let Some(line) = games.get_mut(&number) else { return };
            match event {
                Event::Named(named) => line.names[named.seat.index()] = screen::name(&named.name),
                Event::Moved(moved) => {
                    line.moves = moved.ply + 1;
                    line.last.clone_from(&moved.mv);
                }
                _ => return,
            }
            let [black, white] = &line.names;
            let shown = words::running(number, black, white, line.moves, &line.last);
            line.bar.set_message(shown.get(self.lang).to_owned());
        });
    }

    /// Takes the game's line away; returns the line that stays.
    pub fn ended(&self, number: u64, finished: &Finished) -> String {
        self.with_games(|games| {
            if let Some(line) = games.remove(&number) {
                line.bar.finish_and_clear();
            }
        });
        let name = |seat: Seat| match &finished.names[seat.index()] {
            Some(name) => screen::name(name),
            None => {
                if seat == Seat::FIRST {
                    "BLACK".into()
                } else {
                    "WHITE".into()
                }
            }
        };
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(name);
        let points = |seat: Seat| finished.ended.points.get(seat.index()).copied().unwrap_or(0);
        let count = match finished.ended.fault.is_some() || finished.ended.loser.is_some() {
            true => String::from("-"),
            false => format!("{} - {}", points(Seat::FIRST), points(Seat::SECOND)),
        };
        let result = match finished.ended.winner() {
            _ if finished.ended.why == Ended::ABORTED => words::stopped(),
            Some(seat) => words::won(if seat == Seat::FIRST { &black } else { &white }),
            None => words::drawn(),
        };
        let why = ending::<Othello>(&finished.ended);
        let line = words::finished(number, &black, &white, count, result, why);
        format!("{}  {}-{}\n", line.get(self.lang), Othello::SPEC.id, finished.record.header.id)
    }

    /// A result, on stdout.
    pub fn print(&self, line: &str) {
        self.lines.suspend(|| {
            let mut stdout = std::io::stdout().lock();
            let _ = stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush());
        });
    }

    /// A remark, on stderr.
    pub fn say(&self, text: &str) {
        self.lines.suspend(|| eprintln!("{}", text.trim_end()));
    }

    fn with_games(&self, act: impl FnOnce(&mut HashMap<u64, Line>)) {
        if let Some(games) = &self.games {
            act(&mut games.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        }
    }
}
