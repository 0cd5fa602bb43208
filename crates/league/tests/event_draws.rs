//! Every format, with whatever results, in whatever order they come in: it ends, plays nothing
//! twice, seats nobody twice, and comes to the same chart.

use std::collections::{BTreeMap, HashMap, HashSet};

use fastrand::Rng;
use gyoji_core::record::Place;
use gyoji_league::event::{Chart, Draw, EventFile, Next, Score, State};
use gyoji_league::{Slot, id_of};

/// A file with so many players.
fn file(head: &str, players: usize) -> EventFile {
    let mut text = format!("name = \"test\"\ngame = \"any\"\n{head}\n");
    for player in 0..players {
        text += &format!("[[player]]\nname = \"p{player}\"\ncommand = \"bot:x\"\n");
    }
    EventFile::parse(&text).unwrap_or_else(|mistake| panic!("{mistake:?} in\n{text}"))
}

/// What comes of a game, by its place alone.
fn result(slot: &Slot, chance: u64, void: u64) -> Option<Score> {
    let seed = u64::from_str_radix(&id_of(&slot.place)[..16], 16).unwrap();
    let mut rng = Rng::with_seed(seed ^ chance);
    if rng.u64(..100) < void {
        return None;
    }
    let points: Vec<i32> = slot.seats.iter().map(|_| rng.i32(0..4)).collect();
    let better = |mine: &i32| points.iter().filter(|other| *other > mine).count() as u8;
    let places = points.iter().map(|mine| 1 + better(mine)).collect();
    let fault = (rng.u8(..10) == 0).then(|| rng.usize(..points.len()));
    Some(Score { places, points, fault })
}

/// Holds an event with so many games at once that end in a random order, at most so many in all.
fn hold(
    mut draw: Draw,
    at_once: usize,
    order: u64,
    most: usize,
    result: impl Fn(&Slot) -> Option<Score>,
) -> (Draw, BTreeMap<String, Slot>) {
    let mut rng = Rng::with_seed(order);
    let mut running: Vec<Slot> = Vec::new();
    let mut all = BTreeMap::new();
    let mut is_over = false;
    loop {
        while running.len() < at_once && all.len() < most {
            match draw.next() {
                Next::Play(slot) => {
                    let seated: HashSet<&usize> =
                        slot.seats.iter().filter(|&&seat| seat != draw.stand_in()).collect();
                    let stand_ins = slot.seats.iter().filter(|&&seat| seat == draw.stand_in());
                    assert_eq!(seated.len() + stand_ins.count(), slot.seats.len(), "{slot:?}");
                    assert!(slot.seats.iter().all(|&seat| seat <= draw.stand_in()));
                    let twice = all.insert(id_of(&slot.place), slot.clone());
                    assert_eq!(twice, None, "a game is played once");
                    running.push(slot);
                }
                Next::Wait => {
                    assert!(!running.is_empty(), "nobody waits for nothing");
                    break;
                }
                Next::Over => {
                    is_over = true;
                    break;
                }
            }
        }
        let (left, _) = draw.remaining();
        assert!(left >= running.len() as u64, "{left} left, {} run", running.len());
        if running.is_empty() {
            assert!(is_over || all.len() >= most);
            return (draw, all);
        }
        let slot = running.swap_remove(rng.usize(..running.len()));
        draw.add(&slot.place, result(&slot));
    }
}

fn check_chart(chart: &Chart) {
    let mut ranked: Vec<usize> = chart.ranking.concat();
    ranked.sort_unstable();
    assert_eq!(ranked, (0..chart.entrants.len()).collect::<Vec<_>>(), "{:?}", chart.ranking);
    for stage in &chart.stages {
        assert_eq!(stage.state, State::Over, "{}", stage.name);
        assert_eq!(stage.games, stage.played, "{}", stage.name);
        for meeting in stage.rounds.iter().flat_map(|round| &round.meetings) {
            assert_eq!(meeting.state, State::Over, "{meeting:?}");
        }
    }
}

