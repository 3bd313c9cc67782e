import { recordedWindow } from "../model/Head.js";
import { PageState } from "../state/PageState.js";
import { DetailsPanel } from "../panels/DetailsPanel.js";
import { completedReport } from "../panels/Report.js";
import { filterText } from "../panels/filterText.js";
import { reportWarnings } from "../panels/reportText.js";
import { SearchBox } from "../panels/SearchBox.js";
import { TablesPanel } from "../panels/TablesPanel.js";
import { formatDuration, visibleText } from "../state/format.js";
import { Timeline } from "../timeline/Timeline.js";
import { Announcer } from "./Announcer.js";
import { HeaderBar, nextTheme } from "./HeaderBar.js";
import { HelpDialog } from "./HelpDialog.js";
import { PeerLink, isCompared } from "./PeerLink.js";
import { Notices, errorText, worthOfFigures } from "./Notices.js";
import { Shortcuts, forwardTimelineKeys } from "./Shortcuts.js";
import { SplitHandle } from "./SplitHandle.js";
import { Theme } from "./Theme.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */

const TRACE_FACTS_TAB = "trace";

/** The page: opens the trace and builds all parts, or shows the error. */
export class PageApp {
  /**
   * @param {Document} document
   * @param {(document: Document) => Promise<Trace>} open
   */
  constructor(document, open) {
    this.#document = document;
    this.#open = open;
    this.#state = new PageState();
    this.#theme = new Theme(this.#state);
    this.#notices = new Notices(this.#element("notices"));
    this.#main = this.#element("main");
    this.#main.classList.add("is-stated");
    this.#main.classList.toggle("is-compared", isCompared());
    window.addEventListener(
      "error", (event) => this.#notices.addError(event.error ?? event.message));
    window.addEventListener("unhandledrejection", (event) => this.#notices.addError(event.reason));
  }

  #document;
  #open;
  #state;
  #theme;
  #notices;
  #main;

  async start() {
    if (typeof DecompressionStream === "undefined") {
      this.#stop("This browser is too old for this page.",
        "It cannot decompress the trace: Chrome and Edge can from version 103 on, Firefox from "
          + "113, Safari from 16.4.");
      return;
    }
    let trace;
    try {
      trace = await this.#open(this.#document);
    } catch (error) {
      const text = errorText(error);
      const isVersion = /version/.test(text);
      this.#stop(isVersion ? "This page and its data are of different versions."
        : "The trace could not be opened.", text);
      return;
    }
    this.#build(trace);
  }

  /** @param {Trace} trace */
  #build(trace) {
    const state = this.#state;
    const report = completedReport(trace.head.report);
    const announcer = new Announcer(this.#element("announcements"));
    const help = new HelpDialog();
    const search = new SearchBox(trace, state, announcer);
    /** @type {TablesPanel|null} */
    let tables = null;
    const showFacts = () => {
      tables?.show(TRACE_FACTS_TAB);
      this.#element("tables").focus({ preventScroll: true });
    };
    new HeaderBar(this.#element("header"), trace, state, {
      search: search.element, onTheme: (theme) => this.#theme.choose(theme),
      onHelp: () => help.open(), onTraceFacts: showFacts,
    });
    this.#addNotices(report, showFacts);
    const isEmpty = trace.head.spans + trace.head.points === 0;
    if (isEmpty && report.is_filtered) {
      this.#stop("Nothing matches the filters.",
        `Selected: ${filterText(trace.head.filter ?? {})}. `
          + `The recording lasts ${formatDuration(report.duration_ns)}.`);
    } else if (isEmpty) {
      this.#stop("The trace is empty.",
        "No action, effect or anything else of the library is in it. Was the program recorded "
          + "while it did something, and are its reducers wrapped with .signpost()?");
    } else {
      this.#element("state").hidden = true;
      this.#main.classList.remove("is-stated");
      for (const id of ["timeline", "split", "tables", "details"]) this.#element(id).hidden = false;
      state.set({ window: recordedWindow(trace.head) });
      new SplitHandle(this.#element("split"), this.#main, 52);
      tables = new TablesPanel(this.#element("tables"), trace, state);
      new DetailsPanel(this.#element("details"), trace, state, announcer);
      new Timeline(this.#element("timeline"), trace, state);
    }
    if (isCompared()) {
      new PeerLink(trace, state, { onTheme: (theme) => this.#theme.choose(theme) });
    }
    this.#addShortcuts(search, help);
    this.#document.documentElement.dataset.ready = "true";
  }

  /**
   * @param {import("../panels/Report.js").Report} report
   * @param {() => void} showFacts
   */
  #addNotices(report, showFacts) {
    const worth = worthOfFigures(report);
    const action = { text: "Details", run: showFacts };
    for (const remark of report.remarks) {
      this.#notices.add("recording", "Recording:", visibleText(remark));
    }
    if (worth) this.#notices.add("losses", worth, worthExplanation(report), { action });
    for (const { kind, text } of reportWarnings(report)) {
      if (kind === "names" || kind === "newer") {
        this.#notices.add(kind, "Note:", `${text[0].toUpperCase()}${text.slice(1)}`);
      }
    }
  }

  /**
   * @param {SearchBox} search
   * @param {HelpDialog} help
   */
  #addShortcuts(search, help) {
    const state = this.#state;
    // Without a search, the timeline uses this key for its own steps.
    const isSearching = () => state.search !== null;
    forwardTimelineKeys(this.#element("timeline"));
    new Shortcuts([
      { key: "/", run: () => search.focus() },
      { key: "?", run: () => help.open() },
      { key: "n", run: () => search.step("forwards"), isShifted: false, isFirst: isSearching },
      { key: "n", run: () => search.step("backwards"), isShifted: true, isFirst: isSearching },
      { key: "g", run: () => state.set({
        grouping: state.grouping === "threads" ? "stores" : "threads",
      }) },
      { key: "t", run: () => this.#theme.choose(nextTheme()) },
      { key: "c", run: () => this.#copySelection() },
      { key: "escape", run: () => this.#escape() },
    ]);
  }

  #copySelection() {
    const button = this.#document.querySelector("#details .copy-span");
    if (!(button instanceof HTMLElement)) return false;
    button.click();
    return true;
  }

  #escape() {
    const state = this.#state;
    if (state.selection) state.set({ selection: null });
    else if (state.series) state.set({ series: null });
    else if (state.search) state.set({ search: null });
    else return false;
    return true;
  }

  /**
   * @param {string} title
   * @param {string} text
   */
  #stop(title, text) {
    const element = this.#element("state");
    const strong = this.#document.createElement("strong");
    strong.textContent = title;
    element.replaceChildren(strong, text);
    const subtitle = this.#document.getElementById("subtitle");
    if (subtitle?.textContent === "Opening the trace …") subtitle.textContent = "";
    this.#document.documentElement.dataset.ready = "stopped";
  }

  /** @param {string} id */
  #element(id) {
    const element = this.#document.getElementById(id);
    if (!element) throw new Error(`The page has no element “${id}”.`);
    return element;
  }
}

/** @param {import("../panels/Report.js").Report} report */
function worthExplanation({ damage, losses }) {
  const { events, packets, uncounted_events: moreEvents, uncounted_packets: morePackets } = losses;
  if (events + packets + moreEvents + morePackets > 0) {
    return "Percentiles are estimates; gaps are marked in the timeline. "
      + "Record with more or larger buffers to lose nothing.";
  }
  return damage.length > 0 ? "The page has what could be read." : "";
}
