import { Kind } from "../model/Words.js";
import { Palette } from "../timeline/Palette.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */

/** Gives names in tables the colour of their prefix in the timeline. */
export class PrefixHues {
  /**
   * @param {Trace} trace
   * @param {PageState} state
   */
  constructor(trace, state) {
    this.#palette = new Palette(trace.head);
    trace.head.names.forEach(([prefix], name) => {
      if (prefix !== "" && !this.#hues.has(prefix)) {
        this.#hues.set(prefix, this.#palette.color(Kind.action, name, 0, 0));
      }
    });
    this.#read();
    state.on("theme", () => this.#read());
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", () => this.#read());
  }

  #palette;
  /** @type {Map<string, number>} */
  #hues = new Map();

  #read() {
    const root = document.documentElement;
    this.#palette.read(root);
    for (const hue of new Set(this.#hues.values())) {
      root.style.setProperty(`--hue-${hue}`, this.#palette.fills[hue]);
    }
  }

  /**
   * Gives an element the colour of a prefix that the trace contains.
   *
   * @param {HTMLElement} element
   * @param {string} prefix
   */
  paint(element, prefix) {
    const hue = this.#hues.get(prefix);
    if (hue === undefined) return;
    element.classList.add("has-hue");
    element.style.setProperty("--hue", `var(--hue-${hue})`);
  }
}

/** @type {WeakMap<Trace, PrefixHues>} */
const PREFIX_HUES = new WeakMap();

/**
 * Returns the instance for a trace.
 *
 * @param {Trace} trace
 * @param {PageState} state
 */
export function prefixHues(trace, state) {
  let hues = PREFIX_HUES.get(trace);
  if (!hues) PREFIX_HUES.set(trace, (hues = new PrefixHues(trace, state)));
  return hues;
}
