//! A clock for a whole game: a stock of time, and what each answer adds to it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::event::is_zero;
use crate::BadText;
use crate::options::parse_duration;

/// The time a player has for all its answers together: `60s+0.5s`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// The time at the start, in nanoseconds.
    pub main_ns: u64,
    /// What each answer adds, in nanoseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub increment_ns: u64,
}

impl Clock {
    /// The time at the start.
    pub fn main(self) -> Duration {
        Duration::from_nanos(self.main_ns)
    }

    /// What each answer adds.
    pub fn increment(self) -> Duration {
        Duration::from_nanos(self.increment_ns)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64();
        match self.increment_ns {
            0 => write!(f, "{}s", seconds(self.main())),
            _ => write!(f, "{}s+{}s", seconds(self.main()), seconds(self.increment())),
        }
    }
}

impl FromStr for Clock {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Clock, BadText> {
        let (main, increment) = text.split_once('+').unwrap_or((text, "0"));
        let bad = || BadText::new(text, gyoji_words::input::bad_clock());
        let nanos = |text: &str| {
            let time = parse_duration(text.trim()).ok_or_else(bad)?;
            u64::try_from(time.as_nanos()).map_err(|_| bad())
        };
        let clock = Clock { main_ns: nanos(main)?, increment_ns: nanos(increment)? };
        // Nobody could answer even once.
        if clock.main_ns == 0 { Err(bad()) } else { Ok(clock) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, main, increment) in [
            ("60s+0.5s", 60_000, 500),
            ("5m", 300_000, 0),
            ("90s + 2s", 90_000, 2_000),
            ("100ms+10ms", 100, 10),
        ] {
            let clock: Clock = text.parse().unwrap();
            assert_eq!(clock.main(), Duration::from_millis(main), "{text}");
            assert_eq!(clock.increment(), Duration::from_millis(increment), "{text}");
            assert_eq!(clock.to_string().parse(), Ok(clock));
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in ["", "0", "0+1s", "1m+", "+1s", "1m+1s+1s", "ten", "-1s"] {
            assert!(text.parse::<Clock>().is_err(), "{text}");
        }
    }
}
