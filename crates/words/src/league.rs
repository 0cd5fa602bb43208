//! What `gyoji league` says.

messages! {
    no_data_folder() "there is no home folder to store games in: say where with --data" / "対局を保存するフォルダが決まりません（ホームフォルダがありません）。--data で指定してください";
    no_store(place) "nothing is stored in {place} yet" / "{place} にはまだ何も保存されていません";
    no_event(name, place, hint) "no event {name} is stored in {place}{hint}" / "{place} に {name} というイベントはありません{hint}";
    which_event(names) "there are several events; name one of them: {names}" / "イベントが複数あります。どれか1つを指定してください: {names}";
    no_events(place) "no events are stored in {place}" / "{place} に保存されたイベントはありません";
    held_elsewhere(name, host, pid) "{name} is being held already, by process {pid} on {host}" / "{name} は既に実行中です（{host} のプロセス {pid}）";
    lost_lock() "another program has taken this event over: stopping here" / "別のプログラムがこのイベントを引き継いだため、ここで止めます";

    no_people() "people cannot take part in an event yet" / "人が参加するイベントにはまだ対応していません";
    trying(count) "trying all {count} who take part: does each start and answer?" / "参加者 {count} 人を試します（起動するか、答えるか）";
    tried_fine(count) "all {count} start and answer" / "{count} 人全員が起動して答えました";
    tried_failed(name) "{name} does not play as it should:" / "{name} は正しく対局できません:";
    tried_machine(name, why) "{name} could not be tried, by the machine's fault: {why}" / "{name} は試せませんでした（マシン側の問題）: {why}";
    tried_some(failed, count) "{failed} of {count} would lose by a fault; the event can be held all the same" / "{count} 人のうち {failed} 人はこのままでは反則負けになります（イベント自体は実行できます）";
    tried_unfit(unfit, count) "{unfit} of {count} cannot take part as they are written; the event cannot be held so" / "{count} 人のうち {unfit} 人は、この書き方では参加できません。ファイルを直すまでイベントは実行できません";
    found(name, file, problem) "{name}: {file}: {problem}" / "{name}: {file}: {problem}";
    found_line(file, line) "{file}, line {line}" / "{file} の {line} 行目";
    found_some(count) "{count} of them use what the rules of the contest forbid (listed above); people have to decide" / "{count} 人の提出物に、大会規定で禁止されているものがありました（上の一覧）。失格にするかどうかは運営が判断してください";
    not_inspected(name, why) "{name}: could not be looked at: {why}" / "{name}: 調べられませんでした: {why}";

    begins(name, games) "{name} begins: {games} games" / "{name} を始めます: {games} 局";
    begins_openly(name, games) "{name} begins: {games} games for a start" / "{name} を始めます: まず {games} 局";
    goes_on(name, played) "{name} goes on: {played} games are stored already" / "{name} を再開します: {played} 局が保存済みです";
    stored_in(place) "every game is stored in {place}" / "対局はすべて {place} に保存されます";
    is_finished(name) "{name} is over; here is its result. (--again holds it again)" / "{name} は終了しています。結果は次のとおりです（--again でもう一度行えます）";
    has_changed(name) "the file is not the one {name} was begun with:" / "{name} を始めたときとファイルの内容が違います:";
    change_hint() "change it back, give the event another name, or begin anew with --again" / "元に戻すか、別の名前にするか、--again で最初からやり直してください";
    gains(names) "new in this ladder: {names}" / "このラダーに新しく加わります: {names}";
    new_version(name) "{name} has changed since the event began; its games from now on are those of another version" / "{name} はイベント開始後に変更されています。ここからの対局は別のバージョンとして記録されます";
    paused(name) "{name} is not over; the same command goes on with it" / "{name} はまだ終わっていません。同じコマンドで続きから再開できます";
    interrupted() "finishing the games that run; Ctrl-C again stops them now" / "進行中の対局が終わるまで待ちます（もう一度 Ctrl-C で今すぐ止めます）";
    bar(running, faults) "{running} running, {faults} faults" / "対局中 {running}、反則 {faults}";
    stand_in() "(empty seat)" / "（空席）";

    list_heading() "event|run|game|games|state|began" / "イベント|回|ゲーム|局数|状態|開始";
    is_running() "running" / "実行中";
    is_broken_off() "not over" / "途中";
    is_over() "over" / "終了";
    stage_heading(name, format, played, games) "{name} ({format}): {played} of {games} games" / "{name}（{format}）: {games} 局中 {played} 局";
    stage_waits(name, format) "{name} ({format}): has not begun" / "{name}（{format}）: まだ始まっていません";
    the_stage() "games" / "対局";
    group(name) "table {name}" / "{name} 卓";
    group_heading() "place|name|score|games|won|drawn|lost|tie-breaks" / "順位|名前|得点|局数|勝|分|負|同点時の順序";
    round(number) "round {number}" / "{number} 回戦";
    final_round() "final" / "決勝";
    semi_final() "semi-final" / "準決勝";
    quarter_final() "quarter-final" / "準々決勝";
    third_place() "for the third place" / "3位決定戦";
    bye() "bye" / "不戦勝";
    unknown() "?" / "?";
    more_rows(count) "... and {count} more" / "... ほか {count} 人";
    ranking() "ranking" / "順位";
    result_so_far() "so far" / "途中経過";
    winner(name) "{name} has won" / "優勝: {name}";
    winners(names) "{names} have won together" / "優勝（同点）: {names}";
    ratings_heading() "name|rating [95 %]|games|lost by faults|longest answer" / "名前|レーティング [95 %]|局数|反則負け|最長の応答";
    void_games(count) "{count} games were spoiled by the machine and count for nobody" / "マシンの都合で {count} 局が無効になりました（誰の負けにもなりません）";

    verifying(games) "looking at {games} records" / "棋譜 {games} 局を調べます";
    verify_missing(id) "game {id}: its record is missing" / "対局 {id}: 棋譜がありません";
    verify_differs(id, what) "game {id}: {what} in the table is not what its record says" / "対局 {id}: 表の {what} が棋譜と一致しません";
    verify_damaged(id, problem) "game {id}: {problem}" / "対局 {id}: {problem}";
    verify_replay(id, problem) "game {id} cannot be played again from its record: {problem}" / "対局 {id} は棋譜から再現できません: {problem}";
    verify_unplanned(id) "game {id} is none that this event asks for" / "対局 {id} は、このイベントの予定にない対局です";
    verify_misseated(id) "game {id} was played by others than those who were drawn" / "対局 {id} は、組み合わせで決まった参加者とは別の参加者による対局です";
    verify_result() "the stored result is not what the games come to" / "保存されている結果が、対局から計算し直した結果と一致しません";
    verify_ok(games, void) "ok: {games} games, {void} void; records, table, standings and ratings agree" / "ok: {games} 局（無効 {void} 局）。棋譜・表・順位・レーティングはすべて一致しています";
    verify_bad(count) "{count} differences" / "不一致が {count} 件あります";

    time_each(time) "{time} for each answer" / "1手 {time}";
    clock_each(clock) "{clock} for a whole game" / "持ち時間 {clock}";
    exported(path) "written: {path}" / "書き出しました: {path}";
}
