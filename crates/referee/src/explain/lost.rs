//! A game that somebody lost by a move of its own, as the rules have it: a foul.

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Lang, Replay, Seat, Text};
use gyoji_words::faults as words;
use serde::Serialize;

use super::render::{NAME_WIDTH, Style};
use super::{Context, Words, bytes, quoted, quoted_always};

/// Why a legal move lost the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lost {
    /// Who made it.
    pub seat: Seat,
    /// The game, the move, the player and the ending, in one line.
    pub headline: Words,
    /// What the rules say of it.
    pub why: Words,
    /// The command that plays this position again.
    pub again: String,
}

/// Explains a game that ended by its last move, if the game can say why that one lost.
pub fn explain_lost<G: Game>(record: &Record, context: &Context) -> Option<Lost> {
    let ended = record.ended()?;
    let last = record.events.iter().rev().find_map(|event| match event {
        Event::Moved(moved) => Some(moved),
        _ => None,
    })?;
    let replay = Replay::<G>::new(record).ok()?;
    let why = replay.table.position().why_lost()?;
    let player = record.header.players.get(last.seat.index())?;
    let seat = G::SPEC.seats.get(last.seat.index())?;
    let number = last.ply + 1;
    let say = |lang: Lang| {
        let game = match lang {
            Lang::En => G::SPEC.id.to_owned(),
            Lang::Ja => G::SPEC.title.get(Lang::Ja).to_owned(),
        };
        format!(
            "{game}  {}  {}  {} {}  {}: {}",
            words::label_game(bytes::tame(record.header.short_id(), NAME_WIDTH)).get(lang),
            words::label_move(number).get(lang),
            seat.title.get(lang),
            bytes::tame(player.name.trim(), NAME_WIDTH),
            words::then_lost().get(lang),
            G::SPEC.ending(&ended.why).get(lang),
        )
    };
    let name = quoted(&context.record_name);
    let with = quoted_always(&player.text);
    Some(Lost {
        seat: last.seat,
        headline: Text::made(say(Lang::En), say(Lang::Ja)).into(),
        why: why.into(),
        again: format!("gyoji replay {name} --from {number} --with {with}"),
    })
}

impl Lost {
    /// The explanation as text: whole lines, each ending in `\n`.
    pub fn render(&self, lang: Lang, style: Style) -> String {
        let label = |text: Text| style.faint(text.get(lang));
        format!(
            "{}\n  {} {}\n  {} {}\n",
            self.headline.get(lang),
            label(words::label_why()),
            self.why.get(lang),
            label(words::label_again()),
            self.again,
        )
    }
}
