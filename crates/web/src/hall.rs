//! All games of a server: making them, finding them, putting them to sleep.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::record::{Plan, Record};
use gyoji_league::records;
use gyoji_referee::journal::file_name;
use gyoji_store::Store;
use gyoji_words::web as words;

use crate::bout::Bout;
use crate::config::Config;
use crate::elsewhere::Elsewhere;
use crate::events::Events;
use crate::gate::Gate;
use crate::key;
use crate::order::{self, Draft, Order, Sits};
use crate::problem::Problem;
use crate::shelf::{Brief, Card, Kept, Library, Nowhere, SeatCard, Shelf, read};
use crate::story::{Glimpse, Story};

/// How many games that are over are remembered for the lobby.
const RECENT: usize = 12;

#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) config: Config,
    pub(crate) gate: Arc<Gate>,
    /// Set when the server is about to end.
    pub(crate) is_closing: AtomicBool,
    pub(crate) events: Events,
    shelf: Box<dyn Shelf>,
    bouts: Mutex<HashMap<String, Arc<Bout>>>,
    /// Held while a kept game is taken from the shelf.
    loading: Mutex<()>,
    elsewhere: Mutex<Vec<Elsewhere>>,
    /// Held while a rematch is made.
    rematches: Mutex<()>,
    began: Instant,
    /// When somebody last looked at the lobby, in milliseconds from the start.
    looked: AtomicU64,
}

/// A game that was just made, and the keys of its seats.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) bout: Arc<Bout>,
    pub(crate) keys: Vec<Option<String>>,
}

impl Hall {
    /// A hall whose games are kept where the configuration says. The second is what stands in the
    /// way of that; then they are kept in memory.
    pub(crate) fn new(config: Config) -> (Arc<Hall>, Option<gyoji_store::Trouble>) {
        let (shelf, trouble): (Box<dyn Shelf>, _) = match &config.data {
            None => (Box::new(Nowhere), None),
            Some(location) => match Library::open(location, &config.old) {
                Ok(library) => (Box::new(library), None),
                Err(trouble) => (Box::new(Nowhere), Some(trouble)),
            },
        };
        let hall = Hall {
            gate: Gate::new(config.limits.thinkers),
            is_closing: AtomicBool::new(false),
            events: Events::default(),
            shelf,
            bouts: Mutex::default(),
            loading: Mutex::default(),
            elsewhere: Mutex::new(config.watch.iter().map(|path| Elsewhere::at(path)).collect()),
            rematches: Mutex::default(),
            began: Instant::now(),
            looked: AtomicU64::new(u64::MAX),
            config,
        };
        (Arc::new(hall), trouble)
    }

