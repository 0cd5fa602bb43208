//! What is seen of an event while it is held.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use gyoji_core::record::{Event, Header, Plan};
use gyoji_core::{Game, Kit, Lang, Seat};
use gyoji_league::{News, Played, Sink};
use gyoji_referee::Watch;
use gyoji_store::Lock;
use gyoji_words::{cli, league as words};
use indicatif::{ProgressBar, ProgressStyle};

use crate::commands::loss::{Kept, explain_loss};
use crate::commands::matches::told;
use crate::screen;

/// How many faults of one player are explained before the rest is only counted.
const MOST_EXPLAINED: u64 = 3;

/// Shows how far an event has come, and explains what needs explaining.
pub struct Audience<'a, G: Game> {
    pub kit: &'a Kit<G>,
    pub lang: Lang,
    pub is_quiet: bool,
    pub bar: &'a ProgressBar,
    /// The right to hold the event, which may be lost.
    pub lock: &'a Lock,
    running: AtomicU64,
    faults: AtomicU64,
    bugs: AtomicU64,
    /// How many faults of each player were explained, by name.
    explained: Mutex<std::collections::HashMap<String, u64>>,
}

impl<'a, G: Game> Audience<'a, G> {
    pub fn new(
        kit: &'a Kit<G>,
        lang: Lang,
        is_quiet: bool,
        bar: &'a ProgressBar,
        lock: &'a Lock,
    ) -> Audience<'a, G> {
        Audience {
            kit,
            lang,
            is_quiet,
            bar,
            lock,
            running: AtomicU64::new(0),
            faults: AtomicU64::new(0),
            bugs: AtomicU64::new(0),
            explained: Mutex::default(),
        }
    }

    /// How many games were lost to mistakes of ours.
    pub fn bugs(&self) -> u64 {
        self.bugs.load(Ordering::Relaxed)
    }

    fn say(&self, text: &str) {
        self.bar.suspend(|| screen::say(text));
    }

    fn show(&self) {
        let running = self.running.load(Ordering::Relaxed);
        let faults = self.faults.load(Ordering::Relaxed);
        self.bar.set_message(words::bar(running, faults).get(self.lang).to_owned());
    }

    /// Explains a game that was lost by a fault, or is void by one.
    fn explain(&self, played: &Played, seat: Seat) {
        if self.is_quiet {
            return;
        }
        let name = &played.plan().players[seat.index()].name;
        let count = match self.explained.lock() {
            Ok(mut explained) => {
                let count = explained.entry(name.clone()).or_default();
                *count += 1;
                *count
            }
            Err(_) => return,
        };
        if count <= MOST_EXPLAINED {
            // The store has it: it is found by its id.
            let kept = Kept::stored(&played.record);
            explain_loss(self.kit, &played.record, &kept, self.lang, |text| self.say(text));
        } else if count == MOST_EXPLAINED + 1 {
            self.say(cli::more_faults(screen::name(name)).get(self.lang));
        }
    }
}

impl<G: Game> Sink for Audience<'_, G> {
    fn tell(&self, news: News) -> ControlFlow<()> {
        if let Some(text) = told(&news) {
            self.say(&format!("gyoji: {}", screen::clean(text.get(self.lang))));
        }
        match &news {
            News::Played(played) => {
                let is_fault = |event: &&Event| matches!(event, Event::Faulted(_));
                let faults = played.record.events.iter().filter(is_fault).count() as u64;
                self.faults.fetch_add(faults, Ordering::Relaxed);
                if let Some(loser) = played.ended.loser.filter(|_| played.ended.fault.is_some()) {
                    self.explain(played, loser);
                }
                self.bar.inc(1);
            }
            News::Void(played, _) => {
                if let Some(seat) = played.excused() {
                    self.explain(played, seat);
                }
            }
            News::Bug(_) => {
                self.bugs.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
        if self.lock.is_lost() {
            self.say(&format!("gyoji: {}", words::lost_lock().get(self.lang)));
            return ControlFlow::Break(());
        }
        self.show();
        ControlFlow::Continue(())
    }

    fn over(&self, _plan: &Plan, _is_done: bool) {
        self.running.fetch_sub(1, Ordering::Relaxed);
        self.show();
    }

    fn watch<'b>(&'b self, _header: &'b Header) -> Option<Box<dyn Watch + 'b>> {
        None
    }

    fn begun(&self, _plan: &Plan) {
        self.running.fetch_add(1, Ordering::Relaxed);
        self.show();
    }
}

/// The bar of an event; `games` is what is known to be left and played.
pub fn bar(games: u64, played: u64, is_exact: bool, lang: Lang) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let word = cli::games_word();
    let word = word.get(lang);
    let template = match is_exact {
        true => format!(
            "{{bar:30}} {{pos}}/{{len}} {word}  {{msg}}  {{elapsed_precise}} < {{eta_precise}}"
        ),
        // Nobody knows how many there will be.
        false => format!("{{bar:30}} {{pos}}/{{len}}+ {word}  {{msg}}  {{elapsed_precise}}"),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.set_position(played);
    bar.reset_eta();
    bar
}
