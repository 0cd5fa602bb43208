//! What can be asked for: the one table of commands and flags.

#![allow(
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags,
    reason = "these comments are the help that the commands print"
)]

pub mod analyse;
pub mod bench;
pub mod kits;
pub mod league;
pub mod othello;
pub mod renju;
pub mod server;
pub mod train;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum};
use gyoji_core::Lifetime;
use gyoji_core::options::parse_duration;
use gyoji_core::record::{Clock, Policy};
use gyoji_referee::sandbox::Wanted;
use gyoji_words::{Lang, usage as words};

use crate::usage::Hint;

/// The arena for game AIs: a fair referee, records, explanations.
///
/// Exit codes: 0 fine, 1 failure, 2 the command was not understood, 3 a program under test
/// failed, 4 bad file, 5 interrupted but saved.
#[derive(Parser, Debug)]
#[command(name = "gyoji", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Args {
    /// The language to speak: en or ja (default: from GYOJI_LANG, LC_ALL, LC_MESSAGES or LANG)
    #[arg(long, global = true, value_name = "LANG", value_parser = lang)]
    pub lang: Option<LangArg>,
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The class-room judge for Othello programs: asks for the programs and lets them play
    Judge(Judge),
    /// Let players play a series of games and count the score
    Match(Match),
    /// Hold events: leagues, cups, contests; they are stored and can be resumed
    League(league::League),
    /// Play against a bot or a program in the terminal
    Play(Play),
    /// Show a recorded game, or put a program into it
    Replay(Replay),
    /// Make a folder with an AI that plays already, to start from
    NewBot(kits::NewBot),
    /// Try about twenty things with a program: what happens, why, and how to mend it
    Check(kits::Check),
    /// List what new-bot can make, or write it as an archive
    Kits(kits::Kits),
    /// Play and watch in the browser: starts a server and prints its address
    Serve(Serve),
    /// Referee Othello clients over TCP, any number of games at once
    OthelloServer(server::OthelloServer),
    /// Let a built-in bot play on an Othello server
    OthelloClient(server::OthelloClient),
    /// Prove what a position is worth, with the moves that show it
    Solve(Solve),
    /// Say what every move of a position is worth, or where a game went wrong
    Analyse(analyse::Analyse),
    /// Teach a network a game by letting it play against itself
    Train(train::Train),
    /// Tools for Othello: formats of games and positions
    Othello(othello::Othello),
    /// Tools for renju and gomoku: forbidden points, the class's game file, formats
    Renju(renju::Renju),
    /// Count the leaves of a game tree
    Perft(Perft),
    /// Measure speed, fairness and steadiness
    Bench(bench::Bench),
    /// Say what this machine can do: locking programs in, interpreters, clocks
    Doctor(Doctor),
    /// List the games with their options, bots and dialects
    Games(Games),
    /// Run a built-in bot as an external program on stdin and stdout
    Bot(Bot),
    /// Print completions for a shell
    Completions(Completions),
    /// Print the manual page
    Man,
}

/// Where a command that makes a file puts it.
#[derive(ClapArgs, Debug)]
pub struct Output {
    /// The file to write (default, or -: stdout)
    #[arg(value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// Replace OUT if there is such a file
    #[arg(long)]
    pub force: bool,
}

impl Output {
    /// The file, unless it is stdout.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| path.as_os_str() != "-")
    }
}

/// How players are written; the Japanese text is in `help_ja`.
const PLAYERS: &str = "\
How players are written:
  my-ai                   a folder with a gyoji.toml, as gyoji new-bot makes it
  my_ai.py                a program; its ending says how to run it (.py .js .jar .class .java .rb ...)
  \"python3 my_ai.py -x\"   a command line, in quotation marks if it has spaces
  judge:./my_ai           a program with its dialect before it (see gyoji games)
  bot:greedy              a built-in bot (see gyoji games)
  human                   whoever sits at this terminal
  tcp:HOST:PORT           a program that listens there
  tcp:listen=PORT         whoever connects to that port (0: any free one, which is said)

