//! The map: tiles, gates, soldiers, cursors.

use crate::{CursorAction, Point, RotateType};

/// The map has 17 x 17 cells: 15 x 15 tiles, and the wall with the gates around them.
pub const SIZE: i32 = 17;

/// A country: yours, or one of the other three.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CountryInfo(u8);

impl CountryInfo {
    pub(crate) const MINE: CountryInfo = CountryInfo(0);
    pub(crate) const LEFT: CountryInfo = CountryInfo(1);
    pub(crate) const OPPOSITE: CountryInfo = CountryInfo(2);
    pub(crate) const RIGHT: CountryInfo = CountryInfo(3);

    /// 0 for you, 1 for the country on your left, 2 opposite, 3 on your right.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// Where something at the bottom of this country's own view is on your map.
    fn turned(self, point: Point) -> Point {
        (0..self.0).fold(point, |at, _| Point::new(SIZE - 1 - at.y, at.x))
    }
}

/// A soldier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoldierInfo {
    /// Where it stands.
    pub location: Point,
    /// Whose it is.
    pub owner: CountryInfo,
}

/// What a cell of the map is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TileType {
    Road,
    Wall,
    BigGate,
    SmallGate,
}

/// A cell of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileInfo {
    /// What it is.
    pub tile_type: TileType,
    /// Whose colour it has, or whose gate it is; none for gray tiles and the wall.
    pub owner: Option<CountryInfo>,
    has_soldier: bool,
}

impl TileInfo {
    pub fn is_gate(&self) -> bool {
        matches!(self.tile_type, TileType::BigGate | TileType::SmallGate)
    }

    /// Whether it is a tile, and no soldier stands on it.
    pub fn is_rotatable(&self) -> bool {
        self.tile_type == TileType::Road && !self.has_soldier
    }

    /// Whether your soldier may go there: a tile of your colour, or a gate of somebody else.
    pub fn is_movable(&self) -> bool {
        let mine = self.owner == Some(CountryInfo::MINE);
        match self.tile_type {
            TileType::Road => mine,
            _ => self.is_gate() && !mine,
        }
    }
}

/// The map.
#[derive(Clone, Debug)]
pub struct MapInfo {
    /// The tiles' colours, row by row, the wall included.
    owners: Vec<Option<CountryInfo>>,
    pub(crate) soldiers: [Point; 4],
    pub(crate) cursors: [Point; 4],
}

impl MapInfo {
    pub(crate) fn new() -> MapInfo {
        let nowhere = [Point::new(0, 0); 4];
        let owners = vec![None; (SIZE * SIZE) as usize];
        MapInfo { owners, soldiers: nowhere, cursors: nowhere }
    }

    /// The width and the height: 17.
    pub fn size(&self) -> i32 {
        SIZE
    }

    /// The cell at a point; none outside of the map.
    pub fn tile(&self, at: Point) -> Option<TileInfo> {
        let inside = 0..SIZE;
        if !inside.contains(&at.x) || !inside.contains(&at.y) {
            return None;
        }
        let (tile_type, owner) = match side_of(at) {
            None => (TileType::Road, self.owners[index(at)]),
            Some(side) => {
                let along = if at.y == 0 || at.y == SIZE - 1 { at.x } else { at.y };
                match along {
                    7..=9 => (TileType::BigGate, Some(side)),
                    4 | 12 => (TileType::SmallGate, Some(side)),
                    _ => (TileType::Wall, None),
                }
            }
        };
        Some(TileInfo { tile_type, owner, has_soldier: self.soldiers.contains(&at) })
    }

    pub fn soldier(&self, country: CountryInfo) -> SoldierInfo {
        SoldierInfo { location: self.soldiers[country.number()], owner: country }
    }

    /// The top left tile under a country's cursor.
    pub fn cursor_location(&self, country: CountryInfo) -> Point {
        self.cursors[country.number()]
    }

    /// The middle of a country's big gate.
    pub fn center_gate_location(&self, country: CountryInfo) -> Point {
        country.turned(Point::new(8, SIZE - 1))
    }

