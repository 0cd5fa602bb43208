//! `gyoji perft`: the leaves of a game tree, counted.

use std::process::ExitCode;
use std::time::Instant;

use gyoji_core::{Game, Kit, Lang, Visitor};
use gyoji_words::cli;
use serde_json::json;

use crate::args;
use crate::failure::Failure;
use crate::setup::parse_setup;

pub fn run(args: &args::Perft, lang: Lang) -> Result<ExitCode, Failure> {
    gyoji_catalog::visit(&args.game, Count { args, lang })?
}

struct Count<'a> {
    args: &'a args::Perft,
    lang: Lang,
}

impl Visitor for Count<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let args = self.args;
        let position = G::start(&parse_setup::<G>(&args.setup, 0)?)?;
        let count = |position: &G, depth: u32| match kit.perft {
            Some(fast) => fast(position, depth),
            None => gyoji_search::perft(position, depth),
        };
        let start = Instant::now();
        let parts: Vec<(String, u64)> = match args.divide && args.depth > 0 {
            false => Vec::new(),
            true => position
                .moves()
                .map(|mv| {
                    let mut next = position.clone();
                    next.play(mv);
                    (mv.to_string(), count(&next, args.depth - 1))
                })
                .collect(),
        };
        let leaves = match parts.is_empty() {
            true => count(&position, args.depth),
            false => parts.iter().map(|(_, leaves)| leaves).sum(),
        };
        let seconds = start.elapsed().as_secs_f64();
        let rate = leaves as f64 / seconds.max(1e-9);
        if args.json {
            return super::print_json(&json!({
                "game": G::SPEC.id, "depth": args.depth, "leaves": leaves,
                "seconds": seconds, "leaves_per_second": rate,
                "divide": parts.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            }));
        }
        let mut text = String::new();
        for (mv, leaves) in parts {
            text += &format!("{mv}: {leaves}\n");
        }
        text += &format!("{leaves}\n");
        super::print(&text)?;
        let speed = cli::counted_in(format!("{seconds:.3}"), format!("{:.1}", rate / 1e6));
        crate::screen::say(speed.get(self.lang));
        Ok(ExitCode::SUCCESS)
    }
}
