//! What was said around the fault: the question, what came since, the words themselves.

use gyoji_core::record::{Event, FaultKind, Policy, Record, Then};
use gyoji_core::replay::{Saying, transcript};
use gyoji_core::{Game, Kit, Text};
use gyoji_words::faults as words;
use jiff::Timestamp;

use super::finding::Finding;
use super::scene::Scene;
use super::timing::seconds;
use super::{Case, Context, Line, Mark, Speaker};
use super::{bytes, render::TEXT_WIDTH};

/// How many lines of one question are shown.
const MOST_OF_A_QUESTION: usize = 3;
/// How many lines between the question and the fault are shown.
const MOST_BETWEEN: usize = 3;

/// The conversation from the question on, the fault's own words last.
pub(super) fn exchange<G: Game>(
    scene: &Scene<'_, G>,
    kit: &Kit<G>,
    context: &Context,
    finding: &Finding,
) -> Vec<Line> {
    let never_spoke = scene.fault.kind == FaultKind::Start && finding.case != Case::NotReady;
    if never_spoke || scene.is_built_in() {
        return Vec::new();
    }
    let mut lines = before(scene, kit, context);
    lines.push(own_words(scene, finding));
    lines
}

/// The question that stood last, and everything after it.
fn before<G: Game>(scene: &Scene<'_, G>, kit: &Kit<G>, context: &Context) -> Vec<Line> {
    let last_answer = scene.record.events.iter().take(scene.event).rposition(|event| {
        matches!(event, Event::Moved(moved) if moved.seat == scene.fault.seat && moved.got.is_some())
    });
    // To whoever spoke without being asked, the question is the one it has answered already.
    let (asked_by, asked) = match (scene.fault.unasked, last_answer) {
        (true, Some(answer)) => (answer, scene.record.asked_at(answer)),
        (true, None) => (0, None),
        (false, _) => (asked_by(scene), scene.record.asked_at(scene.event)),
    };
    let mut all = sayings(scene, kit, scene.event);
    if scene.fault.unasked && scene.is_to_move() && !scene.record.tells_questions() {
        // Read just before its question was put, which the transcript has put already.
        let next = sayings(scene, kit, self::asked_by(scene)).len();
        if next > 0 && all.get(next - 1).is_some_and(|saying| saying.sent) {
            all.remove(next - 1);
        }
    }
    let until_question = sayings(scene, kit, asked_by).len().min(all.len());
    let question = all[..until_question].iter().rposition(|saying| saying.sent);
    let from = question.unwrap_or(until_question);

    let mut lines = Vec::new();
    if let Some(saying) = question.and_then(|at| all.get(at)) {
        lines.extend(sent(saying, MOST_OF_A_QUESTION));
        if let (Some(line), Some(asked)) = (lines.last_mut(), asked) {
            line.time = time_of_day(&scene.record.header, asked, context);
        }
    }
    let mut between = Vec::new();
    for saying in all.iter().skip(from + usize::from(question.is_some())) {
        match saying.sent {
            true => between.extend(sent(saying, MOST_BETWEEN)),
            false => between.push(said(&saying.bytes)),
        }
    }
    let left_out = between.len().saturating_sub(MOST_BETWEEN);
    if left_out > 0 {
        lines.push(line(Speaker::Nobody, words::lines_left_out(left_out)));
    }
    lines.extend(between.into_iter().skip(left_out));
    lines
}

/// How many events had happened when the question was put that stands at the fault.
fn asked_by<G: Game>(scene: &Scene<'_, G>) -> usize {
    let mut before = scene.record.events.iter().take(scene.event);
    if scene.record.tells_questions() {
        let puts_it =
            |event: &Event| matches!(event, Event::Asked(asked) if asked.seat == scene.fault.seat);
        return before.rposition(puts_it).map_or(0, |event| event + 1);
    }
    let practice = scene.player.is_some_and(|player| player.policy == Policy::Practice);
    let puts_it = |event: &Event| match event {
        Event::Begun {} | Event::Moved(_) | Event::Undone(_) => true,
        Event::Faulted(fault) => {
            practice && fault.seat == scene.fault.seat && fault.then == Then::Again
        }
        _ => false,
    };
    before.rposition(puts_it).map_or(0, |event| event + 1)
}

/// What the player and we had said after so many events.
fn sayings<G: Game>(scene: &Scene<'_, G>, kit: &Kit<G>, events: usize) -> Vec<Saying> {
    let known = scene.player.is_some() && scene.fault.seat.index() < G::SPEC.seats.len();
    let events = scene.record.events.iter().take(events).cloned().collect();
    let part = Record { header: scene.record.header.clone(), events };
    match known {
        true => transcript(&part, kit, scene.fault.seat).unwrap_or_default(),
        false => Vec::new(),
    }
}

fn sent(saying: &Saying, most: usize) -> Vec<Line> {
    let text = String::from_utf8_lossy(&saying.bytes);
    let lines: Vec<&str> = text.lines().collect();
    let shown = &lines[lines.len().saturating_sub(most)..];
    let shown = shown.iter().map(|line| Text::plain(bytes::tame(line, TEXT_WIDTH)));
    shown.map(|text| line(Speaker::Referee, text)).collect()
}

fn said(data: &[u8]) -> Line {
    let (text, _) = bytes::show(data, &(0..0), TEXT_WIDTH);
    line(Speaker::Player, Text::plain(text))
}

/// The words the fault is about, and what is wrong with them.
fn own_words<G: Game>(scene: &Scene<'_, G>, finding: &Finding) -> Line {
    let data = &scene.fault.got.data;
    let time = format!("+{} s", seconds(scene.fault.spent.used));
    let time = Some(time).filter(|_| !scene.fault.unasked);
    if data.is_empty() {
        let text = match scene.fault.kind {
            FaultKind::Crash | FaultKind::Disconnected => words::said_end(),
            _ => words::said_nothing(),
        };
        return Line { time, ..line(Speaker::Player, text) };
    }
    let range = finding.mark.as_ref().map_or(0..0, |(range, _)| range.clone());
    let (text, place) = bytes::show(data, &range, TEXT_WIDTH);
    let mark = finding.mark.as_ref().map(|(_, says)| Mark {
        start: place.start,
        length: place.len(),
        says: says.clone().into(),
    });
    Line { time, mark, ..line(Speaker::Player, Text::plain(text)) }
}

fn line(speaker: Speaker, text: Text) -> Line {
    Line { speaker, text: text.into(), time: None, mark: None }
}

/// The time of day so many nanoseconds after the start of the game.
fn time_of_day(
    header: &gyoji_core::record::Header,
    nanos: u64,
    context: &Context,
) -> Option<String> {
    let millis = header.started_ms.checked_add(nanos / 1_000_000)?;
    let time = Timestamp::from_millisecond(i64::try_from(millis).ok()?).ok()?;
    let time = time.to_zoned(context.time_zone.clone()).time();
    let (hour, minute, second) = (time.hour(), time.minute(), time.second());
    Some(format!("{hour:02}:{minute:02}:{second:02}.{:03}", time.millisecond()))
}
