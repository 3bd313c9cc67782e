/** @typedef {{key: string, isShifted?: boolean, run: () => boolean|void}} Shortcut */

/** Keys that work anywhere on the page but where text is typed. */
export class Shortcuts {
  /** @param {Shortcut[]} shortcuts `run` returns `false` where the key means nothing */
  constructor(shortcuts) {
    this.#shortcuts = shortcuts;
    document.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  #shortcuts;

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("input, textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open]")) return;
    for (const { key, isShifted, run } of this.#shortcuts) {
      if (event.key.toLowerCase() !== key) continue;
      if (isShifted !== undefined && event.shiftKey !== isShifted) continue;
      if (run() !== false) event.preventDefault();
      return;
    }
  }
}
