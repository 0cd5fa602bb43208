//! `gyoji league export`: an event in files for spreadsheets, programs and people.

use std::path::Path;
use std::process::ExitCode;

use gyoji_core::record::Plan;
use gyoji_core::view::Legend;
use gyoji_core::{Game, Kit, Lang, Options, Setup, Stepper, Text, Visitor};
use gyoji_page::{EventReport, GameDocument, Gather, ROOM, Show, event_page, tables};
use gyoji_store::{EventRow, Store};
use gyoji_words::league as words;

use super::find::{event, open_there};
use super::show::Standing;
use crate::args::league::Export;
use crate::commands::explained::explained;
use crate::failure::Failure;
use crate::replace::replace;
use crate::screen;

pub fn run(args: &Export, lang: Lang) -> Result<ExitCode, Failure> {
    let store = open_there(&args.which.data, lang)?;
    let event = event(&store, &args.which, lang)?;
    let report = report(&store, &event)?;
    if let Some(folder) = &args.csv {
        write(folder, "standings.csv", &tables::standings(&report), lang)?;
        write(folder, "games.csv", &tables::games(&report, lang), lang)?;
        write(folder, "cross-table.csv", &tables::cross_table(&report), lang)?;
        write(folder, "faults.csv", &tables::faults(&report, lang), lang)?;
    }
    if let Some(folder) = &args.json {
        let mut text = serde_json::to_string_pretty(&report).unwrap_or_default();
        text.push('\n');
        write(folder, "event.json", &screen::clean_json(&text), lang)?;
    }
    if let Some(folder) = &args.html {
        let get = |id: &str| {
            let record = store.record(id).ok().flatten()?;
            GameDocument::new(&record, explained(&record), Show::All).ok()
        };
        write(folder, "event.html", &event_page(&report, get, ROOM, lang), lang)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Everything there is to say of an event.
pub fn report(store: &Store, event: &EventRow) -> Result<EventReport, Failure> {
    let mut games = Vec::new();
    let standing = Standing::looking(store, event, &mut |row| {
        games.push((row.started_ms, row.id.clone()));
    })?;
    // The page shows them as they were played.
    games.sort();
    let options = standing.file.options.clone();
    let legend =
        gyoji_catalog::visit(&event.game, Look { options })?.ok_or_else(Failure::closed)?;
    let mut chart = standing.chart.clone();
    if standing.summary.has_stand_in() {
        chart.entrants.push(words::stand_in().get(Lang::En).to_owned());
    }
    let mut gather = Gather::new(&event.name, legend, about(&standing), chart);
    for (_, id) in games {
        let Some(record) = store.record(&id)? else { continue };
        let names = record.header.players.iter().map(|player| player.name.as_str());
        let seated = standing.summary.numbers(names);
        gather.add(&record, &seated, &explained(&record));
    }
    Ok(gather.finish())
}

/// How an event is held, in a few words.
fn about(standing: &Standing) -> Vec<Text> {
    let stages = standing.chart.stages.iter().map(|stage| stage.format.as_str());
    let mut about = vec![Text::plain(stages.collect::<Vec<_>>().join(" → "))];
    about.extend(standing.file.time.map(|time| words::time_each(format!("{time:?}"))));
    about.extend(standing.file.clock.map(words::clock_each));
    about
}

/// What a game's things are called and look like.
struct Look {
    options: Vec<(String, String)>,
}

impl Visitor for Look {
    type Out = Option<Legend>;

    fn visit<G: Game>(self, _kit: &Kit<G>) -> Self::Out {
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::check(G::SPEC.options, given).ok()?;
        let setup = Setup { options, ..Setup::usual::<G>() };
        let players = vec![gyoji_core::record::Player::new("", ""); G::SPEC.seats.len()];
        let plan = Plan::new::<G>(String::new(), &setup, players);
        Stepper::new::<G>(&plan).ok().map(|stepper| stepper.legend().clone())
    }
}

fn write(folder: &Path, name: &str, text: &str, lang: Lang) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    let path = folder.join(name);
    replace(&path, text.as_bytes())?;
    screen::say(&format!("gyoji: {}", words::exported(path.display()).get(lang)));
    Ok(())
}
