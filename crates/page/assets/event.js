// A whole event on one page: result, standings, brackets, ratings, times, faults and games.
import { button, el, h, svg } from "./dom.js";
import { count, named, onLang, say, t } from "./lang.js";
import { bracket, gamesOf, isBracket, roundName } from "./bracket.js";
import { faultsTable, gamesTable, points, ratingPlot, standingsTable, timesTable } from "./tables.js";
import { Replay } from "./replay.js";
import { schedule } from "./schedule.js";

/**
 * An event in an element: `new EventView(element, report, { games })`, where `games` has the games that can be gone
 * through, by their ids. On a server a game has a page of its own at `address(id, ply)`, `state` says whether the event
 * runs, `above` stands over the tables, and `update` shows what has become of it.
 */
export class EventView {
  constructor(element, report, { games = {}, ...options } = {}) {
    Object.assign(this, { element, report, games, options });
    this.draw();
    onLang(() => this.draw());
    addEventListener("hashchange", () => this.#fromHash());
    this.#fromHash();
  }

  /** Shows the event as it is now; what somebody has unfolded or chosen stays so. */
  update(report, state) {
    const folds = () => [...this.element.querySelectorAll("details")], choice = () => this.element.querySelector(".filter select");
    const open = folds().map(({ open }) => open), chosen = choice()?.value;
    this.report = report;
    this.options.state = state;
    this.draw();
    folds().forEach((fold, index) => fold.open = open[index] ?? false);
    if (chosen && choice()) {
      choice().value = chosen;
      choice().dispatchEvent(new Event("change"));
    }
  }

  draw() {
    const { report } = this, sections = [];
    const section = (id, title, note, ...inside) => {
      const body = inside.flat().filter(Boolean);
      if (body.length) sections.push({ id, title, node: el("section", { id, class: "part" }, el("div", { class: "part-head" }, el("h2", {}, title), note ? el("span", { class: "more" }, note) : null), body) });
    };
    const open = (id, ply, label) => this.#opener(id, ply, label);
    report.chart.stages.forEach((stage, index) => {
      const many = report.chart.stages.length > 1, title = many ? named("stage", stage.name) : t("standings");
      section(`stage${index}`, title, stageNote(stage), isBracket(stage) ? bracket(report, stage, open) : null, groups(report, stage, open), isBracket(stage) ? null : rounds(report, stage));
    });
    section("schedule", t("schedule_title"), null, schedule(report));
    section("ratings", t("ratings_over_time"), t("ratings_note"), ratingPlot(report), report.rating_notes.map(note => el("p", { class: "q" }, say(note))));
    section("times", t("times_title"), t("times_note"), report.times.some(({ answers }) => answers) ? el("div", { class: "scroll", tabindex: 0 }, timesTable(report, open)) : null);
    section("faults", t("faults_title"), t("faults_note", { n: report.faults.length }), report.faults.length ? faultsTable(report, open) : null);
    const inside = report.games.filter(({ id }) => this.#has(id)).length;
    section("games", t("games_title"), this.options.address ? null : inside === report.games.length ? t("all_inside") : t("some_inside", { n: inside, of: report.games.length }), report.games.length ? gamesTable(report, id => this.#has(id), open) : null);
    this.stage = el("div", { class: "theatre", hidden: true });
    this.element.replaceChildren(el("div", { class: "wrap" }, this.#head(), el("nav", { class: "jump", "aria-label": t("on_this_page") }, sections.map(({ id, title }) => el("a", { href: `#${id}` }, title))), this.options.above ?? null, this.#result(), sections.map(({ node }) => node), el("footer", { class: "foot q" }, this.options.twin ? el("a", { href: this.options.twin }, "JSON") : t("made_by"))), this.stage);
    if (this.shown) this.show(this.shown.id, this.shown.ply);
  }

  #head() {
    const { report } = this, isOver = report.chart.stages.every(({ state }) => state === "over"), state = this.options.state ?? (isOver ? "over" : "running"), played = report.chart.stages.reduce((sum, { played }) => sum + played, 0), all = report.chart.stages.reduce((sum, { games }) => sum + games, 0);
    const day = ms => new Date(ms).toLocaleDateString(document.documentElement.lang === "ja" ? "ja-JP" : "en-GB", { year: "numeric", month: "long", day: "numeric" });
    return el("div", { class: "evhead" }, el("div", {}, el("h1", {}, report.name, " ", el("span", { class: state === "running" ? "chip live" : "chip" }, named("event", state))),
      el("p", { class: "meta" }, [say(report.title), ...report.about.map(text => say(text).split(" → ").map(part => named("format", part)).join(" → ")), t("entrants", { n: report.chart.entrants.length }), report.started_ms ? day(report.started_ms) : null].filter(Boolean).map(text => el("span", {}, text)))),
    el("div", {}, el("div", { class: "progress" }, el("span", {}, el("b", {}, count(played)), el("span", { class: "quiet" }, ` / ${t("n_games", { n: count(all) })}`))),
      svg({ class: "meter", viewBox: "0 0 100 1", preserveAspectRatio: "none", role: "img", "aria-label": `${Math.round(played / Math.max(1, all) * 100)} %` }, h("rect", { width: 100, height: 1, class: "bg" }), h("rect", { width: played / Math.max(1, all) * 100, height: 1, class: "fill" }))));
  }

  /** Who came out first, in large letters, and what can be said about it. */
  #result() {
    const { report } = this, names = report.chart.entrants, podium = report.chart.ranking.slice(0, 3);
    if (!podium.length) return this.#sentences();
    let place = 1;
    return el("section", { class: "result", "aria-label": t("result") }, el("ol", { class: "podium" }, podium.map(group => {
      const item = el("li", { class: place === 1 ? "best" : null }, el("span", { class: "rank" }, t("place", { n: place })), el("b", {}, group.map(entrant => names[entrant]).join(", ")), place === 1 ? el("small", {}, t("winner")) : null);
      place += group.length;
      return item;
    })), this.#sentences());
  }

  #sentences() {
    const { sentences } = this.report;
    return sentences.length ? el("div", { class: "say" }, sentences.map(sentence => el("p", {}, say(sentence)))) : null;
  }

  #has(id) {
    return id in this.games || Boolean(this.options.address);
  }

  /** Something to press that opens a game; plain text where the game is not there. */
  #opener(id, ply, label) {
    if (!this.#has(id)) return typeof label === "string" ? el("span", { class: "quiet" }, label) : label;
    if (this.options.address) return el("a", { href: this.options.address(id, ply), class: "open" }, label);
    return el("a", { href: `#${new URLSearchParams({ g: id, ...(ply == null ? {} : { ply }) })}`, class: "open" }, label);
  }

  #fromHash() {
    const wanted = new URLSearchParams(location.hash.slice(1)), id = wanted.get("g");
    if (id && (this.shown?.id !== id || !this.replay)) this.show(id, wanted.has("ply") ? Number(wanted.get("ply")) : null);
    else if (!id && this.shown) this.close();
  }

  /** Shows a game over the page. */
  show(id, ply = null) {
    const game = this.games[id];
    if (!game) return;
    this.replay?.destroy();
    this.shown = { id, ply };
    const place = el("div", { class: "inner" });
    this.stage.replaceChildren(el("div", { class: "bar-close" }, el("span", { class: "cut" }, `${this.report.name} · ${game.players.map(({ name }) => name).join(" – ")}`), button({ class: "btn bare", click: () => this.close() }, t("close"), "close")), place);
    this.stage.hidden = false;
    document.documentElement.classList.add("theatre-open");
    this.replay = new Replay(place, structuredClone(game), { hash: true, hashParts: { g: id }, stop: ply ?? undefined, tab: game.why?.length ? "why" : "talk" });
    this.replay.options.onStop = stop => this.shown && (this.shown.ply = stop);
    this.onEscape ??= event => event.key === "Escape" && !document.querySelector("dialog[open]") && this.close();
    document.addEventListener("keydown", this.onEscape);
  }

  close() {
    this.replay?.destroy();
    Object.assign(this, { replay: null, shown: null });
    this.stage.hidden = true;
    this.stage.replaceChildren();
    document.documentElement.classList.remove("theatre-open");
    document.removeEventListener("keydown", this.onEscape);
    history.replaceState(null, "", location.pathname + location.search);
  }
}

function stageNote(stage) {
  const format = named("format", stage.format), state = stage.state === "over" ? t("n_games", { n: count(stage.played) }) : `${count(stage.played)} / ${t("n_games", { n: count(stage.games) })}`;
  return `${format} · ${state}`;
}

/** The groups of a stage: one as a whole table, several as cards beside each other. */
function groups(report, stage, open) {
  const shown = stage.groups.filter(({ rows }) => rows.length);
  if (shown.length === 1) return standingsTable(report, shown[0], stage);
  if (!shown.length) return [];
  return [el("div", { class: "groups" }, shown.map(group => el("div", { class: "meeting tbl" }, el("h3", {}, t("group", { name: group.name }), el("span", { class: "games-of" }, played(report, stage, group).map(({ id }, i) => open(id, null, String(i + 1))))),
    el("ol", {}, group.rows.map(row => el("li", { class: row.advances === true ? "won" : row.advances === false ? "lost" : null }, el("span", { class: "n" }, String(row.place)), el("span", { class: "cut" }, report.chart.entrants[row.entrant]), el("span", { class: "r" }, points(row.score))))))))];
}

/** The games of those who are together in a group. */
function played(report, stage, { rows }) {
  const isTheirs = ({ entrants }) => entrants.length === rows.length && rows.every(({ entrant }) => entrants.includes(entrant));
  return stage.rounds.flatMap(round => round.meetings.filter(isTheirs).flatMap(meeting => gamesOf(report, stage, round, meeting)));
}

/** Rounds that are no bracket: who met whom, folded away. One round of groups says nothing that they do not say. */
function rounds(report, stage) {
  const names = report.chart.entrants, shown = stage.rounds.filter(({ meetings }) => meetings.length);
  if (!shown.length || shown.length === 1 && stage.groups.length > 1) return [];
  return [el("details", { class: "rounds" }, el("summary", {}, shown.length === 1 ? t("round", { n: shown[0].number }) : t("rounds", { n: shown.length })), shown.map((round, index) => el("div", {}, el("h3", {}, round.name ? roundName(round, index, stage.rounds) : t("round", { n: round.number })),
    el("ul", {}, round.meetings.map(meeting => el("li", {}, meeting.entrants.map((entrant, i) => `${entrant == null ? t("to_come") : names[entrant]} ${meeting.state === "waiting" ? "" : points(meeting.score[i] ?? 0)}`).join(" – ")))))))];
}
