//! Games by lot, for tests that need any.

#![allow(dead_code, reason = "each test takes what it needs")]

use gyoji_core::record::{
    Bytes, Ended, Event, Fault, FaultKind, Header, Moved, Plan, Player, Record, Spent, Then,
};
use gyoji_core::replay::start;
use gyoji_core::{Game, Kit, Seat, Setup, Visitor};

/// A name that would do harm wherever it is taken for anything but text.
pub(crate) const NASTY: &str =
    "<img src=x onerror=document.title=1></script><b>\"'&amp;\u{2028}=1+1";

/// A game of that name in which everything is chosen by lot, up to so many moves.
pub(crate) fn random_record(game: &str, seed: u64, most: usize, names: &[&str]) -> Record {
    gyoji_catalog::visit(game, Random { seed, most, names }).expect("a game of the catalogue")
}

struct Random<'a> {
    seed: u64,
    most: usize,
    names: &'a [&'a str],
}

impl Visitor for Random<'_> {
    type Out = Record;

    fn visit<G: Game>(self, _kit: &Kit<G>) -> Record {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let name = |index: usize| self.names.get(index).copied().unwrap_or("somebody");
        let players = (0..G::SPEC.seats.len()).map(|index| {
            let limit_ns = Some(1_000_000_000);
            Player { limit_ns, ..Player::new(name(index), &format!("bot:{}", name(index))) }
        });
        let setup = Setup { seed: self.seed, ..Setup::default() };
        let id = format!("{:032x}", u128::from(self.seed) << 96 | 7);
        let plan = Plan::new::<G>(id, &setup, players.collect());
        let (_, mut position) = start::<G>(&plan).expect("a game that can begin");
        let mut events = vec![Event::Begun {}];
        for ply in 0..self.most {
            let Some(seat) = position.to_move() else { break };
            let moves: Vec<G::Move> = position.moves().collect();
            let mv = moves[rng.usize(..moves.len())];
            let spent = Spent { used: 10_000_000 * (1 + ply as u64 % 7), ..Spent::default() };
            events.push(Event::Moved(Moved {
                ply: ply as u32,
                seat,
                mv: mv.to_string(),
                got: None,
                spent,
                stderr: format!("depth 3 score {:+} {NASTY}", rng.i32(-9..9)),
            }));
            position.play(mv);
        }
        match position.outcome() {
            Some(outcome) => events.push(Event::Ended(Ended::by_rules(&outcome))),
            None => events.extend(fault(position.to_move().unwrap_or(Seat(0)), &events)),
        }
        let header = Header::new(plan, 1_700_000_000_000 + self.seed * 1000, "test");
        Record { header, events }
    }
}

/// Whoever is to move says something that is no move, and loses.
fn fault(seat: Seat, events: &[Event]) -> [Event; 2] {
    let kind = FaultKind::Format;
    let seats = if events.len() > 1 { 2.max(seat.index() + 1) } else { 2 };
    let fault = Fault {
        ply: events.len() as u32 - 1,
        seat,
        kind,
        got: Bytes::new(NASTY),
        spent: Spent { used: 120_000_000, ..Spent::default() },
        limit_ns: Some(1_000_000_000),
        exit: None,
        system: String::new(),
        stderr: String::new(),
        unasked: false,
        machine: false,
        then: Then::Loses,
    };
    [Event::Faulted(fault), Event::Ended(Ended::lost(seat, seats, Ended::FAULT, Some(kind)))]
}
