// What stands beside the board, in step with it: what was said, the time it took, what was thought, and why.
import { el, icon } from "./dom.js";
import { named, say, secs, spelled, t } from "./lang.js";
import { copyButton } from "./menu.js";
import { bars, lines, strips } from "./charts.js";
import { cellName } from "./board.js";
import { pointLines } from "./course.js";

/** How many turns the talk goes back from the one that is shown. */
const TALK_TURNS = 12;
const STDERR_LINES = 12;

const plyName = (replay, stop) => t("ply", { n: replay.course.stops[stop]?.ply ?? stop });
const who = (replay, seat, frame) => `${say(replay.titles(frame)[seat])} ${replay.course.names[seat]}`;
/** Words of a program, with the ends of lines set back. */
const words = (text, cls) => el("dd", { class: cls }, text.split(/(\\[nrt]|\\u\{[0-9a-f]+\}|\\x[0-9a-f]{2})/).map((part, i) => i % 2 ? el("i", {}, part) : part));

/** What was received, answered and printed. */
export function talkTab(replay) {
  const { course, game } = replay, out = [];
  if (game.talk_left_out) out.push(el("p", { class: "q" }, t("talk_left_out")));
  for (let stop = replay.stop; stop > Math.max(0, replay.stop - TALK_TURNS); stop--) {
    const turn = course.stops[stop];
    if (turn.undone) {
      out.push(el("article", { class: "turn" }, el("h3", {}, el("b", {}, t("undone", { n: turn.undone })))));
      continue;
    }
    const parts = el("dl", {}), add = (name, dd) => parts.append(el("dt", {}, name), dd);
    for (const sent of sentFor(replay, stop)) add(t("received"), words(spelled(sent.text)));
    for (const heard of turn.heard) add(t("heard"), words(spelled(heard.got), "err"));
    for (const fault of turn.faults) if (fault !== turn.fatal) add(t("answered"), words(spelled(fault.got) || t("nothing"), "said bad"));
    if (turn.got != null) add(t("answered"), words(spelled(turn.got) || t("nothing"), turn.fatal ? "said bad" : "said"));
    else if (turn.move && !game.talk[turn.seat]?.length) add(t("move"), el("dd", { class: "said" }, turn.move));
    const stderr = (turn.fatal?.stderr || turn.stderr || "").trimEnd();
    if (stderr) {
      const list = stderr.split("\n"), shown = list.slice(-STDERR_LINES);
      if (list.length > shown.length) shown.unshift(t("lines_before", { n: list.length - shown.length }));
      add(turn.got == null && !turn.fatal ? t("thought") : "stderr", el("dd", { class: "err" }, shown.map(line => spelled(line)).join("\n")));
    }
    out.push(el("article", { class: stop === replay.stop ? "turn cur" : "turn" },
      el("h3", {}, el("b", {}, plyName(replay, stop)), el("span", {}, who(replay, turn.seat, turn.frame - 1)), el("small", {}, turn.time ? t("s", { n: turn.time.used.toFixed(3) }) : "")), parts));
  }
  if (!out.length) out.push(el("p", { class: "q" }, t("talk_start")));
  return out;
}

/** What was sent to a seat since its turn before. */
function sentFor({ course, game }, stop) {
  const { seat, frame, fatal } = course.stops[stop], at = fatal ? frame : frame - 1;
  let before = stop - 1;
  while (before > 0 && course.stops[before].seat !== seat) before--;
  const from = before > 0 ? course.stops[before].frame : 0;
  return (game.talk[seat] ?? []).filter(({ ply }) => ply >= from && ply <= at).slice(-4);
}

