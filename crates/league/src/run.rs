//! Playing what was planned, several games at once: what has to be played again, what counts.
//!
//! A game that the machine or we ourselves have spoiled is void: it counts for nobody, its record
//! stays, and it is played again, a few times. Nothing that goes wrong with one game ends the
//! others.

mod patience;
mod worker;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use gyoji_core::record::{Ended, Event, Header, Plan, Record, Then};
use gyoji_core::replay::{Table, start};
use gyoji_core::{BadText, Game, Kit, Lifetime, Seat};
use gyoji_referee::Watch;
use gyoji_referee::player::House;
use gyoji_words::{Text, cli};

use crate::Trouble;

/// How many games of a player are played again in any case, and which share of its games more:
/// beyond that its void games stay void.
const EXCUSES: u64 = 3;
const EXCUSED_SHARE: u64 = 4;
/// A worker needs little.
const STACK: usize = 2 << 20;

/// The wish to stop. Whoever has it may express it from any thread.
#[derive(Debug, Default)]
pub struct Stop {
    asked: AtomicBool,
    now: AtomicBool,
}

impl Stop {
    /// Nobody wants to stop yet.
    pub const fn new() -> Stop {
        Stop { asked: AtomicBool::new(false), now: AtomicBool::new(false) }
    }

    /// Nothing new shall begin. Says whether that was wished before.
    pub fn ask(&self) -> bool {
        self.asked.swap(true, Ordering::SeqCst)
    }

    /// Even what runs shall stop. Says whether that was wished before.
    pub fn stop_now(&self) -> bool {
        self.asked.store(true, Ordering::SeqCst);
        self.now.swap(true, Ordering::SeqCst)
    }

    /// Whether nothing new should begin.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// Set when nothing new should begin.
    pub fn asked(&self) -> &AtomicBool {
        &self.asked
    }

    /// Set when even what runs should stop.
    pub fn now(&self) -> &AtomicBool {
        &self.now
    }
}

/// One game that was played.
#[derive(Debug)]
pub struct Played {
    /// The whole game.
    pub record: Record,
    /// How it ended.
    pub ended: Ended,
    /// Where the record is, if it was asked for and could be written.
    pub path: Option<PathBuf>,
}

impl Played {
    /// The plan it was played by.
    pub fn plan(&self) -> &Plan {
        &self.record.header.plan
    }

    /// Who was late by the machine's fault, if that has made the game void.
    pub fn excused(&self) -> Option<Seat> {
        self.record.events.iter().rev().find_map(|event| match event {
            Event::Faulted(fault) if fault.then == Then::Void => Some(fault.seat),
            _ => None,
        })
    }

    /// Whether it broke off in the middle though everybody was there and nobody had to be started:
    /// that does not pass by waiting.
    fn is_broken_off(&self) -> bool {
        let has_begun = self.record.events.iter().any(|event| matches!(event, Event::Begun {}));
        let mut lifetimes = self.plan().players.iter().map(|player| player.lifetime);
        let is_ours = self.ended.why == Ended::VOID && !self.ended.system.is_empty();
        is_ours && has_begun && !lifetimes.any(|lifetime| lifetime == Some(Lifetime::PerMove))
    }
}

/// What happens while games are played.
#[derive(Debug)]
pub enum News {
    /// A game that counts.
    Played(Box<Played>),
    /// A game that counts for nobody, and whether it is played again.
    Void(Box<Played>, bool),
    /// Nothing can be started now, for this reason; the games wait.
    Waits(String),
    /// A record was asked for and is missing, or not whole: which, and why.
    NotKept(Text),
    /// A mistake of ours has cost a game.
    Bug(Text),
    /// So few games at once can be played, for this reason.
    FewerThreads(usize, std::io::Error),
}

/// Whoever wants to know what happens. It is told in the thread of the game: what it does holds
/// up that game, and nobody else.
pub trait Sink: Sync {
    /// Something happened. Whether more games shall begin.
    fn tell(&self, news: News) -> ControlFlow<()>;

    /// A plan was taken up.
    fn begun(&self, _plan: &Plan) {}

    /// A plan is let go, last and once for each that was begun. Whether it is done with: it
    /// counts, stays void or was lost to a bug; otherwise it was left off and may be played later.
    fn over(&self, _plan: &Plan, _is_done: bool) {}

    /// Whoever watches the game that begins now, beside its record.
    fn watch<'a>(&'a self, _header: &'a Header) -> Option<Box<dyn Watch + 'a>> {
        None
    }
}

/// Any closure will do that takes what happens, one thing after the other.
impl<F: FnMut(News) -> ControlFlow<()> + Send> Sink for Mutex<F> {
    fn tell(&self, news: News) -> ControlFlow<()> {
        (self.lock().unwrap_or_else(PoisonError::into_inner))(news)
    }
}

/// A house where games of one kind are played.
#[derive(Clone, Debug)]
pub struct League<'a, G: Game> {
    /// The game's kit.
    pub kit: &'a Kit<G>,
    /// What the house provides for the players.
    pub house: &'a House,
    /// The folder for records of all games.
    pub record: Option<&'a Path>,
    /// How many games at once.
    pub threads: usize,
    /// Whether each of them keeps to a core of its own, with all its programs.
    pub pin: bool,
}

