//! What whoever has a seat can do: move, take back, give up, ask for advice, play again.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use gyoji_core::record::Event;
use gyoji_core::view::Step;
use gyoji_core::{BadText, Seat};
use gyoji_words::web as words;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::{App, Body, blocking, document};
use crate::API;
use crate::bout::Bout;
use crate::guard::Peer;
use crate::hint::{self, Adviser};
use crate::order::{self, clean_name};
use crate::problem::Problem;
use crate::shelf::SeatCard;
use gyoji_referee::person::Deed;

/// How long the referee may take to do what it was told.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a bot thinks about advice.
const HINT_TIME: Duration = Duration::from_secs(1);
/// For how many turns a bot plays at a person's seat at the most.
const MOST_AUTO: u32 = 200;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Keyed {
    key: String,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Moving {
    key: String,
    #[serde(rename = "move", default)]
    mv: Option<String>,
    #[serde(default)]
    steps: Option<Vec<Step>>,
    /// After how many moves this one is meant: a move for another position is refused.
    #[serde(default)]
    ply: Option<u32>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Sitting {
    key: String,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Auto {
    key: String,
    bot: String,
    turns: u32,
}

/// The game and the seat that a key opens.
async fn enter(app: &App, id: &str, key: &str) -> Result<(Arc<Bout>, Seat), Problem> {
    let bout = app.find(id).await?;
    let wrong = || {
        let problem = Problem::refused(403, "wrong-key", words::wrong_key());
        problem.hint(words::key_is_secret())
    };
    let seat = bout.seat_of(key).ok_or_else(wrong)?;
    bout.touch(&app.hall.gate).map_err(|_| Problem::our_fault())?;
    Ok((bout, seat))
}

/// Waits until the referee asks `seat`, who must be the next to move.
async fn await_question(bout: &Bout, seat: Seat) -> Result<u32, Problem> {
    let until = Instant::now() + PATIENCE;
    let mut news = bout.story.news();
    loop {
        news.borrow_and_update();
        let now = bout.story.now();
        if now.ended.is_some() {
            let problem = Problem::refused(409, "game-over", words::game_is_over());
            return Err(problem.hint(words::rematch_or_new()));
        }
        if now.to_move != Some(seat) {
            let problem = Problem::refused(409, "not-your-turn", words::not_your_turn());
            return Err(problem.hint(words::wait_for_turn()).with("to_move", json!(now.to_move)));
        }
        // It was just woken: the question comes in a moment.
        if now.asked == Some(seat) {
            return Ok(now.moment.ply);
        }
        let _ = timeout_at(until, news.changed()).await.map_err(|_| too_slow())?;
    }
}

fn too_slow() -> Problem {
    Problem::refused(504, "too-slow", words::took_too_long())
}

/// Tells the referee, and waits until something has come of it.
async fn act(
    bout: &Arc<Bout>,
    seat: Seat,
    deed: &Deed,
    is_done: impl Fn(&Event) -> bool,
) -> Result<Value, Problem> {
    let mut news = bout.story.news();
    let mut seen = bout.story.len();
    if !bout.tell_referee(seat, deed) {
        return Err(too_slow());
    }
    let until = Instant::now() + PATIENCE;
    loop {
        news.borrow_and_update();
        let new = bout.story.events_from(seen);
        seen += new.len();
        if new.iter().any(|event| is_done(event) || matches!(event, Event::Ended(_))) {
            return Ok(document(bout));
        }
        let _ = timeout_at(until, news.changed()).await.map_err(|_| too_slow())?;
    }
}

/// `POST /api/games/{id}/moves`
pub(super) async fn moves(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(body): Body<Moving>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &body.key).await?;
    let ply = await_question(&bout, seat).await?;
    if body.ply.is_some_and(|meant| meant != ply) {
        let problem = Problem::refused(409, "not-your-turn", words::not_your_turn());
        return Err(problem.hint(words::wait_for_turn()).with("ply", ply));
    }
    let mv = meant(&bout, &body)?;
    let is_done = move |event: &Event| match event {
        Event::Moved(moved) => moved.seat == seat && moved.ply == ply,
        Event::Faulted(fault) => fault.seat == seat,
        _ => false,
    };
    act(&bout, seat, &Deed::Move(mv), is_done).await.map(Json)
}

/// The move that is meant, if it is legal.
fn meant(bout: &Bout, body: &Moving) -> Result<String, Problem> {
    let legal = || bout.story.now().legal;
    match (&body.mv, &body.steps) {
        (Some(text), None) => bout.story.read_move(text.trim()).map_err(|bad| {
            let said: String = text.chars().take(40).collect();
            let said = words::illegal_move(format!("{said:?}"));
            let detail = said.then(": ", &bad.problem);
            let problem = Problem::refused(422, "illegal-move", detail);
            problem.hint(words::legal_are()).with("legal", legal())
        }),
        (None, Some(steps)) => match bout.story.choice(steps) {
            Some(choice) => choice.mv.clone().ok_or_else(|| {
                let problem = Problem::refused(422, "bad-steps", words::steps_not_whole());
                problem.hint(words::ask_choices()).with("choices", json!(choice))
            }),
            None => {
                let problem = Problem::refused(422, "bad-steps", words::steps_lead_nowhere());
                Err(problem.hint(words::ask_choices()).with("legal", legal()))
            }
        },
        _ => Err(Problem::refused(422, "bad-order", words::one_of_move_steps())),
    }
}

/// `POST /api/games/{id}/undo`: takes back the last move of one's own, and those after it.
pub(super) async fn undo(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(Keyed { key }): Body<Keyed>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &key).await?;
    let people = bout.card().seats.iter().filter(|seat| **seat != SeatCard::Bot).count();
    if people > 1 {
        return Err(Problem::refused(409, "no-undo", words::undo_against_bots()));
    }
    await_question(&bout, seat).await?;
    if !bout.story.has_moved(seat) {
        return Err(Problem::refused(409, "no-undo", words::nothing_to_undo()));
    }
    let is_done = |event: &Event| matches!(event, Event::Undone(_));
    act(&bout, seat, &Deed::Undo, is_done).await.map(Json)
}

/// `POST /api/games/{id}/resign`
pub(super) async fn resign(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(Keyed { key }): Body<Keyed>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &key).await?;
    if bout.story.ended().is_some() {
        let problem = Problem::refused(409, "game-over", words::game_is_over());
        return Err(problem.hint(words::rematch_or_new()));
    }
    act(&bout, seat, &Deed::Resign, |_| false).await.map(Json)
}

