//! `gyoji renju fouls`: black's forbidden points (禁点), or the judgement of one point.

use std::fmt::Write;
use std::io::IsTerminal;
use std::process::ExitCode;

use super::words;
use gyoji_core::view::{Style, draw};
use gyoji_core::{Game, Lang};
use gyoji_renju::board::lines::Lines;
use gyoji_renju::fouls::{Reason, Verdict, judge, reasons};
use gyoji_renju::{Colour, Point, Renju, Rule, Stone};
use serde_json::{Value, json};

use crate::args::renju::Fouls;
use crate::failure::Failure;
use crate::screen;

pub fn run(args: &Fouls, lang: Lang) -> Result<ExitCode, Failure> {
    let rule: Rule = args.rule.parse()?;
    let board = Board::read(args)?;
    match &args.point {
        Some(text) => {
            let point = board.point(text)?;
            let verdict = judge(&board.lines, rule, point.index(), Colour::Black);
            match args.json {
                true => super::super::print_json(&board.judged(rule, point, verdict)),
                false => super::super::print(&format!("{verdict}\n")),
            }
        }
        None => {
            let fouls = board.fouls(rule);
            match args.json {
                true => super::super::print_json(&json!({
                    "rule": rule.name(),
                    "size": board.size,
                    "fouls": fouls.iter()
                        .map(|&(point, verdict)| board.judged(rule, point, verdict))
                        .collect::<Vec<_>>(),
                })),
                false => board.print(rule, &fouls, lang),
            }
        }
    }
}

/// The stones that were given.
struct Board {
    size: u8,
    stones: Vec<Stone>,
    lines: Lines,
}

impl Board {
    fn read(args: &Fouls) -> Result<Board, Failure> {
        let mut board = Board { size: args.size, stones: Vec::new(), lines: Lines::new(args.size) };
        for (texts, colour) in [(&args.black, Colour::Black), (&args.white, Colour::White)] {
            let words = texts.iter().flat_map(|text| text.split([',', ' ', ';', '、']));
            for word in words.filter(|word| !word.is_empty()) {
                let point = board.point(word)?;
                board.stones.push(Stone { point, colour });
                board.lines.put(point.index(), colour);
            }
        }
        Ok(board)
    }

    /// Reads an empty point of this board.
    fn point(&self, text: &str) -> Result<Point, Failure> {
        let point: Point = text.trim().parse()?;
        if !point.is_on(self.size) {
            let corner = Point::from_top(self.size - 1, 0, self.size);
            let corner = corner.map(name).unwrap_or_default();
            return Err(Failure::usage_text(words::off_board(name(point), self.size, corner)));
        }
        match self.lines.stone(point.index()) {
            None => Ok(point),
            Some(colour) => Err(Failure::usage_text(words::taken(name(point), colour.title()))),
        }
    }

    /// Every forbidden point, from the bottom left.
    fn fouls(&self, rule: Rule) -> Vec<(Point, Verdict)> {
        Point::all(self.size)
            .filter(|point| self.lines.is_empty(point.index()))
            .map(|point| (point, judge(&self.lines, rule, point.index(), Colour::Black)))
            .filter(|(_, verdict)| !verdict.fouls().is_empty())
            .collect()
    }

    fn judged(&self, rule: Rule, point: Point, verdict: Verdict) -> Value {
        let names = |points: &[Point]| points.iter().copied().map(name).collect::<Vec<_>>();
        let reason = |reason: &Reason| {
            let row = |row: &gyoji_renju::fouls::Row| json!({ "stones": names(&row.stones), "next": names(&row.next) });
            json!({
                "foul": reason.foul.name(),
                "ja": reason.foul.title().get(Lang::Ja),
                "rows": reason.rows.iter().map(row).collect::<Vec<_>>(),
            })
        };
        json!({
            "point": name(point),
            "verdict": verdict.to_string(),
            "fouls": verdict.fouls().iter().map(|foul| foul.name()).collect::<Vec<_>>(),
            "reasons": reasons(&self.lines, rule, point).iter().map(reason).collect::<Vec<_>>(),
        })
    }

    fn print(
        &self,
        rule: Rule,
        fouls: &[(Point, Verdict)],
        lang: Lang,
    ) -> Result<ExitCode, Failure> {
        let mut out = String::new();
        if std::io::stdout().is_terminal() {
            out += &self.drawn(rule, lang);
        }
        if fouls.is_empty() {
            screen::say(words::no_fouls().get(lang));
        }
        for (point, verdict) in fouls {
            let kind = |foul: gyoji_renju::fouls::Foul| match lang {
                Lang::En => foul.name().to_owned(),
                Lang::Ja => format!("{}（{}）", foul.name(), foul.title().get(lang)),
            };
            let kinds: Vec<String> = verdict.fouls().iter().map(kind).collect();
            let _ = writeln!(out, "{} {}", name(*point), kinds.join(" "));
        }
        super::super::print(&out)
    }

    /// The board with a mark on every forbidden point.
    fn drawn(&self, rule: Rule, lang: Lang) -> String {
        let stones = self.stones.iter().copied();
        // Both sides may have five here, which is no position of a game: then only the list is shown.
        let Ok(position) = Renju::set_up(rule, self.size, stones, Colour::Black) else {
            return String::new();
        };
        let colour = super::super::colour(&std::io::stdout());
        let style = Style { colour, ..Style::default() };
        draw(&position.view(), &position.legend(), lang, &style) + "\n"
    }
}

/// Points of this command are in capitals, as in books on renju.
fn name(point: Point) -> String {
    point.to_string().to_uppercase()
}
