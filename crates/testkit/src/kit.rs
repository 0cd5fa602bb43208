//! What must hold for what a game brings to the table.

use std::collections::HashSet;

use gyoji_core::{Deal, Game, Kit, Lang, OptionKind, Options, RANKS, Seat, Setup, plain};

/// Checks the bots and dialects of a game: their names, and that each can be made with its usual
/// options. Panics where something does not hold.
pub fn check_kit<G: Game>(kit: &Kit<G>) {
    let game = G::SPEC.id;
    let mut names = HashSet::new();
    for entry in &kit.bots {
        assert!(names.insert(entry.name), "{game} has two bots {}", entry.name);
        let made = (entry.make)(&Options::defaults(entry.options), 1);
        // A bot that plays from a file may have to be told which.
        let has_file = entry.options.iter().any(|option| matches!(option.kind, OptionKind::File));
        assert!(made.is_ok() || has_file, "{game}: bot:{} needs an option", entry.name);
    }
    assert!(!names.is_empty(), "{game} has no bot that could sit in");
    assert!(kit.ranks.is_empty() || kit.ranks.len() == RANKS.len(), "{game}: a bot for each rank");
    for (rank, _) in RANKS.iter().zip(kit.ranks) {
        assert!(!names.contains(rank.id), "{game}: {} is a bot and a rank", rank.id);
        let made = kit.make_bot(rank.id, "", 1);
        assert!(made.is_ok(), "{game}: bot:{}: {}", rank.id, made.err().unwrap());
    }

    let setup = Setup::usual::<G>();
    let start = G::start(&setup).expect("the usual start");
    let deal = Deal { seat: Seat::FIRST, start: &start, setup: &setup, limit: None, clock: None };
    let mut names = HashSet::new();
    for entry in &kit.dialects {
        let name = entry.name;
        assert!(names.insert(name), "{game} has two dialects {name}");
        let options = Options::defaults(entry.options);
        assert!((entry.make)(&options).is_ok(), "{game}: {name} needs an option");
        let is_said = |lang| !(entry.explain)(&options, &deal).expected().get(lang).is_empty();
        assert!([Lang::En, Lang::Ja].into_iter().all(is_said), "{name}");
    }
    for needed in [plain::NAME, G::SPEC.dialect, kit.network_dialect()] {
        assert!(names.contains(needed), "{game} speaks no {needed}");
    }
    let networks = kit.dialects.iter().filter(|entry| entry.is_network).count();
    assert!(networks <= 1, "{game}: what does a peer over TCP speak?");
}
