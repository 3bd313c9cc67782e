import { formatCount, formatDuration, formatSince } from "../state/format.js";
import { makeElement } from "../app/makeElement.js";
import { recordedWindow } from "../model/Head.js";
import { durationAxis, histogram } from "./durationAxis.js";
import { isCancelled, isDurationKnown, isFailed } from "./Series.js";

/** @typedef {import("../model/Instances.js").Instances} Instances */
/** @typedef {{from: number, to: number, least: number, most: number}} Brush */
/** @typedef {{label: string, duration: number}} Mark */
/**
 * The positions of the parts of the chart, in pixels.
 *
 * @typedef {{
 *   width: number, height: number, left: number, right: number, top: number, bottom: number,
 *   histogramLeft: number, histogramWidth: number, rateTop: number, rateBottom: number
 * }} ChartLayout
 */

const LEFT = 52;
const GAP = 10;
const RATE_HEIGHT = 34;
const BOTTOM = 20;
const TOP = 8;
/** The maximum distance between the pointer and a dot. */
const REACH = 14;
/** Above this number of dots, each pixel shows a count instead of single dots. */
const SINGLE_DOTS = 4000;
const RATE_BAR = 3;
/** The distance between the labels of percentiles. */
const MARK_HEIGHT = 12;

/**
 * A chart of instances as dots over time, with their rate below, and a histogram of durations with
 * the same axis beside it.
 */
