// What players are called: people who gave no name, bots, and ranks in both languages.
import { say, t } from "./lang.js";
import { ask } from "./client.js";

const titles = new Map();
let catalog = null, known = [];

/** All games that can be played. */
export const games = () => catalog ??= ask("/api/catalog");

export const rankTitle = {
  /** Learns the ranks' names. */
  async load() {
    known = (await games()).games;
    for (const game of known) for (const rank of game.ranks) titles.set(rank.name, rank.title);
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

/** A rating with its interval, as text. */
export const ratingOf = rank => rank?.rating ? `${Math.round(rank.rating.elo)} ±${Math.round(rank.rating.margin)}` : "";

/** What stands beside a rank: its number, its rating if that was measured, and which bot it is; in both languages. */
export function rankNote(game, name) {
  const ranks = known.find(one => one.id === game)?.ranks ?? [], at = ranks.findIndex(rank => rank.name === name);
  if (at < 0) return null;
  const rating = ratingOf(ranks[at]), rest = `${rating ? ` · ${rating}` : ""} · ${ranks[at].bot}`;
  return { en: `rank ${at + 1} of ${ranks.length}${rest}`, ja: `番付 ${at + 1}/${ranks.length}${rest}` };
}
