import { deflateRawSync } from "node:zlib";

const BLOCK = 10;
const SPLIT_COLUMNS = new Set([1, 2, 13, 14]);
const RECORDS_PER_CHUNK = 4096;

/**
 * Encodes records in the form of `Documentation/PageFormat.md`.
 *
 * @returns {{head: object, chunks: Uint8Array[]}}
 */
export function encodePage(program, report) {
  const levels = levelWidths(program.duration);
  const byLevel = makeLevels(program, levels);
  const entries = [];
  const chunks = [];
  byLevel.forEach((records, level) => {
    records.sort((one, other) => one.start - other.start);
    for (let first = 0; first < records.length; first += RECORDS_PER_CHUNK) {
      const part = records.slice(first, first + RECORDS_PER_CHUNK);
      const bytes = encodeChunk(part, program.lanes);
      chunks.push(bytes);
      entries.push(makeEntry(part, level, bytes.byteLength, program.lanes));
    }
  });
  const points = program.records.length - program.spanCount;
  const head = {
    version: 1, title: "todo-20261122-161500", start: "1795362900000000000",
    origin: 0, duration: program.duration, spans: program.spanCount, points,
    processes: program.processes, threads: program.threads, names: program.names,
    lanes: program.lanes, levels, chunks: entries, overview: makeOverview(program),
    curves: makeCurves(program), gaps: program.gaps, report,
  };
  return { head, chunks };
}

function levelWidths(duration) {
  const levels = [0];
  for (let width = 512; width < duration / 100; width *= 4) levels.push(width);
  return levels;
}

/** Puts each record, and the blocks that stand for several, at the highest level it is drawn at. */
function makeLevels(program, levels) {
  const byLevel = levels.map(() => []);
  let current = [];
  for (const record of program.records) {
    record.low = 0;
    if (record.kind === 8 || record.kind === 9) byLevel[0].push(record);
    else current.push(record);
  }
  for (let level = 1; level < levels.length; level += 1) {
    const width = levels[level];
    const buckets = new Map();
    const next = [];
    for (const record of current) {
      if (record.duration >= width) {
        next.push(record);
        continue;
      }
      const key = (record.lane * 64 + record.row) * 2 ** 32 + Math.floor(record.start / width);
      const bucket = buckets.get(key);
      if (bucket) bucket.push(record);
      else buckets.set(key, [record]);
    }
    for (const bucket of buckets.values()) {
      if (bucket.length === 1) {
        next.push(bucket[0]);
        continue;
      }
      byLevel[level - 1].push(...bucket);
      next.push(makeBlock(bucket, level));
    }
    current = next;
  }
  byLevel[levels.length - 1].push(...current);
  return byLevel;
}

function makeBlock(records, low) {
  let end = 0;
  let longest = records[0];
  const block = {
    kind: BLOCK, lane: records[0].lane, row: records[0].row, start: Infinity, low, count: 0,
    busy: 0, failed: 0, outcome: 0, completeness: 0, isStartKnown: true, action: 0, id: 0n,
    cause: 0n, parent: 0n, nested: 0, waited: 0, depth: 0, outputs: 0, text: null,
    place: 0,
  };
  let longestDuration = -1;
  for (const record of records) {
    block.start = Math.min(block.start, record.start);
    end = Math.max(end, record.start + record.duration);
    const isBlock = record.kind === BLOCK;
    const duration = isBlock ? record.longest : record.duration;
    if (duration > longestDuration) [longest, longestDuration] = [record, duration];
    block.count += isBlock ? record.count : 1;
    block.busy += isBlock ? record.busy : record.duration;
    block.failed += isBlock ? record.failed : Number(record.outcome === 3);
  }
  block.duration = end - block.start;
  block.name = longest.name;
  block.longest = longestDuration;
  block.busy = Math.min(block.busy, block.duration);
  return block;
}

function makeEntry(records, level, size, lanes) {
  const ids = new Map();
  const causes = new Map();
  let start = Infinity;
  let end = 0;
  for (const record of records) {
    start = Math.min(start, record.start);
    end = Math.max(end, record.start + record.duration);
    const { process } = lanes[record.lane];
    widen(ids, process, record.kind, record.id);
    widen(causes, process, record.kind, record.cause);
  }
  const list = (ranges) => [...ranges.values()].map(([process, kind, least, greatest]) =>
    [process, kind, String(least), String(greatest)]);
  return { level, start, end, count: records.length, size, ids: list(ids), causes: list(causes) };
}

function widen(ranges, process, kind, id) {
  if (id === 0n) return;
  const key = process * 16 + kind;
  const range = ranges.get(key);
  if (!range) ranges.set(key, [process, kind, id, id]);
  else {
    if (id < range[2]) range[2] = id;
    if (id > range[3]) range[3] = id;
  }
}

