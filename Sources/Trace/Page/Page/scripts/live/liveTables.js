import { displayName, formatCount, formatDuration, formatPercent, visibleText } from "../state/format.js";
import { ageText, changesText, liveDurationText, liveRateText, slowness } from "./liveText.js";

/**
 * A column. Without `value`, the table cannot be sorted by it.
 *
 * @typedef {{
 *   key: string, heading: string, title?: string, text: (row: any, figures: any) => string,
 *   value?: (row: any) => number|string, mark?: (row: any) => string, isText?: boolean,
 *   isMinor?: boolean
 * }} LiveColumn
 */

/**
 * @typedef {{
 *   id: "actions"|"effects"|"slowest"|"processes", title: string, heading: string,
 *   placeholder: string, rows: (figures: any) => any[], count: (figures: any) => number,
 *   key: (row: any) => string, name: (row: any) => {prefix: string, text: string},
 *   isQuiet: (row: any) => boolean, columns: LiveColumn[],
 *   order: {key: string, isDescending: boolean}
 * }} LiveTableKind
 */

/** @param {any} row */
const nameOf = (row) => ({ prefix: row.prefix, text: displayName(row.prefix, row.name) });
/** @param {any} row */
const keyOfName = (row) => `${row.prefix}\n${row.name}`;

/**
 * Returns the columns for the durations of a row.
 *
 * @param {(row: any) => any} durations
 * @returns {LiveColumn[]}
 */
function durationColumns(durations) {
  return [
    ["p50", "p50", "Half took no longer"],
    ["p99", "p99", "99 % took no longer"],
    ["max", "max", "The longest"],
  ].map(([key, heading, title]) => ({
    key, heading, title,
    text: (row) => liveDurationText(durations(row), durations(row)[`${key}_ns`]),
    value: (row) => durations(row).count === 0 ? -1 : durations(row)[`${key}_ns`],
    mark: (row) => durations(row).count === 0 ? "" : slowness(durations(row)[`${key}_ns`]),
  }));
}

