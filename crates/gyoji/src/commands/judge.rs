//! `gyoji judge`: the class-room judge of seed 000, for Othello programs.
//!
//! Without arguments it asks for the programs, as the original does. One program plays against
//! a person; more than two play all against all.

mod log;
mod ranking;

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Lang, Lifetime, Setup};
use gyoji_othello::Othello;
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_referee::{Look, Recorder, Watch, play};
use gyoji_words::judge as words;

use super::loss::explain_loss;
use crate::args;
use crate::failure::{BOT_FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::matches::{Job, Series, begin_journal, header, house};
use crate::players::{parse_player, tell_apart};
use crate::screen;
use log::GameLog;
use ranking::Ranking;

pub fn run(args: &args::Judge, lang: Lang) -> Result<ExitCode, Failure> {
    let kit = gyoji_othello::kit();
    let mut players: Vec<PlayerText> = match args.players.is_empty() {
        true => ask_for_players(&kit, args, lang)?,
        false => {
            args.players.iter().map(|text| read(&kit, text, args)).collect::<Result<_, _>>()?
        }
    };
    if let [_] = &players[..] {
        players.insert(0, PlayerText::parse("human", &[])?);
    }
    tell_apart(&mut players);
    if let Some(folder) = &args.log {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    let all_against_all = players.len() > 2;
    match all_against_all {
        true => tournament(&kit, &players, args, lang),
        false => one_game(&kit, &players, args, lang),
    }
}

fn read(kit: &Kit<Othello>, text: &str, args: &args::Judge) -> Result<PlayerText, Failure> {
    let mut player = parse_player(kit, text)?;
    let speaks_judge = match &player.kind {
        Kind::Program { dialect, .. } => dialect.as_deref().is_none_or(|name| name == "judge"),
        _ => false,
    };
    let says_it = player.options.iter().any(|(name, _)| name == "lenient");
    if args.lenient && speaks_judge && !says_it {
        player.options.push(("lenient".into(), "true".into()));
    }
    // Whatever is wrong with it is said now, while it can be typed again.
    player.invite(kit, &house_for(args, Lang::En)?)?;
    Ok(player)
}

fn house_for(args: &args::Judge, lang: Lang) -> Result<gyoji_referee::player::House, Failure> {
    let terms = Terms {
        time: Some(args.time),
        lifetime: args.per_move.then_some(Lifetime::PerMove),
        ..Terms::default()
    };
    let look = Look { colour: super::colour(&std::io::stdout()), ..Look::default() };
    house(lang, look, terms)
}

/// Asks for the two programs; an empty second answer means that a person plays.
fn ask_for_players(
    kit: &Kit<Othello>,
    args: &args::Judge,
    lang: Lang,
) -> Result<Vec<PlayerText>, Failure> {
    // Questions are no results: with --json they must not stand among them.
    let show = |text: &str| match args.json {
        true => {
            let _ = std::io::stderr().write_all(text.as_bytes());
            Ok(ExitCode::SUCCESS)
        }
        false => super::print(text),
    };
    show(&format!("{}\n", words::welcome().get(lang)))?;
    let mut players = Vec::new();
    for prompt in [words::first_path(), words::second_path()] {
        loop {
            show(&format!("{} ", prompt.get(lang)))?;
            let Some(line) = read_line() else {
                return Err(Failure::usage_text(match players.is_empty() {
                    true => words::no_players(),
                    false => words::no_second_player(),
                }));
            };
            let text = at_home(line.trim());
            match &*text {
                "" if players.is_empty() => continue,
                "" => return Ok(players),
                text => match read(kit, text, args) {
                    Ok(player) => {
                        players.push(player);
                        break;
                    }
                    Err(failure) if std::io::stdin().is_terminal() => {
                        screen::say(&failure.message(lang));
                    }
                    Err(failure) => return Err(failure),
                },
            }
        }
    }
    Ok(players)
}

/// One line from stdin, and not a byte more: what follows may be the moves of whoever plays.
/// None at the end.
fn read_line() -> Option<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    let stdin = std::io::stdin();
    while matches!(rustix::io::read(&stdin, &mut byte), Ok(1)) {
        line.push(byte[0]);
        if byte[0] == b'\n' {
            break;
        }
    }
    (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// `~/my_ai.py` as a shell would read it: here there is none.
fn at_home(text: &str) -> Cow<'_, str> {
    match (text.strip_prefix("~/"), std::env::var("HOME")) {
        (Some(rest), Ok(home)) => format!("{home}/{rest}").into(),
        _ => text.into(),
    }
}

/// One game, shown move by move.
fn one_game(
    kit: &Kit<Othello>,
    players: &[PlayerText],
    args: &args::Judge,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    let house = house_for(args, lang)?;
    let with_human = players.iter().any(|player| player.kind == Kind::Human);
    let (mut seated, mut chairs) = (Vec::new(), Vec::new());
    for player in players {
        let (player, chair) = player.invite(kit, &house)?;
        seated.push(player);
        chairs.push(chair);
    }
    let mut header = header::<Othello>(&Setup::usual::<Othello>(), seated);
    let journal = begin_journal(args.record.as_deref(), &mut header)?;
    let path = journal.as_ref().map(|journal| journal.path().to_owned());
    interrupt::listen(|| interrupt::now().store(true, std::sync::atomic::Ordering::SeqCst));
    let mut log = GameLog::new(&header, lang);
    let mut recorder = Recorder::new(journal);
    let quiet = with_human || args.json;
    let show = |text: &str| {
        if !quiet {
            let mut stdout = std::io::stdout().lock();
            let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        }
    };
    show(log.text());
    let ended = play(&header, &mut chairs, interrupt::now(), &mut |event: &Event| {
        recorder.event(event);
        recorder.idle(); // nobody is in a hurry here
        show(log.add(event));
    })?;
    let (record, trouble) = recorder.finish(header);
    let loser = ended.loser.filter(|_| ended.fault.is_some());
    let failed = loser.is_some_and(|loser| players[loser.index()].kind != Kind::Human);
    if failed {
        log.explain(explain_loss(kit, &record, path.as_deref(), lang, screen::say));
    }
    if let (Some(error), Some(folder)) = (trouble, &args.record) {
        return Err(Failure::io(folder, &error));
    }
    save_log(args, &record, log.text())?;
    if args.json {
        super::print_json(&serde_json::json!({
            "players": players.iter().map(PlayerText::name).collect::<Vec<_>>(),
            "id": record.header.id,
            "ended": ended,
            "record": path.map(|path| path.display().to_string()),
        }))?;
    }
    Ok(match failed {
        _ if interrupt::is_asked() => ExitCode::from(INTERRUPTED),
        true => ExitCode::from(BOT_FAILED),
        false => ExitCode::SUCCESS,
    })
}

/// All against all, each ordered pair several times.
fn tournament(
    kit: &Kit<Othello>,
    players: &[PlayerText],
    args: &args::Judge,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    let house = house_for(args, lang)?;
    let pairs: Vec<Vec<usize>> = (0..players.len())
        .flat_map(|black| (0..players.len()).map(move |white| vec![black, white]))
        .filter(|pair| pair[0] != pair[1])
        .collect();
    let count = pairs.len() as u64 * u64::from(args.games);
    let job = |number: u64| {
        let mut setup = Setup::usual::<Othello>();
        setup.seed = number;
        Job { seats: pairs[(number % pairs.len() as u64) as usize].clone(), setup }
    };
    let record = args.record.as_deref();
    let series = Series { kit, players, house: &house, record, threads: 1, stage: None };
    let shown = words::round_robin(players.len(), args.games, count);
    screen::say(shown.get(lang));
    interrupt::listen(move || screen::say(gyoji_words::cli::interrupted().get(lang)));
    let mut ranking = Ranking::new(players);
    let mut number = 0;
    let finished = series.run(count, job, |played| {
        number += 1;
        ranking.add(&played.ended, &played.job.seats);
        let mut log = GameLog::new(&played.record.header, lang);
        for event in &played.record.events {
            log.add(event);
        }
        screen::say(&format!("[{number}/{count}] {}", log.result()));
        let loser = played.ended.loser.map(|loser| played.job.seats[loser.index()]);
        if loser.is_some_and(|loser| players[loser].kind != Kind::Human) {
            let path = played.path.as_deref();
            log.explain(explain_loss(kit, &played.record, path, lang, screen::say));
        }
        save_log(args, &played.record, log.text())
    });
    // What has been counted is shown even if the disk is full now.
    let finished = match finished {
        Err(failure) if number == 0 => return Err(failure),
        finished => finished,
    };
    match args.json {
        true => super::print_json(&ranking.rows())?,
        false => super::print(&ranking.table(lang))?,
    };
    finished?;
    Ok(match ranking.has_faults(players) {
        _ if interrupt::is_asked() => ExitCode::from(INTERRUPTED),
        true => ExitCode::from(BOT_FAILED),
        false => ExitCode::SUCCESS,
    })
}

fn save_log(args: &args::Judge, record: &Record, text: &str) -> Result<(), Failure> {
    let Some(folder) = &args.log else { return Ok(()) };
    let path = folder.join(format!("{}-{}.log", Othello::SPEC.id, record.header.id));
    std::fs::write(&path, text).map_err(|error| Failure::io(&path, &error))
}
