//! Answers that are no moves, and moves that are not allowed.

use std::ops::Range;

use gyoji_core::view::Step;
use gyoji_core::{Complaint, Game, Slip, Text};
use gyoji_words::{faults as words, input};

use super::bytes::{self, Trouble};
use super::finding::Finding;
use super::language::Language;
use super::scene::Scene;
use super::{Case, file, plain, render, unasked};

/// How many signs may stand around a printed board.
const ROW_ROOM: usize = 12;
/// What comes within so many nanoseconds may have been on its way already.
pub(super) const AT_ONCE: u64 = 5_000_000;

/// A line that is not one of the dialect.
pub(super) fn format<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let line = scene.line.as_str();
    not_text(scene)
        .or_else(|| scene.is_greeted_only().then(|| not_ready(scene)))
        .or_else(|| file::gone(scene))
        .or_else(|| file::flawed(scene))
        .or_else(|| line.trim().is_empty().then(|| empty(scene)))
        .or_else(|| nearly_right(scene))
        .or_else(|| prompt(scene))
        .or_else(|| scene.is_plain().then(|| plain::format(scene)))
        .or_else(|| guessed(scene))
        .or_else(|| null_word(scene))
        .or_else(|| index(scene))
        .or_else(|| board_row(scene))
        .unwrap_or_else(|| no_move(scene))
}

/// The program says that it cannot go on.
pub(super) fn complaint<G: Game>(scene: &Scene<'_, G>, said: Complaint) -> Finding {
    let finding = Finding::new(Case::Complaint, said.why).fix(said.fix);
    match scene.fault.got.data.is_empty() {
        true => finding,
        false => finding.mark(whole(scene), words::mark_complaint()),
    }
}

/// What stands under the whole line: what an answer looks like.
pub(super) fn expected<G: Game>(scene: &Scene<'_, G>) -> Text {
    match scene.expected() {
        Some(expected) => input::expected(expected),
        None => words::verdict_format(),
    }
}

/// The bytes of the line without its end; the end itself if there is nothing else.
pub(super) fn whole<G: Game>(scene: &Scene<'_, G>) -> Range<usize> {
    let data = &scene.fault.got.data;
    match bytes::content(data).len() {
        0 => 0..data.len(),
        length => 0..length,
    }
}

/// How to say `mv`, or else what an answer looks like.
pub(super) fn fix_write_as<G: Game>(scene: &Scene<'_, G>, mv: G::Move) -> Text {
    match scene.answer(mv) {
        Some(answer) => words::fix_write_as(answer),
        None => fix_expected(scene),
    }
}

pub(super) fn fix_expected<G: Game>(scene: &Scene<'_, G>) -> Text {
    let expected = scene.expected().unwrap_or_else(words::a_move);
    words::fix_expected(expected)
}

fn not_text<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let got = &scene.fault.got;
    let line = match got.more {
        0 => bytes::content(&got.data),
        _ => bytes::without_cut_character(&got.data),
    };
    let (trouble, range) = bytes::trouble(line)?;
    let japanese = |case, why, name| {
        let finding = Finding::new(case, why).mark(range.clone(), words::mark_encoding(name));
        match scene.is_file() {
            true => finding.fix(scene.language.utf8_file()),
            false => finding.also(words::why_moves_are_ascii()).fix(scene.aside()),
        }
    };
    Some(match trouble {
        Trouble::ShiftJis => japanese(Case::ShiftJis, words::why_shift_jis(), "Shift_JIS"),
        Trouble::EucJp => japanese(Case::EucJp, words::why_euc_jp(), "EUC-JP"),
        Trouble::Utf16 => Finding::new(Case::Utf16, words::why_utf16())
            .mark(range, words::mark_encoding("UTF-16"))
            .fix(match scene.is_file() {
                true => scene.language.utf8_file(),
                false => scene.language.utf8(),
            }),
        Trouble::NotUtf8 => Finding::new(Case::NotUtf8, words::why_not_utf8())
            .mark(range, words::mark_not_utf8())
            .fix(words::fix_encoding_anywhere()),
        Trouble::ByteOrderMark => {
            let rest = bytes::tame(scene.line.trim_start_matches('\u{feff}'), 20);
            let fix = match scene.language {
                Language::Python => words::fix_bom_python(),
                _ => words::fix_bom(),
            };
            let why = words::why_bom(rest);
            Finding::new(Case::ByteOrderMark, why).mark(range, words::mark_bom()).fix(fix)
        }
        Trouble::Nul => Finding::new(Case::Nul, words::why_nul())
            .mark(range, words::mark_control())
            .fix(words::fix_nul()),
        Trouble::Escape => Finding::new(Case::ColourCodes, words::why_colour())
            .mark(range, words::mark_control())
            .fix(words::fix_colour()),
        Trouble::Control(c) => {
            let why = words::why_control(format!("U+{:04X}", c as u32));
            Finding::new(Case::ControlCharacter, why)
                .mark(range, words::mark_control())
                .fix(words::fix_control())
        }
    })
}

