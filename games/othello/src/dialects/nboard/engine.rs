//! The engine's side: a built-in bot in the NBoard program, or under any other viewer.

use gyoji_core::{Asked, BadText, Client, Cue, Game, Interrupt, Text};

use super::{ANSWER, move_part, written};
use crate::formats::transcript::read_move;
use crate::formats::{Kifu, ggf};
use crate::{Move, Othello};

/// An engine that knows the game.
#[derive(Clone, Debug)]
pub struct Engine {
    game: Kifu,
    is_hint: bool,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine { game: Kifu::new(Othello::STANDARD), is_hint: false }
    }
}

impl Client<Othello> for Engine {
    /// The protocol wants an engine to stop thinking when it hears a `ping`.
    fn interrupts(&self, line: &str) -> Interrupt {
        match line.split_whitespace().next() {
            Some("ping") => Interrupt::Now,
            Some("quit") => Interrupt::Leave,
            _ => Interrupt::No,
        }
    }

    fn hear(&mut self, line: &str) -> Result<Cue<Othello>, BadText> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "nboard" => return Ok(Cue::Say("set myname Gyoji".to_owned())),
            "ping" => return Ok(Cue::Say(format!("pong {rest}"))),
            "go" | "hint" => return Ok(self.ask(word == "hint")),
            "set" => {
                if let Some(text) = rest.strip_prefix("game") {
                    self.game = game(text)?;
                }
                if let Some(depth) =
                    rest.strip_prefix("depth").and_then(|it| it.trim().parse().ok())
                {
                    return Ok(Cue::Depth(depth));
                }
            }
            "move" => {
                let bad = |why| BadText::new(line, why);
                let mv = read_move(move_part(rest)).ok_or_else(|| bad(expected()))?;
                self.game.push(None, mv.into()).map_err(bad)?;
            }
            // There is no book to learn a game by heart.
            "learn" => return Ok(Cue::Say("learned".to_owned())),
            "quit" => return Ok(Cue::Leave),
            // The protocol wants unknown commands to be passed over.
            _ => {}
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: Move) -> String {
        match self.is_hint {
            true => format!("search {} 0 0 1\nstatus", written(mv)),
            false => format!("{ANSWER} {}", written(mv)),
        }
    }
}

impl Engine {
    fn ask(&mut self, is_hint: bool) -> Cue<Othello> {
        self.is_hint = is_hint;
        let position = *self.game.position();
        let Some(seat) = position.to_move() else {
            return Cue::Say("status the game is over".to_owned());
        };
        Cue::Move(Asked { seat, position, left: Some(Othello::SPEC.time), clock: None })
    }
}

/// The first game of a line of GGF.
fn game(text: &str) -> Result<Kifu, BadText> {
    let mut games = ggf::read(text)?;
    Ok(games.swap_remove(0))
}

fn expected() -> Text {
    Text::new("expected a square or PA", "マスか PA が必要です")
}
