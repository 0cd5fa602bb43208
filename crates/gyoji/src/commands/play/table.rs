//! The screen of a game that is played: the board, who plays, what was said, and the line to type.

use std::time::Instant;

use gyoji_core::Seat;
use gyoji_core::record::Event;
use gyoji_core::view::board_size;
use gyoji_referee::Look;
use gyoji_words::screen as words;

use super::session::Session;
use crate::commands::replay::viewer::cell_size;
use crate::screen;
use crate::tty;
use crate::watch::{GAP, LEAST_BESIDE, Signs, map, side_by_side};

/// How many lines of messages stand above the prompt at the most.
const MOST_NOTES: usize = 5;
/// More cells than these are not listed: they are marked on the board.
const FEW_CELLS: usize = 12;
/// So many reasons are listed of points that must not be played.
const MOST_REASONS: usize = 6;

/// Everything that is seen, for a terminal of that size; and where the text cursor stands.
pub(super) fn draw(
    session: &Session,
    look: Look,
    (width, height): (usize, usize),
    now: Instant,
) -> (Vec<String>, (usize, usize)) {
    let question: Vec<String> =
        question(session, now).iter().flat_map(|line| tty::wrap(line, width)).collect();
    let notes: Vec<String> = session.notes.iter().flat_map(|line| tty::wrap(line, width)).collect();
    let notes = &notes[notes.len().saturating_sub(MOST_NOTES)..];
    // The prompt and what is asked come first, then messages, then the board.
    let below = 2 + question.len() + notes.len();
    let room = height.saturating_sub(below + 1);
    let mut lines = picture(session, look, width, room);
    // The line between them goes to a board that needs it.
    let above = height.saturating_sub(below);
    lines.truncate(above);
    lines.resize(above, String::new());
    lines.extend(notes.iter().map(|note| emphasised(note, look)));
    lines.extend(question);
    let excess = (lines.len() + 2).saturating_sub(height);
    lines.drain(..excess.min(lines.len()));
    let (prompt, column) = prompt(session, width);
    let row = lines.len();
    lines.push(prompt);
    let bar = match &session.ended {
        Some(_) => words::over_bar(),
        None => words::play_bar(),
    };
    let bar = tty::pad(bar.get(session.lang), width);
    lines.push(if look.colour { format!("\x1b[7m{bar}\x1b[0m") } else { bar });
    (lines, (column, row))
}

fn emphasised(note: &str, look: Look) -> String {
    if look.colour { format!("\x1b[1m{note}\x1b[0m") } else { note.to_owned() }
}

/// What is asked, or who is waited for.
fn question(session: &Session, now: Instant) -> Vec<String> {
    let lang = session.lang;
    if session.ended.is_some() {
        return Vec::new();
    }
    let Some((seat, since)) = session.asked else {
        return vec![words::waiting().get(lang).to_owned()];
    };
    if !session.is_mine(seat) {
        let player = session.header.players.get(seat.index());
        let name = player.map_or_else(String::new, |player| screen::name(&player.name));
        let who = format!("{} {name}", session.title(seat));
        let seconds = now.saturating_duration_since(since).as_secs();
        return vec![words::thinking(who, seconds).get(lang).to_owned()];
    }
    let Some(choice) = session.stepper.choice(&session.taken) else { return Vec::new() };
    let mut lines = Vec::new();
    if !choice.part.is_empty() {
        lines.push(crumbs(session, &choice));
    }
    let mut ask = choice.ask.get(lang).to_owned();
    if let Some(typing) = &choice.typing {
        ask = format!("{ask} {}", typing.get(lang));
    }
    // What may be typed is an example of a cell, too.
    let choices = session.choices(FEW_CELLS, choice.typing.is_none());
    lines.push(match choice.part.is_empty() {
        true => gyoji_words::human::legal(choices).get(lang).to_owned(),
        false => format!("{ask}  {choices}"),
    });
    lines
}

/// The parts of a move in the making: `Cursor 7,13 | Tiles ? | Soldier`.
fn crumbs(session: &Session, choice: &gyoji_core::Choice) -> String {
    let (legend, view) = (session.stepper.legend(), session.stepper.now().view);
    let part = |part: &gyoji_core::view::Named| {
        let name = part.name.get(session.lang);
        let taken = choice.parts.iter().zip(&choice.taken).find(|(id, _)| **id == part.id);
        match taken {
            Some((_, step)) => {
                format!("{name}: {}", legend.name_step(&view, step).get(session.lang))
            }
            None if part.id == choice.part => format!("{name}: ?"),
            None => name.to_owned(),
        }
    };
    legend.parts.iter().map(part).collect::<Vec<_>>().join(" | ")
}

