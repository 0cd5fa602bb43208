// コントラストの盤を読む / Reads a Contrast board.
//
//     "22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150"
//     駒（a5 から e1 まで）、タイル（b 黒、g グレー）、手番、手持ちの黒とグレー（1、2の順）
//     pieces from a5 to e1, tiles (b black, g gray), who is to move, black and gray tiles in hand of 1 and 2

"use strict";

class Board {
  constructor(position) {
    [this.cells, this.tiles, this.me] = position.split(" ");
    this.other = this.me === "1" ? "2" : "1";
  }

  /** そのマスの駒（1、2、なければ -）/ The piece on a square such as c3. */
  at(square) {
    return this.cells[(5 - Number(square[1])) * 5 + "abcde".indexOf(square[0])];
  }

  /** そのマスのタイル（b、g、白は -）/ The tile on a square. */
  tile(square) {
    return this.tiles[(5 - Number(square[1])) * 5 + "abcde".indexOf(square[0])];
  }

  /** 動かした駒はあと何段で着くか / How many rows the piece has still to go after the move. */
  rowsLeft(move) {
    const row = Number(move[4]);
    return this.me === "1" ? 5 - row : row - 1;
  }

  /** その手で何段進むか / How many rows the move goes forward. */
  advance(move) {
    const rows = Number(move[4]) - Number(move[1]);
    return this.me === "1" ? rows : -rows;
  }
}

module.exports = { Board };
