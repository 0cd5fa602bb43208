//! What the commands for renju say.

messages! {
    off_board(point, size, corner)
        "{point} is not on a board of {size} lines (A1 to {corner})"
        / "{point} は {size} 路盤（A1 から {corner}）の外です";
    taken(point, colour)
        "{point} already has a {colour} stone" / "{point} にはすでに{colour}石があります";
    no_fouls() "black has no forbidden point here" / "この局面に黒の禁点はありません";
}