/// An answer to our greeting, but not the one that is wanted.
fn not_ready<G: Game>(scene: &Scene<'_, G>) -> Finding {
    if let Some(finding) = hello(scene) {
        return finding;
    }
    let finding = Finding::new(Case::NotReady, words::why_not_ready_yet());
    match scene.is_plain() {
        true => {
            finding.mark(whole(scene), input::expected("ready")).fix(words::fix_write_as("ready"))
        }
        false => finding.mark(whole(scene), words::mark_not_ready()).fix(words::fix_ready()),
    }
}

/// The greeting of somebody who calls a referee, but not for this game.
fn hello<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let said: Vec<&str> = scene.line.split_whitespace().collect();
    let ["hello", "gyoji", rest @ ..] = said.as_slice() else { return None };
    if !scene.is_plain() {
        return None;
    }
    let ours = G::SPEC.id;
    let finding = match rest.get(1) {
        Some(&theirs) if theirs != ours => {
            let theirs = bytes::tame(theirs, 20);
            Finding::new(Case::NotReady, words::why_hello_game(&theirs, ours))
                .fix(words::fix_hello_game(theirs, ours))
        }
        _ => Finding::new(Case::NotReady, words::why_hello()).fix(words::fix_hello(ours)),
    };
    Some(finding.mark(whole(scene), input::expected(format!("hello gyoji 1 {ours} NAME"))))
}

fn empty<G: Game>(scene: &Scene<'_, G>) -> Finding {
    // The second newline of the answer before may arrive just after the next question.
    let at_once = scene.line.is_empty() && scene.fault.spent.used < AT_ONCE;
    let at_once = at_once && scene.has_answered();
    let (case, why) = match at_once {
        true => (Case::ExtraLine, words::why_maybe_extra_line()),
        false => (Case::EmptyLine, words::why_empty()),
    };
    let finding = Finding::new(case, why).mark(whole(scene), expected(scene));
    let finding = if at_once { finding.fix(unasked::fix_extra_line(scene)) } else { finding };
    finding.fix(words::fix_empty())
}

/// Lines that become an answer when a little is taken away.
fn nearly_right<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let line = scene.line.as_str();
    if let Some(rest) = line.strip_suffix("\\n")
        && let Some(mv) = scene.read(rest)
    {
        let mark = rest.len()..line.len();
        let finding =
            Finding::new(Case::LiteralNewline, words::why_literal_newline(scene.written(mv)))
                .mark(mark, words::mark_literal_newline())
                .fix(words::fix_newline(scene.language.print_line()));
        return Some(finding);
    }
    let trimmed = line.trim();
    if let Some(mv) = scene.read(trimmed).filter(|_| trimmed.len() < line.len()) {
        let leading = line.len() - line.trim_start().len();
        let mark = if leading > 0 { 0..leading } else { trimmed.len()..line.len() };
        let finding = Finding::new(Case::Spaces, words::why_spaces(scene.written(mv)))
            .mark(mark, words::mark_spaces())
            .fix(words::fix_spaces());
        return Some(finding);
    }
    let narrow = bytes::half_width(line)?;
    let mv = scene.read(narrow.trim()).or_else(|| Some(scene.guess(&narrow)?.mv))?;
    let said = bytes::tame(line, 20);
    let finding = Finding::new(Case::FullWidth, words::why_full_width(said, scene.written(mv)))
        .mark(whole(scene), words::mark_full_width())
        .fix(fix_write_as(scene, mv));
    Some(finding)
}

