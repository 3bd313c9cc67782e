import { ChoiceSwitch } from "../app/ChoiceSwitch.js";
import { nextTheme } from "../app/HeaderBar.js";
import { makeButton, makeElement } from "../app/makeElement.js";
import { Notices, worthOfFigures } from "../app/Notices.js";
import { COMPARED_SEARCH } from "../app/PeerLink.js";
import { SplitHandle } from "../app/SplitHandle.js";
import { Theme } from "../app/Theme.js";
import { DataTable } from "../panels/DataTable.js";
import { completedReport } from "../panels/Report.js";
import { reportTables } from "../panels/reportTables.js";
import { isSameSeries } from "../model/Matcher.js";
import { PageState } from "../state/PageState.js";
import { formatDuration, visibleText } from "../state/format.js";
import { comparedRows } from "./comparedRows.js";
import { comparisonTable } from "./comparisonTable.js";

/** @typedef {import("../app/PeerLink.js").PeerReport} PeerReport */
/** @typedef {import("../state/PageState.js").StateFields} StateFields */
/** @typedef {{title: string, window: StateFields["window"], report: any}} Opened */

/** The two recordings, which are also the paths of their pages on the server. */
const SIDES = Object.freeze(/** @type {const} */ (["before", "after"]));
/** @typedef {typeof SIDES[number]} Side */

/**
 * Whether a document is a comparison of two recordings.
 *
 * @param {Document} document
 */
export function isComparison(document) {
  const meta = document.querySelector('meta[name="signpost-data"]');
  return meta?.getAttribute("content") === "compared";
}

/** Two recordings side by side: the linked page of each, and a table of both reports. */
export class ComparisonApp {
  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    this.#notices = new Notices(this.#element("notices"));
    this.#theme = new Theme(this.#state);
    window.addEventListener(
      "error", (event) => this.#notices.addError(event.error ?? event.message));
  }

  #document;
  #notices;
  #theme;
  #state = new PageState();
  /** @type {Map<Side, HTMLIFrameElement>} */
  #frames = new Map();
  /** @type {Map<Side, Opened>} */
  #opened = new Map();
  /** @type {DataTable|null} */
  #table = null;
  /** Whether both pages show the same window of time. */
  #areTimesLinked = true;

  start() {
    const main = this.#element("main");
    main.classList.add("is-comparison");
    for (const side of SIDES) {
      const frame = makeElement("iframe", {
        class: "compared-page", src: `${side}/${COMPARED_SEARCH}`, title: `The recording ${side}`,
      });
      this.#frames.set(side, frame);
    }
    window.addEventListener("message", (event) => this.#receive(event));
    const pages = makeElement("div", { class: "compared-pages" }, ...SIDES.map((side) =>
      makeElement(
        "section", { class: "compared", "aria-label": `The recording ${side}` },
        makeElement("h2", {}, side === "before" ? "Before" : "After"),
        this.#frames.get(side) ?? null)));
    const tables = this.#element("tables");
    const split = this.#element("split");
    this.#element("state").remove();
    this.#element("timeline").remove();
    this.#element("details").remove();
    for (const element of [tables, split]) element.hidden = false;
    tables.append(makeElement("p", { class: "nothing" }, "Opening the traces …"));
    main.append(tables, split, pages);
    new SplitHandle(split, main, 36, "Height of the table");
    this.#addHeader();
  }

  #addHeader() {
    const times = new ChoiceSwitch(
      "Times",
      [
        { value: "linked", text: "Same times", title: "Both timelines show the same times" },
        { value: "free", text: "Own times", title: "Each timeline moves alone" },
      ],
      "linked",
      (value) => {
        this.#areTimesLinked = value === "linked";
        if (this.#areTimesLinked) this.#set(SIDES, { window: this.#state.window });
      });
    const theme = makeButton("Dark or light", () => {
      this.#theme.choose(nextTheme());
      this.#set(SIDES, { theme: this.#state.theme });
    });
    this.#element("header").append(times.element, makeElement("div", { class: "tools" }, theme));
  }

  /** @param {MessageEvent<PeerReport>} event */
  #receive({ source, origin, data }) {
    const side = SIDES.find((side) => this.#frames.get(side)?.contentWindow === source);
    if (!side || origin !== window.origin) return;
    if (data.kind === "opened") this.#open(side, data);
    else this.#follow(side, data.changes);
  }

  /**
   * @param {Side} side
   * @param {Opened} opened
   */
  #open(side, opened) {
    this.#opened.set(side, opened);
    const heading = this.#frames.get(side)?.parentElement?.querySelector("h2");
    heading?.append(
      ": ", makeElement("bdi", {}, visibleText(opened.title)),
      ` (${formatDuration(opened.window.to - opened.window.from)})`);
    const worth = worthOfFigures(completedReport(opened.report));
    if (worth) this.#notices.add(`losses-${side}`, `The recording ${side}.`, worth);
    const [before, after] = SIDES.map((side) => this.#opened.get(side));
    if (!before || !after) return;

    const titles = [before, after].map(({ title }) => visibleText(title) || "Signpost");
    this.#document.title = `${titles.join(" → ")} – Signpost`;
    this.#element("title").replaceChildren(makeElement("bdi", {}, titles.join(" → ")));
    this.#element("subtitle").textContent =
      "One recording of each shows differences, not whether they are chance: "
        + "signpost diff decides that, with several recordings.";
    const extent = Math.max(before.window.to, after.window.to);
    const window = { from: Math.min(before.window.from, after.window.from), to: extent };
    this.#state.set({ window });
    this.#set(SIDES, { extent, window });
    this.#showTable(before, after);
    // Each page scrolls its selection into view, and thereby scrolls this page.
    this.#element("main").scrollTop = 0;
    this.#document.documentElement.dataset.ready = "true";
  }

  /**
   * @param {Opened} before
   * @param {Opened} after
   */
  #showTable(before, after) {
    const [first, second] = [before, after].map(({ report }) =>
      reportTables(completedReport(report)));
    const rows = comparedRows(first, second);
    const tables = this.#element("tables");
    if (rows.length === 0) {
      tables.replaceChildren(makeElement("p", { class: "nothing" }, "Neither trace has a name."));
      return;
    }
    const panel = makeElement("div", { class: "table-panel" });
    tables.replaceChildren(makeElement("div", { class: "table-area" },
      makeElement("div", { class: "table-panels" }, panel)));
    this.#table = new DataTable(panel, comparisonTable(rows), {
      onSelect: (row) => this.#set(SIDES, { series: row.series }), paint: () => {},
    });
    this.#state.on("series", (series) => {
      if (!this.#table) return;
      this.#table.selected =
        series && (rows.find((row) => isSameSeries(row.series, series)) ?? null);
      this.#table.reveal();
    });
  }

  /**
   * Applies the changes of one page to the other.
   *
   * @param {Side} side
   * @param {Partial<StateFields>} changes
   */
  #follow(side, changes) {
    if (changes.theme) this.#theme.choose(changes.theme);
    else this.#state.set(changes);
    if ("window" in changes && !this.#areTimesLinked) return;
    this.#set(SIDES.filter((other) => other !== side), changes);
  }

  /**
   * @param {readonly Side[]} sides
   * @param {Partial<StateFields>} changes
   */
  #set(sides, changes) {
    for (const side of sides) {
      this.#frames.get(side)?.contentWindow?.postMessage({ kind: "set", changes }, window.origin);
    }
  }

  /** @param {string} id */
  #element(id) {
    const element = this.#document.getElementById(id);
    if (!element) throw new Error(`The page has no element “${id}”.`);
    return element;
  }
}
