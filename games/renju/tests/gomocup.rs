//! The Gomocup protocol: the page's conversations, both sides against each other, and nonsense.

use gyoji_core::record::{Bytes, Event, Moved, Player, Spent, Undone};
use gyoji_core::replay::Table;
use gyoji_core::{
    Asked, Client, Conversation, Cue, Deal, Game, Heard, Lifetime, Options, Seat, Setup,
};
use gyoji_renju::dialects::gomocup::Engine;
use gyoji_renju::{Move, Phase, Renju, kit};
use gyoji_testkit::{check_transcripts, transcripts};

const PAGE: &str = include_str!("../../../docs/protocols/gomocup.md");
const PAGE_JA: &str = include_str!("../../../docs/protocols/gomocup.ja.md");

#[test]
fn the_referees_side_is_as_documented() {
    let count = check_transcripts(PAGE, &kit());
    assert!(count >= 12, "only {count} conversations were run");
    assert_eq!(check_transcripts(PAGE_JA, &kit()), count);
}

#[test]
fn both_languages_show_the_same_lines() {
    let lines = |page: &'static str| -> Vec<&str> {
        let shown = transcripts(page).into_iter().flat_map(|(_, lines)| lines);
        shown
            .chain(engine_blocks(page).into_iter().flatten())
            .filter(|l| !l.starts_with('#'))
            .collect()
    };
    let remarkless = |line: &str| line.split(" (").next().unwrap_or(line).to_owned();
    let all = |page| lines(page).into_iter().map(remarkless).collect::<Vec<_>>();
    assert_eq!(all(PAGE), all(PAGE_JA));
}

// --- the engine's side, as documented --------------------------------------------------------

/// The blocks marked `engine`: `>` is what a manager sends, `<` what our engine says.
fn engine_blocks(page: &str) -> Vec<Vec<&str>> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line == "```engine" {
            found.push(lines.by_ref().take_while(|line| *line != "```").collect());
        }
    }
    found
}

/// Which moves a line of the page spells: the page is the bot.
fn spelled(position: &Renju, line: &str) -> Vec<Move> {
    if line == "SWAP" {
        return vec![Move::Black];
    }
    let points = line.split(' ').map(|point| {
        let (x, y) = point.split_once(',').expect("x,y");
        let from_top = gyoji_renju::Point::from_top(
            x.parse().expect("x"),
            y.parse().expect("y"),
            position.size(),
        );
        Move::Place(from_top.expect("a point of the board"))
    });
    let more = position.is_choice() && line.contains(' ');
    more.then_some(Move::More).into_iter().chain(points).collect()
}

fn answer(engine: &mut Engine, asked: Asked<Renju>, line: &str) -> Cue<Renju> {
    let mut cue = Cue::Move(asked);
    let Cue::Move(first) = &cue else { unreachable!("just made") };
    for mv in spelled(&first.position, line) {
        let Cue::Move(asked) = cue else { panic!("{line}: no more is asked") };
        assert!(asked.position.is_legal(mv), "{line}: {mv} in {}", asked.position);
        cue = engine.chosen(mv);
    }
    cue
}

#[test]
fn our_engine_is_as_documented() {
    let mut commands = std::collections::BTreeSet::new();
    for block in engine_blocks(PAGE) {
        let mut engine = Engine::default();
        let mut cue = Cue::Nothing;
        for line in block {
            match line.split_at(2) {
                ("> ", sent) => {
                    assert!(is_silent(&cue), "{sent}: something is still to be said: {cue:?}");
                    cue = engine.hear(sent).expect("it has words for everything");
                    commands.extend(sent.split(' ').next().map(str::to_owned));
                }
                ("< ", said) => {
                    let cue = match std::mem::replace(&mut cue, Cue::Nothing) {
                        Cue::Move(asked) => answer(&mut engine, asked, said),
                        other => other,
                    };
                    let Cue::Say(words) = cue else { panic!("{said}: {cue:?}") };
                    assert_eq!(words, said);
                }
                _ => panic!("not a line of an engine's conversation: {line}"),
            }
        }
        assert!(is_silent(&cue), "the page does not show what is said: {cue:?}");
    }
    for command in [
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "BOARD",
        "DONE",
        "TAKEBACK",
        "PLAY",
        "SWAP2BOARD",
        "INFO",
        "ABOUT",
        "END",
    ] {
        assert!(commands.contains(command), "the page does not show {command}");
    }
}

fn is_silent(cue: &Cue<Renju>) -> bool {
    matches!(cue, Cue::Nothing | Cue::Memory(_) | Cue::Leave)
}

// --- both sides against each other -----------------------------------------------------------

/// A referee's conversation and our engine, without anything between them.
struct Pair {
    conversation: Conversation<Renju>,
    engine: Engine,
    seat: Seat,
}

