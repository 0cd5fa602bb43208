// Elements: everything that comes from data is set as text or as an attribute, never as markup.

const SVG_NS = "http://www.w3.org/2000/svg";

/** An HTML element. Attributes that are null are left out; functions are listeners. */
export function el(tag, attrs = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value == null || value === false && !name.startsWith("aria-")) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : value);
  }
  element.append(...children.flat(4).filter(child => child != null && child !== false));
  return element;
}

/** A drawing, as plain data: it becomes elements by `svgNode` and text by `svgText`. */
export const h = (tag, attrs = {}, ...children) => ({ tag, attrs, children: children.flat(4).filter(child => child != null) });

/** Three digits are enough for a screen. */
const tidy = value => typeof value === "number" ? +value.toFixed(3) : value;

/** The elements of a drawing. */
export function svgNode(drawing) {
  if (typeof drawing === "string") return document.createTextNode(drawing);
  const element = document.createElementNS(SVG_NS, drawing.tag);
  for (const [name, value] of Object.entries(drawing.attrs)) {
    if (value != null && value !== false) element.setAttribute(name, tidy(value));
  }
  element.append(...drawing.children.map(svgNode));
  return element;
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = text => String(text).replace(/[&<>"']/g, char => ESCAPES[char]);

/** The text of a drawing. */
export function svgText(drawing) {
  if (typeof drawing === "string") return escaped(drawing);
  const attrs = Object.entries(drawing.attrs).filter(([, value]) => value != null && value !== false);
  const open = drawing.tag + attrs.map(([name, value]) => ` ${name}="${escaped(tidy(value))}"`).join("");
  return drawing.children.length ? `<${open}>${drawing.children.map(svgText).join("")}</${drawing.tag}>` : `<${open}/>`;
}

/** A drawing in a page. */
export const svg = (attrs, ...children) => svgNode(h("svg", attrs, ...children));

const ICONS = {
  first: "M5 4.5v11M15.5 4.5L10 10l5.5 5.5",
  back: "M12.5 4.5L7 10l5.5 5.5",
  next: "M7.500 4.500L13 10l-5.500 5.500",
  last: "M15 4.500v11M4.500 4.500L10 10l-5.500 5.500",
  flip: "M6.500 16V4.500M3.500 7.500l3-3 3 3M13.500 4v11.500M10.500 12.500l3 3 3-3",
  copy: "M7.500 7.500h8.500v8.500H7.500zM4 12.500V4h8.500",
  link: "M8.200 11.800l3.600-3.600M9.500 6l1.300-1.300a3.200 3.200 0 0 1 4.500 4.500L14 10.500M10.500 14l-1.300 1.300a3.200 3.200 0 0 1-4.500-4.500L6 9.500",
  save: "M10 3.500v9M6.500 9.500l3.500 3.500 3.500-3.500M4 16.500h12",
  moon: "M16 11.700A6.500 6.500 0 1 1 8.300 4a5.200 5.200 0 0 0 7.700 7.700z",
  sun: "M10 6.600a3.400 3.400 0 1 0 0 6.800 3.400 3.400 0 0 0 0-6.800zM10 1.800v2M10 16.200v2M1.800 10h2M16.200 10h2M4.200 4.200l1.400 1.400M14.400 14.400l1.400 1.400M4.200 15.800l1.400-1.400M14.400 5.600l1.400-1.400",
  help: "M7.600 7.600a2.500 2.500 0 1 1 3.700 2.200c-.8.5-1.300 1-1.300 2M10 14.600v.2M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15z",
  close: "M5 5l10 10M15 5L5 15",
  menu: "M3.500 6h13M3.500 10h13M3.500 14h13",
  speech: "M3.500 4.500h13v9h-7l-3.500 3v-3h-2.500zM7 8h6M7 10.500h4",
  check: "M4.500 10.500l3.800 3.800 7.200-8.300",
  hint: "M8 14.500h4M8.500 17h3M10 3a5 5 0 0 0-3 9c.6.5 1 1.200 1 2.500h4c0-1.300.4-2 1-2.500a5 5 0 0 0-3-9z",
  undo: "M7 4L3.500 7.500 7 11M3.500 7.500H12a4.500 4.500 0 0 1 0 9H8",
  resign: "M5 17V3.500M5 4h9.500l-2.200 3.200 2.200 3.300H5",
  again: "M16.200 8A6.500 6.500 0 1 0 16.500 11M16.500 3.500V8H12",
  branch: "M6 3.500v13M6 11c0-3 8-1.500 8-6M11.500 7L14 4.500 16.500 7",
  eye: "M1.800 10S5 4.500 10 4.500 18.200 10 18.200 10 15 15.500 10 15.500 1.800 10 1.800 10zM10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  robot: "M4.500 8h11v7.500h-11zM10 8V4.500M10 4.200v.1M2.500 10.500v2.500M17.500 10.500v2.500M7.800 11v.2M12.200 11v.2M8 13.500h4",
  friend: "M7.500 9.500a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600zM2.500 16.500c0-2.800 2.200-4.700 5-4.700s5 1.900 5 4.700M14.500 7v5M12 9.500h5",
  page: "M5 2.500h6.500L15.500 6.500v11H5zM11.500 2.500v4h4",
  cup: "M6 3.500h8v4.500a4 4 0 0 1-8 0zM6 4.500H3.200c0 2.800 1 4.300 3 4.600M14 4.500h2.800c0 2.800-1 4.300-3 4.600M10 12v3.500M6.800 16.500h6.400",
  book: "M10 5C8.500 3.800 6 3.500 3 3.800v11.700c3-.3 5.500 0 7 1.200 1.500-1.200 4-1.500 7-1.200V3.800c-3-.3-5.500 0-7 1.200zM10 5v11.700",
};
const SOLID = {
  half: "M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM10 3.700v12.600a6.300 6.300 0 0 1 0-12.600z",
  play: "M6.500 4.200v11.600l9.500-5.800z",
  pause: "M5.500 4.500h3.200v11H5.500zM11.300 4.500h3.200v11h-3.200z",
  fault: "M10 2.200L18.600 17.400H1.400zM9.100 7.600v4.800h1.800V7.600zM9.100 13.800v1.800h1.800v-1.800z",
};

/** An icon; what it means is said by what it stands in. */
export function icon(name) {
  const solid = SOLID[name];
  return svg({ class: solid ? "ic solid" : "ic", viewBox: "0 0 20 20", "aria-hidden": "true" }, h("path", { d: solid || ICONS[name], "fill-rule": "evenodd" }));
}

/** A button with a name that is seen, or only said. */
export function button(attrs, label, sign) {
  const named = sign ? { ...attrs, "aria-label": label, title: label } : attrs;
  return el("button", { type: "button", ...named }, sign ? icon(sign) : label);
}

/** The handle of the fan takes the colour of the text, so that it is seen on dark paper too. */
export const logo = () => svg({ viewBox: "0 0 32 32", "aria-hidden": "true" },
  h("path", { d: "M16 1.200c2 0 4.300-.4 6.700.1 4.200.9 7.100 3.900 7.100 7.600 0 1.700-.7 2.700-.7 3.900s.7 2.100.7 3.800c0 3.700-3 6.400-7.200 6.400-2.500 0-4.400-.8-6.600-.8s-4.100.8-6.600.8c-4.200 0-7.200-2.700-7.200-6.400 0-1.700.7-2.600.7-3.800s-.7-2.200-.7-3.900c0-3.700 2.900-6.700 7.100-7.600 2.400-.5 4.700-.1 6.700-.1z", fill: "#b93a24" }),
  h("path", { d: "M14.300 22.200h3.400v7.900a1.700 1.700 0 0 1-3.400 0z", fill: "currentColor" }),
  h("circle", { cx: 16, cy: 12.1, r: 6.2, fill: "#faf7f0" }),
  h("path", { d: "M16 5.900a6.200 6.200 0 0 1 0 12.400z", fill: "#1d1b18" }));
