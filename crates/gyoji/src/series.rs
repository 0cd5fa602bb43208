//! Many games, several at once: what is played, what has to be played again, what counts.
//!
//! A game that the machine or we ourselves have spoiled is void: it counts for nobody, its record
//! stays, and it is played again, a few times. Nothing that goes wrong with one game ends the
//! series.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gyoji_core::record::{Ended, Event, Player, Record, Then};
use gyoji_core::{BadText, Game, Kit, Lifetime, Setup};
use gyoji_referee::journal::Journal;
use gyoji_referee::player::{House, Kind, PlayerText};
use gyoji_referee::{Chair, Recorder, play};
use gyoji_words::{Text, cli};
use rustix::event::{PollFd, PollFlags};

use crate::failure::{FAILED, Failure};
use crate::interrupt;
use crate::matches::{begin_journal, check_first_question, header};
use crate::records;
use crate::watch::Stage;

/// How often a game is played again because the machine spoiled it.
pub const MOST_REPLAYS: u32 = 3;
/// How many games of a player are played again in any case, and which share of its games more:
/// beyond that its void games stay void.
const EXCUSES: u64 = 3;
const EXCUSED_SHARE: u64 = 4;
/// How long the first wait is when nothing can be started, and how long all of them may be. Each
/// is twice as long as the one before.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const MOST_WAITING: Duration = Duration::from_secs(60);
/// A worker needs little.
const STACK: usize = 2 << 20;

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
    /// Where the record is, if it was asked for and could be written.
    pub path: Option<PathBuf>,
}

impl Played {
    /// The player whose lateness, by the machine's fault, has made the game void.
    pub fn excused(&self) -> Option<usize> {
        let seat = self.record.events.iter().rev().find_map(|event| match event {
            Event::Faulted(fault) if fault.then == Then::Void => Some(fault.seat),
            _ => None,
        })?;
        self.job.seats.get(seat.index()).copied()
    }

    /// Whether it broke off in the middle though everybody was there and nobody had to be started:
    /// that does not pass by waiting.
    fn is_broken_off(&self) -> bool {
        let has_begun = self.record.events.iter().any(|event| matches!(event, Event::Begun {}));
        let mut lifetimes = self.record.header.players.iter().map(|player| player.lifetime);
        let is_ours = self.ended.why == Ended::VOID && !self.ended.system.is_empty();
        is_ours && has_begun && !lifetimes.any(|lifetime| lifetime == Some(Lifetime::PerMove))
    }
}

/// What happens in a series.
#[derive(Debug)]
pub enum News {
    /// A game that counts.
    Played(Box<Played>),
    /// A game that counts for nobody, and whether it is played again.
    Void(Box<Played>, bool),
    /// Nothing can be started now, for this reason; the series waits.
    Waits(String),
    /// A record was asked for and is missing, or not whole: which, and why.
    NotKept(Text),
    /// Nobody is at the keyboard any more: so many of so many games were begun.
    Deserted(u64, u64),
    /// A mistake of ours has cost a game.
    Bug(Text),
    /// So few games at once can be played, for this reason.
    FewerThreads(usize, std::io::Error),
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
    /// Plays `count` games, described by `job`, and hands over what happens as it happens.
    ///
    /// Ends early when the user wants it, with what was finished handed over.
    pub fn run(
        &self,
        count: u64,
        job: impl Fn(u64) -> Job + Sync,
        mut done: impl FnMut(News) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.check(count, &job)?;
        let list = List {
            next: AtomicU64::new(0),
            count,
            games: self.players.iter().map(|_| AtomicU64::new(0)).collect(),
            excuses: self.players.iter().map(|_| AtomicU64::new(0)).collect(),
            is_stuck: AtomicBool::new(false),
            is_given_up: AtomicBool::new(false),
        };
        let wanted = self.threads.clamp(1, count.max(1) as usize);
        // A record may be some megabytes: not many of them wait to be looked at.
        let (sender, receiver) = mpsc::sync_channel(1);
        let mut failed = None;
        let fewer = std::thread::scope(|scope| {
            let mut fewer = None;
            for number in 0..wanted {
                let sender = sender.clone();
                let (list, job) = (&list, &job);
                let tell = move |news| sender.send(news).is_ok();
                let thread = std::thread::Builder::new().stack_size(STACK);
                if let Err(error) = thread.spawn_scoped(scope, move || self.work(list, job, tell)) {
                    done(News::FewerThreads(number.max(1), error))?;
                    fewer = Some(number);
                    break;
                }
            }
            drop(sender);
            // Whatever stops one thread, what the others have played is handed over.
            for news in receiver {
                match news {
                    Ok(news) => done(news)?,
                    Err(failure) => {
                        failed.get_or_insert(failure);
                    }
                }
            }
            Ok::<_, Failure>(fewer)
        })?;
        if fewer == Some(0) {
            self.work_here(&list, &job, done)?;
        }
        failed.map_or(Ok(()), Err)
    }

