//! The seat of a person who sees the game on a screen: what is said on its wire.
//!
//! The screen follows the game's events, so the referee has nothing to say. Up come lines that a
//! server or a full screen makes from what it has checked: `move e4`, `undo`, `resign`, `name Sato`.

use gyoji_core::record::Ended;
use gyoji_core::{Deal, Dialect, Game, Heard, Manners, Turn};

use crate::Chair;
use crate::wire::channel::Channel;

/// What a person does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Makes a move, in the game's text form.
    Move(String),
    /// Takes the last move back.
    Undo,
    /// Gives up.
    Resign,
    /// Has another name from now on.
    Name(String),
}

impl Deed {
    /// As a line on the wire.
    pub fn line(&self) -> String {
        match self {
            Deed::Move(mv) => format!("move {mv}"),
            Deed::Undo => "undo".into(),
            Deed::Resign => "resign".into(),
            Deed::Name(name) => format!("name {name}"),
        }
    }
}

/// The chair of a person at the far end of this wire.
pub fn chair<G: Game>(wire: Channel) -> Chair<G> {
    Chair::outside(Box::new(wire), Manners::default(), Box::new(|| Ok(Box::new(AtScreen))))
}

struct AtScreen;

impl<G: Game> Dialect<G> for AtScreen {
    fn hello(&mut self, _: &Deal<'_, G>, _: &mut String) {}

    fn ask(&mut self, _: &Turn<'_, G>, _: &mut String) {}

    fn read(&self, turn: &Turn<'_, G>, asked: bool, line: &str) -> Heard<G::Move> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "name" => Heard::Name(rest.to_owned()),
            "resign" => Heard::Quit,
            _ if !asked => Heard::Stale,
            "undo" => {
                let past = &turn.past[..turn.past.len() - 1];
                let mine = past.iter().any(|position| position.to_move() == Some(turn.seat));
                if mine { Heard::Undo } else { Heard::Stale }
            }
            "move" => rest.parse().map_or(Heard::Garbage, Heard::Move),
            _ => Heard::Garbage,
        }
    }

    fn bye(&mut self, _: &Ended, _: &mut String) {}
}
