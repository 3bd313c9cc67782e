import { Kind } from "../model/Words.js";

/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Chunk.js").Chunk} Chunk */
/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */

/** Moves from span to span by keyboard. */
export class SpanCursor {
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
  /** @type {AbortController|null} */
  #search = null;

  /**
   * Returns the span before or after another one in its row.
   *
   * @param {Span} span
   * @param {"forwards"|"backwards"} direction
   */
  async beside(span, direction) {
    if (span.kind === "count") {
      const curve = this.#layout.curveOfSlot(this.#layout.slot(span.lane, span.row));
      const index = span.index + (direction === "forwards" ? 1 : -1);
      return curve && index >= 0 && index < curve.count ? curve.span(index) : null;
    }
    const slot = this.#layout.slot(span.lane, span.row);
    return this.#next(span.start, direction, span, (chunk, index) =>
      this.#layout.slot(chunk.lane[index], chunk.row[index]) === slot);
  }

  /**
   * Returns the enclosing action, or else the span in the row above at the same time.
   *
   * @param {Span} span
   */
  async above(span) {
    const parent = await this.#trace.parent(span);
    return parent ?? this.#inRow(span, -1);
  }

  /**
   * Returns the first nested action, or else the span in the row below at the same time.
   *
   * @param {Span} span
   */
  async below(span) {
    if (span.kind !== "action") return this.#inRow(span, 1);
    const nested = await this.#next(span.start - 1, "forwards", undefined, (chunk, index) =>
      chunk.kind[index] === Kind.action && chunk.hasParent[index] === 1
        && chunk.parent[index] === span.id && chunk.process(index) === span.process,
      span.end);
    return nested ?? this.#inRow(span, 1);
  }

  /**
   * Returns the first span that begins in a range of time, in the topmost row with one.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} firstSlot
   */
  async first(from, to, firstSlot) {
    let best = /** @type {Span|null} */ (null);
    let bestSlot = Infinity;
    await this.#next(from, "forwards", undefined, (chunk, index) => {
      if (chunk.start[index] > to) return true;
      const slot = this.#layout.slot(chunk.lane[index], chunk.row[index]);
      if (slot >= firstSlot && slot < bestSlot) {
        bestSlot = slot;
        best = this.#trace.spanOf(chunk, index);
      }
      return false;
    });
    return best;
  }

  /**
   * @param {Span} span
   * @param {number} by
   */
  async #inRow(span, by) {
    const slot = this.#layout.slot(span.lane, span.row) + by;
    if (slot < 0 || slot >= this.#layout.slotCount) return null;
    const curve = this.#layout.curveOfSlot(slot);
    if (curve) return curve.span(curve.indexAt(span.start));
    const isInSlot = (/** @type {Chunk} */ chunk, /** @type {number} */ index) =>
      this.#layout.slot(chunk.lane[index], chunk.row[index]) === slot;
    return await this.#next(span.start, "forwards", undefined, isInSlot, span.end)
      ?? await this.#next(span.start + 1, "backwards", undefined, isInSlot)
      ?? this.#next(span.start, "forwards", undefined, isInSlot);
  }

  /**
   * @param {number} time
   * @param {"forwards"|"backwards"} direction
   * @param {Span|undefined} after
   * @param {(chunk: Chunk, index: number) => boolean} isMatch
   * @param {number} [latest] the end of the search
   */
  async #next(time, direction, after, isMatch, latest = Infinity) {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    const found = await this.#trace.next(time, (chunk, index) => {
      const kind = chunk.kind[index];
      if (kind === Kind.block || kind === Kind.payload || kind === Kind.difference) return false;
      return chunk.start[index] > latest || isMatch(chunk, index);
    }, direction, { signal: search.signal, after });
    return found && found.start > latest ? null : found;
  }
}
