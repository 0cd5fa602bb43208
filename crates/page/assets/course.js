// What happened in a game, stop by stop: a stop is a moment, and what was said and done to get there.

/** What a program said about its position: a score by the last line that has one, as searches go deeper, or a
    chance in per cent by the first, as lists of candidates begin with the best. */
export function judgement(stderr) {
  const lines = (stderr ?? "").split("\n");
  const found = pattern => lines.map(line => pattern.exec(line)).filter(Boolean);
  const scores = found(/\b(?:score|value|eval|cp)\s*[:=]?\s*([+-]?\d+(?:\.\d+)?)(?!\s*%)/i);
  if (scores.length) return { score: +scores.at(-1)[1] };
  const rates = found(/(?:rate|win|chance|score|value)\s*[:=]?\s*(\d+(?:\.\d+)?)\s*%/i);
  return rates.length ? { percent: +rates[0][1] } : null;
}

const seconds = ns => ns == null ? null : ns / 1e9;

/** The stops of a game, its faults, and how it ended. */
export function courseOf(game) {
  const stops = [{ frame: 0, faults: [], heard: [] }], faults = [], spent = game.players.map(() => 0);
  const frameAt = new Map(game.frames.events.map((event, index) => [event, index + 1]));
  const why = new Map((game.why ?? []).map(({ event, explanation }) => [event, explanation]));
  let pending = { faults: [], heard: [] }, asked = {}, names = game.players.map(player => player.name), ended = null, taken = 0;
  game.events.forEach((event, index) => {
    switch (event.event) {
      case "asked": asked = { limit: seconds(event.limit_ns), left: seconds(event.left_ns) }; break;
      case "named": names[event.seat] = event.name; break;
      case "heard": case "said": pending.heard.push({ seat: event.seat, got: event.got, said: event.text }); break;
      case "faulted": {
        const limit = seconds(event.limit_ns), time = times(event.spent, limit);
        // A fault belongs to the move that was asked for, which is the next stop.
        const fault = { ...event, index, stop: stops.length, time, why: why.get(index) ?? null };
        faults.push(fault);
        pending.faults.push(fault);
        break;
      }
      case "moved": case "undone": {
        if (!frameAt.has(index)) break;
        const limit = asked.limit ?? seconds(game.players[event.seat]?.limit_ns), time = event.spent ? times(event.spent, limit, asked.left) : null;
        if (time) spent[event.seat] += time.used;
        taken = event.event === "undone" ? Math.max(0, taken - event.plies) : taken + 1;
        stops.push({
          frame: frameAt.get(index), ply: taken, undone: event.plies ?? 0, seat: event.seat, move: event.move, got: event.got,
          stderr: event.stderr, time, total: time ? spent[event.seat] : null, judged: judgement(event.stderr) ?? (event.value == null ? null : { percent: event.value / 10 }), chance: event.value == null ? null : event.value / 10, ...pending,
        });
        pending = { faults: [], heard: [] };
        asked = {};
        break;
      }
      case "ended": ended = event; break;
    }
  });
  // The fault that ended the game is the last thing to be seen of it, though nothing moves.
  const fatal = pending.faults.at(-1);
  if (fatal) stops.push({ frame: stops.at(-1).frame, ply: stops.length, seat: fatal.seat, got: fatal.got, stderr: "", time: fatal.time, fatal, ...pending });
  if (game.players.length === 2) markSlips(stops);
  return { stops, faults, ended, names };
}

/** From so many hundredths on that the opponent's chances rise, a move was a slip. */
const SLIP = 25;

/** Moves after which the opponent thinks much better of its position than before. */
function markSlips(stops) {
  for (let i = 2; i < stops.length - 1; i++) {
    const [before, after] = [stops[i - 1].chance, stops[i + 1].chance].map(value => value == null ? null : Math.round(value));
    if (before != null && after != null && stops[i - 1].seat === stops[i + 1].seat && stops[i].seat !== stops[i + 1].seat && after - before >= SLIP) stops[i].slip = { from: before, to: after };
  }
}

function times(spent, limit, left) {
  return {
    used: seconds(Math.max(0, spent.used - (spent.delay ?? 0) - (spent.stall ?? 0))), whole: seconds(spent.used), cpu: seconds(spent.cpu), wait: seconds(spent.wait),
    limit, left: left ?? null,
  };
}

/** Who gained and who lost points from one moment to the next, where the game counts them. */
export function pointChanges(moments, from = 1, to = moments.length - 1) {
  const found = [];
  for (let i = Math.max(1, from); i <= to; i++) {
    const [old, now] = [moments.at(i - 1).view.seats, moments.at(i).view.seats];
    if (old === now) continue;
    const changes = now.map((seat, index) => ({ seat: index, by: (seat.points ?? 0) - (old[index]?.points ?? 0) })).filter(({ by }) => by !== 0);
    if (changes.length) found.push({ frame: i, gains: changes.filter(({ by }) => by > 0), losses: changes.filter(({ by }) => by < 0) });
  }
  return found;
}

/** Each seat's points over the game, as [frame, points], only where they change. */
export function pointLines(moments, seats) {
  const lines = Array.from({ length: seats }, () => []);
  for (let i = 0; i < moments.length; i++) {
    const { seats: now } = moments.at(i).view;
    lines.forEach((line, seat) => {
      const points = now[seat]?.points;
      if (points != null && line.at(-1)?.[1] !== points) line.push([i, points]);
    });
  }
  return lines;
}

/** Round numbers for an axis: about so many from `low` to `high`. */
export function ticks(low, high, most = 6) {
  const rough = (high - low) / most || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(n => n * power).find(step => step >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(+at.toFixed(9));
  return found;
}
