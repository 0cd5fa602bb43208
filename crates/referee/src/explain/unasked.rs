//! Lines that came although nobody had asked.

use gyoji_core::record::{Event, Spent};
use gyoji_core::{Game, Text};
use gyoji_words::faults as words;

use super::Case;
use super::answer::{AT_ONCE, whole};
use super::bytes::{self, Trouble};
use super::finding::Finding;
use super::language::Language;
use super::scene::Scene;

/// What comes within so many nanoseconds of a question was on its way before: nobody reads it and
/// answers so quickly.
const ON_ITS_WAY: u64 = 30_000;

/// A line out of turn: a second answer, an empty line behind one, or talk.
pub(super) fn spoke<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let before = scene.answers().last().and_then(|moved| moved.got.as_ref());
    let before = before.map(|got| got.line().into_owned());
    let line = scene.line.as_str();
    let is_move = scene.was_answer(line.trim()) || line.trim().parse::<G::Move>().is_ok();
    let finding = match before {
        Some(_) if line.trim().is_empty() => {
            Finding::new(Case::ExtraLine, words::why_extra_line()).fix(fix_extra_line(scene))
        }
        Some(first) if first.trim() == line.trim() => {
            Finding::new(Case::AnsweredTwice, words::why_same_twice(bytes::tame(&first, 20)))
                .fix(words::fix_twice())
        }
        Some(first) if is_move => {
            Finding::new(Case::AnsweredTwice, words::why_twice(bytes::tame(&first, 20)))
                .fix(words::fix_twice())
        }
        None if is_move => {
            Finding::new(Case::OutOfTurn, words::why_move_unasked()).fix(words::fix_wait())
        }
        Some(_) => talk(scene, Finding::new(Case::OutOfTurn, words::why_out_of_turn())),
        None => talk(scene, Finding::new(Case::OutOfTurn, words::why_before_first())),
    };
    finding.mark(whole(scene), words::mark_not_asked())
}

/// The answer before, said again so soon that both were printed at once: the second came just
/// after the next question and was taken for the answer to it.
pub(super) fn same_again<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let before = *scene.answers().last().filter(|_| scene.lives_long())?;
    let first = before.got.as_ref()?.line().into_owned();
    let is_same = first.trim() == scene.line.trim() && !first.trim().is_empty();
    let is_it = |event: &Event| matches!(event, Event::Moved(moved) if *moved == *before);
    let answer = scene.record.events.iter().take(scene.event).rposition(is_it)?;
    let arrived =
        |event, spent: &Spent| Some(scene.record.asked_at(event)?.saturating_add(spent.used));
    let apart =
        arrived(scene.event, &scene.fault.spent)?.checked_sub(arrived(answer, &before.spent)?)?;
    // While it had no processor, or we had none, it could not have been said or heard.
    let apart = apart.saturating_sub(scene.fault.spent.wait.unwrap_or(0));
    let apart = apart.saturating_sub(scene.fault.spent.stall);
    (is_same && apart < AT_ONCE).then(|| {
        let said = words::why_same_at_once(bytes::tame(&first, 20));
        let finding = Finding::new(Case::AnsweredTwice, said)
            .mark(whole(scene), words::mark_same_again())
            .fix(words::fix_twice());
        // A quick program may have read the question in between.
        match scene.fault.spent.used > ON_ITS_WAY {
            true => finding.also(words::why_or_old_board()).fix(words::fix_old_board()),
            false => finding,
        }
    })
}

/// How to print a line with one end.
pub(super) fn fix_extra_line<G: Game>(scene: &Scene<'_, G>) -> Text {
    match scene.language {
        Language::Unknown => words::fix_one_newline(),
        language => words::fix_extra_line(language.print_line()),
    }
}

fn talk<G: Game>(scene: &Scene<'_, G>, finding: Finding) -> Finding {
    let fix = match scene.is_plain() {
        true => scene.language.plain_remark(),
        false => scene.aside(),
    };
    let finding = finding.fix(fix);
    match bytes::trouble(bytes::content(&scene.fault.got.data)) {
        Some((Trouble::ShiftJis, _)) => finding.also(words::why_shift_jis()),
        Some((Trouble::EucJp, _)) => finding.also(words::why_euc_jp()),
        Some((Trouble::Utf16, _)) => finding.also(words::why_utf16()),
        _ => finding,
    }
}
