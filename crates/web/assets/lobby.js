// The lobby: one large live board, what is being played, what was played last, and who leads.
import { el, icon, svg, h } from "./dom.js";
import { count, lang, named, onLang, say, t } from "./lang.js";
import { Board, seatSign } from "./board.js";
import { Line, Story, ask } from "./client.js";
import { games, rankTitle, who } from "./people.js";

/** How often the lists are asked for; more often as long as there is nothing to see. */
const ROUND = 3000;
const SOON = 500;

/** A clock, or how long somebody thinks. */
const clockText = seconds => seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}` : seconds.toFixed(1);

/** A game as it is shown in the lobby: it follows its story and draws its board. */
class Shown {
  constructor(brief, line) {
    Object.assign(this, { id: brief.id, brief, legend: brief.legend, moment: brief.moment, names: brief.players, line, isOver: false });
  }

  follow(from) {
    const story = new Story(this.id, { begin: (_, __, moment) => this.begun(moment), more: fresh => this.more(fresh) });
    Object.assign(story, from);
    this.line.watch(story);
  }

  begun() {}

  more(fresh) {
    const moments = fresh.flatMap(({ moment }) => moment ? [moment] : []);
    for (const { event } of fresh) {
      if (event.event === "ended") this.isOver = true;
      if (event.event === "named") this.names = this.names.with(event.seat, event.name);
      this.heard?.(event);
    }
    if (moments.length) this.moment = moments.at(-1);
    this.element.classList.toggle("over", this.isOver);
    this.show(moments.length === 1);
  }

  get number() {
    return this.moment.round ? say(this.moment.round) : t("ply", { n: this.moment.ply });
  }

  destroy() {
    this.line.unwatch(this.id);
    clearInterval(this.ticking);
    this.board.destroy();
    this.element.remove();
  }
}

/** A small live board with its players under it. */
class Mini extends Shown {
  constructor(brief, line) {
    super(brief, line);
    this.name = el("b", { class: "cut" });
    this.count = el("span", { class: "push" });
    this.people = el("ul", { class: brief.players.length > 2 ? "four" : null });
    const frame = el("div", { class: "mini-board" });
    this.element = el("a", { class: "mini", href: `/g/${brief.id}` }, el("header", {}, el("span", { class: "live-dot" }), this.name, this.count), frame, this.people);
    this.board = new Board(frame, this.legend, { mini: true });
    this.follow({ next: brief.seq, moment: brief.moment });
    this.show(false);
  }

  show(motion) {
    const { legend, moment } = this;
    this.name.textContent = say(legend.title);
    this.count.textContent = this.number;
    this.people.replaceChildren(...this.names.map((name, seat) => el("li", {}, seatSign(legend, seat, moment.titles[seat], true), el("span", { class: "cut" }, who(name)), el("b", { class: "push" }, this.names.length > 2 ? "" : moment.view.seats[seat]?.points ?? ""))));
    this.board.show(moment, { motion });
  }
}

/** The large board: whoever moves second above it, whoever began below, and how it went so far. */
class Stage extends Shown {
  constructor(brief, line) {
    super(brief, line);
    this.four = brief.players.length > 2;
    this.above = el("div", { class: "players" });
    this.below = el("div", { class: "players" });
    this.strip = el("div", { class: "strip" });
    this.note = el("div", { class: "stage-note" });
    const frame = el("a", { class: "stage-board", href: `/g/${brief.id}`, "aria-label": t("watch_this") });
    this.element = el("div", { class: "stage-game" }, this.above, frame, this.below, this.strip, this.note);
    this.board = new Board(frame, this.legend, { label: say(this.legend.title) });
    this.board.onPick = () => location.assign(`/g/${brief.id}`);
    // Its whole story: the strip under it goes back to the first move.
    Object.assign(this, { values: [], asked: null, first: brief.moment });
    this.follow({ next: 0 });
    this.ticking = setInterval(() => this.tick(), 200);
    this.show(false);
  }

  heard(event) {
    if (event.event === "asked") this.asked = { seat: event.seat, since: performance.now(), left: event.left_ns ?? event.limit_ns };
    if (event.event === "moved" || event.event === "ended") this.asked = null;
    // What the players think of it, from the first seat's side.
    if (event.event === "moved" && event.value != null && !this.four) this.values.push((event.seat ? 1000 - event.value : event.value) / 500 - 1);
    else if (event.event === "moved") this.values.push(null);
    if (event.event === "undone") this.values.splice(-event.plies);
  }

  show(motion) {
    const { moment, legend } = this, { seats, to_move: toMove } = moment.view;
    const player = seat => el("div", { class: `player${toMove === seat && !this.isOver ? " on" : ""}` }, seatSign(legend, seat, moment.titles[seat], true), el("b", { class: "cut" }, who(this.names[seat])), el("span", { class: "pts" }, seats[seat]?.points == null ? "" : count(seats[seat].points)), el("span", { class: "clock" }));
    const all = this.names.map((_, seat) => player(seat));
    this.above.replaceChildren(...(this.four ? [] : [all[1]]));
    this.below.replaceChildren(...(this.four ? all : [all[0]]));
    this.below.classList.toggle("four", this.four);
    this.board.show(moment, { motion });
    this.drawStrip();
    this.note.replaceChildren(el("span", { class: this.isOver ? "chip" : "chip live" }, t(this.isOver ? "over" : this.brief.demo ? "demo" : "live_now")), el("span", { class: "q cut" }, [say(legend.title), this.number].join(" · ")), el("a", { class: "btn slim push", href: `/g/${this.id}` }, icon("eye"), t("watch_this")));
    this.tick();
  }

  tick() {
    const { asked } = this, clock = this.element.querySelector(".player.on .clock");
    if (!clock || !asked || this.isOver) return;
    const used = (performance.now() - asked.since) / 1000;
    clock.textContent = clockText(asked.left ? Math.max(0, asked.left / 1e9 - used) : used);
  }

  /** Who was ahead, move by move: bars up for the first seat and down for the second. */
  drawStrip() {
    const known = this.values.filter(value => value != null), titles = this.moment.titles.map(say);
    this.strip.hidden = this.four;
    if (this.four) return;
    const wide = 100 / Math.max(60, this.values.length);
    let before = 0;
    const bars = this.values.map((value, i) => {
      before = value ?? before;
      const high = Math.max(.6, Math.abs(before) * 15);
      return h("rect", { x: i * wide, y: before >= 0 ? 16 - high : 16, width: wide * .78, height: high, class: before >= 0 ? "up" : "down" });
    });
    this.strip.replaceChildren(svg({ viewBox: "0 0 100 32", preserveAspectRatio: "none", "aria-hidden": "true" }, h("line", { x1: 0, x2: 100, y1: 16, y2: 16, class: "zero" }), bars), el("span", { class: "q" }, known.length ? t("ahead", { who: titles[0] }) : ""), el("span", { class: "q" }, known.length ? t("ahead", { who: titles[1] }) : ""));
  }
}

/** A rating as a dot with its interval, among those of the others. */
function interval(rating, all) {
  const known = all.flatMap(row => row.rating ? [row.rating] : []), low = Math.min(...known.map(one => one.elo - one.margin)), wide = Math.max(1, ...known.map(one => one.elo + one.margin)) - low;
  if (!rating) return el("span", {});
  const x = value => 3 + (value - low) / Math.max(1, wide) * 74;
  return svg({ class: "interval", viewBox: "0 0 80 12", role: "img", "aria-label": `${Math.round(rating.elo)} ±${Math.round(rating.margin)}` }, h("path", { d: `M${x(rating.elo - rating.margin)} 6H${x(rating.elo + rating.margin)}M${x(rating.elo - rating.margin)} 3v6M${x(rating.elo + rating.margin)} 3v6` }), h("circle", { cx: x(rating.elo), cy: 6, r: 3 }));
}

function ago(ms) {
  const minutes = Math.floor((Date.now() - ms) / 60000);
  if (minutes < 1) return t("now");
  return minutes < 60 ? t("minutes_ago", { n: minutes }) : minutes < 2880 ? t("hours_ago", { n: Math.floor(minutes / 60) }) : t("days_ago", { n: Math.floor(minutes / 1440) });
}

/** How a game ended, in a word: points, or a fault, or why. */
function result({ ended }) {
  if (ended.why === "fault") return [el("span", { class: "bad" }, icon("fault")), ended.fault ? named("fault", ended.fault) : t("fault")];
  if (ended.places.every(place => place === 1)) return t("drawn");
  // Whoever is named first has the first number.
  const points = ended.points?.map((value, seat) => [ended.places[seat], value]).sort(([a], [b]) => a - b).map(([, value]) => value);
  return points?.some(Boolean) ? points.length === 2 ? points.join("–") : String(Math.max(...points)) : named("end", ended.why) === ended.why ? t("won") : named("end", ended.why);
}

const drawn = new WeakMap();
/** Draws only what has changed, so that whoever is there by the keyboard stays there. */
function fill(element, what, draw) {
  const stamp = JSON.stringify([lang(), what]);
  if (drawn.get(element) === stamp) return;
  drawn.set(element, stamp);
  element.replaceChildren(...draw());
}

export async function lobbyPage(main, { crumb }) {
  crumb(() => t("brand"));
  const line = new Line(isUp => parts.lost.hidden = isUp), minis = new Map();
  const parts = {
    stage: el("section", { class: "stage" }), doors: el("div", { class: "doors" }), running: el("div", { class: "minis" }), over: el("ul", { class: "rows" }), leaders: el("div", { class: "leaders" }),
    slogan: el("h1", { class: "slogan" }), runningHead: el("div", { class: "part" }), overHead: el("div", { class: "part" }), foot: el("footer", { class: "foot q" }), lost: el("p", { class: "offline", role: "status", hidden: true }),
  };
  let stage = null, placeholder = null, lobby = await ask("/api/lobby"), polls = 0;
  main.replaceChildren(el("div", { class: "lobby" }, parts.stage, el("div", { class: "beside" }, parts.slogan, parts.doors, parts.runningHead, parts.running, el("div", { class: "below" }, el("div", { class: "finished" }, parts.overHead, parts.over), parts.leaders))), parts.foot, parts.lost);

  function show() {
    const known = new Map(lobby.running.map(brief => [brief.id, brief]));
    // People's games before demonstrations; what is on the large board stays there while it lasts, and a little longer.
    const order = [...lobby.running].sort((a, b) => Number(a.demo) - Number(b.demo));
    const chosen = stage && known.has(stage.id) ? known.get(stage.id) : order[0];
    if (chosen && stage?.id !== chosen.id) {
      stage?.destroy();
      placeholder?.remove();
      stage = new Stage(chosen, line);
      parts.stage.replaceChildren(stage.element);
    } else if (!chosen && !stage) empty();
    for (const [id, mini] of minis) if (!known.has(id) || id === stage?.id) {
      mini.destroy();
      minis.delete(id);
    }
    for (const brief of order.slice(0, 8)) if (brief.id !== stage?.id && !minis.has(brief.id)) {
      const mini = new Mini(brief, line);
      minis.set(brief.id, mini);
      parts.running.append(mini.element);
    }
    words();
  }

  /** Nothing to see yet: a board that waits, as large as the one that will be there. */
  async function empty() {
    const isSoon = polls < 10, note = el("div", { class: "stage-note" }, el("span", {}, t(isSoon ? "about_to_begin" : "nobody_plays")), el("a", { class: "btn go slim push", href: "/play" }, t("nav_play")));
    if (placeholder) return placeholder.lastChild.replaceWith(note);
    const frame = el("div", { class: "stage-board idle" });
    placeholder = el("div", { class: "stage-game" }, el("div", { class: "players" }, el("div", { class: "player" })), frame, el("div", { class: "players" }, el("div", { class: "player" })), el("div", { class: "strip" }), note);
    parts.stage.replaceChildren(placeholder);
    const [first] = (await games()).games;
    new Board(frame, first.legend, { label: say(first.title) }).show(first.moment);
  }

  function words() {
    const door = (href, sign, name, about) => el("a", { class: "door", href }, icon(sign), el("b", {}, name), el("small", {}, about));
    parts.slogan.textContent = t("slogan");
    parts.lost.textContent = t("lost_line");
    const shown = stage ? `/g/${stage.id}` : "/games";
    fill(parts.doors, shown, () => [door("/play", "half", t("nav_play"), t("door_play")), door(shown, "eye", t("nav_watch"), t("door_watch")), door("/make", "robot", t("make_bot"), t("door_bot"))]);
    fill(parts.runningHead, lobby.running.length, () => [el("h2", {}, t("running")), el("span", { class: "q" }, t("games_count", { n: lobby.running.length })), el("a", { class: "q push", href: "/games" }, t("see_all"))]);
    if (!minis.size) parts.running.replaceChildren(el("p", { class: "q" }, t(lobby.running.length ? "only_that" : "nobody_else")));
    else for (const note of parts.running.querySelectorAll("p")) note.remove();
    fill(parts.overHead, null, () => [el("h2", {}, t("just_over")), el("a", { class: "q push", href: "/games" }, t("find_record"))]);
    const last = lobby.finished.slice(0, 6), watchers = lobby.running.reduce((sum, one) => sum + (one.watchers ?? 0), 0);
    fill(parts.over, last.map(one => [one.id, ago(one.started_ms), one.players.map(who)]), () => last.length ? last.map(over) : [el("li", { class: "q" }, t("nothing_over"))]);
    fill(parts.leaders, (lobby.events ?? []).slice(0, 1), () => (lobby.events ?? []).slice(0, 1).flatMap(leaders));
    fill(parts.foot, watchers, () => [el("span", {}, t("watchers_now", { n: watchers })), el("a", { class: "push", href: "/docs" }, t("rules_protocols")), el("a", { href: "/lobby.json" }, t("page_json"))]);
    stage?.show(false);
    for (const mini of minis.values()) mini.show(false);
  }

  function over(one) {
    const winner = one.ended.places.indexOf(1), others = one.players.filter((_, seat) => seat !== winner);
    return el("li", {}, el("a", { href: `/g/${one.id}` }, el("span", { class: "cut" }, say(one.title)), el("span", { class: "cut" }, el("b", {}, who(one.players[winner] ?? "")), " ", el("span", { class: "q2" }, others.length > 1 ? t("and_others", { n: others.length }) : who(others[0] ?? ""))), el("span", { class: "res" }, result(one)), el("time", {}, ago(one.started_ms))));
  }

  /** An event's leaders, with the progress of its games. */
  function leaders(event) {
    const bar = svg({ class: "progress", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" }, h("rect", { width: 100, height: 4, class: "all" }), h("rect", { width: 100 * (event.played ?? 0) / Math.max(1, event.games ?? 1), height: 4, class: "done" }));
    return [el("div", { class: "part" }, el("h2", { class: "cut" }, el("a", { href: `/events/${encodeURIComponent(event.id ?? event.name)}` }, event.title ?? event.name)), el("span", { class: "q push" }, `${event.played} / ${t("games_count", { n: event.games })}`)), bar,
      el("ol", { class: "rows" }, (event.leaders ?? []).slice(0, 6).map(row => el("li", { class: "leader" }, el("b", {}, String(row.place)), el("span", { class: "cut" }, row.name), interval(row.rating, event.leaders), el("span", { class: "res" }, row.score == null ? "" : String(row.score)))))];
  }

  show();
  onLang(words);
  const round = async () => {
    polls++;
    try {
      if (!document.hidden) {
        lobby = await ask("/api/lobby");
        show();
      }
    } catch { /* the next round tries again */ }
    setTimeout(round, stage || polls > 10 ? ROUND : SOON);
  };
  setTimeout(round, SOON);
  await rankTitle.load(lang);
  words();
}
