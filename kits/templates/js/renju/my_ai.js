// 連珠・五目並べAI。書き換えるのは choose だけです。
// A renju AI. The only function you need to edit is choose.

"use strict";

const { Board } = require("./board");
const { debug, run } = require("./{{kit}}");

/**
 * 手を選ぶ。ここを書き換えよう！ / Picks a move. This is the part to edit!
 *
 * position: 局面の文字列。new Board(position) で読める / the position as text; Board reads it
 * legal:    打てる点の配列（空ではない。黒の禁手も含む）/ the moves, at least one; fouls are among them
 * clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
 * 返り値 / returns: legal の中の1つ / one of legal
 */
function choose(position, legal, clock) {
  const board = new Board(position);
  // いまは「五を作る、相手の五を止める、相手の四を止める、あとは自分の石を長くつなぐ」。
  // For now: make five, stop the other's five or four, else make our own rows longer.
  const score = (move) => {
    const mine = board.row(move, board.me);
    const theirs = board.row(move, board.other);
    const six = mine > 5; // 黒の長連は反則 / more than five is a foul for black
    return (mine === 5) * 1000 + (theirs >= 5) * 500 + (theirs === 4) * 20 - six * 2000
      + mine * 8 + board.middle(move) + Math.random();
  };
  return best(legal, score);
}

/** 点数が一番高い手 / The move with the highest score. */
function best(legal, score) {
  const scores = legal.map(score);
  return legal[scores.indexOf(Math.max(...scores))];
}

run(choose);
