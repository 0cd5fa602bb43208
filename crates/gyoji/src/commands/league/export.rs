//! `gyoji league export`: an event in files for spreadsheets, programs and people.

use std::path::Path;
use std::process::ExitCode;

use gyoji_core::Lang;
use gyoji_page::{EventSoFar, GameDocument, ROOM, Show, event_page, explained, tables};
use gyoji_words::league as words;

use super::find::{event, open_there};
use crate::args::league::Export;
use crate::failure::Failure;
use crate::replace::replace;
use crate::screen;

pub fn run(args: &Export, lang: Lang) -> Result<ExitCode, Failure> {
    let store = open_there(&args.which.data, lang)?;
    let event = event(&store, &args.which, lang)?;
    let report = EventSoFar::of(&store, &event, Show::All)?.report();
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

fn write(folder: &Path, name: &str, text: &str, lang: Lang) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    let path = folder.join(name);
    replace(&path, text.as_bytes())?;
    screen::say(&format!("gyoji: {}", words::exported(path.display()).get(lang)));
    Ok(())
}
