//! Many games, several at once: who sits where, and what comes of it.

use std::io::ErrorKind;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{SystemTime, UNIX_EPOCH};

use gyoji_core::record::{Ended, Event, Header, Player, Record, VERSION};
use gyoji_core::replay::Table;
use gyoji_core::{BadText, Game, Kit, Options, Seat, Setup};
use gyoji_referee::journal::Journal;
use gyoji_referee::player::{House, Kind, PlayerText, Terms};
use gyoji_referee::{Chair, Look, Recorder, play};
use gyoji_words::{Lang, cli};
use rustix::event::{PollFd, PollFlags};

use crate::args::SetupArgs;
use crate::failure::{FAILED, Failure};
use crate::interrupt;
use crate::records;
use crate::screen;
use crate::watch::Stage;

/// How often a game is played again when the machine made a player late.
const MOST_RERUNS: u32 = 2;

/// One game to be played.
#[derive(Clone, Debug)]
pub struct Job {
    /// The number of the player in each seat.
    pub seats: Vec<usize>,
    /// How it starts.
    pub setup: Setup,
}

/// One game that was played.
#[derive(Debug)]
pub struct Played {
    /// The plan.
    pub job: Job,
    /// The result.
    pub ended: Ended,
    /// The whole game.
    pub record: Record,
    /// Where the record is, if it was asked for.
    pub path: Option<PathBuf>,
    /// How often it was played before, and not counted, because the machine made a player late.
    pub reruns: u32,
}

/// A series of games between the same players.
pub struct Series<'a, G: Game> {
    /// The game's kit.
    pub kit: &'a Kit<G>,
    /// The players.
    pub players: &'a [PlayerText],
    /// What the house provides.
    pub house: &'a House,
    /// The folder for records of all games.
    pub record: Option<&'a Path>,
    /// How many games at once.
    pub threads: usize,
    /// Where the games are shown, one after the other.
    pub stage: Option<&'a Stage>,
}

impl<G: Game> Series<'_, G> {
    /// Plays `count` games, described by `job`, and hands each to `done` as it ends.
    ///
    /// Ends early when the user wants it, with what was finished handed over.
    pub fn run(
        &self,
        count: u64,
        job: impl Fn(u64) -> Job + Sync,
        mut done: impl FnMut(Played) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        // Whatever is wrong with a player or the folder is said before anything starts.
        let mut players = Vec::new();
        for player in self.players {
            players.push(player.invite(self.kit, self.house)?.0);
        }
        for number in 0..count.min(self.players.len() as u64) {
            let Job { seats, setup } = job(number);
            let seated: Vec<&Player> = seats.iter().map(|&number| &players[number]).collect();
            check_first_question(self.kit, &seated, &setup)?;
        }
        if let Some(folder) = self.record {
            std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
        }
        let next = AtomicU64::new(0);
        let (sender, receiver) = mpsc::sync_channel(64);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, count.max(1) as usize) {
                let (sender, next, job) = (sender.clone(), &next, &job);
                scope.spawn(move || {
                    let mut table = Worker { series: self, chairs: Vec::new() };
                    while !interrupt::is_asked() {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            break;
                        }
                        let played = table.play(number, &job(number));
                        let over = played.as_ref().map_or(true, |played| self.human_left(played));
                        if sender.send(played).is_err() || over {
                            next.store(count, Ordering::Relaxed);
                            break;
                        }
                    }
                    table.dismiss();
                });
            }
            drop(sender);
            for played in receiver {
                match played {
                    Ok(played) if played.ended.why == Ended::ABORTED => {}
                    Ok(played) => done(played)?,
                    Err(failure) => return Err(failure),
                }
            }
            Ok(())
        })
    }
}

impl<G: Game> Series<'_, G> {
    /// Whether a person has lost because nobody is at the keyboard any more: then there is
    /// nobody for another game either.
    fn human_left(&self, played: &Played) -> bool {
        let player = played.ended.loser.and_then(|seat| played.job.seats.get(seat.index()));
        let by_human = player.is_some_and(|&number| self.players[number].kind == Kind::Human);
        by_human && is_stdin_over()
    }
}