/** How long everybody took. */
export function timeTab(replay, width) {
  const { course, game } = replay, out = [], hasParts = course.stops.some(({ time }) => time?.cpu != null);
  game.players.forEach((_, seat) => {
    const turns = course.stops.map((stop, index) => ({ ...stop, index })).filter(stop => stop.seat === seat && stop.time);
    if (!turns.length) return;
    const used = turns.map(({ time }) => time.used), sum = used.reduce((a, b) => a + b, 0), limits = new Set(turns.map(({ time }) => time.limit ?? 0));
    // A limit that only the first answer exceeds, by its start, is not the one to compare with.
    const limit = Math.min(...limits) || null;
    out.push(el("div", { class: "cap" }, el("b", {}, who(replay, seat, 0)), el("span", {}, t("mean", { n: secs(sum / used.length) })), el("span", {}, t("longest", { n: secs(Math.max(...used)) })), el("span", {}, t("in_all", { n: secs(sum) }))),
      bars({
        rows: turns.map(({ time, faults }, at) => ({ at, used: time.used, cpu: time.cpu, wait: time.wait ?? 0, bad: faults.length > 0 })),
        slots: turns.length, limit, limitText: limit && t("limit", { n: secs(limit) }), width, id: `hatch${seat}`,
        height: game.players.length > 2 ? 96 : 140, current: turns.findIndex(({ index }) => index === replay.stop) === -1 ? null : turns.findIndex(({ index }) => index === replay.stop),
        label: `${course.names[seat]}: ${t("longest", { n: secs(Math.max(...used)) })}`,
      }));
  });
  const key = (cls, name) => el("span", { class: "key" }, el("i", { class: `sw ${cls}` }), name);
  out.push(el("div", { class: "cap keys-of" }, hasParts ? [key("cpu", "CPU"), key("wt", t("machine_wait")), key("oth", t("other_time"))] : null, key("hot", t("near_limit"))));
  return out;
}

/** What the players thought of the position, and what the game counts. */
export function valueTab(replay, width) {
  const { course, game, moments } = replay, { legend } = game.frames, last = moments.length - 1, current = course.stops[replay.stop].frame;
  const points = pointLines(moments, game.players.length), hasPoints = points.some(line => line.length > 1);
  if (game.players.length !== 2) {
    if (!hasPoints) return [el("p", { class: "q" }, t("no_values"))];
    return [el("div", { class: "cap" }, el("span", {}, t("points_note"))), strips({ series: points.map((at, seat) => ({ at, sign: legend.seats[seat] })), last, current, width, label: t("points_note") })];
  }
  const judged = course.stops.filter(({ judged }) => judged), area = hasPoints ? differences(points, last) : null;
  // Chances have a scale of their own, or that of what they stand beside.
  const isChance = !area && judged.every(({ judged }) => judged.score == null), reach = isChance ? 50 : Math.max(1, ...judged.map(({ judged }) => Math.abs(judged.score ?? 0)), ...(area ?? []).map(([, y]) => Math.abs(y)));
  const series = game.players.map((_, seat) => ({
    cls: seat ? "ln2" : "ln1", seat,
    at: judged.filter(stop => stop.seat === seat).map(({ frame, judged }) => [frame, (seat ? -1 : 1) * (judged.score ?? (judged.percent - 50) / 50 * reach)]),
    percent: judged.some(stop => stop.seat === seat && stop.judged.percent != null),
  })).filter(one => one.at.length);
  if (!series.length && !area) return [el("p", { class: "q" }, t("no_values"))];
  const key = (cls, name) => el("span", { class: "key" }, el("i", { class: `sw ${cls}` }), name);
  return [
    el("div", { class: "cap" }, el("span", {}, t("value_note", { who: say(legend.seats[0].name) }))),
    lines({ series, area, last, current, width, isChance, label: t("value_note", { who: say(legend.seats[0].name) }) }),
    el("div", { class: "cap keys-of" }, series.map(one => key(one.cls, t(one.percent ? "thinks_percent" : "thinks", { who: course.names[one.seat] }))), area ? key("area", legend.points ? t("difference_of", { what: say(legend.points) }) : t("difference")) : null),
    el("p", { class: "q" }, t("value_source")),
  ];
}

/** The difference of the first seat's points and the second's, wherever one of them changes. */
function differences([one, other], last) {
  const at = new Set([...one, ...other].map(([frame]) => frame)), found = [];
  const value = (line, frame) => line.findLast(([from]) => from <= frame)?.[1] ?? 0;
  for (const frame of [...at].sort((a, b) => a - b)) if (frame <= last) found.push([frame, value(one, frame) - value(other, frame)]);
  // A step is drawn up to the next one, so each value stands before the frame where it ends.
  return found.map(([, y], i) => [found[i + 1]?.[0] ?? last, y]);
}

