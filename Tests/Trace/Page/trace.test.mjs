import assert from "node:assert/strict";
import { test } from "node:test";
import { ChunkCache } from "../../../Sources/Trace/Page/Page/scripts/model/ChunkCache.js";
import { inflate } from "../../../Sources/Trace/Page/Page/scripts/model/ChunkSource.js";
import { ordered } from "../../../Sources/Trace/Page/Page/scripts/model/Instances.js";
import { Trace } from "../../../Sources/Trace/Page/Page/scripts/model/Trace.js";
import { KIND_WORDS, OUTCOME_WORDS } from "../../../Sources/Trace/Page/Page/scripts/model/Words.js";
import { Random } from "./Random.mjs";
import { makeSample } from "./sample.mjs";
import { causesOf } from "./sampleReport.mjs";

const sample = makeSample({ spans: 20_000, seed: 7 });
const { program, head, chunks } = sample;
const records = program.records;
const processOf = (record) => program.lanes[record.lane].process;
const keyed = (kind) => new Map(records.filter((record) => record.kind === kind)
  .map((record) => [`${processOf(record)} ${record.id}`, record]));
const actions = keyed(0);
const effects = keyed(1);

function open() {
  return new Trace(JSON.parse(JSON.stringify(head)), {
    readHead: async () => head,
    readChunk: async (index) => inflate(chunks[index]),
  });
}

async function loadAll(trace) {
  for (let index = 0; index < chunks.length; index += 1) await trace.span(index, 0);
}

const reference = (record) =>
  ({ process: processOf(record), kind: KIND_WORDS[record.kind], id: record.id });

test("decodes each record once, with all of its fields", async () => {
  const trace = open();
  const seen = new Map();
  for (let chunk = 0; chunk < chunks.length; chunk += 1) {
    for (let index = 0; index < head.chunks[chunk].count; index += 1) {
      const span = await trace.span(chunk, index);
      if (span.kind === "block") continue;
      const { kind, lane, row, start, id } = span;
      const key = `${kind} ${lane} ${row} ${start} ${id} ${span.cause ?? 0n}`;
      assert.ok(!seen.has(key), key);
      seen.set(key, span);
    }
  }
  assert.equal(seen.size, records.length);
  for (const record of records) {
    const kind = KIND_WORDS[record.kind];
    const span = seen.get(
      `${kind} ${record.lane} ${record.row} ${record.start} ${record.id} ${record.cause}`);
    assert.equal(span.duration, record.duration);
    assert.deepEqual([span.prefix, span.name], program.names[record.name]);
    assert.equal(span.outcome ?? "", OUTCOME_WORDS[record.outcome]);
    assert.equal(span.parent ?? 0n, record.parent);
    assert.equal(span.nested, record.nested);
    assert.equal(span.waited, record.waited > 0 ? record.waited - 1 : null);
    assert.equal(span.outputs, record.outputs);
    assert.equal(span.depth, record.depth);
    assert.equal(span.text, record.text);
  }
});

test("draws at each level all that there is, few records in each stretch of a row", async () => {
  const trace = open();
  await loadAll(trace);
  const drawable = records.filter((record) => record.kind !== 8 && record.kind !== 9);
  head.levels.forEach((width, level) => {
    let count = 0;
    const stretches = new Map();
    const drawn = trace.visit(0, head.duration + 1, level, (chunk, index) => {
      const span = trace.spanOf(chunk, index);
      count += span.count;
      if (width === 0) return;
      const stretch = `${span.lane} ${span.row} ${Math.floor(span.start / width)}`;
      stretches.set(stretch, (stretches.get(stretch) ?? 0) + 1);
    });
    assert.equal(drawn, level);
    assert.equal(count, drawable.length);
    // A span that is shorter than the stretch, and a longer one that begins in it.
    assert.ok(Math.max(0, ...stretches.values()) <= 3, `level ${level}`);
  });
});

