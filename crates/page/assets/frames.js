// Moments of a game, put together again from the first one and what changed after it.

/** The runs of ASCII letters, digits and `.-` in a text, and every other character by itself. */
export const pieces = text => text.match(/[A-Za-z0-9.-]+|[^A-Za-z0-9.-]/gu) ?? [];

/** A value with its changes: `[value]` is another value, `[]` nothing, an object changes inside.
    What does not change is shared with the value before, so that whoever draws can tell. */
export function patched(value, patch) {
  if (patch == null) return value;
  if (Array.isArray(patch)) return patch[0];
  if (typeof value === "string" && patch[" "]) {
    const words = value.split(" ");
    for (const key of Object.keys(patch[" "])) words[key] = patched(words[key], patch[" "][key]);
    return words.join(" ");
  }
  if (typeof value === "string") {
    const parts = pieces(value);
    for (const key of Object.keys(patch)) parts[key] = patch[key][0];
    return parts.join("");
  }
  const next = Array.isArray(value) ? value.slice() : { ...value };
  for (const key of Object.keys(patch)) {
    const change = patch[key];
    if (Array.isArray(change) && change.length === 0) delete next[key];
    else next[key] = patched(next[key], change);
  }
  return next;
}

/** All moments of a game; those that were looked at are kept. */
export class Moments {
  constructor({ first, then }) {
    this.then = then;
    this.known = [first];
  }

  get length() {
    return this.then.length + 1;
  }

  at(index) {
    const wanted = Math.max(0, Math.min(index, this.then.length));
    while (this.known.length <= wanted) this.known.push(patched(this.known.at(-1), this.then[this.known.length - 1]));
    return this.known[wanted];
  }

  /** Adds what changed, for a game that still goes on. */
  push(patch) {
    this.then.push(patch);
  }
}
