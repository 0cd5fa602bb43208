//! 審判とのやりとり（judge プロトコル）。書き換える必要はありません。
//! The conversation with the class-room judge (the `judge` protocol). There is nothing to edit here.
//!
//! ```text
//! COLOR 1              あなたは黒（2 なら白）/ you are black (2: white)
//! MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
//! QUIT                 終わり / the game is over
//! ```

use std::io::Write;

use crate::board::Board;
use crate::kit::{self, Choose, Clock};

pub fn run(choose: Choose) {
    if kit::given("--test") || kit::given("--connect") {
        return kit::run(choose);
    }
    let mut me = "X";
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let line = line.trim();
        if line == "QUIT" {
            break;
        } else if line.starts_with("COLOR") {
            me = if line.ends_with('1') { "X" } else { "O" };
        } else if let Some(cells) = line.strip_prefix("MOVE BOARD:") {
            let cells = cells.replace('0', "-").replace('1', "X").replace('2', "O");
            let position = format!("{cells} {me}");
            let legal = Board::new(&position).legal();
            let legal: Vec<&str> = legal.iter().map(String::as_str).collect();
            println!("{}", choose(&position, &legal, &Clock::new(Some(5000))));
            // flush を忘れると審判に届かない / without flush nothing arrives
            let _ = std::io::stdout().flush();
        }
    }
}
