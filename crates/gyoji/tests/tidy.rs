//! Keeps the promises of ARCHITECTURE.md: what depends on what, what is absent, and that every
//! page exists in both languages. It reads manifests, sources and pages; it runs nothing.
//!
//! Each rule says what to do when it fails. A rule that stands in the way of a good change is
//! changed here and in ARCHITECTURE.md, in the same commit.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

/// The longest source file.
const MOST_LINES: usize = 700;

/// What the libraries may depend on, beside what only their tests need.
const MAY_USE: &[(&str, &[&str])] = &[
    ("crates/words", &["serde"]),
    ("crates/core", &["gyoji-words", "serde", "serde_json", "strsim"]),
    ("crates/search", &["fastrand", "gyoji-core"]),
    ("crates/testkit", &["fastrand", "gyoji-core", "gyoji-referee", "serde_json", "tempfile"]),
    ("crates/nn", &["fastrand", "gyoji-words", "serde_json"]),
    (
        "crates/zero",
        &[
            "fastrand",
            "gyoji-core",
            "gyoji-nn",
            "gyoji-search",
            "gyoji-words",
            "serde",
            "serde_json",
            "toml",
        ],
    ),
    (
        "crates/referee",
        &[
            "fastrand",
            "gyoji-core",
            "gyoji-words",
            "jiff",
            "landlock",
            "libc",
            "rustix",
            "serde",
            "serde_json",
            "shlex",
            "tempfile",
            "toml",
            "unicode-width",
        ],
    ),
    ("crates/kits", &["gyoji-core", "gyoji-words", "zip"]),
    (
        "crates/store",
        &[
            "fastrand",
            "gyoji-core",
            "gyoji-words",
            "postgres",
            "rusqlite",
            "serde",
            "serde_json",
            "sha2",
            "zstd",
        ],
    ),
    (
        "crates/league",
        &[
            "fastrand",
            "gyoji-core",
            "gyoji-referee",
            "gyoji-store",
            "gyoji-words",
            "libm",
            "serde",
            "serde_json",
            "sha2",
            "shlex",
            "tempfile",
            "toml",
            "unicode-width",
            "zip",
        ],
    ),
    (
        "crates/web",
        &[
            "askama",
            "axum",
            "fastrand",
            "flate2",
            "futures-util",
            "getrandom",
            "gyoji-catalog",
            "gyoji-core",
            "gyoji-kits",
            "gyoji-league",
            "gyoji-page",
            "gyoji-referee",
            "gyoji-store",
            "gyoji-words",
            "if-addrs",
            "pulldown-cmark",
            "serde",
            "serde_json",
            "sha2",
            "tokio",
        ],
    ),
    (
        "crates/page",
        &[
            "gyoji-catalog",
            "gyoji-core",
            "gyoji-league",
            "gyoji-referee",
            "gyoji-store",
            "gyoji-words",
            "jiff",
            "serde",
            "serde_json",
            "sha2",
        ],
    ),
];

/// What a game may depend on.
///
/// `libc`: Othello asks for large pages for its tables (`games/othello/src/memory.rs`).
const GAMES_MAY_USE: &[&str] = &["fastrand", "gyoji-core", "gyoji-search", "gyoji-words", "libc"];

/// Crates that do as they like: the command is where everything comes together.
const FREE: &[&str] = &["crates/gyoji"];

