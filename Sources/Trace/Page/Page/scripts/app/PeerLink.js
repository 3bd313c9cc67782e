import { recordedWindow } from "../model/Head.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */
/** @typedef {import("../state/PageState.js").StateFields} StateFields */

/** The fields of the state that both pages of a comparison share. */
export const LINKED_FIELDS = Object.freeze(
  /** @type {const} */ (["window", "grouping", "series", "search", "theme"]));

/**
 * The messages between a page and the comparison around it.
 *
 * Their times count from the first event of each recording.
 *
 * @typedef {{kind: "opened", title: string, window: StateFields["window"], report: any}
 *   | {kind: "changed", changes: Partial<StateFields>}} PeerReport
 * @typedef {{kind: "set", changes: Partial<StateFields>}} PeerOrder
 */

/**
 * Links a page in a frame to the enclosing comparison: reports changes of the state, and applies
 * changes of the other page.
 */
export class PeerLink {
  /**
   * @param {Trace} trace
   * @param {PageState} state
   * @param {{onTheme: (theme: StateFields["theme"]) => void}} callbacks
   */
  constructor(trace, state, { onTheme }) {
    this.#state = state;
    this.#origin = trace.head.origin;
    this.#onTheme = onTheme;
    window.addEventListener("message", (event) => {
      const isOurs = event.source === window.parent && event.origin === window.origin;
      if (isOurs) this.#receive(event.data);
    });
    for (const field of LINKED_FIELDS) {
      state.on(field, (value) => {
        if (this.#isApplying) return;
        this.#send({ kind: "changed", changes: shifted({ [field]: value }, -this.#origin) });
      });
    }
    this.#send({
      kind: "opened", title: trace.head.title, report: trace.head.report,
      ...shifted({ window: recordedWindow(trace.head) }, -this.#origin),
    });
  }

  #state;
  #origin;
  #onTheme;
  /** Whether the current change comes from the other page, and must not be sent back. */
  #isApplying = false;

  /** @param {PeerReport} message */
  #send(message) {
    window.parent.postMessage(message, window.origin);
  }

  /** @param {PeerOrder} order */
  #receive({ kind, changes }) {
    if (kind !== "set") return;
    this.#isApplying = true;
    if (changes.theme) this.#onTheme(changes.theme);
    else this.#state.set(shifted(changes, this.#origin));
    this.#isApplying = false;
  }
}

/**
 * Returns changes with their times counted from another moment.
 *
 * @template {Partial<StateFields>} Changes
 * @param {Changes} changes
 * @param {number} by
 * @returns {Changes}
 */
export function shifted(changes, by) {
  const { window, extent } = changes;
  return {
    ...changes,
    ...(window && { window: { from: window.from + by, to: window.to + by } }),
    ...(extent !== undefined && { extent: extent + by }),
  };
}

/** The query of the URL of a page in a comparison. */
export const COMPARED_SEARCH = "?compared";

/** Whether the page is one of the two pages of a comparison. */
export function isCompared() {
  return window.parent !== window && window.location.search === COMPARED_SEARCH;
}
