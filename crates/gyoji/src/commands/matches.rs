//! `gyoji match`: a series of games, the score and what it is worth.

mod asides;
mod figures;
mod report;
mod sheet;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use gyoji_core::record::{Ended, Event, FaultKind, Plan};
use gyoji_core::{Game, Kit, Lang, Seat, Spec, Visitor};
use gyoji_league::stats::{Sprt, SprtRun, Verdict};
use gyoji_league::{
    League, News, Openings, Pairings, Played, Schedule, Seating, is_missed_turn, random_id,
};
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_words::{Text, cli, faults, human, stats};
use indicatif::{ProgressBar, ProgressStyle};

use super::loss::{Kept, explain_loss};
use crate::args;
use crate::failure::{BOT_FAILED, FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::keep::{Stored, data_folder, open_store, series_of, versions};
use crate::listener::{GO_ON, Heard, Listener};
use crate::players::{
    entries, house, is_program, keep_apart, lock_in, parse_players, say_where_to_connect, seated,
    tell_apart, warn_of_clocks,
};
use crate::screen;
use crate::setup::setup_for;
use crate::watch::Stage;
use asides::{Aside, MOST_EXPLAINED, explain_faults, explain_fouls, explain_missed, say};
use figures::{Figures, llr_text};
use report::Report;
use sheet::Sheet;

/// How fast games are shown unless it is said: moves of two, turns of more.
const FPS_OF_TWO: u32 = 2;
const FPS_OF_MORE: u32 = 20;
/// How many games a test takes at the most, unless it is said.
const MOST_TESTED: u64 = 100_000;

pub fn run(args: &args::Match, lang: Lang) -> Result<ExitCode, Failure> {
    gyoji_catalog::visit(&args.game, Run { args, lang })?
}

struct Run<'a> {
    args: &'a args::Match,
    lang: Lang,
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let (args, lang) = (self.args, self.lang);
        let mut players = parse_players(kit, &args.players, args.terms.sandbox.sandbox, lang)?;
        let seats = G::SPEC.seats.len();
        if players.len() < seats {
            let text = cli::player_count(G::SPEC.id, seats, players.len());
            return Err(Failure::usage_text(text));
        }
        let sprt = self.test(players.len(), seats)?;
        let adjudicate = args.adjudicate.as_deref().map(str::parse).transpose()?;
        tell_apart(&mut players);
        let store = open_store(&args.keep, lang)?;
        // What is stored goes on if the same is asked for again, so the words decide the lot.
        let versions = if store.is_some() { versions(&players) } else { Vec::new() };
        let words = store.as_ref().map(|_| self.words(&players, &versions));
        let drawn = || match &words {
            Some(words) => fastrand::Rng::with_seed(hash(words)).u64(..1 << 32),
            None => fastrand::u64(..1 << 32),
        };
        let seed = args.seed.unwrap_or_else(drawn);
        let mut terms = terms(&args.terms);
        let has_programs = players.iter().any(is_program);
        terms.sandbox = lock_in(args.terms.sandbox.sandbox, has_programs, lang)?;
        let setup = setup_for(kit, &args.setup, &players, &terms, seed, lang)?;
        let mut schedule = self.schedule(players.len(), seats, seed);
        if let Some(words) = &words {
            schedule.series = series_of(&[words, &seed.to_string()]);
        }
        if let Some(fps) = args.fps {
            terms.time = Some(time_at(fps, terms.time_or(G::SPEC.time)));
        }
        let look = super::look(gyoji_core::view::Glyphs::default());
        let mut house = house(lang, look);
        let stage = self.stage(seats, schedule.len(), &players)?;
        let threads = if args.watch { 1 } else { threads(args.jobs, &players, lang) };
        let seated_as = entries(kit, &players, &terms)?;
        keep_apart(
            &mut house,
            kit,
            &seated_as,
            [args.record.as_deref(), data_folder(&args.keep)],
            lang,
        );
        let league =
            League { kit, house: &house, record: args.record.as_deref(), threads, pin: args.pin };
        warn_of_clocks(kit, &seated_as, lang);
        let openings = match &args.openings {
            Some(path) => Openings::read(kit, path, &setup, args.order.parse()?)?,
            None => Openings::random(args.opening),
        };
        let plans = schedule
            .slots()
            .map(|slot| openings.begin::<G>(slot.plan::<G>(&seated_as, &setup), &setup))
            .map(|plan| Plan { adjudicate, ..plan });
        // Whatever is wrong with a player is said before anything starts.
        for plan in plans.clone().take(schedule.tables.len() * seats) {
            league.check(&plan)?;
        }

        let humans = players.iter().any(|player| player.kind == Kind::Human);
        let hidden = humans || args.watch || schedule.len() < 2;
        let bar = progress_bar(schedule.len(), hidden, sprt.is_some(), lang);
        match args.watch {
            // Whoever watches and presses Ctrl-C has seen enough.
            true => interrupt::listen(interrupt::stop),
            false => listen(&bar, lang),
        }
        let aside = Aside::new(&bar, args.watch);
        say_where_to_connect(&players, lang);
        let mut audience = Audience {
            args,
            lang,
            kit,
            players: &players,
            games: schedule.len(),
            sheet: Sheet { sprt: sprt.map(SprtRun::new), ..Sheet::new(&players, seats, seed) },
            aside: &aside,
            bar: &bar,
            missed: HashSet::new(),
            fouls: HashSet::new(),
        };
        let mut stored = Stored::default();
        if let Some(store) = &store {
            stored = Stored::load(store, &schedule.series)?;
            for plan in plans.clone() {
                if let Some(played) = stored.game(store, &plan)? {
                    audience.remember(&played);
                }
            }
        }
        if audience.sheet.games > 0 {
            let text = cli::from_the_store(audience.sheet.games);
            screen::say(&format!("gyoji: {}", text.get(lang)));
        }
        let is_decided = audience.is_decided();
        let plans =
            plans.filter(|plan| !is_decided && stored.lacks(plan)).map(|plan| stored.renamed(plan));
        let listener = Listener::new(|news| audience.hear(news)).storing(store.as_ref(), versions);
        let listener = listener.showing(stage.as_ref().map(|stage| stage.show()));
        let finished = league.run(plans, interrupt::wish(), &listener).map_err(Failure::from);
        let finished = listener.finish().and(finished);
        let sheet = audience.sheet;
        bar.finish_and_clear();
        // The terminal is itself again before anything else is said.
        drop(stage);
        aside.say_all();
        // What has been counted is shown even if something stands in the way of the rest.
        let finished = match finished {
            Err(failure) if sheet.games == 0 => return Err(failure),
            finished => finished,
        };

        let figures = Figures::new(&sheet);
        let report = Report { sheet: &sheet, args, spec: &G::SPEC, schedule: &schedule, figures };
        match args.json {
            true => super::print_json(&report.json())?,
            false => super::print_lines(&report.text(lang))?,
        };
        finished?;
        if sheet.bugs + sheet.unkept > 0 {
            return Ok(ExitCode::from(FAILED));
        }
        if sheet.is_deserted {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let failed = sheet.tallies.iter().zip(&sheet.standings.players).zip(&players);
        Ok(exit_code(failed.map(|((tally, standing), player)| {
            let failed = tally.faults > 0 || standing.program_failed();
            failed && !matches!(player.kind, Kind::Bot(_) | Kind::Human)
        })))
    }
}

