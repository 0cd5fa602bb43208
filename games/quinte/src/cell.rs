//! Places on the map and ways to go: cells, corners of the cursor, the four directions.

use gyoji_core::Seat;

/// The map's width and height, the walls around it included.
pub const SIZE: u8 = 17;
/// The first and the last row and column of tiles.
pub(crate) const FIRST: u8 = 1;
/// See [`FIRST`].
pub(crate) const LAST: u8 = SIZE - 2;
/// The positions a cursor can have in a row: its top left cell, from 0.
pub(crate) const CORNERS: u8 = SIZE - 1;

/// A cell of the map, x to the right and y down; (0, 0) is the wall in the top left corner
/// (seed 003, 2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The column.
    pub x: u8,
    /// The row.
    pub y: u8,
}

impl Cell {
    /// The cell in a column and a row.
    pub const fn new(x: u8, y: u8) -> Cell {
        Cell { x, y }
    }

    /// Whether there is a tile here: neither wall nor gate.
    pub const fn is_road(self) -> bool {
        FIRST <= self.x && self.x <= LAST && FIRST <= self.y && self.y <= LAST
    }

    /// The cell one step away, if it is still on the map.
    pub const fn step(self, way: Way) -> Option<Cell> {
        let Cell { x, y } = self;
        match way {
            Way::Up if y > 0 => Some(Cell { x, y: y - 1 }),
            Way::Right if x < SIZE - 1 => Some(Cell { x: x + 1, y }),
            Way::Down if y < SIZE - 1 => Some(Cell { x, y: y + 1 }),
            Way::Left if x > 0 => Some(Cell { x: x - 1, y }),
            _ => None,
        }
    }

    /// How many steps apart two cells are.
    pub const fn distance(self, other: Cell) -> u32 {
        (self.x.abs_diff(other.x) + self.y.abs_diff(other.y)) as u32
    }
}

/// Where a cursor is: the top left of its four cells.
///
/// One that is not on the map can be named, since an order may name it; see
/// [`Corner::is_on_map`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Corner {
    /// The left column.
    pub x: u8,
    /// The upper row.
    pub y: u8,
}

impl Corner {
    /// What stands for every place that is not on the map.
    pub const OUTSIDE: Corner = Corner { x: u8::MAX, y: u8::MAX };

    /// The corner in a column and a row; any that is not on the map is the same.
    pub const fn new(x: u8, y: u8) -> Corner {
        if x < CORNERS && y < CORNERS { Corner { x, y } } else { Corner::OUTSIDE }
    }

    /// Every corner on the map, row by row.
    pub fn all() -> impl Iterator<Item = Corner> {
        (0..CORNERS).flat_map(|y| (0..CORNERS).map(move |x| Corner { x, y }))
    }

    /// Whether the whole cursor is on the map.
    pub const fn is_on_map(self) -> bool {
        self.x < CORNERS && self.y < CORNERS
    }

    /// Its four cells, clockwise from the top left.
    pub const fn cells(self) -> [Cell; 4] {
        let Corner { x, y } = self;
        let (right, below) = (x.saturating_add(1), y.saturating_add(1));
        [Cell::new(x, y), Cell::new(right, y), Cell::new(right, below), Cell::new(x, below)]
    }

    /// Whether a cell is one of its four.
    pub const fn covers(self, cell: Cell) -> bool {
        let (x, y) = (cell.x.wrapping_sub(self.x), cell.y.wrapping_sub(self.y));
        self.is_on_map() && x < 2 && y < 2
    }
}

/// A direction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// To y - 1.
    Up,
    /// To x + 1.
    Right,
    /// To y + 1.
    Down,
    /// To x - 1.
    Left,
}

impl Way {
    /// All four, clockwise.
    pub const ALL: [Way; 4] = [Way::Up, Way::Right, Way::Down, Way::Left];
}

/// How the tiles under a cursor turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spin {
    /// Top left to top right to bottom right to bottom left.
    Clockwise,
    /// The other way.
    Anticlockwise,
}

impl Spin {
    /// Both.
    pub const ALL: [Spin; 2] = [Spin::Clockwise, Spin::Anticlockwise];
}

/// What a gate is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GateKind {
    /// In the middle of a side, three cells wide.
    Big,
    /// One cell on each side of the big gate.
    Small,
}

impl GateKind {
    /// How many hundredths of the defender's score an attack takes (seed 003, 2.5.3).
    pub const fn percent(self, is_super: bool) -> u32 {
        match (self, is_super) {
            (GateKind::Small, false) => 10,
            (GateKind::Big, false) | (GateKind::Small, true) => 20,
            (GateKind::Big, true) => 40,
        }
    }
}

/// A cell of a gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gate {
    /// Whose castle it leads into.
    pub owner: Seat,
    /// Which kind of gate it is part of.
    pub kind: GateKind,
}

/// The gate at a cell, if there is one: bottom, left, top, right for seats 0 to 3.
pub const fn gate(cell: Cell) -> Option<Gate> {
    const EDGE: u8 = SIZE - 1;
    let (owner, along) = match cell {
        Cell { x, y: EDGE } => (0, x),
        Cell { x: 0, y } => (1, y),
        Cell { x, y: 0 } => (2, x),
        Cell { x: EDGE, y } => (3, y),
        _ => return None,
    };
    let kind = match along {
        4 | 12 => GateKind::Small,
        7..=9 => GateKind::Big,
        _ => return None,
    };
    Some(Gate { owner: Seat(owner), kind })
}

/// Where the soldiers of a seat appear: the middle of its big gate.
pub const fn home(seat: Seat) -> Cell {
    const EDGE: u8 = SIZE - 1;
    match seat.0 & 3 {
        0 => Cell::new(8, EDGE),
        1 => Cell::new(0, 8),
        2 => Cell::new(8, 0),
        _ => Cell::new(EDGE, 8),
    }
}
