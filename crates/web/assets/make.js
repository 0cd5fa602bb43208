// A bot to start from: the game, the language and a name, and then a folder that plays already.
import { el, icon } from "./dom.js";
import { onLang, say, t } from "./lang.js";
import { Board } from "./board.js";
import { ask, choices } from "./client.js";
import { copyButton } from "./menu.js";
import { games } from "./people.js";

const NAME = "my-ai";
const GOOD_NAME = /^[A-Za-z0-9_-]{1,40}$/;

export async function makePage(main, { crumb }) {
  crumb(() => t("make_bot"));
  const [kits, { games: all }] = await Promise.all([ask("/api/kits"), games()]), last = choices.get().kit ?? {};
  // In the order of all other pages.
  kits.games.sort((a, b) => all.findIndex(({ id }) => id === a.id) - all.findIndex(({ id }) => id === b.id));
  const find = (list, id) => list.find(one => one.id === id) ?? list[0];
  const state = { game: find(kits.games, new URLSearchParams(location.search).get("game") ?? last.game), language: find(kits.languages, last.language), protocol: null };
  const name = el("input", { value: last.name ?? NAME, maxlength: 40, spellcheck: "false", autocomplete: "off", input: () => words() });
  const parts = { title: el("h1", {}), note: el("span", { class: "meta q" }), cards: el("div", { class: "cards", role: "group" }), form: el("div", { class: "kit" }), steps: el("ol", { class: "kit-steps" }) };
  main.replaceChildren(el("div", { class: "choose make" }, el("header", {}, parts.title, parts.note), parts.cards, parts.form, parts.steps));

  const protocols = () => state.game.protocols[state.language.id] ?? [];

  function choose(change) {
    Object.assign(state, change);
    choices.put({ ...choices.get(), kit: { game: state.game.id, language: state.language.id, name: name.value.trim() } });
    show();
  }

  function segment(label, list, chosen, pick) {
    return el("div", { class: "opt" }, el("span", { class: "q" }, label), el("div", { class: "seg", role: "group", "aria-label": label },
      list.map(([value, text]) => el("button", { type: "button", "aria-pressed": value === chosen, "data-value": value, click: event => {
        pick(value);
        const where = event.currentTarget.dataset.value;
        main.querySelector(`[aria-label="${CSS.escape(label)}"] [data-value="${CSS.escape(where)}"]`)?.focus();
      } }, text))));
  }

  function cards() {
    return kits.games.map(one => {
      const known = all.find(({ id }) => id === one.id), picture = el("span", { class: "pic" });
      const card = el("button", { type: "button", class: "card", "data-game": one.id, "aria-pressed": one === state.game, click: () => {
        choose({ game: one, protocol: null });
        main.querySelector(`[data-game="${one.id}"]`)?.focus();
      } }, picture, el("span", { class: "words" }, el("b", {}, say(one.title)), known?.legend.about ? el("small", {}, say(known.legend.about)) : null), icon("check"));
      if (known) new Board(picture, known.legend, { mini: true, label: say(one.title) }).show(known.picture ?? known.moment);
      return card;
    });
  }

  /** What is to be done with it, command by command. */
  function steps(called) {
    const opponents = Array(state.game.seats - 1).fill("bot:random").join(" "), command = text => el("div", { class: "cmd" }, el("code", {}, text), copyButton(() => text));
    const step = (title, ...inside) => el("li", {}, el("b", {}, title), inside);
    return [
      step(t("make_unpack"), command(`unzip ${called}.zip && cd ${called}`), el("small", {}, t("make_needs", { what: say(state.language.needs) }))),
      step(t("make_edit", { file: state.language.file }), el("small", {}, t("make_edit_note"))),
      step(t("make_check"), command(`gyoji check .`), el("small", {}, t("make_check_note"))),
      step(t("make_first_game"), command(`gyoji match ${state.game.id} . ${opponents}`), el("small", {}, el("a", { href: "/docs/guides/write-a-bot" }, t("make_guide")), " · ", el("a", { href: "/docs/protocols/connect" }, t("make_connect")))),
    ];
  }

  /** What depends on the name: the field itself stays, so that one can write on. */
  function words() {
    const wanted = name.value.trim() || NAME, isFine = GOOD_NAME.test(wanted), link = parts.form.querySelector(".go"), said = parts.form.querySelector(".refused");
    const query = new URLSearchParams({ name: wanted, ...(state.protocol ? { protocol: state.protocol } : {}) });
    said.textContent = isFine ? "" : t("make_bad_name");
    name.setAttribute("aria-invalid", !isFine);
    link.toggleAttribute("aria-disabled", !isFine);
    if (isFine) link.href = `/api/kits/${state.game.id}/${state.language.id}?${query}`;
    else link.removeAttribute("href");
    link.lastChild.textContent = t("make_download", { file: `${isFine ? wanted : NAME}.zip` });
    parts.steps.replaceChildren(...steps(isFine ? wanted : NAME));
  }

  function show() {
    parts.title.textContent = t("make_bot");
    parts.note.textContent = t("make_note");
    parts.cards.setAttribute("aria-label", t("choose_game"));
    parts.cards.replaceChildren(...cards());
    const many = protocols().length > 1;
    parts.form.replaceChildren(...[
      segment(t("make_language"), kits.languages.map(one => [one.id, one.title]), state.language.id, id => choose({ language: find(kits.languages, id), protocol: null })),
      many ? segment(t("make_protocol"), protocols().map(one => [one, one]), state.protocol ?? protocols()[0], one => choose({ protocol: one })) : null,
      el("label", { class: "opt" }, el("span", { class: "q" }, t("make_name")), name),
      el("a", { class: "btn go push", download: "" }, icon("save"), el("span", {})), el("p", { class: "refused", role: "alert" })].filter(Boolean));
    words();
  }

  show();
  onLang(show);
}