/// `POST /api/games/{id}/sit`: which seat a key opens; a name for it.
pub(super) async fn sit(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(Sitting { key, name }): Body<Sitting>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &key).await?;
    let name = name.as_deref().map(clean_name).transpose();
    let name = name.map_err(|bad: BadText| Problem::unprocessable("bad-name", &bad))?;
    let is_new = |name: &String| !name.is_empty() && bout.story.now().names[seat.index()] != **name;
    if let Some(name) = name.filter(is_new)
        && bout.story.ended().is_none()
    {
        let is_done = |event: &Event| matches!(event, Event::Named(named) if named.seat == seat);
        act(&bout, seat, &Deed::Name(name), is_done).await?;
        bout.change_card(|_| ());
    }
    // Whoever sits down wants to know next what can be chosen.
    let turn =
        bout.story.turn_of(seat).map(|(ply, choice)| json!({ "ply": ply, "choice": choice }));
    Ok(Json(json!({ "api": API, "seat": seat, "turn": turn })))
}

/// `POST /api/games/{id}/hint`
pub(super) async fn hint(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(Keyed { key }): Body<Keyed>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &key).await?;
    await_question(&bout, seat).await?;
    let gate = Arc::clone(&app.hall.gate);
    let advice = blocking(move || {
        let never = AtomicBool::new(false);
        let _pass = gate.enter(false, &never);
        let record = bout.story.record(true);
        hint::advise(&record, &Adviser::default(), HINT_TIME, &never).ok().flatten()
    });
    let none = || Problem::refused(409, "no-hint", words::no_hint());
    let advice = advice.await?.ok_or_else(none)?;
    Ok(Json(json!({
        "api": API,
        "move": advice.mv,
        "steps": advice.steps,
        "line": advice.line,
        "value": advice.value,
        "points": advice.points.as_ref().map(hint::Points::tenths),
        "unit": advice.points.map(|points| points.unit),
    })))
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Reviewing {
    /// How many moves came before the one that is meant.
    ply: usize,
    #[serde(default)]
    key: Option<String>,
}

