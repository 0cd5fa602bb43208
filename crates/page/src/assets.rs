//! The files a browser gets: styles, scripts and pictures, as they are.
//!
//! Scripts are plain ES modules that import each other by their file names, so a server hands
//! them out one by one. A page that is one file has them in one piece: see [`bundle`].

use std::fmt::Write;

/// A file for a browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Its name, by which pages and scripts refer to it.
    pub name: &'static str,
    /// What it is, for the browser.
    pub mime: &'static str,
    /// What is in it.
    pub text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! assets {
    ($($name:literal: $mime:ident,)*) => {
        /// Every file there is, but for the words: see [`words_module`].
        pub const ASSETS: &[Asset] = &[$(Asset {
            name: $name,
            mime: $mime,
            text: include_str!(concat!("../assets/", $name)),
        }),*];
    };
}

assets! {
    "tokens.css": STYLE,
    "gyoji.css": STYLE,
    "board.css": STYLE,
    "event.css": STYLE,
    "dom.js": SCRIPT,
    "lang.js": SCRIPT,
    "frames.js": SCRIPT,
    "shapes.js": SCRIPT,
    "paint.js": SCRIPT,
    "board.js": SCRIPT,
    "charts.js": SCRIPT,
    "course.js": SCRIPT,
    "menu.js": SCRIPT,
    "tabs.js": SCRIPT,
    "replay.js": SCRIPT,
    "shell.js": SCRIPT,
    "tables.js": SCRIPT,
    "bracket.js": SCRIPT,
    "schedule.js": SCRIPT,
    "event.js": SCRIPT,
    "game-page.js": SCRIPT,
    "event-page.js": SCRIPT,
    "logo.svg": PICTURE,
    "favicon.svg": PICTURE,
}

/// The name under which scripts import the words.
pub const WORDS: &str = "words.js";

pub(crate) const FAVICON: &str = include_str!("../assets/favicon.svg");

/// The file of that name.
pub fn asset(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The script that holds every word of the pages in both languages: `words.js`.
pub fn words_module() -> String {
    let words: serde_json::Map<String, serde_json::Value> = gyoji_words::page::ALL
        .iter()
        .map(|(key, text)| ((*key).to_owned(), serde_json::json!(text)))
        .collect();
    format!("export const WORDS = {};\n", serde_json::Value::Object(words))
}

/// All styles in one piece.
pub fn style() -> String {
    let styles = ASSETS.iter().filter(|asset| asset.mime == STYLE);
    styles.map(|asset| asset.text).collect::<Vec<_>>().join("\n")
}

/// A script and everything it imports, in one piece: each module once, before those that need it.
///
/// It works for modules that keep to this: an import is one line, `import { a, b } from "./x.js";`
/// without other names for what it brings; an export stands at the beginning of its line; and no
/// two modules have the same name at their top level.
pub fn bundle(script: &str) -> String {
    let (mut out, mut done) = (String::new(), Vec::new());
    add(script, &mut out, &mut done);
    out
}

fn add(name: &str, out: &mut String, done: &mut Vec<String>) {
    if done.iter().any(|known| known == name) {
        return;
    }
    done.push(name.to_owned());
    let words = words_module();
    let text = match asset(name) {
        Some(asset) => asset.text,
        None if name == WORDS => words.as_str(),
        None => return,
    };
    for needed in text.lines().filter_map(imported) {
        add(needed, out, done);
    }
    for line in text.lines().filter(|line| imported(line).is_none()) {
        let _ = writeln!(out, "{}", line.strip_prefix("export ").unwrap_or(line));
    }
}

/// The module that a line imports.
fn imported(line: &str) -> Option<&str> {
    let (_, from) = line.strip_prefix("import ")?.rsplit_once("\"./")?;
    from.strip_suffix("\";")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_import_is_there_and_a_bundle_has_none_left() {
        for script in ["game-page.js", "event-page.js"] {
            let bundle = bundle(script);
            for line in bundle.lines() {
                assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
            }
            // It stands in an element of this name.
            assert!(!bundle.to_lowercase().contains("</script"));
            assert!(!bundle.contains("<!--"));
        }
        assert!(!style().to_lowercase().contains("</style"));
        for asset in ASSETS.iter().filter(|asset| asset.mime == SCRIPT) {
            for line in asset.text.lines().filter(|line| line.starts_with("import ")) {
                let needed = imported(line).unwrap_or_else(|| panic!("{}: {line}", asset.name));
                assert!(needed == WORDS || super::asset(needed).is_some(), "{line}");
            }
        }
    }

    #[test]
    fn no_two_modules_have_the_same_name_at_the_top() {
        let mut names = BTreeSet::new();
        for asset in ASSETS.iter().filter(|asset| asset.mime == SCRIPT) {
            for line in asset.text.lines() {
                let line = line.strip_prefix("export ").unwrap_or(line);
                let line = line.strip_prefix("async ").unwrap_or(line);
                let kinds = ["const ", "let ", "function ", "class "];
                let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else {
                    continue;
                };
                let name: String =
                    rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(names.insert(name.clone()), "{}: {name} is there already", asset.name);
            }
        }
    }

    #[test]
    fn nothing_comes_from_elsewhere() {
        for asset in ASSETS {
            for word in ["http://", "https://", "@import", "url("] {
                let found = asset.text.match_indices(word).filter(|(at, _)| {
                    let rest = &asset.text[*at..];
                    !rest.starts_with("http://www.w3.org/") && !rest.starts_with("url(#")
                });
                assert_eq!(found.count(), 0, "{}: {word}", asset.name);
            }
        }
    }

    #[test]
    fn no_script_knows_a_game() {
        for asset in ASSETS.iter().filter(|asset| asset.mime == SCRIPT) {
            for game in gyoji_catalog::GAMES {
                assert!(!asset.text.to_lowercase().contains(game), "{}: {game}", asset.name);
            }
        }
    }
}
