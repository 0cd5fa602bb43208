// When what is played: the rounds of an event, what is over, what runs and what is to come.
import { el } from "./dom.js";
import { count, named, t } from "./lang.js";
import { roundName } from "./bracket.js";

/** How many rounds before and after the one that runs are shown at once. */
const AROUND = 5;

/** When a round began, as a clock shows it, with the day if there are several. */
const clock = (ms, isLong) => new Date(ms).toLocaleString(document.documentElement.lang === "ja" ? "ja-JP" : "en-GB", { hour: "2-digit", minute: "2-digit", ...(isLong ? { month: "numeric", day: "numeric" } : {}) });

/** The rounds of all stages, or null where there is only one. */
export function schedule(report) {
  const many = report.chart.stages.length > 1, rows = [], began = new Map(), isLong = report.ended_ms - report.started_ms > 20 * 3600 * 1000;
  const beganAt = (stage, round) => began.get(`${stage}/${round ?? ""}`);
  for (const { place, started_ms: at } of report.games) {
    if (!place || !at) continue;
    for (const key of [`${place.stage}/`, `${place.stage}/${place.round}`]) began.set(key, Math.min(began.get(key) ?? Infinity, at));
  }
  for (const stage of report.chart.stages) {
    const rounds = stage.rounds.filter(({ meetings }) => meetings.length);
    if (!rounds.length) rows.push({ name: stage.name ? named("stage", stage.name) : named("format", stage.format), played: stage.played, games: stage.games, state: stage.state, began: beganAt(stage.name) });
    rounds.forEach((round, index) => {
      const played = round.meetings.reduce((sum, { games }) => sum + games.length, 0), name = round.name ? roundName(round, index, stage.rounds) : t("round", { n: round.number });
      const isOver = round.meetings.every(({ state }) => state === "over"), isWaiting = round.meetings.every(({ state }) => state === "waiting");
      rows.push({ name: many ? `${named("stage", stage.name)} ${name}` : name, played, meetings: round.meetings.length, state: isOver ? "over" : isWaiting ? "waiting" : "running", began: beganAt(stage.name, round.number) });
    });
  }
  if (rows.length < 2) return null;
  const at = rows.findIndex(({ state }) => state === "running"), from = Math.max(0, Math.min((at < 0 ? rows.length : at) - AROUND, rows.length - 2 * AROUND - 1));
  const body = el("tbody", {}), show = list => body.replaceChildren(...list.map(row => el("tr", { class: row.state === "running" ? "on" : null }, el("td", { class: "quiet when" }, row.began ? clock(row.began, isLong) : ""), el("td", { class: "cut" }, row.name),
    el("td", { class: "r quiet" }, row.games != null ? `${count(row.played)} / ${t("n_games", { n: count(row.games) })}` : t("n_meetings", { n: count(row.meetings) })), el("td", { class: "r" }, row.state === "running" ? el("span", { class: "chip live" }, t("playing_now")) : el("span", { class: "quiet" }, t(row.state === "over" ? "event_over" : "to_be_played"))))));
  show(rows.slice(from, from + 2 * AROUND + 1));
  const all = rows.length > 2 * AROUND + 1 ? el("button", { type: "button", class: "btn", click: () => {
    show(rows);
    all.remove();
  } }, t("all_rounds", { n: rows.length })) : null;
  return [el("div", { class: "scroll", tabindex: 0 }, el("table", { class: "plain schedule" }, body)), all];
}
