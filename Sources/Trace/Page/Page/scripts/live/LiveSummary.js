import { makeElement } from "../app/makeElement.js";
import { displayName, formatCount, formatPercent } from "../state/format.js";
import { ageText, liveDurationText, liveLossText, liveRateText, slowness } from "./liveText.js";

const SVG = "http://www.w3.org/2000/svg";
const GRAPH_WIDTH = 480;
const GRAPH_HEIGHT = 60;

/** The summary above the tables: figures of the whole program, and its rate over two minutes. */
export class LiveSummary {
  constructor() {
    this.#graph = document.createElementNS(SVG, "svg");
    this.#graph.setAttribute("viewBox", `0 0 ${GRAPH_WIDTH} ${GRAPH_HEIGHT}`);
    this.#graph.setAttribute("preserveAspectRatio", "none");
    this.#graph.setAttribute("role", "img");
    this.#bars = document.createElementNS(SVG, "path");
    this.#graph.append(this.#bars);
    this.#most = makeElement("span", { class: "live-most" });
    this.#time = makeElement("p", { class: "live-time" });
    const actions = this.#card("Actions", "rate", [
      ["p50", "p50"], ["p99", "p99"], ["max", "max"], ["busy", "busy"], ["total", "total"],
    ]);
    actions.classList.add("is-wide");
    actions.append(makeElement("div", { class: "live-graph" }, this.#graph, this.#most));
    this.element = makeElement(
      "section", { class: "live-summary", "aria-label": "Summary" }, this.#time, actions,
      this.#card("Effects alive", "alive", [["oldest", "oldest"], ["ended", "ended"]]),
      this.#card("Queue", "depth", [["wait", "wait p99"], ["stores", "stores"]]),
      this.#card("Lost", "lost", [["observers", "observers p99"]]));
  }

  #time;
  #graph;
  #bars;
  #most;
  /** @type {Map<string, HTMLElement>} */
  #values = new Map();

  /**
   * @param {string} title
   * @param {string} main
   * @param {[string, string][]} others
   */
  #card(title, main, others) {
    const value = makeElement("p", { class: "live-main" }, "–");
    this.#values.set(main, value);
    const list = makeElement("dl", { class: "live-facts" });
    for (const [key, label] of others) {
      const text = makeElement("dd", {}, "–");
      this.#values.set(key, text);
      list.append(makeElement("div", {}, makeElement("dt", {}, label), text));
    }
    return makeElement(
      "div", { class: "live-card" }, makeElement("h2", {}, title), value, list);
  }

  /** @param {any} figures */
  set figures(figures) {
    const { actions, effects, queue, losses, observers } = figures;
    const time = figures.time_summary ?? "";
    if (this.#time.textContent !== time) this.#time.textContent = time;
    this.#set("rate", liveRateText(actions.per_second));
    for (const key of ["p50", "p99", "max"]) {
      const value = actions[`${key}_ns`];
      this.#set(key, liveDurationText(actions, value), actions.count > 0 ? slowness(value) : "");
    }
    this.#set("busy", formatPercent(actions.busy));
    this.#set("total", formatCount(actions.total));
    this.#set("alive", formatCount(effects.alive));
    const oldest = effects.oldest;
    this.#set("oldest", oldest === undefined
      ? "–" : `${ageText(oldest.age_ns)} ${displayName(oldest.prefix, oldest.name)}`);
    this.#set("ended", liveRateText(effects.ended.per_second));
    this.#set("depth", queue.max_depth === undefined ? "–" : `≤ ${formatCount(queue.max_depth)}`);
    this.#set("wait", liveDurationText(queue.wait, queue.wait?.p99_ns ?? 0));
    this.#set("stores", formatCount(Math.max(figures.stores_alive, 0)));
    this.#set("observers", liveDurationText(observers, observers.p99_ns));
    const isLossless = losses.events + losses.packets + losses.uncounted === 0;
    this.#set(
      "lost", liveLossText(losses), isLossless ? "" : losses.is_recent ? "is-very-slow" : "is-slow");
    this.#draw(figures.actions_per_second);
  }

  /**
   * @param {string} key
   * @param {string} text
   * @param {string} [kind]
   */
  #set(key, text, kind = "") {
    const element = this.#values.get(key);
    if (!element) return;
    if (element.textContent !== text) element.textContent = text;
    element.classList.remove("is-slow", "is-very-slow");
    if (kind !== "") element.classList.add(kind);
    if (key === "oldest") element.title = text;
  }

  /** @param {number[]} rates */
  #draw(rates) {
    const most = Math.max(1, ...rates);
    const step = GRAPH_WIDTH / Math.max(rates.length, 1);
    const shape = rates.map((rate, index) => {
      if (rate === 0) return "";
      const height = Math.max((rate / most) * GRAPH_HEIGHT, 1.5);
      return `M${(index * step).toFixed(1)} ${GRAPH_HEIGHT}v${-height.toFixed(1)}`
        + `h${(step * 0.8).toFixed(1)}V${GRAPH_HEIGHT}z`;
    });
    this.#bars.setAttribute("d", shape.join(""));
    const text = `at most ${liveRateText(Math.max(0, ...rates))}`;
    this.#most.textContent = text;
    this.#graph.setAttribute(
      "aria-label", `Actions in each of the last ${rates.length} seconds: ${text}`);
  }
}