Options follow a question mark, joined by & (quote them for the shell):
  \"judge?limit=1s&name=Taro:./my_ai\"   \"bot:mcts?playouts=2000\"

  name=NAME        the name on the screen and in records
  limit=TIME       the time for one answer (500ms, 5s, 2m; 0: no limit)
  clock=TIME+TIME  the time for the whole game, and what each move adds (60s+0.5s, 5m)
  start-up=TIME    the additional time for the first answer of a new process
  lifetime=WORD    per-move (a new process for each move), per-game, keep (one for all games)
  ponder=yes|no    whether it may think in its opponents' time, or is frozen meanwhile
  policy=WORD      forfeit (a fault loses), retry (it may answer again in time),
                   skip (a default move is made for it), practice (explained and asked again)
  dir=FOLDER       the folder its program runs in, where its files are looked for (default: here)
  file=NAME        the file that a program of the class's csv dialect opens (default: its
                   path is the last argument, or stands where the command says {file})
  strikes=N        after so many faults it loses whatever the policy says
  memory=SIZE      the most memory its program and all it starts may use (512MB, 2GB), and so
                   processes=N, cpu=TIME, file-size=SIZE, open-files=N, disk=SIZE (0: no limit)
  All others are options of the bot or the dialect (see gyoji games).";

const SEE_PLAYERS: &str = "How players are written: see gyoji match --help.";

