//! Which sandbox programs are put into: what was asked for, and what this machine can do.

mod build;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Mutex;

use gyoji_core::{BadText, Text};
use gyoji_words::sandbox as words;

pub use self::build::{Built, build};
use crate::os::sandbox::HIGHEST;
pub use crate::os::sandbox::probe::{Found, Missing, Trial};

/// The level somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The highest this machine has.
    Best,
    /// This one, or the next above it that can be had; a machine that has neither does nothing.
    Level(u8),
}

impl FromStr for Wanted {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Wanted, BadText> {
        match text {
            "best" => Ok(Wanted::Best),
            _ => match text.parse() {
                Ok(level) if level <= HIGHEST => Ok(Wanted::Level(level)),
                _ => {
                    let choices = "best | 0 | 1 | 2 | 3";
                    Err(BadText::new(text, gyoji_words::input::bad_choice("sandbox", choices)))
                }
            },
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Best => f.write_str("best"),
            Wanted::Level(level) => write!(f, "{level}"),
        }
    }
}

/// The level programs get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The level.
    pub level: u8,
    /// Why it is not a higher one: what is said to whoever asked for the best.
    pub less: Option<Text>,
}

/// Decides which level programs get on this machine, with this executable as their supervisor.
pub fn decide(wanted: Wanted, supervisor: &Path) -> Result<Decision, Text> {
    match wanted {
        Wanted::Level(0) => Ok(Decision { level: 0, less: None }),
        // A level is the least that has to hold: where it cannot be had, one above it may.
        Wanted::Level(least) => {
            let Some(missing) = try_level(supervisor, least).missing else {
                return Ok(Decision { level: least, less: None });
            };
            let holds = |level: &u8| try_level(supervisor, *level).missing.is_none();
            match (least + 1..=HIGHEST).find(holds) {
                Some(level) => Ok(Decision { level, less: None }),
                None => Err(words::cannot(least, why(&missing))),
            }
        }
        Wanted::Best => {
            let mut less = None;
            for level in (1..=HIGHEST).rev() {
                match try_level(supervisor, level).missing {
                    None => {
                        let less = less.map(|missing| words::less(level, level + 1, why(&missing)));
                        return Ok(Decision { level, less });
                    }
                    Some(missing) => less = Some(missing),
                }
            }
            let less = less.map(|missing| words::not_at_all(why(&missing)));
            Ok(Decision { level: 0, less })
        }
    }
}

/// Tries a level, once for each executable.
pub fn try_level(supervisor: &Path, level: u8) -> Found {
    static KNOWN: Mutex<BTreeMap<(PathBuf, u8), Found>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let key = (supervisor.to_owned(), level);
    known.entry(key).or_insert_with(|| crate::os::sandbox::probe::level(supervisor, level)).clone()
}

/// What is in the way of a level.
pub fn why(missing: &Missing) -> Text {
    match missing {
        Missing::Landlock => words::no_landlock(),
        Missing::Bubblewrap => words::no_bubblewrap(),
        Missing::UserSpaces(said) => words::no_user_spaces(said),
        Missing::Groups => words::no_groups(),
        Missing::Trouble(said) => words::trouble(said),
        Missing::Leaks(trial) => words::leaks(trial),
    }
}

/// The version of Landlock this kernel has; 0 if none.
pub fn landlock_version() -> u32 {
    crate::os::sandbox::landlock_version()
}

/// Which control groups can be made here.
pub fn kinds_of_groups() -> Vec<&'static str> {
    crate::os::cage::Cage::kinds()
}
