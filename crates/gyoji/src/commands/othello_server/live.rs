//! What the server shows: a line for each running game, and what came of those that are over.
//!
//! The games only leave messages here; one thread draws. So a terminal that is stopped with
//! Ctrl-S, or a pipe that nobody reads, never keeps a game waiting.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::record::Event;
use gyoji_core::{Game, Lang, Seat};
use gyoji_othello::Othello;
use gyoji_words::server as words;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::commands::matches::ending;
use crate::screen;
use crate::server::Finished;

/// More lines than this do not fit on a screen: further games run unseen.
const MOST_LINES: usize = 20;
/// So many lines of the table are on the screen all the time.
const MOST_ROWS: usize = 12;
/// Where nothing can be drawn over, the table is shown only so often.
const TABLE_PACE: Duration = Duration::from_secs(60);
/// How wide the names of those who wait may be.
const NAMES_WIDTH: usize = 60;
/// How often the screen is drawn.
const FRAME: Duration = Duration::from_millis(100);

/// The screen, shared by all games.
#[derive(Clone)]
pub struct Live {
    lang: Lang,
    shared: Arc<(Mutex<State>, Condvar)>,
}

/// What there is to show.
#[derive(Default)]
struct State {
    games: BTreeMap<u64, Running>,
    /// Who waits for a game.
    waiting: String,
    messages: Vec<Message>,
    /// Only the newest table is worth showing.
    table: Option<String>,
    is_over: bool,
}

/// What a line on the screen shows, from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    Table(usize),
    Waiting,
    Game(u64),
}

/// One running game.
struct Running {
    names: [String; 2],
    moves: u32,
    last: String,
}

enum Message {
    /// On stdout.
    Result(String),
    /// On stderr.
    Remark(String),
}

impl Live {
    pub fn new(lang: Lang) -> Live {
        Live { lang, shared: Arc::default() }
    }

