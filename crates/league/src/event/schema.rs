//! The JSON schema of the file, for editors: made from the one list of keys.

use serde_json::{Map, Value, json};

use super::format::Format;
use super::keys::{At, Both, Key, KeyKind, keys_at};

/// A JSON schema (draft 2020-12) of the file of an event. Options of the game are not in it: they
/// depend on the game.
pub fn schema() -> Value {
    let mut top = table(At::Top);
    let properties = &mut top["properties"];
    properties["options"] = json!({
        "type": "object",
        "description": "the game's options (see gyoji games) / ゲームのオプション（gyoji games で一覧）",
        "additionalProperties": { "type": ["string", "integer", "number", "boolean"] },
    });
    properties["player"] = json!({ "type": "array", "items": table(At::Player) });
    let mut stage = table(At::Stage);
    let formats: Vec<&str> =
        Format::ALL.iter().filter(|format| format.is_stage()).map(|format| format.name()).collect();
    stage["properties"]["format"]["enum"] = json!(formats);
    properties["stage"] = json!({ "type": "array", "items": stage });
    top["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    top["title"] = json!("Gyoji event");
    top
}

fn table(at: At) -> Value {
    let properties: Map<String, Value> =
        keys_at(at).map(|key| (key.name.to_owned(), property(key))).collect();
    let required: Vec<&str> = keys_at(at).filter(|key| key.required).map(|key| key.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(key: &Key) -> Value {
    let mut property = match key.kind {
        KeyKind::Text => json!({ "type": "string", "minLength": 1 }),
        KeyKind::Word(words) => json!({ "enum": words }),
        KeyKind::Number(least, most) => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        KeyKind::Flag => json!({ "type": "boolean" }),
        KeyKind::Time | KeyKind::Clock => json!({ "type": ["string", "integer", "number"] }),
        KeyKind::Sandbox => json!({ "enum": ["best", 0, 1, 2, 3] }),
        KeyKind::Limit => json!({ "type": ["string", "integer"] }),
        KeyKind::Points => json!({ "type": "array", "items": { "type": "integer" } }),
    };
    let both = |(en, ja): Both| if en == ja { en.to_owned() } else { format!("{en} / {ja}") };
    let mut about = both(key.about);
    if !key.default.0.is_empty() {
        about += &format!(" [{}]", both(key.default));
    }
    property["description"] = json!(about);
    property
}
