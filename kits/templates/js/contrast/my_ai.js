// コントラストAI。書き換えるのは choose だけです。
// A Contrast AI. The only function you need to edit is choose.

"use strict";

const { Board } = require("./board");
const { debug, run } = require("./{{kit}}");

/**
 * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
 *
 * position: 局面の文字列。new Board(position) で読める / the position as text; Board reads it
 * legal:    指せる手の配列（空ではない）/ the legal moves, at least one
 * clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
 * 返り値 / returns: legal の中の1つ / one of legal
 */
function choose(position, legal, clock) {
  const board = new Board(position);
  // いまは「相手の段に着くなら着く、あとは一番前の駒をさらに前へ。タイルは置かない」。
  // For now: reach the far row if we can, else move the foremost piece on, without a tile.
  const score = (move) => {
    const wins = board.rowsLeft(move) === 0;
    return wins * 1000 + board.advance(move) * 10 - board.rowsLeft(move) - move.includes(" ") + Math.random();
  };
  return best(legal, score);
}

/** 点数が一番高い手 / The move with the highest score. */
function best(legal, score) {
  const scores = legal.map(score);
  return legal[scores.indexOf(Math.max(...scores))];
}

run(choose);
