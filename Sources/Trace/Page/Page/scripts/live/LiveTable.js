import { makeElement, makeName } from "../app/makeElement.js";
import { arrangedRows } from "./liveTables.js";

/** @typedef {import("./liveTables.js").LiveTableKind} LiveTableKind */

/** A table with changing figures. It reuses the elements of rows, and keeps focus and selection. */
export class LiveTable {
  /**
   * @param {LiveTableKind} kind
   * @param {(key: string) => void} onSelect receives the key of a row, "" for none
   */
  constructor(kind, onSelect) {
    this.#kind = kind;
    this.#onSelect = onSelect;
    this.#order = { ...kind.order };
    this.#head = makeElement("tr");
    this.#body = makeElement("tbody");
    this.#table = makeElement(
      "table", { class: `live-table is-${kind.id}`, "aria-label": kind.heading },
      makeElement("thead", {}, this.#head), this.#body);
    this.#nothing = makeElement("p", { class: "nothing" }, kind.placeholder);
    this.element = makeElement(
      "div", { class: "live-scroll", tabindex: 0, role: "region", "aria-label": kind.title },
      this.#table, this.#nothing);
    this.#makeHeadings();
    this.#body.addEventListener("click", (event) => this.#click(event));
    this.#body.addEventListener("keydown", (event) => this.#keyDown(event));
  }

  #kind;
  #onSelect;
  #order;
  #head;
  #body;
  #table;
  #nothing;
  #filter = "";
  #selected = "";
  /** @type {any} */
  #figures = null;
  /** @type {Map<string, {element: HTMLTableRowElement, cells: HTMLElement[]}>} */
  #rows = new Map();

  /** The number of displayed rows. */
  get shownCount() { return this.#rows.size; }

  /** @param {string} text */
  set filter(text) {
    this.#filter = text;
    this.#render();
  }

  /** @param {string} key of the selected row, "" for none */
  set selected(key) {
    this.#selected = key;
    for (const [other, { element }] of this.#rows) mark(element, other === key);
  }

  /** @param {any} figures */
  set figures(figures) {
    this.#figures = figures;
    this.#render();
  }

  /** Reverses the order. */
  reverse() {
    this.#order.isDescending = !this.#order.isDescending;
    this.#render();
  }

  /** Moves the focus to the selected row, or to the first row without a selection. */
  focus() {
    const row = this.#rows.get(this.#selected)?.element ?? this.#body.querySelector("tr");
    (row?.querySelector("button") ?? this.element).focus();
  }

  #makeHeadings() {
    const columns = [
      { key: "name", heading: this.#kind.heading, isText: true }, ...this.#kind.columns,
    ];
    for (const column of columns) {
      const button = makeElement(
        "button", { type: "button", title: "title" in column ? column.title : null },
        makeElement("span", {}, column.heading),
        makeElement("span", { class: "order", "aria-hidden": "true" }));
      button.addEventListener("click", () => {
        this.#order = this.#order.key === column.key
          ? { key: column.key, isDescending: !this.#order.isDescending }
          : { key: column.key, isDescending: !column.isText };
        this.#render();
      });
      this.#head.append(makeElement(
        "th", { scope: "col", class: liveCellClass(column), "data-key": column.key }, button));
    }
  }

  #render() {
    for (const heading of this.#head.children) {
      const isSorted = heading.getAttribute("data-key") === this.#order.key;
      heading.setAttribute(
        "aria-sort", isSorted ? (this.#order.isDescending ? "descending" : "ascending") : "none");
    }
    if (!this.#figures) return;
    const kind = this.#kind;
    const shown = arrangedRows(kind, this.#figures, { filter: this.#filter, ...this.#order });
    const keys = new Set(shown.map((row) => kind.key(row)));
    for (const [key, { element }] of this.#rows) {
      if (keys.has(key)) continue;
      element.remove();
      this.#rows.delete(key);
    }
    /** @type {Element|null} */
    let place = this.#body.firstElementChild;
    for (const row of shown) {
      const key = kind.key(row);
      const entry = this.#rows.get(key) ?? this.#makeRow(key, row);
      this.#fill(entry, row);
      // Moving an element removes its focus.
      if (entry.element === place) place = place.nextElementSibling;
      else moveKeepingFocus(this.#body, entry.element, place);
    }
    const isEmpty = kind.rows(this.#figures).length === 0;
    this.#nothing.textContent = isEmpty ? kind.placeholder : "No name has this text in it.";
    this.#nothing.hidden = shown.length > 0;
    this.#table.hidden = shown.length === 0;
  }

  /**
   * @param {string} key
   * @param {any} row
   */
  #makeRow(key, row) {
    const { prefix, text } = this.#kind.name(row);
    const button = makeElement(
      "button", { type: "button", class: "live-name", title: text }, makeName(prefix, text));
    const element = makeElement(
      "tr", { "data-key": key }, makeElement("th", { scope: "row", class: "is-text" }, button));
    const cells = this.#kind.columns.map((column) => {
      const cell = makeElement("td", { class: liveCellClass(column) });
      element.append(cell);
      return cell;
    });
    mark(element, key === this.#selected);
    const entry = { element, cells };
    this.#rows.set(key, entry);
    return entry;
  }

  /**
   * @param {{element: HTMLTableRowElement, cells: HTMLElement[]}} entry
   * @param {any} row
   */
  #fill({ element, cells }, row) {
    element.classList.toggle("is-quiet", this.#kind.isQuiet(row));
    this.#kind.columns.forEach((column, index) => {
      const cell = cells[index];
      const text = column.text(row, this.#figures);
      if (cell.textContent !== text) cell.textContent = text;
      const marked = `${liveCellClass(column)} ${column.mark?.(row) ?? ""}`.trim();
      if (cell.className !== marked) cell.className = marked;
    });
  }

  /** @param {Event} event */
  #click(event) {
    const row = event.target instanceof Element ? event.target.closest("tr") : null;
    const key = row?.getAttribute("data-key");
    if (key === null || key === undefined) return;
    this.#onSelect(key === this.#selected ? "" : key);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target instanceof Element ? event.target.closest("tr") : null;
    const rows = [...this.#body.children];
    const place = row ? rows.indexOf(row) : -1;
    /** @type {Record<string, number>} */
    const places = {
      ArrowDown: place + 1, ArrowUp: place - 1, PageDown: place + 10, PageUp: place - 10,
      Home: 0, End: rows.length - 1,
    };
    const next = places[event.key];
    if (next === undefined || place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const other = rows[Math.min(Math.max(next, 0), rows.length - 1)];
    other.querySelector("button")?.focus();
  }
}

/**
 * @param {HTMLElement} body
 * @param {HTMLElement} element
 * @param {Element|null} place
 */
function moveKeepingFocus(body, element, place) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  body.insertBefore(element, place);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} element
 * @param {boolean} isSelected
 */
function mark(element, isSelected) {
  element.classList.toggle("is-selected", isSelected);
  element.querySelector("button")?.setAttribute("aria-pressed", String(isSelected));
}

/** @param {{isText?: boolean, isMinor?: boolean}} column */
function liveCellClass({ isText, isMinor }) {
  return (isText ? "is-text" : "is-number") + (isMinor ? " is-minor" : "");
}
