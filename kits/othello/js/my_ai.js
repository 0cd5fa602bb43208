// オセロAIのひな形（JavaScript / Node.js）/ A starter Othello AI in JavaScript.
//
// 書き換えるのは choose だけです。/ The only function you need to edit is choose.
//
// 審判とのやりとり（標準入出力）/ The conversation with the judge, over stdin and stdout:
//
//     COLOR 1              あなたは黒（2 なら白）  / you are black (2: white)
//     MOVE BOARD:0002100…  盤面64文字。手を答える / the board; answer with a move
//     QUIT                 終わり                  / the game is over
//
// 盤面は左上から右へ、上から下へ。0 は空き、1 は黒、2 は白です。
// The board is written row by row from the top left: 0 empty, 1 black, 2 white.
//
// 標準出力に書いてよいのは手だけです。console.log の代わりに debug() を使ってください。
// stdout is only for moves. Use debug() instead of console.log.

"use strict";

const readline = require("node:readline");

const EMPTY = 0;
const CORNERS = [0, 7, 56, 63];
const DIRECTIONS = [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]];

/**
 * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
 *
 * board: 64個の数（0 空き, 1 黒, 2 白）  / 64 numbers (0 empty, 1 black, 2 white)
 * me:    自分の色（1 か 2）               / your colour (1 or 2)
 * legal: 打てるマスの配列（空ではない）   / the squares you can play, at least one
 * 返り値 / returns: legal の中の1つ        / one of legal
 */
function choose(board, me, legal) {
  // いまは「角があれば角、なければ一番たくさん返せるマス」。
  // For now: a corner if there is one, else the square that flips the most discs.
  const score = (square) =>
    flips(board, me, square).length + (CORNERS.includes(square) ? 100 : 0);
  return legal.reduce((best, square) => (score(square) > score(best) ? square : best));
}

/** square に打つと返る石。打てなければ空 / The discs a move would flip; none if illegal. */
function flips(board, me, square) {
  if (board[square] !== EMPTY) return [];
  const flipped = [];
  for (const [dx, dy] of DIRECTIONS) {
    const run = [];
    let x = (square % 8) + dx;
    let y = Math.floor(square / 8) + dy;
    // 相手の石が続くあいだ進む / walk over the opponent's discs
    while (isInside(x, y) && board[y * 8 + x] === 3 - me) {
      run.push(y * 8 + x);
      x += dx;
      y += dy;
    }
    // その先に自分の石があれば、はさんだことになる / one of ours at the end: they are trapped
    if (isInside(x, y) && board[y * 8 + x] === me) flipped.push(...run);
  }
  return flipped;
}

function isInside(x, y) {
  return 0 <= x && x < 8 && 0 <= y && y < 8;
}

/** 0 -> a1, 63 -> h8 */
function name(square) {
  return "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
}

/** 途中経過を表示する（標準エラー出力へ）/ Prints to stderr, where the judge does not mind. */
function debug(...words) {
  console.error(...words);
}

/** 審判への返事 / What we say to the judge. */
function answer(board, me) {
  const legal = board.map((_, square) => square).filter((s) => flips(board, me, s).length > 0);
  // 打てるマスがなければ必ず pass と言う / with no legal square we have to say pass
  return legal.length > 0 ? name(choose(board, me, legal)) : "pass";
}

let me = 1;
const input = readline.createInterface({ input: process.stdin });
input.on("line", (text) => {
  const line = text.trim();
  if (line.startsWith("COLOR ")) {
    me = Number(line.slice("COLOR ".length));
  } else if (line.startsWith("MOVE BOARD:")) {
    const board = [...line.slice("MOVE BOARD:".length)].map(Number);
    process.stdout.write(answer(board, me) + "\n");
  } else if (line === "QUIT") {
    input.close();
  }
});
