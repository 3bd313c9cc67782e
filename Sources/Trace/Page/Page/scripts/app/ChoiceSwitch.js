import { makeElement } from "./makeElement.js";

/** A row of options with one selected option. */
export class ChoiceSwitch {
  /**
   * @param {string} label
   * @param {{value: string, text: string, title?: string}[]} choices
   * @param {string} value
   * @param {(value: string) => void} onChange
   */
  constructor(label, choices, value, onChange) {
    this.#onChange = onChange;
    this.element = makeElement(
      "div", { class: "choice", role: "radiogroup", "aria-label": label });
    for (const choice of choices) {
      const button = makeElement(
        "button", {
          type: "button", role: "radio", "data-value": choice.value, title: choice.title ?? null,
        }, choice.text);
      button.addEventListener("click", () => this.#choose(choice.value));
      this.element.append(button);
    }
    this.element.addEventListener("keydown", (event) => this.#keyDown(event));
    this.value = value;
  }

  #onChange;
  #value = "";

  get value() { return this.#value; }

  set value(value) {
    this.#value = value;
    for (const button of this.#buttons) {
      const isChosen = button.dataset.value === value;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  get #buttons() {
    return /** @type {HTMLElement[]} */ ([...this.element.children]);
  }

  /** @param {string} value */
  #choose(value) {
    if (value === this.#value) return;
    this.value = value;
    this.#onChange(value);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1
      : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = this.#buttons;
    const place = buttons.findIndex((button) => button.dataset.value === this.#value);
    const next = buttons[(place + step + buttons.length) % buttons.length];
    this.#choose(next.dataset.value ?? "");
    next.focus();
  }
}