    /// The small gate on the left, as the country itself sees it.
    pub fn left_gate_location(&self, country: CountryInfo) -> Point {
        country.turned(Point::new(4, SIZE - 1))
    }

    /// The small gate on the right, as the country itself sees it.
    pub fn right_gate_location(&self, country: CountryInfo) -> Point {
        country.turned(Point::new(12, SIZE - 1))
    }

    /// Whether you can turn the tiles there: no soldier is among them, and one has your colour.
    /// Nothing changes if all have one colour, nor in a corner, where there is a single tile.
    pub fn can_rotate(&self, at: Point) -> bool {
        let Some(cells) = cells(at) else { return false };
        !cells.iter().any(|cell| self.soldiers.contains(cell))
            && roads(cells).iter().any(|&cell| self.is_mine(cell))
    }

    /// Whether all tiles there have your colour, so that turning them changes nothing.
    pub fn is_all_owned_in_cursor(&self, at: Point) -> bool {
        cells(at).is_none_or(|cells| roads(cells).iter().all(|&cell| self.is_mine(cell)))
    }

    fn is_mine(&self, cell: Point) -> bool {
        self.owners[index(cell)] == Some(CountryInfo::MINE)
    }

    /// Takes in the rows of a `map` line; none if they are not such rows.
    pub(crate) fn read_rows(&mut self, rows: &str) -> Option<()> {
        for (y, row) in rows.split('/').enumerate() {
            for (x, sign) in row.bytes().enumerate() {
                let at = Point::new(x as i32 + 1, y as i32 + 1);
                side_of(at).is_none().then_some(())?;
                self.owners[index(at)] = match sign {
                    b'0'..=b'3' => Some(CountryInfo(sign - b'0')),
                    b'.' => None,
                    _ => return None,
                };
            }
        }
        Some(())
    }

    /// Shows the soldier what the cursor has just done: it is the cursor's turn first.
    pub(crate) fn carry_out(&mut self, action: CursorAction) {
        let at = action.location.unwrap_or(self.cursors[0]);
        let Some(cells) = cells(at) else { return };
        // It goes there even if it cannot turn the tiles.
        self.cursors[0] = at;
        if action.rotate == RotateType::None || !self.can_rotate(at) {
            return;
        }
        let roads = roads(cells);
        let mut owners: Vec<_> = roads.iter().map(|&cell| self.owners[index(cell)]).collect();
        // Every tile takes the colour of the one before it; two beside a wall change places.
        match action.rotate {
            RotateType::Clockwise => owners.rotate_right(1),
            _ => owners.rotate_left(1),
        }
        for (cell, owner) in roads.into_iter().zip(owners) {
            self.owners[index(cell)] = owner;
        }
    }
}

fn index(at: Point) -> usize {
    (at.y * SIZE + at.x) as usize
}

/// The country on whose side of the wall a cell is; none for tiles.
fn side_of(at: Point) -> Option<CountryInfo> {
    const LAST: i32 = SIZE - 1;
    match (at.x, at.y) {
        (_, LAST..) => Some(CountryInfo::MINE),
        (..=0, _) => Some(CountryInfo::LEFT),
        (_, ..=0) => Some(CountryInfo::OPPOSITE),
        (LAST.., _) => Some(CountryInfo::RIGHT),
        _ => None,
    }
}

/// The four cells under a cursor, clockwise from the top left; none if it is not on the map.
fn cells(at: Point) -> Option<[Point; 4]> {
    let Point { x, y } = at;
    let inside = 0..SIZE - 1;
    (inside.contains(&x) && inside.contains(&y))
        .then(|| [at, Point::new(x + 1, y), Point::new(x + 1, y + 1), Point::new(x, y + 1)])
}

/// Those of the cells that are tiles.
fn roads(cells: [Point; 4]) -> Vec<Point> {
    cells.into_iter().filter(|&cell| side_of(cell).is_none()).collect()
}
