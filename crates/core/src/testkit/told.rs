//! Whether a player that knows nothing but what it is told knows the board.
//!
//! Every seat has a client that rebuilds the board from the lines sent to it. At each of its
//! turns that board has to be the referee's, wherever the game has started.

use crate::record::{
    Bytes, Ended, Event, Header, Moved, Plan, Player, Question, Ready, Record, Spent,
};
use crate::replay::{Table, transcript};
use crate::{
    Asked, BadText, Client, Conversation, Cue, Game, Heard, Kit, Lifetime, MakeClient, Seat, Setup,
    Text, Transport,
};

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
    /// A start at which the dialect has no question is left out; the referee refuses it.
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
        let start = G::start(setup).expect("a good setup");
        let entry = self.kit.dialect(self.dialect).expect("a dialect of the kit");
        let header = header::<G>(setup, self.dialect, entry.lifetime);
        let mut sides = Vec::new();
        for (seat, player) in Seat::all(G::SPEC.seats.len()).zip(&header.players) {
            let dialect = self.kit.make_dialect(self.dialect, []).expect("usual options");
            let table = Table::new(start.clone());
            if table.to_move() == Some(seat) && !dialect.can_ask(&table.turn(seat, None)) {
                return false;
            }
            let transport = dialect.transport();
            let conversation = Conversation::new(dialect, seat, player, setup, &start);
            let client = (self.client)();
            sides.push(Side { conversation, transport, client, out: String::new(), sent: vec![] });
        }
        let mut game =
            Match { told: self, table: Table::new(start), sides, events: Vec::new(), seed };
        game.begin();
        game.turns();
        game.check_replay(header);
        true
    }
}

struct Side<G: Game> {
    conversation: Conversation<G>,
    transport: Transport,
    client: Box<dyn Client<G>>,
    /// What is to be sent next.
    out: String,
    /// Everything sent so far.
    sent: Vec<u8>,
}

/// What a client made of what it was sent.
struct Made<G: Game> {
    said: Vec<String>,
    asked: Option<Asked<G>>,
}

impl<G: Game> Side<G> {
    fn deliver(&mut self) -> Made<G> {
        let text = std::mem::take(&mut self.out);
        self.sent.extend_from_slice(text.as_bytes());
        let mut made = Made { said: Vec::new(), asked: None };
        match self.transport {
            Transport::Lines | Transport::MergedLines => {
                text.lines().for_each(|line| self.hear(line, &mut made));
            }
            Transport::File { .. } => self.hear(&text, &mut made),
        }
        made
    }

    fn hear(&mut self, line: &str, made: &mut Made<G>) {
        match self.client.hear(line).unwrap_or_else(|bad| panic!("{line}: {bad}")) {
            Cue::Say(text) => made.said.extend(text.lines().map(str::to_owned)),
            Cue::Move(asked) => made.asked = Some(asked),
            Cue::Nothing | Cue::Memory(_) | Cue::Leave => {}
        }
    }
}

struct Match<'a, G: Game> {
    told: &'a Told<'a, G>,
    table: Table<G>,
    sides: Vec<Side<G>>,
    events: Vec<Event>,
    seed: u64,
}

impl<G: Game> Match<'_, G> {
    fn begin(&mut self) {
        for seat in Seat::all(self.sides.len()) {
            let side = &mut self.sides[seat.index()];
            side.conversation.begin(&mut side.out);
            if !side.conversation.awaits_ready() {
                continue;
            }
            let mut made = side.deliver();
            if side.conversation.speaks_first() {
                side.hear("", &mut made);
            }
            let line = made.said.pop().expect("the client is ready");
            assert_eq!(side.conversation.read(&self.table, &line), Heard::Ready, "{line}");
            let got = Bytes::new(format!("{line}\n"));
            self.emit(Event::Ready(Ready { seat, got, spent: Spent::default() }));
        }
        self.emit(Event::Begun {});
    }

    fn turns(&mut self) {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        while let Some(seat) = self.table.to_move() {
            if let Some(mv) = self.sides[seat.index()].conversation.forced(&self.table) {
                self.moved(seat, mv, None);
                continue;
            }
            let side = &mut self.sides[seat.index()];
            assert!(side.conversation.ask(&self.table, &mut side.out), "{}", self.table.position());
            let made = side.deliver();
            let question =
                Question { ply: self.table.ply(), seat, at: 0, limit_ns: None, left_ns: None };
            self.events.push(Event::Asked(question));
            let asked = made.asked.expect("a question that the client understands");
            let (known, real) = (&asked.position, self.table.position());
            assert!(
                (self.told.knows)(&asked, seat, real),
                "{}: seat {seat} takes\n{known} for\n{real}\nafter {} moves; it was sent\n{}",
                self.told.dialect,
                self.table.ply(),
                String::from_utf8_lossy(&side.sent)
            );
            // Broken off only here: after a move comes the next question, always.
            if self.table.ply() >= MOST_PLIES {
                break;
            }
            let line = answer(&mut *side.client, real, &mut rng);
            let mv = match side.conversation.read(&self.table, &line) {
                Heard::Move(mv) if real.is_legal(mv) => mv,
                other => panic!("{line} in {real}: {other:?}"),
            };
            self.moved(seat, mv, Some(Bytes::new(format!("{line}\n"))));
        }
        let ended = match self.table.position().outcome() {
            Some(outcome) => Ended::by_rules(&outcome),
            None => Ended::aborted(self.sides.len()),
        };
        self.emit(Event::Ended(ended));
    }

    fn moved(&mut self, seat: Seat, mv: G::Move, got: Option<Bytes>) {
        let (ply, mv, spent) = (self.table.ply(), mv.to_string(), Spent::default());
        self.emit(Event::Moved(Moved { ply, seat, mv, got, spent, stderr: String::new() }));
    }

    fn emit(&mut self, event: Event) {
        self.table.apply(&event).unwrap_or_else(|bad| panic!("{event:?}: {bad}"));
        for (seat, side) in Seat::all(G::SPEC.seats.len()).zip(&mut self.sides) {
            side.conversation.on(&event, &self.table, &mut side.out);
            if side.out.is_empty() {
                continue;
            }
            let made = side.deliver();
            assert!(made.asked.is_none(), "seat {seat} thinks it is asked, at {event:?}");
        }
        self.events.push(event);
    }

    /// What the record says was sent is what was sent.
    fn check_replay(self, header: Header) {
        let record = Record { header, events: self.events };
        for (seat, side) in Seat::all(G::SPEC.seats.len()).zip(&self.sides) {
            let talk = transcript(&record, self.told.kit, seat).expect("a good record");
            let sent = talk.iter().filter(|saying| saying.sent);
            let sent: Vec<u8> = sent.flat_map(|saying| saying.bytes.clone()).collect();
            let [replayed, sent] = [&sent, &side.sent].map(|it| String::from_utf8_lossy(it));
            for (replayed, sent) in replayed.lines().zip(sent.lines()) {
                assert_eq!(replayed, sent);
            }
            assert_eq!(replayed.len(), sent.len(), "one of them says more");
        }
    }
}

