//! `gyoji match`: a series of games, the score and what it is worth.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::ExitCode;

use gyoji_core::record::{Ended, Event, FaultKind};
use gyoji_core::{Game, Kit, Lang, Seat, Visitor};
use gyoji_referee::Look;
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_words::{Text, cli, faults, human};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::loss::explain_loss;
use crate::args;
use crate::failure::{BOT_FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::matches::{Job, Played, Series, house, parse_setup, random_opening, rotation, seat_of};
use crate::players::{parse_players, tell_apart};
use crate::score::Tally;
use crate::screen;
use crate::table::table;

/// How many faults of one player are explained before the rest is only counted.
const MOST_EXPLAINED: u64 = 3;

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
        let setup = parse_setup::<G>(&args.setup, seed)?;
        let look = Look { colour: super::colour(&std::io::stdout()), ..Look::default() };
        let house = house(lang, look, terms(&args.terms))?;
        let threads = threads(args.jobs, &players, lang);
        let series = Series {
            kit,
            players: &players,
            house: &house,
            record: args.record.as_deref(),
            threads,
        };
        // Both games of a pair have the same seed and the same beginning, with seats changed.
        let job = |number: u64| {
            let pair = seed.wrapping_add(number / seats as u64);
            let mut setup = setup.clone();
            setup.seed = pair;
            if args.opening > 0 {
                setup = random_opening::<G>(&setup, args.opening, pair);
            }
            Job { seats: rotation(number, seats), setup }
        };

        let humans = players.iter().any(|player| player.kind == Kind::Human);
        let bar = progress_bar(args.games, humans || args.games < 2, lang);
        listen(&bar, lang);
        let mut tallies: Vec<Tally> =
            players.iter().map(|player| Tally::new(&player.name())).collect();
        let mut sheet = Sheet { seed, ..Sheet::default() };
        for player in &players {
            if let Kind::Listen(port) = player.kind {
                screen::say(cli::waiting_for_client(port).get(lang));
            }
        }
        let finished = series.run(args.games, job, |played| {
            for (number, tally) in tallies.iter_mut().enumerate() {
                if let Some(seat) = seat_of(&played.job.seats, number) {
                    tally.add(&played.ended, seat);
                }
            }
            sheet.add(&played);
            let explained = |seat: Seat| tallies[played.job.seats[seat.index()]].faults;
            let by_program = played
                .ended
                .loser
                .is_some_and(|loser| players[played.job.seats[loser.index()]].kind != Kind::Human);
            if by_program && !args.quiet {
                explain_faults(&played, kit, lang, explained, &bar);
            }
            bar.set_message(short_score(&tallies));
            bar.inc(1);
            Ok(())
        });
        bar.finish_and_clear();
        // What has been counted is shown even if the disk is full now.
        let finished = match finished {
            Err(failure) if sheet.games == 0 => return Err(failure),
            finished => finished,
        };

        if args.json {
            let players = tallies.iter().map(|tally| {
                let [low, middle, high] = tally.elo();
                let mut json = serde_json::to_value(tally).unwrap_or_default();
                json["mean"] = json!(tally.mean());
                json["margin95"] = json!(tally.margin());
                json["elo"] = json!([finite(low), finite(middle), finite(high)]);
                json
            });
            super::print_json(&json!({
                "game": G::SPEC.id,
                "games": sheet.games,
                "seed": seed,
                "opening": args.opening,
                "players": players.collect::<Vec<_>>(),
                "endings": sheet.endings,
                "first_seat_score": sheet.first_seat / sheet.games.max(1) as f64,
                "different_games": sheet.different.len(),
                "reruns": sheet.reruns,
                "records": args.record.as_ref().map(|folder| folder.display().to_string()),
                "interrupted": interrupt::is_asked(),
            }))?;
        } else {
            let ending = |why: &str| ending_of::<G>(why);
            super::print(&report(&tallies, &sheet, args, seats, ending, lang))?;
        }
        finished?;
        Ok(exit_code(&tallies, &players))
    }
}

/// What is counted besides the players' own scores.
#[derive(Default)]
struct Sheet {
    games: u64,
    seed: u64,
    first_seat: f64,
    reruns: u64,
    different: HashSet<u64>,
    endings: std::collections::BTreeMap<String, u64>,
}

