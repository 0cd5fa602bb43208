//! The statistics against chance itself: what they promise has to hold for games drawn by lot.
//! Every seed is fixed, so a run is like the one before.

use fastrand::Rng;
use gyoji_league::stats::{Counts, Model, Problem, Ratings, Results, Sprt, SprtRun, Ties, Verdict};

/// A game by Davidson's model: the half points of the first seat, whose player is better by `x`
/// (in natural units, seat included).
fn game(rng: &mut Rng, x: f64, draws: f64) -> usize {
    let weights = [(-x / 2.0).exp(), draws, (x / 2.0).exp()];
    let mut drawn = rng.f64() * weights.iter().sum::<f64>();
    for (half_points, weight) in weights.into_iter().enumerate() {
        if drawn < weight {
            return half_points;
        }
        drawn -= weight;
    }
    2
}

/// A pair with changed seats, from a start that favours the first seat by `start`.
fn pair(rng: &mut Rng, x: f64, start: f64) -> usize {
    game(rng, x + start, 1.0) + 2 - game(rng, start - x, 1.0)
}

/// How often a test of so many runs decides for H1, when the first player is better by `x`.
fn decisions(seed: u64, sprt: Sprt, x: f64) -> usize {
    let mut rng = Rng::with_seed(seed);
    let mut h1 = 0;
    for _ in 0..200 {
        let mut run = SprtRun::new(sprt);
        for number in 0..50_000 {
            let start = 2.0 * rng.f64() - 1.0;
            run.pair(number, pair(&mut rng, x, start));
            if run.verdict() != Verdict::Continue {
                break;
            }
        }
        assert_ne!(run.verdict(), Verdict::Continue, "a decision comes in time");
        h1 += usize::from(run.verdict() == Verdict::H1);
    }
    h1
}

/// How much better a player has to be, in natural units, for its mean score over the starts to
/// be that of a difference of `elo`.
fn natural(elo: f64) -> f64 {
    let wanted = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let score = |x: f64| {
        let of = |x: f64| {
            let (win, loss) = ((x / 2.0).exp(), (-x / 2.0).exp());
            (win + 0.5) / (win + 1.0 + loss)
        };
        let starts = (0..1000).map(|step| (step as f64 + 0.5) / 500.0 - 1.0);
        starts.map(|start| of(x + start) + 1.0 - of(start - x)).sum::<f64>() / 2000.0
    };
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if score(middle) < wanted { low = middle } else { high = middle }
    }
    low
}

#[test]
fn a_sequential_test_errs_about_as_often_as_it_says() {
    // 5 % of 200 are 10; by chance alone 4 to 17 are within 98 %. The ratio steps over its bound,
    // so rather fewer are expected than more.
    let sprt: Sprt = "elo0=0,elo1=50".parse().unwrap();
    let wrong_h1 = decisions(1, sprt, natural(0.0));
    assert!((3..=17).contains(&wrong_h1), "H1 although H0 holds: {wrong_h1} of 200");
    let wrong_h0 = 200 - decisions(2, sprt, natural(50.0));
    assert!((3..=17).contains(&wrong_h0), "H0 although H1 holds: {wrong_h0} of 200");
}

#[test]
fn other_error_rates_are_kept_too() {
    let sprt: Sprt = "elo0=0,elo1=60,alpha=0.2,beta=0.01".parse().unwrap();
    let wrong_h1 = decisions(3, sprt, natural(0.0));
    assert!((24..=54).contains(&wrong_h1), "H1 although H0 holds: {wrong_h1} of 200, 40 expected");
    let wrong_h0 = 200 - decisions(4, sprt, natural(60.0));
    assert!(wrong_h0 <= 7, "H0 although H1 holds: {wrong_h0} of 200, 2 expected");
}

