//! Games that are decided before their end because both players agree who wins.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use gyoji_words::input as words;
use serde::{Deserialize, Serialize};

use super::{Ended, Event, Value};
use crate::{BadText, Game, Seat};

/// When a game of two is given away, or drawn, by what its players say of it: see [`Moved::value`].
///
/// Its text, in plans and on the command line: `win=950,moves=4,after=20`.
///
/// [`Moved::value`]: super::Moved::value
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Adjudication {
    /// When the leader has won: one says at least so much, the other what is left of it at the
    /// most.
    pub win: Option<Consent>,
    /// When the game is drawn: both are so near to even.
    pub draw: Option<Consent>,
}

/// How long both have to agree on what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Consent {
    /// On what, in thousandths.
    pub value: u16,
    /// In so many moves of each, one after the other.
    pub moves: u32,
    /// Not before so many moves have been made in the game.
    pub after: u32,
}

impl Adjudication {
    /// The parts of its text.
    const KEYS: [&str; 6] = ["win", "moves", "after", "draw", "draw-moves", "draw-after"];
    const WINS: RangeInclusive<u32> = 501..=1000;
    const DRAWS: RangeInclusive<u32> = 0..=499;
    const MOVES: RangeInclusive<u32> = 1..=1000;
    const PLIES: RangeInclusive<u32> = 0..=100_000;
    /// What is usual. Most games begin even, so a draw is not agreed on early.
    const USUAL_MOVES: u32 = 4;
    const USUAL_DRAW_MOVES: u32 = 8;
    const USUAL_DRAW_AFTER: u32 = 40;
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Consent { value, moves, after }) = self.win {
            write!(f, "win={value},moves={moves}")?;
            if after > 0 {
                write!(f, ",after={after}")?;
            }
        }
        if let Some(Consent { value, moves, after }) = self.draw {
            let comma = if self.win.is_some() { "," } else { "" };
            write!(f, "{comma}draw={value},draw-moves={moves},draw-after={after}")?;
        }
        Ok(())
    }
}

impl FromStr for Adjudication {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Adjudication, BadText> {
        let mut given = [None; Adjudication::KEYS.len()];
        for part in text.split(',') {
            let Some((key, number)) = part.split_once('=') else {
                return Err(BadText::new(part, words::adjudicate_form()));
            };
            let (key, number) = (key.trim(), number.trim());
            let Some(index) = Adjudication::KEYS.iter().position(|known| *known == key) else {
                let keys = Adjudication::KEYS;
                return Err(BadText::unknown(key, keys, words::adjudicate_no_such_key));
            };
            let range = match key {
                "win" => Adjudication::WINS,
                "draw" => Adjudication::DRAWS,
                "moves" | "draw-moves" => Adjudication::MOVES,
                _ => Adjudication::PLIES,
            };
            let parsed = number.parse().ok().filter(|number| range.contains(number));
            let bad = || words::bad_number(key, range.start(), range.end());
            let parsed: u32 = parsed.ok_or_else(|| BadText::new(number, bad()))?;
            if given[index].replace(parsed).is_some() {
                return Err(BadText::new(text, words::adjudicate_twice(key)));
            }
        }
        let [win, moves, after, draw, draw_moves, draw_after] = given;
        if win.is_none() && draw.is_none() {
            return Err(BadText::new(text, words::adjudicate_form()));
        }
        for (what, is_there, lonely) in [
            ("win", win.is_some(), moves.map(|_| "moves").or(after.map(|_| "after"))),
            (
                "draw",
                draw.is_some(),
                draw_moves.map(|_| "draw-moves").or(draw_after.map(|_| "draw-after")),
            ),
        ] {
            if let Some(lonely) = lonely.filter(|_| !is_there) {
                return Err(BadText::new(text, words::adjudicate_lonely(lonely, what)));
            }
        }
        Ok(Adjudication {
            win: win.map(|value| Consent {
                value: value as u16,
                moves: moves.unwrap_or(Adjudication::USUAL_MOVES),
                after: after.unwrap_or(0),
            }),
            draw: draw.map(|value| Consent {
                value: value as u16,
                moves: draw_moves.unwrap_or(Adjudication::USUAL_DRAW_MOVES),
                after: draw_after.unwrap_or(Adjudication::USUAL_DRAW_AFTER),
            }),
        })
    }
}

