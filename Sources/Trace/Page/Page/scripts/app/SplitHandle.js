const STEP = 4;
const LEAST = 15;
const MOST = 85;

/** A border between two panels, which the pointer and the arrow keys move. */
export class SplitHandle {
  /**
   * @param {HTMLElement} handle
   * @param {HTMLElement} frame stores the share in a custom property
   * @param {number} share per cent of the frame for the upper panel
   * @param {string} [label] the label for screen readers
   */
  constructor(handle, frame, share, label = "Height of the timeline") {
    this.#handle = handle;
    this.#frame = frame;
    handle.setAttribute("role", "separator");
    handle.setAttribute("aria-label", label);
    handle.setAttribute("aria-orientation", "horizontal");
    handle.setAttribute("aria-valuemin", String(LEAST));
    handle.setAttribute("aria-valuemax", String(MOST));
    handle.tabIndex = 0;
    this.share = share;
    this.#initial = share;
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      handle.classList.add("is-dragged");
      event.preventDefault();
      handle.focus();
    });
    handle.addEventListener("pointermove", (event) => {
      if (handle.hasPointerCapture(event.pointerId)) this.#moveTo(event.clientY);
    });
    const end = () => handle.classList.remove("is-dragged");
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
    handle.addEventListener("dblclick", () => { this.share = this.#initial; });
    handle.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  #handle;
  #frame;
  #share = 50;
  #initial;

  get share() { return this.#share; }

  set share(share) {
    this.#share = Math.min(Math.max(share, LEAST), MOST);
    this.#frame.style.setProperty("--timeline-share", `${this.#share}%`);
    this.#handle.setAttribute("aria-valuenow", String(Math.round(this.#share)));
  }

  /** @param {number} y */
  #moveTo(y) {
    const { top, height } = this.#frame.getBoundingClientRect();
    if (height > 0) this.share = ((y - top) / height) * 100;
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    /** @type {Record<string, number>} */
    const shares = {
      ArrowUp: this.#share - STEP, ArrowDown: this.#share + STEP, Home: LEAST, End: MOST,
      Enter: this.#initial,
    };
    const share = shares[event.key];
    if (share === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.share = share;
  }
}
