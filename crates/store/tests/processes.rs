//! Several processes at one store, and what is left when one of them is killed.

mod common;

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::str::FromStr;

use common::{game, id, place, versions};
use gyoji_store::{Location, Store};
use gyoji_testkit::postgres::Server;

/// Where the store is, for a child.
const STORE: &str = "GYOJI_TEST_STORE";
/// What a child is to do.
const WORK: &str = "GYOJI_TEST_WORK";

/// What a child does; nothing, when it is called like any other test.
#[test]
fn child() {
    let (Ok(store), Ok(work)) = (std::env::var(STORE), std::env::var(WORK)) else { return };
    let store = Store::open(&Location::from_str(&store).unwrap()).unwrap();
    let say = |words: String| {
        let mut out = std::io::stdout().lock();
        writeln!(out, "\n{words}").and_then(|()| out.flush()).unwrap();
    };
    match work.as_str() {
        "lock" => {
            let lock = store.lock("cup").unwrap();
            say(format!("locked {}", lock.is_ok()));
            // Until it is killed, or nobody listens any more.
            let _ = std::io::stdin().read_line(&mut String::new());
        }
        "write for ever" => {
            for n in 1.. {
                store.put(&game(place("cup", 1, 1, n)), &versions()).unwrap();
                say(format!("put {n}"));
            }
        }
        _ => {
            let new =
                (1..=60).filter(|&n| store.put(&game(place("cup", 1, 1, n)), &versions()).unwrap());
            say(format!("new {}", new.count()));
        }
    }
}

fn start(store: &str, work: &str) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env(STORE, store)
        .env(WORK, work)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let out: ChildStdout = child.stdout.take().unwrap();
    (child, BufReader::new(out).lines().map_while(Result::ok))
}

fn said(lines: &mut impl Iterator<Item = String>, beginning: &str) -> String {
    let mut words = lines.filter_map(|line| line.strip_prefix(beginning).map(str::to_owned));
    words.next().unwrap_or_else(|| panic!("the child never said {beginning:?}"))
}

fn what_a_killed_process_announced_is_there(url: &str) {
    for stop in [1, 7, 40] {
        let (mut child, mut lines) = start(url, "write for ever");
        while said(&mut lines, "put ").parse::<u32>().unwrap() < stop {}
        child.kill().unwrap();
        let rest = lines.filter_map(|line| line.strip_prefix("put ").map(str::to_owned));
        let last = rest.filter_map(|n| n.parse().ok()).last().unwrap_or(stop);
        child.wait().unwrap();
        let store = Store::open(&Location::from_str(url).unwrap()).unwrap();
        for n in 1..=last {
            let record = game(place("cup", 1, 1, n));
            assert_eq!(
                store.record(&record.header.id).unwrap(),
                Some(record),
                "game {n} of {last}"
            );
        }
        let mut ids = HashSet::new();
        store.results("cup", &mut |row| assert!(ids.insert(row.id), "stored once")).unwrap();
        assert!(ids.len() as u32 >= last && ids.contains(&id(&place("cup", 1, 1, last))));
    }
}

fn several_processes_store_each_game_once(url: &str) {
    let children: Vec<_> = (0..3).map(|_| start(url, "write together")).collect();
    let new = children.into_iter().map(|(mut child, mut lines)| {
        let new: u32 = said(&mut lines, "new ").parse().unwrap();
        lines.for_each(drop);
        child.wait().unwrap();
        new
    });
    assert_eq!(new.sum::<u32>(), 60, "each game was new to one of them");
    let store = Store::open(&Location::from_str(url).unwrap()).unwrap();
    assert_eq!(store.count("cup").unwrap(), 60);
}

fn a_lock_is_taken_from_the_dead_and_not_from_the_living(url: &str) {
    let store = Store::open(&Location::from_str(url).unwrap()).unwrap();
    let (mut child, mut lines) = start(url, "lock");
    assert_eq!(said(&mut lines, "locked "), "true");
    let holder = store.lock("cup").unwrap().unwrap_err();
    assert_eq!(holder.pid, child.id());
    child.kill().unwrap();
    child.wait().unwrap();
    let ours = store.lock("cup").unwrap().unwrap();
    let (mut child, mut lines) = start(url, "lock");
    assert_eq!(said(&mut lines, "locked "), "false");
    drop(child.stdin.take());
    lines.for_each(drop);
    child.wait().unwrap();
    drop(ours);
}

#[test]
fn sqlite_and_several_processes() {
    for check in [
        what_a_killed_process_announced_is_there,
        several_processes_store_each_game_once,
        a_lock_is_taken_from_the_dead_and_not_from_the_living,
    ] {
        let folder = tempfile::tempdir().unwrap();
        check(&folder.path().display().to_string());
    }
}

#[test]
fn postgresql_and_several_processes() {
    let server = Server::start();
    what_a_killed_process_announced_is_there(&server.database("killed"));
    several_processes_store_each_game_once(&server.database("together"));
    a_lock_is_taken_from_the_dead_and_not_from_the_living(&server.database("locked"));
}

#[test]
fn several_threads_store_each_game_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&Location::Folder(folder.path().to_owned())).unwrap();
    let new: usize = std::thread::scope(|scope| {
        let work = || (1..=100).filter(|&n| store.put(&game(place("cup", 1, 1, n)), &[]).unwrap());
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(move || work().count())).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!((new, store.count("cup").unwrap()), (100, 100));
    store.sync().unwrap();
}
