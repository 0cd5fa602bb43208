// A drawing of the page as pixels. A policy that lets no picture in but the server's own forbids the usual way over an
// image, so the shapes are painted as they stand, with the colours they have now.

/** Paints an SVG element on a canvas of that many pixels along its longer side. */
export function painted(svg, size) {
  const { width, height } = svg.getBoundingClientRect(), scale = size / Math.max(width, height);
  const canvas = blank(Math.round(width * scale), Math.round(height * scale));
  paintInto(canvas, svg, scale);
  return canvas;
}

function blank(width, height) {
  const canvas = document.createElement("canvas");
  return Object.assign(canvas, { width, height });
}

function paintInto(canvas, parent, scale) {
  for (const node of parent.children) {
    const style = getComputedStyle(node), opacity = Number(style.opacity);
    if (node.tagName === "defs" || style.display === "none" || opacity === 0) continue;
    // What is see-through as a whole is painted aside first, or its parts would show through each other.
    const aside = opacity < 1 ? blank(canvas.width, canvas.height) : canvas;
    if (node.tagName === "g") paintInto(aside, node, scale);
    else paintShape(aside.getContext("2d"), node, style, scale);
    if (aside === canvas) continue;
    const context = canvas.getContext("2d");
    context.resetTransform();
    context.globalAlpha = opacity;
    context.drawImage(aside, 0, 0);
    context.globalAlpha = 1;
  }
}

const number = (node, name) => Number(node.getAttribute(name) ?? 0);

function outlineOf(node) {
  const path = new Path2D(), at = name => number(node, name);
  if (node.tagName === "path") return new Path2D(node.getAttribute("d"));
  if (node.tagName === "circle") path.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
  if (node.tagName === "rect") path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
  if (node.tagName === "line") {
    path.moveTo(at("x1"), at("y1"));
    path.lineTo(at("x2"), at("y2"));
  }
  return path;
}

function paintShape(context, node, style, scale) {
  const { a, b, c, d, e, f } = node.getCTM(), dashes = style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(parseFloat);
  context.setTransform(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale);
  if (node.tagName === "text") {
    Object.assign(context, { font: `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`, textAlign: "center", textBaseline: "middle", fillStyle: style.fill });
    return context.fillText(node.textContent, number(node, "x"), number(node, "y"));
  }
  const path = outlineOf(node);
  if (style.fill !== "none") {
    context.fillStyle = style.fill.startsWith("url") ? gradientOf(context, node, style.fill) : style.fill;
    context.fill(path, node.getAttribute("fill-rule") ?? "nonzero");
  }
  if (style.stroke === "none" || !parseFloat(style.strokeWidth)) return;
  Object.assign(context, { strokeStyle: style.stroke, lineWidth: parseFloat(style.strokeWidth), lineCap: style.strokeLinecap, lineJoin: style.strokeLinejoin, globalAlpha: Number(style.strokeOpacity) });
  context.setLineDash(dashes);
  context.stroke(path);
  context.globalAlpha = 1;
}

/** A gradient of the drawing, in the box of what it fills. */
function gradientOf(context, node, fill) {
  const gradient = document.getElementById(/#([\w-]+)/.exec(fill)[1]), box = node.getBBox(), at = name => number(gradient, name);
  const [x, y, r] = [box.x + at("cx") * box.width, box.y + at("cy") * box.height, at("r") * box.width], made = context.createRadialGradient(x, y, 0, x, y, r);
  for (const stop of gradient.children) made.addColorStop(number(stop, "offset"), stop.getAttribute("stop-color"));
  return made;
}
