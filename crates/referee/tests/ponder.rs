//! Built-in bots in others' time: told of others' turns where the plan says so, and nowhere else.

mod common;

use common::{Guest, first_move, house, invite, play_guests, player, seat};
use gyoji_core::record::{Player, Ponder};
use gyoji_core::{Bot, Budget, Game, Options, Seat, Thought, Turn};
use gyoji_othello::Othello;
use gyoji_quinte::Quinte;
use gyoji_referee::Chair;
use gyoji_referee::player::PlayerText;

/// A bot that says at each of its turns which others' turns it has been told of since the last one.
#[derive(Default)]
struct Listener(Vec<String>);

impl<G: Game> Bot<G> for Listener {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        _: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> G::Move {
        think(Thought::new(format!("{}:{}", turn.ply(), std::mem::take(&mut self.0).join(","))));
        turn.position().moves().next().expect("a legal move")
    }

    fn ponder(&mut self, turn: &Turn<'_, G>) {
        assert_eq!(turn.position().to_move(), Some(turn.seat));
        self.0.push(turn.ply().to_string());
    }
}

fn listener<G: Game>(ponder: Option<Ponder>) -> Guest<G> {
    let make =
        |_: &Options, _: u64| -> Result<Box<dyn Bot<G>>, _> { Ok(Box::<Listener>::default()) };
    (Player { ponder, ..player("listener") }, Chair::Bot { make, options: Options::default() })
}

/// What the listener in a seat has said at its first turns.
fn heard<G: Game>(guests: &mut [Guest<G>], seat: Seat) -> Vec<String> {
    let played = play_guests(guests);
    assert_eq!(played.faults().len(), 0, "{}", played.story());
    let moves = played.moves_of(seat);
    moves.iter().take(3).map(|moved| moved.stderr.trim().to_owned()).collect()
}

#[test]
fn a_bot_that_may_is_told_of_every_turn_of_others() {
    let may = || listener::<Othello>(Some(Ponder::Yes));
    assert_eq!(heard(&mut [may(), first_move()], Seat(0)), ["0:", "2:1", "4:3"]);
    assert_eq!(heard(&mut [first_move(), may()], Seat(1)), ["1:0", "3:2", "5:4"]);
    let mut four =
        [first_move::<Quinte>(), first_move(), listener(Some(Ponder::Yes)), first_move()];
    assert_eq!(heard(&mut four, Seat(2)), ["2:0,1", "6:3,4,5", "10:7,8,9"]);
}

#[test]
fn a_bot_that_may_not_is_told_of_none() {
    for ponder in [None, Some(Ponder::No), Some(Ponder::Remote)] {
        assert_eq!(
            heard(&mut [listener::<Othello>(ponder), first_move()], Seat(0)),
            ["0:", "2:", "4:"]
        );
    }
}

#[test]
fn a_bot_thinks_in_others_time_only_if_its_text_says_so() {
    let kit = gyoji_othello::kit();
    let ponder = |text: &str| invite(&kit, text).0.ponder;
    assert_eq!(ponder("bot:pattern?time=1s"), None);
    assert_eq!(ponder("bot:pattern?time=1s&ponder=no"), None);
    assert_eq!(ponder("bot:pattern?time=1s&ponder=yes"), Some(Ponder::Yes));
    assert_eq!(ponder("bot:greedy?ponder=no"), None);
    let cannot = PlayerText::parse("bot:greedy?ponder=yes", &[]).expect("a player");
    let refused = seat(&kit, &cannot, &house()).err().expect("greedy cannot").to_string();
    assert!(refused.contains("ponder"), "{refused}");
}

#[test]
fn a_bot_that_thinks_in_others_time_plays_its_game() {
    let kit = gyoji_othello::kit();
    let text = "bot:pattern?time=2ms&ponder=yes";
    let mut guests = [invite(&kit, text), invite(&kit, "bot:greedy")];
    let played = play_guests(&mut guests);
    assert!(played.ended.counts() && played.faults().is_empty(), "{}", played.story());
}
