//! What `gyoji match` says about the strength of players, and the test that ends a series.

mod common;

use common::Lab;
use serde_json::Value;

fn total(counts: &Value) -> u64 {
    counts.as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum()
}

#[test]
fn a_test_ends_by_itself_and_not_by_how_many_games_run_at_once() {
    let lab = Lab::new();
    let test = |players: [&str; 2], jobs: &str| {
        let mut args = vec!["match", "othello"];
        args.extend(players);
        args.extend(["--opening", "6", "--seed", "5", "--json", "-j", jobs]);
        args.extend(["--sprt", "elo0=0,elo1=80"]);
        lab.run(&args).expect(0).json()
    };
    for (players, verdict) in [
        (["bot:weights", "bot:random"], "H1"),
        (["bot:random", "bot:weights"], "H0"),
        (["bot:random", "bot:random"], "H0"),
    ] {
        let json = test(players, "1");
        let sprt = &json["sprt"];
        assert_eq!(sprt["verdict"], verdict, "{players:?}: {sprt}");
        let llr = sprt["llr"].as_f64().unwrap();
        match verdict {
            "H1" => assert!(llr >= sprt["upper"].as_f64().unwrap(), "{sprt}"),
            _ => assert!(llr <= sprt["lower"].as_f64().unwrap(), "{sprt}"),
        }
        assert_eq!(sprt["games"], json["games"], "one game at a time: nothing is left over");
        assert_eq!(2 * total(&sprt["pentanomial"]), sprt["games"].as_u64().unwrap());
        assert_eq!(json["interrupted"], false);
        assert_eq!(&test(players, "3")["sprt"], sprt, "{players:?}");
    }
}

#[test]
fn a_test_of_so_many_games_may_stay_open() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:random", "bot:greedy", "--seed", "5"];
    let test = ["--sprt", "elo0=0, elo1=5, alpha=0.01, beta=0.1, model=normalized"];
    let json = lab.run(&[&args[..], &test, &["-n", "10", "--json"]].concat()).expect(0).json();
    let sprt = &json["sprt"];
    assert_eq!((&sprt["verdict"], &sprt["games"]), (&"continue".into(), &10.into()));
    assert_eq!((&sprt["alpha"], &sprt["beta"]), (&0.01.into(), &0.1.into()));
    assert_eq!(sprt["model"], "normalized");
    let said = lab.run(&[&args[..], &test, &["-n", "10"]].concat()).expect(0);
    assert!(said.out.contains("test not decided after 10 games"), "{}", said.out);
    assert!(said.out.contains("LLR ") && said.out.contains("[-2.29, 4.50]"), "{}", said.out);
    // A single game is no pair.
    let one = lab.run(&[&args[..], &test, &["-n", "1", "--json"]].concat()).expect(0).json();
    assert_eq!((&one["sprt"]["verdict"], &one["sprt"]["games"]), (&"continue".into(), &1.into()));
    assert!(one["sprt"]["llr"].as_f64().unwrap() != 0.0);
}

#[test]
fn what_is_wrong_with_a_test_is_said() {
    let lab = Lab::new();
    let test = |claims: &str| {
        ["match", "othello", "bot:random", "bot:random", "--sprt", claims].map(String::from)
    };
    let complaint = |claims: &str| {
        let args = test(claims);
        let said = lab.run(&args.each_ref().map(String::as_str)).expect(2);
        assert!(said.out.is_empty());
        said.err
    };
    assert!(complaint("elo0=0").contains("elo0=0,elo1=10"));
    assert!(complaint("elo0=0,elo1=ten").contains("\"ten\": a number from -400 to 400"));
    assert!(complaint("elo0=0,elo2=10").contains("did you mean elo0?"));
    assert!(complaint("elo0=5,elo1=0").contains("elo1 has to be larger than elo0"));
    assert!(complaint("elo0=0,elo1=10,alpha=1").contains("0.49"));
    let japanese = lab.ja(&test("elo0=5,elo1=0").each_ref().map(String::as_str)).expect(2).err;
    assert!(japanese.contains("elo1 は elo0 より大きく"), "{japanese}");
    let three = ["match", "othello", "bot:random", "bot:random", "bot:random"];
    let said = lab.run(&[&three[..], &["--sprt", "elo0=0,elo1=10"]].concat()).expect(2);
    assert!(said.err.contains("compares two players"), "{}", said.err);
}