/// A number that stands for these words.
fn hash(words: &str) -> u64 {
    u64::from_str_radix(&series_of(&[words])[..16], 16).unwrap_or_default()
}

impl Run<'_> {
    /// Everything that decides which games are played, in words: how many, how many at once and
    /// what is shown of them does not.
    fn words(&self, players: &[PlayerText], versions: &[(String, String)]) -> String {
        let args = self.args;
        let book = args.openings.as_ref().and_then(|path| std::fs::read(path).ok());
        let book = book.map(|bytes| series_of(&[&String::from_utf8_lossy(&bytes)]));
        let players: Vec<String> =
            players.iter().map(|player| format!("{}={}", player.name(), player.text)).collect();
        format!(
            "{} {players:?} {versions:?} {book:?} {} {:?} {:?} {} {:?} {} {:?} {:?}",
            args.game,
            args.gauntlet,
            args.terms,
            args.setup,
            args.opening,
            args.openings,
            args.order,
            args.fps,
            args.adjudicate,
        )
    }

    /// Who meets whom. Where more play than a table has seats, each table goes through every
    /// order of its seats unless it is said how many games it plays.
    fn schedule(&self, players: usize, seats: usize, seed: u64) -> Schedule {
        let pairings = match self.args.gauntlet {
            true => Pairings::Gauntlet,
            false => Pairings::AllAgainstAll,
        };
        let usual = match players > seats {
            _ if self.args.sprt.is_some() => MOST_TESTED,
            true => Seating::new(seats, seed).round(),
            false => seats as u64,
        };
        Schedule {
            series: random_id(),
            tables: pairings.tables(players, seats),
            seats,
            games: self.args.games.unwrap_or(usual),
            seed,
        }
    }

    /// The test that ends the series, if there is to be one.
    fn test(&self, players: usize, seats: usize) -> Result<Option<Sprt>, Failure> {
        let Some(text) = &self.args.sprt else { return Ok(None) };
        if players != 2 || seats != 2 {
            return Err(Failure::usage_text(stats::sprt_of_two(players, seats)));
        }
        Ok(Some(text.parse()?))
    }

    /// Where the games are shown, if they are to be watched.
    fn stage(
        &self,
        seats: usize,
        games: u64,
        players: &[PlayerText],
    ) -> Result<Option<Stage>, Failure> {
        if !self.args.watch {
            return Ok(None);
        }
        if players.iter().any(|player| player.kind == Kind::Human) {
            return Err(Failure::usage_text(gyoji_words::watch::not_with_a_person()));
        }
        let usual = if seats > 2 { FPS_OF_MORE } else { FPS_OF_TWO };
        let colour = super::colour(&std::io::stderr());
        Ok(Some(Stage::new(self.lang, colour, self.args.fps.unwrap_or(usual), games)))
    }
}

