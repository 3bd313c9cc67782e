import { Kind } from "../model/Words.js";
import { LabelCache } from "./LabelCache.js";
import { COLOR_COUNT } from "./Palette.js";
import { StripBuffer } from "./StripBuffer.js";

/** @typedef {import("../model/Chunk.js").Chunk} Chunk */
/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */
/** @typedef {import("./Palette.js").Palette} Palette */
/** @typedef {import("./Highlight.js").Highlight} Highlight */
/**
 * The visible window: times in nanoseconds, the rest in device pixels.
 *
 * @typedef {{
 *   from: number, to: number, width: number, height: number, top: number, scroll: number,
 *   ratio: number
 * }} View
 */

/** Narrower records are merged by columns, in CSS pixels. */
const NARROWEST = 3;
const NOT_VISIBLE = -0x40000000;
/** In CSS pixels. */
const NARROWEST_LABEL = 26;
const LOWEST_LABEL = 11;
const FONT_SIZE = 11;

const FAILED_FLAG = 1;
const LIT_FLAG = 2;
const CANCELLED_FLAG = 4;
const OPEN_END_FLAG = 8;
const OPEN_START_FLAG = 16;
const BLOCK_FLAG = 32;

/** Draws the visible records. */
export class RecordPainter {
  /**
   * @param {Trace} trace
   * @param {LaneLayout} layout
   * @param {Palette} palette
   */
  constructor(trace, layout, palette) {
    this.#trace = trace;
    this.#layout = layout;
    this.#palette = palette;
    this.#labels = new LabelCache(trace.head.names);
  }

  #trace;
  #layout;
  #palette;
  #labels;
  #strips = new StripBuffer();
  /** The first individually drawn record of each colour, and the next one of the same colour. */
  #firstOfColor = new Int32Array(COLOR_COUNT);
  #next = new Int32Array(4096);
  #x0 = new Float64Array(4096);
  #x1 = new Float64Array(4096);
  #slot = new Int32Array(4096);
  #name = new Uint32Array(4096);
  #flags = new Uint8Array(4096);
  #busy = new Float32Array(4096);
  #count = 0;
  #firstSlot = 0;
  /** The first slot of each lane, relative to the first visible slot. */
  #visibleLanes = new Int32Array(0);
  #lastSlot = 0;
  /** @type {View} */
  #view = { from: 0, to: 1, width: 1, height: 1, top: 0, scroll: 0, ratio: 1 };
  /** @type {Highlight|null} */
  #highlight = null;
  /** @type {Map<string, CanvasPattern|null>} */
  #patterns = new Map();

  /** The most recently drawn level. */
  level = 0;
  /** The number of records that were read for the last picture. */
  recordCount = 0;

