//! What the tests of the referee share: a house, headers, whole matches, and puppets.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of it")]

pub mod animals;
pub mod heap;
pub mod judge;
pub mod locked;
pub mod puppet;
pub mod sheet;

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::{Ended, Event, Fault, Header, Moved, Plan, Player, Policy, Record};
use gyoji_core::replay::{Replay, transcript};
use gyoji_core::{
    BadText, Bot, Budget, Game, Kit, Lang, Lifetime, Options, Seat, Setup, Thought, Turn,
};
use gyoji_referee::player::{House, PlayerText, Terms};
use gyoji_referee::wire::Caps;
use gyoji_referee::{Chair, Look, play};

/// The house of these tests: the supervisor that was built with them.
pub fn house() -> House {
    House {
        supervisor: env!("CARGO_BIN_EXE_gyoji-supervisor").into(),
        caps: Caps::default(),
        lang: Lang::En,
        look: Look::default(),
        private: Vec::new(),
    }
}

/// A file beside these tests.
pub fn fixture(path: &str) -> String {
    format!("{}/tests/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A file of the starter kits.
pub fn kit_file(path: &str) -> String {
    format!("{}/../../kits/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// A program these tests cannot do without.
pub fn require(name: &str, package: &str) -> String {
    let found = gyoji_referee::player::in_path(name);
    let found = found.unwrap_or_else(|| panic!("{name} is needed: apt-get install {package}"));
    found.to_str().expect("a readable path").to_owned()
}

/// Python itself: a version manager's stand-in for it would cost 100 ms at each start.
pub fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let command = require("python3", "python3");
        let asked =
            Command::new(command).args(["-c", "import sys; print(sys.executable)"]).output();
        let output = asked.expect("python3 runs").stdout;
        String::from_utf8(output).expect("a readable path").trim().to_owned()
    })
}

/// Somebody who sits at the table: the entry in the header, and the chair.
pub type Guest<G> = (Player, Chair<G>);

/// Invites a player by its text.
pub fn invite<G: Game>(kit: &Kit<G>, text: &str) -> Guest<G> {
    let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    let player = PlayerText::parse(text, &dialects).unwrap_or_else(|bad| panic!("{bad}"));
    seat(kit, &player, &house()).unwrap_or_else(|bad| panic!("{bad}"))
}

/// The entry of a player in a plan, and its chair.
pub fn seat<G: Game>(
    kit: &Kit<G>,
    player: &PlayerText,
    house: &House,
) -> Result<Guest<G>, BadText> {
    let player = player.player(kit, &Terms::default())?;
    let chair = house.chair(kit, &player)?;
    Ok((player, chair))
}

/// A built-in opponent that plays the first legal move.
pub fn first_move<G: Game>() -> Guest<G> {
    struct FirstMove;
    impl<G: Game> Bot<G> for FirstMove {
        fn choose(
            &mut self,
            turn: &Turn<'_, G>,
            _: &Budget<'_>,
            _: &mut dyn FnMut(Thought),
        ) -> G::Move {
            turn.position().moves().next().expect("a turn has a legal move")
        }
    }
    let make = |_: &Options, _: u64| -> Result<Box<dyn Bot<G>>, _> { Ok(Box::new(FirstMove)) };
    (player("first"), Chair::Bot { make, options: Options::default() })
}

/// The entry of a player who is outside no dialect and has no limits.
pub fn player(name: &str) -> Player {
    Player::new(name, name)
}

/// The entry of a player who speaks `dialect` and has `limit` for an answer.
pub fn speaker(dialect: &str, limit: Duration, policy: Policy) -> Player {
    Player {
        dialect: Some(dialect.into()),
        lifetime: Some(Lifetime::PerGame),
        limit_ns: Some(limit.as_nanos() as u64),
        policy,
        ..player(dialect)
    }
}

/// A header with the game's usual start.
pub fn header<G: Game>(players: Vec<Player>) -> Header {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let id = format!("test-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let setup = Setup { seed: 1, ..Setup::usual::<G>() };
    Header::new(Plan::new::<G>(id, &setup, players), 0, "test")
}

/// A match that was played, and when its events were reported.
pub struct Played {
    pub record: Record,
    pub ended: Ended,
    began: Instant,
    times: Vec<Instant>,
}

/// Plays one match of these guests from the usual start.
pub fn play_guests<G: Game>(guests: &mut [Guest<G>]) -> Played {
    let players = guests.iter().map(|(player, _)| player.clone()).collect();
    play_header(&header::<G>(players), guests)
}

/// Plays one match of these guests under a header. The chairs stay with them.
pub fn play_header<G: Game>(header: &Header, guests: &mut [Guest<G>]) -> Played {
    play_until(header, guests, &AtomicBool::new(false), |_| {})
}

/// The same, with a way to stop it and somebody who watches.
pub fn play_until<G: Game>(
    header: &Header,
    guests: &mut [Guest<G>],
    stop: &AtomicBool,
    mut watch: impl FnMut(&Event),
) -> Played {
    // `play` wants the chairs side by side; a bot without options holds the place meanwhile.
    let placeholder = || first_move::<G>().1;
    let mut chairs: Vec<Chair<G>> =
        guests.iter_mut().map(|(_, chair)| std::mem::replace(chair, placeholder())).collect();
    let mut events = Vec::new();
    let mut times = Vec::new();
    let began = Instant::now();
    let ended = play(header, &mut chairs, stop, &mut |event: &Event| {
        times.push(Instant::now());
        events.push(event.clone());
        watch(event);
    });
    for ((_, place), chair) in guests.iter_mut().zip(chairs) {
        *place = chair;
    }
    let ended = ended.unwrap_or_else(|bad| panic!("{bad}"));
    let record = Record { header: header.clone(), events };
    assert_eq!(record.ended(), Some(&ended), "the last event is the end");
    Played { record, ended, began, times }
}

impl Played {
    pub fn faults(&self) -> Vec<&Fault> {
        let events = self.record.events.iter();
        let faults = events.filter_map(|event| match event {
            Event::Faulted(fault) => Some(fault),
            _ => None,
        });
        faults.collect()
    }

    pub fn moves_of(&self, seat: Seat) -> Vec<&Moved> {
        let events = self.record.events.iter();
        let moves = events.filter_map(|event| match event {
            Event::Moved(moved) if moved.seat == seat => Some(moved),
            _ => None,
        });
        moves.collect()
    }

    /// The lines of `seat` that were put on record beside its moves and faults.
    pub fn heard_from(&self, seat: Seat) -> Vec<String> {
        let heard = |event: &Event| match event {
            Event::Heard(heard) if heard.seat == seat => Some(heard.got.escaped()),
            _ => None,
        };
        self.record.events.iter().filter_map(heard).collect()
    }

    /// From the question until its fault was reported.
    pub fn verdict_after(&self, fault: &Fault) -> Duration {
        let is_it = |event: &Event| matches!(event, Event::Faulted(one) if one == fault);
        let index = self.record.events.iter().position(is_it).expect("a fault of this match");
        let asked = Duration::from_nanos(self.record.asked_at(index).expect("a question"));
        self.times[index].saturating_duration_since(self.began + asked)
    }

    /// Checks that the record can be written, read back and played through.
    pub fn check_record<G: Game>(&self) {
        let text = self.record.to_text();
        let back = Record::parse(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!(back, self.record);
        let replay = Replay::<G>::new(&back).unwrap_or_else(|(line, bad)| {
            panic!("line {line} of the record: {bad}\n{text}");
        });
        if self.ended.fault.is_none() && self.ended.counts() {
            assert!(replay.table.position().outcome().is_some(), "the game is over\n{text}");
        }
    }

    /// All that was sent to a seat, as the record makes it again.
    pub fn sent_to<G: Game>(&self, kit: &Kit<G>, seat: Seat) -> String {
        let sayings = transcript(&self.record, kit, seat);
        let sayings = sayings.unwrap_or_else(|(line, bad)| panic!("line {line}: {bad}"));
        let sent = sayings.into_iter().filter(|saying| saying.sent).flat_map(|one| one.bytes);
        String::from_utf8(sent.collect()).expect("dialects write text")
    }

    /// The end of the record, for a test that failed.
    pub fn story(&self) -> String {
        let text = self.record.to_text();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(12)..].join("\n")
    }
}

/// Waits until `done`, for at most `most`; whether it was.
pub fn wait_until(most: Duration, mut done: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + most;
    loop {
        if done() {
            return true;
        }
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The processes whose command line or environment has `marker` in it.
pub fn processes_with(marker: &str) -> Vec<u32> {
    let pids = std::fs::read_dir("/proc").expect("a /proc").flatten();
    let pids = pids.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has = |pid: &u32| {
        ["cmdline", "environ"].iter().any(|file| {
            let text = std::fs::read(PathBuf::from(format!("/proc/{pid}/{file}")));
            text.is_ok_and(|text| text.windows(marker.len()).any(|part| part == marker.as_bytes()))
        })
    };
    pids.filter(has).collect()
}

/// Our children that have ended and that nobody has waited for: what the system says of them.
pub fn zombies() -> Vec<String> {
    let stats = std::fs::read_dir("/proc").expect("a /proc").flatten();
    let stats = stats.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    let mine = format!(" Z {} ", std::process::id());
    let is_mine =
        |stat: &String| stat.rfind(')').is_some_and(|end| stat[end + 1..].starts_with(&mine));
    stats.filter(is_mine).collect()
}
