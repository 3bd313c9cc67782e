import { Kind } from "./Words.js";

/** @typedef {import("./Chunk.js").Chunk} Chunk */
/** @typedef {import("./Head.js").Head} Head */
/**
 * The criteria of a search. A record has to fulfil all of them.
 *
 * `text` occurs in the name, the prefix or the message of a log record, regardless of case.
 * `subsystem` and `category` belong to a signposter's lane. `slowerThan` is in nanoseconds,
 * `outcomes` are numbers.
 *
 * @typedef {{
 *   kind?: string, kinds?: string[], prefix?: string, name?: string, text?: string,
 *   process?: number, lane?: number, thread?: number, store?: string, feature?: string,
 *   subsystem?: string, category?: string, outcomes?: number[], slowerThan?: number,
 *   isOutermost?: boolean
 * }} Match
 */

/** Matches records against criteria without an object per record. */
export class Matcher {
  /**
   * @param {Head} head
   * @param {Match} match
   */
  constructor(head, match) {
    this.#match = match;
    const kinds = match.kinds ?? (match.kind === undefined ? null : [match.kind]);
    this.#kinds = new Uint8Array(256);
    for (const [word, kind] of Object.entries(Kind)) {
      const isNeverFound = kind === Kind.block || kind === Kind.payload || kind === Kind.difference;
      this.#kinds[kind] = kinds ? Number(kinds.includes(word)) : Number(!isNeverFound);
    }
    this.#names = namesOf(head, match);
    this.#lanes = lanesOf(head, match);
    this.#outcomes = match.outcomes ? new Set(match.outcomes) : null;
    this.#message = this.#kinds[Kind.log] && head.lanes.some((lane) => lane.kind === "logs")
      ? match.text?.toLowerCase() : undefined;
  }

  #match;
  #kinds;
  #names;
  #lanes;
  #outcomes;
  #message;

  /** Whether no record can match, because no name or lane does. */
  get isEmpty() {
    return (!this.#names.includes(1) && this.#message === undefined) || !this.#lanes.includes(1);
  }

  /**
   * @param {Chunk} chunk
   * @param {number} index
   */
  matches(chunk, index) {
    if (!this.#kinds[chunk.kind[index]]) return false;
    if (!this.#names[chunk.name[index]] && !this.#hasMessage(chunk, index)) return false;
    if (!this.#lanes[chunk.lane[index]]) return false;
    if (this.#outcomes && !this.#outcomes.has(chunk.state[index] & 7)) return false;
    const { slowerThan, isOutermost } = this.#match;
    if (slowerThan !== undefined && chunk.duration[index] <= slowerThan) return false;
    return isOutermost === undefined || isOutermost === (chunk.hasParent[index] === 0);
  }

  /**
   * @param {Chunk} chunk
   * @param {number} index
   */
  #hasMessage(chunk, index) {
    if (this.#message === undefined || chunk.kind[index] !== Kind.log) return false;
    return chunk.text(index)?.toLowerCase().includes(this.#message) ?? false;
  }
}

/**
 * Returns 1 for each name that matches, 0 for the others.
 *
 * @param {Head} head
 * @param {Match} match
 */
function namesOf(head, match) {
  const text = match.text?.toLowerCase();
  return Uint8Array.from(head.names, ([prefix, name]) => {
    if (match.prefix !== undefined && match.prefix !== prefix) return 0;
    if (match.name !== undefined && match.name !== name) return 0;
    if (text === undefined) return 1;
    const whole = prefix === "" ? name : `[${prefix}] ${name} ${prefix}.${name}`;
    return Number(whole.toLowerCase().includes(text));
  });
}

/**
 * Returns 1 for each lane that can contain matches, 0 for the others.
 *
 * @param {Head} head
 * @param {Match} match
 */
function lanesOf(head, match) {
  return Uint8Array.from(head.lanes, (lane, index) => {
    const [subsystem, category] = head.names[lane.name ?? 0] ?? ["", ""];
    const feature = head.names[lane.feature ?? 0]?.[1] ?? "";
    return Number(
      (match.lane === undefined || match.lane === index)
        && (match.process === undefined || match.process === lane.process)
        && (match.thread === undefined || match.thread === lane.thread)
        && (match.store === undefined || match.store === lane.store)
        && (match.feature === undefined || match.feature === feature)
        && (match.subsystem === undefined || match.subsystem === subsystem)
        && (match.category === undefined || match.category === category));
  });
}

/**
 * Whether two criteria select the spans of the same row.
 *
 * @param {Match} one
 * @param {Match} other
 */
export function isSameSeries(one, other) {
  return one.kind === other.kind && (one.prefix ?? "") === (other.prefix ?? "")
    && one.name === other.name && one.subsystem === other.subsystem
    && one.category === other.category;
}
