//! `gyoji match`: a series of games, the score and what it is worth.

mod report;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::ExitCode;
use std::time::Duration;

use gyoji_core::record::{Ended, Event, FaultKind};
use gyoji_core::{Game, Kit, Lang, Seat, Spec, Visitor};
use gyoji_referee::Look;
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_words::{Text, cli, faults, human};
use indicatif::{ProgressBar, ProgressStyle};

use super::loss::{Kept, explain_foul, explain_loss, explain_one};
use crate::args;
use crate::failure::{BOT_FAILED, FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::matches::{house, random_opening, seat_of};
use crate::players::{parse_players, say_where_to_connect, tell_apart};
use crate::score::Tally;
use crate::screen;
use crate::seating::Seating;
use crate::series::{Job, News, Played, Series};
use crate::setup::setup_for;
use crate::standings::{Standings, is_missed_turn};
use crate::watch::Stage;
use report::Report;

/// How many faults of one player are explained before the rest is only counted.
const MOST_EXPLAINED: u64 = 3;
/// How fast games are shown unless it is said: moves of two, turns of more.
const FPS_OF_TWO: u32 = 2;
const FPS_OF_MORE: u32 = 20;

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
        let mut players = parse_players(kit, &args.players)?;
        let seats = G::SPEC.seats.len();
        if players.len() != seats {
            let text = cli::player_count(G::SPEC.id, seats, players.len());
            return Err(Failure::usage_text(text));
        }
        tell_apart(&mut players);
        let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1 << 32));
        let setup = setup_for(kit, &args.setup, &players, &terms(&args.terms), seed, lang)?;
        let games = args.games.unwrap_or(seats as u64);
        let look = Look { colour: super::colour(&std::io::stdout()), ..Look::default() };
        let mut terms = terms(&args.terms);
        if let Some(fps) = args.fps {
            terms.time = Some(time_at(fps, terms.time.unwrap_or(G::SPEC.time)));
        }
        let house = house(lang, look, terms);
        let stage = self.stage(seats, games, &players)?;
        let threads = if args.watch { 1 } else { threads(args.jobs, &players, lang) };
        let series = Series {
            kit,
            players: &players,
            house: &house,
            record: args.record.as_deref(),
            threads,
            stage: stage.as_ref(),
        };
        // The games in which everybody has every seat once (a pair, where two play) have the
        // same seed and the same beginning.
        let seating = Seating::new(seats, seed);
        let job = |number: u64| {
            let group = seed.wrapping_add(number / seats as u64);
            let mut setup = setup.clone();
            setup.seed = group;
            if args.opening > 0 {
                setup = random_opening::<G>(&setup, args.opening, group);
            }
            Job { seats: seating.game(number), setup }
        };

        let humans = players.iter().any(|player| player.kind == Kind::Human);
        let bar = progress_bar(games, humans || args.watch || games < 2, lang);
        match args.watch {
            // Whoever watches and presses Ctrl-C has seen enough.
            true => interrupt::listen(interrupt::stop),
            false => listen(&bar, lang),
        }
        let aside = Aside { bar: &bar, held: args.watch.then(Default::default) };
        let mut tallies: Vec<Tally> =
            players.iter().map(|player| Tally::new(&player.name())).collect();
        let mut standings = Standings::new(seats);
        let mut explained = HashSet::new();
        let mut fouls = HashSet::new();
        let mut sheet = Sheet { seed, ..Sheet::default() };
        say_where_to_connect(&players, lang);
        let finished = series.run(games, job, |news| {
            let played = match news {
                News::Played(played) => played,
                other => {
                    sheet.note(&other, &mut tallies);
                    if let News::Void(played, _) = &other
                        && let Some(player) = played.excused()
                    {
                        let kept = Kept::keep(&played.record, played.path.as_deref());
                        if tallies[player].void <= MOST_EXPLAINED && !args.quiet {
                            explain_loss(kit, &played.record, &kept, lang, |text| aside.say(text));
                        }
                    }
                    if let Some(text) = told(&other) {
                        aside.say(&format!("gyoji: {}", screen::clean(text.get(lang))));
                    }
                    return Ok(());
                }
            };
            for (number, tally) in tallies.iter_mut().enumerate() {
                if let Some(seat) = seat_of(&played.job.seats, number) {
                    tally.add(&played.ended, seat);
                }
            }
            standings.add(&played);
            sheet.add(&played);
            let faults = |seat: Seat| tallies[played.job.seats[seat.index()]].faults;
            let by_program = played
                .ended
                .loser
                .is_some_and(|loser| players[played.job.seats[loser.index()]].kind != Kind::Human);
            let missed_turn =
                |event: &Event| matches!(event, Event::Faulted(fault) if is_missed_turn(fault));
            if by_program || played.record.events.iter().any(missed_turn) {
                let kept = Kept::keep(&played.record, played.path.as_deref());
                if by_program && !args.quiet {
                    explain_faults(&played, &kept, kit, lang, faults, &aside);
                }
                if !args.quiet {
                    explain_missed(&played, &kept, kit, lang, &mut explained, &aside);
                }
            }
            if !args.quiet {
                explain_fouls::<G>(&played, &players, lang, &mut fouls, &aside);
            }
            bar.set_message(short_score(&tallies));
            bar.inc(1);
            Ok(())
        });
        bar.finish_and_clear();
        // The terminal is itself again before anything else is said.
        drop(stage);
        aside.say_all();
        // What has been counted is shown even if something stands in the way of the rest.
        let finished = match finished {
            Err(failure) if sheet.games == 0 => return Err(failure),
            finished => finished,
        };

        let report = Report {
            tallies: &tallies,
            standings: &standings,
            sheet: &sheet,
            args,
            spec: &G::SPEC,
        };
        match args.json {
            true => super::print_json(&report.json())?,
            false => super::print(&report.text(lang))?,
        };
        finished?;
        if sheet.bugs + sheet.unkept > 0 {
            return Ok(ExitCode::from(FAILED));
        }
        if sheet.is_deserted {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let failed = tallies.iter().zip(&standings.players).zip(&players);
        Ok(exit_code(failed.map(|((tally, standing), player)| {
            let failed = tally.faults > 0 || standing.program_failed();
            failed && !matches!(player.kind, Kind::Bot(_) | Kind::Human)
        })))
    }
}

