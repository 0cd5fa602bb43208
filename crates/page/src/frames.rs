//! A game as pictures: the first moment whole, then what each move changes.
//!
//! A move changes little of what is drawn, so that a game of thousands of moves stays small. The
//! page's `frames.js` puts the moments together again; [`Frames::moment`] does the same here.

use gyoji_core::record::{Event, Plan};
use gyoji_core::view::Legend;
use gyoji_core::{BadText, Moment};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Under this key a text's changes are told by its words, which spaces part.
const WORDS: &str = " ";

/// All moments of a game, in the order in which they were seen.
///
/// There is one for the start and one after each event that changes the position: a move, or
/// moves that are taken back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Frames {
    /// What things are called and how they look.
    pub legend: Legend,
    /// The first moment.
    pub first: Value,
    /// What changes from each moment to the next: see [`difference`].
    pub then: Vec<Value>,
    /// The event that led to each of `then`, as an index.
    pub events: Vec<usize>,
}

/// The moments of a planned game with these events, as far as its rules allow them.
///
/// What does not fit the rules ends the game as it is shown; it comes back beside the frames, with
/// the index of the event. The error is for a plan that no game can begin with.
pub fn frames(
    plan: &Plan,
    events: &[Event],
) -> Result<(Frames, Option<(usize, BadText)>), BadText> {
    let mut stepper = gyoji_catalog::stepper(plan)?;
    let first = value(&stepper.now());
    let mut frames = Frames {
        legend: stepper.legend().clone(),
        first: first.clone(),
        then: Vec::new(),
        events: Vec::new(),
    };
    let mut before = first;
    for (index, event) in events.iter().enumerate() {
        if let Err(bad) = stepper.apply(event) {
            return Ok((frames, Some((index, bad))));
        }
        if matches!(event, Event::Moved(_) | Event::Undone(_)) {
            let now = value(&stepper.now());
            frames.then.push(difference(&before, &now).unwrap_or(Value::Null));
            frames.events.push(index);
            before = now;
        }
    }
    Ok((frames, None))
}

fn value(moment: &Moment) -> Value {
    serde_json::to_value(moment).unwrap_or_default()
}

impl Frames {
    /// How many moments there are.
    pub fn count(&self) -> usize {
        self.then.len() + 1
    }

    /// A moment, put together again.
    pub fn moment(&self, index: usize) -> Option<Moment> {
        let mut moment = self.first.clone();
        for patch in self.then.get(..index)? {
            apply(&mut moment, patch);
        }
        serde_json::from_value(moment).ok()
    }
}

/// What turns `old` into `new`; none if they are equal.
///
/// `[value]` stands for another value, `[]` for nothing at all, and an object for changes inside:
/// by the keys of an object, by the indices of a list of the same length, or by those of a text's
/// pieces: runs of letters, digits and `.-`, and single characters between them.
pub fn difference(old: &Value, new: &Value) -> Option<Value> {
    if old == new {
        return None;
    }
    let inside = match (old, new) {
        (Value::Object(old), Value::Object(new)) => Some(in_object(old, new)),
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let changes = old.iter().zip(new).enumerate();
            let changes = changes.filter_map(|(i, (old, new))| Some((i, difference(old, new)?)));
            Some(changes.map(|(i, change)| (i.to_string(), change)).collect())
        }
        (Value::String(old), Value::String(new)) => in_text(old, new),
        _ => None,
    };
    let whole = || Value::Array(vec![new.clone()]);
    Some(match inside {
        // A list of changes that is as long as what it stands for says less than it.
        Some(inside) if is_shorter(&inside, new) => Value::Object(inside),
        _ => whole(),
    })
}

fn in_object(old: &Map<String, Value>, new: &Map<String, Value>) -> Map<String, Value> {
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let gone = gone.map(|key| (key.clone(), Value::Array(Vec::new())));
    let changed = new.iter().filter_map(|(key, value)| {
        let change = match old.get(key) {
            Some(old) => difference(old, value)?,
            None => Value::Array(vec![value.clone()]),
        };
        Some((key.clone(), change))
    });
    gone.chain(changed).collect()
}

/// By the text's pieces, or by those of its words where only words have as many pieces as before.
fn in_text(old: &str, new: &str) -> Option<Map<String, Value>> {
    let text = |part: &str| Value::String(part.to_owned());
    let (parts, new_parts) = (pieces(old), pieces(new));
    if parts.len() == new_parts.len() {
        let changed = parts.iter().zip(&new_parts).enumerate().filter(|(_, (old, new))| old != new);
        return Some(changed.map(|(i, (_, new))| (i.to_string(), json!([new]))).collect());
    }
    let (words, new_words): (Vec<&str>, Vec<&str>) =
        (old.split(' ').collect(), new.split(' ').collect());
    if words.len() != new_words.len() || words.len() == 1 {
        return None;
    }
    let changed = words.iter().zip(&new_words).enumerate();
    let changed = changed
        .filter_map(|(i, (old, new))| Some((i.to_string(), difference(&text(old), &text(new))?)));
    Some(Map::from_iter([(WORDS.to_owned(), Value::Object(changed.collect()))]))
}

