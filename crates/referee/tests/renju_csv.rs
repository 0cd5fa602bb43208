//! Programs in the class's CSV style at our table: the samples play whole games, and whoever
//! writes the file wrongly is caught and told why, in both languages.

mod common;

use std::fmt::Write;

use common::{Played, first_move, fixture, invite, kit_file, play_guests, python};
use gyoji_core::record::{Event, Fault, FaultKind, Record, Spent, Then};
use gyoji_core::{Game, Kit, Lang, Seat};
use gyoji_referee::explain::{Context, Style, explain, explain_lost};
use gyoji_renju::Renju;

fn kit() -> Kit<Renju> {
    gyoji_renju::kit()
}

/// A sample as a player.
fn sample(file: &str, terms: &str) -> String {
    format!("csv?limit=20s{terms}:{} {}", python(), kit_file(&format!("renju/python/{file}")))
}

fn play(black: &str, white: &str) -> Played {
    let played = play_guests(&mut [invite(&kit(), black), invite(&kit(), white)]);
    played.check_record::<Renju>();
    played
}

#[test]
fn the_samples_play_whole_games_on_both_sides() {
    for (black, white) in [("csv_ai.py", "csv_random_ai.py"), ("csv_random_ai.py", "csv_ai.py")] {
        let played = play(&sample(black, ""), &sample(white, "&one-based=true&strict=true"));
        assert_eq!(played.faults(), Vec::<&Fault>::new(), "{}", played.story());
        let better = Seat(u8::from(white == "csv_ai.py"));
        assert_eq!(played.ended.winner(), Some(better), "{}", played.story());
        assert_eq!(played.ended.why, "five");
        let first = &played.moves_of(Seat(1))[0];
        let got = first.got.as_ref().expect("the file").escaped();
        assert!(got.starts_with("2,1;") && got.contains(",2;"), "{got}");
        let sent = played.sent_to(&kit(), Seat(0));
        assert!(sent.starts_with("\n2,1;"), "{sent}");
    }
}

#[test]
fn whoever_begins_finds_what_was_agreed() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("look.py");
    let look = "import os, sys\npath = sys.argv[1]\n\
        print(repr(open(path).read()) if os.path.exists(path) else 'no file')\n\
        open(path, 'w').write('1,1;8;8')\n";
    std::fs::write(&script, look).expect("a script");
    for (terms, found) in
        [("", "''"), ("&start=empty", "''"), ("&start=missing", "no file"), ("&start=zero", "'0,'")]
    {
        let text = format!("csv?limit=20s{terms}:{} {}", python(), script.display());
        let played = play_guests(&mut [invite(&kit(), &text), first_move()]);
        let first = played.moves_of(Seat(0))[0];
        assert_eq!((first.stderr.trim(), first.mv.as_str()), (found, "h8"), "{}", played.story());
    }
}

/// A program with a habit, as a player.
fn habit(habit: &str, terms: &str) -> String {
    format!("csv?name={habit}&{terms}:{} {} {habit}", python(), fixture("programs/csv_ai.py"))
}

#[test]
fn habits_that_do_no_harm_are_let_be() {
    for harmless in ["crlf", "odd_exit"] {
        let player = habit(harmless, "limit=20s");
        let played = play(&player, &player);
        let faults: Vec<FaultKind> = played.faults().iter().map(|fault| fault.kind).collect();
        // At last they run out of points: `next` of an empty iterator.
        assert_eq!(faults, [FaultKind::Crash], "{harmless}: {}", played.story());
        assert_eq!(played.moves_of(Seat(0)).len(), 8, "{harmless}");
    }
}

#[test]
fn a_foul_loses_by_the_rules() {
    let played = play(&habit("foul", "limit=20s"), &habit("crlf", "limit=20s"));
    assert_eq!(played.faults(), Vec::<&Fault>::new(), "{}", played.story());
    assert_eq!(played.ended.why, "foul-double-three");
    assert_eq!(played.ended.winner(), Some(Seat(1)));
    let ending = Renju::SPEC.ending(&played.ended.why);
    assert_eq!(ending.get(Lang::En), "black made a foul: double-three");
    assert_eq!(ending.get(Lang::Ja), "黒の禁じ手です（三三）");
    let mut record = played.record.clone();
    record.header.plan.id = "7f3a".into();
    record.header.plan.players[0].text = "csv:python3 my_ai.py".into();
    let context =
        Context { record_name: "7f3a".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 };
    let lost = explain_lost::<Renju>(&record, &context).expect("a foul");
    assert_eq!(
        lost.render(Lang::En, Style { colour: false }),
        "renju  game 7f3a  move 9  black foul  LOST: black made a foul: double-three\n  \
         why: h8 is a foul (double-three: f8 g8 h8 / h8 h9 h10)\n  \
         again: gyoji replay 7f3a --from 9 --with \"csv:python3 my_ai.py\"\n"
    );
    assert_eq!(
        lost.render(Lang::Ja, Style { colour: false }),
        "連珠  対局 7f3a  9手目  黒 foul  負け: 黒の禁じ手です（三三）\n  \
         理由: h8 は禁じ手です（三三: f8 g8 h8 / h8 h9 h10）\n  \
         再現: gyoji replay 7f3a --from 9 --with \"csv:python3 my_ai.py\"\n"
    );
}

