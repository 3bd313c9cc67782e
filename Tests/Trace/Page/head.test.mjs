import assert from "node:assert/strict";
import { test } from "node:test";
import { shifted } from "../../../Sources/Trace/Page/Page/scripts/app/PeerLink.js";
import { Curve } from "../../../Sources/Trace/Page/Page/scripts/model/Curve.js";
import {
  firstEventTime, recordedWindow,
} from "../../../Sources/Trace/Page/Page/scripts/model/Head.js";
import { Trace } from "../../../Sources/Trace/Page/Page/scripts/model/Trace.js";
import { inflate } from "../../../Sources/Trace/Page/Page/scripts/model/ChunkSource.js";
import { filterText } from "../../../Sources/Trace/Page/Page/scripts/panels/filterText.js";
import { chainText } from "../../../Sources/Trace/Page/Page/scripts/panels/spanText.js";
import { timeMark } from "../../../Sources/Trace/Page/Page/scripts/timeline/timeSteps.js";
import { makeSample } from "./sample.mjs";

test("recordedWindow_recordsBeforeTheFirstEvent_startsAtTheFirstEvent", () => {
  assert.deepEqual(recordedWindow({ origin: 30, duration: 40 }), { from: 30, to: 40 });
  // The first selected record is after the first event.
  assert.deepEqual(recordedWindow({ origin: -7, duration: 40 }), { from: 0, to: 40 });
  assert.deepEqual(recordedWindow({ origin: 0, duration: 0 }), { from: 0, to: 1 });
  assert.deepEqual(recordedWindow({ origin: 9, duration: 9 }), { from: 0, to: 9 });
});

test("firstEventTime_recordsBeforeTheFirstEvent_isTheTimeOfTheEvent", () => {
  assert.equal(firstEventTime({ start: "1795362900000000000", origin: 30 }), 1795362900000000030n);
});

test("span_recordsBeforeTheFirstEvent_countsFromTheFirstEvent", async () => {
  const { head, chunks } = makeSample({ spans: 500 });
  const trace = new Trace({ ...head, origin: 1_000 }, {
    readHead: async () => head, readChunk: async (index) => inflate(chunks[index]),
  });
  const span = await trace.span(0, 0);
  assert.equal(span.since, span.start - 1_000);
  const store = { ...span, kind: "action", since: -30_700_000_000 };
  assert.match(chainText({ spans: [store], isCutOff: false }), / −30\.7 s$/);
});

test("curve_recordsBeforeTheFirstEvent_countsFromTheFirstEvent", () => {
  const curve = new Curve({
    lanes: [], origin: 400, duration: 1_000, gaps: [],
    curves: [{ process: 0, kind: "stores", start: [100], least: [2], most: [2], last: [2] }],
  }, 0);
  const span = curve.span(1);
  assert.equal(span.since, -300);
  assert.match(span.text ?? "", /^from −300 ns on, for 900 ns/);
});

test("timeMark_timeBeforeTheFirstEvent_isNegative", () => {
  assert.equal(timeMark(-2e9, 1e9, 2e9), "−2 s");
});

test("shifted_windowAndExtent_countFromAnotherMoment", () => {
  assert.deepEqual(
    shifted({ window: { from: 30, to: 40 }, extent: 40, grouping: "stores" }, -30),
    { window: { from: 0, to: 10 }, extent: 10, grouping: "stores" });
  assert.deepEqual(shifted({ grouping: "stores" }, 30), { grouping: "stores" });
});

test("filterText_allConditions_listsThem", () => {
  assert.equal(
    filterText({
      names: ["load*", "save"], prefixes: ["p"], processes: ["demo"], hosts: ["a\u202e"],
      from: 3_600_000_000_000, to: -5,
    }),
    "name load* or save, prefix p, process demo, host a\ufffd, from +3,600 s on, until −5 ns");
});
