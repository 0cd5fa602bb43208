//! What the commands for renju say.

gyoji_words::messages! {
    off_board(point, size, corner)
        "{point} is not on a board of {size} lines (A1 to {corner})"
        / "{point} は {size} 路盤（A1 から {corner}）の外です";
    taken(point, colour)
        "{point} already has a {colour} stone" / "{point} にはすでに{colour}石があります";
    bad_sheet(path, problem, fix) "{path}: {problem}; {fix} (the file is left as it is)" / "{path}: {problem}。{fix}（ファイルは変更していません）";
    warning(path, problem) "warning: {path}: {problem}" / "警告: {path}: {problem}";
    only_class(flag) "{flag} is for the bot class; other bots have options of their own: --bot NAME?option=value" / "{flag} はボット class 用です。ほかのボットのオプションは --bot 名前?オプション=値 と書いてください";
    played(player, y, x, point) "player {player} plays y {y}, x {x} ({point})" / "対局者 {player} の手: y {y}, x {x}（{point}）";
    won_by_five(player) "player {player} has five in a row and wins" / "対局者 {player} が五を作り、勝ちです";
    lost_by(player, why, other) "player {player} loses ({why}): player {other} wins" / "対局者 {player} の負けです（{why}）。対局者 {other} の勝ち";
    at_move(number, mv) "move {number}, {mv}" / "{number} 手目 {mv}";
    a_foul(kinds) "foul: {kinds}" / "禁じ手: {kinds}";
    board_full() "the board is full: a draw" / "盤面が埋まりました。引き分けです";
    written(path, count) "{path}: {count} moves" / "{path}: {count} 手";
    no_fouls() "black has no forbidden point here" / "この局面に黒の禁点はありません";
}
