import { formatCount, formatDuration, visibleText } from "../state/format.js";
import { makeElement } from "../app/makeElement.js";
import { firstEventTime } from "../model/Head.js";
import { completedReport } from "./Report.js";
import { hasLosses, lossText, overviewLines, processLabels, reportRemarks } from "./reportText.js";
import { reportWarnings } from "./reportText.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */

/** The facts about the trace: its origin, its losses and its damage. */
export class TracePanel {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} _state
   */
  constructor(element, trace, _state) {
    const report = completedReport(trace.head.report);
    const { head } = trace;
    const body = makeElement("div", { class: "trace-facts", tabindex: 0 });
    element.append(body);

    body.append(makeSection("Recording", makeFacts([
      ["name", visibleText(head.title)],
      ["begin", absoluteTimeText(firstEventTime(head))],
      ["duration", formatDuration(report.duration_ns)],
      ["schema", report.schema_versions.map((version) => `version ${version}`).join(", ") || "–"],
      ["events", formatCount(report.events.total)],
      ["of this library", formatCount(report.events.composable - report.events.unknown)],
      ["spans", formatCount(head.spans)],
      ["points", formatCount(head.points)],
    ]), ...overviewLines(report).map((line) => makeElement("p", {}, line))));

    const labels = processLabels(report.processes);
    if (labels.length > 0) {
      body.append(makeSection("Processes", makeTable(
        "Processes",
        ["process", "library", "schema", "actions", "effects", "stores alive"],
        report.processes.map((process, index) => [
          labels[index], visibleText(process.library ?? "–"),
          `${process.schema_version ?? "–"}`,
          formatCount(process.actions), formatCount(process.effects),
          formatCount(process.stores_alive),
        ]))));
    }

    const losses = makeSection("Losses", makeElement("p", {}, hasLosses(report)
      ? `${lossText(report)} lost`
      : report.damage.length > 0 ? "unknown" : "nothing known to be lost"));
    if (report.losses.streams.length > 0) {
      losses.append(makeTable(
        "Losses by stream",
        ["stream", "events", "times not counted", "packets", "times not counted"],
        report.losses.streams.map((stream) => [
          visibleText(stream.stream), formatCount(stream.events),
          formatCount(stream.uncounted_events), formatCount(stream.packets),
          formatCount(stream.uncounted_packets),
        ])));
    }
    body.append(losses);

    if (report.damage.length > 0) {
      body.append(makeSection("Damage", makeTable(
        "Damage", ["file", "what is wrong"],
        report.damage.map(({ path, message }) => [visibleText(path), visibleText(message)]))));
    }

    const unmatched = Object.entries(report.unmatched).filter(([, count]) => count > 0);
    if (unmatched.length > 0) {
      body.append(makeSection("Events without their counterpart", makeFacts(
        unmatched.map(([key, count]) => [key.replaceAll("_", " "), formatCount(count)]))));
    }

    const sentences = [
      ...reportWarnings(report).map(({ text }) => `${text[0].toUpperCase()}${text.slice(1)}`),
      ...reportRemarks(report),
    ];
    if (sentences.length > 0) {
      const list = makeElement("ul", { class: "remarks" });
      for (const sentence of sentences) list.append(makeElement("li", {}, sentence));
      body.append(makeSection("Remarks", list));
    }
  }
}

/**
 * @param {string} title
 * @param {...HTMLElement} children
 */
function makeSection(title, ...children) {
  return makeElement("section", {}, makeElement("h2", {}, title), ...children);
}

/** @param {string[][]} facts */
function makeFacts(facts) {
  const list = makeElement("dl", { class: "facts" });
  for (const [name, value] of facts) {
    list.append(makeElement("dt", {}, name), makeElement("dd", {}, value));
  }
  return list;
}

/**
 * @param {string} label
 * @param {string[]} headings
 * @param {string[][]} rows
 */
function makeTable(label, headings, rows) {
  const head = makeElement("tr");
  for (const heading of headings) head.append(makeElement("th", { scope: "col" }, heading));
  const body = makeElement("tbody");
  for (const row of rows) {
    const line = makeElement("tr");
    for (const cell of row) line.append(makeElement("td", {}, makeElement("bdi", {}, cell)));
    body.append(line);
  }
  return makeElement(
    "table", { class: "plain-table", "aria-label": label }, makeElement("thead", {}, head), body);
}

/**
 * Returns a time since the Unix epoch, independent of the time zone.
 *
 * @param {bigint} nanoseconds
 * @param {{hasFraction?: boolean}} [options]
 */
export function absoluteTimeText(nanoseconds, options = {}) {
  const { hasFraction = true } = options;
  const seconds = nanoseconds / 1_000_000_000n;
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `${nanoseconds} ns`;
  const [day, time] = date.toISOString().split("T");
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, "0");
  return `${day} ${time.slice(0, 8)}${hasFraction ? `.${fraction}` : ""} UTC`;
}