/// Habits that lose the game, and how.
const HABITS: &[(&str, FaultKind)] = &[
    ("wrong_count", FaultKind::Format),
    ("overwrites", FaultKind::Format),
    ("drops", FaultKind::Format),
    ("nothing", FaultKind::Format),
    ("two_moves", FaultKind::Format),
    ("other_number", FaultKind::Format),
    ("zero_based", FaultKind::Format),
    ("zero", FaultKind::Format),
    ("swapped", FaultKind::Format),
    ("taken", FaultKind::Illegal),
    ("no_count", FaultKind::Format),
    ("half", FaultKind::Format),
    ("empty", FaultKind::Format),
    ("full_width", FaultKind::Format),
    ("bom", FaultKind::Format),
    ("shift_jis", FaultKind::Format),
    ("utf16", FaultKind::Format),
    ("two_lines", FaultKind::Format),
    ("deletes", FaultKind::Format),
    ("other_file", FaultKind::Format),
    ("raises", FaultKind::Crash),
];

#[test]
fn every_bad_habit_is_caught_and_explained_in_both_languages() {
    let mut text = String::new();
    let mut check = |bad: &str, kind: FaultKind, limit: &str| {
        let wild = invite(&kit(), &habit(bad, &format!("limit={limit}")));
        let played = play_guests(&mut [first_move(), wild]);
        played.check_record::<Renju>();
        let [fault] = played.faults()[..] else { panic!("{bad}: {}", played.story()) };
        assert_eq!((fault.kind, fault.seat, fault.then), (kind, Seat(1), Then::Loses), "{bad}");
        assert_eq!(played.ended.winner(), Some(Seat(0)), "{bad}");
        let _ = writeln!(text, "## {bad}\n\n{}", explained(&played));
    };
    for (bad, kind) in HABITS {
        check(bad, *kind, "20s");
    }
    check("never_exits", FaultKind::Time, "3s");
    check("waits_for_a_key", FaultKind::Time, "3s");
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("renju_csv", text);
    });
}

/// The explanation of the one fault in both languages, with what differs from run to run fixed.
fn explained(played: &Played) -> String {
    let mut record: Record = played.record.clone();
    record.header.plan.id = "7f3a".into();
    record.header.started_ms = 1_767_182_580_000;
    record.header.plan.players[1].text = "csv:python3 my_ai.py".into();
    record.header.plan.players[1].name = "my-ai".into();
    let ms = 1_000_000;
    for event in &mut record.events {
        match event {
            Event::Moved(moved) => {
                moved.spent = Spent { asked: 300 * ms, used: 40 * ms, ..Spent::default() };
            }
            Event::Faulted(fault) => {
                let late = if fault.kind == FaultKind::Time { 3010 } else { 40 };
                let cpu = Some(20 * ms);
                let (asked, used) = (4120 * ms, late * ms);
                fault.spent = Spent { asked, used, cpu, wait: Some(ms), ..Spent::default() };
                let stderr = fault.stderr.replace(&fixture("programs/csv_ai.py"), "my_ai.py");
                // Not every Python underlines the place.
                let marks =
                    |line: &&str| line.contains('^') && !line.contains(char::is_alphanumeric);
                fault.stderr = stderr
                    .lines()
                    .filter(|line| !marks(line))
                    .fold(String::new(), |all, line| all + line + "\n");
            }
            _ => {}
        }
    }
    let index = record.events.iter().position(|event| matches!(event, Event::Faulted(_)));
    let context =
        Context { record_name: "7f3a".into(), time_zone: jiff::tz::TimeZone::UTC, moves_before: 0 };
    let why = explain(&record, &kit(), index.expect("a fault"), &context).expect("a fault");
    [Lang::En, Lang::Ja].map(|lang| why.render(lang, Style { colour: false })).join("\n")
}

#[test]
fn a_wrong_count_and_a_wrong_number_are_let_pass_where_it_is_said() {
    for (black, white) in [("wrong_count", "other_number"), ("other_number", "wrong_count")] {
        let lenient = |name| habit(name, "limit=20s&strict=false");
        let played = play(&lenient(black), &lenient(white));
        // They run out of points in the end, but nobody minds the rest.
        assert!(played.moves_of(Seat(1)).len() >= 7, "{}", played.story());
    }
}
