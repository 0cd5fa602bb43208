// The tables of an event: standings with the cross-table, times, faults, games.
import { el, h, svg } from "./dom.js";
import { named, say, secs, t } from "./lang.js";
import { explanation } from "./tabs.js";
import { ticks } from "./course.js";

/** The most entrants whose results against each other stand beside the standings. */
const MOST_CROSSED = 40;
/** How many rows of a long list are shown at a time. */
const ROWS = 60;

const HALF = "½";
/** Points as people write them: 2½. */
export const points = value => Number.isInteger(value) ? String(value) : value % 1 === .5 ? `${Math.floor(value) || ""}${HALF}` : value.toFixed(1);
const plusMinus = () => el("span", { class: "pm" }, "±");

/** How much ink a result gets: more points, more ink. */
export function heat(score, games) {
  const share = score / games;
  return share === 0 ? "h0" : share < .45 ? "h1" : share <= .55 ? "h2" : share < .85 ? "h3" : "h4";
}

/** How wide the scale of ratings is in a table. */
const SCALE = 150;

/** Where a rating is on a common scale: a line from low to high, a dot on the estimate. */
function interval(rating, x, grid) {
  const lines = grid.map(at => h("line", { class: "g", x1: x(at), x2: x(at), y1: -7, y2: 23 }));
  if (!rating) return svg({ class: "iv", width: SCALE, height: 16, "aria-hidden": "true" }, lines);
  const [low, high, dot] = [x(rating.elo - rating.margin), x(rating.elo + rating.margin), x(rating.elo)];
  return svg({ class: "iv", width: SCALE, height: 16, viewBox: `0 0 ${SCALE} 16`, role: "img", "aria-label": `${Math.round(rating.elo)} ± ${Math.round(rating.margin)}` }, lines,
    h("line", { x1: low, x2: high, y1: 8, y2: 8 }), h("line", { x1: low, x2: low, y1: 5, y2: 11 }), h("line", { x1: high, x2: high, y1: 5, y2: 11 }), h("circle", { cx: dot, cy: 8, r: 3.6 }));
}