const TWO: &[&str] = &[
    "format = \"round-robin\"",
    "format = \"round-robin\"\ngames = 3",
    "format = \"gauntlet\"\ngames = 5",
    "format = \"knock-out\"",
    "format = \"knock-out\"\nbest-of = 1\nthird-place = true",
    "format = \"knock-out\"\nbest-of = 6\nseeding = \"lot\"\nthird-place = true",
    "format = \"cup\"\nmin-games = 5",
    "format = \"groups\"\ntable = 3",
    "format = \"swiss\"",
    "format = \"swiss\"\ngames = 1\nrounds = 6\nseeding = \"lot\"",
    "format = \"ladder\"\ngames = 150",
    "[[stage]]\nname = \"a\"\nformat = \"swiss\"\nadvance = 4\n[[stage]]\nname = \"b\"\nformat = \"groups\"\ntable = 2",
    "[[stage]]\nname = \"a\"\nformat = \"round-robin\"\nadvance = 3\n[[stage]]\nname = \"b\"\nformat = \"knock-out\"",
];

fn every_way(heads: &[&str], seats: usize, players: std::ops::RangeInclusive<usize>) {
    for head in heads {
        for players in players.clone() {
            let file = file(head, players);
            for void in [0, 20, 100] {
                let result = |slot: &Slot| result(slot, players as u64, void);
                let draw = || Draw::new(&file, seats).unwrap();
                let (one, games) = hold(draw(), 1, 0, usize::MAX, result);
                check_chart(&one.chart());
                assert_eq!(one.remaining(), (0, true), "{head}");
                for (at_once, order) in [(2, 1), (5, 2), (1000, 3), (7, 4)] {
                    let (other, same) = hold(draw(), at_once, order, usize::MAX, result);
                    assert_eq!(same, games, "{head}: {players} players, {at_once} at once");
                    assert_eq!(other.chart(), one.chart(), "{head}: {players} players");
                }
                // Everything is known beforehand, in any order.
                let mut known = draw();
                for slot in games.values() {
                    known.add(&slot.place, result(slot));
                }
                assert_eq!(known.next(), Next::Over);
                assert_eq!(known.chart(), one.chart());
            }
        }
    }
}

#[test]
fn every_format_of_two_ends_the_same_way_in_whatever_order_games_end() {
    every_way(TWO, 2, 4..=11);
}

#[test]
fn every_format_of_four_ends_the_same_way_in_whatever_order_games_end() {
    let heads = [
        "format = \"round-robin\"",
        "format = \"gauntlet\"\ngames = 3",
        "format = \"groups\"",
        "format = \"ladder\"\ngames = 100",
        "format = \"contest\"",
    ];
    every_way(&heads, 4, 4..=9);
    every_way(&["format = \"contest\""], 4, 10..=21);
    let stages = "[[stage]]\nname = \"a\"\nformat = \"groups\"\ntable = 5\n[[stage]]\nname = \"b\"";
    every_way(&[stages], 4, 8..=10);
}

/// The winner by a table of strength: the lower number.
fn strongest(slot: &Slot) -> Option<Score> {
    let better = |mine: &usize| slot.seats.iter().filter(|other| *other < mine).count() as u8;
    let places: Vec<u8> = slot.seats.iter().map(|mine| 1 + better(mine)).collect();
    let points = places.iter().map(|&place| 10 - i32::from(place)).collect();
    Some(Score { places, points, fault: None })
}

fn held(
    file: &EventFile,
    seats: usize,
    result: impl Fn(&Slot) -> Option<Score>,
) -> (Chart, Vec<Slot>) {
    let draw = Draw::new(file, seats).unwrap();
    let (draw, games) = hold(draw, 3, 1, usize::MAX, result);
    (draw.chart(), games.into_values().collect())
}

