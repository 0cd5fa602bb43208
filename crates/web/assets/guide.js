// What whoever plays is asked: the parts of a move one by one, what is chosen by its name, and how the game stands.
import { el, icon } from "./dom.js";
import { say, t } from "./lang.js";
import { cellName, thingSign, wordPicture } from "./board.js";
import { copyButton } from "./menu.js";

/** What people call a step. */
export function stepName(legend, view, step) {
  return step.cell ? cellName(view, ...step.cell) : say((legend.words ?? []).find(word => word.id === step.word)?.name) || step.word;
}

/** A move in words, part by part. */
export const stepNames = (legend, view, steps) => steps.map(step => stepName(legend, view, step)).join(" → ");

/** The card beside the board. `page` knows the game and whose turn it is; everything is drawn again when something changes. */
export class Guide {
  constructor(page) {
    // What is said aloud stays where it is, or nobody hears that it changes.
    Object.assign(this, { page, element: el("section", { class: "guide", "aria-label": t("your_move") }), aloud: el("p", { class: "said-aloud", "aria-live": "polite" }) });
  }

  get legend() {
    return this.page.replay.game.frames.legend;
  }

  show() {
    const { page, element } = this, had = element.contains(document.activeElement), isOpen = page.mine != null || page.seating?.next;
    element.hidden = !isOpen;
    element.classList.toggle("parted", this.isParted);
    if (!isOpen) return element.replaceChildren();
    const parts = [this.isParted ? this.parts() : null, el("div", { class: "say" }, this.question(), this.isParted ? null : this.words()), this.isParted ? this.words() : null, this.invitation(), this.isParted ? this.row() : null];
    element.replaceChildren(...parts.filter(Boolean));
    const asked = element.querySelector(".ask")?.textContent ?? "";
    if (this.aloud.textContent !== asked) this.aloud.textContent = asked;
    // Whoever chose by the keyboard goes on with it: to what can be pressed next, or to the board.
    if (!had || element.contains(document.activeElement)) return;
    const next = element.querySelector(".tiles button:not(:disabled)");
    if (next) next.focus();
    else page.replay.board.focus();
  }

  get isParted() {
    return Boolean(this.legend.parts?.length) && this.page.mine != null && !this.page.ended;
  }

  /** The parts of a move, and what is chosen of them. */
  parts() {
    const { page, legend } = this, choice = page.isChoosing ? page.choice : null, { view } = page.moment, taken = page.pending?.steps ?? page.steps;
    const known = [...(choice?.parts ?? []), ...(page.pending ? [choice?.part] : [])];
    return el("ol", { class: "steps" }, legend.parts.map(({ id, name }) => {
      const at = known.indexOf(id), isNow = choice && !page.pending && choice.part === id;
      return el("li", { class: at >= 0 ? "done" : isNow ? "now" : null, "aria-current": isNow ? "step" : null }, at >= 0 ? icon("check") : null, el("span", { class: "cut" }, say(name)), at >= 0 ? el("b", { class: "cut" }, stepName(legend, view, taken[at])) : null);
    }));
  }

  question() {
    const { page } = this, ask = (...what) => el("p", { class: "ask" }, ...what);
    if (page.refused) return el("p", { class: "ask refused", role: "alert" }, page.refused);
    if (page.ended) return ask(el("b", {}, page.replay.ending()), this.next());
    if (!page.isAtEnd) return ask(t("looking_back", { n: page.replay.stop }), " ", el("button", { type: "button", class: "btn slim", click: () => page.replay.step(Infinity) }, t("to_now")));
    if (page.auto > 0) return ask(t("bot_plays_on", { n: page.auto }), " ", el("button", { type: "button", class: "btn slim", click: () => page.stopAuto() }, t("stop_auto")));
    if (page.busy === "hint") return ask(t("hint_thinks"));
    if (page.isMine) {
      if (page.pending) return ask(el("b", {}, t("sure_of", { move: stepNames(this.legend, page.moment.view, page.pending.steps) })));
      if (page.hint) return ask(el("b", {}, t("hint_says", { move: stepNames(this.legend, page.moment.view, page.hint.steps) })));
      const isAsked = page.choice && (page.steps.length || this.isParted || page.choice.next.some(({ step }) => step.word));
      return ask(el("b", {}, page.isPass ? t("pass_only") : isAsked ? say(page.choice.ask) : t("your_turn")), this.passed());
    }
    const toMove = page.moment.view.to_move;
    if (toMove == null || page.mine == null) return ask(t("watching"), this.next());
    const isPerson = page.seating?.seats[toMove]?.kind === "person";
    return ask(t(isPerson ? "friends_turn" : "their_turn", { who: page.nameOf(toMove) }));
  }

