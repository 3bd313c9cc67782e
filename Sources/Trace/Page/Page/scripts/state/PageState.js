/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {{segment: string, span: Span, start: number, end: number}} PathStep */
/**
 * @typedef {{
 *   window: {from: number, to: number},
 *   extent: number,
 *   grouping: "threads"|"stores",
 *   selection: Span|null,
 *   path: PathStep[],
 *   series: Match|null,
 *   search: Match|null,
 *   measure: {from: number, to: number}|null,
 *   theme: "light"|"dark"|"system"
 * }} StateFields
 */

/** The state that the parts of the page share: the visible window, the selection, the search. */
export class PageState {
  /** @param {Partial<StateFields>} [fields] */
  constructor(fields = {}) {
    this.#fields = {
      window: { from: 0, to: 1 },
      extent: 0,
      grouping: "threads",
      selection: null,
      path: [],
      series: null,
      search: null,
      measure: null,
      theme: "system",
      ...fields,
    };
  }

  /** @type {StateFields} */
  #fields;
  /** @type {Map<string, Set<(value: any) => void>>} */
  #callbacks = new Map();

  get window() { return this.#fields.window; }
  /** The minimum extent of the timeline in nanoseconds: the duration of a longer compared trace. */
  get extent() { return this.#fields.extent; }
  get grouping() { return this.#fields.grouping; }
  get selection() { return this.#fields.selection; }
  /** The critical path of the selection; empty if it consists of the reducer only. */
  get path() { return this.#fields.path; }
  get series() { return this.#fields.series; }
  get search() { return this.#fields.search; }
  get measure() { return this.#fields.measure; }
  get theme() { return this.#fields.theme; }

  /**
   * Changes fields, then calls the observers of those with a different value.
   *
   * @param {Partial<StateFields>} changes
   */
  set(changes) {
    const before = this.#fields;
    this.#fields = { ...before, ...changes };
    for (const field of /** @type {(keyof StateFields)[]} */ (Object.keys(changes))) {
      if (isSame(before[field], this.#fields[field])) continue;
      for (const callback of this.#callbacks.get(field) ?? []) callback(this.#fields[field]);
    }
  }

  /**
   * Observes a field.
   *
   * @template {keyof StateFields} Field
   * @param {Field} field
   * @param {(value: StateFields[Field]) => void} callback
   * @returns {() => void} ends the observation
   */
  on(field, callback) {
    let callbacks = this.#callbacks.get(field);
    if (!callbacks) this.#callbacks.set(field, (callbacks = new Set()));
    callbacks.add(callback);
    return () => callbacks?.delete(callback);
  }
}

/**
 * @param {any} one
 * @param {any} other
 */
function isSame(one, other) {
  if (one === other) return true;
  return one !== null && other !== null && typeof one === "object" && typeof other === "object"
    && "from" in one && "from" in other && one.from === other.from && one.to === other.to;
}
