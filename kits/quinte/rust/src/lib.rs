//! QUINTE for Rust: the contest's API, and the conversation with the referee.
//!
//! An AI is one type:
//!
//! ```no_run
//! use quinte::{CursorAction, GameInfo, Player, RotateType, SoldierAction, start};
//!
//! struct MyPlayer;
//!
//! impl Player for MyPlayer {
//!     fn next_cursor_action(&mut self, _info: &GameInfo) -> Option<CursorAction> {
//!         Some(CursorAction::new(RotateType::Clockwise, 6, 13))
//!     }
//!
//!     fn next_soldier_action(&mut self, _info: &GameInfo) -> Option<SoldierAction> {
//!         Some(SoldierAction::Up)
//!     }
//! }
//!
//! fn main() {
//!     start(MyPlayer);
//! }
//! ```
//!
//! The names are those of the contest's Java API, written as Rust writes them: `getMyCountry` is
//! `my_country`. Your country is always at the bottom of the map, whatever its colour. `None`
//! means: no order. A panic is printed to stderr, and there is no order in that turn. Print to
//! stderr (`eprintln!`) only: stdout belongs to the referee.

mod map;
mod path;
mod random;
pub mod road;
mod talk;

pub use map::{CountryInfo, MapInfo, SIZE, SoldierInfo, TileInfo, TileType};
pub use path::PathSearch;
pub use random::Random;
pub use talk::start;

/// A cell of the map: x to the right, y down, (0, 0) in the top left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    pub const fn add(self, other: Point) -> Point {
        Point::new(self.x + other.x, self.y + other.y)
    }
}

/// A way to go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    Right,
    Up,
    Left,
    Down,
}

impl Direction {
    /// All four.
    pub const VALUES: [Direction; 4] =
        [Direction::Right, Direction::Up, Direction::Left, Direction::Down];

    /// The cell next to `point` in this direction.
    pub const fn move_from(self, point: Point) -> Point {
        match self {
            Direction::Right => Point::new(point.x + 1, point.y),
            Direction::Up => Point::new(point.x, point.y - 1),
            Direction::Left => Point::new(point.x - 1, point.y),
            Direction::Down => Point::new(point.x, point.y + 1),
        }
    }

    /// The other way.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Right => Direction::Left,
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Down => Direction::Up,
        }
    }
}

/// How the cursor turns the four tiles in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RotateType {
    Clockwise,
    Anticlockwise,
    None,
}

/// An order to the cursor. The position is that of the top left of its four tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CursorAction {
    /// How it turns.
    pub rotate: RotateType,
    /// Where it goes; none: it stays where it is.
    pub location: Option<Point>,
}

impl CursorAction {
    /// Goes to a position and turns the tiles there.
    pub const fn new(rotate: RotateType, x: i32, y: i32) -> CursorAction {
        CursorAction { rotate, location: Some(Point::new(x, y)) }
    }

    /// Turns the tiles where the cursor is.
    pub const fn here(rotate: RotateType) -> CursorAction {
        CursorAction { rotate, location: None }
    }
}

/// Where the soldier goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SoldierAction {
    Up,
    Down,
    Right,
    Left,
    None,
}

impl From<Direction> for SoldierAction {
    fn from(direction: Direction) -> SoldierAction {
        match direction {
            Direction::Up => SoldierAction::Up,
            Direction::Down => SoldierAction::Down,
            Direction::Right => SoldierAction::Right,
            Direction::Left => SoldierAction::Left,
        }
    }
}

/// The game as you see it: your country is at the bottom.
#[derive(Clone, Debug)]
pub struct GameInfo {
    map: MapInfo,
    scores: [i64; 4],
    /// The number of your country in the order of play, from 1.
    player: usize,
    time: u32,
    end_time: u32,
    super_time: u32,
    color: String,
    time_limit: Option<u64>,
}

impl GameInfo {
    pub fn map(&self) -> &MapInfo {
        &self.map
    }

    pub fn my_country(&self) -> CountryInfo {
        CountryInfo::MINE
    }

    pub fn left_country(&self) -> CountryInfo {
        CountryInfo::LEFT
    }

    pub fn opposite_country(&self) -> CountryInfo {
        CountryInfo::OPPOSITE
    }

    pub fn right_country(&self) -> CountryInfo {
        CountryInfo::RIGHT
    }

    /// Your place in the order of each turn: 1 acts first, 4 last.
    pub fn player_number(&self) -> usize {
        self.player_number_of(CountryInfo::MINE)
    }

    /// A country's place in that order: `country.getPlayerNumber()` in Java. The countries follow
    /// one another around the map.
    pub fn player_number_of(&self, country: CountryInfo) -> usize {
        (self.player - 1 + country.number()) % 4 + 1
    }

    /// All countries in the order in which they act in a turn.
    pub fn countries(&self) -> [CountryInfo; 4] {
        let mut countries =
            [CountryInfo::MINE, CountryInfo::LEFT, CountryInfo::OPPOSITE, CountryInfo::RIGHT];
        countries.sort_by_key(|&country| self.player_number_of(country));
        countries
    }

    /// A country's score: `country.getScore()` in Java.
    pub fn score(&self, country: CountryInfo) -> i64 {
        self.scores[country.number()]
    }

    pub fn my_soldier(&self) -> SoldierInfo {
        self.map.soldier(CountryInfo::MINE)
    }

    /// Whether soldiers are super soldiers now, whose attacks count double.
    pub fn is_super(&self) -> bool {
        self.time >= self.super_time
    }

    /// How many turns are over.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// How many turns the game has.
    pub fn end_time(&self) -> u32 {
        self.end_time
    }

    /// After how many turns soldiers become super soldiers.
    pub fn super_time(&self) -> u32 {
        self.super_time
    }

    /// Your colour: red, blue, green or yellow.
    pub fn color(&self) -> &str {
        &self.color
    }

    /// The milliseconds for each turn; none if there is no limit.
    pub fn time_limit(&self) -> Option<u64> {
        self.time_limit
    }
}

/// Your AI.
pub trait Player {
    /// What the cursor does in this turn.
    fn next_cursor_action(&mut self, info: &GameInfo) -> Option<CursorAction>;

    /// What the soldier does in this turn, after the cursor.
    fn next_soldier_action(&mut self, info: &GameInfo) -> Option<SoldierAction>;
}