  /** What the last one did, if it was nothing that can be seen on the board. */
  passed() {
    const { last } = this.page.moment;
    if (!last || this.isParted || last.seat === this.page.mine.seat || last.steps.some(step => step.cell)) return null;
    return el("span", { class: "tag" }, `${this.page.nameOf(last.seat)}: ${stepNames(this.legend, this.page.moment.view, last.steps)}`);
  }

  /** The game after this one, if somebody has begun it. */
  next() {
    const { page } = this, next = page.seating?.next;
    if (!next || page.mine && page.ended) return null;
    return el("a", { class: "btn slim", href: `/g/${next}` }, t("to_rematch"));
  }

  /** What is chosen by its name and not on the board: a pass, a tile, a way to turn. */
  words() {
    const { page, legend } = this, offers = page.isChoosing && !page.pending && page.isAtEnd ? (page.choice?.next ?? []).filter(({ step }) => step.word) : [];
    const things = [...(legend.hand ?? []), ...(legend.grounds ?? [])], held = page.moment.view.seats[page.mine?.seat]?.hand ?? [];
    const buttons = offers.map(({ step, name }) => {
      const word = (legend.words ?? []).find(one => one.id === step.word), thing = things.find(sign => sign.id === step.word && sign.shape), left = held.find(([id]) => id === step.word)?.[1];
      const about = [word?.about ? say(word.about) : null, left != null ? t("in_hand", { n: left }) : null].filter(Boolean).join(" · ");
      return el("button", { type: "button", class: page.isPass ? "btn go" : "tilebtn", "data-word": step.word, disabled: page.busy, click: () => page.pick(step) }, thing ? thingSign(thing) : wordPicture(word), el("b", {}, say(name)), about ? el("small", {}, about) : null);
    });
    if (!this.isParted && page.pending) buttons.push(...this.decide());
    return buttons.length || this.isParted ? el("div", { class: "tiles" }, buttons) : null;
  }

  decide() {
    const { page } = this, isBad = page.pending.mark != null;
    return [el("button", { type: "button", class: "btn go", disabled: page.busy, click: () => page.confirm() }, t(isBad ? "play_anyway" : "confirm")), el("button", { type: "button", class: "btn", click: () => page.cancel() }, t("cancel"))];
  }

  /** Taking back what is begun, and what saves many turns. */
  row() {
    const { page } = this, isBegun = page.steps.length > 0 || page.pending, act = (name, click, more) => el("button", { type: "button", class: "btn", disabled: Boolean(page.busy), click, ...more }, t(name));
    return el("div", { class: "row" },
      el("button", { type: "button", class: "btn", disabled: !isBegun, click: () => page.cancel() }, icon("close"), t("cancel")), el("span", { class: "q" }, isBegun ? t("cancel_note") : ""),
      page.pending ? el("button", { type: "button", class: "btn go", disabled: Boolean(page.busy), click: () => page.confirm() }, t("confirm"))
        // Who has a thousand turns does not want to make each of them.
        : page.replay.game.players.length > 2 ? el("span", { class: "many" }, act("repeat", () => page.repeat(), { disabled: Boolean(page.busy) || !page.isMine || !page.lastOwn() }), act("auto", () => page.goOn(), { disabled: Boolean(page.busy) || page.auto > 0 })) : null);
  }

  /** The link for a friend, as long as nothing was played. */
  invitation() {
    const { page } = this;
    if (!page.mine?.friend || page.moment.ply > 0 || page.ended) return null;
    const link = () => `${location.origin}/g/${page.id}#key=${page.mine.friend}`;
    return el("div", { class: "invite" }, el("p", { class: "q" }, t("friend_link")), el("div", { class: "cmd" }, el("code", { class: "cut" }, link()), copyButton(link, t("copy_friend_link"), "link")));
  }
}
