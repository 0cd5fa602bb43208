// 審判とのやりとり（judge プロトコル）。書き換える必要はありません。
// The conversation with the class-room judge (the `judge` protocol). There is nothing to edit here.
//
//     COLOR 1              あなたは黒（2 なら白）/ you are black (2: white)
//     MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
//     QUIT                 終わり / the game is over

"use strict";

const readline = require("node:readline");
const { Board } = require("./board");
const kit = require("./kit");

function run(choose) {
  if (process.argv.includes("--test") || process.argv.includes("--connect")) return kit.run(choose);
  console.log = console.error;
  let me = "X";
  const input = readline.createInterface({ input: process.stdin });
  input.on("line", (text) => {
    const line = text.trim();
    if (line.startsWith("COLOR")) {
      me = line.split(" ")[1] === "1" ? "X" : "O";
    } else if (line.startsWith("MOVE BOARD:")) {
      const cells = line.slice("MOVE BOARD:".length).replace(/[012]/g, (cell) => "-XO"[cell]);
      const position = `${cells} ${me}`;
      process.stdout.write(choose(position, new Board(position).legal(), new kit.Clock(5000)) + "\n");
    } else if (line === "QUIT") {
      input.close();
    }
  });
}

module.exports = { ...kit, run };