test("visits what overlaps a window", async () => {
  const trace = open();
  await loadAll(trace);
  const [from, to] = [head.duration * 0.4, head.duration * 0.41];
  const expected = records.filter((record) =>
    record.start < to && record.start + record.duration >= from && record.kind < 8);
  const seen = [];
  trace.visit(from, to, 0, (chunk, index) => seen.push(chunk.start[index]));
  assert.deepEqual(
    seen.sort((one, other) => one - other), expected.map((record) => record.start));
});

test("shows coarser levels until the finer ones are here", async () => {
  const trace = open();
  let nothing = 0;
  const drawn = trace.visit(0, head.duration, 0, () => (nothing += 1));
  assert.equal(nothing, 0);
  assert.equal(drawn, head.levels.length);
  await new Promise((resolve) => {
    let level = head.levels.length;
    trace.onLoad((error) => {
      assert.equal(error, undefined);
      const now = trace.visit(0, head.duration, 0, () => {});
      assert.ok(now <= level);
      level = now;
      if (now === 0) resolve();
    });
  });
});

test("finds spans by id", async () => {
  const trace = open();
  const some = [...actions.values(), ...effects.values()].filter((_, index) => index % 500 === 0);
  for (const record of some) {
    const span = await trace.find(reference(record));
    assert.equal(span.start, record.start);
    assert.equal(span.id, record.id);
  }
  assert.equal(await trace.find({ process: 0, kind: "action", id: 3n }), null);
});

test("follows causes back to the outside, and forwards", async () => {
  const trace = open();
  const chains = [...actions.values()].filter((record) => record.parent === 0n)
    .map((record) => [record, causesOf(program, record, actions, effects)])
    .sort(([, one], [, other]) => other.length - one.length);
  for (const [record, chain] of [...chains.slice(0, 5), ...chains.slice(-5)]) {
    const { spans, isCutOff } = await trace.causes(await trace.find(reference(record)));
    assert.deepEqual(
      spans.map((span) => String(span.id)).reverse(), chain.map((cause) => cause.id));
    assert.equal(isCutOff, false);
  }
  for (const record of [...actions.values()].slice(0, 200)) {
    const expected = [...effects.values()].filter((effect) =>
      effect.cause === record.id && processOf(effect) === processOf(record));
    const { spans } = await trace.causedBy(await trace.find(reference(record)));
    assert.deepEqual(new Set(spans.map((span) => span.id)), new Set(expected.map((one) => one.id)));
  }
  const busy = [...effects.values()].find((effect) => effect.outputs > 2);
  const { spans } = await trace.causedBy(await trace.find(reference(busy)), { limit: 1000 });
  assert.equal(spans.length, busy.outputs);
  const cut = await trace.causedBy(await trace.find(reference(busy)), { limit: 1 });
  assert.deepEqual([cut.spans.length, cut.isCutOff], [1, true]);
});

test("knows payloads and differences of actions", async () => {
  const trace = open();
  const payload = records.find((record) => record.kind === 8);
  const action = { process: processOf(payload), kind: "action", id: payload.cause };
  const texts = await trace.texts(await trace.find(action));
  assert.equal(texts.payload, payload.text);
  assert.match(texts.difference, /State/);
});

test("collects the instances of a series, as many as the report counts", async () => {
  const trace = open();
  for (const row of head.report.actions.slice(0, 10)) {
    const { prefix, name } = row;
    const found = await trace.instances({ kind: "action", prefix, name });
    assert.equal(found.count, row.count);
    const sum = found.duration.reduce((total, duration) => total + duration, 0);
    assert.equal(sum, row.duration.total_ns);
    assert.deepEqual(found.start, Float64Array.from(found.start).sort());
  }
  for (const row of head.report.intervals) {
    const { subsystem, category, name } = row;
    const found = await trace.instances({ kind: "interval", subsystem, category, name });
    assert.equal(found.count, row.count);
  }
});

test("stops collecting when it is aborted", async () => {
  const controller = new AbortController();
  controller.abort();
  await assert.rejects(open().instances({ kind: "action" }, { signal: controller.signal }));
});