    /// Plays the games in this thread, where no other is to be had.
    fn work_here(
        &self,
        list: &List,
        job: &impl Fn(u64) -> Job,
        done: impl FnMut(News) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (done, failed) = (RefCell::new(done), RefCell::new(None));
        self.work(list, job, |news| {
            let told = news.and_then(|news| (done.borrow_mut())(news));
            let mut failed = failed.borrow_mut();
            *failed = failed.take().or(told.err());
            failed.is_none()
        });
        failed.into_inner().map_or(Ok(()), Err)
    }

    /// Whatever is wrong with a player or the folder is said before anything starts.
    fn check(&self, count: u64, job: &impl Fn(u64) -> Job) -> Result<(), Failure> {
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
        Ok(())
    }

    /// What one thread does: takes games off the list until there are none.
    fn work(
        &self,
        list: &List,
        job: &impl Fn(u64) -> Job,
        tell: impl Fn(Result<News, Failure>) -> bool,
    ) {
        let mut worker = Worker { series: self, list, tell: &tell, chairs: Vec::new() };
        while !interrupt::is_asked() {
            let number = list.next.fetch_add(1, Ordering::Relaxed);
            if number >= list.count {
                break;
            }
            let goes_on = match worker.play(number, &job(number)) {
                Ok(goes_on) => goes_on,
                Err(failure) => {
                    list.is_given_up.store(true, Ordering::Relaxed);
                    tell(Err(failure));
                    false
                }
            };
            if !goes_on {
                list.next.store(list.count, Ordering::Relaxed);
                break;
            }
        }
        worker.dismiss();
    }

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

/// What the threads of a series share.
struct List {
    next: AtomicU64,
    count: u64,
    /// The games each player has begun, and those that were played again for its sake.
    games: Vec<AtomicU64>,
    excuses: Vec<AtomicU64>,
    /// Whether nothing can be started, and that has been told.
    is_stuck: AtomicBool,
    /// Whether some thread has had enough of that: nobody else need wait.
    is_given_up: AtomicBool,
}

impl List {
    /// Whether a game that is void by a player's lateness may be played again; counts it.
    fn excuse(&self, player: usize) -> bool {
        let games = self.games[player].load(Ordering::Relaxed);
        let used = self.excuses[player].fetch_add(1, Ordering::Relaxed);
        used < EXCUSES + games / EXCUSED_SHARE
    }
}

/// One thread of a series, with its own chairs.
struct Worker<'a, G: Game, T> {
    series: &'a Series<'a, G>,
    list: &'a List,
    tell: &'a T,
    chairs: Vec<Option<(Player, Chair<G>)>>,
}

