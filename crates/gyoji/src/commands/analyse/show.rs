//! An analysis in words, for a screen of eighty columns.

use gyoji_core::{Game, Lang, Seat, Text, Worth};
use unicode_width::UnicodeWidthStr;

use super::{Analysis, Looked, words};
use crate::screen;
use crate::table::table;

/// How wide a line may be.
const COLUMNS: usize = 80;

pub fn in_words<G: Game>(analysis: &Analysis<'_, G>, lines: usize, lang: Lang) -> String {
    let most = if lines == 0 { usize::MAX } else { lines };
    match (analysis.is_game(), &analysis.looked[..]) {
        (false, [looked]) => position(analysis, looked, most, lang),
        _ => game(analysis, most, lang),
    }
}

fn position<G: Game>(
    analysis: &Analysis<'_, G>,
    looked: &Looked<G>,
    most: usize,
    lang: Lang,
) -> String {
    let who = words::to_move(&G::SPEC.seats[looked.seat.index()].title);
    let unit = words::values(&analysis.entry.unit);
    let mut text = format!("{}: {}\n", who.get(lang), unit.get(lang));
    let head = [words::column_move(), words::column_value(), words::column_depth()];
    let mut rows = vec![head.map(|text| text.get(lang).to_owned()).to_vec()];
    let shown = &looked.all[..most.min(looked.all.len())];
    rows.extend(
        shown
            .iter()
            .map(|worth| vec![worth.mv.to_string(), points(worth.value), depth(worth, lang)]),
    );
    let rows = table(&rows);
    let mut rows = rows.lines();
    text += &format!("{}  {}\n", rows.next().unwrap_or_default(), words::column_line().get(lang));
    for (row, worth) in rows.zip(shown) {
        text += &beside(row, &worth.line);
    }
    let left = looked.all.len() - shown.len();
    if left > 0 {
        text += &format!("{}\n", words::more(left).get(lang));
    }
    text
}

fn game<G: Game>(analysis: &Analysis<'_, G>, most: usize, lang: Lang) -> String {
    let say = |text: Text| text.get(lang).to_owned();
    let title = |seat: Seat| G::SPEC.seats[seat.index()].title.get(lang).to_owned();
    let mut text = say(words::values_of_game(&analysis.entry.unit)) + "\n";
    let mut rows = vec![vec![
        say(words::column_number()),
        say(words::column_side()),
        say(words::column_move()),
        say(words::column_value()),
        say(words::column_best()),
        say(words::column_value()),
        say(words::column_depth()),
        say(words::column_lost()),
        // Room for the marks, which stand to the left.
        String::new(),
    ]];
    for looked in &analysis.looked {
        let (Some(played), Some(best)) = (&looked.played, looked.all.first()) else { continue };
        let lost = looked.lost();
        rows.push(vec![
            looked.number.to_string(),
            title(looked.seat),
            played.mv.to_string(),
            points(played.value),
            best.mv.to_string(),
            points(best.value),
            depth(best, lang),
            format!("{lost:.1}"),
            format!("{:<2}", analysis.mark(lost)),
        ]);
    }
    text += &table(&rows);
    text += "\n";
    text += &worst(analysis, most, lang);
    text += "\n";
    let mut rows = vec![vec![
        String::new(),
        say(words::column_moves()),
        say(words::column_lost()),
        say(words::column_average()),
        say(words::column_mistakes(analysis.entry.mistake)),
        say(words::column_blunders(analysis.entry.blunder)),
    ]];
    for seat in Seat::all(G::SPEC.seats.len()) {
        let side = analysis.side(seat);
        let name = analysis.told.names.get(seat.index()).filter(|name| !name.is_empty());
        let who = match name {
            Some(name) => format!("{} {}", title(seat), screen::name(name)),
            None => title(seat),
        };
        rows.push(vec![
            who,
            side.moves.to_string(),
            format!("{:.1}", side.lost),
            format!("{:.2}", side.average()),
            side.mistakes.to_string(),
            side.blunders.to_string(),
        ]);
    }
    text + &table(&rows)
}

/// The mistakes, the worst first, each with what was better.
fn worst<G: Game>(analysis: &Analysis<'_, G>, most: usize, lang: Lang) -> String {
    let mut worst: Vec<&Looked<G>> =
        analysis.looked.iter().filter(|it| !analysis.mark(it.lost()).is_empty()).collect();
    worst.sort_by(|a, b| b.lost().total_cmp(&a.lost()));
    if worst.is_empty() {
        let none = match analysis.looked.is_empty() {
            true => words::none_looked(),
            false => words::none_lost(&analysis.entry.unit, analysis.entry.mistake),
        };
        return format!("{}\n", none.get(lang));
    }
    let shown = &worst[..most.min(worst.len())];
    let rows = shown.iter().filter_map(|looked| {
        let seat = G::SPEC.seats[looked.seat.index()].title.get(lang).to_owned();
        let played = looked.played.as_ref()?.mv.to_string();
        let lost = format!("-{:.1}", looked.lost());
        Some(vec![looked.number.to_string(), seat, played, lost])
    });
    let rows = table(&rows.collect::<Vec<_>>());
    let mut text = format!("{}\n", words::worst().get(lang));
    for (row, looked) in rows.lines().zip(shown) {
        let line = looked.all.first().map_or(&[][..], |best| &best.line[..]);
        text += &beside(&format!("{row}  {}", words::instead().get(lang)), line);
    }
    let left = worst.len() - shown.len();
    if left > 0 {
        text += &format!("{}\n", words::more(left).get(lang));
    }
    text
}

/// A row with as much of a line of moves beside it as there is room for.
fn beside<M: std::fmt::Display>(row: &str, line: &[M]) -> String {
    let mut text = format!("{row} ");
    for mv in line {
        let mv = format!(" {mv}");
        if text.width() + mv.width() > COLUMNS {
            break;
        }
        text += &mv;
    }
    text + "\n"
}

/// `+3.2`; a value of nothing has no sign.
fn points(value: f32) -> String {
    let text = format!("{value:+.1}");
    if text.trim_start_matches(['+', '-']) == "0.0" { "0.0".to_owned() } else { text }
}

/// `solved`, `14`, or `14@73%` where moves were left out.
fn depth<M>(worth: &Worth<M>, lang: Lang) -> String {
    match worth {
        _ if worth.solved => words::solved().get(lang).to_owned(),
        _ if worth.percent == 100 => worth.depth.to_string(),
        _ => format!("{}@{}%", worth.depth, worth.percent),
    }
}
