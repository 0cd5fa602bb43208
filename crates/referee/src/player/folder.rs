//! A folder that is a player: what its `gyoji.toml` says.
//!
//! ```toml
//! game = "othello"
//! dialect = "plain"                            # else the game's own
//! build = "javac -d build *.java"              # only if it has to be built
//! run = "java -cp build MyAi"
//! name = "Taro"                                # else the folder's
//! ```

use std::path::{Path, PathBuf};

use gyoji_core::{BadText, Text};
use gyoji_words::{kits as words, system};

/// The file by which a folder is known.
const SETTINGS: &str = "gyoji.toml";

/// What a player's folder says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// The game it plays.
    pub game: String,
    /// The dialect it speaks, if it is not the game's own.
    pub dialect: Option<String>,
    /// The command that builds it, for the shell.
    pub build: Option<String>,
    /// The command that runs it, in the folder.
    pub run: String,
    /// Its name.
    pub name: String,
}

impl Folder {
    /// Reads what a folder says; else what is missing.
    pub fn read(path: &Path) -> Result<Folder, BadText> {
        let shown = path.to_string_lossy();
        let bad = |problem: Text| BadText::new(&*shown, problem);
        let text = match std::fs::read_to_string(path.join(SETTINGS)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(bad(words::no_settings(shown.trim_end_matches('/'))));
            }
            Err(error) => return Err(bad(words::unreadable_settings(system::said(&error)))),
        };
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
            bad(words::bad_settings(line, error.message()))
        })?;
        let known = ["game", "dialect", "build", "run", "name"];
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(bad(words::unknown_key(key)));
        }
        let get = |key: &str| match table.get(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(bad(words::not_text(key))),
        };
        let need = |key: &str| get(key)?.ok_or_else(|| bad(words::missing_key(key)));
        let own = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let own = own.file_name().map(|name| name.to_string_lossy().into_owned());
        Ok(Folder {
            game: need("game")?,
            run: need("run")?,
            dialect: get("dialect")?,
            build: get("build")?,
            name: get("name")?.or(own).unwrap_or_else(|| shown.clone().into_owned()),
            path: path.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: Option<&str>) -> Result<Folder, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taro");
        std::fs::create_dir(&path).unwrap();
        if let Some(settings) = settings {
            std::fs::write(path.join(SETTINGS), settings).unwrap();
        }
        Folder::read(&path).map_err(|bad| bad.to_string())
    }

    #[test]
    fn a_folder_says_what_it_plays() {
        let folder = read(Some("game = \"othello\"\nrun = \"python3 my_ai.py\"\n")).unwrap();
        assert_eq!((folder.game.as_str(), folder.run.as_str()), ("othello", "python3 my_ai.py"));
        assert_eq!((folder.name.as_str(), folder.dialect, folder.build), ("taro", None, None));
    }

    #[test]
    fn what_is_missing_is_said() {
        let complaint = |settings| read(settings).unwrap_err();
        assert!(complaint(None).contains("gyoji new-bot"), "{}", complaint(None));
        for (settings, part) in [
            ("run = \"x\"", "game is missing"),
            ("game = \"othello\"", "run is missing"),
            ("game = 3\nrun = \"x\"", "has to be a text"),
            ("game = \"othello\"\nruns = \"x\"", "runs is not known"),
            ("game = \"othello\"\nrun = ", "gyoji.toml: 2"),
        ] {
            let said = complaint(Some(settings));
            assert!(said.contains(part), "{settings}: {said}");
        }
    }
}
