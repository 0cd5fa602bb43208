//! Events: the list, and one with everything there is to say of it. Nothing can be changed here.

use std::sync::Arc;

use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use gyoji_league::Trouble;
use gyoji_words::{Lang, web as words};
use serde_json::{Value, json};

use super::pages::{Shell, shell, twin};
use super::{App, blocking, games};
use crate::guard::{Peer, lang};
use crate::hall::Hall;
use crate::problem::Problem;
use crate::{API, assets, events};

/// Events with more games than this are listed without their leaders, unless somebody has looked
/// at them: working them out takes a while.
const MOST_COUNTED: u64 = 20_000;

/// `GET /events`
pub(super) async fn page(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let title = match lang(&headers) {
        Lang::En => "Events - Gyoji",
        Lang::Ja => "大会 - 行司",
    };
    shell(&app, &headers, Shell::new(lang(&headers), title.to_owned(), "events"))
}

/// `GET /events.json`
pub(super) async fn list(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let is_local = peer.is_local() || app.hall.config.open_talk;
    let all = blocking(move || briefs(&app.hall, is_local, usize::MAX)).await?.map_err(trouble)?;
    Ok(assets::json(&headers, &json!({ "api": API, "events": all })))
}

/// All events, those that run first, then the newest.
pub(super) fn briefs(hall: &Hall, is_local: bool, most: usize) -> Result<Vec<Value>, Trouble> {
    let Some(store) = hall.store() else { return Ok(Vec::new()) };
    let mut all = store.events()?;
    all.sort_by_key(|event| {
        (event.is_finished(), event.holder.is_none(), std::cmp::Reverse(event.started_ms))
    });
    let brief = |event| {
        let is_small = |event: &gyoji_store::EventRow| event.games <= MOST_COUNTED;
        // One that cannot be read is listed all the same.
        let report = match is_small(&event) {
            true => hall.events.report(store, &event, is_local).ok(),
            false => None,
        };
        events::brief(&event, report.as_deref())
    };
    Ok(all.into_iter().take(most).map(brief).collect())
}

/// `GET /events/{name}` and `/events/{name}.json`
pub(super) async fn event(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (name, is_twin) = twin(&name);
    let (name, hall) = (name.to_owned(), Arc::clone(&app.hall));
    let missing = || {
        let problem = Problem::refused(404, "no-such-event", words::no_such_event());
        problem.hint(words::look_at_events())
    };
    if !is_twin {
        let found = blocking(move || match hall.store() {
            Some(store) => store.event(&name).map_err(Trouble::Store),
            None => Ok(None),
        });
        let found = found.await?.map_err(trouble)?.ok_or_else(missing)?;
        let lang = lang(&headers);
        let brand = if lang == Lang::En { "Gyoji" } else { "行司" };
        let title = format!("{} - {brand}", found.name);
        return shell(
            &app,
            &headers,
            Shell { id: &found.name, ..Shell::new(lang, title, "event") },
        );
    }
    let is_local = peer.is_local() || app.hall.config.open_talk;
    let document = blocking(move || document(&hall, &name, is_local)).await?.map_err(trouble)?;
    Ok(assets::json(&headers, &document.ok_or_else(missing)?))
}

/// Everything there is to say of an event.
fn document(hall: &Hall, name: &str, is_local: bool) -> Result<Option<Value>, Trouble> {
    let Some(store) = hall.store() else { return Ok(None) };
    let Some(event) = store.event(name)? else { return Ok(None) };
    let report = hall.events.report(store, &event, is_local)?;
    let series = event.series();
    let now = hall.running().into_iter().filter(|bout| {
        bout.story.header().place.as_ref().is_some_and(|place| place.series == series)
    });
    Ok(Some(json!({
        "api": API,
        "event": event.name,
        "run": event.run,
        "state": events::state(&event),
        "stored": event.games,
        "running": now.map(|bout| games::brief(&bout, true)).collect::<Vec<_>>(),
        "report": *report,
    })))
}

/// The store does not give it.
fn trouble(trouble: Trouble) -> Problem {
    let text = match trouble {
        Trouble::Store(trouble) => trouble.text,
        Trouble::System(text) | Trouble::Missing(text) => text,
        _ => return Problem::our_fault(),
    };
    Problem::refused(503, "no-store", text)
}
