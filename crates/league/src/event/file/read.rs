//! From the text of the file to its keys, each where it stands.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use gyoji_core::Text;
use gyoji_core::options::parse_duration;
use gyoji_core::record::{Clock, Limits};
use gyoji_referee::sandbox::Wanted;
use gyoji_words::{events as words, input};
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use unicode_width::UnicodeWidthStr;

use super::super::entry::Entry;
use super::super::format::{Format, Seeding};
use super::super::keys::{At, Key, KeyKind, TABLES, keys_at};
use super::{
    EventFile, MOST_BYTES, MOST_PLAYERS, Mistake, StagePlan, mistake, near_or_known, seed_of,
};

/// The widest name of an event or a player.
const MOST_COLUMNS: usize = 60;

/// A value that fits its key.
enum Found {
    Text(String),
    Number(u64),
    Flag(bool),
    Time(Duration),
    Clock(Clock),
    Points(Vec<i64>),
    Sandbox(Wanted),
    Limit(Limits),
}

/// The text, and where everything in it stands.
struct Reader<'a> {
    text: &'a str,
    spans: BTreeMap<String, Range<usize>>,
}

/// The keys of one table that were found.
type Keys = BTreeMap<&'static str, Found>;

pub(super) fn read(text: &str) -> Result<EventFile, Mistake> {
    if text.len() > MOST_BYTES {
        return Err(Mistake::at(text, 0..0, words::too_large(MOST_BYTES), None));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let problem = match error.message() {
            "duplicate key" => {
                let span = error.span().unwrap_or_default();
                words::twice(text.get(span).unwrap_or_default())
            }
            message => words::not_toml(message),
        };
        Mistake::at(text, error.span().unwrap_or_default(), problem, None)
    })?;
    let mut reader = Reader { text, spans: BTreeMap::new() };
    reader.event(table.get_ref())
}

