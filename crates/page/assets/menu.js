// Lists of things to do, and copying.
import { button, el, icon } from "./dom.js";
import { t } from "./lang.js";

/** Copies, and says how that went. */
export async function copied(text) {
  try {
    await copyText(text);
    return t("copied");
  } catch {
    return t("not_copied");
  }
}

/** Copies; also where a page does not come over a safe line, as in a class-room's network. */
async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = el("textarea", {}, text);
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("not copied");
}

/** A button that copies, and says that it has. */
export function copyButton(text, label = t("copy"), sign = "copy") {
  const made = button({ class: "btn bare", click: async () => {
    made.replaceChildren(el("span", { class: "q", role: "status" }, await copied(text())));
    setTimeout(() => made.replaceChildren(icon(sign)), 1200);
  } }, label, sign);
  return made;
}

/** A button that opens a list of things to do: [name, sign, what], where what is a function or an address. One that returns
    a text copies it. */
export function menu(label, sign, items) {
  const list = el("div", { class: "menu-list" }), root = el("details", { class: "menu", toggle: () => {
    if (!root.open) return;
    list.replaceChildren(...items().map(([name, picture, what]) => typeof what === "string"
      ? el("a", { href: what, download: what.startsWith("/api/") ? "" : null }, icon(picture), name)
      : el("button", { type: "button", click: async event => {
        const text = await what();
        if (typeof text !== "string") return root.open = false;
        event.target.closest("button").lastChild.textContent = await copied(text);
        setTimeout(() => root.open = false, 900);
      } }, icon(picture), el("span", {}, name))));
  } }, el("summary", { class: "btn bare", title: label, "aria-label": label }, icon(sign)), list);
  root.addEventListener("keydown", event => {
    if (event.key !== "Escape" || !root.open) return;
    event.stopPropagation();
    root.open = false;
    root.firstChild.focus();
  });
  document.addEventListener("pointerdown", event => root.contains(event.target) || (root.open = false));
  return root;
}
