//! Looking ahead: wins by fours, wins by threats, and what to play when there are none.
//!
//! * [`Vcf`]: wins in which every move is a four (victory by continuous fours, 四追い).
//! * [`Vct`]: wins in which every move threatens a win by fours (victory by continuous threats,
//!   追い詰め), by proof numbers.
//!
//! All know black's fouls: black does not attack or defend with one, and white wins by forcing
//! one. Everything here works on [`Board`](crate::board::Board), one thread, no clock but the
//! deadline it is given.

mod defence;
pub mod engine;
mod look;
mod order;
pub mod score;
mod solve;
mod table;
pub mod vcf;
pub mod vct;
mod walk;

pub use engine::{Blur, Engine, Found};
pub(crate) use solve::entry;
pub use vcf::Vcf;
pub use vct::Vct;
use walk::MOST_PLIES;