impl<G: Game, T: Fn(Result<News, Failure>) -> bool> Worker<'_, G, T> {
    /// Plays a game until it counts, or cannot be played. Whether the series goes on.
    fn play(&mut self, number: u64, job: &Job) -> Result<bool, Failure> {
        for &player in &job.seats {
            self.list.games[player].fetch_add(1, Ordering::Relaxed);
        }
        let mut replays = 0;
        let mut patience = Patience::new();
        loop {
            let Some(played) = self.play_once(number, job)? else { return Ok(true) };
            let played = Box::new(played);
            if played.ended.why == Ended::ABORTED {
                return Ok(true);
            }
            if played.ended.counts() {
                self.list.is_stuck.store(false, Ordering::Relaxed);
                let is_left = self.series.human_left(&played);
                let mut goes_on = (self.tell)(Ok(News::Played(played)));
                if is_left && number + 1 < self.list.count {
                    (self.tell)(Ok(News::Deserted(number + 1, self.list.count)));
                    goes_on = false;
                }
                return Ok(goes_on);
            }
            let system = played.ended.system.clone();
            if !system.is_empty() && patience.is_over() {
                return Err(Failure { code: FAILED, text: cli::nothing_starts(system) });
            }
            if !system.is_empty() && self.list.is_given_up.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let is_broken_off = played.is_broken_off();
            let may_again = match played.excused() {
                Some(player) => replays < MOST_REPLAYS && self.list.excuse(player),
                None if is_broken_off => replays < MOST_REPLAYS,
                None => true, // our own trouble: as often as it takes
            };
            let id = played.record.header.id.clone();
            if !(self.tell)(Ok(News::Void(played, may_again))) || interrupt::is_asked() {
                return Ok(false);
            }
            if !may_again {
                return Ok(!is_broken_off || (self.tell)(Ok(News::Bug(cli::cut_short(id, system)))));
            }
            replays += 1;
            if !system.is_empty() && !is_broken_off {
                if !self.list.is_stuck.swap(true, Ordering::Relaxed) {
                    (self.tell)(Ok(News::Waits(system)));
                }
                patience.wait();
            }
        }
    }

    /// Plays it once; none if a bug of ours has spoiled it.
    fn play_once(&mut self, number: u64, job: &Job) -> Result<Option<Played>, Failure> {
        let mut players = Vec::new();
        let mut chairs = Vec::new();
        for &player in &job.seats {
            let (player, chair) = self.take_chair(player)?;
            players.push(player);
            chairs.push(chair);
        }
        let mut header = header::<G>(&job.setup, players);
        let (journal, not_begun) = match begin_journal(self.series.record, &mut header) {
            Ok(journal) => (journal, None),
            Err(failure) => (None, Some(failure.text)),
        };
        let path = journal.as_ref().map(|journal: &Journal| journal.path().to_owned());
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
            Err(_) => {
                (self.tell)(Ok(News::Bug(cli::our_bug(&header.id))));
                return Ok(None);
            }
        };
        let (record, trouble) = recorder.finish(header);
        let (path, not_whole) = records::conclude(path, trouble, &record);
        // A game in which nothing was even started is no loss.
        if let Some(text) = not_begun.or(not_whole).filter(|_| ended.system.is_empty()) {
            (self.tell)(Ok(News::NotKept(text)));
        }
        for ((&number, player), chair) in job.seats.iter().zip(&record.header.players).zip(chairs) {
            self.chairs[number] = Some((player.clone(), chair));
        }
        Ok(Some(Played { job: job.clone(), ended, record, path }))
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

/// Waiting until something can be started again, longer each time, but not for ever.
pub struct Patience {
    next: Duration,
    waited: Duration,
}

impl Patience {
    pub fn new() -> Patience {
        Patience { next: FIRST_WAIT, waited: Duration::ZERO }
    }

    /// Whether it has been long enough.
    pub fn is_over(&self) -> bool {
        self.waited >= MOST_WAITING
    }

    /// Waits a while, unless somebody wants to stop.
    pub fn wait(&mut self) {
        let until = Instant::now() + self.next;
        while Instant::now() < until && !interrupt::is_asked() {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.waited += self.next;
        self.next = (self.next * 2).min(LONGEST_WAIT);
    }
}
