//! How strong a network is: pairs of games against fixed opponents, played as any other series.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use gyoji_core::{Game, Kit, Lang, Options, Seat, Setup};
use gyoji_league::stats::PairBook;
use gyoji_league::{League, News, Openings, Pairings, Played, Schedule, Tally, random_id};
use gyoji_referee::Look;
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_words::zero as words;
use gyoji_zero::log::Measured;
use gyoji_zero::{Config, Training};

use super::progress::Progress;
use crate::failure::Failure;
use crate::interrupt;
use crate::players::{entries, house, parse_player, seated, tell_apart};

/// How many opponents are taken from a game's bots.
const USUAL: usize = 3;

/// The fixed opponents: those of the settings, or some of the game's bots, weak and strong.
///
/// # Errors
/// If one of them cannot be played against.
pub fn opponents<G: Game>(
    kit: &Kit<G>,
    config: &Config,
    lang: Lang,
) -> Result<Vec<PlayerText>, Failure> {
    let named = &config.evaluation.opponents;
    let texts: Vec<String> = match named.is_empty() {
        false => named.clone(),
        true => {
            let bots: Vec<_> = kit.bots.iter().filter(|entry| entry.name != "zero").collect();
            let places: HashSet<usize> =
                (0..USUAL).map(|n| n * (bots.len().max(1) - 1) / (USUAL - 1)).collect();
            let bots = bots.iter().enumerate().filter(|(place, _)| places.contains(place));
            bots.map(|(_, entry)| format!("bot:{}", entry.name)).collect()
        }
    };
    let read = |text: &String| {
        let found = parse_player(kit, text, lang).and_then(|player| {
            if let Kind::Bot(name) = &player.kind {
                let options = player.options.iter().map(|(name, value)| (&**name, &**value));
                let entry = kit.bot(name)?;
                (entry.make)(&Options::check(entry.options, options)?, 0)?;
            }
            Ok(player)
        });
        found.map_err(|failure| Failure {
            text: words::bad_opponent(text, &failure.text),
            ..failure
        })
    };
    texts.iter().map(read).collect()
}

/// Plays against each opponent. Whoever wants to stop gets what was played so far.
pub fn measure<G: Game>(
    kit: &Kit<G>,
    training: &Training<G>,
    progress: &Progress,
    lang: Lang,
) -> Result<Vec<Measured>, Failure> {
    let evaluation = &training.config().evaluation;
    let simulations = evaluation.simulations;
    let options = [
        ("model".to_owned(), training.folder().weights().display().to_string()),
        ("simulations".to_owned(), simulations.to_string()),
    ];
    let mut all = Vec::new();
    for opponent in opponents(kit, training.config(), lang)? {
        let against = opponent.text.clone();
        let zero = PlayerText {
            text: "bot:zero".to_owned(),
            kind: Kind::Bot("zero".to_owned()),
            options: options.to_vec(),
            terms: Terms { name: Some("zero".to_owned()), ..Terms::default() },
            folder: None,
        };
        let mut players = vec![zero, opponent];
        tell_apart(&mut players);
        let round = training.rounds();
        let setup = Setup { seed: training.config().seed ^ round, ..Setup::usual::<G>() };
        let schedule = Schedule {
            series: random_id(),
            tables: Pairings::AllAgainstAll.tables(2, 2),
            seats: 2,
            games: evaluation.games.next_multiple_of(2),
            seed: setup.seed,
        };
        // A bot of ours that counts simulations needs no clock.
        let terms = Terms { time: Some(std::time::Duration::ZERO), ..Terms::default() };
        let seated_as = entries(kit, &players, &terms)?;
        let openings = Openings::random(evaluation.opening);
        let plans = schedule
            .slots()
            .map(|slot| openings.begin::<G>(slot.plan::<G>(&seated_as, &setup), &setup));
        let house = house(lang, Look::default());
        let threads = gyoji_zero::selfplay::threads(training.config());
        let league = League { threads, ..League::new(kit, &house) };
        let mut sheet = Sheet { tally: Tally::new("zero"), book: PairBook::default() };
        let what = words::measuring(round, against.as_str());
        let sink = Mutex::new(|news| {
            if let News::Played(played) = news {
                sheet.add(&played, &players);
                progress.show(&what, sheet.tally.games, schedule.len());
            }
            ControlFlow::Continue(())
        });
        league.run(plans, interrupt::wish(), &sink)?;
        if sheet.tally.games == 0 {
            break;
        }
        let (measured, interval) = sheet.figures(round, against, simulations);
        progress.measured(&measured, interval)?;
        all.push(measured);
        if interrupt::is_asked() {
            break;
        }
    }
    Ok(all)
}

/// What is counted.
struct Sheet {
    tally: Tally,
    book: PairBook,
}

impl Sheet {
    fn add(&mut self, played: &Played, players: &[PlayerText]) {
        let seated = seated(played.plan(), players);
        let Some(seat) = Seat::all(2).find(|seat| seated.get(seat.index()) == Some(&0)) else {
            return;
        };
        self.tally.add(&played.ended, seat);
        let pair = played.plan().place.as_ref().map_or(1, |place| place.round);
        let half_points = (2.0 * played.ended.payoff(seat)).round() as usize;
        self.book.add(u64::from(pair), half_points);
    }

    /// The figures, and the interval of the score.
    fn figures(&self, round: u64, against: String, simulations: u64) -> (Measured, (f64, f64)) {
        let tally = &self.tally;
        let counts = self.book.counts();
        let elo = counts.elo();
        let interval = counts.score_interval().map(|score| (score.low, score.high));
        let finite = |value: &f64| value.is_finite();
        let ends = elo.map(|elo| (elo.low, elo.high));
        let measured = Measured {
            round,
            against,
            simulations,
            won: tally.wins,
            drawn: tally.draws,
            lost: tally.losses,
            elo: elo.map(|elo| elo.middle).filter(finite),
            // JSON has no infinity.
            interval: ends.filter(|(low, high)| finite(low) && finite(high)),
        };
        (measured, interval.unwrap_or((0.0, 1.0)))
    }
}
