import { VarintReader, decodeVarints, unfoldSign } from "./Varint.js";

/** @typedef {import("./Head.js").HeadChunk} HeadChunk */
/** @typedef {import("./Head.js").HeadLane} HeadLane */

const COLUMN_COUNT = 33;
/** Start, duration, nested, waited. */
const SPLIT_COLUMNS = new Set([1, 2, 13, 14]);

/**
 * The records of one level, in the order of their starts.
 *
 * Columns are decoded on first use, because drawing needs only half of them.
 */
export class Chunk {
  /**
   * @param {number} index its position in the head
   * @param {HeadChunk} entry
   * @param {HeadLane[]} lanes
   * @param {Uint8Array} bytes inflated
   */
  constructor(index, entry, lanes, bytes) {
    this.index = index;
    this.level = entry.level;
    this.count = entry.count;
    /** The frame of its last use, as numbered by the cache. */
    this.lastUse = 0;
    /** The approximate memory of the chunk in bytes. */
    this.byteCount = bytes.byteLength;
    this.#entry = entry;
    this.#lanes = lanes;
    this.#bytes = bytes;
    const reader = new VarintReader(bytes);
    const columns = [];
    for (let rest = reader.number(); rest > 0; rest -= 1) {
      columns.push([reader.number(), reader.number()]);
    }
    let offset = reader.offset;
    for (const [number, size] of columns) {
      this.#offsets.set(number, offset);
      offset += size;
    }
  }

  #entry;
  #lanes;
  #bytes;
  /** @type {Map<number, number>} */
  #offsets = new Map();
  /** @type {Float64Array|null} */
  #start = null;
  /** @type {Float64Array|null} */
  #duration = null;
  /** @type {Float64Array|null} */
  #greatestEnd = null;
  /** Indexed by number: a search looks it up for each record. @type {any[]} */
  #columns = new Array(COLUMN_COUNT).fill(null);
  /** @type {BigUint64Array|null} */
  #id = null;
  /** @type {BigUint64Array|null} */
  #cause = null;
  /** @type {BigUint64Array|null} */
  #parent = null;
  /** @type {BigUint64Array|null} */
  #belongsTo = null;
  /** @type {Uint8Array|null} */
  #hasParent = null;
  /** @type {string[]|null} */
  #texts = null;

