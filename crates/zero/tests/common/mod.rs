//! What the tests of trainings share.

#![allow(dead_code, reason = "each test uses some of it")]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use gyoji_contrast::Contrast;
use gyoji_words::Lang;
use gyoji_zero::{Training, Trouble};

/// A training of seconds.
pub(crate) const TINY: &str = r#"
seed = 7
threads = 1
[network]
filters = 8
blocks = 1
policy_filters = 2
value_filters = 1
value_hidden = 8
[selfplay]
games = 6
at_once = 4
[search]
root = "gumbel"
full_simulations = 12
quick_simulations = 4
considered = 4
[learning]
batch = 16
"#;

pub(crate) fn begin(path: &Path, config: &str) -> Result<Training<Contrast>, Trouble> {
    Training::begin(path, config, &gyoji_contrast::planes::planes(), None)
}

pub(crate) fn resume(path: &Path) -> Result<Training<Contrast>, Trouble> {
    Training::resume(path, &gyoji_contrast::planes::planes())
}

/// A whole round.
pub(crate) fn go(training: &mut Training<Contrast>) {
    let told = training.round(&AtomicBool::new(false), &mut |_| ());
    assert!(told.unwrap().is_some());
}

#[allow(clippy::needless_pass_by_value, reason = "what was refused is of no further use")]
pub(crate) fn text(trouble: Trouble) -> String {
    trouble.text().get(Lang::En).to_owned()
}
