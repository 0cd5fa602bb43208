//! Mistakes that people make, made by real programs in Python and Java, each explained by its true
//! cause: the table of `docs/mistakes.md`.
//!
//! The programs are in `mistakes/table.toml`, as changes to a program that plays. `GYOJI_BLESS=1`
//! writes what came of them into the pages.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{first_move, header, house, play_header, python, require};
use gyoji_core::record::{Event, Fault, FaultKind};
use gyoji_core::{BadText, Lang};
use gyoji_referee::explain::{Case, Context, Words, explain};
use gyoji_referee::player::{PlayerText, Terms};
use serde::Deserialize;

const PYTHON: &str = include_str!("mistakes/base.py");
const JAVA: &str = include_str!("mistakes/base.java");
/// Where the table stands in a page.
const BEGIN: &str = "<!-- mistakes -->\n";
const END: &str = "<!-- /mistakes -->\n";
/// The case of a program that is refused before anything is started.
const NOT_STARTED: &str = "not-started";
/// How often a machine that was too busy is tried again.
const TRIES: usize = 5;

#[derive(Deserialize)]
struct Table {
    mistake: Vec<Mistake>,
}

/// A row of `table.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    /// What is wrong, in English and Japanese.
    name: String,
    ja: String,
    language: String,
    /// The case of the explanation, and what its reason has to say.
    case: String,
    cause: String,
    /// The words depend on the version of a language, or on chance.
    #[serde(default)]
    varies: bool,
    #[serde(default)]
    change: Vec<[String; 2]>,
    source: Option<String>,
    setup: Option<String>,
    run: Option<String>,
    dialect: Option<String>,
    position: Option<String>,
    /// 1 (black) or 2.
    seat: Option<u8>,
}

/// What an explanation said.
struct Said {
    case: String,
    verdict: Words,
    why: Vec<Words>,
    fix: Vec<Words>,
}

fn table() -> Vec<Mistake> {
    let table: Table = toml::from_str(include_str!("mistakes/table.toml")).expect("the table");
    table.mistake
}

impl Mistake {
    fn is_python(&self) -> bool {
        self.language == "python"
    }

