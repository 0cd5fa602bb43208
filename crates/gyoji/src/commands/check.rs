//! `gyoji check`: tries about twenty things with a program, and says what happened, why, and how
//! to mend it.

mod probe;
mod trial;

use std::path::Path;
use std::process::ExitCode;

use gyoji_core::{Game, Kit, Lang, Text, Visitor};
use gyoji_referee::Look;
use gyoji_referee::explain::Board;
use gyoji_referee::player::{Folder, Kind, Terms, find_command};
use gyoji_words::{check as words, kits};
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::args::kits::Check;
use crate::failure::{BOT_FAILED, Failure};
use crate::players::{entry, house, parse_player};
use crate::{interrupt, screen};

/// How something that was tried turned out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Fine,
    Warning,
    Failed,
    Skipped,
}

impl Verdict {
    fn text(self) -> Text {
        match self {
            Verdict::Fine => words::fine(),
            Verdict::Warning => words::warning(),
            Verdict::Failed => words::failed(),
            Verdict::Skipped => words::skipped(),
        }
    }

    fn id(self) -> &'static str {
        match self {
            Verdict::Fine => "ok",
            Verdict::Warning => "note",
            Verdict::Failed => "failed",
            Verdict::Skipped => "skipped",
        }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub title: Text,
    pub verdict: Verdict,
    pub what: Text,
    pub why: Vec<Text>,
    pub fix: Vec<Text>,
    /// The board beside an illegal move.
    pub board: Option<Board>,
    pub again: String,
}

impl Finding {
    pub(super) fn new(title: Text, verdict: Verdict, what: Text) -> Finding {
        let (why, fix, again) = (Vec::new(), Vec::new(), String::new());
        Finding { title, verdict, what, why, fix, board: None, again }
    }

    #[must_use]
    pub(super) fn because(mut self, why: Text, fix: Text) -> Finding {
        self.why.push(why);
        self.fix.push(fix);
        self
    }
}

pub fn run(args: &Check, lang: Lang) -> Result<ExitCode, Failure> {
    let own = match Path::new(&args.program).is_dir() {
        true => Some(Folder::read(Path::new(&args.program))?.game),
        false => None,
    };
    let game = args.game.clone().or(own);
    // Whoever has named nothing that is there need not name its game.
    let is_path = !args.program.contains([':', ' ']);
    if game.is_none() && is_path {
        find_command(&args.program, Path::new("."))?;
    }
    let game = game.ok_or_else(|| Failure::usage_text(kits::no_game_named()))?;
    gyoji_catalog::visit(&game, Try { args, lang })?
}

struct Try<'a> {
    args: &'a Check,
    lang: Lang,
}

