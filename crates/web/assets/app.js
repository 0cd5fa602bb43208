// Every page of the server: its head, its language and light, and which page it is.
import { button, el, logo } from "./dom.js";
import { lang, onLang, setLang, t } from "./lang.js";

/** What draws each page: a browser fetches only what the page needs. */
const PAGES = {
  lobby: async () => (await import("./lobby.js")).lobbyPage,
  play: async () => (await import("./play.js")).playPage,
  game: async () => (await import("./game.js")).gamePage,
  games: async () => (await import("./found.js")).gamesPage,
  events: async () => (await import("./events.js")).eventsPage,
  event: async () => (await import("./events.js")).eventPage,
  docs: async () => (await import("./docs.js")).docsPage,
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

const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

const head = document.getElementById("head");
function fillHead() {
  const speak = (code, name) => el("button", { type: "button", lang: code, "aria-pressed": lang() === code, click: () => {
    // The server writes titles and refusals in the same language.
    document.cookie = `lang=${code}; path=/; max-age=31536000; samesite=strict`;
    setLang(code);
  } }, name);
  const isDark = dark(), light = button({ class: "btn bare dark", click: () => {
    root.dataset.theme = isDark ? "light" : "dark";
    store("theme", root.dataset.theme);
    fillHead();
  } }, t(isDark ? "light" : "dark"), isDark ? "sun" : "moon");
  const link = (href, name, current) => el("a", { href, "aria-current": current ? "page" : null }, name);
  head.replaceChildren(
    el("a", { class: "brand", href: "/" }, logo(), el("span", {}, t("brand"))),
    el("nav", { class: "nav" }, link(`/play/${game || "othello"}`, t("nav_play"), page === "play"), link("/", t("nav_watch"), page === "lobby")),
    el("div", { class: "end" }, el("div", { class: "switch", role: "group", "aria-label": t("language") }, speak("ja", "日本語"), speak("en", "English")), light));
}
fillHead();
onLang(fillHead);

/** What cannot be shown, and why. */
function trouble(main, error) {
  const says = error.problem?.says;
  main.replaceChildren(el("section", { class: "trouble" }, el("h1", {}, t("not_there")), el("p", {}, says ? says[lang()] : String(error.message ?? error)),
    el("p", {}, el("a", { class: "btn", href: "/" }, t("nav_watch")), " ", el("button", { type: "button", class: "btn", click: () => location.reload() }, t("try_again")))));
}

const main = document.getElementById("main");
try {
  await (await PAGES[page]())(main, { game, id });
} catch (error) {
  trouble(main, error);
}
