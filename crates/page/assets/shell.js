// The head of a page that stands by itself: the name, the language and the light.
import { button, el, logo } from "./dom.js";
import { lang, onLang, setLang, t } from "./lang.js";

const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;

/** The data inside the page. */
export const pageData = () => JSON.parse(document.getElementById("data").textContent);

/** Speaks the language of the page, unless the reader chose another before. */
export function startPage() {
  const root = document.documentElement, wanted = new URLSearchParams(location.search);
  if (wanted.get("theme")) root.dataset.theme = wanted.get("theme");
  setLang(wanted.get("lang") ?? root.lang);
}

/** The head; `tail` is what stands beside the name. */
export function pageHead(tail = null) {
  const head = el("header", { class: "top" });
  const fill = () => {
    const isDark = (document.documentElement.dataset.theme ?? (dark() ? "dark" : "light")) === "dark";
    const speak = (code, name) => el("button", { type: "button", lang: code, "aria-pressed": lang() === code, click: () => setLang(code) }, name);
    const light = button({ class: "btn bare dark", click: () => {
      document.documentElement.dataset.theme = isDark ? "light" : "dark";
      fill();
    } }, t(isDark ? "light" : "dark"), isDark ? "sun" : "moon");
    head.replaceChildren(el("span", { class: "brand" }, logo(), el("span", {}, t("brand"))), el("span", { class: "crumb" }, tail?.() ?? ""),
      el("div", { class: "end" }, el("div", { class: "switch", role: "group", "aria-label": t("language") }, speak("ja", "日本語"), speak("en", "English")), light));
  };
  fill();
  onLang(fill);
  return head;
}