    fn bouts(&self) -> MutexGuard<'_, HashMap<String, Arc<Bout>>> {
        self.bouts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game by its id: one that is in memory, or one that was kept.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Bout>> {
        if let Some(bout) = self.bouts().get(id) {
            return Some(Arc::clone(bout));
        }
        // One at a time: whoever comes second must not cut what the first has begun to write.
        let _loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bout) = self.bouts().get(id) {
            return Some(Arc::clone(bout));
        }
        let kept = self.shelf.load(id).or_else(|| self.written_elsewhere(id))?;
        let pen = match kept.record.ended() {
            Some(_) => None,
            None => self.shelf.go_on(&kept.record).ok(),
        };
        let story = Story::new(kept.record, pen).ok()?;
        let bout = Bout::new(id.to_owned(), story, kept.card, None, false);
        // Somebody else may have been quicker.
        Some(Arc::clone(self.bouts().entry(id.to_owned()).or_insert(bout)))
    }

    /// A game that others have played, from its file.
    fn written_elsewhere(&self, id: &str) -> Option<Kept> {
        if !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return None;
        }
        let names = gyoji_catalog::GAMES.iter().map(|game| file_name(game, id));
        let paths =
            self.config.watch.iter().flat_map(|folder| names.clone().map(|name| folder.join(name)));
        let record = paths.into_iter().find_map(|path| read(&path))?;
        // One that goes on is followed, not loaded.
        record.ended()?;
        Some(Kept { card: Card::of(&record.header), record })
    }

    /// How a game stands, without taking it into memory.
    pub(crate) fn glimpse(&self, id: &str) -> Option<Glimpse> {
        let bout = self.bouts().get(id).cloned();
        match bout {
            Some(bout) => Some(bout.story.glimpse()),
            None => {
                let kept = self.shelf.load(id).or_else(|| self.written_elsewhere(id))?;
                Glimpse::of(&kept.record)
            }
        }
    }

    /// Makes what was ordered from an address.
    pub(crate) fn order(&self, order: &Order, from: IpAddr) -> Result<Made, Problem> {
        let base = match &order.from {
            Some(from) => Some(self.base(&from.id, from.ply, &order.game)?),
            None => None,
        };
        let draft = order::draft(order, base, self.config.limits.bot_time).map_err(|bad| {
            let is_seat = order.seats.iter().any(|seat| seat.trim().starts_with(&bad.input));
            let hint = if is_seat { words::seat_forms() } else { words::see_api() };
            Problem::unprocessable("bad-order", &bad).hint(hint)
        })?;
        self.make(draft, Some(from), false)
    }

    /// The plan of a game and its moves up to a ply.
    fn base(&self, id: &str, ply: Option<u32>, game: &str) -> Result<(Plan, Vec<String>), Problem> {
        let bout = self.find(id).ok_or_else(Problem::no_such_game)?;
        let now = bout.story.now();
        let ply = ply.unwrap_or(now.moves.len() as u32);
        if now.header.game != game {
            return Err(Problem::refused(422, "bad-order", words::no_such_game()));
        }
        match now.moves.get(..ply as usize) {
            Some(moves) => Ok((now.header.plan, moves.to_vec())),
            None => Err(Problem::refused(422, "bad-order", words::no_such_ply(ply))),
        }
    }

    /// Begins a game.
    pub(crate) fn make(
        &self,
        draft: Draft,
        owner: Option<IpAddr>,
        is_demo: bool,
    ) -> Result<Made, Problem> {
        if !is_demo {
            self.check_room(owner)?;
        }
        let mut keys = Vec::new();
        let mut seats = Vec::new();
        for sits in &draft.sits {
            let key = match sits {
                Sits::Bot => None,
                Sits::Me | Sits::Friend => Some(key::draw().map_err(|_| Problem::our_fault())?),
            };
            seats.push(match &key {
                None => SeatCard::Bot,
                Some(key) => SeatCard::Person { key: key::hash(key), open: *sits == Sits::Friend },
            });
            keys.push(key);
        }
        let card = Card { game: draft.plan.game.clone(), seats, next: None };
        let header = records::header(draft.plan);
        let id = header.id.clone();
        let pen = match is_demo {
            true => None,
            false => Some(self.shelf.begin(&header, &card).map_err(|_| Problem::our_fault())?),
        };
        let story = Story::new(Record { header, events: Vec::new() }, pen)
            .map_err(|bad| Problem::unprocessable("bad-order", &bad))?;
        let bout = Bout::new(id.clone(), story, card, owner, is_demo);
        self.bouts().insert(id, Arc::clone(&bout));
        bout.wake(&self.gate).map_err(|_| Problem::our_fault())?;
        Ok(Made { bout, keys })
    }

    /// Whether there is room for one more game.
    fn check_room(&self, owner: Option<IpAddr>) -> Result<(), Problem> {
        let limits = &self.config.limits;
        let bouts = self.bouts();
        let awake = bouts.values().filter(|bout| bout.is_awake() && !bout.is_demo);
        let owners: Vec<Option<IpAddr>> = awake.map(|bout| bout.owner).collect();
        drop(bouts);
        if owners.len() >= limits.games {
            let problem = Problem::refused(503, "too-many-games", words::too_many_games());
            return Err(problem.hint(words::end_some()));
        }
        if owners.iter().filter(|other| **other == owner).count() >= limits.games_per_address {
            let problem = Problem::refused(429, "too-many-games", words::too_many_yours());
            return Err(problem.hint(words::end_some()));
        }
        Ok(())
    }

    /// The game with colours changed that comes after one that is over. Whoever asks first makes
    /// it; the others get their seats in the same. The answer is the new game, the seat there, and
    /// its key.
    pub(crate) fn rematch(
        &self,
        bout: &Arc<Bout>,
        seat: usize,
        from: IpAddr,
    ) -> Result<(Arc<Bout>, usize, String), Problem> {
        let now = bout.story.now();
        if now.ended.is_none() {
            let problem = Problem::refused(409, "not-over", words::not_over_yet());
            return Err(problem.hint(words::play_or_resign()));
        }
        let count = now.header.players.len();
        // Everybody moves on by one seat: of two, they change.
        let new_seat = (seat + 1) % count;
        // Both may ask at the same time, and mean the same game.
        let _rematch = self.rematches.lock().unwrap_or_else(PoisonError::into_inner);
        let next = bout.card().next.and_then(|id| self.find(&id));
        let next = match next {
            Some(next) => next,
            None => {
                let old = bout.card().seats;
                let turned = |index: usize| (index + count - 1) % count;
                let players = (0..count).map(|index| {
                    let mut player = now.header.players[turned(index)].clone();
                    player.name.clone_from(&now.names[turned(index)]);
                    player
                });
                let plan = Plan {
                    id: gyoji_league::random_id(),
                    players: players.collect(),
                    seed: fastrand::u64(..),
                    ..now.header.plan.clone()
                };
                let sits = (0..count).map(|index| match &old[turned(index)] {
                    SeatCard::Bot => Sits::Bot,
                    SeatCard::Person { open, .. } => match open {
                        true => Sits::Friend,
                        false => Sits::Me,
                    },
                });
                let made = self.make(Draft { plan, sits: sits.collect() }, Some(from), false)?;
                let id = made.bout.id.clone();
                bout.change_card(|card| card.next = Some(id));
                let _ = self.shelf.put_card(&bout.id, &bout.card());
                made.bout
            }
        };
        // Keys are only kept as hashes: everybody who comes gets a new one.
        let key = key::draw().map_err(|_| Problem::our_fault())?;
        next.change_card(|card| {
            if let Some(SeatCard::Person { key: kept, .. }) = card.seats.get_mut(new_seat) {
                *kept = key::hash(&key);
            }
        });
        let _ = self.shelf.put_card(&next.id, &next.card());
        Ok((next, new_seat, key))
    }

    /// Puts to sleep whoever was left alone, and forgets what need not be in memory.
    pub(crate) fn tidy(&self) {
        let all: Vec<Arc<Bout>> = self.bouts().values().cloned().collect();
        for bout in all {
            // Whoever plays it says when it is over.
            if bout.is_elsewhere && bout.story.ended().is_none() {
                continue;
            }
            let patience = match bout.is_demo {
                true => self.config.sleep_after.min(Duration::from_secs(60)),
                false => self.config.sleep_after,
            };
            if !bout.is_left_for(patience) {
                continue;
            }
            bout.sleep();
            let is_kept = self.shelf.store().is_some() || bout.is_demo || bout.is_elsewhere;
            // Nobody else holds it: nobody is about to look at it.
            if is_kept {
                let mut bouts = self.bouts();
                if Arc::strong_count(&bout) <= 2 {
                    bouts.remove(&bout.id);
                }
            }
        }
    }

    /// Hears what happens in games that others play.
    pub(crate) fn listen(&self) {
        let mut all = self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner);
        for place in all.iter_mut() {
            let seen = place.look();
            let mut bouts = self.bouts();
            for bout in seen.new {
                bouts.entry(bout.id.clone()).or_insert(bout);
            }
            for bout in seen.left {
                bouts.remove(&bout.id);
            }
        }
    }

    /// Lets all matches end.
    pub(crate) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        for bout in self.bouts().values() {
            bout.sleep();
        }
        self.shelf.close();
    }

    /// Where finished games and events are, if they are kept.
    pub(crate) fn store(&self) -> Option<&Arc<Store>> {
        self.shelf.store()
    }

    /// Does what a server that was killed had no time for.
    pub(crate) fn catch_up(&self) {
        self.shelf.catch_up();
    }

    /// Games in memory, those that run first, the youngest first.
    pub(crate) fn running(&self) -> Vec<Arc<Bout>> {
        let mut all: Vec<Arc<Bout>> = self.bouts().values().cloned().collect();
        all.retain(|bout| bout.story.ended().is_none());
        all.sort_by_key(|bout| std::cmp::Reverse(bout.story.started_ms()));
        all
    }

    /// Games that are over, the youngest first.
    pub(crate) fn finished(&self) -> Vec<Brief> {
        let mut briefs = self.shelf.newest(RECENT);
        let known: Vec<Arc<Bout>> = self.bouts().values().cloned().collect();
        for bout in known {
            let is_known = briefs.iter().any(|brief| brief.id == bout.id);
            if let (false, Some(ended)) = (is_known, bout.story.ended()) {
                let (header, players) = (bout.story.header(), bout.story.glimpse().names);
                let (id, game) = (bout.id.clone(), header.plan.game);
                let started_ms = header.started_ms;
                briefs.push(Brief { id, game, players, started_ms, ended });
            }
        }
        briefs.sort_by_key(|brief| std::cmp::Reverse(brief.started_ms));
        briefs.truncate(RECENT);
        briefs
    }

    /// Somebody looks at the lobby.
    pub(crate) fn look(&self) {
        self.looked.store(self.began.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// Whether somebody has looked at the lobby in this time.
    pub(crate) fn is_looked_at(&self, within: Duration) -> bool {
        let looked = self.looked.load(Ordering::Relaxed);
        let now = self.began.elapsed().as_millis() as u64;
        looked != u64::MAX && now.saturating_sub(looked) < within.as_millis() as u64
    }

    /// Whether a demonstration runs.
    pub(crate) fn has_demo(&self) -> bool {
        self.bouts().values().any(|bout| bout.is_demo && bout.story.ended().is_none())
    }
}