impl<'a, G: Game> League<'a, G> {
    /// One game at a time, and no records.
    pub fn new(kit: &'a Kit<G>, house: &'a House) -> League<'a, G> {
        League { kit, house, record: None, threads: 1, pin: false }
    }

    /// Whatever can be found wrong with a plan before anything starts.
    pub fn check(&self, plan: &Plan) -> Result<(), Trouble> {
        for player in &plan.players {
            self.house.chair(self.kit, player)?;
        }
        Ok(check_first_question(self.kit, plan)?)
    }

    /// Plays everything that was planned, and tells what happens as it happens.
    ///
    /// Ends early when somebody wants it, or when nothing can be started any more.
    pub fn run(
        &self,
        plans: impl Iterator<Item = Plan> + Send,
        stop: &Stop,
        sink: &dyn Sink,
    ) -> Result<(), Trouble> {
        if let Some(folder) = self.record {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| Trouble::Io(folder.to_owned(), error))?;
        }
        let most = plans.size_hint().1.unwrap_or(usize::MAX);
        let desk = Desk {
            plans: Mutex::new(plans),
            excuses: Mutex::default(),
            stop,
            sink,
            is_stuck: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            trouble: Mutex::default(),
        };
        let threads = self.threads.clamp(1, most.max(1));
        let started = std::thread::scope(|scope| {
            let desk = &desk;
            for number in 0..threads {
                let thread = std::thread::Builder::new().stack_size(STACK);
                let work = move || {
                    if self.pin {
                        gyoji_referee::cores::keep_to(number);
                    }
                    worker::work(self, desk);
                };
                if let Err(error) = thread.spawn_scoped(scope, work) {
                    desk.tell(News::FewerThreads(number.max(1), error));
                    return number;
                }
            }
            threads
        });
        if started == 0 {
            worker::work(self, &desk); // in this thread, where no other is to be had
        }
        let trouble = desk.trouble.into_inner().unwrap_or_else(PoisonError::into_inner);
        trouble.map_or(Ok(()), Err)
    }
}

/// Whether whoever begins can be asked: a position may lie in the middle of what one answer says
/// in some protocols, such as the stones of an opening.
fn check_first_question<G: Game>(kit: &Kit<G>, plan: &Plan) -> Result<(), BadText> {
    let table = Table::new(start::<G>(plan)?.1);
    let Some(seat) = table.to_move() else { return Ok(()) };
    let Some(player) = plan.players.get(seat.index()) else { return Ok(()) };
    let Some(name) = &player.dialect else { return Ok(()) };
    let dialect = kit.make_dialect(name, player.dialect_options())?;
    match dialect.can_ask(&table.turn(seat, None)) {
        true => Ok(()),
        false => {
            let problem = cli::no_such_question(&player.name, name);
            Err(BadText::new(table.position().to_string(), problem))
        }
    }
}

/// What the workers share.
struct Desk<'a, P> {
    plans: Mutex<P>,
    /// The games each player has begun, and those that were played again for its sake, by name.
    excuses: Mutex<HashMap<String, (u64, u64)>>,
    stop: &'a Stop,
    sink: &'a dyn Sink,
    /// Whether nothing can be started, and that has been told.
    is_stuck: AtomicBool,
    /// Whether nothing more shall begin.
    is_over: AtomicBool,
    trouble: Mutex<Option<Trouble>>,
}

impl<P: Iterator<Item = Plan>> Desk<'_, P> {
    /// The next game, unless it is enough.
    fn next(&self) -> Option<Plan> {
        let is_over = self.is_over.load(Ordering::Relaxed) || self.stop.is_asked();
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if is_over { None } else { plans.next() }
    }

    fn tell(&self, news: News) {
        if self.sink.tell(news).is_break() {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Nothing more begins, for this reason.
    fn give_up(&self, trouble: Trouble) {
        self.is_over.store(true, Ordering::Relaxed);
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(trouble);
    }

    /// Counts a game for its players.
    fn begin(&self, plan: &Plan) {
        let mut excuses = self.excuses.lock().unwrap_or_else(PoisonError::into_inner);
        for player in &plan.players {
            excuses.entry(player.name.clone()).or_default().0 += 1;
        }
    }

    /// Whether a game that is void by a player's lateness may be played again; counts it.
    fn excuse(&self, player: &str) -> bool {
        let mut excuses = self.excuses.lock().unwrap_or_else(PoisonError::into_inner);
        let (games, used) = excuses.entry(player.to_owned()).or_default();
        *used += 1;
        *used <= EXCUSES + *games / EXCUSED_SHARE
    }
}

#[cfg(test)]
mod tests {
    use gyoji_core::Setup;
    use gyoji_core::record::Player;
    use gyoji_othello::Othello;

    use super::*;

    #[test]
    fn a_game_that_breaks_off_by_itself_is_not_waited_for() {
        let played = |begun: bool, lifetime: Lifetime, ended: Ended| {
            let player = Player { lifetime: Some(lifetime), ..Player::new("x", "x") };
            let players = vec![player.clone(), player];
            let plan = Plan::new::<Othello>("x".into(), &Setup::usual::<Othello>(), players);
            let events = begun.then_some(Event::Begun {}).into_iter().collect();
            Played {
                ended,
                record: Record { header: Header::new(plan, 0, ""), events },
                path: None,
            }
        };
        let trouble = || Ended::void(2, "Cannot allocate memory (os error 12)");
        assert!(played(true, Lifetime::PerGame, trouble()).is_broken_off());
        // There may be something to be had later, for a player that has yet to be started.
        assert!(!played(false, Lifetime::PerGame, trouble()).is_broken_off());
        assert!(!played(true, Lifetime::PerMove, trouble()).is_broken_off());
        // The machine was too busy: that is another thing.
        assert!(!played(true, Lifetime::PerGame, Ended::void(2, "")).is_broken_off());
    }
}
