//! A seat that is played from elsewhere in this process: through the channel wire.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Guest, Played, first_move, house, play_guests, speaker};
use gyoji_core::record::{Ended, FaultKind, Player, Policy};
use gyoji_core::{Lifetime, Seat};
use gyoji_othello::Othello;
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::channel::{FarEnd, Unsent, channel_with};

/// Longer than anything here should take: a test that waits so long has failed.
const LONG: Duration = Duration::from_secs(60);

fn player(limit: Duration) -> Player {
    speaker("plain", limit, Policy::Forfeit)
}

/// A seat of the house, and its far end.
fn seat(player: Player) -> (Guest<Othello>, FarEnd) {
    let (chair, far) = house().channel(&gyoji_othello::kit(), &player).expect("a known dialect");
    ((player, chair), far)
}

/// Plays black through the wire against the first legal move, while `plays` is at the far end.
fn against_a_bot(player: Player, plays: impl FnOnce(FarEnd) + Send) -> Played {
    let (guest, far) = seat(player);
    let played = std::thread::scope(|scope| {
        scope.spawn(|| plays(far));
        play_guests(&mut [guest, first_move()])
    });
    played.check_record::<Othello>();
    played
}

/// Answers every question with the first legal move, until nobody asks or `leaves` says so.
fn answer(far: &FarEnd, mut leaves: impl FnMut(usize) -> bool) -> Vec<String> {
    let (mut heard, mut legal, mut questions) = (Vec::new(), String::new(), 0);
    while let Some(line) = far.receive(LONG) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["gyoji", ..] => far.send("ready legal").expect("a match"),
            ["legal", first, ..] => legal = first.to_owned(),
            ["go", ply, ..] => {
                questions += 1;
                if leaves(questions) {
                    return heard;
                }
                far.send(format!("move {ply} {legal}")).expect("somebody asks");
            }
            _ => {}
        }
        heard.push(line);
    }
    heard
}

#[test]
fn a_whole_game_is_played_through_the_wire() {
    let played = against_a_bot(player(LONG), |far| {
        let heard = answer(&far, |_| false);
        assert!(heard.last().is_some_and(|line| line.starts_with("over ")), "{heard:?}");
        assert!(far.is_over());
        assert_eq!(far.send("move 99 a1"), Err(Unsent::Closed), "nobody listens any more");
    });
    assert_eq!(played.faults().len(), 0, "{}", played.story());
    assert!(played.moves_of(Seat(0)).len() > 20, "{}", played.story());
}

#[test]
fn whoever_stays_plays_game_after_game() {
    let (guest, far) = seat(Player { lifetime: Some(Lifetime::Keep), ..player(LONG) });
    std::thread::scope(|scope| {
        scope.spawn(move || answer(&far, |_| false));
        let mut guests = [guest, first_move()];
        for game in 0..3 {
            let played = play_guests(&mut guests);
            assert_eq!(played.faults().len(), 0, "game {game}\n{}", played.story());
        }
        // The far end waits for the fourth game, in vain, until the chair is gone.
    });
}

#[test]
fn who_leaves_in_the_middle_is_disconnected() {
    let played = against_a_bot(player(LONG), |far| {
        answer(&far, |question| question == 5);
        far.close();
        assert_eq!(far.send("move 8 a1"), Err(Unsent::Closed));
    });
    assert_eq!(played.moves_of(Seat(0)).len(), 4);
    assert_eq!(played.ended.loser, Some(Seat(0)));
    assert_eq!(played.ended.fault, Some(FaultKind::Disconnected), "{}", played.story());
}

#[test]
fn who_floods_is_stopped_and_fills_no_memory() {
    let caps = Caps { line: 1 << 10, turn: 8 << 10, lines: 64 };
    let flood = |line: &'static str| {
        let player = player(LONG);
        let (guest, far) = {
            let house = gyoji_referee::player::House { caps, ..house() };
            let (chair, far) = house.channel(&gyoji_othello::kit(), &player).expect("a dialect");
            ((player, chair), far)
        };
        let played = std::thread::scope(|scope| {
            scope.spawn(move || {
                answer(&far, |question| question == 3);
                // Faster than anybody reads: sooner or later there is no room, then nobody.
                while far.send(line) != Err(Unsent::Closed) {}
            });
            play_guests(&mut [guest, first_move::<Othello>()])
        });
        assert_eq!(played.ended.fault, Some(FaultKind::Flood), "{}", played.story());
        assert_eq!(played.moves_of(Seat(0)).len(), 2);
    };
    flood("info"); // too many lines
    flood(
        "info 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 \
           0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789",
    ); // too much
}

#[test]
fn one_line_without_measure_is_a_flood() {
    let played = against_a_bot(player(LONG), |far| {
        answer(&far, |question| question == 2);
        far.send("x".repeat(10 << 20)).expect("somebody asks");
    });
    assert_eq!(played.ended.fault, Some(FaultKind::Flood), "{}", played.story());
}

