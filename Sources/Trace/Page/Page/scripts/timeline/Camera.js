import { recordedWindow } from "../model/Head.js";

/** @typedef {import("../state/PageState.js").PageState} PageState */

/** The shortest visible window, in nanoseconds. */
const SHORTEST = 50;
/** The maximum part of the picture before the start or after the end of the trace. */
const MARGIN = 0.08;
const ANIMATION_MILLISECONDS = 160;

/** The visible window of time, and its animation. */
export class Camera {
  /**
   * @param {import("../model/Head.js").Head} head
   * @param {PageState} state holds the window
   */
  constructor(head, state) {
    this.#recorded = recordedWindow(head);
    this.#state = state;
    this.#animation = null;
  }

  #recorded;
  #state;
  /**
   * @type {{begin: number, from: number, to: number, targetFrom: number, targetTo: number}|null}
   */
  #animation;

  /** In CSS pixels. */
  width = 1;

  /** The extent of the timeline in nanoseconds. */
  get extent() { return Math.max(this.#recorded.to, this.#state.extent); }
  /** The time of the recording: the extent without the time before it. */
  get recorded() { return { from: this.#recorded.from, to: this.extent }; }
  get from() { return this.#state.window.from; }
  get to() { return this.#state.window.to; }
  get nanosecondsPerPixel() { return (this.to - this.from) / this.width; }
  get isMoving() { return this.#animation !== null; }

  /** The target of the current animation, or the visible window. */
  get target() {
    const animation = this.#animation;
    return animation
      ? { from: animation.targetFrom, to: animation.targetTo }
      : { from: this.from, to: this.to };
  }

  /** @param {number} time */
  x(time) {
    return ((time - this.from) / (this.to - this.from)) * this.width;
  }

  /** @param {number} x */
  time(x) {
    return this.from + (x / this.width) * (this.to - this.from);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {{isAnimated?: boolean}} [options]
   */
  show(from, to, options) {
    const window = this.#clamped(from, to);
    if (options?.isAnimated) {
      this.#animation = {
        begin: performance.now(), from: this.from, to: this.to, targetFrom: window.from,
        targetTo: window.to,
      };
      // The first step follows with the next picture. Until then, the window is unchanged.
      this.#state.set({ window: { from: this.from, to: this.to } });
    } else {
      this.#animation = null;
      this.#state.set({ window });
    }
  }

  /** @param {{isAnimated?: boolean}} [options] */
  showAll(options) {
    const margin = this.extent * 0.01;
    this.show(-margin, this.extent + margin, options);
  }

  /**
   * @param {number} x the fixed point of the zoom, in CSS pixels
   * @param {number} factor below 1 to zoom in
   * @param {{isAnimated?: boolean}} [options]
   */
  zoom(x, factor, options) {
    const { from, to } = this.target;
    const width = Math.max((to - from) * factor, SHORTEST);
    const part = x / this.width;
    const time = from + part * (to - from);
    this.show(time - part * width, time + (1 - part) * width, options);
  }

  /**
   * @param {number} pixels how far the picture moves to the left
   * @param {{isAnimated?: boolean}} [options]
   */
  pan(pixels, options) {
    const { from, to } = this.target;
    const by = pixels * ((to - from) / this.width);
    this.show(from + by, to + by, options);
  }

  /**
   * Shows a range of time with a margin on both sides.
   *
   * @param {number} from
   * @param {number} to
   * @param {{isAnimated?: boolean, part?: number}} [options] `part` of the picture is the range
   */
  fit(from, to, options) {
    const width = Math.max((to - from) / (options?.part ?? 0.8), SHORTEST);
    const middle = (from + to) / 2;
    this.show(middle - width / 2, middle + width / 2, options);
  }

  /**
   * Advances the current animation.
   *
   * @param {number} now
   * @returns {boolean} whether the animation continues
   */
  step(now) {
    const animation = this.#animation;
    if (!animation) return false;
    const part = Math.min((now - animation.begin) / ANIMATION_MILLISECONDS, 1);
    if (part >= 1) {
      this.#animation = null;
      this.#state.set({ window: { from: animation.targetFrom, to: animation.targetTo } });
      return false;
    }
    const eased = 1 - (1 - Math.max(part, 0)) ** 3;
    this.#state.set({
      window: {
        from: animation.from + (animation.targetFrom - animation.from) * eased,
        to: animation.to + (animation.targetTo - animation.to) * eased,
      },
    });
    return true;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  #clamped(from, to) {
    const width = Math.min(Math.max(to - from, SHORTEST), this.extent * (1 + MARGIN));
    const middle = (from + to) / 2;
    const margin = width * MARGIN;
    const least = -margin;
    const greatest = Math.max(this.extent + margin - width, least);
    const start = Math.min(Math.max(middle - width / 2, least), greatest);
    return { from: start, to: start + width };
  }
}
