//! A game made again from its record: positions, and what was said to whom.

use std::time::Duration;

use gyoji_words::records as words;

use crate::record::{Event, Header, Plan, Player, Record};
use crate::view::Step;
use crate::{BadText, Conversation, Game, Kit, Seat, Setup, Timer, Turn};

/// The game as it stands: all positions and moves, and everybody's time.
///
/// The referee keeps one while it plays, the replay while it reads: both by [`Table::apply`].
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    past: Vec<G>,
    moves: Vec<G::Move>,
    timers: Vec<Timer>,
}

impl<G: Game> Table<G> {
    /// A game that has not begun, in which nobody's time matters.
    pub fn new(start: G) -> Table<G> {
        Table::timed(start, &[])
    }

    /// A game of these players that has not begun.
    pub fn timed(start: G, players: &[Player]) -> Table<G> {
        let timers = players.iter().map(Timer::new).collect();
        Table { past: vec![start], moves: Vec::new(), timers }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        self.past.last().expect("there is always the start")
    }

    /// Every position from the start to now.
    pub fn past(&self) -> &[G] {
        &self.past
    }

    /// Every move so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How many moves have been made.
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Option<Seat> {
        self.position().to_move()
    }

    /// The move that led to a position, as steps on the one before it.
    pub fn steps_to(&self, ply: usize) -> Option<Vec<Step>> {
        let before = ply.checked_sub(1)?;
        Some(self.past.get(before)?.steps(*self.moves.get(before)?))
    }

    /// The time of whoever has a seat, where it matters.
    pub fn timer(&self, seat: Seat) -> Option<&Timer> {
        self.timers.get(seat.index())
    }

    /// The turn as `seat` sees it, if its answer may take so long.
    pub fn turn(&self, seat: Seat, left: Option<Duration>) -> Turn<'_, G> {
        let clock = self.timer(seat).and_then(Timer::on_clock);
        Turn { seat, past: &self.past, moves: &self.moves, left, clock }
    }

    /// Plays a move the caller knows to be legal, in a game in which nobody's time matters.
    pub fn play(&mut self, mv: G::Move) {
        let mut next = self.position().clone();
        next.play(mv);
        self.past.push(next);
        self.moves.push(mv);
    }

    /// Takes moves back; false if there are not so many.
    pub fn undo(&mut self, plies: u32) -> bool {
        let Some(keep) = self.moves.len().checked_sub(plies as usize) else { return false };
        self.moves.truncate(keep);
        self.past.truncate(keep + 1);
        true
    }

    /// Does what a recorded event says, checking that the rules allow it.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadText> {
        match event {
            Event::Moved(moved) => {
                let mv: G::Move = moved.mv.parse()?;
                if self.to_move() != Some(moved.seat) {
                    return Err(BadText::new(&moved.mv, words::wrong_seat(moved.seat)));
                }
                if !self.position().is_legal(mv) {
                    return Err(BadText::new(&moved.mv, words::bad_move(&moved.mv)));
                }
                self.play(mv);
            }
            Event::Undone(undone) if !self.undo(undone.plies) => {
                return Err(BadText::new(undone.plies.to_string(), words::too_many_undone()));
            }
            _ => {}
        }
        self.take_time(event);
        Ok(())
    }

    /// The same for the event of a move that the caller knows to be legal.
    pub fn apply_move(&mut self, mv: G::Move, event: &Event) {
        self.play(mv);
        self.take_time(event);
    }

    fn take_time(&mut self, event: &Event) {
        for (seat, timer) in Seat::all(self.timers.len()).zip(&mut self.timers) {
            timer.on(event, seat);
        }
    }
}

/// A record whose game is known.
#[derive(Clone, Debug)]
pub struct Replay<G: Game> {
    /// How the game started.
    pub setup: Setup,
    /// The game at its end.
    pub table: Table<G>,
}

impl<G: Game> Replay<G> {
    /// Plays a record through. The error says at which line of the record it went wrong.
    pub fn new(record: &Record) -> Result<Replay<G>, (usize, BadText)> {
        let (setup, start) = start(&record.header).map_err(|bad| (1, bad))?;
        let mut table = Table::timed(start, &record.header.players);
        for (i, event) in record.events.iter().enumerate() {
            table.apply(event).map_err(|bad| (i + 2, bad))?;
        }
        Ok(Replay { setup, table })
    }
}

