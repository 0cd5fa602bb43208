//! What has changed between two files of an event, in words.

use std::collections::BTreeMap;

use gyoji_core::Text;
use gyoji_words::events as words;

use super::EventFile;
use crate::event::format::{Format, Seeding};

impl EventFile {
    /// What is different in another file, as far as it can change a result: nothing if the event
    /// may go on with it. (How many games are played at once does not matter.)
    pub fn difference(&self, new: &EventFile) -> Vec<Text> {
        let mut changes = differing(&self.said(), &new.said());
        let find = |file: &EventFile, name: &str| {
            file.players.iter().find(|player| player.name == name).cloned()
        };
        for player in &self.players {
            let Some(now) = find(new, &player.name) else {
                changes.push(words::player_gone(&player.name));
                continue;
            };
            let dir = |dir: &Option<std::path::PathBuf>| {
                dir.as_ref().map(|dir| dir.display().to_string())
            };
            let values = [
                ("command", Some(player.command.clone()), Some(now.command)),
                ("dir", dir(&player.dir), dir(&now.dir)),
            ];
            for (key, old, now) in values.into_iter().filter(|(_, old, now)| old != now) {
                let key = format!("player {}, {key}", player.name);
                changes.push(words::changed(key, value(old.as_ref()), value(now.as_ref())));
            }
        }
        let added = new.players.iter().filter(|player| find(self, &player.name).is_none());
        changes.extend(added.map(|player| words::player_new(&player.name)));
        let names = |one: &EventFile, other: &EventFile| -> Vec<String> {
            let both = one.players.iter().filter(|player| find(other, &player.name).is_some());
            both.map(|player| player.name.clone()).collect()
        };
        if names(self, new) != names(new, self) {
            changes.push(words::players_moved());
        }
        changes
    }

    /// Whether another file is this one with more players behind those who are there, and of a
    /// format that takes newcomers.
    pub fn only_gains_players(&self, new: &EventFile) -> bool {
        let old = self.players.len();
        self.format() == Some(Format::Ladder)
            && self.said() == new.said()
            && new.players.len() > old
            && new.players[..old] == self.players[..]
    }

    /// Everything but the players, by key.
    fn said(&self) -> BTreeMap<String, String> {
        let mut said = BTreeMap::new();
        let mut say = |key: String, value: Option<String>| {
            value.map(|value| said.insert(key, value));
        };
        say("name".into(), Some(self.name.clone()));
        say("game".into(), Some(self.game.clone()));
        for (name, value) in &self.options {
            say(format!("options.{name}"), Some(value.clone()));
        }
        say("time".into(), self.time.map(|time| format!("{}s", time.as_secs_f64())));
        say("clock".into(), self.clock.map(|clock| clock.to_string()));
        say("opening".into(), Some(self.opening.to_string()));
        say("openings".into(), self.openings.clone());
        say("seed".into(), Some(self.seed.to_string()));
        say("ponder".into(), Some(self.ponder.to_string()));
        say("sandbox".into(), Some(self.sandbox.to_string()));
        for (name, limit) in self.limits.said() {
            say(name.into(), Some(limit.to_string()));
        }
        for (number, stage) in self.stages.iter().enumerate() {
            let one = self.stages.len() == 1 && stage.name.is_empty();
            let key = |key: &str| match one {
                true => key.to_owned(),
                false => format!("stage {}: {key}", number + 1),
            };
            say(key("name"), (!one).then(|| stage.name.clone()));
            say(key("format"), Some(stage.format.name().to_owned()));
            say(key("games"), stage.games.map(|games| games.to_string()));
            say(key("points"), stage.points.as_ref().map(|points| format!("{points:?}")));
            say(key("best-of"), stage.best_of.map(|games| games.to_string()));
            say(key("third-place"), stage.third_place.then(|| "true".to_owned()));
            say(key("rounds"), stage.rounds.map(|rounds| rounds.to_string()));
            say(key("advance"), stage.advance.map(|advance| advance.to_string()));
            say(key("table"), stage.table.map(|size| size.to_string()));
            say(key("qualifying"), stage.qualifying.map(|games| games.to_string()));
            say(key("min-games"), stage.min_games.map(|games| games.to_string()));
            let lot = stage.seeding == Seeding::Lot;
            say(key("seeding"), lot.then(|| stage.seeding.name().to_owned()));
        }
        said
    }
}

fn value(value: Option<&String>) -> Text {
    value.map_or_else(words::nothing, Text::plain)
}

fn differing(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Vec<Text> {
    let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
    keys.sort();
    keys.dedup();
    let changed = keys.into_iter().filter(|key| old.get(*key) != new.get(*key));
    changed.map(|key| words::changed(key, value(old.get(key)), value(new.get(key)))).collect()
}
