//! `gyoji analyse`: what every move of a position is worth, or where a game went wrong.

mod input;
mod json;
mod show;
mod words;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{
    Analyser, AnalyserEntry, Budget, Game, Kit, Lang, Look, Means, Seat, Told, Visitor, Worth,
};
use gyoji_words::cli;

use crate::args::analyse::Analyse;
use crate::failure::{Failure, INTERRUPTED};
use crate::{interrupt, screen};

/// How long a position is looked at if nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(1);

pub fn run(args: &Analyse, lang: Lang) -> Result<ExitCode, Failure> {
    gyoji_catalog::visit(&args.game, Run { args, lang })?
}

struct Run<'a> {
    args: &'a Analyse,
    lang: Lang,
}

/// A position of a game, the moves it has, and the one that was made.
struct Looked<G: Game> {
    /// The number of the move, from 1.
    number: usize,
    position: G,
    seat: Seat,
    /// The best first.
    all: Vec<Worth<G::Move>>,
    /// What was played, if it is a game.
    played: Option<Worth<G::Move>>,
}

impl<G: Game> Looked<G> {
    /// What the move lost against the best one.
    fn lost(&self) -> f32 {
        let played = self.played.as_ref().map(|worth| worth.value);
        let best = self.all.first().map(|worth| worth.value);
        best.zip(played).map_or(0.0, |(best, played)| (best - played).max(0.0))
    }
}

/// Everything that was found out.
struct Analysis<'a, G: Game> {
    entry: &'a AnalyserEntry<G>,
    told: &'a Told<G>,
    looked: Vec<Looked<G>>,
    /// Whether nobody has ended it early.
    complete: bool,
}

impl<G: Game> Analysis<'_, G> {
    fn is_game(&self) -> bool {
        !self.told.moves.is_empty()
    }

    /// `?` for a mistake, `??` for a blunder.
    fn mark(&self, lost: f32) -> &'static str {
        match lost {
            _ if lost >= self.entry.blunder => "??",
            _ if lost >= self.entry.mistake => "?",
            _ => "",
        }
    }

    fn side(&self, seat: Seat) -> Side {
        let lost: Vec<f32> =
            self.looked.iter().filter(|it| it.seat == seat).map(Looked::lost).collect();
        let count = |mark| lost.iter().filter(|lost| self.mark(**lost) == mark).count();
        Side {
            moves: lost.len(),
            // An empty sum of floats is -0.
            lost: lost.iter().sum::<f32>() + 0.0,
            mistakes: count("?"),
            blunders: count("??"),
        }
    }
}

/// What somebody lost in a game.
struct Side {
    moves: usize,
    lost: f32,
    mistakes: usize,
    blunders: usize,
}

impl Side {
    fn average(&self) -> f32 {
        self.lost / self.moves.max(1) as f32
    }
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let Run { args, lang } = self;
        let Some(entry) = &kit.analyser else {
            let known = gyoji_catalog::visit_all(&Analysable).into_iter().flatten();
            let known = known.collect::<Vec<_>>().join(", ");
            return Err(Failure::usage_text(words::no_analyser(G::SPEC.id, known)));
        };
        let told = input::read(args, entry)?;
        if told.moves.is_empty() && told.start.to_move().is_none() {
            return Err(Failure::usage_text(cli::already_over()));
        }
        interrupt::listen(|| ());
        let means = Means { threads: args.threads as usize, memory: (args.memory as usize) << 20 };
        let mut analyser = (entry.make)(means).map_err(|bad| Failure::usage_text(bad.problem))?;
        let (looked, complete) = look(args, &told, &mut *analyser, lang);
        let analysis = Analysis { entry, told: &told, looked, complete };
        if args.json {
            super::print_json(&json::document(&analysis))?;
        } else {
            super::print(&show::in_words(&analysis, args.lines, lang))?;
        }
        if !complete {
            screen::say(words::stopped().get(lang));
        }
        Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }
}

/// Looks at the position, or at every position of a game in which a move was made. A game is gone
/// through as it was played; false if somebody has ended it early.
fn look<G: Game>(
    args: &Analyse,
    told: &Told<G>,
    analyser: &mut dyn Analyser<G>,
    lang: Lang,
) -> (Vec<Looked<G>>, bool) {
    let usual = args.depth.is_none().then_some(USUAL_TIME);
    let time = args.time.or(usual);
    let is_told = !args.quiet && std::io::stderr().is_terminal();
    let mut all_looked = Vec::new();
    let mut position = told.start.clone();
    let mut moves = told.moves.iter().copied().map(Some).collect::<Vec<_>>();
    if moves.is_empty() {
        moves.push(None);
    }
    for (number, mv) in (1..).zip(&moves) {
        let Some(seat) = position.to_move() else { break };
        if is_told && mv.is_some() {
            eprint!("\r{} ", words::looking(number, moves.len()).get(lang));
        }
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let budget = Budget { deadline, stop: Some(interrupt::wish().asked()) };
        let all = analyser.look(&position, &Look { depth: args.depth, budget });
        // What was looked at for a moment only would not do the others justice; a position by
        // itself is shown as far as it goes.
        if interrupt::is_asked() && mv.is_some() {
            break;
        }
        let played = mv.and_then(|mv| all.iter().find(|worth| worth.mv == mv).cloned());
        all_looked.push(Looked { number, position: position.clone(), seat, all, played });
        if let Some(mv) = *mv {
            position.play(mv);
        }
    }
    if is_told && !told.moves.is_empty() {
        eprint!("\r\x1b[K");
    }
    (all_looked, !interrupt::is_asked())
}

/// The games that can be analysed.
#[derive(Clone)]
struct Analysable;

impl Visitor for Analysable {
    type Out = Option<&'static str>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        kit.analyser.as_ref().map(|_| G::SPEC.id)
    }
}