#[test]
fn intervals_of_scores_hold_what_they_promise() {
    // The true score of equal players is ½: about 95 % of the intervals have it inside.
    let mut rng = Rng::with_seed(5);
    let mut inside = 0;
    for _ in 0..1000 {
        let mut cells = [0; 5];
        for _ in 0..100 {
            let start = 2.0 * rng.f64() - 1.0;
            cells[pair(&mut rng, 0.0, start)] += 1;
        }
        let interval = Counts::Pairs(cells).score_interval().unwrap();
        inside += u32::from(interval.low <= 0.5 && 0.5 <= interval.high);
    }
    assert!((930..=970).contains(&inside), "{inside} of 1000");
}

type Game = (Vec<usize>, Vec<u8>);

fn results(players: usize, games: &[Game]) -> Results {
    let mut results = Results::new(players);
    games.iter().for_each(|(seated, places)| results.add(seated, places));
    results
}

/// The standard errors of ratings as they come out when the games themselves are drawn again.
fn bootstrap(seed: u64, players: usize, games: &[Game], model: Model) -> Vec<f64> {
    const TIMES: usize = 400;
    let mut rng = Rng::with_seed(seed);
    let mut sums = vec![(0.0, 0.0); players];
    for _ in 0..TIMES {
        let again: Vec<Game> =
            (0..games.len()).map(|_| games[rng.usize(..games.len())].clone()).collect();
        let ratings = results(players, &again).fit(model).expect("enough games for every draw");
        for (sum, rated) in sums.iter_mut().zip(&ratings.players) {
            let raw = rated.elo / ratings.scale;
            *sum = (sum.0 + raw, sum.1 + raw * raw);
        }
    }
    let times = TIMES as f64;
    sums.iter().map(|(sum, squares)| (squares / times - (sum / times).powi(2)).sqrt()).collect()
}

fn check_errors(ratings: &Ratings, by_lot: &[f64]) {
    for (rated, by_lot) in ratings.players.iter().zip(by_lot) {
        let ratio = rated.se / ratings.scale / by_lot;
        assert!((0.8..1.25).contains(&ratio), "{} by information, {by_lot} by lot", rated.se);
    }
}

#[test]
fn errors_of_ratings_agree_with_the_bootstrap() {
    let (strengths, first_seat) = ([0.6, 0.2, -0.2, -0.6], 0.3);
    let mut rng = Rng::with_seed(6);
    let mut games: Vec<Game> = Vec::new();
    for number in 0..480 {
        let first = number % 4;
        let second = (first + 1 + number / 4 % 3) % 4;
        let x = strengths[first] - strengths[second] + first_seat;
        let places = [[2, 1], [1, 1], [1, 2]][game(&mut rng, x, 0.7)];
        games.push((vec![first, second], places.to_vec()));
    }
    let ratings = results(4, &games).rate().unwrap();
    assert_eq!((ratings.problems.len(), ratings.model.seats), (0, true));
    check_errors(&ratings, &bootstrap(7, 4, &games, ratings.model));
    // And the truth is where the intervals say.
    for (rated, truth) in ratings.players.iter().zip(strengths) {
        let truth = truth * gyoji_league::stats::ELO * ratings.scale;
        assert!((rated.elo - truth).abs() < 3.0 * rated.se, "{rated:?}, in truth {truth}");
    }
    let first = ratings.first_seat().unwrap();
    let truth = first_seat * gyoji_league::stats::ELO * ratings.scale;
    assert!((first.elo - truth).abs() < 3.0 * first.se && first.se > 0.0, "{first:?}, {truth}");
}

