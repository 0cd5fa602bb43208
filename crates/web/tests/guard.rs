//! What is not let in: seats that are programs, foreign hosts and pages, too much of anything.

mod common;

use common::Arena;
use serde_json::json;

#[test]
fn over_the_network_nobody_sits_down_but_people_and_bots() {
    let arena = Arena::new();
    let forbidden = [
        "./my_ai",
        "/bin/sh",
        "../../etc/passwd",
        "python3 my_ai.py",
        "sh -c 'touch /tmp/x'",
        "my_ai.py",
        "plain:/bin/sh",
        "judge:python3 ai.py",
        "judge?lenient:./ai",
        "tcp:127.0.0.1:22",
        "tcp:listen=0",
        "tcp:listen=8081",
        "human",
        "",
        " ",
        "me:sh",
        "ME",
        "open?x",
        "bot",
        "bot:",
        "bot?limit=1s:greedy",
        "bot:nobody",
        "bot:../greedy",
        "bot:greedy:sh",
        "bot:greedy?weights=/etc/passwd",
        "bot:greedy?file=/etc/passwd",
        "bot:zero?model=/etc/passwd",
        "bot:zero?model=weights.safetensors",
        "bot:yokozuna?model=../x",
        "bot:greedy?name=x",
        "bot:greedy?limit=1h",
        "bot:greedy?clock=1h",
        "bot:greedy?policy=skip",
        "bot:greedy?dialect=plain",
        "bot:greedy?start-up=1h",
        "bot:greedy?lifetime=keep",
        "bot:mcts?playouts=-1",
        "bot:mcts?playouts=x",
        "bot:mcts?time=ever",
        "bot:mcts?playouts=1&playouts=2",
        "{file}",
        "file:///etc/passwd",
        "http://127.0.0.1/",
    ];
    for seat in forbidden {
        let order = json!({ "game": "othello", "seats": ["me", seat] });
        let answer = arena.post("/api/games", &order);
        assert_eq!(answer.status, 422, "{seat}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
        assert!(answer.body["hint"].is_string(), "{seat}: {answer:?}");
    }
    for seat in [json!(null), json!(1), json!(["me"]), json!({ "command": "sh" })] {
        let order = json!({ "game": "othello", "seats": ["me", seat] });
        assert_eq!(arena.post("/api/games", &order).status, 422, "{seat}");
    }
    assert_eq!(arena.get("/api/games").body["running"], json!([]));
}

#[test]
fn only_our_own_names_and_pages_are_heard() {
    let arena = Arena::new();
    let port = arena.addr().port();
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")]
    {
        assert_eq!(arena.get_with("/api", &[("host", &host)]).status, 200, "{host}");
    }
    for host in ["evil.example", "evil.example:80", "localhost.evil.example", "10.1.2.3"] {
        for path in ["/api", "/", "/assets/app.js", "/api/games"] {
            let answer = arena.get_with(path, &[("host", host)]);
            assert_eq!(
                (answer.status, &answer.body["title"]),
                (421, &json!("wrong-host")),
                "{host}"
            );
        }
    }
    let host = format!("127.0.0.1:{port}");
    let body = json!({ "game": "othello", "seats": ["me", "open"] }).to_string();
    let order = |more: (&str, &str)| {
        let headers = [("content-type", "application/json"), more];
        arena.post_with("/api/games", &body, &headers).status
    };
    let own = format!("http://{host}");
    assert_eq!(order(("origin", &own)), 201);
    assert_eq!(order(("sec-fetch-site", "same-origin")), 201);
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost", ""] {
        assert_eq!(order(("origin", origin)), 403, "{origin}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(order(("sec-fetch-site", site)), 403, "{site}");
    }
}

#[test]
fn sockets_are_guarded_as_everything_else() {
    use tungstenite::client::IntoClientRequest;
    let arena = Arena::new();
    let open = |name: &'static str, value: &str| {
        let url = format!("ws://{}/ws", arena.addr());
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
        match tungstenite::connect(request) {
            Ok(_) => 101,
            Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(open("origin", &format!("http://{}", arena.addr())), 101);
    assert_eq!(open("origin", "http://evil.example"), 403);
    assert_eq!(open("host", "evil.example"), 421);
}

#[test]
fn every_answer_has_its_headers() {
    let arena = Arena::new();
    for path in ["/", "/play/othello", "/api", "/assets/app.js", "/nowhere", "/api/games/x"] {
        let answer = arena.get(path);
        let header = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(policy.contains("default-src 'self'"), "{path}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
    }
    assert_eq!(arena.get("/api").headers["gyoji-api"], "1");
}

#[test]
fn too_much_is_refused() {
    let arena = Arena::with(|config| {
        config.limits.body = 2000;
        config.limits.games_per_address = 2;
    });
    let order = json!({ "game": "othello", "seats": ["me", "open"] });
    let long = json!({ "game": "othello", "seats": ["me", "open"], "moves": "x".repeat(3000) });
    assert_eq!(arena.post("/api/games", &long).status, 413);
    assert_eq!(arena.post_with("/api/games", &order.to_string(), &[]).status, 415);
    let json = [("content-type", "application/json")];
    assert_eq!(arena.post_with("/api/games", "{", &json).status, 422);
    arena.begin(&order);
    let (id, keys) = arena.begin(&order);
    let refused = arena.post("/api/games", &order);
    assert_eq!((refused.status, &refused.body["title"]), (429, &json!("too-many-games")));
    // One that is over makes room.
    let body = json!({ "key": keys[0] });
    assert_eq!(arena.post(&format!("/api/games/{id}/resign"), &body).status, 200);
    let until = std::time::Instant::now() + common::LONG;
    while arena.post("/api/games", &order).status != 201 {
        assert!(std::time::Instant::now() < until);
    }
}

#[test]
fn one_address_has_only_so_many_connections() {
    use std::io::{Read, Write};
    let arena = Arena::with(|config| config.limits.connections_per_address = 4);
    let connect = || {
        let mut stream = std::net::TcpStream::connect(arena.addr()).unwrap();
        stream.set_read_timeout(Some(common::LONG)).unwrap();
        let request = "GET /api HTTP/1.1\r\nhost: localhost\r\n\r\n";
        let sent = stream.write_all(request.as_bytes());
        let mut answer = [0; 12];
        let heard = sent.and_then(|()| stream.read_exact(&mut answer));
        heard.is_ok().then_some(stream)
    };
    let mut open: Vec<_> = (0..4).map(|_| connect().expect("there is room")).collect();
    assert!(connect().is_none(), "a fifth is not heard");
    open.pop();
    let until = std::time::Instant::now() + common::LONG;
    while connect().is_none() {
        assert!(std::time::Instant::now() < until, "there is room again");
    }
}

#[test]
fn keys_are_nowhere_but_in_the_answer() {
    let arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "open"] }));
    arena.await_turn(&id, 0);
    assert_eq!(arena.play(&id, keys[0].as_deref().unwrap(), "f5").status, 200);
    let paths = ["", "/events", "/record", "/choices"].map(|end| format!("/api/games/{id}{end}"));
    let pages = ["/api/games", "/api/lobby", "/"].map(str::to_owned);
    let mut texts: Vec<String> =
        paths.iter().chain(&pages).map(|path| arena.get(path).text).collect();
    let mut folders = vec![arena.folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => folders.push(path),
                path => {
                    let bytes = std::fs::read(path).unwrap();
                    texts.push(String::from_utf8_lossy(&bytes).into_owned());
                }
            }
        }
    }
    assert!(texts.len() > 8, "{}", texts.len());
    for key in keys.iter().flatten() {
        assert!(texts.iter().all(|text| !text.contains(key)));
    }
}
