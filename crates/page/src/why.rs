//! The referee's explanations of a record's faults, as pages show them.

use std::collections::HashMap;

use gyoji_core::record::{Event, Record};
use gyoji_core::{Game, Kit, Visitor};
use gyoji_referee::explain::{Context, explain};

use crate::game::Why;

/// How many faults of one seat and kind are explained: there may be thousands of missed turns.
const MOST_EXPLAINED: u32 = 20;

/// Explains the faults of a game.
pub fn explained(record: &Record) -> Vec<Why> {
    gyoji_catalog::visit(&record.header.game, Faults(record)).unwrap_or_default()
}

struct Faults<'a>(&'a Record);

impl Visitor for Faults<'_> {
    type Out = Vec<Why>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Vec<Why> {
        let context = Context {
            record_name: self.0.header.short_id().to_owned(),
            time_zone: jiff::tz::TimeZone::system(),
            moves_before: 0,
        };
        let mut counts: HashMap<_, u32> = HashMap::new();
        let mut found = Vec::new();
        for (event, it) in self.0.events.iter().enumerate() {
            let Event::Faulted(fault) = it else { continue };
            let count = counts.entry((fault.seat, fault.kind)).or_default();
            *count += 1;
            if *count > MOST_EXPLAINED && !it.is_last() {
                continue;
            }
            let explanation = explain(self.0, kit, event, &context);
            let explanation = explanation.and_then(|it| serde_json::to_value(it).ok());
            found.extend(explanation.map(|explanation| Why { event, explanation }));
        }
        found
    }
}
