// Choosing a game and somebody to play: pressing a rank begins.
import { el } from "./dom.js";
import { lang, onLang, say, t } from "./lang.js";
import { Board } from "./board.js";
import { ask, choices, seats } from "./client.js";
import { games } from "./people.js";

const LIMITS = [["", null], ["60s", "60s"], ["5m", null, "5m"]];

/** Begins a game and goes there. The key stays here; the address has none. */
async function begin(order, mine) {
  const made = await ask("/api/games", order), key = made.seats[mine]?.key;
  const friend = made.seats.findIndex((seat, index) => seat && index !== mine);
  if (key) seats.put(made.id, { key, seat: mine, friend: friend >= 0 ? made.seats[friend].key : null });
  location.assign(made.url);
}

export async function playPage(main, { game: id }) {
  const { games: all } = await games();
  const last = choices.get(), state = { seat: last.seat?.[id] ?? null, limit: last.limit ?? 0, rank: last.rank ?? "makushita", name: last.name ?? "" };
  const game = all.find(one => one.id === id);
  const from = new URLSearchParams(location.search).get("from");
  const said = el("p", { class: "refused", role: "alert" });
  const position = el("textarea", { rows: 2, spellcheck: "false" }), moves = el("textarea", { rows: 3, spellcheck: "false" }), name = el("input", { maxlength: 40, value: state.name, autocomplete: "nickname" });
  const options = new Map();

  function remember() {
    choices.put({ ...choices.get(), rank: state.rank, limit: state.limit, name: name.value.trim(), seat: { ...last.seat, [id]: state.seat } });
  }

  async function start(opponent) {
    remember();
    said.textContent = "";
    const count = game.seats.length, mine = state.seat ?? Math.floor(Math.random() * count);
    const order = { game: id, seats: game.seats.map((_, seat) => seat === mine ? "me" : opponent) };
    if (name.value.trim()) order.name = name.value.trim();
    const [, limit, clock] = LIMITS[state.limit];
    if (limit) order.limit = limit;
    if (clock) order.clock = clock;
    if (from) {
      const [other, ply] = from.split("@");
      order.from = ply == null ? { id: other } : { id: other, ply: Number(ply) };
    } else {
      if (position.value.trim()) order.position = position.value.trim();
      const chosen = [...options].filter(([, input]) => input.value !== input.dataset.usual);
      if (chosen.length) order.options = Object.fromEntries(chosen.map(([key, input]) => [key, input.value]));
    }
    if (moves.value.trim()) order.moves = moves.value.trim();
    try {
      await begin(order, mine);
    } catch (error) {
      said.textContent = error.problem?.says?.[lang()] ?? error.message;
    }
  }

  function radios(label, list, chosen, pick) {
    return el("div", { class: "opt" }, el("span", { class: "q" }, label), el("div", { class: "seg", role: "radiogroup", "aria-label": label }, list.map(([value, text]) => el("button", { type: "button", role: "radio", "aria-checked": value === chosen, click: () => {
      pick(value);
      show();
    } }, text))));
  }

  function field(label, input) {
    return el("label", { class: "field" }, el("span", {}, label), input);
  }

  for (const option of game.options) {
    const { choices: words } = option.kind, input = words ? el("select", {}, words.map(word => el("option", { value: word, selected: word === option.default }, word))) : el("input", { value: option.default });
    input.dataset.usual = option.default;
    options.set(option.name, input);
  }
  const more = el("details", { class: "more" });

  function show() {
    const cards = all.map(one => {
      const picture = el("span", { class: "pic" }), { cols, rows } = one.moment.view;
      const card = el("a", { class: "card", href: `/play/${one.id}`, "aria-current": one.id === id ? "true" : null }, picture, el("span", {}, el("b", {}, say(one.title)), el("small", {}, t("board_for", { cols: cols.length, rows: rows.length, n: one.seats.length }))));
      new Board(picture, one.legend, { mini: true }).show(one.moment);
      return card;
    });
    const steps = game.ranks.map((rank, index) => {
      const step = el("button", { type: "button", class: `step${index >= 5 ? " deep" : ""}`, "aria-pressed": rank.name === state.rank, click: () => {
        state.rank = rank.name;
        start(`bot:${rank.name}`);
      } }, el("span", { class: "col" }, el("span", { class: "nm" }, say(rank.title)), el("span", { class: "lv" }, String(index + 1))));
      const set = (key, value) => step.style.setProperty(key, value);
      set("--f", .4 + index * .066);
      set("--w", `${36 + index * 4}%`);
      set("--tone", `${index >= 5 ? 55 + (index - 5) * 10 : 3 + index * 6}%`);
      return step;
    });
    const rank = game.ranks.find(one => one.name === state.rank) ?? game.ranks[3], whose = say(rank.title);
    const isOpen = more.open;
    more.replaceChildren(el("summary", {}, t("more_options")), el("div", { class: "fields" },
      [...options].map(([key, input]) => field(say(game.options.find(one => one.name === key).about), input)), from ? null : field(t("from_position"), position), field(t("from_moves"), moves), field(t("your_name"), name)));
    more.open = isOpen;
    main.replaceChildren(el("div", { class: "choose" },
      el("header", {}, el("h1", {}, t("play_title")), el("span", { class: "meta q" }, t("play_note")), el("button", { type: "button", class: "btn bare push", click: () => start("open") }, t("invite"))),
      el("div", { class: "cards", "aria-label": t("choose_game") }, cards),
      el("div", { class: "ladder", role: "group", "aria-label": t("strength") }, el("div", { class: "about" }, el("h2", {}, t("ladder")), el("p", { class: "q" }, t("ladder_note"))), steps),
      el("footer", { class: "start" },
        radios(t("your_seat"), [[null, t("by_lot")], ...game.seats.map((seat, index) => [index, say(seat.title)])], state.seat, value => state.seat = value),
        radios(t("time"), LIMITS.map(([text], index) => [index, text || t("no_limit")]), state.limit, value => state.limit = value),
        more, el("button", { type: "button", class: "btn go", click: () => start(`bot:${rank.name}`) }, t("start_with", { who: whose }))),
      said));
  }
  show();
  onLang(show);
}
