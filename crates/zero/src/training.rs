//! A training: rounds of self-play and learning in a folder, from which it can go on at any time.
//!
//! A round plays its games with the network as it is, then takes steps on the last positions. The
//! games are on disk as they end; everything else is in the checkpoint that ends a round. Each
//! game and each round of learning draws its lots from its own number, so that a training that
//! was killed and resumed comes to the same weights as one that was not.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use fastrand::Rng;
use gyoji_core::{Game, PlanesEntry, Setup};
use gyoji_nn::{Adam, AdamConfig, Frozen, Isa, Tensors};
use gyoji_words::zero as words;

use crate::config::Config;
use crate::folder::{Folder, replace};
use crate::lesson::Played;
use crate::log::{self, Entry, Round};
use crate::model::Model;
use crate::selfplay;
use crate::store::Store;
use crate::table::mixed;
use crate::trainer::{Losses, Window, learn};
use crate::trouble::Trouble;

/// Steps between two looks at whether to stop.
const STEPS_AT_ONCE: u64 = 8;
/// Tells the lots of learning from those of games.
const LEARNING: u64 = 0x6c65_6172_6e69_6e67;

/// What happens while a round goes on.
#[derive(Debug)]
pub enum News {
    /// So many games of the round are played, of so many.
    Game(u64, u64),
    /// So many steps of learning are taken, of so many.
    Step(u64, u64),
}

/// A training that can go on.
#[derive(Debug)]
pub struct Training<G: Game> {
    folder: Folder,
    config: Config,
    model: Model<G>,
    adam: Adam,
    start: G,
    store: Store,
    /// The last games, in the order of their numbers; as many as the window can want.
    games: Vec<Played<G>>,
    /// Lessons of games that were dropped from `games`.
    dropped: u64,
    dropped_games: u64,
    rounds: u64,
    /// The number of the next round's first game.
    next_game: u64,
    /// Bytes of a torn game that were found at the end of the file of games.
    torn: u64,
}

impl<G: Game> Training<G> {
    /// Begins a training in a folder that has none yet, from new weights or those given.
    ///
    /// # Errors
    /// If there is a training already, or it cannot be begun.
    pub fn begin(
        path: &Path,
        config_text: &str,
        known: &[PlanesEntry<G>],
        from: Option<&[u8]>,
    ) -> Result<Training<G>, Trouble> {
        let config = Config::parse(config_text).map_err(Trouble::Asked)?;
        check_game::<G>(known)?;
        let isa = Isa::best();
        let model = match from {
            Some(bytes) => Model::from_bytes(bytes, known, isa).map_err(Trouble::Asked)?,
            None => {
                let entry = chosen(known, &config)?;
                let made = Model::new(entry, &config.network, isa, config.seed);
                made.map_err(|flaw| Trouble::Asked(flaw.text().clone()))?
            }
        };
        let folder = Folder::take(path)?;
        if folder.checkpoint().exists() || folder.games().exists() {
            return Err(Trouble::Asked(words::training_there(path.display())));
        }
        replace(&folder.config(), config_text.as_bytes())?;
        let adam = Adam::new(adam_config(&config));
        let start = start::<G>()?;
        let store = Store::open(&folder.games(), &start)?.store;
        let training = Training {
            folder,
            config,
            model,
            adam,
            start,
            store,
            games: Vec::new(),
            dropped: 0,
            dropped_games: 0,
            rounds: 0,
            next_game: 0,
            torn: 0,
        };
        training.save()?;
        Ok(training)
    }

    /// Goes on with the training of a folder. Its `config.toml` may have been changed meanwhile,
    /// but for the network's shape, which stays.
    ///
    /// # Errors
    /// If there is none, or its files are damaged.
    pub fn resume(path: &Path, known: &[PlanesEntry<G>]) -> Result<Training<G>, Trouble> {
        check_game::<G>(known)?;
        if !path.join("checkpoint.safetensors").exists() {
            return Err(Trouble::Asked(words::no_training(path.display())));
        }
        let folder = Folder::take(path)?;
        let config_path = folder.config();
        let text = fs::read_to_string(&config_path).map_err(Trouble::io(&config_path))?;
        let config = Config::parse(&text).map_err(|bad| Trouble::File(config_path, bad))?;
        let path = folder.checkpoint();
        let bytes = fs::read(&path).map_err(Trouble::io(&path))?;
        let tensors = Tensors::from_bytes(&bytes).map_err(Trouble::flaw(&path))?;
        let (net, optimiser) = parted(&tensors);
        let bad = |text| Trouble::File(path.clone(), text);
        let model = Model::from_tensors(&net, known, Isa::best()).map_err(bad)?;
        let adam = Adam::from_tensors(adam_config(&config), &optimiser, &model.net);
        let adam = adam.map_err(Trouble::flaw(&path))?;
        let number = |name: &str| -> Result<u64, Trouble> {
            let note = tensors.notes.get(name).and_then(|text| text.parse().ok());
            note.ok_or_else(|| bad(words::note_missing(name)))
        };
        let (rounds, next_game) = (number("rounds")?, number("next_game")?);
        let start = start::<G>()?;
        let found = Store::open(&folder.games(), &start)?;
        let (store, torn, mut games) = (found.store, found.torn, found.games);
        games.sort_by_key(|game| game.number);
        let mut training = Training {
            folder,
            config,
            model,
            adam,
            start,
            store,
            games,
            dropped: 0,
            dropped_games: 0,
            rounds,
            next_game,
            torn,
        };
        training.drop_old();
        Ok(training)
    }