/** @type {LiveTableKind[]} */
export const LIVE_TABLES = [
  {
    id: "actions", title: "Actions", heading: "Action", placeholder: "No action yet.",
    rows: (figures) => figures.action_rows, count: (figures) => figures.action_rows.length,
    key: keyOfName, name: nameOf, isQuiet: (row) => row.durations.count === 0,
    order: { key: "rate", isDescending: true },
    columns: [
      {
        key: "rate", heading: "rate", title: "Actions that ended, per second",
        text: (row) => row.durations.count === 0 ? "–" : liveRateText(row.durations.per_second),
        value: (row) => row.durations.per_second,
      },
      ...durationColumns((row) => row.durations),
      {
        key: "busy", heading: "busy", title: "Part of the time, without that of nested wrappers",
        text: (row) => row.durations.count === 0 ? "–" : formatPercent(row.durations.busy),
        value: (row) => row.durations.busy,
      },
      {
        key: "total", heading: "total", title: "Since this was opened", isMinor: true,
        text: (row) => formatCount(row.durations.total), value: (row) => row.durations.total,
      },
      {
        key: "changed", heading: "changed", title: "How many changed the state", isMinor: true,
        text: changesText,
        value: (row) => row.state_changes / Math.max(row.durations.total, 1),
      },
      {
        key: "effects", heading: "effects", title: "How many returned an effect", isMinor: true,
        text: (row) => formatCount(row.effects), value: (row) => row.effects,
      },
    ],
  },
  {
    id: "effects", title: "Effects", heading: "Effects of", placeholder: "No effect has run.",
    rows: (figures) => figures.effect_rows, count: (figures) => figures.effects.alive,
    key: keyOfName, name: nameOf, isQuiet: (row) => row.alive === 0 && row.ended.count === 0,
    order: { key: "alive", isDescending: true },
    columns: [
      {
        key: "alive", heading: "alive", title: "Effects that run",
        text: (row) => formatCount(row.alive), value: (row) => row.alive,
      },
      {
        key: "oldest", heading: "oldest", title: "For how long the oldest has run",
        text: (row) => row.oldest_ns === undefined ? "–" : ageText(row.oldest_ns),
        value: (row) => row.oldest_ns ?? -1,
      },
      {
        key: "ended", heading: "ended/s", title: "Effects that ended, per second",
        text: (row) => row.ended.count === 0 ? "–" : liveRateText(row.ended.per_second),
        value: (row) => row.ended.per_second,
      },
      ...durationColumns((row) => row.ended),
      {
        key: "cancelled", heading: "cancelled", isMinor: true,
        text: (row) => formatCount(row.cancelled), value: (row) => row.cancelled,
      },
      {
        key: "failed", heading: "failed", isMinor: true,
        text: (row) => formatCount(row.failed), value: (row) => row.failed,
        mark: (row) => row.failed > 0 ? "is-very-slow" : "",
      },
    ],
  },
  {
    id: "slowest", title: "Slowest", heading: "Slowest of the last minute",
    placeholder: "No action within the last minute.",
    rows: (figures) => figures.slowest, count: (figures) => figures.slowest.length,
    key: (row) => `${row.time_ns}\n${row.process}\n${row.name}`, name: nameOf,
    isQuiet: () => false, order: { key: "took", isDescending: true },
    columns: [
      {
        key: "took", heading: "took", text: (row) => formatDuration(row.duration_ns),
        value: (row) => row.duration_ns, mark: (row) => slowness(row.duration_ns),
      },
      {
        key: "ago", heading: "ago",
        text: (row, figures) => ageText(figures.time_ns - row.time_ns), value: (row) => row.time_ns,
      },
      {
        key: "cause", heading: "caused by", isText: true, isMinor: true,
        text: (row) => row.cause === "" ? "–" : visibleText(row.cause), value: (row) => row.cause,
      },
      {
        key: "pid", heading: "pid", isMinor: true,
        text: (row, figures) => String(figures.processes[row.process]?.pid ?? "–"),
        value: (row) => row.process,
      },
    ],
  },
  {
    id: "processes", title: "Processes", heading: "Process", placeholder: "No process yet.",
    rows: (figures) => figures.processes.map(
      (/** @type {any} */ process, /** @type {number} */ index) => ({ ...process, index })),
    count: (figures) => figures.processes.length,
    key: (row) => String(row.index),
    name: (row) => ({ prefix: "", text: visibleText(row.name) || "process" }),
    isQuiet: (row) => !row.is_alive, order: { key: "actions", isDescending: true },
    columns: [
      {
        key: "actions", heading: "actions", text: (row) => formatCount(row.actions),
        value: (row) => row.actions,
      },
      {
        key: "state", heading: "state", text: (row) => row.is_alive ? "running" : "ended",
        value: (row) => row.is_alive ? 1 : 0, isText: true,
      },
      {
        key: "pid", heading: "pid", text: (row) => String(row.pid ?? "–"),
        value: (row) => row.pid ?? 0,
      },
      {
        key: "host", heading: "host", isText: true,
        text: (row) => visibleText(row.host) || "–", value: (row) => row.host,
      },
    ],
  },
];

/**
 * Returns the filtered and sorted rows of a table. Equal rows are sorted by name.
 *
 * @param {LiveTableKind} kind
 * @param {any} figures
 * @param {{filter: string, key: string, isDescending: boolean}} order
 */
export function arrangedRows(kind, figures, { filter, key, isDescending }) {
  const matches = liveMatcher(filter);
  const rows = kind.rows(figures)
    .map((row) => ({ row, name: kind.name(row).text })).filter(({ name }) => matches(name));
  const value = kind.columns.find((column) => column.key === key)?.value;
  const sign = isDescending ? -1 : 1;
  rows.sort((one, other) => {
    if (value) {
      const [left, right] = [value(one.row), value(other.row)];
      if (left !== right) return left < right ? -sign : sign;
    } else if (one.name !== other.name) return one.name < other.name ? -sign : sign;
    return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
  });
  return rows.map(({ row }) => row);
}

/**
 * Returns a predicate for names that contain a text, in which `*` matches any characters.
 *
 * @param {string} filter
 * @returns {(name: string) => boolean}
 */
function liveMatcher(filter) {
  const parts = filter.trim().toLowerCase().split("*").filter((part) => part !== "");
  return (name) => {
    const text = name.toLowerCase();
    let place = 0;
    for (const part of parts) {
      const found = text.indexOf(part, place);
      if (found < 0) return false;
      place = found + part.length;
    }
    return true;
  };
}
