//! How a program outside is spoken to: text on one side, meaning on the other.

use std::ops::Range;
use std::time::Duration;

use crate::record::{Clock, Ended, Fault, Moved};
use crate::{BadText, Game, Known, OnClock, OptionSpec, Options, Seat, Setup, Text, Turn};

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

/// A move somebody may have meant by a line that is not one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess<M> {
    /// The move it may have meant.
    pub mv: M,
    /// What went wrong on the way.
    pub slip: Slip,
}

/// How a right move turns into a wrong line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slip {
    /// The right move, written some other way: `C5`, `(2,4)`.
    Form,
    /// Column and row exchanged.
    Swapped,
    /// Counting from 0 where we count from 1, or the other way round.
    OffByOne,
}

/// What a player says is in its way, where its protocol lets it say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// What that means.
    pub why: Text,
    /// What to do about it.
    pub fix: Text,
}

/// What is wrong with a line that is no answer, where the dialect can say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The bytes of the line that are wrong.
    pub at: Range<usize>,
    /// What stands under them, in a few words.
    pub mark: Text,
    /// Why this is no answer.
    pub why: Text,
    /// What to do about it.
    pub fix: Text,
}

/// How what is said travels between the referee and a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transport {
    /// Lines, to and fro: over pipes, a socket, a terminal.
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

/// A protocol: pure text in, pure text out; no clock, no socket, no process.
///
/// What is sent depends on nothing but the game and the calls made before, and reading
/// changes nothing. So the whole conversation of a game can be made again from its record,
/// byte for byte. Everything sent consists of whole lines, each ending in `\n`.
pub trait Dialect<G: Game>: Send {
    /// Says that a game begins.
    fn hello(&mut self, deal: &Deal<'_, G>, out: &mut String);

    /// How its lines travel.
    fn transport(&self) -> Transport {
        Transport::Lines
    }

    /// Whether a player answers [`hello`](Dialect::hello) before it is asked for a move.
    fn awaits_ready(&self) -> bool {
        false
    }

    /// Whether a player says that it is ready without being told of a game: then what it says as
    /// soon as one game is over is for the next.
    fn speaks_first(&self) -> bool {
        false
    }

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

    /// How long a player that has just answered cannot be spoken to. Its clock stands meanwhile.
    fn pause(&self) -> Duration {
        Duration::ZERO
    }

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

    /// What an answer looks like: `a square such as c5, or "pass"`.
    fn expected(&self) -> Text;

    /// What is wrong with a line that is no answer, if there is more to say than what
    /// [`expected`](Dialect::expected) says.
    fn flaw(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Flaw> {
        None
    }

    /// Where the move stands in a line that has more than it.
    fn locate(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Range<usize>> {
        None
    }

    /// What a wrong line may have meant, the likeliest first.
    fn guess(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Guess<G::Move>> {
        None
    }

    /// The line that answers with `mv`, without its end, where it depends on the position or is
    /// not the move's own text.
    fn answer(&self, _turn: &Turn<'_, G>, _mv: G::Move) -> Option<String> {
        None
    }

    /// Whether a line that is no answer says that the player itself cannot go on, and why.
    fn complaint(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Complaint> {
        None
    }
}

/// Makes a dialect from its checked options.
pub type MakeDialect<G> = fn(&Options) -> Result<Box<dyn Dialect<G>>, BadText>;

/// A dialect of a game's kit: how it is called and how it is made.
#[derive(Clone, Debug)]
pub struct DialectEntry<G: Game> {
    /// Its name in `NAME:COMMAND`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: Text,
    /// What can be set: `NAME?option=value:COMMAND`.
    pub options: &'static [OptionSpec],
    /// How long a program of this dialect lives unless it is said.
    pub lifetime: crate::Lifetime,
    /// Whether it can tell a program what is left of its time for the whole game.
    pub says_clock: bool,
    /// What its programs can play, made with these options: see [`Known`].
    pub knows: fn(&Options) -> Vec<Known>,
    /// Makes one for a game.
    pub make: MakeDialect<G>,
    /// Makes its other side, if a built-in bot can speak it.
    pub client: Option<MakeClient<G>>,
}

/// The other side of a dialect: with it a built-in bot can be a program of that dialect.
pub trait Client<G: Game>: Send {
    /// What a line from the referee wants of us.
    fn hear(&mut self, line: &str) -> Result<Cue<G>, BadText>;

    /// The line that says a move, without its end.
    fn say(&self, mv: G::Move) -> String;

    /// What follows once we have chosen `mv`: the line that says so, or another question where
    /// one line has to say several moves.
    fn chosen(&mut self, mv: G::Move) -> Cue<G> {
        Cue::Say(self.say(mv))
    }
}

/// What a line from the referee wants.
#[derive(Debug)]
pub enum Cue<G: Game> {
    /// Nothing for now.
    Nothing,
    /// This line, or several, without the last one's end.
    Say(String),
    /// A move.
    Move(Asked<G>),
    /// To use no more memory than so many bytes; 0 for no limit.
    Memory(u64),
    /// We should leave.
    Leave,
}

/// A question as a [`Client`] understands it.
#[derive(Debug)]
pub struct Asked<G: Game> {
    /// Our seat.
    pub seat: Seat,
    /// The position to move in.
    pub position: G,
    /// The time we have; none if there is no limit. Where a dialect does not tell, it is what the
    /// game usually allows.
    pub left: Option<Duration>,
    /// What our clock for the whole game shows, where the dialect tells.
    pub clock: Option<OnClock>,
}

/// Makes the other side of a dialect.
pub type MakeClient<G> = fn() -> Box<dyn Client<G>>;
