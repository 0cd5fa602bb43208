//! What is said when a recorded game is shown.

messages! {
    cpu(cpu, wait) "(cpu {cpu} ms, kept waiting {wait} ms)" / "（CPU {cpu} ms、待たされた {wait} ms）";
    undone(plies) "{plies} moves taken back" / "{plies} 手戻しました";
    wins(seat, name) "{seat} wins: {name}" / "{seat} {name} の勝ち";
    no_such_ply(ply, most) "there is no position after {ply} moves; the game has {most}" / "{ply} 手後の局面はありません。この対局は {most} 手です";
    no_such_move(number, most) "there is no move {number}; the game has {most}" / "{number} 手目はありません。この対局は {most} 手です";
    answered(number, mv, seconds) "move {number}: {mv}  {seconds} s" / "{number} 手目: {mv}  {seconds} 秒";
    as_before() "(as in the record)" / "（棋譜と同じ）";
    differs(mv) "(the record has {mv})" / "（棋譜では {mv}）";
    fine() "(legal)" / "（合法手）";
}