#[test]
fn who_says_nothing_is_late() {
    let limit = Duration::from_millis(30);
    let played = against_a_bot(player(limit), |far| {
        answer(&far, |question| question == 2);
        while far.receive(LONG).is_some() {}
    });
    // A machine that is so busy that nobody can tell has made it void; there is no third way.
    let is_late = played.ended.fault == Some(FaultKind::Time);
    assert!(is_late || played.ended.why == Ended::VOID, "{}", played.story());
}

#[test]
fn an_answer_counts_from_when_it_came() {
    // The far end knows when the line came, and says so, however late it is passed on.
    let limit = Duration::from_secs(20);
    let played = against_a_bot(player(limit), |far| {
        answer(&far, |question| question == 2);
        let came = Instant::now() + limit + Duration::from_secs(1);
        far.send_at("move 2 a1", came).expect("somebody asks");
        while far.receive(LONG).is_some() {}
    });
    assert_eq!(played.ended.fault, Some(FaultKind::Time), "{}", played.story());
}

#[test]
fn who_does_not_read_is_hung_up_on() {
    let (mut wire, far) = gyoji_referee::wire::channel::channel(Caps::default());
    use gyoji_referee::wire::{Arrival, Incoming, Presence, Wire};
    assert_eq!(wire.start(false), Arrival::Up(Presence::Here));
    for _ in 0..3 << 10 {
        wire.send(&[&[b'x'; 1 << 10][..], b"\n"].concat());
    }
    assert!(matches!(wire.take(), Some(Incoming::Closed(_))));
    let mut kept = 0;
    while let Some(line) = far.receive(Duration::ZERO) {
        kept += line.len();
    }
    assert!((1 << 19..2 << 20).contains(&kept), "{kept} bytes were kept");
    assert!(far.is_over());
}

#[test]
fn whoever_cannot_wait_is_called() {
    let calls = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&calls);
    let (mut wire, far) = channel_with(Caps::default(), move || {
        count.fetch_add(1, Ordering::Relaxed);
    });
    use gyoji_referee::wire::Wire;
    wire.start(false);
    wire.send(b"half a line, ");
    assert_eq!(far.receive(Duration::ZERO), None, "a line has an end");
    wire.send(b"the rest\nand more\n");
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    assert_eq!(far.receive(Duration::ZERO).as_deref(), Some("half a line, the rest"));
    assert_eq!(far.receive(Duration::ZERO).as_deref(), Some("and more"));
    drop(wire);
    assert_eq!(calls.load(Ordering::Relaxed), 2, "it is over, and that is told, too");
    assert!(far.is_over());
}

/// Plays black by the channel until `leaves`, and goes on from what was on record by then.
#[test]
fn a_game_that_was_broken_off_goes_on_where_it_was() {
    let header = |player: &Player| {
        let players = vec![player.clone(), first_move::<Othello>().0];
        let setup = gyoji_core::Setup::usual::<Othello>();
        let plan = gyoji_core::record::Plan::new::<Othello>("x".into(), &setup, players);
        gyoji_core::record::Header::new(plan, 0, "test")
    };
    let player = player(LONG);
    let header = header(&player);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut events = Vec::new();
    for most in [5, usize::MAX] {
        let (chair, far) = seat(player.clone());
        let mut chairs = [chair.1, first_move().1];
        stop.store(false, Ordering::Relaxed);
        let past = events.clone();
        std::thread::scope(|scope| {
            let stop = &stop;
            scope.spawn(move || {
                answer(&far, |questions| questions > most);
                stop.store(most == 5, Ordering::Relaxed);
            });
            let mut watch = |event: &gyoji_core::record::Event| events.push(event.clone());
            gyoji_referee::resume(&header, &past, &mut chairs, stop, &mut watch).unwrap();
        });
        if most == 5 {
            assert_eq!(events.pop(), Some(gyoji_core::record::Event::Ended(Ended::aborted(2))));
        }
    }
    let record = gyoji_core::record::Record { header, events };
    let begun = |event: &&_| matches!(event, gyoji_core::record::Event::Begun {});
    assert_eq!(record.events.iter().filter(begun).count(), 1);
    assert!(record.ended().is_some_and(Ended::counts), "{:?}", record.ended());
    let replay = gyoji_core::Replay::<Othello>::new(&record).expect("a sound record");
    assert!(replay.table.ply() > 50, "one game: {} moves", replay.table.ply());
    let times: Vec<u64> = record.events.iter().filter_map(asked_at).collect();
    assert!(times.is_sorted(), "time goes on: {times:?}");
}

fn asked_at(event: &gyoji_core::record::Event) -> Option<u64> {
    match event {
        gyoji_core::record::Event::Asked(question) => Some(question.at),
        _ => None,
    }
}
