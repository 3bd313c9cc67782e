import { displayName, formatDuration, formatPercent } from "../state/format.js";
import { formatSince, visibleText } from "../state/format.js";
import { makeButton, makeElement, makeName } from "../app/makeElement.js";
import { goToReference } from "../app/goToSpan.js";
import { prefixHues } from "../app/PrefixHues.js";
import { completedReport } from "./Report.js";
import { overviewLines, processText, timeLines } from "./reportText.js";
import { referenceOf } from "./reportTables.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */

const FINDINGS_SHOWN = 5;
/** The number of prefixes in the legend of the colours. */
const PREFIXES_SHOWN = 24;

/**
 * Returns a button that leads to the most expensive span of a finding, or null if that is absent.
 *
 * @param {Trace} trace
 * @param {PageState} state
 * @param {import("./Report.js").Report} report
 * @param {import("./Report.js").FindingRow} finding
 * @param {string} [label] The span's duration, unless it is another text.
 */
function evidenceButton(trace, state, report, finding, label) {
  const [span] = finding.evidence;
  const reference = span === undefined
    ? null : referenceOf(report, span, span.kind, span.id);
  if (span === undefined || reference === null) return null;
  return makeButton(label ?? `Show the longest, ${formatDuration(span.duration_ns)}`,
    () => goToReference(trace, state, reference));
}

/**
 * Returns the first findings, and the names of the others. Each leads to the most expensive span
 * that shows it.
 *
 * @param {Trace} trace
 * @param {PageState} state
 * @param {import("./Report.js").Report} report
 */
function findingElements(trace, state, report) {
  if (report.findings.length === 0) return [];
  const list = makeElement("ol", { class: "findings" });
  for (const finding of report.findings.slice(0, FINDINGS_SHOWN)) {
    const cost = finding.cost_ns === undefined ? ""
      : `${formatDuration(finding.cost_ns)} of ${finding.payer}, `
        + `${formatPercent(finding.cost_share ?? 0)} of the time; `;
    const item = makeElement(
      "li", {}, makeElement("p", {}, visibleText(finding.summary)),
      makeElement("p", { class: "quiet" }, `${cost}${finding.rule}, ${finding.certainty}`),
      makeElement("p", {}, finding.advice));
    const button = evidenceButton(trace, state, report, finding);
    if (button !== null) item.append(button);
    list.append(item);
  }
  for (const finding of report.findings.slice(FINDINGS_SHOWN)) {
    const label = `${visibleText(finding.subject)} (${finding.rule})`;
    list.append(makeElement(
      "li", {}, evidenceButton(trace, state, report, finding, label) ?? label));
  }
  return [makeElement("h3", {}, "Findings"), list];
}

/**
 * Returns the legend of the timeline's colours: the prefixes of actions, and the kinds with a
 * colour of their own.
 *
 * @param {Trace} trace
 * @param {PageState} state
 * @param {import("./Report.js").Report} report
 */
function legendElements(trace, state, report) {
  const prefixes = [...new Set(report.actions.flatMap((row) =>
    (row.levels ?? [row]).map(({ prefix }) => prefix)))].filter((prefix) => prefix !== "").sort();
  const hues = prefixHues(trace, state);
  const entries = prefixes.slice(0, PREFIXES_SHOWN).map((prefix) => {
    const name = makeElement("span", { class: "name" }, visibleText(prefix));
    hues.paint(name, prefix);
    return name;
  });
  const kinds = [
    { kind: "observer", text: "observers", isThere: report.observers.length > 0 },
    { kind: "interval", text: "intervals", isThere: report.intervals.length > 0 },
  ];
  for (const { kind, text, isThere } of kinds) {
    if (!isThere) continue;
    const entry = makeElement("span", { class: "name has-hue" }, text);
    entry.style.setProperty("--hue", `var(--${kind})`);
    entries.push(entry);
  }
  if (entries.length < 2) return [];
  const rest = prefixes.length - PREFIXES_SHOWN;
  if (rest > 0) entries.push(makeElement("span", { class: "quiet" }, `and ${rest} more`));
  return [
    makeElement("h3", {}, "Colours"),
    makeElement("p", { class: "legend" }, ...entries.flatMap((entry) => [entry, " "])),
  ];
}

/**
 * Returns the lists of slowest spans. The first ranks all that takes the time of a thread.
 *
 * @param {import("./Report.js").Report} report
 */
function slowestLists(report) {
  const isMixed = report.slowest.some(({ kind }) => kind !== "action");
  return [
    {
      heading: isMixed ? "Slowest actions, observers and intervals" : "Slowest actions",
      kind: "action", rows: report.slowest,
    },
    { heading: "Slowest effects", kind: "effect", rows: report.slowest_effects },
  ].filter(({ rows }) => rows.length > 0);
}

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
    element.append(...findingElements(trace, state, report));
    for (const line of overviewLines(report)) {
      element.append(makeElement("p", { class: "overview-line" }, line));
    }
    for (const { heading, kind, rows } of slowestLists(report)) {
      const list = makeElement("ol", { class: "slowest" });
      for (const row of rows) {
        const reference = referenceOf(report, row, row.kind ?? kind, row.id);
        const name = displayName(row.prefix, row.name);
        const shown = makeName(row.prefix, name);
        prefixHues(trace, state).paint(shown, row.prefix);
        const button = makeElement(
          "button", { type: "button", disabled: reference === null },
          makeElement("span", { class: "step-took" }, formatDuration(row.duration_ns)),
          makeElement("span", { class: "step-name" }, shown),
          makeElement("span", { class: "at" }, formatSince(row.since_ns)));
        button.addEventListener("click", () => {
          if (reference) goToReference(trace, state, reference);
        });
        list.append(makeElement("li", {}, button));
      }
      element.append(makeElement("h3", {}, heading), list);
    }
    element.append(...legendElements(trace, state, report));
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
