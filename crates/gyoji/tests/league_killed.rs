//! An event whose manager is killed again and again comes to the same as one that is left alone:
//! every game once, nobody left behind, every figure the same. So it does when the database goes
//! away meanwhile.

mod common;
mod league_common;

use std::fs::File;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::{Lab, finish_within, until, wait};
use gyoji_store::{Location, Store};
use gyoji_testkit::postgres::Server;
use league_common::{
    PATIENCE, event, expect_all_different, expect_no_sleeper_left, games, league, sleeper,
};

/// An event of five whose games are the same whenever and however often they are played: nothing
/// in them depends on time. One is a real program, and slow, so that there is time to kill.
fn five(lab: &Lab, games: u32) -> String {
    let top = format!(
        "name = \"Killed\"\ngame = \"othello\"\ngames = {games}\nopening = 6\ntime = \"0\"\nslots = 3"
    );
    let sleeper = sleeper(lab, 4);
    let players = [
        ("greedy", "bot:greedy"),
        ("sleeper", sleeper.as_str()),
        ("random", "bot:random"),
        ("weights", "bot:weights"),
        ("depth 2", "bot:alphabeta?depth=2&solve=4"),
    ];
    event(&top, &players)
}

/// Starts the manager; what it says goes to a file.
fn start(lab: &Lab, data: &str) -> Child {
    let log = File::options().create(true).append(true).open(lab.path("log")).expect("a file");
    let mut command = league(lab, &["run", "event.toml", "--no-check", "--data", data]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command.spawn().expect("gyoji starts")
}

fn log(lab: &Lab) -> String {
    std::fs::read_to_string(lab.path("log")).unwrap_or_default()
}

/// How many games are stored; none while the database is away or empty.
fn count(store: &Store) -> usize {
    store.count("Killed").map_or(0, |count| count as usize)
}

/// Waits until so many games are stored, or the manager has ended.
fn await_games(store: &Store, least: usize, child: &mut Child) {
    let start = Instant::now();
    while count(store) < least && child.try_wait().expect("our child").is_none() {
        assert!(start.elapsed() < PATIENCE, "no game ends any more");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// What `status --json` says of the event, byte for byte.
fn status(lab: &Lab, data: &str) -> String {
    let command = league(lab, &["status", "Killed", "--json", "--data", data]);
    finish_within(command, "", PATIENCE).expect(0).out
}

/// The same event, left alone, in a store of its own.
fn undisturbed(lab: &Lab) -> String {
    let said = finish_within(
        league(lab, &["run", "event.toml", "--no-check", "--data", "alone"]),
        "",
        PATIENCE,
    );
    said.expect(0);
    status(lab, "alone")
}

/// Kills the manager at random moments, lets it end, and compares.
fn killed(lab: &Lab, data: &str, location: &Location, all: u32, kills: usize) {
    lab.file("event.toml", five(lab, all / 10));
    let alone = undisturbed(lab);
    let store = Store::open(location).expect("a store");
    // The moments are spread over the whole event, wherever in a game it then is.
    let mut rng = fastrand::Rng::with_seed(400);
    let mut moments: Vec<usize> = (0..kills).map(|_| rng.usize(0..all as usize * 3 / 4)).collect();
    moments.sort_unstable();
    for moment in moments {
        let mut child = start(lab, data);
        await_games(&store, moment, &mut child);
        std::thread::sleep(Duration::from_micros(rng.u64(0..20_000)));
        assert!(child.try_wait().expect("our child").is_none(), "{}", log(lab));
        child.kill().expect("it runs");
        wait(&mut child);
    }
    assert!(count(&store) < all as usize, "it was killed before it was over");
    expect_no_sleeper_left(lab);
    let mut child = start(lab, data);
    await_games(&store, all as usize, &mut child);
    assert_eq!(wait(&mut child).code(), Some(0), "{}", log(lab));
    expect_same(lab, data, location, all, &alone);
}

/// Every game is there once, all is as it is in the event that was left alone, and it is sound.
fn expect_same(lab: &Lab, data: &str, location: &Location, all: u32, alone: &str) {
    let rows = games(location, "Killed");
    assert_eq!(rows.len(), all as usize);
    expect_all_different(&rows);
    assert_eq!(status(lab, data), alone);
    let command = league(lab, &["verify", "Killed", "--data", data]);
    let said = finish_within(command, "", PATIENCE).expect(0);
    assert!(said.out.lines().last().is_some_and(|line| line.starts_with("ok")), "{}", said.out);
    expect_no_sleeper_left(lab);
}

fn in_a_folder(all: u32, kills: usize) {
    let lab = Lab::new();
    killed(&lab, "store", &Location::Folder(lab.path("store")), all, kills);
}

/// Where a test's database is, as the command and as we know it.
fn database(server: &Server) -> (String, Location) {
    let url = server.database("gyoji");
    let location = url.parse().expect("a place for a store");
    (url, location)
}

fn in_a_database(all: u32, kills: usize) {
    let server = Server::start();
    let (url, location) = database(&server);
    killed(&Lab::new(), &url, &location, all, kills);
}

/// The database is killed in the middle: the event waits, says so, and goes on.
fn database_away(all: u32, times: usize) {
    let lab = Lab::new();
    lab.file("event.toml", five(&lab, all / 10));
    let alone = undisturbed(&lab);
    let mut server = Server::start();
    let (url, location) = database(&server);
    let store = Store::open(&location).expect("a store");
    let mut child = start(&lab, &url);
    for time in 1..=times {
        await_games(&store, all as usize * time / (times + 1), &mut child);
        server.kill();
        until_said(&lab, "is away", time);
        server.restart();
        until_said(&lab, "is back", time);
    }
    await_games(&store, all as usize, &mut child);
    assert_eq!(wait(&mut child).code(), Some(0), "{}", log(&lab));
    expect_same(&lab, &url, &location, all, &alone);
    assert!(!log(&lab).contains(gyoji_testkit::postgres::PASSWORD), "{}", log(&lab));
}

#[track_caller]
fn until_said(lab: &Lab, what: &str, times: usize) {
    until(|| log(lab).matches(what).count() >= times);
}

#[test]
fn killed_three_times() {
    in_a_folder(60, 3);
}

#[test]
fn killed_three_times_with_a_database() {
    in_a_database(60, 3);
}

#[test]
fn a_database_that_goes_away_is_waited_for() {
    database_away(60, 1);
}

#[test]
#[ignore = "slow: 400 games, killed thirty times"]
fn killed_thirty_times() {
    in_a_folder(400, 30);
}

#[test]
#[ignore = "slow: 400 games, killed thirty times"]
fn killed_thirty_times_with_a_database() {
    in_a_database(400, 30);
}

#[test]
#[ignore = "slow: 400 games, and a database that is killed three times"]
fn a_database_that_goes_away_again_and_again_is_waited_for() {
    database_away(400, 3);
}
