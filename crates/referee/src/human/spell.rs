//! A move put together step by step: which steps are possible, and what a line adds to them.

use gyoji_core::Game;
use gyoji_core::view::Step;

/// What a line means for a move of which the first steps are taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Spelled<M> {
    /// The move is complete.
    Whole(M),
    /// These steps are taken now.
    More(Vec<Step>),
    /// This step cannot be taken after these.
    Not(Vec<Step>, Step),
    /// No step of any kind.
    Nothing,
}

/// Takes the steps of a line, one after the other. They may stand in one line: `2,4 2,3 0`.
pub(super) fn spell<G: Game>(position: &G, so_far: &[Step], line: &str) -> Spelled<G::Move> {
    let mut steps = so_far.to_vec();
    for (count, word) in line.split_whitespace().enumerate() {
        let step = position.read_step(word);
        let is_first = so_far.is_empty() && count == 0;
        if !choices(position, &steps).contains(&step) {
            return match step {
                Step::Word(_) if is_first => Spelled::Nothing,
                _ => Spelled::Not(steps, step),
            };
        }
        steps.push(step);
    }
    match whole(position, &steps) {
        Some(mv) => Spelled::Whole(mv),
        None => Spelled::More(steps),
    }
}

/// The steps that can come next, each once, in the order of the moves they lead to.
pub(super) fn choices<G: Game>(position: &G, so_far: &[Step]) -> Vec<Step> {
    let mut found = Vec::new();
    for mv in position.moves() {
        let steps = position.steps(mv);
        let next = steps.strip_prefix(so_far).and_then(|rest| rest.first());
        if let Some(step) = next.filter(|step| !found.contains(*step)) {
            found.push(step.clone());
        }
    }
    found
}

/// The only move that begins with these steps, unless a cell is still to be chosen: nobody likes a
/// piece to move to a square that was not named.
fn whole<G: Game>(position: &G, steps: &[Step]) -> Option<G::Move> {
    let is_word = |step: &Step| matches!(step, Step::Word(_));
    let mut left = position.moves().filter_map(|mv| {
        let all = position.steps(mv);
        all.strip_prefix(steps).map(|rest| (mv, rest.iter().all(is_word)))
    });
    match (left.next(), left.next()) {
        (Some((mv, true)), None) => Some(mv),
        _ => None,
    }
}

/// Whether the moves of a position have several steps, so that a list of them is long.
pub(super) fn has_steps<G: Game>(position: &G) -> bool {
    position.moves().next().is_some_and(|mv| position.steps(mv).len() > 1)
}

/// A line as keyboards that are set to Japanese may give it: full-width letters, digits and commas
/// count as the narrow ones.
pub(super) fn narrow(line: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xff00 + 0x20) as u8),
        '\u{3000}' => ' ',
        '、' => ',',
        _ => c,
    };
    line.trim().chars().map(narrow).collect()
}