/// Lines the dialect can make sense of.
fn guessed<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let guess = scene.guess(&scene.line)?;
    let mv = guess.mv;
    let (line, text, meant) = (scene.line.trim(), mv.to_string(), scene.written(mv));
    let same_letters = line != text && line.to_lowercase() == text;
    let (case, why) = match guess.slip {
        Slip::Form if same_letters => (Case::WrongForm, words::why_capitals(meant)),
        Slip::Form => (Case::WrongForm, words::why_wrong_form(meant)),
        Slip::Swapped => (Case::Swapped, words::why_form_swapped(meant)),
        Slip::OffByOne => (Case::OffByOne, words::why_form_off_by_one(meant)),
    };
    let finding =
        Finding::new(case, why).mark(whole(scene), expected(scene)).fix(fix_write_as(scene, mv));
    Some(finding)
}

/// A move behind what a program shows to a person who is to type: `input("> ")`.
fn prompt<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    const SIGNS: &str = ">:?$%";
    let line = scene.line.as_str();
    let rest = line.trim_start_matches(|c: char| c.is_whitespace() || SIGNS.contains(c));
    let shown = &line[..line.len() - rest.len()];
    let mv = scene.read(rest.trim_end()).filter(|_| shown.contains(|c| SIGNS.contains(c)))?;
    let finding = Finding::new(Case::DebugWithMove, words::why_prompt(scene.written(mv)))
        .mark(0..shown.len(), words::mark_prompt())
        .fix(match scene.language {
            Language::Python => Text::plain("input()"),
            _ => words::fix_prompt(),
        });
    Some(finding)
}

/// The number of a square instead of its name: `19`; or the sum of the letters of a name.
fn index<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let number: usize = scene.line.trim().parse().ok()?;
    let position = scene.position()?;
    let view = position.view();
    let legal = scene.legal();
    let finding = |mv: G::Move, why: Text| {
        Finding::new(Case::WrongForm, why)
            .mark(whole(scene), expected(scene))
            .fix(fix_write_as(scene, mv))
    };
    let cols = Some(view.cols.len()).filter(|cols| *cols > 1)?;
    let at = |place: usize| {
        let step = [Step::Cell((place % cols) as u8, (place / cols) as u8)];
        legal.iter().copied().find(|mv| place < view.cells.len() && position.steps(*mv) == step)
    };
    let from_0 = at(number).map(|mv| (mv, 0));
    if let Some((mv, first)) = from_0.or_else(|| Some((at(number.checked_sub(1)?)?, 1))) {
        return Some(finding(mv, words::why_index(scene.written(mv), first)));
    }
    let mv = legal.iter().copied().find(|mv| sums(&mv.to_string()).contains(&Some(number)))?;
    let why = words::why_letter_sum(scene.written(mv), number);
    Some(finding(mv, why).fix(words::fix_letter_sum()))
}

/// What the parts of a short name come to when they are added: a letter by its code and the
/// number behind it as a number, or all characters by their codes.
fn sums(name: &str) -> [Option<usize>; 2] {
    let codes: usize = name.bytes().map(usize::from).sum();
    let number = name.get(1..).and_then(|rest| rest.parse::<usize>().ok());
    let mixed = number.and_then(|number| Some(usize::from(*name.as_bytes().first()?) + number));
    [Some(codes).filter(|_| name.len() > 1), mixed]
}

