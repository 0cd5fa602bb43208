//! Pages and what they need. A page is a shell in the visitor's language; the rest is filled in by
//! `app.js` from the same API that everybody can use.

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap, IF_NONE_MATCH, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use gyoji_words::Lang;

use super::{App, catalog, document};
use crate::guard::lang;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "shell.html")]
struct Shell<'a> {
    lang: &'a str,
    title: String,
    /// Which page it is: `lobby`, `play` or `game`.
    page: &'a str,
    game: &'a str,
    id: &'a str,
}

fn shell(headers: &HeaderMap, shell: &Shell<'_>) -> Result<Response, Problem> {
    let html = shell.render().map_err(|_| Problem::our_fault())?;
    let gzipped = crate::assets::gzip_if_wanted(headers, html.into_bytes());
    let mut response = gzipped.into_response();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    let vary = HeaderValue::from_static("accept-language, cookie, accept-encoding");
    response.headers_mut().insert(VARY, vary);
    Ok(response)
}

fn word(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Ja => "ja",
    }
}

pub(super) async fn lobby(headers: HeaderMap) -> Result<Response, Problem> {
    let lang = lang(&headers);
    let title = match lang {
        Lang::En => "Gyoji: the arena for game AIs",
        Lang::Ja => "行司 ― ゲームAIの土俵",
    };
    let title = title.to_owned();
    shell(&headers, &Shell { lang: word(lang), title, page: "lobby", game: "", id: "" })
}

pub(super) async fn play(
    headers: HeaderMap,
    Path(game): Path<String>,
) -> Result<Response, Problem> {
    let (name, is_twin) = twin(&game);
    let missing = || Problem::refused(404, "no-such-page", gyoji_words::web::no_such_page());
    let entry = catalog::entry(name).ok_or_else(missing)?;
    if is_twin {
        return Ok(Json(entry).into_response());
    }
    let lang = lang(&headers);
    let title = entry["title"][word(lang)].as_str().unwrap_or(name);
    let title = match lang {
        Lang::En => format!("Play {title} - Gyoji"),
        Lang::Ja => format!("{title}で遊ぶ - 行司"),
    };
    shell(&headers, &Shell { lang: word(lang), title, page: "play", game: name, id: "" })
}

pub(super) async fn game(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (id, is_twin) = twin(&id);
    let bout = app.find(id).await?;
    let _ = bout.touch(&app.hall.gate);
    if is_twin {
        return Ok(Json(document(&bout)).into_response());
    }
    let lang = lang(&headers);
    let glimpse = bout.story.glimpse();
    let names: Vec<String> = glimpse.names.iter().map(|name| shown(name, lang)).collect();
    let players = names.join(" - ");
    let title = format!("{} : {players} - Gyoji", glimpse.legend.title.get(lang));
    let game = &glimpse.legend.game;
    shell(&headers, &Shell { lang: word(lang), title, page: "game", game, id })
}

/// What somebody is called in a title: people without a name, and ranks.
fn shown(name: &str, lang: Lang) -> String {
    if name == "human" {
        return gyoji_words::web::guest().get(lang).to_owned();
    }
    let rank = gyoji_core::RANKS.iter().find(|rank| rank.id == name);
    rank.map_or_else(|| name.to_owned(), |rank| rank.title.get(lang).to_owned())
}

/// A page's name, and whether its `.json` twin is meant.
fn twin(name: &str) -> (&str, bool) {
    name.strip_suffix(".json").map_or((name, false), |name| (name, true))
}

pub(super) async fn asset(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Response {
    let known = headers.get(IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    match app.assets.get(&name) {
        Some(asset) if known == Some(asset.tag()) => StatusCode::NOT_MODIFIED.into_response(),
        Some(asset) => asset.answer(&headers),
        None => {
            Problem::refused(404, "no-such-page", gyoji_words::web::no_such_page()).into_response()
        }
    }
}

pub(super) async fn favicon(state: State<App>, headers: HeaderMap) -> Response {
    asset(state, headers, Path("favicon.svg".to_owned())).await
}
