//! Many games of self-play side by side: one thread on each core, and in each thread many games
//! whose positions are judged together.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use gyoji_core::{Game, Planes};
use gyoji_nn::Frozen;
use gyoji_search::mcts::Leaf;

use crate::config::Config;
use crate::judge::{Judge, foresee};
use crate::lesson::Played;
use crate::table::Table;

/// Plays the games of these numbers and hands each over as it ends; ends early when `stop` is set
/// or `take` wants no more.
///
/// What is played does not depend on the number of threads or on which games are played beside.
pub fn play<G: Game>(
    net: &Arc<Frozen>,
    planes: &'static dyn Planes<G>,
    start: &G,
    numbers: &[u64],
    config: &Config,
    stop: &AtomicBool,
    mut take: impl FnMut(Played<G>) -> bool,
) {
    let threads = threads(config).min(numbers.len()).max(1);
    let left = Mutex::new(numbers.iter().copied());
    let next = || left.lock().ok()?.next();
    let halt = AtomicBool::new(false);
    let is_over = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
    if threads == 1 {
        let mut worker = Worker::new(net, planes, start, config);
        worker.run(&next, &is_over, &mut take);
        return;
    }
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..threads {
            let (send, next, is_over) = (send.clone(), &next, &is_over);
            scope.spawn(move || {
                let mut worker = Worker::new(net, planes, start, config);
                worker.run(next, is_over, &mut |game| send.send(game).is_ok());
            });
        }
        drop(send);
        for game in receive {
            if !take(game) {
                halt.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// How many threads play.
pub fn threads(config: &Config) -> usize {
    match config.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        some => some,
    }
}

/// What one thread has.
struct Worker<'a, G: Game> {
    judge: Judge<G>,
    planes: &'static dyn Planes<G>,
    start: &'a G,
    config: &'a Config,
    tables: Vec<Table<G>>,
}

impl<'a, G: Game> Worker<'a, G> {
    fn new(
        net: &Arc<Frozen>,
        planes: &'static dyn Planes<G>,
        start: &'a G,
        config: &'a Config,
    ) -> Worker<'a, G> {
        let judge = Judge::sharing(net, planes);
        Worker { judge, planes, start, config, tables: Vec::new() }
    }

    fn run(
        &mut self,
        next: &dyn Fn() -> Option<u64>,
        is_over: &dyn Fn() -> bool,
        take: &mut dyn FnMut(Played<G>) -> bool,
    ) {
        let fill = |tables: &mut Vec<Table<G>>| {
            while tables.len() < self.config.selfplay.at_once {
                let Some(number) = next() else { break };
                tables.push(Table::new(self.start, number, self.config));
            }
        };
        fill(&mut self.tables);
        let mut waiting: Vec<(usize, Leaf<G>)> = Vec::new();
        while !self.tables.is_empty() && !is_over() {
            self.judge.clear();
            let mut place = 0;
            while place < self.tables.len() {
                match next_to_judge(&mut self.tables[place], self.planes, self.config) {
                    Some(leaf) => {
                        self.judge.add(self.tables[place].past(), &leaf);
                        waiting.push((place, leaf));
                        place += 1;
                    }
                    None => {
                        let game = self.tables.remove(place).finish();
                        if !take(game) {
                            return;
                        }
                        if let Some(number) = next() {
                            self.tables.push(Table::new(self.start, number, self.config));
                        }
                    }
                }
            }
            self.judge.look();
            for (number, (place, mut leaf)) in waiting.drain(..).enumerate() {
                let value = self.judge.answer(number, &mut leaf);
                self.tables[place].back_up(leaf, value);
            }
        }
    }
}

/// The next leaf of a game that a network has to see; none when the game is over. Where somebody
/// wins at once nobody is asked.
fn next_to_judge<G: Game>(
    table: &mut Table<G>,
    planes: &dyn Planes<G>,
    config: &Config,
) -> Option<Leaf<G>> {
    loop {
        let mut leaf = table.next(config)?;
        foresee(planes, &mut leaf);
        if leaf.is_open() {
            return Some(leaf);
        }
        table.back_up(leaf, 1.0);
    }
}
