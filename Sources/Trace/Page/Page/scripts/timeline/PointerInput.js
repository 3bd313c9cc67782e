/**
 * The actions of pointers and wheels. Positions are CSS pixels of the element.
 *
 * @typedef {{
 *   pan: (x: number, y: number) => void,
 *   zoom: (x: number, factor: number) => void,
 *   scroll: (y: number) => void,
 *   hover: (x: number, y: number) => void,
 *   leave: () => void,
 *   click: (x: number, y: number) => void,
 *   open: (x: number, y: number) => void,
 *   measure: (fromX: number, toX: number) => void,
 *   isMotionReduced: () => boolean
 * }} PointerActions
 */

/** The distance in pixels from which a movement is a drag. */
const DRAG_THRESHOLD = 4;
const PIXELS_PER_LINE = 16;
/** The part of the speed that remains after a millisecond. */
const FRICTION = 0.996;
const SLOWEST = 0.02;

/** Translates pointer and wheel events into actions of a timeline. */
export class PointerInput {
  /**
   * @param {HTMLElement} element
   * @param {PointerActions} actions
   */
  constructor(element, actions) {
    this.#element = element;
    this.#actions = actions;
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event, true));
    element.addEventListener("pointercancel", (event) => this.#up(event, false));
    element.addEventListener("pointerleave", () => actions.leave());
    element.addEventListener("dblclick", (event) => actions.open(event.offsetX, event.offsetY));
  }

  #element;
  #actions;
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #begin = { x: 0, y: 0 };
  #isDrag = false;
  #isMeasure = false;
  #wasPinch = false;
  #speed = 0;
  #lastTime = 0;
  #inertia = 0;

  /** Stops the motion after a drag. */
  stop() {
    cancelAnimationFrame(this.#inertia);
    this.#inertia = 0;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    this.stop();
    const unit = event.deltaMode === 1 ? PIXELS_PER_LINE
      : event.deltaMode === 2 ? this.#element.clientHeight : 1;
    const [x, y] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey || event.metaKey) {
      // A pinch on a trackpad has small steps, a wheel has large ones.
      const step = Math.min(Math.max(y, -60), 60);
      this.#actions.zoom(event.offsetX, Math.exp(step * 0.008));
    } else if (event.shiftKey) {
      this.#actions.pan(x || y, 0);
    } else if (Math.abs(x) > Math.abs(y)) {
      this.#actions.pan(x, 0);
    } else {
      this.#actions.scroll(y);
    }
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    this.stop();
    this.#element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.#wasPinch = this.#pointers.size > 1;
    if (this.#wasPinch) return;
    this.#begin = { x: event.offsetX, y: event.offsetY };
    this.#isDrag = false;
    this.#isMeasure = event.shiftKey;
    this.#speed = 0;
    this.#lastTime = event.timeStamp;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) {
      if (event.pointerType !== "touch") this.#actions.hover(event.offsetX, event.offsetY);
      return;
    }
    const before = { ...pointer };
    if (this.#pointers.size === 2) {
      const [other] = [...this.#pointers].filter(([id]) => id !== event.pointerId);
      this.#pinch(before, { x: event.offsetX, y: event.offsetY }, other[1]);
    } else if (this.#pointers.size === 1) {
      const distance = Math.hypot(event.offsetX - this.#begin.x, event.offsetY - this.#begin.y);
      if (!this.#isDrag && distance < DRAG_THRESHOLD) return;
      if (!this.#isDrag) this.#actions.leave();
      this.#isDrag = true;
      if (this.#isMeasure) {
        this.#actions.measure(this.#begin.x, event.offsetX);
      } else {
        this.#actions.pan(before.x - event.offsetX, before.y - event.offsetY);
        this.#noteSpeed(before.x - event.offsetX, event.timeStamp);
      }
    }
    pointer.x = event.offsetX;
    pointer.y = event.offsetY;
  }

  /**
   * @param {{x: number, y: number}} before
   * @param {{x: number, y: number}} after
   * @param {{x: number, y: number}} other
   */
  #pinch(before, after, other) {
    // Only the horizontal distance of the fingers zooms; fingers above each other only pan.
    const [wide, now] = [Math.abs(before.x - other.x), Math.abs(after.x - other.x)];
    const middle = (after.x + other.x) / 2;
    this.#actions.pan((before.x - after.x) / 2, (before.y - after.y) / 2);
    if (wide > 12 && now > 12) this.#actions.zoom(middle, wide / now);
  }

  /**
   * @param {number} by
   * @param {number} time
   */
  #noteSpeed(by, time) {
    const elapsed = Math.max(time - this.#lastTime, 1);
    this.#lastTime = time;
    this.#speed = this.#speed * 0.6 + (by / elapsed) * 0.4;
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isWhole
   */
  #up(event, isWhole) {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size > 0) return;
    if (!isWhole || this.#wasPinch) return;
    if (!this.#isDrag) {
      this.#actions.click(event.offsetX, event.offsetY);
    } else if (!this.#isMeasure && event.timeStamp - this.#lastTime < 60) {
      this.#glide();
    }
  }

  #glide() {
    if (this.#actions.isMotionReduced() || Math.abs(this.#speed) < 0.15) return;
    let last = performance.now();
    const step = (/** @type {number} */ now) => {
      const elapsed = Math.max(now - last, 0);
      last = now;
      this.#actions.pan(this.#speed * elapsed, 0);
      this.#speed *= FRICTION ** elapsed;
      if (Math.abs(this.#speed) > SLOWEST) this.#inertia = requestAnimationFrame(step);
    };
    this.#inertia = requestAnimationFrame(step);
  }
}
