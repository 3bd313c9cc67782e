import { formatCount } from "../state/format.js";
import { makeElement, makeName } from "../app/makeElement.js";
import { WIDEST_DISTRIBUTION, nameOfRow } from "./reportTables.js";

/** @typedef {import("./reportTables.js").ReportTable} ReportTable */
/** @typedef {import("./reportTables.js").Column} Column */

/** The number of rows that are rendered outside of the view, to avoid gaps on scrolling. */
const EXTRA_ROWS = 8;
const NAME_KEY = "name";
/** The widest texts, in CSS pixels: longer ones end with an ellipsis. */
const WIDEST_TEXT = 720;
const WIDEST_COMPACT_TEXT = 150;
/** The classes of the grid by the size of its columns, the widest first. */
const DENSITIES = ["", "is-compact", "is-compact is-dense"];
/** The classes where not all columns fit: smaller type is of no use, and names have more room. */
const SCROLLED = "is-compact is-scrolled";
/** The distance of the last column to the edge, beyond the padding of the narrowest cells. */
const EDGE = 7;
/** The mark of the sorted column, and its distance to the heading. */
const ORDER_MARK = 11;

/** A table with sorting and filtering that renders only the visible rows. */
export class DataTable {
  /**
   * @param {HTMLElement} element
   * @param {ReportTable} table
   * @param {{
   *   onSelect: (row: any) => void, paint: (name: HTMLElement, prefix: string) => void
   * }} callbacks `paint` gives a name the colour of its prefix
   */
  constructor(element, table, { onSelect, paint }) {
    this.#table = table;
    this.#onSelect = onSelect;
    this.#paint = paint;
    this.#names = new Map(table.rows.map((row) => [row, nameOfRow(table, row)]));
    this.#order = table.order;
    this.#head = makeElement(
      "div", { role: "row", class: "grid-row grid-head", "aria-rowindex": 1 });
    this.#body = makeElement("div", { role: "rowgroup", class: "grid-body" });
    this.#grid = makeElement(
      "div", { role: "grid", class: "grid", "aria-label": table.heading },
      makeElement("div", { role: "rowgroup", class: "grid-headings" }, this.#head), this.#body);
    element.append(this.#grid);
    this.#makeHead();
    this.#fit();
    this.#grid.addEventListener("scroll", () => this.#render());
    this.#body.addEventListener("click", (event) => this.#click(event));
    this.#grid.addEventListener("keydown", (event) => this.#keyDown(event));
    new ResizeObserver(() => {
      this.#fit();
      this.#render();
    }).observe(this.#grid);
    this.#arrange();
  }

  #table;
  #onSelect;
  #paint;
  #names;
  /** @type {Map<Column, string>} */
  #longest = new Map();
  /** @type {{key: string, isDescending: boolean}|null} */
  #order;
  #head;
  #body;
  #grid;
  #filter = "";
  /** @type {any[]} */
  #shown = [];
  /** @type {any} */
  #selected = null;
  /** The row that receives the keyboard focus of the table; −1 for the headings. */
  #active = 0;
  #activeHeading = 0;
  /** @type {Map<number, HTMLElement>} */
  #rendered = new Map();

  /** The number of rows after filtering. */
  get shownCount() { return this.#shown.length; }

  /** @param {string} text */
  set filter(text) {
    this.#filter = text.trim().toLowerCase();
    this.#active = 0;
    this.#grid.scrollTop = 0;
    this.#arrange();
  }

  /** @param {any} row a row of the table, or `null` */
  set selected(row) {
    this.#selected = row;
    const place = this.#shown.indexOf(row);
    if (place >= 0) this.#active = place;
    this.#clear();
    this.#render();
  }

  /** Scrolls to the selected row. */
  reveal() {
    const place = this.#shown.indexOf(this.#selected);
    if (place >= 0) this.#scrollTo(place);
  }

  // MARK: Headings

  #makeHead() {
    const columns = [
      { key: NAME_KEY, heading: this.#table.heading, explanation: "", isText: true },
      ...this.#table.columns,
    ];
    columns.forEach((column, place) => {
      const button = makeElement(
        "button", { type: "button", tabindex: -1, title: column.explanation || null },
        makeElement("span", { class: "heading" }, column.heading),
        makeElement("span", { class: "order", "aria-hidden": "true" }));
      button.addEventListener("click", () => {
        this.#activeHeading = place;
        this.#sortBy(column.key);
      });
      this.#head.append(makeElement(
        "div",
        {
          role: "columnheader", class: cellClass(column), "data-key": column.key,
          "aria-colindex": place + 1,
        },
        button));
    });
    this.#grid.setAttribute("aria-colcount", String(columns.length));
  }

  /** Makes the columns narrower until all fit, as far as that is possible. */
  #fit() {
    for (const density of DENSITIES) {
      this.#setDensity(density);
      if (this.#head.scrollWidth <= this.#grid.clientWidth) return;
    }
    this.#setDensity(SCROLLED);
  }

  /** @param {string} density */
  #setDensity(density) {
    this.#grid.className = `grid ${density}`;
    this.#setWidths(density !== "");
  }

