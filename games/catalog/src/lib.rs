//! The list of games: the only one there is.
//!
//! A game that is named here has the commands, the plain protocol, records and replays.

mod ratings;

use gyoji_core::record::Plan;
use gyoji_core::{BadText, Game, Kit, MakeBot, RankEntry, Stepper, Visitor};

pub use ratings::{Rating, rating};

/// Makes the list: a line is the game's name and its crate.
macro_rules! games {
    ($($id:literal => $game:ident,)*) => {
        /// The names of all games.
        pub const GAMES: &[&str] = &[$($id),*];

        /// Does something with the game of that name.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, BadText> {
            match id {
                $($id => Ok(visitor.visit(&complete($game::kit(), |options, seed| {
                    gyoji_zero::bot::make(&$game::kit().planes, weights($id), options, seed)
                }))),)*
                _ => {
                    let known = GAMES.iter().copied();
                    Err(BadText::unknown(id, known, gyoji_words::input::no_such_game))
                }
            }
        }
    };
}

games! {
    "othello" => gyoji_othello,
    "contrast" => gyoji_contrast,
    "renju" => gyoji_renju,
    "quinte" => gyoji_quinte,
    "fourinarow" => gyoji_fourinarow,
}

/// The weights that the bot `zero` plays with by itself; docs/zero.md says how they were trained.
///
/// A page in a browser draws games and plays none: there they would only have to be downloaded.
fn weights(id: &str) -> Option<&'static [u8]> {
    match id {
        "contrast" if !cfg!(target_arch = "wasm32") => {
            Some(include_bytes!("../models/contrast.safetensors"))
        }
        _ => None,
    }
}

/// The ranks of Contrast with its champion at the top; `alphabeta` of depth 5, which is hardly stronger
/// than `mcts`, makes room for it.
static CONTRAST_RANKS: [RankEntry; 10] = {
    let mut ranks = gyoji_contrast::bots::RANKS;
    ranks[8] = ranks[9];
    ranks[9] = RankEntry { bot: "zero", options: "simulations=4000" };
    ranks
};

/// A game's kit with the bot that has learnt the game by itself, or can: where there are planes.
///
/// Games know nothing of files and networks, so it joins them here.
fn complete<G: Game>(mut kit: Kit<G>, make: MakeBot<G>) -> Kit<G> {
    if !kit.planes.is_empty() && G::SPEC.seats.len() == 2 {
        // Who has learnt nothing yet is no step of the ladder.
        let above = kit.bots.iter().map(|bot| bot.level + 1).max().unwrap_or(0);
        let level = if weights(G::SPEC.id).is_some() { above } else { 0 };
        kit.bots.push(gyoji_zero::bot::entry(level, make));
    }
    if G::SPEC.id == gyoji_contrast::Contrast::SPEC.id && weights(G::SPEC.id).is_some() {
        kit.ranks = &CONTRAST_RANKS;
    }
    kit
}

/// Does something with every game, in the order of [`GAMES`].
pub fn visit_all<V: Visitor + Clone>(visitor: &V) -> Vec<V::Out> {
    GAMES.iter().filter_map(|id| visit(id, visitor.clone()).ok()).collect()
}

/// How many seats the game of that name has.
pub fn seats(id: &str) -> Result<usize, BadText> {
    struct Seats;

    impl Visitor for Seats {
        type Out = usize;

        fn visit<G: Game>(self, _kit: &Kit<G>) -> usize {
            G::SPEC.seats.len()
        }
    }

    visit(id, Seats)
}

/// What draws a planned game, whichever it is, from its events.
pub fn stepper(plan: &Plan) -> Result<Stepper, BadText> {
    struct Make<'a>(&'a Plan);

    impl Visitor for Make<'_> {
        type Out = Result<Stepper, BadText>;

        fn visit<G: Game>(self, _kit: &Kit<G>) -> Self::Out {
            Stepper::new::<G>(self.0)
        }
    }

    visit(&plan.game, Make(plan))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Id;

    impl Visitor for Id {
        type Out = &'static str;

        fn visit<G: Game>(self, kit: &Kit<G>) -> &'static str {
            gyoji_testkit::check_kit(kit);
            G::SPEC.id
        }
    }

    #[test]
    fn every_name_leads_to_its_game() {
        assert_eq!(visit_all(&Id), GAMES);
    }

    #[test]
    fn unknown_games_are_guessed() {
        assert_eq!(
            visit("otello", Id).unwrap_err().to_string(),
            r#""otello": no such game; did you mean othello?"#
        );
        assert_eq!(
            visit("chess", Id).unwrap_err().to_string(),
            format!(r#""chess": no such game; known: {}"#, GAMES.join(", "))
        );
    }
}
