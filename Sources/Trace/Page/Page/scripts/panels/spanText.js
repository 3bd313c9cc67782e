import { displayName, formatDuration, formatSince, visibleText } from "../state/format.js";
import { absoluteTimeText } from "./TracePanel.js";
import { completedReport } from "./Report.js";
import { overviewLines, processLabels } from "./reportText.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */

/**
 * Returns a span's name as in the report.
 *
 * @param {Span} span
 */
export function spanName(span) {
  const name = displayName(span.prefix, span.name);
  return span.kind === "block" ? `${span.count} spans, longest ${name}` : name;
}

/**
 * Returns a span's duration, and its unknown parts.
 *
 * @param {Span} span
 */
export function durationText(span) {
  const text = formatDuration(span.duration);
  if (!span.isStartKnown) return `at least ${text}`;
  switch (span.completeness) {
    case "stillOpen": return `${text} so far`;
    case "endLost": return `at most ${text}`;
    case "beginLost": return `at least ${text}`;
    case "ambiguous": return "not known";
    default: return span.isEndKnown ? text : `${text} so far`;
  }
}

/** @type {Record<string, string>} */
const COMPLETENESS_TEXTS = {
  whole: "begin and end are in the trace",
  announced: "began before the recording",
  stillOpen: "had not ended when the trace did",
  endLost: "its end is lost",
  beginLost: "its begin is not in the trace",
  ambiguous: "began more than once, so that its duration is not known",
};

/** @param {string} completeness */
export function completenessText(completeness) {
  return COMPLETENESS_TEXTS[completeness] ?? completeness;
}

/**
 * Returns a store's feature and id.
 *
 * @param {Trace} trace
 * @param {Span} span
 */
export function storeText(trace, span) {
  const lane = trace.head.lanes[span.lane];
  if (!lane || lane.store === undefined || lane.store === "0") return null;
  const feature = trace.head.names[lane.feature ?? 0]?.[1] ?? "";
  return `${feature === "" ? "store" : visibleText(feature)} #${lane.store}`;
}

/**
 * @param {Trace} trace
 * @param {Span} span
 */
export function threadText(trace, span) {
  const index = span.kind === "log" ? span.depth - 1 : trace.head.lanes[span.lane]?.thread;
  const thread = trace.head.threads?.[index ?? -1];
  if (!thread) return null;
  return thread.name === "" ? `${thread.tid}` : `${visibleText(thread.name)} (${thread.tid})`;
}

/**
 * @param {Trace} trace
 * @param {Span} span
 */
export function processOfSpan(trace, span) {
  const labels = processLabels(trace.head.processes.map(
    ({ pid, name, host }) => ({ vpid: pid, name, host })));
  return labels[span.process] ?? `process ${span.process}`;
}

/**
 * Returns the chain of causes of a span as in the report.
 *
 * @param {{spans: Span[], isCutOff: boolean}} causes the latest first
 */
export function chainText({ spans, isCutOff }) {
  const steps = [...spans].reverse().map((span) =>
    `${span.kind === "effect" ? "effect" : displayName(span.prefix, span.name)} `
      + formatSince(span.since));
  if (steps.length > 7) steps.splice(3, steps.length - 7, `(${steps.length - 7} more)`);
  if (steps.length === 0) return isCutOff ? "what led to it is not known" : "from outside";
  return (isCutOff ? "from: … → " : "from outside: ") + steps.join(" → ");
}

/**
 * Returns the rank of an instance: the slowest, the fastest, or slower than a percentage of the
 * others. The percentage is below 100 %.
 *
 * @param {{known: number, shorter: number}} rank
 */
export function rankText({ known, shorter }) {
  const others = known - 1;
  if (others <= 0) return "the only one";
  if (shorter >= others) return `the slowest of ${groupedText(known)}`;
  if (shorter === 0) return `the fastest of ${groupedText(known)}`;
  const percent = (shorter / others) * 100;
  const digits = percent > 99 || percent < 1 ? 1 : 0;
  const rounded = Math.min(Math.floor(percent * 10 ** digits) / 10 ** digits, 99.9);
  return `slower than ${rounded.toFixed(digits)} % of ${groupedText(known)}`;
}

/** @param {number} count */
function groupedText(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Returns Markdown about a span, for a bug report.
 *
 * @param {Trace} trace
 * @param {Span} span
 * @param {{
 *   causes: {spans: Span[], isCutOff: boolean}|null, rank: {known: number, shorter: number}|null,
 *   isOutcomeShown?: boolean
 * }} details
 */
export function spanMarkdown(trace, span, { causes, rank }) {
  const { head } = trace;
  const isPoint = span.duration === 0 && !["action", "effect", "interval", "observer", "store"]
    .includes(span.kind);
  const facts = isPoint ? [] : [`took ${durationText(span)}`];
  if (span.selfTime !== null && span.selfTime !== span.duration) {
    facts.push(`self ${formatDuration(span.selfTime)}`);
  }
  if (rank) facts.push(rankText(rank));
  if (span.outcome) facts.push(span.outcome);
  const time = BigInt(head.start) + BigInt(Math.round(span.start));
  const place = [
    `${formatSince(span.since)} (${absoluteTimeText(time)})`,
    processOfSpan(trace, span), threadText(trace, span) && `thread ${threadText(trace, span)}`,
    storeText(trace, span) && `store ${storeText(trace, span)}`,
    span.id ? `${span.kind} ${span.id}` : null,
  ];
  const lines = [
    [`**${escapedMarkdown(spanName(span))}** (${span.kind})`, facts.join(", ")].join(" ").trim(),
    `- at ${place.filter((part) => part).map((part) => escapedMarkdown(String(part))).join(", ")}`,
  ];
  if (span.completeness !== "whole") lines.push(`- ${completenessText(span.completeness)}`);
  if (causes && (span.kind === "action" || span.kind === "effect")) {
    lines.push(`- ${escapedMarkdown(chainText(causes))}`);
  }
  const overview = overviewLines(completedReport(head.report))[0];
  lines.push(`- in “${escapedMarkdown(visibleText(head.title))}”: ${overview}`);
  return `${lines.join("\n")}\n`;
}

/** @param {string} text */
export function escapedMarkdown(text) {
  return text.replace(/[\\|`*_<>[\]]/g, "\\$&");
}