    fn title(&self) -> &'static str {
        if self.is_python() { "Python" } else { "Java" }
    }

    /// The program.
    fn source(&self) -> String {
        let base = if self.is_python() { PYTHON } else { JAVA };
        let base = self.source.clone().unwrap_or_else(|| base.to_owned());
        self.change.iter().fold(base, |text, [old, new]| {
            assert_eq!(text.matches(old).count(), 1, "{}: {old:?} stands there once", self.name);
            text.replace(old, new)
        })
    }

    /// The position it begins at: what the table says, and empty squares behind it.
    fn position(&self) -> Option<String> {
        let (squares, side) = self.position.as_ref()?.split_once(' ').expect("squares and a side");
        Some(format!("{squares:-<64} {side}"))
    }

    /// Plays it, and has what it did explained; none on a machine that is too busy to tell.
    fn explained(&self) -> Option<Said> {
        (0..TRIES).find_map(|_| self.played())
    }

    /// The same, once.
    fn played(&self) -> Option<Said> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = if self.is_python() { "my_ai.py" } else { "MyAi.java" };
        std::fs::write(folder.path().join(file), self.source()).expect("the program");
        if let Some(setup) = &self.setup {
            let mut shell = Command::new("sh");
            let done = shell.args(["-ec", setup]).current_dir(folder.path()).output();
            let done = done.expect("a shell");
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(done.status.success(), "{}: {said}", self.name);
        }
        let run = match &self.run {
            Some(run) => run.clone(),
            // Whoever has it set for themselves does not see that others forget to flush.
            None if self.is_python() => format!("env -u PYTHONUNBUFFERED {} my_ai.py", python()),
            None => "java MyAi.java".to_owned(),
        };
        let dialect = self.dialect.as_deref().unwrap_or("judge");
        let terms = "limit=1s&start-up=5s&name=my_ai";
        let text = format!("{dialect}?{terms}&dir={}:{run}", folder.path().display());
        match self.invite(&text) {
            Ok(guest) => self.judge(guest),
            Err(bad) => {
                let problem: Words = bad.problem.into();
                let verdict: Words = gyoji_words::faults::verdict_start().into();
                let (why, fix) = (vec![problem], Vec::new());
                Some(Said { case: NOT_STARTED.into(), verdict, why, fix })
            }
        }
    }

    fn invite(&self, text: &str) -> Result<common::Guest<gyoji_othello::Othello>, BadText> {
        let kit = gyoji_othello::kit();
        let player = PlayerText::parse(text, &["judge", "plain"])?;
        let player = player.player(&kit, &Terms::default())?;
        let chair = house().chair(&kit, &player)?;
        Ok((player, chair))
    }

    fn judge(&self, guest: common::Guest<gyoji_othello::Othello>) -> Option<Said> {
        let mut guests = vec![first_move(), guest];
        if self.seat != Some(2) {
            guests.swap(0, 1);
        }
        let players = guests.iter().map(|(player, _)| player.clone()).collect();
        let mut header = header::<gyoji_othello::Othello>(players);
        header.plan.position = self.position();
        let played = play_header(&header, &mut guests);
        let context = Context {
            record_name: "7f3a".into(),
            time_zone: jiff::tz::TimeZone::UTC,
            moves_before: 0,
        };
        let is_fault = |event: &Event| matches!(event, Event::Faulted(_));
        let event = played.record.events.iter().position(is_fault);
        let Some(event) = event else {
            let nothing = Words { en: String::new(), ja: String::new() };
            let (why, fix) = (vec![Words { en: played.story(), ..nothing.clone() }], Vec::new());
            return Some(Said { case: "no fault".into(), verdict: nothing, why, fix });
        };
        // Where others had the processors, nobody can tell where the time went.
        let is_busy = |fault: &Fault| {
            let wait = fault.spent.wait.unwrap_or(0).max(fault.spent.delay);
            fault.machine || (fault.kind == FaultKind::Time && wait > fault.spent.used / 10)
        };
        if matches!(&played.record.events[event], Event::Faulted(fault) if is_busy(fault)) {
            return None;
        }
        let kit = gyoji_othello::kit();
        let it = explain(&played.record, &kit, event, &context).expect("an explanation");
        Some(Said { case: id(it.case), verdict: it.verdict, why: it.why, fix: it.fix })
    }
}

fn id(case: Case) -> String {
    let name = serde_json::to_value(case).expect("a case");
    name.as_str().expect("a name").to_owned()
}

/// A row of a page's table, without its number.
fn row(mistake: &Mistake, said: &Said, lang: Lang) -> String {
    let name = match lang {
        Lang::En => &mistake.name,
        Lang::Ja => &mistake.ja,
    };
    let say = |list: &[Words]| -> String {
        let list: Vec<String> = list.iter().map(|it| cell(it.get(lang))).collect();
        list.join("<br>")
    };
    let [verdict, why, fix] =
        [say(std::slice::from_ref(&said.verdict)), say(&said.why), say(&said.fix)];
    format!("{} | {name} | {verdict} | {why} | {fix} |", mistake.title())
}

