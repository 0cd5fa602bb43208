//! Transcripts in the documentation, run against the dialect they document.
//!
//! A transcript is a fenced block marked `transcript`, with the game's conditions as further
//! words, for example
//!
//! ````text
//! ```transcript dialect=judge seat=0
//! > COLOR 1
//! > MOVE BOARD:…
//! < d4
//! ! illegal (there is a disc already)
//! > QUIT
//! ```
//! ````
//!
//! `>` is sent to the player, `<` comes from it, `*` is a move of somebody else, `^ N` takes N
//! moves back, `#` is a comment; `! KIND` says that the line before is that fault, and whatever
//! follows the kind is a remark. The transcript may stop in the middle of a game, but not before
//! everything that is sent by then. The words of the mark are `game=NAME` (other games skip it),
//! `dialect=NAME`, `seat=N`, `time=5s`, `clock=60s+0.5s`, `policy=…`, `lifetime=…`, `options=a=1,b=2` (of the
//! dialect), `setup=a=1` (of the game), `position=…` (with `_` for its spaces).

use std::collections::BTreeMap;
use std::time::Duration;

use crate::options::parse_duration;
use crate::record::{
    Bytes, Ended, Event, Fault, FaultKind, HeardLine, Moved, Named, Player, Policy, Ready, Said,
    Spent, Then, Undone,
};
use crate::replay::Table;
use crate::{Conversation, Game, Heard, Kit, Lifetime, Options, Seat, Setup};