function encodeChunk(records, lanes) {
  const columns = new Map();
  const column = (number, values) => {
    if (values.every((value) => BigInt(value) === 0n)) return;
    columns.set(number, SPLIT_COLUMNS.has(number) ? encodeSplit(values) : encodeVarints(values));
  };
  const each = (number, value) => column(number, records.map(value));
  each(1, (record, index) => record.start - records[Math.max(index - 1, 0)].start);
  each(2, (record) => record.duration);
  each(3, (record) => record.kind);
  each(4, (record) => record.lane);
  each(5, (record) => record.row);
  each(6, (record) => record.name);
  each(7, (record) => record.outcome | (record.completeness << 3) | (record.isStartKnown ? 0 : 64));
  each(8, (record) => record.action);
  each(9, (record) => record.low);
  const ids = new Map();
  const causes = new Map();
  const key = (record) => record.lane * 16 + record.kind;
  each(10, (record) => {
    const difference = record.id - (ids.get(key(record)) ?? 0n);
    ids.set(key(record), record.id);
    return zigzag(difference);
  });
  each(11, (record) => {
    if (record.cause === 0n) return 0n;
    const difference = record.cause - (causes.get(key(record)) ?? 0n);
    causes.set(key(record), record.cause);
    return zigzag(difference) + 1n;
  });
  each(12, (record) => record.parent === 0n ? 0n : zigzag(record.id - record.parent) + 1n);
  each(13, (record) => record.nested);
  each(14, (record) => record.waited);
  each(15, (record) => record.depth);
  each(16, (record) => record.outputs);
  const texts = [];
  each(17, (record) => {
    if (record.text === null) return 0;
    texts.push(new TextEncoder().encode(record.text));
    return texts.length;
  });
  each(18, (record) => record.count ?? 0);
  each(19, (record) => record.kind === BLOCK ? busyPart(record) : 0);
  each(20, (record) => record.kind === BLOCK ? record.failed : 0);
  each(22, (record) => record.place);
  if (texts.length > 0) {
    const parts = texts.flatMap((text) => [encodeVarints([text.byteLength]), text]);
    columns.set(32, Buffer.concat(parts));
  }
  const front = [columns.size];
  for (const [number, bytes] of columns) front.push(number, bytes.byteLength);
  return deflateRawSync(Buffer.concat([encodeVarints(front), ...columns.values()]));
}

function busyPart({ busy, duration }) {
  return busy > 0 && duration > 0 ? Math.max(1, Math.round(busy / duration * 16)) : 0;
}

/** The least significant bytes first, then all without them. */
function encodeSplit(values) {
  const low = Uint8Array.from(values, (value) => value % 256);
  return Buffer.concat([low, encodeVarints(values.map((value) => Math.floor(value / 256)))]);
}

export function zigzag(value) {
  return value < 0n ? -value * 2n - 1n : value * 2n;
}

export function encodeVarints(values) {
  let bytes = new Uint8Array(values.length * 2 + 16);
  let size = 0;
  for (const value of values) {
    if (size + 12 > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    let rest = value;
    if (typeof rest === "bigint") {
      while (rest > 0x1fffffffffffffn) {
        bytes[size++] = Number(rest & 127n) | 128;
        rest >>= 7n;
      }
      rest = Number(rest);
    }
    while (rest >= 128) {
      bytes[size++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    bytes[size++] = rest;
  }
  return bytes.subarray(0, size);
}

function makeOverview(program) {
  const count = 512;
  const width = Math.max(1, Math.ceil(program.duration / count));
  const durations = Array.from({ length: count }, () => []);
  for (const record of program.records) {
    if (record.kind !== 0 || record.parent !== 0n) continue;
    durations[Math.min(count - 1, Math.floor(record.start / width))].push(record.duration);
  }
  // From the first action on, which need not be the first record.
  const first = Math.max(durations.findIndex((list) => list.length > 0), 0);
  const stretches = durations.slice(first);
  return {
    start: first * width,
    width,
    actions: stretches.map((list) => list.length),
    p99: stretches.map((list) => {
      list.sort((one, other) => one - other);
      return list.length === 0 ? 0 : list[Math.ceil(list.length * 0.99) - 1];
    }),
  };
}

const CURVE_LIMIT = 2048;

/** The effects and stores that are alive, and the actions that wait for a store, by process. */
function makeCurves(program) {
  const changes = new Map();
  const count = (key, start, end) => {
    const known = changes.get(key) ?? [];
    known.push([start, 1], [end, -1]);
    changes.set(key, known);
  };
  for (const { kind, lane, start, duration, depth, waited } of program.records) {
    const { process, store } = program.lanes[lane];
    if (kind === 1) count(`${process} effects`, start, start + duration);
    if (kind === 4) count(`${process} stores`, start, start + duration);
    if (kind === 0 && depth > 0) count(`${process} queue ${store}`, start - waited + 1, start);
  }
  return [...changes].map(([key, list]) => {
    const [process, kind, store] = key.split(" ");
    return { process: Number(process), kind, ...(store && { store }), ...encodeCurve(list) };
  }).filter(({ kind, most }) => kind === "queue" || Math.max(...most) > 1);
}

function encodeCurve(changes) {
  changes.sort((one, other) => one[0] - other[0]);
  const steps = [];
  let last = 0;
  for (const [start, by] of changes) {
    last += by;
    if (steps.at(-1)?.start === start) Object.assign(steps.at(-1), { least: last, most: last, last });
    else steps.push({ start, least: last, most: last, last });
  }
  const size = Math.ceil(steps.length / CURVE_LIMIT);
  const merged = [];
  for (let first = 0; first < steps.length; first += size) {
    const part = steps.slice(first, first + size);
    merged.push({
      start: part[0].start, least: Math.min(...part.map(({ least }) => least)),
      most: Math.max(...part.map(({ most }) => most)), last: part.at(-1).last,
    });
  }
  return {
    start: merged.map(({ start }, index) => start - (merged[index - 1]?.start ?? 0)),
    least: merged.map(({ least }) => least), most: merged.map(({ most }) => most),
    last: merged.map(({ last }) => last),
  };
}
