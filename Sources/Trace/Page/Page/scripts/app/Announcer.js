/** Announces changes to screen readers. */
export class Announcer {
  /** @param {HTMLElement} element a live region */
  constructor(element) {
    this.#element = element;
  }

  #element;

  /** @param {string} text */
  say(text) {
    this.#element.textContent = text;
  }
}
