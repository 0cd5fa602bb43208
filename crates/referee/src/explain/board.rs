//! The board at the moment of an illegal move, drawn: where the player wanted to go, and where it
//! may go.

use gyoji_core::record::FaultKind;
use gyoji_core::view::{self, Legend, Step, View};
use gyoji_core::{Game, Lang, Text};
use gyoji_words::faults as words;
use serde::Serialize;

use super::Words;
use super::scene::Scene;

/// The most columns and rows that are drawn: larger boards do not fit beside the words.
const MOST: usize = 20;
/// The sign beside a square where the player wanted to go.
pub(super) const WRONG: char = '!';
/// The sign of squares that are legal.
pub(super) const LEGAL: char = '*';

/// A board in letters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Board {
    /// The board, line by line: `!` stands before a square the player wanted, `*` on or before a
    /// legal one, `>` before what it had chosen so far.
    pub lines: Vec<String>,
    /// What the signs mean.
    pub key: Words,
    /// The square the player wanted, and the legal ones, for whoever has drawn the board anyway.
    #[serde(skip)]
    pub wrong: Vec<(u8, u8)>,
    /// See [`wrong`](Board::wrong).
    #[serde(skip)]
    pub legal: Vec<(u8, u8)>,
}

/// The board beside an illegal move; none if it is too large, or nobody was to move.
pub(super) fn board<G: Game>(scene: &Scene<'_, G>) -> Option<Board> {
    let position = scene.position().filter(|_| scene.is_to_move() && !scene.fault.unasked)?;
    let mv = scene.read(&scene.line).filter(|_| scene.fault.kind == FaultKind::Illegal)?;
    let (view, legend) = (position.view(), position.legend());
    if view.cols.len().max(view.rows.len()) > MOST {
        return None;
    }
    let wanted = position.steps(mv);
    let legal: Vec<Vec<Step>> = position.moves().map(|mv| position.steps(mv)).collect();
    // How far the move goes along with some legal one.
    let with = |length: usize| {
        let so_far = &wanted[..length];
        legal.iter().filter(move |steps| steps.starts_with(so_far))
    };
    let so_far = (0..wanted.len()).rev().find(|&length| with(length).next().is_some())?;
    let cells = |steps: &[Step]| -> Vec<(u8, u8)> { steps.iter().filter_map(Step::cell).collect() };
    let chosen = cells(&wanted[..so_far]);
    let wrong = cells(&wanted[so_far..=so_far]);
    let next: Vec<Step> = with(so_far).filter_map(|steps| steps.get(so_far).cloned()).collect();
    let next = cells(&next);
    let lines = draw(&view, &legend, &chosen, &wrong, &next);
    let has = |sign| lines.iter().skip(1).any(|line| line.contains(sign));
    let key = key(scene, &view, &legend, has(WRONG), has(LEGAL));
    Some(Board { lines, key, wrong, legal: next })
}

fn draw(
    view: &View,
    legend: &Legend,
    chosen: &[(u8, u8)],
    wrong: &[(u8, u8)],
    legal: &[(u8, u8)],
) -> Vec<String> {
    let style = view::Style { targets: legal, last: chosen, wrong, ..view::Style::default() };
    let mut lines: Vec<Vec<char>> =
        view::board(view, legend, &style).iter().map(|line| line.chars().collect()).collect();
    let before = lines.first().map_or(0, Vec::len).saturating_sub(3 * view.cols.len() + 1);
    let mut put = |&(col, row): &(u8, u8), sign: char| {
        let line = lines.get_mut(usize::from(row) + 1);
        if let Some(place) = line.and_then(|line| line.get_mut(before + 3 * usize::from(col))) {
            *place = sign;
        }
    };
    // On an empty square the sign stands already, in its place.
    let is_taken = |&&(col, row): &&(u8, u8)| {
        let cell = view.cell(usize::from(col), usize::from(row));
        cell.is_some_and(|cell| !cell.pieces.is_empty())
    };
    let is_free = |at: &&(u8, u8)| !wrong.contains(at);
    legal.iter().filter(is_taken).filter(is_free).for_each(|at| put(at, LEGAL));
    lines.into_iter().map(|line| line.into_iter().collect::<String>().trim_end().into()).collect()
}

/// `! wanted  * legal  X black  O white (to move)`
fn key<G: Game>(
    scene: &Scene<'_, G>,
    view: &View,
    legend: &Legend,
    has_wrong: bool,
    has_legal: bool,
) -> Words {
    let mut parts = Vec::new();
    if has_wrong {
        parts.push(words::board_wanted(WRONG, &scene.name));
    }
    if has_legal {
        parts.push(words::board_legal(LEGAL));
    }
    for seat in gyoji_core::Seat::all(view.seats.len()) {
        let Some(sign) = legend.seat(seat) else { continue };
        let name = Text::plain(sign.letter).then(" ", &sign.name);
        parts.push(match view.to_move == Some(seat) {
            true => words::board_to_move(name),
            false => name,
        });
    }
    let say = |lang: Lang| -> String {
        let parts: Vec<&str> = parts.iter().map(|part| part.get(lang)).collect();
        parts.join("   ")
    };
    Words { en: say(Lang::En), ja: say(Lang::Ja) }
}
