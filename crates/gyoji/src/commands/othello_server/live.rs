//! What the server shows. On a terminal one screen: where clients connect, who waits, the boards of
//! running games, the table, and what came of the last games; elsewhere a line for each game that
//! is over.
//!
//! The games only leave messages here; one thread draws. So a terminal that is stopped with
//! Ctrl-S, or a pipe that nobody reads, never keeps a game waiting.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::record::Event;
use gyoji_core::view::{CellSize, board_size};
use gyoji_core::{Game, Lang, Seat, Stepper};
use gyoji_othello::Othello;
use gyoji_referee::Look;
use gyoji_words::{screen as screen_words, server as words};

use crate::commands::matches::ending;
use crate::screen;
use crate::server::Finished;
use crate::tty::{self, On};
use crate::watch::{GAP, Signs, map};

/// So many lines of the table are on the screen.
const MOST_ROWS: usize = 8;
/// Where nothing can be drawn over, the table is shown only so often.
const TABLE_PACE: Duration = Duration::from_secs(60);
/// How often the screen is drawn: if something is new, and in any case.
const FRAME: Duration = Duration::from_millis(100);
const SLOW_FRAME: Duration = Duration::from_secs(1);
/// So many remarks and results are kept for the screen, and for when it is taken away.
const MOST_KEPT: usize = 200;

/// The screen, shared by all games.
#[derive(Clone)]
pub struct Live {
    lang: Lang,
    look: Look,
    start: Othello,
    /// Whether there is a terminal to draw on, and whether results go there, too.
    has_screen: bool,
    shows_results: bool,
    shared: Arc<(Mutex<State>, Condvar)>,
}

/// What there is to show.
#[derive(Default)]
struct State {
    games: BTreeMap<u64, Running>,
    /// Who waits for a game.
    waiting: Vec<String>,
    /// How many games are over.
    over: u64,
    messages: Vec<Message>,
    /// Only the newest table is worth showing.
    table: Option<String>,
    is_over: bool,
}

/// One running game.
struct Running {
    names: [String; 2],
    stepper: Stepper,
}

/// What the screen remembers.
#[derive(Default)]
struct Shown {
    /// What was said before the first game: where clients connect.
    remarks: Vec<String>,
    results: Vec<String>,
    table: Vec<String>,
}

enum Message {
    /// On stdout.
    Result(String),
    /// On stderr.
    Remark(String),
}

impl Live {
    /// Games that begin with this position.
    pub fn new(lang: Lang, start: Othello) -> Live {
        let stderr = std::io::stderr();
        let has_screen = stderr.is_terminal() && tty::can_draw();
        let shows_results = has_screen && std::io::stdout().is_terminal();
        let look = Look {
            colour: crate::commands::colour(&stderr),
            depth: tty::depth(),
            ..Look::default()
        };
        Live { lang, look, start, has_screen, shows_results, shared: Arc::default() }
    }

    pub fn began(&self, number: u64) {
        let names = [Seat::FIRST, Seat::SECOND].map(|seat| usual_name(seat).to_owned());
        let stepper = Stepper::of(self.start);
        self.state().games.insert(number, Running { names, stepper });
    }

    /// These clients wait for a game now.
    pub fn waiting(&self, names: &[Option<String>]) {
        let shown = names.iter().map(|name| name.as_deref().map_or("?".to_owned(), screen::name));
        self.state().waiting = shown.collect();
    }

    pub fn happened(&self, number: u64, event: &Event) {
        let mut state = self.state();
        let Some(game) = state.games.get_mut(&number) else { return };
        match event {
            Event::Named(named) => game.names[named.seat.index()] = screen::name(&named.name),
            // Nobody looks where there is no screen.
            event if self.has_screen => drop(game.stepper.apply(event)),
            _ => {}
        }
    }

