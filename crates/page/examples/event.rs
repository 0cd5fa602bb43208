//! Makes a page of the records in a folder, as one event of all against all, with a cup behind it
//! whose results are those of the same games: `cargo run -p gyoji-page --example event -- FOLDER PAGE`.

use std::fs;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Lang, Text, Visitor};
use gyoji_league::event::{Chart, Group, Meeting, Round, Row, StageChart, State, TieBreak};
use gyoji_page::{GameDocument, Gather, ROOM, Show, Why, event_page};
use gyoji_referee::explain::{Context, explain};

struct Faults<'a>(&'a Record);

impl Visitor for Faults<'_> {
    type Out = Vec<Why>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Vec<Why> {
        let context = Context {
            record_name: self.0.header.short_id().to_owned(),
            time_zone: jiff::tz::TimeZone::UTC,
            moves_before: 0,
        };
        let events = self.0.events.iter().enumerate();
        let faults = events.filter(|(_, event)| matches!(event, Event::Faulted(_)));
        let why = |(event, _)| {
            let explanation = explain(self.0, kit, event, &context)?;
            Some(Why { event, explanation: serde_json::to_value(explanation).ok()? })
        };
        faults.filter_map(why).collect()
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, page] = args.as_slice() else { panic!("FOLDER PAGE") };
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok());
    let mut records: Vec<Record> = texts.filter_map(|text| Record::parse(&text).ok()).collect();
    records.sort_by_key(|record| record.header.started_ms);
    let mut names: Vec<String> = Vec::new();
    for player in records.iter().flat_map(|record| &record.header.players) {
        if !names.contains(&player.name) {
            names.push(player.name.clone());
        }
    }
    let seated = |record: &Record| -> Vec<usize> {
        let number = |name: &str| names.iter().position(|known| known == name).expect("known");
        record.header.players.iter().map(|player| number(&player.name)).collect()
    };
    let first = records.first().expect("a record");
    let stepper = gyoji_catalog::stepper(&first.header).expect("a game");
    let legend = stepper.legend().clone();
    let chart = chart(&records, &names, seated);
    let about = vec![Text::new("all play all, then a cup", "総当たり、そのあと勝ち抜き")];
    let mut gather = Gather::new("情報ゼミII 対局会 2026", legend, about, chart);
    let mut explained = Vec::new();
    for record in &records {
        let why = gyoji_catalog::visit(&record.header.game, Faults(record)).expect("known");
        gather.add(record, &seated(record), &why);
        explained.push(why);
    }
    let report = gather.finish();
    let get = |id: &str| {
        let index = records.iter().position(|record| record.header.id == id)?;
        GameDocument::new(&records[index], explained[index].clone(), Show::All).ok()
    };
    fs::write(page, event_page(&report, get, ROOM, Lang::Ja)).expect("a place to write to");
    println!("{}", serde_json::to_string(&report).map_or(0, |json| json.len()));
}

fn chart(records: &[Record], names: &[String], seated: impl Fn(&Record) -> Vec<usize>) -> Chart {
    let mut rows: Vec<Row> =
        (0..names.len()).map(|entrant| Row { entrant, ..Row::default() }).collect();
    for record in records {
        let Some(ended) = record.ended() else { continue };
        for (seat, entrant) in seated(record).into_iter().enumerate() {
            let row = &mut rows[entrant];
            let shared = ended.places.iter().filter(|place| **place == 1).count() > 1;
            row.games += 1;
            match ended.places[seat] {
                1 if shared => row.draws += 1,
                1 => row.wins += 1,
                _ => row.losses += 1,
            }
            row.score = row.wins as f64 + row.draws as f64 / 2.0;
        }
    }
    rows.sort_by(|a, b| b.score.total_cmp(&a.score));
    for (index, row) in rows.iter_mut().enumerate() {
        row.place = index as u32 + 1;
        row.advances = Some(index < 8);
        row.tie_breaks = vec![TieBreak { rule: "wins".into(), value: row.wins as f64 }];
    }
    let order: Vec<usize> = rows.iter().map(|row| row.entrant).collect();
    let games = records.len() as u64;
    let seats = records.first().map_or(2, |record| record.header.players.len());
    Chart {
        entrants: names.to_vec(),
        ranking: order.iter().map(|entrant| vec![*entrant]).collect(),
        stages: vec![
            StageChart {
                name: "総当たり".into(),
                format: "round-robin".into(),
                state: State::Over,
                games,
                played: games,
                groups: vec![Group { name: String::new(), rows }],
                rounds: Vec::new(),
            },
            cup(&order, seats),
        ],
    }
}

/// A cup in which the better one always wins: invented, to see a bracket.
fn cup(order: &[usize], seats: usize) -> StageChart {
    let mut rounds: Vec<Round> = Vec::new();
    let mut left: Vec<usize> = order.iter().take(8).copied().collect();
    let keep = (seats / 2).max(1);
    while left.len() >= seats {
        let tables = (left.len() / seats).max(1);
        let mut next = Vec::new();
        let mut meetings = Vec::new();
        for table in 0..tables {
            let at_it: Vec<usize> =
                left.iter().skip(table).step_by(tables).take(seats).copied().collect();
            let is_last = tables == 1;
            let advancing: Vec<usize> =
                at_it.iter().take(if is_last { 1 } else { keep }).copied().collect();
            next.extend(&advancing);
            meetings.push(Meeting {
                pairing: table as u32 + 1,
                score: (0..at_it.len()).map(|i| (2 - i.min(2)) as f64).collect(),
                entrants: at_it.into_iter().map(Some).collect(),
                advancing,
                best_of: 3,
                games: Vec::new(),
                state: State::Over,
            });
        }
        let number = rounds.len() as u32 + 1;
        rounds.push(Round { number, name: String::new(), meetings });
        left = next;
    }
    StageChart {
        name: "決勝".into(),
        format: "knock-out".into(),
        state: State::Over,
        games: 0,
        played: 0,
        groups: Vec::new(),
        rounds,
    }
}