impl Run<'_> {
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

/// The time for one answer at so many turns a second; `time` is what it is otherwise.
fn time_at(fps: u32, time: Duration) -> Duration {
    let turn = Duration::from_secs(1) / fps;
    if time.is_zero() { turn } else { time.min(turn) }
}

/// What is counted besides the players' own scores.
#[derive(Default)]
struct Sheet {
    games: u64,
    seed: u64,
    first_seat: f64,
    /// Games that the machine has made void, and how many of them were played again.
    void: u64,
    again: u64,
    /// Games for which nothing could be started.
    troubled: u64,
    /// Games lost to a bug of ours, and records that could not be written.
    bugs: u64,
    unkept: u64,
    /// Whether the person at the keyboard left before the last game.
    is_deserted: bool,
    different: HashSet<u64>,
    endings: BTreeMap<String, u64>,
}

impl Sheet {
    /// Counts what is no result.
    fn note(&mut self, news: &News, tallies: &mut [Tally]) {
        match news {
            News::Void(played, again) => match played.excused() {
                Some(player) => {
                    tallies[player].void += 1;
                    self.void += 1;
                    self.again += u64::from(*again);
                }
                None => self.troubled += 1,
            },
            News::Bug(_) => self.bugs += 1,
            News::NotKept(_) => self.unkept += 1,
            News::Deserted(..) => self.is_deserted = true,
            News::Played(_) | News::Waits(_) | News::FewerThreads(..) => {}
        }
    }

    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.first_seat += f64::from(played.ended.payoff(Seat::FIRST));
        *self.endings.entry(played.ended.why.clone()).or_default() += 1;
        let mut hasher = DefaultHasher::new();
        (&played.job.seats, &played.record.header.position).hash(&mut hasher);
        for event in &played.record.events {
            if let Event::Moved(moved) = event {
                moved.mv.hash(&mut hasher);
            }
        }
        self.different.insert(hasher.finish());
    }
}

/// What there is to tell of something that is no result.
pub(super) fn told(news: &News) -> Option<Text> {
    match news {
        News::Waits(system) => Some(cli::series_waits(system)),
        News::NotKept(text) | News::Bug(text) => Some(text.clone()),
        News::Deserted(played, games) => Some(cli::nobody_there(played, games)),
        News::FewerThreads(count, error) => Some(cli::fewer_threads(count, error)),
        News::Played(_) | News::Void(..) => None,
    }
}

