//! Everything that is tried with a program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Event, Exit, FaultKind, Player, Record};
use gyoji_core::{BadText, Game, Lifetime, Seat, Text};
use gyoji_referee::cores;
use gyoji_referee::wire::process::Process;
use gyoji_referee::wire::{Arrival, Caps, Incoming, NoStart, Program, Wire};
use gyoji_words::check as words;

use super::trial::{Lab, Trial};
use super::{Finding, Verdict};
use crate::players::SUPERVISOR;
use crate::{interrupt, screen};

/// How long a program may stay when its input has ended.
const LEAVE: Duration = Duration::from_secs(3);
/// How often somebody who did not leave is tried again.
const TRIES: usize = 3;
/// How often it is looked whether it has left.
const GLANCE: Duration = Duration::from_millis(2);
/// How much of stderr is no trouble.
const MUCH_STDERR: usize = 64 << 10;
/// How many random games are searched for a position of some kind.
const SEARCHED: u64 = 200;
/// How many answers show that something works.
const SOME: u32 = 6;

/// Tries everything, and tells each finding as soon as it is there.
pub(super) fn all<G: Game>(lab: &Lab<'_, G>, tell: &mut dyn FnMut(Finding)) {
    let mut games: Vec<Record> = Vec::new();
    whole_games(lab, &mut games, tell);
    // Nobody waits twenty times for somebody who has never said a word.
    if games.last().is_some_and(is_mute) {
        tell(Finding::new(words::the_rest(), Verdict::Skipped, words::never_answers()));
        at_the_end(lab, tell);
        return;
    }
    positions(lab, tell);
    in_a_row(lab, &mut games, tell);
    at_once(lab, tell);
    less_time(lab, tell);
    lines(lab, tell);
    busy(lab, tell);
    // Whoever was interrupted has been measured in nothing.
    if !interrupt::is_asked() {
        quits(lab, tell);
        measured(lab, &games, tell);
        at_the_end(lab, tell);
    }
}

type Tell<'a> = &'a mut dyn FnMut(Finding);

/// One whole game in every seat.
fn whole_games<G: Game>(lab: &Lab<'_, G>, games: &mut Vec<Record>, tell: Tell<'_>) {
    for seat in Seat::all(G::SPEC.seats.len()) {
        let played = lab.play(&lab.player, &Trial { seat, ..Trial::default() });
        tell(lab.judge(words::whole_game(&G::SPEC.seats[seat.index()].title), &played));
        games.extend(played.unwrap_or_default());
        if games.last().is_some_and(is_mute) {
            return;
        }
    }
}

/// Whether the program was waited for in vain, and has answered nothing.
fn is_mute(game: &Record) -> bool {
    let is_late =
        |event: &Event| matches!(event, Event::Faulted(fault) if fault.kind == FaultKind::Time);
    let is_answer = |event: &Event| matches!(event, Event::Moved(moved) if moved.got.is_some());
    game.events.iter().any(is_late) && !game.events.iter().any(is_answer)
}

/// Positions that programs are often not prepared for, found in random games.
fn positions<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    let game = lab.random_game(1);
    let cut = |moves: &[(Seat, String, usize)], at: usize| {
        let opening = moves[..at].iter().map(|(_, mv, _)| mv.clone()).collect();
        Trial { seat: moves[at].0, opening, answers: 1, ..Trial::default() }
    };
    let forced = (0..SEARCHED).find_map(|seed| {
        let game = lab.random_game(seed);
        let at = game.iter().position(|(_, _, choices)| *choices == 1)?;
        Some(cut(&game, at))
    });
    let at = |place: usize| (place < game.len()).then(|| cut(&game, place));
    let length = game.len();
    for (title, trial) in [
        (words::forced(), forced),
        (words::last_move(), length.checked_sub(1).and_then(at)),
        (words::late(), at(length * 85 / 100)),
        (words::elsewhere(), at(length / 6)),
    ] {
        tell(match trial {
            Some(trial) => lab.judge(title, &lab.play(&lab.player, &trial)),
            None => Finding::new(title, Verdict::Skipped, words::not_in_this_game()),
        });
    }
}

fn in_a_row<G: Game>(lab: &Lab<'_, G>, games: &mut Vec<Record>, tell: Tell<'_>) {
    let played = lab.play(&lab.player, &Trial { games: 3, ..Trial::default() });
    tell(lab.judge(words::in_a_row(), &played));
    games.extend(played.unwrap_or_default());
}

fn at_once<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    let trial = Trial { with_itself: true, answers: SOME, ..Trial::default() };
    tell(lab.judge(words::at_once(), &lab.play(&lab.player, &trial)));
}

