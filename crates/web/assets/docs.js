// A page of the guides, or a refusal: the server has written it already.
import { onLang } from "./lang.js";

export function docsPage(main, { crumb }) {
  crumb?.(main.querySelector("h1")?.textContent ?? "");
  // The other language is another text, which the server writes.
  onLang(() => location.search ? location.replace(location.pathname + location.hash) : location.reload());
}
