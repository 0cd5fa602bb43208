//! The QUINTE kits say the same as the rules: where a cursor can turn the tiles, and in which
//! order the countries act. Each kit is asked about every place of many maps drawn by lot.

mod common;
mod quinte_common;

use std::fmt::Write;
use std::process::Command;

use common::{Lab, finish, is_installed};
use fastrand::Rng;
use gyoji_core::{Deal, Seat, Setup, Turn};
use gyoji_quinte::{Cell, Corner, Quinte, Tile, Tiles, home};
use quinte_common::{java_classes, kit, rust_program};

/// In every language: for each turn a line on stderr with the own number, the place of each
/// country in the list, the number each says it has, and a digit for each place of the cursor,
/// those next to the map included.
const SHOWS_PY: &str = "
import sys
sys.path.insert(0, KIT)
from quinte import *

class Shows(Player):
    def nextCursorAction(self, info):
        map, order = info.getMap(), info.getCountries()
        mine = [info.getMyCountry(), info.getLeftCountry(), info.getOppositeCountry(), info.getRightCountry()]
        places = ''.join(str(order.index(country) + 1) for country in mine)
        numbers = ''.join(str(country.getPlayerNumber()) for country in mine)
        steps = range(-1, 17)
        turns = ''.join(str(int(map.canRotate(x, y))) for y in steps for x in steps)
        print(info.getPlayerNumber(), places, numbers, turns)

start(Shows())
";

const SHOWS_JAVA: &str = "
import jp.ac.washi.quinte.api.*;

