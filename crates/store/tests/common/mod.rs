//! What the tests have in common: games to store, and both kinds of store to keep them in.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use gyoji_core::record::{
    Bytes, Ended, Event, Fault, FaultKind, Header, Moved, Place, Plan, Player, Record, Spent, Then,
};
use gyoji_core::{Outcome, Seat};

/// A place in a series.
pub fn place(series: &str, round: u32, pairing: u32, game: u32) -> Place {
    Place { series: series.into(), round, pairing, game, ..Place::default() }
}

/// The id of the game at a place: any function of it will do here.
pub fn id(place: &Place) -> String {
    let text = format!("{place:?}");
    let mut id = 0xcbf2_9ce4_8422_2325_6c62_272e_07bb_0142_u128;
    for byte in text.bytes() {
        id = (id ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{id:032x}")
}

/// A short game between two players, with a fault that cost nothing.
pub fn game(place: Place) -> Record {
    let seed = u64::from(place.game);
    let plan = Plan {
        id: id(&place),
        game: "nim".into(),
        options: [("heap".to_owned(), "21".to_owned())].into(),
        position: None,
        opening: Vec::new(),
        seed,
        players: vec![Player::new("佐藤", "./sato"), Player::new("ann", "bot:ann")],
        adjudicate: None,
        place: Some(place),
    };
    let moved = |ply: u32, used: u64| {
        Event::Moved(Moved {
            ply,
            seat: Seat((ply % 2) as u8),
            mv: format!("take {}", ply % 3 + 1),
            got: Some(Bytes::new(format!("{}\n", ply % 3 + 1))),
            spent: Spent { used, ..Spent::default() },
            value: None,
            stderr: String::new(),
        })
    };
    let fault = Event::Faulted(Fault {
        ply: 2,
        seat: Seat(0),
        kind: FaultKind::Format,
        got: Bytes::new([0, 0xff, b'\n']),
        spent: Spent::default(),
        limit_ns: None,
        exit: None,
        system: String::new(),
        stderr: String::new(),
        unasked: false,
        machine: false,
        then: Then::Again,
    });
    let winner = Seat((seed % 2) as u8);
    let ended = Ended::by_rules(&Outcome::loss(winner.other(), 2, "last"));
    let events = vec![moved(0, 1_000), moved(1, 20), fault, moved(2, 3_000), Event::Ended(ended)];
    Record { header: Header::new(plan, 1_700_000_000_000 + seed, "test"), events }
}

/// The versions of both players.
pub fn versions() -> Vec<String> {
    vec!["aa11".into(), String::new()]
}
