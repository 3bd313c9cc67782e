import { Matcher } from "../model/Matcher.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../model/Instances.js").Instances} Instances */

/** Which records are drawn so that they stand out from all others. */
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
      // Ended, or a chunk did not come: the records themselves still stand out.
      () => {});
  }

  #matcher;
  #controller = new AbortController();

  /** Ends the search. */
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
