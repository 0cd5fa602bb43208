// A game that can be gone through: board, seats, moves, a line through time, and the tabs in step with it.
// Live viewing is the same thing with an end that still moves: `append`.
import { button, el, icon } from "./dom.js";
import { count, filled, named, onLang, say, secs, t } from "./lang.js";
import { Moments } from "./frames.js";
import { Board, cellName, seatSign, thingSign } from "./board.js";
import { courseOf, pointChanges, ticks } from "./course.js";
import { copyButton, menu } from "./menu.js";
import { tabsOf } from "./tabs.js";

/** Stops a second. A long game is looked through faster. */
const SPEEDS = [.5, 1, 2, 4];
const FAST = [2, 20, 60, 240];
/** From so many stops a second on nothing is moved, only shown. */
const TOO_FAST = 5;
const LONG = 400;

/**
 * A replay in an element. `acts` stands beside the keys, `menu` has more to do with the game: [name, sign, what].
 *   const replay = new Replay(element, game, { hash: true, keys: true, live: false, tab: "talk", acts: element, menu: () => […] });
 *   replay.go(stop); replay.play(); replay.pause(); replay.append({ events, then, indices }); replay.destroy();
 */
export class Replay {
  constructor(element, game, options = {}) {
    Object.assign(this, { element, game, options, stop: 0, tab: options.tab ?? "talk", timer: null, extra: {} });
    this.moments = new Moments(game.frames);
    this.course = courseOf(game);
    this.speeds = this.course.stops.length > LONG ? FAST : SPEEDS;
    this.speed = this.speeds[1];
    this.pinned = Boolean(options.live);
    // Whose question stands since when, in a game that still goes on.
    this.asked = null;
    this.hasChanges = game.players.length > 2 && game.frames.first.view.seats.some(({ points }) => points != null);
    this.changes = this.hasChanges ? pointChanges(this.moments) : [];
    this.#build();
    this.unhear = onLang(() => this.#relabel());
    if (options.keys !== false) {
      this.onKey = event => this.#key(event);
      document.addEventListener("keydown", this.onKey);
    }
    const ply = options.hash ? Number(new URLSearchParams(location.hash.slice(1)).get("ply") ?? NaN) : NaN, isAsked = Number.isInteger(ply);
    if (isAsked) this.pinned = false;
    // Of a live game the moves come only now: a link to one of them waits for it.
    this.wanted = isAsked && options.live && ply > this.last ? ply : null;
    this.go(isAsked ? ply : options.stop ?? this.last);
  }

  get last() {
    return this.course.stops.length - 1;
  }

  /** What the seats are called at a moment. */
  titles(frame) {
    return this.moments.at(Math.max(0, frame)).titles;
  }

  /** Shows a stop; `motion` lets the pieces move. */
  go(stop, { motion = false } = {}) {
    this.stop = Math.max(0, Math.min(this.last, Math.round(stop)));
    this.showBoard(motion);
    this.#showSeats();
    this.#showReel();
    this.#showMoves();
    this.#showTab();
    if (this.options.hash && this.wanted == null) history.replaceState(null, "", this.#hash(this.pinned) || location.pathname + location.search);
    this.options.onStop?.(this.stop);
  }

  /** What an address says of the stop; whoever follows a live game does so again when the page is opened again. */
  #hash(isFollowed = false) {
    const parts = new URLSearchParams({ ...this.options.hashParts, ...(isFollowed ? {} : { ply: this.stop }) });
    return parts.size ? `#${parts}` : "";
  }

  /** The address of the moment that is shown. */
  get address() {
    return location.href.split("#")[0] + this.#hash();
  }

  /** Draws the board again, with whatever is marked on it; `extra.as` is a moment to show instead. */
  showBoard(motion = false) {
    if (this.extra.as) this.note.hidden = true;
    this.board.show(this.extra.as ?? this.moments.at(this.course.stops[this.stop].frame), { ...this.extra, motion });
  }

  /** What the rules say of a cell that somebody points at, and the rows that are the reason. */
  #explain(cell) {
    const moment = this.moments.at(this.course.stops[this.stop].frame), mark = cell && (moment.view.marks ?? []).find(one => one.at.join() === cell.join());
    if (!mark && this.note.hidden || this.extra.as) return;
    this.note.hidden = !mark;
    if (!mark) return this.showBoard();
    const [x, y] = this.board.spotOf(cell), { legend } = this.game.frames;
    this.note.classList.toggle("under", y < 25);
    this.note.style.setProperty("--x", `${Math.max(18, Math.min(82, x))}%`);
    this.note.style.setProperty("--y", `${y}%`);
    this.note.replaceChildren(el("b", {}, cellName(moment.view, ...cell)), ` ${say(legend.marks.find(sign => sign.id === mark.kind)?.name)}`);
    const bands = (mark.rows ?? []).map(row => ({ from: row[0], to: row.at(-1) }));
    this.board.show({ ...moment, view: { ...moment.view, bands: [...(moment.view.bands ?? []), ...bands] } }, this.extra);
  }