/// Whether changes take less room than what they lead to. Those of few parts always do.
fn is_shorter(inside: &Map<String, Value>, whole: &Value) -> bool {
    let parts = match whole {
        Value::Array(list) => list.len(),
        Value::Object(object) => object.len(),
        Value::String(text) => {
            let changed: usize = inside.values().map(|change| change.to_string().len() + 5).sum();
            return changed < text.len();
        }
        _ => 0,
    };
    inside.len() * 2 <= parts
        || Value::Object(inside.clone()).to_string().len() < whole.to_string().len() + 2
}

/// The runs of ASCII letters, digits and `.-` in a text, which stand for empty cells in many a
/// position, and every other character by itself.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let mut before = false;
    for (at, c) in text.char_indices() {
        if at > 0 && !(before && is_word(c)) {
            found.push(&text[start..at]);
            start = at;
        }
        before = is_word(c);
    }
    if !text.is_empty() {
        found.push(&text[start..]);
    }
    found
}

/// Changes a value as [`difference`] says.
pub fn apply(value: &mut Value, patch: &Value) {
    match patch {
        Value::Null => {}
        Value::Array(whole) => *value = whole.first().cloned().unwrap_or_default(),
        Value::Object(inside) => match value {
            Value::Object(object) => {
                for (key, change) in inside {
                    if change.as_array().is_some_and(Vec::is_empty) {
                        object.remove(key);
                    } else {
                        apply(object.entry(key.clone()).or_insert(Value::Null), change);
                    }
                }
            }
            Value::Array(list) => {
                for (key, change) in inside {
                    let item = key.parse::<usize>().ok().and_then(|index| list.get_mut(index));
                    if let Some(item) = item {
                        apply(item, change);
                    }
                }
            }
            Value::String(text) if inside.contains_key(WORDS) => {
                let words = text.split(' ').map(|word| Value::String(word.to_owned()));
                let mut words = Value::Array(words.collect());
                apply(&mut words, &inside[WORDS]);
                let words = words.as_array().into_iter().flatten().filter_map(Value::as_str);
                *text = words.collect::<Vec<_>>().join(" ");
            }
            Value::String(text) => {
                let mut found = pieces(text);
                for (key, change) in inside {
                    let piece = key.parse::<usize>().ok().and_then(|index| found.get_mut(index));
                    if let (Some(piece), Some(new)) = (piece, change[0].as_str()) {
                        *piece = new;
                    }
                }
                *text = found.concat();
            }
            _ => {}
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: Value, new: Value, expected: Value) {
        let patch = difference(&old, &new).unwrap_or(Value::Null);
        assert_eq!(patch, expected);
        let mut value = old;
        apply(&mut value, &patch);
        assert_eq!(value, new);
    }

    #[test]
    fn only_what_changes_is_said() {
        check(json!({"a": 1, "b": [1, 2, 3]}), json!({"a": 1, "b": [1, 2, 3]}), Value::Null);
        check(
            json!({"a": 1, "b": [1, 2, 3, 4], "c": true, "d": "the same for a long time"}),
            json!({"a": 2, "b": [1, 9, 3, 4], "e": null, "d": "the same for a long time"}),
            json!({"a": [2], "b": {"1": [9]}, "c": [], "e": [null]}),
        );
        check(json!([1, 2]), json!([1, 2, 3]), json!([[1, 2, 3]]));
        check(json!({"a": {}}), json!({"a": 3}), json!([{"a": 3}]));
    }

    #[test]
    fn a_long_text_is_changed_in_pieces() {
        let text = |turn: u32| format!("turn {turn} of 1000; BBBBB/GGGGG/RRRRR 壁 10000");
        check(json!(text(12)), json!(text(13)), json!({"2": ["13"]}));
        let text = |soldier: &str| format!("{} soldiers={soldier} 10000", "BGRY.".repeat(20));
        check(json!(text("1,2<3,4")), json!(text("1,2")), json!({" ": {"1": ["soldiers=1,2"]}}));
        check(json!("ab"), json!("cd"), json!(["cd"]));
        check(json!(""), json!("a b"), json!(["a b"]));
    }

    #[test]
    fn a_text_is_its_pieces() {
        for text in ["", "a", "12/1000", "壁 ab,c", "  ", "a壁b"] {
            assert_eq!(pieces(text).concat(), text);
        }
        assert_eq!(pieces("12/1.- 壁a"), ["12", "/", "1.-", " ", "壁", "a"]);
    }
}