impl Pair {
    fn new(setup: &Setup, start: &Renju, seat: Seat) -> Pair {
        let kit = kit();
        let entry = kit.dialect("gomocup").unwrap();
        let options = Options::defaults(entry.options);
        let player = Player {
            dialect: Some("gomocup".into()),
            lifetime: Some(Lifetime::Keep),
            limit_ns: Some(1_000_000_000),
            ..Player::new("engine", "engine")
        };
        let dialect = (entry.make)(&options).unwrap();
        let manners = (entry.manners)(&options);
        let conversation = Conversation::new(dialect, manners, seat, &player, setup, start);
        Pair { conversation, engine: Engine::default(), seat }
    }

    /// Gives the engine what was sent; what it says, and what its bot is asked meanwhile.
    fn hear(&mut self, sent: &str, mut choose: impl FnMut(&Asked<Renju>) -> Move) -> Vec<String> {
        let mut said = Vec::new();
        for line in sent.lines() {
            let mut cue = self.engine.hear(line).unwrap();
            while let Cue::Move(asked) = cue {
                cue = self.engine.chosen(choose(&asked));
            }
            if let Cue::Say(words) = cue {
                said.push(words);
            }
        }
        said
    }
}

fn moved(table: &Table<Renju>, seat: Seat, mv: Move, got: Option<String>) -> Event {
    Event::Moved(Moved {
        ply: table.ply(),
        seat,
        mv: mv.to_string(),
        got: got.map(Bytes::new),
        spent: Spent::default(),
        value: None,
        stderr: String::new(),
    })
}

/// Plays a whole game of two engines over the protocol and checks at each question that what an
/// engine is asked about is the position on the table.
fn engines_agree(setup: &Setup, rng: &mut fastrand::Rng, with_undo: bool) -> Renju {
    let start = Renju::start(setup).unwrap();
    let mut table = Table::new(start.clone());
    let mut pairs = [Seat::FIRST, Seat::SECOND].map(|seat| Pair::new(setup, &start, seat));
    for pair in &mut pairs {
        let mut out = String::new();
        pair.conversation.begin(&mut out);
        assert_eq!(pair.hear(&out, |_| panic!("not asked yet")), ["OK"]);
        let ready = gyoji_core::record::Ready {
            seat: pair.seat,
            got: Bytes::new("OK\n"),
            spent: Spent::default(),
        };
        pair.conversation.on(&Event::Ready(ready), &table, &mut String::new());
    }
    while let Some(seat) = table.to_move() {
        let (mv, got) = match pairs[seat.index()].conversation.forced(&table) {
            Some(mv) => (mv, None),
            None => ask(&mut pairs[seat.index()], &table, rng),
        };
        let event = moved(&table, seat, mv, got);
        table.apply(&event).unwrap();
        for pair in &mut pairs {
            pair.conversation.on(&event, &table, &mut String::new());
        }
        let settled = matches!(table.position().phase(), Phase::Settled { .. });
        if with_undo
            && settled
            && table.ply() > 12
            && rng.u8(..10) == 0
            && table.to_move().is_some()
        {
            let event = Event::Undone(Undone { plies: rng.u32(1..4) });
            table.apply(&event).unwrap();
            for pair in &mut pairs {
                pair.conversation.on(&event, &table, &mut String::new());
            }
        }
    }
    table.position().clone()
}

fn ask(pair: &mut Pair, table: &Table<Renju>, rng: &mut fastrand::Rng) -> (Move, Option<String>) {
    let mut out = String::new();
    assert!(pair.conversation.ask(table, &mut out));
    let position = table.position();
    let mut asked_first = false;
    let said = pair.hear(&out, |asked| {
        if !std::mem::replace(&mut asked_first, true) {
            assert_eq!(
                asked.position.stones().collect::<Vec<_>>(),
                position.stones().collect::<Vec<_>>()
            );
            assert_eq!(asked.position.colour(), position.colour(), "{position}");
            assert_eq!(asked.position.is_choice(), position.is_choice(), "{position}");
        }
        let moves: Vec<Move> = asked.position.moves().collect();
        let words = moves.iter().filter(|mv| mv.point().is_none());
        // Two more stones, or black: choices are rare among the points, so they are preferred.
        match words.clone().count() {
            count if count > 0 && rng.bool() => *words.clone().nth(rng.usize(..count)).unwrap(),
            _ => *moves
                .iter()
                .filter(|mv| mv.point().is_some())
                .nth(rng.usize(..moves.len() - words.count()))
                .unwrap(),
        }
    });
    let line = said.last().expect("an answer").clone();
    for early in &said[..said.len() - 1] {
        assert_eq!(pair.conversation.read(table, early), Heard::Note, "{early}");
    }
    match pair.conversation.read(table, &line) {
        Heard::Move(mv) => (mv, Some(format!("{line}\n"))),
        other => panic!("{line}: {other:?} in {position}\n{out}"),
    }
}

fn setup(options: &str, seed: u64) -> Setup {
    let options = Options::check(Renju::SPEC.options, Options::split(options)).unwrap();
    Setup { options, seed, ..Setup::default() }
}

