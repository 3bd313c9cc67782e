import { Kind } from "../model/Words.js";

/** @typedef {import("../model/Head.js").Head} Head */

/** As many as a program has features, usually; fewer than 16, the bit for observers. */
const HUES = 12;
/**
 * Hues in degrees. Neighbours in the list differ widely. None is near 84, the hue of observers, and
 * none has the hue and lightness of intervals.
 */
const HUE_ANGLES = [252, 165, 328, 45, 210, 128, 290, 20, 190, 352, 147, 270];
/** The chroma of each hue: yellow and green look more saturated than blue. */
const HUE_CHROMA = [
  0.105, 0.09, 0.105, 0.1, 0.085, 0.095, 0.105, 0.105, 0.085, 0.105, 0.095, 0.105,
];

const EFFECT_OFFSET = HUES;
const FIXED_OFFSET = HUES * 2;
const LOG_OFFSET = FIXED_OFFSET + 6;
/** The number of colours. */
export const COLOR_COUNT = LOG_OFFSET + 8;

const FIXED = ["--interval", "--observer", "--store", "--event", "--budget", "--block"];
const LOG_COLORS = [
  "--store", "--store", "--log", "--log", "--observer", "--failed", "--failed", "--log",
];
/** The index of the fixed colour of each kind, -1 for kinds whose colour depends on the name. */
const FIXED_OF_KIND = Int8Array.from([-1, -1, 0, 1, 2, -1, 3, 4, 5, 5, -1]);

