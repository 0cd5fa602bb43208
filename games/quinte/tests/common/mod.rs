//! What the tests of QUINTE share: positions drawn by hand.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its own part of it")]

use gyoji_core::{Game, Options, Seat, Setup};
use gyoji_quinte::{Cell, Corner, Move, Quinte, Tile, Tiles};

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
pub const GREEN: Seat = Seat(2);
pub const YELLOW: Seat = Seat(3);

/// A setup with these options.
pub fn setup(options: &str) -> Setup {
    let options = Options::check(Quinte::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

/// The start of a contest game.
pub fn start() -> Quinte {
    Quinte::start(&setup("")).unwrap()
}

/// An order from its text.
pub fn order(text: &str) -> Move {
    text.parse().unwrap_or_else(|bad| panic!("{bad}"))
}

/// A position to be put together: gray tiles, soldiers at home, red to move in turn 0.
#[derive(Clone)]
pub struct Scene {
    pub tiles: Tiles,
    pub turn: u32,
    pub turns: u32,
    pub super_from: u32,
    pub to_move: Seat,
    pub scores: [u32; 4],
    pub soldiers: [(u8, u8); 4],
    pub cursors: [(u8, u8); 4],
}

impl Scene {
    pub fn new() -> Scene {
        Scene {
            tiles: Tiles::GRAY,
            turn: 0,
            turns: 1000,
            super_from: 850,
            to_move: RED,
            scores: [10_000; 4],
            soldiers: [(8, 16), (0, 8), (8, 0), (16, 8)],
            cursors: [(7, 14), (1, 7), (8, 1), (14, 8)],
        }
    }

    /// Tiles of one colour.
    pub fn tiles(mut self, seat: Seat, cells: &[(u8, u8)]) -> Scene {
        for &(x, y) in cells {
            self.tiles.put(Cell::new(x, y), Tile::of(seat));
        }
        self
    }

    /// A soldier on a tile of its own.
    pub fn soldier(mut self, seat: Seat, cell: (u8, u8)) -> Scene {
        self.soldiers[seat.index()] = cell;
        self.tiles(seat, &[cell])
    }

    pub fn side(self, to_move: Seat) -> Scene {
        Scene { to_move, ..self }
    }

    pub fn turn(self, turn: u32) -> Scene {
        Scene { turn, ..self }
    }

    pub fn scores(self, scores: [u32; 4]) -> Scene {
        Scene { scores, ..self }
    }

    pub fn position(&self) -> Quinte {
        let join = |items: Vec<String>| items.join(";");
        let pairs = |list: [(u8, u8); 4]| join(list.map(|(x, y)| format!("{x},{y}")).to_vec());
        let text = format!(
            "{} turn={}/{} super={} move={} first=R scores={} soldiers={} cursors={}",
            self.tiles,
            self.turn,
            self.turns,
            self.super_from,
            Tile::of(self.to_move).letter(),
            join(self.scores.map(|score| score.to_string()).to_vec()),
            pairs(self.soldiers),
            pairs(self.cursors),
        );
        text.parse().unwrap_or_else(|bad| panic!("{bad}"))
    }
}

/// The position after one order.
pub fn after(position: &Quinte, text: &str) -> Quinte {
    let mv = order(text);
    assert!(position.is_legal(mv), "{text} in {position}");
    let mut next = position.clone();
    next.play(mv);
    next
}

/// The four tiles under a cursor: top left, top right, bottom right, bottom left.
pub fn under(position: &Quinte, x: u8, y: u8) -> String {
    let cells = Corner::new(x, y).cells();
    cells.map(|cell| position.tiles().at(cell).map_or('#', Tile::letter)).iter().collect()
}