#[test]
fn an_engine_is_asked_about_the_position_on_the_table() {
    for rule in ["renju", "standard", "freestyle"] {
        for opening in ["free", "book", "swap2"] {
            // The book's openings need nine lines.
            for size in [15, if opening == "book" { 9 } else { 5 }, 19] {
                let mut rng = fastrand::Rng::with_seed(size);
                let setup = setup(&format!("rule={rule},opening={opening},size={size}"), size);
                for with_undo in [false, true, true] {
                    engines_agree(&setup, &mut rng, with_undo);
                }
            }
        }
    }
}

#[test]
fn a_game_may_start_from_any_position() {
    for text in ["renju 15 h8i9j10", "h8i9j10", "renju 9 e5-e4", "freestyle 7 a1a2-a3", "h8i9--"] {
        let setup = Setup { position: Some(text.into()), ..setup("", 1) };
        engines_agree(&setup, &mut fastrand::Rng::with_seed(7), false);
    }
}

// --- nonsense ---------------------------------------------------------------------------------

const WORDS: &[&str] = &[
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "DONE",
    "TAKEBACK",
    "PLAY",
    "SWAP2BOARD",
    "INFO",
    "ABOUT",
    "MESSAGE",
    "OK",
    "ERROR",
    "UNKNOWN",
    "SUGGEST",
    "SWAP",
    "foo",
    "timeout_turn",
    "timeout_match",
    "time_left",
    "max_memory",
    "rule",
    "game_type",
    "evaluate",
    "folder",
    "15",
    "5",
    "20",
    "19",
    "0",
    "1",
    "4",
    "-1",
    "7,7",
    "0,0",
    "14,14",
    "15,15",
    "7,7,1",
    "7,8,2",
    "3,3,3",
    "5,5",
    "8,7",
    "9,9",
    "99999999999999999999",
    "18446744073709551615",
    "-9223372036854775808",
    "2147483647",
    ",",
    ",,",
    "é",
    "石",
    "\t",
    "\r",
    "\0",
    "h8",
    "7, 7",
];

fn nonsense(rng: &mut fastrand::Rng) -> String {
    let count = rng.usize(..4);
    let mut line = String::new();
    for _ in 0..count {
        line.push_str(WORDS[rng.usize(..WORDS.len())]);
        if rng.u8(..8) > 0 {
            line.push(' ');
        }
    }
    line
}

#[test]
fn our_engine_has_an_answer_to_everything() {
    for seed in 0..300 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut engine = Engine::default();
        engine.hear("START 9").unwrap();
        for _ in 0..300 {
            let line = nonsense(&mut rng);
            let mut cue = engine.hear(&line).expect("it complains in words of the protocol");
            let mut questions = 0;
            while let Cue::Move(asked) = cue {
                questions += 1;
                assert!(questions <= 3, "{line}: one line has at most three stones");
                let moves: Vec<Move> = asked.position.moves().collect();
                cue = engine.chosen(moves[rng.usize(..moves.len())]);
            }
            if let Cue::Say(words) = cue {
                let known = ["OK", "ERROR ", "UNKNOWN", "name=", "SWAP"];
                let is_point = words.starts_with(|c: char| c.is_ascii_digit());
                assert!(is_point || known.iter().any(|word| words.starts_with(word)), "{words}");
                assert!(!words.contains(['\n', '\r']), "one line: {words:?}");
            }
        }
    }
}

#[test]
fn the_referee_makes_something_of_every_line() {
    for seed in 0..40 {
        let mut rng = fastrand::Rng::with_seed(seed);
        for opening in ["free", "swap2"] {
            let setup = setup(&format!("opening={opening},size={}", rng.u8(5..20)), seed);
            let start = Renju::start(&setup).unwrap();
            let table = Table::new(start.clone());
            let mut pair = Pair::new(&setup, &start, Seat::FIRST);
            let deal =
                Deal { seat: Seat::FIRST, start: &start, setup: &setup, limit: None, clock: None };
            let explain = kit().make_explain("gomocup", [], &deal).unwrap();
            let mut out = String::new();
            pair.conversation.begin(&mut out);
            pair.conversation.ask(&table, &mut out);
            for _ in 0..500 {
                let line = nonsense(&mut rng);
                if let Heard::Move(mv) = pair.conversation.read(&table, &line)
                    && let Move::Place(point) = mv
                {
                    let legal = table.position().is_legal(mv);
                    assert_eq!(legal, point.is_on(start.size()), "{line}: {mv}");
                }
                if let Some(guess) = explain.guess(&table.turn(Seat::FIRST, None), &line) {
                    assert!(table.position().is_legal(guess.mv), "{line}: {guess:?}");
                }
            }
        }
    }
}

#[test]
fn our_engine_has_the_usual_time_unless_it_is_told() {
    let time = |info: &[&str]| {
        let mut engine = Engine::default();
        engine.hear("START 15").unwrap();
        for line in info {
            engine.hear(line).unwrap();
        }
        match engine.hear("BEGIN") {
            Ok(Cue::Move(asked)) => asked.left,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(time(&[]), Some(Renju::SPEC.time));
    assert_eq!(time(&["INFO timeout_turn 300"]), Some(std::time::Duration::from_millis(300)));
    assert_eq!(time(&["INFO timeout_match 0", "INFO time_left 2147483647"]), None, "no limit");
}
