//! The text form of a position: `renju 15 h8i9j10`.
//!
//! The rule, the side of the board, and the stones in the order they were put, black first and
//! in turn; `-` is a turn without a stone, so every position can be written (and `--` at the end
//! says that the last stone is not the last move). Behind them a word, if the opening leaves a
//! choice of colours: `swap`, `swap2`, `more` (two more stones were asked for) or `swapped`.
//! The stones alone are a position too.

use std::fmt::{self, Write};
use std::str::FromStr;

use gyoji_core::{BadText, Text};

use crate::game::USUAL_SIZE;
use crate::opening::Phase;
use crate::rule::{Colour, Rule};
use crate::{MAX_SIZE, MIN_SIZE, Point, Renju};

impl fmt::Display for Renju {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rule(), self.size())?;
        let mut stones = String::new();
        let mut turn = Colour::Black;
        for stone in self.stones() {
            if stone.colour != turn {
                stones.push('-');
            }
            write!(stones, "{}", stone.point)?;
            turn = stone.colour.other();
        }
        match (self.is_played(), turn == self.colour()) {
            (false, true) if !stones.is_empty() => stones.push_str("--"),
            (_, false) => stones.push('-'),
            _ => {}
        }
        let word = self.phase().word();
        for part in [stones.as_str(), word.unwrap_or_default()] {
            if !part.is_empty() {
                write!(f, " {part}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Renju {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Renju, BadText> {
        Renju::read(s, Rule::default(), USUAL_SIZE)
    }
}

impl Renju {
    /// Reads a position; one of stones alone is played by `rule` on a board of `size`.
    pub fn read(text: &str, rule: Rule, size: u8) -> Result<Renju, BadText> {
        let mut words = text.split_whitespace().peekable();
        let (mut rule, mut size) = (rule, size);
        if let Some(named) = words.peek().and_then(|word| word.parse::<Rule>().ok()) {
            words.next();
            rule = named;
            let number = words.next().unwrap_or_default();
            size = number
                .parse()
                .ok()
                .filter(|side| (MIN_SIZE..=MAX_SIZE).contains(side))
                .ok_or_else(|| {
                    BadText::new(
                        number,
                        Text::new(
                            "expected the size of the board, 5 to 19",
                            "盤の大きさ（5 から 19）を書いてください",
                        ),
                    )
                })?;
        }
        let mut position = Renju::new(rule, size);
        let mut skips = false;
        while let Some(word) = words.next() {
            if let Some(phase) = Phase::of_word(word) {
                if words.next().is_some() {
                    return Err(BadText::new(text, expected()));
                }
                position.set_phase(phase);
                position.check_phase(skips)?;
                break;
            }
            let mut rest = word;
            while !rest.is_empty() {
                if let Some(next) = rest.strip_prefix('-') {
                    position.skip();
                    skips = true;
                    rest = next;
                    continue;
                }
                let (point, next) =
                    Point::take(rest).ok_or_else(|| BadText::new(rest, expected()))?;
                position.add_next(point)?;
                rest = next;
            }
        }
        position.settle()?;
        Ok(position)
    }

    /// The colours are chosen while the stones of the opening are being put, in turn.
    fn check_phase(&self, skips: bool) -> Result<(), BadText> {
        let stones = self.stones().len();
        let (least, most) = match self.phase() {
            Phase::Settled { .. } => return Ok(()),
            Phase::Swap | Phase::Swap2 => (0, 3),
            Phase::More => (3, 5),
        };
        if (least..=most).contains(&stones) && !skips {
            return Ok(());
        }
        let problem = Text::made(
            format!("in this phase of the opening there are {least} to {most} stones, put in turn"),
            format!("この段階の石は、交互に置いた {least} 個から {most} 個です"),
        );
        Err(BadText::new(self.phase().word().unwrap_or_default(), problem))
    }
}

fn expected() -> Text {
    Text::new(
        "expected stones such as h8i9j10 (black first, then in turn; - for a turn without one), or with rule and size: renju 15 h8i9j10",
        "h8i9j10 のように石を順に書いてください（黒から交互。- は石を置かない手番）。ルールと大きさを付けるなら renju 15 h8i9j10",
    )
}
