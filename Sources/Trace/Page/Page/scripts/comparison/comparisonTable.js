import { formatCount, formatDuration } from "../state/format.js";
import { ratio, totalChange } from "./comparedRows.js";

/** @typedef {import("../panels/reportTables.js").Column} Column */
/** @typedef {import("../panels/reportTables.js").ReportTable} ReportTable */
/** @typedef {import("../panels/Report.js").DurationFigures} DurationFigures */
/** @typedef {import("./comparedRows.js").ComparedRow} ComparedRow */

/**
 * Returns the table of a comparison: a row per name, with the figures of both recordings.
 *
 * @param {ComparedRow[]} rows
 * @returns {ReportTable}
 */
export function comparisonTable(rows) {
  /** @type {Column[]} */
  const columns = [
    {
      key: "kind", heading: "kind", explanation: "what the name is of", isText: true,
      text: (row) => row.kind, value: (row) => row.kind,
    },
    {
      key: "count", heading: "count", explanation: "how many were begun, before and after",
      text: ({ before, after }) => changeText(
        before.count === 0 ? null : formatCount(before.count),
        after.count === 0 ? null : formatCount(after.count)),
      value: (row) => row.after.count,
    },
    figureColumn("total_ns", "total", "all the time together, before and after"),
    {
      key: "change", heading: "difference", explanation: "total time after, less that before",
      text: (row) => signedDuration(totalChange(row)), value: (row) => Math.abs(totalChange(row)),
    },
    figureColumn("p50_ns", "p50", "half are not longer, before and after"),
    ratioColumn("p50_ns", "p50"),
    figureColumn("p99_ns", "p99", "99 % are not longer, before and after"),
    ratioColumn("p99_ns", "p99"),
  ];
  return {
    id: "comparison", title: "Comparison", heading: "Names by difference of total time",
    rows: [...rows].sort((one, other) =>
      Math.abs(totalChange(other)) - Math.abs(totalChange(one))),
    columns, order: { key: "change", isDescending: true }, leftOut: 0,
    nameOf: ({ prefix, name }) => ({ prefix, name }), seriesOf: (row) => row.series,
    figuresOf: () => null,
  };
}

/**
 * @param {keyof DurationFigures} key
 * @param {string} heading
 * @param {string} explanation
 * @returns {Column}
 */
function figureColumn(key, heading, explanation) {
  return {
    key, heading, explanation, value: (row) => row.after.figures?.[key] ?? null,
    text: ({ before, after }) => changeText(
      before.figures && formatDuration(before.figures[key]),
      after.figures && formatDuration(after.figures[key])),
  };
}

/**
 * @param {string|null} before
 * @param {string|null} after
 */
function changeText(before, after) {
  return before === null && after === null ? "–" : `${before ?? "–"} → ${after ?? "–"}`;
}

/**
 * @param {keyof DurationFigures} key
 * @param {string} name
 * @returns {Column}
 */
function ratioColumn(key, name) {
  return {
    key: `${key}_ratio`, heading: `${name} ×`,
    explanation: `${name} after, divided by ${name} before`,
    text: (row) => ratioText(row, key), value: (row) => ratio(row, key),
  };
}

/**
 * @param {ComparedRow} row
 * @param {keyof DurationFigures} key
 */
function ratioText(row, key) {
  if (row.before.count === 0) return "new";
  if (row.after.count === 0) return "gone";
  const times = ratio(row, key);
  return times === null ? "–" : `${times.toFixed(times < 9.995 ? 2 : times < 99.95 ? 1 : 0)} ×`;
}

/** @param {number} nanoseconds */
function signedDuration(nanoseconds) {
  return nanoseconds > 0 ? `+${formatDuration(nanoseconds)}` : formatDuration(nanoseconds);
}
