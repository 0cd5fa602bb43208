//! The lines of a transcript, one after the other: what is sent has to be the next, and whoever
//! has the next says it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gyoji_core::record::{Ended, Event, FaultKind, Policy, Then};
use gyoji_core::{Deal, Dialect, Game, Heard, Seat, Turn};

use crate::wire::OtherEnds;

/// With this the others take moves back.
const UNDO: &str = "undo";

/// How the others are spoken to: they say their move when they are asked.
pub(super) struct Prompted;

impl<G: Game> Dialect<G> for Prompted {
    fn hello(&mut self, _deal: &Deal<'_, G>, _out: &mut String) {}

    fn ask(&mut self, _turn: &Turn<'_, G>, out: &mut String) {
        out.push_str("?\n");
    }

    fn read(&self, _turn: &Turn<'_, G>, _asked: bool, line: &str) -> Heard<G::Move> {
        match line {
            UNDO => Heard::Undo,
            line => line.parse().map_or(Heard::Garbage, Heard::Move),
        }
    }

    fn bye(&mut self, _ended: &Ended, _out: &mut String) {}
}

/// What a line of a transcript wants.
enum Part {
    /// `>`
    Sent(String),
    /// `<`, and the fault that it is
    Said(String, Option<FaultKind>),
    /// `*`
    Moved(String),
    /// `^`
    Undone(u32),
}

/// A transcript that is being played.
pub(super) struct Rehearsal {
    /// The lines as they are written, and what they want.
    parts: Vec<(String, Part)>,
    next: usize,
    /// The player whose conversation it is.
    guest: Seat,
    policy: Policy,
    begun: bool,
    /// Whose question stands.
    asked: Option<Seat>,
    /// What has to come of the last line that was said.
    due: Option<FaultKind>,
    /// How many moves have to be taken back now.
    undoing: Option<u32>,
    /// Everything sent to the player.
    sent: String,
    stop: Arc<AtomicBool>,
    failure: Option<String>,
}

impl Rehearsal {
    pub(super) fn new(
        lines: &[&str],
        guest: Seat,
        policy: Policy,
        stop: Arc<AtomicBool>,
    ) -> Result<Rehearsal, String> {
        Ok(Rehearsal {
            parts: parts(lines)?,
            next: 0,
            guest,
            policy,
            begun: false,
            asked: None,
            due: None,
            undoing: None,
            sent: String::new(),
            stop,
            failure: None,
        })
    }

    /// Everything that was sent to the player; or where the game and the transcript differ.
    pub(super) fn finish(&mut self) -> Result<String, String> {
        self.check_due();
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        match self.parts.get(self.next) {
            Some((line, _)) => Err(format!("the game is over, but the page goes on: {line}")),
            None => Ok(std::mem::take(&mut self.sent)),
        }
    }

    fn fail(&mut self, why: &str) {
        let line = self.parts.get(self.next).map_or("(its end)", |(line, _)| line);
        self.failure.get_or_insert_with(|| format!("at {line}\n{why}"));
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A line is dealt with at once: whatever comes next comes after what had to come of it.
    fn check_due(&mut self) {
        if let Some(kind) = self.due.take() {
            self.fail(&format!("the line before was not the fault {kind:?}"));
        }
        if self.undoing.take().is_some() {
            self.fail("there is nothing to take back");
        }
    }

    /// Whether nothing goes on until this seat says something.
    fn is_awaited(&self, seat: Seat) -> bool {
        match self.begun {
            true => self.asked == Some(seat),
            false => seat == self.guest,
        }
    }
}

impl OtherEnds for Rehearsal {
    fn hear(&mut self, seat: Seat, text: &str) {
        if seat != self.guest {
            return;
        }
        self.sent.push_str(text);
        self.check_due();
        for line in text.lines() {
            // What is sent because the transcript has ended is not part of it.
            if self.is_over() {
                return;
            }
            match self.parts.get(self.next) {
                Some((_, Part::Sent(expected))) if expected == line => self.next += 1,
                _ => self.fail(&format!("this was sent:\n{line}")),
            }
        }
    }

    fn speak(&mut self, seat: Seat, is_glance: bool) -> Option<String> {
        self.check_due();
        if self.is_over() {
            return None;
        }
        let (is_guest, is_awaited) = (seat == self.guest, self.is_awaited(seat));
        let said = match self.parts.get(self.next).map(|(_, part)| part) {
            Some(Part::Said(line, fault)) if is_guest => {
                self.due = *fault;
                line.clone()
            }
            Some(Part::Moved(mv)) if is_awaited && !is_guest => mv.clone(),
            Some(Part::Undone(plies)) if is_awaited && !is_guest => {
                self.undoing = Some(*plies);
                UNDO.to_owned()
            }
            // The player will say it when the others are listened to.
            Some(Part::Said(..)) => return None,
            _ if is_glance => return None,
            Some(Part::Sent(_)) if is_awaited => {
                self.fail("nothing more is sent here");
                return None;
            }
            Some(Part::Moved(_) | Part::Undone(_)) if is_awaited => {
                self.fail("it is the player's turn to speak");
                return None;
            }
            None if is_awaited => {
                self.stop.store(true, Ordering::Relaxed);
                return None;
            }
            _ => return None,
        };
        self.next += 1;
        Some(said)
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Begun {} => self.begun = true,
            Event::Asked(question) => self.asked = Some(question.seat),
            Event::Moved(_) => self.asked = None,
            Event::Undone(undone) => {
                self.asked = None;
                if self.undoing.take() != Some(undone.plies) {
                    self.fail(&format!("{} moves were taken back", undone.plies));
                }
            }
            Event::Faulted(fault) if fault.seat != self.guest => {
                let said = fault.got.escaped();
                self.fail(&format!("the other's {said} is a fault: {:?}", fault.kind));
            }
            Event::Faulted(fault) => {
                match self.due.take() {
                    Some(kind) if kind == fault.kind => {}
                    _ => self.fail(&format!("the line before is a fault: {:?}", fault.kind)),
                }
                if fault.then == Then::Again && self.policy != Policy::Retry {
                    self.asked = None; // it will be asked again
                }
            }
            _ => {}
        }
    }
}

/// What the lines of a transcript want.
fn parts(lines: &[&str]) -> Result<Vec<(String, Part)>, String> {
    let mut found: Vec<(String, Part)> = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        let bad = |why: &str| format!("{why}: {line}");
        let (sign, text) = line.split_once(' ').unwrap_or((line, ""));
        let part = match (sign, found.last_mut()) {
            (">", _) => Part::Sent(text.to_owned()),
            ("<", _) => Part::Said(text.to_owned(), None),
            ("*", _) => Part::Moved(text.to_owned()),
            ("^", _) => Part::Undone(text.parse().map_err(|_| bad("not a number"))?),
            ("!", Some((_, Part::Said(_, fault)))) => {
                let kind = text.split_whitespace().next().unwrap_or_default();
                let kind = serde_json::from_value(kind.into());
                *fault = Some(kind.map_err(|_| bad("not a kind of fault"))?);
                continue;
            }
            ("#", _) => continue,
            _ => return Err(bad("not a line of a transcript")),
        };
        found.push(((*line).to_owned(), part));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_none_are_refused() {
        assert_eq!(
            parts(&["> a", "# b", "< c", "! format (d)", "* e", "^ 2", ""]).unwrap().len(),
            4
        );
        for bad in ["a", "? a", "! format", "^ two"] {
            assert!(parts(&[bad]).is_err(), "{bad}");
        }
        assert!(parts(&["< a", "! nonsense"]).is_err());
    }
}
