//! What stands beside the board of a game that is watched.

messages! {
    game_of(number, games) "game {number} of {games}" / "{games} 局中 {number} 局目";
    missed(count) "missed {count}" / "無行動 {count}";
    place(place) "place {place}" / "{place}位";
    how_to_stop() "Ctrl-C: stop" / "Ctrl-C で中止";
    not_with_a_person() "--watch shows games between programs; a person sees the board anyway" / "--watch はプログラムどうしの対局を見るためのものです。人の対局では盤面がそのまま表示されます";
}