    /// Takes the game's line away; returns the line that stays, with the id of a game that can be
    /// found again.
    pub fn ended(&self, number: u64, finished: &Finished, is_kept: bool) -> String {
        let mut state = self.state();
        state.games.remove(&number);
        state.over += 1;
        drop(state);
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

    /// Shows what happens while `act` does it. If that panics, nobody waits for the screen.
    pub fn during<T>(&self, act: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| self.draw());
            let _closing = Closing(self);
            act()
        })
    }

    /// Draws until it is closed.
    fn draw(&self) {
        let mut shown = Shown::default();
        let (mut drawn, mut printed) = (Instant::now(), Instant::now());
        let mut last = Vec::new();
        loop {
            let mut state = self.state();
            if state.messages.is_empty() && !state.is_over {
                let woken = self.shared.1.wait_timeout(state, FRAME);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            let messages = std::mem::take(&mut state.messages);
            let is_over = state.is_over;
            let may_show = self.has_screen || printed.elapsed() >= TABLE_PACE;
            let table = if may_show { state.table.take() } else { None };
            for message in messages {
                match (message, self.has_screen) {
                    (Message::Remark(text), true) => shown.remarks.push(text),
                    (Message::Result(line), true) if self.shows_results => {
                        shown.results.push(line.trim_end().to_owned());
                    }
                    // Nobody waits for the lock while the other end is slow.
                    (message, _) => {
                        drop(state);
                        message.show();
                        state = self.state();
                    }
                }
            }
            for kept in [&mut shown.remarks, &mut shown.results] {
                let excess = kept.len().saturating_sub(MOST_KEPT);
                kept.drain(..excess);
            }
            match table {
                Some(table) if self.has_screen => {
                    shown.table = table.lines().map(str::to_owned).collect();
                }
                Some(table) => {
                    printed = Instant::now();
                    screen::say(table.trim_end());
                }
                None => {}
            }
            let lines = match self.has_screen && !is_over {
                true => self.lines(&state, &shown, tty::size()),
                false => Vec::new(),
            };
            drop(state);
            if is_over {
                return self.leave(&shown);
            }
            // An Enter that somebody presses moves the picture: it is drawn anew in any case.
            if self.has_screen && (lines != last || drawn.elapsed() >= SLOW_FRAME) {
                tty::draw(On::Stderr, &lines, None);
                (last, drawn) = (lines, Instant::now());
            }
        }
    }

    /// Takes the screen away; what was said and what came of the games stays.
    fn leave(&self, shown: &Shown) {
        if self.has_screen {
            tty::close();
            shown.remarks.iter().for_each(|text| screen::say(text));
            for line in &shown.results {
                Message::Result(format!("{line}\n")).show();
            }
        }
    }

    /// The whole screen.
    fn lines(&self, state: &State, shown: &Shown, (width, height): (usize, usize)) -> Vec<String> {
        let lang = self.lang;
        let bold = |text: &str| match self.look.colour {
            true => format!("\x1b[1m{text}\x1b[0m"),
            false => text.to_owned(),
        };
        let mut lines: Vec<String> = Vec::new();
        // Where to connect stays; of later remarks the newest.
        let (first, later) = shown.remarks.split_at(shown.remarks.len().min(2));
        lines.extend(first.iter().flat_map(|text| tty::wrap(text, width)));
        lines.extend(later.iter().rev().take(2).rev().flat_map(|text| tty::wrap(text, width)));
        lines.push(String::new());
        let counts = screen_words::counts(state.games.len(), state.waiting.len(), state.over);
        lines.push(bold(counts.get(lang)));
        if !state.waiting.is_empty() {
            let names = screen::one_line(&state.waiting.join(", "), width.saturating_sub(14));
            lines.push(words::waiting(state.waiting.len(), names).get(lang).to_owned());
        }
        let table = shown.table.len().min(MOST_ROWS);
        let few = if table > 0 { table + 1 } else { 0 };
        let results = shown.results.len().min(4);
        let room = height.saturating_sub(lines.len() + few + results + 2);
        lines.extend(self.boards(state, width, room));
        if table > 0 {
            lines.push(String::new());
            lines.extend(shown.table.iter().take(table).cloned());
        }
        if results > 0 {
            lines.push(String::new());
            lines.extend(shown.results.iter().rev().take(results).cloned());
        }
        lines
    }

    /// As many boards as there is room for; of the other games a line.
    fn boards(&self, state: &State, width: usize, room: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut games = state.games.iter().peekable();
        while let Some((_, game)) = games.peek() {
            let (wide, high) = board_size(&game.stepper.now().view, CellSize::Small);
            let across = ((width + GAP) / (wide + GAP)).max(1);
            if lines.len() + high + 2 > room {
                break;
            }
            let row: Vec<_> = games.by_ref().take(across).collect();
            lines.push(String::new());
            let mut band: Vec<String> = Vec::new();
            for (number, game) in row {
                let title = screen::one_line(&self.title(*number, game), wide);
                let moment = game.stepper.now();
                let (legend, signs) = (game.stepper.legend(), Signs::default());
                let board = map(legend, &moment, self.look, CellSize::Small, signs);
                let column: Vec<String> = std::iter::once(title).chain(board).collect();
                let column = column.iter().map(|line| tty::pad(line, wide + GAP));
                match band.is_empty() {
                    true => band = column.collect(),
                    false => band.iter_mut().zip(column).for_each(|(line, more)| *line += &more),
                }
            }
            lines.extend(band);
        }
        for (number, game) in games.take(room.saturating_sub(lines.len())) {
            let moves = game.stepper.moves();
            let [black, white] = &game.names;
            let last = moves.last().map_or("", String::as_str);
            let text = words::running(number, black, white, moves.len(), last);
            lines.push(screen::one_line(text.get(self.lang), width));
        }
        lines
    }

    fn title(&self, number: u64, game: &Running) -> String {
        let [black, white] = &game.names;
        format!("#{number} X {black} - O {white}")
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets [`draw`](Live::draw) end, when it goes, as soon as everything is shown.
struct Closing<'a>(&'a Live);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.shared.1.notify_one();
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

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;

    use gyoji_core::Setup;

    use super::*;

    #[test]
    fn a_screen_ends_with_what_it_shows_even_if_that_panics() {
        let (sender, ended) = mpsc::channel();
        std::thread::spawn(move || {
            let live = Live::new(Lang::En, Othello::start(&Setup::usual::<Othello>()).unwrap());
            sender.send(live.during(|| true)).unwrap();
            let panicked = catch_unwind(AssertUnwindSafe(|| live.during(|| panic!("a bug"))));
            sender.send(panicked.is_err()).unwrap();
        });
        for case in ["it returns", "it panics"] {
            let was_so = ended.recv_timeout(Duration::from_secs(60));
            assert_eq!(was_so, Ok(true), "{case}");
        }
    }
}