/// Arguments of `gyoji judge`.
#[derive(ClapArgs, Debug)]
#[command(after_help = SEE_PLAYERS)]
pub struct Judge {
    /// The programs: none = you are asked, one = you play against it, two = one game (-n for
    /// more), more than two = all against all
    #[arg(value_name = "AI")]
    pub players: Vec<String>,
    /// The time for one answer (default: 5s; with --clock no limit of its own)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// The time for the whole game, and what each move adds: 60s+0.5s, 5m
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    pub clock: Option<Clock>,
    /// Read answers as the original judge does: trimmed, any case, first two characters
    #[arg(long)]
    pub lenient: bool,
    /// Start a new process for every move, as the original judge does
    #[arg(long)]
    pub per_move: bool,
    /// Judge exactly as the original: --lenient --per-move, stderr read like stdout, 3 games with
    /// each colour, its ranking and its logs (in the current folder, or --log)
    #[arg(long)]
    pub original: bool,
    /// Games with each colour for each pair, and the ranking (default: one game for two, 3 with
    /// each colour for more)
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Also write the log of each game to a file in this folder
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    #[command(flatten)]
    pub sandbox: Sandbox,
    #[command(flatten)]
    pub keep: league::Keep,
    /// Keep the records of all games in this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji match`.
#[derive(ClapArgs, Debug)]
#[command(after_long_help = PLAYERS)]
pub struct Match {
    /// The game: see `gyoji games`
    pub game: String,
    /// The players: a program (my_ai.py), a command line, bot:NAME, human, tcp:HOST:PORT
    #[arg(required = true, value_name = "PLAYER")]
    pub players: Vec<String>,
    /// How many games; with more players than seats: for each table of them (default: as many as
    /// seats; with more players every order of the seats: 2 games of two, 24 of four)
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// With more players than seats: only the tables at which the first player sits
    #[arg(long)]
    pub gauntlet: bool,
    /// Play until it is clear whether the first player is better: a sequential test between a
    /// difference of elo0 and one of elo1, such as elo0=0,elo1=10[,alpha=0.05,beta=0.05]; -n is
    /// then the most games (default: 100000)
    #[arg(long, value_name = "CLAIMS")]
    pub sprt: Option<String>,
    /// End a game of two early when both players agree on its result by the values they tell, in
    /// thousandths: win=950,moves=4[,after=20] gives it to the one that says at least 950 while the
    /// other says at most 50, for 4 moves of each, once 20 moves are made;
    /// draw=10[,draw-moves=8,draw-after=40] draws it when both are within 10 of 500
    #[arg(long, value_name = "TERMS")]
    pub adjudicate: Option<String>,
    /// How many games at once (default: 1 with programs, else one for each core)
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub terms: Terms,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Show the games in the terminal while they are played, one after the other
    #[arg(long)]
    pub watch: bool,
    /// The speed of a test run in turns a second: one answer may take no longer than 1/N s, and
    /// --watch shows so many turns (default for --watch: 2 for two players, 20 for more)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,
    /// Begin each pair of games with this many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub opening: u32,
    /// Begin each pair of games with the next opening of this file
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    pub openings: Option<PathBuf>,
    /// The order in which openings of a file are taken
    #[arg(long, value_name = "ORDER", requires = "openings", value_parser = ["sequential", "random"], default_value = "sequential")]
    pub order: String,
    /// Keep each game at once on a core of its own
    #[arg(long)]
    pub pin: bool,
    /// The seed of everything random (default: a new one, which is printed)
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub keep: league::Keep,
    /// Keep the records of all games in this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Do not explain faults, only count them
    #[arg(long, short = 'q')]
    pub quiet: bool,
}

/// The conditions for the players.
#[derive(ClapArgs, Debug, Default)]
pub struct Terms {
    /// The time for one answer, 0 for no limit (default: the game's; with --clock no limit of its
    /// own)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// The time for the whole game, and what each move adds: 60s+0.5s, 5m
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    pub clock: Option<Clock>,
    /// The additional time for the first answer of a new process (default: 10s)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub start_up: Option<Duration>,
    /// What a bad answer leads to: forfeit, retry, skip or practice (default: the game's)
    #[arg(long, value_parser = policy)]
    pub policy: Option<Policy>,
    /// The number of faults after which a player loses all the same
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub strikes: Option<u32>,
    /// The dialect of programs that do not name one (default: the game's)
    #[arg(long)]
    pub dialect: Option<String>,
    /// How long a program lives: per-move, per-game or keep (default: the dialect's)
    #[arg(long, value_parser = lifetime)]
    pub lifetime: Option<Lifetime>,
    /// Whether programs may think in their opponents' time: yes or no; with no, a program is
    /// frozen while it is not its turn (default: yes)
    #[arg(long, value_name = "yes|no", value_parser = ponder)]
    pub ponder: Option<bool>,
    #[command(flatten)]
    pub sandbox: Sandbox,
}

/// How programs are locked in.
#[derive(ClapArgs, Debug, Clone, Copy)]
pub struct Sandbox {
    /// How well programs are locked in: best, or the level 1, 2 or 3 (see gyoji doctor); 0 for not
    /// at all: they can do whatever you can
    #[arg(long, value_name = "best|0|1|2|3", value_parser = sandbox, default_value = "0")]
    pub sandbox: Wanted,
}

impl Default for Sandbox {
    fn default() -> Sandbox {
        Sandbox { sandbox: Wanted::Level(0) }
    }
}

/// How games start.
#[derive(ClapArgs, Debug, Default)]
pub struct SetupArgs {
    /// An option of the game: see `gyoji games`
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Start from this position, in the game's text form
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// Arguments of `gyoji play`.
#[derive(ClapArgs, Debug)]
#[command(after_help = SEE_PLAYERS)]
pub struct Play {
    /// The game: see `gyoji games`
    pub game: String,
    /// Against whom: a bot's name, or any player (default: the bot in the middle of the ladder)
    #[arg(long, value_name = "PLAYER")]
    pub vs: Vec<String>,
    /// Which seat you take: a number from 0, or its name such as black or white
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<String>,
    /// Which player you are, counted from 1: another way to say --seat
    #[arg(long, value_name = "N", conflicts_with = "seat", value_parser = clap::value_parser!(u8).range(1..))]
    pub player: Option<u8>,
    /// How many simulations the opponent makes for one move; without --vs against the bot whose
    /// strength they are
    #[arg(long, value_name = "N")]
    pub simulations: Option<u64>,
    /// The file of weights that the opponent plays with; without --vs against the bot zero
    #[arg(long, value_name = "FILE")]
    pub model: Option<PathBuf>,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// The time for one answer of the opponent (default: the game's; with --clock no limit of its
    /// own)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// The opponent's time for the whole game, and what each move adds: 60s+0.5s, 5m
    #[arg(long, value_name = "TIME+TIME", value_parser = clock)]
    pub clock: Option<Clock>,
    /// The signs on the board: ascii or emoji
    #[arg(long, value_enum, default_value_t)]
    pub glyphs: GlyphsArg,
    /// The seed of the opponent
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print boards and questions one after the other instead of a full screen, as where stdin or
    /// stdout is no terminal
    #[arg(long)]
    pub plain: bool,
    #[command(flatten)]
    pub keep: league::Keep,
    /// Keep the record in this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
}

/// Arguments of `gyoji replay`.
#[derive(ClapArgs, Debug)]
#[command(after_help = SEE_PLAYERS)]
pub struct Replay {
    /// The record: a file, or the beginning of its id
    pub record: String,
    /// Show only the position after this many moves
    #[arg(long, value_name = "N")]
    pub ply: Option<u32>,
    /// Show the game from this move on, counted from 1 (0: the start); with --with: ask only for
    /// this move
    #[arg(long, value_name = "N", conflicts_with = "ply")]
    pub from: Option<u32>,
    /// Show the game up to this move
    #[arg(long, value_name = "N", conflicts_with_all = ["with", "ply"])]
    pub to: Option<u32>,
    /// In a terminal: play the game by itself, from its start or from --from on
    #[arg(long, conflicts_with_all = ["with", "talk", "ply", "json"])]
    pub watch: bool,
    /// How many positions a second --watch shows, and Space in the viewer (default: 2; 20 rounds
    /// where more than two play)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub fps: Option<u32>,
    /// Put a program into the game and show what it answers
    #[arg(long, value_name = "PLAYER")]
    pub with: Option<String>,
    /// With --with: the seat to put it into (default: whoever made the fault, or is to move)
    #[arg(long, value_name = "SEAT")]
    pub seat: Option<String>,
    /// Where to look for it by its id: a folder, or postgres://... (default: the folder gyoji in
    /// $XDG_DATA_HOME, or ~/.local/share/gyoji; then the games with faults that were kept)
    #[arg(long, value_name = "DIR|URL", env = "GYOJI_DATA", hide_env_values = true)]
    pub data: Option<gyoji_store::Location>,
    /// Write the game as a page of one HTML file that can be stepped through
    #[arg(long, value_name = "FILE", conflicts_with_all = ["with", "talk", "ply", "json", "watch"])]
    pub html: Option<PathBuf>,
    /// Show what was said between the referee and this seat, byte for byte
    #[arg(long, value_name = "SEAT", conflicts_with = "with")]
    pub talk: Option<String>,
    /// The signs on the board: ascii or emoji
    #[arg(long, value_enum, default_value_t)]
    pub glyphs: GlyphsArg,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji serve`.
#[derive(ClapArgs, Debug)]
pub struct Serve {
    /// The port to listen on; 0 for any free one (default: 8080, or the next free one)
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The address to listen on (default: 127.0.0.1, this machine alone)
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<String>,
    /// Let others in this network in: prints the addresses they use, and a code for their phones
    #[arg(long)]
    pub lan: bool,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// Where games are kept, and where the events and games of the league are that can be looked
    /// at: a folder, or postgres://... (default: ~/.local/share/gyoji, as for league)
    #[arg(long, value_name = "DIR|URL")]
    pub data: Option<gyoji_store::Location>,
    /// Show games that run elsewhere on this machine: match, judge and league with --record DIR
    #[arg(long, value_name = "DIR")]
    pub watch: Vec<PathBuf>,
    /// Play no demonstration games
    #[arg(long)]
    pub no_demo: bool,
    /// Show other machines, too, what programs print to stderr and how they are started
    #[arg(long)]
    pub open_talk: bool,
}

/// Arguments of `gyoji solve`.
#[derive(ClapArgs, Debug)]
pub struct Solve {
    /// The game: see `gyoji games`
    pub game: String,
    /// The position, in the game's text form (default: the start)
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// An option of the game: see `gyoji games`
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// An option of the solver: see `gyoji games`
    #[arg(long, value_name = "NAME=VALUE")]
    pub by: Vec<String>,
    /// Renju: look for a win by fours only
    #[arg(long, conflicts_with = "vct")]
    pub vcf: bool,
    /// Renju: look for a win by fours and threes
    #[arg(long)]
    pub vct: bool,
    /// Give up after this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Give up after this time, 0 for never
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub time: Duration,
    /// The most memory for its tables, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub memory: u32,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    /// Do not tell how it gets on
    #[arg(long, short = 'q')]
    pub quiet: bool,
}

/// Arguments of `gyoji perft`.
#[derive(ClapArgs, Debug)]
pub struct Perft {
    /// The game: see `gyoji games`
    pub game: String,
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    pub depth: u32,
    #[command(flatten)]
    pub setup: SetupArgs,
    /// Count for each first move
    #[arg(long)]
    pub divide: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji doctor`.
#[derive(ClapArgs, Debug)]
pub struct Doctor {
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji games`.
#[derive(ClapArgs, Debug)]
pub struct Games {
    /// Only this game
    pub game: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji bot`.
#[derive(ClapArgs, Debug)]
pub struct Bot {
    /// The bot: GAME.NAME, or NAME for Othello, with options as in bot:NAME?option=value
    pub name: String,
    /// The dialect to speak (default: the game's)
    #[arg(long)]
    pub dialect: Option<String>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print the bot's thinking to stderr
    #[arg(long, short = 'v')]
    pub verbose: bool,
}

/// Arguments of `gyoji completions`.
#[derive(ClapArgs, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// What `--lang` names: the language that Gyoji speaks, or that a new AI is written in.
#[derive(Clone, Debug)]
pub enum LangArg {
    /// One that people speak.
    Spoken(Lang),
    /// One that programs are written in, for `new-bot`.
    Written(String),
}

/// The signs as they are written.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
pub enum GlyphsArg {
    /// Letters
    #[default]
    Ascii,
    /// Emoji, two cells wide
    Emoji,
}

impl From<GlyphsArg> for gyoji_core::view::Glyphs {
    fn from(glyphs: GlyphsArg) -> Self {
        match glyphs {
            GlyphsArg::Ascii => Self::Ascii,
            GlyphsArg::Emoji => Self::Emoji,
        }
    }
}

/// The command line's grammar, with its help in a language.
pub fn command(lang: Lang) -> clap::Command {
    let command = Args::command();
    match lang {
        Lang::En => command,
        Lang::Ja => crate::help_ja::translate(command),
    }
}

/// The language as far as it can be told before the arguments are read.
pub fn early_lang() -> Lang {
    // Not `args()`: that panics when one is not UTF-8.
    let mut args = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned());
    let mut asked = None;
    while let Some(arg) = args.next() {
        let named = match arg.strip_prefix("--lang=") {
            Some(lang) => Some(lang.to_owned()),
            None if arg == "--lang" => args.next(),
            None => None,
        };
        // One in which programs are written says nothing of the people.
        asked = named.and_then(|lang| lang.parse().ok()).or(asked);
    }
    let named = || std::env::var("GYOJI_LANG").ok()?.parse().ok();
    if let Some(lang) = asked.or_else(named) {
        return lang;
    }
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let locale = names.iter().filter_map(|name| std::env::var(name).ok()).find(|v| !v.is_empty());
    Lang::of_locale(&locale.unwrap_or_default())
}

/// Which programming languages there are is the business of `new-bot`.
fn lang(text: &str) -> Result<LangArg, Hint> {
    Ok(text.parse().map_or_else(|_| LangArg::Written(text.to_owned()), LangArg::Spoken))
}

fn duration(text: &str) -> Result<Duration, Hint> {
    parse_duration(text).ok_or_else(|| Hint(words::a_time()))
}

/// A time that is not zero.
fn some_time(text: &str) -> Result<Duration, Hint> {
    duration(text).and_then(|time| match time.is_zero() {
        true => Err(Hint(words::a_time_not_zero())),
        false => Ok(time),
    })
}

fn clock(text: &str) -> Result<Clock, Hint> {
    text.parse().map_err(|_| Hint(words::a_clock()))
}

fn policy(text: &str) -> Result<Policy, Hint> {
    text.parse().map_err(|_| one_of(Policy::NAMES))
}

fn ponder(text: &str) -> Result<bool, Hint> {
    gyoji_referee::player::parse_ponder(text).map_err(|_| one_of(&["yes", "no"]))
}

fn sandbox(text: &str) -> Result<Wanted, Hint> {
    text.parse().map_err(|_| one_of(&["best", "0", "1", "2", "3"]))
}

fn lifetime(text: &str) -> Result<Lifetime, Hint> {
    text.parse().map_err(|_| one_of(Lifetime::NAMES))
}

fn one_of(known: &[&str]) -> Hint {
    Hint(words::one_of(known.join(" | ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        Args::command().debug_assert();
    }
}
