import { nameOfRow } from "./reportTables.js";

/** @typedef {import("./reportTables.js").ReportTable} ReportTable */
/** @typedef {import("../model/Matcher.js").Match} Match */
/**
 * @typedef {{
 *   kind: string, prefix: string, text: string, count: number, match: Match, folded: string
 * }} NamedSeries
 */

/**
 * Returns all names of the report, the most frequent first.
 *
 * @param {ReportTable[]} tables
 * @returns {NamedSeries[]}
 */
export function namedSeries(tables) {
  /** @type {Map<string, NamedSeries>} */
  const found = new Map();
  for (const table of tables) {
    if (table.referenceOf) continue;
    for (const row of table.rows) {
      const match = table.seriesOf(row);
      const text = nameOfRow(table, row);
      const count = row.count ?? row.started ?? row.sends ?? 0;
      const key = JSON.stringify(match);
      const known = found.get(key);
      // Rows of one name that differ in thread or store are one series.
      if (known) known.count += count;
      else {
        found.set(key, {
          kind: match.kind ?? "", prefix: table.nameOf(row).prefix, text, count, match,
          folded: text.toLowerCase(),
        });
      }
    }
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}
