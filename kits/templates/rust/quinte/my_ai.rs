//! QUINTE のAI。書き換えるのは choose だけです。
//! A QUINTE AI. The only function you need to edit is choose.

mod board;
{{mods}}mod kit;

use board::Board;
use kit::Clock;

/// 指示を選ぶ。ここを書き換えよう！ / Picks an order. This is the part to edit!
///
/// position: 局面の文字列。Board::new(position) で読める / the position as text; Board reads it
/// legal:    できる指示（空ではない。"cw@6,13 up" など）/ the possible orders, such as "cw@6,13 up"
/// clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
/// 返り値 / returns: legal の中の1つ / one of legal
fn choose(position: &str, legal: &[&str], _clock: &Clock) -> String {
    let board = Board::new(position);
    // いまは「一番安い門への道を選び、足りないタイルを運び、道があれば兵士を進める」。
    // For now: take the cheapest road to a gate, bring the tile that is missing, walk where it is laid.
    let road = board.road();
    let cursor = board.bring(&road, legal);
    let soldier = board.step(&road);
    let wishes = [format!("{cursor} {soldier}"), format!("- {soldier}"), format!("{cursor} -")];
    let possible = wishes.into_iter().find(|order| legal.contains(&order.as_str()));
    possible.unwrap_or(legal[0].to_string())
}

fn main() {
    {{kit}}::run(choose);
}
