//! Holding an event: what its draw asks for is played, and every game is stored before anything
//! depends on it. Whoever comes back later finds the event where it was.
//!
//! Games are stored by a thread of its own, several at a time where they end faster than they can
//! be stored one by one; until then nobody has heard of them.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::record::{Header, Place, Plan, Player};
use gyoji_core::{Game, Setup, Text};
use gyoji_referee::Watch;
use gyoji_store::{GameRow, Prepared, Store};

use super::{Draw, Next, Score};
use crate::{League, News, Openings, Played, Sink, Stop, Trouble, id_of};

/// How often somebody who waits for a result looks whether to stop.
const GLANCE: Duration = Duration::from_millis(100);
/// How long games are gathered before they are stored, unless somebody waits for them; and how
/// many at the most.
const GATHER: Duration = Duration::from_millis(10);
const MOST_GATHERED: usize = 128;
/// How many may wait to be stored.
const MOST_WAITING: usize = 1024;

/// An event that is held.
#[allow(missing_debug_implementations, reason = "a store has nothing to show")]
pub struct Holding<'a, G: Game> {
    /// Where its games are played.
    pub league: League<'a, G>,
    /// Where they are stored.
    pub store: &'a Store,
    /// Those who take part, and stand-ins, by the numbers that the draw knows them by.
    pub players: &'a [Player],
    /// Which version of them it is.
    pub versions: &'a [String],
    /// How games start.
    pub setup: &'a Setup,
    /// How they begin.
    pub openings: &'a Openings,
}

/// What is stored of an event and no draw wants to know.
#[derive(Debug, Default)]
pub struct Past {
    /// How often each game was void.
    void: HashMap<Place, u32>,
}

impl Past {
    /// Lets a draw know what is stored, and shows every game to `look`. Memory stays flat.
    pub fn load(
        store: &Store,
        series: &str,
        draw: &mut Draw,
        look: &mut dyn FnMut(&GameRow),
    ) -> Result<Past, Trouble> {
        let mut past = Past::default();
        for place in store.gaps(series)? {
            draw.add(&place, None);
        }
        store.results(series, &mut |row| {
            look(&row);
            let Some(place) = &row.place else { return };
            if row.ended.counts() {
                let names = row.players.iter().map(|player| player.name.as_str());
                draw.replay(place, Some(Score::from(&row.ended)), names);
            } else {
                let tries = past.void.entry(first_try(place)).or_default();
                *tries = (*tries).max(place.replay + 1);
            }
        })?;
        Ok(past)
    }
}

/// The place of a game when it was played for the first time.
fn first_try(place: &Place) -> Place {
    Place { replay: 0, ..place.clone() }
}

impl<G: Game> Holding<'_, G> {
    /// Plays on until the event is over or somebody wants to stop. The draw knows what is stored;
    /// the one that comes back knows all results.
    pub fn run(
        &self,
        draw: Draw,
        past: Past,
        stop: &Stop,
        audience: &dyn Sink,
    ) -> (Draw, Result<(), Trouble>) {
        let table = Table {
            state: Mutex::new(State {
                draw,
                void: past.void,
                open: HashSet::new(),
                played: Vec::new(),
                storing: 0,
                waiting: 0,
                trouble: None,
                is_closed: false,
                is_over: false,
            }),
            changed: Condvar::new(),
        };
        let keeper = Keeper { holding: self, table: &table, stop, audience };
        let played = std::thread::scope(|scope| {
            let storing = std::thread::Builder::new().name("gyoji-keeper".into());
            // Also if something of ours panics: nobody may wait for games for ever.
            let over = Over(&table);
            if let Err(error) = storing.spawn_scoped(scope, || keeper.store_all()) {
                return Err(Trouble::System(Text::plain(error.to_string())));
            }
            let played =
                self.league.run(Plans { holding: self, table: &table, stop }, stop, &keeper);
            drop(over);
            played
        });
        let state = table.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.draw, state.trouble.map_or(played, Err))
    }

    /// The plan of a game that was void so many times.
    fn plan(&self, slot: &crate::Slot, void: u32) -> Plan {
        let mut plan = slot.plan::<G>(self.players, self.setup);
        if void > 0
            && let Some(place) = &mut plan.place
        {
            place.replay = void;
            plan.id = id_of(place);
        }
        self.openings.begin::<G>(plan, self.setup)
    }

    fn prepare(&self, played: &Played) -> Result<Prepared, Trouble> {
        let version = |player: &Player| {
            let number = self.players.iter().position(|known| known.name == player.name);
            number.and_then(|number| self.versions.get(number)).cloned().unwrap_or_default()
        };
        let versions: Vec<String> = played.plan().players.iter().map(version).collect();
        Ok(self.store.prepare(&played.record, &versions)?)
    }
}

/// Where results become the next games.
struct Table {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    draw: Draw,
    /// How often each game was void before.
    void: HashMap<Place, u32>,
    /// The games that are being played.
    open: HashSet<Place>,
    /// Games that were played and are to be stored, and how many are being stored.
    played: Vec<(Prepared, News)>,
    storing: usize,
    /// How many wait for what will come of the games that run or are stored.
    waiting: usize,
    /// What stands in the way of storing games.
    trouble: Option<Trouble>,
    /// Whether something was left off: then nothing more is begun, and nobody waits for it.
    is_closed: bool,
    /// Whether nothing more will be played.
    is_over: bool,
}

impl Table {
    /// Begins nothing more.
    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Begins nothing more, for this reason.
    fn give_up(&self, trouble: Trouble) {
        self.lock().trouble.get_or_insert(trouble);
        self.close();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, time: Duration) -> MutexGuard<'a, State> {
        self.changed.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Says that nothing more will be played when it goes.
struct Over<'a>(&'a Table);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.lock().is_over = true;
        self.0.changed.notify_all();
    }
}

