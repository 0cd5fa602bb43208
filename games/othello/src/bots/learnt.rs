//! The weights of `evaluate`, in hundredths of a disc.
//!
//! Made by the example `fit_evaluation 20000 5` from 846304 positions of self-play; not to be
//! edited by hand. One row for every ten empty squares, from 0 to 60; the columns are the
//! features in the order of `evaluate`.

use super::evaluate::{FEATURES, STAGES};

/// What one unit of each feature is worth, by empty squares.
#[rustfmt::skip]
pub(super) const WEIGHTS: [[i16; FEATURES]; STAGES] = [
    [-90, 12, 44, -270, -81, 108, -19, 58, 6, -41, -4, -32, -33, -6, 6, 309, 188],
    [-140, 34, 91, -96, -93, 104, 322, 348, -91, -55, -21, -47, -25, 2, 8, -30, 49],
    [-260, 9, 116, -3, -108, 101, 740, 386, -272, -83, 56, -5, 20, -24, 1, 72, 10],
    [-269, 5, 91, 16, -137, 151, 1109, 557, -570, -205, 61, 63, 49, -55, 8, 65, -1],
    [-284, 12, 54, 44, -125, 319, 1463, 398, -1202, -394, -84, 134, 98, -79, 1, 38, -8],
    [-297, -16, 76, 54, -98, 972, 1439, 68, -2064, -612, -1004, 155, 189, -111, 19, 100, 6],
    [-98, 128, -144, 8, 100, 88, 167, 1054, -1529, -721, -144, 150, 150, -117, -99, 283, 3],
];
