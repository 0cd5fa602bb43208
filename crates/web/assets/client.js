// The server as pages see it: questions and answers, and games that are followed over one socket.
// Nothing here draws: whoever draws is told what is new.

/** An answer that says no: `says` and `hints` have both languages. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? String(status));
    Object.assign(this, { status, problem: problem ?? {} });
  }
}

/** Asks the server; with a body it is told something. */
export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(path, options);
  if (response.ok) return response.json();
  let problem = null;
  try {
    problem = await response.json();
  } catch { /* whatever is between us and the server has answered */ }
  throw new Refusal(response.status, problem);
}

const WAITS = [200, 500, 1000, 2000, 5000];

/** One socket for all games of a page. It comes back by itself, and goes on where it was. */
export class Line {
  /** `onState` is told whether the line is up; it can be said later. */
  constructor(onState = () => {}) {
    Object.assign(this, { onState, watched: new Map(), tries: 0, socket: null, closed: false });
    this.#open();
  }

  /** Follows a game: `story` is fed its lines. */
  watch(story) {
    this.watched.set(story.id, story);
    this.#ask(story);
  }

  unwatch(id) {
    if (this.watched.delete(id)) this.#send({ unwatch: id });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  #open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.tries = 0;
      this.onState(true);
      for (const story of this.watched.values()) this.#ask(story);
    });
    socket.addEventListener("message", ({ data }) => {
      const line = JSON.parse(data);
      this.watched.get(line.game)?.take(line);
    });
    socket.addEventListener("close", () => {
      if (this.closed) return;
      this.onState(false);
      setTimeout(() => this.#open(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
    });
  }

  #ask(story) {
    this.#send({ watch: story.id, since: story.next });
  }

  #send(wish) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(wish));
  }
}

/** A moment after a change: cells that are not named stay as they were. */
export function changed(moment, change) {
  const cells = moment.view.cells.slice();
  for (const [index, cell] of change.cells) cells[index] = cell;
  const { ply, position, round, titles, last, frames, bands, marks, seats, facts, to_move } = change;
  const { cols, rows } = moment.view;
  return { ply, position, round, titles, last, view: { cols, rows, cells, frames, bands, marks, seats, facts, to_move } };
}

/**
 * A game as it is followed. It tells its hearer
 *   begin(header, legend, moment, conditions)   once,
 *   more([{ event, moment }])       what has happened since, a moment where the board has changed,
 *   about(about)                    who sits where,
 *   problem(name)                   that there is no such game.
 */
export class Story {
  constructor(id, hearer) {
    Object.assign(this, { id, hearer, next: 0, moment: null, fresh: [], waits: false });
  }

  take(line) {
    if (line.problem) return this.hearer.problem?.(line.problem);
    if (line.about) return this.hearer.about?.(line.about);
    if (line.header) {
      if (this.next > 0) return;
      this.next = 1;
      this.moment = line.moment;
      return this.hearer.begin?.(line.header, line.legend, line.moment, line.conditions);
    }
    if (line.moment) return this.#catchUp(line);
    if (line.seq !== this.next) return;
    this.#add(line);
  }

  #add(line) {
    this.next = line.seq + 1;
    if (line.change) this.moment = changed(this.moment, line.change);
    this.fresh.push({ event: line.event, moment: line.change ? this.moment : null });
    // Many lines come together when somebody joins late: they are told together.
    if (this.waits) return;
    this.waits = true;
    setTimeout(() => {
      this.waits = false;
      const fresh = this.fresh;
      this.fresh = [];
      this.hearer.more?.(fresh);
    });
  }

  /** We were too slow and have been given the board as it stands: what came before is fetched. */
  async #catchUp() {
    const response = await fetch(`/api/games/${this.id}/events?since=${this.next}`);
    for (const text of (await response.text()).split("\n")) {
      const line = text ? JSON.parse(text) : null;
      if (line?.seq === this.next) this.#add(line);
    }
  }
}

/** The seats somebody has, by game: they stay when the page is left. */
export const seats = {
  get(id) {
    try {
      return JSON.parse(localStorage.getItem(`seat:${id}`));
    } catch {
      return null;
    }
  },
  put(id, seat) {
    try {
      localStorage.setItem(`seat:${id}`, JSON.stringify(seat));
    } catch { /* a browser that keeps nothing: the seat lasts as long as the page */ }
  },
};

/** What somebody chose last. */
export const choices = {
  get: () => {
    try {
      return JSON.parse(localStorage.getItem("choice")) ?? {};
    } catch {
      return {};
    }
  },
  put: choice => {
    try {
      localStorage.setItem("choice", JSON.stringify(choice));
    } catch { /* as above */ }
  },
};
