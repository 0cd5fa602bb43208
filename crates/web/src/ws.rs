//! Watching over a web socket: one socket, any number of games.
//!
//! Down come the lines of the stories that were asked for, each with the game's id, and a game's
//! `about` whenever that changes. Up come `{"watch": ID, "since": N}` and `{"unwatch": ID}`; moves
//! are made by requests. Between a story and a socket there is a queue of a few lines; whoever
//! does not read them is not sent more, and whoever has fallen far behind gets a snapshot.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Query, State};
use axum::response::Response;
use futures_util::SinkExt;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::bout::Bout;
use crate::guard::Peer;
use crate::hall::Hall;
use crate::problem::Problem;
use crate::routes::{App, about};

/// Lines on their way to one socket.
const QUEUE: usize = 32;
/// Lines that are taken from a story at once.
const BATCH: usize = 64;
/// Whoever follows a game and is so many lines behind gets a snapshot instead.
const FAR_BEHIND: usize = 256;
/// How long one line may take to be sent.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes of lines that are sent at once.
const WRITTEN: usize = 16 << 10;
/// How often somebody who says nothing is asked whether it is there.
const PING: Duration = Duration::from_secs(20);
/// The longest thing a watcher may say.
const LONGEST: usize = 4 << 10;

/// What a watcher says.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Wish {
    Watch {
        watch: String,
        #[serde(default)]
        since: usize,
    },
    Unwatch {
        unwatch: String,
    },
}

#[derive(Deserialize, Debug)]
pub(crate) struct First {
    game: Option<String>,
    #[serde(default)]
    since: usize,
}

/// `GET /ws?game=ID&since=N`
pub(crate) async fn open(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Query(first): Query<First>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    if let Some(id) = &first.game {
        app.find(id).await?;
    }
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST);
    // A watcher that does not read may keep us waiting, but not fill our memory.
    let upgrade = upgrade.write_buffer_size(WRITTEN).max_write_buffer_size(1 << 20);
    // Watchers say little: a buffer as large as usual would be most of what each of them costs.
    let upgrade = upgrade.read_buffer_size(LONGEST);
    Ok(upgrade.on_upgrade(move |socket| serve(app.hall, socket, peer.is_local(), first)))
}

