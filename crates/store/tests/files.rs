//! Files that are no store, a damaged one, a newer one, and one of version 1.

mod common;

use std::fs;
use std::path::Path;

use common::{game, place, versions};
use gyoji_core::record::Place;
use gyoji_store::{Entrant, Kind, Location, NewEvent, Store, Trouble};
use gyoji_words::Lang;
use rusqlite::Connection;

fn open(folder: &Path) -> Result<Store, Trouble> {
    Store::open(&Location::Folder(folder.to_owned()))
}

fn refused(folder: &Path) -> Trouble {
    let trouble = open(folder).err().expect("it cannot be opened");
    let [en, ja] = [Lang::En, Lang::Ja].map(|lang| trouble.text.get(lang).to_owned());
    assert!(!en.is_empty() && !ja.is_empty() && en != ja);
    trouble
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gyoji.db");
    fs::write(&file, "Dear diary, today I have read how SQLite begins its files.").unwrap();
    assert_eq!(refused(folder.path()).kind, Kind::NotAStore);
    assert!(fs::read_to_string(&file).unwrap().starts_with("Dear diary"));
    fs::remove_file(&file).unwrap();
    Connection::open(&file).unwrap().execute_batch("create table recipes (name text)").unwrap();
    assert_eq!(refused(folder.path()).kind, Kind::NotAStore);
    let count = "select count(*) from sqlite_master";
    let tables: i64 =
        Connection::open(&file).unwrap().query_row(count, [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 1);
}

#[test]
fn a_place_that_is_no_folder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(refused(&file).kind, Kind::Refused);
    assert_eq!(refused(&file.join("below")).kind, Kind::Refused);
    // Not even root can make a folder there.
    assert_eq!(refused(Path::new("/proc/gyoji")).kind, Kind::Refused);
    // A folder where the file should be.
    fs::create_dir_all(folder.path().join("odd/gyoji.db")).unwrap();
    assert_eq!(refused(&folder.path().join("odd")).kind, Kind::Refused);
}

#[test]
fn a_newer_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()).unwrap());
    let file = folder.path().join("gyoji.db");
    let change = "update meta set value = 99 where name = 'version'";
    assert_eq!(Connection::open(&file).unwrap().execute(change, []).unwrap(), 1);
    let trouble = refused(folder.path());
    assert_eq!(trouble.kind, Kind::Newer);
    assert!(trouble.to_string().contains("99"));
}

#[test]
fn a_damaged_store_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gyoji.db");
    let store = open(folder.path()).unwrap();
    for n in 1..=200 {
        store.put(&game(place("cup", 1, 1, n)), &versions()).unwrap();
    }
    drop(store);
    let sound = fs::read(&file).unwrap();
    let page = 4096;
    // Whatever page is spoilt: nobody panics, and there is trouble or there are the games.
    let mut troubles = 0;
    for spoilt in 0..sound.len() / page {
        let mut bytes = sound.clone();
        bytes[spoilt * page..(spoilt + 1) * page].fill(0xa5);
        fs::write(&file, bytes).unwrap();
        let tried = || -> Result<(), Trouble> {
            let store = open(folder.path())?;
            store.results("cup", &mut |_| {})?;
            for n in 1..=200 {
                store.record(&common::id(&place("cup", 1, 1, n)))?;
            }
            store.put(&game(place("cup", 2, 1, 1)), &versions())?;
            store.events().map(drop)
        };
        if let Err(trouble) = tried() {
            troubles += 1;
            assert!(matches!(trouble.kind, Kind::Damaged | Kind::NotAStore), "{trouble:?}");
        }
    }
    assert!(troubles > 10, "{troubles}");
}

#[test]
fn a_damaged_game_is_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    let record = game(place("cup", 1, 1, 1));
    store.put(&record, &[]).unwrap();
    let file = folder.path().join("gyoji.db");
    for damage in ["x'28b52ffd0400'", "x''", "x'00'", "cast('text' as blob)"] {
        let sql = format!("update records set zstd = {damage}");
        Connection::open(&file).unwrap().execute(&sql, []).unwrap();
        assert_eq!(store.record(&record.header.id).unwrap_err().kind, Kind::Damaged);
    }
    let sql = "update games set seats = 'first'";
    Connection::open(&file).unwrap().execute(sql, []).unwrap();
    assert_eq!(store.results("cup", &mut |_| {}).unwrap_err().kind, Kind::Damaged);
}

/// What is in the store of version 1 that is kept beside this test.
fn fill(store: &Store) {
    let entrant =
        |name: &str| Entrant { name: name.into(), text: name.into(), ..Entrant::default() };
    let event = NewEvent {
        name: "cup".into(),
        game: "nim".into(),
        text: "name = \"cup\"\n".into(),
        started_ms: 1,
        entrants: vec![entrant("佐藤"), entrant("ann")],
    };
    store.begin_event(&event).unwrap();
    for n in 1..=10 {
        let place = Place { stage: "final".into(), ..place("cup", 1, 1, n) };
        store.put(&game(place), &versions()).unwrap();
    }
    store.finish_event("cup", "{\"winner\":\"ann\"}", 2).unwrap();
}

/// Written once, by `a_store_of_version_1_is_written`, and never again.
const VERSION_1: &[u8] = include_bytes!("data/store-v1.db.zst");

#[test]
fn a_store_of_version_1_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = zstd::stream::decode_all(VERSION_1).unwrap();
    fs::write(folder.path().join("gyoji.db"), bytes).unwrap();
    let store = open(folder.path()).unwrap();
    let fresh = tempfile::tempdir().unwrap();
    let expected = open(fresh.path()).unwrap();
    fill(&expected);
    assert_eq!(store.events().unwrap(), expected.events().unwrap());
    assert_eq!(store.entrants("cup").unwrap(), expected.entrants("cup").unwrap());
    assert_eq!(store.versions().unwrap(), expected.versions().unwrap());
    let rows = |store: &Store| {
        let mut rows = Vec::new();
        store.results("cup", &mut |row| rows.push(row)).unwrap();
        rows
    };
    assert_eq!(rows(&store), rows(&expected));
    assert_eq!(rows(&store).len(), 10);
    for row in rows(&store) {
        assert_eq!(store.record(&row.id).unwrap(), expected.record(&row.id).unwrap());
    }
}

#[test]
#[ignore = "writes the file for the test above; only for a new version, under a new name"]
fn a_store_of_version_1_is_written() {
    let Some(target) = std::env::var_os("GYOJI_WRITE_STORE") else { return };
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).unwrap();
    fill(&store);
    drop(store);
    let bytes = fs::read(folder.path().join("gyoji.db")).unwrap();
    fs::write(target, zstd::stream::encode_all(&bytes[..], 19).unwrap()).unwrap();
}
