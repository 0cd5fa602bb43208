// コントラストAIのひな形（JavaScript / Node.js、plain プロトコル）/ A starter Contrast AI.
//
// 書き換えるのは choose だけです。/ The only function you need to edit is choose.
//
// 審判とのやりとり / The conversation (">" is what we get, "<" what we say):
//
//     > gyoji 1 game contrast seat 0 of 2 ms 5000 plies=150 repetition=true
//     < ready
//     > position 0 22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150
//     > go 0 5000
//     < move 0 c1,c2 b3g
//
// 局面 / A position: 駒25文字、タイル25文字、手番、プレイヤー1の黒・グレー、プレイヤー2の黒・グレー
//     the pieces, the tiles, who is to move, black and gray tiles of player 1, then of player 2.
//     マスは左上 a5 から右下 e1 へ、0 から 24 の番号です。
//     Squares are counted from a5 at the top left (0) to e1 at the bottom right (24).
//
// 標準出力に書いてよいのは上の行だけです。console.log の代わりに debug() を使ってください。
// stdout is only for such lines. Use debug() instead of console.log.

"use strict";

const readline = require("node:readline");

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const DIRECTIONS = { "-": STRAIGHT, b: DIAGONAL, g: [...STRAIGHT, ...DIAGONAL] };

/**
 * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
 *
 * board: 局面 / the position: { pieces, tiles, hands }
 * me:    "1" か "2" / which player we are
 * moves: できる手の配列（空ではない）/ the legal moves, at least one: { from, to, tile, square }
 * 返り値 / returns: moves の中の1つ / one of moves
 */
function choose(board, me, moves) {
  // いまは: ゴールまでの手数が、相手より短くなる手を選ぶ。相手に次で勝たれる手は避ける。
  // For now: the shortest race compared with the opponent's; never let them win next.
  const other = me === "1" ? "2" : "1";
  const score = (move) => {
    const next = after(board, move, me);
    const danger = distance(next, other) === 1 && distance(next, me) > 0;
    return distance(next, other) - distance(next, me) - (danger ? 100 : 0) + Math.random() / 2;
  };
  return moves.map((move) => [score(move), move]).reduce((a, b) => (b[0] > a[0] ? b : a))[1];
}

/** ゴールまであと何手か（相手が動かないとして）/ Moves to the far row if nobody else moved. */
function distance(board, player) {
  const seen = new Set();
  let edge = squares().filter((square) => board.pieces[square] === player);
  for (let moves = 0; edge.length > 0; moves++) {
    if (edge.some((square) => isGoal(player, square))) return moves;
    edge.forEach((square) => seen.add(square));
    const next = edge.flatMap((square) => targets(board, player, square));
    edge = [...new Set(next)].filter((square) => !seen.has(square));
  }
  return 20;
}

/** square から動けるマス / Where a piece of the player on that square can go. */
function targets(board, player, square) {
  const found = [];
  for (const [dx, dy] of DIRECTIONS[board.tiles[square]]) {
    let x = (square % 5) + dx;
    let y = Math.floor(square / 5) + dy;
    // 味方は何個でも飛び越える / jump over our own pieces, however many
    while (isInside(x, y) && board.pieces[y * 5 + x] === player) {
      x += dx;
      y += dy;
    }
    if (isInside(x, y) && board.pieces[y * 5 + x] === "-") found.push(y * 5 + x);
  }
  return found;
}

/** できる手すべて / Every legal move. */
function legalMoves(board, player) {
  const moves = [];
  for (const from of squares().filter((square) => board.pieces[square] === player)) {
    for (const to of targets(board, player, from)) {
      moves.push({ from, to });
      for (const square of squares()) {
        // 白くて、動いたあとに空いているマス / white, and empty after the move
        const isEmpty = board.pieces[square] === "-" || square === from;
        if (square === to || !isEmpty || board.tiles[square] !== "-") continue;
        for (const tile of ["b", "g"]) {
          if (board.hands[player][tile] > 0) moves.push({ from, to, tile, square });
        }
      }
    }
  }
  return moves;
}

/** 手を指したあとの局面 / The position after a move. */
function after(board, move, player) {
  const pieces = [...board.pieces];
  const tiles = [...board.tiles];
  const hands = { 1: { ...board.hands[1] }, 2: { ...board.hands[2] } };
  pieces[move.from] = "-";
  pieces[move.to] = player;
  if (move.tile) {
    tiles[move.square] = move.tile;
    hands[player][move.tile] -= 1;
  }
  return { pieces, tiles, hands };
}

function squares() {
  return [...Array(25).keys()];
}

function isInside(x, y) {
  return 0 <= x && x < 5 && 0 <= y && y < 5;
}

/** そのマスは player のゴールか / Whether a player wins on that square. */
function isGoal(player, square) {
  return Math.floor(square / 5) === (player === "1" ? 0 : 4);
}

/** 0 -> a5, 24 -> e1 */
function name(square) {
  return "abcde"[square % 5] + (5 - Math.floor(square / 5));
}

/** 手の書き方: c1,c2 または c1,c2 b3g / How a move is written. */
function text(move) {
  const way = `${name(move.from)},${name(move.to)}`;
  return move.tile ? `${way} ${name(move.square)}${move.tile}` : way;
}

/** 途中経過を表示する（標準エラー出力へ）/ Prints to stderr, where the referee does not mind. */
function debug(...words) {
  console.error(...words);
}

let board = null;
let me = "1";
const input = readline.createInterface({ input: process.stdin });
input.on("line", (line) => {
  const words = line.trim().split(" ");
  if (words[0] === "gyoji") {
    process.stdout.write("ready\n");
  } else if (words[0] === "position") {
    const [, , pieces, tiles, player, b1, g1, b2, g2] = words;
    me = player;
    const hands = { 1: { b: +b1, g: +g1 }, 2: { b: +b2, g: +g2 } };
    board = { pieces: [...pieces], tiles: [...tiles], hands };
  } else if (words[0] === "go") {
    const move = choose(board, me, legalMoves(board, me));
    process.stdout.write(`move ${words[1]} ${text(move)}\n`);
  }
  // ほかの行（played, over など）は読み飛ばす / other lines need no answer
});