#[test]
fn an_event_that_was_interrupted_goes_on_as_if_nothing_had_been() {
    for head in TWO {
        let file = file(head, 7);
        let result = |slot: &Slot| result(slot, 1, 10);
        let whole = hold(Draw::new(&file, 2).unwrap(), 4, 1, usize::MAX, result);
        for most in [0, 1, 3, 10] {
            let (_, before) = hold(Draw::new(&file, 2).unwrap(), 4, 2, most, result);
            let stored: HashMap<Place, Option<Score>> =
                before.values().map(|slot| (slot.place.clone(), result(slot))).collect();
            let mut again = Draw::new(&file, 2).unwrap();
            let mut open = Vec::new();
            loop {
                match again.next() {
                    Next::Play(slot) => match stored.get(&slot.place) {
                        Some(known) => again.add(&slot.place, known.clone()),
                        None => open.push(slot),
                    },
                    Next::Wait => {
                        let slot = open.pop().expect("nobody waits for nothing");
                        again.add(&slot.place, result(&slot));
                    }
                    Next::Over if open.is_empty() => break,
                    Next::Over => panic!("over while games run"),
                }
            }
            assert_eq!(again.chart(), whole.0.chart(), "{head}, interrupted after {most}");
        }
    }
}

#[test]
fn paired_games_begin_the_same_way_and_others_do_not() {
    let (_, games) = held(&file("format = \"round-robin\"\ngames = 4", 4), 2, strongest);
    let mut seeds: HashMap<u64, Vec<Vec<usize>>> = HashMap::new();
    for slot in &games {
        seeds.entry(slot.seed).or_default().push(slot.seats.clone());
    }
    assert_eq!(seeds.len(), 12, "two pairs of games for each of six pairings");
    for pair in seeds.values() {
        assert_eq!(pair.len(), 2);
        assert_eq!(pair[0].iter().rev().copied().collect::<Vec<_>>(), pair[1]);
    }
}

#[test]
fn the_same_file_is_the_same_event_and_another_seed_is_not() {
    let places = |head: &str| -> Vec<(Vec<usize>, u64)> {
        let (_, games) = held(&file(head, 6), 4, strongest);
        games.into_iter().map(|slot| (slot.seats, slot.seed)).collect()
    };
    assert_eq!(places(""), places(""));
    assert_ne!(places("seed = 1"), places("seed = 2"));
}

#[test]
fn a_round_robin_ranks_by_points_and_then_by_direct_encounter() {
    // 0 and 1 win two of three; 0 has beaten 1. 2 and 3 have one each; 3 has beaten 2.
    let winners = [((0, 1), 0), ((0, 2), 0), ((0, 3), 3), ((1, 2), 1), ((1, 3), 1), ((2, 3), 2)];
    let result = |slot: &Slot| {
        let pair = (slot.seats[0].min(slot.seats[1]), slot.seats[0].max(slot.seats[1]));
        let winner = winners.iter().find(|(known, _)| *known == pair)?.1;
        let places = slot.seats.iter().map(|&seat| if seat == winner { 1 } else { 2 }).collect();
        Some(Score { places, points: vec![0, 0], fault: None })
    };
    let (chart, games) = held(&file("games = 2", 4), 2, result);
    assert_eq!(games.len(), 12);
    assert_eq!(chart.ranking, [[0], [1], [2], [3]]);
    let rows = &chart.stages[0].groups[0].rows;
    let scores: Vec<f64> = rows.iter().map(|row| row.score).collect();
    assert_eq!(scores, [4.0, 4.0, 2.0, 2.0]);
    let direct: Vec<f64> = rows.iter().map(|row| row.tie_breaks[0].value).collect();
    assert_eq!((rows[0].tie_breaks[0].rule.as_str(), direct), ("direct", vec![2.0, 0.0, 2.0, 0.0]));
    assert_eq!((rows[0].wins, rows[0].draws, rows[0].losses, rows[0].games), (4, 0, 2, 6));
}

#[test]
fn those_who_are_equal_in_everything_share_their_place() {
    let drawn = |_: &Slot| Some(Score { places: vec![1, 1], points: vec![5, 5], fault: None });
    let (chart, _) = held(&file("", 3), 2, drawn);
    assert_eq!(chart.ranking, [[0, 1, 2]]);
    assert!(chart.stages[0].groups[0].rows.iter().all(|row| row.place == 1 && row.score == 2.0));
}

