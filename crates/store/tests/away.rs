//! A PostgreSQL server that goes away and comes back, or is not there at all.

mod common;

use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{game, place, versions};
use gyoji_store::{Kind, Location, Store, Trouble};
use gyoji_testkit::postgres::{PASSWORD, Server};
use gyoji_words::Lang;

fn open(url: &str) -> Result<Store, Trouble> {
    Store::open(&Location::from_str(url).unwrap())
}

#[test]
fn a_server_that_is_killed_is_waited_for_and_nothing_is_lost() {
    const GAMES: u32 = 400;
    let mut server = Server::start();
    let store = open(&server.database("games")).unwrap();
    let told = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&told);
    store.on_wait(move |text| hears.lock().unwrap().push(text));
    let lock = store.lock("cup").unwrap().unwrap();
    std::thread::scope(|scope| {
        let puts: Vec<_> = (0..2)
            .map(|half| {
                let store = &store;
                scope.spawn(move || {
                    for n in (1..=GAMES).filter(|n| n % 2 == half) {
                        store.put(&game(place("cup", 1, 1, n)), &versions()).unwrap();
                        std::thread::sleep(Duration::from_millis(2));
                    }
                })
            })
            .collect();
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(120));
            server.kill();
            std::thread::sleep(Duration::from_millis(50));
            server.restart();
        }
        puts.into_iter().for_each(|thread| thread.join().unwrap());
    });
    // What was put just before a kill is put again.
    store.sync().unwrap();
    assert_eq!(store.count("cup").unwrap(), u64::from(GAMES));
    for n in [1, 2, GAMES / 2, GAMES] {
        let record = game(place("cup", 1, 1, n));
        assert_eq!(store.record(&record.header.id).unwrap(), Some(record));
    }
    assert!(!lock.is_lost());
    let holder = store.lock("cup").unwrap().unwrap_err();
    assert_eq!(holder.pid, std::process::id());
    // It is away, it is back, in turns.
    let told = told.lock().unwrap();
    let english: Vec<&str> = told.iter().map(|text| text.get(Lang::En)).collect();
    assert!(english.len() >= 2, "{english:?}");
    for (index, text) in english.iter().enumerate() {
        assert_eq!(text.contains("is back"), index % 2 == 1, "{english:?}");
        assert!(!text.contains(PASSWORD));
    }
}

#[test]
fn a_server_that_stays_away_is_not_waited_for_when_nobody_wants_to() {
    let mut server = Server::start();
    let store = open(&server.database("games")).unwrap();
    store.put(&game(place("cup", 1, 1, 1)), &[]).unwrap();
    store.sync().unwrap();
    server.kill();
    let waited = std::thread::scope(|scope| {
        let put = scope.spawn(|| store.put(&game(place("cup", 1, 1, 2)), &[]));
        std::thread::sleep(Duration::from_millis(100));
        store.stop_waiting();
        put.join().unwrap()
    });
    assert_eq!(waited.unwrap_err().kind, Kind::Away);
    // Nobody is held up by what was not to be had.
    drop(store);
}

#[test]
fn what_is_wrong_with_a_database_is_said_without_the_password() {
    let mut server = Server::start();
    let url = server.database("games");
    let wrong = url.replace(PASSWORD, "kept-wrongly");
    let missing = url.replace("/games", "/no-games");
    let encrypted = format!("{url}?sslmode=require");
    let kinds = |url: &str| {
        let trouble = open(url).err().expect("it cannot be opened");
        let said = format!("{trouble} {trouble:?} {}", trouble.text.get(Lang::Ja));
        assert!(!said.contains("kept-"), "{said}");
        trouble.kind
    };
    assert_eq!(kinds(&wrong), Kind::Refused);
    assert_eq!(kinds(&missing), Kind::Missing);
    assert_eq!(kinds(&encrypted), Kind::Asked);
    server.kill();
    assert_eq!(kinds(&url), Kind::Away);
    assert_eq!(kinds("postgres://me:kept-secret@127.0.0.1:1/games"), Kind::Away);
}

#[test]
#[ignore = "slow: a silent holder is watched for eight seconds before it counts as gone"]
fn a_holder_on_another_machine_is_known_by_its_beat() {
    let server = Server::start();
    let url = server.database("games");
    let store = open(&url).unwrap();
    let lock = store.lock("cup").unwrap().unwrap();
    // The same row as another machine would have it.
    let mut client = postgres::Client::connect(&url, postgres::NoTls).unwrap();
    client.execute("update gyoji.locks set room = 'elsewhere', host = 'far'", &[]).unwrap();
    let other = open(&url).unwrap();
    let holder = other.lock("cup").unwrap().unwrap_err();
    assert_eq!(holder.host, "far");
    // It is taken for silent at first, but beats again while it is watched.
    let silence = "update gyoji.locks set beat_ms = beat_ms - 60000";
    client.execute(silence, &[]).unwrap();
    assert_eq!(other.lock("cup").unwrap().unwrap_err().host, "far");
    assert!(!lock.is_lost());
    // A machine that is gone for good does not: its row is as it was left.
    std::mem::forget(other.lock("gone").unwrap().unwrap());
    let left = "update gyoji.locks set room = 'elsewhere', host = 'far', token = 'left', \
                beat_ms = beat_ms - 60000 where event = 'gone'";
    client.execute(left, &[]).unwrap();
    let start = std::time::Instant::now();
    let third = open(&url).unwrap();
    drop(third.lock("gone").unwrap().expect("nobody has it any more"));
    assert!(start.elapsed() >= Duration::from_secs(8), "it was watched");
}
