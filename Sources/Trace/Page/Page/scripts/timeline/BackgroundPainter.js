import { formatCount } from "../state/format.js";
import { makeHatching } from "./RecordPainter.js";
import { timeMark, timeStep } from "./timeSteps.js";

/** @typedef {import("./RecordPainter.js").View} View */
/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */
/** @typedef {import("./LaneLayout.js").Track} Track */
/** @typedef {import("./Palette.js").Palette} Palette */
/** @typedef {import("../model/Head.js").Head} Head */
/** @typedef {import("../model/Head.js").HeadGap} HeadGap */

/** In CSS pixels. */
const MARK_DISTANCE = 110;

/** Draws lanes, time axis, grid, and gaps. */
export class BackgroundPainter {
  /**
   * @param {Head} head
   * @param {LaneLayout} layout
   * @param {Palette} palette
   */
  constructor(head, layout, palette) {
    this.#gaps = head.gaps;
    this.#origin = head.origin;
    this.#layout = layout;
    this.#palette = palette;
  }

  #gaps;
  #origin;
  #layout;
  #palette;
  /** @type {CanvasPattern|null} */
  #hatching = null;
  #hatchingKey = "";

  /**
   * Draws the layer below the records.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {number} duration of the trace
   */
  paint(context, view, duration) {
    const { theme } = this.#palette;
    const { width, height, ratio } = view;
    context.fillStyle = theme.surface;
    context.fillRect(0, 0, width, height);
    let isAlternate = false;
    for (const track of this.#layout.tracks) {
      isAlternate = !track.isHeading && !isAlternate;
      const y = this.#y(view, track.y);
      const bottom = this.#y(view, track.y + track.height);
      if (bottom < view.top || y > height) continue;
      context.fillStyle = track.isHeading ? theme["lane-header"]
        : isAlternate ? theme.lane : theme["lane-alternate"];
      context.fillRect(0, y, width, bottom - y);
      context.fillStyle = track.isHeading ? theme.line : theme.grid;
      context.fillRect(0, bottom - Math.round(ratio), width, Math.round(ratio));
    }
    this.#paintGrid(context, view);
    this.#paintOutside(context, view, duration);
  }

  /**
   * Draws the layer above the records.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   */
  paintAbove(context, view) {
    for (const gap of this.#gaps) this.#paintGap(context, view, gap);
    this.#paintHeadings(context, view);
    this.#paintAxis(context, view);
  }

  /**
   * @param {View} view
   * @param {number} y
   */
  #y(view, y) {
    return Math.round(view.top - view.scroll + y * view.ratio);
  }

