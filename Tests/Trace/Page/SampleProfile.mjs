import { deflateRawSync } from "node:zlib";
import { encodeVarints, zigzag } from "./PageEncoder.mjs";
import { Random } from "./Random.mjs";

const ACTION = 0;
const PERIOD = 1_001_001;
const FUNCTIONS = [
  ["closure #1 in TodoList.body.getter", "TodoApp"], ["sorted(by:)", "libswiftCore.so"],
  ["decode(_:) <script>", "libFoundation.so"], ["swift_retain", "libswiftCore.so"],
  ["memmove", "libc.so.6"], ["layout(\u202erows:)", "TodoApp"],
].map(([text, module]) => ({ text, module, kind: "function" }));
const KERNEL = ["do_syscall_64", "vfs_read", "copy_to_iter"].map((text) =>
  ({ text, module: "[kernel.kallsyms]", kind: "kernel" }));

/**
 * Made-up CPU samples of the actions of a made-up recording, as a list and as the page reads them.
 *
 * @returns {{samples: object[], bytes: Uint8Array}}
 */
export function makeProfile(program, { count = 3000, seed = 1 } = {}) {
  const random = new Random(seed);
  const actions = program.records.filter((record) => record.kind === ACTION);
  const byID = new Map(actions.map((record) =>
    [`${program.lanes[record.lane].process} ${record.id}`, record]));
  const samples = [];
  for (let number = 0; number < count; number += 1) {
    if (random.isWithin(0.05)) {
      samples.push({
        time: random.below(program.duration), spans: [],
        stack: [{ text: "(between)", module: "", kind: "between" }, FUNCTIONS[1]],
      });
      continue;
    }
    // A few have most of them, as slow ones have.
    const action = actions[Math.floor(actions.length * random.next() ** 8)];
    const { process } = program.lanes[action.lane];
    const spans = [];
    for (let record = action; record; record = byID.get(`${process} ${record.parent}`)) {
      const [prefix, name] = program.names[record.name];
      spans.unshift({ kind: "action", process, prefix, name, id: record.id });
    }
    const stack = spans.map(({ prefix, name }) =>
      ({ text: prefix === "" ? name : `[${prefix}] ${name}`, module: "", kind: "action" }));
    for (let depth = 1 + random.below(5); depth > 0; depth -= 1) stack.push(random.of(FUNCTIONS));
    if (random.isWithin(0.1)) stack.push(...KERNEL.slice(0, 1 + random.below(3)));
    samples.push({ time: action.start + random.below(action.duration + 1), spans, stack });
  }
  samples.sort((one, other) => one.time - other.time);
  return { samples, bytes: encodeProfile(samples) };
}

function encodeProfile(samples) {
  const frames = new Numbers();
  const owners = new Numbers();
  const nodes = new Numbers();
  const spans = new Numbers();
  const rows = samples.map(({ time, spans: around, stack }) => {
    let node = -1;
    for (const frame of stack) node = nodes.of({ parent: node, content: frames.of(frame) });
    let span = -1;
    for (const { id, ...owner } of around) {
      span = spans.of({ parent: span, content: owners.of(owner), id: String(id) });
    }
    return { time, node, span };
  });
  const distances = (tree) => tree.all.map(({ parent }, place) =>
    parent < 0 ? 0 : place - parent);
  const start = rows[0]?.time ?? 0;
  const facts = {
    start, samples: rows.length, nodes: nodes.all.length, spans: spans.all.length,
    frequency: 999, lost: 3, foreign: 0,
    frames: frames.all.map(({ text, module, kind }) => [text, module, kind]), owners: owners.all,
  };
  const ids = spans.all.map(({ id }) => BigInt(id));
  const columns = [
    [1, encodeVarints(rows.map(({ time }, place) => time - (rows[place - 1]?.time ?? start)))],
    [2, encodeVarints(rows.map(() => PERIOD))],
    [3, encodeVarints(rows.map(({ node }) => node))],
    [4, encodeVarints(rows.map(({ span }) => span + 1))],
    [5, encodeVarints(distances(nodes))],
    [6, encodeVarints(nodes.all.map(({ content }) => content))],
    [7, encodeVarints(distances(spans))],
    [8, encodeVarints(spans.all.map(({ content }) => content))],
    [9, encodeVarints(ids.map((id, place) => zigzag(id - (ids[place - 1] ?? 0n))))],
    [32, Buffer.from(JSON.stringify(facts))],
  ];
  const front = [columns.length];
  for (const [number, bytes] of columns) front.push(number, bytes.byteLength);
  return deflateRawSync(Buffer.concat([encodeVarints(front), ...columns.map(([, bytes]) => bytes)]));
}

/** Numbers values in the order in which they come. */
class Numbers {
  all = [];
  #numbers = new Map();

  of(value) {
    const key = JSON.stringify(value);
    if (!this.#numbers.has(key)) {
      this.#numbers.set(key, this.all.length);
      this.all.push(value);
    }
    return this.#numbers.get(key);
  }
}
