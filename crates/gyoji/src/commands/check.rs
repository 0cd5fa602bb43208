//! `gyoji check`: tries about twenty things with a program, and says what happened, why, and how
//! to mend it.

mod probe;
mod trial;

use std::path::Path;
use std::process::ExitCode;

use gyoji_core::{Game, Kit, Lang, Text, Visitor};
use gyoji_referee::Look;
use gyoji_referee::player::{Folder, Kind, Terms};
use gyoji_words::{check as words, kits};
use serde_json::json;
use unicode_width::UnicodeWidthStr;

use crate::args::kits::Check;
use crate::failure::{BOT_FAILED, Failure};
use crate::players::{house, parse_player};
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
    pub again: String,
}

impl Finding {
    pub(super) fn new(title: Text, verdict: Verdict, what: Text) -> Finding {
        Finding { title, verdict, what, why: Vec::new(), fix: Vec::new(), again: String::new() }
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
        let player = text.player(kit, &terms)?;
        let dialect = player.dialect.clone().unwrap_or_default();
        let name = screen::name(&player.name);
        screen::say(words::title(&name, G::SPEC.id, &dialect).get(lang));
        let house = house(lang, Look::default());
        let lab = trial::Lab { kit, house: &house, text: &text, player, terms };
        let mut found = Vec::new();
        probe::all(&lab, &mut |finding| {
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
        if args.json {
            let say = |texts: &[Text]| -> Vec<String> {
                texts.iter().map(|text| text.get(lang).to_owned()).collect()
            };
            let rows = found.iter().map(|it| {
                json!({
                    "check": it.title.get(lang), "verdict": it.verdict.id(),
                    "what": it.what.get(lang), "why": say(&it.why), "fix": say(&it.fix),
                    "again": it.again,
                })
            });
            super::print_json(&json!({
                "player": name, "game": G::SPEC.id, "dialect": dialect, "checks": rows.collect::<Vec<_>>(),
                "failed": failed, "notes": notes, "summary": summary.get(lang),
            }))?;
        } else {
            super::print(&format!("{}\n", screen::clean(summary.get(lang))))?;
        }
        if interrupt::is_asked() {
            return Ok(ExitCode::from(crate::failure::INTERRUPTED));
        }
        Ok(if failed > 0 { ExitCode::from(BOT_FAILED) } else { ExitCode::SUCCESS })
    }
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
            false => format!("{text} ({})", screen::clean(what)),
        };
    }
    let mut line = |label: Text, words: &str| {
        text += &format!("\n          {}: {}", label.get(lang), screen::clean(words));
    };
    line(words::label_what(), finding.what.get(lang));
    finding.why.iter().for_each(|why| line(words::label_why(), why.get(lang)));
    finding.fix.iter().for_each(|fix| line(words::label_fix(), fix.get(lang)));
    if !finding.again.is_empty() {
        line(words::label_again(), &finding.again);
    }
    text
}
