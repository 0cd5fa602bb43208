//! Events: many games with a beginning and an end, from a file to the last place.

mod chart;
mod trial;

pub use chart::{Chart, Group, Meeting, Round, Row, StageChart, State, TieBreak};
pub use trial::{Trial, try_out};