/** A stage's standings; with the results against each other, if it is the whole field. */
export function standingsTable(report, group, stage) {
  const { rows } = group, names = report.chart.entrants, faults = names.map((_, entrant) => report.faults.filter(fault => fault.entrant === entrant).length);
  const isWhole = rows.length === names.length && rows.length <= MOST_CROSSED && rows.length > 1, rated = rows.map(({ entrant }) => report.ratings[entrant]).filter(Boolean), hasRatings = isWhole && rated.length > 1;
  // Ratings that hardly anything is known about would push all others together.
  const reach = Math.max(...rated.map(({ margin }) => Math.min(margin, 400)), 1), low = Math.min(...rated.map(({ elo }) => elo)) - reach, high = Math.max(...rated.map(({ elo }) => elo)) + reach;
  const x = elo => 8 + Math.max(0, Math.min(1, (elo - low) / (high - low || 1))) * (SCALE - 16), grid = hasRatings ? ticks(low, high, 3) : [];
  // How many games somebody has won stands in the table already.
  const ties = [...new Set(rows.flatMap(({ tie_breaks: breaks }) => breaks.map(({ rule }) => rule)))].slice(0, 2).filter(rule => rule !== "wins"), hasFaults = faults.some(Boolean), advance = rows.some(({ advances }) => advances != null);
  const cell = (tag, cls, ...inside) => el(tag, { class: cls }, ...inside);
  const head = el("tr", {}, cell("th", "r c1", t("col_place")), cell("th", "c2", t("col_name")), cell("th", "r c3", t("col_score")), cell("th", "r c4", t("col_games")), cell("th", "r c4 wide-only", t("col_record")),
    ties.map(rule => cell("th", "r c5", named("tie", rule))), advance ? cell("th", "c5", "") : null,
    hasRatings ? [cell("th", "r c5", t("col_rating")), cell("th", "c6", svg({ class: "iv plot", width: SCALE, height: 14, "aria-hidden": "true" }, grid.map(at => h("text", { x: x(at), y: 11, "text-anchor": "middle" }, String(at)))))] : null,
    hasFaults ? cell("th", "r c7", t("col_faults")) : null, isWhole ? rows.map((_, index) => cell("th", "x", String(index + 1))) : null);
  const body = rows.map(row => {
    const rating = report.ratings[row.entrant];
    return el("tr", {}, cell("td", "r", el("b", {}, String(row.place))), el("td", { class: "cut", title: names[row.entrant] }, names[row.entrant]), cell("td", "r", el("b", {}, points(row.score))), cell("td", "r quiet", String(row.games)), cell("td", "r quiet wide-only", `${row.wins}–${row.draws}–${row.losses}`),
      ties.map(rule => cell("td", "r quiet", value(row.tie_breaks.find(one => one.rule === rule)))), advance ? el("td", {}, row.advances ? el("span", { class: "chip ok" }, t("advances")) : null) : null,
      hasRatings ? [cell("td", "r", rating ? [String(Math.round(rating.elo)), " ", el("span", { class: "quiet ci" }, plusMinus(), String(Math.round(rating.margin)))] : null), el("td", {}, interval(rating, x, grid))] : null,
      hasFaults ? cell("td", "r c7", faults[row.entrant] ? String(faults[row.entrant]) : el("span", { class: "quiet" }, "0")) : null, isWhole ? rows.map(other => crossCell(report, row.entrant, other.entrant)) : null);
  });
  const legend = isWhole ? el("p", { class: "legend" }, el("span", {}, t("cross_note")), heatKey("h4", t("heat_most")), heatKey("h2", t("heat_even")), heatKey("h0", t("heat_none")), heatKey("h1 f", t("heat_fault")), report.now ? heatKey("none ring", t("heat_now")) : null, heatKey("none", t("heat_never")), hasRatings ? el("span", { class: "push" }, t("rating_note")) : null) : null;
  return [el("div", { class: "scroll", tabindex: 0 }, el("table", { class: isWhole ? "stand" : "stand plain" }, el("caption", { class: "said-aloud" }, `${stage.name} ${group.name}`), el("thead", {}, head), el("tbody", {}, body))), legend];
}

const value = one => one == null ? "" : points(Math.round(one.value * 100) / 100);
const heatKey = (cls, name) => el("span", { class: "x" }, el("span", { class: cls }, cls === "h4" ? "4" : cls === "h2" ? "2" : cls === "h0" ? "0" : ""), name);

function crossCell(report, entrant, other) {
  if (entrant === other) return el("td", { class: "x" }, el("span", { class: "self" }));
  const { wins, draws, losses, faults } = report.cross[entrant][other], games = wins + draws + losses, score = wins + draws / 2, names = report.chart.entrants;
  const isNow = (report.now ?? []).some(seated => seated.includes(entrant) && seated.includes(other));
  if (!games) return el("td", { class: "x" }, el("span", { class: isNow ? "none ring" : "none" }));
  return el("td", { class: "x" }, el("span", { class: `${heat(score, games)}${faults ? " f" : ""}${isNow ? " ring" : ""}`, title: `${names[entrant]} ${points(score)} – ${points(games - score)} ${names[other]}` }, points(score)));
}

