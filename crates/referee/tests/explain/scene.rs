//! A small game that ends with a fault, to be explained.

use crate::sheet::kit;
use gyoji_core::record::{
    Bytes, Event, Exit, Fault, FaultKind, Header, Idle, Moved, Plan, Player, Question, Ready,
    Record, Spent, Then, VERSION,
};
use gyoji_core::{Lifetime, Seat, Setup};
use gyoji_othello::Othello;
use gyoji_referee::explain::{Context, Explanation, explain};

/// Eleven moves, after which white is to move. Legal then: see `snapshots/explain__answers.snap`.
pub(crate) const OPENING: &str = "f5d6c3d3c4f4f6f3e6e7d7";
/// White can only pass, black cannot move but to c1.
pub(crate) const WHITE_IS_STUCK: &str =
    "XO-------------------------------------------------------------- O";
pub(crate) const MS: u64 = 1_000_000;

/// A record with one fault, white's, at its end.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) record: Record,
    pub(crate) fault: Fault,
}

impl Scene {
    /// A Python program that speaks `judge`, asked for its sixth answer.
    pub(crate) fn judge() -> Scene {
        Scene::new("judge", "python3 my_ai.py", OPENING)
    }

    /// A program that speaks `plain`, asked for its first answer: number 1.
    pub(crate) fn plain() -> Scene {
        Scene::new("plain", "plain:python3 my_ai.py", "f5")
    }

    /// A program that is run on a file for each move, asked for its sixth answer.
    pub(crate) fn sheet() -> Scene {
        Scene::new("sheet", "sheet:python3 my_ai.py", OPENING).lifetime(Lifetime::PerMove)
    }

    pub(crate) fn new(dialect: &str, text: &str, opening: &str) -> Scene {
        let black = player("random", "bot:random", None);
        let white = player("my-ai", text, Some(dialect));
        let setup = Setup { seed: 1, ..Setup::default() };
        let plan = Plan::new::<Othello>("7f3a".into(), &setup, vec![black, white]);
        // As records were before they told when a question was put.
        let header = Header { gyoji_record: 1, ..Header::new(plan, 1_767_182_580_000, "test") };
        let mut events = Vec::new();
        if dialect == "plain" {
            let got = Bytes::new("ready\n");
            events.push(Event::Ready(Ready { seat: Seat::SECOND, got, spent: spent(0, 300) }));
        }
        events.push(Event::Begun {});
        for (ply, mv) in opening.as_bytes().chunks(2).enumerate() {
            let mv = String::from_utf8_lossy(mv).into_owned();
            let seat = Seat((ply % 2) as u8);
            let said = match dialect {
                "plain" => format!("move {ply} {mv}\n"),
                "sheet" => sheet(&opening[..2 * (ply + 1)]),
                _ => format!("{mv}\n"),
            };
            let got = (seat == Seat::SECOND).then(|| Bytes::new(said));
            let spent = spent(ply as u64 * 300, 20 * (ply as u64 + 1));
            events.push(Event::Moved(Moved {
                ply: ply as u32,
                seat,
                mv,
                got,
                spent,
                value: None,
                stderr: String::new(),
            }));
        }
        let ply = opening.len() as u32 / 2;
        let fault = Fault {
            ply,
            seat: Seat::SECOND,
            kind: FaultKind::Format,
            got: Bytes::default(),
            spent: spent(4120, 4),
            limit_ns: Some(5000 * MS),
            exit: None,
            system: String::new(),
            stderr: String::new(),
            unasked: false,
            machine: false,
            then: Then::Loses,
        };
        Scene { record: Record { header, events }, fault }
    }

    pub(crate) fn program(mut self, text: &str) -> Scene {
        self.record.header.plan.players[1].text = text.into();
        self
    }

    pub(crate) fn lifetime(mut self, lifetime: Lifetime) -> Scene {
        self.record.header.plan.players[1].lifetime = Some(lifetime);
        self
    }

    /// A game that begins at this position, nothing having happened.
    pub(crate) fn position(mut self, position: &str) -> Scene {
        self.record.header.plan.position = Some(position.into());
        self.fault.ply = 0;
        self.record.events.retain(|event| !matches!(event, Event::Moved(_)));
        self
    }

    /// The moment before white's first answer.
    pub(crate) fn first(mut self) -> Scene {
        self.record.events.truncate(2);
        self.fault.ply = 1;
        self
    }

    pub(crate) fn said(mut self, kind: FaultKind, got: impl Into<Vec<u8>>) -> Scene {
        self.fault.kind = kind;
        self.fault.got = Bytes::new(got);
        self
    }

