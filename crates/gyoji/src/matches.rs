//! What every game needs before it can be played: its plan, its start, its record, the house.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use gyoji_core::record::{Header, Player, VERSION};
use gyoji_core::replay::Table;
use gyoji_core::{BadText, Game, Kit, Seat, Setup};
use gyoji_referee::Look;
use gyoji_referee::journal::{Journal, file_name};
use gyoji_referee::player::{House, Terms};
use gyoji_words::{Lang, cli};

use crate::failure::{FAILED, Failure};
use crate::records;
use crate::screen;

/// The plan of a game that starts now.
pub fn header<G: Game>(setup: &Setup, players: Vec<Player>) -> Header {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let options = setup.options.iter();
    Header {
        gyoji_record: VERSION,
        id: records::new_id(),
        game: G::SPEC.id.to_owned(),
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        position: setup.position.clone(),
        seed: setup.seed,
        players,
        started_ms: now.as_millis() as u64,
        referee: concat!("gyoji ", env!("CARGO_PKG_VERSION")).to_owned(),
    }
}

/// Begins the record of a game, if it is wanted, under an id that no other record there has.
pub fn begin_journal(
    folder: Option<&Path>,
    header: &mut Header,
) -> Result<Option<Journal>, Failure> {
    let Some(folder) = folder else { return Ok(None) };
    let mut tries = 0;
    loop {
        match Journal::create(folder, header) {
            Ok(journal) => return Ok(Some(journal)),
            // Eight digits are few enough to meet again among a hundred thousand records.
            Err(error) if error.kind() == ErrorKind::AlreadyExists && tries < 20 => {
                header.id = records::new_id();
                tries += 1;
            }
            Err(error) => {
                let path = folder.join(file_name(&header.game, &header.id));
                remove_stub(&path);
                let text = cli::record_not_begun(path.display(), error);
                return Err(Failure { code: FAILED, text });
            }
        }
    }
}

/// Removes a file in which there is not even the header of a record: the disk was full.
fn remove_stub(path: &Path) {
    if std::fs::read(path).is_ok_and(|bytes| !bytes.contains(&b'\n')) {
        let _ = std::fs::remove_file(path);
    }
}

/// Whether whoever begins can be asked: a position may lie in the middle of what one answer says
/// in some protocols, such as the stones of an opening.
pub fn check_first_question<G: Game>(
    kit: &Kit<G>,
    players: &[&Player],
    setup: &Setup,
) -> Result<(), Failure> {
    let table = Table::new(G::start(setup)?);
    let Some(seat) = table.to_move() else { return Ok(()) };
    let Some(player) = players.get(seat.index()) else { return Ok(()) };
    let Some(name) = &player.dialect else { return Ok(()) };
    let dialect = kit.make_dialect(name, player.dialect_options())?;
    match dialect.can_ask(&table.turn(seat, None)) {
        true => Ok(()),
        false => {
            let problem = cli::no_such_question(screen::name(&player.name), name);
            Err(BadText::new(table.position().to_string(), problem).into())
        }
    }
}

/// What this program provides for every player.
pub fn house(lang: Lang, look: Look, terms: Terms) -> House {
    // The very program that runs, even if its file has been replaced since it was started.
    let supervisor = "/proc/self/exe".into();
    House { supervisor, terms, caps: Default::default(), lang, look }
}

/// Plays `plies` random moves from the start of `setup`, as the beginning of a game.
pub fn random_opening<G: Game>(setup: &Setup, plies: u32, seed: u64) -> Setup {
    let Ok(start) = G::start(setup) else { return setup.clone() };
    let mut rng = fastrand::Rng::with_seed(seed);
    // A random beginning that ends the game is no beginning: draw another.
    for _ in 0..100 {
        let mut position = start.clone();
        // Whoever has several moves in a row, as in an opening, makes all of them.
        let mut last = None;
        for ply in 0.. {
            let mover = position.to_move();
            if ply >= plies && mover != last {
                break;
            }
            let moves: Vec<G::Move> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            position.play(moves[rng.usize(..moves.len())]);
            last = mover;
        }
        if position.to_move().is_some() {
            return Setup { position: Some(position.to_string()), ..setup.clone() };
        }
    }
    setup.clone()
}

/// The seat that player `player` has.
pub fn seat_of(seats: &[usize], player: usize) -> Option<Seat> {
    seats.iter().position(|&number| number == player).map(|seat| Seat(seat as u8))
}

/// Finds a seat by its number or its name.
pub fn parse_seat<G: Game>(text: &str) -> Result<Seat, Failure> {
    let seats = G::SPEC.seats;
    let by_name = seats.iter().position(|seat| {
        let title = &seat.title;
        [seat.id, title.get(Lang::En), title.get(Lang::Ja)].contains(&text)
    });
    let by_number = text.parse().ok().filter(|number| *number < seats.len());
    match by_name.or(by_number) {
        Some(seat) => Ok(Seat(seat as u8)),
        None => {
            let known: Vec<&str> = seats.iter().map(|seat| seat.id).collect();
            Err(Failure::usage_text(cli::no_such_seat(text, known.join(", "))))
        }
    }
}
