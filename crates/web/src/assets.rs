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
        const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../assets/", $name)))),*];
    };
}

files! {
    "app.js",
    "board.js",
    "client.js",
    "game.js",
    "lobby.js",
    "logo.svg",
    "play.js",
    "style.css",
    "words.js",
}

#[derive(Debug)]
pub(crate) struct Assets {
    all: HashMap<&'static str, Asset>,
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
        let all = FILES.iter().map(|&(name, bytes)| {
            let digest = Sha256::digest(bytes);
            let tag: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
            let asset = Asset {
                kind: kind(name),
                plain: Bytes::from_static(bytes),
                squeezed: gzip(bytes).into(),
                tag: format!("\"{tag}\""),
            };
            (name, asset)
        });
        Assets { all: all.collect() }
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

    pub(crate) fn answer(&self, wanted: &HeaderMap) -> Response {
        let mut response = match takes_gzip(wanted) {
            true => ([(CONTENT_ENCODING, "gzip")], self.squeezed.clone()).into_response(),
            false => self.plain.clone().into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(ETAG, tag);
        }
        response
    }
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

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(9));
    let squeezed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    squeezed.expect("memory takes everything")
}

/// A body, squeezed for those who can read that.
pub(crate) fn gzip_if_wanted(wanted: &HeaderMap, bytes: Vec<u8>) -> Response {
    match takes_gzip(wanted) {
        true => ([(CONTENT_ENCODING, "gzip")], gzip(&bytes)).into_response(),
        false => bytes.into_response(),
    }
}
