// Why a move was bad: what the strongest bot thinks of it, and what it would have played.
import { el } from "./dom.js";
import { lang, t } from "./lang.js";
import { ask } from "./client.js";
import { stepNames } from "./guide.js";

/** From so many hundredths on a move was worse than another; from so many it was a mistake. */
const WORSE = 4;
const MISTAKE = 15;

/** What was found out already, by game and move. */
const known = new Map();

/** A button that asks, and then the answer in its place. */
export function review({ id, ply, key, legend, view }) {
  const name = `${id}@${ply}`, box = el("div", { class: "review" });
  const show = answer => box.replaceChildren(...answered(answer, legend, view));
  const asking = el("button", { type: "button", class: "btn", click: async () => {
    asking.disabled = true;
    asking.textContent = t("hint_thinks");
    try {
      known.set(name, await ask(`/api/games/${id}/review`, { ply, key }));
      show(known.get(name));
    } catch (error) {
      box.replaceChildren(el("p", { class: "refused", role: "alert" }, error.problem?.says?.[lang()] ?? t("no_answer")));
    }
  } }, t("review_ask"));
  if (known.has(name)) show(known.get(name));
  else box.append(asking);
  return box;
}

function answered({ played, better, before, after, line, lost, unit }, legend, view) {
  const percent = value => value == null ? "" : `${Math.round(value / 10)} %`, isSame = played.move === better.move;
  const drop = before == null || after == null ? null : (before - after) / 10;
  const verdict = isSame || drop != null && drop < WORSE ? "review_good" : drop == null ? "review_other" : drop < MISTAKE ? "review_worse" : "review_mistake";
  const row = (name, ...what) => [el("dt", {}, name), el("dd", {}, ...what)], words = ({ steps }) => stepNames(legend, view, steps);
  return [el("h3", {}, t(verdict)), el("dl", { class: "facts" },
    row(t("review_played"), el("b", {}, words(played)), after == null ? null : ` ${t("review_chance", { n: percent(after) })}`),
    isSame ? [] : row(t("review_better"), el("b", {}, words(better)), before == null ? null : ` ${t("review_chance", { n: percent(before) })}`),
    lost ? row(t("review_lost"), `${lost.toFixed(1)} ${unit[lang()]}`) : [],
    line ? row(t("thought"), el("code", {}, line)) : []), el("p", { class: "q" }, t("review_note"))];
}
