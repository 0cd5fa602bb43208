//! How a program outside is spoken to: text on one side, meaning on the other.
//!
//! A dialect has three parts, and its place in the kit, a [`DialectEntry`], brings them together:
//!
//! - the *talk*: [`Dialect`], what is sent and what lines mean;
//! - the *manners*: [`Manners`], what never changes in a game and can be known before it;
//! - the *explaining*: [`Explain`], what is said about mistakes when the game is over.
//!
//! To add one, write the talk first: `hello`, `ask`, `read` and `bye`. CONTRIBUTING.md has the
//! steps, and `games/othello/src/dialects/judge.rs` is a short one to copy.

mod client;
mod explain;

use std::time::Duration;

use crate::record::{Clock, Ended, Fault, Moved, Policy, Value};
use crate::{BadText, Game, Known, Lifetime, OptionSpec, Options, Seat, Setup, Text, Turn};

pub use client::{Asked, Client, Cue, Interrupt, MakeClient};
pub use explain::{Complaint, Explain, Flaw, Guess, MakeExplain, Slip};

/// What a seat is told when a game begins.
#[derive(Debug)]
pub struct Deal<'a, G: Game> {
    /// The seat it has.
    pub seat: Seat,
    /// The position the game starts from.
    pub start: &'a G,
    /// The options it is played with.
    pub setup: &'a Setup,
    /// The most that one answer may take; none if there is no limit.
    pub limit: Option<Duration>,
    /// The time for the whole game, if there is one.
    pub clock: Option<Clock>,
}

/// What a line from a player means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard<M> {
    /// It is there and wants to play.
    Ready,
    /// Its move, legal or not.
    Move(M),
    /// A remark that belongs to the record and needs no reply.
    Note,
    /// The same, and it says what the player thinks of its position while it is asked.
    Value(Value),
    /// A question to us; [`Dialect::reply`] answers it.
    Query,
    /// Words for everybody at the table.
    Say(String),
    /// The name it wants to be called by.
    Name(String),
    /// An old answer, or talk out of turn that does no harm.
    Stale,
    /// It wants its last move back.
    Undo,
    /// It gives up.
    Quit,
    /// Nothing the dialect knows.
    Garbage,
}

/// How what is said travels between the referee and a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Transport {
    /// Lines, to and fro: over pipes, a socket, a terminal.
    #[default]
    Lines,
    /// The same, and what a program prints to stderr comes among its lines, in the order in which
    /// it is printed.
    MergedLines,
    /// A file. The program is run once for each answer: it reads the question in the file, writes
    /// its answer there and ends. What the file then holds is one line to [`Dialect::read`].
    File {
        /// The name of the file.
        name: &'static str,
        /// Whether there is no file at all where the question is an empty line.
        missing_if_empty: bool,
    },
}

impl Transport {
    /// Whether it is a file.
    pub fn is_file(self) -> bool {
        matches!(self, Transport::File { .. })
    }
}

/// Who says that it is there before the first question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Greeting {
    /// Nobody has to: no word of the player is waited for.
    #[default]
    Silent,
    /// The player, when it has heard [`hello`](Dialect::hello): a [`Heard::Ready`] is waited for.
    Answered,
    /// The player, without being told of a game: a [`Heard::Ready`] is waited for, and what it says
    /// as soon as one game is over is for the next.
    PlayerFirst,
}

/// What holds for a dialect in the whole of every game, whatever is said in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Manners {
    /// How its lines travel.
    pub transport: Transport,
    /// Who says that it is there.
    pub greeting: Greeting,
    /// How long a player that has just answered cannot be spoken to. Its clock stands meanwhile.
    pub pause: Duration,
}

impl Manners {
    /// The manners of a dialect that waits for the answer to its greeting, whatever its options.
    pub fn greeted(_: &Options) -> Manners {
        Manners { greeting: Greeting::Answered, ..Manners::default() }
    }

    /// Whether a player says that it is ready before it is asked for a move.
    pub fn awaits_ready(self) -> bool {
        self.greeting != Greeting::Silent
    }

    /// Whether a player says that it is ready without being told of a game.
    pub fn speaks_first(self) -> bool {
        self.greeting == Greeting::PlayerFirst
    }
}

