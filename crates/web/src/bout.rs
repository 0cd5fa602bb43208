//! One game on the server: its story, who may play, and the thread that runs the match.
//!
//! The thread is there while somebody is; see [`Bout::sleep`] and [`Bout::wake`].

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::record::{Ended, Event, Header};
use gyoji_core::{BadText, Game, Kit, Seat, Visitor};
use gyoji_referee::person::{self, Deed};
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::channel::{Channel, FarEnd, channel};
use gyoji_referee::{Chair, Watch, resume};

use crate::gate::{Gate, Pass};
use crate::hint::{self, Adviser};
use crate::shelf::{Card, SeatCard};
use crate::story::Story;

/// What a person's wire takes: requests are checked before, so this is only a last bound.
const CAPS: Caps = Caps { line: 4 << 10, turn: 64 << 10, lines: 256 };
/// How long a bot that plays for a person thinks about one move.
const STAND_IN_TIME: Duration = Duration::from_secs(1);
/// How long a demonstration shows a move before the next, for two players and for more.
const DEMO_PAUSE: [Duration; 2] = [Duration::from_millis(1200), Duration::from_millis(150)];

#[derive(Debug)]
pub(crate) struct Bout {
    pub(crate) id: String,
    pub(crate) story: Story,
    /// From where it was begun, if that was since the server was started.
    pub(crate) owner: Option<IpAddr>,
    pub(crate) is_demo: bool,
    /// Somebody else plays it, and we only hear of it.
    pub(crate) is_elsewhere: bool,
    card: Mutex<Card>,
    /// Counts changes of the card, for those who watch.
    pub(crate) card_version: AtomicU64,
    run: Mutex<Option<Run>>,
    /// Who plays for people at their seats, and how many turns more.
    stand_ins: Mutex<Vec<(Seat, Adviser, u32)>>,
    watchers: AtomicUsize,
    left: Mutex<Instant>,
}

/// A match that runs.
#[derive(Debug)]
struct Run {
    stop: Arc<AtomicBool>,
    /// The wires to people, by seat.
    ends: Vec<Option<FarEnd>>,
}

/// Somebody who watches, until it is dropped.
#[derive(Debug)]
pub(crate) struct Watcher {
    bout: Arc<Bout>,
}

impl Bout {
    pub(crate) fn new(
        id: String,
        story: Story,
        card: Card,
        owner: Option<IpAddr>,
        is_demo: bool,
    ) -> Arc<Bout> {
        Arc::new(Bout::made(id, story, card, owner, is_demo))
    }

    /// A game that is played by others.
    pub(crate) fn elsewhere(id: String, story: Story, card: Card) -> Arc<Bout> {
        Arc::new(Bout { is_elsewhere: true, ..Bout::made(id, story, card, None, false) })
    }

    fn made(id: String, story: Story, card: Card, owner: Option<IpAddr>, is_demo: bool) -> Bout {
        Bout {
            id,
            story,
            owner,
            is_demo,
            is_elsewhere: false,
            card: Mutex::new(card),
            card_version: AtomicU64::new(0),
            run: Mutex::new(None),
            stand_ins: Mutex::default(),
            watchers: AtomicUsize::new(0),
            left: Mutex::new(Instant::now()),
        }
    }

    /// The seat that a key opens.
    pub(crate) fn seat_of(&self, key: &str) -> Option<Seat> {
        let card = lock(&self.card);
        Seat::all(card.seats.len()).find(|seat| match &card.seats[seat.index()] {
            SeatCard::Person { key: kept, .. } => crate::key::fits(key, kept),
            SeatCard::Bot => false,
        })
    }

    pub(crate) fn card(&self) -> Card {
        lock(&self.card).clone()
    }

    /// Changes the card and tells those who watch.
    pub(crate) fn change_card<T>(&self, change: impl FnOnce(&mut Card) -> T) -> T {
        let out = change(&mut lock(&self.card));
        self.card_version.fetch_add(1, Ordering::Relaxed);
        self.story.announce();
        out
    }

