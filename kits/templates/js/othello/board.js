// オセロの盤を読む / Reads an Othello board.
//
//     "---------------------------OX------XO--------------------------- X"
//     a1 から h8 まで64文字（X 黒、O 白、- 空き）、次に打つ色 / 64 squares from a1 to h8, then who is to move

"use strict";

const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

class Board {
  constructor(position) {
    [this.cells, this.me] = position.split(" ");
    this.other = this.me === "X" ? "O" : "X";
  }

  /** x, y は 0〜7。盤の外は空文字 / x and y from 0 to 7; "" off the board. */
  at(x, y) {
    return x >= 0 && x < 8 && y >= 0 && y < 8 ? this.cells[y * 8 + x] : "";
  }

  /** その手で返る石の数 / How many discs the move turns over. */
  flips(move) {
    if (move === "pass") return 0;
    const [column, row] = ["abcdefgh".indexOf(move[0]), Number(move[1]) - 1];
    if (this.at(column, row) !== "-") return 0;
    let total = 0;
    for (const [dx, dy] of DIRECTIONS) {
      let [count, x, y] = [0, column + dx, row + dy];
      while (this.at(x, y) === this.other) [count, x, y] = [count + 1, x + dx, y + dy];
      if (this.at(x, y) === this.me) total += count;
    }
    return total;
  }

  /** できる手。なければ ["pass"] / The legal moves; ["pass"] if there is none. */
  legal() {
    const squares = [..."12345678"].flatMap((row) => [..."abcdefgh"].map((column) => column + row));
    const moves = squares.filter((move) => this.flips(move) > 0);
    return moves.length > 0 ? moves : ["pass"];
  }
}

module.exports = { Board };
