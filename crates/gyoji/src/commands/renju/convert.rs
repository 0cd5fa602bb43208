//! `gyoji renju convert`: a game from one format into another.

use std::path::Path;
use std::process::ExitCode;

use super::words;
use gyoji_core::record::{Event, Record};
use gyoji_core::{BadText, Lang, Replay, Seat};
use gyoji_renju::formats::{Format, Kifu, Score};
use gyoji_renju::{Colour, Point, Renju};

use super::files;
use crate::args::renju::Convert;
use crate::failure::{BAD_FILE, Failure, quoted};
use crate::screen;

/// What stands for stdin.
const STDIN: &str = "-";

pub fn run(args: &Convert, lang: Lang) -> Result<ExitCode, Failure> {
    // A mistake in the command should show before anything is read.
    let to = match (&args.to, &args.output) {
        (Some(name), _) => name.parse()?,
        (None, Some(path)) => by_ending(path, "--to")?,
        (None, None) => {
            return Err(Failure::usage_text(words::which_format("stdout", "--to")));
        }
    };
    let kifu = read(args)?;
    let text = to.write(&kifu);
    match &args.output {
        None => super::super::print(&text),
        Some(path) => {
            crate::replace::replace(path, &text)?;
            screen::say(words::written(path.display(), kifu.moves.len()).get(lang));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn by_ending(path: &Path, flag: &str) -> Result<Format, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let unknown = || Failure::usage_text(words::which_format(path.display(), flag));
    ending.and_then(Format::of_ending).ok_or_else(unknown)
}

fn read(args: &Convert) -> Result<Kifu, Failure> {
    let path = args.input.as_path();
    let is_record = path.extension().is_some_and(|ending| ending == "jsonl");
    if is_record && args.from.is_none() {
        let (record, damage) = gyoji_league::records::read(path)?;
        return damage.map_or_else(|| of_record(&record, path), |damage| Err(damage.into()));
    }
    let from = match &args.from {
        Some(name) => name.parse()?,
        None => by_ending(path, "--from")?,
    };
    let text = match path.as_os_str() == STDIN {
        true => files::read_text(std::io::stdin().lock(), path)?,
        false => files::read(path)?
            .ok_or_else(|| Failure { code: BAD_FILE, text: words::no_such_file(path.display()) })?,
    };
    from.read(&text, args.size).map_err(|bad| bad_game(path, &bad))
}

fn bad_game(path: &Path, bad: &BadText) -> Failure {
    let problem = match bad.input.is_empty() {
        true => bad.problem.clone(),
        false => quoted(&bad.input).then(": ", &bad.problem),
    };
    Failure { code: BAD_FILE, text: words::bad_game(path.display(), problem) }
}

/// A game of ours, with the names, times and the result that its record has.
fn of_record(record: &Record, path: &Path) -> Result<Kifu, Failure> {
    let replay = Replay::<Renju>::new(record)
        .map_err(|(line, bad)| Failure::bad_file(path, line, &bad.problem))?;
    let position = replay.table.position();
    let mut kifu = Kifu::of_position(position).map_err(|bad| bad_game(path, &bad))?;
    let seat_of = |colour: Colour| {
        let has = |seat: &Seat| position.colour_of(*seat) == Some(colour);
        Seat::all(2).find(has).unwrap_or(Seat(colour.index() as u8))
    };
    kifu.names = Colour::BOTH.map(|colour| {
        let player = record.header.players.get(seat_of(colour).index());
        player.map(|player| player.name.clone()).unwrap_or_default()
    });
    // The stones of a position the game began from took no time, and words put no stones.
    let mut times: Vec<(&str, u64)> = Vec::new();
    for event in &record.events {
        match event {
            Event::Moved(it) => times.push((&it.mv, it.spent.used().as_millis() as u64)),
            Event::Undone(it) => times.truncate(times.len().saturating_sub(it.plies as usize)),
            _ => {}
        }
    }
    times.retain(|(mv, _)| mv.parse::<Point>().is_ok());
    let before = kifu.moves.len().saturating_sub(times.len());
    let times = times.iter().map(|(_, millis)| *millis);
    kifu.millis = std::iter::repeat_n(0, before).chain(times).collect();
    kifu.score = record.ended().and_then(|ended| match ended.winner() {
        Some(winner) => {
            let colour = Colour::BOTH.into_iter().find(|colour| seat_of(*colour) == winner)?;
            Some(Score::Won(colour))
        }
        None if !ended.counts() => None,
        None => Some(Score::Draw),
    });
    Ok(kifu)
}