/// The line with which a client answers: a random legal move, or several where one line says
/// several.
fn answer<G: Game>(client: &mut dyn Client<G>, position: &G, rng: &mut fastrand::Rng) -> String {
    let mut draw = |position: &G| {
        let moves: Vec<G::Move> = position.moves().collect();
        moves[rng.usize(..moves.len())]
    };
    let mut cue = client.chosen(draw(position));
    loop {
        match cue {
            Cue::Say(line) => return line,
            Cue::Move(asked) => cue = client.chosen(draw(&asked.position)),
            other => panic!("no answer: {other:?}"),
        }
    }
}

fn header<G: Game>(setup: &Setup, dialect: &str, lifetime: Lifetime) -> Header {
    let player = Player {
        dialect: Some(dialect.into()),
        lifetime: Some(lifetime),
        limit_ns: Some(5_000_000_000),
        ..Player::new("listener", "listener")
    };
    let players = vec![player; G::SPEC.seats.len()];
    Header::new(Plan::new::<G>("told".into(), setup, players), 0, "testkit")
}

/// A program of the `plain` dialect that keeps its own board: it takes the first `position` of a
/// game and from then on only the moves.
pub fn plain_listener<G: Game>() -> Box<dyn Client<G>> {
    Box::new(PlainListener { seat: Seat::FIRST, ply: 0, board: None })
}

struct PlainListener<G> {
    seat: Seat,
    ply: u32,
    board: Option<G>,
}

impl<G: Game> PlainListener<G> {
    fn play(&mut self, mv: G::Move) {
        if let Some(board) = &mut self.board {
            board.play(mv);
        }
        self.ply += 1;
    }
}

impl<G: Game> Client<G> for PlainListener<G> {
    fn hear(&mut self, line: &str) -> Result<Cue<G>, BadText> {
        let wrong = |why: &'static str| BadText::new(line, Text::new(why, why));
        match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
            ["gyoji", "1", rest] => {
                let seat = rest.split_whitespace().nth(3).and_then(|seat| seat.parse().ok());
                let seat = Seat(seat.ok_or_else(|| wrong("no seat"))?);
                *self = PlainListener { seat, ply: 0, board: None };
                return Ok(Cue::Say("ready".into()));
            }
            ["position", ply, text] => {
                if ply != self.ply.to_string() {
                    return Err(wrong("another number of moves"));
                }
                match &self.board {
                    None => self.board = Some(text.parse()?),
                    Some(board) if board.to_string() == text => {}
                    Some(_) => return Err(wrong("another position")),
                }
            }
            ["played", ply, rest] => {
                let (seat, mv) = rest.split_once(' ').ok_or_else(|| wrong("no move"))?;
                let mv: G::Move = mv.parse()?;
                let board = self.board.as_ref().ok_or_else(|| wrong("a move before the start"))?;
                let mover = board.to_move().map(|mover| mover.to_string());
                if ply != self.ply.to_string() || mover.as_deref() != Some(seat) {
                    return Err(wrong("not the turn"));
                }
                if !board.is_legal(mv) {
                    return Err(wrong("not a legal move"));
                }
                self.play(mv);
            }
            ["go", ..] => {
                let position = self.board.clone().ok_or_else(|| wrong("no position"))?;
                return Ok(Cue::Move(Asked { seat: self.seat, position, left: None, clock: None }));
            }
            _ => {}
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: G::Move) -> String {
        format!("move {} {mv}", self.ply)
    }

    fn chosen(&mut self, mv: G::Move) -> Cue<G> {
        let line = self.say(mv);
        self.play(mv);
        Cue::Say(line)
    }
}