/// Less time than usual, and a clock for the whole game, where the protocol has words for them.
fn less_time<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    let dialect = lab.player.dialect.as_deref().unwrap_or_default();
    let says_clock = lab.kit.dialect(dialect).is_ok_and(|entry| entry.says_clock);
    let limit = lab.player.limit_ns.unwrap_or(5_000_000_000);
    let shorter = Player { limit_ns: Some(limit / 10), ..lab.player.clone() };
    let clock = "10s+0.1s".parse().ok();
    let on_clock = Player { limit_ns: None, clock, ..lab.player.clone() };
    let some = Trial { answers: SOME, ..Trial::default() };
    for (title, player) in [(words::short_time(), shorter), (words::clock(), on_clock)] {
        if !says_clock {
            let what = words::not_in_this_dialect(dialect);
            tell(Finding::new(title, Verdict::Skipped, what));
            continue;
        }
        let played = lab.play(&player, &some);
        let mut found = lab.judge(title, &played);
        let is_late =
            |event: &Event| matches!(event, Event::Faulted(fault) if fault.kind == FaultKind::Time);
        let mut events = played.iter().flatten().flat_map(|record| &record.events);
        // Nobody has promised to be so quick.
        if found.verdict == Verdict::Failed && events.any(is_late) {
            found.verdict = Verdict::Warning;
            found = found.because(words::why_short_time(), words::fix_short_time());
        }
        tell(found);
    }
}

/// A program that is told that its game is over.
fn quits<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    if lab.player.lifetime == Some(Lifetime::PerMove) {
        return;
    }
    let game = lab.random_game(1);
    let opening = game[..game.len().saturating_sub(2)].iter().map(|(_, mv, _)| mv.clone());
    let trial = Trial { opening: opening.collect(), ..Trial::default() };
    let left = tempfile::NamedTempFile::new().map(tempfile::NamedTempFile::into_temp_path);
    let Ok(left) = left else { return };
    let script = format!("\"$@\"; echo $? > {}", super::trial::quoted(&left.to_string_lossy()));
    let mut judged = Finding::new(words::quits(), Verdict::Skipped, Text::new("", ""));
    let mut code = String::new();
    // On a busy machine even somebody who leaves at once may need longer.
    for _ in 0..TRIES {
        let played = lab.wrapped(&script).and_then(|player| lab.play(&player, &trial));
        judged = lab.judge(words::quits(), &played);
        code = std::fs::read_to_string(&left).unwrap_or_default();
        if judged.verdict == Verdict::Failed || !code.is_empty() || interrupt::is_asked() {
            break;
        }
    }
    tell(match (judged.verdict, code.trim()) {
        (Verdict::Failed, _) => judged,
        (_, "") => Finding::new(words::quits(), Verdict::Failed, words::did_not_quit())
            .because(words::why_did_not_quit(), words::fix_did_not_quit()),
        (_, code) => {
            Finding::new(words::quits(), Verdict::Fine, words::left_with(format!("exit {code}")))
        }
    });
}

/// Lines that look otherwise than usual, and less memory than usual.
fn lines<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    let some = Trial { answers: SOME, ..Trial::default() };
    let mut try_script = |title: Text, script: &str| {
        let played = lab.wrapped(script).and_then(|player| lab.play(&player, &some));
        tell(lab.judge(title, &played));
    };
    let is_by_lines = lab.player.lifetime != Some(Lifetime::PerMove);
    if is_by_lines {
        try_script(words::crlf(), &through(r"s/$/\r/"));
    }
    let dialect = lab.player.dialect.as_deref().unwrap_or_default();
    if dialect == gyoji_core::plain::NAME {
        try_script(words::unknown_lines(), &through(r"s/^go /later 1 2 3\n&/"));
    }
    try_script(words::memory(), r#"ulimit -d 1048576 && exec "$@""#);
}

/// A program that reads what `sed` makes of its lines. It is over when the program is: a pipe alone
/// would wait for `sed`, too.
fn through(edit: &str) -> String {
    format!("{{ sed -u '{edit}' <&3 & }} 3<&0 | \"$@\"")
}

/// A machine on which others work, too.
fn busy<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    let done = AtomicBool::new(false);
    let played = std::thread::scope(|scope| {
        for _ in 0..cores::count() * 2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let played = lab.play(&lab.player, &Trial { answers: SOME, ..Trial::default() });
        done.store(true, Ordering::Relaxed);
        played
    });
    tell(lab.judge(words::busy(), &played));
}