#[test]
fn four_at_a_table_have_points_by_places() {
    let (chart, games) = held(&file("games = 4", 5), 4, strongest);
    assert_eq!(games.len(), 5 * 4);
    let scores: Vec<f64> = chart.stages[0].groups[0].rows.iter().map(|row| row.score).collect();
    // The first is at four of five tables and wins them all; the last is last at all of them.
    assert_eq!(scores, [48.0, 36.0, 24.0, 12.0, 0.0]);
    let (chart, _) = held(&file("points = [10, 0, 0, 0]\ngames = 4", 5), 4, strongest);
    assert_eq!(chart.stages[0].groups[0].rows[1].score, 40.0);
    assert_eq!(chart.stages[0].groups[0].rows[2].tie_breaks[0].rule, "direct");
}

#[test]
fn a_gauntlet_is_the_first_against_all_others() {
    let (chart, games) = held(&file("format = \"gauntlet\"\ngames = 2", 5), 2, strongest);
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|slot| slot.seats.contains(&0)));
    assert_eq!(chart.ranking[0], [0]);
}

#[test]
fn the_best_two_of_a_knock_out_meet_in_the_final_and_byes_are_for_the_best() {
    let head = "format = \"knock-out\"\nbest-of = 3\nthird-place = true";
    let (chart, games) = held(&file(head, 6), 2, strongest);
    assert_eq!(chart.ranking, [vec![0], vec![1], vec![2], vec![3], vec![4, 5]]);
    let rounds = &chart.stages[0].rounds;
    let names: Vec<&str> = rounds.iter().map(|round| round.name.as_str()).collect();
    assert_eq!(names, ["quarter-final", "semi-final", "third-place", "final"]);
    let first: Vec<Vec<Option<usize>>> =
        rounds[0].meetings.iter().map(|meeting| meeting.entrants.clone()).collect();
    assert_eq!(
        first,
        [vec![Some(0)], vec![Some(3), Some(4)], vec![Some(1)], vec![Some(2), Some(5)]]
    );
    assert_eq!(rounds[3].meetings[0].entrants, [Some(0), Some(1)]);
    assert_eq!(rounds[3].meetings[0].score, [2.0, 0.0]);
    assert_eq!(rounds[3].meetings[0].advancing, [0]);
    // Six meetings of two games: nobody needs a third.
    assert_eq!(games.len(), 12);
    // Colours change from game to game.
    let mut firsts: HashMap<(u32, u32), HashSet<usize>> = HashMap::new();
    for slot in &games {
        firsts.entry((slot.place.round, slot.place.pairing)).or_default().insert(slot.seats[0]);
    }
    assert!(firsts.values().all(|seats| seats.len() == 2));
}

#[test]
fn an_even_meeting_goes_on_in_pairs_and_ends_by_the_rule() {
    let file = file("format = \"knock-out\"\nbest-of = 2", 2);
    // All drawn: two games and four more, then fewer faults.
    let drawn = |faulty: usize| {
        move |slot: &Slot| {
            let fault = slot.seats.iter().position(|&seat| seat == faulty);
            Some(Score { places: vec![1, 1], points: vec![3, 3], fault })
        }
    };
    for faulty in [0, 1] {
        let (chart, games) = held(&file, 2, drawn(faulty));
        assert_eq!(games.len(), 6);
        assert_eq!(chart.ranking, [[1 - faulty], [faulty]]);
    }
    // More of the game's own points.
    let points = |slot: &Slot| {
        let points = slot.seats.iter().map(|&seat| if seat == 1 { 33 } else { 31 }).collect();
        Some(Score { places: vec![1, 1], points, fault: None })
    };
    assert_eq!(held(&file, 2, points).0.ranking, [[1], [0]]);
    // 1 wins the third and fourth game with the same colour: even; then both of a pair.
    let late = |slot: &Slot| {
        let winner = match slot.place.game {
            1..=4 => slot.seats[0],
            _ => 1,
        };
        let places = slot.seats.iter().map(|&seat| if seat == winner { 1 } else { 2 }).collect();
        Some(Score { places, points: vec![0, 0], fault: None })
    };
    let (chart, games) = held(&file, 2, late);
    assert_eq!((games.len(), chart.ranking), (6, vec![vec![1], vec![0]]));
}

