//! 四目並べAI。書き換えるのは choose だけです。
//! A Four in a Row AI. The only function you need to edit is choose.

mod board;
{{mods}}mod kit;

use board::Board;
use kit::Clock;

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board::new(position) で読める / the position as text; Board reads it
/// legal:    石を落とせる列（空ではない）/ the columns you can play, at least one
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
fn choose(position: &str, legal: &[&str], _clock: &Clock) -> String {
    let board = Board::new(position);
    // いまは「4つ並ぶなら並べる、並べられそうなら防ぐ、あとは長く、まん中へ」。
    // For now: four in a row if we can, stop the other's, else long rows near the middle.
    kit::best(legal, |mv| {
        let mine = board.row(mv, board.me);
        let win = if mine >= 4 { 1000.0 } else { 0.0 };
        let stop = if board.row(mv, board.other) >= 4 { 100.0 } else { 0.0 };
        let middle = 3.0 - (f64::from(mv.as_bytes()[0]) - f64::from(b'd')).abs();
        win + stop + middle + mine as f64 * 2.0 + kit::random()
    })
}

fn main() {
    {{kit}}::run(choose);
}
