import { displayName, formatCount, formatDuration } from "../state/format.js";
import { formatSince, visibleText } from "../state/format.js";
import { ICONS, makeButton, makeElement, makeIconButton, makeName } from "../app/makeElement.js";
import { goToSpan } from "../app/goToSpan.js";
import { DotChart } from "./DotChart.js";
import { countText } from "./reportText.js";
import { isSameSeries } from "../model/Matcher.js";
import { isCancelled, isDurationKnown, isFailed, percentileOf, slowestPlaces } from "./Series.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../model/Instances.js").Instances} Instances */
/** @typedef {import("../state/PageState.js").PageState} PageState */
/** @typedef {import("./reportTables.js").ReportTable} ReportTable */
/** @typedef {import("./DotChart.js").Brush} Brush */

const LISTED = 10;
const POINT_KINDS = ["log", "event", "budget"];

/** The spans of a row of a table: over time, by duration, and the slowest. */
export class InstancesPanel {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   * @param {(series: Match) => {table: ReportTable, row: any}|null} rowOf
   */
  constructor(element, trace, state, rowOf) {
    this.#element = element;
    this.#trace = trace;
    this.#state = state;
    this.#rowOf = rowOf;
    this.#title = makeElement("h2");
    this.#levels = makeElement("p", { class: "instances-levels" });
    this.#facts = makeElement("p", { class: "instances-facts" });
    this.#progress = makeElement("progress", { max: 1, "aria-label": "Reading instances" });
    this.#progressBar = makeElement(
      "div", { class: "instances-progress" }, this.#progress,
      makeButton("Cancel", () => this.#cancel()));
    this.#chartElement = makeElement("div", { class: "instances-chart" });
    this.#listTitle = makeElement("h3");
    this.#list = makeElement("ol", { class: "instances-list" });
    this.#brushBar = makeElement("div", { class: "instances-brush" });
    this.#chart = new DotChart(this.#chartElement, {
      onPick: (place) => this.#go(place), onBrush: (brush) => this.#setBrush(brush),
    });
    const close = makeIconButton("Close instances", ICONS.close, () => state.set({ series: null }));
    this.#body = makeElement(
      "div", { class: "instances-body" }, this.#chartElement,
      makeElement("div", { class: "instances-side" }, this.#brushBar, this.#listTitle, this.#list));
    element.append(
      makeElement("div", { class: "instances-head" }, this.#title, close),
      this.#levels, this.#facts, this.#progressBar, this.#body);
    state.on("series", (series) => this.#show(series));
    state.on("window", (window) => {
      if (!element.hidden) this.#chart.window = window;
    });
    state.on("selection", () => this.#markSelected());
    state.on("theme", () => this.#chart.draw());
  }

  #element;
  #trace;
  #state;
  #rowOf;
  #title;
  #levels;
  #facts;
  #progress;
  #progressBar;
  #body;
  #chartElement;
  #chart;
  #listTitle;
  #list;
  #brushBar;
  /** @type {AbortController|null} */
  #scan = null;
  /** @type {Instances|null} */
  #instances = null;
  #isPoints = false;

  /** @param {Match|null} series */
  async #show(series) {
    this.#scan?.abort();
    this.#scan = null;
    this.#element.hidden = series === null;
    this.#element.parentElement?.classList.toggle("has-instances", series !== null);
    if (series === null) return;
    const found = this.#rowOf(series);
    const names = found ? found.table.nameOf(found.row)
      : { prefix: series.prefix ?? "", name: series.name ?? "" };
    this.#title.replaceChildren(
      makeElement("span", { class: `kind kind-${series.kind}` }, series.kind ?? ""), " ",
      makeName(names.prefix, displayName(names.prefix, names.name)));
    this.#showLevels(series, found);
    this.#isPoints = POINT_KINDS.includes(series.kind ?? "");
    this.#facts.textContent = "Reading …";
    this.#progress.value = 0;
    this.#progressBar.hidden = false;
    this.#body.hidden = true;
    const scan = new AbortController();
    this.#scan = scan;
    try {
      const instances = await this.#trace.instances(series, {
        signal: scan.signal, onProgress: (part) => { this.#progress.value = part; },
      });
      if (this.#scan !== scan) return;
      this.#scan = null;
      this.#progressBar.hidden = true;
      const isOfRow = found && isSameSeries(found.table.seriesOf(found.row), series);
      this.#fill(series, instances, isOfRow ? found.table.figuresOf(found.row) : null);
    } catch (error) {
      if (!scan.signal.aborted) throw error;
      if (this.#scan === scan) this.#scan = null;
    }
  }

  /**
   * Shows the wrappers that the actions of a row pass, each a button that shows its spans.
   *
   * @param {Match} series
   * @param {{table: ReportTable, row: any}|null} found
   */
  #showLevels(series, found) {
    const levels = found?.table.levelsOf?.(found.row) ?? [];
    this.#levels.hidden = levels.length < 2;
    this.#levels.replaceChildren(
      "As each wrapper records it: ",
      ...levels.flatMap((level) => [
        makeButton(
          displayName(level.prefix ?? "", level.name ?? ""),
          () => this.#state.set({ series: level }),
          { class: "link", "aria-pressed": String(isSameSeries(level, series)) }), " "]));
  }

  #cancel() {
    this.#scan?.abort();
    this.#progressBar.hidden = true;
    this.#facts.replaceChildren(
      "Cancelled. ",
      makeButton("Read again", () => this.#show(this.#state.series), { class: "link" }));
  }

  /**
   * @param {Match} series
   * @param {Instances} instances
   * @param {import("./Report.js").DurationFigures|null} figures
   */
  #fill(series, instances, figures) {
    this.#instances = instances;
    const { count, start } = instances;
    this.#body.hidden = count === 0;
    if (count === 0) {
      this.#facts.textContent = "No instance of it is in the trace.";
      return;
    }
    const { head } = this.#trace;
    const first = start[0];
    const last = start[count - 1];
    const rate = last > first ? ((count - 1) / (last - first)) * 1e9 : 0;
    const facts = [
      countText(count, "instance"), `first at ${formatSince(first - head.origin)}`,
      `last at ${formatSince(last - head.origin)}`,
    ];
    if (rate > 0) facts.push(`${rateText(rate)} in between`);
    this.#facts.textContent = facts.join(" · ");
    const known = knownDurations(instances);
    const marks = figures
      ? [
        { label: "p50", duration: figures.p50_ns }, { label: "p90", duration: figures.p90_ns },
        { label: "p99", duration: figures.p99_ns }, { label: "max", duration: figures.max_ns },
      ]
      : known.length === 0 ? [] : [
        { label: "p50", duration: percentileOf(known, 0.5) },
        { label: "max", duration: known[known.length - 1] },
      ];
    this.#chart.show({
      instances, head, marks: this.#isPoints ? [] : marks, isPoints: this.#isPoints,
      color: `--${series.kind ?? "action"}`,
    });
    this.#chart.window = this.#state.window;
    this.#chart.label = this.#isPoints
      ? `${facts.join(", ")}: their number over time`
      : `${facts.join(", ")}: durations over time and their distribution, `
        + marks.map((mark) => `${mark.label} ${formatDuration(mark.duration)}`).join(", ")
        + ". The slowest are in the list that follows.";
    this.#element.classList.toggle("is-points", this.#isPoints);
    this.#setBrush(null);
    this.#markSelected();
  }

  /** @param {Brush|null} brush */
  #setBrush(brush) {
    const instances = this.#instances;
    if (!instances) return;
    this.#chart.brush = brush;
    const isTaken = (/** @type {number} */ place) => this.#chart.isBrushed(place);
    this.#brushBar.replaceChildren();
    this.#brushBar.hidden = brush === null;
    if (brush) {
      const known = knownDurations(instances, isTaken);
      let taken = 0;
      for (let place = 0; place < instances.count; place += 1) if (isTaken(place)) taken += 1;
      const parts = [`${formatCount(taken)} of ${formatCount(instances.count)}`];
      if (known.length > 0) {
        parts.push(
          `p50 ${formatDuration(percentileOf(known, 0.5))}`,
          `p90 ${formatDuration(percentileOf(known, 0.9))}`,
          `max ${formatDuration(known[known.length - 1])}`);
      }
      this.#brushBar.append(
        // Non-breaking spaces keep numbers beside their units.
        makeElement(
          "span", { role: "status" },
          parts.map((part) => part.replaceAll(" ", "\u00a0")).join(" · ")),
        makeButton("Zoom to it", () => {
          this.#state.set({ window: { from: brush.from, to: brush.to } });
        }, { class: "link" }),
        makeButton("Clear", () => this.#setBrush(null), { class: "link" }));
    }
    this.#fillList(instances, isTaken);
  }

  /**
   * @param {Instances} instances
   * @param {(place: number) => boolean} isTaken
   */
  #fillList(instances, isTaken) {
    const places = [];
    if (this.#isPoints) {
      for (let place = 0; place < instances.count && places.length < LISTED; place += 1) {
        if (isTaken(place)) places.push(place);
      }
      this.#listTitle.textContent = "The first";
    } else {
      places.push(...slowestPlaces(instances, LISTED, isTaken));
      for (let place = 0; place < instances.count && places.length < LISTED; place += 1) {
        if (!isDurationKnown(instances.state[place]) && isTaken(place)) places.push(place);
      }
      this.#listTitle.textContent = "The slowest";
    }
    const longest = Math.max(1, ...places.map((place) => instances.duration[place]));
    this.#list.replaceChildren(...places.map((place) => this.#makeItem(instances, place, longest)));
    this.#markSelected();
    if (this.#isPoints) this.#fillMessages(instances);
  }

  /**
   * @param {Instances} instances
   * @param {number} place
   * @param {number} longest
   */
  #makeItem({ start, duration, state }, place, longest) {
    const ending = isFailed(state[place]) ? "failed" : isCancelled(state[place]) ? "cancelled"
      : this.#isPoints || isDurationKnown(state[place]) ? "" : "not ended";
    const bar = makeElement("span", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(duration[place] / longest));
    const button = makeElement(
      "button", { type: "button", "data-place": place },
      this.#isPoints ? null : bar,
      this.#isPoints
        ? null : makeElement("span", { class: "took" }, formatDuration(duration[place])),
      makeElement("span", { class: "at" },
        formatSince(start[place] - this.#trace.head.origin)),
      ending ? makeElement("span", { class: `ending is-${ending}` }, ending) : null);
    button.addEventListener("click", () => this.#go(place));
    return makeElement("li", {}, button);
  }

  /**
   * Adds the texts of log records and events after they are loaded.
   *
   * @param {Instances} instances
   */
  async #fillMessages({ chunk, index }) {
    for (const button of this.#list.querySelectorAll("button")) {
      const place = Number(button.getAttribute("data-place"));
      const span = await this.#trace.span(chunk[place], index[place]);
      const level = span.logLevel ? `${span.logLevel}: ` : "";
      button.append(makeElement(
        "bdi", { class: "message" }, span.text ? level + visibleText(span.text) : level));
    }
  }

  /** @param {number} place */
  async #go(place) {
    const instances = this.#instances;
    if (!instances) return;
    goToSpan(this.#state, await this.#trace.span(instances.chunk[place], instances.index[place]));
  }

  #markSelected() {
    const instances = this.#instances;
    if (!instances || this.#element.hidden) return;
    const { selection } = this.#state;
    let selected = -1;
    if (selection) {
      for (let place = 0; place < instances.count; place += 1) {
        const isSame = instances.index[place] === selection.index
          && instances.chunk[place] === selection.chunk;
        if (isSame) selected = place;
      }
    }
    this.#chart.selected = selected;
    for (const button of this.#list.querySelectorAll("button")) {
      const isSelected = button.getAttribute("data-place") === String(selected);
      if (isSelected) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }
}

/**
 * Returns the known durations of the instances, the shortest first.
 *
 * @param {Instances} instances
 * @param {(place: number) => boolean} [isTaken]
 */
function knownDurations({ count, duration, state }, isTaken = () => true) {
  return duration.filter((_, place) =>
    place < count && isDurationKnown(state[place]) && isTaken(place)).sort();
}

/** @param {number} perSecond */
export function rateText(perSecond) {
  if (perSecond >= 999.5) return `${formatCount(perSecond)} /s`;
  if (perSecond >= 0.1) return `${Number(perSecond.toPrecision(3))} /s`;
  return `one in ${formatDuration(1e9 / perSecond)}`;
}
