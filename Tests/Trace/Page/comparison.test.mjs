import assert from "node:assert/strict";
import { test } from "node:test";
import {
  comparedRows, ratio, totalChange,
} from "../../../Sources/Trace/Page/Page/scripts/comparison/comparedRows.js";
import {
  comparisonTable,
} from "../../../Sources/Trace/Page/Page/scripts/comparison/comparisonTable.js";
import { completedReport } from "../../../Sources/Trace/Page/Page/scripts/panels/Report.js";
import { reportTables } from "../../../Sources/Trace/Page/Page/scripts/panels/reportTables.js";

const figures = (count, each) => ({
  count, total_ns: count * each, min_ns: each, mean_ns: each, p50_ns: each, p90_ns: each,
  p99_ns: each * 2, max_ns: each * 2, standard_deviation_ns: 0,
});
const action = (name, count, each) => ({
  prefix: "app", name, count, open: 0, state_changed: { yes: count, no: 0, unknown: 0 },
  over_budget: 0, self_ns: count * each, share: 0, duration: figures(count, each),
  distribution: [],
});
const effect = (name, count, each) => ({
  prefix: "app", name, started: count, finished: count, cancelled: 0, failed: 0,
  ended_otherwise: 0, running: 0, outputs: 0, duration: figures(count, each), distribution: [],
});
const tables = (report) => reportTables(completedReport(report));

const before = tables({
  actions: [action("same", 10, 1000), action("gone", 2, 500)], effects: [effect("same", 3, 40)],
});
const after = tables({ actions: [action("new", 1, 70), action("same", 20, 3000)] });

test("rows of one kind and name are joined, others stand alone", () => {
  const rows = comparedRows(before, after);
  assert.deepEqual(
    rows.map((row) => [row.kind, row.name, row.before.count, row.after.count]),
    [
      ["action", "same", 10, 20], ["action", "gone", 2, 0], ["effect", "same", 3, 0],
      ["action", "new", 0, 1],
    ]);
  assert.equal(ratio(rows[0], "p50_ns"), 3);
  assert.equal(totalChange(rows[0]), 50_000);
  assert.equal(totalChange(rows[1]), -1000);
  assert.equal(ratio(rows[1], "p50_ns"), null);
  assert.deepEqual(rows[3].series, { kind: "action", prefix: "app", name: "new" });
});

test("the greatest difference comes first, and a name that one side lacks is marked", () => {
  const table = comparisonTable(comparedRows(before, after));
  assert.deepEqual(table.rows.map(({ name }) => name), ["same", "gone", "same", "new"]);
  const texts = (row) => Object.fromEntries(
    table.columns.map((column) => [column.key, column.text(row)]));
  assert.deepEqual(texts(table.rows[0]), {
    kind: "action", count: "10 → 20", total_ns: "10.0 µs → 60.0 µs", change: "+50.0 µs",
    p50_ns: "1.00 µs → 3.00 µs", p50_ns_ratio: "3.00 ×", p99_ns: "2.00 µs → 6.00 µs",
    p99_ns_ratio: "3.00 ×",
  });
  assert.equal(texts(table.rows[1]).count, "2 → –");
  assert.equal(texts(table.rows[1]).p50_ns_ratio, "gone");
  assert.equal(texts(table.rows[1]).change, "−1.00 µs");
  assert.equal(texts(table.rows[3]).p50_ns_ratio, "new");
});

test("rows that a report sets apart are one, without figures that were not computed", () => {
  const hosts = tables({
    grouping: "host",
    actions: ["alpha", "beta"].map((group) => ({ ...action("same", 4, 10), group })),
  });
  const [row] = comparedRows(hosts, before);
  assert.equal(row.before.count, 8);
  assert.equal(row.before.figures, null);
  assert.equal(row.after.count, 10);
});