/// What the games so far say of time and stderr.
fn measured<G: Game>(lab: &Lab<'_, G>, games: &[Record], tell: Tell<'_>) {
    let events = || games.iter().flat_map(|record| &record.events);
    let ready = events().filter_map(|event| match event {
        Event::Ready(ready) => Some(ready.spent.used()),
        _ => None,
    });
    let moves = || {
        events().filter_map(|event| match event {
            Event::Moved(moved) if moved.got.is_some() => Some(moved),
            _ => None,
        })
    };
    let first = moves().next().map(|moved| moved.spent.used());
    if let Some(start) = ready.max().or(first) {
        let finding =
            |verdict| Finding::new(words::start_up(), verdict, words::started(seconds(start)));
        tell(match start > Duration::from_secs(5) {
            true => {
                finding(Verdict::Warning).because(words::why_slow_start(), words::fix_slow_start())
            }
            false => finding(Verdict::Fine),
        });
    }
    let longest = moves().skip(1).map(|moved| moved.spent.counted()).max();
    if let Some(longest) = longest {
        let limit = lab.player.limit_ns.map(Duration::from_nanos);
        let what = match limit {
            Some(limit) => words::took(seconds(longest), seconds(limit)),
            None => words::took_unlimited(seconds(longest)),
        };
        tell(match limit.is_some_and(|limit| longest > limit * 8 / 10) {
            true => Finding::new(words::time_use(), Verdict::Warning, what)
                .because(words::why_close(), words::fix_close()),
            false => Finding::new(words::time_use(), Verdict::Fine, what),
        });
    }
    let bytes: usize = moves().map(|moved| moved.stderr.len()).sum();
    let what = words::stderr_amount(bytes, games.len());
    tell(match bytes > MUCH_STDERR * games.len().max(1) {
        true => Finding::new(words::stderr(), Verdict::Warning, what)
            .because(words::why_stderr(), words::fix_stderr()),
        false => Finding::new(words::stderr(), Verdict::Fine, what),
    });
}

/// A program whose input is closed before it was asked anything.
fn at_the_end<G: Game>(lab: &Lab<'_, G>, tell: Tell<'_>) {
    let Left { took, exit, stdout, stderr } = match leave(lab) {
        Ok(left) => left,
        Err(bad) => {
            let problem = Text::plain(format!("{:?}", bad.input)).then(": ", &bad.problem);
            tell(Finding::new(words::leaves(), Verdict::Failed, words::cannot_try(problem)));
            return;
        }
    };
    tell(match took {
        Some(took) => Finding::new(words::leaves(), Verdict::Fine, Text::plain(seconds(took))),
        None => Finding::new(words::leaves(), Verdict::Failed, words::stays(LEAVE.as_secs()))
            .because(words::why_stays(), words::fix_stays()),
    });
    if let Some(exit) = exit {
        let what = words::left_with(match exit {
            Exit::Code(code) => format!("exit {code}"),
            Exit::Signal(signal) => format!("signal {signal}"),
        });
        tell(match exit == Exit::Code(0) {
            true => Finding::new(words::exit_code(), Verdict::Fine, what),
            false => Finding::new(words::exit_code(), Verdict::Warning, what).because(
                words::why_exit_code(),
                words::fix_exit_code(stderr.lines().last().unwrap_or("-")),
            ),
        });
    }
    tell(match stdout.is_empty() {
        true => Finding::new(words::silent(), Verdict::Fine, Text::new("", "")),
        false => {
            let said = screen::one_line(&format!("\"{stdout}\""), 60);
            Finding::new(words::silent(), Verdict::Failed, words::printed(said))
                .because(words::why_printed(), words::fix_printed())
        }
    });
}

/// How a program left.
struct Left {
    took: Option<Duration>,
    exit: Option<Exit>,
    stdout: String,
    stderr: String,
}

/// Runs the program without any input. It is ended as it is in a game, with all it has started.
fn leave<G: Game>(lab: &Lab<'_, G>) -> Result<Left, BadText> {
    let (command, folder) = lab.command()?;
    let mut wire = Process::new(Program {
        command,
        folder: Some(folder.into()),
        supervisor: SUPERVISOR.into(),
        caps: Caps::default(),
        freezable: false,
        merges: false,
        room: None,
        shared: None,
    });
    let mut arrival = wire.start(false);
    while arrival == Arrival::Coming {
        std::thread::sleep(GLANCE);
        arrival = wire.arrival();
    }
    if let Arrival::Failed(NoStart::Player(words) | NoStart::Trouble(words)) = arrival {
        return Err(BadText::new(&lab.text.text, Text::plain(words)));
    }
    wire.farewell();
    let (start, mut stdout, mut exit) = (Instant::now(), String::new(), None);
    while exit.is_none() && start.elapsed() < LEAVE {
        std::thread::sleep(GLANCE);
        wire.pump();
        exit = wire.exit();
        while let Some(incoming) = wire.take() {
            if let Incoming::Line(text, _) | Incoming::Flood(text, _) = incoming {
                stdout += &text.escaped();
            }
        }
    }
    stdout += &Bytes::new(wire.partial()).escaped();
    Ok(Left { took: exit.map(|_| start.elapsed()), exit, stdout, stderr: wire.all_stderr() })
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