/// The line that is typed, and where the cursor stands in it.
fn prompt(session: &Session, width: usize) -> (String, usize) {
    let prompt = match session.mine() {
        Some(seat) => words::your_move(session.title(seat)),
        None => words::command_prompt(),
    };
    let prompt = format!("{} ", prompt.get(session.lang));
    let used = unicode_width::UnicodeWidthStr::width(prompt.as_str());
    let (typed, cursor) = session.editor.shown(width.saturating_sub(used));
    (prompt + &typed, used + cursor)
}

fn picture(session: &Session, look: Look, width: usize, room: usize) -> Vec<String> {
    let (legend, moment) = (session.stepper.legend(), session.stepper.now());
    let view = &moment.view;
    let mut targets: Vec<(u8, u8)> = session.hinted.clone();
    if let Some(choice) = session.mine().and_then(|_| session.stepper.choice(&session.taken)) {
        let cells: Vec<_> = choice.next.iter().filter_map(|offer| offer.step.cell()).collect();
        // Where nearly every cell can be chosen, marks would only hide the board.
        if targets.is_empty() && cells.len() <= view.cells.len() / 2 {
            targets = cells;
        }
    }
    let size = cell_size(view, width, room);
    let (map_width, map_height) = board_size(view, size);
    let signs = Signs { targets: &targets, ..Signs::default() };
    let board = map(legend, &moment, look, size, signs);
    let beside = width.saturating_sub(map_width + GAP);
    let mut panel = session.picture.panel(
        legend,
        view,
        session.lang,
        look,
        if beside < LEAST_BESIDE { width } else { beside },
    );
    if beside < LEAST_BESIDE {
        return board.into_iter().chain(panel).collect();
    }
    let reasons = reasons(session, &moment);
    if !reasons.is_empty() {
        // Each point has its reason: what the sign means need not be said again.
        let notes = legend.notes(view);
        let note = |note: &gyoji_words::Text| screen::one_line(note.get(session.lang), beside);
        let notes: Vec<String> = notes.iter().map(note).collect();
        panel.retain(|line| !notes.contains(line));
        panel.push(String::new());
        panel.extend(reasons.iter().flat_map(|line| tty::wrap(line, beside)));
    }
    // Where it is tight, what is known comes before what is pretty.
    if panel.len() > room + 1 {
        panel.retain(|line| !line.is_empty());
    }
    let left = room.max(map_height).saturating_sub(panel.len() + 1);
    if left > 0 && view.frames.is_empty() {
        panel.push(String::new());
        panel.extend(last_moves(session, beside, left));
    }
    side_by_side(&board, map_width, &panel)
}

/// Why some points must not be played: `H8  forbidden to black: double three`.
fn reasons(session: &Session, moment: &gyoji_core::Moment) -> Vec<String> {
    let (legend, view) = (session.stepper.legend(), &moment.view);
    let mut lines: Vec<String> = view
        .marks
        .iter()
        .take(MOST_REASONS)
        .map(|mark| {
            let known = legend.marks.iter().find(|sign| sign.id == mark.kind);
            let why = known.map_or(mark.kind.as_str(), |sign| sign.name.get(session.lang));
            format!("! {}  {why}", view.name_cell(mark.at[0], mark.at[1]).get(session.lang))
        })
        .collect();
    let more = view.marks.len().saturating_sub(MOST_REASONS);
    if more > 0 {
        lines.push(format!("! (+{more})"));
    }
    lines
}

/// The moves so far, as many of the last as there is room for.
fn last_moves(session: &Session, width: usize, most: usize) -> Vec<String> {
    let letter = |seat: Seat| session.stepper.legend().seat(seat).map_or('?', |seat| seat.letter);
    let seats = session.events.iter().filter_map(|event| match event {
        Event::Moved(moved) => Some((moved.ply as usize, moved.seat)),
        _ => None,
    });
    let seats: std::collections::HashMap<usize, Seat> = seats.collect();
    let moves = session.stepper.moves();
    let word = |(ply, mv): (usize, &String)| {
        let letter = seats.get(&ply).map_or('?', |seat| letter(*seat));
        format!("{}.{letter} {mv}", ply + 1)
    };
    let all: Vec<String> = moves.iter().enumerate().map(word).collect();
    // Some pass quickly, and a long game would take long to write out.
    let last = &all[all.len().saturating_sub(most * 4)..];
    let lines = tty::wrap(&last.join("  "), width);
    lines[lines.len().saturating_sub(most)..].iter().map(|line| line.trim().to_owned()).collect()
}
