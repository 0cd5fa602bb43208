// Games that are kept: looking for them, a small board of each, and their records.
import { button, el } from "./dom.js";
import { count, named, onLang, say, t } from "./lang.js";
import { Board, seatSign } from "./board.js";
import { ask } from "./client.js";
import { games, rankTitle, who } from "./people.js";

const FIELDS = ["game", "player", "event", "ending", "fault"];
const FAULTS = ["illegal", "format", "time", "crash", "flood", "memory", "start", "disconnected", "refused"];
const ENDINGS = ["fault", "resigned", "aborted", "void"];
/** So long after the last key a name is looked for. */
const PAUSE = 250;

/** When a game was, in the reader's own way of writing it. */
const when = ms => new Date(ms).toLocaleString(document.documentElement.lang === "ja" ? "ja-JP" : "en-GB", { year: "numeric", month: "numeric", day: "numeric", hour: "2-digit", minute: "2-digit" });

/** A game that was found: its last position, who played, how it ended. The board is fetched when it comes into view. */
class Found {
  constructor(game, seen) {
    this.game = game;
    this.frame = el("div", { class: "mini-board" });
    this.about = el("div", { class: "about" });
    this.element = el("li", { class: "found" }, el("a", { href: `/g/${game.id}`, class: "picture", tabindex: "-1", "aria-hidden": "true" }, this.frame), this.about);
    this.element.found = this;
    seen.observe(this.element);
    this.words();
  }

  async load() {
    try {
      const { legend, moment } = await ask(`/api/games/${this.game.id}/board`);
      Object.assign(this, { legend, moment });
      this.board = new Board(this.frame, legend, { mini: true });
      this.board.show(moment, { motion: false });
      this.words();
    } catch {
      this.frame.classList.add("missing");
    }
  }

  words() {
    const { game, legend, moment } = this, { ended } = game, faults = game.faults.reduce((sum, fault) => sum + fault.count, 0);
    const player = (name, seat) => el("li", { class: ended.places[seat] === 1 ? "won" : null }, legend ? seatSign(legend, seat, moment.titles[seat], true) : null, el("span", { class: "cut" }, who(name)), el("b", { class: "push" }, ended.points[seat] ? count(ended.points[seat]) : ""));
    this.about.replaceChildren(
      el("h2", {}, el("a", { href: `/g/${game.id}` }, say(game.title) || game.game), el("span", { class: "q" }, t("ply", { n: game.plies }))),
      el("ul", { class: "who" }, game.players.map(player)),
      el("p", { class: "how" }, say(game.ending), faults ? el("span", { class: "chip fault" }, t("n_faults", { n: faults })) : null),
      el("p", { class: "q last" }, el("time", {}, when(game.started_ms)), game.event ? el("a", { href: `/games?${new URLSearchParams({ event: game.event })}`, class: "cut" }, game.event) : null, el("a", { href: `/api/games/${game.id}/record`, download: "", class: "push" }, t("save_record"))));
  }
}

export async function gamesPage(main) {
  const wanted = new URLSearchParams(location.search), parts = { form: el("form", { class: "search", role: "search" }), list: el("ol", { class: "founds", "aria-live": "polite" }), note: el("p", { class: "q note", role: "status" }), more: button({ class: "btn" }, ""), title: el("h1", {}) };
  const { games: catalog } = await games(), events = (await ask("/events.json").catch(() => ({ events: [] }))).events.map(({ name }) => name);
  let all = [], next = null, asked = 0, state = "loading", total = null;
  main.replaceChildren(el("div", { class: "finder" }, el("header", {}, parts.title, parts.note), parts.form, parts.list, el("div", { class: "more-games" }, parts.more)));
  const seen = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) {
      seen.unobserve(target);
      target.found.load();
    }
  }, { rootMargin: "200px" });

  function fields() {
    const { legend } = catalog.find(({ id }) => id === wanted.get("game")) ?? {}, own = legend?.endings ?? [];
    const select = (name, options) => {
      const field = el("select", { name }, options.map(([value, text]) => el("option", { value, selected: (wanted.get(name) ?? "") === value }, text)));
      return el("label", { class: "field" }, t(`find_${name}`), field);
    };
    const any = ["", t("find_any")], player = el("input", { name: "player", type: "search", value: wanted.get("player") ?? "", placeholder: t("find_name"), autocomplete: "off", spellcheck: "false" });
    const known = events.includes(wanted.get("event")) || !wanted.get("event") ? events : [wanted.get("event"), ...events];
    parts.form.replaceChildren(select("game", [any, ...catalog.map(({ id, title }) => [id, say(title)])]), el("label", { class: "field" }, t("find_player"), player),
      select("event", [any, ...known.map(name => [name, name])]),
      select("ending", [any, ...ENDINGS.map(why => [why, t(`ended_${why}`)]), ...own.filter(({ id }) => !ENDINGS.includes(id)).map(({ id, name }) => [id, say(name)])]),
      select("fault", [any, ["any", t("find_any_fault")], ...FAULTS.map(kind => [kind, named("fault", kind)])]));
  }

  function words() {
    parts.title.textContent = t("games_found");
    parts.note.textContent = state === "error" ? t("lost_server") : state === "loading" && !all.length ? t("looking") : all.length ? total != null ? t("games_count", { n: count(total) }) : "" : t(FIELDS.some(name => wanted.get(name)) ? "none_found" : "none_kept");
    parts.more.textContent = t("more_games");
    parts.more.hidden = next == null;
    for (const { found } of parts.list.children) found?.words();
  }

  /** Asks for a page; one that comes after a newer question is not shown. */
  async function load(isMore) {
    const mine = ++asked, query = new URLSearchParams([...wanted].filter(([name, value]) => FIELDS.includes(name) && value));
    if (isMore) query.set("before", next);
    state = "loading";
    parts.list.setAttribute("aria-busy", "true");
    try {
      const answer = await ask(`/games.json?${query}`);
      if (mine !== asked) return;
      if (!isMore) parts.list.replaceChildren();
      all = isMore ? [...all, ...answer.games] : answer.games;
      ({ next, total } = answer);
      state = "ready";
      parts.list.append(...answer.games.map(game => new Found(game, seen).element));
    } catch {
      if (mine !== asked) return;
      state = "error";
    }
    parts.list.removeAttribute("aria-busy");
    words();
  }

  let waits = null;
  const changed = ({ target }) => {
    wanted.set(target.name, target.value);
    if (!target.value) wanted.delete(target.name);
    history.replaceState(null, "", wanted.size ? `?${wanted}` : location.pathname);
    if (target.name === "game") {
      wanted.delete("ending");
      fields();
    }
    clearTimeout(waits);
    waits = setTimeout(() => load(false), target.name === "player" ? PAUSE : 0);
  };
  parts.form.addEventListener("input", changed);
  parts.form.addEventListener("submit", event => event.preventDefault());
  parts.more.addEventListener("click", () => load(true));
  fields();
  words();
  onLang(() => {
    fields();
    words();
  });
  await Promise.all([load(false), rankTitle.load()]);
  words();
}
