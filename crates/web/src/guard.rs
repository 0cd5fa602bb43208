//! Who may ask for anything at all, and what every answer carries.
//!
//! A page of another site that a visitor's browser shows must not be able to play here, read
//! games or open sockets, not even where it has made its name point to this machine. So every
//! request must call this server by a name it has, and come from a page of its own, if from any.

use std::net::{IpAddr, SocketAddr};

use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderMap,
    ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::IncomingStream;
use gyoji_words::{Lang, web as words};

use crate::API;
use crate::crowd::Crowd;
use crate::problem::Problem;
use crate::routes::{App, refusal};

/// Both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    /// Who asks.
    pub(crate) remote: IpAddr,
    /// Under which address.
    local: Option<SocketAddr>,
}

impl Peer {
    /// Whether it is at this machine.
    pub(crate) fn is_local(&self) -> bool {
        self.remote.to_canonical().is_loopback()
    }
}

impl Connected<IncomingStream<'_, Crowd>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Crowd>) -> Peer {
        Peer { remote: stream.remote_addr().ip(), local: stream.io().local_addr().ok() }
    }
}

/// Lets a request through or refuses it, and gives every answer its headers.
pub(crate) async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let lang = lang(request.headers());
    let is_api = request.uri().path().starts_with("/api");
    // Somebody who follows a link, and not a script.
    let browser = (!is_api && wants_page(request.headers())).then(|| request.headers().clone());
    let checked = check(&app.hall.config.names, peer, request.method(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.render(lang),
    };
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response = match browser.and_then(|headers| refusal(&app, &headers, &problem)) {
            Some(page) => page,
            None => problem.render(lang),
        };
    }
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
         object-src 'none'",
    );
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "no-referrer");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    if is_api {
        headers.insert(HeaderName::from_static("gyoji-api"), HeaderValue::from(API));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// The language somebody reads: what they have chosen, or what their browser asks for.
pub(crate) fn lang(headers: &HeaderMap) -> Lang {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let cookies = text(COOKIE).unwrap_or_default().split(';').map(str::trim);
    let chosen = cookies.filter_map(|cookie| cookie.strip_prefix("lang=")).next();
    let wanted = chosen.or_else(|| text(ACCEPT_LANGUAGE)).unwrap_or_default();
    Lang::of_locale(wanted)
}

fn check(
    names: &[String],
    peer: Peer,
    method: &Method,
    headers: &HeaderMap,
) -> Result<(), Problem> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if headers.get_all(HOST).iter().count() != 1 || !is_our_name(host, names, peer) {
        let said: String = host.chars().take(80).collect();
        let problem = Problem::refused(421, "wrong-host", words::wrong_host(format!("{said:?}")));
        return Err(problem.hint(words::use_address()));
    }
    let is_ours = |origin: &HeaderValue| {
        let origin = origin.to_str().unwrap_or_default();
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
    };
    let is_foreign = !headers.get_all(ORIGIN).iter().all(is_ours);
    // Where a browser says from which kind of page a request comes, that counts, too.
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    let is_reading = matches!(*method, Method::GET | Method::HEAD);
    let is_cross = !is_reading && site.is_some_and(|site| !matches!(site, "same-origin" | "none"));
    if is_foreign || is_cross {
        return Err(Problem::refused(403, "wrong-origin", words::wrong_origin()));
    }
    Ok(())
}

/// Whether a `Host` names this server: this machine, the address it was reached at, or one of its
/// names. A name that somebody else has made point here is none of these.
fn is_our_name(host: &str, names: &[String], peer: Peer) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.trim_end_matches('.').to_lowercase();
    let local = peer.local.map(|local| local.ip().to_canonical());
    match name.parse::<IpAddr>().map(|ip| ip.to_canonical()) {
        Ok(ip) => Some(ip) == local || ip.is_loopback() && peer.is_local(),
        Err(_) => {
            name == "localhost" && peer.is_local()
                || names.iter().any(|known| known.eq_ignore_ascii_case(&name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(remote: &str, local: &str) -> Peer {
        Peer { remote: remote.parse().unwrap(), local: local.parse().ok() }
    }

    #[test]
    fn only_our_own_names_are_ours() {
        let here = peer("127.0.0.1", "127.0.0.1:8080");
        let there = peer("192.168.1.7", "192.168.1.2:8080");
        let names = ["teacher.local".to_owned()];
        let ours = |host, peer| is_our_name(host, &names, peer);
        for host in ["localhost:8080", "127.0.0.1", "[::1]:8080", "LOCALHOST", "Teacher.local:80"] {
            assert!(ours(host, here), "{host}");
        }
        for host in ["192.168.1.2:8080", "teacher.local"] {
            assert!(ours(host, there), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example", "10.0.0.1", "[", "localhost@evil"]
        {
            assert!(!ours(host, here), "{host}");
        }
        for host in ["localhost", "127.0.0.1", "192.168.1.3", "192.168.1.2.nip.io"] {
            assert!(!ours(host, there), "{host}");
        }
    }
}
