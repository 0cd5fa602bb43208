//! The statistics against figures that independent programs agree on: `stats/README.md`.

use gyoji_league::stats::{
    Counts, EloModel, Model, Need, Problem, Ratings, Results, Sprt, Ties, holm, los_of_wins,
    normal, normal_quantile, tiebreaks,
};
use serde_json::Value;

/// The cases of a file.
fn cases(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/stats/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    json["cases"].as_array().unwrap().clone()
}

/// A figure; infinite ones are written as words, undefined ones as null.
fn figure(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) if text == "+inf" => Some(f64::INFINITY),
        Value::String(text) if text == "-inf" => Some(f64::NEG_INFINITY),
        value => value.as_f64(),
    }
}

fn figures(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|value| figure(value).unwrap()).collect()
}

#[track_caller]
fn check(what: &str, ours: Option<f64>, expected: &Value, tolerance: f64) {
    let is_right = match (ours, figure(expected)) {
        (None, None) => true,
        (Some(ours), Some(right)) => {
            ours == right || (ours - right).abs() <= tolerance * right.abs().max(1.0)
        }
        _ => false,
    };
    assert!(is_right, "{what}: {ours:?}, expected {expected}");
}

#[track_caller]
fn check_all(what: &str, ours: impl IntoIterator<Item = f64>, expected: &Value, tolerance: f64) {
    let (ours, right): (Vec<f64>, _) = (ours.into_iter().collect(), figures(expected));
    assert_eq!(ours.len(), right.len(), "{what}");
    for (ours, right) in ours.iter().zip(&right) {
        assert!((ours - right).abs() <= tolerance, "{what}: {ours}, expected {right}");
    }
}

fn counts(input: &Value) -> Counts {
    let number = |value: &Value| value.as_u64().unwrap();
    match input["pentanomial"].as_array() {
        Some(pairs) => Counts::Pairs(std::array::from_fn(|index| number(&pairs[index]))),
        None => Counts::Games(["losses", "draws", "wins"].map(|key| number(&input[key]))),
    }
}

#[test]
fn scores_and_elo_of_games_and_pairs() {
    const NEAR: f64 = 1e-8;
    let all = [cases("trinomial_elo"), cases("pentanomial_elo")].concat();
    assert_eq!(all.len(), 28);
    for case in all {
        let (counts, expected) = (counts(&case["input"]), &case["expected"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        assert_eq!(
            counts.total() * counts.games_each(),
            expected["games"].as_u64().unwrap(),
            "{}",
            name("games")
        );
        check(&name("score"), counts.score(), &expected["score"], NEAR);
        check(&name("variance"), counts.variance_per_game(), &expected["variance_per_game"], NEAR);
        check(&name("se"), counts.standard_error(), &expected["se_score"], NEAR);
        let (score, elo) = (counts.score_interval(), counts.elo());
        check(&name("low"), score.map(|score| score.low), &expected["score_lo"], NEAR);
        check(&name("high"), score.map(|score| score.high), &expected["score_hi"], NEAR);
        check(&name("elo low"), elo.map(|elo| elo.low), &expected["elo_lo"], NEAR);
        check(&name("elo"), elo.map(|elo| elo.middle), &expected["elo"], NEAR);
        check(&name("elo high"), elo.map(|elo| elo.high), &expected["elo_hi"], NEAR);
        check(&name("nelo"), counts.normalised_elo(), &expected["nelo"], NEAR);
        let margin = counts.normalised_elo_margin();
        check(&name("nelo margin"), margin, &expected["nelo_err_delta"], NEAR);
        check(&name("los"), counts.los(), &expected["los_normal"], NEAR);
        if let Counts::Games([losses, _, wins]) = counts
            && counts.total() > 0
        {
            check(&name("los_beta"), Some(los_of_wins(wins, losses)), &expected["los_beta"], NEAR);
        }
        // Whatever the formulas say, nothing is shown as certain.
        assert!(counts.margin() > 0.0, "{}", name("margin"));
    }
}

#[test]
fn likelihood_ratios_and_verdicts() {
    let mut tested = 0;
    for case in cases("sprt") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let model = match input["model"].as_str().unwrap() {
            "logistic" => EloModel::Logistic,
            "normalized" => EloModel::Normalised,
            _ => continue, // BayesElo is not one of ours
        };
        let [elo0, elo1, alpha, beta] =
            ["elo0", "elo1", "alpha", "beta"].map(|key| input[key].as_f64().unwrap());
        let sprt = Sprt { elo0, elo1, alpha, beta, model };
        let name = |what: &str| format!("{}: {what}", case["id"]);
        let llr = sprt.llr(&counts(input));
        check(&name("llr"), Some(llr), &expected["llr"], 1e-6);
        check(&name("lower"), Some(sprt.bounds().0), &expected["lower"], 1e-9);
        check(&name("upper"), Some(sprt.bounds().1), &expected["upper"], 1e-9);
        assert_eq!(sprt.verdict(llr).name(), expected["verdict"], "{}", name("verdict"));
        tested += 1;
    }
    assert_eq!(tested, 24);
}

const PLAIN: Model = Model { ties: Ties::Davidson, seats: false, ghost: false };

fn players(input: &Value) -> usize {
    input["players"].as_u64().unwrap() as usize
}

/// Games of two by who sat first.
fn games_of_two(input: &Value) -> Results {
    let mut results = Results::new(players(input));
    for game in input["games"].as_array().unwrap() {
        let number = |key: &str| game[key].as_u64().unwrap();
        let seated = [number("first") as usize, number("second") as usize];
        results.add_many(&seated, &[1, 2], number("first_wins"));
        results.add_many(&seated, &[1, 1], number("draws"));
        results.add_many(&seated, &[2, 1], number("first_losses"));
    }
    results
}

/// The raw ratings, before they are brought to the scale of scores.
fn raw(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|rated| rated.elo / ratings.scale).collect()
}