/// Pages that are for those who work on Gyoji, in English only.
const ENGLISH_ONLY: &[&str] = &["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with that ending, as paths from the root, in order.
fn files(folder: &str, ending: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(root().join(&folder)).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            if name.starts_with('.') || name == "target" {
                continue;
            }
            match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                true => folders.push(path),
                false if name.ends_with(ending) => found.push(path.to_string_lossy().into_owned()),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// Every source file, tests and examples included.
fn sources() -> Vec<String> {
    files("crates", ".rs").into_iter().chain(files("games", ".rs")).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folders directly below `folder` that hold a crate.
fn crates(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names
        .map(|name| format!("{folder}/{name}"))
        .filter(|path| root().join(path).join("Cargo.toml").exists())
        .collect();
    found.sort();
    found
}

/// The games by their folder names; the catalogue is a list, not a game.
fn games() -> Vec<String> {
    let folders = crates("games").into_iter();
    let names = folders.filter_map(|path| path.strip_prefix("games/").map(str::to_owned));
    names.filter(|name| name != "catalog").collect()
}

/// What a crate depends on when it is used, not when it is tested.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let path = format!("{folder}/Cargo.toml");
    let manifest: Table = read(&path).parse().unwrap_or_else(|bad| panic!("{path}: {bad}"));
    let mut names = BTreeSet::new();
    let mut add = |table: &Table| {
        for kind in ["dependencies", "build-dependencies"] {
            for (name, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let package = value.get("package").and_then(Value::as_str);
                names.insert(package.unwrap_or(name).to_owned());
            }
        }
    };
    add(&manifest);
    for (_, target) in manifest.get("target").and_then(Value::as_table).into_iter().flatten() {
        target.as_table().map(&mut add);
    }
    names
}

/// The lines of the given files that contain one of `words`, comments aside.
fn lines_with(files: &[String], words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for path in files {
        for (number, line) in read(path).lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            if !is_comment && let Some(word) = words.iter().find(|word| line.contains(**word)) {
                found.push(format!("{path}:{}: {word}", number + 1));
            }
        }
    }
    found
}

/// Whether a line that was found, `PATH:LINE: …`, stands in the tests of its file.
fn is_in_tests(found: &str) -> bool {
    let mut parts = found.split(':');
    let path = parts.next().unwrap_or_default();
    let number = parts.next().and_then(|number| number.parse().ok()).unwrap_or(0);
    read(path).lines().take(number).any(|line| line == "mod tests {")
}

/// Fails with what breaks a rule and what to do about it.
fn check(broken: &[String], remedy: &str) {
    assert!(broken.is_empty(), "\n\n  {}\n\n  What to do: {remedy}\n", broken.join("\n  "));
}

#[test]
fn libraries_depend_only_on_what_they_may() {
    let mut broken = Vec::new();
    let games: Vec<String> = games().iter().map(|name| format!("gyoji-{name}")).collect();
    for folder in crates("crates").into_iter().chain(crates("games")) {
        if FREE.contains(&folder.as_str()) {
            continue;
        }
        let rule = MAY_USE.iter().find(|(name, _)| *name == folder).map(|(_, may)| *may);
        let may: Vec<&str> = match (rule, folder.as_str()) {
            (Some(may), _) => may.to_vec(),
            (None, "games/catalog") => games
                .iter()
                .map(String::as_str)
                .chain(["gyoji-core", "gyoji-words", "gyoji-zero"])
                .collect(),
            (None, name) if name.starts_with("games/") => GAMES_MAY_USE.to_vec(),
            (None, name) => {
                broken.push(format!("{name} is not in MAY_USE of this test"));
                continue;
            }
        };
        for name in dependencies(&folder).iter().filter(|name| !may.contains(&name.as_str())) {
            broken.push(format!("{folder} depends on {name}"));
        }
    }
    check(
        &broken,
        "rules, search and words are pure: move what needs the system to referee/os, \
         referee/wire or the command. If the dependency is right, add it to MAY_USE in \
         crates/gyoji/tests/tidy.rs and to the table of ARCHITECTURE.md, with its reason. What \
         only tests need belongs to dev-dependencies.",
    );
}

#[test]
fn what_is_for_tests_stays_with_the_tests() {
    let all = crates("crates").into_iter().chain(crates("games"));
    let users = all.filter(|folder| dependencies(folder).contains("gyoji-testkit"));
    let broken: Vec<String> = users.map(|folder| format!("{folder}/Cargo.toml")).collect();
    check(&broken, "gyoji-testkit belongs to dev-dependencies.");
}

#[test]
fn nobody_below_the_catalogue_names_a_game() {
    let names: Vec<String> = games().iter().map(|name| format!("gyoji_{name}")).collect();
    let words: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(words.contains(&"gyoji_othello"), "the games are found");
    let mut broken = Vec::new();
    for name in ["words", "core", "search", "nn", "zero", "referee", "store", "league", "testkit"] {
        broken.extend(lines_with(&files(&format!("crates/{name}/src"), ".rs"), &words));
    }
    // Tests play games.
    broken.retain(|found| !is_in_tests(found));
    check(
        &broken,
        "take `G: Game` and get what differs from the game's `Spec` or `Kit`; only games/catalog \
         knows which games there are.",
    );
}

#[test]
fn core_and_words_know_nothing_of_any_game() {
    let names = games();
    assert!(names.iter().any(|name| name == "othello"), "the games are found");
    let english = ["disc", "stone", "soldier", "tile", "felt", "wood", "castle", "foul"];
    let japanese = ["オセロ", "連珠", "コントラスト", "兵士", "タイル", "禁じ手", "禁点", "石"];
    // `discard` is a word like any other: what is looked for stands by itself.
    let is_said = |line: &str, word: &str| {
        let line = &line.to_lowercase();
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
        line.match_indices(word).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            let after = after.strip_prefix('s').unwrap_or(after);
            !before.ends_with(is_letter) && !after.starts_with(is_letter)
        })
    };
    let mut broken = Vec::new();
    for path in files("crates/core/src", ".rs").iter().chain(&files("crates/words/src", ".rs")) {
        for (number, line) in read(path).lines().enumerate() {
            // Comments may give examples.
            if line.trim_start().starts_with("//") {
                continue;
            }
            let english = names.iter().map(String::as_str).chain(english);
            let found = english.filter(|word| is_said(line, word));
            let found = found.chain(japanese.into_iter().filter(|word| line.contains(word)));
            broken.extend(found.map(|word| format!("{path}:{}: {word}", number + 1)));
        }
    }
    check(
        &broken,
        "what a game calls its things, and how they look, is in its `Legend`, its `Spec` and its \
         own texts; a command for one game keeps its words beside itself.",
    );
}

