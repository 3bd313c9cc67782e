const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5000;

/** @typedef {"live"|"lost"|"ended"|"foreign"} FeedState */

/**
 * The figures of a running program from the server: an object per interval, as in the output of
 * `signpost top --json`. Reconnects after a lost connection.
 */
export class LiveFeed {
  /**
   * @param {{
   *   onFigures: (figures: any) => void,
   *   onState: (state: FeedState) => void
   * }} callbacks `onState` is called on each change: “lost” while the server does not answer,
   *   “ended” after the last figures, “foreign” if the server no longer has the program
   */
  constructor({ onFigures, onState }) {
    this.#onFigures = onFigures;
    this.#onState = onState;
  }

  #onFigures;
  #onState;
  /** @type {FeedState} */
  #state = "live";
  #number = 0;
  #isStopped = false;

  /** Requests figures until the last ones arrive. */
  async run() {
    let pause = FIRST_PAUSE;
    while (!this.#isStopped) {
      // Hidden pages request no figures.
      if (document.hidden) await becomingVisible();
      try {
        const isMore = await this.#ask();
        if (!isMore) return;
        pause = FIRST_PAUSE;
      } catch {
        this.#change("lost");
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, LONGEST_PAUSE);
      }
    }
  }

  /** Stops the requests after the last figures. */
  stop() {
    this.#isStopped = true;
  }

  /**
   * Returns the distribution of the durations of an action, `null` if it is not available.
   *
   * @param {string} prefix
   * @param {string} name
   * @returns {Promise<{from_ns: number, count: number}[]|null>}
   */
  async distribution(prefix, name) {
    try {
      const query = `prefix=${encodeURIComponent(prefix)}&name=${encodeURIComponent(name)}`;
      const response = await fetch(`distribution?${query}`, { cache: "no-store" });
      return response.ok ? await response.json() : null;
    } catch {
      return null;
    }
  }

  async #ask() {
    const path = this.#number === 0 ? "figures" : `figures/${this.#number}`;
    const response = await fetch(path, { cache: "no-store" });
    if (response.status === 204) {
      this.#change("live");
      return true;
    }
    if (response.status === 410 || response.status === 404) {
      this.#change(response.status === 410 ? "ended" : "foreign");
      return false;
    }
    if (!response.ok) throw new Error(`${response.status}`);
    const figures = await response.json();
    this.#number = Number(response.headers.get("Signpost-Number")) || 0;
    this.#change("live");
    this.#onFigures(figures);
    return true;
  }

  /** @param {FeedState} state */
  #change(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#onState(state);
  }
}

/** @returns {Promise<void>} */
function becomingVisible() {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
  });
}