#[test]
fn a_void_game_of_a_knock_out_is_followed_by_another() {
    let file = file("format = \"knock-out\"\nbest-of = 1", 2);
    let late = |slot: &Slot| if slot.place.game < 4 { None } else { strongest(slot) };
    let (chart, games) = held(&file, 2, late);
    assert_eq!((games.len(), &chart.ranking[0]), (4, &vec![0]));
    let (chart, games) = held(&file, 2, |_: &Slot| None);
    assert_eq!((games.len(), chart.ranking.len()), (11, 2), "at last the lot decides");
}

#[test]
fn a_cup_takes_the_best_win_rates_into_a_knock_out() {
    let (chart, games) = held(&file("format = \"cup\"\nmin-games = 12", 8), 2, strongest);
    let [league, knock_out] = &chart.stages[..] else { panic!("{chart:?}") };
    assert_eq!((league.name.as_str(), knock_out.name.as_str()), ("league", "knock-out"));
    let rows = &league.groups[0].rows;
    assert!(rows.iter().all(|row| row.games == 14), "at least 12, everybody with both colours");
    assert_eq!(rows[0].score, 1.0, "a win rate");
    let goes_on: Vec<usize> =
        rows.iter().filter(|row| row.advances == Some(true)).map(|row| row.entrant).collect();
    assert_eq!(goes_on, [0, 1, 2, 3]);
    assert_eq!(games.len(), 28 * 2 + 3 * 2);
    assert_eq!(chart.ranking[..2], [[0], [1]]);
}

#[test]
fn groups_are_dealt_like_a_snake_and_their_best_go_on() {
    let head = "[[stage]]\nname = \"groups\"\nformat = \"groups\"\n[[stage]]\nname = \"last\"\nformat = \"knock-out\"\nbest-of = 1";
    let (chart, _) = held(&file(head, 8), 2, strongest);
    let groups = &chart.stages[0].groups;
    let members =
        |group: usize| -> Vec<usize> { groups[group].rows.iter().map(|row| row.entrant).collect() };
    assert_eq!((groups[0].name.as_str(), members(0)), ("A", vec![0, 3, 4, 7]));
    assert_eq!((groups[1].name.as_str(), members(1)), ("B", vec![1, 2, 5, 6]));
    // The winner of a group meets the second of the other one.
    let first: Vec<Vec<Option<usize>>> =
        chart.stages[1].rounds[0].meetings.iter().map(|meeting| meeting.entrants.clone()).collect();
    assert_eq!(first, [[Some(0), Some(2)], [Some(1), Some(3)]]);
    assert_eq!(chart.ranking[..2], [[0], [1]]);
}

#[test]
fn a_hundred_thousand_games_are_gone_through_in_a_moment() {
    let file = file("games = 1000", 15);
    let mut draw = Draw::new(&file, 2).unwrap();
    let mut games = 0;
    while let Next::Play(slot) = draw.next() {
        draw.add(&slot.place, strongest(&slot));
        games += 1;
    }
    assert_eq!(games, 105_000);
    assert_eq!(draw.chart().stages[0].played, 105_000);
}

#[test]
fn a_long_ladder_is_gone_through_too() {
    let file = file("format = \"ladder\"\ngames = 100000", 12);
    let mut draw = Draw::new(&file, 2).unwrap();
    let mut rounds = 0;
    while let Next::Play(slot) = draw.next() {
        rounds = slot.place.round;
        draw.add(&slot.place, result(&slot, 0, 0));
    }
    assert_eq!(draw.chart().stages[0].played, 100_000);
    assert!(rounds < 400, "rounds grow with what was played: {rounds}");
}

