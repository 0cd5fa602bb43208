//! What can be asked for, and what everything answers with.

pub(crate) mod catalog;
mod deeds;
mod docs;
mod events;
mod games;
mod kits;
mod pages;
mod search;
mod watch;

pub(crate) use pages::refusal;

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use gyoji_core::record::Header;
use gyoji_words::web as words;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::API;
use crate::assets::Assets;
use crate::bout::Bout;
use crate::guard::guard;
use crate::hall::Hall;
use crate::problem::Problem;
use crate::public;
use crate::shelf::SeatCard;
use crate::ws;

/// What every request can use.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) assets: Arc<Assets>,
    /// What can be played, once it is worked out.
    pub(crate) catalog: Arc<OnceLock<Value>>,
}

impl App {
    /// A game by its id, from the disk if need be.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Bout>, Problem> {
        let (hall, id) = (Arc::clone(&self.hall), id.to_owned());
        let found = blocking(move || hall.find(&id)).await?;
        found.ok_or_else(Problem::no_such_game)
    }
}

/// Does something that may take a while where it holds up nobody.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::our_fault())
}

/// All routes, guarded.
pub(crate) fn router(app: App) -> Router {
    let body = app.hall.config.limits.body;
    Router::new()
        .route("/", get(pages::lobby))
        .route("/lobby.json", get(games::lobby))
        .route("/play", get(pages::first_game))
        .route("/play/{game}", get(pages::play))
        .route("/g/{id}", get(pages::game))
        .route("/games", get(search::page))
        .route("/games.json", get(search::list))
        .route("/docs", get(docs::front))
        .route("/docs/{*name}", get(docs::page))
        .route("/make", get(kits::page))
        .route("/make.json", get(kits::list))
        .route("/events", get(events::page))
        .route("/events.json", get(events::list))
        .route("/events/{name}", get(events::event))
        .route("/assets/{*name}", get(pages::asset))
        .route("/favicon.ico", get(pages::favicon))
        .route("/ws", get(ws::open))
        .route("/api", get(catalog::version))
        .route("/api/catalog", get(catalog::catalog))
        .route("/api/kits", get(kits::list))
        .route("/api/kits/{game}/{language}", get(kits::archive))
        .route("/api/lobby", get(games::lobby))
        .route("/api/games", get(games::list).post(games::order))
        .route("/api/games/{id}", get(games::game))
        .route("/api/games/{id}/events", get(watch::events))
        .route("/api/games/{id}/record", get(watch::record))
        .route("/api/games/{id}/page", get(watch::page))
        .route("/api/games/{id}/board", get(search::board))
        .route("/api/games/{id}/talk", get(watch::talk))
        .route("/api/games/{id}/at/{ply}", get(watch::at))
        .route("/api/games/{id}/choices", get(watch::choices))
        .route("/api/games/{id}/moves", post(deeds::moves))
        .route("/api/games/{id}/undo", post(deeds::undo))
        .route("/api/games/{id}/resign", post(deeds::resign))
        .route("/api/games/{id}/hint", post(deeds::hint))
        .route("/api/games/{id}/review", post(deeds::review))
        .route("/api/games/{id}/auto", post(deeds::auto))
        .route("/api/games/{id}/sit", post(deeds::sit))
        .route("/api/games/{id}/rematch", post(deeds::rematch))
        .fallback(async || Problem::refused(404, "no-such-page", words::no_such_page()))
        .method_not_allowed_fallback(async || {
            let problem = Problem::refused(405, "wrong-method", words::wrong_method());
            problem.hint(words::see_api())
        })
        .layer(DefaultBodyLimit::max(body))
        .layer(from_fn_with_state(app.clone(), guard))
        .with_state(app)
}

/// A body in JSON; what is wrong with it is said as everything else.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, Problem> {
        match axum::Json::<T>::from_request(request, app).await {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                Err(Problem::refused(415, "not-json", words::not_json_type()))
            }
            Err(JsonRejection::BytesRejection(_)) => {
                let most = app.hall.config.limits.body;
                Err(Problem::refused(413, "too-large", words::too_large(most)))
            }
            Err(other) => {
                let problem = Problem::refused(422, "not-json", words::not_json(other.body_text()));
                Err(problem.hint(words::see_api()))
            }
        }
    }
}

/// What can change about a game beside what happens in it.
pub(crate) fn about(bout: &Bout) -> Value {
    let glimpse = bout.story.glimpse();
    let header = bout.story.header();
    json!({
        "seats": seats(bout, &header, &glimpse.names),
        "next": bout.card().next,
        "demo": bout.is_demo,
        "kept": bout.story.trouble().is_none(),
    })
}

/// Who sits where, as everybody may know.
fn seats(bout: &Bout, header: &Header, names: &[String]) -> Vec<Value> {
    let card = bout.card();
    let all = card.seats.iter().zip(&header.players).zip(names);
    all.map(|((seat, player), name)| {
        json!({
            "kind": match seat {
                SeatCard::Person { .. } => "person",
                SeatCard::Bot if player.text == "human" => "person",
                SeatCard::Bot if player.text.starts_with("bot") => "bot",
                SeatCard::Bot => "program",
            },
            "open": matches!(seat, SeatCard::Person { open: true, .. }),
            "name": name,
            "limit_ns": player.limit_ns,
            "clock": player.clock,
        })
    })
    .collect()
}

/// The document of a game.
pub(crate) fn document(bout: &Bout) -> Value {
    let now = bout.story.now();
    json!({
        "api": API,
        "id": bout.id,
        "game": now.header.game,
        "title": now.legend.title,
        "started_ms": now.header.started_ms,
        "options": now.header.options,
        "ply": now.moment.ply,
        "seq": now.seq,
        "to_move": now.to_move,
        "asked": now.asked.is_some(),
        "legal": now.legal,
        "moves": now.moves,
        "opening": now.header.opening,
        "position": now.moment.position,
        "titles": now.moment.titles,
        "last": now.moment.last,
        "view": now.moment.view,
        "legend": now.legend,
        "seats": seats(bout, &now.header, &now.names),
        "ended": now.ended.as_ref().map(public::ended),
        "next": bout.card().next,
        "demo": bout.is_demo,
    })
}
