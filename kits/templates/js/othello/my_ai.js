// オセロAI。書き換えるのは choose だけです。
// An Othello AI. The only function you need to edit is choose.

"use strict";

const { Board } = require("./board");
const { debug, run } = require("./{{kit}}");

const CORNERS = ["a1", "h1", "a8", "h8"];
const BESIDE_A_CORNER = ["b2", "g2", "b7", "g7", "a2", "b1", "g1", "h2", "a7", "b8", "g8", "h7"];

/**
 * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
 *
 * position: 局面の文字列。new Board(position) で読める / the position as text; Board reads it
 * legal:    できる手の配列（空ではない）/ the legal moves, at least one
 * clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
 * 返り値 / returns: legal の中の1つ / one of legal
 */
function choose(position, legal, clock) {
  const board = new Board(position);
  // いまは「角がよい、角のとなりは悪い、あとは多く返せるマス」。
  // For now: corners are good, squares beside them bad, else turn over as many as possible.
  const score = (move) =>
    CORNERS.includes(move) * 100 - BESIDE_A_CORNER.includes(move) * 20 + board.flips(move) + Math.random();
  return best(legal, score);
}

/** 点数が一番高い手 / The move with the highest score. */
function best(legal, score) {
  const scores = legal.map(score);
  return legal[scores.indexOf(Math.max(...scores))];
}

run(choose);