/// How a planned game starts: its opening moves are made.
pub fn start<G: Game>(plan: &Plan) -> Result<(Setup, G), BadText> {
    if plan.game != G::SPEC.id {
        return Err(BadText::new(&plan.game, words::other_game(&plan.game, G::SPEC.id)));
    }
    let (players, seats) = (plan.players.len(), G::SPEC.seats.len());
    if players != seats {
        return Err(BadText::new(players.to_string(), words::seats(players, seats)));
    }
    if let Some(terms) = plan.adjudicate.filter(|_| seats != 2) {
        return Err(BadText::new(terms.to_string(), words::adjudicate_of_two(G::SPEC.id, seats)));
    }
    let setup = plan.setup::<G>()?;
    let mut start = G::start(&setup)?;
    for text in &plan.opening {
        let mv: G::Move = text.parse()?;
        if !start.is_legal(mv) {
            return Err(BadText::new(text, words::bad_move(text)));
        }
        start.play(mv);
    }
    Ok((setup, start))
}

/// Something said between the referee and a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saying {
    /// How many moves had been made.
    pub ply: u32,
    /// How many events of the record came before it.
    pub event: usize,
    /// Whether the referee said it.
    pub sent: bool,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Everything said to and by one seat, made again from a record.
///
/// Empty for a built-in bot or a seat that is not there. The error says at which line of the record it went wrong.
pub fn transcript<G: Game>(
    record: &Record,
    kit: &Kit<G>,
    seat: Seat,
) -> Result<Vec<Saying>, (usize, BadText)> {
    let (mut conversation, mut table) = match conversation(&record.header, kit, seat) {
        Ok(Some(begun)) => begun,
        Ok(None) => return Ok(Vec::new()),
        Err(bad) => return Err((1, bad)),
    };
    let mut said = Vec::new();
    let mut say = |ply, event, sent, bytes: &[u8]| {
        if !bytes.is_empty() {
            said.push(Saying { ply, event, sent, bytes: bytes.to_vec() });
        }
    };
    let mut out = String::new();
    conversation.begin(&mut out);
    say(0, 0, true, out.as_bytes());
    let mut begun = false;
    for (i, event) in record.events.iter().enumerate() {
        if let Some(got) = event.got_from(seat) {
            say(table.ply(), i, false, &got.data);
        }
        let ply = table.ply();
        table.apply(event).map_err(|bad| (i + 2, bad))?;
        out.clear();
        conversation.on(event, &table, &mut out);
        say(ply, i, true, out.as_bytes());
        begun |= matches!(event, Event::Begun {});
        out.clear();
        let tells_questions = record.tells_questions();
        let is_asked_now = match tells_questions {
            true => matches!(event, Event::Asked(asked) if asked.seat == seat),
            false => {
                begun
                    && !event.is_last()
                    && table.to_move() == Some(seat)
                    && !conversation.is_asked()
                    && !was_asked_later(&record.events[i + 1..], &conversation, &table, seat)
            }
        };
        if is_asked_now && conversation.ask(&table, &mut out) {
            // Where no event is the question itself, it came after the one before.
            say(table.ply(), i + usize::from(!tells_questions), true, out.as_bytes());
        }
    }
    Ok(said)
}

/// Whether what comes next shows that `seat` had not been asked yet, though it was its turn. Only
/// records of version 1 need this: they do not tell when a question was put.
fn was_asked_later<G: Game>(
    next: &[Event],
    conversation: &Conversation<G>,
    table: &Table<G>,
    seat: Seat,
) -> bool {
    let settles = |event: &Event| match event {
        Event::Moved(_) | Event::Undone(_) => true,
        Event::Faulted(fault) => fault.seat == seat && !fault.unasked,
        _ => false,
    };
    next.iter().take_while(|event| !settles(event)).any(|event| match event {
        Event::Faulted(fault) => fault.seat == seat && fault.unasked,
        // An answer that is no move on record came before its question.
        Event::Heard(heard) if heard.seat == seat => {
            conversation.is_answer(table, &heard.got.line())
        }
        _ => false,
    })
}

type Begun<G> = (Conversation<G>, Table<G>);

/// The conversation with a seat that was outside, before anything was said.
fn conversation<G: Game>(
    header: &Header,
    kit: &Kit<G>,
    seat: Seat,
) -> Result<Option<Begun<G>>, BadText> {
    let (setup, start) = start::<G>(header)?;
    let Some(player) = header.players.get(seat.index()) else { return Ok(None) };
    let Some(name) = &player.dialect else { return Ok(None) };
    let dialect = kit.make_dialect(name, player.dialect_options())?;
    let manners = kit.manners(name, player.dialect_options())?;
    let conversation = Conversation::new(dialect, manners, seat, player, &setup, &start);
    Ok(Some((conversation, Table::timed(start, &header.players))))
}