/// The talk of a protocol: pure text in, pure text out; no clock, no socket, no process.
///
/// One is made for each seat and each game, by [`DialectEntry::make`]. What is sent depends on
/// nothing but the game and the calls made before, and reading changes nothing. So the whole
/// conversation of a game can be made again from its record, byte for byte. Everything sent
/// consists of whole lines, each ending in `\n`.
///
/// The calls come in this order: `hello`; `ready` and `begun`; for each turn `forced` or `ask`,
/// lines through `read` (and `reply`, `refuse`, `noted`), and `tell` for every move of anybody;
/// `bye`; `dismiss`. A program that lives for one answer hears `hello` and `ask` each time, and
/// nothing of what happens between them.
pub trait Dialect<G: Game>: Send {
    /// Says that a game begins.
    fn hello(&mut self, deal: &Deal<'_, G>, out: &mut String);

    /// The player has said it is ready, with this line.
    fn ready(&mut self, _line: &str) {}

    /// Everybody is there: says what has to be known before the first question.
    fn begun(&mut self, _turn: &Turn<'_, G>, _out: &mut String) {}

    /// Asks for a move.
    fn ask(&mut self, turn: &Turn<'_, G>, out: &mut String);

    /// Whether a question can be put at this turn. Where one answer says several moves, there is
    /// none for those after the first; see [`forced`](Dialect::forced).
    fn can_ask(&self, _turn: &Turn<'_, G>) -> bool {
        true
    }

    /// The move that is made for the player without asking, where the protocol has it so.
    fn forced(&self, _turn: &Turn<'_, G>) -> Option<G::Move> {
        None
    }

    /// What a line means. `asked` is false while the player has nothing to say.
    fn read(&self, turn: &Turn<'_, G>, asked: bool, line: &str) -> Heard<G::Move>;

    /// Answers a [`Heard::Query`].
    fn reply(&mut self, _turn: &Turn<'_, G>, _asked: bool, _line: &str, _out: &mut String) {}

    /// What is left of a time for the whole game that the dialect's own options give, beside the
    /// clock of the plan.
    fn left(&self) -> Option<Duration> {
        None
    }

    /// Tells what was played, by anybody or for it; `turn` is the turn after it.
    fn tell(&mut self, _turn: &Turn<'_, G>, _moved: &Moved, _mv: G::Move, _out: &mut String) {}

    /// Somebody at the table has a new name.
    fn named(&mut self, _seat: Seat, _name: &str) {}

    /// The name that the player gave when it said it was ready. It stays for its next games on the
    /// same line, where it need not be said again: [`named`](Dialect::named) then tells it.
    fn name(&self) -> Option<&str> {
        None
    }

    /// Passes on what somebody at the table said.
    fn said(&mut self, _seat: Seat, _text: &str, _out: &mut String) {}

    /// Refuses an answer; the player may try again, or a default move will be made for it.
    fn refuse(&mut self, _turn: &Turn<'_, G>, _fault: &Fault, _out: &mut String) {}

    /// A fault of a player that was not asked was put on record, and the game goes on.
    fn noted(&mut self, _turn: &Turn<'_, G>, _fault: &Fault, _out: &mut String) {}

    /// Moves were taken back; `turn` is the turn that now stands.
    fn undone(&mut self, _turn: &Turn<'_, G>, _out: &mut String) {}

    /// Says that the game is over.
    fn bye(&mut self, ended: &Ended, out: &mut String);

    /// Tells a player that will not be needed for another game to leave.
    fn dismiss(&mut self, _out: &mut String) {}
}

/// Makes a dialect from its checked options.
pub type MakeDialect<G> = fn(&Options) -> Result<Box<dyn Dialect<G>>, BadText>;

/// A dialect of a game's kit: how it is called, what it is like and how it is made.
///
/// [`DialectEntry::new`] makes one that is usual in every way, and a dialect says only what is not
/// usual about it, as [`plain::entry`](crate::plain::entry) does.
#[derive(Clone, Debug)]
pub struct DialectEntry<G: Game> {
    /// Its name in `NAME:COMMAND`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: Text,
    /// What can be set: `NAME?option=value:COMMAND`. Usually nothing.
    pub options: &'static [OptionSpec],
    /// How long a program of this dialect lives unless it is said. Usually one game. Only where it
    /// is [`Lifetime::Keep`] here can a program live on for the next.
    pub lifetime: Lifetime,
    /// Its manners, made with these options. Usually [`Manners::default`].
    pub manners: fn(&Options) -> Manners,
    /// Whether it can tell a program what is left of its time for the whole game. Usually not.
    pub says_clock: bool,
    /// Whether it is the game's own network protocol: what a peer over TCP speaks that names no
    /// dialect. At most one of a kit is; without it, such a peer speaks [`plain`](crate::plain).
    pub is_network: bool,
    /// What happens to a peer over TCP that answers badly, unless it is said; usually what the
    /// game has for everybody.
    pub peer_policy: Option<Policy>,
    /// What its programs can play, made with these options: see [`Known`]. Usually everything.
    pub knows: fn(&Options) -> Vec<Known>,
    /// Makes its talk for one seat of one game.
    pub make: MakeDialect<G>,
    /// Makes what explains its mistakes.
    pub explain: MakeExplain<G>,
    /// Makes its other side, if a built-in bot can speak it.
    pub client: Option<MakeClient<G>>,
}

impl<G: Game> DialectEntry<G> {
    /// A dialect that is usual in every way.
    pub fn new(
        name: &'static str,
        about: Text,
        make: MakeDialect<G>,
        explain: MakeExplain<G>,
    ) -> DialectEntry<G> {
        DialectEntry {
            name,
            about,
            options: &[],
            lifetime: Lifetime::PerGame,
            manners: |_| Manners::default(),
            says_clock: false,
            is_network: false,
            peer_policy: None,
            knows: Known::all,
            make,
            explain,
            client: None,
        }
    }
}
