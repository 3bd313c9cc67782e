import { Kind } from "../model/Words.js";

/** @typedef {import("../model/Chunk.js").Chunk} Chunk */
/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */

/** The maximum distance between the pointer and a record, in CSS pixels. */
const TOLERANCE = 4;

/** Finds the drawn record at a position. */
export class HitTester {
  /**
   * @param {Trace} trace
   * @param {LaneLayout} layout
   */
  constructor(trace, layout) {
    this.#trace = trace;
    this.#layout = layout;
  }

  #trace;
  #layout;

  /**
   * @param {number} time
   * @param {number} slot
   * @param {number} level the drawn level
   * @param {number} nanosecondsPerPixel
   * @returns {{chunk: Chunk, index: number}|null}
   */
  find(time, slot, level, nanosecondsPerPixel) {
    if (slot < 0) return null;
    const margin = TOLERANCE * nanosecondsPerPixel;
    /** @type {{chunk: Chunk, index: number}|null} */
    let best = null;
    let bestScore = Infinity;
    this.visit(time - margin, time + margin, slot, level, (chunk, index) => {
      const start = chunk.start[index];
      const end = start + chunk.duration[index];
      const distance = time < start ? start - time : time > end ? time - end : 0;
      if (distance > margin) return;
      // Records under the pointer precede records beside it, then the shortest one is first.
      const score = distance > 0 ? 1e18 + distance : chunk.duration[index];
      if (score < bestScore) {
        bestScore = score;
        best = { chunk, index };
      }
    });
    return best;
  }

  /**
   * Calls back for the records of a slot.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} slot
   * @param {number} level
   * @param {(chunk: Chunk, index: number) => void} onRecord
   */
  visit(from, to, slot, level, onRecord) {
    this.#trace.visitLoaded(from, to, level, (chunk, first, last) => {
      const { lane, row, low, kind, start, duration } = chunk;
      for (let index = first; index < last; index += 1) {
        if (low[index] > level || start[index] + duration[index] < from) continue;
        if (kind[index] === Kind.payload || kind[index] === Kind.difference) continue;
        if (this.#layout.slot(lane[index], row[index]) === slot) onRecord(chunk, index);
      }
    });
  }
}