/// Whether everything on stdin has been read, for good.
fn is_stdin_over() -> bool {
    let stdin = std::io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
    let now = rustix::time::Timespec { tv_sec: 0, tv_nsec: 0 };
    let is_ready = rustix::event::poll(&mut fds, Some(&now)).is_ok_and(|count| count > 0);
    // Ready, but with nothing to read: that is what an end looks like.
    is_ready && rustix::io::ioctl_fionread(&stdin).unwrap_or(0) == 0
}

/// One thread of a series, with its own chairs.
struct Worker<'a, G: Game> {
    series: &'a Series<'a, G>,
    chairs: Vec<Option<(Player, Chair<G>)>>,
}

impl<G: Game> Worker<'_, G> {
    fn play(&mut self, number: u64, job: &Job) -> Result<Played, Failure> {
        let mut reruns = 0;
        loop {
            let played = self.play_once(number, job, reruns)?;
            let machine = played.record.events.iter().any(|event| match event {
                Event::Faulted(fault) => fault.machine && played.ended.loser == Some(fault.seat),
                _ => false,
            });
            if !machine || reruns >= MOST_RERUNS {
                return Ok(played);
            }
            reruns += 1;
            // It does not count, so it is not kept.
            if let Some(path) = &played.path {
                let _ = std::fs::remove_file(path);
            }
        }
    }

    fn play_once(&mut self, number: u64, job: &Job, reruns: u32) -> Result<Played, Failure> {
        let mut players = Vec::new();
        let mut chairs = Vec::new();
        for &player in &job.seats {
            let (player, chair) = self.take_chair(player)?;
            players.push(player);
            chairs.push(chair);
        }
        let mut header = header::<G>(&job.setup, players);
        let journal = begin_journal(self.series.record, &mut header)?;
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        let recorder = Recorder::new(journal);
        // A panic is our own bug: it must cost one game, not the whole series.
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| match self.series.stage {
            None => {
                let mut watch = recorder;
                let ended = play(&header, &mut chairs, interrupt::now(), &mut watch)?;
                Ok::<_, BadText>((ended, watch))
            }
            Some(stage) => {
                let mut live = stage.watch::<G>(&header, number, recorder);
                let ended = play(&header, &mut chairs, interrupt::now(), &mut live)?;
                Ok((ended, live.recorder()))
            }
        }));
        let (ended, recorder) = match result {
            Ok(played) => played?,
            Err(_) => return Err(Failure { code: FAILED, text: cli::our_bug(&header.id) }),
        };
        let (record, trouble) = recorder.finish(header);
        if let (Some(error), Some(path)) = (trouble, &path) {
            return Err(Failure::io(path, &error));
        }
        for ((&number, player), chair) in job.seats.iter().zip(&record.header.players).zip(chairs) {
            self.chairs[number] = Some((player.clone(), chair));
        }
        Ok(Played { job: job.clone(), ended, record, path, reruns })
    }

    fn take_chair(&mut self, number: usize) -> Result<(Player, Chair<G>), BadText> {
        if self.chairs.len() <= number {
            self.chairs.resize_with(number + 1, || None);
        }
        match self.chairs[number].take() {
            Some(chair) => Ok(chair),
            None => self.series.players[number].invite(self.series.kit, self.series.house),
        }
    }

    fn dismiss(&mut self) {
        for (_, chair) in self.chairs.iter_mut().flatten() {
            chair.dismiss();
        }
    }
}

/// The plan of a game that starts now.
pub fn header<G: Game>(setup: &Setup, players: Vec<Player>) -> Header {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let options = setup.options.iter();
    Header {
        gyoji_record: VERSION,
        id: records::new_id(),
        game: G::SPEC.id.to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        position: setup.position.clone(),
        seed: setup.seed,
        players,
        started_ms: now.as_millis() as u64,
        referee: concat!("gyoji ", env!("CARGO_PKG_VERSION")).to_owned(),
    }
}