impl TryFrom<String> for Adjudication {
    type Error = BadText;

    fn try_from(text: String) -> Result<Adjudication, BadText> {
        text.parse()
    }
}

impl From<Adjudication> for String {
    fn from(adjudication: Adjudication) -> String {
        adjudication.to_string()
    }
}

/// What the two players of a game have said of it lately, and whether they agree.
#[derive(Clone, Debug)]
pub struct Agreement {
    terms: Adjudication,
    rows: [Row; 2],
}

/// How many moves in a row a player has thought itself won, lost, or neither.
#[derive(Clone, Copy, Default, Debug)]
struct Row {
    won: u32,
    lost: u32,
    even: u32,
}

impl Agreement {
    /// Nobody has said anything yet.
    pub fn new(terms: Adjudication) -> Agreement {
        Agreement { terms, rows: [Row::default(); 2] }
    }

    /// Hears of an event that is about to happen in this position. Moves that were taken back, and
    /// all that was said before, count for nothing any more.
    pub fn on<G: Game>(&mut self, position: &G, event: &Event) {
        match event {
            // Whoever has no choice need not think, and agrees as before.
            Event::Moved(moved) if moved.value.is_none() && position.moves().nth(1).is_none() => {}
            Event::Moved(moved) => self.say(moved.seat, moved.value),
            Event::Undone(_) => self.rows = [Row::default(); 2],
            _ => {}
        }
    }

    /// A player has moved, with this value. One that says nothing agrees to nothing.
    fn say(&mut self, seat: Seat, value: Option<Value>) {
        let Adjudication { win, draw } = self.terms;
        let Some(row) = self.rows.get_mut(seat.index()) else { return };
        let count = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        let is = |consent: Option<Consent>, holds: &dyn Fn(Value, u16) -> bool| {
            consent.zip(value).is_some_and(|(consent, value)| holds(value, consent.value))
        };
        count(&mut row.won, is(win, &|value, win| value.thousandths() >= win));
        count(&mut row.lost, is(win, &|value, win| value.to_other().thousandths() >= win));
        count(&mut row.even, is(draw, &|value, draw| value.lead() <= draw));
    }

