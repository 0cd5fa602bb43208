// The lobby: one large live board, what is being played, what was played last.
import { el } from "./dom.js";
import { lang, onLang, say, t } from "./lang.js";
import { Board, seatSign } from "./board.js";
import { Line, Story, ask } from "./client.js";
import { rankTitle, who } from "./people.js";

const ROUND = 3000;

/** A live board with its players under it. */
class Mini {
  constructor(brief, line, big) {
    Object.assign(this, { id: brief.id, brief, legend: brief.legend, moment: brief.moment, big });
    this.name = el("b", {});
    this.number = el("span", { class: "push" });
    this.people = el("ul", { class: brief.players.length > 2 ? "four" : null });
    this.frame = el("div", { class: "mini-board" });
    this.element = el("a", { class: big ? "stage-board" : "mini", href: `/g/${brief.id}` }, el("header", {}, el("span", { class: "live-dot" }), this.name, this.number), this.frame, this.people);
    this.board = new Board(this.frame, this.legend, { mini: !big });
    this.board.onPick = () => location.assign(`/g/${brief.id}`);
    const story = new Story(brief.id, { more: fresh => this.more(fresh) });
    Object.assign(story, { next: brief.seq, moment: brief.moment });
    line.watch(story);
    this.show(false);
  }

  more(fresh) {
    const moments = fresh.flatMap(({ moment }) => moment ? [moment] : []);
    if (fresh.some(({ event }) => event.event === "ended")) this.element.classList.add("over");
    if (!moments.length) return;
    this.moment = moments.at(-1);
    this.show(moments.length === 1);
  }

  show(motion) {
    const { brief, legend, moment } = this;
    this.name.textContent = say(legend.title) + (brief.demo ? ` (${t("demo")})` : "");
    this.number.textContent = moment.round ? say(moment.round) : t("ply", { n: moment.ply });
    this.people.replaceChildren(...brief.players.map((name, seat) => el("li", {}, seatSign(legend, seat, moment.titles[seat], true), el("span", { class: "cut" }, who(name)), el("b", { class: "push" }, moment.view.seats[seat]?.points ?? ""))));
    this.board.show(moment, { motion });
  }

  destroy(line) {
    line.unwatch(this.id);
    this.board.destroy();
    this.element.remove();
  }
}

function ago(ms) {
  const minutes = Math.floor((Date.now() - ms) / 60000);
  if (minutes < 1) return t("now");
  return minutes < 60 ? t("minutes_ago", { n: minutes }) : minutes < 2880 ? t("hours_ago", { n: Math.floor(minutes / 60) }) : t("days_ago", { n: Math.floor(minutes / 1440) });
}

export async function lobbyPage(main) {
  const line = new Line(), minis = new Map();
  let stage = null, lobby = await ask("/api/lobby");
  const parts = { stage: el("section", { class: "stage" }), doors: el("div", { class: "doors" }), running: el("div", { class: "minis" }), over: el("ul", { class: "rows" }), heads: [el("h1", { class: "slogan" }), el("h2", {}), el("h2", {})], count: el("span", { class: "q" }), foot: el("footer", { class: "foot q" }) };
  main.replaceChildren(el("div", { class: "lobby" }, parts.stage, el("div", { class: "beside" }, parts.heads[0], parts.doors, el("div", { class: "part" }, parts.heads[1], parts.count), parts.running, el("div", { class: "part" }, parts.heads[2]), parts.over)), parts.foot);

  function show() {
    const known = new Map(lobby.running.map(brief => [brief.id, brief]));
    // People's games before demonstrations; what is on the large board stays there while it lasts.
    const order = [...lobby.running].sort((a, b) => Number(a.demo) - Number(b.demo));
    const chosen = stage && known.has(stage.id) ? known.get(stage.id) : order[0];
    if (!chosen || stage?.id !== chosen.id) {
      stage?.destroy(line);
      stage = chosen ? new Mini(chosen, line, true) : null;
      parts.stage.replaceChildren(stage ? stage.element : el("div", { class: "empty" }, el("p", {}, t("nobody_plays")), el("a", { class: "btn go", href: "/play/othello" }, t("nav_play"))));
    }
    for (const [id, mini] of minis) if (!known.has(id) || id === stage?.id) {
      mini.destroy(line);
      minis.delete(id);
    }
    for (const brief of order.slice(0, 9)) if (brief.id !== stage?.id && !minis.has(brief.id)) {
      const mini = new Mini(brief, line, false);
      minis.set(brief.id, mini);
      parts.running.append(mini.element);
    }
    words();
  }

  function words() {
    const door = (href, name, about) => el("a", { class: "door", href }, el("b", {}, name), el("small", {}, about));
    parts.heads[0].textContent = t("slogan");
    parts.heads[1].textContent = t("running");
    parts.heads[2].textContent = t("just_over");
    parts.count.textContent = t("games_count", { n: lobby.running.length });
    const shown = stage ? `/g/${stage.id}` : "/";
    parts.doors.replaceChildren(door("/play/othello", t("nav_play"), t("door_play")), door(shown, t("nav_watch"), t("door_watch")));
    parts.over.replaceChildren(...(lobby.finished.length ? lobby.finished.map(({ id, title, players, ended, started_ms: started }) => el("li", {}, el("a", { href: `/g/${id}` },
      el("span", {}, say(title)), el("span", { class: "cut" }, players.map((name, seat) => [seat ? " – " : "", ended.places[seat] === 1 ? el("b", {}, who(name)) : who(name)])), el("span", { class: "res" }, ended.points.some(Boolean) ? ended.points.join("–") : ""), el("time", {}, ago(started))))) : [el("li", { class: "q" }, t("nothing_over"))]));
    parts.foot.replaceChildren(el("a", { href: "/lobby.json" }, t("page_json")));
    stage?.show(false);
    for (const mini of minis.values()) mini.show(false);
  }

  show();
  onLang(words);
  setInterval(async () => {
    if (document.hidden) return;
    try {
      lobby = await ask("/api/lobby");
      show();
    } catch { /* the next round tries again */ }
  }, ROUND);
  await rankTitle.load(lang);
  words();
}
