//! Kits: the folders that people who write an AI start from.
//!
//! A kit is made from templates (`kits/templates`): a helper for each language, a strategy and a
//! reader of the board for each game in each language, and what is the same for all. The contest's
//! own API of QUINTE is a kit as it stands in `kits/quinte`. This library only makes files in
//! memory; who asked for them writes them, or hands them out as an archive.

mod language;

use std::io::{Cursor, Write};

use gyoji_core::{BadText, Text};
use gyoji_words::kits as words;
use zip::write::SimpleFileOptions;

pub use language::{LANGUAGES, Language};

/// Every file of `kits/`, by its path there.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The protocol of a kit that names none.
pub const USUAL: &str = "plain";

/// A kit that somebody wants.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// The game's id.
    pub game: &'a str,
    /// How the game is called.
    pub title: &'a Text,
    /// How many play it.
    pub seats: usize,
    /// The language.
    pub language: &'static Language,
    /// The protocol.
    pub protocol: &'a str,
    /// The name of the player, which is that of the folder.
    pub name: &'a str,
}

impl Wish<'_> {
    /// Whether it is the game's own API rather than a function to edit.
    pub fn has_own_api(&self) -> bool {
        self.protocol == self.game
    }
}

/// A file of a kit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Where it belongs, from the folder of the kit.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// The games there are kits for, in order.
pub fn games() -> Vec<&'static str> {
    let about =
        |path: &'static str| path.strip_prefix("templates/games/")?.strip_suffix(".positions");
    FILES.iter().filter_map(|(path, _)| about(path)).collect()
}

/// The protocols that a kit of a game in a language can speak; the first is the usual one. Beside
/// it, a helper in the templates is one of its name, and an API of the game's own has the game's.
pub fn protocols(game: &str, language: &Language) -> Vec<String> {
    let mut all = vec![USUAL.to_owned()];
    let folder = format!("templates/{}/{game}/", language.id);
    for (path, _) in FILES {
        let Some(name) = path.strip_prefix(&folder) else { continue };
        if ![language.file, language.board].contains(&name) {
            all.extend(name.split('.').next().map(str::to_ascii_lowercase));
        }
    }
    if FILES.iter().any(|(path, _)| path.starts_with(&own_api(game, language))) {
        all.push(game.to_owned());
    }
    all
}

/// The files of a kit.
pub fn make(wish: &Wish<'_>) -> Result<Vec<File>, BadText> {
    if !games().contains(&wish.game) {
        return Err(BadText::unknown(wish.game, games(), words::no_kit_for));
    }
    let known = protocols(wish.game, wish.language);
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    if !known.contains(&wish.protocol) {
        return Err(BadText::unknown(wish.protocol, known, words::no_such_protocol));
    }
    Ok(match wish.has_own_api() {
        true => taken_from(&own_api(wish.game, wish.language)),
        false => from_templates(wish),
    })
}

