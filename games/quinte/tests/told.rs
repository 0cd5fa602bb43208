//! Wherever a game starts, a program that only listens knows the board at each of its turns.

use gyoji_core::{Asked, Options, Seat, Setup};
use gyoji_quinte::{Quinte, kit};
use gyoji_testkit::{Told, plain_listener, random_start};

fn knows_all(asked: &Asked<Quinte>, seat: Seat, real: &Quinte) -> bool {
    asked.seat == seat && asked.position == *real
}

/// All but where each soldier has come from, which only screens need.
fn knows_map(asked: &Asked<Quinte>, seat: Seat, real: &Quinte) -> bool {
    let known = |position: &Quinte| {
        let text = position.to_string();
        let parts = text.split('<').enumerate();
        let parts = parts
            .map(|(i, part)| if i == 0 { part } else { &part[part.find([';', ' ']).unwrap()..] });
        parts.collect::<String>()
    };
    asked.seat == seat && known(&asked.position) == known(real)
}

/// The contest's game, a short one, and one in which green has the first word.
fn starts() -> Vec<Setup> {
    let usual = Setup::usual::<Quinte>();
    let spec = <Quinte as gyoji_core::Game>::SPEC.options;
    let short = Options::check(spec, [("turns", "9"), ("super", "4"), ("score", "77")]).unwrap();
    let text = random_start::<Quinte>(&usual, 30, 1).position.unwrap();
    let first = text.replace(" first=R ", " first=G ").replace(" move=G ", " move=R ");
    assert_ne!(text, first);
    let green = Setup { position: Some(first), ..usual.clone() };
    vec![usual.clone(), Setup { options: short, ..usual }, green]
}

#[test]
fn every_seat_is_told_the_start() {
    let kit = kit();
    let known: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    assert_eq!(known, ["quinte", "plain"], "a new dialect is tried here, too");
    let contest = kit.dialect("quinte").unwrap().client.unwrap();
    let plain = Told { kit: &kit, dialect: "plain", client: plain_listener, knows: knows_all };
    let contest = Told { dialect: "quinte", client: contest, knows: knows_map, ..plain };
    for told in [plain, contest] {
        for setup in starts() {
            assert_eq!(told.check(&setup, 3), 12);
        }
    }
}
