// 四目並べの盤を読む / Reads a Four in a Row grid.
//
//     "......./......./......./......./...Y.../...RR.."
//     上の段から6段（R 赤、Y 黄、. 空き）。赤が先手 / six rows from the top; red begins

"use strict";

const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

class Board {
  constructor(position) {
    this.rows = position.split("/");
    const count = (disc) => position.split(disc).length - 1;
    [this.me, this.other] = count("R") === count("Y") ? ["R", "Y"] : ["Y", "R"];
  }

  /** x は左から 0〜6、y は上から 0〜5。盤の外は空文字 / x from the left, y from the top; "" outside. */
  at(x, y) {
    return x >= 0 && x < 7 && y >= 0 && y < 6 ? this.rows[y][x] : "";
  }

  /** who がその列に落とすと何個並ぶか / How many would be in a row if who played there. */
  row(move, who) {
    const column = "abcdefg".indexOf(move);
    let height = 5;
    while (height > 0 && this.at(column, height) !== ".") height -= 1;
    const lengths = DIRECTIONS.map(([dx, dy]) => {
      let count = 1;
      for (const sign of [1, -1]) {
        let [x, y] = [column + sign * dx, height + sign * dy];
        while (this.at(x, y) === who) [count, x, y] = [count + 1, x + sign * dx, y + sign * dy];
      }
      return count;
    });
    return Math.max(...lengths);
  }
}

module.exports = { Board };
