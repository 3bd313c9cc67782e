import assert from "node:assert/strict";
import { test } from "node:test";
import { Curve } from "../../../Sources/Trace/Page/Page/scripts/model/Curve.js";

/** Steps at 100, 250 and 400 ns; the second has several counts. */
function makeCurve(gaps = []) {
  return new Curve({
    lanes: [{}, {}], origin: 0, duration: 1_000, gaps,
    curves: [{
      process: 1, kind: "effects", start: [100, 150, 150], least: [1, 2, 0], most: [1, 5, 0],
      last: [1, 3, 0],
    }],
  }, 0);
}

test("a curve has a count for each time, none before its first step", () => {
  const curve = makeCurve();
  const counts = [0, 99, 100, 249, 250, 399, 400, 2_000].map((time) =>
    curve.span(curve.indexAt(time)).name);
  assert.deepEqual(counts, [
    "0 effects alive", "0 effects alive", "1 effects alive", "1 effects alive",
    "2–5 effects alive", "2–5 effects alive", "0 effects alive", "0 effects alive",
  ]);
  assert.equal(curve.lane, 2);
  assert.equal(curve.greatest, 5);
  const last = curve.span(3);
  assert.deepEqual([last.start, last.end], [400, 1_000]);
});

test("steps within a range of time are one, with the extremes of their counts", () => {
  const { name, start, end } = makeCurve().spanOver(120, 390);
  assert.deepEqual([name, start, end], ["1–5 effects alive", 100, 400]);
});

test("a count after a loss of events says that it can be wrong", () => {
  const of = (gap) => [1, 2].map((index) => makeCurve([gap]).span(index));
  const [before, after] = of({ start: 260, end: 270, process: 1 });
  assert.equal(before.name, "1 effects alive");
  assert.equal(after.name, "about 2–5 effects alive");
  assert.match(after.text, /events were lost before/);
  assert.doesNotMatch(before.text, /lost/);
  // A loss of another process is none; one of an unknown process can be.
  assert.equal(of({ start: 0, end: 1, process: 0 })[0].name, "1 effects alive");
  assert.equal(of({ start: 0, end: 1 })[0].name, "about 1 effects alive");
});

test("a property has its values, the names of its cases, or its changes", () => {
  const make = (facts) => new Curve({
    lanes: [], origin: 0, duration: 1_000, gaps: [],
    curves: [{
      process: 0, kind: "property", property: "list.isLoading", start: [100, 100], least: [1, 0],
      most: [1, 0], last: [1, 0], ...facts,
    }],
  }, 0);
  const names = (facts) => [1, 2].map((index) => make(facts).span(index).name);
  assert.deepEqual(names({}), ["list.isLoading = 1", "list.isLoading = 0"]);
  assert.deepEqual(names({ values: ["false", "true"] }),
    ["list.isLoading = true", "list.isLoading = false"]);
  assert.deepEqual(names({ marks: 1 }), ["list.isLoading changed", "list.isLoading did not change"]);
  assert.equal(make({ values: ["false", "true"] }).spanOver(100, 250).name,
    "list.isLoading = false–true");
});

test("curve_negativeDecimals_areValuesWithARange", () => {
  const curve = new Curve({
    lanes: [], gaps: [], duration: 1_000, origin: 0,
    curves: [{
      process: 0, kind: "property", property: "balance", decimals: 2, start: [100, 100],
      least: [-150, 1025], most: [-150, 1025], last: [-150, 1025],
    }],
  }, 0);
  assert.deepEqual([1, 2].map((index) => curve.span(index).name),
    ["balance = −1.5", "balance = 10.25"]);
  assert.equal(curve.smallest, -150);
  assert.equal(curve.range, "−1.5 to 10.25");
});
