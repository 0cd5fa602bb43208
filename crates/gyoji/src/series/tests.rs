//! A mistake of ours in one game must not cost the others.

use std::fmt;
use std::str::FromStr;

use gyoji_core::view::{Step, View};
use gyoji_core::{BadText, Bot, BotEntry, Budget, Lang, Outcome, Seat, Spec, Thought, Turn};
use gyoji_othello::{Move, Othello};
use gyoji_referee::Look;
use gyoji_referee::player::Terms;

use super::*;
use crate::matches::house;

/// Othello, but for the games of seed 3: they break off with a panic.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Fragile {
    game: Othello,
    breaks: bool,
}

impl Game for Fragile {
    type Move = Move;

    const SPEC: Spec = Othello::SPEC;

    fn start(setup: &Setup) -> Result<Fragile, BadText> {
        Ok(Fragile { game: Othello::start(setup)?, breaks: setup.seed == 3 })
    }

    fn to_move(&self) -> Option<Seat> {
        self.game.to_move()
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        self.game.moves()
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.game.is_legal(mv)
    }

    fn play(&mut self, mv: Move) {
        assert!(!self.breaks, "a bug, for the test");
        self.game.play(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn view(&self) -> View {
        self.game.view()
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        self.game.steps(mv)
    }
}

impl fmt::Display for Fragile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl FromStr for Fragile {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Fragile, BadText> {
        Ok(Fragile { game: s.parse()?, breaks: false })
    }
}

fn kit() -> Kit<Fragile> {
    struct First;
    impl Bot<Fragile> for First {
        fn choose(
            &mut self,
            turn: &Turn<'_, Fragile>,
            _: &Budget<'_>,
            _: &mut dyn FnMut(Thought),
        ) -> Move {
            turn.position().moves().next().expect("the game is not over")
        }
    }
    let first = BotEntry {
        name: "first",
        about: Text::new("", ""),
        level: 0,
        options: &[],
        make: |_, _| Ok(Box::new(First)),
    };
    Kit { bots: vec![first], dialects: Vec::new(), perft: None, solver: None }
}

#[test]
fn a_panic_costs_one_game_and_no_more() {
    let kit = kit();
    let players = ["bot:first", "bot:first"].map(|text| PlayerText::parse(text, &[]).unwrap());
    let house = house(Lang::En, Look::default(), Terms::default());
    for threads in [1, 3] {
        let series = Series {
            kit: &kit,
            players: &players,
            house: &house,
            record: None,
            threads,
            stage: None,
        };
        let job = |number| Job {
            seats: vec![0, 1],
            setup: Setup { seed: number, ..Setup::usual::<Fragile>() },
        };
        let (mut played, mut bugs) = (Vec::new(), Vec::new());
        let ended = series.run(6, job, |news| {
            match news {
                News::Played(game) => played.push(game.job.setup.seed),
                News::Bug(text) => bugs.push(text.get(Lang::En).to_owned()),
                other => panic!("{other:?}"),
            }
            Ok(())
        });
        assert!(ended.is_ok(), "{ended:?}");
        played.sort();
        assert_eq!(played, [0, 1, 2, 4, 5]);
        assert_eq!(bugs.len(), 1, "{bugs:?}");
        assert!(bugs[0].contains("a bug in gyoji itself"), "{bugs:?}");
    }
}

#[test]
fn a_game_that_breaks_off_by_itself_is_not_waited_for() {
    let setup = Setup::usual::<Othello>();
    let text = PlayerText::parse("bot:random", &[]).unwrap();
    let house = house(Lang::En, Look::default(), Terms::default());
    let (player, _) = text.invite(&gyoji_othello::kit(), &house).unwrap();
    let played = |begun: bool, lifetime: Lifetime, ended: Ended| {
        let player = Player { lifetime: Some(lifetime), ..player.clone() };
        let header = header::<Othello>(&setup, vec![player.clone(), player]);
        let events = begun.then_some(Event::Begun {}).into_iter().collect();
        let job = Job { seats: vec![0, 1], setup: setup.clone() };
        Played { job, ended, record: Record { header, events }, path: None }
    };
    let trouble = || Ended::void(2, "Cannot allocate memory (os error 12)");
    assert!(played(true, Lifetime::PerGame, trouble()).is_broken_off());
    // There may be something to be had later, for a player that has yet to be started.
    assert!(!played(false, Lifetime::PerGame, trouble()).is_broken_off());
    assert!(!played(true, Lifetime::PerMove, trouble()).is_broken_off());
    // The machine was too busy: that is another thing.
    assert!(!played(true, Lifetime::PerGame, Ended::void(2, "")).is_broken_off());
}
