// QUINTE のマップを読む / Reads a QUINTE map.
//
//     "ROWS turn=0/1000 super=850 move=R first=R scores=… soldiers=8,16;0,8;8,0;16,8 cursors=…"
//     15×15のタイル（R 赤、B 青、G 緑、Y 黄、. 灰）。国の順は 赤（下）青（左）緑（上）黄（右）
//     15 rows of tiles; countries in the order red (bottom), blue (left), green (top), yellow (right)

"use strict";

const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
// タイルを押す2つの方法：タイルから見たカーソルの位置と回し方
// The two ways to push a tile: where the cursor is, seen from the tile, and how it turns.
const PUSHES = {
  right: [["cw", 0, 0], ["ccw", 0, -1]],
  down: [["cw", -1, 0], ["ccw", 0, 0]],
  left: [["cw", -1, -1], ["ccw", -1, 0]],
  up: [["cw", 0, -1], ["ccw", -1, -1]],
};
const GATES = [4, 7, 8, 9, 12];

class Board {
  constructor(position) {
    const [rows, ...facts] = position.split(" ");
    const fact = Object.fromEntries(facts.map((word) => word.split("=")));
    this.rows = rows.split("/");
    this.me = fact.move;
    this.turn = Number(fact.turn.split("/")[0]);
    // "8,15<8,16": 8,15 にいて、前は 8,16 / is at 8,15 and was at 8,16
    const places = fact.soldiers.split(";").map((place) => place.split("<")[0].split(",").map(Number));
    this.soldiers = { R: places[0], B: places[1], G: places[2], Y: places[3] };
    const [R, B, G, Y] = fact.scores.split(";").map(Number);
    this.scores = { R, B, G, Y };
  }

  /** タイルの色。壁や門は空文字 / The colour of a tile; "" for walls and gates. */
  at(x, y) {
    return x >= 1 && x <= 15 && y >= 1 && y <= 15 ? this.rows[y - 1][x - 1] : "";
  }

  /** 門ならその国、でなければ空文字 / Whose gate it is, or "". */
  gate(x, y) {
    const sides = [["R", y === 16, x], ["B", x === 0, y], ["G", y === 0, x], ["Y", x === 16, y]];
    return sides.find(([, there, place]) => there && GATES.includes(place))?.[0] ?? "";
  }

  /** 敵の門への一番安い道（マスの配列）/ The cheapest road to an enemy's gate, as cells. */
  road() {
    const start = this.soldiers[this.me];
    const cost = new Map([[start.join(), 0]]);
    const before = new Map();
    const queue = [start];
    let best = null;
    while (queue.length > 0) {
      const cell = queue.shift();
      for (const [dx, dy] of Object.values(STEPS)) {
        const to = [cell[0] + dx, cell[1] + dy];
        const [tile, gate] = [this.at(...to), this.gate(...to)];
        if (!tile && (!gate || gate === this.me || !this.at(...cell))) continue;
        // 自分の色でないタイルは運んでくるので高い / other tiles have to be replaced first
        const price = cost.get(cell.join()) + (gate || tile === this.me ? 1 : 4);
        if (price >= (cost.get(to.join()) ?? 9999)) continue;
        cost.set(to.join(), price);
        before.set(to.join(), cell);
        if (!gate) queue.push(to);
        else if (best === null || price < cost.get(best.join())) best = to;
      }
    }
    const road = [];
    for (let cell = best; cell && cell.join() !== start.join(); cell = before.get(cell.join())) road.unshift(cell);
    return road;
  }

  /** 道があれば進む向き、なければ - / Where the soldier goes; "-" if the road is not laid. */
  step(road) {
    if (road.length === 0 || (this.at(...road[0]) !== this.me && !this.gate(...road[0]))) return "-";
    const [x, y] = this.soldiers[this.me];
    return Object.keys(STEPS).find((name) => x + STEPS[name][0] === road[0][0] && y + STEPS[name][1] === road[0][1]);
  }

  /** 足りないタイルを1歩近づけるカーソル / The cursor that brings the missing tile nearer. */
  bring(road, orders) {
    const missing = road.findIndex((cell) => !["", this.me].includes(this.at(...cell)));
    if (missing < 0) return "-";
    const laid = road.slice(0, missing);
    const seen = new Set([road[missing].join()]);
    const queue = [road[missing]];
    while (queue.length > 0) {
      const to = queue.shift();
      for (const [name, [dx, dy]] of Object.entries(STEPS)) {
        const [x, y] = [to[0] - dx, to[1] - dy];
        if (seen.has(`${x},${y}`) || !this.at(x, y)) continue;
        for (const [turn, left, top] of PUSHES[name]) {
          const [cx, cy] = [x + left, y + top];
          const isUnder = ([lx, ly]) => lx >= cx && lx <= cx + 1 && ly >= cy && ly <= cy + 1;
          if (laid.some(isUnder)) continue; // 道をこわさない / never break what is laid
          if (this.at(x, y) !== this.me && !seen.has(`${x},${y}`)) {
            seen.add(`${x},${y}`);
            queue.push([x, y]);
          }
          if (this.at(x, y) === this.me && orders.has(`${turn}@${cx},${cy} -`)) return `${turn}@${cx},${cy}`;
        }
      }
    }
    return "-";
  }
}

module.exports = { Board };
