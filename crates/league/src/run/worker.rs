//! One thread that plays: it takes plans off the desk until there are none.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::Ordering;

use gyoji_core::record::{Ended, Plan, Player};
use gyoji_core::{BadText, Game};
use gyoji_referee::{Chair, Recorder, play};
use gyoji_words::cli;

use super::patience::Patience;
use super::{Desk, League, News, Played};
use crate::{Trouble, id_of, random_id, records};

/// How often a game is played again because the machine spoiled it.
const MOST_REPLAYS: u32 = 3;
/// How many players are kept for their next game: where very many meet, the others come anew.
const MOST_CHAIRS: usize = 16;

pub(super) fn work<G: Game, P: Iterator<Item = Plan>>(league: &League<'_, G>, desk: &Desk<'_, P>) {
    let mut worker = Worker { league, desk, chairs: Vec::new() };
    while let Some(plan) = desk.next() {
        desk.sink.begun(&plan);
        let is_done = worker.play(&plan).unwrap_or_else(|trouble| {
            desk.give_up(trouble);
            false
        });
        desk.sink.over(&plan, is_done);
    }
    worker.dismiss(0);
}

/// What became of one try at a game.
enum Try {
    Played(Box<Played>),
    /// A bug of ours has spoiled it.
    Lost,
}

struct Worker<'a, G: Game, P> {
    league: &'a League<'a, G>,
    desk: &'a Desk<'a, P>,
    /// Whoever may play again, the last to have played at the end.
    chairs: Vec<(Player, Chair<G>)>,
}

impl<G: Game, P: Iterator<Item = Plan>> Worker<'_, G, P> {
    /// Plays a game until it counts, or cannot be played. Whether it is done with, and not only
    /// left off.
    fn play(&mut self, plan: &Plan) -> Result<bool, Trouble> {
        let desk = self.desk;
        desk.begin(plan);
        let mut patience = Patience::new();
        for replays in 0.. {
            let Try::Played(played) = self.play_once(again(plan, replays))? else {
                return Ok(true);
            };
            if played.ended.why == Ended::ABORTED {
                return Ok(false);
            }
            if played.ended.counts() {
                desk.is_stuck.store(false, Ordering::Relaxed);
                desk.tell(News::Played(played));
                return Ok(true);
            }
            let system = played.ended.system.clone();
            if !system.is_empty() && patience.is_over() {
                return Err(Trouble::System(cli::nothing_starts(system)));
            }
            // Some other thread has had enough of that: nobody else need wait.
            if !system.is_empty() && desk.is_over.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let is_broken_off = played.is_broken_off();
            let may_again = match played.excused() {
                Some(seat) => {
                    replays < MOST_REPLAYS && desk.excuse(&plan.players[seat.index()].name)
                }
                None if is_broken_off => replays < MOST_REPLAYS,
                None => true, // our own trouble: as often as it takes
            };
            let id = played.plan().short_id().to_owned();
            desk.tell(News::Void(played, may_again));
            if !may_again && is_broken_off {
                desk.tell(News::Bug(cli::cut_short(id, &system)));
            }
            if !may_again || desk.stop.is_asked() || desk.is_over.load(Ordering::Relaxed) {
                return Ok(!may_again);
            }
            if !system.is_empty() && !is_broken_off {
                if !desk.is_stuck.swap(true, Ordering::Relaxed) {
                    desk.tell(News::Waits(system));
                }
                patience.wait(desk.stop);
            }
        }
        Ok(false)
    }

    fn play_once(&mut self, plan: Plan) -> Result<Try, BadText> {
        let mut chairs = Vec::new();
        for player in &plan.players {
            chairs.push(self.take_chair(player)?);
        }
        let header = records::header(plan);
        let (journal, not_begun) = match records::begin(self.league.record, &header) {
            Ok(journal) => (journal, None),
            Err(problem) => (None, Some(problem)),
        };
        let path = journal.as_ref().map(|journal| journal.path().to_owned());
        let stop = self.desk.stop.now();
        // A panic is our own bug: it must cost one game, not all of them.
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
            let live = self.desk.sink.watch(&header);
            let mut watch = (Recorder::new(journal).eager(live.is_some()), live);
            play(&header, &mut chairs, stop, &mut watch).map(|ended| (ended, watch.0))
        }));
        let Ok(played) = result else {
            self.desk.tell(News::Bug(cli::our_bug(header.short_id())));
            return Ok(Try::Lost);
        };
        let (ended, recorder) = played?;
        let (record, trouble) = recorder.finish(header);
        let (path, not_whole) = records::conclude(path, trouble, &record);
        // A game in which nothing was even started is no loss.
        if let Some(text) = not_begun.or(not_whole).filter(|_| ended.system.is_empty()) {
            self.desk.tell(News::NotKept(text));
        }
        let players = record.header.plan.players.iter().cloned();
        self.chairs.extend(players.zip(chairs));
        self.dismiss(MOST_CHAIRS);
        Ok(Try::Played(Box::new(Played { record, ended, path })))
    }

    /// The chair of a player, who may have played before.
    fn take_chair(&mut self, player: &Player) -> Result<Chair<G>, BadText> {
        match self.chairs.iter().rposition(|(known, _)| known == player) {
            Some(index) => Ok(self.chairs.remove(index).1),
            None => self.league.house.chair(self.league.kit, player),
        }
    }

    /// Lets all go but the last so many.
    fn dismiss(&mut self, most: usize) {
        let excess = self.chairs.len().saturating_sub(most);
        for (_, mut chair) in self.chairs.drain(..excess) {
            chair.dismiss();
        }
    }
}

/// The plan of a game that was void so many times; each try has a name and a record of its own.
fn again(plan: &Plan, replays: u32) -> Plan {
    let mut plan = plan.clone();
    match &mut plan.place {
        _ if replays == 0 => {}
        Some(place) => {
            place.replay += replays;
            plan.id = id_of(place);
        }
        None => plan.id = random_id(),
    }
    plan
}