#[test]
fn rules_and_search_touch_nothing_outside() {
    // `std::{` would hide what comes behind it.
    let words = [
        "std::fs",
        "std::net",
        "std::process",
        "std::thread",
        "std::env",
        "std::{",
        "SystemTime",
        "rustix",
        "tokio",
    ];
    let mut broken = Vec::new();
    let pure = ["crates/words", "crates/core", "crates/search", "crates/nn"].map(str::to_owned);
    for folder in pure.into_iter().chain(crates("games")) {
        broken.extend(lines_with(&files(&format!("{folder}/src"), ".rs"), &words));
    }
    // The one engine that searches with several threads and in others' time, if it is told to.
    let engine = "games/othello/src/engine/";
    let threaded = ["crew.rs:", "ponder.rs:"].map(|file| format!("{engine}{file}"));
    broken.retain(|line| {
        !(threaded.iter().any(|file| line.starts_with(file)) && line.contains("thread"))
    });
    check(
        &broken,
        "let the caller bring it: bytes instead of files, `Setup::seed` instead of a hidden seed, \
         `Budget` instead of a clock. Threads and files belong to the referee or the command.",
    );
}

#[test]
fn only_a_corner_of_the_referee_touches_the_system() {
    let home = "crates/referee/src/";
    let all = files(home.trim_end_matches('/'), ".rs");
    let outside = |rooms: &[&str]| -> Vec<String> {
        let is_in = |path: &&String| rooms.iter().any(|room| path[home.len()..].starts_with(room));
        all.iter().filter(|path| !is_in(path)).cloned().collect()
    };
    // The loop itself reads its own processor time, and no more; what polling is, only one knows.
    let reads = ["os/", "wire/", "play.rs"];
    let mut broken = lines_with(&outside(&reads), &["rustix"]);
    broken.extend(lines_with(&outside(&["os/"]), &["rustix::event", "PollFd"]));
    let processes = ["std::process", "std::net", "std::os::fd"];
    broken.extend(lines_with(&outside(&["os/", "wire/", "bin/"]), &processes));
    check(
        &broken,
        "put system calls into referee/src/os and conversations with the outside into \
         referee/src/wire, and call them from there.",
    );
}

