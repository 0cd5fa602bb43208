//! What goes wrong in the plain protocol: `move NUMBER MOVE`.

use std::ops::Range;

use gyoji_core::{Game, nearest};
use gyoji_words::faults as words;

use super::Case;
use super::answer::{expected, fix_expected, fix_write_as, legal_move_inside, whole};
use super::bytes;
use super::finding::Finding;
use super::scene::Scene;

/// What a player may say.
const KNOWN: [&str; 3] = ["ready", "move", "info"];

/// A line that the plain protocol does not know.
pub(super) fn format<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let line = scene.line.trim();
    if let Some(mv) = lax(line) {
        return Finding::new(Case::PlainBare, words::why_plain_bare(mv))
            .mark(whole(scene), expected(scene))
            .fix(fix_write_as(scene, mv));
    }
    let (word, rest) = split(line);
    if word.eq_ignore_ascii_case("move") { wrong_move(scene, rest) } else { unknown(scene) }
}

/// An answer to a question of before: it does not count, and the one that stands is still open.
pub(super) fn stale<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let said = scene.heard_since_asked().filter(|_| scene.is_plain())?;
    let (word, rest) = split(&said);
    let found = split(rest).0.parse::<u32>().ok().filter(|_| word.eq_ignore_ascii_case("move"))?;
    let wanted = scene.fault.ply;
    let answer = format!("move {wanted} {}", bytes::tame(split(rest).1, 20));
    (found < wanted).then(|| {
        Finding::new(Case::PlainNumber, words::why_plain_stale(found, wanted))
            .fix(words::fix_plain_number(answer))
    })
}

/// `move`, but then not the number and a move.
fn wrong_move<G: Game>(scene: &Scene<'_, G>, rest: &str) -> Finding {
    let wanted = scene.fault.ply;
    let (number, text) = split(rest);
    let answer = |mv: Option<G::Move>| match mv.and_then(|mv| scene.answer(mv)) {
        Some(answer) => words::fix_plain_number(answer),
        None => words::fix_plain_number(format!("move {wanted} ...")),
    };
    if let Some(mv) = lax::<G::Move>(rest) {
        return Finding::new(Case::PlainNumber, words::why_plain_no_number())
            .mark(place(scene, rest), words::mark_wrong_number(wanted))
            .fix(answer(Some(mv)));
    }
    match (number.parse::<u32>(), lax(text)) {
        (Ok(found), mv) if found != wanted => {
            Finding::new(Case::PlainNumber, words::why_plain_number(found, wanted))
                .mark(place(scene, number), words::mark_wrong_number(wanted))
                .fix(answer(mv))
        }
        (Ok(_), Some(mv)) => Finding::new(Case::WrongForm, words::why_capitals(mv))
            .mark(whole(scene), expected(scene))
            .fix(fix_write_as(scene, mv)),
        (Ok(_), None) => Finding::new(Case::NotAMove, words::why_not_a_move(bytes::tame(text, 20)))
            .mark(place(scene, text), expected(scene))
            .fix(fix_expected(scene)),
        (Err(_), _) => Finding::new(Case::PlainNumber, words::why_plain_no_number())
            .mark(whole(scene), expected(scene))
            .fix(answer(None)),
    }
}

fn unknown<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let (word, rest) = split(&scene.line);
    let shown = bytes::tame(word, 20);
    if let Some(near) = nearest(word, KNOWN) {
        return Finding::new(Case::PlainWord, words::why_plain_near(shown, near))
            .mark(place(scene, word), expected(scene))
            .fix(words::fix_write_as(bytes::tame(format!("{near} {rest}").trim(), 40)));
    }
    let remark = scene.language.plain_remark();
    match legal_move_inside(scene, &scene.line) {
        Some(mv) => Finding::new(Case::DebugWithMove, words::why_debug_with_move(mv))
            .mark(whole(scene), expected(scene))
            .fix(fix_write_as(scene, mv))
            .fix(remark),
        None => Finding::new(Case::PlainWord, words::why_plain_unknown(shown))
            .mark(place(scene, word), expected(scene))
            .fix(remark),
    }
}

/// A move as it should be, or in capitals.
fn lax<M: std::str::FromStr>(text: &str) -> Option<M> {
    text.parse().or_else(|_| text.to_lowercase().parse()).ok()
}

/// Where a part of the line stands in it; the whole line if it is empty.
fn place<G: Game>(scene: &Scene<'_, G>, part: &str) -> Range<usize> {
    match scene.line.find(part) {
        Some(at) if !part.is_empty() => at..at + part.len(),
        _ => whole(scene),
    }
}

fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}