/// A row of a board that was printed to be looked at, or the names of its columns.
fn board_row<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    const SIGNS: &str = ".-_+|#*0123xXoObBwW@・●○◯■□◆◇黒白空⚫⚪　";
    let signs: Vec<char> = scene.line.chars().filter(|c| !c.is_whitespace()).collect();
    let kinds: std::collections::BTreeSet<&char> = signs.iter().collect();
    let view = scene.position().map(Game::view).unwrap_or_default();
    // A whole board may stand in one line, with some signs around it; more is something else.
    let is_short = signs.len() <= view.cells.len().max(view.cols.len()) + ROW_ROOM;
    let is_row = signs.len() >= 5 && is_short;
    let is_row = is_row && kinds.len() <= 5 && signs.iter().all(|c| SIGNS.contains(*c));
    let is = |names: &[String]| {
        let said: String = signs.iter().filter(|c| !"|+-.:".contains(**c)).collect();
        names.len() >= 5 && said.eq_ignore_ascii_case(&names.concat())
    };
    let from_0: Vec<String> = (0..view.cols.len()).map(|number| number.to_string()).collect();
    let from_1: Vec<String> = (1..=view.cols.len()).map(|number| number.to_string()).collect();
    let is_head = is(&view.cols) || is(&from_0) || is(&from_1);
    (is_row || is_head).then(|| {
        Finding::new(Case::DebugText, words::why_printed_board())
            .mark(whole(scene), expected(scene))
            .fix(scene.aside())
    })
}

/// What languages print for a variable without a value.
fn null_word<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let words_for_nothing = ["None", "null", "undefined", "nil", "NaN", "Optional.empty"];
    let word = words_for_nothing.into_iter().find(|word| *word == scene.line.trim())?;
    let finding = Finding::new(Case::NullWord, words::why_null(word))
        .mark(whole(scene), expected(scene))
        .fix(words::fix_null());
    Some(finding)
}

fn no_move<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let line = scene.line.as_str();
    if let Some(mv) = legal_move_inside(scene, line) {
        return Finding::new(Case::DebugWithMove, words::why_debug_with_move(scene.written(mv)))
            .mark(whole(scene), expected(scene))
            .fix(words::fix_move_alone(scene.language.print_line()))
            .fix(words::fix_rest(scene.aside()));
    }
    if is_talk(line) {
        return Finding::new(Case::DebugText, words::why_debug())
            .mark(whole(scene), expected(scene))
            .fix(scene.aside());
    }
    Finding::new(Case::NotAMove, words::why_not_a_move(bytes::tame(line, 20)))
        .mark(whole(scene), expected(scene))
        .fix(fix_expected(scene))
}

/// Several words, or one that is no move: somebody tells us something. Numbers alone do not.
fn is_talk(line: &str) -> bool {
    if line.is_ascii() && !line.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let letters = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count();
    let several = line.split_whitespace().filter(|word| letters(word) > 0).count() > 1;
    let long_word = line.split_whitespace().any(|word| letters(word) > 4);
    several || long_word || line.chars().count() > 10 || !line.is_ascii()
}

/// A legal move among other words, the last one if there are several: `best move: c5`.
pub(super) fn legal_move_inside<G: Game>(scene: &Scene<'_, G>, line: &str) -> Option<G::Move> {
    // A long line is looked at only so far: a move is short.
    let line: String = line.chars().take(400).collect();
    let ends = |c: char| !c.is_alphanumeric();
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match (ends(c), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    // A move of some games is several words long.
    let spans = (1..=4).rev().flat_map(|length| {
        words.windows(length).rev().map(|span| span[0].start..span[span.len() - 1].end)
    });
    let mut moves = spans.filter_map(|span| line.get(span)?.parse::<G::Move>().ok());
    moves.find(|&mv| scene.is_legal(mv))
}

/// A move that is not legal.
pub(super) fn illegal<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let Some(mv) = scene.read(&scene.line) else { return format(scene) };
    let said = mv.to_string();
    let content = bytes::content(&scene.fault.got.data).len();
    let mark = scene.locate(&scene.line).unwrap_or_else(|| match scene.line.rfind(&said) {
        Some(at) if at + said.len() <= content => at..at + said.len(),
        _ => whole(scene),
    });
    illegal_move(scene, mv).mark(mark, words::mark_not_legal())
}

