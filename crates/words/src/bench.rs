//! What the benches say that judge rather than measure.

messages! {
    fairness_heading() "condition|player|answers|late|right|wrong|void" / "条件|対局者|応答|遅れ|正しい判定|誤った判定|無効";
    honest() "honest" / "正直";
    guilty() "guilty" / "遅い";
    none_late() "no answer was late" / "遅れた応答なし";
    referee_stopped() "the referee is stopped for 0.4 s, again and again" / "審判自身が 0.4 秒ずつ何度も止まる";
    two_hogs() "2 busy processes outside" / "無関係なプロセス 2 個が計算中";
    four_hogs() "4 busy processes outside" / "無関係なプロセス 4 個が計算中";
    eight_hogs() "8 busy processes outside" / "無関係なプロセス 8 個が計算中";
    sleeps_beside_hogs() "4 busy processes outside, and it sleeps" / "無関係なプロセス 4 個が計算中、本人は眠る";
    opponent_ponders() "8 busy processes of its opponent's, --ponder yes" / "相手のプロセス 8 個が計算中（--ponder yes）";
    opponent_frozen() "8 busy processes of its opponent's, --ponder no" / "相手のプロセス 8 個が計算中（--ponder no）";
    own_hogs() "8 busy processes of its own" / "自分のプロセス 8 個が計算中";
    made_nice() "nice 19, with 4 busy processes outside" / "自分で nice 19、無関係なプロセス 4 個が計算中";
    pinned() "on one core by its own wish, with 4 busy processes of its own" / "自分で 1 コアに限定、自分のプロセス 4 個が計算中";
    eight_games() "8 games at once" / "同時に 8 局";
    wrong(condition, used, cpu, wait, delay, stall) "wrong: {condition}: used {used} ms, cpu {cpu}, wait {wait}, delay {delay}, stall {stall}" / "誤り: {condition}: 使用 {used} ms、cpu {cpu}、待ち {wait}、他者による待ち {delay}、審判の停止 {stall}";
    soak_heading() "of this process|at the start|at the end|most|verdict" / "このプロセスの|開始時|終了時|最大|判定";
    memory() "memory, MB" / "メモリ（MB）";
    descriptors() "open descriptors" / "開いているディスクリプタ";
    processes() "processes below it" / "配下のプロセス";
    zombies() "zombies among them" / "うちゾンビ";
    temporary() "temporary files" / "一時ファイル";
    groups() "control groups" / "コントロールグループ";
    left_over() "programs that would not end" / "終了できなかったプログラム";
    bugs() "games stopped by a bug of ours" / "行司の不具合で止まった対局";
    fine() "fine" / "問題なし";
    grew() "grew" / "増加";
    played(games, seconds, void) "{games} games in {seconds} s, {void} of them void" / "{seconds} 秒間に {games} 局（うち無効 {void} 局）";
    faults(list) "faults: {list}" / "反則: {list}";
    warming_up() "every kind of player once, to warm up …" / "準備として、全種類の対局者が1回ずつ対局します…";
    soaking(seconds) "good and faulty programs, two games at once, for {seconds} s …" / "正常なプログラムと問題のあるプログラムの対局を、2局同時に {seconds} 秒間続けます…";
}
