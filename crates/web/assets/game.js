// One game, live or over: the replay with an end that still moves, and what whoever sits there can do.
import { button, el } from "./dom.js";
import { lang, onLang, say, t } from "./lang.js";
import { Replay } from "./replay.js";
import { thingSign } from "./board.js";
import { copyButton } from "./tabs.js";
import { Line, Story, ask, seats } from "./client.js";
import { rankTitle, who } from "./people.js";

/** The seat that somebody has here: by the key in the address, which does not stay there, or from before. */
async function takeSeat(id) {
  const hash = new URLSearchParams(location.hash.slice(1)), given = hash.get("key"), known = seats.get(id);
  hash.delete("key");
  if (given) history.replaceState(null, "", hash.size ? `#${hash}` : location.pathname + location.search);
  const key = given ?? known?.key;
  if (!key) return null;
  try {
    const { seat } = await ask(`/api/games/${id}/sit`, { key });
    const mine = { ...known, key, seat };
    seats.put(id, mine);
    return mine;
  } catch {
    return null;
  }
}

/** The document that a replay wants, of a game that begins. */
function documentOf(header, legend, moment, mine) {
  const players = header.players.map((player, seat) => ({
    name: seat === mine?.seat && player.name === "human" ? t("you") : who(player.name), limit_ns: player.text === "human" ? player.limit_ns : null, clock_ns: player.clock?.main_ns,
    note: player.text.startsWith("bot:") && rankTitle.of(player.name) ? player.text.slice(4).split("?")[0] : null,
  }));
  return {
    gyoji_game: 1, id: header.id, started_ms: header.started_ms, about: [], players, frames: { legend, first: moment, then: [], events: [] },
    events: [], talk: players.map(() => []), talk_left_out: false, why: [],
  };
}

class GamePage {
  constructor(main, id, mine) {
    Object.assign(this, { main, id, mine, replay: null, about: null, ended: null, moment: null, steps: [], choice: null, hint: null, busy: false, header: null });
    this.guide = el("section", { class: "guide" });
    this.state = el("p", { class: "lost", role: "status", hidden: true });
    this.refused = "";
    this.line = new Line(isUp => {
      this.state.hidden = isUp;
      this.state.textContent = isUp ? "" : t("lost_line");
    });
    this.line.watch(new Story(id, this));
    onLang(() => {
      this.state.textContent = this.state.hidden ? "" : t("lost_line");
      this.showGuide();
    });
    document.addEventListener("keydown", event => event.key === "Escape" && this.steps.length && this.cancel());
  }

  // ---- what the story tells

  begin(header, legend, moment) {
    Object.assign(this, { header, moment });
    this.replay = new Replay(this.main, documentOf(header, legend, moment, this.mine), { live: true, hash: true, board: {}, onStop: () => this.looked() });
    this.main.querySelector(".game").classList.add("guided");
    this.main.querySelector(".who").after(this.guide);
    this.main.prepend(this.state);
    this.replay.board.onPick = (step, offer) => offer && this.pick(step);
    this.showGuide();
  }

  problem() {
    this.main.replaceChildren(el("section", { class: "trouble" }, el("h1", {}, t("not_there"))));
  }

  about(about) {
    this.seating = about;
    this.showGuide();
  }

  more(fresh) {
    const { game } = this.replay, from = game.events.length, events = fresh.map(({ event }) => event.event === "named" ? { ...event, name: who(event.name) } : event);
    const then = [], indices = [];
    fresh.forEach(({ event, moment }, index) => {
      if (event.event === "ended") this.ended = event;
      if (!moment) return;
      this.moment = moment;
      then.push([moment]);
      indices.push(from + index);
      this.forget();
    });
    this.replay.append({ events, then, indices });
    this.offer();
  }

  // ---- moving

  /** Whether it is the turn of whoever looks, at the end of the game so far. */
  get isMine() {
    return this.mine != null && !this.ended && this.moment?.view.to_move === this.mine.seat;
  }

  get isAtEnd() {
    return this.replay && this.replay.stop === this.replay.last;
  }

  forget() {
    Object.assign(this, { steps: [], choice: null, hint: null, refused: "" });
    if (this.replay) this.replay.extra = {};
  }

  /** Asks what can be chosen after the steps taken so far. */
  async offer() {
    if (!this.isMine) return this.show();
    const asked = this.moment, steps = this.steps;
    try {
      const choice = await ask(`/api/games/${this.id}/choices?steps=${encodeURIComponent(JSON.stringify(steps))}`);
      // Something has happened meanwhile: what was asked does not matter any more.
      if (asked !== this.moment || steps !== this.steps) return;
      if (choice.move && steps.length) return this.play(steps);
      this.choice = choice;
    } catch (error) {
      this.say(error);
    }
    this.show();
  }

  pick(step) {
    // What is offered may be older than the steps: a quick finger waits for the answer.
    if (this.busy || !this.isMine || !this.isAtEnd || !this.choice) return;
    this.steps = [...this.steps, step];
    Object.assign(this, { choice: null, hint: null });
    this.offer();
  }

  cancel() {
    this.steps = [];
    this.offer();
  }

  async play(steps) {
    await this.act("moves", { steps, ply: this.moment.ply });
  }

  /** Does something at one's seat. */
  async act(what, more = {}) {
    if (this.busy) return null;
    this.busy = true;
    this.refused = "";
    this.showGuide();
    try {
      return await ask(`/api/games/${this.id}/${what}`, { key: this.mine.key, ...more });
    } catch (error) {
      this.steps = [];
      this.say(error);
      this.offer();
      return null;
    } finally {
      // What came of it is told by the story, and what can be chosen then is asked then.
      this.busy = false;
      this.showGuide();
    }
  }

