//! Wherever a game starts, a program that only listens knows the board at each of its turns.

use gyoji_core::{Asked, BadText, Client, Cue, Game, Options, Seat, Setup};
use gyoji_renju::{Colour, Move, Point, Renju, Rule, Stone, kit};
use gyoji_testkit::{Told, plain_listener};

fn knows_all(asked: &Asked<Renju>, seat: Seat, real: &Renju) -> bool {
    asked.seat == seat && asked.position == *real
}

/// The stones in their order, and the colour to move. Neither `gomocup` nor `csv` tells the seat,
/// which means nothing where colours are chosen.
fn knows_stones(asked: &Asked<Renju>, _: Seat, real: &Renju) -> bool {
    let known = &asked.position;
    known.stones().eq(real.stones())
        && (known.colour(), known.size()) == (real.colour(), real.size())
}

fn setup(options: &str) -> Setup {
    let options = Options::check(Renju::SPEC.options, Options::split(options)).unwrap();
    Setup { options, seed: 3, ..Setup::usual::<Renju>() }
}

fn openings() -> Vec<Setup> {
    ["", "rule=freestyle&size=9", "rule=standard", "opening=book"].map(setup).into()
}

#[test]
fn every_seat_is_told_the_start() {
    let kit = kit();
    let known: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    assert_eq!(known, ["gomocup", "csv", "plain"], "a new dialect is tried here, too");
    let gomocup = kit.dialect("gomocup").unwrap().client.unwrap();
    let plain = Told { kit: &kit, dialect: "plain", client: plain_listener, knows: knows_all };
    let gomocup = Told { dialect: "gomocup", client: gomocup, knows: knows_stones, ..plain };
    let csv = Told { dialect: "csv", client: csv_client, knows: knows_stones, ..plain };
    for opening in openings() {
        assert_eq!(plain.check(&opening, 5), 20);
        assert_eq!(gomocup.check(&opening, 5), 20);
    }
    // The file does not name the size of the board, nor can it choose colours.
    for opening in openings().into_iter().filter(|it| it.options.get("size") == "15") {
        assert_eq!(csv.check(&opening, 5), 20);
    }
    for opening in ["opening=swap", "opening=swap2"].map(setup) {
        assert_eq!(plain.check(&opening, 10), 40);
        let games = gomocup.check(&opening, 10);
        assert_eq!(games, 20, "no engine is asked in the middle of the three stones");
    }
}

/// A program of the class: it reads the whole game and appends a move.
#[derive(Default)]
struct CsvClient {
    game: Vec<(u8, Point)>,
}

fn csv_client() -> Box<dyn Client<Renju>> {
    Box::new(CsvClient::default())
}

impl Client<Renju> for CsvClient {
    fn hear(&mut self, text: &str) -> Result<Cue<Renju>, BadText> {
        let entries = text.trim().split(',').skip(1).filter(|entry| !entry.is_empty());
        self.game = entries
            .map(|entry| {
                let numbers: Vec<u8> = entry.split(';').map(|word| word.parse().unwrap()).collect();
                let [player, y, x] = numbers[..] else { panic!("{entry}") };
                (player, Point::from_top(x - 1, y - 1, 15).unwrap())
            })
            .collect();
        let colour = |player| if player == 1 { Colour::Black } else { Colour::White };
        let stones =
            self.game.iter().map(|&(player, point)| Stone { point, colour: colour(player) });
        // Whoever has not put the last stone is to move.
        let next = self.game.last().map_or(Colour::Black, |(player, _)| colour(*player).other());
        let position = Renju::set_up(Rule::Renju, 15, stones, next)?;
        let seat = position.to_move().unwrap_or(Seat::FIRST);
        Ok(Cue::Move(Asked { seat, position, left: None, clock: None }))
    }

    fn say(&self, mv: Move) -> String {
        let Move::Place(point) = mv else { panic!("{mv}") };
        let own = self.game.last().map_or(1, |(player, _)| 3 - player);
        let mut text = (self.game.len() + 1).to_string();
        for (player, point) in self.game.iter().chain([&(own, point)]) {
            text += &format!(",{player};{};{}", point.y_from_top(15) + 1, point.x() + 1);
        }
        text
    }
}