test("steps through what is like a match, in both directions", async () => {
  const trace = open();
  const match = { kind: "effect", outcomes: [3] };
  const expected = [...effects.values()].filter((effect) => effect.outcome === 3);
  const forwards = [];
  let span = await trace.next(-1, match, "forwards");
  while (span) {
    forwards.push(span.start);
    span = await trace.next(span.start, match, "forwards", { after: span });
  }
  assert.deepEqual(forwards, expected.map((effect) => effect.start));
  const backwards = [];
  span = await trace.next(Infinity, match, "backwards");
  while (span) {
    backwards.push(span.start);
    span = await trace.next(span.start, match, "backwards", { after: span });
  }
  assert.deepEqual(backwards.reverse(), forwards);
});

test("finds names and messages of log records whatever their case", async () => {
  const found = await open().instances({ text: "SORTfin" });
  const hasText = (text) => text?.toLowerCase().includes("sortfin");
  const expected = records.filter((record) => record.kind < 8
    && (hasText(program.names[record.name].join(".")) || (record.kind === 5 && hasText(record.text))));
  assert.equal(found.count, expected.length);
  assert.ok(expected.some((record) => !hasText(program.names[record.name].join("."))));
});

test("values that come in ascending runs are put in order, equal ones as they came", () => {
  const random = new Random(11);
  for (let round = 0; round < 200; round += 1) {
    const values = [];
    for (let runs = random.below(6); runs > 0; runs -= 1) {
      const run = Array.from({ length: random.below(9) }, () => random.below(12));
      values.push(...run.sort((one, other) => one - other));
    }
    const expected = values.map((_, place) => place)
      .sort((one, other) => values[one] - values[other] || one - other);
    assert.deepEqual([...ordered(Float64Array.from(values))], expected);
  }
});

test("a search that several wait for reads each chunk once, and ends when all have left", async () => {
  let reads = 0;
  const trace = new Trace(JSON.parse(JSON.stringify(head)), {
    readHead: async () => head,
    readChunk: async (index) => {
      reads += 1;
      return inflate(chunks[index]);
    },
  });
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const left = trace.instances({ kind: "action" }, { signal: leaving.signal });
  const parts = [];
  const stayed = trace.instances(
    { kind: "action" }, { signal: staying.signal, onProgress: (part) => parts.push(part) });
  leaving.abort();
  await assert.rejects(left, { name: "AbortError" });
  const found = await stayed;
  assert.equal(found.count, actions.size);
  assert.equal(reads, chunks.length);
  assert.ok(parts.every((part) => part > 0 && part <= 1));
  // The result is kept.
  assert.equal(await trace.instances({ kind: "action" }), found);
  assert.equal(reads, chunks.length);

  const last = new AbortController();
  const effectsFound = trace.instances({ kind: "effect" }, { signal: last.signal });
  last.abort();
  await assert.rejects(effectsFound, { name: "AbortError" });
  // Another one who asks has it read from the start.
  assert.equal((await trace.instances({ kind: "effect" })).count, effects.size);
});

test("searches leave no more chunks in memory than fit", async () => {
  const cache = new ChunkCache(head, {
    readHead: async () => head, readChunk: async (index) => inflate(chunks[index]),
  }, 1);
  for (let index = 0; index < chunks.length; index += 1) await cache.load(index);
  assert.equal(cache.byteCount, 0);
  await cache.load(0, true);
  assert.ok(cache.loaded(0));
});

test("leads from an action to the observers that it notified, and back", async () => {
  const trace = open();
  const notified = new Map();
  for (const record of records.filter(({ kind, cause }) => kind === 3 && cause !== 0n)) {
    const cause = actions.get(`${processOf(record)} ${record.cause}`);
    notified.set(cause, [...notified.get(cause) ?? [], record]);
  }
  assert.ok(notified.size > 100);
  for (const [action, observers] of [...notified].slice(0, 40)) {
    const { spans, isCutOff } = await trace.notifiedBy(await trace.find(reference(action)));
    assert.equal(isCutOff, false);
    assert.deepEqual(spans.map(({ id }) => id), observers.map(({ id }) => id));
    for (const span of spans) {
      assert.equal(span.place, "Row.isDone");
      assert.equal((await trace.cause(span)).id, action.id);
    }
  }
});