/** The colours of records, by number. */
export class Palette {
  /** @param {Head} head */
  constructor(head) {
    this.#nameHues = hueOfEachName(head.names);
    this.#laneKinds = Uint8Array.from(
      head.lanes, ({ kind }) => ["calls", "effects", "stores", "intervals", "logs"].indexOf(kind));
    /** The colours of actions, by name. */
    this.actionColors = this.#nameHues.map((hue) => hue & 15);
    /** The colours of effects, by name. */
    this.effectColors = this.actionColors.map((hue) => EFFECT_OFFSET + hue);
    /** CSS colours. */
    this.fills = new Array(COLOR_COUNT).fill("#888");
    /** The CSS colours of texts on them. */
    this.texts = new Array(COLOR_COUNT).fill("#000");
    /** Colours as pixels without opacity. */
    this.pixels = new Uint32Array(COLOR_COUNT);
    /** @type {Record<string, string>} */
    this.theme = {};
  }

  #nameHues;
  #laneKinds;

  /**
   * Reads the colours of the current theme of the page.
   *
   * @param {Element} element
   */
  read(element) {
    const style = getComputedStyle(element);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    for (const name of THEME_NAMES) this.theme[name] = color(`--${name}`) || "#888888";
    this.theme.font = color("--font") || "system-ui, sans-serif";
    const lane = parseColor(this.theme.lane);
    const isDark = luminance(lane) < 0.2;
    this.theme.isDark = isDark ? "yes" : "";
    for (let hue = 0; hue < HUES; hue += 1) {
      const full = oklch(isDark ? 0.67 : 0.79, HUE_CHROMA[hue], HUE_ANGLES[hue]);
      this.#set(hue, full);
      this.#set(EFFECT_OFFSET + hue, mixed(full, lane, isDark ? 0.46 : 0.52));
    }
    FIXED.forEach((name, index) => this.#set(FIXED_OFFSET + index, parseColor(color(name))));
    LOG_COLORS.forEach((name, index) => this.#set(LOG_OFFSET + index, parseColor(color(name))));
  }

  /**
   * Returns the number of a record's colour.
   *
   * @param {number} kind
   * @param {number} name
   * @param {number} lane
   * @param {number} action
   */
  color(kind, name, lane, action) {
    const fixed = FIXED_OF_KIND[kind];
    if (fixed >= 0) return FIXED_OFFSET + fixed;
    if (kind === Kind.action) return this.#nameHues[name] & 15;
    if (kind === Kind.effect) return EFFECT_OFFSET + (this.#nameHues[name] & 15);
    if (kind === Kind.log) return LOG_OFFSET + (action > 0 ? action - 1 : 7);
    // A block has the colour of most of its records.
    switch (this.#laneKinds[lane]) {
      case 0: return this.#nameHues[name] > 15 ? FIXED_OFFSET + 1 : this.#nameHues[name];
      case 1: return EFFECT_OFFSET + (this.#nameHues[name] & 15);
      case 2: return FIXED_OFFSET + 2;
      case 3: return FIXED_OFFSET;
      default: return LOG_OFFSET + 2;
    }
  }

  /**
   * Returns the edge colour for the colour of an effect: the colour of its action.
   *
   * @param {number} color
   */
  edge(color) {
    return color >= EFFECT_OFFSET && color < FIXED_OFFSET ? color - EFFECT_OFFSET : -1;
  }

  /**
   * @param {number} index
   * @param {number[]} color
   */
  #set(index, color) {
    const [red, green, blue] = color;
    this.fills[index] = `rgb(${red}, ${green}, ${blue})`;
    // The byte order of image data.
    this.pixels[index] = (blue << 16) | (green << 8) | red;
    this.texts[index] = luminance(color) > 0.2 ? "#0b0f16" : "#ffffff";
  }
}

const THEME_NAMES = [
  "lane", "lane-alternate", "lane-header", "lane-text", "grid", "grid-strong", "text",
  "text-secondary", "line", "line-strong", "selection", "cause", "caused", "path", "hit", "measure",
  "measure-fill", "gap", "gap-fill", "overview", "overview-p99", "overview-window", "failed",
  "cancelled", "focus", "surface", "surface-sunken", "surface-raised", "accent", "background",
];

/**
 * Returns a hue per name by its prefix, plus 16 for names that look like the location of an
 * observer.
 *
 * @param {[string, string][]} names
 */
function hueOfEachName(names) {
  /** @type {Map<string, number>} */
  const hues = new Map();
  const taken = new Set();
  const prefixes = [...new Set(names.map(([prefix]) => prefix))].filter(Boolean).sort();
  for (const prefix of prefixes) {
    let hue = hashOf(prefix) % HUES;
    // No two prefixes have the same hue while hues are available.
    while (taken.size < HUES && taken.has(hue)) hue = (hue + 1) % HUES;
    taken.add(hue);
    hues.set(prefix, hue);
  }
  return Uint8Array.from(names, ([prefix, name]) =>
    (hues.get(prefix) ?? 0) + (prefix === "" && /:\d+$/.test(name) ? 16 : 0));
}

/** @param {string} text */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Returns red, green and blue of a hexadecimal colour.
 *
 * @param {string} text
 */
export function parseColor(text) {
  const digits = /^#([0-9a-f]{6})/i.exec(text)?.[1];
  if (digits) return [0, 2, 4].map((place) => parseInt(digits.slice(place, place + 2), 16));
  const numbers = text.match(/[\d.]+/g);
  return numbers && numbers.length >= 3 ? numbers.slice(0, 3).map(Number) : [136, 136, 136];
}

/**
 * @param {number[]} color
 * @param {number[]} other
 * @param {number} part of the first
 */
function mixed(color, other, part) {
  return color.map((value, index) => Math.round(value * part + other[index] * (1 - part)));
}

/** @param {number[]} color */
function luminance([red, green, blue]) {
  const linear = (/** @type {number} */ value) =>
    value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/**
 * Converts a colour with perceptual lightness to red, green and blue.
 *
 * @param {number} lightness
 * @param {number} chroma
 * @param {number} degrees
 */
function oklch(lightness, chroma, degrees) {
  const a = chroma * Math.cos((degrees * Math.PI) / 180);
  const b = chroma * Math.sin((degrees * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((linear) => {
    const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(Math.max(value, 0), 1) * 255);
  });
}
