//! Answers that were too late: was it the program or the machine, thinking or waiting?

use gyoji_core::record::Idle;
use gyoji_core::{Game, Lang, Text};
use gyoji_words::faults as words;
use serde::Serialize;

use super::bytes;
use super::finding::Finding;
use super::scene::Scene;
use super::{Case, file, plain};

/// How many of the last times are listed.
const LAST: usize = 5;
/// The least that is written of a time.
const MILLISECOND: u64 = 1_000_000;
/// How much of a late answer is repeated.
const LATE_WIDTH: usize = 40;

/// Where the time of a late answer went, and how long the answers before it took. All in
/// nanoseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Times {
    /// The time it used.
    pub used: u64,
    /// The time it had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// What it had left of its time for the whole game, if that is what ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Processor time meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<u64>,
    /// Time it was ready to run but had no processor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait: Option<u64>,
    /// Time that was not counted: others had the processors.
    pub delay: u64,
    /// Time that was not counted: the referee itself did not run.
    pub stall: u64,
    /// How many answers it had given before.
    pub answers: usize,
    /// The fastest, the middle one and the slowest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<[u64; 3]>,
    /// The last of them, oldest first.
    pub last: Vec<u64>,
}

impl Times {
    pub(super) fn of<G: Game>(scene: &Scene<'_, G>) -> Times {
        let spent = &scene.fault.spent;
        let history: Vec<u64> = scene.answers().iter().map(|moved| moved.spent.used).collect();
        let mut sorted = history.clone();
        sorted.sort_unstable();
        let range = match sorted[..] {
            [min, .., max] => Some([min, sorted[sorted.len() / 2], max]),
            [only] => Some([only; 3]),
            [] => None,
        };
        Times {
            used: spent.used,
            limit: scene.fault.limit_ns,
            left: scene.ran_out().map(|(_, _, left)| left),
            cpu: spent.cpu,
            // The waits of several threads are summed up: no more than the time there was.
            wait: spent
                .wait
                .map(|wait| wait.min(spent.used.saturating_sub(spent.cpu.unwrap_or(0)))),
            delay: spent.delay,
            stall: spent.stall,
            answers: history.len(),
            range,
            last: history[history.len().saturating_sub(LAST)..].to_vec(),
        }
    }

    /// The times in words, a line each.
    pub(super) fn lines(&self, lang: Lang) -> Vec<String> {
        let mut lines = vec![match self.limit {
            Some(limit) => words::times_limit(seconds(self.used), seconds(limit)),
            None => words::times_used(seconds(self.used)),
        }];
        let rest = |parts: &[u64]| {
            let parts = parts.iter().fold(0u64, |sum, part| sum.saturating_add(*part));
            seconds(self.used.saturating_sub(parts))
        };
        match (self.cpu, self.wait) {
            (Some(cpu), Some(wait)) => {
                let rest = rest(&[cpu, wait]);
                lines.push(words::times_split(seconds(cpu), seconds(wait), rest));
            }
            (Some(cpu), None) => lines.push(words::times_cpu(seconds(cpu), rest(&[cpu]))),
            _ => {}
        }
        // Less than is written would be nothing, twice.
        if self.delay.max(self.stall) >= MILLISECOND {
            let [delay, stall] = [self.delay, self.stall].map(seconds);
            lines.push(words::times_not_counted(delay, stall));
        }
        if let Some([min, median, max]) = self.range {
            let [min, median, max] = [min, median, max].map(seconds);
            lines.push(words::times_history(self.answers, min, median, max));
            let last: Vec<String> = self.last.iter().copied().map(seconds).collect();
            lines.push(words::times_last(last.join("  ")));
        }
        lines.iter().map(|line| line.get(lang).to_owned()).collect()
    }
}

/// Nanoseconds as seconds, to the millisecond.
pub(super) fn seconds(nanos: u64) -> String {
    let millis = nanos / 1_000_000;
    format!("{}.{:03}", millis / 1000, millis % 1000)
}

/// An answer that did not come in time.
pub(super) fn late<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let times = Times::of(scene);
    let finding = match scene.ran_out().filter(|_| !scene.fault.machine) {
        Some((clock, moves, left)) => {
            let why = words::why_clock(clock, moves, seconds(left));
            if left == 0 {
                return Finding::new(Case::NoTimeLeft, why).fix(words::fix_clock());
            }
            let mut finding = cause(scene, &times).fix(words::fix_clock());
            finding.why.insert(0, why);
            finding
        }
        None => cause(scene, &times),
    };
    if scene.is_built_in() {
        finding
    } else if !scene.lives_long() {
        finding.also(words::why_start_each_time())
    } else if scene.is_starting() {
        finding.also(words::why_first_answer())
    } else if is_growing(&times) {
        finding.also(words::why_growing())
    } else {
        finding
    }
}

