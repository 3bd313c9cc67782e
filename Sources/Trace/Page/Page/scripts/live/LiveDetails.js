import { ICONS, makeElement, makeIconButton, makeName } from "../app/makeElement.js";
import { formatCount, formatDuration, formatPercent, visibleText } from "../state/format.js";
import { LIVE_TABLES } from "./liveTables.js";
import { ageText, changesText, liveDurationText, liveRateText } from "./liveText.js";

const SLOWEST_LIMIT = 12;

/** The details of the selected row. */
export class LiveDetails {
  /** @param {() => void} onClose */
  constructor(onClose) {
    this.#title = makeElement("h2", { id: "live-details-title" });
    this.#body = makeElement("div", { class: "live-details-body", tabindex: 0 });
    this.element = makeElement(
      "section", { class: "live-details", "aria-labelledby": "live-details-title", hidden: true },
      makeElement(
        "div", { class: "live-details-head" }, this.#title,
        makeIconButton("Close details", ICONS.close, onClose)),
      this.#body);
  }

  #title;
  #body;

  /**
   * @param {string} tab
   * @param {string} key of the row
   * @param {any} figures
   * @param {{from_ns: number, count: number}[]|null} distribution
   */
  show(tab, key, figures, distribution) {
    const kind = LIVE_TABLES.find(({ id }) => id === tab);
    if (!kind) return;
    const row = kind.rows(figures).find((row) => kind.key(row) === key);
    this.element.hidden = false;
    if (!row) {
      this.#body.replaceChildren(
        makeElement("p", { class: "quiet" }, "It is no longer among the latest figures."));
      return;
    }
    const { prefix, text } = kind.name(row);
    if (this.#title.textContent !== text) this.#title.replaceChildren(makeName(prefix, text));
    /** @type {HTMLElement[]} */
    const parts = [liveFacts(factsOf(tab, row, figures))];
    if (distribution && distribution.length > 0) parts.push(bars(distribution));
    if (tab === "actions") {
      const slow = figures.slowest.filter((/** @type {any} */ action) =>
        action.prefix === row.prefix && action.name === row.name);
      if (slow.length > 0) parts.push(slowestOf(slow, figures));
    }
    this.#body.replaceChildren(...parts);
  }

  hide() {
    this.element.hidden = true;
  }
}

/**
 * @param {string} tab
 * @param {any} row
 * @param {any} figures
 * @returns {[string, string][]}
 */
function factsOf(tab, row, figures) {
  switch (tab) {
    case "actions":
      return [
        ...durationFacts(row.durations, "actions"),
        ["busy", `${formatPercent(row.durations.busy)} of the time, without nested actions`],
        ["changed the state", changesText(row)],
        ["returned an effect", formatCount(row.effects)],
      ];
    case "effects":
      return [
        ["alive", formatCount(row.alive)],
        ["oldest", row.oldest_ns === undefined ? "–" : ageText(row.oldest_ns)],
        ...durationFacts(row.ended, "effects"),
        ["cancelled", formatCount(row.cancelled)],
        ["failed", formatCount(row.failed)],
      ];
    case "slowest": {
      const process = figures.processes[row.process];
      const named = figures.action_rows.find((/** @type {any} */ action) =>
        action.prefix === row.prefix && action.name === row.name);
      return [
        ["took", formatDuration(row.duration_ns)],
        ["p99 of its name", named ? liveDurationText(named.durations, named.durations.p99_ns) : "–"],
        ["ended", `${ageText(figures.time_ns - row.time_ns)} ago`],
        ["caused by", row.cause === "" ? "the outside" : visibleText(row.cause)],
        ["process", `${visibleText(process?.name ?? "")} ${process?.pid ?? ""}`.trim() || "–"],
      ];
    }
    default:
      return [
        ["id", String(row.pid ?? "–")], ["machine", visibleText(row.host) || "–"],
        ["state", row.is_alive ? "running" : "ended"], ["actions", formatCount(row.actions)],
      ];
  }
}

/**
 * @param {any} durations
 * @param {string} noun
 * @returns {[string, string][]}
 */
function durationFacts(durations, noun) {
  return [
    ["per second", liveRateText(durations.per_second)],
    ["p50", liveDurationText(durations, durations.p50_ns)],
    ["p99", liveDurationText(durations, durations.p99_ns)],
    ["longest", liveDurationText(durations, durations.max_ns)],
    ["in the window", `${formatCount(durations.count)} ${noun}`],
    ["since this was opened", `${formatCount(durations.total)} ${noun}`],
  ];
}

/** @param {[string, string][]} facts */
function liveFacts(facts) {
  const list = makeElement("dl", { class: "facts" });
  for (const [label, text] of facts) {
    list.append(makeElement("dt", {}, label), makeElement("dd", {}, text));
  }
  return list;
}

/** @param {{from_ns: number, count: number}[]} octaves */
function bars(octaves) {
  const most = Math.max(1, ...octaves.map(({ count }) => count));
  const list = makeElement("ol", { class: "live-bars" });
  for (const { from_ns: from, count } of octaves) {
    const bar = makeElement("span", { class: "live-bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(count / most));
    bar.hidden = count === 0;
    list.append(makeElement(
      "li", {}, makeElement("span", { class: "live-bar-from" }, `from ${formatDuration(from)}`),
      makeElement("span", { class: "live-bar-room" }, bar),
      makeElement("span", { class: "live-bar-count" }, formatCount(count))));
  }
  return makeElement(
    "section", {}, makeElement("h3", {}, "How long they took, in the window"), list);
}

/**
 * @param {any[]} slow
 * @param {any} figures
 */
function slowestOf(slow, figures) {
  const list = makeElement("ul", { class: "live-slow" });
  for (const action of slow.slice(0, SLOWEST_LIMIT)) {
    const cause = action.cause === "" ? "" : `, caused by ${visibleText(action.cause)}`;
    list.append(makeElement(
      "li", {}, makeElement("strong", {}, formatDuration(action.duration_ns)),
      ` ${ageText(figures.time_ns - action.time_ns)} ago${cause}`));
  }
  return makeElement(
    "section", {}, makeElement("h3", {}, "The slowest of the last minute"), list);
}
