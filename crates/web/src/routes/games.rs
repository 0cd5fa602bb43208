//! Games: ordering one, looking at one, listing them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::{App, Body, blocking, document};
use crate::bout::Bout;
use crate::guard::Peer;
use crate::order::Order;
use crate::problem::Problem;
use crate::shelf::Brief;
use crate::{API, assets, public};

/// How many boards a lobby shows, and how many events.
const BOARDS: usize = 12;
const EVENTS: usize = 3;

/// `POST /api/games`
pub(super) async fn order(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Body(order): Body<Order>,
) -> Result<Response, Problem> {
    let hall = Arc::clone(&app.hall);
    let made = blocking(move || hall.order(&order, peer.remote)).await??;
    let url = format!("/g/{}", made.bout.id);
    let seats = made.keys.iter().map(|key| key.as_ref().map(|key| json!({ "key": key })));
    let body = json!({
        "api": API,
        "id": made.bout.id,
        "url": url,
        "seats": seats.collect::<Vec<_>>(),
    });
    Ok((StatusCode::CREATED, [(LOCATION, url)], Json(body)).into_response())
}

/// `GET /api/games/{id}`
pub(super) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let bout = app.find(&id).await?;
    let _ = bout.touch(&app.hall.gate);
    Ok(Json(document(&bout)))
}

/// `GET /api/games`: those that run and those that were played last.
pub(super) async fn list(State(app): State<App>) -> Result<Json<Value>, Problem> {
    let hall = Arc::clone(&app.hall);
    blocking(move || {
        let running = hall.running();
        let running: Vec<Value> = running.iter().map(|bout| brief(bout, false)).collect();
        let finished: Vec<Value> = hall.finished().iter().map(over).collect();
        Json(json!({ "api": API, "running": running, "finished": finished }))
    })
    .await
}

/// `GET /api/lobby`: the same with boards. Whoever looks at it may be shown a demonstration.
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let hall = Arc::clone(&app.hall);
    hall.look();
    blocking(move || {
        let running = hall.running();
        let awake = running.iter().filter(|bout| bout.is_live()).take(BOARDS);
        let running: Vec<Value> = awake.map(|bout| brief(bout, true)).collect();
        let finished: Vec<Value> = hall.finished().iter().map(over).collect();
        // A lobby without events is better than none.
        let events = super::events::briefs(&hall, false, EVENTS).unwrap_or_default();
        let lobby =
            json!({ "api": API, "running": running, "finished": finished, "events": events });
        assets::json(&headers, &lobby)
    })
    .await
}

pub(super) fn brief(bout: &Bout, with_board: bool) -> Value {
    let glimpse = bout.story.glimpse();
    let mut brief = json!({
        "id": bout.id,
        "game": glimpse.legend.game,
        "title": glimpse.legend.title,
        "players": glimpse.names,
        "titles": glimpse.moment.titles,
        "ply": glimpse.moment.ply,
        "seq": glimpse.seq,
        "watchers": bout.watchers(),
        "demo": bout.is_demo,
        "elsewhere": bout.is_elsewhere,
        "ended": glimpse.ended.as_ref().map(public::ended),
    });
    if with_board {
        brief["moment"] = json!(glimpse.moment);
        brief["legend"] = json!(glimpse.legend);
    }
    brief
}

fn over(brief: &Brief) -> Value {
    json!({
        "id": brief.id,
        "game": brief.game,
        "title": super::catalog::title(&brief.game),
        "players": brief.players,
        "started_ms": brief.started_ms,
        "ended": public::ended(&brief.ended),
    })
}
