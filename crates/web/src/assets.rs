//! The files of the pages, which are part of the program; squeezed once, when it starts.

use std::collections::HashMap;
use std::io::Write;

use axum::body::Bytes;
use axum::http::HeaderValue;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, VARY,
};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// Makes the table: a line is the name of a file in `assets/`.
macro_rules! files {
    ($($name:literal,)*) => {
        const FILES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../assets/", $name)))),*];
    };
}

files! {
    "app.js",
    "arena.css",
    "client.js",
    "docs.js",
    "events.js",
    "found.js",
    "game.js",
    "guide.js",
    "lobby.js",
    "make.js",
    "people.js",
    "play.js",
    "review.js",
    "site.css",
}

#[derive(Debug)]
pub(crate) struct Assets {
    all: HashMap<&'static str, Asset>,
    version: String,
}

#[derive(Debug)]
pub(crate) struct Asset {
    kind: &'static str,
    plain: Bytes,
    squeezed: Bytes,
    tag: String,
}

impl Assets {
    pub(crate) fn new() -> Assets {
        let page = gyoji_page::ASSETS.iter().map(|asset| (asset.name, asset.text.to_owned()));
        let own = FILES.iter().map(|&(name, text)| (name, text.to_owned()));
        let files = page.chain(own).chain([(gyoji_page::WORDS, words())]);
        let short = |digest: &[u8]| -> String {
            digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
        };
        let mut whole = Sha256::new();
        let all = files.map(|(name, text)| {
            let bytes = text.into_bytes();
            whole.update(&bytes);
            let tag = short(&Sha256::digest(&bytes));
            let asset = Asset {
                kind: kind(name),
                squeezed: gzip(&bytes, Compression::best()).into(),
                plain: bytes.into(),
                tag: format!("\"{tag}\""),
            };
            (name, asset)
        });
        let all = all.collect();
        Assets { all, version: short(&whole.finalize()) }
    }

    /// What tells these files from those of another version. It stands in their addresses, so that
    /// a browser need not ask again for what it has.
    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// A script and all that it imports.
    pub(crate) fn with_imports(&self, script: &str) -> Vec<&'static str> {
        let mut all: Vec<&'static str> = Vec::new();
        let mut open: Vec<String> = vec![script.to_owned()];
        while let Some(name) = open.pop() {
            let Some((name, asset)) = self.all.get_key_value(name.as_str()) else { continue };
            if !all.contains(name) {
                all.push(name);
                let text = String::from_utf8_lossy(&asset.plain);
                let lines = text.lines().filter(|line| line.starts_with("import "));
                let imported =
                    lines.filter_map(|line| line.split("\"./").nth(1)?.split('"').next());
                open.extend(imported.map(str::to_owned));
            }
        }
        all
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Asset> {
        self.all.get(name)
    }
}

impl Asset {
    /// What tells one version of it from another.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    pub(crate) fn answer(&self, wanted: &HeaderMap, is_lasting: bool) -> Response {
        let mut response = match takes_gzip(wanted) {
            true => ([(CONTENT_ENCODING, "gzip")], self.squeezed.clone()).into_response(),
            false => self.plain.clone().into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let lasts = if is_lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(lasts));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
}

/// The script with every word of the pages, these and all others, in both languages.
fn words() -> String {
    let all =
        gyoji_words::page::ALL.iter().chain(gyoji_words::arena::ALL).chain(gyoji_words::site::ALL);
    let words: serde_json::Map<String, serde_json::Value> =
        all.map(|(key, text)| ((*key).to_owned(), serde_json::json!(text))).collect();
    format!("export const WORDS = {};\n", serde_json::Value::Object(words))
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let wanted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    wanted.is_some_and(|wanted| wanted.split(',').any(|way| way.trim().starts_with("gzip")))
}

fn gzip(bytes: &[u8], how: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), how);
    let squeezed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    squeezed.expect("memory takes everything")
}

/// JSON, squeezed for those who can read that.
pub(crate) fn json(wanted: &HeaderMap, value: &serde_json::Value) -> Response {
    let mut response = gzip_if_wanted(wanted, value.to_string().into_bytes());
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// A body, squeezed for those who can read that.
pub(crate) fn gzip_if_wanted(wanted: &HeaderMap, bytes: Vec<u8>) -> Response {
    match takes_gzip(wanted) {
        // Somebody waits for this: what is saved by more of it is not worth the time.
        true => ([(CONTENT_ENCODING, "gzip")], gzip(&bytes, Compression::fast())).into_response(),
        false => bytes.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_leads_to_a_file_and_every_word_is_there() {
        let assets = Assets::new();
        let words = words();
        for (name, text) in FILES {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let from = line.split("\"./").nth(1).and_then(|rest| rest.split('"').next());
                let from = from.unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(assets.get(from).is_some(), "{name}: {from}");
            }
            let asked = text.split(" t(\"").chain(text.split("(t(\"")).skip(1);
            for key in asked.filter_map(|part| part.split('"').next()) {
                let is_word = key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
                assert!(!is_word || words.contains(&format!("\"{key}\":")), "{name}: {key}");
            }
        }
    }

    #[test]
    fn the_first_page_is_light() {
        let assets = Assets::new();
        let styles = ["tokens.css", "gyoji.css", "board.css", "arena.css"];
        for page in ["lobby.js", "play.js", "game.js"] {
            let mut names = assets.with_imports(page);
            names.extend(assets.with_imports("app.js").into_iter().chain(styles));
            names.sort_unstable();
            names.dedup();
            let sent = names.iter().filter_map(|name| assets.get(name));
            let sent: usize = sent.map(|asset| asset.squeezed.len()).sum();
            assert!(sent < 90_000, "{page}: {sent} bytes");
        }
    }
}
