import { displayName, formatDuration, visibleText } from "../state/format.js";
import { makeButton, makeElement, makeName } from "../app/makeElement.js";
import { goToReference } from "../app/goToSpan.js";
import { prefixHues } from "../app/PrefixHues.js";
import { completedReport } from "./Report.js";
import { overviewLines, processText, timeLines } from "./reportText.js";
import { reportTables } from "./reportTables.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */

/** The panel without a selection: a summary of the trace, and its slowest actions. */
export class OverviewPanel {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   */
  constructor(element, trace, state) {
    const report = completedReport(trace.head.report);
    element.append(
      makeElement("h2", {}, makeElement("bdi", {}, visibleText(processText(report)))));
    for (const line of timeLines(report)) {
      element.append(makeElement("p", { class: "overview-time" }, line));
    }
    for (const line of overviewLines(report)) {
      element.append(makeElement("p", { class: "overview-line" }, line));
    }
    for (const table of reportTables(report)) {
      if (!table.referenceOf || table.id === "running") continue;
      const list = makeElement("ol", { class: "slowest" });
      for (const row of table.rows) {
        const reference = table.referenceOf(row);
        const name = displayName(row.prefix, row.name);
        const shown = makeName(row.prefix, name);
        prefixHues(trace, state).paint(shown, row.prefix);
        const button = makeElement(
          "button", { type: "button", disabled: reference === null },
          makeElement("span", { class: "step-took" }, formatDuration(row.duration_ns)),
          makeElement("span", { class: "step-name" }, shown),
          makeElement("span", { class: "at" }, `+${formatDuration(row.since_ns)}`));
        button.addEventListener("click", () => {
          if (reference) goToReference(trace, state, reference);
        });
        list.append(makeElement("li", {}, button));
      }
      element.append(makeElement("h3", {}, table.heading), list);
    }
    if (report.actions.length > 0) {
      element.append(
        makeElement("p", { class: "quiet overview-hint" },
          "Select anything in the timeline or the tables: its fields, what led to it, what it led "
            + "to and what ran meanwhile are shown here."),
        makeButton("Fit all", () => {
          state.set({ window: { from: 0, to: Math.max(trace.head.duration, 1) } });
        }));
    }
  }
}
