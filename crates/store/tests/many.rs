//! A hundred thousand games: all of them, in order, in little memory.
//!
//! It is alone in its file, since it looks at the memory of the whole process.

mod common;

use common::{game, place};
use gyoji_store::{Location, Store};
use rusqlite::Connection;

const GAMES: u32 = 100_000;

/// The most memory this process has had, in kilobytes.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn many_games_are_read_in_order_and_in_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::Folder(folder.path().to_owned())).unwrap();
    store.put(&game(place("cup", 1, 1, 1)), &[]).unwrap();
    // As if they had been put, but quicker: copies of the first, in an order of their own.
    let sql = format!(
        "with recursive n(n) as (select 1 union all select n + 1 from n where n + 1 < {GAMES}) \
         insert into games select null, printf('%032x', n), series, stage, \
         1 + (n * 7919 % {GAMES}) / 100, 1 + (n * 7919 % {GAMES}) / 10 % 10, \
         1 + n * 7919 % {GAMES} % 10, replay, game, seats, why, ending, plies, started_ms, faults \
         from games join n where number = 1"
    );
    let file = Connection::open(folder.path().join("gyoji.db")).unwrap();
    assert_eq!(file.execute(&sql, []).unwrap(), GAMES as usize - 1);
    let before = most_memory();
    let mut expected = 0;
    store
        .results("cup", &mut |row| {
            let place = row.place.unwrap();
            let found = (place.round - 1) * 100 + (place.pairing - 1) * 10 + place.game - 1;
            assert_eq!(found, expected);
            expected += 1;
        })
        .unwrap();
    assert_eq!(expected, GAMES);
    let more = most_memory() - before;
    assert!(more < 16 << 10, "{more} kB more for {GAMES} games");
}
