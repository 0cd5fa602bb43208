//! How the games of a series begin: as usual, by lot, or from a file of openings, so that programs
//! which always play the same have different games.

mod symmetry;

use std::path::Path;
use std::str::FromStr;

use gyoji_core::record::Plan;
use gyoji_core::{BadText, Game, Kit, Opening, Setup};
use gyoji_words::{cli, input};

use crate::Trouble;
use symmetry::Symmetries;

/// How large a file of openings may be.
const MOST_MEGABYTES: u64 = 64;

/// In which order the openings of a file are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed: none comes again before all have been there.
    Random,
}

impl Order {
    /// The names, as they are written.
    pub const NAMES: &'static [&'static str] = &["sequential", "random"];
}

impl FromStr for Order {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Order, BadText> {
        match s {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random),
            _ => {
                let problem = input::bad_choice("order", Order::NAMES.join(" | "));
                Err(BadText::new(s, problem))
            }
        }
    }
}

/// How the games of a series begin.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// So many random moves, where there is no file.
    plies: u32,
    /// The openings of a file, in the order in which they are taken, each with those that it
    /// becomes when the board is turned.
    book: Vec<Vec<Opening>>,
}

impl Openings {
    /// So many moves drawn by lot; as usual if there are none.
    pub fn random(plies: u32) -> Openings {
        Openings { plies, book: Vec::new() }
    }

    /// The openings of a file: in a format of the game's own, known by its ending, or else one on
    /// each line: moves, a position, or a position and moves with `;` between them.
    pub fn read<G: Game>(
        kit: &Kit<G>,
        path: &Path,
        setup: &Setup,
        order: Order,
    ) -> Result<Openings, Trouble> {
        let io = |error| Trouble::Io(path.to_owned(), error);
        if path.metadata().map_err(io)?.len() > MOST_MEGABYTES << 20 {
            return Err(Trouble::file(path, 1, cli::too_large_a_file(MOST_MEGABYTES)));
        }
        let bytes = std::fs::read(path).map_err(io)?;
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let mut book: Vec<Opening> = match kit.openings.and_then(|read| read(&ending, &bytes)) {
            Some(found) => {
                let found = found.map_err(|bad| Trouble::file(path, 1, bad.problem))?;
                for (number, opening) in found.iter().enumerate() {
                    check::<G>(opening, setup).map_err(|problem| {
                        Trouble::file(path, 1, cli::opening_number(number + 1).then(": ", &problem))
                    })?;
                }
                found
            }
            None => {
                let mut found = Vec::new();
                for (number, opening) in lines::<G>(&String::from_utf8_lossy(&bytes), setup) {
                    check::<G>(&opening, setup)
                        .map_err(|problem| Trouble::file(path, number + 1, problem))?;
                    found.push(opening);
                }
                found
            }
        };
        if book.is_empty() {
            return Err(Trouble::file(path, 1, cli::no_openings()));
        }
        if order == Order::Random {
            fastrand::Rng::with_seed(setup.seed).shuffle(&mut book);
        }
        let symmetries = Symmetries::new(kit, setup);
        let book = book.into_iter().map(|opening| symmetries.all(opening)).collect();
        Ok(Openings { plies: 0, book })
    }

    /// The plan with its beginning. Games between the same players in which everybody has every
    /// seat once begin alike. A file is gone through with the rounds; when it begins anew the board
    /// is turned, where the game has symmetries, so that nothing comes again before it must.
    #[must_use]
    pub fn begin<G: Game>(&self, plan: Plan, setup: &Setup) -> Plan {
        if self.book.is_empty() {
            return match self.plies {
                0 => plan,
                plies => Plan { opening: random_opening::<G>(setup, plies, plan.seed), ..plan },
            };
        }
        let seats = plan.players.len().max(1) as u32;
        let number = plan.place.as_ref().map_or(0, |place| {
            place.round.saturating_sub(1) + place.game.saturating_sub(1) / seats
        });
        let (pass, number) = (number as usize / self.book.len(), number as usize % self.book.len());
        let alike = &self.book[number];
        let opening = alike[pass % alike.len()].clone();
        let position = opening.position.or_else(|| plan.position.clone());
        Plan { position, opening: opening.moves, ..plan }
    }
}

/// The openings of a text, each with the number of its line, from 0.
fn lines<'a, G: Game>(
    text: &'a str,
    setup: &'a Setup,
) -> impl Iterator<Item = (usize, Opening)> + 'a {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim).enumerate();
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(number, line)| {
        let moves = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        let is_position = |text: &str| {
            G::start(&Setup { position: Some(text.to_owned()), ..setup.clone() }).is_ok()
        };
        let opening = match line.split_once(';') {
            Some((position, rest)) => {
                Opening { position: Some(position.trim().to_owned()), moves: moves(rest) }
            }
            None if is_position(line) => {
                Opening { position: Some(line.to_owned()), moves: Vec::new() }
            }
            None => Opening { position: None, moves: moves(line) },
        };
        (number, opening)
    })
}

/// Whether a game can begin so.
fn check<G: Game>(opening: &Opening, setup: &Setup) -> Result<(), gyoji_words::Text> {
    let position = opening.position.clone().or_else(|| setup.position.clone());
    let mut table = G::start(&Setup { position, ..setup.clone() }).map_err(|bad| bad.problem)?;
    for text in &opening.moves {
        let mv: G::Move = text.parse().map_err(|bad: BadText| bad.problem)?;
        if !table.is_legal(mv) {
            return Err(cli::opening_move(text));
        }
        table.play(mv);
    }
    match table.to_move() {
        Some(_) => Ok(()),
        None => Err(cli::opening_ends()),
    }
}

