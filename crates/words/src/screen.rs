//! What full screens of the terminal say: a game that is looked at again, played, or served.
//!
//! No sign here is one column wide on one terminal and two on another.

messages! {
    // A recorded game.
    viewer_keys() "Left/Right: step  Space: play  ?: all keys  q: leave" / "左右キー: 1手  Space: 再生  ?: 操作一覧  q: 終了";
    viewer_playing(speed) "playing, {speed} a second  Space: stop  +/-: speed" / "再生中（毎秒 {speed}）  Space: 停止  +/-: 速さ";
    viewer_go_to(number) "to move {number}_  Enter: go  Esc: no" / "{number}_ 手目へ  Enter: 移動  Esc: 取消";
    viewer_title() "Keys" / "操作";
    viewer_help()
        "Left, Right (h, l)   one move back, one on\nPage Up, Page Down   ten moves, or a whole round of more players\nHome, End (g, G)     the start, the end\nSpace                play by itself, and stop\n+ and -              faster, slower\nn and N              the next fault, the one before\n12 and Enter         to move 12\nUp, Down (k, j)      scroll what was said and the explanation\nt                    whose talk is shown\nq or Esc             leave"
        / "左 / 右（h / l）     1手戻る / 1手進む\nPageUp / PageDown    10手ずつ（3人以上では1巡ずつ）\nHome / End（g / G）  最初 / 最後の局面\nSpace                自動再生と停止\n+ / -                速く / 遅く\nn / N                次の反則 / 前の反則\n12 と Enter          12手目へ移動\n上 / 下（k / j）     通信と説明のスクロール\nt                    だれとの通信を表示するか\nq または Esc         終了";
    any_key() "any key: back" / "何かキーを押すと戻ります";
    more_below(count) "({count} more lines: Down)" / "（あと {count} 行: 下キー）";
    at_start() "the start" / "開始局面";
    move_of(number, most) "move {number} of {most}" / "{most} 手中 {number} 手目";
    time_used(used, limit) "time {used} s of {limit} s" / "時間 {used} 秒 / 制限 {limit} 秒";
    time_free(used) "time {used} s" / "時間 {used} 秒";
    talk_with(name) "talk with {name}:" / "{name} との通信:";
    no_talk() "(built in: nothing is said)" / "（内蔵ボットなので通信はありません）";
    few_drawn(count, step) "{count} moves: every {step}th position is shown; --from and --to show all of a part, --html writes a page" / "{count} 手の対局なので {step} 手ごとの局面だけを表示します。--from と --to で範囲内の全局面を、--html でページを出力できます";
    nothing_from(from) "there is nothing from move {from} on" / "{from} 手目からの局面はありません";
    no_such_range(from, to) "there is nothing from move {from} to move {to}" / "{from} 手目から {to} 手目までの局面はありません";

    // A game that is played.
    play_bar() "help  hint  undo  moves  rules  save  level  quit" / "help 操作  hint ヒント  undo 待った  rules ルール  level 強さ  quit 投了";
    over_bar() "rematch  swap  level N  view  save  quit" / "rematch 再戦  swap 席交替  level N 強さ  view 棋譜  save 保存  quit 終了";
    pager_bar() "Up/Down: scroll  q: back" / "上下キー: スクロール  q: 戻る";
    your_move(seat) "{seat}>" / "{seat}>";
    command_prompt() ">" / ">";
    thinking(name, seconds) "{name} is thinking ({seconds} s)" / "{name} が考えています（{seconds} 秒）";
    waiting() "waiting for the other players" / "ほかの対局者を待っています";
    not_your_turn() "it is not your turn yet; help, rules, save, level and quit can be typed" / "まだあなたの手番ではありません（help、rules、save、level、quit は使えます）";
    they_moved(seat, mv, seconds) "{seat} played {mv} ({seconds} s)" / "{seat}: {mv}（{seconds} 秒）";
    taken_back() "taken back" / "手を戻しました";
    hint_is(mv, value) "hint: {mv} {value}" / "ヒント: {mv}{value}";
    hint_thinking() "looking for a hint ..." / "ヒントを考えています...";
    no_such_command(said, why) "\"{said}\": {why}" / "「{said}」: {why}";
    foul_warning(mv, why) "{mv}: {why}. Type it again if you want to lose the game" / "{mv}: {why}。本当に打つなら、もう一度入力してください（負けになります）";
    nothing_to_repeat() "there is no move of yours that could be made again here" / "ここで繰り返せる自分の手がありません";
    cannot_skip() "in this game every turn has to be played" / "このゲームでは手番を飛ばせません";
    auto_skip(count) "{count} more turns without an order; any key stops" / "あと {count} ターン、指示なしで進めます（何かキーを押すと止まります）";
    auto_repeat(count) "the same again for {count} more turns; any key stops" / "あと {count} ターン、同じ手を繰り返します（何かキーを押すと止まります）";
    auto_over() "stopped: your turn" / "止めました。あなたの手番です";
    saved(path) "saved: {path}" / "保存しました: {path}";
    not_saved(path, error) "{path}: {error}" / "{path}: {error}";
    file_is_there(path) "{path} is there already; give another name: save NAME" / "{path} はすでにあります。save NAME で別の名前を指定してください";
    levels(list) "level N, from 1 to 10: {list}" / "level N（1〜10）: {list}";
    level_set(name) "from the next game on: {name}; new begins it now" / "次の対局から: {name}（new ですぐに始められます）";
    no_levels() "only built-in bots have levels" / "強さを選べるのは内蔵ボットだけです";
    no_rules() "there is no page about this game" / "このゲームの説明はありません";
    record_is(id) "record: gyoji replay {id}" / "棋譜: gyoji replay {id}";
    over_help() "the game is over: rematch, swap, level N, view, save or quit" / "対局は終わりました。rematch、swap、level N、view、save、quit のどれかを入力してください";
    a_cell(example) "a cell such as {example}" / "マス（例: {example}）";
    play_help()
        "  a move             as it is called, or step by step as asked; a cell by its name or as 2,4\n  hint (i)           ask the strongest bot, also shown on the board\n  undo (u)           take the last step or your last move back\n  moves (m)          all that can be typed now\n  rules              the page about this game\n  repeat [N] (r)     the same move again, N times\n  skip [N]           no order for N turns, where the game allows it\n  save [FILE]        write the record so far\n  level [N]          another strength, from 1 to 10, from the next game on\n  new, swap          begin again, with the seats changed\n  view               step through the game, once it is over\n  quit (q)           resign and leave\n\n  Up and Down: what was typed before.  Ctrl-C: leave at once; the game is kept"
        / "  手                 名前で、または聞かれた順に1つずつ（マスは 2,4 の形も可）\n  hint (i)           最強のボットに聞く（盤にも印が出ます）\n  undo (u)           1つ前の入力、または自分の前の手に戻す\n  moves (m)          いま入力できるものの一覧\n  rules              このゲームの説明\n  repeat [N] (r)     同じ手をもう一度（N 回）\n  skip [N]           N ターン指示なしで進める（できるゲームのみ）\n  save [FILE]        ここまでの棋譜を保存\n  level [N]          次の対局からの強さ（1〜10）\n  new / swap         最初から / 席を替えて最初から\n  view               終わった対局を1手ずつ見る\n  quit (q)           投了して終わる\n\n  上下キー: 前に入力した行  Ctrl-C: すぐに終了（対局は保存されます）";

    // The Othello server.
    counts(running, waiting, over) "running: {running}  waiting: {waiting}  over: {over}  (Ctrl-C: stop)" / "対局中: {running}  待ち: {waiting}  終了: {over}  （Ctrl-C で終了）";
}