fn illegal_move<G: Game>(scene: &Scene<'_, G>, mv: G::Move) -> Finding {
    let legal = scene.legal();
    let said = scene.said(mv);
    if let [only] = legal[..]
        && is_pass(scene, only)
    {
        return Finding::new(Case::OnlyAnswer, words::why_only_answer(&said, scene.written(only)))
            .fix(words::fix_missing_pass(scene.answer(only).unwrap_or_else(|| only.to_string())));
    }
    if is_pass(scene, mv) && !legal.is_empty() {
        return Finding::new(Case::NeedlessPass, words::why_needless_pass(legal.len()))
            .fix(words::fix_needless_pass());
    }
    let taken = is_taken(scene, mv);
    let why = scene.position().and_then(|position| position.why_illegal(mv));
    let foreign = why.as_ref().and_then(|why| scene.foreign(mv, why));
    let plainly = |case| match (&why, &foreign) {
        (Some(why), Some(own)) => {
            Finding::new(case, words::why_illegal(&said, why)).also(words::why_other_names(own, mv))
        }
        (Some(why), None) => Finding::new(case, words::why_illegal(&said, why)),
        (None, _) if taken => Finding::new(case, words::why_occupied(&said)),
        (None, _) => Finding::new(case, words::why_not_allowed(&said)),
    };
    if let [only] = legal[..] {
        return Finding::new(Case::OnlyAnswer, words::why_only_answer(&said, scene.written(only)))
            .fix(fix_write_as(scene, only));
    }
    // A square that was free at its last turn: that explains it better than a slip of the pen.
    let seats = G::SPEC.seats.len();
    let before = scene.position_before(seats).filter(|it| it.to_move() == Some(scene.fault.seat));
    let was_legal = before.is_some_and(|before| before.is_legal(mv));
    let guess = scene.guess(&scene.line).filter(|guess| guess.slip != Slip::Form);
    if was_legal && (taken || guess.is_none()) {
        let number = (scene.fault.ply as usize + 1).saturating_sub(seats);
        return plainly(Case::OldBoard)
            .also(words::why_old_board(number))
            .fix(words::fix_old_board());
    }
    // Whoever takes itself for the other side is wrong from its first answer on.
    let others = scene.position().and_then(Game::other_side).filter(|other| other.is_legal(mv));
    if let Some(seat) = others.and_then(|other| other.to_move())
        && (guess.is_none() || scene.answers().is_empty())
    {
        let finding = plainly(Case::NotAllowed)
            .also(words::why_other_side(&G::SPEC.seats[seat.index()].title))
            .fix(words::fix_other_side(scene.seat_title()));
        // At the start of a game that is alike from all sides it may be either.
        return match guess {
            Some(guess) if guess.slip == Slip::OffByOne => finding
                .also(words::why_maybe_off_by_one(scene.written(guess.mv)))
                .fix(words::fix_off_by_one()),
            Some(guess) => finding
                .also(words::why_maybe_swapped(scene.written(guess.mv)))
                .fix(words::fix_swapped()),
            None => finding,
        };
    }
    if let Some(guess) = guess {
        return match guess.slip {
            Slip::Swapped => plainly(Case::Swapped)
                .also(words::why_maybe_swapped(scene.written(guess.mv)))
                .fix(words::fix_swapped()),
            _ => plainly(Case::OffByOne)
                .also(words::why_maybe_off_by_one(scene.written(guess.mv)))
                .fix(words::fix_off_by_one()),
        };
    }
    match taken {
        true => plainly(Case::Occupied).fix(words::fix_taken()),
        false if legal.len() > render::MOST_LISTED => {
            plainly(Case::NotAllowed).fix(words::fix_check_first())
        }
        false => plainly(Case::NotAllowed).fix(words::fix_compare()),
    }
}

/// Whether a move is just the word "pass".
fn is_pass<G: Game>(scene: &Scene<'_, G>, mv: G::Move) -> bool {
    let steps = scene.position().map(|position| position.steps(mv)).unwrap_or_default();
    matches!(&steps[..], [Step::Word(word)] if word.eq_ignore_ascii_case("pass"))
}

/// Whether a move that puts something on one square finds something there.
fn is_taken<G: Game>(scene: &Scene<'_, G>, mv: G::Move) -> bool {
    let Some(position) = scene.position() else { return false };
    let [Step::Cell(x, y)] = &position.steps(mv)[..] else { return false };
    let view = position.view();
    let cell = view.cell(usize::from(*x), usize::from(*y));
    cell.is_some_and(|cell| !cell.pieces.is_empty())
}
