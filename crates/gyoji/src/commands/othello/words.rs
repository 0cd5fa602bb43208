//! What the commands for Othello say.

gyoji_words::messages! {
    moves(path, count) "{path}: {count} moves" / "{path}: {count} 手";
    games(path, count) "{path}: {count} games" / "{path}: {count} 局";
    positions(path, count) "{path}: {count} positions" / "{path}: {count} 局面";
    no_such_game(path, number, count) "{path}: there is no game {number}; it has {count}" / "{path}: {number} 局目はありません（全部で {count} 局です）";
    one_record(path, count) "{path}: {count} games, but a record has one; choose it with --game N" / "{path}: {count} 局ありますが、行司の棋譜は1局ごとです。--game N で選んでください";
}
