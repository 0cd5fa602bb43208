//! Games that are kept: looking for them by game, player, event, ending and fault.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use gyoji_core::view::Legend;
use gyoji_store::{Hit, Search, Store, Trouble, Wrong};
use gyoji_words::{Lang, web as words};
use serde::Deserialize;
use serde_json::{Value, json};

use super::pages::{Shell, shell};
use super::{App, blocking, catalog};
use crate::guard::lang;
use crate::problem::Problem;
use crate::{API, assets, public};

/// How many games a page has, and the most somebody may ask for.
const PAGE: usize = 24;
const MOST: usize = 200;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    game: Option<String>,
    player: Option<String>,
    event: Option<String>,
    ending: Option<String>,
    fault: Option<String>,
    before: Option<i64>,
    most: Option<usize>,
}

/// `GET /games`
pub(super) async fn page(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let title = match lang(&headers) {
        Lang::En => "Games - Gyoji",
        Lang::Ja => "棋譜 - 行司",
    };
    shell(&app, &headers, Shell::new(lang(&headers), title.to_owned(), "games"))
}

/// `GET /games.json?game=…&player=…&event=…&ending=…&fault=…&before=N`
pub(super) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Problem> {
    let bad = |name: &str| {
        let problem = Problem::refused(422, "bad-query", words::bad_query(name));
        problem.hint(words::search_forms())
    };
    let known = "game, player, event, ending, fault, before, most";
    let Query(wanted) = wanted.map_err(|_| bad(known))?;
    let most = wanted.most.unwrap_or(PAGE).clamp(1, MOST);
    // A field that was left empty in a form is not meant.
    let said = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let fault = match said(wanted.fault).as_deref() {
        None => None,
        Some("any") => Some(Wrong::Any),
        Some(kind) => {
            let kind = serde_json::from_value(kind.into()).map_err(|_| bad("fault"))?;
            Some(Wrong::Kind(kind))
        }
    };
    let search = Search {
        game: said(wanted.game),
        player: said(wanted.player).map(|name| name.trim().to_owned()),
        series: said(wanted.event),
        ending: said(wanted.ending),
        fault,
        before: wanted.before,
    };
    let hall = Arc::clone(&app.hall);
    let found = blocking(move || match hall.store() {
        Some(store) => find(store, &search, most),
        None => Ok(json!({ "api": API, "games": [], "next": null, "kept": false })),
    });
    let found = found.await?.map_err(|trouble| Problem::refused(503, "no-store", trouble.text))?;
    Ok(assets::json(&headers, &found))
}

fn find(store: &Store, search: &Search, most: usize) -> Result<Value, Trouble> {
    let mut hits = store.search(search, most + 1)?;
    let next = (hits.len() > most).then(|| hits.truncate(most));
    let next = next.and_then(|()| hits.last().map(|hit| hit.number));
    // To count what a search would find, all of it would have to be looked at.
    let is_all = *search == Search { before: search.before, ..Search::default() };
    let total = if is_all { Some(store.count_all()?) } else { None };
    let mut legends: HashMap<String, Option<Legend>> = HashMap::new();
    let games: Vec<Value> = hits
        .iter()
        .map(|hit| {
            let game = &hit.row.game;
            let legend = legends.entry(game.clone()).or_insert_with(|| catalog::legend(game));
            line(hit, legend.as_ref())
        })
        .collect();
    Ok(json!({ "api": API, "games": games, "next": next, "total": total, "kept": true }))
}

fn line(hit: &Hit, legend: Option<&Legend>) -> Value {
    let row = &hit.row;
    let faults = row.faults.iter();
    json!({
        "id": row.id,
        "number": hit.number,
        "game": row.game,
        "title": legend.map(|legend| &legend.title),
        "players": row.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
        "ended": public::ended(&row.ended),
        "ending": legend.map(|legend| gyoji_page::ending(&row.ended, legend)),
        "plies": row.plies,
        "started_ms": row.started_ms,
        "event": row.place.as_ref().map(|place| &place.series),
        "faults": faults.map(|fault| {
            json!({ "seat": fault.seat, "kind": fault.kind, "count": fault.count })
        }).collect::<Vec<_>>(),
    })
}

/// `GET /api/games/{id}/board`: how a game looks now, for a small picture of it.
pub(super) async fn board(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let hall = Arc::clone(&app.hall);
    let found = blocking(move || hall.glimpse(&id)).await?.ok_or_else(Problem::no_such_game)?;
    let board = json!({ "api": API, "legend": found.legend, "moment": found.moment });
    let mut response = assets::json(&headers, &board);
    if found.ended.is_some() {
        // It will look like this for ever; the next version may draw it another way.
        let value = HeaderValue::from_static("private, max-age=3600");
        response.headers_mut().insert(CACHE_CONTROL, value);
    }
    Ok(response)
}
