/**
 * A keyboard shortcut. `run` returns `false` if it does not handle the key. `isFirst` returns
 * whether the shortcut precedes the element in focus.
 *
 * @typedef {{
 *   key: string, isShifted?: boolean, isFirst?: () => boolean, run: () => unknown
 * }} Shortcut
 */

/** Shortcuts for the whole page, except in text fields. */
export class Shortcuts {
  /** @param {Shortcut[]} shortcuts */
  constructor(shortcuts) {
    this.#shortcuts = shortcuts;
    document.addEventListener("keydown", (event) => this.#keyDown(event, true), true);
    document.addEventListener("keydown", (event) => this.#keyDown(event, false));
  }

  #shortcuts;

  /**
   * @param {KeyboardEvent} event
   * @param {boolean} isCapturing
   */
  #keyDown(event, isCapturing) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("input, textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open]")) return;
    for (const { key, isShifted, isFirst, run } of this.#shortcuts) {
      if (event.key.toLowerCase() !== key) continue;
      if (isShifted !== undefined && event.shiftKey !== isShifted) continue;
      if (isFirst ? isFirst() !== isCapturing : isCapturing) continue;
      if (run() === false) return;
      event.preventDefault();
      if (isCapturing) event.stopPropagation();
      return;
    }
  }
}

const TIMELINE_LETTERS = "wasdf+-=[]mj";
/** Keys about the selection, which any part of the page can set. */
const SELECTION_KEYS = "[]";

/**
 * Forwards keys to the timeline while no element has the focus, as after loading, and the keys
 * about the selection from everywhere but text fields.
 *
 * @param {HTMLElement} timeline
 */
export function forwardTimelineKeys(timeline) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (event.target !== document.body) {
      if (!SELECTION_KEYS.includes(event.key) || document.querySelector("dialog[open]")) return;
      if (!target || timeline.contains(target)) return;
      if (target.matches("input, textarea, select, [contenteditable]")) return;
      const canvas = timeline.querySelector(".timeline-overlay");
      event.preventDefault();
      canvas?.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, cancelable: true }));
      return;
    }
    const isLetter = event.key.length === 1 && TIMELINE_LETTERS.includes(event.key.toLowerCase());
    if (!isLetter && !event.key.startsWith("Arrow")) return;
    const canvas = timeline.querySelector(".timeline-overlay");
    if (!(canvas instanceof HTMLElement)) return;
    event.preventDefault();
    canvas.focus({ preventScroll: true });
    canvas.dispatchEvent(new KeyboardEvent("keydown", {
      key: event.key, shiftKey: event.shiftKey, bubbles: true, cancelable: true,
    }));
  });
}