fn raw_errors(ratings: &Ratings) -> Vec<f64> {
    ratings.players.iter().map(|rated| rated.se / ratings.scale).collect()
}

#[test]
fn bradley_terry() {
    for case in cases("bradley_terry") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        let mut results = Results::new(players(input));
        for (one, row) in input["wins"].as_array().unwrap().iter().enumerate() {
            for (other, wins) in row.as_array().unwrap().iter().enumerate() {
                results.add_many(&[one, other], &[1, 2], wins.as_u64().unwrap());
            }
        }
        let ratings = results.fit(PLAIN).unwrap();
        check_all(&name("elo"), raw(&ratings), &expected["ratings_elo"], 1e-4);
        check_all(&name("se"), raw_errors(&ratings), &expected["se_elo"], 1e-4);
        check(&name("ll"), Some(ratings.log_likelihood), &expected["log_likelihood"], 1e-6);
        let difference = ratings.difference(0, 1);
        check(&name("se of difference"), Some(difference.se), &expected["se_diff_0_1_elo"], 1e-4);
        check(&name("los"), Some(ratings.los(0, 1)), &expected["los_0_over_1"], 1e-6);
        assert_eq!(ratings.scale, 1.0, "no draws");
    }
}

#[test]
fn draws_and_the_first_seat() {
    let mut tested = 0;
    for case in cases("bradley_terry_draws") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        let results = games_of_two(input);
        let seats = input["first_advantage"].as_bool().unwrap();
        let shared = results.fit(Model { ties: Ties::Shared, seats, ghost: false }).unwrap();
        let half_points = &expected["half_point_bt_ratings_elo"];
        check_all(&name("half points"), raw(&shared), half_points, 1e-4);
        if input["model"] != "davidson" {
            continue; // Rao and Kupper's model is not ours
        }
        let ratings = results.fit(Model { seats, ..PLAIN }).unwrap();
        check_all(&name("elo"), raw(&ratings), &expected["ratings_elo"], 1e-4);
        check_all(&name("se"), raw_errors(&ratings), &expected["se_elo"], 1e-3);
        check(&name("ll"), Some(ratings.log_likelihood), &expected["log_likelihood"], 1e-6);
        check(&name("scale"), Some(ratings.scale), &expected["scale_to_score_elo"], 1e-7);
        check(&name("nu"), ratings.ties.first().map(|tie| tie.1), &expected["nu"], 1e-7);
        check(&name("los"), Some(ratings.los(0, 1)), &expected["los_0_over_1"], 1e-6);
        let first = ratings.first_seat();
        let (elo, se) = (first.map(|f| f.elo / ratings.scale), first.map(|f| f.se / ratings.scale));
        check(&name("first seat"), elo, &expected["first_advantage_elo"], 1e-5);
        check(&name("its se"), se, &expected["first_advantage_se_elo"], 1e-5);
        // What is shown is brought to the scale of scores.
        let shown = ratings.players[0].elo;
        assert!((shown - raw(&ratings)[0] * ratings.scale).abs() < 1e-9);
        assert_eq!(results.rate().unwrap().problems, []);
        tested += 1;
    }
    assert_eq!(tested, 5);
}

