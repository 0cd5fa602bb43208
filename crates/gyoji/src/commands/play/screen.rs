//! `gyoji play` on the whole screen: keys in, pictures out, one game after the other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Record};
use gyoji_core::replay::start;
use gyoji_core::{Game, Kit};
use gyoji_referee::Look;
use gyoji_web::{Advice, Adviser, advise};
use gyoji_words::{human, screen as words};

use super::page::Page;
use super::session::{Act, Session};
use super::table;
use crate::commands::replay::tale::{Story, Tale};
use crate::commands::replay::viewer::{Wish, view};
use crate::interrupt;
use crate::tty::{self, Input, Keyboard, On};

/// How often it is looked whether something has happened.
const GLANCE: Duration = Duration::from_millis(40);
/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How long somebody who leaves waits for the end of the game.
const LAST_WAIT: Duration = Duration::from_secs(3);

/// What comes after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    Again { swap: bool },
    Leave,
    Interrupted,
}

/// A game on the screen until somebody leaves it or wants another; `stop` ends the match.
pub(super) fn show<G: Game>(
    kit: &Kit<G>,
    keyboard: &Keyboard,
    session: &mut Session,
    look: Look,
    events: &Receiver<Event>,
    stop: &AtomicBool,
) -> std::io::Result<Next> {
    let mut page: Option<Page> = None;
    let mut advice: Option<Receiver<Option<Advice>>> = None;
    let mut drawn = None;
    let mut is_new = true;
    loop {
        while let Ok(event) = events.try_recv() {
            session.happened(event, Instant::now());
            is_new = true;
        }
        if let Some(said) = advice.as_ref().and_then(|advice| advice.try_recv().ok()) {
            hint(session, said);
            advice = None;
            is_new = true;
        }
        // The seconds of whoever thinks go on.
        let second = session.asked.map(|(seat, since)| (seat, since.elapsed().as_secs()));
        if is_new || drawn != Some(second) {
            let (lines, cursor) = match &mut page {
                Some(page) => (page.lines(session.lang, tty::size()), None),
                None => {
                    let (lines, at) = table::draw(session, look, tty::size(), Instant::now());
                    (lines, Some(at))
                }
            };
            tty::draw(On::Stdout, &lines, cursor);
            (drawn, is_new) = (Some(second), false);
        }
        if interrupt::is_asked() {
            stop.store(true, Ordering::Relaxed);
            return Ok(Next::Interrupted);
        }
        let Some(input) = keyboard.next(GLANCE)? else { continue };
        is_new = true;
        let (code, ctrl, alt) = match input {
            Input::Interrupt => {
                stop.store(true, Ordering::Relaxed);
                return Ok(Next::Interrupted);
            }
            Input::Resized => continue,
            Input::Key(code, ctrl, alt) => (code, ctrl, alt),
        };
        if let Some(open) = &mut page {
            if !open.key(code, tty::size().1) {
                page = None;
            }
            continue;
        }
        if session.interrupt_auto() {
            continue;
        }
        let is_end = code == tty::KeyCode::Char('d') && ctrl && session.editor.text().is_empty();
        let act = match session.editor.key(code, ctrl, alt) {
            _ if is_end => Act::Leave,
            Some(line) => session.line(&line),
            None => Act::Nothing,
        };
        match act {
            Act::Nothing => {}
            Act::Page(text) => page = Some(Page::new(text)),
            Act::Hint => advice = Some(ask(session.record())),
            Act::View => {
                if !look_back(kit, keyboard, session, look)? {
                    return Ok(Next::Interrupted);
                }
            }
            Act::Again { swap } => {
                stop.store(true, Ordering::Relaxed);
                return Ok(Next::Again { swap });
            }
            Act::Leave => {
                leave(session, events);
                stop.store(true, Ordering::Relaxed);
                return Ok(Next::Leave);
            }
        }
    }
}

/// Gives up, and hears how the game ended.
fn leave(session: &mut Session, events: &Receiver<Event>) {
    if session.ended.is_some() {
        return;
    }
    session.resign();
    let until = Instant::now() + LAST_WAIT;
    while session.ended.is_none() {
        let left = until.saturating_duration_since(Instant::now());
        match events.recv_timeout(left) {
            Ok(event) => session.happened(event, Instant::now()),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Asks the strongest bot, in a thread of its own.
fn ask(mut record: Record) -> Receiver<Option<Advice>> {
    let (sender, receiver) = mpsc::channel();
    record.events.retain(|event| !matches!(event, Event::Ended(_)));
    std::thread::spawn(move || {
        let stop = AtomicBool::new(false);
        let said = advise(&record, &Adviser::default(), HINT_TIME, &stop);
        let _ = sender.send(said.ok().flatten());
    });
    receiver
}

fn hint(session: &mut Session, advice: Option<Advice>) {
    session.notes.clear();
    // Somebody may have moved meanwhile.
    let Some(advice) = advice.filter(|advice| session.mine() == Some(advice.seat)) else {
        return session.note(&human::no_hint());
    };
    let value = advice.value.map(|value| match &advice.points {
        Some(points) => {
            human::hint_points(format!("{:+.1}", points.value), &points.unit, value.percent())
        }
        None => human::hint_value(value.percent()),
    });
    let value = value.unwrap_or_else(|| gyoji_words::Text::plain(""));
    session.note(&words::hint_is(&advice.mv, value));
    session.hinted = advice.steps.iter().filter_map(gyoji_core::view::Step::cell).collect();
}

/// Steps through the game that is over; false if Ctrl-C ended it.
fn look_back<G: Game>(
    kit: &Kit<G>,
    keyboard: &Keyboard,
    session: &Session,
    look: Look,
) -> std::io::Result<bool> {
    let record = session.record();
    let Ok((_, start)) = start::<G>(&record.header) else { return Ok(true) };
    let name = record.header.short_id().to_owned();
    let (mut tale, _) = Tale::new(&record, kit, session.lang, look.colour, &name, start);
    let last = tale.scenes().len() - 1;
    let wish = Wish { range: (0, last), at: last, plays: false, speed: 2.0 };
    view(keyboard, &mut tale, wish, session.lang, look)
}