    /// Its folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The network as it is now.
    pub fn model(&self) -> &Model<G> {
        &self.model
    }

    /// How many rounds are done.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.dropped_games + self.games.len() as u64
    }

    /// How many bytes of a torn game were cut off when it was resumed.
    pub fn torn(&self) -> u64 {
        self.torn
    }

    /// One round: games, then learning, then a checkpoint. None if `stop` was set meanwhile;
    /// games that have ended are kept for the round when it is begun again.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn round(
        &mut self,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News),
    ) -> Result<Option<Round>, Trouble> {
        let begun = Instant::now();
        let end = self.next_game + self.config.selfplay.games;
        let played = self.play(end, stop, tell)?;
        let playing = begun.elapsed().as_secs_f64();
        if stop.load(Ordering::Relaxed) {
            self.store.sync()?;
            return Ok(None);
        }
        self.games.sort_by_key(|game| game.number);
        let begun = Instant::now();
        let fresh: Vec<&Played<G>> =
            self.games.iter().filter(|game| game.number >= self.next_game).collect();
        let new: u64 = fresh.iter().map(|game| game.lessons.len() as u64).sum();
        let count = fresh.len().max(1) as f64;
        let mut round = Round {
            round: self.rounds + 1,
            games: played.0,
            all_games: self.games(),
            simulations: played.1,
            playing,
            plies: fresh.iter().map(|game| game.moves.len() as f64).sum::<f64>() / count,
            first_seat: fresh.iter().map(|game| 0.5 + 0.5 * f64::from(game.result)).sum::<f64>()
                / count,
            draws: fresh.iter().filter(|game| game.result == 0.0).count() as f64 / count,
            ..Round::default()
        };
        let Some(losses) = self.learn(new, &mut round, stop, tell) else {
            // What is half learnt is not kept: the checkpoint is of the round before.
            self.store.sync()?;
            return Ok(None);
        };
        round.losses = losses;
        round.learning = begun.elapsed().as_secs_f64();
        self.rounds += 1;
        self.next_game = end;
        self.drop_old();
        if let Err(trouble) = self.save() {
            // The folder has the round before, and whoever is told of this hears that.
            self.rounds -= 1;
            return Err(trouble);
        }
        log::append(&self.folder.log(), &Entry::Round(round.clone()))?;
        Ok(Some(round))
    }

    /// Plays the games of the round that are not there yet; gives how many, and simulations.
    fn play(
        &mut self,
        end: u64,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News),
    ) -> Result<(u64, u64), Trouble> {
        let there: HashSet<u64> = self.games.iter().map(|game| game.number).collect();
        let missing: Vec<u64> =
            (self.next_game..end).filter(|number| !there.contains(number)).collect();
        let all = end - self.next_game;
        let net = Arc::new(Frozen::new(&self.model.net));
        let (store, games) = (&mut self.store, &mut self.games);
        let (mut count, mut simulations) = (0, 0);
        let mut trouble = None;
        let take = |game: Played<G>| {
            if let Err(error) = store.append(&game) {
                trouble = Some(error);
                return false;
            }
            count += 1;
            simulations += u64::from(game.simulations);
            games.push(game);
            tell(News::Game(all - missing.len() as u64 + count, all));
            true
        };
        let (planes, config) = (self.model.planes, &self.config);
        selfplay::play(&net, planes, &self.start, &missing, config, stop, take);
        match trouble {
            Some(trouble) => Err(trouble),
            None => Ok((count, simulations)),
        }
    }

    /// Learns from the window; none if `stop` was set meanwhile.
    fn learn(
        &mut self,
        new: u64,
        round: &mut Round,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News),
    ) -> Option<Losses> {
        let config = &self.config.learning;
        let held: u64 = self.games.iter().map(|game| game.lessons.len() as u64).sum();
        round.positions = self.dropped + held;
        let size = (round.positions as f64 * config.window_share) as usize;
        let size = size.max(config.window_least).min(config.window_most);
        let window = Window::new(&self.start, &self.games, size);
        round.window = window.lessons.len() as u64;
        if window.lessons.is_empty() {
            return Some(Losses::default());
        }
        self.adam.config = adam_config(&self.config);
        let steps = (new as f64 * config.reuse / config.batch as f64).ceil() as u64;
        let mut rng = Rng::with_seed(mixed(self.config.seed ^ LEARNING, self.rounds));
        let mut sums = Losses::default();
        while sums.steps < steps {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let some = STEPS_AT_ONCE.min(steps - sums.steps);
            let planes = self.model.planes;
            let (net, adam) = (&mut self.model.net, &mut self.adam);
            let losses = learn(net, adam, planes, &window, config, some, &mut rng);
            sums = joined(&sums, &losses);
            tell(News::Step(sums.steps, steps));
        }
        Some(sums)
    }

    /// Forgets games that no window can want any more.
    fn drop_old(&mut self) {
        let most = self.config.learning.window_most;
        let mut held = 0;
        let keep = self.games.iter().rev().take_while(|game| {
            let is_wanted = held < most || game.number >= self.next_game;
            held += game.lessons.len();
            is_wanted
        });
        let old = self.games.len() - keep.count();
        self.dropped_games += old as u64;
        self.dropped += self.games.drain(..old).map(|game| game.lessons.len() as u64).sum::<u64>();
    }

    /// Writes the checkpoint and the weights.
    fn save(&self) -> Result<(), Trouble> {
        self.store.sync()?;
        let bytes = self.model.to_bytes();
        let mut both = Tensors::default();
        let (net, optimiser) = (self.model.tensors(), self.adam.tensors(&self.model.net));
        for (prefix, part) in [("net.", &net), ("adam.", &optimiser)] {
            for name in part.names() {
                if let Some(tensor) = part.get(name) {
                    both.insert(format!("{prefix}{name}"), tensor.clone());
                }
            }
        }
        both.notes.extend(net.notes.into_iter().chain(optimiser.notes));
        both.notes.insert("rounds".to_owned(), self.rounds.to_string());
        both.notes.insert("next_game".to_owned(), self.next_game.to_string());
        replace(&self.folder.checkpoint(), &both.to_bytes())?;
        replace(&self.folder.weights(), &bytes)?;
        let every = self.config.checkpoint.keep_every;
        if every > 0 && self.rounds > 0 && self.rounds.is_multiple_of(every) {
            replace(&self.folder.weights_of(self.rounds), &bytes)?;
        }
        Ok(())
    }
}