/// Hears what happens: counts it and explains what needs explaining.
struct Audience<'a, G: Game> {
    args: &'a args::Match,
    lang: Lang,
    kit: &'a Kit<G>,
    players: &'a [PlayerText],
    games: u64,
    sheet: Sheet,
    aside: &'a Aside<'a>,
    bar: &'a ProgressBar,
    /// The kinds of missed turns and fouls that have been explained.
    missed: HashSet<(usize, FaultKind)>,
    fouls: HashSet<(usize, String)>,
}

impl<G: Game> Audience<'_, G> {
    fn hear(&mut self, news: News) -> Heard {
        self.sheet.note(&news, self.players);
        if let Some(text) = told(&news) {
            self.aside.say(&format!("gyoji: {}", screen::clean(text.get(self.lang))));
        }
        match news {
            News::Played(played) => self.played(&played),
            News::Void(played, _) => {
                self.void(&played);
                GO_ON
            }
            _ => GO_ON,
        }
    }

    /// Counts a game that was played and told before.
    fn remember(&mut self, played: &Played) {
        self.sheet.add(played, &seated(played.plan(), self.players));
        self.bar.set_message(self.short_score());
        self.bar.inc(1);
    }

    /// Whether the test has its answer.
    fn is_decided(&self) -> bool {
        self.sheet.sprt.as_ref().is_some_and(|test| test.verdict() != Verdict::Continue)
    }

    fn played(&mut self, played: &Played) -> Heard {
        let (args, kit, lang, aside) = (self.args, self.kit, self.lang, self.aside);
        let seated = seated(played.plan(), self.players);
        self.sheet.add(played, &seated);
        let kind = |seat: Seat| &self.players[seated[seat.index()]].kind;
        let by_program = played.ended.loser.is_some_and(|loser| *kind(loser) != Kind::Human);
        let missed_turn =
            |event: &Event| matches!(event, Event::Faulted(fault) if is_missed_turn(fault));
        if by_program || played.record.events.iter().any(missed_turn) {
            let kept = Kept::keep(&played.record, played.path.as_deref());
            let faults = |seat: Seat| self.sheet.tallies[seated[seat.index()]].faults;
            if by_program && !args.quiet {
                explain_faults(played, &kept, kit, lang, faults, aside);
            }
            if !args.quiet {
                explain_missed(played, &seated, &kept, kit, lang, &mut self.missed, aside);
            }
        }
        if !args.quiet {
            explain_fouls::<G>(played, &seated, self.players, lang, &mut self.fouls, aside);
        }
        self.bar.set_message(self.short_score());
        self.bar.inc(1);
        // A person who lost because nobody is at the keyboard any more is not there for another
        // game either.
        let is_deserted = played.ended.loser.is_some_and(|loser| *kind(loser) == Kind::Human)
            && screen::is_stdin_over();
        if is_deserted && self.sheet.games < self.games {
            self.sheet.is_deserted = true;
            let text = cli::nobody_there(self.sheet.games, self.games);
            aside.say(&format!("gyoji: {}", screen::clean(text.get(lang))));
            return Ok(ControlFlow::Break(()));
        }
        match self.is_decided() {
            true => Ok(ControlFlow::Break(())),
            false => GO_ON,
        }
    }

    /// The score so far, beside the progress bar.
    fn short_score(&self) -> String {
        let score = match &self.sheet.tallies[..] {
            [first, _] => format!("+{} ={} -{}", first.wins, first.draws, first.losses),
            _ => String::new(),
        };
        match &self.sheet.sprt {
            Some(test) => format!("{score}  {}", llr_text(test, test.llr()).get(self.lang)),
            None => score,
        }
    }

    /// A game that counts for nobody is explained if a player was late by the machine's fault.
    fn void(&mut self, played: &Played) {
        let Some(seat) = played.excused() else { return };
        let player = seated(played.plan(), self.players)[seat.index()];
        let kept = Kept::keep(&played.record, played.path.as_deref());
        if self.sheet.tallies[player].void <= MOST_EXPLAINED && !self.args.quiet {
            explain_loss(self.kit, &played.record, &kept, self.lang, |text| self.aside.say(text));
        }
    }
}

