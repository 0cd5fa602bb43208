//! Which of a game's options a program can play, and the options for a table of several.
//!
//! A program that is never told of an option takes one value of it for granted. Unless somebody
//! says otherwise the game is then played with that value; where that suits not everybody, it is
//! said before the game.

use crate::{Game, Options, Setup};

/// The values of one of the game's options that a program can play, where it is not told of the
/// option, or cannot be told of all its values. The first is what it takes for granted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The name of the game's option.
    pub option: &'static str,
    /// Its values.
    pub values: Vec<String>,
}

impl Known {
    /// These values of an option.
    pub fn only<'a>(option: &'static str, values: impl IntoIterator<Item = &'a str>) -> Vec<Known> {
        vec![Known { option, values: values.into_iter().map(str::to_owned).collect() }]
    }

    /// Whatever the game's options are: the dialect tells its programs, or it does not matter.
    pub fn all(_: &Options) -> Vec<Known> {
        Vec::new()
    }

    fn has(&self, value: &str) -> bool {
        self.values.iter().any(|known| known == value)
    }
}

/// A player who cannot play what the game is played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The player's number.
    pub player: usize,
    /// What it can play.
    pub known: Known,
    /// What is played.
    pub value: String,
}

/// Gives the options of a game that nobody has `named` the values its players take for granted.
/// A position may name them too. Returns the players that the game does not suit.
pub fn settle<G: Game>(setup: &mut Setup, named: &[&str], players: &[Vec<Known>]) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    for spec in G::SPEC.options {
        let numbered = players.iter().enumerate();
        let limits: Vec<(usize, &Known)> = numbered
            .flat_map(|(player, all)| all.iter().map(move |known| (player, known)))
            .filter(|(_, known)| known.option == spec.name)
            .collect();
        let suits = |value: &str| limits.iter().all(|(_, known)| known.has(value));
        if !named.contains(&spec.name) && !suits(spec.default) {
            let values = limits.iter().flat_map(|(_, known)| &known.values);
            // Where nothing suits everybody, it is what somebody takes for granted.
            let stubborn = || limits.iter().find(|(_, known)| !known.has(spec.default));
            let granted = || stubborn().and_then(|(_, known)| known.values.first());
            if let Some(value) = values.into_iter().find(|value| suits(value)).or_else(granted) {
                *setup = with::<G>(setup, spec.name, value);
            }
        }
        let value = setup.options.get(spec.name).to_owned();
        for (player, known) in limits {
            let first = known.values.first().map_or("", String::as_str);
            if !known.has(&value) && matters::<G>(setup, spec.name, first) {
                misfits.push(Misfit { player, known: known.clone(), value: value.clone() });
            }
        }
    }
    misfits
}

/// Whether the position of a setup itself says what an option is for: then no value of the option
/// makes another game of it.
pub fn is_decided<G: Game>(setup: &Setup, option: &str) -> bool {
    let spec = G::SPEC.options.iter().find(|spec| spec.name == option);
    spec.is_some_and(|spec| spec.samples().iter().all(|value| !matters::<G>(setup, option, value)))
}

/// The same setup with another value of one option; the same altogether if the position is
/// what says it.
fn with<G: Game>(setup: &Setup, option: &str, value: &str) -> Setup {
    match matters::<G>(setup, option, value) {
        true => replaced::<G>(setup, option, value),
        false => setup.clone(),
    }
}

fn replaced<G: Game>(setup: &Setup, option: &str, value: &str) -> Setup {
    let pairs = setup.options.iter();
    let pairs = pairs.map(|(name, old)| (name, if name == option { value } else { old }));
    let options = Options::check(G::SPEC.options, pairs);
    Setup { options: options.unwrap_or_else(|_| setup.options.clone()), ..setup.clone() }
}

/// Whether the game would be another with this value: a position that names the option itself is
/// the same whatever the option is.
fn matters<G: Game>(setup: &Setup, option: &str, value: &str) -> bool {
    let start = |setup: &Setup| G::start(setup).map(|start| start.to_string());
    setup.position.is_none() || start(setup) != start(&replaced::<G>(setup, option, value))
}