  /** One step, as a person takes it: what moves is seen. Whoever comes to the end of a live game stays with it. */
  step(by) {
    this.pause();
    this.wanted = null;
    this.pinned = Boolean(this.options.live) && this.stop + by >= this.last;
    this.go(this.stop + by, { motion: by === 1 });
  }

  get isPlaying() {
    return this.timer != null;
  }

  play() {
    if (this.stop >= this.last) this.go(0);
    let before = performance.now(), owed = 0;
    this.timer = setInterval(() => {
      const now = performance.now();
      owed += (now - before) / 1000 * this.speed;
      before = now;
      const by = Math.floor(owed);
      if (!by) return;
      owed -= by;
      this.go(this.stop + by, { motion: this.speed < TOO_FAST });
      if (this.stop >= this.last) this.pause();
    }, Math.max(40, Math.min(100, 500 / this.speed)));
    this.#showPlay();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.#showPlay();
  }

  /** Adds what has happened since, to a game that still goes on. */
  append({ events, then = [], indices = [] }) {
    const { game } = this;
    game.events.push(...events);
    game.frames.events.push(...indices);
    then.forEach(patch => this.moments.push(patch));
    const from = this.moments.length - then.length;
    this.course = courseOf(game);
    this.#ask(events);
    if (this.hasChanges) this.changes.push(...pointChanges(this.moments, from));
    if (this.speeds !== FAST && this.course.stops.length > LONG) this.#quicken();
    this.#fillMoves();
    this.#drawTrack();
    const to = this.pinned ? this.last : this.wanted ?? this.stop;
    if (this.last >= this.wanted) this.wanted = null;
    this.go(to, { motion: this.pinned });
  }

  /** Players are called otherwise: in another language. */
  rename(players) {
    players.forEach((player, seat) => Object.assign(this.game.players[seat], player));
    this.course = courseOf(this.game);
    this.#fillMoves();
  }

  /** A question was put, or answered: from now on a clock runs, or none. */
  #ask(events) {
    for (const event of events) {
      if (event.event === "asked") this.asked = { seat: event.seat, since: performance.now(), limit: event.limit_ns ?? this.game.players[event.seat]?.limit_ns, left: event.left_ns };
      if (event.event === "moved" || event.event === "ended") this.asked = null;
    }
    clearInterval(this.ticking);
    if (this.asked) this.ticking = setInterval(() => this.#tick(), 100);
  }

