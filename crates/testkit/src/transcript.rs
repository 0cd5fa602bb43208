//! Transcripts in the documentation, played by the referee.
//!
//! A transcript is a fenced block marked `transcript`, with the game's conditions as further
//! words, for example
//!
//! ````text
//! ```transcript dialect=judge seat=0
//! > COLOR 1
//! > MOVE BOARD:…
//! < d4
//! ! illegal (there is a disc already)
//! > QUIT
//! ```
//! ````
//!
//! `>` is sent to the player, `<` comes from it, `*` is a move of somebody else, `^ N` is somebody
//! else taking N moves back at its turn, `#` is a comment; `! KIND` says that the line before is
//! that fault, and whatever follows the kind is a remark. The transcript may stop in the middle of
//! a game, but not before everything that is sent by then. The words of the mark are `game=NAME`
//! (other games skip it), `dialect=NAME`, `seat=N`, `time=5s`, `clock=60s+0.5s`, `policy=…`,
//! `lifetime=…`, `options=a=1,b=2` (of the dialect), `setup=a=1` (of the game), `position=…` (with `_` for its
//! spaces), `opening=a,b` (moves that are made first).
//!
//! The player and those it plays against are lines of the page ([`rehearsal`]); everything else is the
//! referee itself, so that a page shows what really happens.

mod rehearsal;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gyoji_core::options::parse_duration;
use gyoji_core::record::{Header, Plan, Player};
use gyoji_core::{Game, Kit, Manners, Options, Seat, Setup};
use gyoji_referee::Chair;

use self::rehearsal::{Prompted, Rehearsal};
use crate::wire::{check_replay, line, lock, play_out};

/// The fenced transcripts of a Markdown page: their mark and their lines.
pub fn transcripts(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```transcript") {
            found.push((mark.trim(), lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    found
}

/// Plays every transcript of a page that is of this game, and says how many that were. Panics
/// where one differs.
pub fn check_transcripts<G: Game>(page: &str, kit: &Kit<G>) -> usize {
    let mut count = 0;
    for (mark, lines) in transcripts(page) {
        let words: BTreeMap<&str, &str> =
            mark.split_whitespace().filter_map(|word| word.split_once('=')).collect();
        if words.get("game").is_none_or(|game| *game == G::SPEC.id) {
            if let Err(why) = run(&words, &lines, kit) {
                panic!("transcript {mark}\n{why}");
            }
            count += 1;
        }
    }
    count
}

/// Plays one transcript; the error says where it differs.
fn run<G: Game>(words: &BTreeMap<&str, &str>, lines: &[&str], kit: &Kit<G>) -> Result<(), String> {
    let seat = Seat(words.get("seat").map_or(0, |seat| seat.parse().expect("a seat")));
    let setup = setup::<G>(words);
    let guest = guest(words, kit);
    let stop = Arc::new(AtomicBool::new(false));
    let rehearsal =
        Arc::new(Mutex::new(Rehearsal::new(lines, seat, guest.policy, Arc::clone(&stop))?));
    let (mut players, mut chairs) = (Vec::new(), Vec::new());
    for place in Seat::all(G::SPEC.seats.len()) {
        let wire = line(&rehearsal, place);
        if place == seat {
            let dialect = guest.dialect.as_deref().unwrap_or_default();
            let chair = Chair::speaking(kit, dialect, guest.dialect_options(), wire);
            chairs.push(chair.expect("a dialect and its options"));
            players.push(guest.clone());
        } else {
            let dialect = Box::new(|| Ok(Box::new(Prompted) as _));
            chairs.push(Chair::outside(wire, Manners::default(), dialect));
            players.push(Player::new("other", "other"));
        }
    }
    let header = Header::new(Plan::new::<G>("transcript".into(), &setup, players), 0, "testkit");
    let record = play_out(header, &mut chairs, &rehearsal, &stop);
    let sent = lock(&rehearsal).finish()?;
    check_replay(&record, kit, seat, &sent);
    Ok(())
}

/// How the game of a transcript starts.
fn setup<G: Game>(words: &BTreeMap<&str, &str>) -> Setup {
    let options = Options::split(words.get("setup").unwrap_or(&""));
    Setup {
        options: Options::check(G::SPEC.options, options).expect("good options"),
        position: words.get("position").map(|text| text.replace('_', " ")),
        opening: words
            .get("opening")
            .into_iter()
            .flat_map(|it| it.split(','))
            .map(str::to_owned)
            .collect(),
        ..Setup::usual::<G>()
    }
}

/// The player whose conversation a transcript shows.
fn guest<G: Game>(words: &BTreeMap<&str, &str>, kit: &Kit<G>) -> Player {
    let word = |name| words.get(name).copied();
    let entry = kit.dialect(word("dialect").expect("dialect=…")).expect("a dialect");
    let options = Options::split(word("options").unwrap_or(""));
    let clock = word("clock").map(|text| text.parse().expect("a clock"));
    let usual = if clock.is_some() { Duration::ZERO } else { G::SPEC.time };
    let limit = word("time").map_or(usual, |time| parse_duration(time).expect("a time"));
    let lifetime = word("lifetime").map(|text| text.parse().expect("a lifetime"));
    Player {
        dialect: Some(entry.name.into()),
        dialect_options: options.map(|(a, b)| (a.to_owned(), b.to_owned())).collect(),
        lifetime: Some(lifetime.unwrap_or(entry.lifetime)),
        limit_ns: Some(limit.as_nanos() as u64).filter(|ns| *ns > 0),
        clock,
        policy: word("policy").map_or(G::SPEC.policy, |text| text.parse().expect("a policy")),
        ..Player::new("guest", "guest")
    }
}