    pub fn began(&self, number: u64) {
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| usual_name(seat).to_owned());
        self.state().games.insert(number, Running { names, moves: 0, last: String::new() });
    }

    /// These clients wait for a game now.
    pub fn waiting(&self, names: &[Option<String>]) {
        let shown = names.iter().map(|name| name.as_deref().map_or("?".to_owned(), screen::name));
        let shown = screen::one_line(&shown.collect::<Vec<_>>().join(", "), NAMES_WIDTH);
        self.state().waiting = match names.len() {
            0 => String::new(),
            count => words::waiting(count, shown).get(self.lang).to_owned(),
        };
    }

    pub fn happened(&self, number: u64, event: &Event) {
        let mut state = self.state();
        let Some(game) = state.games.get_mut(&number) else { return };
        match event {
            Event::Named(named) => game.names[named.seat.index()] = screen::name(&named.name),
            Event::Moved(moved) => {
                game.moves = moved.ply + 1;
                game.last.clone_from(&moved.mv);
            }
            _ => {}
        }
    }

    /// Takes the game's line away; returns the line that stays, with the id of a game that can be
    /// found again.
    pub fn ended(&self, number: u64, finished: &Finished, is_kept: bool) -> String {
        self.state().games.remove(&number);
        let name = |seat: Seat| match &finished.names[seat.index()] {
            Some(name) => screen::name(name),
            None => usual_name(seat).to_owned(),
        };
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(name);
        let points = |seat: Seat| finished.ended.points.get(seat.index()).copied().unwrap_or(0);
        let was_played_out = finished.ended.fault.is_none()
            && finished.ended.loser.is_none()
            && finished.ended.counts();
        let count = match was_played_out {
            true => format!("{} - {}", points(Seat::FIRST), points(Seat::SECOND)),
            false => String::from("-"),
        };
        let result = match finished.ended.winner() {
            _ if !finished.ended.counts() => words::stopped(),
            Some(seat) => words::won(if seat == Seat::FIRST { &black } else { &white }),
            None => words::drawn(),
        };
        let why = ending::<Othello>(&finished.ended);
        let line = words::finished(number, &black, &white, count, result, why);
        match is_kept {
            true => format!("{}  {}-{}\n", line.get(self.lang), Othello::SPEC.id, finished.id),
            false => format!("{}\n", line.get(self.lang)),
        }
    }

    /// A result, on stdout.
    pub fn print(&self, line: String) {
        self.state().messages.push(Message::Result(line));
        self.shared.1.notify_one();
    }

    /// A remark, on stderr.
    pub fn say(&self, text: &str) {
        self.state().messages.push(Message::Remark(text.trim_end().to_owned()));
        self.shared.1.notify_one();
    }

    /// A table, on the screen in place of the one before; elsewhere on stderr now and then.
    pub fn show_table(&self, table: String) {
        self.state().table = Some(table);
    }

    /// Lets [`draw`](Live::draw) end when everything is shown.
    pub fn close(&self) {
        self.state().is_over = true;
        self.shared.1.notify_one();
    }

    /// Draws until it is closed.
    pub fn draw(&self) {
        let lines = MultiProgress::new();
        let has_screen = std::io::stderr().is_terminal();
        let mut bars: BTreeMap<Line, ProgressBar> = BTreeMap::new();
        let mut rows: Vec<String> = Vec::new();
        let mut shown = Instant::now();
        loop {
            let mut state = self.state();
            if state.messages.is_empty() && !state.is_over {
                let woken = self.shared.1.wait_timeout(state, FRAME);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            let messages = std::mem::take(&mut state.messages);
            let is_over = state.is_over;
            let may_show = has_screen || shown.elapsed() >= TABLE_PACE;
            let table = if may_show { state.table.take() } else { None };
            let mut texts: BTreeMap<Line, String> = match has_screen {
                true => state.games.iter().take(MOST_LINES).map(|game| self.line(game)).collect(),
                false => BTreeMap::new(),
            };
            if has_screen && !state.waiting.is_empty() {
                texts.insert(Line::Waiting, state.waiting.clone());
            }
            // Nobody waits for the lock while the terminal is slow.
            drop(state);
            let mut printed = None;
            match table {
                Some(table) if has_screen => {
                    rows = table.lines().take(MOST_ROWS).map(str::to_owned).collect();
                }
                Some(table) => {
                    shown = Instant::now();
                    printed = Some(table);
                }
                None => {}
            }
            if !is_over {
                texts.extend((0..).map(Line::Table).zip(rows.iter().cloned()));
            }
            bars.retain(|line, bar| {
                let stays = texts.contains_key(line);
                if !stays {
                    bar.finish_and_clear();
                    lines.remove(bar);
                }
                stays
            });
            if !messages.is_empty() || printed.is_some() {
                lines.suspend(|| {
                    messages.iter().for_each(Message::show);
                    if let Some(table) = &printed {
                        screen::say(table.trim_end());
                    }
                });
            }
            for (index, (line, text)) in texts.into_iter().enumerate() {
                let bar = bars.entry(line).or_insert_with(|| new_line(&lines, index));
                bar.set_message(text);
            }
            if is_over {
                return;
            }
        }
    }

    fn line(&self, (number, game): (&u64, &Running)) -> (Line, String) {
        let [black, white] = &game.names;
        let text = words::running(number, black, white, game.moves, &game.last);
        (Line::Game(*number), text.get(self.lang).to_owned())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Message {
    fn show(&self) {
        match self {
            Message::Remark(text) => screen::say(text),
            // Whoever has closed the pipe does not want to know; the games go on.
            Message::Result(line) => {
                let mut stdout = std::io::stdout().lock();
                let _ = stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush());
            }
        }
    }
}

/// What a client is called before it says `NICK`.
fn usual_name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "BLACK" } else { "WHITE" }
}

fn new_line(lines: &MultiProgress, index: usize) -> ProgressBar {
    let bar = lines.insert(index, ProgressBar::new_spinner());
    if let Ok(style) = ProgressStyle::with_template("{msg}") {
        bar.set_style(style);
    }
    bar
}
