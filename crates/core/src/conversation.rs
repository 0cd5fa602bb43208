//! One seat's side of a game, as text: who says what, and when.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::record::{Clock, Event, Policy, Then};
use crate::replay::Table;
use crate::{Deal, Dialect, Game, Heard, Manners, Seat, Setup, Timer, Turn};

/// How long a program lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lifetime {
    /// A new one for each answer.
    PerMove,
    /// A new one for each game.
    PerGame,
    /// One for game after game.
    Keep,
}

impl Lifetime {
    /// The names, as they are written.
    pub const NAMES: &'static [&'static str] = &["per-move", "per-game", "keep"];
}

impl fmt::Display for Lifetime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lifetime::PerMove => "per-move",
            Lifetime::PerGame => "per-game",
            Lifetime::Keep => "keep",
        })
    }
}

impl FromStr for Lifetime {
    type Err = crate::BadText;

    fn from_str(s: &str) -> Result<Lifetime, crate::BadText> {
        match s {
            "per-move" => Ok(Lifetime::PerMove),
            "per-game" => Ok(Lifetime::PerGame),
            "keep" => Ok(Lifetime::Keep),
            _ => {
                let problem =
                    gyoji_words::input::bad_choice("lifetime", Lifetime::NAMES.join(" | "));
                Err(crate::BadText::new(s, problem))
            }
        }
    }
}

/// Drives a [`Dialect`] from the events of a game.
///
/// The referee and the replay use the same code, so what the record says was sent is what was
/// sent.
pub struct Conversation<G: Game> {
    seat: Seat,
    lifetime: Lifetime,
    /// The most that one answer may take.
    limit: Option<Duration>,
    clock: Option<Clock>,
    policy: Policy,
    setup: Setup,
    start: G,
    dialect: Box<dyn Dialect<G>>,
    manners: Manners,
    asked: bool,
}

impl<G: Game> Conversation<G> {
    /// A conversation that has not begun.
    pub fn new(
        dialect: Box<dyn Dialect<G>>,
        manners: Manners,
        seat: Seat,
        player: &crate::record::Player,
        setup: &Setup,
        start: &G,
    ) -> Conversation<G> {
        Conversation {
            seat,
            lifetime: player.lifetime.unwrap_or(Lifetime::PerGame),
            limit: Timer::new(player).limit(),
            clock: player.clock,
            policy: player.policy,
            setup: setup.clone(),
            start: start.clone(),
            dialect,
            manners,
            asked: false,
        }
    }

    /// What is said first.
    pub fn begin(&mut self, out: &mut String) {
        if self.lifetime != Lifetime::PerMove {
            self.hello(out);
        }
    }

    fn hello(&mut self, out: &mut String) {
        let (start, setup) = (&self.start, &self.setup);
        let deal = Deal { seat: self.seat, start, setup, limit: self.limit, clock: self.clock };
        self.dialect.hello(&deal, out);
    }

    /// Whether an answer is awaited before the first question.
    pub fn awaits_ready(&self) -> bool {
        self.lifetime != Lifetime::PerMove && self.manners.awaits_ready()
    }

    /// Whether the player speaks first: see [`Manners::speaks_first`].
    pub fn speaks_first(&self) -> bool {
        self.manners.speaks_first()
    }

    /// The time the next answer may take.
    pub fn limit(&self, table: &Table<G>) -> Option<Duration> {
        let limit = table.timer(self.seat).map_or(self.limit, Timer::limit);
        limit.into_iter().chain(self.dialect.left()).min()
    }

    /// See [`Dialect::name`].
    pub fn name(&self) -> Option<&str> {
        self.dialect.name()
    }

    /// See [`Manners::pause`].
    pub fn pause(&self) -> Duration {
        self.manners.pause
    }

    /// Whether a question stands.
    pub fn is_asked(&self) -> bool {
        self.asked
    }

    /// Puts the question, if it is this seat's turn, it has a choice, and it has not been put yet.
    pub fn ask(&mut self, table: &Table<G>, out: &mut String) -> bool {
        if self.asked || table.to_move() != Some(self.seat) || self.forced(table).is_some() {
            return false;
        }
        if self.lifetime == Lifetime::PerMove {
            self.hello(out);
        }
        self.dialect.ask(&self.turn(table), out);
        self.asked = true;
        true
    }

    /// The move to be made for the player without asking.
    pub fn forced(&self, table: &Table<G>) -> Option<G::Move> {
        self.dialect.forced(&self.turn(table))
    }

    /// What a line from the player means now.
    pub fn read(&self, table: &Table<G>, line: &str) -> Heard<G::Move> {
        self.dialect.read(&self.turn(table), self.asked, line)
    }

    /// Whether a line would be an answer, if the question stood.
    pub(crate) fn is_answer(&self, table: &Table<G>, line: &str) -> bool {
        let turn = self.turn(table);
        matches!(self.dialect.read(&turn, true, line), Heard::Move(_))
    }

    /// What the player is told of an event that has just been applied to `table`.
    pub fn on(&mut self, event: &Event, table: &Table<G>, out: &mut String) {
        let turn = self.turn(table);
        let lives_on = self.lifetime != Lifetime::PerMove;
        match event {
            Event::Ready(ready) if ready.seat == self.seat => {
                self.dialect.ready(&ready.got.line());
            }
            Event::Heard(heard) if heard.seat == self.seat => {
                let line = heard.got.line();
                if self.dialect.read(&turn, self.asked, &line) == Heard::Query {
                    self.dialect.reply(&turn, self.asked, &line, out);
                }
            }
            Event::Begun {} if lives_on => self.dialect.begun(&turn, out),
            Event::Named(named) => self.dialect.named(named.seat, &named.name),
            Event::Said(said) if lives_on => self.dialect.said(said.seat, &said.text, out),
            Event::Moved(moved) => {
                if moved.seat == self.seat {
                    self.asked = false;
                }
                if let Some(mv) = table.moves().last().filter(|_| lives_on) {
                    self.dialect.tell(&turn, moved, *mv, out);
                }
            }
            Event::Faulted(fault) if fault.seat == self.seat => match fault.then {
                Then::Again => {
                    self.dialect.refuse(&turn, fault, out);
                    // A refusal before the first question is not a question.
                    self.asked &= self.policy == Policy::Retry;
                }
                Then::Default => self.dialect.refuse(&turn, fault, out),
                Then::Noted => self.dialect.noted(&turn, fault, out),
                Then::Loses | Then::Void => {}
            },
            Event::Undone(_) => {
                self.asked = false;
                if lives_on {
                    self.dialect.undone(&turn, out);
                }
            }
            Event::Ended(ended) if lives_on => {
                self.dialect.bye(ended, out);
                if self.lifetime == Lifetime::PerGame {
                    self.dialect.dismiss(out);
                }
            }
            _ => {}
        }
    }

    fn turn<'a>(&self, table: &'a Table<G>) -> Turn<'a, G> {
        table.turn(self.seat, self.limit(table))
    }
}
