//! Weights and games on disk: what is written is read again, and what does not fit is refused.

mod common;

use std::fs;

use common::{TINY, begin, go};
use gyoji_contrast::Contrast;
use gyoji_core::{Budget, Game, Lang, Options, Seat, Setup, Turn};
use gyoji_nn::{Isa, Tensors};
use gyoji_othello::Othello;
use gyoji_zero::{Config, Model, Played, Store, bot};

fn model() -> Model<Contrast> {
    let planes = gyoji_contrast::planes::planes();
    let mut network = Config::default().network;
    (network.filters, network.blocks) = (8, 1);
    Model::new(&planes[0], &network, Isa::best(), 1).unwrap()
}

fn refused(bytes: &[u8]) -> String {
    let planes = gyoji_contrast::planes::planes();
    Model::from_bytes(bytes, &planes, Isa::best()).unwrap_err().get(Lang::En).to_owned()
}

#[test]
fn weights_know_what_they_are_for() {
    let bytes = model().to_bytes();
    let planes = gyoji_contrast::planes::planes();
    let again = Model::from_bytes(&bytes, &planes, Isa::best()).unwrap();
    assert_eq!((again.planes_name, again.to_bytes()), ("lean", bytes.clone()));
    let others = gyoji_othello::planes::planes();
    let wrong: Result<Model<Othello>, _> = Model::from_bytes(&bytes, &others, Isa::best());
    let said = wrong.unwrap_err();
    assert_eq!(said.get(Lang::En), "these weights are for contrast, not for othello");
    assert!(said.get(Lang::Ja).contains("othello ではなく contrast"));
}

#[test]
fn weights_that_do_not_fit_are_refused_with_the_reason() {
    let bytes = model().to_bytes();
    assert!(refused(b"").contains("0 bytes"));
    assert!(refused(&bytes[..bytes.len() / 2]).contains("cut off"));
    let with_note = |name: &str, value: &str| {
        let mut tensors = Tensors::from_bytes(&bytes).unwrap();
        tensors.notes.insert(name.to_owned(), value.to_owned());
        refused(&tensors.to_bytes())
    };
    assert!(with_note("gyoji_zero", "2").contains("version 2"));
    assert!(with_note("planes", "wide").contains("\"wide\""));
    assert!(with_note("planes", "seed").contains("11 planes"));
    let mut less = Tensors::default();
    let all = Tensors::from_bytes(&bytes).unwrap();
    for name in all.names().filter(|name| *name != "value_fc2.weight") {
        less.insert(name, all.get(name).unwrap().clone());
    }
    less.notes.clone_from(&all.notes);
    assert!(refused(&less.to_bytes()).contains("value_fc2.weight"));
}

#[test]
fn weights_from_elsewhere_are_for_the_planes_that_fit() {
    let planes = gyoji_contrast::planes::planes();
    let mut network = Config::default().network;
    (network.filters, network.blocks) = (8, 1);
    let seed = Model::new(&planes[1], &network, Isa::best(), 1).unwrap();
    let mut tensors = Tensors::from_bytes(&seed.to_bytes()).unwrap();
    tensors.notes.clear();
    let read = Model::from_bytes(&tensors.to_bytes(), &planes, Isa::best()).unwrap();
    assert_eq!(read.planes_name, "seed", "90 planes are those of the class document");
}

#[test]
fn games_are_read_as_they_were_written_and_damage_costs_only_what_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = begin(folder.path(), TINY).unwrap();
    go(&mut training);
    drop(training);
    let path = folder.path().join("games.replay");
    let start = Contrast::start(&Setup::usual::<Contrast>()).unwrap();
    let games: Vec<Played<Contrast>> = Store::open(&path, &start).unwrap().games;
    assert_eq!(games.len(), 6);
    for game in &games {
        assert!(!game.moves.is_empty());
        let again = Played::from_bytes(&game.to_bytes(), &start);
        assert_eq!(again.as_ref(), Some(game));
        // Whichever byte is changed, nothing is read that could not be played.
        for place in (0..game.to_bytes().len()).step_by(13) {
            let mut bytes = game.to_bytes();
            bytes[place] ^= 0x55;
            let _ = Played::<Contrast>::from_bytes(&bytes, &start);
            let _ = Played::<Contrast>::from_bytes(&bytes[..place], &start);
        }
    }
    let whole = fs::read(&path).unwrap();
    let torn = whole.len() - 3;
    fs::write(&path, &whole[..torn]).unwrap();
    let found = Store::open(&path, &start).unwrap();
    assert_eq!(found.games, games[..5]);
    let mut spoilt = whole.clone();
    let last = spoilt.len() - 1;
    spoilt[last] ^= 1;
    fs::write(&path, &spoilt).unwrap();
    let mut found = Store::open(&path, &start).unwrap();
    assert_eq!(found.games, games[..5], "the checksum does not fit");
    assert!(found.torn > 8);
    found.store.append(&games[5]).unwrap();
    drop(found);
    assert_eq!(fs::read(&path).unwrap(), whole, "what was torn is written over");
}

fn choose(options: &str, position: &Contrast) -> (gyoji_contrast::Move, Vec<String>) {
    let entry = bot::entry::<Contrast>(0, |options, seed| {
        bot::make(&gyoji_contrast::planes::planes(), None, options, seed)
    });
    let options = Options::check(entry.options, Options::split(options)).unwrap();
    let mut zero = (entry.make)(&options, 1).unwrap();
    let past = [position.clone()];
    let turn = Turn { seat: Seat::FIRST, past: &past, moves: &[], left: None, clock: None };
    let mut told = Vec::new();
    let mv = zero.choose(&turn, &Budget::default(), &mut |thought| told.push(thought.line));
    (mv, told)
}

#[test]
fn the_bot_plays_from_a_file_and_tells_what_it_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights.safetensors");
    fs::write(&path, model().to_bytes()).unwrap();
    let start = Contrast::new();
    for simulations in [1, 50] {
        let options = format!("model={}&simulations={simulations}", path.display());
        let (mv, told) = choose(&options, &start);
        assert!(start.is_legal(mv));
        assert!(told[0].starts_with("value ") && told[1].contains("prior"), "{told:?}");
    }
}

#[test]
fn the_bot_says_what_is_wrong_with_its_file() {
    let planes = gyoji_contrast::planes::planes();
    let refused = |path: &str| {
        let entry = bot::entry::<Contrast>(0, |_, _| unreachable!());
        let given = if path.is_empty() { Vec::new() } else { vec![("model", path)] };
        let options = Options::check(entry.options, given).unwrap();
        let made = bot::make(&planes, None, &options, 1);
        made.map(drop).unwrap_err().to_string()
    };
    assert!(refused("").contains("gyoji train contrast"), "{}", refused(""));
    assert!(refused("/no/such/file").contains("/no/such/file"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pth");
    fs::write(&path, b"PK\x03\x04 and so on").unwrap();
    assert!(refused(path.to_str().unwrap()).contains("PyTorch"));
}
