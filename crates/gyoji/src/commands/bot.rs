//! `gyoji bot`: a built-in bot as an external program, on stdin and stdout.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{Asked, Bot, Budget, Cue, Game, Kit, Lang, Turn, Visitor};
use gyoji_words::input;

use crate::args;
use crate::failure::Failure;
use crate::screen;

pub fn run(args: &args::Bot, lang: Lang) -> Result<ExitCode, Failure> {
    let bare = args.name.split('?').next().unwrap_or_default();
    let game = bare.split_once('.').map_or("othello", |(game, _)| game);
    gyoji_catalog::visit(game, Run { args, lang })?
}

struct Run<'a> {
    args: &'a args::Bot,
    lang: Lang,
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let args = self.args;
        let name = args.name.strip_prefix(&format!("{}.", G::SPEC.id)).unwrap_or(&args.name);
        let (name, options) = name.split_once('?').unwrap_or((name, ""));
        let mut bot = kit.make_bot(name, options, args.seed)?;
        let dialect = kit.dialect(args.dialect.as_deref().unwrap_or(G::SPEC.dialect))?;
        let Some(client) = dialect.client else {
            return Err(Failure::usage_text(input::no_client(dialect.name)));
        };
        let mut client = client();
        let mut stdout = std::io::stdout().lock();
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            let answer = match client.hear(&line) {
                Ok(Cue::Nothing) => continue,
                Ok(Cue::Leave) => break,
                Ok(Cue::Say(words)) => words,
                // The original judge asks on when neither side can move: it wants to hear a pass.
                Ok(Cue::Move(asked)) if asked.position.to_move().is_none() => {
                    let Ok(pass) = "pass".parse() else { continue };
                    client.say(pass)
                }
                Ok(Cue::Move(asked)) => client.say(choose(bot.as_mut(), &asked, args.verbose)),
                Err(bad) => {
                    screen::say(&format!(
                        "gyoji bot: {}",
                        Failure::usage(&bad).text.get(self.lang)
                    ));
                    continue;
                }
            };
            if writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).is_err() {
                break;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn choose<G: Game>(bot: &mut dyn Bot<G>, asked: &Asked<G>, verbose: bool) -> G::Move {
    let past = [asked.position.clone()];
    let turn = Turn { seat: asked.seat, past: &past, moves: &[], left: asked.left };
    // The pipe and the referee want their share of the time, too.
    let spare = |left: Duration| left.saturating_sub((left / 10).max(Duration::from_millis(20)));
    let left = asked.left.unwrap_or(G::SPEC.time);
    let budget = Budget { deadline: Some(Instant::now() + spare(left)), stop: None };
    bot.choose(&turn, &budget, &mut |thought| {
        if verbose {
            screen::say(&thought.line);
        }
    })
}
