//! `gyoji renju convert`: a game from one format into another.

use std::path::Path;
use std::process::ExitCode;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Lang, Replay, Seat};
use gyoji_renju::formats::{Format, Kifu, Score};
use gyoji_renju::{Colour, Point, Renju};

use super::super::files::{self, Named};
use super::{MOST_KILOBYTES, words};
use crate::args::renju::Convert;
use crate::failure::Failure;

impl Named for Format {
    fn names() -> Vec<&'static str> {
        Format::NAMES.to_vec()
    }

    fn of_ending(ending: &str) -> Option<Format> {
        Format::of_ending(ending)
    }
}

pub fn run(args: &Convert, lang: Lang) -> Result<ExitCode, Failure> {
    // A mistake in the command should show before anything is read.
    let to: Format = files::format(args.to.as_deref(), args.output.file(), "--to")?;
    let kifu = read(args)?;
    let said = |path: &Path| words::written(path.display(), kifu.moves.len());
    files::write(&args.output, to.write(&kifu).as_bytes(), said, lang)
}

fn read(args: &Convert) -> Result<Kifu, Failure> {
    let path = args.input.as_path();
    let is_record = path.extension().is_some_and(|ending| ending == "jsonl");
    if is_record && args.from.is_none() {
        return of_record(&files::record(path)?, path);
    }
    let from: Format = files::format(args.from.as_deref(), Some(path), "--from")?;
    let text = files::text(files::input(path, MOST_KILOBYTES)?, path)?;
    from.read(&text, args.size).map_err(|bad| files::bad_file(path, &bad))
}

/// A game of ours, with the names, times and the result that its record has.
fn of_record(record: &Record, path: &Path) -> Result<Kifu, Failure> {
    let replay = Replay::<Renju>::new(record)
        .map_err(|(line, bad)| Failure::bad_file(path, line, &bad.problem))?;
    let position = replay.table.position();
    let mut kifu = Kifu::of_position(position).map_err(|bad| files::bad_file(path, &bad))?;
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
