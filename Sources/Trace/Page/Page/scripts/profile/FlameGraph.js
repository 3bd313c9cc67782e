import { flameLayout } from "./flameLayout.js";

/** @typedef {import("./flameTree.js").FlameNode} FlameNode */
/** @typedef {import("./flameLayout.js").FlameBox} FlameBox */
/**
 * The properties of frames that the graph needs, and its callbacks.
 *
 * @typedef {{
 *   text: (node: FlameNode) => string,
 *   color: (node: FlameNode) => string,
 *   isHit: (node: FlameNode) => boolean,
 *   onPoint: (node: FlameNode|null) => void,
 *   onZoom: (node: FlameNode) => void
 * }} FlameActions
 */

const FRAME_HEIGHT = 18;
const FRAME_COLORS = [
  "span-text", "focus", "hit", "surface", "flame-all", "flame-kernel", "flame-1", "flame-2",
  "flame-3", "flame-4", "flame-5", "flame-6", "action", "effect", "interval", "observer", "store",
];

/** A flame graph: frames as boxes, with the callees of a frame side by side below it. */
export class FlameGraph {
  /**
   * @param {HTMLElement} element
   * @param {FlameActions} actions
   */
  constructor(element, actions) {
    this.#element = element;
    this.#actions = actions;
    this.#canvas = document.createElement("canvas");
    this.#canvas.className = "flame-canvas";
    this.#canvas.tabIndex = 0;
    this.#canvas.setAttribute("role", "application");
    this.#canvas.setAttribute("aria-roledescription", "flame graph");
    this.#canvas.setAttribute(
      "aria-description", "Arrows move from frame to frame, Enter zooms, Escape zooms out.");
    element.append(this.#canvas);
    this.#canvas.addEventListener("pointermove", (event) => this.#point(this.#nodeAt(event)));
    this.#canvas.addEventListener("pointerleave", () => this.#point(null));
    this.#canvas.addEventListener("click", (event) => {
      const node = this.#nodeAt(event);
      if (node) this.zoom(node);
    });
    this.#canvas.addEventListener("keydown", (event) => this.#keyDown(event));
    this.#canvas.addEventListener("focus", () => this.#draw());
    this.#canvas.addEventListener("blur", () => this.#draw());
    new MutationObserver(() => this.#draw()).observe(
      document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  #element;
  #actions;
  #canvas;
  /** @type {FlameNode|null} */
  #zoomed = null;
  /** @type {FlameNode|null} */
  #cursor = null;
  /** @type {FlameNode|null} */
  #pointed = null;
  /** @type {FlameBox[]} */
  #boxes = [];

  /**
   * Shows another tree.
   *
   * @param {FlameNode} root
   * @param {string} label
   */
  show(root, label) {
    this.#cursor = null;
    this.#pointed = null;
    this.#canvas.setAttribute("aria-label", label);
    this.#zoomed = root;
    this.#element.scrollTop = 0;
    this.update();
  }

  /** @param {FlameNode} node */
  zoom(node) {
    this.#zoomed = node;
    this.update();
    this.#actions.onZoom(node);
  }

  /** Redraws the graph after a change of its size or of the search. */
  update() {
    const width = this.#element.clientWidth;
    if (!this.#zoomed || width === 0) return;
    this.#boxes = flameLayout(this.#zoomed, width);
    const rows = this.#boxes.reduce((most, box) => Math.max(most, box.row), 0) + 1;
    const ratio = devicePixelRatio;
    this.#canvas.style.height = `${rows * FRAME_HEIGHT}px`;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(rows * FRAME_HEIGHT * ratio);
    this.#draw();
  }

  #draw() {
    const context = this.#canvas.getContext("2d");
    if (!context || this.#boxes.length === 0 || !this.#zoomed) return;
    const style = getComputedStyle(this.#element);
    /** @type {Record<string, string>} */
    const colors = {};
    for (const name of FRAME_COLORS) colors[name] = style.getPropertyValue(`--${name}`).trim();
    const ratio = this.#canvas.width / Math.max(this.#element.clientWidth, 1);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.font = `11px ${style.getPropertyValue("--font").trim()}`;
    context.textBaseline = "middle";
    const letter = context.measureText("n").width;
    for (const { node, x, width, row } of this.#boxes) {
      const top = row * FRAME_HEIGHT;
      const isHit = this.#actions.isHit(node);
      const isAround = node.depth < this.#zoomed.depth;
      context.globalAlpha = isAround ? 0.55 : 1;
      context.fillStyle = isHit ? colors.hit : colors[this.#actions.color(node)];
      context.fillRect(x, top, Math.max(width - 1, 1), FRAME_HEIGHT - 1);
      if (width < letter * 4) continue;
      context.globalAlpha = 1;
      context.fillStyle = isHit ? colors.surface : colors["span-text"];
      context.fillText(
        clipped(this.#actions.text(node), Math.floor((width - 8) / letter)),
        x + 4, top + FRAME_HEIGHT / 2, width - 8);
    }
    context.globalAlpha = 1;
    for (const node of [this.#pointed, this.#hasFocus ? this.#cursor : null]) {
      const box = this.#boxes.find((box) => box.node === node);
      if (!box) continue;
      context.strokeStyle = colors.focus;
      context.lineWidth = node === this.#cursor ? 3 : 1.5;
      context.strokeRect(
        box.x + 1, box.row * FRAME_HEIGHT + 1, Math.max(box.width - 3, 1), FRAME_HEIGHT - 3);
    }
  }

  get #hasFocus() { return document.activeElement === this.#canvas; }

  /**
   * @param {{offsetX: number, offsetY: number}} place
   * @returns {FlameNode|null}
   */
  #nodeAt({ offsetX, offsetY }) {
    const row = Math.floor(offsetY / FRAME_HEIGHT);
    const box = this.#boxes.find((box) =>
      box.row === row && box.x <= offsetX && offsetX < box.x + box.width);
    return box?.node ?? null;
  }

  /** @param {FlameNode|null} node */
  #point(node) {
    if (node === this.#pointed) return;
    this.#pointed = node;
    this.#canvas.style.cursor = node ? "pointer" : "";
    this.#draw();
    this.#actions.onPoint(node ?? this.#cursor);
  }

  // MARK: Keyboard

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || !this.#zoomed) return;
    const here = this.#cursor ?? this.#zoomed;
    switch (event.key) {
      case "ArrowDown": this.#moveTo(this.#drawn(here.children)[0]); break;
      case "ArrowUp": this.#moveTo(here.parent ?? undefined); break;
      case "ArrowLeft": this.#moveTo(this.#beside(here, -1)); break;
      case "ArrowRight": this.#moveTo(this.#beside(here, 1)); break;
      case "Home": this.#moveTo(this.#boxes[0]?.node); break;
      case "Enter":
      case " ": this.zoom(here); break;
      case "Escape":
      case "Backspace":
        if (!this.#zoomed.parent) return;
        this.zoom(this.#zoomed.parent);
        this.#moveTo(this.#zoomed);
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {FlameNode[]} nodes */
  #drawn(nodes) {
    const drawn = new Set(this.#boxes.map((box) => box.node));
    return nodes.filter((node) => drawn.has(node));
  }

  /**
   * Returns the next drawn frame of the same row.
   *
   * @param {FlameNode} node
   * @param {number} step
   */
  #beside(node, step) {
    const row = this.#boxes.filter((box) => box.row === node.depth);
    return row[row.findIndex((box) => box.node === node) + step]?.node;
  }

  /** @param {FlameNode|undefined} node */
  #moveTo(node) {
    if (!node) return;
    this.#cursor = node;
    const top = node.depth * FRAME_HEIGHT;
    const { scrollTop, clientHeight } = this.#element;
    if (top < scrollTop) this.#element.scrollTop = top;
    else if (top + FRAME_HEIGHT > scrollTop + clientHeight) {
      this.#element.scrollTop = top + FRAME_HEIGHT - clientHeight;
    }
    this.#draw();
    this.#actions.onPoint(node);
  }
}

/**
 * @param {string} text
 * @param {number} length
 */
function clipped(text, length) {
  return text.length <= length ? text : `${text.slice(0, Math.max(length - 1, 1))}…`;
}
