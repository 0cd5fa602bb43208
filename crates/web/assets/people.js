// What players are called: people who gave no name, bots, and ranks in both languages.
import { say, t } from "./lang.js";
import { ask } from "./client.js";

const titles = new Map();
let catalog = null;

/** All games that can be played. */
export const games = () => catalog ??= ask("/api/catalog");

export const rankTitle = {
  /** Learns the ranks' names. */
  async load() {
    for (const game of (await games()).games) for (const rank of game.ranks) titles.set(rank.name, rank.title);
  },
  /** A rank's title, if it is one. */
  of: name => titles.get(name) ?? null,
};

/** A name for the screen. */
export function who(name) {
  if (name === "human") return t("guest");
  const title = titles.get(name);
  return title ? say(title) : name;
}
