/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */
/** @typedef {import("./LaneLayout.js").Track} Track */

/** The room that a name takes. */
const LOWEST = 26;

/** The names of lanes: buttons that collapse and expand them. */
export class LaneLabels {
  /**
   * @param {HTMLElement} element
   * @param {(track: Track) => void} onToggle
   * @param {(track: Track) => void} onFocus
   */
  constructor(element, onToggle, onFocus) {
    this.#element = element;
    this.#onToggle = onToggle;
    this.#onFocus = onFocus;
  }

  #element;
  #onToggle;
  #onFocus;
  /** @type {Track[]} */
  #tracks = [];
  /** The label whose names are moved, because its upper end is out of sight. */
  #cut = /** @type {HTMLElement|null} */ (null);

  /** @param {LaneLayout} layout */
  update(layout) {
    this.#tracks = layout.tracks;
    this.#cut = null;
    const focused = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.track;
    this.#element.replaceChildren(...layout.tracks.map((track) => this.#label(track)));
    this.#element.style.height = `${layout.height}px`;
    if (focused === undefined) return;
    for (const label of this.#element.children) {
      const button = /** @type {HTMLElement} */ (label);
      if (button.dataset.track === focused) button.focus({ preventScroll: true });
    }
  }

  /** @param {number} scroll */
  scrollTo(scroll) {
    this.#element.style.transform = `translateY(${-scroll}px)`;
    // The name of a lane stays in sight while there is room for it.
    const index = this.#tracks.findIndex((track) => track.y + track.height > scroll);
    const track = this.#tracks[index];
    const label = /** @type {HTMLElement|undefined} */ (this.#element.children[index]);
    if (this.#cut && this.#cut !== label) this.#cut.style.removeProperty("--cut");
    this.#cut = label ?? null;
    if (!track || track.isHeading) return;
    const cut = Math.min(Math.max(scroll - track.y, 0), Math.max(track.height - LOWEST, 0));
    label?.style.setProperty("--cut", `${cut}px`);
  }

  /** @param {Track} track */
  #label(track) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = track.isHeading ? "timeline-label is-heading" : "timeline-label";
    button.dataset.track = track.key;
    button.setAttribute("aria-expanded", String(!track.isCollapsed));
    button.style.top = `${track.y}px`;
    button.style.height = `${track.height}px`;
    const title = document.createElement("bdi");
    title.className = "timeline-label-title";
    title.textContent = track.title;
    const detail = document.createElement("bdi");
    detail.className = "timeline-label-detail";
    detail.textContent = track.detail;
    button.title = track.detail === "" ? track.title : `${track.title} · ${track.detail}`;
    const caret = document.createElement("span");
    caret.className = "timeline-label-caret";
    caret.setAttribute("aria-hidden", "true");
    button.append(caret, title, detail);
    button.addEventListener("click", () => this.#onToggle(track));
    button.addEventListener("focus", () => this.#onFocus(track));
    return button;
  }
}
