import { formatCount, formatDuration } from "../state/format.js";

/** @typedef {import("./Head.js").Head} Head */
/** @typedef {import("./Span.js").Span} Span */

/** @type {Record<string, string>} */
const CURVE_UNITS = {
  effects: "effects alive", stores: "stores alive", queue: "actions in the queue",
};

/** A count of a process over time, or a property of a state. */
export class Curve {
  /**
   * @param {Head} head
   * @param {number} number
   */
  constructor(head, number) {
    const curve = head.curves[number];
    const { process, kind, store, stores, start, least, most } = curve;
    this.#number = number;
    this.#duration = head.duration;
    this.#origin = head.origin;
    /** @readonly */
    this.process = process;
    /** @readonly */
    this.kind = kind;
    /** The root store whose queue it is. */
    this.store = store;
    /** The number of stores whose queues it adds up. */
    this.stores = stores ?? 1;
    /** The path of a property; absent for a count. */
    this.property = curve.property;
    /** The cases of a property, of which counts are positions. */
    this.values = curve.values;
    /** Whether the count is 1 at each change of a property, and says nothing of its value. */
    this.hasMarks = curve.marks === 1;
    /** The number of decimals of a property, by whose power of ten counts are multiplied. */
    this.decimals = curve.decimals ?? 0;
    /** The lane of the curve in the layout, after the lanes of records. */
    this.lane = head.lanes.length + number;
    /** The greatest count. */
    this.greatest = most.reduce((all, count) => Math.max(all, count), 0);
    /** The least count: 0, or the negative number of a property. */
    this.smallest = least.reduce((all, count) => Math.min(all, count), 0);
    // Counts are relative to the time before the first event.
    let time = 0;
    this.#start = Float64Array.from([0, ...start.map((by) => (time += by))]);
    this.#least = [0, ...least];
    this.#most = [0, ...most];
    /** The time from which on lost events can be missing in the counts. */
    this.lossTime = head.gaps.reduce((first, gap) =>
      gap.process === undefined || gap.process === process ? Math.min(first, gap.start) : first,
      Infinity);
  }

  #number;
  #duration;
  #origin;
  #start;
  #least;
  #most;

  /** The number of steps. */
  get count() { return this.#start.length; }

  /** The unit of the counts. */
  get unit() { return CURVE_UNITS[this.kind] ?? this.kind; }

  /**
   * Returns the step at a time.
   *
   * @param {number} time
   */
  indexAt(time) {
    let low = 0;
    let high = this.#start.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#start[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * Calls back for each step that overlaps a range of time.
   *
   * @param {number} from
   * @param {number} to
   * @param {(start: number, end: number, least: number, most: number) => void} onStep
   */
  visit(from, to, onStep) {
    for (let index = this.indexAt(from); index < this.count && this.#start[index] <= to; index += 1) {
      onStep(this.#start[index], this.#end(index), this.#least[index], this.#most[index]);
    }
  }

  /**
   * Returns successive steps in the form of a span, so that pointer and keyboard treat them alike.
   *
   * @param {number} first
   * @param {number} [last]
   * @returns {Span}
   */
  span(first, last = first) {
    const least = Math.min(...this.#least.slice(first, last + 1));
    const most = Math.max(...this.#most.slice(first, last + 1));
    const start = this.#start[first];
    const since = start - this.#origin;
    const end = this.#end(last);
    const isExact = end <= this.lossTime;
    const text = this.#text(least, most);
    const lines = [`from ${formatDuration(since)} on, for ${formatDuration(end - start)}`];
    if (!isExact) {
      lines.push(`events were lost before: the ${this.property ? "value" : "count"} can be wrong`);
    }
    return Object.freeze({
      kind: "count", process: this.process, id: 0n, lane: this.lane, row: 0, start, since,
      duration: end - start, end, prefix: "", name: isExact ? text : `about ${text}`,
      outcome: null, completeness: "whole", isStartKnown: true, isEndKnown: true,
      stateChange: null, returned: null, isReentrant: false, logLevel: null, parent: null,
      cause: null, nested: 0, selfTime: null, waited: null, depth: 0, outputs: 0,
      text: lines.join("\n"), allowed: null, taken: null, belongsTo: null, place: null,
      count: 1, busy: 0, failed: 0, chunk: -1 - this.#number, index: first,
    });
  }

  /**
   * Returns the steps in a range of time as one.
   *
   * @param {number} from
   * @param {number} to
   */
  spanOver(from, to) {
    return this.span(this.indexAt(from), this.indexAt(to));
  }

  /**
   * Returns the counts of a step, or the values of a property.
   *
   * @param {number} least
   * @param {number} most
   */
  #text(least, most) {
    if (this.hasMarks) return `${this.property} ${most > 0 ? "changed" : "did not change"}`;
    const text = (/** @type {number} */ count) => this.values?.[count] ?? this.#countText(count);
    const range = least === most ? text(most) : rangeText(text(least), text(most));
    return this.property ? `${this.property} = ${range}` : `${range} ${this.unit}`;
  }

  /** The least and the greatest count. */
  get range() { return rangeText(this.#countText(this.smallest), this.#countText(this.greatest)); }

  /** @param {number} count */
  #countText(count) {
    return this.decimals > 0 ? String(count / 10 ** this.decimals).replace("-", "−")
      : count < 0 ? `−${formatCount(-count)}` : formatCount(count);
  }

  /** @param {number} index */
  #end(index) {
    return index + 1 < this.count ? this.#start[index + 1]
      : Math.max(this.#duration, this.#start[index]);
  }
}

/**
 * Returns a range of numbers. Beside signs, a word is clearer than a dash.
 *
 * @param {string} least
 * @param {string} most
 */
function rangeText(least, most) {
  return least.startsWith("−") ? `${least} to ${most}` : `${least}–${most}`;
}
