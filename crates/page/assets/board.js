// One renderer for every game: it draws a moment by what the game's legend says, and knows no game.
// (0, 0) is the top left corner of the first cell; the middle of cell x, y is x + .5, y + .5.
import { h, svgNode, svgText } from "./dom.js";
import { lang, say, t } from "./lang.js";
import { painted } from "./paint.js";
import { MARKS, castle, crest, footsteps, frame, gate, ghostFrame, ground, isMarkedInside, lastMark, piece, ruleMark, wordSign } from "./shapes.js";

/** How wide the rim is in which the names of columns and rows stand, in cells. */
const RIMS = { felt: .34, wood: .42, slab: .26, castle: .5, grid: .34, paper: .4 };
const MINI_RIMS = { felt: .12, wood: .1, slab: .06, castle: 0, grid: .12, paper: .08 };
const SIDES = { top: "bottom", bottom: "top", left: "right", right: "left" };
let boards = 0;

const find = (signs, id) => (signs ?? []).find(sign => sign.id === id);

/** What people call a cell. */
export function cellName(view, col, row) {
  const name = view.cols[col];
  return /[0-9]$/.test(name ?? "0") ? `${col},${row}` : name + view.rows[row];
}

/** What stands on a cell, in words. */
export function cellWords(legend, view, col, row, titles) {
  const cell = view.cells[row * view.cols.length + col];
  const seatName = seat => say(titles?.[seat] ?? legend.seats[seat]?.name);
  const words = [cellName(view, col, row)];
  const sign = find(legend.grounds, cell.ground);
  if (cell.owner != null) words.push(`${seatName(cell.owner)} ${say(sign?.name)}`);
  else if (sign?.shape || !cell.pieces?.length) words.push(say(sign?.name));
  for (const one of cell.pieces ?? []) words.push(`${seatName(one.seat)} ${say(find(legend.pieces, one.kind)?.name)}`);
  for (const mark of view.marks ?? []) if (mark.at[0] === col && mark.at[1] === row) words.push(say(find(legend.marks, mark.kind)?.name));
  return words.filter(Boolean).join(", ");
}

/** How a board lies on the screen: its size, its rim, and where a cell is when it is turned. */
export function layout(legend, view, { flip = false, mini = false, width = 640 } = {}) {
  const { material } = legend.surface, [cols, rows] = [view.cols.length, view.rows.length];
  const rim = (mini ? MINI_RIMS : RIMS)[material] ?? (mini ? .08 : .4);
  return {
    cols, rows, rim, flip, mini, material,
    px: n => n * (cols + 2 * rim) / width,
    x: (col, size = 1) => flip ? cols - col - size : col,
    y: (row, size = 1) => flip ? rows - row - size : row,
  };
}

/** Everything that does not change in a game: the board, its lines, names, walls and gates. */
export function drawSurface(legend, view, place) {
  const { surface } = legend, { cols, rows, rim, px, mini } = place, isPoint = surface.at === "point";
  const out = [
    h("rect", { x: -rim, y: -rim, width: cols + 2 * rim, height: rows + 2 * rim, class: "rim" }),
    h("rect", { x: 0, y: 0, width: cols, height: rows, class: "field" }),
  ];
  if (surface.lines) {
    const o = isPoint ? .5 : 0, [nx, ny] = isPoint ? [cols - 1, rows - 1] : [cols, rows], d = [];
    for (let i = 0; i <= nx; i++) d.push(`M${i + o} ${o}V${ny + o}`);
    for (let i = 0; i <= ny; i++) d.push(`M${o} ${i + o}H${nx + o}`);
    out.push(h("path", { d: d.join(""), class: "ln", "stroke-width": px(mini ? .6 : 1.25), "stroke-linecap": "square" }));
    if (isPoint) out.push(h("rect", { x: o, y: o, width: nx, height: ny, class: "ln", "stroke-width": px(mini ? .8 : 2) }));
  }
  for (const [x, y] of surface.stars ?? []) {
    const [cx, cy] = place.flip ? [cols - x / 2, rows - y / 2] : [x / 2, y / 2];
    out.push(h("circle", { cx, cy, r: mini ? .09 : Math.max(px(3), .045), class: "star" }));
  }
  if (!mini) out.push(drawNames(surface, view, place, isPoint));
  if (surface.material === "castle") out.push(castle(cols, rows));
  for (const { at, size, seat, side } of surface.gates ?? []) {
    out.push(gate(place.x(at[0]) + .5, place.y(at[1]) + .5, size, place.flip ? SIDES[side] : side, legend.seats[seat]));
  }
  return h("g", {}, out);
}

