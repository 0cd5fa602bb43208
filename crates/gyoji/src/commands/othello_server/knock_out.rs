//! The knock-out of a cup: who meets is the league's draw, and whoever it asks for is waited for,
//! by nickname. Each game is a new connection, as in the league before.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gyoji_core::Seat;
use gyoji_league::Slot;
use gyoji_league::event::{Draw, Next, Score};
use gyoji_othello::dialects::tcp::nick_in;
use gyoji_referee::Lobby;

use crate::server::{Notice, Planned, Reporter, Server};

/// The most that somebody may be away before it is said: to connect again takes a moment.
const MOST_SILENCE: Duration = Duration::from_secs(5);

/// A knock-out.
pub struct KnockOut<'a> {
    pub server: &'a Server,
    /// The nicknames of those in it, the best of the league first.
    pub nicks: &'a [String],
    /// What they are called in the event.
    pub names: &'a [String],
    /// How long somebody is waited for.
    pub grace: Duration,
    /// How many games the server has numbered already.
    pub games_before: u64,
}

/// Somebody who should be here and is not.
struct Absence {
    since: Instant,
    is_said: bool,
}

impl KnockOut<'_> {
    /// Plays until the draw is over or somebody wants to stop. `missing` is told, once for each
    /// time, who is not here.
    pub fn run(
        &self,
        mut lobby: Lobby,
        draw: &mut Draw,
        (stop, now): (&AtomicBool, &AtomicBool),
        report: &Reporter<'_>,
        missing: &dyn Fn(&str),
    ) {
        let (done, results) = mpsc::channel();
        let mut open: Vec<Slot> = Vec::new();
        let mut playing: HashSet<usize> = HashSet::new();
        let mut absences: HashMap<usize, Absence> = HashMap::new();
        let mut waiting = vec![None];
        let mut number = self.games_before;
        std::thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) {
                for (slot, ended) in results.try_iter() {
                    let mut slot: Slot = slot;
                    playing.retain(|entrant| !slot.seats.contains(entrant));
                    match ended {
                        Some(score) => draw.add(&slot.place, Some(score)),
                        // Nothing came of it: it is played again.
                        None => {
                            slot.place.replay += 1;
                            open.insert(0, slot);
                        }
                    }
                }
                loop {
                    match draw.next() {
                        Next::Play(slot) => open.push(slot),
                        Next::Wait => break,
                        Next::Over => return,
                    }
                }
                let names: Vec<Option<String>> =
                    lobby.words().map(|words| nick_in(&words)).collect();
                if names != waiting {
                    report(Notice::Waiting(&names));
                }
                let here: HashSet<String> = names.iter().flatten().cloned().collect();
                waiting = names;
                // One who plays, or is waited for in an earlier game, cannot be in another.
                let mut taken = playing.clone();
                let mut later = Vec::new();
                for slot in std::mem::take(&mut open) {
                    if slot.seats.iter().any(|entrant| taken.contains(entrant)) {
                        later.push(slot);
                        continue;
                    }
                    taken.extend(&slot.seats);
                    let is_here = |entrant: &usize| here.contains(&self.nicks[*entrant]);
                    self.note_absences(&slot, is_here, &mut absences, missing);
                    let planned = Planned {
                        names: slot.seats.iter().map(|&it| self.names[it].clone()).collect(),
                        place: slot.place.clone(),
                    };
                    if slot.seats.iter().all(is_here) {
                        let mut take = |entrant: &usize| {
                            lobby.take(|words| {
                                nick_in(words).as_ref() == Some(&self.nicks[*entrant])
                            })
                        };
                        let peers: Option<Vec<_>> = slot.seats.iter().map(&mut take).collect();
                        let Some(peers) = peers else {
                            later.push(slot);
                            continue;
                        };
                        number += 1;
                        playing.extend(&slot.seats);
                        let done = done.clone();
                        scope.spawn(move || {
                            let ended =
                                self.server.game(number, peers, Some(&planned), now, report);
                            let _ = done.send((slot, ended.and_then(|it| Score::of(&it))));
                        });
                    } else if let Some(seat) = self.loser(&slot, is_here, &absences) {
                        number += 1;
                        let ended = self.server.forfeit(number, &planned, seat, report);
                        draw.add(&slot.place, Score::of(&ended));
                    } else {
                        later.push(slot);
                    }
                }
                open = later;
                lobby.pause();
            }
        });
    }

    fn note_absences(
        &self,
        slot: &Slot,
        is_here: impl Fn(&usize) -> bool,
        absences: &mut HashMap<usize, Absence>,
        missing: &dyn Fn(&str),
    ) {
        for entrant in &slot.seats {
            if is_here(entrant) {
                absences.remove(entrant);
                continue;
            }
            let new = || Absence { since: Instant::now(), is_said: false };
            let absence = absences.entry(*entrant).or_insert_with(new);
            if !absence.is_said && absence.since.elapsed() >= MOST_SILENCE.min(self.grace / 2) {
                absence.is_said = true;
                missing(&self.names[*entrant]);
            }
        }
    }

    /// Who loses a game because nobody waits any longer: who is not here, and if both are not,
    /// who was worse in the league.
    fn loser(
        &self,
        slot: &Slot,
        is_here: impl Fn(&usize) -> bool,
        absences: &HashMap<usize, Absence>,
    ) -> Option<Seat> {
        let is_gone = |entrant: &usize| {
            absences.get(entrant).is_some_and(|absence| absence.since.elapsed() >= self.grace)
        };
        let may_be_decided = slot.seats.iter().all(|entrant| is_here(entrant) || is_gone(entrant));
        let gone = Seat::all(slot.seats.len()).zip(&slot.seats);
        let gone = gone.filter(|(_, entrant)| may_be_decided && !is_here(entrant));
        gone.max_by_key(|(_, entrant)| **entrant).map(|(seat, _)| seat)
    }
}
