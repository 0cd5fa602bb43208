//! What a person at the terminal is told while they play.

messages! {
    you_are(seat, letter) "You are {seat} ({letter}). Type help for help." / "あなたは{seat}（{letter}）です。help で操作の説明が出ます。";
    prompt(seat) "{seat}, your move>" / "{seat}の手>";
    time_left(left) "time left for the game: {left} s" / "持ち時間の残り: {left} 秒";
    legal(moves) "legal: {moves}" / "できる手: {moves}";
    help_move()
        "  type a move as it is listed under \"legal\", or a cell by column and row from the top left,\n  counted from 0: 2,4"
        / "  「できる手」にある手をそのまま入力してください。マスは、左上を 0,0 とする「列,行」でも書けます（例: 2,4）";
    help_steps()
        "  type a move step by step, as you are asked, or the whole move in one line;\n  a cell by its name or by column and row from the top left, counted from 0: 2,4\n  (undo in the middle of a move takes its last step back)"
        / "  聞かれた順に1つずつ入力するか、1手をまとめて1行で入力してください。\n  マスは名前か、左上を 0,0 とする「列,行」で書きます（例: 2,4）。途中で undo とすると1つ前の入力に戻ります";
    help_commands()
        "  moves (m)  list what can be typed    board (b)  draw the board\n  hint (i)   ask the strongest bot     undo (u)   take your last move back\n  quit (q)   resign                    help (h)   this text"
        / "  moves (m)  できる手の一覧      board (b)  盤面を表示\n  hint (i)   最強のボットに聞く  undo (u)   待った（1手戻す）\n  quit (q)   投了                help (h)   この説明";
    hint(mv, why) "hint: {mv}   {why}" / "ヒント: {mv}   {why}";
    hint_points(points, unit, percent) "({points} {unit}, chances {percent})" / "（{points} {unit}、形勢 {percent}）";
    hint_value(percent) "(chances {percent})" / "（形勢 {percent}）";
    no_hint() "this game has no bot to ask" / "このゲームには聞けるボットがありません";
    say_something() "type a move, or help" / "手を入力してください（help で説明）";
    nothing_to_undo() "you have not moved yet" / "まだ手がないので戻せません";
    they_play(seat, mv, seconds) "{seat} plays {mv}  ({seconds} s)" / "{seat}: {mv}  （{seconds} 秒）";
    not_here(mv, legal) "{mv} cannot be played here; legal: {legal}" / "{mv} はここではできません。できる手: {legal}";
    not_a_move(said, problem) "\"{said}\" is not a move: {problem}" / "「{said}」は手ではありません: {problem}";
    by_fault() "by a fault" / "反則";
    by_leaving() "the player left" / "対局者がいなくなりました";
    by_resignation() "by resignation" / "投了";
    by_agreement() "adjudicated, both players agreeing" / "双方の形勢判断が一致（裁定）";
    by_abort() "stopped" / "中断";
    by_the_machine() "no player's fault" / "対局者のせいではありません";
    you_win(seat) "{seat} wins: well played!" / "{seat}の勝ち。おめでとうございます！";
    they_win(seat) "{seat} wins." / "{seat}の勝ちです。";
    void() "The game is void." / "この対局は無効です。";
    stopped() "The game was stopped." / "対局は中断されました。";
    nobody_wins() "A draw." / "引き分けです。";
    loses(who) "{who} loses." / "{who}の負けです。";
    share_first_place(who) "{who} share the first place." / "{who}が同じ1位です。";
    next_step() "the next step of the move" / "手の続き";
    pick(question, choices) "{question}  {choices}" / "{question}  {choices}";
    not_a_step(said, choices) "{said} cannot be chosen here; choose from: {choices}" / "{said} はここでは選べません。選べるもの: {choices}";
    not_here_because(mv, why) "{mv} cannot be played here: {why}" / "{mv} はここではできません: {why}";
    a_move() "a move" / "手";
}
