//! `gyoji league watch`: an event as it goes on.

use std::process::ExitCode;
use std::time::Duration;

use gyoji_league::event::Standing;
use gyoji_words::Lang;

use super::find::{event, open_there};
use super::show;
use crate::args::league::Watch;
use crate::failure::Failure;
use crate::interrupt;
use crate::watch::Stage;

/// How often the screen is drawn anew.
const PACE: Duration = Duration::from_secs(1);
const GLANCE: Duration = Duration::from_millis(50);

/// Shows an event until it is over or somebody has seen enough.
pub fn watch(args: &Watch, lang: Lang) -> Result<ExitCode, Failure> {
    interrupt::listen(interrupt::stop);
    let store = open_there(&args.which.data, lang)?;
    let stage = Stage::new(lang, false, 1, 0);
    let mut games = None;
    loop {
        let event = event(&store, &args.which, lang)?;
        let is_over = event.is_finished();
        if games != Some(event.games) || is_over {
            games = Some(event.games);
            let text = show::text(
                &Standing::of(&store, &event, gyoji_catalog::seats(&event.game)?)?,
                lang,
            );
            if is_over {
                drop(stage);
                return super::super::print(&text);
            }
            stage.draw(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        }
        let until = std::time::Instant::now() + PACE;
        while std::time::Instant::now() < until {
            if interrupt::is_asked() {
                return Ok(ExitCode::SUCCESS);
            }
            std::thread::sleep(GLANCE);
        }
    }
}