    /// How the game ends, if they agree, when so many moves have been made.
    pub fn verdict(&self, ply: u32) -> Option<Ended> {
        let [first, second] = self.rows;
        let holds = |consent: Option<Consent>, rows: [u32; 2]| {
            consent.is_some_and(|consent| {
                ply >= consent.after && rows.iter().all(|row| *row >= consent.moves.max(1))
            })
        };
        let Adjudication { win, draw } = self.terms;
        match () {
            () if holds(win, [first.won, second.lost]) => {
                Some(Ended::adjudicated(Some(Seat::FIRST)))
            }
            () if holds(win, [first.lost, second.won]) => {
                Some(Ended::adjudicated(Some(Seat::SECOND)))
            }
            () if holds(draw, [first.even, second.even]) => Some(Ended::adjudicated(None)),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use gyoji_words::Lang;

    use super::*;

    fn said(terms: &str, values: &[&str]) -> Agreement {
        let mut agreement = Agreement::new(terms.parse().unwrap());
        for (ply, value) in values.iter().enumerate() {
            agreement.say(Seat((ply % 2) as u8), value.parse().ok());
        }
        agreement
    }

    /// The winner after these values, the first player's first; 2 for a draw.
    fn decided(terms: &str, values: &[&str]) -> Option<u8> {
        let ended = said(terms, values).verdict(values.len() as u32)?;
        assert_eq!((ended.why.as_str(), ended.loser), (Ended::ADJUDICATED, None));
        assert_eq!(ended.points, [0, 0]);
        Some(ended.winner().map_or(2, |seat| seat.0))
    }

    #[test]
    fn the_text_is_read_and_written() {
        for (text, written) in [
            ("win=950", "win=950,moves=4"),
            ("after=20, moves=3, win=900", "win=900,moves=3,after=20"),
            ("draw=10", "draw=10,draw-moves=8,draw-after=40"),
            ("win=1000,draw=0,draw-after=0", "win=1000,moves=4,draw=0,draw-moves=8,draw-after=0"),
        ] {
            let read: Adjudication = text.parse().unwrap();
            assert_eq!(read.to_string(), written);
            assert_eq!(written.parse(), Ok(read));
            let json = serde_json::to_string(&read).unwrap();
            assert_eq!(serde_json::from_str::<Adjudication>(&json).unwrap(), read);
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        for (text, words) in [
            ("", "win=950,moves=4"),
            ("moves=4", "win=950,moves=4"),
            ("950", "win=950,moves=4"),
            ("win=500", "from 501 to 1000"),
            ("win=1001", "from 501 to 1000"),
            ("win=0.95", "from 501 to 1000"),
            ("win=950,moves=0", "from 1 to 1000"),
            ("win=950,after=-1", "from 0 to"),
            ("draw=500", "from 0 to 499"),
            ("win=950,win=960", "win is given twice"),
            ("win=950,move=4", "did you mean moves"),
            ("win=950,draw-moves=4", "draw-moves goes with draw"),
            ("draw=10,after=4", "after goes with win"),
            ("win=950,", "win=950,moves=4"),
        ] {
            let bad = text.parse::<Adjudication>().unwrap_err();
            let said = format!("{}: {}", bad.input, bad.problem.get(Lang::En));
            assert!(said.contains(words), "{text}: {said}");
            assert_ne!(bad.problem.get(Lang::Ja), bad.problem.get(Lang::En), "{text}");
        }
    }

    #[test]
    fn both_have_to_agree_for_so_many_moves() {
        let terms = "win=900,moves=2";
        assert_eq!(decided(terms, &["900", "100", "950", "0"]), Some(0));
        assert_eq!(decided(terms, &["100", "900", "50", "1000"]), Some(1));
        assert_eq!(decided(terms, &["900", "100", "950"]), None, "only one move of the second");
        assert_eq!(decided(terms, &["900", "100", "899", "0", "950", "0"]), None);
        assert_eq!(decided(terms, &["900", "101", "950", "0"]), None);
        assert_eq!(decided("win=900,moves=2,after=5", &["900", "100", "950", "0"]), None);
        assert_eq!(decided("win=900,moves=2,after=4", &["900", "100", "950", "0"]), Some(0));
    }

    #[test]
    fn those_who_both_expect_to_win_are_never_adjudicated() {
        assert_eq!(decided("win=501,moves=1", &["1000"; 40]), None);
        assert_eq!(decided("win=501,moves=1", &["0"; 40]), None);
    }

    #[test]
    fn a_player_that_tells_nothing_agrees_to_nothing() {
        assert_eq!(decided("win=900,moves=1", &["1000", "-", "1000", "-"]), None);
        assert_eq!(decided("win=900,moves=2", &["1000", "0", "1000", "-", "1000", "0"]), None);
        assert_eq!(decided("draw=499,draw-moves=1,draw-after=0", &["500", "-"]), None);
    }

    #[test]
    fn draws_are_agreed_on_if_they_are_asked_for() {
        let even = ["500", "510", "490", "500"];
        assert_eq!(decided("win=950,moves=2", &even), None);
        assert_eq!(decided("draw=10,draw-moves=2,draw-after=4", &even), Some(2));
        assert_eq!(decided("draw=10,draw-moves=2,draw-after=5", &even), None);
        assert_eq!(decided("draw=9,draw-moves=2,draw-after=4", &even), None);
    }
}