/** The names of columns and rows: in pixels, so that they can be read at any size. */
function drawNames(surface, view, place, isPoint) {
  const { cols, rows, rim, px } = place;
  const size = Math.max(px(11.5), Math.min(px(13), rim * .5)), off = isPoint ? rim * .5 - .16 : rim / 2;
  const name = (text, x, y) => h("text", { x, y, "font-size": size, class: "co" }, text);
  const sides = surface.names ?? [];
  return [
    sides.filter(side => side === "top" || side === "bottom").map(side => view.cols.map((text, i) => name(text, place.x(i) + .5, side === "top" ? -off : rows + off))),
    sides.filter(side => side === "left" || side === "right").map(side => view.rows.map((text, i) => name(text, side === "left" ? -off : cols + off, place.y(i) + .5))),
  ];
}

const at = (place, [col, row], ...drawing) => h("g", { transform: `translate(${place.x(col) + .5} ${place.y(row) + .5})` }, ...drawing);

/** The grounds of the cells, as [layer, key, drawing]. Neighbours of one owner join: roads show themselves. */
export function drawCells(legend, view, place) {
  const cols = view.cols.length, out = [];
  const isSame = (cell, col, row) => {
    const other = col >= 0 && col < cols && row >= 0 ? view.cells[row * cols + col] : null;
    return other != null && cell.owner != null && other.owner === cell.owner && other.ground === cell.ground;
  };
  view.cells.forEach((cell, index) => {
    const sign = find(legend.grounds, cell.ground), col = index % cols, row = Math.floor(index / cols), spot = [col, row];
    if (sign?.shape === "crest") {
      const owner = legend.seats[cell.owner], colour = owner?.colour ?? sign.colour ?? "gray", m = .46, way = place.flip ? -1 : 1;
      const box = (x, y, width, height, rx) => h("rect", { x, y, width, height, rx, class: `k-${colour}` });
      const [right, below] = [isSame(cell, col + way, row), isSame(cell, col, row + way)];
      out.push([cell.dim ? "dim" : "lit", index, at(place, spot, box(-m, -m, 2 * m, 2 * m, .1), right ? box(m - .12, -m, .32, 2 * m) : null, below ? box(-m, m - .12, 2 * m, .32) : null,
        right && below && isSame(cell, col + way, row + way) ? box(.4, .4, .2, .2) : null)]);
      if (owner) out.push(["crest", index, at(place, spot, h("g", cell.dim ? { class: "faint" } : { class: `o-${colour}`, opacity: .95, transform: "scale(1.15)" }, crest(owner.crest)))]);
    } else {
      const drawing = ground(sign?.shape, sign?.colour);
      if (drawing) out.push(["lit", index, at(place, spot, drawing)]);
    }
  });
  return out;
}

/** The pieces, as [key, drawing, piece, spot]. */
export function drawPieces(legend, moment, place, { numbers = "last", gradient } = {}) {
  const { view } = moment, cols = view.cols.length, out = [], last = lastCells(moment);
  view.cells.forEach((cell, index) => (cell.pieces ?? []).forEach((one, layer) => {
    const sign = find(legend.pieces, one.kind), seat = legend.seats[one.seat], spot = [index % cols, Math.floor(index / cols)];
    const isLast = last.some(([col, row]) => col === spot[0] && row === spot[1]);
    const text = one.number != null && !place.mini && (numbers === "all" || numbers === "last" && isLast) ? String(one.number) : null;
    const colours = { colour: sign?.colour ?? seat.colour, other: legend.seats[one.seat ^ 1]?.colour ?? "gray" };
    // Pieces that share a cell stand beside each other.
    const shift = cell.pieces.length > 1 ? { transform: `translate(${(layer - (cell.pieces.length - 1) / 2) * .36} 0) scale(.8)` } : {};
    const way = one.from && !place.mini ? footsteps(place.x(one.from[0]) - place.x(spot[0]), place.y(one.from[1]) - place.y(spot[1])) : null;
    out.push([`${index}.${layer}`, at(place, spot, way, h("g", { class: "mv" }, h("g", shift, piece(sign?.shape, { ...colours, letter: seat.letter, crest: seat.crest, text, gradient })))), one, spot]);
  }));
  return out;
}

