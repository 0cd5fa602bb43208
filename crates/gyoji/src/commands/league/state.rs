//! `gyoji league status`: how an event stands, or which events there are.

use std::process::ExitCode;

use gyoji_league::event::Standing;
use gyoji_store::{EventRow, Store};
use gyoji_words::{Lang, Text, league as words};
use serde_json::json;

use super::find::{event, open_there};
use super::show;
use crate::args::league::Status;
use crate::failure::Failure;
use crate::screen;
use crate::table::table;

pub fn run(args: &Status, lang: Lang) -> Result<ExitCode, Failure> {
    let store = open_there(&args.which.data, lang)?;
    if args.which.event.is_none() {
        let events = store.events()?;
        if events.len() != 1 {
            return list(&store, &events, args.json, lang);
        }
    }
    let event = event(&store, &args.which, lang)?;
    show_event(&store, &event, args.json, lang)
}

/// Shows how the event of that name stands.
pub fn show(store: &Store, name: &str, json: bool, lang: Lang) -> Result<ExitCode, Failure> {
    match store.event(name)? {
        Some(event) => show_event(store, &event, json, lang),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn show_event(
    store: &Store,
    event: &EventRow,
    json: bool,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    let standing = Standing::of(store, event, gyoji_catalog::seats(&event.game)?)?;
    match json {
        true => {
            let mut value = standing.outcome();
            value["state"] = json!(state_name(event));
            value["run"] = json!(event.run);
            value["void"] = json!(standing.summary.void);
            super::super::print_json(&value)
        }
        false => super::super::print_lines(&show::text(&standing, lang)),
    }
}

/// All events of a store.
fn list(store: &Store, events: &[EventRow], json: bool, lang: Lang) -> Result<ExitCode, Failure> {
    if json {
        let events = events.iter().map(|event| {
            json!({
                "event": event.name,
                "run": event.run,
                "game": event.game,
                "games": event.games,
                "state": state_name(event),
                "started_ms": event.started_ms,
                "finished_ms": event.finished_ms,
            })
        });
        return super::super::print_json(&events.collect::<Vec<_>>());
    }
    if events.is_empty() {
        return super::super::print(&format!("{}\n", words::no_events(store.location()).get(lang)));
    }
    let heading = words::list_heading();
    let mut rows = vec![heading.get(lang).split('|').map(str::to_owned).collect::<Vec<_>>()];
    for event in events {
        rows.push(vec![
            screen::name(&event.name),
            event.run.to_string(),
            event.game.clone(),
            event.games.to_string(),
            state_word(event).get(lang).to_owned(),
            time(event.started_ms),
        ]);
    }
    super::super::print(&table(&rows))
}

fn state_word(event: &EventRow) -> Text {
    match (event.is_finished(), &event.holder) {
        (true, _) => words::is_over(),
        (false, Some(_)) => words::is_running(),
        (false, None) => words::is_broken_off(),
    }
}

fn state_name(event: &EventRow) -> &'static str {
    match (event.is_finished(), &event.holder) {
        (true, _) => "over",
        (false, Some(_)) => "running",
        (false, None) => "broken-off",
    }
}

/// A moment, in local time.
fn time(ms: u64) -> String {
    let moment = jiff::Timestamp::from_millisecond(i64::try_from(ms).unwrap_or(0));
    moment.map_or_else(
        |_| String::new(),
        |moment| {
            let zoned = moment.to_zoned(jiff::tz::TimeZone::system());
            zoned.strftime("%Y-%m-%d %H:%M").to_string()
        },
    )
}
