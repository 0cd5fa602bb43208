//! A mistake of ours in one game must not cost the others.

mod common;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Mutex;

use gyoji_core::record::Plan;
use gyoji_core::view::{Step, View};
use gyoji_core::{
    BadText, Bot, BotEntry, Budget, Game, Kit, Lang, Outcome, Seat, Setup, Spec, Text, Thought,
    Turn,
};
use gyoji_league::{League, News, Stop, random_id};
use gyoji_othello::{Move, Othello};
use gyoji_referee::player::{PlayerText, Terms};

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
    Kit::new(vec![first], Vec::new())
}

#[test]
fn a_panic_costs_one_game_and_no_more() {
    let kit = kit();
    let player = PlayerText::parse("bot:first", &[]).unwrap();
    let player = player.player(&kit, &Terms::default()).unwrap();
    let house = common::house();
    for threads in [1, 3] {
        let league = League { threads, ..League::new(&kit, &house) };
        let plans = (0..6).map(|seed| {
            let setup = Setup { seed, ..Setup::usual::<Fragile>() };
            Plan::new::<Fragile>(random_id(), &setup, vec![player.clone(), player.clone()])
        });
        let (mut played, mut bugs) = (Vec::new(), Vec::new());
        let sink = Mutex::new(|news| {
            match news {
                News::Played(game) => played.push(game.plan().seed),
                News::Bug(text) => bugs.push(text.get(Lang::En).to_owned()),
                other => panic!("{other:?}"),
            }
            ControlFlow::Continue(())
        });
        league.run(plans, &Stop::new(), &sink).unwrap();
        played.sort();
        assert_eq!(played, [0, 1, 2, 4, 5]);
        assert_eq!(bugs.len(), 1, "{bugs:?}");
        assert!(bugs[0].contains("a bug in gyoji itself"), "{bugs:?}");
    }
}