impl Reader<'_> {
    fn event(&mut self, table: &DeTable<'_>) -> Result<EventFile, Mistake> {
        let mut top = self.keys(table, At::Top, "")?;
        let name = self.required(&mut top, "name", "", "name = \"Spring cup\"")?;
        self.check_name("name", &name)?;
        if name.contains('#') {
            return Err(self.mistake("name", words::numbered_name(), None));
        }
        let game = self.required(&mut top, "game", "", "game = \"othello\"")?;
        if top.contains_key("opening") && top.contains_key("openings") {
            return Err(self.mistake("openings", words::two_openings(), None));
        }
        let stages = self.stages(table, &top)?;
        let options = self.options(table)?;
        let players = self.players(table)?;
        let seed = number(&top, "seed").unwrap_or_else(|| seed_of(&name));
        Ok(EventFile {
            name,
            game,
            options,
            time: match top.remove("time") {
                Some(Found::Time(time)) => Some(time),
                _ => None,
            },
            clock: match top.remove("clock") {
                Some(Found::Clock(clock)) => Some(clock),
                _ => None,
            },
            opening: number(&top, "opening").unwrap_or(0) as u32,
            openings: match top.remove("openings") {
                Some(Found::Text(path)) => Some(path),
                _ => None,
            },
            seed,
            slots: number(&top, "slots").map(|slots| slots as usize),
            ponder: flag(&top, "ponder"),
            sandbox: match top.remove("sandbox") {
                Some(Found::Sandbox(wanted)) => wanted,
                _ => Wanted::Best,
            },
            limits: limits(&top),
            stages,
            players,
            text: self.text.to_owned(),
            spans: std::mem::take(&mut self.spans),
        })
    }

    fn stages(&mut self, table: &DeTable<'_>, top: &Keys) -> Result<Vec<StagePlan>, Mistake> {
        let Some(value) = table.get("stage") else {
            let stage = self.stage(top, "", String::new())?;
            return Ok(vec![stage]);
        };
        let is_of_a_stage = |key: &&Key| key.at == At::Stage && key.name != "points";
        let mut stage_keys = keys_at(At::Stage).filter(is_of_a_stage);
        if let Some(key) = stage_keys.find(|key| top.contains_key(key.name)) {
            return Err(self.mistake(key.name, words::not_with_stages(key.name), None));
        }
        let mut stages: Vec<StagePlan> = Vec::new();
        let tables = self.tables("stage", value)?;
        if tables.is_empty() {
            return Err(self.mistake("stage", words::wants_tables("stage"), None));
        }
        for (number, item) in tables.into_iter().enumerate() {
            let path = format!("stage.{number}");
            let mut keys = self.keys(item, At::Stage, &path)?;
            let name = self.required(&mut keys, "name", &path, "name = \"final\"")?;
            self.check_name(&format!("{path}.name"), &name)?;
            if let Some(other) = stages.iter().position(|stage| stage.name == name) {
                return Err(self.same_name(
                    &format!("{path}.name"),
                    &format!("stage.{other}.name"),
                    &name,
                ));
            }
            let mut stage = self.stage(&keys, &path, name)?;
            if stage.points.is_none() {
                stage.points = points(top);
            }
            stages.push(stage);
        }
        Ok(stages)
    }

    /// The stage that these keys describe.
    fn stage(&self, keys: &Keys, path: &str, name: String) -> Result<StagePlan, Mistake> {
        let format = match keys.get("format") {
            Some(Found::Text(word)) => Format::of(word).unwrap_or(Format::RoundRobin),
            _ => Format::RoundRobin,
        };
        if !path.is_empty() && !format.is_stage() {
            let known: Vec<&str> =
                Format::ALL.iter().filter(|format| format.is_stage()).map(|f| f.name()).collect();
            let problem = words::not_a_stage(format.name());
            let hint = Some(words::known(known.join(", ")));
            return Err(self.mistake(&joined(path, "format"), problem, hint));
        }
        for key in keys_at(At::Stage).filter(|key| keys.contains_key(key.name)) {
            if !key.formats.is_empty() && !key.formats.contains(&format) {
                let problem = words::not_in_format(key.name, format.name());
                let formats: Vec<&str> = key.formats.iter().map(|format| format.name()).collect();
                let hint = Some(words::is_for(key.name, formats.join(", ")));
                return Err(self.mistake(&joined(path, key.name), problem, hint));
            }
        }
        let seeding = match keys.get("seeding") {
            Some(Found::Text(word)) if word == Seeding::Lot.name() => Seeding::Lot,
            _ => Seeding::Order,
        };
        Ok(StagePlan {
            name,
            format,
            games: number(keys, "games"),
            points: points(keys),
            best_of: number(keys, "best-of").map(|games| games as u32),
            third_place: flag(keys, "third-place"),
            rounds: number(keys, "rounds").map(|rounds| rounds as u32),
            advance: number(keys, "advance").map(|advance| advance as usize),
            table: number(keys, "table").map(|size| size as usize),
            qualifying: number(keys, "qualifying"),
            min_games: number(keys, "min-games"),
            seeding,
        })
    }

    fn options(&mut self, table: &DeTable<'_>) -> Result<Vec<(String, String)>, Mistake> {
        let Some(value) = table.get("options") else { return Ok(Vec::new()) };
        let Some(options) = value.get_ref().as_table() else {
            return Err(self.mistake("options", words::wants_table("options"), None));
        };
        let mut given = Vec::new();
        for (name, value) in options {
            let path = format!("options.{}", name.get_ref());
            self.spans.insert(format!("{path}="), name.span());
            self.spans.insert(path.clone(), value.span());
            let text = match value.get_ref() {
                DeValue::String(text) => text.to_string(),
                DeValue::Boolean(flag) => flag.to_string(),
                DeValue::Integer(number) => number.to_string(),
                DeValue::Float(number) => number.to_string(),
                _ => return Err(self.mistake(&path, words::wants_value(name.get_ref()), None)),
            };
            given.push((name.get_ref().to_string(), text));
        }
        Ok(given)
    }

    fn players(&mut self, table: &DeTable<'_>) -> Result<Vec<Entry>, Mistake> {
        let Some(value) = table.get("player") else { return Ok(Vec::new()) };
        let mut players: Vec<Entry> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let tables = self.tables("player", value)?;
        if tables.len() > MOST_PLAYERS {
            let key = format!("player.{MOST_PLAYERS}");
            return Err(self.mistake(&key, words::many_players(MOST_PLAYERS), None));
        }
        for (number, item) in tables.into_iter().enumerate() {
            let path = format!("player.{number}");
            let mut keys = self.keys(item, At::Player, &path)?;
            let name = self.required(&mut keys, "name", &path, "name = \"Sato\"")?;
            self.check_name(&format!("{path}.name"), &name)?;
            if let Some(other) = known.insert(name.clone(), number) {
                let (this, other) = (format!("{path}.name"), format!("player.{other}.name"));
                return Err(self.same_name(&this, &other, &name));
            }
            let command = self.required(&mut keys, "command", &path, "command = \"bot:greedy\"")?;
            if command.trim().is_empty() {
                let problem = gyoji_words::players::empty();
                return Err(self.mistake(&format!("{path}.command"), problem, None));
            }
            let dir = match keys.remove("dir") {
                Some(Found::Text(dir)) => Some(dir.into()),
                _ => None,
            };
            players.push(Entry { name, command, dir });
        }
        Ok(players)
    }

    /// The tables of `[[name]]`.
    fn tables<'t, 'i>(
        &mut self,
        name: &str,
        value: &'t Spanned<DeValue<'i>>,
    ) -> Result<Vec<&'t DeTable<'i>>, Mistake> {
        let wrong = |reader: &Reader<'_>| reader.mistake(name, words::wants_tables(name), None);
        let Some(items) = value.get_ref().as_array() else { return Err(wrong(self)) };
        let mut tables = Vec::new();
        for (number, item) in items.iter().enumerate() {
            self.spans.insert(format!("{name}.{number}"), item.span());
            tables.push(item.get_ref().as_table().ok_or_else(|| wrong(self))?);
        }
        Ok(tables)
    }

    /// The keys of a table, each checked by what it takes.
    fn keys(&mut self, table: &DeTable<'_>, at: At, path: &str) -> Result<Keys, Mistake> {
        // In the order of the file, so that the first mistake is the first one there.
        let mut items: Vec<_> = table.iter().collect();
        items.sort_by_key(|(name, _)| name.span().start);
        let mut found = Keys::new();
        for (name, value) in items {
            let word: &str = name.get_ref();
            let path = joined(path, word);
            self.spans.insert(path.clone(), value.span());
            if at == At::Top && TABLES.contains(&word) {
                self.spans.insert(path, name.span());
                continue;
            }
            let Some(key) = keys_at(at).find(|key| key.name == word) else {
                self.spans.insert(path.clone(), name.span());
                let tables = TABLES.iter().copied().filter(|_| at == At::Top);
                let known: Vec<&str> = keys_at(at).map(|key| key.name).chain(tables).collect();
                let problem = match value.get_ref().is_table() {
                    true => words::unknown_table(word),
                    false => words::unknown_key(word),
                };
                return Err(self.mistake(&path, problem, Some(near_or_known(word, &known))));
            };
            found.insert(key.name, self.value(key, value, &path)?);
        }
        Ok(found)
    }

    fn value(&self, key: &Key, value: &Spanned<DeValue<'_>>, path: &str) -> Result<Found, Mistake> {
        let name = key.name;
        let wrong = |problem: Text, hint: Option<Text>| self.mistake(path, problem, hint);
        let value = value.get_ref();
        match key.kind {
            KeyKind::Text => {
                let text = value.as_str().ok_or_else(|| wrong(words::wants_text(name), None))?;
                Ok(Found::Text(text.to_owned()))
            }
            KeyKind::Word(known) => {
                let text = value.as_str().ok_or_else(|| wrong(words::wants_text(name), None))?;
                match known.contains(&text) {
                    true => Ok(Found::Text(text.to_owned())),
                    false => Err(wrong(words::wants_word(name), Some(near_or_known(text, known)))),
                }
            }
            KeyKind::Number(least, most) => {
                let number = integer(value).and_then(|number| u64::try_from(number).ok());
                let number = number.filter(|number| (least..=most).contains(number));
                let problem = || wrong(words::wants_number(name, least, most), None);
                Ok(Found::Number(number.ok_or_else(problem)?))
            }
            KeyKind::Flag => {
                let flag = value.as_bool().ok_or_else(|| wrong(words::wants_flag(name), None))?;
                Ok(Found::Flag(flag))
            }
            KeyKind::Time => {
                let time = scalar(value).and_then(|text| parse_duration(&text));
                Ok(Found::Time(time.ok_or_else(|| wrong(input::bad_duration(name), None))?))
            }
            KeyKind::Clock => {
                let clock = scalar(value).and_then(|text| text.parse().ok());
                Ok(Found::Clock(clock.ok_or_else(|| wrong(input::bad_clock(), None))?))
            }
            KeyKind::Sandbox => {
                let wanted = scalar(value).and_then(|text| text.parse().ok());
                let problem = || wrong(input::bad_choice(name, "\"best\" | 0 | 1 | 2 | 3"), None);
                Ok(Found::Sandbox(wanted.ok_or_else(problem)?))
            }
            KeyKind::Limit => {
                let mut limits = Limits::default();
                let text = scalar(value).unwrap_or_default();
                limits.take(name, &text).map_err(|bad| wrong(bad.problem, None))?;
                Ok(Found::Limit(limits))
            }
            KeyKind::Points => {
                let whole = |value: &Spanned<DeValue<'_>>| {
                    integer(value.get_ref()).filter(|points| points.abs() <= 1_000_000)
                };
                let points: Option<Vec<i64>> =
                    value.as_array().and_then(|values| values.iter().map(whole).collect());
                let points = points.ok_or_else(|| wrong(words::wants_points(name), None))?;
                match points.is_sorted_by(|better, worse| better >= worse) {
                    true => Ok(Found::Points(points)),
                    false => Err(wrong(words::points_order(), None)),
                }
            }
        }
    }

    fn required(
        &self,
        keys: &mut Keys,
        key: &'static str,
        path: &str,
        example: &str,
    ) -> Result<String, Mistake> {
        if let Some(Found::Text(text)) = keys.remove(key) {
            return Ok(text);
        }
        let problem = match path.split_once('.') {
            Some((table, _)) => words::missing_in(key, table),
            None => words::missing(key),
        };
        Err(self.mistake(path, problem, Some(words::write_for_example(example))))
    }

    /// A name has to be fit for screens and files.
    fn check_name(&self, path: &str, name: &str) -> Result<(), Mistake> {
        let key = "name";
        // Signs that show nothing, or turn around what is beside them.
        let hidden = |c: char| {
            matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        };
        let is_bad = name.trim() != name || name.is_empty() || name.width() == 0;
        if is_bad || name.chars().any(|c| c.is_control() || hidden(c)) {
            return Err(self.mistake(path, words::bad_name(key), None));
        }
        if name.width() > MOST_COLUMNS {
            return Err(self.mistake(path, words::wide_name(key, MOST_COLUMNS), None));
        }
        Ok(())
    }

    fn same_name(&self, path: &str, other: &str, name: &str) -> Mistake {
        let line = self.mistake(other, words::names_differ(), None).line;
        self.mistake(path, words::same_name(name, line), Some(words::names_differ()))
    }

    fn mistake(&self, key: &str, problem: Text, hint: Option<Text>) -> Mistake {
        mistake(self.text, &self.spans, key, problem, hint)
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn number(keys: &Keys, key: &str) -> Option<u64> {
    match keys.get(key) {
        Some(Found::Number(number)) => Some(*number),
        _ => None,
    }
}

/// All limits together.
fn limits(keys: &Keys) -> Limits {
    let given = keys.values().filter_map(|found| match found {
        Found::Limit(limits) => Some(*limits),
        _ => None,
    });
    given.fold(Limits::default(), |all, one| all.or(one))
}

fn flag(keys: &Keys, key: &str) -> bool {
    matches!(keys.get(key), Some(Found::Flag(true)))
}

fn points(keys: &Keys) -> Option<Vec<i64>> {
    match keys.get("points") {
        Some(Found::Points(points)) => Some(points.clone()),
        _ => None,
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let number = value.as_integer()?;
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// A text, or a number as it is written.
fn scalar<'v>(value: &'v DeValue<'_>) -> Option<Cow<'v, str>> {
    match value {
        DeValue::String(text) => Some(Cow::Borrowed(text)),
        DeValue::Integer(number) => Some(Cow::Owned(number.to_string())),
        DeValue::Float(number) => Some(Cow::Borrowed(number.as_str())),
        _ => None,
    }
}
