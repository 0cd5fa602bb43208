// Both languages of everything that is said, and which of them is spoken now.
import { WORDS } from "./words.js";

let spoken = "en";
const hearers = new Set();

/** The language that is spoken: `en` or `ja`. */
export const lang = () => spoken;

/** Speaks another language from now on. */
export function setLang(next) {
  spoken = next === "ja" ? "ja" : "en";
  if (typeof document !== "undefined") document.documentElement.lang = spoken;
  for (const hear of hearers) hear(spoken);
}

/** Calls `hear` whenever the language changes; the answer ends that. */
export function onLang(hear) {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** A text of the data, which has both languages, in the one that is spoken. */
export const say = text => text == null ? "" : typeof text === "string" ? text : text[spoken] ?? text.en ?? "";

/** A text with a value at every `{}`. */
export const filled = (text, value) => say(text).replaceAll("{}", value);

/** Words of the page, with their parts: `t("ply", { n: 3 })`. */
export function t(key, parts = {}) {
  const text = WORDS[key];
  if (!text) return key;
  return say(text).replace(/\{(\w+)\}/g, (all, name) => name in parts ? String(parts[name]) : all);
}

/** The words for something of which there is a list, as `fault_time`; one that is not in it goes by its own name. */
export function named(list, id) {
  const key = `${list}_${id.replaceAll("-", "_")}`;
  return key in WORDS ? t(key) : id;
}

/** A number with its thousands apart. */
export const count = number => Number(number).toLocaleString("en-US");

/** Seconds, with as many digits as help. */
export const secs = s => s == null ? "" : s < .0005 ? "0" : s >= 100 ? s.toFixed(0) : s >= 10 ? s.toFixed(1) : s.toFixed(s < .0095 ? 3 : 2);

/** The words that a program wrote, byte by byte: what is not printable is escaped. */
export function spelled(bytes) {
  if (bytes == null) return "";
  const more = bytes.more ? `… (+${bytes.more})` : "";
  if (bytes.hex != null) return bytes.hex.replace(/../g, pair => {
    const code = parseInt(pair, 16);
    return code >= 32 && code < 127 ? String.fromCharCode(code) : code === 10 ? "\\n" : "\\x" + pair;
  }) + more;
  const text = typeof bytes === "string" ? bytes : bytes.text ?? "";
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, char =>
    ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[char] ?? "\\u{" + char.codePointAt(0).toString(16) + "}") + more;
}
