//! The cases we can tell apart.

use serde::Serialize;

macro_rules! cases {
    ($( $(#[$meta:meta])* $name:ident, )*) => {
        /// What went wrong, where we can tell.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Case {
            $( $(#[$meta])* $name, )*
        }

        impl Case {
            /// Every case.
            pub const ALL: &'static [Case] = &[$(Case::$name),*];
        }
    };
}

cases! {
    /// A message for people on stdout.
    DebugText,
    /// Such a message with a legal move in it.
    DebugWithMove,
    /// A legal move, written some other way.
    WrongForm,
    /// Column and row exchanged.
    Swapped,
    /// Counted from 0 instead of 1, or the other way round.
    OffByOne,
    /// `None`, `null`, `undefined`: a variable without a move.
    NullWord,
    /// A short text that is not a move.
    NotAMove,
    /// An empty line for an answer.
    EmptyLine,
    /// Full-width characters.
    FullWidth,
    /// Spaces around a move.
    Spaces,
    /// A backslash and an `n` as text.
    LiteralNewline,
    /// Japanese in Shift_JIS.
    ShiftJis,
    /// Japanese in EUC-JP.
    EucJp,
    /// Text in UTF-16.
    Utf16,
    /// Bytes that are not text.
    NotUtf8,
    /// A byte order mark before the answer.
    ByteOrderMark,
    /// A NUL byte.
    Nul,
    /// Colour codes for a terminal.
    ColourCodes,
    /// Some other control character.
    ControlCharacter,
    /// The square is taken.
    Occupied,
    /// A move the rules do not allow here.
    NotAllowed,
    /// A move that was legal a turn before.
    OldBoard,
    /// A pass while there are moves.
    NeedlessPass,
    /// Something else than the only legal answer, such as a pass.
    OnlyAnswer,
    /// A second answer to one question.
    AnsweredTwice,
    /// An empty line after the answer.
    ExtraLine,
    /// A line that nobody had asked for.
    OutOfTurn,
    /// Plain: the number of another question, or none.
    PlainNumber,
    /// Plain: a move without `move` and the number.
    PlainBare,
    /// Plain: a word it does not know.
    PlainWord,
    /// The program says itself, in the words of its protocol, that it cannot go on.
    Complaint,
    /// Something else is wrong, and the dialect says what.
    Malformed,
    /// The file that an answer is written to is not there any more.
    FileGone,
    /// The file is written, but the program has not ended.
    NotEnded,
    /// Nothing arrived in time, perhaps for want of a flush.
    NothingRead,
    /// The answer arrived, its newline did not.
    NoNewline,
    /// The answer arrived too late.
    LateAnswer,
    /// Computing all the time.
    Thinking,
    /// Hardly computing, though it had answered before.
    Waiting,
    /// The machine was too busy.
    SlowMachine,
    /// The time for the whole game was used up before.
    NoTimeLeft,
    /// No answer in time, and nothing more is known.
    NoAnswer,
    /// The output was closed, but the program runs.
    ClosedOutput,
    /// The program ended without complaint.
    ExitedNormally,
    /// The program ended with an exit code.
    ExitCode,
    /// The program was ended by a signal.
    Signal,
    /// A built-in bot broke off: our own mistake.
    BuiltIn,
    /// The shell found no such command.
    ShellNotFound,
    /// The shell could not run the command.
    ShellCannotRun,
    /// The interpreter did not find the file of the program.
    FileMissing,
    /// There is no such program.
    NotFound,
    /// The program may not be executed.
    NotPermitted,
    /// The file is not a program.
    NotExecutable,
    /// It was started but did not say that it is ready, or said something else.
    NotReady,
    /// It could not be started for some other reason.
    CouldNotStart,
    /// A line without end.
    LongLine,
    /// Too many lines.
    ManyLines,
    /// Too much memory.
    Memory,
    /// The other side went away.
    Disconnected,
    /// The sandbox refused something.
    Refused,
}
