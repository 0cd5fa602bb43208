// One game, live or over: the replay with an end that still moves, and what whoever sits there can do.
import { button, el, icon } from "./dom.js";
import { lang, onLang, say, t } from "./lang.js";
import { Replay } from "./replay.js";
import { previewed } from "./board.js";
import { Line, Story, ask, choices, seats } from "./client.js";
import { Guide, stepNames } from "./guide.js";
import { rankNote, rankTitle, who } from "./people.js";
import { review } from "./review.js";

/** Under so many pixels a finger may well hit the cell beside. */
const SMALL_CELL = 34;
/** Who plays for a person, and for how long. */
const STAND_IN = { bot: "bot:sekiwake", turns: 50 };

/** The seat that somebody has here: by the key in the address, which does not stay there, or from before. */
async function takeSeat(id) {
  const hash = new URLSearchParams(location.hash.slice(1)), given = hash.get("key"), known = seats.get(id);
  hash.delete("key");
  if (given) history.replaceState(null, "", hash.size ? `#${hash}` : location.pathname + location.search);
  const key = given ?? known?.key, { name } = choices.get();
  if (!key) return null;
  try {
    const { seat, turn } = await ask(`/api/games/${id}/sit`, name && given ? { key, name } : { key });
    const mine = { ...known, key, seat };
    seats.put(id, mine);
    return { ...mine, turn };
  } catch (error) {
    // Only the server can say that a key opens nothing; without an answer the seat is still ours.
    return error.status ? null : known;
  }
}

/** Who plays, as they are called here. */
const playersOf = (header, mine) => header.players.map((player, seat) => ({
  name: seat === mine?.seat && player.name === "human" ? t("you") : who(player.name), limit_ns: player.limit_ns, clock_ns: player.clock?.main_ns,
  note: player.text.startsWith("bot:") ? rankNote(header.game, player.name) : null,
}));

/** The document that a replay wants, of a game that begins. */
function documentOf(header, legend, moment, mine, about) {
  const players = playersOf(header, mine);
  return {
    gyoji_game: 1, id: header.id, started_ms: header.started_ms, about: about ?? [], players, frames: { legend, first: moment, then: [], events: [] },
    events: [], talk: players.map(() => []), talk_left_out: false, why: [],
  };
}

class GamePage {
  constructor(main, id, mine, crumb, line) {
    Object.assign(this, { main, id, mine, crumb, replay: null, seating: null, ended: null, moment: null, header: null, busy: null, auto: 0, refused: "" });
    this.forget();
    this.guide = new Guide(this);
    this.acts = el("div", { class: "playacts" });
    this.state = el("p", { class: "offline", role: "status", hidden: true });
    this.banner = el("div", { class: "banner", hidden: true });
    line.onState = isUp => this.#connected(isUp);
    this.line = line;
    line.watch(new Story(id, this));
    onLang(() => this.rename());
    document.addEventListener("keydown", event => event.key === "Escape" && (this.steps.length || this.pending) && this.cancel());
  }

  /** Ranks and guests have a name in each language. */
  rename() {
    this.state.textContent = this.state.hidden ? "" : t("lost_line");
    if (!this.replay) return;
    for (const event of this.replay.game.events) if (event.called) event.name = who(event.called);
    this.replay.rename(playersOf(this.header, this.mine));
    this.show();
  }

