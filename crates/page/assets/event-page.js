// A page with a whole event in it.
import { el } from "./dom.js";
import { EventView } from "./event.js";
import { pageData, pageHead, startPage } from "./shell.js";

startPage();
const eventData = pageData();
const eventMain = el("main", { class: "event" });
document.body.append(pageHead(), eventMain);
globalThis.eventView = new EventView(eventMain, eventData.report, { games: eventData.games });