#[test]
fn errors_at_tables_of_four_agree_with_the_bootstrap() {
    let strengths = [0.8, 0.3, 0.0, -0.3, -0.8];
    let seats: [f64; 4] = [0.4, 0.0, 0.0, -0.4];
    let mut rng = Rng::with_seed(8);
    let mut games: Vec<Game> = Vec::new();
    for _ in 0..300 {
        let mut seated: Vec<usize> = (0..5).collect();
        rng.shuffle(&mut seated);
        seated.truncate(4);
        // Plackett–Luce: exponential times, the first to come takes the first place; those who
        // come nearly together tie.
        let mut times: Vec<(f64, usize)> = (0..4)
            .map(|seat| {
                let rate = (strengths[seated[seat]] + seats[seat]).exp();
                (-rng.f64().max(1e-12).ln() / rate, seat)
            })
            .collect();
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut places = vec![1; 4];
        for place in 1..4 {
            let is_tie = times[place].0 - times[place - 1].0 < 0.03;
            let before = places[times[place - 1].1];
            places[times[place].1] = if is_tie { before } else { place as u8 + 1 };
        }
        games.push((seated, places));
    }
    let ratings = results(5, &games).rate().unwrap();
    assert_eq!((ratings.problems.len(), ratings.seats.len()), (0, 4));
    assert!(!ratings.ties.is_empty());
    assert_eq!(ratings.order(), [0, 1, 2, 3, 4]);
    assert!(ratings.seats[0].elo > ratings.seats[3].elo);
    check_errors(&ratings, &bootstrap(9, 5, &games, ratings.model));
}

#[test]
fn the_order_of_games_changes_not_a_bit() {
    let mut games: Vec<Game> = Vec::new();
    let mut rng = Rng::with_seed(10);
    for number in 0..90 {
        let (first, second) = (number % 3, (number + 1 + number / 3 % 2) % 3);
        games.push((vec![first, second], [[2, 1], [1, 1], [1, 2]][rng.usize(..3)].to_vec()));
    }
    let straight = results(3, &games).rate().unwrap();
    rng.shuffle(&mut games);
    let shuffled = results(3, &games).rate().unwrap();
    assert_eq!(straight.players, shuffled.players);
    assert_eq!(straight.seats, shuffled.seats);
}

#[test]
fn results_that_say_too_little_are_named_and_never_certain() {
    let rate = |players: usize, games: &[(&[usize], &[u8], u64)]| {
        let mut results = Results::new(players);
        games.iter().for_each(|(seated, places, times)| results.add_many(seated, places, *times));
        let ratings = results.rate().unwrap();
        for rated in &ratings.players {
            assert!(
                rated.elo.abs() < 2000.0 && rated.se > 5.0 && rated.se.is_finite(),
                "{rated:?}"
            );
        }
        assert!((0.001..0.999).contains(&ratings.los(0, 1)));
        (ratings.model, ratings.problems)
    };
    let ghost = Model { ties: Ties::Shared, seats: false, ghost: true };
    // One game; every game drawn, at tables of two and of four.
    assert_eq!(rate(2, &[(&[0, 1], &[1, 2], 1)]), (ghost, vec![Problem::Unbeaten(vec![0])]));
    assert_eq!(rate(2, &[(&[0, 1], &[1, 1], 20)]), (ghost, vec![Problem::AllDrawn]));
    let four = rate(4, &[(&[0, 1, 2, 3], &[1, 1, 1, 1], 9)]);
    assert_eq!(four, (ghost, vec![Problem::AllDrawn]));
    // Whoever moves first wins: seats explain everything, and are left out.
    let first_wins: [(&[usize], &[u8], u64); 2] = [(&[0, 1], &[1, 2], 5), (&[1, 0], &[1, 2], 5)];
    let without_seats = Model { ties: Ties::Davidson, seats: false, ghost: false };
    assert_eq!(rate(2, &first_wins), (without_seats, vec![Problem::Seats]));
    // Nobody has ever lost to a weaker one, but there are draws.
    let no_losses: [(&[usize], &[u8], u64); 2] = [(&[0, 1], &[1, 2], 3), (&[1, 0], &[1, 1], 6)];
    assert_eq!(rate(2, &no_losses), (ghost, vec![Problem::NoSummit]));
    // A ladder of three: the top and the bottom are both named.
    let ladder: [(&[usize], &[u8], u64); 3] =
        [(&[0, 1], &[1, 2], 2), (&[2, 1], &[2, 1], 2), (&[0, 2], &[1, 2], 2)];
    let named = vec![Problem::Unbeaten(vec![0]), Problem::Pointless(vec![2])];
    assert_eq!(rate(3, &ladder), (ghost, named));
    assert!(Results::new(3).rate().is_none());
}