  #connected(isUp) {
    const wasDown = !this.state.hidden;
    this.state.hidden = isUp;
    this.state.textContent = isUp ? "" : t("lost_line");
    // What was offered before may not be true any more.
    if (isUp && wasDown && this.isMine) this.offer();
  }

  // ---- what the story tells

  begin(header, legend, moment, about) {
    Object.assign(this, { header, moment });
    const isFlipped = this.mine?.seat > 0 && legend.seats.length === 2 && legend.pieces?.some(({ shape }) => shape === "man");
    this.replay = new Replay(this.main, documentOf(header, legend, moment, this.mine, about), {
      live: true, hash: true, you: this.mine?.seat, acts: this.acts, menu: () => this.menu(), board: { flip: isFlipped }, onStop: () => this.looked(), onTab: name => this.tabbed(name),
      review: () => this.replay && this.review(), tab: new URLSearchParams(location.search).get("tab") ?? (this.mine ? "value" : "talk"),
    });
    const root = this.main.querySelector(".game");
    root.classList.add("guided");
    root.classList.toggle("seated", this.mine != null);
    this.main.querySelector(".who").after(this.guide.element);
    this.main.append(this.guide.aloud);
    this.main.querySelector(".board").append(this.banner);
    document.body.append(this.state);
    this.crumb(() => say(legend.title), () => this.replay.course.names.slice(0, 2).join(" – "));
    this.replay.board.onPick = (step, offer) => this.picked(step, offer);
    this.show();
  }

  problem(problem) {
    this.line.close();
    this.main.replaceChildren(el("section", { class: "trouble" }, el("h1", {}, t("not_there")), el("p", {}, t(problem === "no-such-game" ? "no_such_game" : "try_later")), el("p", {}, el("a", { class: "btn", href: "/" }, t("to_lobby")))));
  }

  about(about) {
    this.seating = about;
    this.show();
  }

  more(fresh) {
    const { game } = this.replay, from = game.events.length, events = fresh.map(({ event }) => event.event === "named" ? { ...event, called: event.name, name: who(event.name) } : event);
    const then = [], indices = [];
    fresh.forEach(({ event, moment }, index) => {
      if (event.event === "ended") this.ended = event;
      if (event.event === "moved" && event.seat === this.mine?.seat && this.auto > 0) this.auto--;
      if (!moment) return;
      this.moment = moment;
      then.push([moment]);
      indices.push(from + index);
      this.forget();
    });
    if (this.ended) this.auto = 0;
    this.replay.append({ events, then, indices });
    this.fetchTalk();
    // The game may have come to its end, or its beginning be told only now.
    if (this.isMine && !this.choice) this.offer();
    else this.show();
  }

  /** What programs were sent is made again from the record, on the server: only when somebody reads it. */
  async fetchTalk() {
    const { game } = this.replay, isProgram = this.header.players.some(player => player.dialect != null || !player.text.startsWith("bot:") && player.text !== "human");
    if (this.fetching || !isProgram || !["talk", "why"].includes(this.replay.tab)) return;
    this.fetching = true;
    try {
      const { talk, left_out: leftOut, why } = await ask(`/api/games/${this.id}/talk`);
      Object.assign(game, { talk, talk_left_out: leftOut, why });
      this.replay.append({ events: [] });
    } catch { /* it is not told, or not now */ } finally {
      setTimeout(() => this.fetching = false, 500);
    }
  }

  tabbed() {
    setTimeout(() => this.fetchTalk());
  }

  // ---- moving

  /** Whether it is the turn of whoever looks, at the end of the game so far. */
  get isMine() {
    return this.mine != null && !this.ended && this.auto === 0 && this.moment?.view.to_move === this.mine.seat;
  }

  get isAtEnd() {
    return this.replay && this.replay.stop === this.replay.last;
  }

  get isChoosing() {
    return this.isMine && this.isAtEnd && this.choice != null;
  }

  /** Whether there is nothing to choose but one word. */
  get isPass() {
    return this.isChoosing && this.choice.next.length === 1 && this.choice.next[0].step.word != null && !this.steps.length;
  }

  forget() {
    Object.assign(this, { steps: [], choice: null, pending: null, hint: null, refused: "" });
  }

  /** Asks what can be chosen after some steps: a whole move is made, or shown before it is. */
  async offer(steps = []) {
    if (!this.isMine) return this.show();
    const asked = this.moment;
    try {
      // What was told with the seat need not be asked for.
      const { turn } = this.mine, isTold = !steps.length && turn?.ply === asked.ply;
      this.mine.turn = null;
      const choice = isTold ? turn.choice : await ask(`/api/games/${this.id}/choices?steps=${encodeURIComponent(JSON.stringify(steps))}`);
      // Something has happened meanwhile: what was asked does not matter any more.
      if (asked !== this.moment) return;
      this.hint = null;
      if (!choice.move || !steps.length) Object.assign(this, { steps, choice, pending: null });
      else if (this.#isCareful(steps)) this.pending = { steps, mark: this.#markAt(steps) };
      else return this.play(steps);
    } catch (error) {
      this.say(error);
    }
    this.show();
  }

  /** Whether a whole move is shown before it is made: one that ends with a spot on the board after other steps, one that the
      rules warn of, and one that a finger may have missed. */
  #isCareful(steps) {
    const isTouch = matchMedia("(pointer: coarse)").matches;
    return steps.length > 2 && steps.at(-1).cell != null || this.#markAt(steps) != null || steps.length === 1 && steps[0].cell != null && isTouch && this.replay.board.cellSize < SMALL_CELL;
  }

  #markAt([{ cell }]) {
    return cell && (this.moment.view.marks ?? []).find(mark => mark.at.join() === cell.join()) || null;
  }

  picked(step, offer) {
    if (offer) this.pick(step);
    // A click beside what can be chosen puts down what was taken up.
    else if (this.isChoosing && this.steps.length && !this.busy) this.cancel();
  }

  pick(step) {
    // What is offered may be older than the steps: a quick finger waits for the answer.
    if (this.busy || !this.isChoosing) return;
    const steps = [...this.steps, step];
    if (this.pending && JSON.stringify(this.pending.steps) === JSON.stringify(steps)) return this.confirm();
    const { parts } = this.replay.game.frames.legend;
    if (!parts?.length && !this.#isCareful(steps)) this.play(steps);
    else this.offer(steps);
  }

  confirm() {
    if (this.pending) this.play(this.pending.steps);
  }

  cancel() {
    this.refused = "";
    this.pending = null;
    this.offer();
  }

  async play(steps) {
    await this.act("moves", { steps, ply: this.moment.ply });
  }

  /** What whoever sits here did last. */
  lastOwn() {
    const { course, moments } = this.replay, own = course.stops.findLast(stop => stop.seat === this.mine.seat && stop.move);
    return own ? moments.at(own.frame).last?.steps : null;
  }

  /** Does the same again, if that can be done. */
  async repeat() {
    const steps = this.lastOwn() ?? [], asked = this.moment;
    for (let count = 0; count < steps.length; count++) {
      const { next, move } = await ask(`/api/games/${this.id}/choices?steps=${encodeURIComponent(JSON.stringify(steps.slice(0, count)))}`);
      if (asked !== this.moment) return;
      if (count && move) return this.play(steps.slice(0, count));
      if (next.some(({ step }) => JSON.stringify(step) === JSON.stringify(steps[count]))) continue;
      this.refused = t("cannot_repeat");
      return this.show();
    }
    await this.play(steps);
  }

  async goOn() {
    this.auto = STAND_IN.turns;
    this.forget();
    this.show();
    if (!await this.act("auto", STAND_IN)) this.auto = 0;
    this.show();
  }

  async stopAuto() {
    await this.act("auto", { ...STAND_IN, turns: 0 });
    this.auto = 0;
    this.offer();
  }

  /** Does something at one's seat. */
  async act(what, more = {}) {
    if (this.busy) return null;
    this.busy = what;
    this.refused = "";
    this.show();
    try {
      return await ask(`/api/games/${this.id}/${what}`, { key: this.mine.key, ...more });
    } catch (error) {
      Object.assign(this, { steps: [], pending: null });
      this.say(error);
      const { refused } = this;
      this.busy = null;
      await this.offer();
      this.refused = refused;
      return null;
    } finally {
      // What came of it is told by the story, and what can be chosen then is asked then.
      this.busy = null;
      this.show();
    }
  }

  say(error) {
    this.refused = error.problem?.says?.[lang()] ?? (error.status ? error.message : t("no_answer"));
  }

  async advise() {
    const advice = await this.act("hint");
    if (!advice || !this.isMine) return;
    Object.assign(this, { hint: advice, steps: [], pending: null });
    this.show();
  }

  async rematch() {
    const next = await this.act("rematch");
    if (!next) return;
    seats.put(next.id, { key: next.key, seat: next.seat });
    location.assign(next.url);
  }

  /** What the strongest bot thinks of the move that is shown. */
  review() {
    const { course, stop } = this.replay, turn = course.stops[stop], isAlone = (this.seating?.seats ?? []).filter(seat => seat.kind === "person").length < 2;
    if (!turn.move || turn.fatal || !this.ended && !(this.mine && isAlone)) return null;
    return review({ id: this.id, ply: turn.ply - 1, key: this.mine?.key, legend: this.replay.game.frames.legend, view: this.moment.view });
  }

  // ---- showing

  #extra() {
    if (!this.isChoosing) return {};
    const { legend } = this.replay.game.frames, taken = this.pending?.steps ?? this.steps, mark = this.pending?.mark;
    const as = taken.length ? previewed(legend, this.moment, taken, this.pending != null) : null;
    return { choice: { ...this.choice, taken: this.steps }, hint: this.hint?.steps, picked: this.pending?.steps.at(-1).cell, as: mark ? { ...as, view: { ...as.view, bands: rowsOf(mark) } } : as };
  }

  show() {
    if (!this.replay) return;
    this.replay.extra = this.#extra();
    this.replay.showBoard();
    // How soon a page is of use can be measured by this.
    if (this.isChoosing && !this.wasChoosing) this.wasChoosing = Boolean(performance.mark("first choice"));
    this.#showAround();
  }

  /** Another moment is looked at: only at the end can anything be chosen. */
  looked() {
    if (!this.replay) return;
    const extra = this.#extra();
    if ((extra.choice != null) !== (this.replay.extra.choice != null)) {
      this.replay.extra = extra;
      this.replay.showBoard();
    }
    this.#showAround();
  }

  #showAround() {
    const root = this.main.querySelector(".game");
    root.classList.toggle("playing", this.mine != null && !this.ended);
    this.guide.show();
    this.#showActs();
    this.#showBanner();
  }

  nameOf(seat) {
    return this.replay.course.names[seat];
  }

  /** What cannot be seen by the board alone is written across it: a pass, a point that loses. */
  #showBanner() {
    const { legend } = this.replay.game.frames, { mark } = this.pending ?? {};
    this.banner.hidden = !this.isPass && !mark;
    if (this.isPass) {
      const [{ step, name }] = this.choice.next;
      this.banner.replaceChildren(el("b", {}, t("pass_only")), el("button", { type: "button", class: "btn go", click: () => this.pick(step) }, say(name)));
    } else if (mark) this.banner.replaceChildren(el("b", {}, say(legend.marks.find(sign => sign.id === mark.kind)?.name)), el("span", {}, t("mark_loses")));
  }

  #showActs() {
    const { mine, ended } = this, act = (name, sign, click, more = {}) => el("button", { type: "button", class: "btn", "data-act": name, disabled: Boolean(this.busy), title: t(name), click, ...more }, icon(sign), el("span", {}, t(name)));
    const people = (this.seating?.seats ?? []).filter(seat => seat.kind === "person").length, had = this.acts.contains(document.activeElement) ? document.activeElement.dataset.act : null;
    const now = !mine ? [] : ended ? [act("rematch", "again", () => this.rematch(), { class: "btn go" })] : [
      act("hint", "hint", () => this.advise(), { disabled: Boolean(this.busy) || !this.isMine }),
      people < 2 ? act("undo", "undo", () => this.act("undo"), { disabled: Boolean(this.busy) || !this.isMine || !this.lastOwn() }) : null,
      act("resign", "resign", () => this.resign()),
    ].filter(Boolean);
    this.acts.replaceChildren(...now);
    if (had) this.acts.querySelector(`[data-act=${had}]:not(:disabled)`)?.focus();
  }

  menu() {
    const { replay } = this, { ply = 0 } = replay.course.stops[replay.stop];
    return [
      [t("from_here"), "branch", `/play/${this.header.game}?from=${this.id}@${ply}`], [t("copy_position"), "copy", () => replay.position], [t("copy_link"), "link", () => replay.address],
      [t("download"), "save", `/api/games/${this.id}/record`], [t("as_page"), "page", `/api/games/${this.id}/page`],
    ];
  }

  resign() {
    const sheet = el("dialog", { class: "sheet", close: () => sheet.remove() }, el("p", {}, t("resign_sure")), el("p", { class: "playacts" },
      button({ class: "btn go", click: () => {
        sheet.close();
        this.act("resign");
      } }, t("yes_resign")), button({ class: "btn", click: () => sheet.close() }, t("no_resign"))));
    document.body.append(sheet);
    sheet.showModal();
  }
}

/** The rows of a mark, from their first cells to their last. */
const rowsOf = mark => (mark.rows ?? []).map(cells => ({ from: cells[0], to: cells.at(-1) }));

export async function gamePage(main, { id, crumb }) {
  // Everything is asked for at once. The ranks' names may come last: the board does not wait for them.
  const line = new Line(), named = rankTitle.load(), mine = await takeSeat(id), page = new GamePage(main, id, mine, crumb, line);
  globalThis.gyoji = page;
  await named.catch(() => {});
  page.rename();
  page.replay?.go(page.replay.stop);
}
