//! Looking at a game: its events, its record, what can be chosen in it.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use gyoji_core::BadText;
use gyoji_core::view::Step;
use gyoji_page::{GameDocument, Show, explained, replay_page};
use gyoji_referee::journal::file_name;
use gyoji_words::web as words;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{App, blocking};
use crate::API;
use crate::bout::{Bout, Watcher};
use crate::guard::{Peer, lang};
use crate::problem::Problem;

/// Lines that are sent at once.
const BATCH: usize = 64;
const NDJSON: &str = "application/x-ndjson";

#[derive(Deserialize, Debug)]
pub(super) struct Since {
    #[serde(default)]
    since: usize,
    #[serde(default)]
    follow: u8,
}

/// `GET /api/games/{id}/events?since=N&follow=1`
pub(super) async fn events(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    since: Result<Query<Since>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let bad = |_| Problem::refused(422, "bad-query", words::bad_query("since, follow"));
    let Query(Since { since, follow }) = since.map_err(bad)?;
    let bout = app.find(&id).await?;
    let _ = bout.touch(&app.hall.gate);
    let is_local = peer.is_local() || app.hall.config.open_talk;
    let reader =
        Reader { next: since, is_local, follows: follow != 0, watcher: bout.watch(), bout };
    let body = Body::from_stream(stream::unfold(reader, |mut reader| async move {
        let chunk = reader.read().await?;
        Some((Ok::<_, std::convert::Infallible>(chunk), reader))
    }));
    Ok(([(CONTENT_TYPE, NDJSON)], body).into_response())
}

/// Somebody who reads a story line by line.
struct Reader {
    bout: Arc<Bout>,
    #[allow(dead_code, reason = "is here, until it is dropped")]
    watcher: Watcher,
    next: usize,
    is_local: bool,
    follows: bool,
}

impl Reader {
    /// The next lines; `None` if there will be none.
    async fn read(&mut self) -> Option<Bytes> {
        let mut news = self.bout.story.news();
        loop {
            let lines = self.bout.story.lines(self.next, BATCH, self.is_local);
            if !lines.is_empty() {
                self.next += lines.len();
                return Some(lines.concat().into());
            }
            if !self.follows || self.bout.story.ended().is_some() {
                return None;
            }
            news.changed().await.ok()?;
        }
    }
}

/// `GET /api/games/{id}/record`: for keeping, and for `gyoji replay`.
pub(super) async fn record(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let bout = app.find(&id).await?;
    let record = bout.story.record(peer.is_local() || app.hall.config.open_talk);
    let name = file_name(&record.header.game, &record.header.id);
    let headers = [
        (CONTENT_TYPE, NDJSON.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, record.to_text()).into_response())
}

/// `GET /api/games/{id}/page`: the game as one file that needs no server.
pub(super) async fn page(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let bout = app.find(&id).await?;
    let is_local = peer.is_local() || app.hall.config.open_talk;
    let lang = lang(&headers);
    let made = blocking(move || {
        let record = bout.story.record(is_local);
        let show = if is_local { Show::All } else { Show::Game };
        let game = GameDocument::new(&record, Vec::new(), show)?;
        Ok::<_, BadText>((file_name(&record.header.game, &record.header.id), game))
    });
    let (name, game) = made.await?.map_err(|_| Problem::our_fault())?;
    let name = name.replace(".jsonl", ".html");
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        // Its script and style stand inside, which the policy of our own pages forbids.
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, replay_page(&game, lang)).into_response())
}

/// `GET /api/games/{id}/talk`: what was sent to each seat so far, and why answers did not count.
/// Whoever is not at this machine is told neither.
pub(super) async fn talk(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let bout = app.find(&id).await?;
    let is_local = peer.is_local() || app.hall.config.open_talk;
    blocking(move || {
        let record = bout.story.record(is_local);
        let (show, why) = match is_local {
            true => (Show::All, explained(&record)),
            false => (Show::Game, Vec::new()),
        };
        let game = GameDocument::new(&record, Vec::new(), show);
        let GameDocument { talk, talk_left_out, .. } = game.map_err(|_| Problem::our_fault())?;
        let talk = json!({ "api": API, "talk": talk, "left_out": talk_left_out, "why": why });
        Ok(crate::assets::json(&headers, &talk))
    })
    .await?
}

/// `GET /api/games/{id}/at/{ply}`: the board after so many moves.
pub(super) async fn at(
    State(app): State<App>,
    Path((id, ply)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let bout = app.find(&id).await?;
    let moment = ply.parse().ok().and_then(|ply| bout.story.at(ply));
    let missing = || Problem::refused(404, "no-such-ply", words::no_such_ply(&ply));
    Ok(Json(json!({ "api": API, "moment": moment.ok_or_else(missing)? })))
}

#[derive(Deserialize, Debug)]
pub(super) struct Steps {
    #[serde(default)]
    steps: Option<String>,
}

/// `GET /api/games/{id}/choices?steps=[…]`: what can come next.
pub(super) async fn choices(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(Steps { steps }): Query<Steps>,
) -> Result<Json<Value>, Problem> {
    let bout = app.find(&id).await?;
    let bad = |_| Problem::refused(422, "bad-query", words::bad_query("steps"));
    let taken: Vec<Step> = serde_json::from_str(steps.as_deref().unwrap_or("[]")).map_err(bad)?;
    if bout.story.ended().is_some() {
        return Err(Problem::refused(409, "game-over", words::game_is_over()));
    }
    let nowhere = || Problem::refused(422, "bad-steps", words::steps_lead_nowhere());
    let choice = bout.story.choice(&taken).ok_or_else(nowhere)?;
    Ok(Json(json!(choice)))
}
