//! Kits: a bot to start from, chosen on the page and sent as an archive.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Response};
use gyoji_core::{BadText, Game, Kit, Text, Visitor};
use gyoji_kits::{LANGUAGES, Language, USUAL, Wish};
use gyoji_words::{Lang, kits as words, web};
use serde::Deserialize;
use serde_json::{Value, json};

use super::App;
use super::pages::{Shell, shell};
use crate::API;
use crate::guard::lang;
use crate::problem::Problem;

/// What a bot is called if nobody says otherwise.
const NAME: &str = "my-ai";
/// The longest name of one.
const LONGEST: usize = 40;

/// `GET /make`
pub(super) async fn page(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let title = match lang(&headers) {
        Lang::En => "Make a bot - Gyoji",
        Lang::Ja => "ボットを作る - 行司",
    };
    shell(&app, &headers, Shell::new(lang(&headers), title.to_owned(), "make"))
}

/// `GET /api/kits`: what there are kits for. The page's twin is the same.
pub(super) async fn list() -> Json<Value> {
    let game = |id: &'static str| {
        let (title, seats) = about(id).ok()?;
        let protocols =
            LANGUAGES.iter().map(|language| (language.id, gyoji_kits::protocols(id, language)));
        let protocols: serde_json::Map<String, Value> =
            protocols.map(|(id, all)| (id.to_owned(), json!(all))).collect();
        Some(json!({ "id": id, "title": title, "seats": seats, "protocols": protocols }))
    };
    let language = |language: &Language| {
        json!({
            "id": language.id,
            "title": language.title,
            "file": language.file,
            "needs": language.needs,
        })
    };
    Json(json!({
        "api": API,
        "games": gyoji_kits::games().into_iter().filter_map(game).collect::<Vec<_>>(),
        "languages": LANGUAGES.iter().map(language).collect::<Vec<_>>(),
    }))
}

#[derive(Deserialize, Debug)]
pub(super) struct Wanted {
    name: Option<String>,
    protocol: Option<String>,
}

/// `GET /api/kits/{game}/{language}`: the archive.
pub(super) async fn archive(
    Path((game, language)): Path<(String, String)>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    let missing = |bad: BadText| Problem::unprocessable("no-such-kit", &bad);
    let (title, seats) = about(&game).map_err(missing)?;
    let known = LANGUAGES.iter().map(|language| language.id);
    let language = Language::find(&language)
        .ok_or_else(|| missing(BadText::unknown(&language, known, words::no_such_language)))?;
    let name = wanted.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let name = name.unwrap_or(NAME);
    // It becomes a folder's name and stands in source files.
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if name.len() > LONGEST || !name.chars().all(is_fine) {
        let bad = BadText::new(name, web::not_a_bot_name(LONGEST));
        return Err(Problem::unprocessable("bad-name", &bad));
    }
    let protocol = wanted.protocol.as_deref().unwrap_or(USUAL);
    let wish = Wish { game: &game, title: &title, seats, language, protocol, name };
    let files = gyoji_kits::make(&wish).map_err(missing)?;
    let zip = gyoji_kits::zip(name, &files).map_err(|_| Problem::our_fault())?;
    let file = format!("attachment; filename=\"{name}.zip\"");
    Ok(([(CONTENT_TYPE, "application/zip".to_owned()), (CONTENT_DISPOSITION, file)], zip)
        .into_response())
}

/// How a game is called, and how many play it.
fn about(game: &str) -> Result<(Text, usize), BadText> {
    struct About;

    impl Visitor for About {
        type Out = (Text, usize);

        fn visit<G: Game>(self, _: &Kit<G>) -> (Text, usize) {
            (G::SPEC.title, G::SPEC.seats.len())
        }
    }

    gyoji_catalog::visit(game, About)
}
