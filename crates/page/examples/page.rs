//! Makes a page of a record: `cargo run -p gyoji-page --example page -- RECORD PAGE`.

use std::fs;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Lang, Visitor};
use gyoji_page::{GameDocument, Show, Why, replay_page};
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
    let [record, page] = args.as_slice() else { panic!("RECORD PAGE") };
    let text = fs::read_to_string(record).expect("a record");
    let record = Record::parse(&text).expect("a whole record");
    let why = gyoji_catalog::visit(&record.header.game, Faults(&record)).expect("a known game");
    let game = GameDocument::new(&record, why, Show::All).expect("a plan that can begin");
    fs::write(page, replay_page(&game, Lang::Ja)).expect("a place to write to");
}
