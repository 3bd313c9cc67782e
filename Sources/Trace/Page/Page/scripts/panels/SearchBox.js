import { formatCount, visibleText } from "../state/format.js";
import { ICONS, makeElement, makeIcon, makeIconButton, makeName } from "../app/makeElement.js";
import { goToSpan } from "../app/goToSpan.js";
import { completedReport } from "./Report.js";
import { reportTables } from "./reportTables.js";
import { namedSeries } from "./searchNames.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../model/Instances.js").Instances} Instances */
/** @typedef {import("../state/PageState.js").PageState} PageState */
/** @typedef {import("./searchNames.js").NamedSeries} NamedSeries */

const LISTED_NAMES = 100;

/** A search field with the matching names, and buttons to step through the hits. */
export class SearchBox {
  /**
   * @param {Trace} trace
   * @param {PageState} state
   * @param {{say: (text: string) => void}} announcer
   */
  constructor(trace, state, announcer) {
    this.#trace = trace;
    this.#state = state;
    this.#announcer = announcer;
    this.#names = namedSeries(reportTables(completedReport(trace.head.report)));
    this.#field = makeElement("input", {
      type: "text", class: "field", id: "search", role: "combobox", placeholder: "Search",
      autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
      "aria-label": "Search names, prefixes, places and log messages",
      "aria-expanded": "false", "aria-controls": "search-names", "aria-autocomplete": "list",
    });
    this.#list = makeElement(
      "ul", { class: "search-names", id: "search-names", role: "listbox", "aria-label": "Names" });
    this.#list.hidden = true;
    this.#place = makeElement("span", { class: "search-place", role: "status" });
    this.#steps = makeElement(
      "div", { class: "search-steps" }, this.#place,
      makeIconButton("Previous hit", ICONS.up, () => this.step("backwards")),
      makeIconButton("Next hit", ICONS.down, () => this.step("forwards")),
      makeIconButton("Clear search", ICONS.close, () => this.#clear()));
    this.#steps.hidden = true;
    this.element = makeElement(
      "div", { class: "search", role: "search" },
      makeIcon(ICONS.glass, { size: 14, className: "search-glass" }), this.#field,
      makeElement("kbd", { class: "search-key", "aria-hidden": "true" }, "/"), this.#steps,
      this.#list);
    this.#field.addEventListener("input", () => this.#type());
    this.#field.addEventListener("focus", () => this.#openList());
    this.#field.addEventListener("keydown", (event) => this.#keyDown(event));
    this.element.addEventListener("focusout", (event) => {
      const next = /** @type {Node|null} */ (event.relatedTarget);
      if (!this.element.contains(next)) this.#closeList();
    });
    // Keeps the focus in the field during a click on an option.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => this.#click(event));
    state.on("selection", () => this.#showPlace());
  }

  #trace;
  #state;
  #announcer;
  #names;
  #field;
  #list;
  #place;
  #steps;
  /** @type {NamedSeries[]} */
  #listed = [];
  #active = -1;
  /** @type {Match|null} */
  #match = null;
  /** @type {Instances|null} */
  #hits = null;
  /** @type {AbortController|null} */
  #scan = null;
  /** @type {AbortController|null} */
  #stepScan = null;

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  get isOpen() { return !this.#list.hidden; }

  // MARK: Names

  #type() {
    this.#active = -1;
    this.#openList();
  }

  #openList() {
    const text = this.#field.value.trim().toLowerCase();
    if (text === "") {
      this.#closeList();
      return;
    }
    const matching = this.#names.filter((name) => name.folded.includes(text));
    this.#listed = matching.slice(0, LISTED_NAMES);
    const items = this.#listed.map((name, place) => makeElement(
      "li",
      { role: "option", id: `search-name-${place}`, "data-place": place, "aria-selected": "false" },
      makeElement("span", { class: `kind kind-${name.kind}` }, name.kind),
      makeName(name.prefix, name.text),
      makeElement("span", { class: "number" }, formatCount(name.count))));
    const left = matching.length - items.length;
    const remark = items.length === 0 ? "No name is like this. Enter looks into log messages, too."
      : left > 0 ? `and ${formatCount(left)} more names` : "Enter steps through all of these";
    this.#list.replaceChildren(...items, makeElement(
      "li", { role: "option", "aria-disabled": "true", "aria-selected": "false",
        class: "search-remark" }, remark));
    this.#list.hidden = false;
    this.#field.setAttribute("aria-expanded", "true");
    this.#activate(Math.min(this.#active, items.length - 1));
  }

  #closeList() {
    this.#list.hidden = true;
    this.#field.setAttribute("aria-expanded", "false");
    this.#field.removeAttribute("aria-activedescendant");
    this.#active = -1;
  }

  /** @param {number} place */
  #activate(place) {
    this.#active = place;
    [...this.#list.children].forEach((item, index) => {
      item.setAttribute("aria-selected", String(index === place));
      if (index === place) item.scrollIntoView({ block: "nearest" });
    });
    if (place < 0) this.#field.removeAttribute("aria-activedescendant");
    else this.#field.setAttribute("aria-activedescendant", `search-name-${place}`);
  }

  /** @param {Event} event */
  #click(event) {
    const item = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    if (!item) return;
    this.#chooseName(Number(item.getAttribute("data-place")));
  }

  /** @param {number} place */
  #chooseName(place) {
    const name = this.#listed[place];
    this.#field.value = name.text;
    this.#closeList();
    this.#start(name.match);
    this.step("forwards");
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    event.stopPropagation();
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (this.#list.hidden) this.#openList();
        const step = event.key === "ArrowDown" ? 1 : -1;
        const count = this.#listed.length;
        if (count === 0) return;
        this.#activate(((this.#active + step + 1 + count + 1) % (count + 1)) - 1);
        return;
      }
      case "Enter": {
        event.preventDefault();
        if (this.#active >= 0) {
          this.#chooseName(this.#active);
          return;
        }
        const text = this.#field.value.trim();
        this.#closeList();
        if (text === "") {
          this.#clear();
          return;
        }
        const isNamed = this.#match !== null && this.#match.text === undefined
          && this.#names.some((name) => name.match === this.#match && name.text === text);
        if (!isNamed && this.#match?.text !== text) this.#start({ text });
        this.step(event.shiftKey ? "backwards" : "forwards");
        return;
      }
      case "Escape":
        if (!this.#list.hidden) this.#closeList();
        else if (this.#field.value !== "") this.#clear();
        else this.#field.blur();
    }
  }

  // MARK: Hits

  /** @param {Match} match */
  #start(match) {
    this.#scan?.abort();
    this.#match = match;
    this.#hits = null;
    this.#state.set({ search: match });
    this.element.classList.add("has-hits");
    this.#steps.hidden = false;
    this.#place.textContent = "…";
    const scan = new AbortController();
    this.#scan = scan;
    this.#trace
      .instances(match, {
        signal: scan.signal,
        onProgress: (part) => { this.#place.textContent = `${Math.round(part * 100)} %`; },
      })
      .then((hits) => {
        this.#hits = hits;
        this.#showPlace();
      }, (error) => {
        if (!scan.signal.aborted) throw error;
      });
  }

  #clear() {
    this.#scan?.abort();
    this.#stepScan?.abort();
    this.#match = null;
    this.#hits = null;
    this.#field.value = "";
    this.#closeList();
    this.#steps.hidden = true;
    this.element.classList.remove("has-hits");
    this.#state.set({ search: null });
    this.#field.focus();
  }

  /**
   * Selects the next hit; after the last, the first.
   *
   * @param {"forwards"|"backwards"} direction
   */
  async step(direction) {
    if (!this.#match) return;
    this.#stepScan?.abort();
    const scan = new AbortController();
    this.#stepScan = scan;
    const { selection, window } = this.#state;
    const isForwards = direction === "forwards";
    const time = selection ? selection.start : isForwards ? window.from - 1 : window.to + 1;
    const options = { signal: scan.signal, after: selection ?? undefined };
    try {
      const ends = isForwards ? -1 : this.#trace.head.duration + 1;
      const span = await this.#trace.next(time, this.#match, direction, options)
        ?? await this.#trace.next(ends, this.#match, direction, { signal: scan.signal });
      if (scan.signal.aborted) return;
      if (span) goToSpan(this.#state, span);
      else this.#announcer.say(`Nothing is like ${visibleText(this.#field.value)}.`);
      this.#showPlace();
    } catch (error) {
      if (!scan.signal.aborted) throw error;
    }
  }

  #showPlace() {
    const hits = this.#hits;
    if (!hits) return;
    const { selection } = this.#state;
    const total = formatCount(hits.count);
    let place = -1;
    if (selection) {
      const { start, chunk, index } = hits;
      for (let hit = firstAtOrAfter(start, selection.start); hit < hits.count; hit += 1) {
        if (start[hit] !== selection.start) break;
        if (chunk[hit] === selection.chunk && index[hit] === selection.index) place = hit;
      }
    }
    this.#place.textContent = hits.count === 0 ? "no hit"
      : place < 0 ? `${total} ${hits.count === 1 ? "hit" : "hits"}`
        : `${formatCount(place + 1)} of ${total}`;
  }
}

/**
 * @param {Float64Array} starts ascending
 * @param {number} start
 */
function firstAtOrAfter(starts, start) {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle] < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
