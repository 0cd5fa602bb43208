//! The league: what it costs that every game is stored, beside the same games unstored; and how
//! long a store of many games takes to say how an event stands.

mod growth;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gyoji_core::record::Player;
use gyoji_core::{Kit, Lang, Setup};
use gyoji_league::event::{Draw, EventFile, Holding, Next, Past};
use gyoji_league::{League, News, Openings, Stop};
use gyoji_othello::Othello;
use gyoji_referee::player::{House, PlayerText, Terms};
use gyoji_referee::{Look, cores};
use gyoji_store::{Location, Store};

use super::programs::command;
use super::{Figure, executable, own_folder};
use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::players::house;
use crate::screen;

/// How many games are played to warm up, and how many at least and at most before it is the
/// other's turn.
const WARM_UP: u64 = 50;
const BATCH: std::ops::RangeInclusive<f64> = 50.0..=20_000.0;

pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    let me = executable()?;
    let folder = own_folder()?;
    let place = folder.path().join("store");
    let store = Store::open(&Location::Folder(place.clone()))?;
    let house = house(lang, Look::default());
    let program = format!("plain:{}", command(&me, "bot othello.random --dialect plain"));
    let series = [
        ("programs", program.as_str()),
        ("bots that think", "bot:alphabeta?depth=4&solve=8"),
        ("bots that answer at once", "bot:random"),
    ];
    let mut figures = Vec::new();
    for (name, text) in series {
        screen::say(&format!("{name} …"));
        let Compared { bare, stored } = compare(&store, &house, name, text, args.time())?;
        let mut add = |what: &str, value, unit| {
            figures.push(Figure { what: format!("{name}: {what}"), value, unit });
        };
        add("games/s, not stored", bare, "games/s");
        add("games/s, stored", stored, "games/s");
        add("  stored / not stored", stored / bare, "x");
    }
    drop(store);
    figures.extend(growth::measure(&me, &place, args.time())?);
    super::print(&figures, args.json)
}

struct Compared {
    bare: f64,
    stored: f64,
}

/// The same games in turn, without a store and with one, so that whatever else the machine does
/// meets both alike.
fn compare(
    store: &Store,
    house: &House,
    name: &str,
    text: &str,
    time: Duration,
) -> Result<Compared, Failure> {
    let kit = gyoji_othello::kit();
    let mut players = Vec::new();
    for name in ["a", "b"] {
        let mut player = PlayerText::parse(text, &["plain"])?;
        player.terms.name = Some(name.to_owned());
        players.push(player.player(&kit, &Terms::default())?);
    }
    let run = Series { kit: &kit, house, store, players: &players };
    // Whatever is made at the first time is made before.
    run.stored(&format!("{name}, warming up"), WARM_UP)?;
    let once = run.bare(&format!("{name}, warming up"), WARM_UP)?;
    // An event ends with the disk: it is waited for once, so a batch has to be worth it.
    let games = WARM_UP as f64 * time.as_secs_f64() / once.as_secs_f64() / 4.0;
    let games = games.clamp(*BATCH.start(), *BATCH.end()) as u64;
    let (mut bare, mut stored) = (Duration::ZERO, Duration::ZERO);
    let mut batches = 0_u32;
    while bare + stored < 2 * time {
        let event = format!("{name} {batches}");
        bare += run.bare(&event, games)?;
        stored += run.stored(&event, games)?;
        batches += 1;
    }
    let games = f64::from(batches) * games as f64;
    Ok(Compared { bare: games / bare.as_secs_f64(), stored: games / stored.as_secs_f64() })
}

/// A batch of games between two.
struct Series<'a> {
    kit: &'a Kit<Othello>,
    house: &'a House,
    store: &'a Store,
    players: &'a [Player],
}

impl<'a> Series<'a> {
    /// Each game that is played at once has a core of its own: programs that answer at once are
    /// quicker on the core of whoever asks, and any other thread may scatter them.
    fn league(&self) -> League<'a, Othello> {
        League { threads: cores::count(), pin: true, ..League::new(self.kit, self.house) }
    }

    fn bare(&self, event: &str, games: u64) -> Result<Duration, Failure> {
        let setup = Setup::usual::<Othello>();
        let openings = Openings::random(0);
        let mut draw = round_robin(event, 2, games)?;
        let plans = std::iter::from_fn(|| match draw.next() {
            Next::Play(slot) => {
                let plan = slot.plan::<Othello>(self.players, &setup);
                Some(openings.begin::<Othello>(plan, &setup))
            }
            Next::Wait | Next::Over => None,
        });
        let start = Instant::now();
        let sink = Mutex::new(|_: News| ControlFlow::Continue(()));
        self.league().run(plans, &Stop::new(), &sink)?;
        Ok(start.elapsed())
    }

    fn stored(&self, event: &str, games: u64) -> Result<Duration, Failure> {
        let holding = Holding {
            league: self.league(),
            store: self.store,
            players: self.players,
            versions: &[],
            setup: &Setup::usual::<Othello>(),
            openings: &Openings::random(0),
        };
        let draw = round_robin(event, 2, games)?;
        let start = Instant::now();
        let sink = Mutex::new(|_: News| ControlFlow::Continue(()));
        let (_, held) = holding.run(draw, Past::default(), &Stop::new(), &sink);
        held?;
        self.store.sync()?;
        Ok(start.elapsed())
    }
}

/// The file of a round robin.
fn file_of(event: &str, players: usize, games: u64) -> String {
    let head = format!("name = {event:?}\ngame = \"othello\"\ngames = {games}\n");
    let player = |number| format!("[[player]]\nname = \"p{number}\"\ncommand = \"bot:random\"\n");
    (0..players).fold(head, |text, number| text + &player(number))
}

/// Its draw.
fn round_robin(event: &str, players: usize, games: u64) -> Result<Draw, Failure> {
    let wrong = |mistake: gyoji_league::event::Mistake| Failure::usage_text(mistake.problem);
    let file = EventFile::parse(&file_of(event, players, games)).map_err(wrong)?;
    Draw::new(&file, 2).map_err(wrong)
}
