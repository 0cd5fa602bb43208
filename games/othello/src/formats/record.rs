//! Games from files as records of ours, and records as games for files.

use gyoji_core::record::{Ended, Event, FaultKind, Header, Moved, Plan, Player, Record, Spent};
use gyoji_core::{BadText, Game, Options, Replay, Seat, Setup};

use super::{By, Kifu, Played, Score};
use crate::{Move, Othello};

/// A record of a game. Its players have the names the file gives them and nothing else: nobody
/// knows how they were asked, or how long they had. `referee` is who wrote the file.
pub fn of_kifu(kifu: &Kifu, referee: &str) -> Result<Record, BadText> {
    let is_mirrored = *kifu.start() == Othello::MIRRORED;
    let option = is_mirrored.then_some(("start", "mirrored"));
    let is_usual = is_mirrored || *kifu.start() == Othello::STANDARD;
    let setup = Setup {
        position: (!is_usual).then(|| kifu.start().to_string()),
        options: Options::check(Othello::SPEC.options, option)?,
        ..Setup::default()
    };
    let players = Othello::SPEC.seats.iter().zip(&kifu.names).map(|(seat, name)| {
        let name = if name.is_empty() { seat.id } else { name };
        Player::new(name, name)
    });
    let plan = Plan::new::<Othello>(id(kifu), &setup, players.collect());
    let mut events = Vec::new();
    let mut seat = kifu.start().side();
    for (ply, played) in (0..).zip(kifu.moves()) {
        events.push(Event::Moved(Moved {
            ply,
            seat,
            mv: played.mv.to_string(),
            got: None,
            spent: Spent::default(),
            value: None,
            stderr: String::new(),
        }));
        seat = seat.other();
    }
    events.push(Event::Ended(ended(kifu)));
    Ok(Record { header: Header::new(plan, 0, referee), events })
}

/// The end the rules give it, or else the one that the file tells. A game that breaks off without
/// a result counts for nobody.
fn ended(kifu: &Kifu) -> Ended {
    if let Some(outcome) = kifu.position().outcome() {
        return Ended::by_rules(&outcome);
    }
    let seats = Othello::SPEC.seats.len();
    match kifu.score.and_then(|score| Some((score.by, score.loser()?))) {
        Some((By::Time, loser)) => Ended::lost(loser, seats, Ended::FAULT, Some(FaultKind::Time)),
        Some((By::Discs | By::Resigned, loser)) => Ended::lost(loser, seats, Ended::RESIGNED, None),
        None => Ended::aborted(seats),
    }
}

/// The id of a game: 128 bits that its names, moves and date make (FNV-1a), so that the same game
/// is the same record.
fn id(kifu: &Kifu) -> String {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let text = super::ggf::write(std::slice::from_ref(kifu));
    let hash = text.bytes().fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{hash:032x}")
}

/// The game of a record, with the names, times and the result that it has. The error says at
/// which line of the record it went wrong.
pub fn to_kifu(record: &Record) -> Result<Kifu, (usize, BadText)> {
    // The whole is checked first; then it is gone through again for the times.
    Replay::<Othello>::new(record)?;
    let first = |bad| (1, bad);
    let setup = record.header.setup::<Othello>().map_err(first)?;
    let mut kifu = Kifu::new(Othello::start(&setup).map_err(first)?);
    let mut moves: Vec<Played> = Vec::new();
    for text in &record.header.opening {
        moves.push(text.parse::<Move>().map_err(first)?.into());
    }
    for (line, event) in (2..).zip(&record.events) {
        match event {
            Event::Moved(it) => moves.push(Played {
                mv: it.mv.parse().map_err(|bad| (line, bad))?,
                millis: Some(it.spent.used().as_millis() as u64).filter(|millis| *millis > 0),
                value: None,
            }),
            Event::Undone(it) => moves.truncate(moves.len().saturating_sub(it.plies as usize)),
            _ => {}
        }
    }
    for played in moves {
        kifu.push(None, played).map_err(|why| (1, BadText::new(played.mv.to_string(), why)))?;
    }
    kifu.settle();
    for (name, player) in kifu.names.iter_mut().zip(&record.header.players) {
        name.clone_from(&player.name);
    }
    kifu.score = record.ended().and_then(score);
    Ok(kifu)
}

fn score(ended: &Ended) -> Option<Score> {
    if !ended.counts() {
        return None;
    }
    // Where both agreed who wins, nobody has counted discs: the other one has given up.
    let winner = ended.winner().filter(|_| ended.why == Ended::ADJUDICATED);
    match ended.loser.or(winner.map(Seat::other)) {
        Some(loser) => {
            let discs = if loser == Seat::FIRST { -64 } else { 64 };
            let by = match ended.fault {
                Some(FaultKind::Time) => By::Time,
                _ => By::Resigned,
            };
            Some(Score { discs, by })
        }
        None => match ended.points[..] {
            [black, white] => Some(Score::count(black - white)),
            _ => None,
        },
    }
}