/** The cells of the last move. */
export const lastCells = moment => (moment.last?.steps ?? []).flatMap(step => step.cell ? [step.cell] : []);

/** Where almost everything can be chosen, nothing is marked: the board itself says where. */
const MOST_MARKED = 48;

/** What whoever chooses things by these names would put down, if it has a shape. */
const thingOf = (legend, word) => [...(legend.hand ?? []), ...(legend.grounds ?? [])].find(sign => sign.id === word && sign.shape);

/** Whether whoever is to move has a piece of its own on a cell. */
const isOwn = (view, [col, row]) => view.cells[row * view.cols.length + col]?.pieces?.at(-1)?.seat === view.to_move;

/** The size of the frame that whoever is to move would put somewhere, in cells. */
const frameSize = view => view.frames?.find(({ seat }) => seat === view.to_move)?.area.slice(2) ?? [1, 1];

/** A moment as it would look after some steps of a move, as far as they say it themselves: a piece that goes from one
    cell to another, a thing that is put down, a piece that is put on an empty cell once the move is `whole`. */
export function previewed(legend, moment, taken, whole = false) {
  const { view } = moment, cols = view.cols.length, cells = view.cells.slice(), index = ([col, row]) => row * cols + col;
  const change = (spot, more) => cells[index(spot)] = { ...cells[index(spot)], ...more };
  const [first, second] = taken;
  if (!first?.cell || !second && !whole) return moment;
  let ghost = null;
  if (second?.cell && isOwn(view, first.cell)) {
    const pieces = [...cells[index(first.cell)].pieces], man = pieces.pop();
    change(first.cell, { pieces });
    change(second.cell, { pieces: [man] });
    ghost = first.cell;
  } else if (whole && taken.length === 1 && legend.pieces?.length === 1) change(first.cell, { pieces: [{ seat: view.to_move, kind: legend.pieces[0].id }] });
  taken.forEach((step, i) => step.word && taken[i + 1]?.cell && thingOf(legend, step.word) && change(taken[i + 1].cell, { ground: step.word }));
  return { ...moment, last: null, ghost, view: { ...view, cells } };
}

/** The marks over the pieces: what the rules say, what was done last, what can be chosen. */
export function drawMarks(legend, moment, place, { choice, hint, picked } = {}) {
  const { view } = moment, cols = view.cols.length, out = [];
  const cellAt = ([col, row]) => view.cells[row * cols + col];
  const shapeAt = spot => find(legend.pieces, cellAt(spot)?.pieces?.at(-1)?.kind)?.shape;
  const taken = choice?.taken ?? [], busy = taken.length > 0, offers = (choice?.next ?? []).filter(({ step }) => step.cell);
  if (!busy) for (const spot of lastCells(moment)) {
    const top = cellAt(spot)?.pieces?.at(-1), shape = shapeAt(spot);
    const isFramed = (view.frames ?? []).some(one => one.seat === moment.last.seat && one.area[0] === spot[0] && one.area[1] === spot[1]);
    if (isFramed) continue;
    if (top && isMarkedInside(shape)) out.push(at(place, spot, lastMark(shape, legend.seats[top.seat].colour)));
    else if (!place.mini) out.push(at(place, spot, MARKS.trail()));
  }
  for (const mark of view.marks ?? []) out.push(at(place, mark.at, ruleMark(find(legend.marks, mark.kind)?.shape)));
  // Whoever moves a frame is shown where it would be, in its size.
  const [width, height] = frameSize(view), isFrame = width > 1 || height > 1;
  const framed = (spot, cls) => ghostFrame(place.x(spot[0], width), place.y(spot[1], height), width, height, cls);
  const last = taken.findLast(step => step.cell);
  if (moment.ghost) out.push(at(place, moment.ghost, MARKS.left()));
  if (last && !(picked && taken.length === 1)) out.push(isFrame ? framed(last.cell) : at(place, last.cell, MARKS.chosen()));
  // What is put down, if the last word chosen is a thing with a shape: it shows where it would lie.
  const thing = thingOf(legend, taken.at(-1)?.word);
  if (picked) out.push(isFrame ? framed(picked) : at(place, picked, MARKS.chosen()));
  else if (offers.length <= MOST_MARKED) for (const { step } of offers) {
    if (thing) out.push(at(place, step.cell, MARKS.slot(thing.shape, thing.colour ?? "gray")));
    else if (busy) out.push(at(place, step.cell, MARKS.target()));
    else if (cellAt(step.cell)?.pieces?.length) out.push(at(place, step.cell, MARKS.here()));
    else out.push(at(place, step.cell, MARKS.may(legend.seats[view.to_move]?.colour ?? "gray")));
  }
  if (!busy) for (const step of hint ?? []) if (step.cell) out.push(isFrame ? framed(step.cell, "hint") : at(place, step.cell, MARKS.hint()));
  return out;
}

