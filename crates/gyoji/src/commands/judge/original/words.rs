//! What `gyoji judge --original` prints, in the form of the original judge.

gyoji_words::messages! {
    fixed(flag)
        "--original plays as the original judge does, with 5 s for a move and 3 games with each colour: {flag} does not go with it; use --lenient --per-move instead"
        / "--original は元の審判と同じ条件（1手5秒、先後それぞれ3局）で行うので、{flag} とは一緒に使えません。条件を変えるには --lenient --per-move を使ってください";
    pair(black, white) "black: {black}  vs  white: {white}" / "黒：{black}  vs  白：{white}";
    playing(round) "  game {round}: playing..." / "  {round}回戦:対戦中・・・";
    played(round, result) "  game {round}: {result}" / "  {round}回戦:{result}";
    result(black, white, winner, why)
        "over: black({black:0>2}), white({white:0>2}), {winner} : {why}"
        / "試合終了：黒({black:0>2}), 白({white:0>2}), {winner} : {why}";
    black_wins(name) "winner: black: {name}" / "勝者：黒：{name}";
    white_wins(name) "winner: white: {name}" / "勝者：白：{name}";
    drawn() "draw" / "引き分け";
    by_colour(all, black, white)
        "{all:0>2}(black:{black:0>2},white:{white:0>2})" / "{all:0>2}(黒:{black:0>2},白:{white:0>2})";
    place(place, won, lost, drawn, discs, name)
        "place {place}: won:{won}, lost:{lost}, drawn:{drawn}, discs:{discs:0>3} : {name}"
        / "第{place}位:勝ち:{won}, 負け:{lost}, 引分:{drawn}, 獲得石数:{discs:0>3} : {name}";
    black_ai(text) "black AI: {text}" / "黒番 AI: {text}";
    white_ai(text) "white AI: {text}" / "白番 AI: {text}";
    began(time) "began: {time}" / "開始日時: {time}";
    turn(who) "to move: {who}" / "手番: {who}";
    black(name) "black(1) - {name}" / "黒(1) - {name}";
    white(name) "white(2) - {name}" / "白(2) - {name}";
    said(who, line) ">>> {who} answered: {line}" / ">>> {who}が打った手: {line}";
    success(who, mv) "[SUCCESS] {who}: {mv}" / "[SUCCESS] {who}: {mv}";
    passed() "(pass: there is no legal move)" / "（打てる手がないのでパス）";
    error(what) "[ERROR] {what}" / "[ERROR] {what}";
    game_over(why) "GAME OVER - {why}" / "GAME OVER - {why}";
    count(black, white) "result: black({black}) vs white({white})" / "最終結果: 黒({black}) vs 白({white})";
    winner(who) "winner: {who}" / "勝者: {who}";
}