/** Why answers did not count: the fault that is nearest, and all the others to go to. */
export function whyTab(replay) {
  const { course } = replay, { slip } = course.stops[replay.stop];
  const about = [slip ? el("p", { class: "slipped" }, t("slip_note", slip)) : null, replay.options.review?.()].filter(Boolean);
  if (!course.faults.length) return [...about, el("p", { class: "q" }, t("no_faults"))];
  const here = course.faults.findLast(fault => fault.stop <= replay.stop) ?? course.faults[0];
  const others = course.faults.length > 1 ? el("ul", { class: "fault-list" }, course.faults.map(fault => el("li", {},
    el("button", { type: "button", "aria-current": fault === here ? "true" : null, click: () => replay.go(fault.stop) },
      el("span", { class: "n" }, plyName(replay, fault.stop)), el("span", {}, course.names[fault.seat]), el("span", { class: "cut" }, fault.why ? say(fault.why.verdict) : named("fault", fault.kind)))))) : null;
  return [...about, faultCard(replay, here), others];
}

/** The explanation of one fault. */
export function faultCard(replay, fault) {
  const { course } = replay, { why } = fault, card = el("div", { class: "why" });
  card.append(el("p", { class: "q" }, `${plyName(replay, fault.stop)} · ${who(replay, fault.seat, course.stops[fault.stop]?.frame ?? 0)} · ${t("fault_number", { n: course.faults.indexOf(fault) + 1 })}`),
    el("h3", {}, why ? say(why.verdict) : named("fault", fault.kind)));
  if (!why) {
    if (fault.got) card.append(el("dl", { class: "sent" }, el("dt", {}, t("answered")), el("dd", {}, el("mark", {}, spelled(fault.got)))));
    return card;
  }
  card.append(explanation(why));
  return card;
}

/** An explanation as the referee gives it, drawn. */
export function explanation(why) {
  const sent = el("dl", { class: "sent" });
  for (const line of why.exchange ?? []) {
    const text = say(line.text), { mark } = line, chars = [...text];
    if (line.speaker !== "nobody") sent.append(el("dt", {}, line.speaker === "referee" ? t("referee_sent") : t("player_said", { who: why.player }), el("span", {}, line.time ?? "")));
    sent.append(el("dd", {}, mark ? [chars.slice(0, mark.start).join(""), el("mark", {}, chars.slice(mark.start, mark.start + mark.length).join("")), chars.slice(mark.start + mark.length).join("")] : text));
    if (mark) sent.append(el("p", {}, say(mark.says)));
  }
  const facts = el("dl", { class: "facts" }), add = (name, ...dd) => facts.append(el("dt", {}, name), el("dd", {}, ...dd));
  if (why.why?.length) add(t("reason"), why.why.map(text => el("p", {}, say(text))));
  if (why.fix?.length) add(t("fix"), why.fix.map(text => el("p", {}, say(text))));
  if (why.instead) add(t("instead"), el("code", {}, why.instead));
  if (why.legal?.length) add(t("legal"), el("code", {}, why.legal.join(" ") + (why.legal_more ? ` … (+${why.legal_more})` : "")));
  for (const quote of why.quotes ?? []) add(say(quote.whose).replace(/[:：]$/, ""), el("code", { class: "lines" }, quote.lines.join("\n")));
  if (why.again) facts.append(el("dt", {}, t("again")), el("dd", { class: "cmd" }, el("code", {}, why.again), copyButton(() => why.again)));
  return el("div", {}, sent.childElementCount ? sent : null, facts);
}

/** What the rules say of points of the board now, where a game marks any. */
export function marksTab(replay) {
  const { legend } = replay.game.frames, moment = replay.moments.at(replay.course.stops[replay.stop].frame), { view } = moment;
  if (!view.marks?.length) return [el("p", { class: "q" }, t("no_marks"))];
  return [el("p", { class: "q" }, t("marks_note", { n: view.marks.length })), el("ul", { class: "mark-list" }, view.marks.map(mark => el("li", {}, icon("close"), el("b", {}, cellName(view, ...mark.at)), el("span", {}, say(legend.marks.find(sign => sign.id === mark.kind)?.name)))))];
}

const TABS = [["talk", talkTab], ["time", timeTab], ["value", valueTab], ["why", whyTab]];

/** The tabs of a game: the same four everywhere, and behind them what is its own. */
export function tabsOf({ game }) {
  const { legend } = game.frames;
  return legend.marks?.length ? [...TABS, ["marks", marksTab, legend.marks_name]] : TABS;
}
