//! Files and texts in which games are kept: the class's CSV file, Piskvorky's psq, SGF, and
//! plain rows of points.
//!
//! Parsers take text and never panic; reading and writing files is the caller's business.

pub mod csv;
pub(crate) mod words;
