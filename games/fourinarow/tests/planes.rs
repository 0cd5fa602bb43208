//! The planes for learning programs: what any game's promise, and what these show.

use gyoji_core::Setup;
use gyoji_fourinarow::{FourInARow, kit};
use gyoji_testkit::check_planes;

#[test]
fn what_all_planes_promise_holds() {
    for entry in kit().planes {
        check_planes(entry.planes, &[Setup::usual::<FourInARow>()], 6);
    }
}

#[test]
fn discs_are_seen_by_whoever_is_to_move() {
    let position: FourInARow = "......./......./......./......./......./R..Y..R".parse().unwrap();
    let mut out = vec![f32::NAN; 3 * 42];
    kit().planes[0].planes.write(&[position], &mut out);
    let on = |plane: usize| -> Vec<usize> {
        (0..42).filter(|cell| out[42 * plane + cell] == 1.0).collect()
    };
    // Yellow is to move; the lowest row is the last.
    assert_eq!((on(0), on(1), on(2).len()), (vec![38], vec![35, 41], 42));
}
