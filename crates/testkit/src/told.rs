//! Whether a player that knows nothing but what it is told knows the board.
//!
//! Every seat has a client that rebuilds the board from the lines sent to it. The referee plays
//! them against each other, and at each of its turns a client's board has to be the referee's,
//! wherever the game has started.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use gyoji_core::record::{Event, Header, Plan, Player};
use gyoji_core::replay::Table;
use gyoji_core::{
    Asked, Client, Cue, DialectEntry, Game, Kit, MakeClient, Manners, Options, Seat, Setup,
};
use gyoji_referee::Chair;

use crate::wire::{OtherEnds, check_replay, line, lock, play_out};

/// After so many moves a game is broken off.
const MOST_PLIES: u32 = 80;

/// A dialect, and the client that it is tried with.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a, G: Game> {
    /// The game's kit.
    pub kit: &'a Kit<G>,
    /// The dialect's name.
    pub dialect: &'a str,
    /// Makes a client that keeps its own board and shows it when it is asked for a move. Where
    /// the player speaks first, an empty line makes it do so.
    pub client: MakeClient<G>,
    /// Whether the board of a client at that seat is that position, as far as the protocol can
    /// tell it.
    pub knows: fn(&Asked<G>, Seat, &G) -> bool,
}

/// `setup` with so many random moves made, the same for the same seed: perhaps in the middle of
/// several moves of one seat.
pub fn random_start<G: Game>(setup: &Setup, plies: u32, seed: u64) -> Setup {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = G::start(setup).expect("a good setup");
    for _ in 0..plies {
        let moves: Vec<G::Move> = position.moves().collect();
        let Some(&mv) = rng.choice(&moves) else { break };
        position.play(mv);
    }
    Setup { position: Some(position.to_string()), ..setup.clone() }
}

impl<G: Game> Told<'_, G> {
    /// Plays random games from the start of `setup` and from there after one, two and three
    /// random moves. Says how many games that were.
    ///
    /// A start at which the dialect has no question is left out; nobody can begin there.
    pub fn check(&self, setup: &Setup, seeds: u64) -> u64 {
        let mut games = 0;
        for seed in 0..seeds {
            for plies in 0..=3 {
                let start = match plies {
                    0 => setup.clone(),
                    _ => random_start::<G>(setup, plies, seed),
                };
                games += u64::from(self.check_game(&start, seed));
            }
        }
        games
    }

    /// Plays one random game; false if it cannot be played in this dialect.
    pub fn check_game(&self, setup: &Setup, seed: u64) -> bool {
        let table = Table::new(G::start(setup).expect("a good setup"));
        let entry = self.kit.dialect(self.dialect).expect("a dialect of the kit");
        let options = Options::defaults(entry.options);
        let dialect = (entry.make)(&options).expect("usual options");
        if let Some(first) = table.to_move()
            && !dialect.can_ask(&table.turn(first, None))
        {
            return false;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let seats = G::SPEC.seats.len();
        let listeners = Arc::new(Mutex::new(Listeners {
            manners: (entry.manners)(&options),
            knows: self.knows,
            table,
            all: (0..seats).map(|_| Listener::new((self.client)())).collect(),
            rng: fastrand::Rng::with_seed(seed),
            stop: Arc::clone(&stop),
            failure: None,
        }));
        let chair = |seat| Chair::speaking(self.kit, self.dialect, [], line(&listeners, seat));
        let chairs: Result<Vec<Chair<G>>, _> = Seat::all(seats).map(chair).collect();
        let record =
            play_out(header(setup, entry), &mut chairs.expect("chairs"), &listeners, &stop);
        let mut listeners = lock(&listeners);
        listeners.check_nobody_is_waiting(&"the end");
        if let Some(failure) = &listeners.failure {
            panic!("{}: {failure}", self.dialect);
        }
        for (seat, listener) in Seat::all(seats).zip(&listeners.all) {
            check_replay(&record, self.kit, seat, &listener.sent);
        }
        true
    }
}

fn header<G: Game>(setup: &Setup, entry: &DialectEntry<G>) -> Header {
    let player = Player {
        dialect: Some(entry.name.into()),
        lifetime: Some(entry.lifetime),
        limit_ns: Some(5_000_000_000),
        ..Player::new("listener", "listener")
    };
    let players = vec![player; G::SPEC.seats.len()];
    Header::new(Plan::new::<G>("told".into(), setup, players), 0, "testkit")
}

