//! Contrast as a game like any other: what the trait promises, the move counts, the text forms.

mod slow;

use gyoji_contrast::{Board, Contrast, Move, perft};
use gyoji_core::testkit::{check_game, perft_lines};
use gyoji_core::{Game, Options, Setup};
use slow::Slow;

fn setup(options: &str) -> Setup {
    let options = Options::check(Contrast::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

#[test]
fn what_every_game_promises_holds() {
    check_game::<Contrast>(&setup(""), 8);
    check_game::<Contrast>(&setup("plies=9"), 8);
    check_game::<Contrast>(&setup("repetition=false&plies=0"), 8);
    check_game::<Board>(&setup(""), 8);
}

/// Three counters: the quick one, the general one through `Game`, and the second Contrast.
#[test]
fn move_counts_are_those_of_the_table() {
    let lines = perft_lines(include_str!("../data/perft.txt"));
    for line in &lines {
        let position: Contrast = match line.position {
            "start" => Contrast::new(),
            text => text.parse().unwrap(),
        };
        let fast = perft::count(&position, line.depth);
        assert_eq!(fast, line.count, "{} at depth {}", line.name, line.depth);
        if line.depth <= 2 {
            let general = gyoji_search::perft(&position, line.depth);
            assert_eq!(general, line.count, "{} at depth {}, generally", line.name, line.depth);
        }
    }
    for depth in 0..=3 {
        let line = lines.iter().find(|line| line.name == "start" && line.depth == depth).unwrap();
        assert_eq!(Slow::start().count(depth), line.count, "depth {depth}, slowly");
    }
}

#[test]
fn random_games_go_the_same_way_in_the_second_contrast() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        let (mut slow, mut fast) = (Slow::start(), Board::START);
        loop {
            let mut theirs: Vec<String> = slow.actions().iter().map(slow::text).collect();
            let mut ours: Vec<String> = fast.moves().map(|mv| mv.to_string()).collect();
            assert_eq!(ours.len() as u64, fast.count_moves(), "{fast}");
            theirs.sort();
            ours.sort();
            assert_eq!(ours, theirs, "{fast}");
            assert_eq!(fast.winner().map(|(seat, _)| seat.index() + 1), slow.winner, "{fast}");
            let actions = slow.actions();
            let Some(action) = rng.choice(actions) else { break };
            slow.play(action);
            fast.play(slow::text(&action).parse::<Move>().unwrap());
        }
    }
}
