//! Trying everybody before an event begins, and telling the organiser who fails and why.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gyoji_core::{Game, Kit, Lang};
use gyoji_league::event::{Inspected, Trial, inspect, try_out};
use gyoji_referee::cores;
use gyoji_referee::player::{House, Kind};
use gyoji_words::{Text, league as words};

use super::entry::Field;
use crate::commands::loss::{Kept, explain_one};
use crate::{interrupt, screen};

/// How many of those who take part are not as they should be.
#[derive(Default)]
pub struct Checked {
    /// They cannot play, or do it wrong.
    pub failed: usize,
    /// Those of them who cannot even sit down: the event cannot be held with them.
    pub unfit: usize,
    /// They use what the rules of the contest forbid.
    pub suspects: usize,
}

/// Tries all who take part, several at a time, and tells what came of it.
pub fn check<G: Game>(kit: &Kit<G>, house: &House, field: &Field, lang: Lang) -> Checked {
    let say = |text: &Text| screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
    let count = field.texts.len();
    say(&words::trying(count));
    let next = AtomicUsize::new(0);
    let trials = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores::count().min(count).max(1) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || interrupt::is_asked() {
                        return;
                    }
                    let player = &field.players[number];
                    let trial = try_out(kit, house, player, &field.setup, interrupt::wish());
                    if let Ok(mut trials) = trials.lock() {
                        trials.push((number, trial));
                    }
                }
            });
        }
    });
    let mut trials = trials.into_inner().unwrap_or_default();
    trials.sort_by_key(|(number, _)| *number);
    let mut checked = Checked::default();
    for (number, trial) in &trials {
        let name = screen::name(&field.players[*number].name);
        checked.failed += usize::from(tell(kit, &name, trial, lang));
        checked.unfit += usize::from(matches!(trial, Trial::Unfit(_)));
    }
    if let Some(look) = kit.inspect {
        let programs = field.entries.iter().zip(&field.texts);
        for (entry, _) in programs.filter(|(_, it)| matches!(it.kind, Kind::Program { .. })) {
            let Some(dir) = &entry.dir else { continue };
            checked.suspects += usize::from(tell_findings(&entry.name, &inspect(dir, look), lang));
        }
    }
    match checked.failed {
        _ if interrupt::is_asked() => {}
        0 => say(&words::tried_fine(count)),
        _ if checked.unfit > 0 => say(&words::tried_unfit(checked.unfit, count)),
        failed => say(&words::tried_some(failed, count)),
    }
    if checked.suspects > 0 {
        say(&words::found_some(checked.suspects));
    }
    checked
}

/// Tells what came of trying one. Whether it has failed.
fn tell<G: Game>(kit: &Kit<G>, name: &str, trial: &Trial, lang: Lang) -> bool {
    let say = |text: &Text| screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
    match trial {
        Trial::Fine | Trial::Stopped => false,
        Trial::Fault(record, index) => {
            say(&words::tried_failed(name));
            let kept = Kept::keep(record, None);
            explain_one(kit, record, *index, &kept, lang, screen::say);
            true
        }
        Trial::Unfit(bad) => {
            say(&words::tried_failed(name));
            screen::say(&screen::clean(&bad.get(lang)));
            true
        }
        Trial::Machine(why) => {
            say(&words::tried_machine(name, why));
            false
        }
    }
}

/// Tells what somebody's files have that the rules forbid. Whether there was any.
fn tell_findings(name: &str, found: &Inspected, lang: Lang) -> bool {
    let say = |text: &Text| screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
    let name = screen::name(name);
    for (file, finding) in &found.findings {
        let place = match finding.line {
            Some(line) => words::found_line(file, line),
            None => Text::plain(file.as_str()),
        };
        say(&words::found(&name, &place, &finding.problem));
    }
    for why in &found.unread {
        say(&words::not_inspected(&name, why));
    }
    !found.findings.is_empty()
}