  #quicken() {
    this.speeds = FAST;
    this.speed = FAST[1];
    this.#relabelParts();
  }

  destroy() {
    this.pause();
    clearInterval(this.ticking);
    this.unhear();
    if (this.onKey) document.removeEventListener("keydown", this.onKey);
    this.board.destroy();
    this.element.replaceChildren();
  }

  #build() {
    const { game, options } = this, four = game.players.length > 2;
    this.parts = {
      board: el("div", { class: "board" }), track: el("div", { class: "track", role: "slider", tabindex: 0 }), keys: el("div", { class: "keys" }),
      head: el("section", { class: "head" }), who: el("section", { class: "who" }), movesHead: el("div", { class: "bar2 cols" }), moves: el("div", { class: four ? "hits" : "list" }),
      tabs: el("div", { class: "bar2", role: "tablist" }), panel: el("div", { role: "tabpanel", class: "panel", tabindex: 0 }), said: el("p", { class: "said-aloud", "aria-live": "polite" }),
    };
    const { parts } = this;
    this.movesScroll = el("div", { class: "scroll" }, parts.moves);
    this.panelScroll = el("div", { class: "scroll" }, parts.panel);
    const isWide = !four && (game.frames.legend.parts?.length > 2 || this.course.stops.some(({ move }) => (move ?? "").length > 5));
    const root = el("div", { class: `game${four ? " of-four" : isWide ? " wide-moves" : ""}${options.acts ? " with-acts" : ""}` },
      el("div", { class: "left" }, parts.board, el("section", { class: "reel" }, parts.track, parts.keys)),
      parts.head, parts.who, el("section", { class: "moves" }, parts.movesHead, this.movesScroll), el("section", { class: "tabs" }, parts.tabs, this.panelScroll), parts.said);
    this.element.replaceChildren(root);
    this.board = new Board(parts.board, game.frames.legend, options.board);
    this.board.onPoint = cell => this.#explain(cell);
    this.note = el("div", { class: "note", role: "status", hidden: true });
    parts.board.append(this.note);
    this.#relabelParts();
    this.#trackEvents();
    this.resized = new ResizeObserver(() => this.#showTab());
    this.resized.observe(parts.panel);
  }

  #relabel() {
    this.#relabelParts();
    this.go(this.stop);
  }

  /** Everything that has words of its own. */
  #relabelParts() {
    const { game, parts } = this, { legend } = game.frames;
    parts.head.replaceChildren(
      el("h1", {}, say(legend.title)), this.meta = el("span", { class: "meta" }),
      el("div", { class: "acts" },
        button({ class: "btn bare", click: () => this.board.flip() }, t("flip"), "flip"), copyButton(() => this.position, t("copy_position")),
        this.options.hash ? copyButton(() => this.address, t("copy_link"), "link") : null,
        menu(t("save_share"), "save", () => [...(this.options.menu?.() ?? []), [t("copy_moves"), "copy", () => this.transcript], [t("save_svg"), "save", () => this.#savePicture("svg")], [t("save_png"), "save", () => this.#savePicture("png")]]),
        button({ class: "btn bare", click: () => this.help() }, t("keys"), "help")));
    if (game.damage) parts.head.append(el("p", { class: "damage" }, say(game.damage)));
    const k = (name, sign, click) => button({ class: "k", click }, t(name), sign);
    this.playButton = button({ class: "k main", click: () => this.isPlaying ? this.pause() : this.play() }, t("play"), "play");
    parts.keys.replaceChildren(
      k("first", "first", () => this.step(-Infinity)), k("back", "back", () => this.step(-1)), this.playButton, k("next", "next", () => this.step(1)), k("last", "last", () => this.step(Infinity)),
      el("span", { class: "at" }, this.atNumber = el("b", {}), " ", this.atOf = el("small", {})),
      el("span", { class: "speed", role: "group", "aria-label": t("speed") }, el("small", {}, t("speed")), this.speeds.map(speed => el("button", { type: "button", "data-speed": speed, click: () => this.#setSpeed(speed) }, String(speed)))),
      this.endTag = el("span", { class: "end-tag" }));
    if (this.options.live) parts.keys.append(this.pin = el("button", { type: "button", class: "btn pin", title: t("live_note"), click: () => this.#setPinned(!this.pinned) }, t("live")));
    if (this.options.acts) parts.keys.append(this.options.acts);
    this.#fillTabs();
    parts.track.setAttribute("aria-label", t("timeline"));
    this.#fillMoves();
    this.#drawTrack();
    this.#setSpeed(this.speed);
  }

  /** The position that is shown, and the moves up to the end, in the game's own text. */
  get position() {
    return this.moments.at(this.course.stops[this.stop].frame).position;
  }

  get transcript() {
    const moves = [];
    for (const stop of this.course.stops) {
      if (stop.undone) moves.splice(moves.length - stop.undone);
      else if (stop.move) moves.push(stop.move);
    }
    return moves.join(moves.some(move => /\s/.test(move)) ? "\n" : " ");
  }

  #fillTabs() {
    const { faults } = this.course, had = this.parts.tabs.contains(document.activeElement);
    this.parts.tabs.replaceChildren(...tabsOf(this).map(([name, , title]) => el("button", { type: "button", role: "tab", "data-tab": name, "aria-selected": name === this.tab, click: () => this.#setTab(name) }, title ? say(title) : named("tab", name), name === "why" && faults.length ? el("sup", {}, String(faults.length)) : null)));
    if (had) this.parts.tabs.querySelector("[aria-selected=true]")?.focus();
  }

  #setSpeed(speed) {
    this.speed = speed;
    for (const one of this.parts.keys.querySelectorAll("[data-speed]")) one.setAttribute("aria-pressed", Number(one.dataset.speed) === speed);
  }

  #setPinned(pinned) {
    this.wanted = null;
    this.pinned = pinned;
    this.go(pinned ? this.last : this.stop);
  }

  #setTab(name) {
    if (this.tab !== name) this.options.onTab?.(name);
    this.tab = name;
    this.panelScroll.scrollTop = 0;
    this.#showTab();
  }

  #showPlay() {
    this.playButton?.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    this.playButton?.setAttribute("aria-label", t(this.isPlaying ? "pause" : "play"));
    if (this.playButton) this.playButton.title = t(this.isPlaying ? "pause" : "play");
  }

  // ---- seats

  #showSeats() {
    const { game, course } = this, { legend } = game.frames, now = course.stops[this.stop], moment = this.moments.at(now.frame), isEnd = this.stop === this.last && course.ended;
    const { seats, to_move: toMove } = moment.view, points = seats.map(seat => seat.points), most = Math.max(1, ...points.map(value => value ?? 0)) * 1.15;
    const start = this.moments.at(0).view.seats, four = game.players.length > 2, turn = isEnd || now.fatal ? null : toMove;
    this.clock = null;
    const cards = game.players.map((player, seat) => {
      const turn1 = course.stops.slice(0, this.stop + 1).findLast(stop => stop.seat === seat && stop.time), time = turn1?.time;
      const lost = isEnd && course.ended.loser === seat, won = isEnd && course.ended.places[seat] === 1 && course.ended.places.filter(place => place === 1).length < course.ended.places.length && counts(course.ended);
      const name = el("div", { class: "name" }, el("b", {}, course.names[seat]), player.rank ? el("span", { class: "rank" }, say(player.rank)) : null, won && !four ? el("span", { class: "tag ink" }, t("won")) : null, turn === seat && !four ? el("span", { class: "tag" }, t("turn")) : null,
        el("small", {}, [four ? say(moment.titles[seat]) : null, say(player.note), turn1 && !four ? t("in_all", { n: secs(turn1.total ?? 0) }) : null].filter(Boolean).join(" · ")));
      const place = points[seat] == null ? null : isEnd && counts(course.ended) ? course.ended.places[seat] : 1 + points.filter(value => value > points[seat]).length;
      const clock = el("div", { class: "clock" }, time ? [el("small", {}, lost && course.ended.why === "fault" ? t("forfeit") : time.left != null ? t("left") : t("took")), ...digits(time.left ?? time.used)] : null);
      const bar = el("i", { class: "bar" });
      if (this.asked?.seat === seat && this.stop === this.last) this.clock = { clock, bar };
      bar.style.setProperty("--t", time?.limit ? `${Math.min(100, time.used / time.limit * 100)}%` : "0%");
      const card = el("div", { class: `seat s${seat + 1}${four ? " four" : ""}${turn === seat ? " on" : ""}${lost ? " lost" : ""}${time?.limit && time.used > time.limit * .8 ? " hot" : ""}` }, seatSign(legend, seat, moment.titles[seat]), name);
      if (four) {
        const score = el("div", { class: "score" }, el("i", { class: `n-${legend.seats[seat].colour}` }));
        score.style.setProperty("--w", `${(points[seat] ?? 0) / most * 100}%`);
        score.style.setProperty("--from", `${(start[seat].points ?? 0) / most * 100}%`);
        card.append(score, el("div", { class: "cnt" }, el("small", {}, place ? t("place", { n: place }) : ""), points[seat] == null ? "" : count(points[seat])));
      } else card.append(hand(legend, seats[seat], start[seat]) ?? el("div", { class: "cnt" }, points[seat] == null ? null : [el("small", {}, legend.points ? say(legend.points) : t("points")), String(points[seat])]));
      card.append(clock, bar);
      return card;
    });
    const facts = (moment.view.facts ?? []).map(([id, value]) => filled((legend.facts ?? []).find(fact => fact.id === id)?.name ?? { en: `${id}: {}`, ja: `${id}: {}` }, value)).filter(Boolean);
    this.parts.who.replaceChildren(...(four && facts.length ? [el("div", { class: "turnbar" }, facts.map((fact, i) => el(i ? "span" : "b", { class: i ? "tag" : null }, fact)))] : []), ...cards);
    // Of a game of two they stand beside its name, so that nothing moves when there is one more.
    this.meta.textContent = [...(four ? [] : facts), ...game.about.map(say), game.id.slice(0, 8)].join(" · ");
    this.#tick();
  }

  /** The clock of whoever thinks now. */
  #tick() {
    if (!this.clock || !this.asked) return;
    const { clock, bar } = this.clock, { since, limit, left } = this.asked, used = (performance.now() - since) / 1000, whole = (left ?? limit) / 1e9;
    const rest = Math.max(0, whole - used), number = whole ? rest : used;
    clock.classList.add("runs");
    clock.replaceChildren(el("small", {}, t(whole ? "left" : "thinking")), ...(number >= 60 ? [`${Math.floor(number / 60)}:${String(Math.floor(number % 60)).padStart(2, "0")}`] : digits(number, 1)));
    bar.style.setProperty("--t", whole ? `${Math.min(100, used / whole * 100)}%` : "0%");
  }

  // ---- the line through the game

  #drawTrack() {
    const { parts, course } = this, percent = stop => `${stop / Math.max(1, this.last) * 100}%`;
    const placed = (tag, cls, stop, ...inside) => {
      const mark = el(tag, { class: cls }, ...inside);
      mark.style.setProperty("--x", percent(stop));
      return mark;
    };
    const most = Math.max(1, ...this.changes.map(change => change.gains.reduce((sum, { by }) => sum + by, 0)));
    const hits = this.changes.map(change => {
      const mark = placed("i", "hit-mark", this.#stopOf(change.frame));
      mark.style.setProperty("--h", `${2 + 11 * change.gains.reduce((sum, { by }) => sum + by, 0) / most}px`);
      return mark;
    });
    const faults = [...new Map(course.faults.map(fault => [fault.stop, fault])).values()];
    parts.track.replaceChildren(el("i", { class: "done" }), ...hits, ...ticks(0, this.last, 7).filter(Number.isInteger).map(at => placed("i", "tick", at, String(at))),
      ...faults.map(fault => {
        const mark = placed("span", "fault", fault.stop, icon("fault"));
        mark.title = `${t("ply", { n: fault.stop })} ${fault.why ? say(fault.why.verdict) : named("fault", fault.kind)}`;
        return mark;
      }), el("i", { class: "knob" }));
    parts.track.setAttribute("aria-valuemin", 0);
    parts.track.setAttribute("aria-valuemax", this.last);
  }

  #stopOf(frame) {
    const { stops } = this.course;
    return stops[frame]?.frame === frame ? frame : stops.findIndex(stop => stop.frame === frame);
  }

  #showReel() {
    const { parts, course } = this, moment = this.moments.at(course.stops[this.stop].frame);
    parts.track.style.setProperty("--at", `${this.stop / Math.max(1, this.last) * 100}%`);
    parts.track.setAttribute("aria-valuenow", this.stop);
    parts.track.setAttribute("aria-valuetext", moment.round ? say(moment.round) : t("ply", { n: this.stop }));
    this.atNumber.textContent = this.stop;
    this.atOf.textContent = t("of_plies", { n: this.last }) + (moment.round ? ` · ${say(moment.round)}` : "");
    const isEnd = this.stop === this.last && course.ended;
    // There is nothing to follow any more.
    if (this.pin) this.pin.hidden = Boolean(course.ended);
    this.endTag.replaceChildren(...(isEnd ? [el("span", { class: "tag ink" }, t("over"))] : []));
    this.pin?.setAttribute("aria-pressed", this.pinned);
    parts.said.textContent = isEnd ? this.ending() : "";
  }

  /** How the game ended, in words. */
  ending() {
    const { ended, names } = this.course;
    if (!ended) return "";
    const { legend } = this.game.frames, known = (legend.endings ?? []).find(({ id }) => id === ended.why), winners = ended.places.flatMap((place, seat) => place === 1 ? [names[seat]] : []);
    const why = known ? say(known.name) : named("end", ended.why);
    if (!counts(ended)) return why;
    return winners.length === 1 ? t("wins", { who: winners[0], why }) : winners.length === ended.places.length ? t("draw", { why }) : `${winners.join(", ")}: ${why}`;
  }

  #trackEvents() {
    const { track } = this.parts;
    const at = event => {
      const box = track.getBoundingClientRect();
      return Math.round((event.clientX - box.left) / box.width * this.last);
    };
    track.addEventListener("pointerdown", event => {
      track.setPointerCapture(event.pointerId);
      this.pause();
      Object.assign(this, { pinned: false, wanted: null });
      this.go(at(event));
    });
    track.addEventListener("pointermove", event => track.hasPointerCapture(event.pointerId) && at(event) !== this.stop && this.go(at(event)));
    track.addEventListener("pointerup", () => this.options.live && this.stop === this.last && this.#setPinned(true));
  }

  // ---- moves

  #fillMoves() {
    const { game, course, parts } = this, { legend } = game.frames;
    this.moveItems = new Map();
    if (this.hasChanges) {
      parts.movesHead.className = "bar2";
      parts.movesHead.replaceChildren(el("h2", {}, t("changes")), el("small", {}, t("times", { n: this.changes.length })));
      parts.moves.replaceChildren(...this.changes.map(change => {
        const stop = this.#stopOf(change.frame), sign = ({ seat }) => seatSign(legend, seat);
        const item = el("button", { type: "button", click: () => this.step(stop - this.stop) }, el("span", { class: "n" }, String(stop)), change.losses.map(sign), el("span", { class: "arrow" }), change.gains.map(sign), el("b", {}, count(change.gains.reduce((sum, { by }) => sum + by, 0))));
        this.moveItems.set(stop, item);
        return item;
      }));
      return;
    }
    const seats = game.players.length, flat = el("div", {});
    parts.movesHead.replaceChildren(el("h2", {}, t("moves")), ...game.players.map((_, seat) => el("span", {}, seatSign(legend, seat, null, true), this.#shortName(seat))));
    let column = seats, number = 0;
    course.stops.forEach((turn, stop) => {
      if (stop === 0) return;
      const seat = turn.seat ?? 0;
      while (turn.undone || column !== seat) {
        if (column >= seats) {
          flat.append(el("span", { class: "n" }, String(++number)));
          column = 0;
          if (column === seat) break;
        } else if (turn.undone) break;
        else {
          flat.append(el("span", {}));
          column++;
        }
      }
      const label = turn.undone ? t("undone", { n: turn.undone }) : turn.fatal ? t("fault") : this.#moveLabel(turn);
      const item = el("button", { type: "button", class: turn.faults.length ? "bad" : null, click: () => this.step(stop - this.stop) }, el("span", { class: "cut" }, label),
        turn.slip ? el("i", { class: "slip", title: t("slip_note", { from: turn.slip.from, to: turn.slip.to }) }, "?") : null, el("small", {}, turn.time ? secs(turn.time.used) : ""));
      this.moveItems.set(stop, item);
      flat.append(item);
      column++;
    });
    if (this.options.live && !course.ended) {
      const toMove = this.moments.at(course.stops.at(-1).frame).view.to_move;
      if (column >= seats) flat.append(el("span", { class: "n" }, String(++number)));
      for (let seat = column >= seats ? 0 : column; seat < toMove; seat++) flat.append(el("span", {}));
      flat.append(el("span", { class: "wait" }, t(toMove === this.options.you ? "turn" : "thinking")));
    }
    parts.moves.replaceChildren(...flat.children);
  }

  /** A move as it is read: one that puts a thing down shows that thing. */
  #moveLabel(turn) {
    const { legend } = this.game.frames, { last, view } = this.moments.at(turn.frame), steps = last?.steps ?? [];
    const at = steps.findIndex(step => step.word && (legend.hand ?? []).some(sign => sign.id === step.word && sign.shape));
    const names = list => list.filter(step => step.cell).map(step => cellName(view, ...step.cell)).join(",");
    if (at > 0) return [names(steps.slice(0, at)), el("span", { class: "tl" }, thingSign(legend.hand.find(sign => sign.id === steps[at].word)), names(steps.slice(at)))];
    return say((legend.words ?? []).find(word => word.id === turn.move)?.name) || turn.move;
  }

  /** What stands over a column of moves: a title that is short, or the player's name. */
  #shortName(seat) {
    const titles = this.titles(0).map(say);
    return titles.every(title => title.length <= 6 && !/\d/.test(title)) ? titles[seat] : this.course.names[seat];
  }

  #showMoves() {
    const change = this.hasChanges ? this.changes.findLast(change => this.#stopOf(change.frame) <= this.stop) : null;
    const item = this.moveItems.get(this.hasChanges ? change && this.#stopOf(change.frame) : this.stop);
    this.nowItem?.classList.remove("now");
    this.nowItem?.removeAttribute("aria-current");
    this.nowItem = item;
    if (!item) {
      this.movesScroll.scrollTo(0, 0);
      return;
    }
    item.classList.add("now");
    item.setAttribute("aria-current", "true");
    const list = this.parts.moves, box = list.scrollHeight > list.clientHeight + 1 ? list : this.movesScroll;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = item.offsetTop - box.clientHeight / 2;
    if (box.scrollWidth > box.clientWidth) box.scrollLeft = item.offsetLeft - box.clientWidth / 2;
  }

  // ---- tabs

  #showTab() {
    const { parts } = this, width = Math.max(240, Math.floor(parts.panel.clientWidth) - 2);
    for (const tab of parts.tabs.children) {
      const isOn = tab.dataset.tab === this.tab;
      tab.setAttribute("aria-selected", isOn);
      tab.tabIndex = isOn ? 0 : -1;
    }
    const [, draw] = tabsOf(this).find(([name]) => name === this.tab) ?? tabsOf(this)[0];
    parts.panel.replaceChildren(...[draw(this, width)].flat().filter(Boolean));
  }

  // ---- keys

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select")) return;
    const far = this.last > LONG ? 100 : 10, faults = this.course.faults.map(({ stop }) => stop);
    const isButton = event.target.closest?.("button, a") && (event.key === " " || event.key === "Enter");
    const does = {
      ArrowLeft: () => this.step(event.shiftKey ? -far : -1), ArrowRight: () => this.step(event.shiftKey ? far : 1), PageUp: () => this.step(-far), PageDown: () => this.step(far),
      Home: () => this.step(-Infinity), End: () => this.step(Infinity), " ": () => this.isPlaying ? this.pause() : this.play(), f: () => this.board.flip(),
      "[": () => this.step((faults.findLast(stop => stop < this.stop) ?? this.stop) - this.stop), "]": () => this.step((faults.find(stop => stop > this.stop) ?? this.stop) - this.stop),
      "+": () => this.#faster(1), "-": () => this.#faster(-1), "?": () => this.help(),
    }[event.key] ?? (/^[1-9]$/.test(event.key) && tabsOf(this)[event.key - 1] ? () => this.#setTab(tabsOf(this)[event.key - 1][0]) : null);
    if (!does || isButton || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    does();
  }

  #faster(by) {
    const index = this.speeds.indexOf(this.speed) + by;
    if (this.speeds[index]) this.#setSpeed(this.speeds[index]);
  }

  /** The sheet of keys. */
  help() {
    const row = (keys, name) => [el("dt", {}, keys.map(key => el("kbd", {}, key))), el("dd", {}, name)];
    const sheet = el("dialog", { class: "sheet", close: () => sheet.remove(), click: event => event.target === sheet && sheet.close() },
      el("header", {}, el("h2", {}, t("keys")), button({ class: "btn bare", click: () => sheet.close() }, t("close"), "close")),
      el("dl", {}, row(["←", "→"], t("key_step")), row(["Shift ←", "Shift →"], t("key_far")), row(["Home", "End"], t("key_ends")), row(["Space"], t("key_play")), row(["+", "-"], t("key_speed")), row(["[", "]"], t("key_fault")), row(["1", "2", "3", "4"], t("key_tab")), row(["f"], t("flip")), row(["Tab"], t("key_board")), row(["Esc"], t("key_cancel")), row(["?"], t("keys"))));
    document.body.append(sheet);
    sheet.showModal();
  }

  async #savePicture(form) {
    const blob = form === "png" ? await this.board.toPNG() : new Blob([this.board.toSVG()], { type: "image/svg+xml" });
    const link = el("a", { href: URL.createObjectURL(blob), download: `${this.game.frames.legend.game}-${this.game.id.slice(0, 8)}-${this.stop}.${form}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}

const counts = ended => ended.why !== "aborted" && ended.why !== "void";

/** A time with small digits behind the point. */
function digits(time, places = time < .95 ? 2 : 1) {
  const [whole, part] = time.toFixed(places).split(".");
  return [whole, el("i", {}, `.${part}`)];
}

/** What a seat has in hand: each thing as often as it has it, and a gap for each it has put down. */
function hand(legend, seat, start) {
  if (!seat.hand?.length) return null;
  return el("div", { class: "hand" }, seat.hand.map(([id, number], index) => {
    const sign = (legend.hand ?? []).find(thing => thing.id === id), had = Math.max(number, start.hand?.[index]?.[1] ?? number);
    const group = el("span", { class: "held", title: sign ? filled(sign.name, number) : `${id} ${number}` });
    if (!sign || had > 6) group.append(`${sign ? filled(sign.name, number) : id}`);
    else for (let i = 0; i < had; i++) group.append(i < number ? thingSign(sign) : el("i", { class: "gone" }));
    return group;
  }));
}
