//! What a peer over TCP speaks and may do, where nobody says so: facts of its dialect.

use gyoji_core::record::Policy;
use gyoji_core::{Game, Kit};
use gyoji_referee::player::{PlayerText, Terms};

/// The dialect and the policy of a player.
fn conditions<G: Game>(kit: &Kit<G>, text: &str) -> (String, Policy) {
    let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    let text = PlayerText::parse(text, &dialects).unwrap_or_else(|bad| panic!("{bad}"));
    let player = text.player(kit, &Terms::default()).unwrap_or_else(|bad| panic!("{bad}"));
    (player.dialect.expect("somebody outside"), player.policy)
}

#[test]
fn a_peer_speaks_the_games_own_network_protocol_if_it_has_one() {
    let (othello, renju) = (gyoji_othello::kit(), gyoji_renju::kit());
    for (text, dialect, policy) in [
        ("tcp:localhost:9", "tcp", Policy::Retry),
        ("tcp:listen=9", "tcp", Policy::Retry),
        ("tcp?policy=forfeit:localhost:9", "tcp", Policy::Forfeit),
        ("tcp?dialect=plain:localhost:9", "plain", Policy::Forfeit),
        ("tcp?dialect=judge:localhost:9", "judge", Policy::Forfeit),
    ] {
        assert_eq!(conditions(&othello, text), (dialect.into(), policy), "{text}");
    }
    assert_eq!(conditions(&renju, "tcp:localhost:9"), ("plain".into(), Policy::Forfeit));
}
