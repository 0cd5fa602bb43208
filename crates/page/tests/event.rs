//! A report from records, its tables, and which games a page takes in.

mod common;

use common::{NASTY, random_record};
use gyoji_core::Lang;
use gyoji_core::record::Record;
use gyoji_league::event::Chart;
use gyoji_page::{EventPage, EventReport, GameDocument, Gather, Show, event_page, tables};

const NAMES: [&str; 3] = ["one", NASTY, "=三人目"];

/// Three entrants, all against all; in the last game somebody loses by a fault.
fn event() -> (EventReport, Vec<Record>) {
    let pairs = [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)];
    let records: Vec<Record> = pairs
        .iter()
        .enumerate()
        .map(|(seed, &(one, other))| {
            let most = if seed == 5 { 9 } else { 100 };
            random_record("othello", seed as u64 + 1, most, &[NAMES[one], NAMES[other]])
        })
        .collect();
    let stepper = gyoji_catalog::stepper(&records[0].header).unwrap();
    let entrants = NAMES.iter().map(ToString::to_string).collect();
    let chart = Chart { entrants, ..Chart::default() };
    let mut gather = Gather::new("test", stepper.legend().clone(), Vec::new(), chart);
    for (record, (one, other)) in records.iter().zip(pairs) {
        gather.add(record, &[one, other], &[]);
    }
    (gather.finish(), records)
}

#[test]
fn a_report_counts_what_the_games_say() {
    let (report, records) = event();
    assert_eq!(report.games.len(), 6);
    for one in 0..3 {
        assert_eq!(report.cross[one][one].games(), 0);
        for other in (0..3).filter(|other| *other != one) {
            let (mine, theirs) = (report.cross[one][other], report.cross[other][one]);
            assert_eq!(mine.games(), 2);
            assert_eq!(mine.score() + theirs.score(), 2.0);
        }
    }
    assert_eq!(report.seats.iter().map(|seat| seat.games).collect::<Vec<_>>(), [6, 6]);
    let [fault] = report.faults.as_slice() else { panic!("one fault") };
    assert!(fault.lost && fault.ply == 10 && fault.game == records[5].header.id);
    assert_eq!(report.cross[fault.entrant].iter().map(|cell| cell.faults).sum::<u64>(), 1);
    assert!(report.times.iter().all(|times| times.most > 0.0 && times.median <= times.most));
    assert!(report.ratings.iter().all(Option::is_some));
    let json = serde_json::to_string(&report).unwrap();
    assert!(json.starts_with("{\"gyoji_event\":1,"));
    assert_eq!(serde_json::from_str::<EventReport>(&json).unwrap(), report);
}

#[test]
fn games_that_are_not_of_the_event_are_left_out() {
    let (report, records) = event();
    let stepper = gyoji_catalog::stepper(&records[0].header).unwrap();
    let chart = Chart { entrants: vec!["alone".to_owned()], ..Chart::default() };
    let mut gather = Gather::new("test", stepper.legend().clone(), Vec::new(), chart);
    gather.add(&records[0], &[0, 7], &[]);
    gather.add(&records[0], &[0], &[]);
    let empty = gather.finish();
    assert_eq!((empty.games.len(), empty.ratings), (0, vec![None]));
    assert_eq!(report.game, "othello");
}

#[test]
fn tables_hold_no_formula() {
    let (report, _) = event();
    let cross = tables::cross_table(&report);
    assert!(cross.starts_with('\u{feff}'));
    assert!(cross.contains("\"'=三人目\""), "{cross}");
    assert_eq!(tables::games(&report, Lang::Ja).lines().count(), 1 + 2 * 6);
    assert!(tables::faults(&report, Lang::Ja).contains("手として読めない出力"));
    assert!(tables::standings(&report).starts_with("\u{feff}stage,group,place,name"));
}

#[test]
fn the_games_people_look_for_come_first_and_the_page_is_no_larger_than_wanted() {
    let (report, records) = event();
    assert_eq!(EventPage::new(&report, 0).wanted()[0].id, records[5].header.id);
    let get = |id: &str| {
        let record = records.iter().find(|record| record.header.id == id)?;
        GameDocument::new(record, Vec::new(), Show::All).ok()
    };
    let [none, some, all] =
        [0, 60_000, 8 << 20].map(|room| event_page(&report, get, room, Lang::Ja));
    assert!(!none.contains("\"gyoji_game\"") && all.matches("\"gyoji_game\"").count() == 6);
    let inside = some.matches("\"gyoji_game\"").count();
    assert!((1..6).contains(&inside) && some.len() < none.len() + 61_000, "{inside}");
    // Nothing of a name leaves the data.
    assert!(!all.contains("<img src=x"));
}
