//! Letting a program under test play, and looking at what came of it.

use std::ffi::OsString;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use gyoji_core::record::{Event, Plan, Player, Record};
use gyoji_core::{BadText, Game, Kit, Options, Seat, Setup, Text};
use gyoji_league::{random_id, records};
use gyoji_referee::explain::{Context, explain};
use gyoji_referee::player::{House, Kind, PlayerText, Terms, find_command};
use gyoji_referee::{Chair, Recorder, play};
use gyoji_words::check as words;

use super::{Finding, Verdict};
use crate::interrupt;

/// How many turns a game of turns has: enough to see everything, and no more.
const TURNS: &str = "40";

/// A program under test, and what it plays with.
pub(super) struct Lab<'a, G: Game> {
    pub kit: &'a Kit<G>,
    pub house: &'a House,
    pub text: &'a PlayerText,
    pub player: Player,
    pub terms: Terms,
}

/// A game to try.
pub(super) struct Trial {
    /// Where the program sits.
    pub seat: Seat,
    /// The moves that are made before.
    pub opening: Vec<String>,
    /// Whether the same program sits everywhere.
    pub with_itself: bool,
    /// How many games, one after the other.
    pub games: u32,
    /// After how many of its answers it is enough; 0 for a whole game.
    pub answers: u32,
}

impl Default for Trial {
    fn default() -> Trial {
        Trial { seat: Seat::FIRST, opening: Vec::new(), with_itself: false, games: 1, answers: 0 }
    }
}

