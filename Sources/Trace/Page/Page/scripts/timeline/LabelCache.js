import { displayName, visibleText } from "../state/format.js";

const LIMIT = 20_000;

/** Labels of spans, shortened to the available width. Each text is measured once. */
export class LabelCache {
  /** @param {[string, string][]} names */
  constructor(names) {
    this.#names = names;
  }

  #names;
  /** @type {Map<number, string>} */
  #labels = new Map();
  /** @type {Map<number, number>} */
  #widths = new Map();
  #font = "";

  /**
   * Returns a text that fits, empty if the room is too small for a useful one.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} name
   * @param {number} room in device pixels
   */
  label(context, name, room) {
    if (context.font !== this.#font) {
      this.#font = context.font;
      this.#labels.clear();
      this.#widths.clear();
    }
    const [prefix, own] = this.#names[name] ?? ["", ""];
    const full = this.#widths.get(name) ?? this.#measure(context, name, prefix, own);
    // The full label has one entry per name, regardless of the room.
    const step = room >= full ? 0xffff : Math.floor(room / 6);
    const key = name * 0x10000 + step;
    const known = this.#labels.get(key);
    if (known !== undefined) return known;
    if (this.#labels.size > LIMIT) this.#labels.clear();
    const text = step === 0xffff
      ? displayName(prefix, own) : shortened(context, visibleText(own), step * 6);
    this.#labels.set(key, text);
    return text;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} name
   * @param {string} prefix
   * @param {string} own
   */
  #measure(context, name, prefix, own) {
    const width = context.measureText(displayName(prefix, own)).width;
    this.#widths.set(name, width);
    return width;
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} room
 */
export function shortened(context, text, room) {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  const characters = [...text];
  let low = 0;
  let high = Math.min(characters.length, Math.ceil((characters.length * room) / width) + 4);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const part = `${characters.slice(0, middle).join("")}…`;
    if (context.measureText(part).width <= room) low = middle;
    else high = middle - 1;
  }
  return low < 2 ? "" : `${characters.slice(0, low).join("").trimEnd()}…`;
}
