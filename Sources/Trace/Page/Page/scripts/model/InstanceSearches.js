/** @typedef {import("./Matcher.js").Match} Match */
/** @typedef {import("./Instances.js").Instances} Instances */
/** @typedef {(part: number) => void} OnProgress */
/**
 * @typedef {{
 *   result: Promise<Instances>, controller: AbortController, callers: number, isOver: boolean,
 *   listeners: Set<OnProgress>
 * }} InstanceSearch
 */

const KEPT_SEARCHES = 4;

/**
 * Searches the whole trace. Several parts of the page can share one search: the timeline marks the
 * results that a panel lists. A search is aborted when its last caller leaves. The most recent
 * results are kept.
 */
export class InstanceSearches {
  /**
   * @param {(match: Match, signal: AbortSignal, onProgress: OnProgress) => Promise<Instances>} scan
   */
  constructor(scan) {
    this.#scan = scan;
  }

  #scan;
  /** In the order of requests, the most recent last. @type {Map<string, InstanceSearch>} */
  #searches = new Map();

  /**
   * @param {Match} match
   * @param {{signal?: AbortSignal, onProgress?: OnProgress}} options
   * @returns {Promise<Instances>}
   */
  async find(match, { signal, onProgress }) {
    signal?.throwIfAborted();
    const key = JSON.stringify(Object.entries(match).sort());
    const search = this.#searches.get(key) ?? this.#begin(key, match);
    this.#searches.delete(key);
    this.#searches.set(key, search);
    search.callers += 1;
    if (onProgress) search.listeners.add(onProgress);
    try {
      return await untilAborted(search.result, signal);
    } finally {
      search.callers -= 1;
      if (onProgress) search.listeners.delete(onProgress);
      if (search.callers === 0 && !search.isOver) {
        search.controller.abort();
        if (this.#searches.get(key) === search) this.#searches.delete(key);
      }
    }
  }

  /**
   * @param {string} key
   * @param {Match} match
   * @returns {InstanceSearch}
   */
  #begin(key, match) {
    const controller = new AbortController();
    /** @type {Set<OnProgress>} */
    const listeners = new Set();
    const result = this.#scan(match, controller.signal, (part) => {
      for (const listener of listeners) listener(part);
    });
    /** @type {InstanceSearch} */
    const search = { result, controller, callers: 0, isOver: false, listeners };
    result.then(
      () => {
        search.isOver = true;
        this.#trim();
      },
      () => {
        // The next request starts a new search.
        search.isOver = true;
        if (this.#searches.get(key) === search) this.#searches.delete(key);
      });
    return search;
  }

  #trim() {
    for (const [key, search] of this.#searches) {
      if (this.#searches.size <= KEPT_SEARCHES) return;
      if (search.isOver) this.#searches.delete(key);
    }
  }
}

/**
 * @template Value
 * @param {Promise<Value>} promise
 * @param {AbortSignal|undefined} signal
 * @returns {Promise<Value>}
 */
function untilAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
