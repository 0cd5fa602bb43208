//! The list of games: the only one there is.
//!
//! A game that is named here has the commands, the plain protocol, records and replays.

use gyoji_core::{BadText, Visitor};

/// The names of all games.
pub const GAMES: &[&str] = &["othello", "contrast", "renju", "quinte"];

/// Does something with the game of that name.
pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, BadText> {
    match id {
        "othello" => Ok(visitor.visit(&gyoji_othello::kit())),
        "contrast" => Ok(visitor.visit(&gyoji_contrast::kit())),
        "quinte" => Ok(visitor.visit(&gyoji_quinte::kit())),
        "renju" => Ok(visitor.visit(&gyoji_renju::kit())),
        _ => Err(BadText::unknown(id, GAMES.iter().copied(), gyoji_words::input::no_such_game)),
    }
}

/// Does something with every game, in the order of [`GAMES`].
pub fn visit_all<V: Visitor + Clone>(visitor: &V) -> Vec<V::Out> {
    GAMES.iter().filter_map(|id| visit(id, visitor.clone()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_core::{Game, Kit};

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