  /**
   * Calls back for round times since the first event.
   *
   * @param {View} view
   * @param {(x: number, time: number, step: number) => void} onMark
   */
  #eachMark(view, onMark) {
    const scale = view.width / (view.to - view.from);
    const step = timeStep((MARK_DISTANCE * view.ratio) / scale);
    const from = view.from - this.#origin;
    const first = Math.ceil(from / step);
    const last = Math.floor((view.to - this.#origin) / step);
    for (let number = first; number <= last; number += 1) {
      onMark(Math.round((number * step - from) * scale), number * step, step);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   */
  #paintGrid(context, view) {
    context.fillStyle = this.#palette.theme.grid;
    const line = Math.max(1, Math.round(view.ratio));
    this.#eachMark(view, (x) => context.fillRect(x, view.top, line, view.height));
  }

  /**
   * Draws the areas before the start and after the end of the trace.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {number} duration
   */
  #paintOutside(context, view, duration) {
    const scale = view.width / (view.to - view.from);
    const begin = Math.round((0 - view.from) * scale);
    const end = Math.round((duration - view.from) * scale);
    context.fillStyle = this.#palette.theme["surface-sunken"];
    if (begin > 0) context.fillRect(0, view.top, begin, view.height);
    if (end < view.width) context.fillRect(end, view.top, view.width - end, view.height);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   */
  #paintHeadings(context, view) {
    const { theme } = this.#palette;
    for (const track of this.#layout.tracks) {
      if (!track.isHeading) continue;
      const y = this.#y(view, track.y);
      const bottom = this.#y(view, track.y + track.height);
      if (bottom < view.top || y > view.height) continue;
      context.fillStyle = theme["lane-header"];
      context.fillRect(0, y, view.width, bottom - y);
      context.fillStyle = theme.line;
      context.fillRect(0, y, view.width, Math.round(view.ratio));
      context.fillRect(0, bottom - Math.round(view.ratio), view.width, Math.round(view.ratio));
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {HeadGap} gap
   */
  #paintGap(context, view, gap) {
    const { theme } = this.#palette;
    const { ratio, width } = view;
    const scale = width / (view.to - view.from);
    const x0 = Math.max(Math.round((gap.start - view.from) * scale), -4);
    const x1 = Math.min(Math.round((gap.end - view.from) * scale), width + 4);
    if (x1 < 0 || x0 > width) return;
    const room = Math.max(x1 - x0, Math.round(2 * ratio));
    const tracks = this.#layout.tracks.filter((track) =>
      gap.process === undefined || track.process === gap.process);
    if (tracks.length === 0) return;
    const y0 = this.#y(view, tracks[0].y);
    const last = tracks[tracks.length - 1];
    const y1 = this.#y(view, last.y + last.height);
    context.save();
    context.beginPath();
    const top = Math.max(y0, view.top);
    context.rect(x0, top, room, Math.min(y1, view.height) - top);
    context.clip();
    context.fillStyle = theme["gap-fill"];
    context.fillRect(x0, y0, room, y1 - y0);
    context.fillStyle = this.#hatchingFor(context, ratio) ?? theme["gap-fill"];
    context.globalAlpha = 0.35;
    context.fillRect(x0, y0, room, y1 - y0);
    context.globalAlpha = 1;
    context.fillStyle = theme.gap;
    context.fillRect(x0, y0, Math.round(ratio), y1 - y0);
    context.fillRect(x0 + room - Math.round(ratio), y0, Math.round(ratio), y1 - y0);
    context.restore();
    // Below the headings, which are drawn later.
    const lane = tracks.find((track) => !track.isHeading && this.#y(view, track.y) >= view.top);
    const y = lane ? this.#y(view, lane.y) + 3 * ratio : y0;
    if (room >= 10 * ratio && y < y1) this.#paintGapText(context, view, gap, x0, x0 + room, y);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {HeadGap} gap
   * @param {number} x0
   * @param {number} x1
   * @param {number} y
   */
  #paintGapText(context, view, gap, x0, x1, y) {
    const { theme } = this.#palette;
    const { ratio } = view;
    const text = gapText(gap);
    context.font = `600 ${11 * ratio}px ${theme.font}`;
    const width = context.measureText(text).width + 10 * ratio;
    const middle = (Math.max(x0, 0) + Math.min(x1, view.width)) / 2;
    const x = Math.min(Math.max(middle - width / 2, 2 * ratio), view.width - width - 12 * ratio);
    context.fillStyle = theme.surface;
    context.fillRect(x, y, width, 18 * ratio);
    context.fillStyle = theme.gap;
    context.strokeStyle = theme.gap;
    context.lineWidth = Math.round(ratio);
    context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width), 18 * ratio);
    context.fillStyle = theme.text;
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.fillText(text, x + width / 2, y + 9.5 * ratio);
    context.textAlign = "left";
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} ratio
   */
  #hatchingFor(context, ratio) {
    const key = `${ratio} ${this.#palette.theme.gap}`;
    if (key !== this.#hatchingKey) {
      this.#hatching = makeHatching(context, this.#palette.theme.gap, ratio, 9, 1.2);
      this.#hatchingKey = key;
    }
    return this.#hatching;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   */
  #paintAxis(context, view) {
    const { theme } = this.#palette;
    const { ratio } = view;
    const line = Math.max(1, Math.round(ratio));
    context.fillStyle = theme.surface;
    context.fillRect(0, 0, view.width, view.top);
    context.font = `${11 * ratio}px ${theme.font}`;
    context.textBaseline = "middle";
    context.textAlign = "left";
    const largest = Math.max(
      Math.abs(view.from - this.#origin), Math.abs(view.to - this.#origin));
    this.#eachMark(view, (x, time, step) => {
      context.fillStyle = theme["grid-strong"];
      context.fillRect(x, Math.round(view.top * 0.45), line, view.top);
      const text = timeMark(time, step, largest);
      const left = x + 5 * ratio;
      // A label is complete or absent: “1” of “10 s” would be another time.
      if (left + context.measureText(text).width > view.width) return;
      context.fillStyle = theme["text-secondary"];
      context.fillText(text, left, view.top / 2);
    });
    context.fillStyle = theme.line;
    context.fillRect(0, view.top - line, view.width, line);
  }
}

/**
 * Returns a description of losses, for example “lost 1,234 events”.
 *
 * @param {HeadGap} gap
 */
export function gapText(gap) {
  if (gap.count === undefined) return `lost ${gap.unit}`;
  const noun = gap.count === 1 ? gap.unit.replace(/s$/, "") : gap.unit;
  return `lost ${formatCount(gap.count)} ${noun}`;
}
