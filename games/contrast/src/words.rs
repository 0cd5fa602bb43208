//! Why a move is not allowed, in both languages.

use gyoji_core::Text;
use gyoji_words::messages;

use crate::board::Board;
use crate::moves::{Move, Name, Tile};
use crate::square::{RAYS, each};

messages! {
    no_piece(at) "there is no piece on {at}" / "{at} に駒はありません";
    not_yours(at) "the piece on {at} is the opponent's" / "{at} の駒は相手のものです";
    stays(at) "the piece has to leave {at}" / "駒は {at} から動かなければなりません";
    taken(at) "there is a piece on {at} already" / "{at} にはすでに駒があります";
    white_ways(at)
        "{at} is white: from there a piece moves straight, not diagonally"
        / "{at} は白タイルなので、縦横にだけ動けます";
    black_ways(at)
        "{at} is black: from there a piece moves diagonally, not straight"
        / "{at} は黒タイルなので、斜めにだけ動けます";
    no_line(from, to)
        "{to} is not on a line with {from}"
        / "{from} から {to} へはまっすぐ進めません";
    enemy_between(at)
        "the opponent's piece on {at} is in the way"
        / "{at} にいる相手の駒を飛び越えることはできません";
    too_far(at)
        "a piece moves one square, or jumps over its own; in that direction it stops on {at}"
        / "動けるのは1マスか、味方を飛び越えた先までです。その方向では {at} で止まります";
    none_left(tile) "no {tile} tile is left in the hand" / "{tile}タイルはもう手元にありません";
    tile_on_goal(at)
        "no tile can be put on {at}: the piece goes there"
        / "{at} は駒の移動先なので、タイルを置けません";
    tile_under_piece(at)
        "no tile can be put on {at}: there is a piece on it"
        / "{at} には駒があるので、タイルを置けません";
    tile_stays(at)
        "there is a tile on {at} already, and tiles stay"
        / "{at} にはすでにタイルがあります。タイルは置き直せません";
}

/// What people call a tile.
pub(crate) const fn title(tile: Tile) -> Text {
    match tile {
        Tile::Black => Text::new("black", "黒"),
        Tile::Gray => Text::new("gray", "グレー"),
    }
}

/// Why a move is not allowed; `None` if it is, as far as the board goes.
pub(crate) fn why_illegal(board: &Board, mv: Move) -> Option<Text> {
    let (from, to) = (mv.from(), mv.to());
    match board.piece_on(from) {
        None => return Some(no_piece(Name(from))),
        Some(seat) if seat != board.side() => return Some(not_yours(Name(from))),
        Some(_) if from == to => return Some(stays(Name(from))),
        Some(_) => {}
    }
    if board.piece_on(to).is_some() {
        return Some(taken(Name(to)));
    }
    if board.targets(from) >> to & 1 == 0 {
        return Some(no_way(board, from, to));
    }
    let (tile, square) = mv.tile()?;
    if board.hand(board.side()).count(tile) == 0 {
        Some(none_left(title(tile)))
    } else if square == to {
        Some(tile_on_goal(Name(square)))
    } else if board.tile_on(square).is_some() {
        Some(tile_stays(Name(square)))
    } else if board.tile_squares(from, to) >> square & 1 == 0 {
        Some(tile_under_piece(Name(square)))
    } else {
        None
    }
}

/// Why a piece cannot go from one square to another, empty one.
fn no_way(board: &Board, from: u8, to: u8) -> Text {
    let Some(direction) = RAYS[usize::from(from)].iter().position(|ray| ray >> to & 1 == 1) else {
        return no_line(Name(from), Name(to));
    };
    match board.tile_on(from) {
        None if direction >= 4 => return white_ways(Name(from)),
        Some(Tile::Black) if direction < 4 => return black_ways(Name(from)),
        _ => {}
    }
    // The squares on the way, nearest first: those ahead of `from` that have `to` ahead of them.
    let ray = RAYS[usize::from(from)][direction];
    let between = ray & !RAYS[usize::from(to)][direction] & !(1 << to);
    let mut way: Vec<u8> = each(between).collect();
    if direction % 4 >= 2 {
        way.reverse();
    }
    let enemy = |at: &&u8| board.piece_on(**at).is_some_and(|seat| seat != board.side());
    let stop = way.iter().find(|at| board.piece_on(**at).is_none() || enemy(at));
    match stop {
        Some(at) if enemy(&at) => enemy_between(Name(*at)),
        Some(at) => too_far(Name(*at)),
        None => no_line(Name(from), Name(to)),
    }
}
