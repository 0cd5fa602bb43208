// Run by scripts.rs in a folder with all scripts in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { svgText, h } from "./dom.js";
import { spelled, setLang, t, named, secs, lang } from "./lang.js";
import { Moments, patched, pieces } from "./frames.js";
import { boardLabel, cellName, cellWords, drawBoard, layout, lastCells } from "./board.js";
import { courseOf, judgement, pointChanges, pointLines, ticks } from "./course.js";
import { heat, points } from "./tables.js";
import { bracketLayout, isBracket, leadsTo } from "./bracket.js";

const games = JSON.parse(readFileSync("games.json", "utf8"));
assert.equal(games.length, 5);

// Moments.
assert.deepEqual(pieces("12/1.- 壁a𠮷"), ["12", "/", "1.-", " ", "壁", "a", "𠮷"]);
assert.deepEqual(patched({ a: 1, b: [1, 2] }, { a: [], b: { 1: [5] }, c: ["x"] }), { b: [1, 5], c: "x" });
assert.equal(patched("a b1,2 c", { " ": { 1: { 2: ["3"] } } }), "a b1,3 c");
for (const { document, moments } of games) {
  const all = new Moments(document.frames), name = document.frames.legend.title.en;
  assert.equal(all.length, moments.length);
  // From the end, then one by one: looking back gives the same.
  assert.deepEqual(all.at(moments.length - 1), moments.at(-1), name);
  moments.forEach((moment, index) => assert.deepEqual(all.at(index), moment, `${name} ${index}`));
}

// Boards: every moment of every game, both ways round, large and small, with choices.
for (const { document: { frames: { legend } }, moments, choice } of games) {
  for (const [index, moment] of moments.entries()) for (const options of [{}, { flip: true }, { mini: true }, { choice: index ? null : choice, numbers: "all" }]) {
    const text = svgText(drawBoard(legend, moment, options));
    const wrong = text.search(/undefined|NaN|null|\[object/);
    assert.equal(wrong, -1, text.slice(wrong - 80, wrong + 80));
  }
  const drawn = svgText(drawBoard(legend, moments[0], { choice }));
  // Where almost everything can be chosen, nothing is marked.
  const isMany = choice.next.filter(({ step }) => step.cell).length > 48;
  assert.equal(drawn === svgText(drawBoard(legend, moments[0])), isMany, "what can be chosen is seen");
  const pieceCount = moments.at(-1).view.cells.flatMap(cell => cell.pieces ?? []).length;
  assert.equal(drawBoard(legend, moments.at(-1)).children.find(layer => layer.attrs.class === "la-pieces").children.length, pieceCount);
  assert.ok(boardLabel(legend, moments.at(-1)).length > 5);
}
const [{ document: discs, moments: [start] }] = games;
assert.equal(cellName(start.view, 2, 4), "c5");
assert.equal(cellName({ cols: ["0", "1"], rows: ["0", "1"] }, 1, 0), "1,0");
setLang("ja");
assert.equal(lang(), "ja");
assert.equal(cellWords(discs.frames.legend, start.view, 3, 3, start.titles), "d4, 白 石");
setLang("en");
assert.equal(cellWords(discs.frames.legend, start.view, 0, 0, start.titles), "a1, felt");
assert.equal(layout(discs.frames.legend, start.view, { flip: true }).x(0), 7);
assert.deepEqual(lastCells(start), []);

// What is in data cannot be markup.
assert.equal(svgText(h("text", { title: '"<&' }, "<b>'")), '<text title="&quot;&lt;&amp;">&lt;b&gt;&#39;</text>');
assert.equal(spelled("c5\r\n"), "c5\\r\\n");
assert.equal(spelled({ hex: "82a0630a" }), "\\x82\\xa0c\\n");
assert.equal(spelled({ text: "ab", more: 3 }), "ab… (+3)");
assert.equal(spelled("a\u202eb"), "a\\u{202e}b");

// Words.
assert.equal(t("ply", { n: 3 }), "move 3");
assert.equal(named("fault", "time"), "out of time");
assert.equal(named("tie", "no-such-rule"), "no-such-rule");
assert.deepEqual([0, .004, .5, 12.34, 123.4].map(secs), ["0", "0.004", "0.50", "12.3", "123"]);

// The course of a game.
assert.deepEqual(judgement("depth 1 score -2.4 nodes 4\ndepth 2 score +3 f5"), { score: 3 });
assert.deepEqual(judgement("(2,2): rate= 51.545% / 2201\n(4,2): rate= 51.8% / 18"), { percent: 51.545 });
assert.equal(judgement("hello"), null);
for (const { document, moments } of games) {
  const { stops, faults, ended } = courseOf(document);
  assert.equal(stops.length, moments.length + (faults.length ? 1 : 0));
  assert.ok(ended);
  assert.ok(stops.slice(1).every(stop => stop.time.used > 0 && stop.time.limit === 1));
  if (faults.length) assert.equal(stops.at(-1).fatal, faults.at(-1));
}
const counted = [0, 0, 5, 5, 3].map(points => ({ view: { seats: [{ points }, { points: -points }] } }));
const all = { length: 5, at: index => counted[index] };
assert.deepEqual(pointChanges(all).map(({ frame, gains }) => [frame, gains[0].seat, gains[0].by]), [[2, 0, 5], [4, 1, 2]]);
assert.deepEqual(pointLines(all, 1), [[[0, 0], [2, 5], [4, 3]]]);
assert.deepEqual(ticks(0, 60, 6), [0, 10, 20, 30, 40, 50, 60]);
assert.deepEqual(ticks(-1, 1, 4), [-1, -.5, 0, .5, 1]);

// Events.
assert.deepEqual([[0, 4], [1, 4], [2, 4], [3, 4], [4, 4]].map(([score, games]) => heat(score, games)), ["h0", "h1", "h2", "h3", "h4"]);
assert.deepEqual([0, .5, 2.5, 3].map(points), ["0", "½", "2½", "3"]);
const meeting = (entrants, advancing = []) => ({ entrants, advancing, score: [], best_of: 1, state: advancing.length ? "over" : "waiting", pairing: 1 });
const cup = { format: "knock-out", rounds: [
  { name: "", number: 1, meetings: [meeting([0, 1], [0]), meeting([2, 3], [3]), meeting([4, 5], [4]), meeting([6, 7])] },
  { name: "", number: 2, meetings: [meeting([0, 4]), meeting([3, null])] },
  { name: "third-place", number: 3, meetings: [meeting([null, null])] },
  { name: "final", number: 4, meetings: [meeting([null, null])] },
] };
assert.ok(isBracket(cup));
const tables = (...meetings) => ({ format: "groups", rounds: [{ name: "", number: 1, meetings }] });
assert.ok(!isBracket(tables(meeting([0, 1, 2, 3]), meeting([4, 5, 6, 7]))), "tables side by side come to no end");
assert.ok(isBracket(tables(meeting([0, 1, 2, 3]))));
assert.equal(leadsTo(cup.rounds[0].meetings[2], 2, cup.rounds[0], cup.rounds[1]), 0);
const { columns, extra } = bracketLayout(cup);
assert.deepEqual(columns.map(column => column.length), [4, 2, 1]);
assert.equal(extra.length, 1);
assert.deepEqual(columns[0].map(({ meeting }) => meeting.entrants[0]), [0, 4, 2, 6], "lines do not cross");
for (const column of columns) for (let i = 1; i < column.length; i++) assert.ok(column[i].y >= column[i - 1].y + 58, "cards do not overlap");
console.log("ok");
