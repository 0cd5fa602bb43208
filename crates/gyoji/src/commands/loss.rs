//! A game lost by a fault or a foul: says why, and keeps the record where `gyoji replay` finds it.

use std::path::Path;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Lang};
use gyoji_referee::explain::{Context, Style, explain, explain_lost};
use gyoji_words::cli;

use crate::records;

/// Says (to stderr, by `say`) why a game was lost by a fault, if it was. `path` is where the
/// record is, if somebody wanted it. Returns the explanation without colours, for a log.
pub fn explain_loss<G: Game>(
    kit: &Kit<G>,
    record: &Record,
    path: Option<&Path>,
    lang: Lang,
    say: impl Fn(&str),
) -> Option<String> {
    let loser = record.ended().filter(|ended| ended.fault.is_some())?.loser?;
    let fault = record
        .events
        .iter()
        .rposition(|event| matches!(event, Event::Faulted(fault) if fault.seat == loser))?;
    explain_one(kit, record, fault, path, lang, say)
}

/// Says why the last move of a game lost it by the rules, if the game can tell and that `is_new`.
pub fn explain_foul<G: Game>(
    record: &Record,
    path: Option<&Path>,
    lang: Lang,
    is_new: impl FnOnce() -> bool,
    say: impl Fn(&str),
) {
    let record_name =
        path.map_or_else(|| record.header.id.clone(), |path| path.display().to_string());
    let context = Context { record_name, time_zone: jiff::tz::TimeZone::system(), moves_before: 0 };
    if let Some(lost) = explain_lost::<G>(record, &context).filter(|_| is_new()) {
        say(&lost.render(lang, Style { colour: super::colour(&std::io::stderr()) }));
        if path.is_none() && !records::keep(record) {
            say(cli::record_not_kept().get(lang));
        }
    }
}

/// Says why one fault of a record is one; see [`explain_loss`].
pub fn explain_one<G: Game>(
    kit: &Kit<G>,
    record: &Record,
    fault: usize,
    path: Option<&Path>,
    lang: Lang,
    say: impl Fn(&str),
) -> Option<String> {
    let kept = path.is_some() || records::keep(record);
    let record_name =
        path.map_or_else(|| record.header.id.clone(), |path| path.display().to_string());
    let context = Context { record_name, time_zone: jiff::tz::TimeZone::system(), moves_before: 0 };
    let why = explain(record, kit, fault, &context)?;
    say(&why.render(lang, Style { colour: super::colour(&std::io::stderr()) }));
    if !kept {
        say(cli::record_not_kept().get(lang));
    }
    Some(why.render(lang, Style::default()))
}
