//! Good and faulty programs play for a long time, two games at once: nothing may be left of
//! them, and nothing of ours may grow.

mod sample;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Plan, Player};
use gyoji_core::{Game, Kit, Lang, Options, Setup, Text};
use gyoji_league::{League, News, random_id, random_opening};
use gyoji_othello::Othello;
use gyoji_referee::Look;
use gyoji_referee::player::{House, Terms};
use gyoji_referee::sandbox::Wanted;
use gyoji_renju::Renju;
use gyoji_words::bench as words;

use self::sample::{Sample, Sampler};
use super::{executable, output, own_folder, programs};
use crate::args::bench::Bench;
use crate::failure::{FAILED, Failure, INTERRUPTED};
use crate::players::{entries, house, parse_players, tell_apart};
use crate::table::table;
use crate::{interrupt, screen};

/// How many games at once.
const SLOTS: usize = 2;
/// A game of Othello begins after so many moves, so that many are played.
const OPENING: u32 = 44;
/// How often each pair of players meets in a round: a program that is kept plays again.
const MEETINGS: u64 = 2;
/// How much more memory is no growth, and how much is too much at any time.
const TOLERANCE: u64 = 8 << 20;
const MOST_MEMORY: u64 = 64 << 20;
/// How long what ends may take to be gone, and how long what it leaves.
const DYING: Duration = Duration::from_secs(20);
const SETTLING: Duration = Duration::from_secs(5);

/// Players of Othello with something special about each: options, and habits of theirs. The
/// first is good, and the others meet it.
const PLAYERS: [(&str, &str); 14] = [
    ("name=good", ""),
    ("name=flood", "flood"),
    ("name=crash", "crash"),
    ("name=silent&limit=50ms", "silent"),
    ("name=daemon", "daemon"),
    ("name=relay", "relay"),
    ("name=helpers&limit=20s", "helpers"),
    ("name=remarks", "remarks"),
    ("name=loud", "loud"),
    ("name=afterwards", "afterwards"),
    ("name=frozen&ponder=no", "hogs=2"),
    ("name=frozen-daemon&ponder=no", "daemon"),
    ("name=orphan&limit=500ms", "orphan"),
    ("name=fresh&lifetime=per-game", ""),
];

/// What was played.
#[derive(Default, serde::Serialize)]
struct Tally {
    games: u64,
    void: u64,
    bugs: u64,
    faults: BTreeMap<String, u64>,
}

/// What is watched.
#[derive(serde::Serialize)]
struct Row {
    what: String,
    begin: u64,
    end: u64,
    most: u64,
    grew: bool,
    #[serde(skip)]
    title: Text,
}

#[derive(serde::Serialize)]
struct Findings {
    seconds: f64,
    #[serde(flatten)]
    tally: Tally,
    rows: Vec<Row>,
    grew: bool,
}

pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    interrupt::listen(interrupt::stop);
    let me = executable()?;
    let folder = own_folder()?;
    let soak = Soak {
        othello: Company::new(gyoji_othello::kit(), &othello(&me))?,
        renju: Company::new(gyoji_renju::kit(), &renju(&me))?,
        class: Setup {
            options: Options::check(Renju::SPEC.options, [("rule", "class")])?,
            ..Setup::usual::<Renju>()
        },
        house: house(lang, Look::default()),
        folder: folder.path(),
    };
    screen::say(words::warming_up().get(lang));
    soak.round(0, &mut Tally::default())?;
    screen::say(words::soaking(args.time().as_secs()).get(lang));
    let begin = settled(folder.path(), None);
    let sampler = Sampler::start(folder.path().to_owned());
    let (start, mut tally) = (Instant::now(), Tally::default());
    let mut round = 1;
    while !interrupt::is_asked() && (round == 1 || start.elapsed() < args.time()) {
        soak.round(round, &mut tally)?;
        round += 1;
    }
    let seconds = start.elapsed().as_secs_f64();
    let left = gyoji_referee::await_the_dying(DYING) as u64;
    let most = sampler.finish();
    let end = settled(folder.path(), Some(&begin));
    let rows = rows([&begin, &end, &most], left, tally.bugs);
    let grew = rows.iter().any(|row| row.grew);
    let report = Findings { seconds, tally, rows, grew };
    let text = match args.json {
        true => serde_json::to_string_pretty(&report).unwrap_or_default() + "\n",
        false => show(&report, lang),
    };
    output(&text)?;
    Ok(match grew {
        true => ExitCode::from(FAILED),
        false if interrupt::is_asked() => ExitCode::from(INTERRUPTED),
        false => ExitCode::SUCCESS,
    })
}

fn othello(me: &Path) -> Vec<String> {
    let mut players: Vec<String> = PLAYERS
        .iter()
        .map(|(options, habits)| format!("plain?{options}:{}", programs::player(me, habits)))
        .collect();
    let bot = programs::command(me, "bot othello.random");
    players.push(format!("judge?lifetime=per-move&name=per-move:{bot}"));
    players
}

/// Programs that are run once for each move: one that answers, and one that does not.
fn renju(me: &Path) -> Vec<String> {
    let good = programs::command(me, "renju next --depth 1");
    let idle = programs::player(me, "");
    vec![format!("csv?name=csv:{good}"), "bot:random".into(), format!("csv?name=csv-idle:{idle}")]
}

/// A game with its players.
struct Company<G: Game> {
    kit: Kit<G>,
    players: Vec<Player>,
}

