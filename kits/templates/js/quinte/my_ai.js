// QUINTE のAI。書き換えるのは choose だけです。
// A QUINTE AI. The only function you need to edit is choose.

"use strict";

const { Board } = require("./board");
const { debug, run } = require("./{{kit}}");

/**
 * 指示を選ぶ。ここを書き換えよう！ / Picks an order. This is the part to edit!
 *
 * position: 局面の文字列。new Board(position) で読める / the position as text; Board reads it
 * legal:    できる指示の配列（空ではない。"cw@6,13 up" など）/ the possible orders, such as "cw@6,13 up"
 * clock:    残り時間。clock.left() ミリ秒 / the time: clock.left() milliseconds
 * 返り値 / returns: legal の中の1つ / one of legal
 */
function choose(position, legal, clock) {
  const board = new Board(position);
  // いまは「一番安い門への道を選び、足りないタイルを運び、道があれば兵士を進める」。
  // For now: take the cheapest road to a gate, bring the tile that is missing, walk where it is laid.
  const road = board.road();
  const orders = new Set(legal);
  const cursor = board.bring(road, orders);
  const soldier = board.step(road);
  const wishes = [`${cursor} ${soldier}`, `- ${soldier}`, `${cursor} -`];
  return wishes.find((order) => orders.has(order)) ?? legal[0];
}

run(choose);
