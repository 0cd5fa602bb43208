//! The pages of `docs/` on the server.

use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap};
use axum::response::{IntoResponse, Redirect, Response};
use gyoji_words::{Lang, site, web as words};
use serde::Deserialize;
use serde_json::json;

use super::App;
use super::pages::{Shell, shell, twin};
use crate::docs::{self, Entry};
use crate::problem::Problem;
use crate::{API, assets, guard};

#[derive(Deserialize, Debug)]
pub(super) struct Wanted {
    lang: Option<String>,
}

/// A page with the list of all beside it.
#[derive(Template)]
#[template(path = "docs.html")]
struct Body<'a> {
    label: &'a str,
    folders: Vec<(&'static str, Vec<Entry>)>,
    name: &'a str,
    html: &'a str,
}

/// `GET /docs`: the first page there is.
pub(super) async fn front() -> Redirect {
    Redirect::to("/docs/games/othello")
}

/// `GET /docs/{name}`, its twin, and the pictures in it.
pub(super) async fn page(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
    Query(Wanted { lang }): Query<Wanted>,
) -> Result<Response, Problem> {
    if let Some(picture) = docs::picture(&name) {
        let kind = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "no-cache")];
        return Ok((kind, picture).into_response());
    }
    let lang = lang.map_or_else(|| guard::lang(&headers), |lang| Lang::of_locale(&lang));
    let (name, is_twin) = twin(&name);
    let missing = || Problem::refused(404, "no-such-page", words::no_such_page());
    let page = docs::page(name, lang).ok_or_else(missing)?;
    let folders = docs::list(lang);
    if is_twin {
        let folders =
            folders.iter().map(|(folder, pages)| json!({ "folder": folder, "pages": pages }));
        let folders: Vec<_> = folders.collect();
        let document =
            json!({ "api": API, "page": page, "lang": lang.to_string(), "folders": folders });
        return Ok(assets::json(&headers, &document));
    }
    let said = |key: &str| site::find(key).map_or("", |text| text.get(lang));
    let folders = folders.into_iter().map(|(folder, pages)| {
        let key = match folder {
            "games" => "docs_games",
            "protocols" => "docs_protocols",
            "guides" => "docs_guides",
            _ => "docs_more",
        };
        (said(key), pages)
    });
    let body =
        Body { label: said("docs_list"), folders: folders.collect(), name, html: &page.html };
    let body = body.render().map_err(|_| Problem::our_fault())?;
    let brand = if lang == Lang::En { "Gyoji" } else { "行司" };
    let title = format!("{} - {brand}", page.title);
    shell(&app, &headers, Shell { id: name, body, ..Shell::new(lang, title, "docs") })
}
