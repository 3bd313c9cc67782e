import { Matcher } from "../model/Matcher.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../model/Instances.js").Instances} Instances */

/** The records that are highlighted. */
export class Highlight {
  /**
   * @param {Trace} trace
   * @param {Match} match
   * @param {() => void} onChange
   */
  constructor(trace, match, onChange) {
    this.#matcher = new Matcher(trace.head, match);
    /** @type {Instances|null} */
    this.instances = null;
    trace.instances(match, { signal: this.#controller.signal }).then(
      (instances) => {
        this.instances = instances;
        onChange();
      },
      // The search was aborted, or a chunk failed to load. Drawn records are still highlighted.
      () => {});
  }

  #matcher;
  #controller = new AbortController();

  /** Aborts the search. */
  end() {
    this.#controller.abort();
  }

  /**
   * @param {import("../model/Chunk.js").Chunk} chunk
   * @param {number} index
   */
  includes(chunk, index) {
    return this.#matcher.matches(chunk, index);
  }
}