impl Visitor for Try<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let (args, lang) = (self.args, self.lang);
        let text = parse_player(kit, &args.program, lang)?;
        if !matches!(text.kind, Kind::Program { .. }) {
            return Err(Failure::usage_text(words::only_programs()));
        }
        let terms = Terms { time: args.time, dialect: args.dialect.clone(), ..Terms::default() };
        let player = entry(kit, &text, &terms)?;
        let house = house(lang, Look::default());
        let dialect = player.dialect.clone().unwrap_or_default();
        let name = screen::name(&player.name);
        let lab = trial::Lab { kit, house: &house, text: &text, player, terms };
        // What cannot be started need not be tried twenty times.
        lab.command()?;
        screen::say(words::title(&name, G::SPEC.id, &dialect).get(lang));
        let mut found = Vec::new();
        probe::all(&lab, &mut |finding| {
            let finding = said_before(finding, &found);
            if !args.json {
                screen::say(&shown(&finding, lang));
            }
            found.push(finding);
        });
        let count = |verdict| found.iter().filter(|finding| finding.verdict == verdict).count();
        let tried = found.len() - count(Verdict::Skipped);
        let (failed, notes) = (count(Verdict::Failed), count(Verdict::Warning));
        let summary = match (failed, notes) {
            (0, 0) => words::summary_fine(&name, tried),
            (0, notes) => words::summary_notes(&name, tried, notes),
            (failed, _) => words::summary_failed(&name, tried, failed),
        };
        // What is to be done, at a glance: each reason once.
        let titles = |verdict| -> Vec<String> {
            let is_new = |it: &&Finding| it.verdict == verdict && !it.fix.is_empty();
            let those = found.iter().filter(is_new);
            those.map(|finding| finding.title.get(lang).to_owned()).collect()
        };
        let mut told = summary.get(lang).to_owned();
        let mut tell = |titles: Vec<String>, say: &dyn Fn(String) -> Text| {
            if !titles.is_empty() {
                told += &format!("\n  {}", say(titles.join(" / ")).get(lang));
            }
        };
        tell(titles(Verdict::Failed), &|titles| words::rows_failed(titles));
        tell(titles(Verdict::Warning), &|titles| words::rows_noted(titles));
        if args.json {
            let say = |texts: &[Text]| -> Vec<String> {
                texts.iter().map(|text| text.get(lang).to_owned()).collect()
            };
            let rows = found.iter().map(|it| {
                json!({
                    "id": it.title.get(Lang::En), "check": it.title.get(lang),
                    "verdict": it.verdict.id(),
                    "what": it.what.get(lang), "why": say(&it.why), "fix": say(&it.fix),
                    "again": it.again,
                })
            });
            super::print_json(&json!({
                "player": name, "game": G::SPEC.id, "dialect": dialect, "checks": rows.collect::<Vec<_>>(),
                "failed": failed, "notes": notes, "summary": summary.get(lang),
            }))?;
        } else {
            super::print(&format!("{}\n", screen::folded(&screen::clean(&told))))?;
        }
        if interrupt::is_asked() {
            return Ok(ExitCode::from(crate::failure::INTERRUPTED));
        }
        Ok(if failed > 0 { ExitCode::from(BOT_FAILED) } else { ExitCode::SUCCESS })
    }
}

/// The same finding; of what has been explained already, only where.
fn said_before(mut finding: Finding, found: &[Finding]) -> Finding {
    if found.iter().any(|before| before.board.is_some()) {
        finding.board = None;
    }
    let is_same = |before: &&Finding| !before.why.is_empty() && before.why == finding.why;
    if let Some(first) = found.iter().find(is_same) {
        finding.why = vec![words::as_before(&first.title)];
        finding.fix = Vec::new();
    }
    finding
}

/// A finding as lines for a terminal.
fn shown(finding: &Finding, lang: Lang) -> String {
    let verdict = finding.verdict.text();
    let verdict = verdict.get(lang);
    let space = " ".repeat(8_usize.saturating_sub(verdict.width()));
    let mut text = format!("{verdict}{space}  {}", finding.title.get(lang));
    if finding.verdict == Verdict::Fine || finding.verdict == Verdict::Skipped {
        let what = finding.what.get(lang);
        return match what.is_empty() {
            true => text,
            false => screen::folded(&format!("{text} ({})", screen::clean(what))),
        };
    }
    let line = |label: Text, words: &str| {
        format!("\n          {}: {}", label.get(lang), screen::clean(words))
    };
    text += &line(words::label_what(), finding.what.get(lang));
    if let Some(board) = &finding.board {
        let rows = board.lines.iter().map(String::as_str).chain([board.key.get(lang)]);
        text.extend(rows.map(|row| format!("\n            {row}")));
    }
    text.extend(finding.why.iter().map(|why| line(words::label_why(), why.get(lang))));
    text.extend(finding.fix.iter().map(|fix| line(words::label_fix(), fix.get(lang))));
    text = screen::folded(&text);
    if !finding.again.is_empty() {
        // In one piece, to be copied.
        text += &line(words::label_again(), &finding.again);
    }
    text
}