/// `POST /api/games/{id}/review`: what the strongest bot thinks of a move that was made. While a
/// game runs only somebody who plays nobody but bots may ask: it is a hint, too.
pub(super) async fn review(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(body): Body<Reviewing>,
) -> Result<Json<Value>, Problem> {
    let bout = app.find(&id).await?;
    if bout.story.ended().is_none() {
        let (bout, _) = enter(&app, &id, body.key.as_deref().unwrap_or_default()).await?;
        let people = bout.card().seats.iter().filter(|seat| **seat != SeatCard::Bot).count();
        if people > 1 {
            return Err(Problem::refused(409, "not-over", words::not_over_yet()));
        }
    }
    let gate = Arc::clone(&app.hall.gate);
    let found = blocking(move || {
        let never = AtomicBool::new(false);
        let _pass = gate.enter(false, &never);
        hint::review(&bout.story.record(true), body.ply, HINT_TIME, &never).ok().flatten()
    });
    let none = || Problem::refused(404, "no-such-ply", words::no_such_ply(body.ply));
    let hint::Review { better, after, lost, played: (mv, steps) } =
        found.await?.ok_or_else(none)?;
    Ok(Json(json!({
        "api": API,
        "ply": body.ply,
        "played": { "move": mv, "steps": steps },
        "better": { "move": better.mv, "steps": better.steps },
        "before": better.value,
        "after": after,
        "line": better.line,
        "lost": lost.as_ref().map(hint::Points::tenths),
        "unit": lost.map(|lost| lost.unit),
    })))
}

/// `POST /api/games/{id}/auto`: lets a bot play at one's seat for so many turns; 0 ends that.
pub(super) async fn auto(
    State(app): State<App>,
    Path(id): Path<String>,
    Body(Auto { key, bot, turns }): Body<Auto>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &key).await?;
    let adviser = order::adviser(&bout.card().game, &bot)
        .map_err(|bad| Problem::unprocessable("bad-order", &bad).hint(words::seat_forms()))?;
    let turns = turns.min(MOST_AUTO);
    let is_asked = bout.story.now().asked == Some(seat);
    if !is_asked || turns == 0 {
        bout.stand_in(seat, adviser, turns);
        return Ok(Json(document(&bout)));
    }
    // The question stands already: this one is answered here, the next ones when they come.
    let gate = Arc::clone(&app.hall.gate);
    let (game, asked) = (Arc::clone(&bout), adviser.clone());
    let advice = blocking(move || {
        let never = AtomicBool::new(false);
        let _pass = gate.enter(false, &never);
        hint::advise(&game.story.record(true), &asked, HINT_TIME, &never).ok().flatten()
    });
    let none = || Problem::refused(409, "no-hint", words::no_hint());
    let advice = advice.await?.ok_or_else(none)?;
    bout.stand_in(seat, adviser, turns - 1);
    let is_done = move |event: &Event| matches!(event, Event::Moved(moved) if moved.seat == seat);
    act(&bout, seat, &Deed::Move(advice.mv), is_done).await.map(Json)
}

/// `POST /api/games/{id}/rematch`: the same again with colours changed.
pub(super) async fn rematch(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(id): Path<String>,
    Body(Keyed { key }): Body<Keyed>,
) -> Result<Json<Value>, Problem> {
    let (bout, seat) = enter(&app, &id, &key).await?;
    let hall = Arc::clone(&app.hall);
    let made = blocking(move || hall.rematch(&bout, seat.index(), peer.remote)).await??;
    let (next, seat, key) = made;
    let url = format!("/g/{}", next.id);
    Ok(Json(json!({ "api": API, "id": next.id, "url": url, "seat": seat, "key": key })))
}
