//! What goes wrong with a program that is run once for each answer, on a file.

use gyoji_core::Game;
use gyoji_words::faults as words;

use super::answer::{expected, fix_expected, whole};
use super::finding::Finding;
use super::scene::Scene;
use super::timing::{Computed, Times, all_the_time, computed, hardly, no_answer};
use super::{Case, bytes};

/// The file has not come back, or not as one that can be read.
pub(super) fn gone<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let system = &scene.fault.system;
    if !scene.is_file() || system.is_empty() {
        return None;
    }
    let why = match system.contains("os error 2)") {
        true => words::why_file_gone(),
        false => words::why_file_not_readable(),
    };
    Some(Finding::new(Case::FileGone, why).fix(words::fix_file_gone()))
}

/// What the dialect itself says is wrong, of a file or a line.
pub(super) fn flawed<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let Some(flaw) = scene.flaw(&scene.line) else {
        let other = Finding::new(Case::Malformed, words::why_other_file());
        let other = other.mark(whole(scene), expected(scene)).fix(fix_expected(scene));
        return scene.is_file().then_some(other);
    };
    let content = bytes::content(&scene.fault.got.data).len();
    let at = flaw.at.start.min(content)..flaw.at.end.min(content);
    Some(Finding::new(Case::Malformed, flaw.why).mark(at, flaw.mark).fix(flaw.fix))
}

/// The program had not ended in time.
pub(super) fn late<G: Game>(scene: &Scene<'_, G>, times: &Times) -> Finding {
    if !scene.fault.got.data.is_empty() {
        return Finding::new(Case::NotEnded, words::why_not_ended())
            .also(words::why_end_is_answer())
            .fix(words::fix_not_ended());
    }
    match computed(times) {
        Some(Computed::All) => {
            Finding::new(Case::Thinking, all_the_time(times)).fix(words::fix_thinking())
        }
        Some(Computed::Little) => Finding::new(Case::Waiting, hardly(times))
            .also(words::why_no_input())
            .fix(words::fix_not_ended()),
        _ => Finding::new(Case::NoAnswer, no_answer(times)).fix(words::fix_thinking()),
    }
}