/// The time for one answer at so many turns a second; `time` is what it is otherwise.
fn time_at(fps: u32, time: Duration) -> Duration {
    let turn = Duration::from_secs(1) / fps;
    if time.is_zero() { turn } else { time.min(turn) }
}

/// What there is to tell of something that is no result.
pub(super) fn told(news: &News) -> Option<Text> {
    match news {
        News::Waits(system) => Some(cli::series_waits(system)),
        News::NotKept(text) | News::Bug(text) => Some(text.clone()),
        News::FewerThreads(count, error) => Some(cli::fewer_threads(count, error)),
        News::Played(_) | News::Void(..) => None,
    }
}

/// The conditions of the command line.
pub(super) fn terms(args: &args::Terms) -> Terms {
    Terms {
        name: None,
        time: args.time,
        clock: args.clock,
        start_up: args.start_up,
        lifetime: args.lifetime,
        policy: args.policy,
        strikes: args.strikes,
        dialect: args.dialect.clone(),
        dir: None,
        file: None,
        ponder: args.ponder,
        ..Terms::default()
    }
}

/// How many games at once.
///
/// A program's clock is honest only if a core is free for it, so by default one game is played
/// at a time; bots of ours that count playouts and plies may share the machine. Where somebody thinks
/// in others' time, a game takes two cores.
fn threads(asked: Option<u16>, players: &[PlayerText], lang: Lang) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let all_bots = players.iter().all(|player| matches!(player.kind, Kind::Bot(_)));
    let humans = players.iter().any(|player| player.kind == Kind::Human);
    let ponders = players.iter().any(|player| player.terms.ponder == Some(true));
    match asked.map(usize::from) {
        // There is one keyboard.
        _ if humans => 1,
        Some(asked) => {
            if asked > cores && !all_bots {
                screen::say(&format!("gyoji: {}", cli::too_many_jobs(asked, cores).get(lang)));
            }
            asked
        }
        None if all_bots && ponders => (cores / 2).max(1),
        None if all_bots => cores,
        None => 1,
    }
}

fn progress_bar(games: u64, hidden: bool, is_test: bool, lang: Lang) -> ProgressBar {
    if hidden {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let word = cli::games_word();
    let template = match is_test {
        // Nobody knows when a test is over.
        true => format!("{{pos}} {}  {{msg}}  {{elapsed_precise}}", word.get(lang)),
        false => format!(
            "{{bar:30}} {{pos}}/{{len}} {}  {{msg}}  {{elapsed_precise}} < {{eta_precise}}",
            word.get(lang)
        ),
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// The first Ctrl-C is answered, so that nobody wonders.
fn listen(bar: &ProgressBar, lang: Lang) {
    let bar = bar.clone();
    interrupt::listen(move || say(&bar, cli::interrupted().get(lang)));
}

fn exit_code(program_failed: impl Iterator<Item = bool>) -> ExitCode {
    match (interrupt::is_asked(), { program_failed }.any(|failed| failed)) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (_, true) => ExitCode::from(BOT_FAILED),
        _ => ExitCode::SUCCESS,
    }
}

/// Why a game ended, in words; if by a fault, by which.
pub(super) fn ending<G: Game>(ended: &Ended) -> Text {
    let why = ending_of(&G::SPEC, &ended.why);
    match ended.fault {
        Some(fault) => why.then(": ", &fault_word(fault)),
        None if !ended.system.is_empty() => why.then(": ", &Text::plain(ended.system.as_str())),
        None => why,
    }
}

fn ending_of(spec: &Spec, why: &str) -> Text {
    match why {
        Ended::FAULT => human::by_fault(),
        Ended::RESIGNED => human::by_resignation(),
        Ended::ADJUDICATED => human::by_agreement(),
        Ended::ABORTED => human::by_abort(),
        Ended::VOID => human::by_the_machine(),
        why => spec.ending(why),
    }
}

pub(super) fn fault_word(kind: FaultKind) -> Text {
    match kind {
        FaultKind::Illegal => faults::verdict_illegal(),
        FaultKind::Format => faults::verdict_format(),
        FaultKind::Time => faults::verdict_time(),
        FaultKind::Crash => faults::verdict_crash(),
        FaultKind::Flood => faults::verdict_flood(),
        FaultKind::Memory => faults::verdict_memory(),
        FaultKind::Start => faults::verdict_start(),
        FaultKind::Disconnected => faults::verdict_disconnected(),
        FaultKind::Refused => faults::verdict_refused(),
    }
}