#[test]
fn two_players_are_compared_by_pairs() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:weights", "bot:random", "--seed", "5", "--opening", "6"];
    let json = lab.run(&[&args[..], &["-n", "60", "--json"]].concat()).expect(0).json();
    let two = &json["comparison"];
    assert_eq!(total(&two["pentanomial"]), 30);
    assert_eq!((&two["shown"], &two["more_games"]), (&true.into(), &Value::Null));
    assert!(two["los"].as_f64().unwrap() > 0.99 && two["nelo"].as_f64().unwrap() > 0.0);
    assert_eq!(two["elo"], json["players"][0]["elo"]);
    let [ours, theirs] =
        [0, 1].map(|player: usize| json["players"][player]["elo"][1].as_f64().unwrap());
    assert!((ours + theirs).abs() < 1e-9, "the difference from the other side");
    assert!(
        json["conclusion"]["en"].as_str().unwrap().starts_with("weights is better than random")
    );
    assert!(json["conclusion"]["ja"].as_str().unwrap().starts_with("weights は random より強い"));
    let said = lab.run(&[&args[..], &["-n", "60"]].concat()).expect(0);
    for line in ["\nweights is better than random", "\nlikelihood that weights is the better one: "]
    {
        assert!(said.out.contains(line), "{}", said.out);
    }
    // Single games where pairs would leave out too much.
    let json = lab.run(&[&args[..], &["-n", "3", "--json"]].concat()).expect(0).json();
    assert!(json["comparison"]["pentanomial"].is_null());
    assert_eq!(json["comparison"]["few_results"], true);
}

#[test]
fn one_game_and_a_clean_sheet_are_no_certainty() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:greedy", "bot:random", "--seed", "5"];
    let said = lab.run(&[&args[..], &["-n", "1"]].concat()).expect(0);
    assert!(said.out.contains("the games do not tell whether"), "{}", said.out);
    assert!(said.out.contains("75.0 % sure"), "{}", said.out);
    assert!(said.out.contains("more games are likely to show it"), "{}", said.out);

    // A program that never answers a move has lost every game.
    let ai = lab.file("my_ai.sh", "while read line; do echo hello; done\n");
    let bad = ["match", "othello", ai.to_str().unwrap(), "bot:random", "-q", "-n", "6"];
    let said = lab.run(&bad).expect(3);
    assert!(said.out.contains("random has won every game: how much better"), "{}", said.out);
    assert!(said.out.contains("one imagined best and one imagined worst result"), "{}", said.out);
    let json = lab.run(&[&bad[..], &["--json"]].concat()).expect(3).json();
    let elo = &json["players"][1]["elo"];
    assert!(elo[0].is_f64() && elo[1].is_null() && elo[2].is_null(), "{elo}");
    assert!(json["comparison"]["los"].as_f64().unwrap() > 0.001);
    assert_eq!(json["ratings"]["prior"], "ghost");
}

#[test]
fn many_players_have_ratings_from_all_games() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:random", "bot:weights", "bot:greedy", "--seed", "5"];
    let args = [&args[..], &["--opening", "6", "-n", "40"]].concat();
    let json = lab.run(&[&args[..], &["--json"]].concat()).expect(0).json();
    let players = json["ratings"]["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    assert_eq!(players[0]["name"], "weights");
    let elo = |player: &Value| player["elo"].as_f64().unwrap();
    assert!(players.iter().map(elo).sum::<f64>().abs() < 1e-6, "the mean is 0");
    assert!(players.windows(2).all(|two| elo(&two[0]) >= elo(&two[1])));
    assert!(players.iter().all(|player| player["margin95"].as_f64().unwrap() > 1.0));
    assert!(json["ratings"]["first_seat"]["margin95"].as_f64().unwrap() > 1.0);
    assert!(json["ratings"]["prior"].is_null() && json["comparison"].is_null());
    for duel in json["duels"].as_array().unwrap() {
        let [los, p] = ["los", "p_holm"].map(|key| duel[key].as_f64().unwrap());
        assert!((0.0..=1.0).contains(&los) && (0.0..=1.0).contains(&p), "{duel}");
    }
    let said = lab.run(&args).expect(0);
    assert!(said.out.contains("\nRatings from all games (mean 0)\n"), "{}", said.out);
    assert!(said.out.contains("\nweights is better than "), "{}", said.out);
    assert!(said.out.contains("\nto have the first seat is worth "), "{}", said.out);
    let said = lab.ja(&args).expect(0);
    assert!(said.out.contains("\n全対局からのレーティング（平均 0）\n"), "{}", said.out);
}

#[test]
fn ratings_at_tables_of_four() {
    let lab = Lab::new();
    let args = ["match", "quinte", "bot:builder", "bot:random", "bot:highscore", "bot:skeleton"];
    let args = [&args[..], &["--seed", "5", "-o", "turns=60", "-n", "24"]].concat();
    let json = lab.run(&[&args[..], &["--json"]].concat()).expect(0).json();
    assert_eq!(json["ratings"]["players"].as_array().unwrap().len(), 4);
    assert!(json["conclusion"]["en"].is_string());
    let said = lab.run(&args).expect(0);
    assert!(said.out.contains("\nRatings from all games (mean 0)\n"), "{}", said.out);
}