impl Sheet {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.first_seat += f64::from(played.ended.payoff(Seat::FIRST));
        self.reruns += u64::from(played.reruns);
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

fn short_score(tallies: &[Tally]) -> String {
    match tallies {
        [first, _] => format!("+{} ={} -{}", first.wins, first.draws, first.losses),
        _ => String::new(),
    }
}

/// Explains the faults a game was lost by, as long as they are few.
fn explain_faults<G: Game>(
    played: &Played,
    kit: &Kit<G>,
    lang: Lang,
    faults_of: impl Fn(Seat) -> u64,
    bar: &ProgressBar,
) {
    let (Some(_), Some(loser)) = (played.ended.fault, played.ended.loser) else { return };
    match faults_of(loser) {
        count if count > MOST_EXPLAINED + 1 => return,
        count if count == MOST_EXPLAINED + 1 => {
            let name = &played.record.header.players[loser.index()].name;
            return say(bar, cli::more_faults(name).get(lang));
        }
        _ => {}
    }
    explain_loss(kit, &played.record, played.path.as_deref(), lang, |text| say(bar, text));
}

fn report(
    tallies: &[Tally],
    sheet: &Sheet,
    args: &args::Match,
    seats: usize,
    ending: impl Fn(&str) -> Text,
    lang: Lang,
) -> String {
    let mut rows = vec![
        match seats {
            2 => cli::two_seat_heading(),
            _ => cli::many_seat_heading(),
        }
        .get(lang)
        .split('|')
        .map(str::to_owned)
        .collect::<Vec<String>>(),
    ];
    for tally in tallies {
        let games = tally.games.max(1) as f64;
        let score = format!("{:.1} % +-{:.1}", 100.0 * tally.mean(), 100.0 * tally.margin());
        let points = tally.mean_points().map_or("-".to_owned(), |mean| format!("{mean:.1}"));
        let mut row = vec![tally.name.clone(), tally.games.to_string(), tally.wins.to_string()];
        if seats == 2 {
            let [low, middle, high] = tally.elo();
            row.extend([
                tally.draws.to_string(),
                tally.losses.to_string(),
                score,
                format!("{} [{}, {}]", rating(middle), rating(low), rating(high)),
            ]);
        } else {
            row.extend([format!("{:.2}", tally.places as f64 / games), score]);
        }
        row.extend([points, tally.faults.to_string()]);
        rows.push(row);
    }
    let mut text = table(&rows);
    let endings = sheet.endings.iter().map(|(why, count)| cli::so_many(ending(why), count));
    let endings: Vec<String> = endings.map(|text| text.get(lang).to_owned()).collect();
    let first = 100.0 * sheet.first_seat / sheet.games.max(1) as f64;
    let endings = endings.join(cli::comma().get(lang));
    if sheet.games > 0 {
        let summary = cli::summary(sheet.seed, endings, format!("{first:.1}"));
        text += &format!("{}\n", summary.get(lang));
    }
    if sheet.reruns > 0 {
        text += &format!("{}\n", cli::reruns(sheet.reruns).get(lang));
    }
    let different = sheet.different.len() as u64;
    if different < sheet.games && sheet.games > 2 && args.opening == 0 {
        text += &format!("{}\n", cli::same_games(different, sheet.games).get(lang));
    }
    if let Some(folder) = &args.record {
        text += &format!("{}\n", cli::records_in(folder.display()).get(lang));
    }
    text
}

fn rating(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "+inf".into(),
        elo if elo == f64::NEG_INFINITY => "-inf".into(),
        elo => format!("{elo:+.0}"),
    }
}

fn finite(elo: f64) -> Option<f64> {
    Some(elo).filter(|elo| elo.is_finite())
}

fn exit_code(tallies: &[Tally], players: &[PlayerText]) -> ExitCode {
    let program_failed = tallies.iter().zip(players).any(|(tally, player)| {
        tally.faults > 0 && !matches!(player.kind, Kind::Bot(_) | Kind::Human)
    });
    match (interrupt::is_asked(), program_failed) {
        (true, _) => ExitCode::from(INTERRUPTED),
        (_, true) => ExitCode::from(BOT_FAILED),
        _ => ExitCode::SUCCESS,
    }
}

/// Why a game ended, in words; if by a fault, by which.
pub(super) fn ending<G: Game>(ended: &Ended) -> Text {
    let why = ending_of::<G>(&ended.why);
    match ended.fault {
        Some(fault) => why.then(": ", &fault_word(fault)),
        None => why,
    }
}

fn ending_of<G: Game>(why: &str) -> Text {
    match why {
        Ended::FAULT => human::by_fault(),
        Ended::RESIGNED => human::by_resignation(),
        Ended::ABORTED => human::by_abort(),
        why => G::SPEC.ending(why),
    }
}

fn fault_word(kind: FaultKind) -> Text {
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
