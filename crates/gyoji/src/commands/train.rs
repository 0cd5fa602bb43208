//! `gyoji train`: learning a game by self-play, in a folder that can be left and come back to.

mod dashboard;
mod measure;
mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{Game, Kit, Lang, Visitor};
use gyoji_words::zero as words;
use gyoji_zero::log::{self, Entry};
use gyoji_zero::{Config, News, Training, Trouble, USUAL, report};

use crate::args::train::Train;
use crate::failure::{Failure, INTERRUPTED};
use crate::interrupt;
use crate::screen;
use measure::{measure, opponents};
use progress::Progress;

pub fn run(args: &Train, lang: Lang) -> Result<ExitCode, Failure> {
    if args.print_config {
        return super::print(USUAL);
    }
    gyoji_catalog::visit(&args.game, Run { args, lang })?
}

struct Run<'a> {
    args: &'a Train,
    lang: Lang,
}

impl Visitor for Run<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let (args, lang) = (self.args, self.lang);
        if args.debug {
            let config = Config::parse(&config_text(args)?).map_err(Failure::usage_text)?;
            let mut said = String::new();
            gyoji_zero::debug(&config, &kit.planes, &mut |line| {
                said.push_str(line);
                said.push('\n');
            })?;
            return super::print(&said);
        }
        let mut training = self.open(kit)?;
        self.greet(&training);
        let deadline = args.hours.and_then(|hours| {
            Instant::now().checked_add(Duration::try_from_secs_f64(hours * 3600.0).ok()?)
        });
        let log = log::read(&training.folder().log())?;
        let folder = training.folder().path().display();
        let title =
            words::screen_title(&G::SPEC.title, folder, training.model().net.shape().parameters());
        let progress = Progress::new(title.get(lang).to_owned(), &log, lang);
        let shown = progress.clone();
        interrupt::listen(move || shown.stopping());
        let ended = self.go_on(kit, &mut training, log, deadline, &progress);
        progress.finish();
        let how = format!("{} --resume {}", args.game, training.folder().path().display());
        screen::say(words::saved(training.rounds(), how).get(lang));
        ended
    }
}

impl Run<'_> {
    fn open<G: Game>(&self, kit: &Kit<G>) -> Result<Training<G>, Failure> {
        let args = self.args;
        if let Some(path) = &args.resume {
            return Ok(Training::resume(path, &kit.planes)?);
        }
        let text = config_text(args)?;
        // Whatever is wrong is said before anything is made.
        let config = Config::parse(&text).map_err(Failure::usage_text)?;
        opponents(kit, &config, self.lang)?;
        let from = match &args.from {
            Some(path) => Some(std::fs::read(path).map_err(|error| Failure::io(path, &error))?),
            None => None,
        };
        let usual = PathBuf::from(format!("{}-zero", args.game));
        let out = args.out.as_ref().unwrap_or(&usual);
        Ok(Training::begin(out, &text, &kit.planes, from.as_deref())?)
    }

    fn greet<G: Game>(&self, training: &Training<G>) {
        let net = &training.model().net;
        let text = words::begins(
            self.args.game.as_str(),
            training.folder().path().display(),
            net.shape().parameters(),
            gyoji_zero::selfplay::threads(training.config()),
            net.isa().name(),
        );
        screen::say(text.get(self.lang));
        if training.torn() > 0 {
            let aside = training.folder().games().with_extension("torn");
            screen::say(words::torn(training.torn(), aside.display()).get(self.lang));
        }
        if self.args.resume.is_some() {
            screen::say(words::resumes(training.rounds(), training.games()).get(self.lang));
        }
    }

    /// Round after round, until somebody wants to stop.
    fn go_on<G: Game>(
        &self,
        kit: &Kit<G>,
        training: &mut Training<G>,
        mut log: Vec<Entry>,
        deadline: Option<Instant>,
        progress: &Progress,
    ) -> Result<ExitCode, Failure> {
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let last = self.args.rounds.map(|rounds| training.rounds().saturating_add(rounds));
        loop {
            let number = training.rounds() + 1;
            let mut timed_out = false;
            let told = training.round(interrupt::wish().asked(), &mut |news| {
                match news {
                    News::Game(done, all) => progress.show(&words::playing(number), done, all),
                    News::Step(done, all) => progress.show(&words::learning(number), done, all),
                }
                if is_late() && !interrupt::is_asked() {
                    timed_out = true;
                    interrupt::wish().ask();
                }
            });
            let Some(round) = told? else {
                let code = if timed_out { ExitCode::SUCCESS } else { INTERRUPTED.into() };
                return Ok(code);
            };
            progress.round(&round)?;
            log.push(Entry::Round(round));
            let every = training.config().evaluation.every;
            if every > 0 && training.rounds().is_multiple_of(every) && !interrupt::is_asked() {
                for measured in measure(kit, training, progress, self.lang)? {
                    let entry = Entry::Measured(measured);
                    log::append(&training.folder().log(), &entry)?;
                    log.push(entry);
                }
            }
            let page = report::html(&G::SPEC.title, &log, self.lang);
            let path = training.folder().report();
            gyoji_zero::replace(&path, page.as_bytes())?;
            if timed_out || is_late() || last.is_some_and(|last| training.rounds() >= last) {
                return Ok(ExitCode::SUCCESS);
            }
            if interrupt::is_asked() {
                return Ok(ExitCode::from(INTERRUPTED));
            }
        }
    }
}

/// The settings as they were given.
fn config_text(args: &Train) -> Result<String, Failure> {
    match &args.config {
        Some(path) => {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| Failure::io(path, &error))?;
            // What is wrong with it is said with its name.
            Config::parse(&text).map_err(|bad| bad_config(path, bad))?;
            Ok(text)
        }
        None => Ok(USUAL.to_owned()),
    }
}

fn bad_config(path: &Path, bad: gyoji_words::Text) -> Failure {
    Trouble::File(path.to_owned(), bad).into()
}
