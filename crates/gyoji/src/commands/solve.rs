//! `gyoji solve`: what a position is worth, proved by the game's own solver.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{
    Game, GaveUp, Kit, Lang, Options, Solution, SolveLimits, SolverEntry, Text, Verdict, Visitor,
};
use gyoji_words::cli;
use serde_json::json;

use crate::args::{self, SetupArgs};
use crate::failure::{Failure, INTERRUPTED};
use crate::setup::parse_setup;
use crate::{interrupt, screen};

/// How often progress is shown at the most.
const NEWS_EVERY: Duration = Duration::from_millis(500);

pub fn run(args: &args::Solve, lang: Lang) -> Result<ExitCode, Failure> {
    gyoji_catalog::visit(&args.game, Run { args, lang })?
}

struct Run<'a> {
    args: &'a args::Solve,
    lang: Lang,
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let Run { args, lang } = self;
        let Some(solver) = &kit.solver else {
            let known = gyoji_catalog::visit_all(&Solvable).into_iter().flatten();
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(Failure::usage_text(cli::no_solver(G::SPEC.id, known)));
        };
        let setup = SetupArgs { options: args.options.clone(), position: args.position.clone() };
        let start = G::start(&parse_setup::<G>(&setup, 0)?)?;
        let options = solver_options(args, solver)?;

        interrupt::listen(|| ());
        let began = Instant::now();
        let limits = SolveLimits {
            nodes: args.nodes,
            deadline: (!args.time.is_zero()).then(|| began + args.time),
            memory: (args.memory as usize) << 20,
            stop: Some(interrupt::wish().asked()),
        };
        let mut last_news = began;
        let mut tell = |news: &str| {
            if !args.quiet && last_news.elapsed() >= NEWS_EVERY {
                last_news = Instant::now();
                screen::say(news);
            }
        };
        let solution = (solver.solve)(&start, &options, &limits, &mut tell)?;
        let seconds = began.elapsed().as_secs_f64();

        if args.json {
            super::print_json(&as_json(&start, &solution, seconds))?;
        } else {
            super::print(&in_words(&start, &solution, lang))?;
            let cost = cli::solved_cost(solution.nodes, format!("{seconds:.3}"));
            screen::say(cost.get(lang));
        }
        Ok(match solution.verdict {
            Verdict::Unknown(GaveUp::Stopped) => ExitCode::from(INTERRUPTED),
            _ => ExitCode::SUCCESS,
        })
    }
}

/// The solver's options: `--by`, and the flags that stand for one.
fn solver_options<G: Game>(
    args: &args::Solve,
    solver: &SolverEntry<G>,
) -> Result<Options, Failure> {
    let kind = match (args.vcf, args.vct) {
        (true, _) => Some(("kind", "vcf")),
        (_, true) => Some(("kind", "vct")),
        _ => None,
    };
    if kind.is_some() && !solver.options.iter().any(|option| option.name == "kind") {
        return Err(Failure::usage_text(cli::no_fours_and_threats(G::SPEC.id)));
    }
    let given = args.by.iter().flat_map(|text| Options::split(text)).chain(kind);
    Ok(Options::check(solver.options, given)?)
}

fn in_words<G: Game>(start: &G, solution: &Solution<G::Move>, lang: Lang) -> String {
    let who = start.to_move().map(|seat| G::SPEC.seats[seat.index()].title.clone());
    let who = who.unwrap_or_else(|| Text::plain(""));
    let mut said = match solution.verdict {
        Verdict::Win => cli::solved_win(who),
        Verdict::Draw => cli::solved_draw(who),
        Verdict::Loss => cli::solved_loss(who),
        Verdict::NoWin => cli::solved_nothing(who),
        Verdict::Unknown(why) => cli::solved_unknown(who, reason(why)),
    };
    if let Some(points) = solution.points {
        said = said.then(" / ", &cli::solved_points(format!("{points:+}")));
    }
    let mut text = format!("{}\n", said.get(lang));
    if !solution.line.is_empty() {
        text += &format!("{}\n", cli::solved_line(line(solution)).get(lang));
    }
    text
}

fn as_json<G: Game>(start: &G, solution: &Solution<G::Move>, seconds: f64) -> serde_json::Value {
    let (verdict, gave_up) = match solution.verdict {
        Verdict::Win => ("win", None),
        Verdict::Draw => ("draw", None),
        Verdict::Loss => ("loss", None),
        Verdict::NoWin => ("no-win", None),
        Verdict::Unknown(GaveUp::Nodes) => ("unknown", Some("nodes")),
        Verdict::Unknown(GaveUp::Time) => ("unknown", Some("time")),
        Verdict::Unknown(GaveUp::Memory) => ("unknown", Some("memory")),
        Verdict::Unknown(GaveUp::Stopped) => ("unknown", Some("stopped")),
        Verdict::Unknown(GaveUp::Late) => ("unknown", Some("late")),
    };
    json!({
        "game": G::SPEC.id,
        "position": start.to_string(),
        "to_move": start.to_move().map(|seat| G::SPEC.seats[seat.index()].id),
        "verdict": verdict,
        "gave_up": gave_up,
        "points": solution.points,
        "line": solution.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nodes": solution.nodes,
        "seconds": seconds,
    })
}

fn line<M: std::fmt::Display>(solution: &Solution<M>) -> String {
    let moves: Vec<String> = solution.line.iter().map(ToString::to_string).collect();
    // Some games write spaces inside their moves.
    let between = if moves.iter().any(|mv| mv.contains(' ')) { " | " } else { " " };
    moves.join(between)
}

fn reason(gave_up: GaveUp) -> Text {
    match gave_up {
        GaveUp::Nodes => cli::gave_up_nodes(),
        GaveUp::Time => cli::gave_up_time(),
        GaveUp::Memory => cli::gave_up_memory(),
        GaveUp::Stopped => cli::gave_up_stopped(),
        GaveUp::Late => cli::gave_up_late(),
    }
}

/// The games that have a solver.
#[derive(Clone)]
struct Solvable;

impl Visitor for Solvable {
    type Out = Option<&'static str>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        kit.solver.as_ref().map(|_| G::SPEC.id)
    }
}