    /// White spoke right after an answer of its own, before black had moved.
    pub(crate) fn unasked(mut self, got: impl Into<Vec<u8>>) -> Scene {
        self.record.events.pop();
        self.fault.ply -= 1;
        self.fault.unasked = true;
        self.said(FaultKind::Format, got)
    }

    /// White plays under a clock for the whole game, of which so many milliseconds were left.
    pub(crate) fn on_clock(mut self, left: u64) -> Scene {
        let player = &mut self.record.header.plan.players[1];
        player.clock = Some("60s+0.5s".parse().unwrap());
        player.limit_ns = None;
        let (limit_ns, left_ns) = (Some(left * MS), Some(left * MS));
        let (ply, seat) = (self.fault.ply, Seat::SECOND);
        let question = Question { ply, seat, at: 4120 * MS, limit_ns, left_ns };
        self.record.events.push(Event::Asked(question));
        self.with(|fault| fault.limit_ns = limit_ns)
    }

    pub(crate) fn late(
        mut self,
        got: &str,
        used: u64,
        cpu: Option<u64>,
        wait: Option<u64>,
    ) -> Scene {
        self.fault.spent =
            Spent { cpu: cpu.map(|t| t * MS), wait: wait.map(|t| t * MS), ..spent(4120, used) };
        self.said(FaultKind::Time, got)
    }

    pub(crate) fn idle(self, idle: Idle) -> Scene {
        self.with(|fault| fault.spent.idle = Some(idle))
    }

    pub(crate) fn ended(mut self, exit: Exit, stderr: &str) -> Scene {
        self.fault.exit = Some(exit);
        self.fault.stderr = stderr.into();
        self.said(FaultKind::Crash, "")
    }

    pub(crate) fn not_started(mut self, system: &str) -> Scene {
        self.fault.system = system.into();
        self.record.events.clear();
        self.fault.ply = 0;
        self.said(FaultKind::Start, "")
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Fault)) -> Scene {
        change(&mut self.fault);
        self
    }

    pub(crate) fn explain(&self) -> Explanation {
        let [old, new] = self.explanations();
        assert_eq!(old, new, "an old record tells the same");
        new
    }

    /// From a record of version 1, and from one that tells the questions. They agree if the game
    /// can have happened.
    pub(crate) fn explanations(&self) -> [Explanation; 2] {
        let mut old = self.record.clone();
        old.events.push(Event::Faulted(self.fault.clone()));
        let new = with_questions(&old);
        [old, new].map(|record| {
            explain(&record, &kit(), record.events.len() - 1, &context()).expect("a fault")
        })
    }
}

/// The same game, told as in version 2 of the record.
fn with_questions(old: &Record) -> Record {
    let header = Header { gyoji_record: VERSION, ..old.header.clone() };
    let mut record = Record { header, events: Vec::new() };
    for event in &old.events {
        let mut event = event.clone();
        let answered = match &mut event {
            Event::Moved(moved) => Some((moved.ply, moved.seat, &mut moved.spent)),
            Event::Faulted(fault) if !fault.unasked && fault.kind != FaultKind::Start => {
                Some((fault.ply, fault.seat, &mut fault.spent))
            }
            _ => None,
        };
        if let Some((ply, seat, spent)) = answered {
            let at = std::mem::take(&mut spent.asked);
            let question = Question { ply, seat, at, limit_ns: None, left_ns: None };
            let turn = |event: &Event| matches!(event, Event::Begun {} | Event::Moved(_));
            let place = record.events.iter().rposition(turn).map_or(0, |event| event + 1);
            record.events.insert(place, Event::Asked(question));
        }
        record.events.push(event);
    }
    record
}

/// The sheet after these moves.
pub(crate) fn sheet(moves: &str) -> String {
    let moves = moves.as_bytes().chunks(2).map(String::from_utf8_lossy);
    moves.fold(String::from("start"), |sheet, mv| format!("{sheet} {mv}"))
}

pub(crate) fn player(name: &str, text: &str, dialect: Option<&str>) -> Player {
    Player {
        dialect: dialect.map(str::to_owned),
        lifetime: dialect.map(|_| Lifetime::PerGame),
        limit_ns: Some(5000 * MS),
        ..Player::new(name, text)
    }
}

pub(crate) fn spent(asked_ms: u64, used_ms: u64) -> Spent {
    Spent { asked: asked_ms * MS, used: used_ms * MS, ..Spent::default() }
}

pub(crate) fn context() -> Context {
    Context { record_name: "7f3a".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 }
}