/// A text as it stands in a table: measured times are not the same twice.
fn cell(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let whole = digits(rest);
        let after = rest[whole..].strip_prefix('.').map_or(0, digits);
        if whole > 0 && after == 3 {
            out.push_str("0.0");
            rest = &rest[whole + 4..];
            continue;
        }
        match c {
            '|' => out.push_str("\\|"),
            '<' => out.push_str("&lt;"),
            '*' | '_' => out.extend(['\\', c]),
            c => out.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// The rows of a page's table, without their numbers.
fn rows(text: &str) -> Vec<String> {
    let start = text.find(BEGIN).expect("a table") + BEGIN.len();
    let end = text.find(END).expect("the end of the table");
    let rows = text[start..end].lines().skip(2);
    rows.map(|row| row.split_once("| ").expect("cells").1.split_once("| ").expect("cells").1.into())
        .collect()
}

#[test]
#[ignore = "about a hundred programs, some of which have to be waited for: minutes"]
fn every_mistake_is_explained_by_its_true_cause() {
    for (program, package) in
        [("javac", "default-jdk"), ("jar", "default-jdk"), ("iconv", "libc-bin")]
    {
        require(program, package);
    }
    let only = std::env::var("GYOJI_MISTAKE").ok();
    let mut wrong = Vec::new();
    let mut found: Vec<Option<[String; 2]>> = Vec::new();
    let table = table();
    for mistake in &table {
        let is_meant = |only: &String| mistake.name.contains(only.as_str());
        if !only.as_ref().is_none_or(is_meant) {
            continue;
        }
        let Some(said) = mistake.explained() else {
            println!("SKIPPED: {}: the machine is too busy", mistake.name);
            found.push(None);
            continue;
        };
        let why: Vec<&str> = said.why.iter().map(|why| why.en.as_str()).collect();
        let why = why.join(" / ");
        println!("{:<7}{:<18}{}\n{:25}{why}", mistake.title(), said.case, mistake.name, "");
        if said.case != mistake.case || !why.contains(&mistake.cause) {
            let title = mistake.title();
            let wanted = format!("{}: {}", mistake.case, mistake.cause);
            wrong.push(format!(
                "{title}: {}\n  is {}: {why}\n  not {wanted}",
                mistake.name, said.case
            ));
        }
        found.push(Some([Lang::En, Lang::Ja].map(|lang| row(mistake, &said, lang))));
    }
    assert!(wrong.is_empty(), "{} missed:\n{}", wrong.len(), wrong.join("\n"));
    if only.is_some() {
        return;
    }
    for (index, (name, head)) in PAGES.iter().enumerate() {
        let text = std::fs::read_to_string(page(name)).expect("the page");
        if std::env::var_os("GYOJI_BLESS").is_some() {
            let start = text.find(BEGIN).expect("a table") + BEGIN.len();
            let end = text.find(END).expect("the end of the table");
            let rows: String = (found.iter().enumerate())
                .map(|(number, rows)| {
                    let rows = rows.as_ref().expect("a machine that is less busy");
                    format!("| {} | {}\n", number + 1, rows[index])
                })
                .collect();
            let text = format!(
                "{}{head}|---|---|---|---|---|---|\n{rows}{}",
                &text[..start],
                &text[end..]
            );
            std::fs::write(page(name), text).expect("the page");
            continue;
        }
        for ((mistake, ours), theirs) in table.iter().zip(&found).zip(rows(&text)) {
            if let Some(ours) = ours.as_ref().filter(|_| !mistake.varies) {
                assert_eq!(ours[index], theirs, "docs/{name}: GYOJI_BLESS=1 writes it");
            }
        }
    }
}

/// The pages, and the heads of their tables.
const PAGES: &[(&str, &str)] = &[
    ("mistakes.md", "| | | the mistake | verdict | why | fix |\n"),
    ("mistakes.ja.md", "| | | 間違い | 判定 | 理由 | 対処 |\n"),
];

#[test]
fn the_table_is_sound_and_the_pages_have_all_of_it() {
    let table = table();
    assert!(table.len() >= 60, "{}", table.len());
    let cases: Vec<String> = Case::ALL.iter().map(|case| id(*case)).collect();
    for mistake in &table {
        mistake.source();
        assert!(["python", "java"].contains(&mistake.language.as_str()), "{}", mistake.name);
        assert!(!mistake.ja.is_ascii(), "{}", mistake.name);
        let is_known = cases.contains(&mistake.case) || mistake.case == NOT_STARTED;
        assert!(is_known, "{}: {}", mistake.name, mistake.case);
    }
    for (lang, (name, _)) in [Lang::En, Lang::Ja].into_iter().zip(PAGES) {
        let rows = rows(&std::fs::read_to_string(page(name)).expect("the page"));
        assert_eq!(rows.len(), table.len(), "docs/{name}");
        for (mistake, row) in table.iter().zip(rows) {
            let what = if lang == Lang::En { &mistake.name } else { &mistake.ja };
            let begins = format!("{} | {what} |", mistake.title());
            assert!(row.starts_with(&begins), "docs/{name}: {row}\n{begins}");
        }
    }
}
