// Events: the list of all, and one of them, which is drawn as in a report and looked at again while it runs.
import { el, h, svg } from "./dom.js";
import { count, named, onLang, say, t } from "./lang.js";
import { Board, seatSign } from "./board.js";
import { EventView } from "./event.js";
import { Line, Story, ask } from "./client.js";
import { rankTitle, who } from "./people.js";

/** How often an event that runs, and the list, are asked for. */
const ROUND = 2000;
const LIST_ROUND = 10000;

const day = ms => new Date(ms).toLocaleDateString(document.documentElement.lang === "ja" ? "ja-JP" : "en-GB", { year: "numeric", month: "long", day: "numeric" });
const chip = state => el("span", { class: state === "running" ? "chip live" : "chip" }, named("event", state));

export async function eventsPage(main) {
  const parts = { title: el("h1", {}), note: el("p", { class: "q", role: "status" }), list: el("ul", { class: "event-list" }) };
  main.replaceChildren(el("div", { class: "finder" }, el("header", {}, parts.title, parts.note), parts.list));
  let { events } = await ask("/events.json"), lost = false;

  function line(event) {
    const { played, games, leaders } = event, share = 100 * played / Math.max(1, games ?? played);
    const about = [say(event.game_title) || event.game, ...(event.formats ?? []).map(format => named("format", format)), event.entrants ? t("entrants", { n: event.entrants }) : null, day(event.started_ms)].filter(Boolean);
    return el("li", {}, el("div", {}, el("h2", {}, el("a", { href: `/events/${encodeURIComponent(event.name)}` }, event.name), chip(event.state)), el("p", { class: "q" }, about.join(" · "))),
      el("ol", { class: "first" }, (leaders ?? []).slice(0, 3).map(({ place, name }) => el("li", {}, el("span", { class: "q" }, String(place)), el("span", { class: "cut" }, name)))),
      el("div", { class: "far" }, el("span", {}, el("b", {}, count(played)), games ? el("span", { class: "q" }, ` / ${t("n_games", { n: count(games) })}`) : el("span", { class: "q" }, ` ${t("n_games", { n: "" })}`)),
        svg({ class: "meter", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, h("rect", { width: 100, height: 1, class: "bg" }), h("rect", { width: Math.min(100, share), height: 1, class: "fill" }))));
  }

  function words() {
    parts.title.textContent = t("events_title");
    parts.note.textContent = lost ? t("lost_server") : events.length ? t("events_count", { n: events.length }) : "";
    parts.list.replaceChildren(...(events.length ? events.map(line) : [el("li", { class: "none" }, el("p", {}, t("no_events")), el("code", {}, "gyoji league run examples/round-robin.toml"), el("a", { class: "btn", href: "/docs/events" }, t("events_guide")))]));
  }

  words();
  onLang(words);
  setInterval(async () => {
    if (document.hidden) return;
    try {
      ({ events } = await ask("/events.json"));
      lost = false;
    } catch {
      lost = true;
    }
    words();
  }, LIST_ROUND);
}

/** The games of an event that are played now: small boards that move. */
class NowPlaying {
  constructor() {
    this.element = el("div", { class: "now", hidden: true });
    this.games = new Map();
  }

  show(running) {
    this.line ??= running.length ? new Line() : null;
    const ids = new Set(running.map(({ id }) => id));
    for (const [id, game] of this.games) if (!ids.has(id)) {
      this.line.unwatch(id);
      game.board.destroy();
      game.element.remove();
      this.games.delete(id);
    }
    for (const brief of running.slice(0, 8)) if (!this.games.has(brief.id)) this.#add(brief);
    this.element.hidden = !this.games.size;
  }

  #add(brief) {
    const { legend } = brief, frame = el("div", { class: "mini-board" }), people = el("ul", {}), ply = el("span", { class: "live-ply" });
    const game = { element: el("a", { class: "now-game", href: `/g/${brief.id}` }, frame, el("div", {}, people, ply)), board: new Board(frame, legend, { mini: true }) };
    const draw = (moment, motion) => {
      game.board.show(moment, { motion });
      people.replaceChildren(...brief.players.map((name, seat) => el("li", {}, seatSign(legend, seat, moment.titles[seat], true), el("span", { class: "cut" }, who(name)), el("b", { class: "push" }, moment.view.seats[seat]?.points ?? ""))));
      ply.textContent = moment.round ? say(moment.round) : t("ply", { n: moment.ply });
    };
    const story = new Story(brief.id, { more: fresh => {
      const moments = fresh.flatMap(({ moment }) => moment ? [moment] : []);
      if (moments.length) draw(moments.at(-1), moments.length === 1);
    } });
    Object.assign(story, { next: brief.seq, moment: brief.moment });
    draw(brief.moment, false);
    this.line.watch(story);
    this.games.set(brief.id, game);
    this.element.append(game.element);
  }
}

export async function eventPage(main, { id, crumb }) {
  const address = `/events/${encodeURIComponent(id)}.json`, now = new NowPlaying(), lost = el("p", { class: "offline", role: "status", hidden: true }), place = el("div", { class: "event" });
  main.replaceChildren(el("p", { class: "loading q", role: "status" }, t("looking")));
  let event = await ask(address);
  main.replaceChildren(lost, place);
  crumb?.(id);
  // Who plays whom just now, by the numbers of the entrants.
  const withNow = ({ report, running }) => Object.assign(report, { now: running.map(({ players }) => players.map(name => report.chart.entrants.indexOf(name))) });
  const view = new EventView(place, withNow(event), { address: (game, ply) => `/g/${game}${ply == null ? "" : `#ply=${ply}`}`, state: event.state, above: now.element, schedule: true, twin: address });
  now.show(event.running);
  onLang(() => lost.textContent = t("lost_server"));
  rankTitle.load().catch(() => {});
  const stampOf = ({ stored, report }) => JSON.stringify([stored, report.now]);
  let stamp = stampOf(event);
  const look = async () => {
    try {
      if (!document.hidden) {
        event = await ask(address);
        lost.hidden = true;
        now.show(event.running);
        withNow(event);
        if (stampOf(event) !== stamp || event.state !== view.options.state) view.update(event.report, event.state);
        stamp = stampOf(event);
      }
    } catch {
      lost.textContent = t("lost_server");
      lost.hidden = false;
    }
    setTimeout(look, event.state === "running" ? ROUND : LIST_ROUND);
  };
  setTimeout(look, ROUND);
}
