// Choosing a game and somebody to play: pressing a rank begins.
import { el, icon } from "./dom.js";
import { lang, onLang, say, t } from "./lang.js";
import { Board } from "./board.js";
import { ask, choices, seats } from "./client.js";
import { games, ratingOf } from "./people.js";

/** How much time people have: [what it is called, for a move, for the game]. */
const LIMITS = [["no_limit"], ["limit_move", "60s"], ["limit_game", null, "5m"]];

/** Begins a game and goes there. The key stays here; the address has none. */
async function begin(order, mine) {
  const made = await ask("/api/games", order), key = made.seats[mine]?.key;
  const friend = made.seats.findIndex((seat, index) => seat && index !== mine);
  if (key) seats.put(made.id, { key, seat: mine, friend: friend >= 0 ? made.seats[friend].key : null });
  location.assign(made.url);
}

/** How high a rank stands on the ladder, from 0 to 1: by its rating, where all of them were measured. */
function heights(ranks) {
  const ratings = ranks.map(rank => rank.rating?.elo), isKnown = ratings.every(Number.isFinite);
  const [low, high] = isKnown ? [Math.min(...ratings), Math.max(...ratings)] : [0, ranks.length - 1];
  return ranks.map((_, index) => .4 + .6 * ((isKnown ? ratings[index] : index) - low) / Math.max(1, high - low));
}

