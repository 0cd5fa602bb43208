//! Finding a store, and an event in it.

use std::path::{Path, PathBuf};

use gyoji_league::event::EventFile;
use gyoji_store::{EventRow, Location, Store};
use gyoji_words::{Lang, Text, input, league as words};

use crate::args::league::{Data, Which};
use crate::failure::{BAD_FILE, Failure};
use crate::keep;

/// Opens the store that was asked for, or the usual one; makes it if there is none.
pub fn open(data: &Data, lang: Lang) -> Result<Store, Failure> {
    keep::open(&location(data)?, lang)
}

/// The same, but only if there is something in it already.
pub fn open_there(data: &Data, lang: Lang) -> Result<Store, Failure> {
    let location = location(data)?;
    match location.is_there() {
        true => open(data, lang),
        false => Err(Failure::usage_text(words::no_store(&location))),
    }
}

fn location(data: &Data) -> Result<Location, Failure> {
    let found = data.data.clone().or_else(Location::usual);
    found.ok_or_else(|| Failure::usage_text(words::no_data_folder()))
}

/// Reads the file of an event. What is wrong with it is shown where it stands.
pub fn read(path: &Path, lang: Lang) -> Result<EventFile, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::io(path, &error))?;
    EventFile::parse(&text).map_err(|mistake| {
        let shown = mistake.render(&path.display().to_string(), &text, lang);
        bad_file(&shown)
    })
}

/// A complaint about a file that is rendered already.
pub fn bad_file(shown: &str) -> Failure {
    Failure { code: BAD_FILE, text: Text::plain(shown.trim_end()) }
}

/// The event that was asked for: by its name, by its file, or the only one there is.
pub fn event(store: &Store, which: &Which, lang: Lang) -> Result<EventRow, Failure> {
    let Some(text) = &which.event else {
        let mut events = store.events()?;
        return match events.len() {
            1 => Ok(events.remove(0)),
            0 => Err(Failure::usage_text(words::no_events(store.location()))),
            _ => {
                let names: Vec<&str> = events.iter().map(|event| event.name.as_str()).collect();
                Err(Failure::usage_text(words::which_event(names.join(", "))))
            }
        };
    };
    if let Some(event) = store.event(text)? {
        return Ok(event);
    }
    let path = PathBuf::from(text);
    let name = match path.is_file() {
        true => read(&path, lang)?.name,
        false => text.clone(),
    };
    match store.event(&name)? {
        Some(event) => Ok(event),
        None => {
            let known: Vec<String> = store.events()?.into_iter().map(|event| event.name).collect();
            let near = gyoji_core::nearest(&name, known.iter().map(String::as_str));
            let hint = match near {
                Some(near) => input::did_you_mean(near),
                None if known.is_empty() => Text::new("", ""),
                None => input::known_are(known.join(", ")),
            };
            Err(Failure::usage_text(words::no_event(name, store.location(), hint)))
        }
    }
}
