//! Before an event begins everybody is tried: does it start, and does it answer a question?

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gyoji_core::record::{Ended, Event, Plan, Player, Record};
use gyoji_core::{BadText, Game, Kit, Seat, Setup};
use gyoji_referee::player::House;
use gyoji_referee::{Recorder, play};

use crate::{Stop, random_id, records};

/// What came of trying a player.
#[derive(Debug)]
pub enum Trial {
    /// It has answered.
    Fine,
    /// It did something it must not: the game so far, and which event of it that was.
    Fault(Box<Record>, usize),
    /// There is no such player, or not so.
    Unfit(BadText),
    /// The machine did not let it play, for this reason.
    Machine(String),
    /// Somebody wanted to stop.
    Stopped,
}

/// How often it is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(5);

/// Sets the flag when it goes, also by a panic.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Asks a player its first question, in a game whose other seats bots take.
pub fn try_out<G: Game>(
    kit: &Kit<G>,
    house: &House,
    player: &Player,
    setup: &Setup,
    stop: &Stop,
) -> Trial {
    let Some(bot) = kit.bots.first() else { return Trial::Fine };
    let mut players =
        vec![Player::new(bot.name, &format!("bot:{}", bot.name)); G::SPEC.seats.len()];
    players[0] = player.clone();
    let mut chairs = Vec::new();
    for player in &players {
        match house.chair(kit, player) {
            Ok(chair) => chairs.push(chair),
            Err(bad) => return Trial::Unfit(bad),
        }
    }
    let header = records::header(Plan::new::<G>(random_id(), setup, players));
    let enough = AtomicBool::new(false);
    let (mut has_answered, mut fault, mut count) = (false, None, 0);
    let ended = {
        let mut recorder = Recorder::new(None);
        let mut look = |event: &Event| {
            match event {
                Event::Moved(moved) if moved.seat == Seat::FIRST => has_answered = fault.is_none(),
                Event::Faulted(wrong) if wrong.seat == Seat::FIRST && !has_answered => {
                    fault.get_or_insert(count);
                }
                _ => {}
            }
            count += 1;
            if has_answered || fault.is_some() {
                enough.store(true, Ordering::Relaxed);
            }
        };
        let mut watch = (&mut recorder, &mut look);
        let is_over = AtomicBool::new(false);
        // Nothing happens while somebody is silent, but the wish to stop is heard.
        let ended = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    enough.fetch_or(stop.is_asked(), Ordering::Relaxed);
                    std::thread::sleep(GLANCE);
                }
            });
            let over = Over(&is_over);
            let ended = play(&header, &mut chairs, &enough, &mut watch);
            drop(over);
            ended
        });
        ended.map(|ended| (ended, recorder))
    };
    chairs.iter_mut().for_each(gyoji_referee::Chair::dismiss);
    match ended {
        Err(bad) => Trial::Unfit(bad),
        Ok(_) if has_answered => Trial::Fine,
        Ok((_, recorder)) if fault.is_some() => {
            let (record, _) = recorder.finish(header);
            Trial::Fault(Box::new(record), fault.unwrap_or_default())
        }
        Ok((ended, _)) if ended.why == Ended::VOID => Trial::Machine(ended.system),
        Ok(_) if stop.is_asked() => Trial::Stopped,
        // It was not asked anything: the game does not begin with its seat.
        Ok(_) => Trial::Fine,
    }
}
