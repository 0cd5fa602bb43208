//! What is wrong with something a person or a program wrote.

messages! {
    expected(what) "expected {what}" / "{what} を書いてください";
    unknown_option(name, known)
        "there is no option {name} here; known: {known}"
        / "{name} というオプションはありません。使えるもの: {known}";
    no_options(name)
        "there is no option {name} here; this takes none"
        / "{name} というオプションはありません（ここではオプションは使えません）";
    bad_choice(name, choices) "{name} must be one of {choices}" / "{name} は {choices} のどれかにしてください";
    no_value(name, example) "write a value: {name}={example}" / "値を付けて {name}={example} のように書いてください";
    bad_number(name, min, max)
        "{name} must be a whole number from {min} to {max}"
        / "{name} は {min} から {max} までの整数にしてください";
    bad_duration(name)
        "{name} must be a time such as 500ms, 5s or 2m"
        / "{name} は 500ms、5s、2m のような時間にしてください";
    bad_size(name)
        "{name} must be a size such as 512MB or 2GB, or 0 for no limit"
        / "{name} は 512MB や 2GB のような大きさにしてください（0 は無制限）";
    bad_clock()
        "write a clock as the time for all answers of a game, and what each of them adds: 60s, 5m+2s"
        / "持ち時間は、1局全体の時間と1手ごとの加算で、60s や 5m+2s のように書いてください";
    adjudicate_form()
        "write when both players agree that one has won, and for how many moves: win=950,moves=4 (and, if you like, after=20,draw=10,draw-moves=8,draw-after=40)"
        / "裁定の条件は win=950,moves=4 のように書きます（after=20,draw=10,draw-moves=8,draw-after=40 も付けられます）";
    adjudicate_no_such_key(hint) "adjudication has no such part{hint}" / "裁定にそのような項目はありません{hint}";
    adjudicate_twice(key) "{key} is given twice" / "{key} が2回書かれています";
    adjudicate_lonely(key, other)
        "{key} goes with {other}, which is not there" / "{key} は {other} と一緒に使います（{other} がありません）";
    option_twice(name) "the option {name} is given twice" / "オプション {name} が2回書かれています";
    no_such_game(near) "no such game{near}" / "そのようなゲームはありません{near}";
    no_such_bot(game, near) "{game} has no such bot{near}" / "{game} にそのようなボットはありません{near}";
    no_such_dialect(game, near)
        "{game} has no such dialect{near}" / "{game} にそのようなプロトコルはありません{near}";
    no_such_planes(game, near)
        "{game} has no such planes{near}" / "{game} にそのようなプレーンはありません{near}";
    no_such_memory(megabytes)
        "the system has no {megabytes} MB to give; ask for less"
        / "{megabytes} MB のメモリは確保できません。もっと小さい値にしてください";
    did_you_mean(what) "; did you mean {what}?" / "。もしかして: {what}";
    known_are(what) "; known: {what}" / "。使えるもの: {what}";
    not_plain() "not a line of the plain protocol" / "plain プロトコルの行ではありません";
    plain_version(known)
        "this program speaks version {known} of the plain protocol"
        / "このプログラムが話せるのは plain プロトコルのバージョン {known} です";
    other_game(game) "this program plays {game}" / "このプログラムは {game} 用です";
    no_client(dialect)
        "no built-in bot can be a program of the dialect {dialect}"
        / "内蔵ボットは {dialect} プロトコルのプログラムにはなれません";
}
