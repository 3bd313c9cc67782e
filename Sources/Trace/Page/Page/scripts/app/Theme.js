/** @typedef {import("../state/PageState.js").PageState} PageState */

const STORAGE_KEY = "signpost-theme";

/** The light or dark theme: the system's, or the user's choice on the page. */
export class Theme {
  /** @param {PageState} state */
  constructor(state) {
    this.#state = state;
    this.#system = window.matchMedia("(prefers-color-scheme: dark)");
    const kept = keptTheme();
    if (kept) state.set({ theme: kept });
    this.#apply();
    this.#system.addEventListener("change", () => this.#apply());
  }

  #state;
  #system;

  /** @param {"light"|"dark"|"system"} theme */
  choose(theme) {
    try {
      window.localStorage.setItem(STORAGE_KEY, theme);
    } catch {
      // Without storage, the next visit starts with the system's theme.
    }
    // Set before the callbacks, in which painters read the colours of the theme.
    document.documentElement.dataset.theme = this.#shown(theme);
    this.#state.set({ theme });
  }

  #apply() {
    document.documentElement.dataset.theme = this.#shown(this.#state.theme);
  }

  /** @param {string} theme */
  #shown(theme) {
    if (theme !== "system") return theme;
    return this.#system.matches ? "dark" : "light";
  }
}

function keptTheme() {
  try {
    const kept = window.localStorage.getItem(STORAGE_KEY);
    return kept === "light" || kept === "dark" ? kept : null;
  } catch {
    return null;
  }
}
