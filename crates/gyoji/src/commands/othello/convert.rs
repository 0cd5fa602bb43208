//! `gyoji othello convert`: games and positions from one format into another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use gyoji_core::record::Record;
use gyoji_core::{BadText, Lang};
use gyoji_othello::formats::{Format, Kifu, record, wthor};

use super::super::files::{self, Named};
use super::words;
use crate::args::othello::{Convert, RECORD};
use crate::failure::{BAD_FILE, Failure};

/// How large a file of games may be. A year of WTHOR is a few hundred kilobytes, but archives of
/// servers are larger.
const MOST_KILOBYTES: u64 = 64 << 10;

/// A format of others, or ours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Games(Format),
    Record,
}

impl Named for Kind {
    fn names() -> Vec<&'static str> {
        Format::NAMES.iter().chain(&[RECORD]).copied().collect()
    }

    fn of_ending(ending: &str) -> Option<Kind> {
        match ending {
            "jsonl" => Some(Kind::Record),
            _ => Format::of_ending(ending).map(Kind::Games),
        }
    }
}

impl FromStr for Kind {
    type Err = BadText;

    fn from_str(name: &str) -> Result<Kind, BadText> {
        match name {
            RECORD => Ok(Kind::Record),
            _ => name.parse().map(Kind::Games),
        }
    }
}

pub fn run(args: &Convert, lang: Lang) -> Result<ExitCode, Failure> {
    // A mistake in the command should show before anything is read.
    let to: Kind = files::format(args.to.as_deref(), args.output.file(), "--to")?;
    let path = args.input.as_path();
    let mut games = read(args)?;
    if let Some(number) = args.game {
        let index = number as usize - 1;
        if index >= games.len() {
            let text = words::no_such_game(path.display(), number, games.len());
            return Err(Failure { code: BAD_FILE, text });
        }
        games = vec![games.swap_remove(index)];
    }
    let bad = |bad: BadText| files::bad_file(path, &bad);
    let data = match (to, &games[..]) {
        (Kind::Record, [kifu]) => {
            let referee = concat!("gyoji ", env!("CARGO_PKG_VERSION"));
            record::of_kifu(kifu, referee).map_err(bad)?.to_text().into_bytes()
        }
        (Kind::Record, _) => {
            return Err(Failure::usage_text(words::one_record(path.display(), games.len())));
        }
        (Kind::Games(Format::Wthor), _) => {
            let all = wthor::write(&games).map_err(bad)?;
            write_names(args, &all)?;
            all.games
        }
        (Kind::Games(format), _) => format.write(&games).map_err(bad)?,
    };
    let said = |path: &Path| match (to, &games[..]) {
        (Kind::Games(Format::Obf), _) => words::positions(path.display(), games.len()),
        (_, [kifu]) => words::moves(path.display(), kifu.discs().count()),
        _ => words::games(path.display(), games.len()),
    };
    files::write(&args.output, &data, said, lang)
}

fn read(args: &Convert) -> Result<Vec<Kifu>, Failure> {
    let path = args.input.as_path();
    let kind: Kind = files::format(args.from.as_deref(), Some(path), "--from")?;
    let bad = |bad: BadText| files::bad_file(path, &bad);
    match kind {
        Kind::Record => {
            let kifu = record::to_kifu(&read_record(path)?);
            let wrong = |(line, bad): (usize, BadText)| Failure::bad_file(path, line, &bad.problem);
            Ok(vec![kifu.map_err(wrong)?])
        }
        Kind::Games(Format::Wthor) => {
            let names = read_names(path)?;
            wthor::read(&files::input(path, MOST_KILOBYTES)?, &names).map_err(bad)
        }
        Kind::Games(format) => format.read(&files::input(path, MOST_KILOBYTES)?).map_err(bad),
    }
}

fn read_record(path: &Path) -> Result<Record, Failure> {
    if !files::is_standard(path) {
        return files::record(path);
    }
    let text = files::text(files::input(path, MOST_KILOBYTES)?, path)?;
    Record::parse(&text).map_err(|bad| Failure::bad_file(path, bad.line, &bad.problem))
}

/// The names that belong to a file of games: beside it, under its own name or under that which
/// the federation gives them.
fn read_names(path: &Path) -> Result<wthor::Names, Failure> {
    let mut names = wthor::Names::default();
    if files::is_standard(path) {
        return Ok(names);
    }
    if let Some((path, bytes)) = beside(path, ["jou", "JOU"])? {
        names.read_players(&bytes).map_err(|bad| files::bad_file(&path, &bad))?;
    }
    if let Some((path, bytes)) = beside(path, ["trn", "TRN"])? {
        names.read_tournaments(&bytes).map_err(|bad| files::bad_file(&path, &bad))?;
    }
    Ok(names)
}

fn beside(path: &Path, endings: [&str; 2]) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
    for name in [path.to_owned(), path.with_file_name("WTHOR"), path.with_file_name("wthor")] {
        for ending in endings {
            let path = name.with_extension(ending);
            if let Some(bytes) = files::read(&path, MOST_KILOBYTES)? {
                return Ok(Some((path, bytes)));
            }
        }
    }
    Ok(None)
}

/// Writes the names beside the games, under the same name; to stdout only the games go.
fn write_names(args: &Convert, all: &wthor::Files) -> Result<(), Failure> {
    let Some(path) = args.output.file() else { return Ok(()) };
    let names = [("jou", &all.players), ("trn", &all.tournaments)];
    let files = names.map(|(ending, bytes)| (path.with_extension(ending), bytes));
    // All of them or none: names that belong to other games would be wrong for these.
    for path in files.iter().map(|(path, _)| path.as_path()).chain([path]) {
        files::check_free(path, &args.output)?;
    }
    for (path, bytes) in files {
        match bytes {
            Some(bytes) => crate::replace::replace(&path, bytes)?,
            // Those of the games that are replaced.
            None if path.exists() => {
                std::fs::remove_file(&path).map_err(|error| Failure::io(&path, &error))?;
            }
            None => {}
        }
    }
    Ok(())
}
