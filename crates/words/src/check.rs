//! What `gyoji check` tries, and what it says about it.

messages! {
    whole_game(seat) "plays a whole game as {seat}" / "{seat}で1局を最後まで対局する";
    forced() "a position with only one legal move (a pass, the last square)" / "できる手が1つだけの局面（パスや最後のマス）";
    last_move() "the last move of a game" / "最後の1手";
    late() "a position near the end" / "終盤の局面";
    elsewhere() "a game that does not begin at the usual start" / "いつもの初期局面から始まらない対局";
    in_a_row() "three games in a row" / "続けて3局";
    at_once() "two of it at the same time" / "同時に2つ動かす";
    crlf() "lines that end in CRLF, as on Windows" / "改行が CRLF の行（Windows の改行）";
    unknown_lines() "lines it does not know" / "知らない行";
    busy() "a busy machine" / "忙しいマシン";
    short_time() "a tenth of the time" / "制限時間が10分の1の対局";
    clock() "a clock for the whole game" / "1局全体の持ち時間";
    start_up() "the time to start" / "起動にかかる時間";
    time_use() "the time for an answer" / "1手にかかる時間";
    memory() "plays within 1 GB of memory" / "メモリ 1 GB 以内で対局する";
    leaves() "ends when its input ends" / "入力が終わったら終了する";
    exit_code() "its exit code" / "終了コード";
    silent() "prints nothing before it is asked" / "聞かれる前に何も出力しない";
    stderr() "what it prints to stderr" / "標準エラー出力の量";

    fine() "ok" / "ok";
    warning() "note" / "注意";
    failed() "FAILED" / "失敗";
    skipped() "skipped" / "省略";
    games(count) "{count} games" / "{count} 局";
    as_before(title) "the same as in \"{title}\"" / "「{title}」と同じです";
    one_move() "1 move" / "1 手";
    moves(count) "{count} moves" / "{count} 手";
    rows_failed(titles) "to mend first: {titles}" / "まず直すところ: {titles}";
    rows_noted(titles) "to look at: {titles}" / "確かめたいところ: {titles}";
    quits() "leaves when it is told that the game is over" / "対局の終わりを伝えると終了する";
    did_not_quit() "it was told that the game is over, and did not leave by itself" / "対局の終わりを伝えましたが、自分では終了しませんでした";
    why_did_not_quit() "it had to be killed: it neither heeds the farewell nor the end of its input" / "終わりの合図にも入力の終わりにも反応しないので、強制終了しました";
    fix_did_not_quit() "leave the loop when the farewell of the protocol comes (judge: QUIT; plain: quit), or when there is no more input" / "プロトコルの終わりの合図（judge なら QUIT、plain なら quit）が来たら、または入力がなくなったら、ループを抜けてください";
    why_short_time() "it is told how much time it has, and does not keep to it" / "持ち時間は知らされていますが、守っていません";
    fix_short_time() "use the time that the question names, not a fixed one" / "決まった時間ではなく、質問に書かれた時間を使ってください";
    the_rest() "everything else that is tried" / "ほかの項目";
    never_answers() "it has never answered, so mend that first" / "一度も答えていないので、まずそこを直してください";
    not_in_this_game() "there is no such position in this game" / "このゲームにはそのような局面がありません";
    not_in_this_dialect(dialect) "not a part of the protocol {dialect}" / "プロトコル {dialect} にはありません";
    cannot_try(problem) "it could not be tried: {problem}" / "試せませんでした: {problem}";
    took(longest, limit) "the longest answer took {longest}, the limit is {limit}" / "最も長い応答は {longest}、制限は {limit} です";
    took_unlimited(longest) "the longest answer took {longest}" / "最も長い応答は {longest} です";
    why_close() "it is close to the limit: on a slower machine it would be late" / "制限に近いので、遅いマシンでは間に合いません";
    fix_close() "look at the clock while thinking, and stop at about 80 % of the time" / "考えながら時計を見て、制限の8割ほどで打ち切ってください";
    started(time) "it was there after {time}" / "{time} で起動しました";
    why_slow_start() "a program has 10 s to start; on a slow machine it would be late" / "起動の制限は10秒です。遅いマシンでは間に合いません";
    fix_slow_start() "load files and make tables when they are first needed" / "ファイルの読み込みや表の作成は、必要になってから行ってください";
    stays(seconds) "its input was closed, and it still ran after {seconds} s" / "入力を閉じても、{seconds} 秒後にまだ動いていました";
    why_stays() "it does not notice the end of its input, so it has to be killed" / "入力の終わりに気づかないので、強制終了するしかありません";
    fix_stays() "end the program when reading gives nothing more (in Python: for line in sys.stdin; in Java: readLine() == null)"
        / "読み込みが終わったらプログラムを終了してください（Python なら for line in sys.stdin、Java なら readLine() == null）";
    left_with(code) "it ended with {code}" / "{code} で終了しました";
    why_exit_code() "another code than 0 says that something went wrong" / "0 以外の終了コードは、何かがうまくいかなかったことを表します";
    fix_exit_code(words) "let the program run to its end without an error when its input ends; its words: {words}"
        / "入力が終わったら、エラーなしで終了するようにしてください。プログラムの出力: {words}";
    printed(words) "it printed {words}" / "{words} と出力しました";
    why_printed() "stdout is only for answers, and nobody has asked it anything" / "標準出力は応答だけのものですが、まだ何も聞かれていません";
    fix_printed() "print to stderr instead" / "標準エラー出力に書いてください";
    stderr_amount(bytes, games) "{bytes} bytes in {games} games" / "{games} 局で {bytes} バイト";
    why_stderr() "only the first and last part of so much is kept" / "これほど多いと、最初と最後の部分しか残りません";
    fix_stderr() "print less, or only when an option asks for it" / "出力を減らすか、オプションを付けたときだけ出力してください";
    summary_fine(name, count) "{name} is ready: all {count} checks passed" / "{name} は問題ありません。{count} 項目すべて合格です";
    summary_notes(name, count, notes) "{name} is ready: {count} checks, {notes} of them with a note" / "{name} は対局できます。{count} 項目のうち {notes} 項目に注意があります";
    summary_failed(name, count, failed) "{name} is not ready: {failed} of {count} checks failed" / "{name} にはまだ問題があります。{count} 項目のうち {failed} 項目が失敗しました";
    title(name, game, dialect) "checking {name}: {game}, protocol {dialect}" / "{name} を調べています（{game}、プロトコル {dialect}）";
    only_programs() "only a program can be checked: a file, a folder or a command line" / "調べられるのはプログラム（ファイル、フォルダ、コマンド）だけです";
    label_what() "what" / "結果";
    label_why() "why" / "理由";
    label_fix() "fix" / "対処";
    label_again() "again" / "再現";
}
