//! The planes for learning programs: what any game's promise, and what these show, as data.

use gyoji_core::testkit::check_planes;
use gyoji_core::{Game, Options, Planes, PolicyIndex, Setup, Shape};
use gyoji_othello::planes::Lean;
use gyoji_othello::{Move, Othello, kit};

/// Positions, and what is to be seen in them.
const TABLE: &str = include_str!("../data/planes.txt");

fn setup(options: &str) -> Setup {
    let options = Options::check(Othello::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

#[test]
fn what_all_planes_promise_holds() {
    // A quarter turn makes the one start the other.
    let starts = [setup("start=standard"), setup("start=mirrored")];
    for entry in kit().planes {
        check_planes(entry.planes, &starts, 6);
    }
}

/// The rows of a plane of zeros and ones, from the top.
fn rows(plane: &[f32]) -> String {
    let cell = |value: &f32| match *value {
        0.0 => '.',
        1.0 => '1',
        other => panic!("{other} on a cell"),
    };
    let rows = plane.chunks(8).map(|row| row.iter().map(cell).collect::<String>());
    rows.collect::<Vec<String>>().join("/")
}

#[test]
fn the_planes_of_the_table_are_as_it_says() {
    let mut blocks = 0;
    for block in TABLE.split("\n\n").filter(|block| block.starts_with("position ")) {
        let mut lines = block.lines();
        let (_, text) = lines.next().unwrap().split_once(' ').unwrap();
        let position: Othello = text.parse().unwrap();
        let mut out = [f32::NAN; 4 * 64];
        Lean.write(&[position], &mut out);
        for (number, plane) in out[..3 * 64].chunks(64).enumerate() {
            assert_eq!(rows(plane), lines.next().unwrap(), "plane {number} of {text}");
        }
        assert_eq!(out[3 * 64..], [1.0; 64]);
        let indices = position.moves().map(|mv| match Lean.index(&position, mv) {
            PolicyIndex::One(index) => format!("{mv} {index}"),
            pair => panic!("{pair:?}"),
        });
        assert_eq!(indices.collect::<Vec<String>>().join(", "), lines.next().unwrap(), "{text}");
        blocks += 1;
    }
    assert!(blocks >= 3, "the table is there");
}

#[test]
fn the_pass_stays_where_it_is_whatever_way_the_board_is_turned() {
    for symmetry in 0..Lean.symmetries() {
        let pass = Lean.index(&Othello::STANDARD, Move::Pass);
        assert_eq!(Lean.turn_index(symmetry, pass), pass);
    }
}

/// [`Lean`], but for what is wrong with it.
#[derive(Debug)]
enum Wrong {
    /// A move is not turned with its board.
    Policy,
    /// The position before is shown.
    LooksBack,
    /// The last places are left as they are.
    Short,
    /// Two squares share an index.
    Shared,
}

impl Planes<Othello> for Wrong {
    fn shape(&self) -> Shape {
        Lean.shape()
    }

    fn write(&self, past: &[Othello], out: &mut [f32]) {
        let places = out.len();
        match self {
            Wrong::Short => Lean.write(past, &mut out[..places - 64]),
            Wrong::LooksBack => Lean.write(&past[..past.len().saturating_sub(1).max(1)], out),
            _ => Lean.write(past, out),
        }
    }

    fn index(&self, position: &Othello, mv: Move) -> PolicyIndex {
        match (self, mv) {
            (Wrong::Shared, Move::Put(26)) => PolicyIndex::One(19),
            _ => Lean.index(position, mv),
        }
    }

    fn symmetries(&self) -> usize {
        Lean.symmetries()
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        Lean.turn_cell(symmetry, cell)
    }

    fn turn_index(&self, symmetry: usize, index: PolicyIndex) -> PolicyIndex {
        match self {
            Wrong::Policy => index,
            _ => Lean.turn_index(symmetry, index),
        }
    }
}

fn check_wrong(wrong: &Wrong) {
    check_planes(wrong, &[setup("start=standard"), setup("start=mirrored")], 1);
}

#[test]
#[should_panic(expected = "is no move in")]
fn a_policy_that_is_not_turned_is_found_out() {
    check_wrong(&Wrong::Policy);
}

#[test]
#[should_panic(expected = "more is looked at than is said")]
fn a_look_back_that_is_not_said_is_found_out() {
    check_wrong(&Wrong::LooksBack);
}

#[test]
#[should_panic(expected = "not all places are written")]
fn places_that_are_not_written_are_found_out() {
    check_wrong(&Wrong::Short);
}

#[test]
#[should_panic(expected = "has the index of another move")]
fn indices_that_moves_share_are_found_out() {
    check_wrong(&Wrong::Shared);
}