async fn serve(hall: Arc<Hall>, mut socket: WebSocket, is_local: bool, first: First) {
    let is_local = is_local || hall.config.open_talk;
    let (out, mut lines) = mpsc::channel::<Utf8Bytes>(QUEUE);
    let mut watched: HashMap<String, AbortHandle> = HashMap::new();
    let begin = |id: &str, since| {
        let (hall, id, out) = (Arc::clone(&hall), id.to_owned(), out.clone());
        tokio::spawn(async move { follow(&hall, &id, since, is_local, &out).await }).abort_handle()
    };
    if let Some(id) = &first.game {
        watched.insert(id.clone(), begin(id, first.since));
    }
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_answered = true;
    loop {
        let send = tokio::select! {
            said = socket.recv() => match said {
                Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                    Ok(Wish::Watch { watch, since }) if watched.len() < hall.config.limits.watched => {
                        let task = begin(&watch, since);
                        if let Some(old) = watched.insert(watch, task) {
                            old.abort();
                        }
                        continue;
                    }
                    Ok(Wish::Unwatch { unwatch }) => {
                        if let Some(old) = watched.remove(&unwatch) {
                            old.abort();
                        }
                        continue;
                    }
                    Ok(Wish::Watch { .. }) => complaint(None, "too-many"),
                    Err(_) => complaint(None, "not-understood"),
                },
                Some(Ok(Message::Binary(_))) => complaint(None, "not-understood"),
                Some(Ok(Message::Pong(_) | Message::Ping(_))) => {
                    is_answered = true;
                    continue;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
            Some(line) = lines.recv() => {
                // What belongs together (a move and the next question) goes out together.
                let batch = async {
                    socket.feed(Message::Text(line)).await?;
                    while let Ok(line) = lines.try_recv() {
                        socket.feed(Message::Text(line)).await?;
                    }
                    socket.flush().await
                };
                match timeout(PATIENCE, batch).await {
                    Ok(Ok(())) => continue,
                    _ => break,
                }
            }
            _ = ping.tick() => {
                if !std::mem::take(&mut is_answered) {
                    break;
                }
                Message::Ping(Default::default())
            }
        };
        if !matches!(timeout(PATIENCE, socket.send(send)).await, Ok(Ok(()))) {
            break;
        }
    }
    for task in watched.values() {
        task.abort();
    }
}

fn complaint(game: Option<&str>, problem: &str) -> Message {
    Message::Text(json!({ "game": game, "problem": problem }).to_string().into())
}

/// Sends a story from line `next` on, until nobody listens.
async fn follow(
    hall: &Arc<Hall>,
    id: &str,
    mut next: usize,
    is_local: bool,
    out: &mpsc::Sender<Utf8Bytes>,
) {
    let found = {
        let (hall, id) = (Arc::clone(hall), id.to_owned());
        tokio::task::spawn_blocking(move || hall.find(&id)).await.ok().flatten()
    };
    let Some(bout) = found else {
        let text = json!({ "game": id, "problem": "no-such-game" }).to_string();
        let _ = out.send(text.into()).await;
        return;
    };
    let _watcher = bout.watch();
    let _ = bout.touch(&hall.gate);
    let mut news = bout.story.news();
    let mut known = None;
    let mut is_live = false;
    loop {
        news.borrow_and_update();
        let version = bout.card_version.load(Ordering::Relaxed);
        if known.replace(version) != Some(version) && !tell(&bout, out).await {
            return;
        }
        let behind = bout.story.len().saturating_sub(next);
        if is_live && behind > FAR_BEHIND {
            let (line, seq) = bout.story.snapshot();
            next = seq;
            if !send(line, out).await {
                return;
            }
        }
        let batch = bout.story.lines(next, BATCH, is_local);
        if batch.is_empty() {
            is_live = true;
            tokio::select! {
                changed = news.changed() => if changed.is_err() { return },
                () = out.closed() => return,
            }
        }
        for line in batch {
            next += 1;
            if !send(line, out).await {
                return;
            }
        }
    }
}

async fn send(line: axum::body::Bytes, out: &mpsc::Sender<Utf8Bytes>) -> bool {
    match Utf8Bytes::try_from(line) {
        Ok(text) => out.send(text).await.is_ok(),
        Err(_) => true, // lines are JSON, and JSON is text
    }
}

async fn tell(bout: &Bout, out: &mpsc::Sender<Utf8Bytes>) -> bool {
    let text = json!({ "game": bout.id, "about": about(bout) }).to_string();
    out.send(text.into()).await.is_ok()
}

#[cfg(test)]
mod tests {
    use gyoji_core::Seat;
    use gyoji_core::record::{Bytes, Event, HeardLine};
    use serde_json::Value;

    use super::*;
    use crate::config::Config;

    #[tokio::test]
    async fn who_falls_far_behind_gets_a_snapshot() {
        let (hall, _) = Hall::new(Config { demo: false, ..Config::default() });
        let order = json!({ "game": "othello", "seats": ["me", "open"] });
        let order = serde_json::from_value(order).unwrap();
        let bout = hall.order(&order, [127, 0, 0, 1].into()).unwrap().bout;
        let (out, mut lines) = mpsc::channel(QUEUE);
        let (id, story) = (bout.id.clone(), &bout.story);
        tokio::spawn(async move { follow(&hall, &id, 0, true, &out).await });
        let mut next =
            async || -> Value { serde_json::from_str(&lines.recv().await.unwrap()).unwrap() };
        while next().await["event"]["event"] != "asked" {}
        // It follows the game now, and reads no more of it for a while.
        let heard = HeardLine { seat: Seat::FIRST, ply: 0, got: Bytes::new("x") };
        for _ in 0..FAR_BEHIND * 3 {
            story.add(1, &Event::Heard(heard.clone()));
        }
        let mut seqs = Vec::new();
        let snapshot = loop {
            let line = next().await;
            if !line["moment"].is_null() {
                break line["seq"].as_u64().unwrap();
            }
            seqs.push(line["seq"].as_u64().unwrap());
        };
        assert!(seqs.len() < FAR_BEHIND, "{} lines before it", seqs.len());
        assert_eq!(snapshot as usize, story.len() - 1, "everything is in it");
        story.add(1, &Event::Heard(heard));
        assert_eq!(next().await["seq"].as_u64(), Some(snapshot + 1), "and then it goes on");
    }
}
