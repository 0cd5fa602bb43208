// The shapes that a legend can name, each drawn round (0, 0) in a cell of size 1.
// Colours are roles, and come from the style by classes: k- fills, o- writes upon it, s- strokes.
import { h } from "./dom.js";

const circle = (r, cls, more) => h("circle", { r, class: cls, ...more });
const square = (r, cls, more) => h("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, class: cls, ...more });
const letter = (text, size, cls, more) => h("text", { "font-size": size, "font-weight": 600, y: .01, class: cls, ...more }, text);

/** Marks that tell owners apart without colour. */
const CRESTS = {
  dot: () => circle(.13),
  bars: () => h("path", { d: "M-.2-.15H.2V-.05H-.2ZM-.2 .05H.2V.15H-.2Z" }),
  triangle: () => h("path", { d: "M0-.18L.2 .15H-.2Z" }),
  diamond: () => h("path", { d: "M0-.21L.21 0L0 .21L-.21 0ZM0-.09L-.09 0L0 .09L.09 0Z", "fill-rule": "evenodd" }),
  round: () => circle(.15),
  square: () => h("rect", { x: -.13, y: -.13, width: .26, height: .26, transform: "rotate(45)" }),
};
export const crest = name => CRESTS[name]?.() ?? null;

const ENGRAVED = {
  "tile-plus": "M0-.38V.38M-.38 0H.38",
  "tile-cross": "M-.3-.3L.3 .3M.3-.3L-.3 .3",
  "tile-star": "M0-.38V.38M-.38 0H.38M-.27-.27L.27 .27M.27-.27L-.27 .27",
};

/** A flat tile with the ways it lets a piece go, of its own colour. */
const tile = (shape, colour) => [
  h("rect", { x: -.475, y: -.475, width: .95, height: .95, rx: .05, class: `tile t-${colour}` }),
  h("path", { d: ENGRAVED[shape], class: `eng e-${colour}`, "stroke-width": .032 }),
];

/** A cell's ground, or null where the board itself shows it. */
export function ground(shape, colour) {
  if (ENGRAVED[shape]) return tile(shape, colour ?? "white");
  if (shape === "hole") return [circle(.43, "hole"), circle(.43, "hole-edge", { "stroke-width": .03 })];
  return null;
}

/** Pieces. `p` has the seat's colour, letter and crest, and the colour of the other side. */
const PIECES = {
  // Two-sided: the other side shows as a thin edge.
  disc: p => [
    circle(.405, "drop", { cy: .055 }), circle(.4, `edge k-${p.other}`, { cy: .028 }),
    circle(.4, `face k-${p.colour}`, { cy: -.008 }), circle(.335, `glint g-${p.colour}`, { cy: -.008, "stroke-width": .018 }),
  ],
  // One-coloured and lens-shaped.
  stone: p => [
    circle(.455, "drop", { cx: .015, cy: .05 }), circle(.455, `edge k-${p.colour}`),
    p.gradient ? circle(.44, "lens", { fill: `url(#${p.gradient}-${p.colour})` }) : circle(.44, `k-${p.colour}`),
    p.text && letter(p.text, p.text.length > 2 ? .38 : .44, `o-${p.colour}`),
  ],
  // A flat chip that fills its hole; its mark is punched out.
  chip: p => [
    circle(.43, `k-${p.colour}`), circle(.34, `ridge o-${p.colour}`, { "stroke-width": .03 }),
    h("g", { class: `o-${p.colour}`, transform: "scale(1.25)" }, crest(p.crest) ?? letter(p.letter, .3, "")),
  ],
  // Round for one side, a square on its point for the other, its letter always there.
  man: p => {
    const body = (r, cls, more) => p.crest !== "square" ? circle(r, cls, more)
      : h("rect", { x: -r * .93, y: -r * .93, width: r * 1.86, height: r * 1.86, rx: r * .3, transform: "rotate(45)", class: cls, ...more });
    return [
      h("g", { transform: "translate(0 .03)" }, body(.315, "drop")),
      body(.31, "rim-ink"), body(.295, "rim-paper"), body(.25, `k-${p.colour}`), letter(p.letter, .28, `o-${p.colour}`),
    ];
  },
  // Larger than its cell, so that it stands out among the tiles.
  soldier: p => [
    circle(.5, "drop", { cy: .05 }), circle(.49, "rim-ink"), circle(.45, "rim-paper"), circle(.37, `k-${p.colour}`),
    letter(p.letter, .44, `o-${p.colour}`),
  ],
  "crowned-soldier": p => [
    PIECES.soldier(p),
    h("path", { d: "M-.36-.38L-.43-.74L-.2-.57L0-.84L.2-.57L.43-.74L.36-.38Q0-.49-.36-.38Z", class: "crown", "stroke-width": .05 }),
  ],
};

/** A piece; one whose shape nobody knows is a plain round one with its letter. */
export const piece = (shape, p) => (PIECES[shape] ?? PIECES.soldier)(p);

/** Whether the last move is marked inside the piece, rather than round its cell. */
export const isMarkedInside = shape => ["disc", "stone", "chip"].includes(shape);

/** What stands on the last piece that was put. */
export const lastMark = (shape, colour) => shape === "stone" ? circle(.46, "ring", { "stroke-width": .06 })
  : circle(.115, `last l-${colour}`, { cy: shape === "disc" ? -.008 : 0 });

/** What the rules say of a cell. */
export const ruleMark = shape => shape === "cross"
  ? [circle(.27, "foul-bg"), h("path", { d: "M-.17-.17L.17 .17M.17-.17L-.17 .17", class: "foul", "stroke-width": .09 })]
  : [circle(.2, "foul-ring", { "stroke-width": .06 })];

const outline = (cls, width) => square(.455, cls, { rx: .05, "stroke-width": width });

/** Marks of whoever is asked, or of what was done. */
export const MARKS = {
  trail: () => outline("trail", .03),
  chosen: () => outline("chosen", .05),
  left: () => circle(.3, "left", { "stroke-width": .025, "stroke-dasharray": ".08 .06" }),
  hint: () => [circle(.36, "hint-case", { "stroke-width": .13 }), circle(.36, "hint", { "stroke-width": .07 })],
  may: colour => circle(.1, `may m-${colour}`),
  here: () => outline("here", .028),
  target: () => [circle(.2, "target", { "stroke-width": .028 }), circle(.07, "target-dot")],
  slot: (shape, colour) => h("g", { transform: "scale(.34)" }, square(.54, "slot", { rx: .1 }), tile(shape, colour)),
};

/** The walls of the outermost cells, with brick joints. */
export function castle(cols, rows) {
  const joints = [`M.5 .5H${cols - .5}V${rows - .5}H.5Z`];
  const along = (length, line) => {
    for (let i = 0; i < length; i++) for (const [at, from, to] of [[i + .5, .5, .92], [i, .06, .5]]) if (at > 0) line(at, from, to);
  };
  along(cols, (x, from, to) => joints.push(`M${x} ${from}V${to}M${x} ${rows - from}V${rows - to}`));
  along(rows, (y, from, to) => joints.push(`M${from} ${y}H${to}M${cols - from} ${y}H${cols - to}`));
  return [
    h("path", { d: `M0 0H${cols}V${rows}H0ZM.94 .94V${rows - .94}H${cols - .94}V.94Z`, "fill-rule": "evenodd", class: "wall" }),
    h("path", { d: joints.join(""), class: "joints", "stroke-width": .04 }),
  ];
}

const TURNS = { bottom: 0, left: 90, top: 180, right: 270 };

/** A gate, drawn for the bottom wall and then turned; its middle is (x, y). */
export function gate(x, y, size, side, sign) {
  const turn = TURNS[side], half = size / 2 - (size === 1 ? .12 : .04), top = -.5, low = size === 1 ? .1 : .22;
  const middle = `translate(${x} ${y}) rotate(${turn}) translate(0 ${(top + low) / 2}) rotate(${-turn})`;
  const at = step => turn % 180 ? `translate(0 ${step})` : `translate(${step} 0)`;
  const marks = size === 1 ? [h("g", { transform: "scale(1.1)" }, crest(sign.crest))]
    : [-1, 1].map(step => h("g", { transform: `${at(step)} scale(1.25)` }, crest(sign.crest)));
  return [
    h("g", { transform: `translate(${x} ${y}) rotate(${turn})` },
      h("rect", { x: -half - .05, y: top - .03, width: 2 * half + .1, height: .98, rx: .06, class: "post" }),
      h("path", { d: `M${-half} ${top}H${half}V${low}H${-half}Z`, class: "gate" }),
      size > 1 && h("path", { d: `M-.5 ${top}V${low}M.5 ${top}V${low}`, class: "joints", "stroke-width": .035, opacity: .4 }) || null,
      h("path", { d: `M${-half - .1} .44L${-half + .06} ${low - .02}H${half - .06}L${half + .1} .44Z`, class: `k-${sign.colour}` })),
    h("g", { transform: middle, class: "gate-mark" }, marks),
  ];
}

/** A frame round some cells: a cased outline, and whose it is on a tab. */
export function frame(x, y, width, height, sign) {
  const box = { x: x + .02, y: y + .02, width: width - .04, height: height - .04, rx: .14, fill: "none" };
  return h("g", {},
    h("rect", { ...box, class: "case-ink", "stroke-width": .25 }), h("rect", { ...box, class: "case-paper", "stroke-width": .18 }),
    h("rect", { ...box, class: `s-${sign.colour}`, "stroke-width": .11 }),
    h("rect", { x: x - .2, y: y - .2, width: .52, height: .52, rx: .1, class: "rim-ink" }),
    h("rect", { x: x - .16, y: y - .16, width: .44, height: .44, rx: .08, class: `k-${sign.colour}` }),
    letter(sign.letter, .34, `o-${sign.colour}`, { x: x + .06, y: y + .065 }));
}

/** A frame that is not there yet. */
export function ghostFrame(x, y, width, height, cls = "chosen") {
  const box = { x: x + .02, y: y + .02, width: width - .04, height: height - .04, rx: .14 };
  return h("g", {}, h("rect", { ...box, class: "hint-case", "stroke-width": .2 }), h("rect", { ...box, class: cls, "stroke-width": .12, "stroke-dasharray": ".3 .14" }));
}

/** Signs of words, for buttons: which way, which turn, nothing at all. */
const WORD_SIGNS = {
  up: "M0 .32V-.3M-.22-.08L0-.32L.22-.08", down: "M0-.32V.3M-.22 .08L0 .32L.22 .08", left: "M.32 0H-.3M-.08-.22L-.32 0L-.08 .22", right: "M-.32 0H.3M.08-.22L.32 0L.08 .22",
  clockwise: "M.26-.14A.3 .3 0 1 0 .3 .06M.3-.36L.27-.13L.04-.16", anticlockwise: "M-.26-.14A.3 .3 0 1 1-.3 .06M-.3-.36L-.27-.13L-.04-.16", frame: "M-.3-.3H.3V.3H-.3Z",
};
export const wordSign = shape => shape === "gap" ? h("rect", { x: -.34, y: -.34, width: .68, height: .68, rx: .06, class: "word-gap", "stroke-width": .04, "stroke-dasharray": ".1 .07" })
  : WORD_SIGNS[shape] ? h("path", { d: WORD_SIGNS[shape], class: "word-sign", "stroke-width": .075, "stroke-linecap": "round", "stroke-linejoin": "round" }) : null;

/** Where a piece came from: two steps of its way. */
export const footsteps = (dx, dy) => [.68, .98].map(k => circle(k > .8 ? .07 : .1, "step", { cx: dx * k, cy: dy * k, "stroke-width": .045 }));
