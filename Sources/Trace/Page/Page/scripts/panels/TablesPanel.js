import { formatCount, visibleText } from "../state/format.js";
import { makeElement } from "../app/makeElement.js";
import { FlamePanel } from "../profile/FlamePanel.js";
import { goToReference } from "../app/goToSpan.js";
import { prefixHues } from "../app/PrefixHues.js";
import { isSameSeries } from "../model/Matcher.js";
import { DataTable, rowCountText } from "./DataTable.js";
import { InstancesPanel } from "./InstancesPanel.js";
import { completedReport } from "./Report.js";
import { reportTables } from "./reportTables.js";
import { TracePanel } from "./TracePanel.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../state/PageState.js").PageState} PageState */
/** @typedef {import("./reportTables.js").ReportTable} ReportTable */

const PROFILE_TAB = "profile";
const TRACE_TAB = "trace";

/** The tables of the report as tabs, and the instances of the selected row. */
export class TablesPanel {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   */
  constructor(element, trace, state) {
    this.#trace = trace;
    this.#state = state;
    this.#report = completedReport(trace.head.report);
    this.#tables = reportTables(this.#report);
    this.#tabs = makeElement("div", { role: "tablist", class: "tabs", "aria-label": "Tables" });
    this.#list = /** @type {HTMLSelectElement} */ (makeElement(
      "select", { class: "field tab-list", "aria-label": "All tables", title: "All tables" }));
    this.#list.addEventListener("change", () => this.show(this.#list.value));
    new ResizeObserver(() => this.#fitTabs()).observe(this.#tabs);
    this.#tabs.addEventListener("wheel", (event) => {
      if (event.deltaY === 0 || event.deltaX !== 0) return;
      this.#tabs.scrollLeft += event.deltaY;
      event.preventDefault();
    }, { passive: false });
    this.#filter = makeElement("input", {
      type: "search", class: "field table-filter", placeholder: "Filter", autocomplete: "off",
      spellcheck: "false", "aria-label": "Filter rows by name",
    });
    this.#shown = makeElement("span", { class: "quiet table-count", "aria-live": "polite" });
    this.#panels = makeElement("div", { class: "table-panels" });
    const instances = makeElement("section", { class: "instances", "aria-label": "Instances" });
    instances.hidden = true;
    element.append(
      makeElement(
        "div", { class: "table-bar" }, this.#tabs, this.#list, this.#shown, this.#filter),
      makeElement("div", { class: "table-area" }, this.#panels, instances));
    for (const table of this.#tables) {
      this.#addTab(table.id, table.title, table.rows.length + table.leftOut);
    }
    const { profile } = trace.head;
    if (profile) this.#addTab(PROFILE_TAB, "CPU profile", profile.samples ?? null);
    this.#addTab(TRACE_TAB, "Trace", null);
    this.#tabs.addEventListener("keydown", (event) => this.#keyDown(event));
    this.#filter.addEventListener("input", () => this.#applyFilter());
    new InstancesPanel(instances, trace, state, (series) => this.#rowOf(series));
    state.on("series", () => this.#followSeries());
    this.show(this.#tables[0]?.id ?? TRACE_TAB);
  }

  #trace;
  #state;
  #report;
  #tables;
  #tabs;
  #list;
  #filter;
  #shown;
  #panels;
  /** @type {Map<string, {tab: HTMLElement, panel: HTMLElement}>} */
  #parts = new Map();
  /** @type {Map<string, DataTable>} */
  #made = new Map();
  #current = "";
  /** Whether a click into a table is setting the series. The table then keeps its state. */
  #isChoosing = false;

  /** The ids of the tabs, in their order. */
  get tabIds() { return [...this.#parts.keys()]; }

  /**
   * @param {string} id
   * @param {string} title
   * @param {number|null} count
   */
  #addTab(id, title, count) {
    const tab = makeElement(
      "button",
      {
        type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`,
        "aria-selected": "false", tabindex: -1,
      },
      title,
      count === null ? null : makeElement("span", { class: "tab-count" }, formatCount(count)));
    tab.addEventListener("click", () => this.show(id));
    const panel = makeElement("div", {
      role: "tabpanel", id: `panel-${id}`, class: "table-panel", "aria-labelledby": `tab-${id}`,
    });
    panel.hidden = true;
    this.#tabs.append(tab);
    this.#list.append(makeElement("option", { value: id }, title));
    this.#panels.append(panel);
    this.#parts.set(id, { tab, panel });
  }

  /** Shows the list of tabs if not all are in sight. */
  #fitTabs() {
    this.#list.hidden = true;
    this.#list.hidden = this.#tabs.scrollWidth <= this.#tabs.clientWidth;
  }

  /**
   * Shows a table. Creates it on first use.
   *
   * @param {string} id
   */
  show(id) {
    const part = this.#parts.get(id);
    if (!part) return;
    this.#current = id;
    for (const [other, { tab, panel }] of this.#parts) {
      const isShown = other === id;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
    }
    this.#list.value = id;
    this.#panels.parentElement?.classList.toggle("is-profile", id === PROFILE_TAB);
    part.tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    const table = this.#tables.find((table) => table.id === id);
    this.#filter.hidden = !table;
    this.#shown.hidden = !table;
    if (part.panel.childElementCount === 0) {
      if (table) this.#make(table, part.panel);
      else if (id === PROFILE_TAB) this.#makeProfile(part.panel);
      else new TracePanel(part.panel, this.#trace, this.#state);
    }
    if (table) this.#applyFilter();
  }

  /**
   * @param {ReportTable} table
   * @param {HTMLElement} panel
   */
  #make(table, panel) {
    if (table.rows.length === 0) {
      panel.append(makeElement("p", { class: "nothing" }, "The trace has no actions."));
      return;
    }
    const hues = prefixHues(this.#trace, this.#state);
    const dataTable = new DataTable(panel, table, {
      onSelect: (row) => this.#choose(table, row),
      paint: (name, prefix) => hues.paint(name, prefix),
    });
    this.#made.set(table.id, dataTable);
  }

  /** @param {HTMLElement} panel */
  #makeProfile(panel) {
    const failure = this.#trace.head.profile?.failure;
    if (failure) panel.append(makeElement("p", { class: "nothing" }, visibleText(failure)));
    else new FlamePanel(panel, this.#trace, this.#state);
  }

  #applyFilter() {
    const table = this.#tables.find((table) => table.id === this.#current);
    const made = this.#made.get(this.#current);
    if (!table || !made) {
      this.#shown.textContent = "";
      return;
    }
    made.filter = this.#filter.value;
    const isFiltered = made.shownCount !== table.rows.length;
    const left = table.leftOut > 0 ? `, and ${formatCount(table.leftOut)} more not listed` : "";
    this.#shown.textContent = isFiltered || left
      ? `${rowCountText(made.shownCount, table.rows.length)} rows${left}` : "";
  }

  /**
   * @param {ReportTable} table
   * @param {any} row
   */
  async #choose(table, row) {
    this.#isChoosing = true;
    this.#state.set({ series: table.seriesOf(row) });
    this.#isChoosing = false;
    const reference = table.referenceOf?.(row) ?? null;
    if (reference) await goToReference(this.#trace, this.#state, reference);
  }

  /**
   * Returns the row of the report for a series, and its table.
   *
   * @param {Match} series
   */
  #rowOf(series) {
    for (const table of this.#tables) {
      if (table.referenceOf) continue;
      const row = table.rows.find((row) => isSameSeries(table.seriesOf(row), series))
        ?? table.rows.find((row) =>
          table.levelsOf?.(row).some((level) => isSameSeries(level, series)));
      if (row) return { table, row };
    }
    return null;
  }

  #followSeries() {
    const { series } = this.#state;
    const found = series && this.#rowOf(series);
    // The flame graph observes the series, too.
    const isShown = this.#isChoosing || this.#current === PROFILE_TAB;
    if (found && !isShown) this.show(found.table.id);
    for (const [id, made] of this.#made) {
      if (this.#isChoosing && id === this.#current) continue;
      made.selected = found?.table.id === id ? found.row : null;
    }
    if (found && !this.#isChoosing) this.#made.get(found.table.id)?.reveal();
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const ids = this.tabIds;
    const place = ids.indexOf(this.#current);
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: (place + ids.length - 1) % ids.length, ArrowRight: (place + 1) % ids.length,
      Home: 0, End: ids.length - 1,
    };
    const next = places[event.key];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(ids[next]);
    this.#parts.get(ids[next])?.tab.focus();
  }
}
