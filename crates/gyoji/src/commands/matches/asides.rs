//! What is said beside the results of a series: why games were lost.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gyoji_core::record::{Event, FaultKind};
use gyoji_core::{Game, Kit, Lang, Seat};
use gyoji_league::{Played, is_missed_turn};
use gyoji_referee::player::{Kind, PlayerText};
use gyoji_words::cli;
use indicatif::ProgressBar;

use crate::commands::loss::{Kept, explain_foul, explain_loss, explain_one};
use crate::screen;

/// How many faults of one player are explained before the rest is only counted.
pub(super) const MOST_EXPLAINED: u64 = 3;

/// What is said beside the results: at once, or, while somebody watches, at the end.
pub(super) struct Aside<'a> {
    bar: &'a ProgressBar,
    held: Option<Mutex<Vec<String>>>,
}

impl<'a> Aside<'a> {
    /// What is said waits until the end if somebody watches.
    pub(super) fn new(bar: &'a ProgressBar, somebody_watches: bool) -> Aside<'a> {
        Aside { bar, held: somebody_watches.then(Mutex::default) }
    }

    pub(super) fn say(&self, text: &str) {
        match &self.held {
            Some(held) => lock(held).push(text.to_owned()),
            None => say(self.bar, text),
        }
    }

    pub(super) fn say_all(&self) {
        for text in self.held.iter().flat_map(|held| std::mem::take(&mut *lock(held))) {
            screen::say(&text);
        }
    }
}

fn lock(held: &Mutex<Vec<String>>) -> MutexGuard<'_, Vec<String>> {
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says something above the progress bar.
pub(super) fn say(bar: &ProgressBar, text: &str) {
    bar.suspend(|| screen::say(text));
}

/// Explains the faults a game was lost by, as long as they are few.
pub(super) fn explain_faults<G: Game>(
    played: &Played,
    kept: &Kept,
    kit: &Kit<G>,
    lang: Lang,
    faults_of: impl Fn(Seat) -> u64,
    aside: &Aside<'_>,
) {
    let (Some(_), Some(loser)) = (played.ended.fault, played.ended.loser) else { return };
    match faults_of(loser) {
        count if count > MOST_EXPLAINED + 1 => return,
        count if count == MOST_EXPLAINED + 1 => {
            let name = &played.record.header.players[loser.index()].name;
            return aside.say(cli::more_faults(name).get(lang));
        }
        _ => {}
    }
    explain_loss(kit, &played.record, kept, lang, |text| aside.say(text));
}

/// Explains why nothing was done for a player: once for each of its kinds of fault, for there may
/// be hundreds of such turns.
pub(super) fn explain_missed<G: Game>(
    played: &Played,
    seated: &[usize],
    kept: &Kept,
    kit: &Kit<G>,
    lang: Lang,
    explained: &mut HashSet<(usize, FaultKind)>,
    aside: &Aside<'_>,
) {
    for (index, event) in played.record.events.iter().enumerate() {
        if let Event::Faulted(fault) = event
            && is_missed_turn(fault)
            && let Some(&player) = seated.get(fault.seat.index())
            && explained.insert((player, fault.kind))
        {
            explain_one(kit, &played.record, index, kept, lang, |text| aside.say(text));
        }
    }
}

/// Explains a game that a program lost by a foul of its own: once for each kind of foul.
pub(super) fn explain_fouls<G: Game>(
    played: &Played,
    seated: &[usize],
    players: &[PlayerText],
    lang: Lang,
    explained: &mut HashSet<(usize, String)>,
    aside: &Aside<'_>,
) {
    let last = played.record.events.iter().rev().find_map(|event| match event {
        Event::Moved(moved) => Some(moved.seat),
        _ => None,
    });
    let player = last.and_then(|seat| seated.get(seat.index()).copied());
    let is_program = |player: &usize| !matches!(players[*player].kind, Kind::Bot(_) | Kind::Human);
    let Some(player) = player.filter(is_program) else { return };
    let is_new = || explained.insert((player, played.ended.why.clone()));
    let path = played.path.as_deref();
    explain_foul::<G>(&played.record, path, lang, is_new, |text| aside.say(text));
}