fn cause<G: Game>(scene: &Scene<'_, G>, times: &Times) -> Finding {
    let fault = scene.fault;
    if fault.machine {
        let why = match times.wait {
            Some(wait) => words::why_machine(seconds(wait)),
            None => words::why_machine_unmeasured(),
        };
        return Finding::new(Case::SlowMachine, why)
            .also(words::why_not_the_program())
            .fix(words::fix_machine());
    }
    if scene.is_file() {
        return file::late(scene, times);
    }
    let data = &fault.got.data;
    let content = bytes::content(data);
    if !data.is_empty() && !data.ends_with(b"\n") {
        let said = bytes::tame(&scene.line, 20);
        return Finding::new(Case::NoNewline, words::why_no_newline(said))
            .mark(data.len()..data.len(), words::mark_no_newline())
            .fix(match scene.language {
                super::language::Language::Unknown => words::fix_newline_anywhere(),
                language => words::fix_newline(language.print_line()),
            });
    }
    if !content.is_empty() {
        let over = times.used.saturating_sub(times.limit.unwrap_or(times.used));
        let said = bytes::tame(scene.line.trim(), LATE_WIDTH);
        return too_late(times, words::why_late(said, seconds(over)));
    }
    if let Some(said) = scene.came_later() {
        let said = words::why_came_later(bytes::tame(said.trim(), LATE_WIDTH));
        return too_late(times, said);
    }
    if let Some(stale) = plain::stale(scene) {
        return stale;
    }
    let answered = scene.is_built_in() || scene.has_answered();
    if let Some(found) = idle(scene, answered) {
        return found;
    }
    let is_silent = !scene.is_built_in() && scene.answers().is_empty();
    // Threads that wait for a processor look busy, too; only processor time is thinking.
    let is_thinking = times.cpu.is_some_and(|cpu| cpu >= times.used / 2);
    match (computed(times), answered) {
        (Some(Computed::All), _) if is_silent && is_thinking => {
            Finding::new(Case::Thinking, all_the_time(times))
                .also(words::why_endless())
                .fix(words::fix_endless())
                .fix(words::fix_thinking())
        }
        (Some(Computed::All), _) if is_silent => {
            Finding::new(Case::NothingRead, words::why_nothing())
                .also(words::why_buffer())
                .fix(scene.language.flush())
        }
        (Some(Computed::All), _) => {
            Finding::new(Case::Thinking, all_the_time(times)).fix(words::fix_thinking())
        }
        (Some(Computed::Little), true) => Finding::new(Case::Waiting, hardly(times))
            .also(words::why_flushed_before())
            .fix(words::fix_waiting())
            .fix(words::fix_sleeping()),
        (Some(Computed::Little), false) => Finding::new(Case::NothingRead, words::why_nothing())
            .also(words::why_buffer())
            .also(hardly(times))
            .fix(scene.language.flush())
            .fix(words::fix_waiting()),
        (_, false) => Finding::new(Case::NothingRead, words::why_nothing())
            .also(words::why_buffer())
            .fix(scene.language.flush())
            .fix(words::fix_waiting()),
        (_, true) => Finding::new(Case::NoAnswer, no_answer(times)).fix(words::fix_thinking()),
    }
}

/// What it did when the time was up, where it did nothing and that was seen.
fn idle<G: Game>(scene: &Scene<'_, G>, answered: bool) -> Option<Finding> {
    Some(match (scene.fault.spent.idle?, answered) {
        (Idle::Sleeping, _) => {
            Finding::new(Case::Waiting, words::why_asleep()).fix(words::fix_asleep())
        }
        (Idle::Reading, true) => Finding::new(Case::Waiting, words::why_reads_on())
            .fix(words::fix_waiting())
            .fix(scene.language.flush()),
        (Idle::Reading, false) => Finding::new(Case::NothingRead, words::why_nothing())
            .also(words::why_buffer())
            .also(words::why_reads_on())
            .fix(scene.language.flush())
            .fix(words::fix_waiting()),
    })
}

/// An answer that came, but when its time was up.
fn too_late(times: &Times, why: Text) -> Finding {
    let finding = Finding::new(Case::LateAnswer, why);
    match computed(times) {
        Some(Computed::Little) => finding.also(hardly(times)).fix(words::fix_sleeping()),
        Some(Computed::All) => finding.also(all_the_time(times)).fix(words::fix_thinking()),
        _ => finding.fix(words::fix_thinking()),
    }
}

pub(super) fn no_answer(times: &Times) -> Text {
    match times.limit {
        Some(limit) => words::why_no_answer(seconds(limit)),
        None => words::why_no_answer_at_all(),
    }
}

pub(super) enum Computed {
    All,
    Some,
    Little,
}

/// How much of the time the player computed or was ready to, if that was measured.
pub(super) fn computed(times: &Times) -> Option<Computed> {
    let busy = u128::from(times.cpu?) + u128::from(times.wait.unwrap_or(0));
    Some(match busy * 100 / u128::from(times.used.max(1)) {
        70.. => Computed::All,
        15.. => Computed::Some,
        _ => Computed::Little,
    })
}

pub(super) fn all_the_time(times: &Times) -> Text {
    let (cpu, wait) = (times.cpu.unwrap_or(0), times.wait.unwrap_or(0));
    match wait > times.used / 10 {
        true => words::why_thinking_in_a_queue(seconds(cpu), seconds(wait), seconds(times.used)),
        false => words::why_thinking(seconds(cpu), seconds(times.used)),
    }
}

pub(super) fn hardly(times: &Times) -> Text {
    words::why_waiting(seconds(times.cpu.unwrap_or(0)), seconds(times.used))
}

/// Whether the last few times went up and up, to half the limit at least.
fn is_growing(times: &Times) -> bool {
    let rises = times.last.len() >= 3 && times.last.is_sorted_by(|a, b| a < b);
    let last = times.last.last().copied().unwrap_or(0);
    rises && times.limit.is_some_and(|limit| last >= limit / 2)
}