#[test]
fn a_swiss_system_has_no_meeting_twice_and_ranks_by_its_tie_breaks() {
    let (chart, games) = held(&file("format = \"swiss\"\nrounds = 3\ngames = 1", 8), 2, strongest);
    assert_eq!(games.len(), 12);
    let mut met = HashSet::new();
    for slot in &games {
        let pair = (slot.seats[0].min(slot.seats[1]), slot.seats[0].max(slot.seats[1]));
        assert!(met.insert(pair), "{pair:?} meet again");
    }
    // By hand: 0-4 1-5 2-6 3-7, then 0-2 1-3 and 4-6 5-7, then 0-1, 2-3 or 2-4 …, 6-7.
    assert_eq!((chart.ranking[0].as_slice(), chart.ranking.len()), (&[0][..], 8));
    let rows = &chart.stages[0].groups[0].rows;
    assert_eq!(rows[0].score, 3.0);
    let rules: Vec<&str> = rows[0].tie_breaks.iter().map(|one| one.rule.as_str()).collect();
    assert_eq!(rules, ["buchholz-cut-1", "buchholz", "sonneborn-berger", "direct"]);
    // 0 has beaten 4, 2 and 1, who have 1 or 2 points each.
    let points = |player: usize| rows.iter().find(|row| row.entrant == player).unwrap().score;
    assert_eq!(rows[0].tie_breaks[1].value, points(4) + points(2) + points(1));
    assert_eq!(rows[0].tie_breaks[2].value, rows[0].tie_breaks[1].value);
}

#[test]
fn the_seats_of_a_swiss_system_are_balanced_and_a_bye_is_a_win_once() {
    let head = "format = \"swiss\"\nrounds = 6\ngames = 1";
    for chance in 0..20 {
        let (chart, games) = held(&file(head, 9), 2, |slot| result(slot, chance, 0));
        let mut balance = [0_i32; 9];
        let mut met = HashSet::new();
        for slot in &games {
            balance[slot.seats[0]] += 1;
            balance[slot.seats[1]] -= 1;
            let pair = (slot.seats[0].min(slot.seats[1]), slot.seats[0].max(slot.seats[1]));
            assert!(met.insert(pair), "{pair:?} meet again");
        }
        assert!(balance.iter().all(|balance| balance.abs() <= 2), "{balance:?}");
        let byes: Vec<usize> = chart.stages[0]
            .rounds
            .iter()
            .flat_map(|round| &round.meetings)
            .filter(|meeting| meeting.entrants.len() == 1)
            .filter_map(|meeting| meeting.entrants[0])
            .collect();
        let different: HashSet<&usize> = byes.iter().collect();
        assert_eq!((byes.len(), different.len()), (6, 6), "{byes:?}");
        for row in &chart.stages[0].groups[0].rows {
            let bye = if byes.contains(&row.entrant) { 1.0 } else { 0.0 };
            let score = row.wins as f64 + row.draws as f64 / 2.0 + bye;
            assert_eq!(row.score, score);
            assert_eq!(row.games, if bye > 0.0 { 5 } else { 6 });
        }
    }
}

#[test]
fn three_in_a_swiss_system_by_hand() {
    // 0-1 (bye 2), then the bye is 1's: 0-2, then 0's: 1-2. The lower number wins.
    let (chart, _) = held(&file("format = \"swiss\"\nrounds = 3\ngames = 1", 3), 2, strongest);
    let rows = &chart.stages[0].groups[0].rows;
    let scores: Vec<(usize, f64)> = rows.iter().map(|row| (row.entrant, row.score)).collect();
    assert_eq!(scores, [(0, 3.0), (1, 2.0), (2, 1.0)]);
    // 0: opponents 1 (2), 2 (1) and the bye as one with its own 3 points.
    let value = |row: usize, rule: usize| rows[row].tie_breaks[rule].value;
    assert_eq!((value(0, 0), value(0, 1), value(0, 2)), (5.0, 6.0, 6.0));
    // 1: lost to 0 (3), beat 2 (1), bye (2).
    assert_eq!((value(1, 0), value(1, 1), value(1, 2)), (5.0, 6.0, 3.0));
}

