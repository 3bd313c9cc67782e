import assert from "node:assert/strict";
import { test } from "node:test";
import { inflate } from "../../../Sources/Trace/Page/Page/scripts/model/ChunkSource.js";
import { Trace } from "../../../Sources/Trace/Page/Page/scripts/model/Trace.js";
import { criticalPath } from "../../../Sources/Trace/Page/Page/scripts/panels/criticalPath.js";
import { makeSample } from "./sample.mjs";

const CANCELLED = 2;

const { program, head, chunks } = makeSample({ spans: 6_000, seed: 11 });
const { records } = program;
const processOf = (record) => program.lanes[record.lane].process;
const trace = new Trace(JSON.parse(JSON.stringify(head)), {
  readHead: async () => head,
  readChunk: async (index) => inflate(chunks[index]),
});

const spans = new Map();
for (let chunk = 0; chunk < chunks.length; chunk += 1) {
  for (let index = 0; index < head.chunks[chunk].count; index += 1) {
    const span = await trace.span(chunk, index);
    if (["action", "effect", "observer"].includes(span.kind)) {
      spans.set(`${span.process} ${span.kind} ${span.id}`, span);
    }
  }
}
const all = [...spans.values()];
const byCause = new Map();
for (const span of all) {
  const key = `${span.process} ${span.kind} ${span.cause}`;
  byCause.set(key, [...byCause.get(key) ?? [], span]);
}

const storeOf = (span) => `${span.process} ${program.lanes[span.lane].store}`;
/** Actions that changed the state of a store, or may have, in the order of their ends. */
const changes = new Map();
for (const span of all) {
  const isChange = span.kind === "action" && span.parent === null && span.isEndKnown
    && span.stateChange !== "unchanged";
  if (isChange) changes.set(storeOf(span), [...changes.get(storeOf(span)) ?? [], span]);
}
for (const list of changes.values()) list.sort((one, other) => one.end - other.end);
/** The reactions of observers, each to the last change before it. */
const reactions = new Map();
for (const span of all) {
  if (span.kind !== "observer" || !span.isEndKnown) continue;
  const before = (changes.get(storeOf(span)) ?? []).filter(({ end }) => end <= span.start);
  const action = before[before.length - 1];
  if (action) reactions.set(action, [...reactions.get(action) ?? [], span]);
}

/** All that an action leads to, by the records alone. */
function family(action) {
  const found = [action];
  for (const span of found) {
    if (span.kind === "action") {
      found.push(...reactions.get(span) ?? []);
      for (const inner of all) {
        if (inner.kind !== "action" || inner.process !== span.process) continue;
        if (inner.parent === span.id) found.push(inner);
      }
      found.push(...byCause.get(`${span.process} effect ${span.id}`) ?? []);
    } else if (span.kind === "effect") {
      const outputs = (byCause.get(`${span.process} action ${span.id}`) ?? [])
        .filter((output) => output.parent === null)
        .sort((one, other) => one.start - other.start);
      const isAwaited = span.isEndKnown && span.outcome !== "cancelled";
      found.push(...isAwaited ? outputs : outputs.slice(0, 1));
    }
  }
  return found;
}

test("a path leads from the send to the last consequence, without gaps", async () => {
  assert.ok(records.some((record) => record.kind === 1 && record.outcome === CANCELLED));
  assert.ok(records.some((record) => processOf(record) > 0));
  const roots = all.filter((span) => span.kind === "action" && span.parent === null)
    .filter((span) => (byCause.get(`${span.process} effect ${span.id}`) ?? []).length > 0)
    .slice(0, 150);
  assert.ok(roots.length > 50);
  let withEffects = 0;
  let withObservers = 0;
  for (const root of roots) {
    const { steps, start, end, isCutOff } = await criticalPath(trace, root, () => false);
    const members = family(root);
    if (isCutOff || members.length > 900) continue;
    assert.equal(start, root.start - (root.waited ?? 0));
    const ends = members
      .filter((span) => span.isEndKnown && (span.kind !== "effect" || span.outcome !== "cancelled"))
      .map((span) => span.end);
    const starts = members.filter((span) => span.kind === "action").map((span) => span.start);
    assert.equal(end, Math.max(...ends, ...starts));
    let time = start;
    for (const step of steps) {
      assert.equal(step.start, time);
      assert.ok(step.end > step.start);
      assert.ok(members.some((span) => span.id === step.span.id && span.kind === step.span.kind));
      if (["effect", "reducer", "observer"].includes(step.segment)) {
        assert.ok(step.span.start <= step.start && step.end <= step.span.end);
      } else {
        assert.ok(step.end <= step.span.start);
      }
      time = step.end;
    }
    assert.equal(time, end);
    if (steps.some((step) => step.segment === "effect")) withEffects += 1;
    if (steps.some((step) => step.segment === "observer")) withObservers += 1;
  }
  assert.ok(withEffects > 20);
  assert.ok(withObservers > 20);
});

test("the path of an action that a nested wrapper saw is that of the outermost", async () => {
  const inner = all.find((span) => span.kind === "action" && span.parent !== null);
  const outer = await trace.outermost(inner);
  const one = await criticalPath(trace, inner, () => false);
  const other = await criticalPath(trace, outer, () => false);
  assert.deepEqual(one, other);
});