impl<G: Game> Company<G> {
    fn new(kit: Kit<G>, texts: &[String]) -> Result<Company<G>, Failure> {
        let mut players = parse_players(&kit, texts, Wanted::Level(0), Lang::En)?;
        tell_apart(&mut players);
        Ok(Company { players: entries(&kit, &players, &Terms::default())?, kit })
    }

    /// The first player meets each of the others, in both seats.
    fn play(
        &self,
        soak: &Soak<'_>,
        plan: impl Fn(u64, Plan) -> Plan + Sync,
        setup: &Setup,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let record = Some(soak.folder);
        let league = League { record, threads: SLOTS, ..League::new(&self.kit, &soak.house) };
        let others = self.players.len() as u64 - 1;
        let plans = (0..others * MEETINGS).map(|number| {
            let other = &self.players[1 + (number % others) as usize];
            let mut seated = vec![self.players[0].clone(), other.clone()];
            if !(number / others).is_multiple_of(2) {
                seated.reverse();
            }
            plan(number, Plan::new::<G>(random_id(), setup, seated))
        });
        let sink = Mutex::new(|news| {
            tally.note(news);
            ControlFlow::Continue(())
        });
        Ok(league.run(plans, interrupt::wish(), &sink)?)
    }
}

struct Soak<'a> {
    othello: Company<Othello>,
    renju: Company<Renju>,
    class: Setup,
    house: House,
    folder: &'a Path,
}

impl Soak<'_> {
    /// Everybody plays.
    fn round(&self, round: u64, tally: &mut Tally) -> Result<(), Failure> {
        let usual = Setup::usual::<Othello>();
        let opened = |number, plan| Plan {
            opening: random_opening::<Othello>(&usual, OPENING, round << 16 | number),
            ..plan
        };
        self.othello.play(self, opened, &usual, tally)?;
        self.renju.play(self, |seed, plan| Plan { seed, ..plan }, &self.class, tally)
    }
}

impl Tally {
    fn note(&mut self, news: News) {
        let (played, is_void) = match news {
            News::Played(played) => (played, false),
            News::Void(played, _) => (played, true),
            News::Bug(_) => {
                self.bugs += 1;
                return;
            }
            News::Waits(_) | News::NotKept(_) | News::FewerThreads(..) => return,
        };
        self.games += 1;
        self.void += u64::from(is_void);
        for event in &played.record.events {
            if let Event::Faulted(fault) = event {
                let kind = serde_json::to_value(fault.kind).unwrap_or_default();
                *self.faults.entry(kind.as_str().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
        if let Some(path) = &played.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A sample when everybody who was told to end is gone, or should be; `before`: not before
/// everything is as it was then. Without it: when nothing is closing any more.
fn settled(folder: &Path, before: Option<&Sample>) -> Sample {
    gyoji_referee::await_the_dying(DYING);
    let until = Instant::now() + SETTLING;
    let mut last: Option<Sample> = None;
    loop {
        let sample = Sample::take(folder);
        let has_grown =
            |before: &Sample| rows([before, &sample, &sample], 0, 0).iter().any(|row| row.grew);
        let is_quiet = match (before, &last) {
            (Some(before), _) => !has_grown(before),
            (None, Some(last)) => sample.processes == 0 && sample.descriptors == last.descriptors,
            (None, None) => false,
        };
        if is_quiet || Instant::now() > until {
            return sample;
        }
        last = Some(sample);
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn rows([begin, end, most]: [&Sample; 3], left: u64, bugs: u64) -> Vec<Row> {
    let row = |title: Text, [begin, end, most]: [u64; 3], grew: bool| Row {
        what: title.get(Lang::En).to_owned(),
        begin,
        end,
        most,
        grew,
        title,
    };
    let exact = |title: Text, value: fn(&Sample) -> u64| {
        let values = [begin, end, most].map(value);
        row(title, values, values[1] > values[0])
    };
    let memory = [begin, end, most].map(|sample| sample.memory);
    let too_much = memory[1] > memory[0] + TOLERANCE || memory[2] > MOST_MEMORY;
    vec![
        row(words::memory(), memory.map(|bytes| bytes >> 20), too_much),
        exact(words::descriptors(), |sample| sample.descriptors),
        exact(words::processes(), |sample| sample.processes),
        exact(words::zombies(), |sample| sample.zombies),
        exact(words::temporary(), |sample| sample.files),
        exact(words::groups(), |sample| sample.groups),
        row(words::left_over(), [0, left, left], left > 0),
        row(words::bugs(), [0, bugs, bugs], bugs > 0),
    ]
}

fn show(report: &Findings, lang: Lang) -> String {
    let heading = words::soak_heading();
    let mut cells = vec![heading.get(lang).split('|').map(str::to_owned).collect::<Vec<_>>()];
    for row in &report.rows {
        let verdict = if row.grew { words::grew() } else { words::fine() };
        let mut line = vec![row.title.get(lang).to_owned()];
        line.extend([row.begin, row.end, row.most].map(|value| value.to_string()));
        line.push(verdict.get(lang).to_owned());
        cells.push(line);
    }
    let tally = &report.tally;
    let played = words::played(tally.games, report.seconds as u64, tally.void);
    let faults = tally.faults.iter().map(|(kind, count)| format!("{kind} {count}"));
    let faults = words::faults(faults.collect::<Vec<_>>().join(", "));
    format!("{}{}\n{}\n", table(&cells), played.get(lang), faults.get(lang))
}