  /** Nanoseconds since the head's start. */
  get start() {
    if (this.#start) return this.#start;
    const start = this.#decode(1, Float64Array);
    let time = this.#entry.start;
    for (let index = 0; index < start.length; index += 1) {
      time += start[index];
      start[index] = time;
    }
    return (this.#start = start);
  }

  /** Nanoseconds. */
  get duration() {
    return (this.#duration ??= this.#decode(2, Float64Array));
  }

  /** The maximum end up to each record. A binary search in it finds the first visible record. */
  get greatestEnd() {
    if (this.#greatestEnd) return this.#greatestEnd;
    const { start, duration } = this;
    const ends = this.#allocate(Float64Array);
    let greatest = 0;
    for (let index = 0; index < ends.length; index += 1) {
      greatest = Math.max(greatest, start[index] + duration[index]);
      ends[index] = greatest;
    }
    return (this.#greatestEnd = ends);
  }

  /** @returns {Uint8Array} */
  get kind() { return this.#column(3, Uint8Array); }
  /** @returns {Uint32Array} */
  get lane() { return this.#column(4, Uint32Array); }
  /** @returns {Uint8Array} */
  get row() { return this.#column(5, Uint8Array); }
  /** @returns {Uint32Array} */
  get name() { return this.#column(6, Uint32Array); }
  /** @returns {Uint8Array} */
  get state() { return this.#column(7, Uint8Array); }
  /** @returns {Uint8Array} */
  get action() { return this.#column(8, Uint8Array); }
  /** @returns {Uint8Array} */
  get low() { return this.#column(9, Uint8Array); }
  /** @returns {Float64Array} */
  get nested() { return this.#column(13, Float64Array); }
  /** @returns {Float64Array} */
  get waited() { return this.#column(14, Float64Array); }
  /** @returns {Uint32Array} */
  get depth() { return this.#column(15, Uint32Array); }
  /** @returns {Float64Array} */
  get outputs() { return this.#column(16, Float64Array); }
  /** @returns {Float64Array} */
  get blockCount() { return this.#column(18, Float64Array); }
  /** For a block, the sixteenths that its records cover. @returns {Uint8Array} */
  get busyPart() { return this.#column(19, Uint8Array); }
  /** @returns {Float64Array} */
  get failed() { return this.#column(20, Float64Array); }

  /** 0 for records without an id. */
  get id() {
    if (this.#id) return this.#id;
    const ids = this.#allocate(BigUint64Array);
    const offset = this.#offsets.get(10);
    if (offset !== undefined) {
      const reader = new VarintReader(this.#bytes, offset);
      const last = this.#lastOfEach();
      for (let index = 0; index < ids.length; index += 1) {
        const key = this.#key(index);
        const id = (last.get(key) ?? 0n) + reader.signed();
        last.set(key, id);
        ids[index] = id;
      }
    }
    return (this.#id = ids);
  }

  /** 0 for records without a cause. */
  get cause() {
    if (this.#cause) return this.#cause;
    const causes = this.#allocate(BigUint64Array);
    const offset = this.#offsets.get(11);
    if (offset !== undefined) {
      const reader = new VarintReader(this.#bytes, offset);
      const last = this.#lastOfEach();
      for (let index = 0; index < causes.length; index += 1) {
        const value = reader.bigint();
        if (value === 0n) continue;
        const key = this.#key(index);
        const cause = (last.get(key) ?? 0n) + unfoldSign(value - 1n);
        last.set(key, cause);
        causes[index] = cause;
      }
    }
    return (this.#cause = causes);
  }

  /** The id of the enclosing action, 0 for records without one. */
  get parent() {
    if (this.#parent) return this.#parent;
    const parents = this.#allocate(BigUint64Array);
    const offset = this.#offsets.get(12);
    if (offset !== undefined) {
      const { id } = this;
      const reader = new VarintReader(this.#bytes, offset);
      for (let index = 0; index < parents.length; index += 1) {
        const value = reader.bigint();
        if (value !== 0n) parents[index] = id[index] - unfoldSign(value - 1n);
      }
    }
    return (this.#parent = parents);
  }

  /** 1 for records with an enclosing action. Cheaper to decode than its id. */
  get hasParent() {
    if (this.#hasParent) return this.#hasParent;
    const values = this.#decode(12, Float64Array);
    this.byteCount -= values.byteLength;
    const hasParent = this.#allocate(Uint8Array);
    for (let index = 0; index < hasParent.length; index += 1) {
      hasParent[index] = values[index] === 0 ? 0 : 1;
    }
    return (this.#hasParent = hasParent);
  }

  /** The index of the file and line of a store or log record. @returns {Uint32Array} */
  get place() { return this.#column(22, Uint32Array); }

  /** The id that the program gave an interval or event, 0 without one. */
  get belongsTo() {
    if (this.#belongsTo) return this.#belongsTo;
    const values = this.#allocate(BigUint64Array);
    const offset = this.#offsets.get(21);
    if (offset !== undefined) {
      const reader = new VarintReader(this.#bytes, offset);
      for (let index = 0; index < values.length; index += 1) values[index] = reader.bigint();
    }
    return (this.#belongsTo = values);
  }

  /**
   * Returns the text of a record, `null` if it has none.
   *
   * @param {number} index
   */
  text(index) {
    const place = this.#column(17, Uint32Array)[index];
    if (place === 0) return null;
    return (this.#texts ??= this.#decodeTexts())[place - 1] ?? null;
  }

  /**
   * Returns the process of a record.
   *
   * @param {number} index
   */
  process(index) {
    return this.#lanes[this.lane[index]]?.process ?? 0;
  }

  /**
   * Returns the first record that may end at or after a time.
   *
   * @param {number} time
   */
  firstEndingAt(time) {
    return firstNotLess(this.greatestEnd, time);
  }

  /**
   * Returns the first record that starts at or after a time.
   *
   * @param {number} time
   */
  firstStartingAt(time) {
    return firstNotLess(this.start, time);
  }

  /** @param {number} index */
  #key(index) {
    return this.lane[index] * 16 + this.kind[index];
  }

  /** @returns {Map<number, bigint>} */
  #lastOfEach() {
    return new Map();
  }

  /**
   * @param {number} number
   * @param {any} Type
   */
  #column(number, Type) {
    return (this.#columns[number] ??= this.#decode(number, Type));
  }

  /**
   * @template {{length: number, byteLength: number, [index: number]: number}} Values
   * @param {number} number
   * @param {new (count: number) => Values} Type
   * @returns {Values}
   */
  #decode(number, Type) {
    const values = this.#allocate(Type);
    const offset = this.#offsets.get(number);
    if (offset === undefined) return values;
    if (!SPLIT_COLUMNS.has(number)) {
      decodeVarints(this.#bytes, offset, values);
      return values;
    }
    // Little-endian: the least significant bytes come first.
    decodeVarints(this.#bytes, offset + this.count, values);
    for (let index = 0; index < values.length; index += 1) {
      values[index] = values[index] * 256 + this.#bytes[offset + index];
    }
    return values;
  }

  /**
   * @template {{byteLength: number}} Values
   * @param {new (count: number) => Values} Type
   * @returns {Values}
   */
  #allocate(Type) {
    const values = new Type(this.count);
    this.byteCount += values.byteLength;
    return values;
  }

  #decodeTexts() {
    const texts = [];
    const begin = this.#offsets.get(32);
    if (begin !== undefined) {
      const decoder = new TextDecoder();
      let end = this.#bytes.byteLength;
      for (const offset of this.#offsets.values()) {
        if (offset > begin && offset < end) end = offset;
      }
      const reader = new VarintReader(this.#bytes, begin);
      while (reader.offset < end) {
        const size = reader.number();
        texts.push(decoder.decode(this.#bytes.subarray(reader.offset, reader.offset + size)));
        reader.offset += size;
      }
    }
    return texts;
  }
}

/**
 * Returns the index of the first of ascending values that is not less than a value, or their count.
 *
 * @param {ArrayLike<number>} values
 * @param {number} value
 */
export function firstNotLess(values, value) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
