//! `--original`: what the original judge prints and writes, line by line.
//!
//! A forfeit counts by its winner, though, and not by the discs that happened to lie there.

mod words;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use gyoji_core::record::{Ended, Event, Moved, Player, Record};
use gyoji_core::replay::Table;
use gyoji_core::{Lang, Seat};
use gyoji_othello::Othello;
use gyoji_othello::dialects::judge::digits;
use gyoji_referee::player::PlayerText;
use gyoji_words::Text;
use jiff::{Timestamp, tz::TimeZone};

use super::ranking::Ranking;
use crate::args;
use crate::commands::matches::{ending, fault_word};
use crate::failure::Failure;
use crate::screen;

/// The lines between the parts of a log.
const RULE: &str = "------------------------------------";
const DOUBLE_RULE: &str = "====================================";

/// Refuses what the original cannot do: it has one time and one number of games.
pub fn check(args: &args::Judge) -> Result<(), Failure> {
    let given = [
        (args.time.is_some(), "--time"),
        (args.clock.is_some(), "--clock"),
        (args.games.is_some(), "-n"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(Failure::usage_text(words::fixed(flag))),
        None => Ok(()),
    }
}

/// The command for the name of a class, which the original gives to `java` as it is.
pub fn as_class(text: &str) -> Option<String> {
    let is_class = Path::new(&format!("{text}.class")).is_file() && !text.contains(['/', ' ']);
    is_class.then(|| format!("java {text}"))
}

/// What is printed while the games go on, and the ranking.
pub struct Sheet {
    lang: Lang,
    names: Vec<String>,
    games: u32,
    played: u32,
    discs: Vec<u32>,
}

impl Sheet {
    pub fn new(players: &[PlayerText], games: u32, lang: Lang) -> Sheet {
        let names = players.iter().map(|player| file_name(&player.text, &player.name()));
        let (names, discs) = (names.collect(), vec![0; players.len()]);
        Sheet { lang, names, games, played: 0, discs }
    }

    /// What is said before the first game of a pair, and before each game.
    pub fn begin(&self, [black, white]: [usize; 2]) -> String {
        let round = self.played % self.games + 1;
        let pair = match round {
            1 => words::pair(&self.names[black], &self.names[white]).then("\n", &Text::plain("")),
            _ => Text::plain(""),
        };
        let playing = words::playing(round);
        let gap = if round == 1 { "\n" } else { "" };
        format!("{gap}{}{}", pair.get(self.lang), playing.get(self.lang))
    }

    /// Adds a game of a pair; what is said then, up to the beginning of the next.
    pub fn add(&mut self, record: &Record, pair: [usize; 2], next: Option<[usize; 2]>) -> String {
        let round = self.played % self.games + 1;
        for (number, discs) in pair.into_iter().zip(discs(record)) {
            self.discs[number] += discs;
        }
        self.played += 1;
        let line = words::played(round, result(record, self.lang));
        // The line is written over the one that said that the game goes on.
        let mut text = format!("\r{}\n", line.get(self.lang));
        if let Some(next) = next {
            text += &self.begin(next);
        }
        text
    }

    /// The ranking. Equal players keep their order and have places of their own.
    pub fn ranking(&self, ranking: &Ranking) -> String {
        let mut text = "------------------------\n".to_owned();
        for (place, (number, row)) in ranking.numbered().into_iter().enumerate() {
            let count = |of: fn(&gyoji_league::Tally) -> u64| {
                words::by_colour(of(&row.total), of(&row.black), of(&row.white))
            };
            let line = words::place(
                place + 1,
                count(|tally| tally.wins),
                count(|tally| tally.losses),
                count(|tally| tally.draws),
                self.discs[number],
                &self.names[number],
            );
            let _ = writeln!(text, "{}", line.get(self.lang));
        }
        text
    }
}

/// The result of a game in one line: the discs, who has won, and why.
pub fn result(record: &Record, lang: Lang) -> String {
    let [black, white] = discs(record);
    let ended = record.ended();
    let winner = match ended.and_then(Ended::winner) {
        Some(Seat::FIRST) => words::black_wins(name(record, Seat::FIRST)),
        Some(_) => words::white_wins(name(record, Seat::SECOND)),
        None => words::drawn(),
    };
    let why = ended.map_or(Text::plain(""), |ended| reason(record, ended));
    words::result(black, white, winner, why).get(lang).to_owned()
}

/// The file of a game's log: the time it began and both names.
pub fn log_path(folder: &Path, record: &Record) -> PathBuf {
    let time = when(record).strftime("%Y%m%d_%H%M%S").to_string();
    let [black, white] = [Seat::FIRST, Seat::SECOND]
        .map(|seat| label(record, seat).get(Lang::Ja).replace(['/', '\0'], "_"));
    let path = |copy: &str| folder.join(format!("{time}_{black}_{white}{copy}.log"));
    // Two games of a pair may begin within a second; no log is written over another.
    let copies = std::iter::once(String::new()).chain((2..).map(|number| format!("_{number}")));
    let mut paths = copies.map(|copy| path(&copy));
    paths.find(|path| !path.exists()).unwrap_or_else(|| path(&record.header.id))
}

/// The log of a game.
pub fn log(record: &Record, lang: Lang) -> String {
    let mut log = Log { record, lang, table: Table::new(Othello::STANDARD), text: String::new() };
    let wide = "=".repeat(50);
    log.line(&wide);
    log.line("========== Othello AI Judge Console ==============");
    log.line(&wide);
    log.say(&words::black_ai(&record.header.players[0].text));
    log.say(&words::white_ai(&record.header.players[1].text));
    log.say(&words::began(when(record).strftime("%Y/%m/%d %H:%M:%S")));
    log.line(&"-".repeat(50));
    for event in &record.events {
        log.add(event);
    }
    log.text
}

struct Log<'a> {
    record: &'a Record,
    lang: Lang,
    table: Table<Othello>,
    text: String,
}

