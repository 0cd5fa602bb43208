//! What `gyoji analyse` says.

gyoji_words::messages! {
    no_analyser(game, known) "{game} cannot be analysed; games that can: {known}" / "{game} の解析はできません。できるゲーム: {known}";
    not_read(what, why, forms) "{what}: neither a position nor a game nor a file: {why}. What is accepted: {forms}" / "{what}: 局面・対局・ファイルのどれとしても読めません: {why}。受け付けるもの: {forms}";
    not_read_file(path, why, forms) "{path}: {why}. What is accepted: {forms}" / "{path}: {why}。受け付けるもの: {forms}";
    no_such_file(path, forms) "{path}: there is no such file. What is accepted: {forms}" / "{path}: そのようなファイルはありません。受け付けるもの: {forms}";
    several(path, count) "{path}: {count} games or positions; choose one with --game N" / "{path}: 対局・局面が {count} 個あります。--game N で1つ選んでください";
    no_such_game(path, number, count) "{path}: there is no game {number}; it has {count}" / "{path}: {number} 番目はありません（全部で {count} 個です）";

    looking(ply, count) "move {ply} of {count}" / "{count} 手中 {ply} 手目";
    stopped() "interrupted: this is what there is so far" / "中断しました。ここまでの結果です";

    to_move(who) "{who} to move" / "{who}の番";
    values(unit) "values in {unit}, + is good for the side to move" / "価値の単位は{unit}（+ は手番側が有利）";
    values_of_game(unit) "values in {unit}, + is good for whoever makes the move" / "価値の単位は{unit}（+ はその手を打つ側が有利）";
    more(count) "{count} more: --lines 0 shows all" / "ほかに {count} 手（--lines 0 ですべて表示）";
    column_move() "move" / "手";
    column_number() "no." / "手数";
    column_side() "side" / "手番";
    column_value() "value" / "価値";
    column_depth() "depth" / "深さ";
    column_line() "line" / "読み筋";
    column_best() "best" / "最善";
    column_lost() "lost" / "損失";
    column_moves() "moves" / "手数";
    column_average() "average" / "平均";
    column_mistakes(least) "? ({least}+)" / "?（{least}以上）";
    column_blunders(least) "?? ({least}+)" / "??（{least}以上）";
    solved() "solved" / "完全";
    worst() "the moves that lost most:" / "損失の大きい手:";
    none_looked() "no move has been looked at yet" / "まだ1手も調べていません";
    none_lost(unit, least) "no move lost {least} {unit} or more" / "{least} {unit}以上損した手はありません";
    instead() "better" / "正しくは";
}
