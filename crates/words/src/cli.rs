//! What the commands say.

messages! {
    io_error(path, error) "{path}: {error}" / "{path}: {error}";
    cannot_print(error) "cannot write the result: {error}" / "結果を書き出せません: {error}";
    file_line(path, line) "{path}, line {line}" / "{path} の {line} 行目";
    no_such_file(name) "{name}: no such file, and not the id of a record" / "{name}: そのようなファイルはなく、棋譜の番号でもありません";
    no_such_record(name, folder) "no record with id {name} in {folder}; give the file's path" / "番号 {name} の棋譜が {folder} にありません。ファイルのパスを書いてください";
    many_records(name, count) "{count} records have an id that begins with {name}; write more of it" / "{name} で始まる棋譜が {count} 個あります。もう少し長く書いてください";
    is_a_folder(path) "{path} is a folder; name one record in it" / "{path} はフォルダです。中の棋譜を1つ指定してください";
    too_large(most) "too large for a record (more than {most} MB)" / "棋譜としては大きすぎます（{most} MB 超）";
    not_utf8() "not text in UTF-8: this is not a record, or it is damaged" / "UTF-8 のテキストではありません。棋譜ではないか、壊れています";
    our_bug(id) "game {id} was stopped by a bug in gyoji itself; please report it with the message above" / "gyoji 自身の不具合で対局 {id} が止まりました。上のメッセージを添えて報告してください";
    no_executable(error) "cannot find my own executable: {error}" / "自分の実行ファイルが見つかりません: {error}";
    already_over() "the game is already over in this position" / "この局面ではもう終局しています";
    player_count(game, wanted, given) "{game} needs {wanted} players, but {given} are given" / "{game} には対局者が {wanted} 人必要ですが、{given} 人です";
    no_such_seat(text, known) "there is no seat {text}; known: {known}" / "{text} という席はありません。使えるもの: {known}";
    too_many_jobs(jobs, cores) "{jobs} games at once on {cores} cores: programs will steal each other's time" / "{cores} コアで {jobs} 局同時に行うと、プログラムどうしが時間を奪い合います";
    waiting_for_client(port) "waiting for a client on port {port}" / "ポート {port} でクライアントの接続を待っています";
    games_word() "games" / "局";
    interrupted() "finishing the running games; press Ctrl-C again to stop now" / "進行中の対局を終えたら止まります。すぐ止めるにはもう一度 Ctrl-C を押してください";
    more_faults(name) "{name}: more faults are only counted from here on (see the records)" / "{name}: これ以降の反則は数だけ数えます（詳しくは棋譜を見てください）";
    record_not_kept() "the record of this game could not be kept; use --record DIR" / "この対局の棋譜を保存できませんでした。--record DIR を使ってください";
    two_seat_heading() "player|games|won|drawn|lost|score (95 %)|Elo [95 %]|points|faults" / "対局者|局数|勝|分|負|得点率 (95 %)|Elo 差 [95 %]|石数|反則";
    many_seat_heading() "player|games|won|mean place|score (95 %)|points|faults" / "対局者|局数|勝|平均順位|得点率 (95 %)|平均点|反則";
    summary(seed, endings, first) "seed {seed}; endings: {endings}; first seat scores {first} %" / "seed {seed}、終局: {endings}、先手の得点率 {first} %";
    so_many(what, count) "{what} ({count})" / "{what}（{count}局）";
    comma() ", " / "、";
    reruns(count) "{count} games were played again because the machine made a player late" / "マシンの都合で遅れた {count} 局を打ち直しました";
    same_games(different, games) "only {different} of the {games} games are different: use --opening 6 for variety" / "{games} 局のうち異なる対局は {different} 局だけです。--opening 6 で変化をつけられます";
    records_in(folder) "records: {folder}" / "棋譜: {folder}";
    time_per_answer(time) "time for one answer: {time}" / "1手の制限時間: {time}";
    options_title() "options (--option NAME=VALUE)" / "オプション（--option 名前=値）";
    options_of(what) "options of {what}" / "{what} のオプション";
    with_default(about, default) "{about} (default: {default})" / "{about}（既定: {default}）";
    bots_title() "bots, weakest first" / "ボット（弱い順）";
    dialects_title() "dialects (* unless said otherwise)" / "通信方式（* は既定）";
}