  /** Discards the patterns after a change of colours or resolution. */
  forget() {
    this.#patterns.clear();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {Highlight|null} highlight the records to emphasize
   * @param {number} coarseness the number of levels by which the picture may be coarser than its
   *   pixels
   */
  paint(context, view, highlight, coarseness) {
    this.#view = view;
    this.#highlight = highlight;
    this.#findSlots(view);
    this.#count = 0;
    this.recordCount = 0;
    this.#firstOfColor.fill(-1);
    this.#strips.clear(view.width, this.#lastSlot - this.#firstSlot);
    const pixel = ((view.to - view.from) / view.width) * view.ratio;
    const wanted = this.#trace.levelFor(pixel * 4 ** coarseness);
    this.level = this.#trace.visitChunks(view.from, view.to, wanted, this.#collect);
    this.#lightInstances(view);
    this.#strips.draw(context, {
      pixels: this.#palette.pixels, failed: this.#palette.theme.failed,
      isDimmed: highlight !== null,
      y: (slot) => this.#slotY(slot + this.#firstSlot),
      height: (slot) => this.#slotHeight(slot + this.#firstSlot),
    });
    this.#drawSpans(context);
  }

  /** @param {View} view */
  #findSlots(view) {
    const { slotY, slotHeight, slotCount } = this.#layout;
    const top = view.scroll / view.ratio;
    const bottom = top + (view.height - view.top) / view.ratio;
    let first = 0;
    while (first < slotCount && slotY[first] + slotHeight[first] < top) first += 1;
    let last = first;
    while (last < slotCount && slotY[last] < bottom) last += 1;
    this.#firstSlot = first;
    this.#lastSlot = last;
    const { laneSlots, laneRows } = this.#layout;
    if (this.#visibleLanes.length < laneSlots.length) {
      this.#visibleLanes = new Int32Array(laneSlots.length);
    }
    for (let lane = 0; lane < laneSlots.length; lane += 1) {
      const slot = laneSlots[lane];
      const isVisible = slot >= 0 && slot < last && slot + laneRows[lane] > first;
      this.#visibleLanes[lane] = isVisible ? slot - first : NOT_VISIBLE;
    }
  }

  /** @param {number} slot */
  #slotY(slot) {
    const { top, scroll, ratio } = this.#view;
    return Math.round(top - scroll + this.#layout.slotY[slot] * ratio);
  }

  /** @param {number} slot */
  #slotHeight(slot) {
    return Math.max(1, Math.round(this.#layout.slotHeight[slot] * this.#view.ratio));
  }

  /**
   * @param {Chunk} chunk
   * @param {number} first
   * @param {number} last
   * @param {number} level
   */
  #collect = (chunk, first, last, level) => {
    const { start, duration, kind, lane, row, name, state, low, action } = chunk;
    const { busyPart, failed } = chunk;
    const { laneRows } = this.#layout;
    const laneSlots = this.#visibleLanes;
    const { from, to, width, ratio } = this.#view;
    const scale = width / (to - from);
    const slotCount = this.#lastSlot - this.#firstSlot;
    const palette = this.#palette;
    const { actionColors, effectColors } = palette;
    const highlight = this.#highlight;
    const strips = this.#strips;
    const narrowest = NARROWEST * ratio;
    this.recordCount += last - first;
    for (let index = first; index < last; index += 1) {
      const ofLane = lane[index];
      let slot = laneSlots[ofLane];
      if (slot === NOT_VISIBLE || low[index] > level) continue;
      const rows = laneRows[ofLane];
      const ofRow = row[index];
      slot += ofRow < rows ? ofRow : rows - 1;
      if (slot < 0 || slot >= slotCount) continue;
      const x0 = (start[index] - from) * scale;
      const length = duration[index];
      const x1 = x0 + length * scale;
      if (x1 < 0) continue;
      const ofKind = kind[index];
      if (ofKind === Kind.payload || ofKind === Kind.difference) continue;
      const isBlock = ofKind === Kind.block;
      const color = ofKind === Kind.action ? actionColors[name[index]]
        : ofKind === Kind.effect ? effectColors[name[index]]
          : palette.color(ofKind, name[index], ofLane, action[index]);
      const isFailed = isBlock ? failed[index] > 0 : (state[index] & 7) === 3;
      const isLit = highlight !== null && highlight.includes(chunk, index);
      const part = isBlock && length > 0 ? busyPart[index] / 16 : 1;
      if (x1 - x0 < narrowest) {
        const isPoint = ofKind === Kind.log || ofKind === Kind.event || ofKind === Kind.budget;
        // The more severe of two points is drawn.
        const weight = isPoint ? action[index] + 1 : length * part;
        const flags = (isFailed ? FAILED_FLAG : 0) | (isLit ? LIT_FLAG : 0);
        const end = isPoint ? x0 + ratio : x1;
        strips.add(slot, x0, end, color, isPoint ? 2 : part, weight, flags);
        continue;
      }
      let flags = isFailed ? FAILED_FLAG : 0;
      if (isLit) flags |= LIT_FLAG;
      if (isBlock) {
        flags |= BLOCK_FLAG;
      } else {
        const ofState = state[index];
        if ((ofState & 7) === 2 || (ofState & 7) === 4) flags |= CANCELLED_FLAG;
        const completeness = (ofState >> 3) & 7;
        if (completeness === 2 || completeness === 3 || completeness === 5) flags |= OPEN_END_FLAG;
        if (completeness === 1 || completeness === 4 || ofState & 64) flags |= OPEN_START_FLAG;
      }
      this.#keep(slot + this.#firstSlot, x0, x1, color, name[index], flags, part);
    }
  };

  /**
   * @param {number} slot
   * @param {number} x0
   * @param {number} x1
   * @param {number} color
   * @param {number} name
   * @param {number} flags
   * @param {number} busy
   */
  #keep(slot, x0, x1, color, name, flags, busy) {
    if (this.#count === this.#next.length) this.#grow();
    const place = this.#count++;
    this.#slot[place] = slot;
    this.#x0[place] = x0;
    this.#x1[place] = x1;
    this.#name[place] = name;
    this.#flags[place] = flags;
    this.#busy[place] = busy;
    this.#next[place] = this.#firstOfColor[color];
    this.#firstOfColor[color] = place;
  }

  #grow() {
    const size = this.#next.length * 2;
    const grown = (/** @type {any} */ old, /** @type {any} */ Type) => {
      const array = new Type(size);
      array.set(old);
      return array;
    };
    this.#next = grown(this.#next, Int32Array);
    this.#x0 = grown(this.#x0, Float64Array);
    this.#x1 = grown(this.#x1, Float64Array);
    this.#slot = grown(this.#slot, Int32Array);
    this.#name = grown(this.#name, Uint32Array);
    this.#flags = grown(this.#flags, Uint8Array);
    this.#busy = grown(this.#busy, Float32Array);
  }

  /**
   * Highlights the columns that contain a highlighted record, including records inside of blocks.
   *
   * @param {View} view
   */
  #lightInstances(view) {
    const instances = this.#highlight?.instances;
    if (!instances) return;
    const { start, lane, row, count } = instances;
    const { from, to, width } = view;
    const scale = width / (to - from);
    for (let place = instances.firstStartingAt(from); place < count; place += 1) {
      if (start[place] > to) break;
      const slot = this.#layout.slot(lane[place], row[place]);
      if (slot < this.#firstSlot || slot >= this.#lastSlot) continue;
      this.#strips.highlight(slot - this.#firstSlot, ((start[place] - from) * scale) | 0);
    }
  }

  /** @param {CanvasRenderingContext2D} context */
  #drawSpans(context) {
    const { ratio, width } = this.#view;
    const isDimmed = this.#highlight !== null;
    context.font = `${FONT_SIZE * ratio}px ${this.#palette.theme.font}`;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.direction = "ltr";
    const edgeWidth = Math.max(2, Math.round(2 * ratio));
    for (let color = 0; color < COLOR_COUNT; color += 1) {
      const first = this.#firstOfColor[color];
      if (first < 0) continue;
      context.fillStyle = this.#palette.fills[color];
      for (let place = first; place >= 0; place = this.#next[place]) {
        const alpha = this.#alpha(place, isDimmed);
        if (context.globalAlpha !== alpha) context.globalAlpha = alpha;
        const x0 = Math.max(Math.round(this.#x0[place]), -8);
        const x1 = Math.min(Math.round(this.#x1[place]), width + 8);
        const room = x1 - x0;
        const slot = this.#slot[place];
        // A line of background separates neighbours.
        context.fillRect(
          x0, this.#slotY(slot), room > 4 ? room - 1 : room, this.#slotHeight(slot));
      }
      this.#drawEdges(context, color, edgeWidth, isDimmed);
      this.#drawMarks(context, first, isDimmed);
      this.#drawLabels(context, color, isDimmed);
    }
    context.globalAlpha = 1;
  }

  /**
   * @param {number} place
   * @param {boolean} isDimmed
   */
  #alpha(place, isDimmed) {
    if (isDimmed && !(this.#flags[place] & LIT_FLAG)) return 0.32;
    if (!(this.#flags[place] & BLOCK_FLAG)) return 1;
    return 0.3 + 0.6 * Math.min(1, Math.round(this.#busy[place] * 8) / 8);
  }

  /**
   * Draws the edges at the begins of effects, in the colour of their action. Effects are lighter.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} color
   * @param {number} edgeWidth
   * @param {boolean} isDimmed
   */
  #drawEdges(context, color, edgeWidth, isDimmed) {
    const edge = this.#palette.edge(color);
    if (edge < 0) return;
    context.fillStyle = this.#palette.fills[edge];
    for (let place = this.#firstOfColor[color]; place >= 0; place = this.#next[place]) {
      const isOpen = this.#flags[place] & (OPEN_START_FLAG | BLOCK_FLAG);
      if (isOpen || this.#x0[place] < -edgeWidth) continue;
      context.globalAlpha = this.#alpha(place, isDimmed);
      const slot = this.#slot[place];
      context.fillRect(
        Math.round(this.#x0[place]), this.#slotY(slot), edgeWidth, this.#slotHeight(slot));
    }
  }

  /**
   * Draws marks for failed, cancelled and incomplete spans, each with its own shape.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} first
   * @param {boolean} isDimmed
   */
  #drawMarks(context, first, isDimmed) {
    const { width, ratio } = this.#view;
    const { theme } = this.#palette;
    for (let place = first; place >= 0; place = this.#next[place]) {
      const flags = this.#flags[place];
      if (!(flags & ~(LIT_FLAG | BLOCK_FLAG))) continue;
      context.globalAlpha = isDimmed && !(flags & LIT_FLAG) ? 0.25 : 1;
      const slot = this.#slot[place];
      const [y, height] = [this.#slotY(slot), this.#slotHeight(slot)];
      const x0 = Math.max(Math.round(this.#x0[place]), -8);
      const x1 = Math.min(Math.round(this.#x1[place]), width + 8);
      if (flags & BLOCK_FLAG) {
        const line = Math.max(2, Math.round(2 * ratio));
        context.fillStyle = theme.failed;
        context.fillRect(x0, y + height - line, x1 - x0, line);
        continue;
      }
      if (flags & (FAILED_FLAG | CANCELLED_FLAG)) {
        const isFailed = (flags & FAILED_FLAG) !== 0;
        const pattern = this.#pattern(context, isFailed ? theme.failed : theme.cancelled, isFailed);
        if (pattern) {
          context.fillStyle = pattern;
          context.fillRect(x0, y, x1 - x0 - 1, height);
        }
        if (isFailed) {
          context.fillStyle = theme.failed;
          context.fillRect(x1 - 1 - Math.round(2 * ratio), y, Math.round(2 * ratio), height);
        }
      }
      context.fillStyle = theme.lane;
      if (x1 - x0 < 10 * ratio) continue;
      if (flags & OPEN_END_FLAG) this.#drawTeeth(context, x1, y, height, -1);
      if (flags & OPEN_START_FLAG) this.#drawTeeth(context, x0, y, height, 1);
    }
  }

  /**
   * Draws a jagged edge at a missing begin or end.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} height
   * @param {number} direction
   */
  #drawTeeth(context, x, y, height, direction) {
    const size = Math.max(2, height / 4);
    context.beginPath();
    for (let top = y; top < y + height - 0.5; top += size) {
      const bottom = Math.min(top + size, y + height);
      context.moveTo(x, top);
      context.lineTo(x + direction * size, (top + bottom) / 2);
      context.lineTo(x, bottom);
    }
    context.fill();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} color
   * @param {boolean} isDimmed
   */
  #drawLabels(context, color, isDimmed) {
    const { ratio, width } = this.#view;
    context.fillStyle = this.#palette.texts[color];
    const narrowest = NARROWEST_LABEL * ratio;
    const padding = Math.round(5 * ratio);
    for (let place = this.#firstOfColor[color]; place >= 0; place = this.#next[place]) {
      const flags = this.#flags[place];
      if (flags & BLOCK_FLAG) continue;
      const slot = this.#slot[place];
      if (this.#layout.slotHeight[slot] < LOWEST_LABEL) continue;
      let x0 = Math.max(this.#x0[place], 0) + padding;
      const x1 = Math.min(this.#x1[place], width) - padding;
      if (x1 - x0 + padding < narrowest) continue;
      context.globalAlpha = isDimmed && !(flags & LIT_FLAG) ? 0.45 : 1;
      const middle = this.#slotY(slot) + this.#slotHeight(slot) / 2;
      if (flags & FAILED_FLAG) x0 = this.#drawCross(context, x0, middle);
      else if (flags & CANCELLED_FLAG) x0 = this.#drawRing(context, x0, middle);
      const text = this.#labels.label(context, this.#name[place], x1 - x0);
      if (text !== "") context.fillText(text, x0, middle + ratio * 0.5);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   */
  #drawCross(context, x, y) {
    const size = 3 * this.#view.ratio;
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 1.8 * this.#view.ratio;
    context.beginPath();
    context.moveTo(x, y - size);
    context.lineTo(x + 2 * size, y + size);
    context.moveTo(x, y + size);
    context.lineTo(x + 2 * size, y - size);
    context.stroke();
    return x + 2 * size + 4 * this.#view.ratio;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   */
  #drawRing(context, x, y) {
    const radius = 3.2 * this.#view.ratio;
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 1.4 * this.#view.ratio;
    context.beginPath();
    context.arc(x + radius, y, radius, 0, 2 * Math.PI);
    context.moveTo(x + radius * 0.3, y + radius * 0.7);
    context.lineTo(x + radius * 1.7, y - radius * 0.7);
    context.stroke();
    return x + 2 * radius + 4 * this.#view.ratio;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} color
   * @param {boolean} isDense
   */
  #pattern(context, color, isDense) {
    const key = `${color} ${isDense} ${this.#view.ratio}`;
    let pattern = this.#patterns.get(key);
    if (pattern === undefined) {
      pattern = makeHatching(context, color, this.#view.ratio, isDense ? 6 : 8, isDense ? 2 : 1.5);
      this.#patterns.set(key, pattern);
    }
    return pattern;
  }
}

/**
 * Returns a pattern of slanted lines.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} color
 * @param {number} ratio
 * @param {number} distance in CSS pixels
 * @param {number} lineWidth
 */
export function makeHatching(context, color, ratio, distance, lineWidth) {
  const size = Math.round(distance * ratio);
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const drawing = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
  drawing.strokeStyle = color;
  drawing.lineWidth = lineWidth * ratio;
  drawing.beginPath();
  for (let offset = -size; offset <= size; offset += size) {
    drawing.moveTo(offset - 1, size + 1);
    drawing.lineTo(offset + size + 1, -1);
  }
  drawing.stroke();
  return context.createPattern(tile, "repeat");
}
