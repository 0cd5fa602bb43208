//! `gyoji bot`: a built-in bot as an external program, on stdin and stdout.

mod lines;

use std::io::{BufReader, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gyoji_core::{
    Asked, BadText, Bot, Budget, Cue, Game, Kit, Lang, Options, Pace, Seat, Turn, Value, Visitor,
};
use gyoji_words::input;

use crate::args;
use crate::failure::Failure;
use crate::screen;

use lines::Lines;

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
        let Some(make) = dialect.client else {
            return Err(Failure::usage_text(input::no_client(dialect.name)));
        };
        let (mut client, listener) = (make(), make());
        let complain = |bad: &BadText| {
            let complaint = Failure::usage(bad);
            screen::say(&format!("gyoji bot: {}", complaint.text.get(self.lang)));
        };
        let mut stdout = std::io::stdout().lock();
        let stdin = BufReader::new(std::io::stdin());
        let lines = Lines::of(stdin, move |line| listener.interrupts(line));
        while let Some(line) = lines.next()? {
            let mut cue = match client.hear(&line) {
                Ok(cue) => cue,
                Err(bad) => {
                    complain(&bad);
                    continue;
                }
            };
            let mut told = String::new();
            let mut played = None;
            // One line may have to say several moves.
            while let Cue::Move(asked) = cue {
                cue = match asked.position.to_move() {
                    Some(_) => {
                        let (mv, value) = choose(bot.as_mut(), &asked, lines.stop(), args.verbose);
                        let value = value.and_then(|value| client.value(value));
                        told.extend(value.map(|line| line + "\n"));
                        let cue = client.chosen(mv);
                        played = Some((asked, mv));
                        cue
                    }
                    // The original judge asks on when neither side can move: it wants to hear a
                    // pass.
                    None => "pass".parse().map_or(Cue::Nothing, |pass| client.chosen(pass)),
                };
            }
            match cue {
                Cue::Nothing | Cue::Move(_) => {}
                Cue::Memory(bytes) => bot.limit_memory(bytes),
                Cue::Depth(depth) => match bot_of_depth(kit, name, options, args.seed, depth) {
                    Ok(other) => bot = other.unwrap_or(bot),
                    Err(bad) => complain(&bad),
                },
                Cue::Leave => break,
                Cue::Say(words) => {
                    if writeln!(stdout, "{told}{words}").and_then(|()| stdout.flush()).is_err() {
                        break;
                    }
                    if let Some((asked, mv)) = played {
                        ponder(bot.as_mut(), asked.seat, asked.position, mv);
                    }
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The same bot with another depth; none if it has no such option.
fn bot_of_depth<G: Game>(
    kit: &Kit<G>,
    name: &str,
    options: &str,
    seed: u64,
    depth: u32,
) -> Result<Option<Box<dyn Bot<G>>>, BadText> {
    let (entry, _) = kit.bot_with(name, [])?;
    if entry.options.iter().all(|option| option.name != "depth") {
        return Ok(None);
    }
    let depth = depth.to_string();
    let others = Options::split(options).filter(|(name, _)| *name != "depth");
    let (entry, options) = kit.bot_with(name, others.chain([("depth", &*depth)]))?;
    (entry.make)(&options, seed).map(Some)
}

fn choose<G: Game>(
    bot: &mut dyn Bot<G>,
    asked: &Asked<G>,
    stop: &AtomicBool,
    verbose: bool,
) -> (G::Move, Option<Value>) {
    let past = [asked.position.clone()];
    let Asked { seat, left, clock, .. } = *asked;
    let turn = Turn { seat, past: &past, moves: &[], left, clock };
    let budget = Budget::for_turn(bot, &turn, Pace::OUTSIDE, Instant::now(), Some(stop));
    let mut value = None;
    let mv = bot.choose(&turn, &budget, &mut |thought| {
        value = thought.value.or(value);
        if verbose && !thought.line.is_empty() {
            screen::say(&thought.line);
        }
    });
    (mv, value)
}

/// Lets a bot think in the time of whoever comes after its move, if it does that. Whether it may is up to whoever has
/// started us, and can freeze us.
pub(super) fn ponder<G: Game>(bot: &mut dyn Bot<G>, own: Seat, mut position: G, mv: G::Move) {
    position.play(mv);
    if let Some(seat) = position.to_move().filter(|seat| *seat != own) {
        let past = [position];
        bot.ponder(&Turn { seat, past: &past, moves: &[], left: None, clock: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    use gyoji_core::Thought;
    use gyoji_othello::{Move, Othello};

    /// Remembers until when it may think.
    struct Clock(Option<Instant>);

    impl Bot<Othello> for Clock {
        fn choose(
            &mut self,
            _: &Turn<'_, Othello>,
            budget: &Budget<'_>,
            _: &mut dyn FnMut(Thought),
        ) -> Move {
            self.0 = budget.deadline;
            Move::Pass
        }
    }

    fn deadline(left: Option<Duration>) -> Option<Instant> {
        let mut clock = Clock(None);
        let asked = Asked { seat: Seat::FIRST, position: Othello::STANDARD, left, clock: None };
        choose(&mut clock, &asked, &AtomicBool::new(false), false);
        clock.0
    }

    #[test]
    fn where_there_is_no_limit_there_is_no_deadline() {
        assert_eq!(deadline(None), None);
        assert_eq!(deadline(Some(Duration::MAX)), None, "further than any clock goes");
        let start = Instant::now();
        let end = deadline(Some(Duration::from_secs(100))).expect("there is a limit");
        let time = Duration::from_millis(99_900);
        assert!(end >= start + time && end <= Instant::now() + time);
    }
}
