//! `gyoji judge`: the class-room judge of seed 000, for Othello programs.
//!
//! Without arguments it asks for the programs, as the original does. One program plays against
//! a person; two play one game, or a series; more than two play all against all.

mod ask;
mod log;
mod original;
mod ranking;
mod words;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use gyoji_core::record::{Event, Place, Plan, Player, Record};
use gyoji_core::{Game, Kit, Lang, Lifetime, Setup};
use gyoji_league::{League, News, Played, Slot, random_id};
use gyoji_othello::Othello;
use gyoji_referee::player::{House, Kind, PlayerText, Terms};
use gyoji_words::cli;

use super::loss::{Kept, explain_loss};
use super::matches::told;
use crate::args;
use crate::failure::{BOT_FAILED, FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::keep::{data_folder, open_store, versions};
use crate::listener::{GO_ON, Listener, Show};
use crate::players::{
    entries, house, keep_apart, lock_in, parse_player_in, say_where_to_connect, seated, tell_apart,
    warn_of_clocks,
};
use crate::screen;
use log::GameLog;
use ranking::Ranking;

/// The time for one answer, as the original has it.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// How often each ordered pair meets where more than two play, as in the original.
const USUAL_GAMES: u32 = 3;

pub fn run(args: &args::Judge, lang: Lang) -> Result<ExitCode, Failure> {
    if args.original {
        original::check(args)?;
    }
    let level = lock_in(args.sandbox.sandbox, true, lang)?;
    Judge { args, lang, level, kit: gyoji_othello::kit() }.run()
}

/// What was asked for, and what follows from it.
struct Judge<'a> {
    args: &'a args::Judge,
    lang: Lang,
    /// The level at which programs are locked in.
    level: Option<u8>,
    kit: Kit<Othello>,
}

