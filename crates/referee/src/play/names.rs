//! Names that players give themselves: they stay as long as the line to them does.

use gyoji_core::record::{Bytes, Event, Named};
use gyoji_core::{Game, Seat};

use super::Match;
use crate::chair::{Sitter, Who};

impl<G: Game> Match<'_, G> {
    /// Puts the names on record that were given just now, or in an earlier game: what a player is
    /// told depends on nothing but the record.
    pub(super) fn recall_names(&mut self) {
        for seat in Seat::all(self.seats.len()) {
            let Who::Outside { conversation, name, .. } = &mut self.seats[seat.index()].who else {
                continue;
            };
            if let Some(given) = conversation.name() {
                **name = Some(given.to_owned());
            }
            if let Some(name) = name.clone() {
                self.emit(&Event::Named(Named { seat, name, got: Bytes::default() }));
            }
        }
    }
}

impl<G: Game> Sitter<'_, G> {
    /// Somebody else is on the line now.
    pub(super) fn forget_name(&mut self) {
        if let Who::Outside { name, .. } = &mut self.who {
            **name = None;
        }
    }
}
