/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../model/Instances.js").Instances} Instances */

const KEPT_SERIES = 4;

/** The instances of the series that were looked at last, which several panels need. */
export class InstanceCache {
  /** @param {Trace} trace */
  constructor(trace) {
    this.#trace = trace;
  }

  #trace;
  /** @type {Map<string, Instances>} */
  #found = new Map();

  /**
   * @param {Match} match
   * @param {{signal?: AbortSignal, onProgress?: (part: number) => void}} [options]
   * @returns {Promise<Instances>}
   */
  async instances(match, options = {}) {
    const { signal, onProgress } = options;
    const key = JSON.stringify(Object.entries(match).sort());
    const kept = this.#found.get(key);
    if (kept) return kept;
    const found = await this.#trace.instances(match, { signal, onProgress });
    this.#found.set(key, found);
    const oldest = this.#found.keys().next().value;
    if (this.#found.size > KEPT_SERIES && oldest !== undefined) this.#found.delete(oldest);
    return found;
  }
}

/** @type {WeakMap<Trace, InstanceCache>} */
const INSTANCE_CACHES = new WeakMap();

/**
 * The one of a trace.
 *
 * @param {Trace} trace
 */
export function instanceCache(trace) {
  let cache = INSTANCE_CACHES.get(trace);
  if (!cache) INSTANCE_CACHES.set(trace, (cache = new InstanceCache(trace)));
  return cache;
}
