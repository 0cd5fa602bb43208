//! What must hold of what a game shows: its view, its legend, and the steps of its moves.

use std::collections::HashSet;

use gyoji_core::view::{Legend, Step, View};
use gyoji_core::{Chooser, Game};

/// Of how many cells among the next steps it is tried whether their names are understood.
const MOST_CELLS: usize = 8;

/// Every word of a view is in the legend, and every place is on the board.
pub(super) fn check_view<G: Game>(position: &G) {
    let (view, legend, text) = (position.view(), position.legend(), position.to_string());
    let seats = G::SPEC.seats.len();
    assert_eq!(view.cells.len(), view.cols.len() * view.rows.len(), "{text}");
    assert_eq!(view.seats.len(), seats, "{text}");
    assert_eq!(legend.seats.len(), seats, "{text}");
    assert_eq!(view.to_move, position.to_move(), "{text}");
    let is_on = |[col, row]: [u8; 2]| view.cell(col.into(), row.into()).is_some();
    for cell in &view.cells {
        let ground = &cell.ground;
        assert!(legend.grounds.iter().any(|sign| sign.id == *ground), "{text}: ground {ground}");
        for piece in &cell.pieces {
            let kind = &piece.kind;
            assert!(legend.pieces.iter().any(|sign| sign.id == *kind), "{text}: piece {kind}");
            assert!(piece.seat.index() < seats, "{text}: a piece of nobody");
            assert!(piece.from.is_none_or(is_on), "{text}: {piece:?}");
        }
    }
    for (item, _) in view.seats.iter().flat_map(|seat| &seat.hand) {
        assert!(legend.hand.iter().any(|sign| sign.id == *item), "{text}: item {item}");
    }
    for (fact, _) in &view.facts {
        assert!(legend.facts.iter().any(|known| known.id == *fact), "{text}: fact {fact}");
    }
    for mark in &view.marks {
        assert!(legend.marks.iter().any(|sign| sign.id == mark.kind), "{text}: {mark:?}");
        assert!(is_on(mark.at), "{text}: {mark:?}");
    }
    assert!(view.bands.iter().all(|band| is_on(band.from) && is_on(band.to)), "{text}: bands");
    if let Some(outcome) = position.outcome() {
        let is_known = legend.endings.iter().any(|ending| ending.id == outcome.why);
        assert!(is_known, "{text}: ending {}", outcome.why);
    }
}

/// What is shown survives its way to a page.
pub(super) fn check_json<G: Game>(position: &G) {
    let (view, legend, text) = (position.view(), position.legend(), position.to_string());
    let json = serde_json::to_string(&view).expect("a view is plain data");
    assert_eq!(serde_json::from_str::<View>(&json).unwrap(), view, "{text}");
    let json = serde_json::to_string(&legend).expect("a legend is plain data");
    assert_eq!(serde_json::from_str::<Legend>(&json).unwrap(), legend, "{text}");
}

/// Every legal move is spelled by exactly one way through the steps, which a person can walk by
/// what they are offered: by clicking, and by typing what is shown.
pub(super) fn check_steps<G: Game>(position: &G, moves: &[G::Move]) {
    let text = position.to_string();
    let mut reached = HashSet::new();
    walk(&mut Chooser::new(position), &mut reached, &text);
    assert_eq!(reached.len(), moves.len(), "{text}: the steps lead to every move");
}

/// Goes every way from here.
fn walk<G: Game>(chooser: &mut Chooser<'_, G>, reached: &mut HashSet<G::Move>, text: &str) {
    let next = chooser.next_steps();
    if let Some(mv) = chooser.spelled() {
        assert!(next.is_empty(), "{text}: the steps of {mv} go on in another move");
        assert!(reached.insert(mv), "{text}: {mv} is spelled in two ways");
    }
    let cells = next.iter().filter(|step| step.cell().is_some()).take(MOST_CELLS);
    for step in next.iter().filter(|step| step.cell().is_none()).chain(cells) {
        check_words(chooser, step, text);
    }
    for step in next {
        assert!(chooser.take(step.clone()), "{text}: {step:?} was offered");
        walk(chooser, reached, text);
        assert!(chooser.back());
    }
}

/// A step is understood by its name in each language and by its keys.
fn check_words<G: Game>(chooser: &Chooser<'_, G>, step: &Step, text: &str) {
    let name = chooser.name(step);
    let mut said = vec![name.get(gyoji_core::Lang::En), name.get(gyoji_core::Lang::Ja)];
    if let Step::Word(word) = step {
        let known = chooser.legend().word(word);
        let known = known.unwrap_or_else(|| panic!("{text}: the word {word} is not in the legend"));
        said.extend(known.keys.iter().map(String::as_str));
        said.push(word);
    }
    for said in said {
        assert_eq!(chooser.read(said), *step, "{text}: {said:?}");
    }
}
