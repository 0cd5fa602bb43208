//! A game lost by a fault or a foul: says why, and keeps the record where `gyoji replay` finds it.

use std::path::Path;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Lang};
use gyoji_league::records;
use gyoji_referee::explain::{Context, Style, explain, explain_lost};
use gyoji_words::cli;

/// Where the record of a game is that people will want to look at.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What `gyoji replay` finds it by.
    name: String,
    is_kept: bool,
}

impl Kept {
    /// Keeps the record, unless it is at `path` because somebody wanted it.
    pub fn keep(record: &Record, path: Option<&Path>) -> Kept {
        match path {
            Some(path) => Kept { name: path.display().to_string(), is_kept: true },
            None => {
                Kept { name: record.header.short_id().to_owned(), is_kept: records::keep(record) }
            }
        }
    }

    /// A record that a store has already.
    pub fn stored(record: &Record) -> Kept {
        Kept { name: record.header.short_id().to_owned(), is_kept: true }
    }

    fn context(&self) -> Context {
        let time_zone = jiff::tz::TimeZone::system();
        Context { record_name: self.name.clone(), time_zone, moves_before: 0 }
    }
}

/// Says (to stderr, by `say`) why a game was lost by a fault, or is void by one, if that is so.
/// Returns the explanation without colours, for a log.
pub fn explain_loss<G: Game>(
    kit: &Kit<G>,
    record: &Record,
    kept: &Kept,
    lang: Lang,
    say: impl Fn(&str),
) -> Option<String> {
    let is_last = |event: &Event| matches!(event, Event::Faulted(_)) && event.is_last();
    let fault = record.events.iter().rposition(is_last)?;
    explain_one(kit, record, fault, kept, lang, say)
}

/// Says why the last move of a game lost it by the rules, if the game can tell and that `is_new`.
pub fn explain_foul<G: Game>(
    record: &Record,
    path: Option<&Path>,
    lang: Lang,
    is_new: impl FnOnce() -> bool,
    say: impl Fn(&str),
) {
    let named = Kept {
        name: path
            .map_or_else(|| record.header.short_id().to_owned(), |path| path.display().to_string()),
        is_kept: true,
    };
    if let Some(lost) = explain_lost::<G>(record, &named.context()).filter(|_| is_new()) {
        say(&lost.render(lang, Style { colour: super::colour(&std::io::stderr()) }));
        if !Kept::keep(record, path).is_kept {
            say(cli::record_not_kept().get(lang));
        }
    }
}

/// Says why one fault of a record is one; see [`explain_loss`].
pub fn explain_one<G: Game>(
    kit: &Kit<G>,
    record: &Record,
    fault: usize,
    kept: &Kept,
    lang: Lang,
    say: impl Fn(&str),
) -> Option<String> {
    let mut why = explain(record, kit, fault, &kept.context())?;
    if !kept.is_kept {
        why.again.clear(); // there is nothing to try again with
    }
    say(&why.render(lang, Style { colour: super::colour(&std::io::stderr()) }));
    if !kept.is_kept {
        say(cli::record_not_kept().get(lang));
    }
    Some(why.render(lang, Style::default()))
}