const drawBands = (view, place) => (view.bands ?? []).map(({ from, to }) =>
  h("line", { x1: place.x(from[0]) + .5, y1: place.y(from[1]) + .5, x2: place.x(to[0]) + .5, y2: place.y(to[1]) + .5, class: "row", "stroke-width": .62 }));

const drawFrames = (legend, view, place) => place.mini ? [] : (view.frames ?? []).map(({ seat, area: [col, row, width, height] }) =>
  frame(place.x(col, width), place.y(row, height), width, height, legend.seats[seat]));

const gradients = id => h("defs", {}, [["black", "#4a4743", "#141311"], ["white", "#ffffff", "#e4dfd3"]].map(([colour, from, to]) =>
  h("radialGradient", { id: `${id}-${colour}`, cx: .38, cy: .32, r: .75 }, h("stop", { offset: 0, "stop-color": from }), h("stop", { offset: 1, "stop-color": to }))));

/** The layers of a board, from the bottom up. */
const LAYERS = ["surface", "dim", "lit", "crest", "bands", "frames", "pieces", "marks", "hover"];

/** A whole board as one drawing, for whoever wants it at once: a picture, a small board, a test. */
export function drawBoard(legend, moment, options = {}) {
  const id = options.id ?? "still", place = layout(legend, moment.view, options), { rim, cols, rows } = place;
  const cells = drawCells(legend, moment.view, place), layer = name => cells.filter(([where]) => where === name).map(([, , drawing]) => drawing);
  const layers = {
    surface: [drawSurface(legend, moment.view, place)], dim: layer("dim"), lit: layer("lit"), crest: layer("crest"),
    bands: drawBands(moment.view, place), frames: drawFrames(legend, moment.view, place),
    pieces: drawPieces(legend, moment, place, { ...options, gradient: id }).map(([, drawing]) => drawing),
    marks: drawMarks(legend, moment, place, options), hover: [],
  };
  return h("svg", { class: `gb m-${place.material}`, viewBox: `${-rim} ${-rim} ${cols + 2 * rim} ${rows + 2 * rim}`, role: "img", "aria-label": options.label ?? boardLabel(legend, moment) },
    gradients(id), LAYERS.map(name => h("g", { class: `la-${name}` }, layers[name])));
}

/** A moment in a sentence, for whoever cannot see the board. */
export function boardLabel(legend, moment) {
  const parts = [say(legend.title), moment.round ? say(moment.round) : t("ply", { n: moment.ply })];
  if (moment.last) parts.push(`${say(moment.titles?.[moment.last.seat])} ${moment.last.move}`);
  const { to_move: seat } = moment.view;
  if (seat != null) parts.push(t("to_move", { who: say(moment.titles?.[seat] ?? legend.seats[seat]?.name) }));
  return parts.join(", ");
}

/** Things that stay on the screen while they do not change. */
class Layer {
  constructor(group) {
    this.group = group;
    this.items = new Map();
  }