/// The stages of a contest: name, how many are in it, how many games were played.
fn stages(chart: &Chart) -> Vec<(&str, usize, u64)> {
    let one = |stage: &gyoji_league::event::StageChart| -> usize {
        stage.groups.iter().map(|group| group.rows.len()).sum()
    };
    chart.stages.iter().map(|stage| (stage.name.as_str(), one(stage), stage.played)).collect()
}

#[test]
fn a_contest_has_the_stages_of_its_number_of_teams() {
    let contest = |teams: usize| held(&file("format = \"contest\"", teams), 4, strongest).0;
    assert_eq!(stages(&contest(4)), [("final", 4, 2)]);
    assert_eq!(stages(&contest(5)), [("qualifying", 5, 5), ("final", 4, 2)]);
    assert_eq!(stages(&contest(6)), [("semi-final", 6, 2), ("final", 4, 2)]);
    assert_eq!(stages(&contest(8)), [("semi-final", 8, 2), ("final", 4, 2)]);
    assert_eq!(stages(&contest(9)), [("round-1", 9, 3), ("semi-final", 6, 2), ("final", 4, 2)]);
    assert_eq!(stages(&contest(13)), [("round-1", 13, 4), ("semi-final", 8, 2), ("final", 4, 2)]);
    assert_eq!(stages(&contest(16)), [("round-1", 16, 4), ("semi-final", 8, 2), ("final", 4, 2)]);
    assert_eq!(
        stages(&contest(17)),
        [("qualifying", 17, 34), ("round-1", 16, 4), ("semi-final", 8, 2), ("final", 4, 2)]
    );
    let chart = contest(20);
    assert_eq!(stages(&chart)[0], ("qualifying", 20, 40));
    assert_eq!(chart.ranking[0], [0], "the strongest wins");
    let rows = &chart.stages[0].groups[0].rows;
    assert!(rows.iter().all(|row| row.games == 8), "everybody has as many games");
    let out: Vec<usize> =
        rows.iter().filter(|row| row.advances == Some(false)).map(|row| row.entrant).collect();
    assert_eq!(out, [16, 17, 18, 19]);
    // Those who went out at once are ranked behind all others, by their points.
    assert_eq!(chart.ranking.concat()[16..], [16, 17, 18, 19]);
    // The best four of the qualifying are at different tables.
    for group in &chart.stages[1].groups {
        assert_eq!(group.rows.iter().filter(|row| row.entrant < 4).count(), 1);
    }
}

#[test]
fn a_table_of_three_has_somebody_who_fills_the_seat() {
    let needs =
        |teams| Draw::new(&file("format = \"contest\"", teams), 4).unwrap().needs_stand_in();
    assert_eq!([4, 5, 6, 8, 9, 16, 17].map(needs), [false, false, true, false, true, false, false]);
    let (chart, games) = held(&file("format = \"contest\"", 6), 4, strongest);
    let tables: Vec<&Slot> = games.iter().filter(|slot| slot.place.stage == "semi-final").collect();
    assert!(tables.iter().all(|slot| slot.seats.iter().filter(|&&seat| seat == 6).count() == 1));
    assert!(chart.stages[0].groups.iter().all(|group| group.rows.len() == 3));
    assert!(
        games
            .iter()
            .filter(|slot| slot.place.stage == "final")
            .all(|slot| !slot.seats.contains(&6))
    );
}

#[test]
fn the_final_of_a_contest_is_for_the_first_to_win_two_games_of_five() {
    let file = file("format = \"contest\"", 4);
    // Everybody wins one, then 2 wins the fifth.
    let winners = [3, 1, 0, 2, 2];
    let result = |slot: &Slot| {
        let winner = winners[slot.place.game as usize - 1];
        let places = slot.seats.iter().map(|&seat| if seat == winner { 1 } else { 2 }).collect();
        Some(Score { places, points: vec![0; 4], fault: None })
    };
    let (chart, games) = held(&file, 4, result);
    assert_eq!(games.len(), 5);
    assert_eq!(chart.ranking[0], [2]);
    assert_eq!(chart.stages[0].rounds[0].meetings[0].advancing, [2]);
    // Nobody wins anything: five games, then points, and at last the lot.
    let drawn = |slot: &Slot| {
        let points = slot.seats.iter().map(|&seat| if seat == 1 { 9 } else { 5 }).collect();
        Some(Score { places: vec![1; 4], points, fault: None })
    };
    let (chart, games) = held(&file, 4, drawn);
    assert_eq!((games.len(), &chart.ranking[0], chart.ranking.len()), (5, &vec![1], 4));
}