/// The plans of the games to come, as results make them known.
struct Plans<'a, G: Game> {
    holding: &'a Holding<'a, G>,
    table: &'a Table,
    stop: &'a Stop,
}

impl<G: Game> Iterator for Plans<'_, G> {
    type Item = Plan;

    fn next(&mut self) -> Option<Plan> {
        let mut state = self.table.lock();
        loop {
            if self.stop.is_asked() || state.is_closed {
                return None;
            }
            let next = state.draw.next();
            let State { void, open, .. } = &mut *state;
            match next {
                Next::Play(slot) => {
                    let void = void.remove(&slot.place).unwrap_or(0);
                    open.insert(slot.place.clone());
                    drop(state);
                    return Some(self.holding.plan(&slot, void));
                }
                Next::Over => return None,
                // There is nothing that could bring a result.
                Next::Wait
                    if state.open.is_empty() && state.played.is_empty() && state.storing == 0 =>
                {
                    return None;
                }
                Next::Wait => {
                    // Whoever stores need not gather more.
                    state.waiting += 1;
                    self.table.changed.notify_all();
                    state = self.table.wait(state, GLANCE);
                    state.waiting -= 1;
                }
            }
        }
    }
}

/// Stores what happens, then lets the draw know, then whoever listens.
struct Keeper<'a, G: Game> {
    holding: &'a Holding<'a, G>,
    table: &'a Table,
    stop: &'a Stop,
    audience: &'a dyn Sink,
}

impl<G: Game> Keeper<'_, G> {
    /// Stores the games that were played, several at a time, until there are no more.
    fn store_all(&self) {
        loop {
            let mut state = self.table.lock();
            while state.played.is_empty() {
                if state.is_over {
                    return;
                }
                state = self.table.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            let until = Instant::now() + GATHER;
            while state.played.len() < MOST_GATHERED && state.waiting == 0 && !state.is_over {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                state = self.table.wait(state, left);
            }
            let played = std::mem::take(&mut state.played);
            state.storing = played.len();
            drop(state);
            let (games, news): (Vec<Prepared>, Vec<News>) = played.into_iter().unzip();
            let mut stored = self.holding.store.put_all(&games).map(drop).map_err(Trouble::from);
            for news in news {
                stored = stored.and_then(|()| self.stored(news));
            }
            self.table.lock().storing = 0;
            match stored {
                Ok(()) => self.table.changed.notify_all(),
                Err(trouble) => self.table.give_up(trouble),
            }
        }
    }

    /// A game is in the store: the draw hears of it, then whoever listens.
    fn stored(&self, news: News) -> Result<(), Trouble> {
        if let News::Played(played) | News::Void(played, false) = &news
            && let Some(place) = &played.plan().place
            && (played.ended.counts() || !self.stop.is_asked())
        {
            self.settle(&first_try(place), Score::of(&played.ended))?;
        }
        if self.audience.tell(news).is_break() {
            self.table.close();
        }
        Ok(())
    }

    /// A game has its result, or stays void.
    fn settle(&self, place: &Place, result: Option<Score>) -> Result<(), Trouble> {
        if result.is_none() {
            self.holding.store.give_up(place)?;
        }
        self.table.lock().draw.add(place, result);
        Ok(())
    }

    /// Hands a game in that was played. It is open until it is over or void for good.
    fn hand_in(&self, news: News) -> Result<(), Trouble> {
        let (News::Played(played) | News::Void(played, _)) = &news else { return Ok(()) };
        let prepared = self.holding.prepare(played)?;
        let is_last = !matches!(news, News::Void(_, true));
        let place = played.plan().place.as_ref().filter(|_| is_last).map(first_try);
        let mut state = self.table.lock();
        // Whoever plays faster than games can be stored has to wait.
        while state.played.len() >= MOST_WAITING && !state.is_closed {
            state = self.table.wait(state, GLANCE);
        }
        if let Some(place) = place {
            state.open.remove(&place);
        }
        state.played.push((prepared, news));
        if state.played.len() == 1 || state.played.len() >= MOST_GATHERED {
            self.table.changed.notify_all();
        }
        Ok(())
    }
}

impl<G: Game> Sink for Keeper<'_, G> {
    fn tell(&self, news: News) -> ControlFlow<()> {
        match news {
            News::Played(_) | News::Void(..) => {
                if let Err(trouble) = self.hand_in(news) {
                    self.table.give_up(trouble);
                }
            }
            news => {
                if self.audience.tell(news).is_break() {
                    self.table.close();
                }
            }
        }
        match self.table.lock().is_closed {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn begun(&self, plan: &Plan) {
        self.audience.begun(plan);
    }

    /// A game that nothing came of by a mistake of ours must not keep the others waiting; one that
    /// was left off is played when the event goes on.
    fn over(&self, plan: &Plan, is_done: bool) {
        if !is_done {
            self.table.close();
        } else if let Some(place) = plan.place.as_ref().map(first_try) {
            let is_lost = {
                let mut state = self.table.lock();
                state.open.remove(&place) && !state.is_closed && !self.stop.is_asked()
            };
            if is_lost {
                match self.settle(&place, None) {
                    Ok(()) => self.table.changed.notify_all(),
                    Err(trouble) => self.table.give_up(trouble),
                }
            }
        }
        self.audience.over(plan, is_done);
    }

    fn watch<'a>(&'a self, header: &'a Header) -> Option<Box<dyn Watch + 'a>> {
        self.audience.watch(header)
    }
}