impl Log<'_> {
    fn add(&mut self, event: &Event) {
        match event {
            Event::Moved(moved) => {
                self.turn(moved.seat);
                let _ = self.table.apply(event);
                self.moved(moved);
            }
            Event::Faulted(fault) => {
                self.turn(fault.seat);
                let got = fault.got.line();
                if !got.trim().is_empty() {
                    self.say(&words::said(label(self.record, fault.seat), got.trim()));
                }
                self.say(&words::error(fault_word(fault.kind)));
            }
            Event::Ended(ended) => self.ended(ended),
            _ => drop(self.table.apply(event)),
        }
    }

    fn turn(&mut self, seat: Seat) {
        self.line(RULE);
        self.say(&words::turn(label(self.record, seat)));
        self.line(RULE);
    }

    fn moved(&mut self, moved: &Moved) {
        let who = label(self.record, moved.seat);
        let said = moved.got.as_ref().map_or(moved.mv.clone(), |got| got.line().into_owned());
        self.say(&words::said(who.clone(), said.trim()));
        if moved.mv == "pass" {
            return self.say(&words::passed());
        }
        self.say(&words::success(who, said.trim()));
        self.line(&board(self.table.position()));
        self.line(&format!("MOVE BOARD:{}", digits(self.table.position())));
    }

    fn ended(&mut self, ended: &Ended) {
        let [black, white] = discs(self.record);
        self.line(&format!("\n{DOUBLE_RULE}"));
        self.say(&words::game_over(reason(self.record, ended)));
        self.line(&board(self.table.position()));
        self.say(&words::count(black, white));
        self.say(&words::winner(match ended.winner() {
            Some(seat) => label(self.record, seat),
            None => words::drawn(),
        }));
        self.line(&format!("{DOUBLE_RULE}\n"));
    }

    fn say(&mut self, words: &Text) {
        self.line(&screen::clean(words.get(self.lang)));
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }
}

/// The discs of both sides at the end, whatever ended the game.
fn discs(record: &Record) -> [u32; 2] {
    let mut table = Table::new(Othello::STANDARD);
    for event in record.events.iter().filter(|event| !matches!(event, Event::Ended(_))) {
        let _ = table.apply(event);
    }
    [Seat::FIRST, Seat::SECOND].map(|seat| table.position().discs(seat).count_ones())
}

/// Why a game is over, with whose fault it was.
fn reason(record: &Record, ended: &Ended) -> Text {
    let why = ending::<Othello>(ended);
    match ended.loser {
        Some(loser) => label(record, loser).then(": ", &why),
        None => why,
    }
}

/// `black(1) - my_ai.jar`
fn label(record: &Record, seat: Seat) -> Text {
    match seat {
        Seat::FIRST => words::black(name(record, seat)),
        _ => words::white(name(record, seat)),
    }
}

fn name(record: &Record, seat: Seat) -> String {
    let player: &Player = &record.header.players[seat.index()];
    file_name(&player.text, &player.name)
}

/// A program by the name of its file, anybody else by their own.
fn file_name(text: &str, name: &str) -> String {
    let path = Path::new(text);
    let file = path.file_name().filter(|_| path.is_file());
    file.map_or_else(|| screen::name(name), |file| screen::name(&file.to_string_lossy()))
}

fn when(record: &Record) -> jiff::Zoned {
    let began = Timestamp::from_millisecond(record.header.started_ms as i64);
    began.unwrap_or_default().to_zoned(TimeZone::system())
}

/// The board as the original draws it.
fn board(position: &Othello) -> String {
    let mut text = "  a b c d e f g h\n".to_owned();
    for row in 0..8 {
        let _ = write!(text, "{} ", row + 1);
        for col in 0..8 {
            let has = |seat| position.discs(seat) >> (row * 8 + col) & 1 == 1;
            text += match (has(Seat::FIRST), has(Seat::SECOND)) {
                (true, _) => "● ",
                (_, true) => "○ ",
                _ => "- ",
            };
        }
        text.push('\n');
    }
    text
}
