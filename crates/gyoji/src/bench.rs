//! `gyoji bench`: speed, each figure beside something to compare it with.

mod othello;
mod othello_server;
mod quinte;
mod referee;

use std::process::ExitCode;

use gyoji_core::Lang;

use crate::args::{Bench, BenchWhat};
use crate::failure::Failure;

pub use referee::pong_if_asked;

/// Measures.
pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    match args.what {
        BenchWhat::Referee => referee::run(args, lang),
        BenchWhat::Othello => othello::run(args),
        BenchWhat::OthelloServer => othello_server::run(args),
        BenchWhat::Quinte => quinte::run(args),
    }
}

/// One figure.
#[derive(serde::Serialize)]
struct Figure {
    what: String,
    value: f64,
    unit: &'static str,
}

fn print(figures: &[Figure], json: bool) -> Result<ExitCode, Failure> {
    use std::io::Write;
    let text = if json {
        serde_json::to_string_pretty(figures).unwrap_or_default() + "\n"
    } else {
        let row = |figure: &Figure| {
            let value = match figure.value {
                value if value >= 1000.0 => format!("{value:.0}"),
                value if value >= 10.0 => format!("{value:.1}"),
                value => format!("{value:.2}"),
            };
            vec![figure.what.clone(), value, figure.unit.to_owned()]
        };
        crate::table::table(&figures.iter().map(row).collect::<Vec<_>>())
    };
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(_) => Err(Failure::closed()),
    }
}
