/** @typedef {import("../panels/Report.js").DurationFigures} DurationFigures */
/** @typedef {import("../panels/reportTables.js").ReportTable} ReportTable */
/** @typedef {import("../model/Matcher.js").Match} Match */

/**
 * The figures of both recordings for one name. A recording without the name has a `count` of 0 and
 * `figures` of `null`.
 *
 * @typedef {{count: number, figures: DurationFigures|null}} ComparedSide
 * @typedef {{
 *   kind: string, prefix: string, name: string, series: Match,
 *   before: ComparedSide, after: ComparedSide
 * }} ComparedRow
 */

/** The tables whose rows have names and figures. */
const COMPARED_TABLES = ["actions", "effects", "observers", "intervals"];

/**
 * Joins the rows of two reports by their names.
 *
 * @param {ReportTable[]} before the tables of the first report
 * @param {ReportTable[]} after the tables of the second report
 * @returns {ComparedRow[]} in the order of the first report, followed by names of the second only
 */
export function comparedRows(before, after) {
  /** @type {Map<string, ComparedRow>} */
  const rows = new Map();
  for (const [side, tables] of /** @type {const} */ ([["before", before], ["after", after]])) {
    for (const table of tables.filter(({ id }) => COMPARED_TABLES.includes(id))) {
      for (const row of table.rows) {
        const series = table.seriesOf(row);
        const { prefix, name } = table.nameOf(row);
        const key = JSON.stringify([table.id, prefix, name]);
        let compared = rows.get(key);
        if (!compared) {
          compared = {
            kind: table.title.toLowerCase().replace(/s$/, ""), prefix, name, series,
            before: { count: 0, figures: null }, after: { count: 0, figures: null },
          };
          rows.set(key, compared);
        }
        // A report that separates rows, for example by host, has several rows per name.
        const isFirst = compared[side].count === 0;
        compared[side] = {
          count: compared[side].count + (row.count ?? row.started),
          figures: isFirst ? table.figuresOf(row) : null,
        };
      }
    }
  }
  return [...rows.values()];
}

/**
 * Returns the ratio of a figure of the second recording to the same figure of the first.
 *
 * @param {ComparedRow} row
 * @param {keyof DurationFigures} key
 * @returns {number|null} `null` if a recording lacks the figure
 */
export function ratio({ before, after }, key) {
  const [one, other] = [before.figures?.[key], after.figures?.[key]];
  return one === undefined || other === undefined || one === 0 ? null : other / one;
}

/**
 * Returns the difference of the total time of a name between the recordings.
 *
 * @param {ComparedRow} row
 * @returns {number} nanoseconds, negative if the second recording took less
 */
export function totalChange({ before, after }) {
  return (after.figures?.total_ns ?? 0) - (before.figures?.total_ns ?? 0);
}
