// A page with one game in it.
import { el } from "./dom.js";
import { say } from "./lang.js";
import { Replay } from "./replay.js";
import { pageData, pageHead, startPage } from "./shell.js";

startPage();
const pageGame = pageData();
const gameMain = el("main", {});
document.body.append(pageHead(() => [el("b", {}, say(pageGame.frames.legend.title)), ` ${pageGame.players.map(player => player.name).join(" – ")}`]), gameMain);
globalThis.replay = new Replay(gameMain, pageGame, { hash: true, tab: new URLSearchParams(location.search).get("tab") ?? "talk" });
