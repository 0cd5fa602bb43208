//! 連珠・五目並べAI。書き換えるのは choose だけです。
//! A renju AI. The only function you need to edit is choose.

mod board;
{{mods}}mod kit;

use board::Board;
use kit::Clock;

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board::new(position) で読める / the position as text; Board reads it
/// legal:    打てる点（空ではない。黒の禁手も含む）/ the moves, at least one; fouls are among them
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
fn choose(position: &str, legal: &[&str], _clock: &Clock) -> String {
    let board = Board::new(position);
    // いまは「五を作る、相手の五を止める、相手の四を止める、あとは自分の石を長くつなぐ」。
    // For now: make five, stop the other's five or four, else make our own rows longer.
    kit::best(legal, |mv| {
        let (mine, theirs) = (board.row(mv, board.me), board.row(mv, board.other));
        let make = match mine {
            5 => 1000.0,
            6.. => -2000.0, // 黒の長連は反則 / more than five is a foul for black
            _ => 0.0,
        };
        let stop = match theirs {
            5.. => 500.0,
            4 => 20.0,
            _ => 0.0,
        };
        make + stop + mine as f64 * 8.0 + board.middle(mv) + kit::random()
    })
}

fn main() {
    {{kit}}::run(choose);
}
