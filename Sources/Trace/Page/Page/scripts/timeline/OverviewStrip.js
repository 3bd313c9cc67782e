import { countText } from "../panels/reportText.js";
import { formatDuration } from "../state/format.js";

/** @typedef {import("./Camera.js").Camera} Camera */
/** @typedef {import("./Palette.js").Palette} Palette */
/** @typedef {import("../model/Head.js").Head} Head */

/** The distance from an edge of the window, in CSS pixels, at which a drag resizes the window. */
const GRIP = 6;
const COARSE_GRIP = 18;

/** The overview of the recording: rate of actions, p99 of durations, visible window. */
export class OverviewStrip {
  /**
   * @param {HTMLElement} element
   * @param {Head} head
   * @param {Camera} camera
   * @param {Palette} palette
   */
  constructor(element, head, camera, palette) {
    this.#head = head;
    this.#camera = camera;
    this.#palette = palette;
    this.#canvas = document.createElement("canvas");
    this.#canvas.className = "timeline-overview-canvas";
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute("role", "slider");
    this.#canvas.setAttribute("aria-label", "Stretch of time in sight");
    this.#canvas.setAttribute("aria-valuemin", "0");
    this.#canvas.setAttribute("aria-valuemax", "100");
    element.append(this.#canvas);
    this.#context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
    this.#mostActions = head.overview.actions.reduce((most, count) => Math.max(most, count), 0);
    this.#longest = head.overview.p99.reduce((most, duration) => Math.max(most, duration), 0);
    this.#listen();
  }

  #head;
  #camera;
  #palette;
  #canvas;
  #context;
  #mostActions;
  #longest;
  #width = 1;
  #ratio = 1;
  /** The bars and the line, which depend on the size only. */
  #picture = document.createElement("canvas");
  #isPictureDue = true;
  #description = "";
  /** @type {{part: "move"|"from"|"to"|"new", time: number, from: number, to: number}|null} */
  #drag = null;

  /** The legend of the bars and the line: the largest of each, and the time of a bar. */
  get legend() {
    const width = formatDuration(Math.round(this.#head.overview.width));
    return [
      `≤ ${countText(this.#mostActions, "action")} in ${width}`,
      `p99 ≤ ${formatDuration(this.#longest)}`,
    ];
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   */
  resize(width, height, ratio) {
    this.#width = width;
    this.#ratio = ratio;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#isPictureDue = true;
  }

  /** Redraws bars and line after a change of the colours. */
  forget() {
    this.#isPictureDue = true;
  }

  paint() {
    if (this.#isPictureDue) this.#paintPicture();
    const context = this.#context;
    const { theme } = this.#palette;
    const [width, height] = [this.#canvas.width, this.#canvas.height];
    context.clearRect(0, 0, width, height);
    context.drawImage(this.#picture, 0, 0);
    const { from, to } = this.#camera;
    const x0 = Math.round(this.#x(from) * this.#ratio);
    const x1 = Math.max(Math.round(this.#x(to) * this.#ratio), x0 + 2);
    context.globalAlpha = theme.isDark ? 0.58 : 0.66;
    context.fillStyle = theme.background;
    context.fillRect(0, 0, Math.max(x0, 0), height);
    context.fillRect(x1, 0, Math.max(width - x1, 0), height);
    context.globalAlpha = 1;
    const line = Math.max(1, Math.round(this.#ratio));
    context.fillStyle = theme.accent;
    context.fillRect(x0, 0, line, height);
    context.fillRect(x1 - line, 0, line, height);
    context.fillRect(x0, 0, x1 - x0, line);
    context.fillRect(x0, height - line, x1 - x0, line);
    const grip = 3 * this.#ratio;
    for (const x of [x0, x1]) {
      context.beginPath();
      context.roundRect(x - grip, height * 0.3, 2 * grip, height * 0.4, grip);
      context.fill();
    }
    this.#describe(from, to);
  }

  #paintPicture() {
    this.#isPictureDue = false;
    const [width, height] = [this.#canvas.width, this.#canvas.height];
    this.#picture.width = Math.max(width, 1);
    this.#picture.height = Math.max(height, 1);
    const context = /** @type {CanvasRenderingContext2D} */ (this.#picture.getContext("2d"));
    const { theme } = this.#palette;
    const { overview, duration } = this.#head;
    context.fillStyle = theme.surface;
    context.fillRect(0, 0, width, height);
    for (const gap of this.#head.gaps) {
      const x = this.#x(gap.start) * this.#ratio;
      context.fillStyle = theme["gap-fill"];
      context.fillRect(x, 0, Math.max(this.#x(gap.end) * this.#ratio - x, 2 * this.#ratio), height);
    }
    const count = overview.actions.length;
    const top = 3 * this.#ratio;
    const room = height - top;
    context.fillStyle = theme.overview;
    for (let index = 0; index < count; index += 1) {
      if (overview.actions[index] === 0) continue;
      const x0 = Math.round(this.#x(overview.start + index * overview.width) * this.#ratio);
      const end = Math.min(overview.start + (index + 1) * overview.width, duration);
      const x1 = Math.max(Math.round(this.#x(end) * this.#ratio), x0 + 1);
      // A square root, so that small numbers are visible beside large ones.
      const bar = Math.max(1, room * Math.sqrt(overview.actions[index] / this.#mostActions));
      context.fillRect(x0, height - bar, x1 - x0, bar);
    }
    this.#paintLine(context, top, room);
  }

  /**
   * Draws the p99 on a logarithmic scale, relative to the longest. Columns without an end of an
   * action have no value.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {number} top
   * @param {number} room
   */
  #paintLine(context, top, room) {
    const { overview } = this.#head;
    const shortest = overview.p99.reduce(
      (least, duration) => duration > 0 ? Math.min(least, duration) : least, this.#longest);
    const span = Math.log(Math.max(this.#longest / Math.max(shortest, 1), 2));
    context.strokeStyle = this.#palette.theme["overview-p99"];
    context.lineWidth = 1.25 * this.#ratio;
    context.lineJoin = "round";
    context.beginPath();
    let isDown = false;
    overview.p99.forEach((duration, index) => {
      if (duration <= 0) {
        isDown = false;
        return;
      }
      const x = this.#x(overview.start + (index + 0.5) * overview.width) * this.#ratio;
      const part = Math.log(duration / Math.max(shortest, 1)) / span;
      const y = top + room * (0.92 - 0.86 * part);
      if (isDown) context.lineTo(x, y);
      else context.moveTo(x - 1, y);
      context.lineTo(x, y);
      isDown = true;
    });
    context.stroke();
  }

  /** @param {number} time */
  #x(time) {
    const { from, to } = this.#camera.recorded;
    return ((time - from) / (to - from)) * this.#width;
  }

  /** @param {number} x */
  #time(x) {
    const { from, to } = this.#camera.recorded;
    return from + (x / this.#width) * (to - from);
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #describe(from, to) {
    const start = Math.max(from, 0) - this.#head.origin;
    const middle = (this.#x((from + to) / 2) / this.#width) * 100;
    const value = String(Math.round(Math.min(Math.max(middle, 0), 100)));
    const text =
      `${formatDuration(Math.round(to - from))} from ${formatDuration(Math.round(start))} on`;
    if (text === this.#description) return;
    this.#description = text;
    this.#canvas.setAttribute("aria-valuenow", value);
    this.#canvas.setAttribute("aria-valuetext", text);
  }

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      const part = this.#partAt(event);
      const time = this.#time(event.offsetX);
      this.#drag = { part, time, from: this.#camera.from, to: this.#camera.to };
    });
    canvas.addEventListener("pointermove", (event) => {
      if (this.#drag) this.#dragTo(event.offsetX);
      else canvas.style.cursor = CURSORS[this.#partAt(event)];
    });
    const end = (/** @type {PointerEvent} */ event) => {
      const drag = this.#drag;
      this.#drag = null;
      if (!drag || drag.part !== "new" || event.type !== "pointerup") return;
      // A click, not a drag: centres the window.
      if (Math.abs(this.#x(drag.time) - event.offsetX) > 3) return;
      const half = (drag.to - drag.from) / 2;
      this.#camera.show(drag.time - half, drag.time + half, { isAnimated: true });
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("dblclick", () => this.#camera.showAll({ isAnimated: true }));
    canvas.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -0.8, PageDown: 0.8 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.#camera.pan(by * this.#camera.width, { isAnimated: true });
    });
  }

  /** @param {PointerEvent} event */
  #partAt(event) {
    const grip = event.pointerType === "touch" ? COARSE_GRIP : GRIP;
    const [x0, x1] = [this.#x(this.#camera.from), this.#x(this.#camera.to)];
    const x = event.offsetX;
    const isInside = x > x0 && x < x1;
    // The grips of a narrow window are outside of it, so that the window can still be moved.
    const inner = Math.min(grip, (x1 - x0) / 4);
    if (x >= x0 - grip && x <= x0 + inner) return "from";
    if (x >= x1 - inner && x <= x1 + grip) return "to";
    return isInside ? "move" : "new";
  }

  /** @param {number} x */
  #dragTo(x) {
    const drag = this.#drag;
    if (!drag) return;
    const time = this.#time(x);
    const by = time - drag.time;
    switch (drag.part) {
      case "move": this.#camera.show(drag.from + by, drag.to + by); break;
      case "from": this.#camera.show(Math.min(drag.from + by, drag.to), drag.to); break;
      case "to": this.#camera.show(drag.from, Math.max(drag.to + by, drag.from)); break;
      default:
        if (Math.abs(this.#x(time) - this.#x(drag.time)) < 4) return;
        this.#camera.show(Math.min(time, drag.time), Math.max(time, drag.time));
    }
  }
}

const CURSORS = { move: "grab", from: "ew-resize", to: "ew-resize", new: "crosshair" };
