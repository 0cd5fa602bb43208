//! Whole trainings, tiny ones: the same seed gives the same weights, whatever happened between.

mod common;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{TINY, begin, go, resume, text};
use gyoji_contrast::Contrast;
use gyoji_nn::Tensors;
use gyoji_zero::log::{self, Entry};
use gyoji_zero::{News, Training};

/// The weights after so many rounds.
fn trained(config: &str, rounds: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let mut training = begin(folder.path(), config).unwrap();
    (0..rounds).for_each(|_| go(&mut training));
    fs::read(folder.path().join("weights.safetensors")).unwrap()
}

#[test]
fn one_seed_gives_the_same_weights_with_any_number_of_threads() {
    let weights = trained(TINY, 2);
    assert_eq!(weights, trained(TINY, 2));
    let threads = TINY.replace("threads = 1", "threads = 3").replace("at_once = 4", "at_once = 2");
    assert_eq!(weights, trained(&threads, 2), "what is played does not depend on what is beside");
    assert_ne!(weights, trained(&TINY.replace("seed = 7", "seed = 8"), 2));
}

#[test]
fn puct_with_noise_learns_too() {
    let puct = TINY.replace("root = \"gumbel\"", "root = \"puct\"");
    assert_eq!(trained(&puct, 1), trained(&puct, 1));
    assert_ne!(trained(&puct, 1), trained(TINY, 1));
}

#[test]
fn a_training_that_was_killed_comes_to_the_same_weights() {
    let whole = trained(TINY, 3);
    let folder = tempfile::tempdir().unwrap();
    let mut training = begin(folder.path(), TINY).unwrap();
    go(&mut training);
    // Killed after three games of the second round, while the fourth was being written.
    let stop = AtomicBool::new(false);
    let mut count = 0;
    let told = training.round(&stop, &mut |news| {
        count += u64::from(matches!(news, News::Game(..)));
        stop.store(count >= 3, Ordering::Relaxed);
    });
    assert!(told.unwrap().is_none(), "it was stopped");
    drop(training);
    let games = folder.path().join("games.replay");
    let before = fs::metadata(&games).unwrap().len();
    OpenOptions::new().append(true).open(&games).unwrap().write_all(&[9, 0, 0, 0, 1]).unwrap();

    let mut training = resume(folder.path()).unwrap();
    assert_eq!((training.rounds(), training.games(), training.torn()), (1, 6 + count, 5));
    assert_eq!(fs::read(folder.path().join("games.torn")).unwrap(), [9, 0, 0, 0, 1]);
    let mut begun = None;
    let told = training.round(&AtomicBool::new(false), &mut |news| {
        if let News::Game(number, all) = news {
            begun.get_or_insert((number, all));
        }
    });
    assert_eq!(begun, Some((count + 1, 6)), "only what is missing is played");
    assert!(fs::metadata(&games).unwrap().len() > before, "over what was torn");
    assert_eq!(told.unwrap().map(|round| round.games), Some(6 - count));
    go(&mut training);
    assert_eq!(fs::read(folder.path().join("weights.safetensors")).unwrap(), whole);
}

#[test]
fn a_stop_while_learning_loses_nothing() {
    let whole = trained(TINY, 1);
    let folder = tempfile::tempdir().unwrap();
    let mut training = begin(folder.path(), TINY).unwrap();
    let stop = AtomicBool::new(false);
    let told = training.round(&stop, &mut |news| {
        stop.store(matches!(news, News::Step(..)), Ordering::Relaxed);
    });
    assert!(told.unwrap().is_none());
    drop(training);
    let mut training = resume(folder.path()).unwrap();
    assert_eq!(training.games(), 6);
    go(&mut training);
    assert_eq!(fs::read(folder.path().join("weights.safetensors")).unwrap(), whole);
}

#[test]
fn a_folder_has_one_training_at_a_time_and_none_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    assert!(text(resume(folder.path()).unwrap_err()).contains("there is no training"));
    let training = begin(folder.path(), TINY).unwrap();
    assert!(text(resume(folder.path()).unwrap_err()).contains("another training"));
    assert!(text(begin(folder.path(), TINY).unwrap_err()).contains("another training"));
    drop(training);
    assert!(text(begin(folder.path(), TINY).unwrap_err()).contains("--resume"));
    assert!(resume(folder.path()).is_ok());
}

#[test]
fn damaged_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut training = begin(folder.path(), TINY).unwrap();
    go(&mut training);
    drop(training);
    let spoil = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        let good = fs::read(&path).unwrap();
        fs::write(&path, bytes).unwrap();
        let said = text(resume(folder.path()).unwrap_err());
        assert!(said.contains(name), "{said}");
        fs::write(&path, good).unwrap();
        said
    };
    let checkpoint = fs::read(folder.path().join("checkpoint.safetensors")).unwrap();
    let cut = spoil("checkpoint.safetensors", &checkpoint[..checkpoint.len() - 4]);
    assert!(cut.contains("cut off"), "{cut}");
    let mut other = Tensors::from_bytes(&checkpoint).unwrap();
    other.notes.insert("game".to_owned(), "halma".to_owned());
    assert!(spoil("checkpoint.safetensors", &other.to_bytes()).contains("for halma"));
    let weights = fs::read(folder.path().join("weights.safetensors")).unwrap();
    assert!(!spoil("checkpoint.safetensors", &weights).is_empty());
    assert!(spoil("games.replay", b"gyoji_replay 1 halma\n and more").contains("halma"));
    assert!(spoil("config.toml", b"[network]\nfilters = 0x").contains("line 2"));
    assert!(resume(folder.path()).is_ok());
}

#[test]
fn impossible_settings_make_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let refused = |config: &str| text(begin(&path, config).unwrap_err());
    assert!(refused("[network]\nfilters = 0").contains("0 filters"));
    assert!(refused("[network]\nplanes = \"none\"").contains("\"none\""));
    assert!(refused("[selfplay]\nat_once = 0").contains("selfplay.at_once"));
    assert!(!path.exists());
}

#[test]
fn what_a_round_came_to_is_logged_and_weights_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let config = format!("{TINY}[checkpoint]\nkeep_every = 2\n");
    let mut training = begin(folder.path(), &config).unwrap();
    (0..2).for_each(|_| go(&mut training));
    let log = log::read(&folder.path().join("log.jsonl")).unwrap();
    let [Entry::Round(one), Entry::Round(two)] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((one.round, two.round, two.all_games), (1, 2, 12));
    assert!(one.losses.policy > one.losses.entropy && one.losses.steps > 0, "{one:?}");
    assert!(one.simulations > 0 && one.games_per_hour() > 0.0);
    assert!((0.0..=1.0).contains(&one.first_seat) && one.plies > 3.0);
    let weights = fs::read(folder.path().join("weights.safetensors")).unwrap();
    assert_eq!(fs::read(training.folder().weights_of(2)).unwrap(), weights);
    assert!(!training.folder().weights_of(1).exists());
}

#[test]
fn a_training_can_begin_from_weights() {
    let weights = trained(TINY, 1);
    let folder = tempfile::tempdir().unwrap();
    let planes = gyoji_contrast::planes::planes();
    let training: Training<Contrast> =
        Training::begin(folder.path(), TINY, &planes, Some(&weights)).unwrap();
    assert_eq!(training.model().to_bytes(), weights);
    let other = tempfile::tempdir().unwrap();
    let planes = gyoji_othello::planes::planes();
    let refused = Training::begin(other.path(), TINY, &planes, Some(&weights)).unwrap_err();
    assert!(text(refused).contains("for contrast, not for othello"));
}