  /** `list` has [key, drawing, …]; `onNew` is told of what was not there so before. */
  update(list, onNew) {
    const keys = new Set();
    for (const [key, drawing, ...rest] of list) {
      keys.add(key);
      const text = svgText(drawing), old = this.items.get(key);
      if (old?.text === text) continue;
      const node = svgNode(drawing);
      if (old) old.node.replaceWith(node);
      else this.group.append(node);
      this.items.set(key, { text, node, rest });
      onNew?.(node, rest, old?.rest);
    }
    for (const [key, { node }] of this.items) if (!keys.has(key)) {
      node.remove();
      this.items.delete(key);
    }
  }
}

/**
 * A board in a page.
 *   const board = new Board(element, legend, { flip, mini, numbers, picks });
 *   board.show(moment, { choice, hint, motion });
 *   board.onPick = (step, offer) => …;   // offer is null where that step is not offered
 *   board.onPoint = cell => …;           // somebody points at a cell, or at none
 */
export class Board {
  constructor(element, legend, options = {}) {
    Object.assign(this, { element, legend, options: { numbers: "last", ...options }, onPick: null, onPoint: null, moment: null, extra: {} });
    this.id = `gb${++boards}`;
    this.root = svgNode(h("svg", { class: `gb m-${legend.surface.material}` }, gradients(this.id)));
    this.layers = {};
    for (const name of LAYERS) {
      const group = svgNode(h("g", { class: `la-${name}` }));
      this.root.append(group);
      this.layers[name] = new Layer(group);
    }
    this.hits = svgNode(h("g", { class: "la-hits" }));
    this.root.append(this.hits);
    element.append(this.root);
    this.focused = null;
    this.#listen();
    this.observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => this.moment && this.show(this.moment, { ...this.extra, motion: false }));
    this.observer?.observe(element);
  }

  /** Draws a moment. Nothing moves unless `motion` says so. */
  show(moment, extra = {}) {
    const before = this.moment;
    Object.assign(this, { moment, extra });
    const { legend, options } = this, { view } = moment;
    const place = layout(legend, view, { ...options, width: this.root.clientWidth || 640 });
    const { rim, cols, rows } = place;
    this.place = place;
    this.root.setAttribute("viewBox", `${-rim} ${-rim} ${cols + 2 * rim} ${rows + 2 * rim}`);
    const { layers } = this;
    layers.surface.update([["surface", drawSurface(legend, view, place)]]);
    const cells = drawCells(legend, view, place);
    for (const name of ["dim", "lit", "crest"]) layers[name].update(cells.filter(([where]) => where === name).map(([, key, drawing]) => [key, drawing]));
    layers.bands.update(drawBands(view, place).map((drawing, i) => [i, drawing]));
    layers.frames.update(drawFrames(legend, view, place).map((drawing, i) => [i, drawing]));
    const moves = extra.motion && before && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    layers.pieces.update(drawPieces(legend, moment, place, { ...options, gradient: this.id }), moves ? (...change) => this.#move(...change) : null);
    layers.marks.update(drawMarks(legend, moment, place, extra).map((drawing, i) => [i, drawing]));
    layers.hover.update([]);
    this.#label(moment, place);
  }

  /** How wide a cell is on the screen. */
  get cellSize() {
    return this.root.clientWidth / (this.place.cols + 2 * this.place.rim);
  }

  /** Where the middle of a cell is, in hundredths of the board's width and height. */
  spotOf([col, row]) {
    const { rim, cols, rows } = this.place;
    return [(this.place.x(col) + .5 + rim) / (cols + 2 * rim) * 100, (this.place.y(row) + .5 + rim) / (rows + 2 * rim) * 100];
  }

  /** Puts the keyboard on the board. */
  focus() {
    this.#hitCells()[this.focused]?.focus();
  }

  /** Turns the board round. */
  flip(flip = !this.options.flip) {
    this.options.flip = flip;
    if (this.moment) this.show(this.moment, { ...this.extra, motion: false });
  }

  /** The board as a file of its own, with the colours it has now. */
  toSVG() {
    const root = this.root.cloneNode(true), style = document.createElementNS("http://www.w3.org/2000/svg", "style");
    for (const left of root.querySelectorAll(".la-hits, .la-hover")) left.remove();
    root.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    style.textContent = boardStyle(this.root);
    root.prepend(style);
    root.setAttribute("width", root.viewBox.baseVal.width * 80);
    root.setAttribute("height", root.viewBox.baseVal.height * 80);
    return new XMLSerializer().serializeToString(root);
  }

  /** The same as pixels, about twice as fine as on a screen: for a report. */
  toPNG() {
    this.layers.hover.update([]);
    return new Promise(done => painted(this.root, 1600).toBlob(done, "image/png"));
  }

  destroy() {
    this.observer?.disconnect();
    this.root.remove();
  }

  #move(node, [one, spot], old) {
    const moving = node.querySelector(".mv"), timing = { duration: 160, easing: "cubic-bezier(.2, .7, .3, 1)" };
    const [was] = old ?? [];
    if (one.from) {
      const dx = this.place.x(one.from[0]) - this.place.x(spot[0]), dy = this.place.y(one.from[1]) - this.place.y(spot[1]);
      moving.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], timing);
    } else if (was && was.seat !== one.seat) moving.animate([{ transform: "scaleX(0)" }, { transform: "none" }], timing);
    else if (!was) moving.animate([{ transform: "translateY(-.12px)", opacity: 0 }, { transform: "none", opacity: 1 }], { ...timing, duration: 120 });
  }

  /** Says what is where: a grid of cells that the keyboard can walk through; small boards are one picture. */
  #label(moment, place) {
    const { legend, options } = this, label = options.label ?? boardLabel(legend, moment), { view } = moment;
    if (options.mini) {
      this.root.setAttribute("role", "img");
      this.root.setAttribute("aria-label", label);
      return;
    }
    if (this.hits.childElementCount !== view.rows.length) {
      this.hits.replaceChildren(...view.rows.map((_, row) => svgNode(h("g", { role: "row" }, view.cols.map((_, col) => h("rect", { class: "hit", role: "gridcell", width: 1, height: 1, "data-cell": `${col},${row}` }))))));
      this.hits.setAttribute("role", "grid");
    }
    this.hits.setAttribute("aria-label", label);
    // The keyboard begins in the middle, where games do.
    this.focused ??= Math.floor(view.rows.length / 2) * view.cols.length + Math.floor(view.cols.length / 2);
    const offers = new Set((this.extra.choice?.next ?? []).flatMap(({ step }) => step.cell ? [step.cell.join()] : []));
    this.#hitCells().forEach((hit, index) => {
      const col = index % place.cols, row = Math.floor(index / place.cols), can = offers.has(`${col},${row}`);
      const set = (name, value) => hit.getAttribute(name) !== String(value) && hit.setAttribute(name, value);
      set("x", place.x(col));
      set("y", place.y(row));
      set("class", can ? "hit can" : "hit");
      set("tabindex", index === this.focused ? 0 : -1);
      if (hit.cell !== view.cells[index] || hit.spoken !== lang() || hit.can !== can || view.marks) {
        set("aria-label", cellWords(legend, view, col, row, moment.titles) + (can ? `, ${t("can_pick")}` : ""));
        Object.assign(hit, { cell: view.cells[index], spoken: lang(), can });
      }
    });
  }

  #hitCells() {
    return [...this.hits.querySelectorAll(".hit")];
  }

  #listen() {
    const pick = target => {
      const cell = target.closest?.(".hit")?.dataset.cell?.split(",").map(Number);
      if (!cell || !this.onPick) return false;
      const offer = (this.extra.choice?.next ?? []).find(({ step }) => step.cell?.join() === cell.join()) ?? null;
      this.onPick({ cell }, offer);
      return true;
    };
    this.hits.addEventListener("click", event => pick(event.target));
    const point = target => {
      this.#hover(target);
      this.onPoint?.(target.closest?.(".hit")?.dataset.cell.split(",").map(Number) ?? null);
    };
    this.hits.addEventListener("pointerover", event => event.pointerType === "mouse" && point(event.target));
    this.hits.addEventListener("pointerleave", () => point(this.root));
    this.hits.addEventListener("focusin", event => event.target.matches(":focus-visible") && point(event.target));
    this.hits.addEventListener("focusout", () => point(this.root));
    this.hits.addEventListener("keydown", event => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (step) this.#walk(...step);
      else if (!((event.key === "Enter" || event.key === " ") && pick(event.target))) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Shows what would be put where somebody points. */
  #hover(target) {
    const hit = target.closest?.(".hit.can"), spot = hit?.dataset.cell.split(",").map(Number), { legend, place } = this, { view } = this.moment;
    const [width, height] = frameSize(view), [sign] = legend.pieces ?? [], seat = legend.seats[view.to_move];
    if (!spot || this.extra.choice?.taken?.length) return this.layers.hover.update([]);
    if (width > 1 || height > 1) return this.layers.hover.update([[0, ghostFrame(place.x(spot[0], width), place.y(spot[1], height), width, height)]]);
    if (!isMarkedInside(sign?.shape) || view.cells[spot[1] * place.cols + spot[0]].pieces?.length) return this.layers.hover.update([]);
    this.layers.hover.update([[0, at(place, spot, piece(sign.shape, { colour: sign.colour ?? seat.colour, other: legend.seats[view.to_move ^ 1]?.colour ?? "gray", letter: seat.letter, crest: seat.crest, gradient: this.id }))]]);
  }

  #walk(dx, dy) {
    const { cols, rows, flip } = this.place, way = flip ? -1 : 1, hits = this.#hitCells();
    const col = Math.max(0, Math.min(cols - 1, this.focused % cols + dx * way));
    const row = Math.max(0, Math.min(rows - 1, Math.floor(this.focused / cols) + dy * way));
    hits[this.focused]?.setAttribute("tabindex", -1);
    this.focused = row * cols + col;
    hits[this.focused].setAttribute("tabindex", 0);
    hits[this.focused].focus();
  }
}