/// The fenced transcripts of a Markdown page: their mark and their lines.
pub fn transcripts(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(mark) = line.strip_prefix("```transcript") {
            found.push((mark.trim(), lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    found
}

/// Runs every transcript of a page whose dialect the kit has. Panics where one differs.
pub fn check_transcripts<G: Game>(page: &str, kit: &Kit<G>) -> usize {
    let mut count = 0;
    for (mark, lines) in transcripts(page) {
        let words: BTreeMap<&str, &str> =
            mark.split_whitespace().filter_map(|word| word.split_once('=')).collect();
        if words.get("game").is_none_or(|game| *game == G::SPEC.id) {
            Run::<G>::new(&words, kit).play(&lines);
            count += 1;
        }
    }
    count
}

struct Run<G: Game> {
    seat: Seat,
    policy: Policy,
    conversation: Conversation<G>,
    table: Table<G>,
    out: String,
    begun: bool,
}

impl<G: Game> Run<G> {
    fn new(words: &BTreeMap<&str, &str>, kit: &Kit<G>) -> Run<G> {
        let word = |name| words.get(name).copied();
        let options = Options::split(word("options").unwrap_or(""));
        let entry = kit.dialect(word("dialect").expect("dialect=…")).expect("a dialect");
        let dialect = kit.make_dialect(entry.name, options).expect("good options");
        let setup = Setup {
            options: Options::check(G::SPEC.options, Options::split(word("setup").unwrap_or("")))
                .expect("good options"),
            position: word("position").map(|text| text.replace('_', " ")),
            ..Setup::usual::<G>()
        };
        let start = G::start(&setup).expect("a good setup");
        let clock = word("clock").map(|text| text.parse().expect("a clock"));
        let usual = if clock.is_some() { Duration::ZERO } else { G::SPEC.time };
        let limit = word("time").map_or(usual, |time| parse_duration(time).expect("a time"));
        let policy = word("policy").map_or(G::SPEC.policy, |text| text.parse().expect("a policy"));
        let lifetime =
            word("lifetime").map_or(entry.lifetime, |text| text.parse().expect("a lifetime"));
        let seat = Seat(word("seat").map_or(0, |seat| seat.parse().expect("a seat")));
        let player = Player {
            dialect: Some(entry.name.into()),
            lifetime: Some(lifetime),
            limit_ns: Some(limit.as_nanos() as u64).filter(|ns| *ns > 0),
            clock,
            policy,
            ..Player::new("guest", "guest")
        };
        let lives_long = lifetime != Lifetime::PerMove;
        let conversation = Conversation::new(dialect, seat, &player, &setup, &start);
        let begun = !conversation.awaits_ready() || !lives_long;
        let mut players = vec![Player::new("", ""); G::SPEC.seats.len()];
        players[seat.index()] = player;
        let table = Table::timed(start, &players);
        Run { seat, policy, conversation, table, out: String::new(), begun }
    }

    fn play(mut self, lines: &[&str]) {
        self.conversation.begin(&mut self.out);
        if self.begun {
            self.begin();
        }
        let mut lines = lines.iter().filter(|line| !line.trim().is_empty()).peekable();
        while let Some(line) = lines.next() {
            let (sign, text) = line.split_once(' ').unwrap_or((line, ""));
            match sign {
                ">" => self.expect_sent(text),
                "<" => {
                    let fault = lines.next_if(|next| next.starts_with('!'));
                    self.hear(text, fault.and_then(|line| line[1..].split_whitespace().next()));
                }
                "*" => {
                    let mv = text.parse().unwrap_or_else(|bad| panic!("{line}: {bad}"));
                    self.moved(mv, None);
                }
                "^" => {
                    let plies = text.parse().unwrap_or_else(|bad| panic!("{line}: {bad}"));
                    self.emit(&Event::Undone(Undone { plies }));
                    self.ask();
                }
                "#" => {}
                _ => panic!("not a line of a transcript: {line}"),
            }
        }
        assert_eq!(self.out, "", "the transcript ends, but more would be sent");
    }

    fn expect_sent(&mut self, text: &str) {
        let sent = match self.out.find('\n') {
            Some(end) => self.out.drain(..=end).collect(),
            None => String::from("(nothing)"),
        };
        assert_eq!(sent.trim_end_matches('\n'), text, "sent something else");
    }

    fn hear(&mut self, text: &str, fault: Option<&str>) {
        assert_eq!(self.out, "", "the player speaks, but more would be sent first");
        let got = Bytes::new(format!("{text}\n"));
        let heard = self.conversation.read(&self.table, text);
        let fine = matches!(heard, Heard::Move(mv) if self.table.position().is_legal(mv));
        assert_eq!(fault.is_some(), !fine && is_fault(&heard), "{text}: {heard:?}");
        match heard {
            Heard::Ready if !self.begun => {
                let ready = Ready { seat: self.seat, got, spent: Spent::default() };
                self.emit(&Event::Ready(ready));
                self.begun = true;
                self.begin();
            }
            Heard::Move(mv) if fine => self.moved(mv, Some(got)),
            Heard::Move(mv) => self.fault(FaultKind::Illegal, Some(mv), got, fault),
            Heard::Garbage => self.fault(FaultKind::Format, None, got, fault),
            Heard::Say(text) => self.emit(&Event::Said(Said { seat: self.seat, text, got })),
            Heard::Name(name) => self.emit(&Event::Named(Named { seat: self.seat, name, got })),
            _ => {
                let heard = HeardLine { seat: self.seat, ply: self.table.ply(), got };
                self.emit(&Event::Heard(heard));
            }
        }
    }

    fn moved(&mut self, mv: G::Move, got: Option<Bytes>) {
        let seat = self.table.to_move().expect("the game goes on");
        let moved = Moved {
            ply: self.table.ply(),
            seat,
            mv: mv.to_string(),
            got,
            spent: Spent::default(),
            stderr: String::new(),
        };
        self.emit(&Event::Moved(moved));
        match self.table.position().outcome() {
            Some(outcome) => self.emit(&Event::Ended(Ended::by_rules(&outcome))),
            None => self.ask(),
        }
    }

    fn fault(
        &mut self,
        kind: FaultKind,
        meant: Option<G::Move>,
        got: Bytes,
        expected: Option<&str>,
    ) {
        let name = serde_json::to_string(&kind).expect("a word");
        assert_eq!(Some(name.trim_matches('"')), expected, "another fault than written");
        let unasked = !self.conversation.is_asked();
        let then = match self.policy {
            Policy::Forfeit => Then::Loses,
            _ if unasked => Then::Noted,
            Policy::Skip => Then::Default,
            Policy::Retry | Policy::Practice => Then::Again,
        };
        self.emit(&Event::Faulted(Fault {
            ply: self.table.ply(),
            seat: self.seat,
            kind,
            got,
            spent: Spent::default(),
            limit_ns: None,
            exit: None,
            system: String::new(),
            stderr: String::new(),
            unasked,
            machine: false,
            then,
        }));
        match then {
            Then::Loses => {
                let seats = G::SPEC.seats.len();
                let ended = Ended::lost(self.seat, seats, Ended::FAULT, Some(kind));
                self.emit(&Event::Ended(ended));
            }
            Then::Default => {
                let position = self.table.position();
                let mv =
                    meant.map_or_else(|| position.default_move(), |mv| position.instead_of(mv));
                let mv = mv.expect("a default move");
                self.moved(mv, None);
            }
            Then::Again | Then::Noted => self.ask(),
            Then::Void => unreachable!("no machine is slow in a transcript"),
        }
    }

    fn emit(&mut self, event: &Event) {
        self.table.apply(event).unwrap_or_else(|bad| panic!("{event:?}: {bad}"));
        self.conversation.on(event, &self.table, &mut self.out);
    }

    fn begin(&mut self) {
        self.emit(&Event::Begun {});
        self.ask();
    }

    fn ask(&mut self) {
        if !self.begun || self.conversation.ask(&self.table, &mut self.out) {
            return;
        }
        if self.table.to_move() == Some(self.seat)
            && let Some(mv) = self.conversation.forced(&self.table)
        {
            self.moved(mv, None);
        }
    }
}

fn is_fault<M>(heard: &Heard<M>) -> bool {
    matches!(heard, Heard::Move(_) | Heard::Garbage)
}
