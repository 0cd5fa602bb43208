//! The referee's explanations of a record's faults, as pages show them.

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Visitor};
use gyoji_page::Why;
use gyoji_referee::explain::{Context, explain};

pub(crate) fn explained(record: &Record) -> Vec<Why> {
    gyoji_catalog::visit(&record.header.game, Faults(record)).unwrap_or_default()
}

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
