import { displayName, formatCount, formatDuration } from "../state/format.js";
import { formatSince, visibleText } from "../state/format.js";
import { KNOWN_SCHEMA_VERSION } from "./Report.js";

/** @typedef {import("./Report.js").Report} Report */
/** @typedef {import("./Report.js").ReportProcess} ReportProcess */
/** @typedef {import("./Report.js").SlowRow} SlowRow */

// Sentences of the report, word for word as the command prints them.

const OVERFLOW_NAME = "(further names)";
const MANY_PREFIXES = 100;

/**
 * Returns a number with its noun.
 *
 * @param {number} count
 * @param {string} singular
 * @param {string} [plural]
 */
export function countText(count, singular, plural = `${singular}s`) {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/**
 * Returns labels that distinguish processes.
 *
 * @param {{vpid?: number, name: string, host?: string}[]} processes
 */
export function processLabels(processes) {
  const hasHosts = hasSeveralHosts(processes);
  /** @type {Map<string, number>} */
  const counts = new Map();
  return processes.map(({ vpid, name, host }) => {
    let label = name === "" ? "process" : name;
    if (vpid !== undefined) label += ` (${vpid})`;
    if (hasHosts && host) label += ` on ${host}`;
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    return visibleText(count === 1 ? label : `${label} #${count}`);
  });
}

/** @param {{host?: string}[]} processes */
export function hasSeveralHosts(processes) {
  return new Set(processes.map((process) => process.host).filter(Boolean)).size > 1;
}

/** @param {Report} report */
export function processText(report) {
  const labels = processLabels(report.processes);
  if (labels.length === 0) return visibleText(report.directory);
  if (labels.length === 1) return labels[0];
  const rest = labels.length > 4 ? ` and ${labels.length - 4} more` : "";
  return `${labels.length} processes: ${labels.slice(0, 4).join(", ")}${rest}`;
}

/** @param {Report} report */
export function hasLosses({ losses }) {
  return losses.events + losses.uncounted_events + losses.packets + losses.uncounted_packets > 0;
}

/** @param {Report} report */
export function lossText({ losses }) {
  const parts = [];
  if (losses.events > 0) parts.push(countText(losses.events, "event"));
  if (losses.uncounted_events > 0) parts.push("an unknown number of events");
  if (losses.packets > 0) parts.push(countText(losses.packets, "whole packet"));
  if (losses.uncounted_packets > 0) parts.push("an unknown number of whole packets");
  return parts.join(" and ");
}

/**
 * Returns warnings about the reliability of the figures.
 *
 * @param {Report} report
 * @returns {{kind: "losses"|"damage"|"forgotten"|"names"|"newer", text: string}[]}
 */
export function reportWarnings(report) {
  /** @type {{kind: "losses"|"damage"|"forgotten"|"names"|"newer", text: string}[]} */
  const warnings = [];
  if (hasLosses(report)) {
    warnings.push({
      kind: "losses",
      text: `${lossText(report)} were lost. All counts are lower bounds, all percentiles `
        + "estimates. Record with more or larger buffers to lose nothing.",
    });
  }
  const { damage } = report;
  if (damage.length > 0) {
    const more = damage.length > 1 ? ` (and ${damage.length - 1} more, see the end)` : "";
    warnings.push({
      kind: "damage",
      text: "the trace is damaged. This report has what could be read, so all counts are lower "
        + `bounds. ${visibleText(damage[0].path)}: ${visibleText(damage[0].message)}${more}.`,
    });
  }
  const forgotten = report.unmatched.forgotten ?? 0;
  if (forgotten > 0) {
    warnings.push({
      kind: "forgotten",
      text: `${countText(forgotten, "interval")} without an end had to be given up to save `
        + "memory. All counts of ended intervals are lower bounds.",
    });
  }
  if (report.actions.some((action) => /^\(.*further names?\)$/.test(action.name))) {
    warnings.push({
      kind: "names",
      text: "the trace has too many distinct names; the rest is summed up as "
        + `"${OVERFLOW_NAME}". Names and prefixes are for kinds of things, not for single ones.`,
    });
  }
  const newest = Math.max(0, ...report.schema_versions);
  if (newest > KNOWN_SCHEMA_VERSION) {
    warnings.push({
      kind: "newer",
      text: `written with version ${newest} of the trace schema; this program knows version `
        + `${KNOWN_SCHEMA_VERSION}. Additions of the newer version are left out: update signpost.`,
    });
  }
  return warnings;
}

const TIMES_SHOWN = 4;

/**
 * Returns the use of the time, a sentence for each process.
 *
 * @param {Report} report
 */
export function timeLines({ processes, time }) {
  const spent = time.filter(({ summary }) => summary !== "");
  const lines = spent.slice(0, TIMES_SHOWN).map(({ process, summary }) =>
    processes.length > 1 && processes[process] !== undefined
      ? `${visibleText(processes[process].name)}: ${summary}` : summary);
  if (spent.length > TIMES_SHOWN) {
    lines.push(`… and ${spent.length - TIMES_SHOWN} more processes: see --format json.`);
  }
  return lines;
}

/**
 * Returns the summary: the lines below the name in the report.
 *
 * @param {Report} report
 */
export function overviewLines(report) {
  const { processes } = report;
  const facts = [
    formatDuration(report.duration_ns),
    approximately(report) + countText(sumOf(processes, "actions"), "action"),
    approximately(report) + countText(sumOf(processes, "effects"), "effect"),
  ];
  const kinds = [
    { rows: report.intervals, noun: "interval" },
    { rows: report.signpost_events, noun: "point event" },
    { rows: report.logs, noun: "log record" },
  ];
  for (const { rows, noun } of kinds) {
    const count = sumOf(rows, "count");
    if (count > 0) facts.push(countText(count, noun));
  }
  facts.push(countText(report.events.total, "event"));
  const gaps = report.parts.filter(({ kind }) => kind === "gap").length;
  if (hasLosses(report)) facts.push(`${lossText(report)} lost`);
  else if (report.damage.length > 0) facts.push("losses unknown");
  else if (gaps > 0) facts.push(`${countText(gaps, "gap")} between parts`);
  else facts.push("nothing lost");
  const lines = [facts.join(", ")];
  if (report.is_filtered) {
    lines.push("Filtered: the tables and counts are of what the options select.");
  }
  const created = sumOf(processes, "stores_created");
  if (created > 0) {
    lines.push(
      `${countText(created, "store")} created, `
        + `${formatCount(sumOf(processes, "stores_released"))} released, `
        + `${formatCount(sumOf(processes, "stores_alive"))} alive at the `
        + (processes.length > 1 ? "last event of their process" : "end"));
  }
  const made = sumOf(processes, "children_made");
  const found = sumOf(processes, "children_found");
  if (made + found > 0) {
    lines.push(
      `${countText(made + found, "scope")} to child stores: ${formatCount(made)} made a store, `
        + `${formatCount(found)} found one`);
  }
  if (processes.length > 1 && report.grouping === undefined) {
    lines.push("Rows sum up all processes; --by process sets actions and effects apart.");
  }
  return lines;
}

/**
 * Returns the mark of tables whose figures are estimates.
 *
 * @param {Report} report
 */
export function estimateMark({ sampling }) {
  return sampling?.sample === undefined ? "" : ", estimates";
}

/**
 * Returns the mark of a number that is an estimate.
 *
 * @param {Report} report
 */
function approximately({ sampling }) {
  return sampling?.sample === undefined ? "" : "about ";
}

/**
 * Returns the last lines of the report.
 *
 * @param {Report} report
 */
export function reportRemarks(report) {
  const { unmatched } = report;
  const remarks = [];
  const ends = [
    { count: unmatched.action_ends, singular: "action", plural: "actions" },
    { count: unmatched.effect_ends, singular: "effect", plural: "effects" },
    { count: unmatched.interval_ends, singular: "interval", plural: "intervals" },
    {
      count: unmatched.observer_ends, singular: "reaction of an observer",
      plural: "reactions of observers",
    },
  ].filter(({ count }) => count > 0).map((end) => countText(end.count, end.singular, end.plural));
  if (ends.length > 0) {
    remarks.push(
      `${enumerated(ends)} ended whose begin is not in the trace (it was before the recording, or `
        + "lost); the tables leave them out.");
  }
  if (unmatched.repeated_begins > 0) {
    remarks.push(
      `${countText(unmatched.repeated_begins, "interval was", "intervals were")} begun again `
        + "before the end; no duration is given for these.");
  }
  const prefixes = new Set(report.actions.map((action) => action.prefix)).size;
  if (prefixes > MANY_PREFIXES) {
    remarks.push(
      `${formatCount(prefixes)} prefixes differ. If they hold ids, what belongs together is spread `
        + "over as many rows: give all wrappers of a feature the same prefix.");
  }
  const reentrant = sumOf(report.stores, "reentrant");
  if (reentrant > 0) {
    remarks.push(
      `${countText(reentrant, "action was", "actions were")} sent to a store by code that its `
        + "reducer called, and processed afterwards: return 'Effect.send', or share a method.");
  }
  if (unmatched.reversed > 0) {
    remarks.push(
      `${countText(unmatched.reversed, "interval")} ended before the begin; no duration is given `
        + "for these.");
  }
  if (report.events.malformed > 0) {
    remarks.push(
      `${countText(report.events.malformed, "event")} lacked an id, or had one of another type.`);
  }
  if (report.processes.some((process) => process.vpid === undefined)) {
    remarks.push(
      "The trace does not say which process an event is from: with several processes, intervals "
        + "can be mixed up. Record with the contexts vpid and procname.");
  }
  return remarks;
}

/**
 * Returns the chain of causes of a slow action or effect, `null` if it came from outside itself.
 *
 * @param {SlowRow} row
 */
export function causeText(row) {
  if (row.causes.length === 0) {
    return row.came_from_outside ? null : "what led to it is not known";
  }
  // The effect has the name of the action that started it.
  if (row.outcome !== undefined && row.causes.length === 1 && row.came_from_outside) return null;
  const steps = row.causes.map((cause) => {
    const name = cause.kind === "effect" ? "effect" : displayName(cause.prefix, cause.name);
    return `${name} ${formatSince(cause.since_ns)}`;
  });
  if (steps.length > 7) steps.splice(3, steps.length - 7, `(${steps.length - 7} more)`);
  return (row.came_from_outside ? "from outside: " : "from: … → ") + steps.join(" → ");
}

/** @param {string[]} parts */
function enumerated(parts) {
  const start = parts.slice(0, -1).join(", ");
  return [start, parts[parts.length - 1]].filter((part) => part).join(" and ");
}

/**
 * @template {string} Key
 * @param {Record<Key, number>[]} rows
 * @param {Key} key
 */
function sumOf(rows, key) {
  return rows.reduce((sum, row) => sum + row[key], 0);
}
