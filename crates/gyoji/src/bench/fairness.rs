//! Who is blamed for a late answer: real programs, late for a reason that the bench knows.
//!
//! An honest player needs little processor time and is late only because of others: it must not
//! lose. A guilty one is late by its own doing: it must, whatever else goes on.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, FaultKind, Plan, Record, Spent, Then};
use gyoji_core::{Lang, Seat, Setup, Text};
use gyoji_league::{League, News, random_id, random_opening, rotation};
use gyoji_othello::Othello;
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_referee::{Look, MARGIN};
use gyoji_words::bench as words;

use super::programs::{self, Aide};
use super::{executable, output, own_folder};
use crate::args::bench::Bench;
use crate::failure::{Failure, INTERRUPTED};
use crate::players::house;
use crate::table::table;
use crate::{interrupt, screen};

/// The name of the player that is judged.
const SUBJECT: &str = "subject";
/// A game begins after so many moves, so that it soon ends.
const OPENING: u32 = 48;
/// The same for games whose referee is stopped: they must last longer than it runs.
const LONG_OPENING: u32 = 30;
/// How many games at once a stopped referee has.
const STOPPED_GAMES: usize = 4;
/// Of how many wrong verdicts the times are shown.
const EXAMPLES: usize = 5;

/// Something that makes answers late.
struct Condition {
    title: fn() -> Text,
    is_honest: bool,
    /// What the player does for an answer, and how long it may take.
    habits: &'static str,
    limit: Duration,
    opponent: Opponent,
    /// How many busy processes there are outside.
    hogs: usize,
    /// How many games there are at once.
    games: usize,
    /// Whether the referee itself is stopped.
    is_stopped: bool,
}

#[derive(Clone, Copy)]
enum Opponent {
    Quick,
    /// It keeps every processor busy in its opponent's time, if it may.
    Busy {
        ponder: &'static str,
    },
}

const HONEST: Condition = Condition {
    title: words::eight_games,
    is_honest: true,
    habits: "cpu=20",
    limit: Duration::from_millis(60),
    opponent: Opponent::Quick,
    hogs: 0,
    games: 1,
    is_stopped: false,
};
const GUILTY: Condition = Condition { is_honest: false, habits: "cpu=120", ..HONEST };
const STOPPED: Condition = Condition {
    title: words::referee_stopped,
    habits: "sleep=20",
    limit: Duration::from_millis(200),
    games: STOPPED_GAMES,
    is_stopped: true,
    ..HONEST
};
/// Few others do not make anybody late who needs little.
const NEARLY_ALL: &str = "cpu=50";
const PONDERS: Opponent = Opponent::Busy { ponder: "yes" };
const FROZEN: Opponent = Opponent::Busy { ponder: "no" };

const CONDITIONS: [Condition; 18] = [
    STOPPED,
    Condition { is_honest: false, habits: "sleep=2000", ..STOPPED },
    Condition { title: words::two_hogs, hogs: 2, habits: NEARLY_ALL, ..HONEST },
    Condition { title: words::two_hogs, hogs: 2, ..GUILTY },
    Condition { title: words::four_hogs, hogs: 4, habits: NEARLY_ALL, ..HONEST },
    Condition { title: words::four_hogs, hogs: 4, ..GUILTY },
    Condition { title: words::sleeps_beside_hogs, hogs: 4, habits: "sleep=120", ..GUILTY },
    Condition { title: words::eight_hogs, hogs: 8, ..HONEST },
    Condition { title: words::eight_hogs, hogs: 8, ..GUILTY },
    Condition { title: words::opponent_ponders, opponent: PONDERS, ..HONEST },
    Condition { title: words::opponent_ponders, opponent: PONDERS, ..GUILTY },
    Condition { title: words::opponent_frozen, opponent: FROZEN, ..HONEST },
    Condition { title: words::opponent_frozen, opponent: FROZEN, ..GUILTY },
    Condition { title: words::own_hogs, habits: "cpu=20 hogs=8", ..GUILTY },
    Condition { title: words::made_nice, habits: "cpu=20 nice=19", hogs: 4, ..GUILTY },
    Condition { title: words::pinned, habits: "cpu=20 pinned hogs=4", ..GUILTY },
    Condition { title: words::eight_games, games: 8, ..HONEST },
    Condition { title: words::eight_games, games: 8, ..GUILTY },
];

/// What came of a condition.
#[derive(serde::Serialize)]
struct Row {
    condition: String,
    player: &'static str,
    /// How many answers were waited for, and how many of them took longer than the limit.
    answers: u32,
    late: u32,
    right: u32,
    wrong: u32,
    void: u32,
    /// Where the time of wrongly judged answers went.
    examples: Vec<Spent>,
}

pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    interrupt::listen(interrupt::stop);
    let me = executable()?;
    let mut rows = Vec::new();
    for condition in &CONDITIONS {
        if interrupt::is_asked() {
            break;
        }
        let title = (condition.title)();
        screen::say(&format!("{} …", title.get(lang)));
        let mut row = Row {
            condition: title.get(Lang::En).to_owned(),
            player: condition.player().0,
            answers: 0,
            late: 0,
            right: 0,
            wrong: 0,
            void: 0,
            examples: Vec::new(),
        };
        let start = Instant::now();
        while !interrupt::is_asked() && (row.answers == 0 || start.elapsed() < args.time()) {
            match condition.is_stopped {
                true => condition.stopped(&me, &mut row)?,
                false => condition.play(&me, lang, &mut row)?,
            }
        }
        rows.push(row);
    }
    let text = match args.json {
        true => serde_json::to_string_pretty(&rows).unwrap_or_default() + "\n",
        false => show(&rows, lang),
    };
    output(&text)?;
    Ok(if interrupt::is_asked() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

impl Condition {
    fn player(&self) -> (&'static str, Text) {
        if self.is_honest { ("honest", words::honest()) } else { ("guilty", words::guilty()) }
    }

    /// The player that is judged, and its opponent.
    fn players(&self, me: &Path) -> [String; 2] {
        let limit = self.limit.as_millis();
        let subject = programs::player(me, self.habits);
        let opponent = match self.opponent {
            Opponent::Quick => "bot:random".to_owned(),
            Opponent::Busy { ponder } => {
                let program = programs::player(me, "hogs=8");
                format!("plain?limit=20s&ponder={ponder}:{program}")
            }
        };
        [format!("plain?name={SUBJECT}&limit={limit}ms:{subject}"), opponent]
    }

    /// A few games under this condition.
    fn play(&self, me: &Path, lang: Lang, row: &mut Row) -> Result<(), Failure> {
        let kit = gyoji_othello::kit();
        let house = house(lang, Look::default());
        let mut players = Vec::new();
        for text in self.players(me) {
            players.push(PlayerText::parse(&text, &["plain"])?.player(&kit, &Terms::default())?);
        }
        let setup = Setup::usual::<Othello>();
        let plans = (0..2.max(self.games as u64)).map(|number| {
            let seats = rotation(number, players.len());
            let seated = seats.iter().map(|&player| players[player].clone()).collect();
            let opening = random_opening::<Othello>(&setup, OPENING, number);
            Plan { opening, ..Plan::new::<Othello>(random_id(), &setup, seated) }
        });
        let hogs: Result<Vec<Aide>, _> = (0..self.hogs).map(|_| Aide::hog()).collect();
        let hogs = hogs.map_err(|error| Failure::io(me, &error))?;
        let sink = Mutex::new(|news| {
            if let News::Played(played) | News::Void(played, _) = news {
                self.judge(&played.record, row);
            }
            ControlFlow::Continue(())
        });
        let league = League { threads: self.games, ..League::new(&kit, &house) };
        league.run(plans, interrupt::wish(), &sink)?;
        drop(hogs);
        Ok(())
    }

    /// A few games of a referee in a process of its own, which is stopped again and again.
    fn stopped(&self, me: &Path, row: &mut Row) -> Result<(), Failure> {
        let trouble = |error| Failure::io(me, &error);
        let folder = own_folder()?;
        let [games, opening] = [self.games.to_string(), LONG_OPENING.to_string()];
        let mut command = Command::new(me);
        command.args(["match", "othello", "-q", "-n", &games, "-j", &games]);
        command.args(["--opening", &opening, "--record"]).arg(folder.path());
        command.args(self.players(me));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut referee = Referee(command.spawn().map_err(trouble)?);
        let stopper = Aide::stopper(&referee.0).map_err(trouble)?;
        while !interrupt::is_asked() && referee.0.try_wait().map_err(trouble)?.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(stopper);
        drop(referee);
        for entry in std::fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            if let Ok(record) = Record::parse(&text) {
                self.judge(&record, row);
            }
        }
        Ok(())
    }

    /// Counts the answers of a game, and whether those that were late were judged rightly.
    fn judge(&self, record: &Record, row: &mut Row) {
        let players = &record.header.players;
        let Some(seat) = players.iter().position(|player| player.name == SUBJECT) else { return };
        let seat = Seat(seat as u8);
        for event in &record.events {
            let (spent, then) = match event {
                Event::Moved(moved) if moved.seat == seat => (moved.spent, None),
                Event::Faulted(fault) if fault.seat == seat && fault.kind == FaultKind::Time => {
                    (fault.spent, Some(fault.then))
                }
                _ => continue,
            };
            row.answers += 1;
            if spent.used() <= self.limit + MARGIN {
                continue;
            }
            row.late += 1;
            let is_right = match then {
                Some(Then::Void) => {
                    row.void += 1;
                    continue;
                }
                blamed => blamed.is_some() != self.is_honest,
            };
            row.right += u32::from(is_right);
            row.wrong += u32::from(!is_right);
            if !is_right && row.examples.len() < EXAMPLES {
                row.examples.push(spent);
            }
        }
    }
}

/// A referee in a process of its own; it ends with this value.
struct Referee(Child);

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn show(rows: &[Row], lang: Lang) -> String {
    let heading = words::fairness_heading();
    let mut cells = vec![heading.get(lang).split('|').map(str::to_owned).collect::<Vec<_>>()];
    let mut examples = String::new();
    for (row, condition) in rows.iter().zip(&CONDITIONS) {
        let (title, player) = ((condition.title)(), condition.player().1);
        let mut line = vec![title.get(lang).to_owned(), player.get(lang).to_owned()];
        let counts = [row.answers, row.late, row.right, row.wrong, row.void];
        line.extend(counts.map(|count| count.to_string()));
        if row.late == 0 {
            line.push(words::none_late().get(lang).to_owned());
        }
        cells.push(line);
        for spent in &row.examples {
            let ms = |ns: u64| ns / 1_000_000;
            let [cpu, wait] = [spent.cpu, spent.wait].map(|time| ms(time.unwrap_or(0)));
            let [used, delay, stall] = [spent.used, spent.delay, spent.stall].map(ms);
            let text = words::wrong(&title, used, cpu, wait, delay, stall);
            examples += &format!("{}\n", text.get(lang));
        }
    }
    table(&cells) + &examples
}
