//! コントラストAI。書き換えるのは choose だけです。
//! A Contrast AI. The only function you need to edit is choose.

mod board;
{{mods}}mod kit;

use board::Board;
use kit::Clock;

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board::new(position) で読める / the position as text; Board reads it
/// legal:    指せる手（空ではない）/ the legal moves, at least one
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
fn choose(position: &str, legal: &[&str], _clock: &Clock) -> String {
    let board = Board::new(position);
    // いまは「相手の段に着くなら着く、あとは一番前の駒をさらに前へ。タイルは置かない」。
    // For now: reach the far row if we can, else move the foremost piece on, without a tile.
    kit::best(legal, |mv| {
        let win = if board.rows_left(mv) == 0 { 1000 } else { 0 };
        let tile = if mv.contains(' ') { 1 } else { 0 };
        f64::from(win + board.advance(mv) * 10 - board.rows_left(mv) - tile) + kit::random()
    })
}

fn main() {
    {{kit}}::run(choose);
}
