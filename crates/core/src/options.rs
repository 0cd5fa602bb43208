//! Named options of games, bots and dialects: `?level=3&time=500ms`.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::{BadText, Text};
use gyoji_words::input;

/// One option that something understands.
#[derive(Clone, Debug)]
pub struct OptionSpec {
    /// Its name, as it is written.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// The value it has when nobody says anything.
    pub default: &'static str,
    /// What it does.
    pub about: Text,
}

impl OptionSpec {
    /// `time`: what a bot that searches may think about one move.
    pub const TIME: OptionSpec = OptionSpec {
        name: "time",
        kind: OptionKind::Time,
        default: "0",
        about: Text::new(
            "time for one move; 0: a fixed effort instead",
            "1手の思考時間。0 なら時間ではなく決まった量を読む",
        ),
    };
}

/// The values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number in a range, both ends included.
    Number(u64, u64),
    /// A length of time: `500ms`, `5s`, `2m`; `0` for none.
    Time,
    /// The path of a file; empty for none.
    File,
}

/// Options with their values: every option of the specification is there, and valid, unless it was
/// taken out because it says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    values: BTreeMap<String, String>,
}

impl Options {
    /// Checks `given` against `specs` and fills in the defaults.
    pub fn check<'a>(
        specs: &[OptionSpec],
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Options, BadText> {
        let mut values = BTreeMap::new();
        for (name, value) in given {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let known: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
                let problem = match known.is_empty() {
                    true => input::no_options(name),
                    false => input::unknown_option(name, known.join(", ")),
                };
                return Err(BadText::new(name, problem));
            };
            spec.check(value)?;
            if values.insert(name.to_owned(), value.to_owned()).is_some() {
                return Err(BadText::new(name, input::option_twice(name)));
            }
        }
        for spec in specs {
            values.entry(spec.name.to_owned()).or_insert_with(|| spec.default.to_owned());
        }
        Ok(Options { values })
    }

    /// The defaults of `specs`.
    pub fn defaults(specs: &[OptionSpec]) -> Options {
        let values =
            specs.iter().map(|spec| (spec.name.to_owned(), spec.default.to_owned())).collect();
        Options { values }
    }

    /// Splits `a=1&b=2` (or `a=1,b=2`) into pairs; a bare `a` means `a=true`.
    pub fn split(text: &str) -> impl Iterator<Item = (&str, &str)> {
        text.split(['&', ','])
            .filter(|pair| !pair.is_empty())
            .map(|pair| pair.split_once('=').unwrap_or((pair, BARE)))
    }

    /// The same with the values that `change` makes of these; without those it makes nothing of.
    pub fn changed(self, change: impl Fn(&str, String) -> Option<String>) -> Options {
        let values = self.values.into_iter();
        let values = values.filter_map(|(name, value)| {
            let value = change(&name, value)?;
            Some((name, value))
        });
        Options { values: values.collect() }
    }

    /// `a=1&b=2`, as [`Options::split`] reads it.
    pub fn written(&self) -> String {
        let pairs: Vec<String> =
            self.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("&")
    }

    /// The value of an option; empty if there is no such option.
    pub fn get(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// The value of a [`OptionKind::Number`] option.
    pub fn number(&self, name: &str) -> u64 {
        self.get(name).parse().unwrap_or_default()
    }

    /// The value of a [`OptionKind::Time`] option; none if it is 0.
    pub fn time(&self, name: &str) -> Option<Duration> {
        parse_duration(self.get(name)).filter(|time| !time.is_zero())
    }

    /// Whether a `true | false` option is on.
    pub fn flag(&self, name: &str) -> bool {
        self.get(name) == "true"
    }

    /// All options with their values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// `a=1 b=2`, by name.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name}={value}", if i > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

/// The value of an option of which only the name is written.
const BARE: &str = "true";

impl OptionSpec {
    /// The choices of an on/off option.
    pub const FLAG: OptionKind = OptionKind::Choice(&["true", "false"]);

    /// Values as different as can be.
    pub(crate) fn samples(&self) -> Vec<String> {
        match self.kind {
            OptionKind::Choice(choices) => {
                choices.iter().map(|&choice| choice.to_owned()).collect()
            }
            OptionKind::Number(min, max) => vec![min.to_string(), max.to_string()],
            OptionKind::Time => vec!["0".to_owned(), "1s".to_owned()],
            OptionKind::File => vec![String::new()],
        }
    }

    fn check(&self, value: &str) -> Result<(), BadText> {
        let problem = match self.kind {
            OptionKind::Choice(choices) if !choices.contains(&value) => {
                input::bad_choice(self.name, choices.join(" | "))
            }
            OptionKind::Number(min, max)
                if !value.parse().is_ok_and(|number: u64| (min..=max).contains(&number)) =>
            {
                input::bad_number(self.name, min, max)
            }
            OptionKind::Time if parse_duration(value).is_none() => input::bad_duration(self.name),
            _ => return Ok(()),
        };
        // Of an option without a value that is what is taken for it; nobody wrote it.
        match value {
            BARE => {
                let like = match self.kind {
                    OptionKind::Choice(choices) => choices.join("|"),
                    OptionKind::Number(min, max) => format!("{min}..{max}"),
                    OptionKind::Time => "5s".to_owned(),
                    OptionKind::File => "FILE".to_owned(),
                };
                Err(BadText::new(self.name, input::no_value(self.name, like)))
            }
            _ => Err(BadText::new(value, problem)),
        }
    }
}

/// Reads `500ms`, `5s`, `1.5s`, `2m`, `1h`; a bare number is seconds.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    let seconds = match unit {
        "us" => number / 1e6,
        "ms" => number / 1e3,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() <= 366 * 86400)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec {
            name: "level",
            kind: OptionKind::Number(1, 9),
            default: "5",
            about: Text::new("", ""),
        },
        OptionSpec {
            name: "start",
            kind: OptionKind::Choice(&["standard", "mirrored"]),
            default: "standard",
            about: Text::new("", ""),
        },
        OptionSpec { name: "time", kind: OptionKind::Time, default: "0", about: Text::new("", "") },
    ];

    #[test]
    fn what_is_not_said_has_its_default() {
        let options = Options::check(SPECS, Options::split("level=7")).unwrap();
        assert_eq!(options.to_string(), "level=7 start=standard time=0");
        assert_eq!(options.number("level"), 7);
        assert_eq!(options.time("time"), None);
    }

    #[test]
    fn bad_options_are_explained() {
        let complaint = |text| Options::check(SPECS, Options::split(text)).unwrap_err().to_string();
        assert_eq!(complaint("level=10"), r#""10": level must be a whole number from 1 to 9"#);
        assert_eq!(complaint("start=odd"), r#""odd": start must be one of standard | mirrored"#);
        assert_eq!(
            complaint("lvl=1"),
            r#""lvl": there is no option lvl here; known: level, start, time"#
        );
        assert_eq!(complaint("level=1&level=2"), r#""level": the option level is given twice"#);
        assert_eq!(
            complaint("time=soon"),
            r#""soon": time must be a time such as 500ms, 5s or 2m"#
        );
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("500ms"), Some(Duration::from_millis(500)));
        assert_eq!(parse_duration("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Some(Duration::from_secs(120)));
        assert_eq!(parse_duration("5"), Some(Duration::from_secs(5)));
        for bad in ["", "s", "-1s", "5x", "1e400s", "nan", "inf", "1..2s"] {
            assert_eq!(parse_duration(bad), None, "{bad}");
        }
    }
}
