//! Refusals, as `application/problem+json`: what was wrong, and what to do instead.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use gyoji_core::BadText;
use gyoji_words::{Lang, Text, web as words};
use serde_json::{Map, Value, json};

/// Why a request is refused.
#[derive(Clone, Debug)]
pub(crate) struct Problem(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    status: u16,
    /// What kind it is, for programs.
    kind: &'static str,
    detail: Text,
    hint: Option<Text>,
    more: Map<String, Value>,
}

impl Problem {
    /// A refusal with a status and a kind.
    pub(crate) fn refused(status: u16, kind: &'static str, detail: Text) -> Problem {
        Problem(Box::new(Parts { status, kind, detail, hint: None, more: Map::new() }))
    }

    /// Something that was written cannot be understood or done.
    pub(crate) fn unprocessable(kind: &'static str, bad: &BadText) -> Problem {
        let input: String = bad.input.chars().take(80).collect();
        let detail = Text::plain(format!("{input:?}")).then(": ", &bad.problem);
        Problem::refused(422, kind, detail)
    }

    pub(crate) fn no_such_game() -> Problem {
        Problem::refused(404, "no-such-game", words::no_such_game()).hint(words::look_at_lobby())
    }

    pub(crate) fn our_fault() -> Problem {
        Problem::refused(500, "our-fault", words::our_fault())
    }

    /// With what to do instead.
    pub(crate) fn hint(mut self, hint: Text) -> Problem {
        self.0.hint = Some(hint);
        self
    }

    /// With more to know.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Problem {
        self.0.more.insert(name.to_owned(), value.into());
        self
    }

    /// Its status, and what a person reads: what is wrong, and what to do instead.
    pub(crate) fn told(&self, lang: Lang) -> (StatusCode, &str, Option<&str>) {
        let Parts { status, detail, hint, .. } = &*self.0;
        (status_code(*status), detail.get(lang), hint.as_ref().map(|hint| hint.get(lang)))
    }

    /// The answer in one language; `says` and `hints` have both.
    pub(crate) fn render(&self, lang: Lang) -> Response {
        let Parts { status, kind, detail, hint, more } = &*self.0;
        let mut body = json!({
            "type": format!("urn:gyoji:problem:{kind}"),
            "title": kind,
            "status": status,
            "detail": detail.get(lang),
            "says": detail,
        });
        if let Value::Object(fields) = &mut body {
            if let Some(hint) = hint {
                fields.insert("hint".into(), hint.get(lang).into());
                fields.insert("hints".into(), json!(hint));
            }
            fields.extend(more.clone());
        }
        let mut response = (status_code(*status), body.to_string()).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(CONTENT_TYPE, kind);
        response
    }
}

fn status_code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// In English, and carried along for [`guard`](crate::guard), which knows the language that is
/// wanted.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.render(Lang::En);
        response.extensions_mut().insert(self);
        response
    }
}
