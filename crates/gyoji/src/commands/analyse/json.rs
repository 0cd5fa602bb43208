//! An analysis as JSON: `docs/analyse.md`.

use gyoji_core::{Game, Lang, Seat, Worth};
use serde_json::{Value, json};

use super::{Analysis, Looked};

/// The version of the document.
const VERSION: u32 = 1;

pub fn document<G: Game>(analysis: &Analysis<'_, G>) -> Value {
    let mut document = json!({
        "gyoji_analysis": VERSION,
        "game": G::SPEC.id,
        "unit": analysis.entry.unit.get(Lang::En),
        "kind": if analysis.is_game() { "game" } else { "position" },
        "complete": analysis.complete,
        "positions": analysis.looked.iter().map(|it| position(analysis, it)).collect::<Vec<_>>(),
    });
    if analysis.is_game() {
        document["mistake"] = json!(analysis.entry.mistake);
        document["blunder"] = json!(analysis.entry.blunder);
        let seats = Seat::all(G::SPEC.seats.len());
        document["players"] = seats.map(|seat| player(analysis, seat)).collect();
    }
    document
}

fn player<G: Game>(analysis: &Analysis<'_, G>, seat: Seat) -> Value {
    let side = analysis.side(seat);
    let name = analysis.told.names.get(seat.index()).filter(|name| !name.is_empty());
    json!({
        "seat": G::SPEC.seats[seat.index()].id,
        "name": name,
        "moves": side.moves,
        "lost": round(side.lost),
        "average": round(side.average()),
        "mistakes": side.mistakes,
        "blunders": side.blunders,
    })
}

fn position<G: Game>(analysis: &Analysis<'_, G>, looked: &Looked<G>) -> Value {
    let mut value = json!({
        "position": looked.position.to_string(),
        "to_move": G::SPEC.seats[looked.seat.index()].id,
        "moves": looked.all.iter().map(worth).collect::<Vec<_>>(),
    });
    if let (Some(played), Some(best)) = (&looked.played, looked.all.first()) {
        value["number"] = json!(looked.number);
        value["played"] = json!(played.mv.to_string());
        value["value"] = json!(round(played.value));
        value["best"] = json!(best.mv.to_string());
        value["best_value"] = json!(round(best.value));
        value["lost"] = json!(round(looked.lost()));
        value["mark"] = json!(analysis.mark(looked.lost()));
    }
    value
}

fn worth<M: std::fmt::Display>(worth: &Worth<M>) -> Value {
    json!({
        "move": worth.mv.to_string(),
        "value": round(worth.value),
        "solved": worth.solved,
        "depth": worth.depth,
        "percent": worth.percent,
        "line": worth.line.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// Hundredths are more than anybody knows.
fn round(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}