/** How the ratings came to be: the best five, the bands of the best three. */
export function ratingPlot(report) {
  const { history, ratings } = report, names = report.chart.entrants;
  const best = ratings.map((rating, entrant) => ({ rating, entrant })).filter(({ rating }) => rating).sort((a, b) => b.rating.elo - a.rating.elo).slice(0, 5);
  if (history.length < 2 || best.length < 2) return null;
  const shown = history.filter(at => best.every(({ entrant }) => at.ratings[entrant]));
  if (shown.length < 2) return null;
  const [L, R, T, B, width, height] = [44, 150, 12, 34, 860, 330], values = shown.flatMap(at => best.map(({ entrant }) => at.ratings[entrant]));
  const reach = Math.min(300, Math.max(...shown.at(-1).ratings.filter(Boolean).map(({ margin }) => margin)) * 1.5), low = Math.min(...values.map(({ elo }) => elo)) - reach, high = Math.max(...values.map(({ elo }) => elo)) + reach;
  const last = shown.at(-1).games, first = shown[0].games, x = games => L + (games - first) / Math.max(1, last - first) * (width - L - R), y = elo => height - B - (Math.max(low, Math.min(high, elo)) - low) / (high - low) * (height - T - B);
  const path = points => points.map(([a, b], i) => `${i ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join(""), out = [];
  for (const at of ticks(low, high, 5)) out.push(h("path", { class: "axis", d: `M${L} ${y(at)}H${width - R}` }), h("text", { x: L - 8, y: y(at) + 4, "text-anchor": "end" }, String(at)));
  for (const at of ticks(first, last, 6)) out.push(h("text", { x: x(at), y: height - 12, "text-anchor": "middle" }, String(at)));
  out.push(h("text", { x: width - R + 12, y: height - 12 }, t("axis_games")));
  best.slice(0, 3).forEach(({ entrant }, i) => {
    const [upper, lower] = [1, -1].map(sign => shown.map(at => [x(at.games), y(at.ratings[entrant].elo + sign * at.ratings[entrant].margin)]));
    out.push(h("path", { class: `band b${i}`, d: `${path(upper)}L${path(lower.reverse()).slice(1)}Z` }));
  });
  best.forEach(({ entrant }, i) => out.push(h("path", { class: `line s${i}`, d: path(shown.map(at => [x(at.games), y(at.ratings[entrant].elo)])) })));
  // The names at the right keep their distance.
  let from = -Infinity;
  for (const [i, { entrant, rating }] of best.map((one, i) => [i, one]).sort((a, b) => b[1].rating.elo - a[1].rating.elo)) {
    const at = y(rating.elo), label = Math.max(at, from + 20);
    from = label;
    out.push(h("path", { class: `line s${i}`, d: `M${width - R + 6} ${at.toFixed(1)}L${width - R + 14} ${label.toFixed(1)}H${width - R + 32}` }), h("text", { class: "strong", x: width - R + 38, y: label + 4.5 }, shorten(names[entrant], 12)));
  }
  return el("div", { class: "scroll", tabindex: 0 }, svg({ class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("ratings_over_time") }, out));
}

const shorten = (name, most) => [...name].length > most ? `${[...name].slice(0, most - 1).join("")}…` : name;

/** How long everybody took, and the longest answer against the limit. */
export function timesTable(report, open) {
  const names = report.chart.entrants, rows = report.times.map((times, entrant) => ({ ...times, entrant })).filter(({ answers }) => answers).sort((a, b) => b.most - a.most);
  const most = Math.max(.001, ...rows.map(({ most, limit }) => Math.max(most, limit && most > limit / 8 ? limit : 0)));
  return el("table", { class: "plain times" }, el("thead", {}, el("tr", {}, el("th", {}, t("col_name")), el("th", { class: "r" }, t("col_answers")), el("th", { class: "r" }, t("col_median")), el("th", { class: "r" }, t("col_longest")), el("th", { class: "grow" }, ""), el("th", { class: "r" }, t("col_near")))),
    el("tbody", {}, rows.map(row => {
      const near = row.limit && row.most > row.limit * .8;
      return el("tr", {}, el("td", { class: "cut" }, names[row.entrant]), el("td", { class: "r quiet" }, String(row.answers)), el("td", { class: "r" }, secs(row.median)), el("td", { class: "r" }, open(row.most_game, row.most_ply, el("b", {}, secs(row.most)))),
        el("td", { class: "grow" }, svg({ class: "meter", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, h("rect", { width: 100, height: 1, class: "bg" }), h("rect", { width: Math.max(.4, row.most / most * 100), height: 1, class: near ? "over" : "fill" }))),
        el("td", { class: near ? "r hot" : "r quiet" }, String(row.near)));
    })));
}

/** Faults: who, how often, and the newest with its reason; the rest unfolds. */
export function faultsTable(report, open) {
  const names = report.chart.entrants, by = new Map();
  for (const fault of report.faults) by.set(fault.entrant, [...(by.get(fault.entrant) ?? []), fault]);
  const groups = [...by.entries()].sort((a, b) => b[1].length - a[1].length);
  return el("div", { class: "faults" }, groups.map(([entrant, faults]) => {
    const newest = faults.at(-1), body = el("div", { class: "fault-body" });
    const fold = el("details", { toggle: () => {
      if (fold.open && !body.childElementCount) body.append(...faults.slice().reverse().slice(0, ROWS).map(fault => faultRow(fault, open)));
    } }, el("summary", {}, el("span", { class: "cut" }, names[entrant]), el("b", { class: "r" }, String(faults.length)), el("span", { class: "kinds" }, faults.slice(0, 8).map(() => el("i", {}))), el("span", { class: "cut kind" }, say(newest.verdict)), el("span", { class: "cut quiet" }, `${t("ply", { n: newest.ply })} · ${say(newest.why)}`), el("code", { class: "quiet" }, newest.game.slice(0, 8))), body);
    return fold;
  }));
}

function faultRow(fault, open) {
  return el("article", { class: "why" }, el("p", { class: "q" }, open(fault.game, fault.ply, `${fault.game.slice(0, 8)} · ${t("ply", { n: fault.ply })}`)), el("h3", {}, say(fault.verdict)), fault.explanation ? explanation(fault.explanation) : el("p", {}, say(fault.why)));
}

/** Every game, newest last; only so many rows at a time. */
export function gamesTable(report, isInside, open) {
  const names = report.chart.entrants, body = el("tbody", {}), more = el("button", { type: "button", class: "btn" }), filter = el("select", { "aria-label": t("filter_name") }, el("option", { value: "" }, t("everybody")), names.map((name, entrant) => el("option", { value: entrant }, name)));
  let shown = 0, list = report.games;
  const add = () => {
    for (const game of list.slice(shown, shown + ROWS)) body.append(gameRow(game));
    shown = Math.min(list.length, shown + ROWS);
    more.textContent = t("more", { n: list.length - shown });
    more.hidden = shown >= list.length;
  };
  const gameRow = game => {
    const isIn = isInside(game.id), best = game.places.filter(place => place === 1).length === 1;
    return el("tr", { class: game.counts ? null : "void" }, el("td", { class: "quiet nowrap" }, placeName(game)), el("td", {}, el("ol", { class: "players" }, game.entrants.map((entrant, seat) => el("li", { class: best && game.places[seat] === 1 && game.counts ? "won" : null }, el("span", { class: "cut" }, names[entrant]), el("span", { class: "r" }, game.entrants.length > 2 || game.points.some(points => points > 1) ? String(game.points[seat]) : game.counts ? resultOf(game, seat) : ""))))),
      el("td", { class: "quiet" }, say(game.ending), game.faults ? el("span", { class: "dot-fault", title: t("col_faults") }) : null), el("td", { class: "r quiet nowrap" }, t("plies", { n: game.plies })), el("td", { class: "r nowrap" }, isIn ? open(game.id, null, t("watch")) : el("code", { class: "quiet" }, game.id.slice(0, 8))));
  };
  const restart = () => {
    list = filter.value === "" ? report.games : report.games.filter(game => game.entrants.includes(Number(filter.value)));
    shown = 0;
    body.replaceChildren();
    add();
  };
  filter.addEventListener("change", restart);
  more.addEventListener("click", add);
  add();
  return [el("div", { class: "filter" }, filter), el("div", { class: "scroll", tabindex: 0 }, el("table", { class: "plain games" }, body)), more];
}

const resultOf = (game, seat) => game.places[seat] > 1 ? "0" : game.places.filter(place => place === 1).length > 1 ? HALF : "1";

/** Where a game stands in the event. */
export function placeName({ place }) {
  if (!place) return "";
  return [place.stage && named("stage", place.stage), place.round > 1 || place.stage ? t("round", { n: place.round }) : null, t("game_number", { n: place.game })].filter(Boolean).join(" · ");
}
