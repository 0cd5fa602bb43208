// Every page of the server: its head, its language and light, and which page it is.
import { button, el, icon, logo } from "./dom.js";
import { lang, onLang, setLang, t } from "./lang.js";
import { menu } from "./menu.js";

/** What draws each page: a browser fetches only what the page needs. */
const PAGES = {
  lobby: async () => (await import("./lobby.js")).lobbyPage,
  play: async () => (await import("./play.js")).playPage,
  make: async () => (await import("./make.js")).makePage,
  game: async () => (await import("./game.js")).gamePage,
  games: async () => (await import("./found.js")).gamesPage,
  events: async () => (await import("./events.js")).eventsPage,
  event: async () => (await import("./events.js")).eventPage,
  docs: async () => (await import("./docs.js")).docsPage,
  refusal: async () => (await import("./docs.js")).docsPage,
};

const root = document.documentElement, { page, game, id } = document.body.dataset;
const stored = name => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const store = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch { /* it lasts as long as the page */ }
};

const wanted = new URLSearchParams(location.search);
const theme = wanted.get("theme") ?? stored("theme");
if (theme) root.dataset.theme = theme;
setLang(wanted.get("lang") ?? root.lang);

const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

/** Speaks another language, here and in what the server writes: titles and refusals. */
function speak(code) {
  document.cookie = `lang=${code}; path=/; max-age=31536000; samesite=strict`;
  setLang(code);
}

function turnLight() {
  root.dataset.theme = isDark() ? "light" : "dark";
  store("theme", root.dataset.theme);
  fillHead();
}

/** The places one can go to: [address, name, sign, the pages that belong there]. */
const PLACES = [
  [["/play", game || stored("game")].filter(Boolean).join("/"), "nav_play", "again", ["play"]], ["/games", "nav_watch", "eye", ["games", "game"]],
  ["/events", "nav_events", "cup", ["events", "event"]], ["/make", "nav_bots", "robot", ["make"]], ["/docs", "nav_docs", "book", ["docs", "doc"]],
];
if (game) store("game", game);

const head = document.getElementById("head"), foot = el("nav", { class: "thumbs" });
function fillHead() {
  const speaks = (code, name) => el("button", { type: "button", lang: code, "aria-pressed": lang() === code, click: () => speak(code) }, name);
  const isHere = pages => pages.includes(page) ? "page" : null, link = ([href, name, , pages]) => el("a", { href, "aria-current": isHere(pages) }, t(name));
  const other = lang() === "ja" ? "en" : "ja";
  head.replaceChildren(
    el("a", { class: "brand", href: "/", "aria-label": `${t("brand")}: ${t("to_lobby")}` }, logo(), el("span", {}, t("brand"))),
    el("nav", { class: "nav", "aria-label": t("main_pages") }, PLACES.map(link)), el("span", { class: "crumb", id: "crumb" }),
    el("div", { class: "end" }, el("div", { class: "switch", role: "group", "aria-label": t("language") }, speaks("ja", "日本語"), speaks("en", "English")),
      button({ class: "btn bare dark", click: turnLight }, t(isDark() ? "light" : "dark"), isDark() ? "sun" : "moon"),
      menu(t("menu"), "menu", () => [[t("to_lobby"), "eye", "/"], ...PLACES.map(([href, name, sign]) => [t(name), sign, href]), [other === "en" ? "English" : "日本語", "speech", () => speak(other)], [t(isDark() ? "light" : "dark"), isDark() ? "sun" : "moon", turnLight]])));
  foot.setAttribute("aria-label", t("main_pages"));
  foot.replaceChildren(...PLACES.map(([href, name, sign, pages]) => el("a", { href, "aria-current": isHere(pages) }, icon(sign), t(name))));
  crumb(...crumbs);
}

let crumbs = ["", ""];
/** What is shown, for a head that has no room for anything else. */
export function crumb(title, rest = "") {
  crumbs = [title, rest];
  document.getElementById("crumb")?.replaceChildren(el("b", {}, typeof title === "function" ? title() : title), typeof rest === "function" ? rest() : rest);
}

fillHead();
onLang(fillHead);
// Pages that have something else under the thumb do without.
if (page !== "game" && page !== "play") document.body.append(foot);

/** What cannot be shown, and why. */
function trouble(main, error) {
  const says = error.problem?.says;
  main.replaceChildren(el("section", { class: "trouble" }, el("h1", {}, t("not_there")), el("p", {}, says ? says[lang()] : error.status ? String(error.message ?? error) : t("no_answer")),
    el("p", {}, el("a", { class: "btn", href: "/" }, t("to_lobby")), " ", el("button", { type: "button", class: "btn", click: () => location.reload() }, t("try_again")))));
}

const main = document.getElementById("main");
try {
  await (await PAGES[page]())(main, { game, id, crumb });
} catch (error) {
  trouble(main, error);
}
