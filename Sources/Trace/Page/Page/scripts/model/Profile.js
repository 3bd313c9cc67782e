import { VarintReader, decodeVarints, unfoldSign } from "./Varint.js";

/** @typedef {import("./Matcher.js").Match} Match */
/** @typedef {{text: string, module: string, kind: string}} Frame */
/**
 * @typedef {{
 *   kind: string, process: number, prefix: string, name: string, category?: string
 * }} Owner
 */
/**
 * A selection of samples: all samples, or the samples of a range of time, of one span, or of all
 * spans of a series.
 *
 * @typedef {{kind: "all"} | {kind: "range", from: number, to: number}
 *   | {kind: "span", span: {kind: string, process: number, id: bigint}}
 *   | {kind: "series", match: Match}} SampleScope
 */
/**
 * A stack of selected samples: its node, the number of its outer frames outside of the selection,
 * and the number of samples.
 *
 * @typedef {{node: number, outer: number, count: number}} SampledStack
 */

/** The CPU samples of a recording in columns. Each stack is stored once. */
export class Profile {
  /** @param {Uint8Array} bytes inflated */
  constructor(bytes) {
    const reader = new VarintReader(bytes);
    const columns = [];
    for (let rest = reader.number(); rest > 0; rest -= 1) {
      columns.push([reader.number(), reader.number()]);
    }
    let offset = reader.offset;
    /** @type {Map<number, Uint8Array>} */
    const parts = new Map();
    for (const [number, size] of columns) {
      parts.set(number, bytes.subarray(offset, offset + size));
      offset += size;
    }
    const facts = JSON.parse(new TextDecoder().decode(parts.get(32)));
    /** @type {Frame[]} */
    this.frames = facts.frames.map((/** @type {[string, string, string]} */ [text, module, kind]) =>
      ({ text, module, kind }));
    /** @type {Owner[]} */
    this.owners = facts.owners;
    this.count = facts.samples;
    this.frequency = facts.frequency;
    this.lost = facts.lost;
    this.foreign = facts.foreign;
    /**
     * @param {number} number
     * @param {number} count
     */
    const column = (number, count) => {
      const values = new Float64Array(count);
      const part = parts.get(number);
      if (part) decodeVarints(part, 0, values);
      return values;
    };
    this.#time = column(1, this.count);
    let time = facts.start;
    for (let index = 0; index < this.count; index += 1) {
      time += this.#time[index];
      this.#time[index] = time;
    }
    this.#period = column(2, this.count);
    this.#stack = Uint32Array.from(column(3, this.count));
    this.#span = Int32Array.from(column(4, this.count), (value) => value - 1);
    this.#parent = Int32Array.from(
      column(5, facts.nodes), (distance, node) => distance === 0 ? -1 : node - distance);
    this.#frame = Uint32Array.from(column(6, facts.nodes));
    this.#outer = Int32Array.from(
      column(7, facts.spans), (distance, span) => distance === 0 ? -1 : span - distance);
    this.#owner = Uint32Array.from(column(8, facts.spans));
    this.#id = new BigUint64Array(facts.spans);
    const ids = new VarintReader(parts.get(9) ?? new Uint8Array());
    let id = 0n;
    for (let span = 0; span < facts.spans; span += 1) {
      id += unfoldSign(ids.bigint());
      this.#id[span] = id;
    }
  }

  /** Nanoseconds since the head's start, ascending. */
  #time;
  /** The processor time of each sample in nanoseconds. */
  #period;
  /** The innermost node of each sample. */
  #stack;
  /** The innermost span of each sample, -1 between spans. */
  #span;
  #parent;
  #frame;
  #outer;
  #owner;
  #id;

  /**
   * Returns the stacks of the selected samples.
   *
   * @param {SampleScope} scope
   * @returns {{stacks: SampledStack[], count: number, time: number}} the processor time in
   *   nanoseconds
   */
  select(scope) {
    const depths = this.#depths(scope);
    const [first, last] = scope.kind === "range"
      ? [this.#firstAt(scope.from), this.#firstAt(scope.to)] : [0, this.count];
    /** @type {Map<number, SampledStack>} */
    const found = new Map();
    let count = 0;
    let time = 0;
    for (let index = first; index < last; index += 1) {
      let outer = 0;
      if (depths) {
        const span = this.#span[index];
        outer = span < 0 ? -1 : depths[span];
        if (outer < 0) continue;
      }
      const node = this.#stack[index];
      const key = node * 128 + Math.min(outer, 127);
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { node, outer, count: 1 });
      count += 1;
      time += this.#period[index];
    }
    return { stacks: [...found.values()], count, time };
  }

  /**
   * Returns the frames of a stack, the outermost first.
   *
   * @param {SampledStack} stack
   * @returns {number[]}
   */
  framesOf({ node, outer }) {
    const frames = [];
    for (let next = node; next >= 0; next = this.#parent[next]) frames.push(this.#frame[next]);
    return frames.reverse().slice(outer);
  }

  /**
   * Returns for each span the nesting depth of its outermost selected span, -1 without one.
   *
   * @param {SampleScope} scope
   */
  #depths(scope) {
    if (scope.kind === "all" || scope.kind === "range") return null;
    const isAsked = this.owners.map((owner) => scope.kind === "span"
      ? owner.kind === scope.span.kind && owner.process === scope.span.process
      : isOfSeries(owner, scope.match));
    const level = new Int32Array(this.#outer.length);
    const depths = new Int32Array(this.#outer.length).fill(-1);
    for (let span = 0; span < depths.length; span += 1) {
      const outer = this.#outer[span];
      level[span] = outer < 0 ? 0 : level[outer] + 1;
      if (outer >= 0 && depths[outer] >= 0) depths[span] = depths[outer];
      else if (isAsked[this.#owner[span]]
        && (scope.kind !== "span" || this.#id[span] === scope.span.id)) depths[span] = level[span];
    }
    return depths;
  }

  /**
   * Returns the first sample at or after a time.
   *
   * @param {number} time
   */
  #firstAt(time) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#time[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * @param {Owner} owner
 * @param {Match} match
 */
function isOfSeries(owner, match) {
  if (owner.kind !== match.kind || owner.name !== match.name) return false;
  return owner.kind === "interval"
    ? owner.prefix === (match.subsystem ?? "") && (owner.category ?? "") === (match.category ?? "")
    : owner.kind === "observer" || owner.prefix === (match.prefix ?? "");
}