/// The conditions of the command line.
pub(super) fn terms(args: &args::Terms) -> Terms {
    Terms {
        name: None,
        time: args.time,
        start_up: args.start_up,
        lifetime: args.lifetime,
        policy: args.policy,
        strikes: args.strikes,
        dialect: args.dialect.clone(),
        file: None,
        ponder: args.ponder,
    }
}

/// How many games at once.
///
/// A program's clock is honest only if a core is free for it, so by default one game is played
/// at a time; bots of ours that count playouts and plies may share the machine.
fn threads(asked: Option<u16>, players: &[PlayerText], lang: Lang) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let all_bots = players.iter().all(|player| matches!(player.kind, Kind::Bot(_)));
    let humans = players.iter().any(|player| player.kind == Kind::Human);
    match asked.map(usize::from) {
        // There is one keyboard.
        _ if humans => 1,
        Some(asked) => {
            if asked > cores && !all_bots {
                screen::say(&format!("gyoji: {}", cli::too_many_jobs(asked, cores).get(lang)));
            }
            asked
        }
        None if all_bots => cores,
        None => 1,
    }
}

fn progress_bar(games: u64, hidden: bool, lang: Lang) -> ProgressBar {
    if hidden {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games);
    let template = format!(
        "{{bar:30}} {{pos}}/{{len}} {}  {{msg}}  {{elapsed_precise}} < {{eta_precise}}",
        cli::games_word().get(lang)
    );
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

fn say(bar: &ProgressBar, text: &str) {
    bar.suspend(|| screen::say(text));
}

/// What is said beside the results: at once, or, while somebody watches, at the end.
struct Aside<'a> {
    bar: &'a ProgressBar,
    held: Option<RefCell<Vec<String>>>,
}

impl Aside<'_> {
    fn say(&self, text: &str) {
        match &self.held {
            Some(held) => held.borrow_mut().push(text.to_owned()),
            None => say(self.bar, text),
        }
    }

    fn say_all(&self) {
        for text in self.held.iter().flat_map(RefCell::take) {
            screen::say(&text);
        }
    }
}

fn short_score(tallies: &[Tally]) -> String {
    match tallies {
        [first, _] => format!("+{} ={} -{}", first.wins, first.draws, first.losses),
        _ => String::new(),
    }
}

/// Explains the faults a game was lost by, as long as they are few.
fn explain_faults<G: Game>(
    played: &Played,
    kept: &Kept,
    kit: &Kit<G>,
    lang: Lang,
    faults_of: impl Fn(Seat) -> u64,
    aside: &Aside<'_>,
) {
    let (Some(_), Some(loser)) = (played.ended.fault, played.ended.loser) else { return };
    match faults_of(loser) {
        count if count > MOST_EXPLAINED + 1 => return,
        count if count == MOST_EXPLAINED + 1 => {
            let name = &played.record.header.players[loser.index()].name;
            return aside.say(cli::more_faults(name).get(lang));
        }
        _ => {}
    }
    explain_loss(kit, &played.record, kept, lang, |text| aside.say(text));
}

/// Explains why nothing was done for a player: once for each of its kinds of fault, for there may
/// be hundreds of such turns.
fn explain_missed<G: Game>(
    played: &Played,
    kept: &Kept,
    kit: &Kit<G>,
    lang: Lang,
    explained: &mut HashSet<(usize, FaultKind)>,
    aside: &Aside<'_>,
) {
    for (index, event) in played.record.events.iter().enumerate() {
        if let Event::Faulted(fault) = event
            && is_missed_turn(fault)
            && let Some(&player) = played.job.seats.get(fault.seat.index())
            && explained.insert((player, fault.kind))
        {
            explain_one(kit, &played.record, index, kept, lang, |text| aside.say(text));
        }
    }
}

/// Explains a game that a program lost by a foul of its own: once for each kind of foul.
fn explain_fouls<G: Game>(
    played: &Played,
    players: &[PlayerText],
    lang: Lang,
    explained: &mut HashSet<(usize, String)>,
    aside: &Aside<'_>,
) {
    let last = played.record.events.iter().rev().find_map(|event| match event {
        Event::Moved(moved) => Some(moved.seat),
        _ => None,
    });
    let player = last.and_then(|seat| played.job.seats.get(seat.index()).copied());
    let is_program = |player: &usize| !matches!(players[*player].kind, Kind::Bot(_) | Kind::Human);
    let Some(player) = player.filter(is_program) else { return };
    let is_new = || explained.insert((player, played.ended.why.clone()));
    let path = played.path.as_deref();
    explain_foul::<G>(&played.record, path, lang, is_new, |text| aside.say(text));
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
