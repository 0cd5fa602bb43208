//! `gyoji renju next`: a program of the class. One run reads the game file, judges what is
//! there, appends a move and ends.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use super::words;
use gyoji_core::{Budget, Game, Lang, Pace, Seat, Text, Turn};
use gyoji_renju::class_api::{
    Config, Decided, LoadError, Loaded, Move, Point, Table, Violation, load_data, write_data,
};
use gyoji_renju::formats::csv::BadSheet;
use gyoji_renju::{Colour, Renju, Rule, Stone};
use serde_json::{Value, json};

use super::super::files;
use super::MOST_KILOBYTES;
use crate::args::renju::Next;
use crate::failure::{BAD_FILE, Failure};
use crate::screen;

/// The bot of the class's method.
const CLASS: &str = "class";

pub fn run(args: &Next, lang: Lang) -> Result<ExitCode, Failure> {
    let bot = bot_text(args)?;
    let rule: Rule = args.rule.parse()?;
    let config = Config {
        table_size: args.size,
        table_starts_with_one: args.one_based,
        raise_on_csv_count_error: args.strict,
    };
    let text =
        files::text(files::read(&args.file, MOST_KILOBYTES)?.unwrap_or_default(), &args.file)?;
    let loaded = match load_data(&text, &config) {
        Ok(loaded) => loaded,
        Err(LoadError { bad, loser: Some(loser) }) => {
            let winner = other_player(&text, &config, loser);
            let end = End { winner: Some(winner), loser: Some(loser), why: Why::Twice(bad) };
            return Answer { args, lang, played: None, end: Some(end), warnings: &[] }.print();
        }
        Err(LoadError { bad, loser: None }) => return Err(bad_file(&args.file, &bad)),
    };
    for warning in &loaded.warnings {
        let path = args.file.display();
        screen::say(words::warning(path, warning.problem()).get(lang));
    }
    let Loaded { moves, warnings, .. } = loaded;
    let mut table = Table::with_rule(config, rule, moves);
    let mut report = Answer { args, lang, played: None, end: None, warnings: &warnings };
    report.end = match table.compute() {
        Some(decided) => Some(End::of(&table, decided)),
        None => End::if_full(&table),
    };
    if report.end.is_some() {
        return report.print();
    }
    let mv = Move::new(table.me(), choose(&table, &bot, args)?);
    let (next, end) = after(&table, mv);
    report.played = Some(mv);
    report.end = end;
    // The end of the line stays as it was.
    let tail = &text[text.trim_end().len()..];
    files::replace_unchanged(&args.file, &text, &(write_data(&next) + tail), MOST_KILOBYTES)?;
    report.print()
}

/// The bot, with the options that have a flag of their own.
fn bot_text(args: &Next) -> Result<String, Failure> {
    let given = [("depth", args.depth), ("best", args.best)];
    let name = args.bot.split('?').next().unwrap_or_default();
    let mut text = args.bot.clone();
    for (option, value) in given {
        let Some(value) = value else { continue };
        if name != CLASS {
            return Err(Failure::usage_text(words::only_class(format!("--{option}"))));
        }
        let sign = if text.contains('?') { '&' } else { '?' };
        let _ = write!(text, "{sign}{option}={value}");
    }
    // A mistake in the command should show whatever is in the file.
    let (name, options) = text.split_once('?').unwrap_or((&text, ""));
    gyoji_renju::kit().make_bot(name, options, args.seed)?;
    Ok(text)
}

fn bad_file(path: &Path, bad: &BadSheet) -> Failure {
    let text = words::bad_sheet(path.display(), bad.problem(), &bad.flaw.fix);
    Failure { code: BAD_FILE, text }
}

/// The opponent of who moved twice.
fn other_player(text: &str, config: &Config, player: u32) -> u32 {
    let lenient = Config { raise_on_csv_count_error: false, ..*config };
    let moves = load_data(text, &lenient).map(|loaded| loaded.moves).unwrap_or_default();
    Table::new(lenient, moves).opponent(player)
}

/// Lets a bot choose for whoever is to move.
fn choose(table: &Table, bot: &str, args: &Next) -> Result<Point, Failure> {
    let position = position(table)?;
    let (name, options) = bot.split_once('?').unwrap_or((bot, ""));
    let mut bot = gyoji_renju::kit().make_bot(name, options, args.seed)?;
    let past = [position.clone()];
    let seat = position.to_move().unwrap_or(Seat::FIRST);
    let turn = Turn { seat, past: &past, moves: &[], left: Some(args.time), clock: None };
    let budget = Budget::for_turn(&*bot, &turn, Pace::INSIDE, Instant::now(), None);
    let mv = bot.choose(&turn, &budget, &mut |_| {});
    let first = || position.moves().find_map(gyoji_renju::Move::point);
    let point = mv.point().or_else(first).unwrap_or(gyoji_renju::Point::centre(args.size));
    Ok(Point::of_board(point, table.config()))
}

/// The table as a position of the game, with whoever is to move next.
fn position(table: &Table) -> Result<Renju, Failure> {
    let colour = |number| if table.is_black(number) { Colour::Black } else { Colour::White };
    let stones: Vec<Stone> = table
        .moves()
        .iter()
        .filter_map(|mv| {
            let point = mv.point.on_board(table.config())?;
            Some(Stone { point, colour: colour(mv.program_number) })
        })
        .collect();
    let (rule, size, next) = (table.rule(), table.config().table_size, colour(table.me()));
    let mut position = Renju::new(rule, size);
    for stone in &stones {
        if stone.colour == position.colour() {
            position.play(stone.point.into());
        }
    }
    // A file that was let pass although somebody moved twice is a position all the same.
    match position.stones().len() == stones.len() && position.colour() == next {
        true => Ok(position),
        false => Ok(Renju::set_up(rule, size, stones, next)?),
    }
}

