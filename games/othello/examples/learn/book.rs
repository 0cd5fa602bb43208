//! The opening book. It grows where play is likely: the next position to be looked at is the one that is reached with the
//! fewest discs given away by both sides together, and what is found there changes what the moves before it are worth.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use gyoji_core::Budget;
use gyoji_othello::board::Board;
use gyoji_othello::book::{HEADER, lying};
use gyoji_othello::engine::{DISC, Engine, Settings, Weights};
use gyoji_search::Limits;

/// What a move costs beside what it gives away, in hundredths of a disc: how much width counts against depth.
const PLY: i32 = 20;
/// So many positions are looked at before the values are counted again.
const BATCH: usize = 10;
/// Moves that are worse than the best by more than this are not written.
const GOOD: i32 = 250;
const FAR: i32 = i32::MAX / 2;

/// Looks at positions, each as if it were the first.
pub(crate) struct Searcher {
    engine: Engine,
    depth: u32,
}

impl Searcher {
    pub(crate) fn new(depth: u32) -> Self {
        Self { engine: Engine::new(Weights::learnt(), 64 << 20), depth }
    }

    /// What the position is worth to the side to move, in hundredths of a disc: the mean of the last two depths, since
    /// whoever has the last move looks better, and values of positions after odd and even numbers of moves are compared.
    pub(crate) fn value(&mut self, board: Board) -> i32 {
        if board.moves() == 0 {
            let other = board.pass();
            return if other.moves() == 0 { 100 * board.final_score() } else { -self.value(other) };
        }
        self.engine.clear();
        let settings = Settings { solve: 0, level: 1, last_begin: None };
        let limits = Limits::depth(self.depth);
        let budget = Budget::default();
        let (mut before, mut last) = (None, 0);
        self.engine.search(board, &settings, &limits, &budget, &mut |_| 0, &mut |found| {
            before = (found.depth > 1).then_some(last);
            last = found.score;
        });
        50 * (before.unwrap_or(last) + last) / DISC
    }
}

/// A position of the growing book.
struct Node {
    board: Board,
    /// The moves that lead to it.
    path: String,
    /// What the search says, or what its best move is worth once it is known.
    value: i32,
    /// Its moves and where they lead, if it has been looked at.
    moves: Vec<(u8, usize)>,
}

struct Growing {
    nodes: Vec<Node>,
    /// Where each position is, whichever way it lies.
    places: HashMap<Board, usize>,
    searcher: Searcher,
    /// What was searched before, by path; and where to write what is searched now.
    searched: HashMap<String, i32>,
    log: File,
}

/// Writes a book with the moves of so many positions.
pub(crate) fn book(out: &Path, positions: usize, depth: u32) -> io::Result<()> {
    let log = out.with_extension("searched");
    let mut searched = HashMap::new();
    for line in std::fs::read_to_string(&log).unwrap_or_default().lines() {
        if let Some((path, value)) = line.split_once(' ') {
            searched.insert(path.to_owned(), value.parse().unwrap_or(0));
        }
    }
    let log = File::options().create(true).append(true).open(log)?;
    let searcher = Searcher::new(depth);
    let mut book = Growing { nodes: Vec::new(), places: HashMap::new(), searcher, searched, log };
    book.place(Board::STANDARD, String::new())?;
    let mut known = 0;
    while known < positions {
        let next = book.most_likely();
        if next.is_empty() {
            break;
        }
        for node in next {
            book.look_at(node)?;
            known += 1;
        }
        println!("{known} positions, {} searched", book.nodes.len());
    }
    book.most_likely();
    std::fs::write(out, book.text())
}

impl Growing {
    /// Where a position is; it is searched if it is new.
    fn place(&mut self, board: Board, path: String) -> io::Result<usize> {
        let key = lying(board).0;
        if let Some(&place) = self.places.get(&key) {
            return Ok(place);
        }
        let value = match self.searched.get(&path) {
            Some(&value) => value,
            None => {
                let value = self.searcher.value(board);
                writeln!(self.log, "{path} {value}")?;
                value
            }
        };
        self.nodes.push(Node { board, path, value, moves: Vec::new() });
        self.places.insert(key, self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    /// Finds out where the moves of a position lead.
    fn look_at(&mut self, node: usize) -> io::Result<()> {
        let Node { board, ref path, .. } = self.nodes[node];
        let path = path.clone();
        let mut moves = Vec::new();
        for square in 0..64 {
            let Some(after) = board.play(square) else { continue };
            // A pass in the opening is too rare to be in the book.
            if after.moves() != 0 {
                moves.push((square, self.place(after, path.clone() + &square_name(square))?));
            }
        }
        self.nodes[node].moves = moves;
        Ok(())
    }

    /// Counts the values again, from the end to the start, and says which positions to look at next.
    fn most_likely(&mut self) -> Vec<usize> {
        // A move takes a square: whoever has more discs comes later in every game.
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| self.nodes[node].board.empties());
        for &node in &order {
            let best = self.nodes[node].moves.iter().map(|&(_, to)| -self.nodes[to].value).max();
            if let Some(best) = best {
                self.nodes[node].value = best;
            }
        }
        let mut given = vec![FAR; self.nodes.len()];
        given[0] = 0;
        for &node in order.iter().rev() {
            for &(_, to) in &self.nodes[node].moves {
                let loss = self.nodes[node].value + self.nodes[to].value;
                given[to] = given[to].min(given[node].saturating_add(loss + PLY));
            }
        }
        let mut next: Vec<usize> = (0..self.nodes.len())
            .filter(|&node| self.nodes[node].moves.is_empty() && given[node] < FAR)
            .collect();
        next.sort_by_key(|&node| given[node]);
        next.truncate(BATCH);
        next
    }

    fn text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for node in self.nodes.iter().filter(|node| !node.moves.is_empty()) {
            let mut moves: Vec<(i32, u8)> =
                node.moves.iter().map(|&(square, to)| (-self.nodes[to].value, square)).collect();
            moves.sort_by_key(|&(value, square)| (-value, square));
            text.push_str(&node.path);
            for (value, square) in moves.iter().filter(|(value, _)| value + GOOD >= node.value) {
                let _ = write!(text, " {}{value:+}", square_name(*square));
            }
            text.push('\n');
        }
        text
    }
}

/// `f5`
pub(crate) fn square_name(square: u8) -> String {
    gyoji_othello::Move::Put(square).to_string()
}
