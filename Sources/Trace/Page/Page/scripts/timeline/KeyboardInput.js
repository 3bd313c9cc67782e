/**
 * The actions of keys.
 *
 * @typedef {{
 *   pan: (part: number) => void, zoom: (factor: number) => void, scroll: (rows: number) => void,
 *   fit: () => void, showStart: () => void, showEnd: () => void, escape: () => void,
 *   beside: (direction: "forwards"|"backwards") => void, vertical: (isDown: boolean) => void,
 *   select: () => void, follow: (direction: "forwards"|"backwards") => void, measure: () => void,
 *   hasCursor: () => boolean, isSearching: () => boolean
 * }} KeyActions
 */

/** The list of keys, for first-time users. */
export const TIMELINE_KEYS = Object.freeze([
  ["W, S or +, −", "zoom"], ["A, D", "pan"],
  ["Arrow keys", "pan and scroll; from span to span once one is focused"],
  ["N, P", "next and previous span in the row"], ["U, J", "enclosing and nested span"],
  ["Enter", "select the focused span"], ["[ and ]", "cause and effect of the selection"],
  ["F", "fit the selection, or everything"], ["M", "measure the selection"],
  ["Home, End", "start and end of the trace"], ["Escape", "select nothing"],
]);

/** Translates keys into actions of a timeline. */
export class KeyboardInput {
  /**
   * @param {HTMLElement} element
   * @param {KeyActions} actions
   */
  constructor(element, actions) {
    this.#actions = actions;
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.#press(event.key, event.shiftKey)) event.preventDefault();
    });
  }

  #actions;

  /**
   * @param {string} key
   * @param {boolean} isShifted
   * @returns {boolean} whether the key has an action
   */
  #press(key, isShifted) {
    const actions = this.#actions;
    const steps = actions.hasCursor() && !isShifted;
    switch (key.length === 1 ? key.toLowerCase() : key) {
      case "a": actions.pan(-0.2); return true;
      case "d": actions.pan(0.2); return true;
      case "w": case "+": case "=": actions.zoom(0.6); return true;
      case "s": case "-": case "_": actions.zoom(1 / 0.6); return true;
      case "ArrowLeft":
        if (steps) actions.beside("backwards");
        else actions.pan(-0.2);
        return true;
      case "ArrowRight":
        if (steps) actions.beside("forwards");
        else actions.pan(0.2);
        return true;
      case "ArrowUp":
        if (steps) actions.vertical(false);
        else actions.scroll(-3);
        return true;
      case "ArrowDown":
        if (steps) actions.vertical(true);
        else actions.scroll(3);
        return true;
      case "PageUp": actions.scroll(-12); return true;
      case "PageDown": actions.scroll(12); return true;
      case "n":
        // On the rest of the page, this key steps through the hits of a search.
        if (actions.isSearching()) return false;
        actions.beside("forwards");
        return true;
      case "p": actions.beside("backwards"); return true;
      case "u": actions.vertical(false); return true;
      case "j": actions.vertical(true); return true;
      case "Enter": actions.select(); return true;
      case "[": actions.follow("backwards"); return true;
      case "]": actions.follow("forwards"); return true;
      case "f": actions.fit(); return true;
      case "m": actions.measure(); return true;
      case "Home": actions.showStart(); return true;
      case "End": actions.showEnd(); return true;
      case "Escape": actions.escape(); return true;
      default: return false;
    }
  }
}