/** The rules of the page's style that draw boards, with what their variables are now. */
function boardStyle(element) {
  const now = getComputedStyle(element);
  const value = text => text.replace(/var\((--[\w-]+)\)/g, (_, name) => now.getPropertyValue(name).trim());
  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).filter(rule => rule.selectorText?.startsWith(".gb"));
  return rules.map(rule => value(rule.cssText)).join("\n");
}

/** A seat's sign, for lists and beside names: its colour, with its letter or its mark; `plain` where it is too small for that. */
export function seatSign(legend, seat, title, plain = false) {
  const sign = legend.seats[seat], { colour, letter } = sign, name = say(title ?? sign.name);
  const isFlat = colour === "black" || colour === "white", isMan = legend.pieces?.some(({ shape }) => shape === "man");
  const write = (text, size, y = 0) => plain && isFlat ? null : h("text", { y, "font-size": size, "font-weight": 600, class: `o-${colour}` }, text);
  const inside = isFlat ? [h("circle", { r: .46, class: `flat k-${colour}`, "stroke-width": .05 }), write(lang() === "ja" ? [...name][0] : letter, .4)]
    : isMan ? h("g", { transform: "scale(1.4)" }, piece("man", sign))
    : [h("rect", { x: -.5, y: -.5, width: 1, height: 1, rx: .14, class: `k-${colour}` }), write(letter, plain ? .62 : .48, sign.crest && !plain ? -.12 : .02),
      sign.crest && !plain ? h("g", { transform: "translate(0 .28) scale(.66)", class: `o-${colour}` }, crest(sign.crest)) : null];
  return svgNode(h("svg", { class: "gb sign", viewBox: "-.52 -.52 1.04 1.04", role: "img", "aria-label": name }, inside));
}

/** A thing in hand, for seats and choices. */
export const thingSign = sign => svgNode(h("svg", { class: "gb thing", viewBox: "-.5 -.5 1 1", role: "img", "aria-label": say(sign.name).replace("{}", "").trim() },
  ground(sign.shape, sign.colour) ?? [h("rect", { x: -.4, y: -.4, width: .8, height: .8, rx: .1, class: `k-${sign.colour ?? "gray"}` })]));

/** A word's sign, for buttons; null where it has none. */
export function wordPicture(word) {
  const drawing = wordSign(word?.shape);
  return drawing && svgNode(h("svg", { class: "gb thing", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, drawing));
}