  /** @param {boolean} isCompact whether long texts are cut */
  #setWidths(isCompact) {
    const { rows, columns } = this.#table;
    const { font, fontFamily } = getComputedStyle(this.#grid);
    const head = getComputedStyle(this.#head.lastElementChild?.firstElementChild ?? this.#grid);
    const sample = rows.length > 2000 ? rows.filter((_, index) => index % 16 === 0) : rows;
    const names = sample.map((row) => this.#names.get(row) ?? "");
    names.sort((one, other) => one.length - other.length);
    // A few very long names must not push the other columns out of view.
    const longest = names[Math.ceil((names.length - 1) * 0.95)] ?? "";
    const widths = columns.map((column, place) => {
      const edge = place === columns.length - 1 ? EDGE : 0;
      const headingFont = `600 ${head.fontSize} ${fontFamily}`;
      const heading = textWidth(column.heading, headingFont) + (isCompact ? 0 : ORDER_MARK);
      if (column.buckets && column.bounds) {
        const width = Math.max(distributionWidth(column.bounds), heading) + edge;
        return `calc(${Math.ceil(width)}px + var(--cell-padding) * 2)`;
      }
      const text = textWidth(this.#longestText(column, sample), font);
      const most = isCompact ? WIDEST_COMPACT_TEXT : WIDEST_TEXT;
      // A bar is longer than its figure.
      const bar = column.bar && !isCompact ? 20 : 0;
      const width = Math.ceil(Math.max(Math.min(text + bar, most), heading)) + 1 + edge;
      return `calc(${width}px + var(--cell-padding) * 2)`;
    });
    const heading = textWidth(this.#table.heading, `600 ${head.fontSize} ${fontFamily}`);
    const widest = Math.max(textWidth(longest, font), heading - 16);
    const name = `min(${Math.ceil(widest) + 44}px, var(--widest-name))`;
    this.#grid.style.setProperty("--columns", [`minmax(${name}, 1fr)`, ...widths].join(" "));
    this.#grid.style.setProperty("--row-width", `calc(${[name, ...widths].join(" + ")})`);
  }

  /**
   * Returns the longest text of a column. Figures of the same length have the same width.
   *
   * @param {Column} column
   * @param {any[]} rows
   */
  #longestText(column, rows) {
    let longest = this.#longest.get(column);
    if (longest === undefined) {
      longest = "";
      for (const row of rows) {
        const text = column.text(row);
        if (text.length > longest.length) longest = text;
      }
      this.#longest.set(column, longest);
    }
    return longest;
  }

  /** @param {string} key */
  #sortBy(key) {
    const column = this.#table.columns.find((column) => column.key === key);
    const isText = column ? Boolean(column.isText) : true;
    this.#order = this.#order?.key === key
      ? { key, isDescending: !this.#order.isDescending } : { key, isDescending: !isText };
    this.#arrange();
  }

  // MARK: Rows

  #arrange() {
    const { rows } = this.#table;
    const shown = this.#filter === ""
      ? [...rows]
      : rows.filter((row) => this.#names.get(row)?.toLowerCase().includes(this.#filter));
    const { key, isDescending } = this.#order ?? { key: "", isDescending: false };
    const column = this.#table.columns.find((column) => column.key === key);
    // The report's order has secondary keys, and is kept if the primary key is the same.
    const isOriginal = this.#order === null
      || (this.#table.order?.key === key && this.#table.order.isDescending === isDescending);
    if (!isOriginal) {
      const value = column
        ? column.value : (/** @type {any} */ row) => this.#names.get(row) ?? "";
      sortRows(shown, value, isDescending);
    }
    this.#shown = shown;
    for (const cell of this.#head.children) {
      const isOrdered = cell.getAttribute("data-key") === key;
      cell.setAttribute(
        "aria-sort", isOrdered ? (isDescending ? "descending" : "ascending") : "none");
    }
    const place = shown.indexOf(this.#selected);
    this.#active = Math.min(Math.max(place, 0), Math.max(shown.length - 1, 0));
    this.#grid.setAttribute("aria-rowcount", String(shown.length + 1));
    this.#clear();
    this.#render();
  }

  #clear() {
    for (const element of this.#rendered.values()) element.remove();
    this.#rendered.clear();
  }

  get #rowHeight() {
    return parseFloat(getComputedStyle(this.#grid).getPropertyValue("--row-height")) || 26;
  }

  #render() {
    const height = this.#rowHeight;
    const { scrollTop, clientHeight } = this.#grid;
    this.#body.style.height = `${this.#shown.length * height}px`;
    const first = Math.max(Math.floor(scrollTop / height) - EXTRA_ROWS, 0);
    const last = Math.min(
      Math.ceil((scrollTop + clientHeight) / height) + EXTRA_ROWS, this.#shown.length);
    for (const [place, element] of this.#rendered) {
      const isKept = (place >= first && place < last) || element === document.activeElement;
      if (isKept) continue;
      element.remove();
      this.#rendered.delete(place);
    }
    for (let place = first; place < last; place += 1) {
      if (this.#rendered.has(place)) continue;
      const element = this.#makeRow(place);
      element.style.transform = `translateY(${place * height}px)`;
      this.#rendered.set(place, element);
      this.#insert(element, place);
    }
    this.#setTabStops();
  }

  /**
   * Inserts a row in the order of the rows, which screen readers follow.
   *
   * @param {HTMLElement} element
   * @param {number} place
   */
  #insert(element, place) {
    for (const other of this.#body.children) {
      if (Number(other.getAttribute("aria-rowindex")) > place + 2) {
        other.before(element);
        return;
      }
    }
    this.#body.append(element);
  }

  /** @param {number} place */
  #makeRow(place) {
    const row = this.#shown[place];
    const { prefix } = this.#table.nameOf(row);
    const text = this.#names.get(row) ?? "";
    const name = makeName(prefix, text);
    this.#paint(name, prefix);
    const element = makeElement(
      "div",
      {
        role: "row", class: "grid-row", "aria-rowindex": place + 2, tabindex: -1,
        "aria-selected": row === this.#selected ? "true" : "false",
      },
      makeElement("div", { role: "rowheader", class: "cell is-text", title: text },
        name));
    for (const column of this.#table.columns) element.append(makeCell(column, row));
    return element;
  }

  #setTabStops() {
    const isInHead = this.#active < 0 || this.#shown.length === 0;
    [...this.#head.children].forEach((cell, place) => {
      const button = /** @type {HTMLElement} */ (cell.firstElementChild);
      button.tabIndex = place === this.#activeHeading ? 0 : -1;
    });
    let hasStop = isInHead;
    for (const [place, element] of this.#rendered) {
      element.tabIndex = place === this.#active ? 0 : -1;
      hasStop ||= place === this.#active;
    }
    // The focused row is out of view: the first visible row replaces it.
    if (!hasStop) {
      const first = this.#body.querySelector(".grid-row");
      if (first instanceof HTMLElement) first.tabIndex = 0;
    }
  }

  // MARK: Input

  /** @param {Event} event */
  #click(event) {
    const element = event.target instanceof Element ? event.target.closest(".grid-row") : null;
    if (!element) return;
    this.#active = Number(element.getAttribute("aria-rowindex")) - 2;
    this.#choose();
  }

  #choose() {
    const row = this.#shown[this.#active];
    if (row === undefined) return;
    this.#selected = row;
    for (const [place, element] of this.#rendered) {
      element.setAttribute("aria-selected", String(place === this.#active));
    }
    this.#setTabStops();
    this.#onSelect(row);
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    const isInHead = target !== null && this.#head.contains(target);
    const isHandled = isInHead ? this.#headKey(event.key) : this.#bodyKey(event.key);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key */
  #headKey(key) {
    const last = this.#head.children.length - 1;
    switch (key) {
      case "ArrowLeft": this.#focusHeading(Math.max(this.#activeHeading - 1, 0)); return true;
      case "ArrowRight": this.#focusHeading(Math.min(this.#activeHeading + 1, last)); return true;
      case "Home": this.#focusHeading(0); return true;
      case "End": this.#focusHeading(last); return true;
      case "ArrowDown": this.#focusRow(0); return true;
      default: return false;
    }
  }

  /** @param {string} key */
  #bodyKey(key) {
    const page = Math.max(Math.floor(this.#grid.clientHeight / this.#rowHeight) - 2, 1);
    const last = this.#shown.length - 1;
    switch (key) {
      case "ArrowDown": this.#focusRow(Math.min(this.#active + 1, last)); return true;
      case "ArrowUp":
        if (this.#active <= 0) this.#focusHeading(this.#activeHeading);
        else this.#focusRow(this.#active - 1);
        return true;
      case "PageDown": this.#focusRow(Math.min(this.#active + page, last)); return true;
      case "PageUp": this.#focusRow(Math.max(this.#active - page, 0)); return true;
      case "Home": this.#focusRow(0); return true;
      case "End": this.#focusRow(last); return true;
      case "ArrowLeft": this.#grid.scrollLeft -= 80; return true;
      case "ArrowRight": this.#grid.scrollLeft += 80; return true;
      case "Enter":
      case " ": this.#choose(); return true;
      default: return false;
    }
  }

  /** @param {number} place */
  #focusHeading(place) {
    this.#activeHeading = place;
    this.#setTabStops();
    const button = this.#head.children[place].firstElementChild;
    if (button instanceof HTMLElement) button.focus();
  }

  /** @param {number} place */
  #focusRow(place) {
    if (place < 0 || this.#shown.length === 0) return;
    this.#active = place;
    this.#scrollTo(place);
    this.#rendered.get(place)?.focus({ preventScroll: true });
  }

  /** @param {number} place */
  #scrollTo(place) {
    const height = this.#rowHeight;
    const { scrollTop, clientHeight } = this.#grid;
    const room = clientHeight - this.#head.offsetHeight;
    if (place * height < scrollTop) this.#grid.scrollTop = place * height;
    else if ((place + 1) * height > scrollTop + room) {
      this.#grid.scrollTop = (place + 1) * height - room;
    }
    this.#render();
  }
}

/**
 * Sorts rows. Rows without a value come last, and the sort is stable.
 *
 * @param {any[]} rows
 * @param {(row: any) => number|string|null} value
 * @param {boolean} isDescending
 */
export function sortRows(rows, value, isDescending) {
  const values = new Map(rows.map((row) => [row, value(row)]));
  rows.sort((one, other) => {
    const [left, right] = [values.get(one) ?? null, values.get(other) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (left === right) return 0;
    const isLess = left < right;
    return isLess === isDescending ? 1 : -1;
  });
}

const MEASURING = /** @type {CanvasRenderingContext2D} */ (
  document.createElement("canvas").getContext("2d"));

/**
 * Returns the width of a text in CSS pixels.
 *
 * @param {string} text
 * @param {string} font
 */
function textWidth(text, font) {
  MEASURING.font = font;
  return MEASURING.measureText(text).width;
}

/** @param {{isText?: boolean}} column */
function cellClass({ isText }) {
  return isText ? "cell is-text" : "cell is-number";
}

/**
 * @param {Column} column
 * @param {any} row
 */
function makeCell(column, row) {
  const text = column.text(row);
  const cell = makeElement("div", { role: "gridcell", class: cellClass(column) });
  if (column.isAlarming?.(row)) cell.classList.add("is-alarming");
  if (column.buckets && column.bounds) {
    cell.classList.add("is-sketch");
    cell.title = text;
    cell.append(
      makeSketch(column.buckets(row), column.bounds),
      makeElement("span", { class: "unseen" }, text));
    return cell;
  }
  if (column.bar) {
    const bar = makeElement("span", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(Math.min(Math.max(column.bar(row), 0), 1)));
    cell.append(bar);
  }
  if (column.isText && text.length > 12) cell.title = text;
  if (text === "0" || text === "–") cell.classList.add("is-nothing");
  cell.append(text);
  return cell;
}

const SKETCH_BAR = 4;
const SKETCH_HEIGHT = 16;

/** @param {{first: number, last: number}} bounds */
function distributionWidth({ first, last }) {
  return (bucketPlace(last, first) + 1) * SKETCH_BAR;
}

/**
 * Returns the index of a power of two; 0 for durations below a nanosecond.
 *
 * @param {number} bound
 * @param {number} first
 */
function bucketPlace(bound, first) {
  return bound === first ? 0 : Math.round(Math.log2(Math.max(bound, 1) / Math.max(first, 1)))
    + (first === 0 ? 1 : 0);
}

/**
 * @param {{from_ns: number, count: number}[]} buckets
 * @param {{first: number, last: number}} bounds
 */
function makeSketch(buckets, { first, last }) {
  const namespace = "http://www.w3.org/2000/svg";
  const places = bucketPlace(last, first) + 1;
  const skipped = Math.max(places - WIDEST_DISTRIBUTION, 0);
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const svg = document.createElementNS(namespace, "svg");
  const width = (places - skipped) * SKETCH_BAR;
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(SKETCH_HEIGHT));
  svg.setAttribute("viewBox", `0 0 ${width} ${SKETCH_HEIGHT}`);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(namespace, "path");
  const bars = buckets.map(({ from_ns, count }) => {
    const left = (bucketPlace(from_ns, first) - skipped) * SKETCH_BAR;
    if (left < 0 || count === 0) return "";
    const height = 1.5 + (count / most) * (SKETCH_HEIGHT - 1.5);
    return `M${left} ${SKETCH_HEIGHT}v${-height.toFixed(2)}h${SKETCH_BAR - 1}V${SKETCH_HEIGHT}z`;
  });
  line.setAttribute("d", `M0 ${SKETCH_HEIGHT}h${width}v-1H0z`);
  line.setAttribute("class", "base");
  const shape = document.createElementNS(namespace, "path");
  shape.setAttribute("d", bars.join(""));
  svg.append(line, shape);
  return svg;
}

/**
 * Returns the number of displayed rows, and the total if rows are filtered out.
 *
 * @param {number} shown
 * @param {number} total
 */
export function rowCountText(shown, total) {
  return shown === total ? formatCount(total) : `${formatCount(shown)} of ${formatCount(total)}`;
}
