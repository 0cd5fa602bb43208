//! Whole series played by the library, with no command and no terminal anywhere near.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use gyoji_core::record::{Event, Header, Plan, Player, Record};
use gyoji_core::replay::Replay;
use gyoji_core::{Game, Kit, Setup};
use gyoji_league::{
    CrossTable, League, News, Pairings, Played, Schedule, Sink, Standings, Stop, Trouble,
    random_opening, records,
};
use gyoji_othello::Othello;
use gyoji_quinte::Quinte;
use gyoji_referee::Watch;
use gyoji_referee::player::{PlayerText, Terms};

fn players<G: Game>(kit: &Kit<G>, texts: &[&str]) -> Vec<Player> {
    let player = |text: &&str| {
        let text = PlayerText::parse(text, &["plain"]).unwrap();
        text.player(kit, &Terms::default()).unwrap()
    };
    texts.iter().map(player).collect()
}

/// Plays the games of a schedule and hands over those that count.
fn play<G: Game>(kit: &Kit<G>, players: &[Player], schedule: &Schedule) -> Vec<Played> {
    let house = common::house();
    let league = League { threads: 2, ..League::new(kit, &house) };
    let setup = Setup::usual::<G>();
    let plans = schedule.slots().map(|slot| slot.plan::<G>(players, &setup));
    let mut played = Vec::new();
    let sink = Mutex::new(|news| {
        match news {
            News::Played(game) => played.push(*game),
            other => panic!("{other:?}"),
        }
        ControlFlow::Continue(())
    });
    league.run(plans, &Stop::new(), &sink).unwrap();
    played
}

fn schedule(players: usize, seats: usize, games: u64) -> Schedule {
    let tables = Pairings::AllAgainstAll.tables(players, seats);
    Schedule { series: "test".into(), tables, seats, games, seed: 1 }
}

fn seated(played: &Played, players: &[Player]) -> Vec<usize> {
    let number = |player: &Player| players.iter().position(|known| known == player).unwrap();
    played.plan().players.iter().map(number).collect()
}

#[test]
fn three_bots_play_all_against_all() {
    let kit = gyoji_othello::kit();
    let players = players(&kit, &["bot:random", "bot:greedy", "bot:weights"]);
    let schedule = schedule(3, 2, 4);
    let played = play(&kit, &players, &schedule);
    assert_eq!(played.len() as u64, schedule.len());
    let mut table = CrossTable::new(3);
    for game in &played {
        table.add(&game.ended, &seated(game, &players));
        assert_eq!(Record::parse(&game.record.to_text()).as_ref(), Ok(&game.record));
        let replay = Replay::<Othello>::new(&game.record).unwrap();
        assert!(replay.table.position().outcome().is_some());
    }
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        assert_eq!(table.duel(one, other).games(), 4);
    }
    let ids: BTreeSet<&str> = played.iter().map(|game| game.plan().id.as_str()).collect();
    assert_eq!(ids.len(), played.len());
}

#[test]
fn the_same_series_has_the_same_games_whatever_the_threads() {
    let kit = gyoji_othello::kit();
    let players = players(&kit, &["bot:random", "bot:random?name=b"]);
    let moves = |game: &Played| -> Vec<String> {
        let moved = game.record.events.iter().filter_map(|event| match event {
            Event::Moved(moved) => Some(moved.mv.clone()),
            _ => None,
        });
        moved.collect()
    };
    let games = || -> BTreeSet<(String, Vec<String>)> {
        let played = play(&kit, &players, &schedule(2, 2, 6));
        played.iter().map(|game| (game.plan().id.clone(), moves(game))).collect()
    };
    assert_eq!(games(), games());
}

#[test]
fn five_players_share_tables_of_four() {
    let kit = gyoji_quinte::kit();
    let texts = ["a", "b", "c", "d", "e"].map(|name| format!("bot:random?name={name}"));
    let players = players(&kit, &texts.each_ref().map(String::as_str));
    let schedule = schedule(5, 4, 4);
    let short = Setup {
        options: gyoji_core::Options::check(Quinte::SPEC.options, [("turns", "20")]).unwrap(),
        ..Setup::usual::<Quinte>()
    };
    let house = common::house();
    let league = League { threads: 2, ..League::new(&kit, &house) };
    let mut standings = Standings::new(5, 4);
    let sink = Mutex::new(|news| {
        if let News::Played(game) = news {
            standings.add(&game, &seated(&game, &players));
        }
        ControlFlow::Continue(())
    });
    let plans = schedule.slots().map(|slot| slot.plan::<Quinte>(&players, &short));
    league.run(plans, &Stop::new(), &sink).unwrap();
    for standing in &standings.players {
        assert_eq!(standing.all.games, 16, "four tables, each seat once");
        assert!(standing.by_seat.iter().all(|line| line.games == 4), "{standing:?}");
    }
}