impl Judge<'_> {
    fn run(&self) -> Result<ExitCode, Failure> {
        let mut players = match self.args.players.is_empty() {
            true => self.ask_for_players()?,
            false => {
                self.args.players.iter().map(|text| self.read(text)).collect::<Result<_, _>>()?
            }
        };
        if let [_] = &players[..] {
            let is_black = !self.args.original || self.ask_for_black()?;
            let human = PlayerText::parse("human", &[])?;
            players.insert(usize::from(!is_black), human);
        }
        tell_apart(&mut players);
        say_where_to_connect(&players, self.lang);
        if let Some(folder) = self.log_folder() {
            // That nothing can be written there must not be found out after the first game.
            let made = std::fs::create_dir_all(folder).and_then(|()| tempfile::tempfile_in(folder));
            made.map_err(|error| Failure::io(folder, &error))?;
        }
        let with_human = players.iter().any(|player| player.kind == Kind::Human);
        match self.args.games {
            None if players.len() == 2 && (with_human || !self.args.original) => {
                self.one_game(&players)
            }
            games => self.series(&players, games.unwrap_or(USUAL_GAMES)),
        }
    }

    /// Reads a player. Whatever is wrong with it is said now, while it can be typed again.
    fn read(&self, text: &str) -> Result<PlayerText, Failure> {
        let class = self.args.original.then(|| original::as_class(text)).flatten();
        let text = class.as_deref().unwrap_or(text);
        let wanted = self.args.sandbox.sandbox;
        let mut player = parse_player_in(&self.kit, text, wanted, self.lang)?;
        let speaks_judge = match &player.kind {
            Kind::Program { dialect, .. } => dialect.as_deref().is_none_or(|name| name == "judge"),
            _ => false,
        };
        let lenient = self.args.lenient || self.args.original;
        let wanted = [(lenient, "lenient", "true"), (self.args.original, "streams", "merged")];
        for (_, name, value) in wanted.into_iter().filter(|(wanted, ..)| *wanted && speaks_judge) {
            // What its own text says stays.
            if !player.options.iter().any(|(said, _)| said == name) {
                player.options.push((name.into(), value.into()));
            }
        }
        let entry = player.player(&self.kit, &self.terms())?;
        self.house(&[]).chair(&self.kit, &entry)?;
        Ok(player)
    }

    fn house(&self, players: &[Player]) -> House {
        let look = super::look(gyoji_core::view::Glyphs::default());
        let mut house = house(self.lang, look);
        let folders =
            [self.args.record.as_deref(), self.log_folder(), data_folder(&self.args.keep)];
        keep_apart(&mut house, &self.kit, players, folders, self.lang);
        house
    }

    fn terms(&self) -> Terms {
        let per_move = self.args.per_move || self.args.original;
        let mut terms = Terms {
            time: self.args.time,
            clock: self.args.clock,
            lifetime: per_move.then_some(Lifetime::PerMove),
            sandbox: self.level,
            ..Terms::default()
        };
        terms.time = Some(terms.time_or(USUAL_TIME));
        terms
    }

    /// Where the logs go, if anywhere: the original puts them into the current folder.
    fn log_folder(&self) -> Option<&Path> {
        let here = self.args.original.then_some(Path::new("."));
        self.args.log.as_deref().or(here)
    }

    fn save_log(&self, record: &Record, text: &str) -> Result<(), Failure> {
        let Some(folder) = self.log_folder() else { return Ok(()) };
        let (path, text): (PathBuf, _) = match self.args.original {
            true => (original::log_path(folder, record), &*original::log(record, self.lang)),
            false => {
                let name = format!("{}-{}.log", Othello::SPEC.id, record.header.id);
                (folder.join(name), text)
            }
        };
        std::fs::write(&path, text).map_err(|error| Failure::io(&path, &error))
    }

    /// One game, shown move by move. One that the machine has spoiled is played again.
    fn one_game(&self, players: &[PlayerText]) -> Result<ExitCode, Failure> {
        let (args, lang) = (self.args, self.lang);
        interrupt::listen(interrupt::stop);
        let with_human = players.iter().any(|player| player.kind == Kind::Human);
        let quiet = with_human || args.json;
        let entries = entries(&self.kit, players, &self.terms())?;
        warn_of_clocks(&self.kit, &entries, lang);
        let house = self.house(&entries);
        let plan = Plan::new::<Othello>(random_id(), &Setup::usual::<Othello>(), entries);
        let mut code = exit_code(false);
        let mut is_spoiled = false;
        let store = open_store(&args.keep, lang)?;
        let listener = Listener::new(|news| {
            if let Some(text) = told(&news) {
                screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
            }
            match news {
                News::Void(played, true) => {
                    self.tell_game(&played, players)?;
                    let text = words::void_again(&played.ended.system);
                    screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
                }
                News::Void(played, false) => {
                    self.tell_game(&played, players)?;
                    is_spoiled = true;
                }
                News::Played(played) => {
                    let failed = self.tell_game(&played, players)?;
                    code = exit_code(failed);
                }
                News::NotKept(_) | News::Bug(_) => is_spoiled = true,
                News::Waits(_) | News::FewerThreads(..) => {}
            }
            GO_ON
        });
        let listener = listener
            .showing((!quiet).then(|| live_log(lang)))
            .storing(store.as_ref(), versions(players));
        let record = args.record.as_deref();
        let league = League { record, ..League::new(&self.kit, &house) };
        let finished = league.run([plan].into_iter(), interrupt::wish(), &listener);
        listener.finish()?;
        finished?;
        Ok(match is_spoiled {
            _ if interrupt::is_asked() => ExitCode::from(INTERRUPTED),
            true => ExitCode::from(FAILED),
            false => code,
        })
    }

    /// Explains, logs and prints a game that is over. Whether a program lost it by a fault.
    fn tell_game(&self, played: &Played, players: &[PlayerText]) -> Result<bool, Failure> {
        let (args, lang) = (self.args, self.lang);
        let Played { record, ended, path } = played;
        let mut log = GameLog::whole(record, lang);
        let loser = ended.loser.filter(|_| ended.fault.is_some());
        let failed = loser.is_some_and(|loser| players[loser.index()].kind != Kind::Human);
        if failed || played.excused().is_some() {
            let kept = Kept::keep(record, path.as_deref());
            log.explain(explain_loss(&self.kit, record, &kept, lang, screen::say));
        }
        self.save_log(record, log.text())?;
        if args.json {
            super::print_json(&serde_json::json!({
                "players": players.iter().map(PlayerText::name).collect::<Vec<_>>(),
                "id": record.header.id,
                "ended": ended,
                "record": path.as_ref().map(|path| path.display().to_string()),
            }))?;
        } else if args.original {
            super::print(&format!("{}\n", original::result(record, lang)))?;
        }
        Ok(failed)
    }

    /// Several games, each ordered pair meeting so often, and the ranking.
    fn series(&self, players: &[PlayerText], games: u32) -> Result<ExitCode, Failure> {
        let (args, lang) = (self.args, self.lang);
        let pairs: Vec<[usize; 2]> = (0..players.len())
            .flat_map(|black| (0..players.len()).map(move |white| [black, white]))
            .filter(|[black, white]| black != white)
            .collect();
        let count = pairs.len() as u64 * u64::from(games);
        let pair = |number: u64| match args.original {
            // The original lets a pair play all its games before the next.
            true => (number / u64::from(games)) as usize,
            false => (number % pairs.len() as u64) as usize,
        };
        let (series, entries) = (random_id(), entries(&self.kit, players, &self.terms())?);
        warn_of_clocks(&self.kit, &entries, lang);
        let setup = Setup::usual::<Othello>();
        let plans = (0..count).map(|number| {
            let pairing = pair(number);
            let game = match args.original {
                true => number % u64::from(games),
                false => number / pairs.len() as u64,
            };
            let (round, pairing, game) = (1, pairing as u32 + 1, game as u32 + 1);
            let place = Place { series: series.clone(), round, pairing, game, ..Place::default() };
            let slot = Slot { seats: pairs[pair(number)].into(), seed: number, place };
            slot.plan::<Othello>(&entries, &setup)
        });
        let mut sheet = original::Sheet::new(players, games, lang);
        let in_original_words = args.original && !args.json;
        match in_original_words {
            true => drop(super::print(&sheet.begin(pairs[pair(0)]))?),
            false => screen::say(words::round_robin(players.len(), games, count).get(lang)),
        }
        interrupt::listen(move || screen::say(cli::interrupted().get(lang)));
        let mut ranking = Ranking::new(players);
        let mut number = 0;
        let mut spoiled = 0;
        let mut is_deserted = false;
        let store = open_store(&args.keep, lang)?;
        let listener = Listener::new(|news| {
            if let Some(text) = told(&news) {
                screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
            }
            let played = match news {
                News::Played(played) => played,
                News::Void(played, _) => {
                    if played.excused().is_some() {
                        let kept = Kept::keep(&played.record, played.path.as_deref());
                        explain_loss(&self.kit, &played.record, &kept, lang, screen::say);
                    }
                    return GO_ON;
                }
                News::Bug(_) | News::NotKept(_) => {
                    spoiled += 1;
                    return GO_ON;
                }
                News::Waits(_) | News::FewerThreads(..) => return GO_ON,
            };
            number += 1;
            let seated = seated(played.plan(), players);
            ranking.add(&played.ended, &seated);
            let mut log = GameLog::whole(&played.record, lang);
            if in_original_words {
                let next = (number < count).then(|| pairs[pair(number)]);
                super::print(&sheet.add(&played.record, [seated[0], seated[1]], next))?;
            } else {
                screen::say(&format!("[{number}/{count}] {}", log.result()));
            }
            let loser = played.ended.loser.map(|loser| &players[seated[loser.index()]].kind);
            if loser.is_some_and(|loser| *loser != Kind::Human) {
                let kept = Kept::keep(&played.record, played.path.as_deref());
                log.explain(explain_loss(&self.kit, &played.record, &kept, lang, screen::say));
            }
            self.save_log(&played.record, log.text())?;
            // Nobody is at the keyboard any more: then there is nobody for another game either.
            if loser == Some(&Kind::Human) && number < count && screen::is_stdin_over() {
                let text = cli::nobody_there(number, count);
                screen::say(&format!("gyoji: {}", screen::clean(text.get(lang))));
                is_deserted = true;
                return Ok(ControlFlow::Break(()));
            }
            GO_ON
        });
        let listener = listener.storing(store.as_ref(), versions(players));
        let house = self.house(&entries);
        let record = args.record.as_deref();
        let league = League { record, ..League::new(&self.kit, &house) };
        let finished = league.run(plans, interrupt::wish(), &listener).map_err(Failure::from);
        let finished = listener.finish().and(finished);
        // What has been counted is shown even if the disk is full now.
        let finished = match finished {
            Err(failure) if number == 0 => return Err(failure),
            finished => finished,
        };
        match (args.json, args.original) {
            (true, _) => super::print_json(&ranking.rows())?,
            (_, true) => super::print(&sheet.ranking(&ranking))?,
            (_, false) => super::print(&ranking.table(lang))?,
        };
        finished?;
        match spoiled {
            0 if is_deserted => Ok(ExitCode::from(INTERRUPTED)),
            0 => Ok(exit_code(ranking.has_faults(players))),
            _ => Ok(ExitCode::from(FAILED)),
        }
    }
}

/// Prints the log of a game as it grows.
fn live_log<'a>(lang: Lang) -> Show<'a> {
    Box::new(move |header| {
        let mut log = GameLog::new(header, lang);
        let show = |text: &str| {
            let mut stdout = std::io::stdout().lock();
            let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        };
        show(log.text());
        Box::new(move |event: &Event| show(log.add(event)))
    })
}

fn exit_code(failed: bool) -> ExitCode {
    match failed {
        _ if interrupt::is_asked() => ExitCode::from(INTERRUPTED),
        true => ExitCode::from(BOT_FAILED),
        false => ExitCode::SUCCESS,
    }
}
