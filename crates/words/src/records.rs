//! What is wrong with the file of a record.

messages! {
    empty() "the file is empty" / "ファイルが空です";
    not_a_record()
        "this is not a Gyoji record: its first line has no \"gyoji_record\""
        / "行司の棋譜ではありません（1行目に \"gyoji_record\" がありません）";
    newer_version(found, known)
        "the record has version {found}, but this gyoji reads up to version {known}; use a newer gyoji"
        / "棋譜のバージョンは {found} ですが、この gyoji が読めるのはバージョン {known} までです。新しい gyoji を使ってください";
    bad_header(problem) "the first line is damaged: {problem}" / "1行目が壊れています: {problem}";
    not_an_event(problem) "not an event of a record: {problem}" / "棋譜の行ではありません: {problem}";
    breaks_off()
        "the record breaks off here: the game has no end"
        / "棋譜がここで途切れています（終局がありません）";
    after_the_end() "there is more after the end of the game" / "終局のあとに余分な行があります";
    other_game(found, wanted)
        "this is a record of {found}, not of {wanted}" / "{wanted} ではなく {found} の棋譜です";
    bad_move(mv) "the move {mv} is not legal here" / "{mv} はここではできません";
    wrong_seat(seat) "it is not the turn of seat {seat}" / "席 {seat} の番ではありません";
    too_many_undone() "more moves are taken back than were made" / "戻した手が、それまでの手より多くなっています";
    adjudicate_of_two(game, seats)
        "only games of two can be adjudicated, and {game} has {seats} seats"
        / "裁定できるのは2人用ゲームだけです（{game} は {seats} 人用）";
    seats(found, wanted) "{found} players, but the game has {wanted} seats" / "対局者が {found} 人ですが、このゲームは {wanted} 人用です";
}