    /// Somebody is here: a game that is not over goes on.
    pub(crate) fn touch(self: &Arc<Bout>, gate: &Arc<Gate>) -> std::io::Result<()> {
        *lock(&self.left) = Instant::now();
        self.wake(gate)
    }

    /// Somebody begins to watch.
    pub(crate) fn watch(self: &Arc<Bout>) -> Watcher {
        self.watchers.fetch_add(1, Ordering::Relaxed);
        Watcher { bout: Arc::clone(self) }
    }

    /// How many watch.
    pub(crate) fn watchers(&self) -> usize {
        self.watchers.load(Ordering::Relaxed)
    }

    /// Whether nobody has been here for so long.
    pub(crate) fn is_left_for(&self, time: Duration) -> bool {
        self.watchers() == 0 && lock(&self.left).elapsed() >= time
    }

    /// Whether a match of ours runs.
    pub(crate) fn is_awake(&self) -> bool {
        lock(&self.run).is_some()
    }

    /// Whether something may happen in it at any moment.
    pub(crate) fn is_live(&self) -> bool {
        self.is_elsewhere && self.story.ended().is_none() || self.is_awake()
    }

    /// Starts the match where it was, unless it runs or is over.
    pub(crate) fn wake(self: &Arc<Bout>, gate: &Arc<Gate>) -> std::io::Result<()> {
        let mut run = lock(&self.run);
        if run.is_some() || self.is_elsewhere || self.story.ended().is_some() {
            return Ok(());
        }
        let seats = lock(&self.card).seats.clone();
        let (wires, ends): (Vec<_>, Vec<_>) = seats
            .iter()
            .map(|seat| match seat {
                SeatCard::Bot => (None, None),
                SeatCard::Person { .. } => {
                    let (wire, end) = channel(CAPS);
                    (Some(wire), Some(end))
                }
            })
            .unzip();
        let stop = Arc::new(AtomicBool::new(false));
        let (number, header, past) = self.story.begin_run();
        let (bout, gate, flag) = (Arc::clone(self), Arc::clone(gate), Arc::clone(&stop));
        let thread = std::thread::Builder::new().name("bout".into()).stack_size(8 << 20);
        thread.spawn(move || {
            let teller =
                Teller { bout: &bout, run: number, gate, stop: Arc::clone(&flag), pass: None };
            carry_out(&header, &past, wires, &flag, teller);
            // Unless somebody else has put it to sleep and woken it since.
            let mut run = lock(&bout.run);
            if run.as_ref().is_some_and(|run| Arc::ptr_eq(&run.stop, &flag)) {
                *run = None;
            }
        })?;
        *run = Some(Run { stop, ends });
        Ok(())
    }

