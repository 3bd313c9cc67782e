import assert from "node:assert/strict";
import { test } from "node:test";
import { referenceOf } from "../../../Sources/Trace/Page/Page/scripts/panels/reportTables.js";

test("referenceOf_equalIdsOfTwoProcesses_usesTheIndex", () => {
  const report = { processes: [{ vpid: 7, name: "fast" }, { vpid: 7, name: "slow" }] };
  const process = (row) => referenceOf(report, row, "action", "100")?.process;
  assert.equal(process({ process: 1, vpid: 7 }), 1);
  // A report of an older version.
  assert.equal(process({ vpid: 7 }), 0);
  assert.equal(process({ vpid: 8 }), undefined);
  assert.equal(process({ process: 2, vpid: 7 }), undefined);
});
