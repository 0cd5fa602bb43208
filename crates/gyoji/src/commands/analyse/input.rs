//! What is to be analysed: a position or a game, from the command line, a file or stdin.

use std::path::Path;

use gyoji_core::record::Record;
use gyoji_core::{AnalyserEntry, BadText, Game, Replay, Told};

use super::super::files;
use super::words;
use crate::args::SetupArgs;
use crate::args::analyse::Analyse;
use crate::failure::{BAD_FILE, Failure, USAGE, quoted};
use crate::setup::parse_setup;

/// How large a file of games may be.
const MOST_KILOBYTES: u64 = 64 << 10;
/// The ending of our records.
const RECORD: &str = "jsonl";

/// The position or the game that is meant.
pub fn read<G: Game>(args: &Analyse, entry: &AnalyserEntry<G>) -> Result<Told<G>, Failure> {
    let Some(what) = args.what.as_deref() else {
        let setup = SetupArgs { options: args.options.clone(), position: None };
        let start = G::start(&parse_setup::<G>(&setup, 0)?)?;
        return Ok(Told { names: Vec::new(), start, moves: Vec::new() });
    };
    let path = Path::new(what);
    if files::is_standard(path) || path.exists() {
        return choose(args, path, from_file(path, entry)?);
    }
    if let Ok(start) = what.parse::<G>() {
        return Ok(Told { names: Vec::new(), start, moves: Vec::new() });
    }
    match (entry.read)(None, what.as_bytes()) {
        Ok(all) => choose(args, path, all),
        Err(_) if looks_like_a_path(path) => {
            let text = words::no_such_file(path.display(), &entry.forms);
            Err(Failure { code: BAD_FILE, text })
        }
        Err(bad) => {
            let text = words::not_read(quoted(what), place(&bad), &entry.forms);
            Err(Failure { code: USAGE, text })
        }
    }
}

/// The one that was asked for, of all that are there.
fn choose<G: Game>(args: &Analyse, path: &Path, mut all: Vec<Told<G>>) -> Result<Told<G>, Failure> {
    let count = all.len();
    let index = match args.number {
        Some(number) if number as usize <= count => number as usize - 1,
        Some(number) => {
            let text = words::no_such_game(path.display(), number, count);
            return Err(Failure { code: BAD_FILE, text });
        }
        None if count == 1 => 0,
        None => return Err(Failure::usage_text(words::several(path.display(), count))),
    };
    Ok(all.swap_remove(index))
}

fn from_file<G: Game>(path: &Path, entry: &AnalyserEntry<G>) -> Result<Vec<Told<G>>, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    if ending == Some(RECORD) {
        return from_record(path, &files::record(path)?).map(|told| vec![told]);
    }
    let bytes = files::input(path, MOST_KILOBYTES)?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let record = Record::parse(&files::text(bytes, path)?);
        let record = record.map_err(|bad| Failure::bad_file(path, bad.line, &bad.problem))?;
        return from_record(path, &record).map(|told| vec![told]);
    }
    (entry.read)(ending, &bytes).map_err(|bad| {
        let text = words::not_read_file(path.display(), place(&bad), &entry.forms);
        Failure { code: BAD_FILE, text }
    })
}

fn from_record<G: Game>(path: &Path, record: &Record) -> Result<Told<G>, Failure> {
    let wrong = |(line, bad): (usize, BadText)| Failure::bad_file(path, line, &bad.problem);
    let replay = Replay::<G>::new(record).map_err(wrong)?;
    let table = replay.table;
    Ok(Told {
        names: record.header.players.iter().map(|player| player.name.clone()).collect(),
        start: table.past()[0].clone(),
        moves: table.moves().to_vec(),
    })
}

/// What is wrong, and with what.
fn place(bad: &BadText) -> gyoji_core::Text {
    match bad.input.is_empty() {
        true => bad.problem.clone(),
        false => quoted(&bad.input).then(": ", &bad.problem),
    }
}

fn looks_like_a_path(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_ending = |ending: &str| {
        (2..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    path.components().count() > 1 || ending.is_some_and(is_ending)
}
