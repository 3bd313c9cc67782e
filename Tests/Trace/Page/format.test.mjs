import assert from "node:assert/strict";
import { test } from "node:test";
import {
  displayName, formatCount, formatDuration, formatPercent, formatSince, formatTime, visibleText,
} from "../../../Sources/Trace/Page/Page/scripts/state/format.js";

test("prints durations as the report does", () => {
  const expected = {
    0: "0 ns", 999: "999 ns", 1000: "1.00 µs", 12_345: "12.3 µs", 999_499: "999 µs",
    999_500: "1.00 ms", 17_650: "17.7 µs", 3_505: "3.51 µs", 123_456_789: "123 ms", 1e9: "1.00 s", 1.2344e12: "1,234 s",
  };
  for (const [nanoseconds, text] of Object.entries(expected)) {
    assert.equal(formatDuration(Number(nanoseconds)), text);
  }
  assert.equal(formatDuration(-1500), "−1.50 µs");
  assert.equal(formatDuration(0.5), "0.500 ns");
  assert.equal(formatDuration(NaN), "–");
});

test("formatSince_timeBeforeTheFirstEvent_isNegative", () => {
  assert.deepEqual(
    [-30_700_000_000, 0, 116_000_000].map(formatSince), ["−30.7 s", "+0 ns", "+116 ms"]);
});

test("prints times, counts and parts", () => {
  assert.equal(formatTime(12_000_345_678), "12.000345678");
  assert.equal(formatTime(-1), "−0.000000001");
  assert.equal(formatCount(1_234_567), "1,234,567");
  assert.equal(formatCount(999), "999");
  assert.equal(formatPercent(0.1234), "12.3 %");
});

test("makes visible what is invisible", () => {
  assert.equal(visibleText("a\u202eb\u0000c\nd"), "a\uFFFDb\uFFFDc\uFFFDd");
  assert.equal(displayName("app", "go"), "[app] go");
  assert.equal(displayName("", ""), "(no name)");
});
