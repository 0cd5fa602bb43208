//! What several tests of this crate need.

#![allow(dead_code, reason = "no test uses all of it")]

use gyoji_nn::{Batch, Head, Named, Shape};

/// Numbers from -1 to 1 that depend on the seed alone; python/make_fixture.py has the same.
pub(crate) fn noise(seed: u32, count: usize) -> Vec<f32> {
    let number = |index: u32| {
        let mut x = index.wrapping_add(seed.wrapping_mul(1_000_003));
        for factor in [0x7feb_352d, 0x846c_a68b] {
            x = (x ^ x >> 16).wrapping_mul(factor);
        }
        (x >> 8) as f32 / 8_388_608.0 - 1.0
    };
    (0..count as u32).map(number).collect()
}

/// Rows of [`noise`].
pub(crate) fn rows(seed: u32, rows: usize, channels: usize) -> Batch {
    Batch::from_rows(channels, &noise(seed, rows * channels))
}

/// A shape that is small and even in nothing.
pub(crate) fn small_shape() -> Shape {
    let head = |name: &str, filters, outputs| Head { name: name.to_owned(), filters, outputs };
    Shape {
        planes: 3,
        height: 3,
        width: 4,
        filters: 5,
        blocks: 1,
        heads: vec![head("move", 3, 20), head("tile", 2, 7)],
        value_filters: 2,
        value_hidden: 6,
    }
}

/// All weights of a part, by name.
pub(crate) fn values(part: &impl Named) -> Vec<(String, Vec<f32>)> {
    let mut found = Vec::new();
    part.visit("", &mut |name, param| found.push((name.to_owned(), param.value.clone())));
    found
}

/// Fails unless the numbers are the same but for rounding, measured by the largest of them.
pub(crate) fn assert_close(found: &[f32], wanted: &[f32], tolerance: f32, what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    let largest = wanted.iter().fold(0.01f32, |most, number| most.max(number.abs()));
    for (index, (a, b)) in found.iter().zip(wanted).enumerate() {
        let close = (a - b).abs() <= tolerance * largest;
        assert!(close, "{what}: number {index} is {a}, not {b}");
    }
}