/// The same files as an archive, in a folder with the player's name.
pub fn zip(name: &str, files: &[File]) -> std::io::Result<Vec<u8>> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        archive.start_file(format!("{name}/{}", file.path), SimpleFileOptions::default())?;
        archive.write_all(file.text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Where a game's own API is, in a language, if there is one.
fn own_api(game: &str, language: &Language) -> String {
    format!("{game}/{}/", language.id)
}

/// All files below a folder, as they are.
fn taken_from(folder: &str) -> Vec<File> {
    let file = |(path, text): &(&str, &str)| {
        let path = path.strip_prefix(folder)?;
        Some(File { path: path.to_owned(), text: (*text).to_owned() })
    };
    FILES.iter().filter_map(file).collect()
}

fn from_templates(wish: &Wish<'_>) -> Vec<File> {
    let language = wish.language;
    let helpers = protocols(wish.game, language);
    let is_for_another = |name: &str| {
        let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
        stem != wish.protocol && helpers.contains(&stem)
    };
    let mut files = vec![
        File { path: "README.md".into(), text: template("README.md") },
        File { path: "README.ja.md".into(), text: template("README.ja.md") },
        File { path: "gyoji.toml".into(), text: settings(wish) },
        File {
            path: "positions.txt".into(),
            text: template(&format!("games/{}.positions", wish.game)),
        },
        File { path: ".gitignore".into(), text: "build\n__pycache__\n".into() },
    ];
    for file in taken_from(&format!("templates/{}/", language.id)) {
        match file.path.split_once('/') {
            None if file.path.ends_with(".json") => {
                files.push(File { path: format!(".vscode/{}", file.path), ..file });
            }
            None => files.push(file),
            Some((game, name)) if game == wish.game && !is_for_another(name) => {
                files.push(File { path: name.to_owned(), ..file });
            }
            Some(_) => {}
        }
    }
    let fills = fills(wish);
    for file in &mut files {
        for (name, value) in &fills {
            file.text = file.text.replace(&format!("{{{{{name}}}}}"), value);
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// What stands at the marks of the templates.
fn fills(wish: &Wish<'_>) -> Vec<(&'static str, String)> {
    use gyoji_core::Lang::{En, Ja};
    let language = wish.language;
    let helper = if wish.protocol == USUAL { "kit" } else { wish.protocol };
    let first = helper.chars().take(1).map(|c| c.to_ascii_uppercase());
    let class: String = first.chain(helper.chars().skip(1)).collect();
    let build = language.build.map(|build| format!("{build}\n")).unwrap_or_default();
    let building = match language.build {
        Some(_) => words::is_built(),
        None => words::needs_no_build(),
    };
    let about =
        |ending: &str| template(&format!("games/{}.{ending}", wish.game)).trim_end().to_owned();
    vec![
        ("about", about("md")),
        ("about_ja", about("ja.md")),
        ("board", language.board.into()),
        ("build", build),
        ("building", building.get(En).into()),
        ("building_ja", building.get(Ja).into()),
        ("file", language.file.into()),
        ("kitfile", language.helper.into()),
        ("language", language.title.into()),
        ("kit", helper.into()),
        ("Kit", class),
        ("mods", if helper == "kit" { String::new() } else { format!("mod {helper};\n") }),
        ("needs", language.needs.get(En).into()),
        ("needs_ja", language.needs.get(Ja).into()),
        ("opponents", vec!["bot:random"; wish.seats - 1].join(" ")),
        ("run", language.run.into()),
        ("test", format!("{} --test", language.run)),
        ("title", wish.title.get(En).into()),
        ("title_ja", wish.title.get(Ja).into()),
        ("watch", "     # and --watch to look on".into()),
        ("watch_ja", "     # --watch を付けると観戦できます".into()),
        // Last: what people chose is not looked at for marks.
        ("game", wish.game.into()),
        ("name", wish.name.into()),
    ]
}

/// The file by which Gyoji knows the folder.
fn settings(wish: &Wish<'_>) -> String {
    let build = wish.language.build.map(|build| format!("build = {build:?}\n")).unwrap_or_default();
    format!(
        "# 行司のプレイヤー / A player for Gyoji: gyoji check . / gyoji match {} . …\n\
         game = {:?}\ndialect = {:?}\n{build}run = {:?}\n",
        wish.game, wish.game, wish.protocol, wish.language.run
    )
}

fn template(path: &str) -> String {
    let path = format!("templates/{path}");
    let found = FILES.iter().find(|(name, _)| *name == path);
    found.map(|(_, text)| (*text).to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish<'a>(game: &'a str, language: &'static Language, protocol: &'a str) -> Wish<'a> {
        static TITLE: Text = Text::new("Title", "題");
        Wish { game, title: &TITLE, seats: 2, language, protocol, name: "my-ai" }
    }

    /// Whether a mark of a template was left; arrays have two braces in a row, too.
    fn has_mark(text: &str) -> bool {
        text.split("{{").skip(1).any(|rest| {
            let mark = rest.split("}}").next().unwrap_or_default();
            !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        })
    }

    #[test]
    fn every_kit_is_whole() {
        assert_eq!(games(), ["contrast", "fourinarow", "othello", "quinte", "renju"]);
        for game in games() {
            for language in LANGUAGES {
                for protocol in protocols(game, language) {
                    let files = make(&wish(game, language, &protocol)).unwrap();
                    let has = |path: &str| files.iter().any(|file| file.path == path);
                    for path in ["README.md", "README.ja.md", "gyoji.toml"] {
                        assert!(has(path), "{game} {} {protocol}: {path}", language.id);
                    }
                    // Whoever has a kit need not have what stands beside it here.
                    let leads_out = |file: &&File| file.text.contains("](../");
                    let lost = files.iter().find(leads_out).map(|file| &file.path);
                    assert_eq!(lost, None, "{game} {} {protocol}", language.id);
                    if protocol == game {
                        let for_editors = [".vscode/tasks.json", ".project"];
                        assert!(for_editors.into_iter().any(has), "{game} {}", language.id);
                    } else {
                        for path in [
                            language.file,
                            language.board,
                            language.helper,
                            "positions.txt",
                            ".vscode/launch.json",
                        ] {
                            assert!(has(path), "{game} {} {protocol}: {path}", language.id);
                        }
                        for file in &files {
                            assert!(!has_mark(&file.text), "{game} {}: {}", language.id, file.path);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_there_is_no_kit_for_is_said() {
        let python = &LANGUAGES[0];
        let no_game = make(&wish("otello", python, "plain")).unwrap_err();
        assert!(no_game.to_string().contains("othello"), "{no_game}");
        let no_protocol = make(&wish("renju", python, "judge")).unwrap_err();
        assert!(no_protocol.to_string().contains("plain"), "{no_protocol}");
    }

    #[test]
    fn an_archive_has_one_folder() {
        let files = make(&wish("othello", &LANGUAGES[0], "plain")).unwrap();
        let archive = zip("my-ai", &files).unwrap();
        let archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
        assert_eq!(archive.len(), files.len());
        assert!(archive.file_names().all(|name| name.is_ok_and(|name| name.starts_with("my-ai/"))));
    }
}