/// A checkpoint's tensors: the network's and the optimiser's.
fn parted(both: &Tensors) -> (Tensors, Tensors) {
    let part = |prefix: &str| {
        let mut part = Tensors::default();
        part.notes.clone_from(&both.notes);
        for name in both.names() {
            if let (Some(short), Some(tensor)) = (name.strip_prefix(prefix), both.get(name)) {
                part.insert(short, tensor.clone());
            }
        }
        part
    };
    (part("net."), part("adam."))
}

/// The means of some steps and of some more.
fn joined(a: &Losses, b: &Losses) -> Losses {
    let (x, y) = (a.steps as f64, b.steps as f64);
    let mean = |a: f64, b: f64| (a * x + b * y) / (x + y).max(1.0);
    Losses {
        steps: a.steps + b.steps,
        value: mean(a.value, b.value),
        policy: mean(a.policy, b.policy),
        entropy: mean(a.entropy, b.entropy),
        gradient: mean(a.gradient, b.gradient),
    }
}

fn adam_config(config: &Config) -> AdamConfig {
    let learning = &config.learning;
    let (rate, decay, decoupled) = (learning.rate, learning.decay, learning.decoupled);
    AdamConfig { rate, decay, decoupled, ..AdamConfig::default() }
}

/// The set of planes that the settings name.
pub(crate) fn chosen<'a, G: Game>(
    known: &'a [PlanesEntry<G>],
    config: &Config,
) -> Result<&'a PlanesEntry<G>, Trouble> {
    let name = &config.network.planes;
    let found = known.iter().find(|entry| name.is_empty() || entry.name == name);
    found.ok_or_else(|| Trouble::Asked(words::unknown_planes(name)))
}

/// Whether a game can be learnt at all.
pub(crate) fn check_game<G: Game>(known: &[PlanesEntry<G>]) -> Result<(), Trouble> {
    if G::SPEC.seats.len() != 2 {
        return Err(Trouble::Asked(words::not_for_two(G::SPEC.id)));
    }
    match known.is_empty() {
        true => Err(Trouble::Asked(words::no_planes(G::SPEC.id))),
        false => Ok(()),
    }
}

/// The position that every game begins with.
pub(crate) fn start<G: Game>() -> Result<G, Trouble> {
    G::start(&Setup::usual::<G>()).map_err(|bad| Trouble::Asked(bad.problem))
}
