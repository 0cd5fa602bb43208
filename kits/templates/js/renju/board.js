// 連珠の盤を読む / Reads a renju board.
//
//     "renju 15 h8h9i9"
//     ルール、盤の大きさ、打たれた手（黒から交互）/ rule, size, the moves so far, black first

"use strict";

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

class Board {
  constructor(position) {
    const [, size, moves] = position.split(" ");
    this.size = Number(size);
    this.moves = (moves ?? "").match(/[a-z]\d+/g) ?? [];
    this.stones = new Map(this.moves.map((move, i) => [this.place(move).join(), "BW"[i % 2]]));
    [this.me, this.other] = this.moves.length % 2 === 0 ? ["B", "W"] : ["W", "B"];
  }

  /** "h8" -> [7, 7] */
  place(move) {
    return [move.charCodeAt(0) - "a".charCodeAt(0), Number(move.slice(1)) - 1];
  }

  /** B 黒、W 白、. 空き、盤の外は空文字 / "" outside the board. */
  at(x, y) {
    const inside = x >= 0 && x < this.size && y >= 0 && y < this.size;
    return inside ? this.stones.get(`${x},${y}`) ?? "." : "";
  }

  /** まん中に近いほど大きい（0〜1）/ Greater near the middle, 0 to 1. */
  middle(move) {
    if (!/^[a-z]\d+$/.test(move)) return 0;
    const half = (this.size - 1) / 2;
    return 1 - Math.max(...this.place(move).map((value) => Math.abs(value - half))) / (half + 1);
  }

  /** who がそこに打つと何個並ぶか / How many would be in a row if who played there. */
  row(move, who) {
    // "black", "white", "more": 開局の選択 / a choice of an opening
    if (!/^[a-z]\d+$/.test(move)) return 0;
    const [column, line] = this.place(move);
    const lengths = DIRECTIONS.map(([dx, dy]) => {
      let count = 1;
      for (const sign of [1, -1]) {
        let [x, y] = [column + sign * dx, line + sign * dy];
        while (this.at(x, y) === who) [count, x, y] = [count + 1, x + sign * dx, y + sign * dy];
      }
      return count;
    });
    return Math.max(...lengths);
  }
}

module.exports = { Board };