public class Shows extends Player {
    @Override
    public CursorAction nextCursorAction(GameInfo info) {
        CountryInfo[] mine = {
            info.getMyCountry(), info.getLeftCountry(), info.getOppositeCountry(), info.getRightCountry()
        };
        String places = \"\";
        String numbers = \"\";
        for (CountryInfo country : mine) {
            places += info.getCountries().indexOf(country) + 1;
            numbers += country.getPlayerNumber();
        }
        StringBuilder turns = new StringBuilder();
        for (int y = -1; y <= 16; y++) {
            for (int x = -1; x <= 16; x++) {
                turns.append(info.getMap().canRotate(x, y) ? 1 : 0);
            }
        }
        System.out.println(info.getPlayerNumber() + \" \" + places + \" \" + numbers + \" \" + turns);
        return null;
    }

    @Override
    public SoldierAction nextSoldierAction(GameInfo info) {
        return null;
    }
}
";

const SHOWS_RS: &str = "
use quinte::*;

struct Shows;

impl Player for Shows {
    fn next_cursor_action(&mut self, info: &GameInfo) -> Option<CursorAction> {
        let mine =
            [info.my_country(), info.left_country(), info.opposite_country(), info.right_country()];
        let place = |country| info.countries().iter().position(|it| *it == country).unwrap() + 1;
        let places: String = mine.map(|country| place(country).to_string()).concat();
        let numbers = mine.map(|country| info.player_number_of(country).to_string()).concat();
        let cells = (-1..17).flat_map(|y| (-1..17).map(move |x| Point::new(x, y)));
        let turns: String = cells.map(|at| if info.map().can_rotate(at) { '1' } else { '0' }).collect();
        eprintln!(\"{} {places} {numbers} {turns}\", info.player_number());
        None
    }

    fn next_soldier_action(&mut self, _: &GameInfo) -> Option<SoldierAction> {
        None
    }
}

fn main() {
    start(Shows);
}
";

/// A map drawn by lot, often with soldiers and own tiles in its corners.
fn any_map(rng: &mut Rng) -> Quinte {
    let mut tiles = Tiles::GRAY;
    let colours = rng.usize(2..=5);
    let any = [0, 1, 2, 3].map(|seat| Tile::of(Seat(seat)));
    for y in 1..=15 {
        for x in 1..=15 {
            let tile = any.get(rng.usize(..colours)).copied().unwrap_or(Tile::GRAY);
            tiles.put(Cell::new(x, y), tile);
        }
    }
    let corners = [(1, 1), (15, 1), (1, 15), (15, 15)].map(|(x, y)| Cell::new(x, y));
    let soldiers = [0, 1, 2, 3].map(|number| {
        let (seat, corner) = (Seat(number), corners[rng.usize(..4)]);
        let own: Vec<Cell> =
            tiles.iter().filter(|it| it.1 == Tile::of(seat)).map(|it| it.0).collect();
        let at = match rng.u8(..3) {
            0 if own.contains(&corner) => corner,
            1 if !own.is_empty() => own[rng.usize(..own.len())],
            _ => home(seat),
        };
        format!("{},{}", at.x, at.y)
    });
    let first = any[rng.usize(..4)].letter();
    let text = format!(
        "{tiles} turn=5/1000 super=850 move={first} first={first} scores=1;2;3;4 \
         soldiers={} cursors=7,14;1,7;8,1;14,8",
        soldiers.join(";")
    );
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

/// What a kit is sent, and the lines it has to show.
fn questions() -> (String, Vec<String>) {
    let (mut sent, mut expected) = (String::new(), Vec::new());
    let (mut corners, mut rng) = ([0, 0], Rng::with_seed(1));
    for seat in (0..48).map(|number| Seat(number % 4)) {
        let position = any_map(&mut rng);
        let mut dialect = gyoji_quinte::kit().make_dialect("quinte", []).unwrap();
        let setup = Setup::usual::<Quinte>();
        dialect.hello(
            &Deal { seat, start: &position, setup: &setup, limit: None, clock: None },
            &mut sent,
        );
        let past = [position.clone()];
        dialect.ask(&Turn { seat, past: &past, moves: &[], left: None, clock: None }, &mut sent);

        // The order around the map begins with whoever has the first word.
        let number = |country: u8| position.player_number(Seat((seat.0 + country) % 4));
        let numbers = [0, 1, 2, 3].map(|country| number(country).to_string()).concat();
        let own = position.seen_by(seat);
        let mut line = format!("{} {numbers} {numbers} ", number(0));
        for (y, x) in (-1..17).flat_map(|y: i32| (-1..17).map(move |x: i32| (y, x))) {
            let at = u8::try_from(x).ok().zip(u8::try_from(y).ok());
            let at = at.map_or(Corner::OUTSIDE, |(x, y)| Corner::new(x, y));
            let can = own.check_turn(Seat::FIRST, at).is_ok();
            let is_corner = [0, 15].contains(&x) && [0, 15].contains(&y);
            corners[usize::from(can)] += usize::from(is_corner);
            let _ = write!(line, "{}", u8::from(can));
        }
        expected.push(line);
    }
    assert!(corners.iter().all(|count| *count > 20), "both happen in corners: {corners:?}");
    (sent, expected)
}

fn agrees(lab: &Lab, mut program: Command) {
    lab.at_home(&mut program);
    let (sent, expected) = questions();
    let said = finish(program, &sent).expect(0);
    let shown: Vec<&str> = said.err.lines().collect();
    assert_eq!(shown.len(), expected.len(), "{}", said.err);
    for (number, (shown, expected)) in shown.iter().zip(&expected).enumerate() {
        assert_eq!(shown, expected, "map {number}");
    }
}

#[test]
fn the_python_kit_agrees_with_the_rules() {
    if is_installed("python3") {
        let lab = Lab::new();
        let source = SHOWS_PY.replace("KIT", &format!("{:?}", kit("python")));
        let mut python = Command::new("python3");
        python.arg("-B").arg(lab.file("shows.py", source));
        agrees(&lab, python);
    }
}

#[test]
fn the_java_kit_agrees_with_the_rules() {
    let Some(classes) = java_classes() else { return };
    let lab = Lab::new();
    let source = lab.file("Shows.java", SHOWS_JAVA);
    let mut javac = Command::new("javac");
    javac.args(["-d", ".", "-cp"]).arg(&classes).arg(source);
    quinte_common::compile(&lab, &mut javac);
    let mut java = Command::new("java");
    java.arg("-cp").arg(format!("{}:{}", classes.display(), lab.path(".").display()));
    java.args(["jp.ac.washi.quinte.api.GameStarter", "Shows"]);
    agrees(&lab, java);
}

#[test]
fn the_rust_kit_agrees_with_the_rules() {
    let lab = Lab::new();
    let source = lab.file("shows.rs", SHOWS_RS);
    rust_program(&lab, &source);
    agrees(&lab, Command::new(lab.path("shows")));
}