export class DotChart {
  /**
   * @param {HTMLElement} element
   * @param {{onPick: (place: number) => void, onBrush: (brush: Brush|null) => void}} callbacks
   */
  constructor(element, { onPick, onBrush }) {
    this.#onPick = onPick;
    this.#onBrush = onBrush;
    this.#canvas = makeElement("canvas", { class: "dots", role: "img" });
    this.#tip = makeElement("div", { class: "tip", "aria-hidden": "true" });
    this.#tip.hidden = true;
    this.#element = element;
    element.append(this.#canvas, this.#tip);
    new ResizeObserver(() => this.draw()).observe(element);
    this.#canvas.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    this.#canvas.addEventListener("pointermove", (event) => this.#pointerMove(event));
    this.#canvas.addEventListener("pointerup", (event) => this.#pointerUp(event));
    this.#canvas.addEventListener("pointercancel", () => this.#endDrag());
    this.#canvas.addEventListener("pointerleave", () => this.#hover(-1));
  }

  #element;
  #onPick;
  #onBrush;
  #canvas;
  #tip;
  /** @type {Instances|null} */
  #instances = null;
  /** The earliest time, the length of the chart, and the time of the first event. */
  #from = 0;
  #duration = 1;
  #origin = 0;
  /** @type {Mark[]} */
  #marks = [];
  #axis = durationAxis(1, 1);
  #isPoints = false;
  /** @type {Brush|null} */
  #brush = null;
  /** @type {{from: number, to: number}|null} */
  #window = null;
  #hovered = -1;
  #selected = -1;
  #color = "--action";
  /** @type {{x: number, y: number, isHistogram: boolean}|null} */
  #drag = null;

  /**
   * @param {{
   *   instances: Instances, head: import("../model/Head.js").Head, marks: Mark[],
   *   isPoints: boolean, color: string
   * }} content
   */
  show({ instances, head, marks, isPoints, color }) {
    this.#instances = instances;
    const { from, to } = recordedWindow(head);
    this.#from = Math.min(from, instances.start[0] ?? from);
    this.#duration = to - this.#from;
    this.#origin = head.origin;
    this.#marks = marks;
    this.#isPoints = isPoints;
    this.#color = color;
    this.#brush = null;
    this.#hovered = -1;
    this.#selected = -1;
    let [least, most] = [Infinity, 1];
    for (let place = 0; place < instances.count; place += 1) {
      least = Math.min(least, instances.duration[place]);
      most = Math.max(most, instances.duration[place]);
    }
    this.#axis = durationAxis(Number.isFinite(least) ? least : 1, most);
    this.draw();
  }

  /** @param {{from: number, to: number}|null} window */
  set window(window) {
    this.#window = window;
    this.draw();
  }

  /** @param {number} place */
  set selected(place) {
    this.#selected = place;
    this.draw();
  }

  /** @param {Brush|null} brush */
  set brush(brush) {
    this.#brush = brush;
    this.draw();
  }

  /** @param {string} text */
  set label(text) {
    this.#canvas.setAttribute("aria-label", text);
  }

  /**
   * Whether an instance is in the brushed ranges.
   *
   * @param {number} place
   */
  isBrushed(place) {
    const { start, duration } = /** @type {Instances} */ (this.#instances);
    const brush = this.#brush;
    if (!brush) return true;
    return start[place] >= brush.from && start[place] <= brush.to
      && (this.#isPoints || (duration[place] >= brush.least && duration[place] <= brush.most));
  }

  // MARK: Places

  /** @returns {ChartLayout} */
  #layout() {
    const width = this.#element.clientWidth;
    const height = this.#element.clientHeight;
    const histogramWidth = this.#isPoints
      ? 0 : Math.round(Math.min(Math.max(width * 0.2, 56), 220));
    const left = this.#isPoints ? 10 : LEFT;
    const right = width - histogramWidth - (this.#isPoints ? 10 : GAP * 2);
    const bottom = height - BOTTOM - (this.#isPoints ? 0 : RATE_HEIGHT + 6);
    return {
      width, height, left, right: Math.max(right, left + 20), top: TOP,
      bottom: this.#isPoints ? TOP : Math.max(bottom, TOP + 20),
      histogramLeft: right + GAP, histogramWidth,
      rateTop: this.#isPoints ? TOP : bottom + 6, rateBottom: height - BOTTOM,
    };
  }

  /** @param {number} time */
  #x(time) {
    const { left, right } = this.#layout();
    return left + ((time - this.#from) / this.#duration) * (right - left);
  }

  // MARK: Drawing

  draw() {
    const instances = this.#instances;
    const place = this.#layout();
    if (!instances || place.width < 40 || place.height < 60) return;
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(place.width * ratio);
    this.#canvas.height = Math.round(place.height * ratio);
    this.#canvas.style.width = `${place.width}px`;
    this.#canvas.style.height = `${place.height}px`;
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(this.#element);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    context.font = `11px ${style.fontFamily}`;

    if (this.#window) {
      const from = Math.max(this.#x(this.#window.from), place.left);
      const to = Math.min(this.#x(this.#window.to), place.right);
      const isPart = this.#window.from > this.#from
        || this.#window.to < this.#from + this.#duration;
      if (to > from && isPart) {
        context.fillStyle = color("--overview-window");
        context.fillRect(from, place.top, Math.max(to - from, 1), place.rateBottom - place.top);
      }
    }
    this.#drawTimes(context, place, color);
    if (!this.#isPoints) {
      this.#drawDurations(context, place, color);
      this.#drawDots(context, place, color);
      this.#drawHistogram(context, place, color);
      this.#drawMarks(context, place, color);
    }
    this.#drawRate(context, place, color);
    this.#drawBrush(context, place, color);
    this.#drawPointed(context, place, color);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawTimes(context, { left, right, top, rateBottom }, color) {
    context.textBaseline = "top";
    context.textAlign = "center";
    const step = roundStep(this.#duration / Math.max((right - left) / 66, 1));
    let end = -Infinity;
    const begin = this.#from - this.#origin;
    const first = Math.ceil(begin / step);
    const last = Math.floor((begin + this.#duration) / step);
    for (let number = first; number <= last; number += 1) {
      const time = number * step;
      const x = Math.round(this.#x(time + this.#origin)) + 0.5;
      context.fillStyle = color("--grid");
      context.fillRect(x - 0.5, top, 1, rateBottom - top);
      context.fillStyle = color("--text-secondary");
      const isLast = x > right - 30;
      const isFirst = x < left + 14;
      context.textAlign = isFirst ? "left" : isLast ? "right" : "center";
      const text = time === 0 ? "0" : tickText(time);
      const at = isFirst ? left : isLast ? Math.min(x + 24, right) : x;
      const { width } = context.measureText(text);
      const start = isFirst ? at : isLast ? at - width : at - width / 2;
      // In a narrow plot, a label at the edge can reach into the one before.
      if (start < end + 6) continue;
      end = start + width;
      context.fillText(text, at, rateBottom + 5);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawDurations(context, { left, right, top, bottom, histogramLeft, histogramWidth }, color) {
    context.textAlign = "right";
    context.textBaseline = "middle";
    let lastY = Infinity;
    for (const tick of this.#axis.ticks) {
      const y = Math.round(bottom - this.#axis.position(tick) * (bottom - top));
      context.fillStyle = color("--grid");
      context.fillRect(left, y, right - left, 1);
      context.fillRect(histogramLeft, y, histogramWidth, 1);
      if (lastY - y < 14 || y < top + 4) continue;
      lastY = y;
      context.fillStyle = color("--text-secondary");
      context.fillText(tickText(tick), left - 8, y);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawDots(context, place, color) {
    const { start, duration, state, count } = /** @type {Instances} */ (this.#instances);
    const { left, right, top, bottom } = place;
    const scale = (right - left) / this.#duration;
    const height = bottom - top;
    const plain = color(this.#color);
    if (count > SINGLE_DOTS) {
      this.#drawDensity(context, place, plain);
    } else {
      const size = (count > 1000 ? 3 : 4.5) * (height > 400 ? 1.4 : 1);
      for (let index = 0; index < count; index += 1) {
        if (isFailed(state[index])) continue;
        const x = left + (start[index] - this.#from) * scale;
        const y = bottom - this.#axis.position(duration[index]) * height;
        context.globalAlpha = this.isBrushed(index) ? 0.85 : 0.2;
        context.beginPath();
        context.arc(x, y, size / 2, 0, 7);
        if (!isDurationKnown(state[index]) || isCancelled(state[index])) {
          context.strokeStyle = isCancelled(state[index]) ? color("--cancelled-ink") : plain;
          context.lineWidth = 1.2;
          context.stroke();
        } else {
          context.fillStyle = plain;
          context.fill();
        }
      }
    }
    // Failed instances are crosses on top.
    context.strokeStyle = color("--failed");
    context.lineWidth = 1.6;
    context.beginPath();
    for (let index = 0, drawn = 0; index < count && drawn < SINGLE_DOTS; index += 1) {
      if (!isFailed(state[index])) continue;
      drawn += 1;
      const x = left + (start[index] - this.#from) * scale;
      const y = bottom - this.#axis.position(duration[index]) * height;
      context.moveTo(x - 2.8, y - 2.8);
      context.lineTo(x + 2.8, y + 2.8);
      context.moveTo(x + 2.8, y - 2.8);
      context.lineTo(x - 2.8, y + 2.8);
    }
    context.globalAlpha = 1;
    context.stroke();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {string} plain
   */
  #drawDensity(context, { left, right, top, bottom }, plain) {
    const { start, duration, count } = /** @type {Instances} */ (this.#instances);
    const cell = bottom - top > 400 ? 3 : 2;
    const columns = Math.ceil((right - left) / cell);
    const rows = Math.ceil((bottom - top) / cell);
    const counts = new Float32Array(columns * rows);
    const scale = columns / this.#duration;
    let most = 1;
    for (let index = 0; index < count; index += 1) {
      const weight = this.isBrushed(index) ? 1 : 0.12;
      const column = Math.min(Math.floor((start[index] - this.#from) * scale), columns - 1);
      const row = Math.min(
        Math.max(rows - 1 - Math.floor(this.#axis.position(duration[index]) * rows), 0), rows - 1);
      const place = row * columns + column;
      counts[place] += weight;
      if (counts[place] > most) most = counts[place];
    }
    context.fillStyle = plain;
    const full = Math.log1p(most);
    counts.forEach((value, index) => {
      if (value === 0) return;
      const least = value < 0.5 ? 0.05 : 0.45;
      context.globalAlpha = Math.min(least + 0.55 * (Math.log1p(value) / full), 1);
      const row = Math.floor(index / columns);
      context.fillRect(left + (index - row * columns) * cell, top + row * cell, cell, cell);
    });
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawHistogram(context, { top, bottom, histogramLeft, histogramWidth }, color) {
    const { duration, state } = /** @type {Instances} */ (this.#instances);
    const bins = Math.min(Math.max(Math.floor((bottom - top) / 5), 8), 64);
    const isCounted = (/** @type {number} */ index) => isDurationKnown(state[index]);
    const all = histogram(duration, isCounted, this.#axis, bins);
    const some = this.#brush
      ? histogram(duration, (index) => isCounted(index) && this.isBrushed(index), this.#axis, bins)
      : all;
    const most = Math.max(1, ...all);
    const height = (bottom - top) / bins;
    context.fillStyle = color("--line-strong");
    context.fillRect(histogramLeft, top, 1, bottom - top);
    for (let bin = 0; bin < bins; bin += 1) {
      if (all[bin] === 0) continue;
      const y = bottom - (bin + 1) * height;
      const widthOf = (/** @type {number} */ count) =>
        count === 0 ? 0 : Math.max((count / most) * (histogramWidth - 2), 2);
      context.fillStyle = color(this.#color);
      context.globalAlpha = this.#brush ? 0.25 : 0.85;
      context.fillRect(histogramLeft + 1, y + 0.5, widthOf(all[bin]), height - 1);
      if (!this.#brush) continue;
      context.globalAlpha = 0.95;
      context.fillRect(histogramLeft + 1, y + 0.5, widthOf(some[bin]), height - 1);
    }
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawMarks(context, { left, right, top, bottom, histogramLeft, histogramWidth }, color) {
    context.textAlign = "right";
    context.textBaseline = "middle";
    const labels = [];
    for (const { label, duration } of this.#marks) {
      const y = bottom - this.#axis.position(duration) * (bottom - top);
      context.strokeStyle = color("--text-secondary");
      context.lineWidth = 1;
      context.setLineDash([2, 3]);
      context.beginPath();
      context.moveTo(left, Math.round(y) + 0.5);
      context.lineTo(right, Math.round(y) + 0.5);
      context.moveTo(histogramLeft, Math.round(y) + 0.5);
      context.lineTo(histogramLeft + histogramWidth, Math.round(y) + 0.5);
      context.stroke();
      labels.push({ label, y });
    }
    context.setLineDash([]);
    // Labels at the same height are merged, such as p99 and max of few instances.
    labels.sort((one, other) => other.y - one.y);
    const merged = [];
    let lowest = Infinity;
    for (let index = 0; index < labels.length; index += 1) {
      let { label, y } = labels[index];
      while (index + 1 < labels.length && Math.abs(labels[index + 1].y - labels[index].y) < 1) {
        index += 1;
        label += ` ${labels[index].label}`;
      }
      lowest = Math.min(y - 7, lowest - MARK_HEIGHT);
      merged.push({ label, y: lowest });
    }
    // The upper edge moves the labels below it down.
    let highest = top + 4;
    for (const { label, y } of merged.reverse()) {
      const shown = Math.max(y, highest);
      highest = shown + MARK_HEIGHT;
      drawOnLines(context, label, histogramLeft + histogramWidth, shown, color);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawRate(context, { left, right, rateTop, rateBottom }, color) {
    const { start, count } = /** @type {Instances} */ (this.#instances);
    const bins = Math.max(Math.floor((right - left) / RATE_BAR), 1);
    const counts = new Uint32Array(bins);
    for (let index = 0; index < count; index += 1) {
      const bin = Math.floor(((start[index] - this.#from) / this.#duration) * bins);
      counts[Math.min(bin, bins - 1)] += 1;
    }
    const most = Math.max(1, ...counts);
    context.fillStyle = color("--line-strong");
    context.fillRect(left, rateBottom, right - left, 1);
    context.fillStyle = color(this.#color);
    counts.forEach((value, bin) => {
      if (value === 0) return;
      const height = Math.max((value / most) * (rateBottom - rateTop), 1.5);
      context.fillRect(left + bin * RATE_BAR, rateBottom - height, RATE_BAR - 1, height);
    });
    context.fillStyle = color("--text-secondary");
    context.textBaseline = "top";
    const [greatest, width] = [formatCount(most), formatDuration(this.#duration / bins)];
    if (this.#isPoints) {
      context.textAlign = "right";
      context.fillText(`at most ${greatest} in ${width}`, right, rateTop - 4);
    } else {
      // Below the histogram, because it is narrow.
      context.textAlign = "left";
      context.fillText(`${greatest} in`, right + GAP, rateTop + 6);
      context.fillText(width, right + GAP, rateTop + 20);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawBrush(context, { top, bottom, rateBottom, histogramLeft, histogramWidth }, color) {
    const brush = this.#brush;
    if (!brush) return;
    const { left, right } = this.#layout();
    const from = Math.max(this.#x(brush.from), left);
    const to = Math.min(this.#x(brush.to), right);
    const high = this.#isPoints
      ? top : bottom - Math.min(this.#axis.position(brush.most), 1) * (bottom - top);
    const low = this.#isPoints
      ? rateBottom : bottom - Math.max(this.#axis.position(brush.least), 0) * (bottom - top);
    context.strokeStyle = color("--measure");
    context.fillStyle = color("--measure-fill");
    context.lineWidth = 1;
    context.fillRect(from, high, to - from, low - high);
    context.strokeRect(from + 0.5, high + 0.5, to - from - 1, low - high - 1);
    if (!this.#isPoints) context.fillRect(histogramLeft, high, histogramWidth, low - high);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {ChartLayout} place
   * @param {(name: string) => string} color
   */
  #drawPointed(context, { bottom, top }, color) {
    if (this.#isPoints) return;
    const { start, duration } = /** @type {Instances} */ (this.#instances);
    for (const index of [this.#selected, this.#hovered]) {
      if (index < 0 || index >= start.length) continue;
      const y = bottom - this.#axis.position(duration[index]) * (bottom - top);
      context.strokeStyle = color("--selection");
      context.lineWidth = 1.5;
      context.beginPath();
      context.arc(this.#x(start[index]), y, index === this.#selected ? 6 : 4.5, 0, 7);
      context.stroke();
    }
  }

  // MARK: Pointer

  /** @param {PointerEvent} event */
  #position(event) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /**
   * Returns the instance with the closest dot, −1 without one in reach.
   *
   * @param {number} x
   * @param {number} y
   */
  #nearest(x, y) {
    if (!this.#instances || this.#isPoints) return -1;
    const { start, duration, count } = this.#instances;
    const { left, right, top, bottom } = this.#layout();
    const scale = (right - left) / this.#duration;
    let best = -1;
    let least = REACH * REACH;
    for (let index = 0; index < count; index += 1) {
      const dx = left + (start[index] - this.#from) * scale - x;
      if (dx > REACH) break;
      if (dx < -REACH) continue;
      const dy = bottom - this.#axis.position(duration[index]) * (bottom - top) - y;
      const distance = dx * dx + dy * dy;
      if (distance >= least) continue;
      least = distance;
      best = index;
    }
    return best;
  }

  /** @param {PointerEvent} event */
  #pointerDown(event) {
    if (event.button !== 0 || !this.#instances) return;
    const { x, y } = this.#position(event);
    this.#drag = { x, y, isHistogram: x > this.#layout().right };
    this.#canvas.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #pointerMove(event) {
    const { x, y } = this.#position(event);
    if (!this.#drag) {
      this.#hover(this.#nearest(x, y));
      return;
    }
    if (Math.abs(x - this.#drag.x) + Math.abs(y - this.#drag.y) < 5) return;
    this.#brush = this.#brushBetween(this.#drag, { x, y });
    this.#hover(-1);
    this.draw();
  }

  /** @param {PointerEvent} event */
  #pointerUp(event) {
    const { x, y } = this.#position(event);
    const drag = this.#drag;
    this.#drag = null;
    if (!drag) return;
    if (Math.abs(x - drag.x) + Math.abs(y - drag.y) >= 5) {
      this.#onBrush(this.#brush);
      return;
    }
    const picked = this.#nearest(x, y);
    if (picked >= 0) {
      this.#onPick(picked);
    } else if (this.#brush) {
      this.#brush = null;
      this.#onBrush(null);
      this.draw();
    }
  }

  #endDrag() {
    this.#drag = null;
  }

  /**
   * @param {{x: number, y: number, isHistogram: boolean}} begin
   * @param {{x: number, y: number}} end
   * @returns {Brush}
   */
  #brushBetween(begin, end) {
    const { left, right, top, bottom } = this.#layout();
    const time = (/** @type {number} */ x) =>
      this.#from + Math.min(Math.max((x - left) / (right - left), 0), 1) * this.#duration;
    const duration = (/** @type {number} */ y) =>
      this.#axis.duration(Math.min(Math.max((bottom - y) / (bottom - top), 0), 1));
    const isBelow = begin.y > bottom;
    return {
      from: begin.isHistogram ? this.#from : time(Math.min(begin.x, end.x)),
      to: begin.isHistogram ? this.#from + this.#duration : time(Math.max(begin.x, end.x)),
      least: isBelow ? 0 : duration(Math.max(begin.y, end.y)),
      most: isBelow ? Infinity : duration(Math.min(begin.y, end.y)),
    };
  }

  /** @param {number} index */
  #hover(index) {
    if (index === this.#hovered) return;
    this.#hovered = index;
    this.#canvas.classList.toggle("is-over-dot", index >= 0);
    this.#tip.hidden = index < 0;
    if (index >= 0 && this.#instances) {
      const { start, duration, state } = this.#instances;
      const ending = isFailed(state[index]) ? ", failed" : isCancelled(state[index])
        ? ", cancelled" : isDurationKnown(state[index]) ? "" : ", not ended";
      const since = formatSince(start[index] - this.#origin);
      this.#tip.textContent = `${formatDuration(duration[index])} at ${since}${ending}`;
      const { top, bottom, width } = this.#layout();
      const x = this.#x(start[index]);
      const y = bottom - this.#axis.position(duration[index]) * (bottom - top);
      const tipWidth = this.#tip.offsetWidth;
      this.#tip.style.left = `${Math.min(Math.max(x - tipWidth / 2, 2), width - tipWidth - 2)}px`;
      this.#tip.style.top = `${y > 36 ? y - 32 : y + 12}px`;
    }
    this.draw();
  }
}

/**
 * Returns the first step of 1, 2 or 5 times a power of ten that is not less than a value.
 *
 * @param {number} step
 */
export function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= step) return factor * power;
  return 10 * power;
}

/**
 * Writes text with an outline, so that it is legible over lines and bars.
 *
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {(name: string) => string} color
 */
function drawOnLines(context, text, x, y, color) {
  context.strokeStyle = color("--surface");
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillStyle = color("--text");
  context.fillText(text, x, y);
}

/** @param {number} duration a round duration */
function tickText(duration) {
  return formatDuration(duration).replace(/\.0+ /, " ").replace(/(\.\d*?)0+ /, "$1 ");
}
