// 審判とのやりとり（plain プロトコル）。書き換える必要はありません。
// The conversation with the referee (the `plain` protocol). There is nothing to edit here.
//
//     node my_ai.js                                      標準入出力で / over stdin and stdout
//     node my_ai.js --connect HOST:PORT [--key KEY] [--name NAME]   ネットワークで / over the network
//     node my_ai.js --test                               positions.txt の局面で試す / try recorded positions

"use strict";

const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const readline = require("node:readline");

const GAME = "{{game}}";
const NAME = "{{name}}";

/** この1手に使える時間（ミリ秒）/ The time for this move, in milliseconds. */
class Clock {
  constructor(limit) {
    this.limit = limit;
    this.start = Date.now();
  }

  /** 使った時間 / The time used so far. */
  used() {
    return Date.now() - this.start;
  }

  /** 残り時間（制限なしなら1時間）/ The time left; an hour if there is no limit. */
  left() {
    return (this.limit ?? 3600000) - this.used();
  }
}

/** 途中経過を表示する（標準エラー出力へ）/ Prints to stderr; stdout is only for moves. */
function debug(...words) {
  console.error(...words);
}

/** 審判に聞かれるたびに choose を呼ぶ / Calls choose whenever the referee asks. */
function run(choose) {
  // 標準出力は手だけのもの。console.log は標準エラー出力へ / console.log must not disturb the moves
  console.log = console.error;
  if (process.argv.includes("--test")) {
    process.exit(test(choose));
  } else if (process.argv.includes("--connect")) {
    connect(choose, option("--connect"), option("--name", NAME), option("--key", ""));
  } else {
    talk(choose, process.stdin, process.stdout);
  }
}

function talk(choose, input, output) {
  const say = (...words) => output.write(words.join(" ") + "\n");
  let position = "";
  let legal = [];
  readline.createInterface({ input }).on("line", (text) => {
    const line = text.trim();
    const [word, rest] = cut(line);
    if (word === "gyoji") {
      say("ready legal");
    } else if (word === "position") {
      position = cut(rest)[1];
    } else if (word === "legal") {
      legal = rest.split(" | ");
    } else if (word === "go") {
      const [number, limit] = rest.split(" ");
      say("move", number, choose(position, legal, new Clock(limit === "-" ? null : Number(limit))));
    } else if (word === "refused" || word === "over") {
      debug(line);
    }
  });
}

function connect(choose, address, name, key) {
  const colon = address.lastIndexOf(":");
  const port = Number(address.slice(colon + 1));
  if (colon < 1 || !(port > 0 && port < 65536)) {
    debug(`${address}: HOST:PORT の形で書いてください / write it as HOST:PORT`);
    process.exit(1);
  }
  const host = address.slice(0, colon).replace(/^\[|\]$/g, "");
  const peer = net.connect(port, host);
  peer.setNoDelay(true);
  peer.on("error", (problem) => {
    debug(`${address} につながりません / cannot connect: ${problem.message}`);
    process.exit(1);
  });
  peer.on("connect", () => {
    peer.write(["hello gyoji 1", GAME, name, key].join(" ").trim() + "\n");
    debug(`${address} に接続しました / connected to ${address}`);
    talk(choose, peer, peer);
  });
}

/** コマンドラインの値 / The value of an option on the command line. */
function option(name, usual) {
  const place = process.argv.indexOf(name);
  if (place < 0) return usual;
  const value = process.argv[place + 1];
  if (value === undefined) {
    debug(`${name} の値がありません / ${name} needs a value`);
    process.exit(2);
  }
  return value;
}

/** positions.txt の局面で choose を試す / Tries choose on the recorded positions. */
function test(choose) {
  const lines = fs.readFileSync(path.join(__dirname, "positions.txt"), "utf8").split("\n");
  let [position, legal, count, wrong] = ["", [], 0, 0];
  for (const line of lines) {
    const [word, rest] = cut(line.trim());
    if (word === "position") {
      position = rest;
    } else if (word === "legal") {
      legal = rest.split(" | ");
    } else if (word === "good") {
      const answer = choose(position, legal, new Clock(5000));
      const fine = legal.includes(answer) && (rest === "any" || rest.split(" | ").includes(answer));
      count += 1;
      wrong += fine ? 0 : 1;
      debug(fine ? "ok  " : "BAD ", position.slice(0, 70), "->", answer, fine ? "" : `(good: ${rest})`);
    }
  }
  debug(`${count - wrong}/${count}`);
  return wrong > 0 ? 1 : 0;
}

/** 最初の言葉と残り / The first word, and the rest. */
function cut(text) {
  const space = text.indexOf(" ");
  return space < 0 ? [text, ""] : [text.slice(0, space), text.slice(space + 1)];
}

module.exports = { Clock, debug, run };
