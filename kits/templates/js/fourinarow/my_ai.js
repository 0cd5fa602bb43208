// 四目並べAI。書き換えるのは choose だけです。
// A Four in a Row AI. The only function you need to edit is choose.

"use strict";

const { Board } = require("./board");
const { debug, run } = require("./{{kit}}");

/**
 * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
 *
 * position: 局面の文字列。new Board(position) で読める / the position as text; Board reads it
 * legal:    石を落とせる列の配列（空ではない）/ the columns you can play, at least one
 * clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
 * 返り値 / returns: legal の中の1つ / one of legal
 */
function choose(position, legal, clock) {
  const board = new Board(position);
  // いまは「4つ並ぶなら並べる、並べられそうなら防ぐ、あとは長く、まん中へ」。
  // For now: four in a row if we can, stop the other's, else long rows near the middle.
  const score = (move) => {
    const win = board.row(move, board.me) >= 4;
    const stop = board.row(move, board.other) >= 4;
    const middle = 3 - Math.abs("abcdefg".indexOf(move) - 3);
    return win * 1000 + stop * 100 + board.row(move, board.me) * 2 + middle + Math.random();
  };
  return best(legal, score);
}

/** 点数が一番高い手 / The move with the highest score. */
function best(legal, score) {
  const scores = legal.map(score);
  return legal[scores.indexOf(Math.max(...scores))];
}

run(choose);
