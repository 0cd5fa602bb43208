//! What stands beside a board: the facts of a view, in words.

use crate::Text;

messages! {
    turn(value) "turn {value}" / "ターン {value}";
    super_in(turns) "super soldiers in {turns}" / "スーパー兵士まで {turns}";
    super_now() "super soldiers" / "スーパー兵士";
    rule(value) "rule: {value}" / "ルール: {value}";
    opening(value) "opening: {value}" / "序盤: {value}";
    choice() "choice: black, or a point for white" / "選択: black（黒を持つ）か、白を打つ点";
    choice_or_more() "choice: black, more, or a point for white" / "選択: black（黒を持つ）、more（さらに2石置く）、または白を打つ点";
    swapped() "swapped: who began as black has white (O) now, and the other black (X)" / "交代しました: 初めの黒番が白（O）、白番が黒（X）を持っています";
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
        ("opening", _) => opening(value),
        ("choice", _) if value.contains("more") => choice_or_more(),
        ("choice", _) => choice(),
        ("swapped", _) => swapped(),
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