/// The clients of a game, and the game as it really stands.
struct Listeners<G: Game> {
    manners: Manners,
    knows: fn(&Asked<G>, Seat, &G) -> bool,
    table: Table<G>,
    all: Vec<Listener<G>>,
    rng: fastrand::Rng,
    stop: Arc<AtomicBool>,
    /// What was wrong first.
    failure: Option<String>,
}

struct Listener<G: Game> {
    client: Box<dyn Client<G>>,
    /// What it will say next.
    says: VecDeque<String>,
    /// The question that it takes what it heard for.
    question: Option<Asked<G>>,
    /// Everything sent to it.
    sent: String,
}

impl<G: Game> Listener<G> {
    fn new(client: Box<dyn Client<G>>) -> Listener<G> {
        Listener { client, says: VecDeque::new(), question: None, sent: String::new() }
    }
}

impl<G: Game> Listeners<G> {
    fn fail(&mut self, why: String) {
        self.failure.get_or_insert(why);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn hear_line(&mut self, seat: Seat, line: &str) {
        let listener = &mut self.all[seat.index()];
        match listener.client.hear(line) {
            Ok(Cue::Say(text)) => listener.says.extend(text.lines().map(str::to_owned)),
            Ok(Cue::Move(asked)) => {
                if listener.question.replace(asked).is_some() {
                    self.fail(format!("seat {seat} takes {line} for a second question"));
                }
            }
            Ok(Cue::Nothing | Cue::Memory(_) | Cue::Depth(_) | Cue::Leave) => {}
            Err(bad) => self.fail(format!("seat {seat}: {line}: {bad}")),
        }
    }

    /// A seat was asked: it has to have understood that, and to know the board.
    fn asked(&mut self, seat: Seat) {
        let (real, ply) = (self.table.position(), self.table.ply());
        let listener = &mut self.all[seat.index()];
        let Some(asked) = listener.question.take() else {
            let sent = listener.sent.clone();
            return self.fail(format!("seat {seat} does not understand that it is asked\n{sent}"));
        };
        if !(self.knows)(&asked, seat, real) {
            let (known, sent) = (&asked.position, &listener.sent);
            let why = format!(
                "seat {seat} takes\n{known} for\n{real}\nafter {ply} moves; it was sent\n{sent}"
            );
            return self.fail(why);
        }
        if ply >= MOST_PLIES {
            return self.stop.store(true, Ordering::Relaxed);
        }
        match answer(&mut *listener.client, real, &mut self.rng) {
            Ok(lines) => listener.says.extend(lines.lines().map(str::to_owned)),
            Err(other) => self.fail(format!("seat {seat} does not answer: {other:?}")),
        }
    }

    fn check_nobody_is_waiting(&mut self, when: &dyn fmt::Debug) {
        if let Some(seat) = self.all.iter().position(|listener| listener.question.is_some()) {
            self.fail(format!("seat {seat} thinks that it is asked, at {when:?}"));
        }
    }
}

impl<G: Game> OtherEnds for Listeners<G> {
    fn start(&mut self, seat: Seat) {
        if self.manners.speaks_first() {
            self.hear_line(seat, "");
        }
    }

    fn hear(&mut self, seat: Seat, text: &str) {
        self.all[seat.index()].sent.push_str(text);
        match self.manners.transport.is_file() {
            true => self.hear_line(seat, text),
            false => text.lines().for_each(|line| self.hear_line(seat, line)),
        }
    }

    fn speak(&mut self, seat: Seat, _is_glance: bool) -> Option<String> {
        self.all[seat.index()].says.pop_front()
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Asked(question) => self.asked(question.seat),
            Event::Faulted(fault) => {
                let said = fault.got.escaped();
                let why = format!("{:?}: {said} in {}", fault.kind, self.table.position());
                self.fail(why);
            }
            _ => {}
        }
        self.check_nobody_is_waiting(event);
        if let Err(bad) = self.table.apply(event) {
            self.fail(format!("{event:?}: {bad}"));
        }
    }
}

/// The line with which a client answers: a random legal move, or several where one line says
/// several.
fn answer<G: Game>(
    client: &mut dyn Client<G>,
    position: &G,
    rng: &mut fastrand::Rng,
) -> Result<String, Cue<G>> {
    let mut draw = |position: &G| {
        let moves: Vec<G::Move> = position.moves().collect();
        moves[rng.usize(..moves.len())]
    };
    let mut cue = client.chosen(draw(position));
    loop {
        match cue {
            Cue::Say(line) => return Ok(line),
            Cue::Move(asked) => cue = client.chosen(draw(&asked.position)),
            other => return Err(other),
        }
    }
}