#[test]
fn only_records_and_views_are_serialised() {
    let rooms = [
        "record.rs",
        "record/",
        "view.rs",
        "view/",
        "choose.rs",
        "stepper.rs",
        "conversation.rs",
        "seat.rs",
    ];
    let home = "crates/core/src";
    let others: Vec<String> = files(home, ".rs")
        .into_iter()
        .filter(|path| !rooms.iter().any(|room| path.starts_with(&format!("{home}/{room}"))))
        .collect();
    check(
        &lines_with(&others, &["Serialize", "Deserialize"]),
        "what is written to disk or sent to a page is an event, a header, or what the stepper \
         shows: give those a field, and keep the rest free to change.",
    );
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let broken: Vec<String> =
        sources().into_iter().filter(|path| !read(path).starts_with("//!")).collect();
    check(
        &broken,
        "begin the file with a few `//!` lines: what it is for, what it leaves to others.",
    );
}

#[test]
fn no_source_file_is_too_long() {
    let mut broken = Vec::new();
    for path in sources() {
        let lines = read(&path).lines().count();
        if lines > MOST_LINES {
            broken.push(format!("{path} has {lines} lines"));
        }
    }
    check(&broken, "split it by what it is about; 100 to 400 lines are comfortable, 700 the most.");
}

#[test]
fn nothing_is_left_unfinished() {
    let anywhere = sources();
    // Put together here, so that this file does not find itself.
    let mut broken = lines_with(&anywhere, &[concat!("to", "do!("), concat!("db", "g!(")]);
    // A stand-in of a test may leave out what nobody calls.
    let used: Vec<String> = anywhere.into_iter().filter(|path| !path.contains("/tests/")).collect();
    broken.extend(lines_with(&used, &[concat!("unimple", "mented!(")]));
    check(&broken, "finish it, or return an error that says what cannot be done.");
}

#[test]
fn every_page_exists_in_both_languages() {
    let mut broken = Vec::new();
    let pages = ["README.md", "README.ja.md"].map(str::to_owned).into_iter();
    for page in pages.chain(files("docs", ".md")) {
        let twin = match page.strip_suffix(".ja.md") {
            Some(stem) => format!("{stem}.md"),
            None => format!("{}.ja.md", page.trim_end_matches(".md")),
        };
        let name = Path::new(&twin).file_name().unwrap_or_default().to_string_lossy();
        if !root().join(&twin).exists() {
            broken.push(format!("{page} has no {twin}"));
        } else if !read(&page).contains(&format!("({name})")) {
            broken.push(format!("{page} does not link to {name}"));
        }
    }
    check(
        &broken,
        "write the page in the other language too (natural, not word by word), and link the two \
         at the top.",
    );
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let mut broken = Vec::new();
    let pages = ENGLISH_ONLY.iter().chain(&["README.md", "README.ja.md"]).map(|&p| p.to_owned());
    for page in pages.chain(files("docs", ".md")) {
        let folder = Path::new(&page).parent().unwrap_or(Path::new(""));
        for target in links(&read(&page)) {
            if !root().join(folder).join(&target).exists() {
                broken.push(format!("{page}: {target}"));
            }
        }
    }
    check(&broken, "correct the link, or write the page.");
}

/// The files a page links to, without places inside them and pages elsewhere.
fn links(page: &str) -> Vec<String> {
    let mut code = false;
    let mut found = Vec::new();
    for line in page.lines() {
        code ^= line.trim_start().starts_with("```");
        for part in line.split("](").skip(1).filter(|_| !code) {
            let target = part.split([')', '#']).next().unwrap_or_default();
            if !target.is_empty() && !target.contains(':') {
                found.push(target.to_owned());
            }
        }
    }
    found
}

#[test]
fn links_are_found() {
    let page = "[a](b.md) and [c](d/e.md#f), [g](https://h.example)\n```\n[x](y)\n```\n[z](#here)";
    assert_eq!(links(page), ["b.md", "d/e.md"]);
}