impl<G: Game> Lab<'_, G> {
    /// The start of every game here.
    pub(super) fn setup(&self) -> Setup {
        let turns = G::SPEC.options.iter().any(|option| option.name == "turns");
        let given = turns.then_some(("turns", TURNS));
        let options = Options::check(G::SPEC.options, given);
        let options = options.unwrap_or_else(|_| Options::defaults(G::SPEC.options));
        let mut setup = Setup { options, ..Setup::usual::<G>() };
        if let Ok(known) = self.text.knows(self.kit, &self.terms) {
            gyoji_core::settle::<G>(&mut setup, &[], &[known]);
        }
        setup
    }

    /// A random game: its moves, and how many there were to choose from each time.
    pub(super) fn random_game(&self, seed: u64) -> Vec<(Seat, String, usize)> {
        let mut rng = Rng::with_seed(seed);
        let mut game = Vec::new();
        let Ok(mut position) = G::start(&self.setup()) else { return game };
        while let Some(seat) = position.to_move() {
            let moves: Vec<G::Move> = position.moves().collect();
            let Some(mv) = rng.choice(&moves) else { break };
            game.push((seat, mv.to_string(), moves.len()));
            position.play(*mv);
        }
        game
    }

    /// The program's own command line, and the folder it runs in.
    pub(super) fn command(&self) -> Result<(Vec<OsString>, String), BadText> {
        let Kind::Program { command, .. } = &self.text.kind else {
            return Err(BadText::new(&self.text.text, words::only_programs()));
        };
        let folder = self.player.dir.clone().unwrap_or_else(|| ".".into());
        Ok((find_command(command, Path::new(&folder))?, folder))
    }

    /// The same program, run by a script of the shell that has it as `"$@"`.
    pub(super) fn wrapped(&self, script: &str) -> Result<Player, BadText> {
        let (command, folder) = self.command()?;
        let script = format!("cd \"$0\" && {script}");
        let mut parts = vec!["sh".to_owned(), "-c".to_owned(), script, folder];
        parts.extend(command.iter().map(|word| word.to_string_lossy().into_owned()));
        let command: Vec<String> = parts.iter().map(|part| quoted(part)).collect();
        let dialect = self.player.dialect.as_deref().unwrap_or(G::SPEC.dialect);
        let options: String =
            self.text.options.iter().map(|(name, value)| format!("&{name}={value}")).collect();
        let dialects: Vec<&str> = self.kit.dialects.iter().map(|entry| entry.name).collect();
        let text = format!("{dialect}?name=check{options}:{}", command.join(" "));
        let mut player = PlayerText::parse(&text, &dialects)?.player(self.kit, &self.terms)?;
        player.name.clone_from(&self.player.name);
        Ok(player)
    }

    /// Plays; the records of the games, as far as they came.
    pub(super) fn play(&self, player: &Player, trial: &Trial) -> Result<Vec<Record>, BadText> {
        let opponent = self.kit.bots.first().map_or("random", |bot| bot.name);
        let opponent =
            Player { bot_options: None, ..Player::new(opponent, &format!("bot:{opponent}")) };
        let mut players = vec![opponent; G::SPEC.seats.len()];
        for (index, seat) in players.iter_mut().enumerate() {
            if trial.with_itself || index == trial.seat.index() {
                *seat = player.clone();
            }
        }
        let chairs: Result<Vec<Chair<G>>, BadText> =
            players.iter().map(|player| self.house.chair(self.kit, player)).collect();
        let mut chairs = chairs?;
        let mut found = Vec::new();
        for number in 0..trial.games.max(1) {
            if interrupt::is_asked() {
                break;
            }
            let setup = Setup { seed: u64::from(number), ..self.setup() };
            let mut plan = Plan::new::<G>(random_id(), &setup, players.clone());
            plan.opening.clone_from(&trial.opening);
            let header = records::header(plan);
            let enough = AtomicBool::new(false);
            let mut answers = 0;
            let mut recorder = Recorder::new(None);
            let mut look = |event: &Event| {
                let is_its = matches!(event, Event::Moved(moved) if moved.seat == trial.seat);
                answers += u32::from(is_its);
                if (trial.answers > 0 && answers >= trial.answers) || interrupt::is_asked() {
                    enough.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            };
            let ended = play(&header, &mut chairs, &enough, &mut (&mut recorder, &mut look));
            let (record, _) = recorder.finish(header);
            found.push(record);
            if ended.is_err() {
                break;
            }
        }
        chairs.iter_mut().for_each(Chair::dismiss);
        Ok(found)
    }

    /// What came of some games: fine, or the first fault, explained.
    pub(super) fn judge(&self, title: Text, records: &Result<Vec<Record>, BadText>) -> Finding {
        let records = match records {
            Ok(records) => records,
            Err(bad) => {
                let problem = Text::plain(format!("{:?}", bad.input)).then(": ", &bad.problem);
                return Finding::new(title, Verdict::Failed, words::cannot_try(problem));
            }
        };
        for record in records {
            let is_fault = |event: &Event| matches!(event, Event::Faulted(fault) if !fault.machine);
            let Some(event) = record.events.iter().position(is_fault) else { continue };
            let context = Context {
                record_name: record.header.short_id().to_owned(),
                time_zone: jiff::tz::TimeZone::system(),
                moves_before: 0,
            };
            let Some(why) = explain(record, self.kit, event, &context) else { continue };
            let text = |words: &gyoji_referee::explain::Words| {
                Text::made(words.en.clone(), words.ja.clone())
            };
            let is_kept = records::keep(record);
            // What was wrapped is looked at: nobody would read, or could repeat, that command.
            let is_itself = record.header.players.iter().any(|it| it.text == self.player.text);
            let again = match is_itself {
                true => why.again.as_str(),
                false => why.again.split(" --with ").next().unwrap_or_default(),
            };
            return Finding {
                board: why.board.clone(),
                why: why.why.iter().map(text).collect(),
                fix: why.fix.iter().map(text).collect(),
                again: if is_kept { again.to_owned() } else { String::new() },
                ..Finding::new(title, Verdict::Failed, text(&why.verdict))
            };
        }
        let answers = records
            .iter()
            .flat_map(|record| &record.events)
            .filter(|event| matches!(event, Event::Moved(moved) if moved.got.is_some()));
        let what = match answers.count() {
            1 => words::one_move(),
            count => words::moves(count),
        };
        Finding::new(title, Verdict::Fine, what)
    }
}

/// A word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
