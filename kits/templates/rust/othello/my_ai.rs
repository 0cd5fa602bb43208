//! オセロAI。書き換えるのは choose だけです。
//! An Othello AI. The only function you need to edit is choose.

mod board;
{{mods}}mod kit;

use board::Board;
use kit::Clock;

const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];
const BESIDE_A_CORNER: [&str; 12] =
    ["b2", "g2", "b7", "g7", "a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7"];

/// 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
///
/// position: 局面の文字列。Board::new(position) で読める / the position as text; Board reads it
/// legal:    できる手（空ではない）/ the legal moves, at least one
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
fn choose(position: &str, legal: &[&str], _clock: &Clock) -> String {
    let board = Board::new(position);
    // いまは「角がよい、角のとなりは悪い、あとは多く返せるマス」。
    // For now: corners are good, squares beside them bad, else turn over as many as possible.
    kit::best(legal, |mv| {
        let corner = if CORNERS.contains(&mv) { 100.0 } else { 0.0 };
        let beside = if BESIDE_A_CORNER.contains(&mv) { 20.0 } else { 0.0 };
        corner - beside + board.flips(mv) as f64 + kit::random()
    })
}

fn main() {
    {{kit}}::run(choose);
}
