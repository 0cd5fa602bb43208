//! What the class-room judge says.

gyoji_words::messages! {
    welcome() "Othello judge. Write the path of an AI program, or a command line." / "オセロ審判です。AIプログラムのパス（またはコマンド）を入力してください。";
    first_path() "AI 1 (black):" / "AI 1（黒）のパス:";
    second_path() "AI 2 (white; empty: you play black against AI 1):" / "AI 2（白）のパス（空のままなら、あなたが黒で AI 1 と対戦）:";
    next_path() "path, or nothing to begin:" / "パス（何も入力しなければ対局開始）:";
    which_colour() "write b to play black, anything else to play white:" / "黒番で打つなら b、白番ならそれ以外を入力してください:";
    no_players() "no program was given; for example: gyoji judge my_ai.py other_ai.jar" / "プログラムが指定されていません（例: gyoji judge my_ai.py other_ai.jar）";
    no_second_player() "the input ended before the second program was given" / "2つ目のプログラムを読む前に入力が終わりました";
    round_robin(players, games, count) "{players} programs, all against all, {games} games for each ordered pair: {count} games" / "{players} 個のプログラムの総当たり（先後それぞれ {games} 局、全 {count} 局）";
    title(id, black, white) "=== game {id}: {black} - {white} ===" / "=== 対局 {id}: {black} 対 {white} ===";
    moved(number, name, mv, seconds) "[{number}] {name}: {mv}  ({seconds} s)" / "[{number}] {name}: {mv}  （{seconds} 秒）";
    beats(winner, loser) "{winner} beats {loser}" / "{winner} の勝ち（{loser} の負け）";
    drawn(black, white) "{black} - {white}: draw" / "{black} 対 {white}: 引き分け";
    stopped(black, white) "{black} - {white}: stopped, no result" / "{black} 対 {white}: 中断（勝敗なし）";
    heading() "program|games|won|drawn|lost|as black|as white|discs|faults" / "プログラム|局数|勝|分|負|黒番|白番|石数|反則";
    void_again(system) "the game is void and is played again {system}" / "この対局は無効です。もう一度行います {system}";
}
