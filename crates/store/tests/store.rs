//! What holds for every store.

mod common;

use std::str::FromStr;

use common::{game, place, versions};
use gyoji_core::record::{Ended, Event, FaultKind, Then};
use gyoji_core::{Outcome, Seat};
use gyoji_store::{Entrant, FaultCount, Found, Kind, Location, NewEvent, SeatTime, Store};
use gyoji_testkit::postgres::Server;

/// Declares checks that every kind of store passes: each is a test by itself for SQLite, and all
/// together are one for PostgreSQL, so that a server is started once.
macro_rules! checks {
    ($($(#[$meta:meta])* fn $name:ident($location:ident) $body:block)*) => {
        $(
            $(#[$meta])*
            #[test]
            fn $name() {
                let folder = tempfile::tempdir().unwrap();
                let location = Location::Folder(folder.path().join("new/data"));
                check::$name(&location);
            }
        )*

        mod check {
            use super::*;
            $(pub(super) fn $name($location: &Location) $body)*
        }

        #[test]
        fn all_of_it_holds_on_postgresql() {
            let server = Server::start();
            $(
                let url = server.database(stringify!($name));
                let location = Location::from_str(&url).unwrap();
                println!("{}", stringify!($name));
                check::$name(&location);
            )*
        }
    };
}

fn rows(store: &Store, series: &str) -> Vec<gyoji_store::GameRow> {
    let mut rows = Vec::new();
    store.results(series, &mut |row| rows.push(row)).unwrap();
    rows
}

fn new_event(name: &str) -> NewEvent {
    let entrant = |name: &str| Entrant {
        name: name.into(),
        text: format!("bot:{name}"),
        version: String::new(),
    };
    NewEvent {
        name: name.into(),
        game: "nim".into(),
        text: format!("name = {name:?}\n"),
        started_ms: 5,
        entrants: vec![entrant("b"), entrant("a")],
    }
}

checks! {
    fn a_game_comes_back_as_it_was_and_is_stored_once(location) {
        let store = Store::open(location).unwrap();
        let record = game(place("cup", 1, 1, 1));
        assert!(store.put(&record, &versions()).unwrap());
        assert!(!store.put(&record, &versions()).unwrap());
        assert_eq!(store.record(&record.header.id).unwrap().as_ref(), Some(&record));
        assert_eq!(store.count("cup").unwrap(), 1);
        assert!(store.has(&record.header.id).unwrap() && !store.has("x").unwrap());
        store.sync().unwrap();
        drop(store);
        let store = Store::open(location).unwrap();
        assert!(!store.put(&record, &versions()).unwrap());
        let [row] = rows(&store, "cup").try_into().unwrap();
        assert_eq!(row.id, record.header.id);
        assert_eq!(row.place, record.header.place);
        assert_eq!(Some(&row.ended), record.ended());
        assert_eq!((row.plies, row.started_ms), (3, record.header.started_ms));
        let time = |moves, used_ns, most_ns| SeatTime { moves, used_ns, most_ns };
        assert_eq!(row.times, [time(2, 4_000, 3_000), time(1, 20, 20)]);
        let fault =
            FaultCount { seat: Seat(0), kind: FaultKind::Format, then: Then::Again, count: 1 };
        assert_eq!(row.faults, [fault]);
        assert_eq!(
            (row.players[0].name.as_str(), row.players[0].version.as_str()),
            ("佐藤", "aa11")
        );
        assert_eq!(
            (row.players[1].text.as_str(), row.players[1].version.as_str()),
            ("bot:ann", "")
        );
        let [version] = store.versions().unwrap().try_into().unwrap();
        assert_eq!((version.player, version.first_ms), ((*row.players[0]).clone(), row.started_ms));
    }

    fn games_are_found_by_the_beginning_of_their_ids(location) {
        let store = Store::open(location).unwrap();
        let mut records: Vec<_> = (1..=3).map(|n| game(place("cup", 1, 1, n))).collect();
        for (record, id) in records.iter_mut().zip(["ab01", "ab02", "cd"]) {
            record.header.plan.id = id.into();
            store.put(record, &[]).unwrap();
        }
        assert_eq!(store.find("ab").unwrap(), Found::Many(2));
        assert_eq!(store.find("ab02").unwrap(), Found::One(Box::new(records[1].clone())));
        assert_eq!(store.find("c").unwrap(), Found::One(Box::new(records[2].clone())));
        assert_eq!(store.find("ab03").unwrap(), Found::None);
        assert_eq!(store.find("%").unwrap(), Found::None);
        assert_eq!(store.find("").unwrap(), Found::Many(3));
    }

    fn results_come_in_the_order_of_their_places(location) {
        let store = Store::open(location).unwrap();
        let mut places = Vec::new();
        for stage in ["", "final", "groups"] {
            for n in 0..24 {
                let [round, pairing, game] = [n / 12, n / 4 % 3, n % 4].map(|n| n + 1);
                places.push(gyoji_core::record::Place {
                    stage: stage.into(),
                    ..place("cup", round, pairing, game)
                });
            }
        }
        for place in places.iter().rev() {
            store.put(&game(place.clone()), &[]).unwrap();
        }
        store.put(&game(place("another", 1, 1, 1)), &[]).unwrap();
        let found: Vec<_> = rows(&store, "cup").into_iter().filter_map(|row| row.place).collect();
        assert_eq!(found, places);
        assert_eq!(rows(&store, "none").len(), 0);
    }

    fn every_way_to_end_comes_back(location) {
        let store = Store::open(location).unwrap();
        let endings = [
            Ended::lost(Seat(1), 2, Ended::FAULT, Some(FaultKind::Time)),
            Ended::lost(Seat(0), 2, Ended::RESIGNED, None),
            Ended::aborted(2),
            Ended::void(2, "no more room, 12 files - \n and \"quotes\""),
            Ended { points: vec![-64, 64], ..Ended::by_rules(&Outcome::draw(2, "full")) },
        ];
        for (n, ended) in (1..).zip(&endings) {
            let mut record = game(place("cup", 1, 1, n));
            record.events.pop();
            record.events.push(Event::Ended(ended.clone()));
            store.put(&record, &[]).unwrap();
        }
        let found: Vec<Ended> = rows(&store, "cup").into_iter().map(|row| row.ended).collect();
        assert_eq!(found, endings);
    }

    fn games_that_belong_to_nothing_are_kept_too(location) {
        let store = Store::open(location).unwrap();
        for n in 1..=2 {
            let mut record = game(place("", 1, 1, n));
            record.header.plan.place = None;
            store.put(&record, &[]).unwrap();
        }
        let rows = rows(&store, "");
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| row.place.is_none()));
    }

    fn odd_texts_do_no_harm(location) {
        let store = Store::open(location).unwrap();
        let mut record = game(place("cup", 1, 1, 1));
        record.header.plan.players[0].name = "nul\0 '; drop table games; -- \u{202e}\n😀".into();
        record.header.plan.players[1].text = "x".repeat(100_000);
        let mut stage = record.header.plan.place.clone().unwrap();
        stage.stage = "a'b\"\\%_".into();
        record.header.plan.place = Some(stage);
        store.put(&record, &["\0".into(), "\\x00".into()]).unwrap();
        assert_eq!(store.record(&record.header.id).unwrap().as_ref(), Some(&record));
        let [row] = rows(&store, "cup").try_into().unwrap();
        assert!(row.players[0].name.starts_with("nul␀ '; drop"));
        assert_eq!(row.place, record.header.place);
        record.header.plan.id = "x".repeat(300);
        assert_eq!(store.put(&record, &[]).unwrap_err().kind, Kind::Asked);
        record.header.plan.id = "broken-off".into();
        record.events.pop();
        assert_eq!(store.put(&record, &[]).unwrap_err().kind, Kind::Asked);
    }

    fn an_event_begins_ends_and_is_held_again(location) {
        let store = Store::open(location).unwrap();
        assert_eq!(store.event("cup").unwrap(), None);
        let event = store.begin_event(&new_event("cup")).unwrap();
        assert_eq!((event.run, event.series().as_str(), event.games), (1, "cup", 0));
        assert!(!event.is_finished());
        store.put(&game(place("cup", 1, 1, 1)), &[]).unwrap();
        // A try that counts for nobody is stored, but is no game of the event.
        let mut void = game(place("cup", 1, 1, 2));
        void.events.pop();
        void.events.push(Event::Ended(Ended::void(2, "")));
        store.put(&void, &[]).unwrap();
        assert_eq!(rows(&store, "cup").len(), 2);
        store.finish_event("cup", "{\"winner\":\"a\"}", 9).unwrap();
        let event = store.event("cup").unwrap().unwrap();
        assert_eq!((event.games, event.finished_ms), (1, Some(9)));
        assert_eq!(event.result, "{\"winner\":\"a\"}");
        assert_eq!(store.entrants("cup").unwrap(), new_event("cup").entrants);
        let again = store.begin_event(&new_event("cup")).unwrap();
        assert_eq!((again.run, again.series().as_str(), again.games), (2, "cup#2", 0));
        store.put(&game(place("cup#2", 1, 1, 1)), &[]).unwrap();
        store.begin_event(&new_event("a cup")).unwrap();
        let events = store.events().unwrap();
        let names: Vec<_> = events.iter().map(|event| (event.name.as_str(), event.run)).collect();
        assert_eq!(names, [("a cup", 1), ("cup", 2)]);
        let runs = store.runs("cup").unwrap();
        assert_eq!(runs.iter().map(|run| run.games).collect::<Vec<_>>(), [1, 1]);
        // A ladder gains a player.
        let mut entrants = new_event("cup").entrants;
        entrants.push(Entrant { name: "c".into(), ..Entrant::default() });
        store.set_event_text("cup", "more", &entrants, &[1, 1, 4], 10).unwrap();
        assert_eq!(store.event("cup").unwrap().unwrap().joined, [1, 1, 4]);
        assert_eq!(store.event("cup").unwrap().unwrap().text, "more");
        assert_eq!(store.entrants("cup").unwrap(), entrants);
        store.finish_event("cup", "{}", 11).unwrap();
        store.reopen_event("cup").unwrap();
        assert!(!store.event("cup").unwrap().unwrap().is_finished());
        assert_eq!(store.finish_event("none", "{}", 9).unwrap_err().kind, Kind::Missing);
        for name in ["", " ", "a#2", "a\nb", &"x".repeat(300)] {
            assert_eq!(store.begin_event(&new_event(name)).unwrap_err().kind, Kind::Asked);
        }
    }

    fn one_runner_has_an_event_until_it_lets_go(location) {
        let store = Store::open(location).unwrap();
        store.begin_event(&new_event("cup")).unwrap();
        let lock = store.lock("cup").unwrap().unwrap();
        let other = Store::open(location).unwrap();
        let holder = other.lock("cup").unwrap().unwrap_err();
        assert_eq!(holder.pid, std::process::id());
        assert_eq!(other.event("cup").unwrap().unwrap().holder, Some(holder));
        assert!(other.lock("another").unwrap().is_ok(), "events are apart");
        assert!(!lock.is_lost());
        drop(lock);
        assert_eq!(other.event("cup").unwrap().unwrap().holder, None);
        assert!(other.lock("cup").unwrap().is_ok());
    }
}
