//! Pages and what they need. A page is a shell in the visitor's language; the rest is filled in by
//! `app.js` from the same API that everybody can use.

use askama::Template;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_TYPE, HeaderMap, IF_NONE_MATCH, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use gyoji_words::Lang;

use super::{App, catalog, document};
use crate::guard::lang;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "shell.html")]
pub(super) struct Shell<'a> {
    pub(super) lang: &'a str,
    pub(super) title: String,
    /// Which page it is: `lobby`, `play`, `game`.
    pub(super) page: &'a str,
    pub(super) game: &'a str,
    pub(super) id: &'a str,
    /// What is inside before a script runs.
    pub(super) body: String,
    pub(super) styles: &'static [&'static str],
    /// Which files the page's are: see [`Assets::version`](crate::assets::Assets::version).
    pub(super) version: String,
    /// What the page's script imports: a browser need not find out step by step.
    pub(super) scripts: Vec<&'static str>,
}

/// What every page looks like, and what is beside that on those of events, games and guides.
const STYLES: &[&str] =
    &["tokens.css", "gyoji.css", "board.css", "arena.css", "event.css", "site.css"];
const EVERYWHERE: usize = 4;

impl<'a> Shell<'a> {
    pub(super) fn new(lang: Lang, title: String, page: &'a str) -> Shell<'a> {
        let styles = match page {
            "lobby" | "play" | "make" | "game" | "refusal" => &STYLES[..EVERYWHERE],
            _ => STYLES,
        };
        let lang = word(lang);
        let body = String::new();
        let (version, scripts) = (String::new(), Vec::new());
        Shell { lang, title, page, game: "", id: "", body, styles, version, scripts }
    }
}

pub(super) fn shell(
    app: &App,
    headers: &HeaderMap,
    mut shell: Shell<'_>,
) -> Result<Response, Problem> {
    let script = match shell.page {
        "games" => "found.js".to_owned(),
        "event" => "events.js".to_owned(),
        "refusal" => "docs.js".to_owned(),
        page => format!("{page}.js"),
    };
    shell.scripts = app.assets.with_imports(&script);
    shell.version = app.assets.version().to_owned();
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

pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let lang = lang(&headers);
    let title = match lang {
        Lang::En => "Gyoji: the arena for game AIs",
        Lang::Ja => "行司 ― ゲームAIの土俵",
    };
    let title = title.to_owned();
    shell(&app, &headers, Shell::new(lang, title, "lobby"))
}

/// `/play`: a game has to be chosen, and the first one is.
pub(super) async fn first_game() -> Redirect {
    Redirect::to(&format!("/play/{}", gyoji_catalog::GAMES[0]))
}

pub(super) async fn play(
    State(app): State<App>,
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
    shell(&app, &headers, Shell { game: name, ..Shell::new(lang, title, "play") })
}

pub(super) async fn game(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (id, is_twin) = twin(&id);
    let lang = lang(&headers);
    let bout = match app.find(id).await {
        Ok(bout) => bout,
        Err(problem) if is_twin => return Err(problem),
        // Whoever followed an old link gets a page that says so, and leads on.
        Err(_) => {
            let title = gyoji_words::web::no_such_game().get(lang).to_owned();
            let page = Shell { id, ..Shell::new(lang, title, "game") };
            return Ok((StatusCode::NOT_FOUND, shell(&app, &headers, page)?).into_response());
        }
    };
    let _ = bout.touch(&app.hall.gate);
    if is_twin {
        return Ok(Json(document(&bout)).into_response());
    }
    let glimpse = bout.story.glimpse();
    let names: Vec<String> = glimpse.names.iter().map(|name| shown(name, lang)).collect();
    let players = names.join(" - ");
    let title = format!("{} : {players} - Gyoji", glimpse.legend.title.get(lang));
    let game = &glimpse.legend.game;
    shell(&app, &headers, Shell { game, id, ..Shell::new(lang, title, "game") })
}

#[derive(Template)]
#[template(path = "refusal.html")]
struct Refusal<'a> {
    title: &'a str,
    detail: &'a str,
    hint: Option<&'a str>,
    lobby: &'a str,
}

/// A refusal for somebody who followed a link: a page that says why, and leads on.
pub(crate) fn refusal(app: &App, headers: &HeaderMap, problem: &Problem) -> Option<Response> {
    let lang = lang(headers);
    let (status, detail, hint) = problem.told(lang);
    let said = |key| gyoji_words::arena::find(key).map_or("", |text| text.get(lang));
    let refusal = Refusal { title: said("not_there"), detail, hint, lobby: said("to_lobby") };
    let body = refusal.render().ok()?;
    let page = Shell { body, ..Shell::new(lang, detail.to_owned(), "refusal") };
    Some((status, shell(app, headers, page).ok()?).into_response())
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
pub(super) fn twin(name: &str) -> (&str, bool) {
    name.strip_suffix(".json").map_or((name, false), |name| (name, true))
}

pub(super) async fn asset(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Response {
    let known = headers.get(IF_NONE_MATCH).and_then(|tag| tag.to_str().ok());
    // What has the version in its address never changes. An older page asks for another version and gets what there is.
    let (version, name) = name.rsplit_once('/').unwrap_or(("", &name));
    let is_lasting = version == app.assets.version();
    match app.assets.get(name).filter(|_| version.bytes().all(|byte| byte.is_ascii_hexdigit())) {
        Some(asset) if known == Some(asset.tag()) => StatusCode::NOT_MODIFIED.into_response(),
        Some(asset) => asset.answer(&headers, is_lasting),
        None => {
            Problem::refused(404, "no-such-page", gyoji_words::web::no_such_page()).into_response()
        }
    }
}

pub(super) async fn favicon(state: State<App>, headers: HeaderMap) -> Response {
    asset(state, headers, Path("favicon.svg".to_owned())).await
}