#[test]
fn teams_of_one_table_do_not_meet_at_once_again_in_a_contest() {
    for seed in 0..10 {
        let head = format!("format = \"contest\"\nseed = {seed}");
        let (chart, _) = held(&file(&head, 16), 4, |slot| result(slot, seed, 0));
        let table = |stage: usize, entrant: usize| {
            let groups = &chart.stages[stage].groups;
            groups.iter().position(|group| group.rows.iter().any(|row| row.entrant == entrant))
        };
        for group in &chart.stages[1].groups {
            let from: HashSet<_> = group.rows.iter().map(|row| table(0, row.entrant)).collect();
            assert_eq!(from.len(), 4, "the four of a semi-final come from four tables");
        }
    }
}

#[test]
fn a_ladder_goes_on_and_lets_the_near_meet() {
    let file = file("format = \"ladder\"", 10);
    // The nearer two are in strength, the more often the weaker one wins.
    let result = |slot: &Slot| {
        let id = u64::from_str_radix(&id_of(&slot.place)[..16], 16).unwrap();
        let (one, other) = (slot.seats[0] as f64, slot.seats[1] as f64);
        let chance = 1.0 / (1.0 + 10_f64.powf((one - other) * 0.4));
        let wins = Rng::with_seed(id).f64() < chance;
        Some(Score {
            places: if wins { vec![1, 2] } else { vec![2, 1] },
            points: vec![0, 0],
            fault: None,
        })
    };
    let (draw, games) = hold(Draw::new(&file, 2).unwrap(), 4, 1, 3000, result);
    assert!(!draw.remaining().1, "it has no end");
    let order: Vec<usize> = draw.chart().ranking.concat();
    let wrong = order.iter().enumerate().filter(|(place, entrant)| place.abs_diff(**entrant) > 1);
    assert_eq!(wrong.count(), 0, "{order:?}");
    let mut distance = [0; 10];
    for slot in games.values().filter(|slot| slot.place.round > 5) {
        distance[slot.seats[0].abs_diff(slot.seats[1])] += 1;
    }
    assert!(distance[1] > 9 * distance[9].max(1), "{distance:?}");
    let mut played = [0; 10];
    games.values().flat_map(|slot| &slot.seats).for_each(|&seat| played[seat] += 1);
    assert!(played.iter().all(|&count| count > 200), "{played:?}");
}

#[test]
fn players_join_a_ladder_and_a_resumed_one_is_the_same() {
    let (old, new) = (file("format = \"ladder\"", 4), file("format = \"ladder\"", 6));
    let result = |slot: &Slot| result(slot, 3, 5);
    let (mut draw, before) = hold(Draw::new(&old, 2).unwrap(), 3, 1, 50, result);
    assert_eq!(draw.join(&old), None);
    let since = draw.join(&new).unwrap();
    assert!(before.values().all(|slot| slot.place.round < since));
    let (draw, after) = hold(draw, 3, 1, 60, result);
    let newcomer = |slot: &&Slot| slot.seats.iter().any(|&seat| seat > 3);
    assert!(after.values().filter(newcomer).all(|slot| slot.place.round >= since));
    assert!(after.values().any(|slot| newcomer(&slot)));
    let resumed = Draw::new(&new, 2).unwrap().joined(&[1, 1, 1, 1, since, since]);
    let (resumed, all) = hold(resumed, 1, 1, before.len() + after.len(), result);
    let both: BTreeMap<String, Slot> = before.into_iter().chain(after).collect();
    assert_eq!(all, both);
    assert_eq!(resumed.chart(), draw.chart());
}
