//! What stands beside a board: the facts of a view, in words.

use crate::Text;

messages! {
    turn(value) "turn {value}" / "ターン {value}";
    super_in(turns) "super soldiers in {turns} turns" / "スーパー兵士まで {turns} ターン";
    super_now() "super soldiers" / "スーパー兵士";
    other(what, value) "{what}: {value}" / "{what}: {value}";
}

/// A fact of a view as people read it; one that is not known here stays as it is.
pub fn fact(what: &str, value: &str) -> Text {
    match (what, value.strip_prefix('-')) {
        ("turn", _) => turn(value),
        ("super", Some(turns)) => super_in(turns),
        ("super", None) => super_now(),
        _ => other(what, value),
    }
}
