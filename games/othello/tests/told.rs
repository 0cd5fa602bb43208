//! Wherever a game starts, a program that only listens knows the board at each of its turns.

use gyoji_core::{Asked, Options, Seat, Setup};
use gyoji_othello::{Othello, kit};
use gyoji_testkit::{Told, plain_listener};

fn knows_all(asked: &Asked<Othello>, seat: Seat, real: &Othello) -> bool {
    asked.seat == seat && asked.position == *real
}

/// The usual starts; white to move first; a side that has to pass at once, and one that does so
/// before the other does.
fn starts() -> Vec<Setup> {
    let usual = Setup::usual::<Othello>();
    let spec = <Othello as gyoji_core::Game>::SPEC.options;
    let mirrored = Options::check(spec, [("start", "mirrored")]).unwrap();
    let row = |cells: &str, side: char| format!("{cells}{} {side}", "-".repeat(56));
    let positions = [
        "---------------------------OX------XO--------------------------- O".to_owned(),
        row("XO------", 'O'),
        row("XO------", 'X'),
        row("OX------", 'X'),
        row("OXX-----", 'X'),
    ];
    let placed = positions.map(|text| Setup { position: Some(text), ..usual.clone() });
    [usual.clone(), Setup { options: mirrored, ..usual }].into_iter().chain(placed).collect()
}

#[test]
fn every_seat_is_told_the_start() {
    let kit = kit();
    let known: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    assert_eq!(
        known,
        ["judge", "tcp", "nboard", "gtp", "plain"],
        "a new dialect is tried here, too"
    );
    for entry in &kit.dialects {
        let client = if entry.name == "plain" { plain_listener } else { entry.client.unwrap() };
        let told = Told { kit: &kit, dialect: entry.name, client, knows: knows_all };
        for setup in starts() {
            assert_eq!(told.check(&setup, 5), 20);
        }
    }
}
