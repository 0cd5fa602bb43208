// A bracket: rounds from left to right, each meeting beside those that lead to it.
import { el, h, svg } from "./dom.js";
import { named, t } from "./lang.js";
import { points } from "./tables.js";

const WIDTH = 214, GAP = 44, ROW = 29, SPACE = 18;

/** Whether the rounds of a stage are a bracket: they come to one end. Tables side by side whose best go on are none. */
export const isBracket = stage => stage.rounds.length > 0 && stage.rounds.at(-1).meetings.length <= (stage.format === "groups" ? 1 : 2) && (stage.rounds.length > 1 || stage.rounds[0].meetings.length === 1 || stage.format !== "round-robin");

/** What a round is called. */
export function roundName(round, index, rounds) {
  if (round.name) return named("round", round.name);
  const left = rounds.filter(one => one.name !== "third-place").length - 1 - index;
  return left === 0 ? t("round_final") : left === 1 ? t("round_semi_final") : t("round", { n: round.number });
}

const isThird = round => round.name === "third-place";

/** The meeting of the next round that one leads to: where its winners are, else by its place. */
export function leadsTo(meeting, index, round, next) {
  const found = next.meetings.findIndex(({ entrants }) => meeting.advancing.some(entrant => entrants.includes(entrant)));
  return found >= 0 ? found : Math.min(next.meetings.length - 1, Math.floor(index * next.meetings.length / round.meetings.length));
}

/** How high a meeting's card is. */
const heightOf = meeting => ROW * Math.max(2, meeting.entrants.length) + (isTable(meeting) ? 34 : 2);
const isTable = meeting => meeting.entrants.length > 2;

/** The rounds with their meetings in the order of those they lead to, so that no lines cross. */
function untangled(rounds) {
  const sorted = rounds.map(round => ({ ...round }));
  for (let i = rounds.length - 2; i >= 0; i--) {
    const [round, next] = [sorted[i], sorted[i + 1]], to = new Map(round.meetings.map((meeting, index) => [meeting, leadsTo(meeting, index, round, next)]));
    sorted[i] = { ...round, meetings: round.meetings.slice().sort((a, b) => to.get(a) - to.get(b)) };
  }
  return sorted;
}

/** Where every card lies: columns of [meeting, y], each meeting in the middle of those that lead to it. */
export function bracketLayout(stage) {
  const rounds = untangled(stage.rounds.filter(round => !isThird(round))), third = stage.rounds.find(isThird), columns = [];
  let height = 0;
  rounds.forEach((round, column) => {
    const from = columns[column - 1], low = new Map();
    if (from) rounds[column - 1].meetings.forEach((meeting, i) => {
      const to = leadsTo(meeting, i, rounds[column - 1], round), middle = from[i].y + heightOf(meeting) / 2;
      low.set(to, [...(low.get(to) ?? []), middle]);
    });
    let next = 0;
    columns.push(round.meetings.map((meeting, i) => {
      const tall = heightOf(meeting), leads = low.get(i), y = Math.max(next, leads ? leads.reduce((a, b) => a + b, 0) / leads.length - tall / 2 : next);
      next = y + tall + SPACE;
      height = Math.max(height, next);
      return { meeting, y };
    }));
  });
  // The small final stands below the other.
  const extra = third?.meetings.map(meeting => {
    const last = columns.at(-1)?.at(-1), y = Math.max(last ? last.y + heightOf(last.meeting) + 2 * SPACE + 10 : 0, 0);
    height = Math.max(height, y + heightOf(meeting) + SPACE);
    return { meeting, y };
  }) ?? [];
  return { rounds, columns, extra, height };
}

export function bracket(report, stage, open) {
  const { rounds, columns, extra, height } = bracketLayout(stage), width = columns.length * WIDTH + (columns.length - 1) * GAP;
  const box = el("div", { class: "bracket" }), lines = [];
  box.style.width = `${width}px`;
  box.style.height = `${height + 34}px`;
  columns.forEach((column, c) => {
    const x = c * (WIDTH + GAP);
    box.append(placedAt(el("p", { class: "round-name" }, el("b", {}, roundName(rounds[c], c, stage.rounds)), bestOf(column)), x, 0));
    column.forEach(({ meeting, y }, i) => {
      box.append(placedAt(card(report, stage, rounds[c], meeting, open), x, y + 34));
      const next = columns[c + 1];
      if (!next) return;
      const to = next[leadsTo(meeting, i, rounds[c], rounds[c + 1])], from = y + 34 + heightOf(meeting) / 2, end = to.y + 34 + heightOf(to.meeting) / 2;
      lines.push(h("path", { class: meeting.state === "over" ? null : "next", d: `M${x + WIDTH + 3} ${from}H${x + WIDTH + GAP / 2}V${end}H${x + WIDTH + GAP - 3}` }));
    });
  });
  for (const { meeting, y } of extra) {
    const x = (columns.length - 1) * (WIDTH + GAP), round = stage.rounds.find(isThird);
    box.append(placedAt(el("p", { class: "round-name" }, el("b", {}, t("round_third_place"))), x, y + 10), placedAt(card(report, stage, round, meeting, open), x, y + 34));
  }
  box.prepend(svg({ class: "conn", width, height: height + 34, "aria-hidden": "true" }, lines));
  return el("div", { class: "scroll", tabindex: 0 }, box);
}

function bestOf(column) {
  const most = Math.max(...column.map(({ meeting }) => meeting.best_of));
  return most > 1 ? el("small", {}, t("best_of", { n: most })) : null;
}

function placedAt(element, x, y) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
  return element;
}

/** Who meets, what each has scored, who goes on. */
function card(report, stage, round, meeting, open) {
  const names = report.chart.entrants, isOver = meeting.state === "over", games = gamesOf(report, stage, round, meeting);
  const order = meeting.entrants.map((entrant, i) => ({ entrant, score: meeting.score[i] ?? 0, index: i }));
  if (isTable(meeting) && isOver) order.sort((a, b) => meeting.advancing.includes(b.entrant) - meeting.advancing.includes(a.entrant) || b.score - a.score);
  const line = ({ entrant, score }, place) => {
    const on = meeting.advancing.includes(entrant), name = entrant == null ? t("to_come") : names[entrant];
    return el("li", { class: isOver ? (on ? "won" : "lost") : entrant == null ? "lost" : null }, isTable(meeting) ? el("span", { class: "n" }, String(place + 1)) : null, el("span", { class: "cut", title: name }, name), el("span", { class: "r" }, meeting.entrants.length > 1 && meeting.state !== "waiting" ? points(score) : meeting.entrants.length === 1 ? t("bye") : ""));
  };
  return el("div", { class: `meeting${meeting.state === "running" ? " on" : ""}${isTable(meeting) ? " tbl" : ""}` },
    isTable(meeting) ? el("h3", {}, t("table_number", { n: meeting.pairing }), el("span", { class: "games-of" }, games.map((game, i) => open(game.id, null, String(i + 1))))) : null, el("ol", {}, order.map(line)),
    !isTable(meeting) && games.length ? el("span", { class: "games-of" }, games.map((game, i) => open(game.id, null, String(i + 1)))) : null);
}

/** The games of a meeting, in order. */
export const gamesOf = (report, stage, round, meeting) => report.games.filter(({ place, counts }) => counts && place && place.stage === stage.name && place.round === round.number && place.pairing === meeting.pairing);
