// Charts of a game, as drawings: bars of times, lines of values, strips of points.
import { h, svgNode } from "./dom.js";
import { ticks } from "./course.js";

const chart = (width, height, label, ...inside) => svgNode(h("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": label }, ...inside));
const text = (x, y, words, attrs = {}) => h("text", { x, y, ...attrs }, String(words));
const signed = value => value > 0 ? `+${value}` : String(value);

/** The pattern of time in which the machine let a program wait. */
const hatch = id => h("defs", {}, h("pattern", { id, width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
  h("rect", { width: 4, height: 4, class: "hatch-bg" }), h("rect", { width: 1.2, height: 4, class: "hatch-ln" })));

/** Times of one seat's answers against their limit; `rows` has { at, used, cpu, wait, limit, bad }. */
export function bars({ rows, slots, limit, current, width, height = 132, limitText, label, id = "hatch" }) {
  const [L, B, T] = [34, 18, 16], longest = Math.max(.0001, ...rows.map(row => row.used));
  // Answers that take next to nothing of their limit are compared with each other.
  const isFar = !limit || longest < limit / 8, most = isFar ? longest * 1.15 : limit;
  const y = s => height - B - Math.min(1.04, s / most) * (height - B - T), step = (width - L) / Math.max(1, slots), wide = Math.max(.6, Math.min(9, step - Math.min(3, step * .3)));
  const out = [hatch(id)];
  for (const s of ticks(0, most, 4)) out.push(s < most ? h("line", { x1: L, x2: width, y1: y(s), y2: y(s), class: s ? "ax" : "zero" }) : null, text(L - 8, y(s) + 4, s, { "text-anchor": "end" }));
  if (limit && !isFar) out.push(h("line", { x1: L, x2: width, y1: y(limit), y2: y(limit), class: "lim" }));
  if (limit) out.push(text(width, T - 5, limitText, { "text-anchor": "end", class: "lim" }));
  // Of too many bars to be told apart, those of one pixel are drawn as the longest of them.
  const every = Math.max(1, Math.floor(1.2 / step)), shown = every === 1 ? rows : rows.filter((row, i) => row.bad || row.used === Math.max(...rows.slice(i - i % every, i - i % every + every).map(one => one.used)));
  for (const { at, used, cpu, wait, bad } of shown) {
    const x = L + at * step + (step - wide) / 2, hot = bad || limit && used > limit * .8;
    out.push(h("rect", { x, width: wide, y: y(used), height: Math.max(.5, y(0) - y(used)), class: cpu == null ? (hot ? "hot" : "cpu") : hot ? "oth-hot" : "oth" }));
    if (cpu != null) out.push(h("rect", { x, width: wide, y: y(Math.min(cpu, used)), height: Math.max(0, y(0) - y(Math.min(cpu, used))), class: hot ? "hot" : "cpu" }));
    if (wait > most * .02 && wide > 3) out.push(h("rect", { x, width: wide, y: y(cpu + wait), height: y(cpu) - y(cpu + wait), fill: `url(#${id})`, class: "wt" }));
  }
  for (const at of ticks(1, slots, 6)) if (at >= 1) out.push(text(L + (at - .5) * step, height - 3, at, { "text-anchor": at > slots * .97 && slots > 20 ? "end" : "middle" }));
  if (current != null) {
    const x = L + (current + .5) * step;
    out.push(h("path", { d: `M${x - 4} ${height - 17}h8l-4-6z`, class: "hot" }));
  }
  return chart(width, height, label, out);
}

/** Values over the game; `series` has { at: [[x, y]…], cls, name }, `area` steps of a difference. */
export function lines({ series, area, last, current, width, height = 280, isChance = false, label }) {
  const [L, B, T, R] = [40, 20, 10, 8], values = [...series.flatMap(one => one.at.map(([, y]) => y)), ...(area ?? []).map(([, y]) => y)];
  const reach = isChance ? 50 : Math.max(1, ...values.map(Math.abs)), most = ticks(0, reach * 1.0001, 2).at(-1) >= reach ? reach : reach * 1.1;
  const x = at => L + at / Math.max(1, last) * (width - L - R), y = v => height - B - (v + most) / (2 * most) * (height - B - T);
  const out = [];
  for (const tick of (isChance ? [0, 25, 50] : ticks(0, most, 3)).flatMap(tick => tick ? [-tick, tick] : [0])) out.push(h("line", { x1: L, x2: width - R, y1: y(tick), y2: y(tick), class: tick === 0 ? "zero" : "ax" }), text(L - 8, y(tick) + 4, isChance ? `${50 + tick}%` : signed(tick), { "text-anchor": "end" }));
  for (const tick of ticks(0, last, 6).filter(Number.isInteger)) out.push(text(x(tick), height - 3, tick, { "text-anchor": "middle" }));
  if (area?.length) {
    let d = `M${x(0)} ${y(0)}`;
    for (const [at, value] of area) d += `H${x(at).toFixed(1)}V${y(value).toFixed(1)}`;
    out.push(h("path", { d: `${d}H${x(last)}V${y(0)}Z`, class: "area" }));
  }
  for (const one of series) out.push(h("path", { d: one.at.map(([a, b], i) => `${i ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join(""), class: one.cls, "stroke-linejoin": "round" }));
  if (current != null) out.push(h("line", { x1: x(current), x2: x(current), y1: T, y2: height - B, class: "cur" }));
  return chart(width, height, label, out);
}

/** One row for each seat, against the points at the start: calm, and readable without colour. */
export function strips({ series, last, current, width, row = 60, label }) {
  const [L, R] = [30, 10], height = series.length * row + 20, x = at => L + at / Math.max(1, last) * (width - L - R), out = [];
  const base = Math.max(0, ...series.map(one => one.at[0]?.[1] ?? 0)), most = Math.max(base * 1.2, 1, ...series.flatMap(one => one.at.map(([, y]) => y)));
  series.forEach(({ at, sign }, i) => {
    const y = v => (i + 1) * row - 8 - v / most * (row - 14);
    let d = `M${x(0)} ${y(base)}`;
    for (const [a, v] of at) d += `H${x(a).toFixed(1)}V${y(v).toFixed(1)}`;
    d += `H${x(last)}`;
    out.push(h("path", { d: `${d}V${y(base)}Z`, class: `k-${sign.colour}`, opacity: .28 }), h("path", { d, class: `s-${sign.colour}`, fill: "none", "stroke-width": 1.8 }),
      h("line", { x1: L, x2: width - R, y1: y(base), y2: y(base), class: "zero" }),
      h("rect", { x: 1, y: y(base) - 8, width: 16, height: 16, rx: 3, class: `k-${sign.colour}` }), text(9, y(base) + 4, sign.letter, { class: `badge o-${sign.colour}`, "text-anchor": "middle" }));
  });
  for (const tick of ticks(0, last, 5)) out.push(text(x(tick), height - 4, tick, { "text-anchor": tick === last ? "end" : "middle" }));
  if (current != null) out.push(h("line", { x1: x(current), x2: x(current), y1: 0, y2: series.length * row, class: "cur" }));
  return chart(width, height, label, out);
}