/// How often a beginning is drawn that ends the game, before there is none.
const MOST_DRAWN: usize = 100;

/// About `plies` random moves from the start of `setup`, in the game's text form.
pub fn random_opening<G: Game>(setup: &Setup, plies: u32, seed: u64) -> Vec<String> {
    let Ok(start) = G::start(setup) else { return Vec::new() };
    let mut rng = fastrand::Rng::with_seed(seed);
    // A random beginning that ends the game is no beginning: draw another.
    for _ in 0..MOST_DRAWN {
        let mut position = start.clone();
        let mut opening = Vec::new();
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
            let mv = moves[rng.usize(..moves.len())];
            opening.push(mv.to_string());
            position.play(mv);
            last = mover;
        }
        if position.to_move().is_some() {
            return opening;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use gyoji_core::record::{Place, Player};
    use gyoji_othello::Othello;
    use gyoji_words::Lang;

    use super::*;

    fn read(ending: &str, text: &str, order: Order) -> Result<Openings, Trouble> {
        let mut file = tempfile::Builder::new().suffix(ending).tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let setup = Setup { seed: 5, ..Setup::usual::<Othello>() };
        Openings::read(&gyoji_othello::kit(), file.path(), &setup, order)
    }

    fn complaint(ending: &str, text: &str) -> (usize, String) {
        match read(ending, text, Order::Sequential) {
            Err(Trouble::File { line, problem, .. }) => (line, problem.get(Lang::En).to_owned()),
            other => panic!("{other:?}"),
        }
    }

    /// How the game at this place begins.
    fn at(openings: &Openings, round: u32, pairing: u32, game: u32) -> Vec<String> {
        let setup = Setup::usual::<Othello>();
        let players = vec![Player::new("a", "bot:random"); 2];
        let place = Place { round, pairing, game, ..Place::default() };
        let plan = Plan::new::<Othello>("x".into(), &setup, players);
        openings.begin::<Othello>(Plan { place: Some(place), ..plan }, &setup).opening
    }

    #[test]
    fn a_file_is_gone_through_pair_by_pair_and_begins_anew() {
        for (ending, text) in [(".txt", "f5d6\nf5f6\nf5f4\n"), ("", "f5 d6\n# no\n\nf5 f6\nf5 f4")]
        {
            let book = read(ending, text, Order::Sequential).unwrap();
            let second = |round, pairing, game| at(&book, round, pairing, game)[1].clone();
            assert_eq!([1, 2, 3].map(|round| second(round, 1, 1)), ["d6", "f6", "f4"]);
            // Both colours and all tables of a round have the same; long meetings go on.
            assert_eq!((second(2, 1, 2), second(2, 7, 1), second(1, 1, 3)).0, "f6");
            assert_eq!((second(2, 7, 1), second(1, 1, 3)), ("f6".into(), "f6".into()));
        }
    }

    #[test]
    fn a_file_that_begins_anew_is_turned_until_it_must_come_again() {
        let book = read(".txt", "f5d6c3\nf5f6\n", Order::Sequential).unwrap();
        let first = |round| at(&book, round, 1, 1);
        // Four turns of the board leave the start as it is.
        let alike: Vec<String> = [1, 3, 5, 7].map(|round| first(round).join("")).into();
        assert_eq!(alike[0], "f5d6c3");
        let mut different = alike.clone();
        different.sort();
        assert_eq!(different, ["c4e3f6", "d3c5f6", "e6f4c3", "f5d6c3"]);
        assert_eq!(first(9), first(1));
        // f5f6 and its turns, and both colours alike.
        assert_eq!(first(4), at(&book, 4, 1, 2));
        assert_ne!(first(4), first(2));
        // What begins with a position cannot be turned by its moves.
        let book = read("", &format!("{}; f5 f6", Othello::STANDARD), Order::Sequential).unwrap();
        assert_eq!(at(&book, 1, 1, 1), at(&book, 2, 1, 1));
    }

    #[test]
    fn a_shuffled_file_has_everything_once_and_the_seed_decides() {
        let text = "f5d6\nf5f6\nf5f4\n";
        let all = |book: &Openings| [1, 2, 3].map(|round| at(book, round, 1, 1)[1].clone());
        let once = read(".txt", text, Order::Random).unwrap();
        assert_eq!(all(&once), all(&read(".txt", text, Order::Random).unwrap()));
        let mut sorted = all(&once);
        sorted.sort();
        assert_eq!(sorted, ["d6", "f4", "f6"]);
    }

    #[test]
    fn positions_may_be_given_too() {
        let mut position = Othello::STANDARD;
        position.play("f5".parse().unwrap());
        let book = read("", &format!("{position}\n{position}; f6 e6"), Order::Sequential).unwrap();
        assert_eq!((at(&book, 1, 1, 1).len(), at(&book, 2, 1, 1).len()), (0, 2));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert_eq!(complaint("", "f5 d6\nf5 f5").0, 2);
        assert!(complaint("", "f5 d6\nf5 f5").1.contains("f5 is not allowed"));
        assert!(complaint("", "# nothing").1.contains("no opening"));
        assert_eq!(complaint("", "f5 d6\nhello").0, 2);
        assert!(complaint(".txt", "f5d6\nf5x9").1.contains("line 2"));
        let missing = Openings::read(
            &gyoji_othello::kit(),
            Path::new("no such file"),
            &Setup::usual::<Othello>(),
            Order::Sequential,
        );
        assert!(matches!(missing, Err(Trouble::Io(..))));
    }
}
