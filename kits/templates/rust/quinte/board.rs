//! QUINTE のマップを読む / Reads a QUINTE map.
//!
//! `ROWS turn=0/1000 super=850 move=R first=R scores=… soldiers=8,16;0,8;8,0;16,8 cursors=…`:
//! 15×15のタイル（R 赤、B 青、G 緑、Y 黄、. 灰）。国の順は 赤（下）青（左）緑（上）黄（右）
//! 15 rows of tiles; countries in the order red (bottom), blue (left), green (top), yellow (right)
#![allow(dead_code)]

use std::collections::{HashMap, HashSet, VecDeque};

pub type Cell = (i32, i32);

const COUNTRIES: [u8; 4] = *b"RBGY";
const GATES: [i32; 5] = [4, 7, 8, 9, 12];

/// 進む向きと、その向きにタイルを押す2つの方法（タイルから見たカーソルの位置。cw と ccw）
/// A direction, and the two ways to push a tile there: where the cursor is, seen from the tile, to turn it cw and ccw.
const STEPS: [(&str, Cell, [(&str, i32, i32); 2]); 4] = [
    ("up", (0, -1), [("cw", 0, -1), ("ccw", -1, -1)]),
    ("down", (0, 1), [("cw", -1, 0), ("ccw", 0, 0)]),
    ("left", (-1, 0), [("cw", -1, -1), ("ccw", -1, 0)]),
    ("right", (1, 0), [("cw", 0, 0), ("ccw", 0, -1)]),
];

pub struct Board {
    pub rows: Vec<Vec<u8>>,
    pub me: u8,
    pub turn: u32,
    pub soldiers: HashMap<u8, Cell>,
    pub scores: HashMap<u8, u32>,
}

impl Board {
    pub fn new(position: &str) -> Board {
        let (rows, facts) = position.split_once(' ').unwrap_or((position, ""));
        let facts: HashMap<&str, &str> = facts.split(' ').filter_map(|word| word.split_once('=')).collect();
        let fact = |name: &str| facts.get(name).copied().unwrap_or("");
        let number = |text: &str| text.parse().unwrap_or(0);
        // "8,15<8,16": 8,15 にいて、前は 8,16 / is at 8,15 and was at 8,16
        let cell = |text: &str| {
            let (x, y) = text.split('<').next().and_then(|at| at.split_once(',')).unwrap_or(("8", "16"));
            (number(x), number(y))
        };
        Board {
            rows: rows.split('/').map(|row| row.as_bytes().to_vec()).collect(),
            me: fact("move").bytes().next().unwrap_or(b'R'),
            turn: number(fact("turn").split('/').next().unwrap_or("")) as u32,
            soldiers: COUNTRIES.into_iter().zip(fact("soldiers").split(';').map(cell)).collect(),
            scores: COUNTRIES.into_iter().zip(fact("scores").split(';').map(|n| number(n) as u32)).collect(),
        }
    }

    /// タイルの色。壁や門は空白 / The colour of a tile; a space for walls and gates.
    pub fn at(&self, (x, y): Cell) -> u8 {
        let inside = (1..=15).contains(&x) && (1..=15).contains(&y);
        if inside { self.rows[y as usize - 1][x as usize - 1] } else { b' ' }
    }

    /// 門ならその国、でなければ空白 / Whose gate it is, or a space.
    pub fn gate(&self, (x, y): Cell) -> u8 {
        match (x, y) {
            (_, 16) if GATES.contains(&x) => b'R',
            (0, _) if GATES.contains(&y) => b'B',
            (_, 0) if GATES.contains(&x) => b'G',
            (16, _) if GATES.contains(&y) => b'Y',
            _ => b' ',
        }
    }

    /// 敵の門への一番安い道（マスのリスト）/ The cheapest road to an enemy's gate, as cells.
    pub fn road(&self) -> Vec<Cell> {
        let start = self.soldiers[&self.me];
        let mut cost = HashMap::from([(start, 0)]);
        let mut before = HashMap::new();
        let mut queue = VecDeque::from([start]);
        let mut best: Option<Cell> = None;
        while let Some(cell) = queue.pop_front() {
            for (_, (dx, dy), _) in STEPS {
                let to = (cell.0 + dx, cell.1 + dy);
                let is_gate = self.gate(to) != b' ';
                let is_closed = !is_gate || self.gate(to) == self.me || self.at(cell) == b' ';
                if self.at(to) == b' ' && is_closed {
                    continue;
                }
                // 自分の色でないタイルは運んでくるので高い / other tiles have to be replaced first
                let price = cost[&cell] + if is_gate || self.at(to) == self.me { 1 } else { 4 };
                if cost.get(&to).is_some_and(|known| price >= *known) {
                    continue;
                }
                cost.insert(to, price);
                before.insert(to, cell);
                if !is_gate {
                    queue.push_back(to);
                } else if best.is_none_or(|best| price < cost[&best]) {
                    best = Some(to);
                }
            }
        }
        let mut road = Vec::new();
        while let Some(cell) = best.filter(|cell| *cell != start) {
            road.push(cell);
            best = before.get(&cell).copied();
        }
        road.reverse();
        road
    }

    /// 道があれば進む向き、なければ - / Where the soldier goes; "-" if the road is not laid.
    pub fn step(&self, road: &[Cell]) -> &'static str {
        let Some(&first) = road.first() else { return "-" };
        if self.at(first) != self.me && self.gate(first) == b' ' {
            return "-";
        }
        let (x, y) = self.soldiers[&self.me];
        let step = STEPS.iter().find(|(_, (dx, dy), _)| (x + dx, y + dy) == first);
        step.map_or("-", |(name, ..)| name)
    }

    /// 足りないタイルを1歩近づけるカーソル / The cursor that brings the missing tile nearer.
    pub fn bring(&self, road: &[Cell], legal: &[&str]) -> String {
        let orders: HashSet<&str> = legal.iter().copied().collect();
        let is_missing = |cell: &Cell| self.at(*cell) != self.me && self.at(*cell) != b' ';
        let Some(missing) = road.iter().position(is_missing) else { return "-".to_string() };
        let laid = &road[..missing];
        let mut seen = HashSet::from([road[missing]]);
        let mut queue = VecDeque::from([road[missing]]);
        while let Some(to) = queue.pop_front() {
            for (_, (dx, dy), pushes) in STEPS {
                let from = (to.0 - dx, to.1 - dy);
                if seen.contains(&from) || self.at(from) == b' ' {
                    continue;
                }
                for (turn, left, top) in pushes {
                    let (x, y) = (from.0 + left, from.1 + top);
                    let is_under = |cell: &Cell| (x..=x + 1).contains(&cell.0) && (y..=y + 1).contains(&cell.1);
                    if laid.iter().any(is_under) {
                        continue; // 道をこわさない / never break what is laid
                    }
                    let order = format!("{turn}@{x},{y}");
                    if self.at(from) == self.me && orders.contains(format!("{order} -").as_str()) {
                        return order;
                    }
                    if self.at(from) != self.me && seen.insert(from) {
                        queue.push_back(from);
                    }
                }
            }
        }
        "-".to_string()
    }
}
