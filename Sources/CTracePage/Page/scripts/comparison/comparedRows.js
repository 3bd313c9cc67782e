/** @typedef {import("../panels/Report.js").DurationFigures} DurationFigures */
/** @typedef {import("../panels/reportTables.js").ReportTable} ReportTable */
/** @typedef {import("../model/Matcher.js").Match} Match */

/**
 * What two recordings say of one name. `count` and `figures` of the recording that lacks the name
 * are 0 and `null`.
 *
 * @typedef {{count: number, figures: DurationFigures|null}} ComparedSide
 * @typedef {{
 *   kind: string, prefix: string, name: string, series: Match,
 *   before: ComparedSide, after: ComparedSide
 * }} ComparedRow
 */

/** The tables whose rows are names with figures. */
const COMPARED_TABLES = ["actions", "effects", "observers", "intervals"];

/**
 * Joins the rows of two reports by their names.
 *
 * @param {ReportTable[]} before the tables of one report
 * @param {ReportTable[]} after those of the other
 * @returns {ComparedRow[]} in the order of the first report, then what only the second one has
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
        // A report that sets rows apart, such as by host, has several of one name.
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
 * How many times as large a figure is in the second recording.
 *
 * @param {ComparedRow} row
 * @param {keyof DurationFigures} key
 * @returns {number|null} `null` if one of them lacks it
 */
export function ratio({ before, after }, key) {
  const [one, other] = [before.figures?.[key], after.figures?.[key]];
  return one === undefined || other === undefined || one === 0 ? null : other / one;
}

/**
 * How much longer a name took in the second recording, all its instances together.
 *
 * @param {ComparedRow} row
 * @returns {number} in nanoseconds, below 0 if it took less
 */
export function totalChange({ before, after }) {
  return (after.figures?.total_ns ?? 0) - (before.figures?.total_ns ?? 0);
}
