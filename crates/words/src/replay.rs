//! What is said when a recorded game is shown.

messages! {
    cpu(cpu, wait) "(cpu {cpu} ms, kept waiting {wait} ms)" / "（CPU {cpu} ms、待たされた {wait} ms）";
    clock(left) "clock {left} s" / "残り {left} 秒";
    value(percent) "expects {percent}" / "形勢 {percent}";
    undone(plies) "{plies} moves taken back" / "{plies} 手戻しました";
    wins(who) "{who} wins" / "{who} の勝ち";
    void() "Void, no result." / "無効試合（勝敗なし）";
    stopped() "Stopped, no result." / "中断（勝敗なし）";
    more_lines(count) "... ({count} more)" / "...（ほか {count} 行）";
    more_faults(count) "({count} more faults that cost nobody the game; --ply N explains those of move N)" / "（ほかに、負けにならなかった反則が {count} 回。--ply N で N 手目の反則の説明が出ます）";
    no_talk(name) "{name} is a built-in bot: nothing was said" / "{name} は内蔵ボットなので、通信はありません";
    never_to_move(seat) "{seat} is not to move there" / "そこは{seat}の手番ではありません";
    no_answer(number) "move {number}: no valid answer" / "{number} 手目: 正しい答えがありません";
    no_such_ply(ply, most) "there is no position after {ply} moves; the game has {most}" / "{ply} 手後の局面はありません。この対局は {most} 手です";
    no_such_move(number, most) "there is no move {number}; the game has {most}" / "{number} 手目はありません。この対局は {most} 手です";
    answered(number, mv, seconds) "move {number}: {mv}  {seconds} s" / "{number} 手目: {mv}  {seconds} 秒";
    part_of(number, first) "move {number} is a part of the answer that begins with move {first}: asking there" / "{number} 手目は {first} 手目から始まる答えの一部なので、{first} 手目で質問します";
    as_before() "(as in the record)" / "（棋譜と同じ）";
    differs(mv) "(the record has {mv})" / "（棋譜では {mv}）";
    fine() "(legal)" / "（合法手）";
}
