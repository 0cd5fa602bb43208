//! What the commands for renju say.

gyoji_words::messages! {
    off_board(point, size, corner)
        "{point} is not on a board of {size} lines (A1 to {corner})"
        / "{point} は {size} 路盤（A1 から {corner}）の外です";
    taken(point, colour)
        "{point} already has a {colour} stone" / "{point} にはすでに{colour}石があります";
    bad_sheet(path, problem, fix) "{path}: {problem}; {fix} (the file is left as it is)" / "{path}: {problem}。{fix}（ファイルは変更していません）";
    warning(path, problem) "warning: {path}: {problem}" / "警告: {path}: {problem}";
    too_large(path, most) "{path}: too large for a game file (more than {most} KB)" / "{path}: 対局ファイルとしては大きすぎます（{most} KB 超）";
    not_utf8(path) "{path}: not text in UTF-8; save the file in UTF-8 or plain ASCII" / "{path}: UTF-8 のテキストではありません。UTF-8 か半角英数字で保存してください";
    no_file(path) "{path}: this is not a file" / "{path}: ファイルではありません";
    changed(path) "{path}: another program has changed the file meanwhile (it is left as it is); let only one program move at a time" / "{path}: 考えている間に、ほかのプログラムがファイルを書き換えました（ファイルは変更していません）。一度に動かすプログラムは1つにしてください";
    only_class(flag) "{flag} is for the bot class; other bots have options of their own: --bot NAME?option=value" / "{flag} はボット class 用です。ほかのボットのオプションは --bot 名前?オプション=値 と書いてください";
    played(player, y, x, point) "player {player} plays y {y}, x {x} ({point})" / "対局者 {player} の手: y {y}, x {x}（{point}）";
    won_by_five(player) "player {player} has five in a row and wins" / "対局者 {player} が五を作り、勝ちです";
    lost_by(player, why, other) "player {player} loses ({why}): player {other} wins" / "対局者 {player} の負けです（{why}）。対局者 {other} の勝ち";
    at_move(number, mv) "move {number}, {mv}" / "{number} 手目 {mv}";
    a_foul(kinds) "foul: {kinds}" / "禁じ手: {kinds}";
    board_full() "the board is full: a draw" / "盤面が埋まりました。引き分けです";
    which_format(path, flag) "{path}: its ending does not tell the format; use {flag} csv, psq, sgf or points" / "{path}: 拡張子から形式がわかりません。{flag} で csv、psq、sgf、points のどれかを指定してください";
    no_such_file(path) "{path}: no such file" / "{path}: そのようなファイルはありません";
    bad_game(path, problem) "{path}: {problem}" / "{path}: {problem}";
    written(path, count) "{path}: {count} moves" / "{path}: {count} 手";
    no_fouls() "black has no forbidden point here" / "この局面に黒の禁点はありません";
}