/// Begins the record of a game, if it is wanted, under an id that no other record there has.
pub fn begin_journal(
    folder: Option<&Path>,
    header: &mut Header,
) -> Result<Option<Journal>, Failure> {
    let Some(folder) = folder else { return Ok(None) };
    let mut tries = 0;
    loop {
        match Journal::create(folder, header) {
            Ok(journal) => return Ok(Some(journal)),
            // Eight digits are few enough to meet again among a hundred thousand records.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < 20 => {
                header.id = records::new_id();
                tries += 1;
            }
            Err(error) => return Err(Failure::io(folder, &error)),
        }
    }
}

/// Reads the start of a game from the command line.
pub fn parse_setup<G: Game>(args: &SetupArgs, seed: u64) -> Result<Setup, Failure> {
    let given = args.options.iter().flat_map(|text| Options::split(text));
    let setup = Setup {
        position: args.position.clone(),
        options: Options::check(G::SPEC.options, given)?,
        seed,
    };
    let start = G::start(&setup)?;
    match start.to_move() {
        Some(_) => Ok(setup),
        None => Err(Failure::usage_text(cli::already_over())),
    }
}

/// Whether whoever begins can be asked: a position may lie in the middle of what one answer says
/// in some protocols, such as the stones of an opening.
pub fn check_first_question<G: Game>(
    kit: &Kit<G>,
    players: &[&Player],
    setup: &Setup,
) -> Result<(), Failure> {
    let table = Table::new(G::start(setup)?);
    let Some(seat) = table.to_move() else { return Ok(()) };
    let Some(player) = players.get(seat.index()) else { return Ok(()) };
    let Some(name) = &player.dialect else { return Ok(()) };
    let dialect = kit.make_dialect(name, player.dialect_options())?;
    match dialect.can_ask(&table.turn(seat, None)) {
        true => Ok(()),
        false => {
            let problem = cli::no_such_question(screen::name(&player.name), name);
            Err(BadText::new(table.position().to_string(), problem).into())
        }
    }
}

/// What this program provides for every player.
pub fn house(lang: Lang, look: Look, terms: Terms) -> Result<House, Failure> {
    let supervisor = std::env::current_exe()
        .map_err(|error| Failure { code: FAILED, text: cli::no_executable(error) })?;
    Ok(House { supervisor, terms, caps: Default::default(), lang, look })
}

/// Plays `plies` random moves from the start of `setup`, as the beginning of a game.
pub fn random_opening<G: Game>(setup: &Setup, plies: u32, seed: u64) -> Setup {
    let Ok(start) = G::start(setup) else { return setup.clone() };
    let mut rng = fastrand::Rng::with_seed(seed);
    // A random beginning that ends the game is no beginning: draw another.
    for _ in 0..100 {
        let mut position = start.clone();
        // Whoever has several moves in a row, as in an opening, makes all of them.
        let mut last = None;
        for ply in 0.. {
            let mover = position.to_move();
            if ply >= plies && mover != last {
                break;
            }
            let moves: Vec<G::Move> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.usize(..moves.len())]);
            last = mover;
        }
        if position.to_move().is_some() {
            return Setup { position: Some(position.to_string()), ..setup.clone() };
        }
    }
    setup.clone()
}

/// The seat that player `player` has.
pub fn seat_of(seats: &[usize], player: usize) -> Option<Seat> {
    seats.iter().position(|&number| number == player).map(|seat| Seat(seat as u8))
}

/// Finds a seat by its number or its name.
pub fn parse_seat<G: Game>(text: &str) -> Result<Seat, Failure> {
    let seats = G::SPEC.seats;
    let by_name = seats.iter().position(|seat| {
        let title = &seat.title;
        [seat.id, title.get(Lang::En), title.get(Lang::Ja)].contains(&text)
    });
    let by_number = text.parse().ok().filter(|number| *number < seats.len());
    match by_name.or(by_number) {
        Some(seat) => Ok(Seat(seat as u8)),
        None => {
            let known: Vec<&str> = seats.iter().map(|seat| seat.id).collect();
            Err(Failure::usage_text(cli::no_such_seat(text, known.join(", "))))
        }
    }
}