  say(error) {
    this.refused = error.problem?.says?.[lang()] ?? error.message;
  }

  async advise() {
    const advice = await this.act("hint");
    if (!advice) return;
    this.hint = advice;
    this.show();
  }

  async rematch() {
    const next = await this.act("rematch");
    if (!next) return;
    seats.put(next.id, { key: next.key, seat: next.seat });
    location.assign(next.url);
  }

  // ---- showing

  show() {
    if (!this.replay) return;
    this.replay.extra = this.isAtEnd && this.isMine ? { choice: this.choice, hint: this.hint?.steps } : {};
    this.replay.go(this.replay.stop);
    this.showGuide();
  }

  /** Another moment is looked at: only at the end can anything be chosen. */
  looked() {
    if (!this.replay) return;
    const wants = this.isAtEnd && this.isMine && this.choice != null;
    if (wants !== (this.replay.extra.choice != null)) {
      this.replay.extra = wants ? { choice: this.choice, hint: this.hint?.steps } : {};
      const { board, moments, course, stop } = this.replay;
      board.show(moments.at(course.stops[stop].frame), this.replay.extra);
    }
    this.showGuide();
  }

  nameOf(seat) {
    return this.replay.course.names[seat];
  }

  showGuide() {
    if (!this.replay) return;
    const parts = [this.question(), this.words(), this.invitation(), this.refused ? el("p", { class: "refused", role: "alert" }, this.refused) : null, this.acts()];
    this.guide.replaceChildren(...parts.filter(Boolean));
  }

  question() {
    if (this.ended) return el("p", { class: "ask" }, el("b", {}, this.replay.ending()));
    const toMove = this.moment.view.to_move;
    if (this.isMine && this.isAtEnd) {
      const ask = this.choice && (this.steps.length || this.choice.next.some(({ step }) => step.word)) ? say(this.choice.ask) : t("your_turn");
      return el("p", { class: "ask", "aria-live": "polite" }, el("b", {}, ask), this.hint ? ` ${t("hint_says", { move: this.hint.move })}` : null);
    }
    if (toMove == null) return el("p", { class: "ask" }, t("loading"));
    const isPerson = this.seating?.seats[toMove]?.kind === "person", name = this.nameOf(toMove);
    return el("p", { class: "ask" }, t(isPerson ? "friends_turn" : "their_turn", { who: name }));
  }

  /** What is chosen by its name and not on the board: a pass, a tile, a way to turn. */
  words() {
    const { legend } = this.replay.game.frames, offers = this.isMine && this.isAtEnd ? (this.choice?.next ?? []).filter(({ step }) => step.word) : [];
    if (!offers.length && !this.steps.length) return null;
    const things = [...(legend.hand ?? []), ...(legend.grounds ?? [])];
    const isOnly = offers.length === 1 && this.choice.next.length === 1 && !this.steps.length;
    return el("div", {}, isOnly ? el("p", { class: "q" }, t("pass_only")) : null, el("div", { class: "tiles" }, offers.map(({ step, name }) => {
      const thing = things.find(sign => sign.id === step.word && sign.shape);
      return el("button", { type: "button", class: isOnly ? "btn go" : "btn tile", disabled: this.busy, click: () => this.pick(step) }, thing ? thingSign(thing) : null, say(name));
    }), this.steps.length ? el("button", { type: "button", class: "btn bare", click: () => this.cancel() }, t("cancel")) : null));
  }

  /** The link for a friend, as long as nothing was played. */
  invitation() {
    if (!this.mine?.friend || this.moment.ply > 0 || this.ended) return null;
    const link = () => `${location.origin}/g/${this.id}#key=${this.mine.friend}`;
    return el("div", { class: "invite" }, el("p", { class: "q" }, t("friend_link")), el("div", { class: "cmd" }, el("code", { class: "cut" }, link()), copyButton(link, t("copy_friend_link"), "link")));
  }

  acts() {
    const { mine, ended, busy, replay } = this, act = (name, click, more = {}) => el("button", { type: "button", class: "btn", disabled: busy, click, ...more }, t(name));
    const people = (this.seating?.seats ?? []).filter(seat => seat.kind === "person").length;
    const moves = () => replay.course.stops.slice(1).flatMap(stop => stop.move ?? []).join("\n");
    const here = `/play/${this.header.game}?from=${this.id}@${replay.course.stops[replay.stop].ply ?? 0}`;
    return el("div", { class: "playacts" },
      this.isMine ? act("hint", () => this.advise()) : null,
      mine && !ended && people < 2 ? act("undo", () => this.act("undo"), { disabled: busy || !this.isMine || this.moment.ply < 1 }) : null,
      mine && !ended ? act("resign", () => this.resign()) : null,
      // Who has a thousand turns does not want to make each of them.
      mine && !ended && replay.game.players.length > 2 ? act("auto", () => this.act("auto", { bot: "bot:sekiwake", turns: 50 })) : null,
      mine && ended ? act("rematch", () => this.rematch(), { class: "btn go" }) : null,
      el("a", { class: "btn bare", href: here }, t("from_here")),
      copyButton(moves, t("copy_moves")),
      el("a", { class: "btn bare", href: `/api/games/${this.id}/record`, download: "" }, t("download")),
      el("a", { class: "btn bare", href: `/api/games/${this.id}/page`, download: "" }, t("as_page")));
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

export async function gamePage(main, { id }) {
  const [mine] = await Promise.all([takeSeat(id), rankTitle.load()]);
  globalThis.gyoji = new GamePage(main, id, mine);
}
