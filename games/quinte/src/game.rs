//! QUINTE as a [`Game`]: orders as moves, the options, the result.

use std::time::Duration;

use gyoji_core::record::Policy;
use gyoji_core::view::{Legend, Step, View};
use gyoji_core::{
    Ask, BadText, Game, OptionKind, OptionSpec, Outcome, Seat, SeatSpec, Setup, Spec, Text,
};

use crate::cell::{Corner, Spin, Way};
use crate::moves::{Cursor, Move};
use crate::position::{Quinte, Refusal, Rules};

const SEATS: &[SeatSpec] = &[
    SeatSpec { id: "red", title: Text::new("red", "赤"), letter: 'R' },
    SeatSpec { id: "blue", title: Text::new("blue", "青"), letter: 'B' },
    SeatSpec { id: "green", title: Text::new("green", "緑"), letter: 'G' },
    SeatSpec { id: "yellow", title: Text::new("yellow", "黄"), letter: 'Y' },
];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "turns",
        kind: OptionKind::Number(1, 100_000),
        default: "1000",
        about: Text::new("how many turns a game has", "1試合のターン数"),
    },
    OptionSpec {
        name: "super",
        kind: OptionKind::Number(0, 100_000),
        default: "850",
        about: Text::new(
            "after how many turns soldiers become super soldiers",
            "何ターン経過後に兵士がスーパー兵士になるか",
        ),
    },
    OptionSpec {
        name: "score",
        kind: OptionKind::Number(1, 100_000_000),
        default: "10000",
        about: Text::new("everybody's score at the start", "開始時のスコア"),
    },
];

impl Game for Quinte {
    type Move = Move;

    const SPEC: Spec = Spec {
        id: "quinte",
        title: Text::new("QUINTE", "QUINTE"),
        seats: SEATS,
        options: OPTIONS,
        endings: &[("turns", Text::new("all turns have been played", "全ターンが終了しました"))],
        time: Duration::from_millis(500),
        policy: Policy::Skip,
        dialect: "quinte",
    };

    fn start(setup: &Setup) -> Result<Quinte, BadText> {
        if let Some(text) = &setup.position {
            return text.parse();
        }
        let number = |name| setup.options.number(name) as u32;
        let rules = Rules { turns: number("turns"), super_from: number("super") };
        Ok(Quinte::new(crate::text::start_tiles()?, rules, number("score")))
    }

    fn option(&self, name: &str) -> Option<String> {
        match name {
            "turns" => Some(self.rules.turns.to_string()),
            "super" => Some(self.rules.super_from.to_string()),
            _ => None,
        }
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.side())
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let seat = self.side();
        let spins = [None, Some(Spin::Clockwise), Some(Spin::Anticlockwise)];
        let orders = Corner::all()
            .flat_map(move |at| spins.map(|spin| Some(Cursor { at, spin })))
            .filter(move |cursor| cursor.is_none_or(|it| self.check_cursor(seat, it).is_ok()));
        let cursors = std::iter::once(None).chain(orders).take_while(|_| !self.is_over());
        cursors.flat_map(move |cursor| {
            let steps = Way::ALL.into_iter();
            let steps = steps.filter(move |&way| self.check_step(seat, way, cursor).is_ok());
            let soldier = std::iter::once(None).chain(steps.map(Some));
            soldier.map(move |soldier| Move { cursor, soldier })
        })
    }

    fn is_legal(&self, mv: Move) -> bool {
        !self.is_over() && self.possible(self.side(), mv) == mv
    }

    fn play(&mut self, mv: Move) {
        self.carry_out(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.scores.map(|score| i32::try_from(score).unwrap_or(i32::MAX));
        self.is_over().then(|| Outcome::by_points(&points, "turns"))
    }

    fn default_move(&self) -> Option<Move> {
        (!self.is_over()).then_some(Move::NONE)
    }

    fn instead_of(&self, mv: Move) -> Option<Move> {
        (!self.is_over()).then(|| self.possible(self.side(), mv))
    }

    fn why_illegal(&self, mv: Move) -> Option<Text> {
        if self.is_over() {
            return None;
        }
        let seat = self.side();
        let cursor = mv.cursor.and_then(|cursor| self.check_cursor(seat, cursor).err());
        let done = mv.cursor.filter(|_| cursor.is_none());
        let soldier = mv.soldier.and_then(|way| self.check_step(seat, way, done).err());
        let both = [cursor, soldier].into_iter().flatten().map(Refusal::text);
        both.reduce(|one, other| one.then("; ", &other))
    }

    fn round(&self) -> Option<Text> {
        let turn = self.turn();
        Some(Text::made(format!("turn {turn}"), format!("ターン {turn}")))
    }

    fn moves_to_go(&self) -> u32 {
        self.rules().turns.saturating_sub(self.turn())
    }

    fn view(&self) -> View {
        crate::view::view(self)
    }

    fn legend(&self) -> Legend {
        crate::view::legend()
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        crate::view::steps(mv)
    }

    fn ask_step(&self, so_far: &[Step]) -> Ask {
        crate::view::ask_step(so_far)
    }
}

impl Refusal {
    /// Why that part of an order is not carried out.
    pub const fn text(self) -> Text {
        match self {
            Refusal::Outside => Text::new(
                "the cursor would leave the map: x and y go from 0 to 15",
                "カーソルがマップの外です（x と y は 0〜15）",
            ),
            Refusal::SoldierInside => Text::new(
                "a soldier stands under the cursor, so the tiles cannot turn",
                "カーソル内に兵士がいるため、タイルを回転できません",
            ),
            Refusal::NoOwnTile => Text::new(
                "no tile under the cursor has the player's colour, so they cannot turn",
                "カーソル内に自国の色のタイルがないため、回転できません",
            ),
            Refusal::Wall => {
                Text::new("the soldier cannot go there: it is a wall", "兵士は壁には移動できません")
            }
            Refusal::OwnGate => Text::new(
                "the soldier cannot enter a gate of its own castle",
                "兵士は自国の門には入れません",
            ),
            Refusal::OtherTile => Text::new(
                "the soldier cannot go there: the tile has another colour",
                "兵士は自国の色でないタイルには移動できません",
            ),
        }
    }
}
