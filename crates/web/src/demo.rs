//! Demonstrations: while somebody looks at the lobby and the house's bots have nothing to do, two
//! of them play, slowly, one game at a time.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;

use crate::hall::Hall;
use crate::order::{self, Order};

/// How long after the last look at the lobby a demonstration may still begin.
const LOOKED: Duration = Duration::from_secs(60);

/// Who plays: strong enough to look at, quick enough to leave the machine to others.
const RANKS: [&str; 2] = ["komusubi", "sekiwake"];

/// Begins a demonstration if it is time for one.
pub(crate) fn begin(hall: &Arc<Hall>) {
    if !hall.config.demo || hall.has_demo() || !hall.is_looked_at(LOOKED) {
        return;
    }
    let Some(game) = fastrand::choice(gyoji_catalog::GAMES) else { return };
    let Ok(count) = gyoji_catalog::seats(game) else { return };
    let seats: Vec<String> = (0..count).map(|seat| format!("bot:{}", RANKS[seat % 2])).collect();
    let Ok(order) = serde_json::from_value::<Order>(json!({ "game": game, "seats": seats })) else {
        return;
    };
    // A demonstration that cannot be begun is no loss: the next look tries another.
    if let Ok(draft) = order::draft(&order, None, hall.config.limits.bot_time) {
        let _ = hall.make(draft, None, true);
    }
}
