//! What a player thinks of its own position, as a number that can be compared.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::BadText;

/// The share of the game that a player expects for itself, in thousandths: 1000 is surely won,
/// 500 even, 0 lost. A draw is half a win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Value(u16);

impl Value {
    /// The game is won, whatever the opponent does.
    pub const WON: Value = Value(1000);
    /// A draw, or as good for one side as for the other.
    pub const EVEN: Value = Value(500);
    /// The game is lost.
    pub const LOST: Value = Value(0);

    /// So many thousandths; none if there are not so many.
    pub const fn new(thousandths: u16) -> Option<Value> {
        if thousandths <= Value::WON.0 { Some(Value(thousandths)) } else { None }
    }

    /// A guess from a share of 0 to 1. Only what is proved is quite won or lost.
    pub fn guess(share: f64) -> Value {
        let thousandths = (1000.0 * share).round().clamp(1.0, 999.0);
        // What is no number at all says nothing.
        if thousandths.is_nan() { Value::EVEN } else { Value(thousandths as u16) }
    }

    /// A guess from an evaluation, `scale` units of which are one unit of log odds: a score of that
    /// much is won 73 times in 100.
    pub fn of_score(score: i32, scale: f32) -> Value {
        Value::guess(1.0 / (1.0 + (-f64::from(score) / f64::from(scale)).exp()))
    }

    /// What is proved: a win for a positive number, a loss for a negative one, else a draw.
    pub const fn proved(sign: i32) -> Value {
        match sign {
            1.. => Value::WON,
            0 => Value::EVEN,
            _ => Value::LOST,
        }
    }

    /// The thousandths.
    pub const fn thousandths(self) -> u16 {
        self.0
    }

    /// What it is to the opponent, in a game of two.
    #[must_use]
    pub const fn to_other(self) -> Value {
        Value(Value::WON.0 - self.0)
    }

    /// How far it is from even.
    pub const fn lead(self) -> u16 {
        self.0.abs_diff(Value::EVEN.0)
    }

    /// `62.5 %`, for people.
    pub fn percent(self) -> String {
        format!("{}.{} %", self.0 / 10, self.0 % 10)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Value {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Value, BadText> {
        let bad = || gyoji_words::input::bad_number("value", Value::LOST, Value::WON);
        text.parse().ok().and_then(Value::new).ok_or_else(|| BadText::new(text, bad()))
    }
}

impl TryFrom<u16> for Value {
    type Error = BadText;

    fn try_from(thousandths: u16) -> Result<Value, BadText> {
        thousandths.to_string().parse()
    }
}

impl From<Value> for u16 {
    fn from(value: Value) -> u16 {
        value.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_json_are_thousandths() {
        let value: Value = "625".parse().unwrap();
        assert_eq!((value.thousandths(), value.to_string()), (625, "625".to_owned()));
        assert_eq!(
            (value.percent(), value.to_other().percent()),
            ("62.5 %".into(), "37.5 %".into())
        );
        assert_eq!(serde_json::to_string(&value).unwrap(), "625");
        assert_eq!(serde_json::from_str::<Value>("625").unwrap(), value);
        for bad in ["1001", "-1", "0.5", "", "70000", "+"] {
            assert!(bad.parse::<Value>().is_err(), "{bad}");
            assert!(serde_json::from_str::<Value>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_what_is_proved_is_quite_won_or_lost() {
        assert_eq!(
            [1.0, 7.0, 0.9996, 0.0, -1.0].map(|share| Value::guess(share).0),
            [999, 999, 999, 1, 1]
        );
        assert_eq!(Value::guess(f64::NAN), Value::EVEN);
        assert_eq!([3, 0, -3].map(Value::proved), [Value::WON, Value::EVEN, Value::LOST]);
    }

    #[test]
    fn a_score_becomes_odds() {
        let of = |score| Value::of_score(score, 100.0).0;
        assert_eq!([of(0), of(100), of(-100), of(300)], [500, 731, 269, 953]);
        assert_eq!([of(i32::MAX), of(i32::MIN)], [999, 1]);
        assert_eq!(Value::of_score(5, 0.0).0, 999, "a scale of nothing is no reason to panic");
        assert_eq!(Value::of_score(0, 0.0), Value::EVEN);
    }
}
