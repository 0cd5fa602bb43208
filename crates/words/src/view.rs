//! What stands beside a board: the facts of a view, in words.

use crate::Text;

messages! {
    turn(value) "turn {value}" / "ターン {value}";
    super_in(turns) "super soldiers in {turns}" / "スーパー兵士まで {turns}";
    super_now() "super soldiers" / "スーパー兵士";
    rule(value) "rule: {value}" / "ルール: {value}";
    other(what, value) "{what}: {value}" / "{what}: {value}";
    black_tiles(count) "black x{count}" / "黒タイル {count}枚";
    gray_tiles(count) "gray x{count}" / "グレータイル {count}枚";
    things(what, count) "{what} x{count}" / "{what} x{count}";
}

/// A fact of a view as people read it; one that is not known here stays as it is.
pub fn fact(what: &str, value: &str) -> Text {
    match (what, value.strip_prefix('-')) {
        ("turn", _) => turn(value),
        ("super", Some(turns)) => super_in(turns),
        ("super", None) => super_now(),
        ("rule", _) => rule(value),
        _ => other(what, value),
    }
}

/// What somebody holds, as people read it; what is not known here stays as it is.
pub fn held(what: &str, count: u32) -> Text {
    match what {
        "black" => black_tiles(count),
        "gray" => gray_tiles(count),
        _ => things(what, count),
    }
}