#[test]
fn where_no_finite_ratings_exist_it_is_said_and_the_ghost_plays() {
    let all = cases("bradley_terry_degenerate");
    let problems = [
        vec![Problem::NeverMet(vec![vec![0, 1], vec![2, 3]])],
        vec![Problem::Unbeaten(vec![3])],
        vec![Problem::Unbeaten(vec![0, 1])],
        vec![Problem::Pointless(vec![0])],
        vec![],
    ];
    assert_eq!(all.len(), problems.len());
    for (case, problems) in all.iter().zip(problems) {
        let (input, expected) = (&case["input"], &case["expected"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        let results = games_of_two(input);
        let (met, bound) = results.groups();
        assert_eq!(serde_json::json!(met), expected["weak_components"], "{}", name("met"));
        assert_eq!(serde_json::json!(bound), expected["strong_components"], "{}", name("bound"));
        let ghost = Model { ties: Ties::Shared, seats: false, ghost: true };
        let ratings = results.fit(ghost).unwrap();
        check_all(&name("elo"), raw(&ratings), &expected["ghost"]["ratings_elo"], 1e-3);
        check_all(&name("se"), raw_errors(&ratings), &expected["ghost"]["se_elo"], 1e-3);
        let exists = expected["mle_exists"].as_bool().unwrap();
        assert_eq!(results.fit(PLAIN).is_some(), exists, "{}", name("exists"));
        let best = results.rate().unwrap();
        assert_eq!((best.model.ghost, &best.problems), (!exists, &problems), "{}", name("rate"));
    }
}

/// A game of many: groups of players, best first.
fn add_ranking(results: &mut Results, groups: &[Vec<usize>]) {
    let seated = groups.concat();
    let place = |player: &usize| groups.iter().position(|group| group.contains(player)).unwrap();
    let places: Vec<u8> = seated.iter().map(|player| place(player) as u8 + 1).collect();
    results.add(&seated, &places);
}

fn theta(elo: f64) -> f64 {
    elo / gyoji_league::stats::ELO
}

#[test]
fn plackett_luce() {
    for case in cases("plackett_luce") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        let mut results = Results::new(players(input));
        for ranking in input["rankings"].as_array().unwrap() {
            let ranking: Vec<usize> = serde_json::from_value(ranking.clone()).unwrap();
            let groups: Vec<Vec<usize>> = ranking.into_iter().map(|player| vec![player]).collect();
            add_ranking(&mut results, &groups);
        }
        let ratings = results.fit(PLAIN).unwrap();
        check_all(&name("theta"), raw(&ratings).into_iter().map(theta), &expected["theta"], 1e-6);
        let errors = raw_errors(&ratings).into_iter().map(theta);
        check_all(&name("se"), errors, &expected["se_theta"], 1e-6);
        check(&name("ll"), Some(ratings.log_likelihood), &expected["log_likelihood"], 1e-8);
    }
}

#[test]
fn ties_at_tables_of_four() {
    for case in cases("plackett_luce_ties") {
        let (input, expected) = (&case["input"], &case["expected"]["davidson_luce"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        let mut results = Results::new(players(input));
        for groups in input["rankings_with_ties"].as_array().unwrap() {
            let groups: Vec<Vec<usize>> = serde_json::from_value(groups.clone()).unwrap();
            add_ranking(&mut results, &groups);
        }
        let ratings = results.fit(PLAIN).unwrap();
        check_all(&name("theta"), raw(&ratings).into_iter().map(theta), &expected["theta"], 1e-5);
        let errors = raw_errors(&ratings).into_iter().map(theta);
        check_all(&name("se"), errors, &expected["se_theta"], 1e-5);
        let sizes: Vec<usize> = ratings.ties.iter().map(|(size, _)| *size).collect();
        assert_eq!(serde_json::json!(sizes), expected["tie_orders"]);
        let weights = ratings.ties.iter().map(|(_, weight)| weight.ln());
        check_all(&name("delta"), weights, &expected["log_delta"], 1e-5);
        check(&name("ll"), Some(ratings.log_likelihood), &expected["log_likelihood"], 1e-8);
    }
}

#[test]
fn games_needed_and_many_comparisons() {
    const NEAR: f64 = 1e-7;
    for case in cases("games_needed") {
        let (input, expected) = (&case["input"], &case["expected"]);
        let name = |what: &str| format!("{}: {what}", case["id"]);
        if let Some(bots) = input["bots_vs_baseline"].as_array() {
            let counts = bots.iter().map(counts);
            let p = |counts: Counts| {
                let z = (counts.score().unwrap() - 0.5) / counts.standard_error().unwrap();
                2.0 * normal(-z.abs())
            };
            let values: Vec<f64> = counts.map(p).collect();
            check_all(&name("p"), values.clone(), &expected["p_two_sided"], NEAR);
            check_all(&name("holm"), holm(&values), &expected["holm"], NEAR);
            continue;
        }
        let number = |key: &str| input[key].as_f64().unwrap();
        let need = Need::of(number("elo"), number("draw_rate"));
        check(&name("score"), Some(need.score), &expected["score"], NEAR);
        check(&name("variance"), Some(need.variance), &expected["variance_per_game"], NEAR);
        let outside = number("alpha_two_sided") / number("comparisons_bonferroni");
        check(&name("z"), Some(normal_quantile(1.0 - outside / 2.0)), &expected["z"], NEAR);
        let games = |power| need.games(outside, power);
        check(&name("even odds"), Some(games(0.5)), &expected["n_real"], NEAR);
        check(&name("power"), Some(games(number("power"))), &expected["n_real_power"], NEAR);
        check(&name("whole"), Some(games(number("power")).ceil()), &expected["n_with_power"], NEAR);
    }
}

#[test]
fn ways_to_break_ties() {
    for case in cases("tiebreaks") {
        let names: Vec<&str> = case["input"]["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_str().unwrap())
            .collect();
        let number = |name: &Value| names.iter().position(|known| name == known).unwrap();
        let games: Vec<(usize, usize, f64)> = case["input"]["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|g| (number(&g["a"]), number(&g["b"]), g["score_a"].as_f64().unwrap()))
            .collect();
        let figures = tiebreaks(names.len(), &games);
        for (name, ours) in names.iter().zip(&figures) {
            let expected = &case["expected"]["table"][name];
            for (key, value) in [
                ("points", ours.points),
                ("buchholz", ours.buchholz),
                ("buchholz_cut1", ours.buchholz_cut1),
                ("median_buchholz", ours.median_buchholz),
                ("sonneborn_berger", ours.sonneborn_berger),
            ] {
                assert_eq!(Some(value), expected[key].as_f64(), "{name} {key}");
            }
        }
        let mut order: Vec<usize> = (0..names.len()).collect();
        let key = |player: usize| {
            let f = figures[player];
            (f.points, f.buchholz, f.sonneborn_berger)
        };
        order.sort_by(|&a, &b| key(b).partial_cmp(&key(a)).unwrap());
        let order: Vec<&str> = order.into_iter().map(|player| names[player]).collect();
        assert_eq!(serde_json::json!(order), case["expected"]["order_by_points_buchholz_sb"]);
    }
}
