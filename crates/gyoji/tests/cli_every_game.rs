//! Every game of the catalogue has the commands, whatever it is: match, replay, play, perft.

mod common;

use common::Lab;
use gyoji_core::{Game, Kit, Visitor};

/// A game's name, its weakest bot, and how many sit at its table.
#[derive(Clone)]
struct Facts;

impl Visitor for Facts {
    type Out = (&'static str, String, usize);

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        (G::SPEC.id, format!("bot:{}", kit.bots[0].name), G::SPEC.seats.len())
    }
}

#[test]
fn every_game_is_played_recorded_and_shown_again() {
    for (game, bot, seats) in gyoji_catalog::visit_all(&Facts) {
        let lab = Lab::new();
        let players = vec![bot.as_str(); seats];
        let more = ["-n", "1", "--record", "games", "--seed", "5"];
        let said = lab.run(&[&["match", game][..], &players, &more].concat()).expect(0);
        assert!(said.out.contains("games"), "{game}: {}", said.out);
        let record = lab.files("games").remove(0);
        let shown = lab.run(&["replay", record.to_str().unwrap(), "--ply", "3"]).expect(0);
        assert!(shown.out.starts_with(game), "{game}: {}", shown.out);
        let json = lab.run(&["replay", record.to_str().unwrap(), "--ply", "3", "--json"]).expect(0);
        let json = json.json();
        assert_eq!(json["legend"]["game"], game);
        assert_eq!(json["pages"][0]["ply"], 3);
        assert!(json["pages"][0]["last"]["steps"].is_array(), "{game}");
    }
}

#[test]
fn every_game_is_played_by_a_person_and_counted() {
    for (game, bot, _) in gyoji_catalog::visit_all(&Facts) {
        let lab = Lab::new();
        let said = lab.run_with(&["play", game, "--vs", &bot], "help\nmoves\nquit\n").expect(0);
        assert!(said.out.contains("your move>"), "{game}: {}", said.out);
        let counted = lab.run(&["perft", game, "1"]).expect(0);
        let count = counted.out.lines().next().unwrap_or_default();
        assert!(count.parse::<u64>().is_ok_and(|count| count > 0), "{game}: {}", counted.out);
    }
}