    /// Ends the thread; the game can go on from its story at any time.
    pub(crate) fn sleep(&self) {
        let mut run = lock(&self.run);
        if let Some(run) = run.take() {
            // From now on its last words count for nothing.
            self.story.begin_run();
            run.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Lets a bot play at a person's seat for so many turns from the next question on.
    pub(crate) fn stand_in(&self, seat: Seat, adviser: Adviser, turns: u32) {
        let mut all = lock(&self.stand_ins);
        all.retain(|(other, ..)| *other != seat);
        if turns > 0 {
            all.push((seat, adviser, turns));
        }
    }

    /// Who plays at a person's seat now, if somebody does: one turn less from now on.
    fn next_stand_in(&self, seat: Seat) -> Option<Adviser> {
        let mut all = lock(&self.stand_ins);
        let (_, adviser, turns) = all.iter_mut().find(|(other, ..)| *other == seat)?;
        let adviser = adviser.clone();
        *turns -= 1;
        all.retain(|(.., turns)| *turns > 0);
        Some(adviser)
    }

    /// Does something for a person who has a seat; false if nobody listens.
    pub(crate) fn tell_referee(&self, seat: Seat, deed: &Deed) -> bool {
        let run = lock(&self.run);
        let end = run.as_ref().and_then(|run| run.ends.get(seat.index())?.as_ref());
        end.is_some_and(|end| end.send(deed.line()).is_ok())
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        *lock(&self.bout.left) = Instant::now();
        self.bout.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a match to its end, or until it is stopped.
fn carry_out(
    header: &Header,
    past: &[Event],
    wires: Vec<Option<Channel>>,
    stop: &AtomicBool,
    mut teller: Teller<'_>,
) {
    let play = Play { header, past, wires, stop, watch: &mut teller };
    let played = std::panic::catch_unwind(AssertUnwindSafe(|| {
        gyoji_catalog::visit(&header.game, play).and_then(|played| played)
    }));
    // A bug of ours, or a plan that cannot be carried out: it counts for nobody.
    let system = match played {
        Ok(Ok(_)) => return,
        Ok(Err(bad)) => bad.to_string(),
        Err(_) => "panic".to_owned(),
    };
    let ended = Ended::void(header.players.len(), system);
    teller.bout.story.add(teller.run, &Event::Ended(ended));
}

struct Play<'a, 'b> {
    header: &'a Header,
    past: &'a [Event],
    wires: Vec<Option<Channel>>,
    stop: &'a AtomicBool,
    watch: &'a mut Teller<'b>,
}

impl Visitor for Play<'_, '_> {
    type Out = Result<Ended, BadText>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let bot = |name: &str, options: &str| Chair::bot(kit, name, options);
        let mut chairs: Vec<Chair<G>> = Vec::new();
        for (wire, player) in self.wires.into_iter().zip(&self.header.players) {
            chairs.push(match wire {
                Some(wire) => person::chair(wire),
                None => {
                    let text = player.text.strip_prefix("bot:").unwrap_or(&player.text);
                    let (name, options) = text.split_once('?').unwrap_or((text, ""));
                    bot(name, options)?
                }
            });
        }
        resume(self.header, self.past, &mut chairs, self.stop, self.watch)
    }
}

/// Puts what happens into the story, and lets bots think when it is their turn to.
struct Teller<'a> {
    bout: &'a Bout,
    run: u64,
    gate: Arc<Gate>,
    stop: Arc<AtomicBool>,
    pass: Option<Pass>,
}

impl Watch for Teller<'_> {
    fn event(&mut self, event: &Event) {
        self.pass = None;
        // A match that is put to sleep has not ended.
        let is_stopped = self.stop.load(Ordering::Relaxed);
        if is_stopped && matches!(event, Event::Ended(ended) if ended.why == Ended::ABORTED) {
            return;
        }
        self.bout.story.add(self.run, event);
        let Event::Asked(question) = event else { return };
        let seat = question.seat;
        if matches!(lock(&self.bout.card).seats.get(seat.index()), Some(SeatCard::Bot)) {
            if self.bout.is_demo {
                self.pause();
            }
            self.pass = self.gate.enter(self.bout.is_demo, &self.stop);
        } else if let Some(adviser) = self.bout.next_stand_in(seat) {
            let _pass = self.gate.enter(false, &self.stop);
            let record = self.bout.story.record(true);
            let advice = hint::advise(&record, &adviser, STAND_IN_TIME, &self.stop);
            // If it has nothing to say, the person is asked as ever.
            if let Ok(Some(advice)) = advice {
                self.bout.tell_referee(seat, &Deed::Move(advice.mv));
            }
        }
    }
}

impl Teller<'_> {
    /// Lets people look at a demonstration.
    fn pause(&self) {
        let is_for_two = lock(&self.bout.card).seats.len() <= 2;
        let until = Instant::now() + DEMO_PAUSE[usize::from(!is_for_two)];
        while Instant::now() < until && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