/// The table after a move, and whether that has ended the game.
fn after(table: &Table, mv: Move) -> (Table, Option<End>) {
    let moves = table.moves().iter().copied().chain([mv]);
    let mut next = Table::with_rule(*table.config(), table.rule(), moves);
    let end = match next.compute() {
        Some(decided) => Some(End::of(&next, decided)),
        None => End::if_full(&next),
    };
    (next, end)
}

/// How a game has ended.
struct End {
    winner: Option<u32>,
    loser: Option<u32>,
    why: Why,
}

enum Why {
    Five(usize, Move),
    Lost(usize, Move, Violation),
    Twice(BadSheet),
    Full,
}

impl End {
    fn of(table: &Table, decided: Decided) -> End {
        let mv = decided.deciding_move();
        // The first that is not on the board, or the last that is.
        let number = table.table().len() + usize::from(!decided.is_win());
        let (player, other) = (mv.program_number, table.opponent(mv.program_number));
        match decided {
            Decided::Won(mv) => {
                End { winner: Some(player), loser: Some(other), why: Why::Five(number, mv) }
            }
            Decided::Lost(mv, violation) => End {
                winner: Some(other),
                loser: Some(player),
                why: Why::Lost(number, mv, violation),
            },
        }
    }

    fn if_full(table: &Table) -> Option<End> {
        let side = usize::from(table.config().table_size);
        (table.table().len() == side * side).then_some(End {
            winner: None,
            loser: None,
            why: Why::Full,
        })
    }

    fn text(&self, config: &Config) -> Text {
        let player = |number: Option<u32>| number.unwrap_or_default();
        let at = |number: &usize, mv: &Move| words::at_move(number, entry(*mv, config));
        match &self.why {
            Why::Full => words::board_full(),
            Why::Five(number, mv) => {
                words::won_by_five(player(self.winner)).then(": ", &at(number, mv))
            }
            Why::Lost(number, mv, violation) => {
                let why = match violation {
                    Violation::Foul(_) => words::a_foul(violation.title()),
                    _ => violation.title(),
                };
                let why = at(number, mv).then(": ", &why);
                words::lost_by(player(self.loser), why, player(self.winner))
            }
            Why::Twice(bad) => {
                words::lost_by(player(self.loser), bad.problem(), player(self.winner))
            }
        }
    }

    fn json(&self) -> Value {
        let (why, number) = match &self.why {
            Why::Five(number, _) => ("five", Some(number)),
            Why::Lost(number, _, Violation::Foul(_)) => ("foul", Some(number)),
            Why::Lost(number, ..) => ("occupied", Some(number)),
            Why::Twice(_) => ("twice", None),
            Why::Full => ("full", None),
        };
        let fouls: Vec<&str> = match &self.why {
            Why::Lost(_, _, Violation::Foul(fouls)) => fouls.iter().map(|it| it.name()).collect(),
            _ => Vec::new(),
        };
        json!({
            "winner": self.winner,
            "loser": self.loser,
            "why": why,
            "move": number,
            "fouls": fouls,
        })
    }
}

/// A move as it stands in the file.
fn entry(mv: Move, config: &Config) -> String {
    let base = u32::from(config.table_starts_with_one);
    let [y, x] = [mv.point.y, mv.point.x].map(|at| u32::from(at) + base);
    format!("{};{y};{x}", mv.program_number)
}

/// What is said at the end of a run.
struct Answer<'a> {
    args: &'a Next,
    lang: Lang,
    played: Option<Move>,
    end: Option<End>,
    warnings: &'a [BadSheet],
}

impl Answer<'_> {
    fn print(&self) -> Result<ExitCode, Failure> {
        let config = Config {
            table_size: self.args.size,
            table_starts_with_one: self.args.one_based,
            ..Config::default()
        };
        let base = u32::from(self.args.one_based);
        let played = self.played.map(|mv| {
            let [y, x] = [mv.point.y, mv.point.x].map(|at| u32::from(at) + base);
            let point = mv.point.on_board(&config).map(|point| point.to_string());
            (mv.program_number, y, x, point.unwrap_or_default())
        });
        if self.args.json {
            let both = |text: &Text| json!({ "en": text.get(Lang::En), "ja": text.get(Lang::Ja) });
            return super::super::print_json(&json!({
                "file": self.args.file.display().to_string(),
                "rule": self.args.rule,
                "move": played.map(|(player, y, x, point)| {
                    json!({ "player": player, "y": y, "x": x, "point": point })
                }),
                "result": self.end.as_ref().map(End::json),
                "warnings": self.warnings.iter().map(|bad| both(&bad.problem())).collect::<Vec<_>>(),
            }));
        }
        let mut out = String::new();
        if let Some((player, y, x, point)) = played {
            let _ = writeln!(out, "{}", words::played(player, y, x, point).get(self.lang));
        }
        if let Some(end) = &self.end {
            let _ = writeln!(out, "{}", end.text(&config).get(self.lang));
        }
        super::super::print(&out)
    }
}