export async function playPage(main, { game: id, crumb }) {
  crumb(() => t("nav_play"));
  const { games: all } = await games();
  const last = choices.get(), state = { seat: last.seat?.[id] ?? null, limit: LIMITS[last.limit] ? last.limit : 0, rank: last.rank ?? "makushita" };
  const game = all.find(one => one.id === id), from = new URLSearchParams(location.search).get("from");
  const said = el("p", { class: "refused", role: "alert" });
  const position = el("textarea", { rows: 2, spellcheck: "false" }), moves = el("textarea", { rows: 2, spellcheck: "false" }), name = el("input", { maxlength: 40, value: last.name ?? "", autocomplete: "nickname" });
  const options = new Map();
  let isBusy = false;

  function remember() {
    choices.put({ ...choices.get(), rank: state.rank, limit: state.limit, name: name.value.trim(), seat: { ...last.seat, [id]: state.seat } });
  }

  function orderFor(opponent) {
    const mine = state.seat ?? Math.floor(Math.random() * game.seats.length), order = { game: id, seats: game.seats.map((_, seat) => seat === mine ? "me" : opponent) };
    // A friend takes one seat; where there are more, bots sit on the others.
    if (opponent === "open" && game.seats.length > 2) order.seats = order.seats.map((seat, index) => seat === "open" && index !== (mine + 1) % game.seats.length ? `bot:${state.rank}` : seat);
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
    return [order, mine];
  }

  async function start(opponent) {
    if (isBusy) return;
    isBusy = true;
    remember();
    said.textContent = "";
    go.disabled = true;
    go.textContent = t("beginning");
    try {
      await begin(...orderFor(opponent));
    } catch (error) {
      const { says, hints } = error.problem ?? {};
      said.textContent = says ? [says[lang()], hints?.[lang()]].filter(Boolean).join(lang() === "ja" ? "。" : ". ") : t("no_answer");
    } finally {
      isBusy = false;
      show();
    }
  }

  const go = el("button", { type: "button", class: "btn go", click: () => start(`bot:${state.rank}`) });

  function radios(label, list, chosen, pick, cls = "opt") {
    const choose = (value, focus) => {
      pick(value);
      remember();
      show();
      if (focus) main.querySelector(`[aria-label="${CSS.escape(label)}"] [aria-checked=true]`)?.focus();
    };
    const turn = by => choose(list[(list.findIndex(([value]) => value === chosen) + by + list.length) % list.length][0], true);
    return el("div", { class: cls }, el("span", { class: "q" }, label), el("div", { class: "seg", role: "radiogroup", "aria-label": label, keydown: event => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      turn(by);
    } }, list.map(([value, text]) => el("button", { type: "button", role: "radio", "aria-checked": value === chosen, tabindex: value === chosen ? 0 : -1, click: () => choose(value, true) }, text))));
  }

  const field = (label, input) => el("label", { class: "field" }, el("span", {}, label), input);

  for (const option of game.options) {
    const { choices: words } = option.kind, input = words ? el("select", {}, words.map(word => el("option", { value: word, selected: word === option.default }, word))) : el("input", { value: option.default });
    input.dataset.usual = option.default;
    options.set(option.name, input);
  }
  const more = el("details", { class: "more" });

  function cards() {
    return all.map(one => {
      const picture = el("span", { class: "pic" }), { cols, rows } = one.moment.view;
      const card = el("a", { class: "card", href: `/play/${one.id}`, "aria-current": one.id === id ? "true" : null }, picture, el("span", { class: "words" }, el("b", {}, say(one.title)), el("small", {}, t("board_for", { cols: cols.length, rows: rows.length, n: one.seats.length })), one.legend.about ? el("small", {}, say(one.legend.about)) : null), icon("check"));
      new Board(picture, one.legend, { mini: true, label: say(one.title) }).show(one.picture ?? one.moment);
      return card;
    });
  }

  function ladder() {
    const high = heights(game.ranks), isRated = game.ranks.every(rank => rank.rating);
    return [el("div", { class: "about" }, el("h2", {}, t("ladder")), el("p", { class: "q" }, t(isRated ? "ladder_rated" : "ladder_note"))), ...game.ranks.map((rank, index) => {
      const [rating, margin] = ratingOf(rank).split(" "), isLast = rank.name === state.rank;
      const step = el("button", { type: "button", class: `step${index >= 5 ? " deep" : ""}`, "aria-pressed": isLast, "aria-label": [say(rank.title), t("rank_of", { n: index + 1 }), ratingOf(rank)].filter(Boolean).join(", "), "data-rank": rank.name, click: () => {
        state.rank = rank.name;
        show();
        start(`bot:${rank.name}`);
      } }, el("span", { class: "rt" }, rating || null, margin ? el("small", {}, margin) : null), el("span", { class: "col" }, el("span", { class: "nm" }, say(rank.title)), el("span", { class: "lv" }, String(index + 1))));
      const set = (key, value) => step.style.setProperty(key, value);
      set("--f", high[index]);
      set("--w", `${36 + index * 4}%`);
      set("--tone", `${index >= 5 ? 60 + (index - 5) * 9 : 3 + index * 6}%`);
      return step;
    })];
  }

  function show() {
    const rank = game.ranks.find(one => one.name === state.rank) ?? game.ranks[3], whose = say(rank.title), isOpen = more.open || Boolean(position.value || moves.value);
    const bot = game.bots.find(one => one.name === rank.bot);
    more.replaceChildren(el("summary", {}, t("more_options")), el("div", { class: "fields" },
      [...options].map(([key, input]) => field(say(game.options.find(one => one.name === key).about), input)), from ? null : field(t("from_position"), position), field(t("from_moves"), moves), field(t("your_name"), name)));
    more.open = isOpen;
    go.disabled = isBusy;
    go.textContent = isBusy ? t("beginning") : t("start_with", { who: whose });
    main.replaceChildren(el("div", { class: "choose" },
      el("header", {}, el("h1", {}, t("play_title")), el("span", { class: "meta q" }, t(from ? "from_game" : "play_note")), el("button", { type: "button", class: "btn bare push invite-friend", title: t("invite_note"), click: () => start("open") }, icon("friend"), t("invite"))),
      el("div", { class: "cards", role: "group", "aria-label": t("choose_game") }, cards()),
      el("div", { class: "ladder", role: "group", "aria-label": t("strength") }, ladder()),
      el("footer", { class: "start" },
        el("p", { class: "chosen-rank" }, el("b", {}, whose), " ", el("small", {}, last.rank === rank.name ? t("last_time") : t("rank_of", { n: game.ranks.indexOf(rank) + 1 })), el("small", { class: "cut" }, bot ? say(bot.about) : "")),
        radios(t("your_seat"), [[null, t("by_lot")], ...game.seats.map((seat, index) => [index, say(seat.title)])], state.seat, value => state.seat = value),
        radios(t("time"), LIMITS.map(([key], index) => [index, t(key)]), state.limit, value => state.limit = value, "opt time"),
        go, said), more));
  }
  show();
  onLang(show);
}