#[test]
fn a_plan_that_was_written_down_is_played_elsewhere() {
    let kit = gyoji_othello::kit();
    let players = players(&kit, &["bot:mcts?playouts=20", "bot:alphabeta?depth=1"]);
    let setup = Setup { seed: 5, ..Setup::usual::<Othello>() };
    let opening = random_opening::<Othello>(&setup, 6, 5);
    assert_eq!(opening.len(), 6);
    let plan = Plan { opening, ..Plan::new::<Othello>("abc".into(), &setup, players) };
    let text = serde_json::to_string(&plan).unwrap();
    let read: Plan = serde_json::from_str(&text).unwrap();
    assert_eq!(read, plan);
    let house = common::house();
    let folder = tempfile::tempdir().unwrap();
    let league = League { record: Some(folder.path()), ..League::new(&kit, &house) };
    league.check(&read).unwrap();
    let sink = Mutex::new(|_| ControlFlow::Continue(()));
    league.run([read].into_iter(), &Stop::new(), &sink).unwrap();
    let path = folder.path().join("othello-abc.jsonl");
    let (record, None) = records::read(&path).unwrap() else { panic!("it breaks off") };
    assert_eq!(record.header.plan, plan);
    // The opening is not asked of anybody: six discs more than at the start.
    let replay = Replay::<Othello>::new(&record).unwrap();
    assert_eq!(replay.table.past()[0].to_string().matches(['X', 'O']).count(), 4 + 6 + 1);
    let asked = record.events.iter().filter(|event| matches!(event, Event::Asked(_))).count();
    assert_eq!(asked, replay.table.moves().len());
}

#[test]
fn whoever_listens_can_end_it_and_so_can_a_wish() {
    let kit = gyoji_othello::kit();
    let players = players(&kit, &["bot:random", "bot:random?name=b"]);
    let (house, schedule) = (common::house(), schedule(2, 2, 1000));
    let setup = Setup::usual::<Othello>();
    let league = League::new(&kit, &house);
    for by_wish in [false, true] {
        let (stop, mut games) = (Stop::new(), 0);
        let sink = Mutex::new(|_| {
            games += 1;
            match games {
                3 if by_wish => drop(stop.ask()),
                3 => return ControlFlow::Break(()),
                _ => {}
            }
            ControlFlow::Continue(())
        });
        let plans = schedule.slots().map(|slot| slot.plan::<Othello>(&players, &setup));
        league.run(plans, &stop, &sink).unwrap();
        assert_eq!(games, 3, "by a wish: {by_wish}");
    }
}

#[test]
fn games_can_be_watched_while_they_are_played() {
    /// Counts the moves it sees.
    struct Eyes(AtomicU32);
    impl Sink for Eyes {
        fn tell(&self, _: News) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }

        fn watch<'a>(&'a self, _: &'a Header) -> Option<Box<dyn Watch + 'a>> {
            Some(Box::new(|event: &Event| {
                let is_move = matches!(event, Event::Moved(_));
                self.0.fetch_add(u32::from(is_move), Ordering::Relaxed);
            }))
        }
    }
    let kit = gyoji_othello::kit();
    let players = players(&kit, &["bot:random", "bot:random?name=b"]);
    let (house, eyes) = (common::house(), Eyes(AtomicU32::new(0)));
    let league = League { threads: 2, ..League::new(&kit, &house) };
    let (schedule, setup) = (schedule(2, 2, 2), Setup::usual::<Othello>());
    let plans = schedule.slots().map(|slot| slot.plan::<Othello>(&players, &setup));
    league.run(plans, &Stop::new(), &eyes).unwrap();
    assert!(eyes.0.into_inner() > 80);
}

#[test]
fn what_cannot_be_played_is_said_before_anything_starts() {
    let kit = gyoji_othello::kit();
    let house = common::house();
    let league = League::new(&kit, &house);
    let good = players(&kit, &["bot:random", "bot:greedy"]);
    let setup = Setup::usual::<Othello>();
    let plan = Plan::new::<Othello>("x".into(), &setup, good);
    type Spoil = fn(&mut Plan);
    let spoiled: [(&str, Spoil); 6] = [
        ("a bot that is not there", |plan| plan.players[0].text = "bot:nobody".into()),
        ("an option it does not have", |plan| {
            plan.players[1].bot_options = Some([("depth".into(), "1".into())].into());
        }),
        ("too few players", |plan| drop(plan.players.pop())),
        ("another game", |plan| plan.game = "chess".into()),
        ("an opening that is not legal", |plan| plan.opening = vec!["a1".into()]),
        ("an opening that is no move", |plan| plan.opening = vec!["?".into()]),
    ];
    league.check(&plan).unwrap();
    for (what, spoil) in spoiled {
        let mut bad = plan.clone();
        spoil(&mut bad);
        assert!(matches!(league.check(&bad), Err(Trouble::Plan(_))), "{what}");
        // It is no loss of anybody either.
        let sink = Mutex::new(|news| panic!("{what}: {news:?}"));
        assert!(league.run([bad].into_iter(), &Stop::new(), &sink).is_err(), "{what}");
    }
}
