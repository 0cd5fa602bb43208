//! Holding an event: what its draw asks for is played, and every game is stored before anything
//! depends on it. Whoever comes back later finds the event where it was.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gyoji_core::record::{Header, Place, Plan, Player};
use gyoji_core::{Game, Setup};
use gyoji_referee::Watch;
use gyoji_store::{GameRow, Store};

use super::{Draw, Next, Score};
use crate::{League, News, Openings, Played, Sink, Stop, Trouble, id_of};

/// How often somebody who waits for a result looks whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

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

/// What is stored of an event.
#[derive(Debug, Default)]
pub struct Past {
    /// What came of each game; none if it stays void.
    results: HashMap<Place, Option<Score>>,
    /// How often each game was void.
    void: HashMap<Place, u32>,
}

impl Past {
    /// Reads what is stored, and shows every game to `look`.
    pub fn load(
        store: &Store,
        series: &str,
        look: &mut dyn FnMut(&GameRow),
    ) -> Result<Past, Trouble> {
        let mut past = Past::default();
        store.results(series, &mut |row| {
            look(&row);
            let Some(place) = &row.place else { return };
            let first = first_try(place);
            if row.ended.counts() {
                past.results.insert(first, Some(Score::from(&row.ended)));
            } else {
                let tries = past.void.entry(first).or_default();
                *tries = (*tries).max(place.replay + 1);
            }
        })?;
        for place in store.gaps(series)? {
            past.results.entry(place).or_insert(None);
        }
        Ok(past)
    }

    /// Lets a draw know all results.
    pub fn tell(&mut self, draw: &mut Draw) {
        for (place, result) in self.results.drain() {
            draw.add(&place, result);
        }
    }
}

/// The place of a game when it was played for the first time.
fn first_try(place: &Place) -> Place {
    Place { replay: 0, ..place.clone() }
}

impl<G: Game> Holding<'_, G> {
    /// Plays on from `past` until the event is over or somebody wants to stop. The draw that comes
    /// back knows all results.
    pub fn run(
        &self,
        mut draw: Draw,
        mut past: Past,
        stop: &Stop,
        audience: &dyn Sink,
    ) -> (Draw, Result<(), Trouble>) {
        past.tell(&mut draw);
        let table = Table {
            state: Mutex::new(State {
                draw,
                void: past.void,
                open: HashSet::new(),
                trouble: None,
                is_closed: false,
            }),
            changed: Condvar::new(),
        };
        let keeper = Keeper { holding: self, table: &table, stop, audience };
        let played = self.league.run(Plans { holding: self, table: &table, stop }, stop, &keeper);
        let state = table.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.draw, state.trouble.map_or(played, Err))
    }

    /// The plan of a game that was void so many times.
    fn plan(&self, slot: &crate::Slot, void: u32) -> Plan {
        let mut plan = slot.plan::<G>(self.players, self.setup);
        if let Some(place) = &mut plan.place {
            place.replay = void;
            plan.id = id_of(place);
        }
        self.openings.begin::<G>(plan, self.setup)
    }

    fn put(&self, played: &Played) -> Result<(), Trouble> {
        let version = |player: &Player| {
            let number = self.players.iter().position(|known| known.name == player.name);
            number.and_then(|number| self.versions.get(number)).cloned().unwrap_or_default()
        };
        let versions: Vec<String> = played.plan().players.iter().map(version).collect();
        self.store.put(&played.record, &versions)?;
        Ok(())
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
    /// What stands in the way of storing games.
    trouble: Option<Trouble>,
    /// Whether something was left off: then nothing more is begun, and nobody waits for it.
    is_closed: bool,
}

impl Table {
    /// Begins nothing more.
    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
                    return Some(self.holding.plan(&slot, void));
                }
                Next::Over => return None,
                // Nobody plays who could bring a result.
                Next::Wait if state.open.is_empty() => return None,
                Next::Wait => {
                    let waited = self.table.changed.wait_timeout(state, GLANCE);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
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
    /// A game has its result, or stays void: that is stored already, or is now.
    fn settle(&self, place: &Place, result: Option<Score>) -> Result<(), Trouble> {
        if result.is_none() {
            self.holding.store.give_up(place)?;
        }
        let mut state = self.table.lock();
        if state.open.remove(place) {
            state.draw.add(place, result);
            self.table.changed.notify_all();
        }
        Ok(())
    }

    fn keep(&self, news: &News) -> Result<(), Trouble> {
        let (played, again) = match news {
            News::Played(played) => (played, false),
            News::Void(played, again) => (played, *again),
            _ => return Ok(()),
        };
        self.holding.put(played)?;
        match &played.plan().place {
            Some(place) if !again && !self.stop.is_asked() || played.ended.counts() => {
                let score = played.ended.counts().then(|| Score::from(&played.ended));
                self.settle(&first_try(place), score)
            }
            _ => Ok(()),
        }
    }
}

impl<G: Game> Sink for Keeper<'_, G> {
    fn tell(&self, news: News) -> ControlFlow<()> {
        let told = match self.keep(&news) {
            Ok(()) => self.audience.tell(news),
            Err(trouble) => {
                self.table.lock().trouble.get_or_insert(trouble);
                ControlFlow::Break(())
            }
        };
        if told.is_break() {
            self.table.close();
        }
        told
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
            let is_open = {
                let state = self.table.lock();
                state.open.contains(&place) && !state.is_closed && !self.stop.is_asked()
            };
            if is_open && let Err(trouble) = self.settle(&place, None) {
                self.table.lock().trouble.get_or_insert(trouble);
                self.table.close();
            }
        }
        self.audience.over(plan, is_done);
    }

    fn watch<'a>(&'a self, header: &'a Header) -> Option<Box<dyn Watch + 'a>> {
        self.audience.watch(header)
    }
}
