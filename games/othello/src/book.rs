//! The opening book: what the moves of well-known positions are worth, made by this crate's own engine (the example
//! `learn book`).
//!
//! The file is text: [`HEADER`], then a line for each position, whichever way it lies: the moves that lead to it from the
//! usual start, a space, and its good moves with what they are worth in hundredths of a disc.
//!
//! ```text
//! gyoji-book 1
//! f5d6c3 d3+12 c4-40
//! ```

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::board::Board;
use crate::patterns::moved;

/// What a file begins with: its kind and the version of its layout.
pub const HEADER: &str = "gyoji-book 1";
/// Ways in which a board can be turned and mirrored.
const PLACES: usize = 8;

/// Positions and their good moves.
#[derive(Clone, Debug, Default)]
pub struct Book {
    moves: HashMap<Board, Vec<Known>>,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Where to play, as a bit number.
    pub square: u8,
    /// What it is worth to whoever plays it, in hundredths of a disc.
    pub value: i32,
}

impl Book {
    /// The book that is built in.
    pub fn learnt() -> &'static Self {
        static LEARNT: OnceLock<Book> = OnceLock::new();
        LEARNT.get_or_init(|| Self::read(include_str!("../data/book.txt")).unwrap_or_default())
    }

    /// Reads a file. The error is the number of the line that makes no sense, from 1 on.
    pub fn read(text: &str) -> Result<Self, usize> {
        let mut lines = text.lines().zip(1usize..);
        if lines.next().is_none_or(|(header, _)| header != HEADER) {
            return Err(1);
        }
        let mut book = Self::default();
        for (line, number) in lines {
            book.read_line(line).ok_or(number)?;
        }
        Ok(book)
    }

    fn read_line(&mut self, line: &str) -> Option<()> {
        let (path, moves) = line.split_once(' ')?;
        let mut board = Board::STANDARD;
        let mut path = path;
        while !path.is_empty() {
            let (square, rest) = path.split_at_checked(2)?;
            board = board.play(read_square(square)?)?;
            // Who has to pass is not asked.
            if board.moves() == 0 {
                board = board.pass();
            }
            path = rest;
        }
        let (lying, place) = lying(board);
        let known = |word: &str| {
            let (square, value) = word.split_at_checked(2)?;
            let square = read_square(square)?;
            board.play(square)?;
            Some(Known { square: moved(square, place) as u8, value: value.parse().ok()? })
        };
        let moves = moves.split_ascii_whitespace().map(known).collect::<Option<Vec<Known>>>()?;
        self.moves.insert(lying, moves);
        Some(())
    }

    /// The good moves of a position, the best first; none if it is not in the book.
    #[must_use]
    pub fn find(&self, board: Board) -> Vec<Known> {
        let (lying, place) = lying(board);
        let back = |known: &Known| Known { square: moved_back(known.square, place), ..*known };
        self.moves.get(&lying).map_or_else(Vec::new, |moves| moves.iter().map(back).collect())
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The board as it lies in the book, the same for all that are turned or mirrored images of each other, and which way it was
/// turned for that.
#[must_use]
pub fn lying(board: Board) -> (Board, usize) {
    let turned = |place| Board { own: turned(board.own, place), opp: turned(board.opp, place) };
    let all = (0..PLACES).map(|place| (turned(place), place));
    all.min().unwrap_or((board, 0))
}

fn turned(mut set: u64, place: usize) -> u64 {
    let mut sum = 0;
    while set != 0 {
        sum |= 1 << moved(set.trailing_zeros() as u8, place);
        set &= set - 1;
    }
    sum
}

/// The square that [`moved`] brings to `square`.
fn moved_back(square: u8, place: usize) -> u8 {
    (0..64).find(|&before| moved(before, place) == usize::from(square)).unwrap_or(square)
}

/// A square such as `f5`.
fn read_square(text: &str) -> Option<u8> {
    let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some(8 * (rank - b'1') + (file - b'a'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_whichever_way_it_lies() {
        let book = Book::read("gyoji-book 1\nf5d6 c3+12 c4-40\n").unwrap();
        let after = |board: Board| (0..64).filter_map(move |square| board.play(square));
        for first in after(Board::STANDARD) {
            let found: Vec<_> = after(first).map(|second| book.find(second)).collect();
            // Of three answers one is the diagonal.
            assert_eq!(found.iter().filter(|known| !known.is_empty()).count(), 1);
            for (second, known) in after(first).zip(&found) {
                assert!(known.iter().all(|known| second.play(known.square).is_some()));
            }
        }
        assert!(book.find(Board::STANDARD).is_empty());
        assert!(book.find(Board::MIRRORED).is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_line() {
        for (text, line) in [
            ("", 1),
            ("gyoji-book 2\n", 1),
            ("gyoji-book 1\nf5d6 c3+12\nf5f5 c3+12\n", 3),
            ("gyoji-book 1\nf5d6\n", 2),
            ("gyoji-book 1\nf5d6 a1+12\n", 2),
            ("gyoji-book 1\nf5d6 c3+\n", 2),
            ("gyoji-book 1\nf5d c3+12\n", 2),
            ("gyoji-book 1\nf5あ c3+12\n", 2),
        ] {
            assert_eq!(Book::read(text).map(|book| book.len()), Err(line), "{text:?}");
        }
    }

    #[test]
    fn the_book_that_is_built_in_is_read_whole_and_its_moves_are_legal() {
        let text = include_str!("../data/book.txt");
        let book = Book::read(text).unwrap();
        assert_eq!(book.len(), text.lines().count() - 1, "no position stands there twice");
        for start in [Board::STANDARD, Board::MIRRORED] {
            let known = book.find(start);
            assert!(!known.is_empty());
            assert!(known.iter().all(|known| start.play(known.square).is_some()));
        }
    }
}
