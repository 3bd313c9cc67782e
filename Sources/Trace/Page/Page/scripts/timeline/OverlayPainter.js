import { formatCount, formatDuration } from "../state/format.js";
import { LabelCache } from "./LabelCache.js";

/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Head.js").Head} Head */
/** @typedef {import("./RecordPainter.js").View} View */
/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */
/** @typedef {import("./Palette.js").Palette} Palette */
/** @typedef {import("./CauseLinks.js").Link} Link */
/** @typedef {import("../state/PageState.js").PathStep} PathStep */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/**
 * @typedef {{
 *   links: Link[], linked: Span[], path: PathStep[],
 *   selection: Span|null, cursor: Span|null, hover: Span|null,
 *   measure: {from: number, to: number}|null, measureCount: number|null,
 *   isDimmed: boolean
 * }} OverlayContent
 */

/** Draws the layer that changes most often: selection, arrows, measure. */
export class OverlayPainter {
  /**
   * @param {Head} head
   * @param {LaneLayout} layout
   * @param {Palette} palette
   */
  constructor(head, layout, palette) {
    this.#layout = layout;
    this.#palette = palette;
    this.#labels = new LabelCache(head.names);
    this.#nameIndices = new Map(head.names.map(([prefix, name], index) =>
      [`${prefix}\u0000${name}`, index]));
  }

  #layout;
  #palette;
  #labels;
  #nameIndices;
  #isEmpty = false;
  /** @type {View} */
  #view = { from: 0, to: 1, width: 1, height: 1, top: 0, scroll: 0, ratio: 1 };

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {OverlayContent} content
   */
  paint(context, view, content) {
    this.#view = view;
    const { theme } = this.#palette;
    const isEmpty = !content.selection && !content.hover && !content.cursor && !content.measure;
    // Skipping the clear of an empty layer saves the browser a composition.
    if (isEmpty && this.#isEmpty) return;
    this.#isEmpty = isEmpty;
    context.clearRect(0, 0, view.width, view.height);
    if (isEmpty) return;
    context.save();
    context.beginPath();
    context.rect(0, view.top, view.width, view.height - view.top);
    context.clip();
    if (content.links.length > 0 || content.path.length > 0) {
      this.#veil(context, content.isDimmed);
      for (const span of content.linked) this.#paintSpan(context, span);
      for (const span of new Set(content.path.map((step) => step.span))) {
        this.#paintSpan(context, span);
      }
      if (content.selection) this.#paintSpan(context, content.selection);
      for (const link of content.links) this.#paintLink(context, link);
      this.#paintPath(context, content.path);
    }
    if (content.hover) this.#outline(context, content.hover, theme["text-secondary"], 1);
    if (content.selection) this.#outline(context, content.selection, theme.selection, 2);
    if (content.cursor) this.#outline(context, content.cursor, theme.focus, 3);
    context.restore();
    if (content.measure) this.#paintMeasure(context, content.measure, content.measureCount);
  }

  /**
   * Returns the box of a span, `null` if the span is not drawn.
   *
   * @param {Span} span
   * @param {View} view
   * @returns {Box|null}
   */
  box(span, view) {
    const slot = this.#layout.slot(span.lane, span.row);
    if (slot < 0) return null;
    const scale = view.width / (view.to - view.from);
    const x = (span.start - view.from) * scale;
    // Coordinates far outside of the picture would lose precision.
    const x0 = Math.min(Math.max(x, -4 * view.width), 5 * view.width);
    const x1 = Math.min(Math.max(x + span.duration * scale, -4 * view.width), 5 * view.width);
    return {
      x: x0,
      y: Math.round(view.top - view.scroll + this.#layout.slotY[slot] * view.ratio),
      width: Math.max(x1 - x0, 2 * view.ratio),
      height: Math.max(1, Math.round(this.#layout.slotHeight[slot] * view.ratio)),
    };
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {boolean} isDimmed whether the layer below is dimmed already
   */
  #veil(context, isDimmed) {
    context.globalAlpha = isDimmed ? 0.15 : this.#palette.theme.isDark ? 0.55 : 0.6;
    context.fillStyle = this.#palette.theme.lane;
    context.fillRect(0, this.#view.top, this.#view.width, this.#view.height);
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Span} span
   */
  #paintSpan(context, span) {
    const box = this.box(span, this.#view);
    if (!box || box.x > this.#view.width || box.x + box.width < 0) return;
    const { ratio } = this.#view;
    const name = this.#nameIndices.get(`${span.prefix}\u0000${span.name}`) ?? 0;
    const kind = span.kind === "effect" ? 1 : span.kind === "action" ? 0 : 2;
    const color = this.#palette.color(kind, name, span.lane, 0);
    const x = Math.round(box.x);
    context.fillStyle = this.#palette.fills[color];
    context.fillRect(x, box.y, Math.max(Math.round(box.width) - 1, 2 * ratio), box.height);
    const begin = Math.max(box.x, 0) + 5 * ratio;
    const room = Math.min(box.x + box.width, this.#view.width) - 5 * ratio - begin;
    if (room < 20 * ratio || box.height < 11 * ratio) return;
    context.font = `${11 * ratio}px ${this.#palette.theme.font}`;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillStyle = this.#palette.texts[color];
    const text = this.#labels.label(context, name, room);
    if (text !== "") context.fillText(text, begin, box.y + box.height / 2 + ratio * 0.5);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Span} span
   * @param {string} color
   * @param {number} lineWidth
   */
  #outline(context, span, color, lineWidth) {
    const box = this.box(span, this.#view);
    if (!box) return;
    const { ratio, width } = this.#view;
    const line = Math.max(1, Math.round(lineWidth * ratio));
    const x0 = Math.max(Math.round(box.x), -20);
    const x1 = Math.min(Math.round(box.x + Math.max(box.width, 4 * ratio)), width + 20);
    if (x1 < 0 || x0 > width) return;
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(
      x0 - line / 2, box.y - line / 2, x1 - x0 - 1 + line, box.height + line);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Link} link
   */
  #paintLink(context, { from, to, isBackwards }) {
    const [source, target] = [this.box(from, this.#view), this.box(to, this.#view)];
    if (!source || !target) return;
    const { ratio, width } = this.#view;
    const scale = this.#view.width / (this.#view.to - this.#view.from);
    // The position of the cause in the source: the send of the action, or the end of the source.
    const sent = from.kind === "effect" ? to.start - (to.waited ?? 0) : from.end;
    const time = Math.min(Math.max(sent, from.start), from.end);
    const x0 = Math.min(Math.max((time - this.#view.from) * scale, -3 * width), 4 * width);
    const x1 = target.x;
    if ((x0 < 0 && x1 < 0) || (x0 > width && x1 > width)) return;
    const isBelow = target.y >= source.y;
    const y0 = isBelow ? source.y + source.height : source.y;
    const y1 = target.y + target.height / 2;
    context.strokeStyle = isBackwards ? this.#palette.theme.cause : this.#palette.theme.caused;
    context.fillStyle = context.strokeStyle;
    context.lineWidth = 1.5 * ratio;
    const head = 5 * ratio;
    const bend = Math.min(Math.max(Math.abs(x1 - x0) * 0.4, 16 * ratio), 90 * ratio);
    context.beginPath();
    context.arc(x0, y0, 2 * ratio, 0, 2 * Math.PI);
    context.fill();
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(
      x0, y0 + (y1 - y0) * 0.55, x1 - bend, y1, x1 - head * 0.8, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - head * 1.4, y1 - head * 0.8);
    context.lineTo(x1 - head * 1.4, y1 + head * 0.8);
    context.closePath();
    context.fill();
  }

  /**
   * Draws the critical path: solid below busy spans, dashed below waiting ones, and with lines
   * between rows.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {PathStep[]} path
   */
  #paintPath(context, path) {
    const { from, to, width, ratio } = this.#view;
    const scale = width / (to - from);
    const xOf = (/** @type {number} */ time) =>
      Math.min(Math.max((time - from) * scale, -width), 2 * width);
    context.strokeStyle = this.#palette.theme.path;
    /** @type {number|null} */
    let lastY = null;
    for (const { segment, span, start, end } of path) {
      const box = this.box(span, this.#view);
      if (!box) continue;
      const [x0, x1] = [xOf(start), xOf(end)];
      const y = box.y + box.height - 1.5 * ratio;
      if (lastY !== null && lastY !== y && x0 >= 0 && x0 <= width) {
        context.lineWidth = Math.max(1, ratio);
        context.setLineDash([]);
        context.beginPath();
        context.moveTo(x0, lastY);
        context.lineTo(x0, y);
        context.stroke();
      }
      lastY = y;
      if (x1 < 0 || x0 > width) continue;
      const isWaiting = segment === "queue" || segment === "waiting";
      context.lineWidth = 3 * ratio;
      context.setLineDash(isWaiting ? [3 * ratio, 3 * ratio] : []);
      context.beginPath();
      context.moveTo(x0, y);
      context.lineTo(Math.max(x1, x0 + ratio), y);
      context.stroke();
    }
    context.setLineDash([]);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{from: number, to: number}} measure
   * @param {number|null} count
   */
  #paintMeasure(context, measure, count) {
    const { theme } = this.#palette;
    const { ratio, width, height, top } = this.#view;
    const scale = width / (this.#view.to - this.#view.from);
    const x0 = Math.max(Math.round((measure.from - this.#view.from) * scale), -4);
    const x1 = Math.min(Math.round((measure.to - this.#view.from) * scale), width + 4);
    if (x1 < 0 || x0 > width) return;
    const line = Math.max(1, Math.round(ratio));
    context.fillStyle = theme["measure-fill"];
    context.fillRect(x0, top, x1 - x0, height - top);
    context.fillStyle = theme.measure;
    context.fillRect(x0, 0, line, height);
    context.fillRect(x1, 0, line, height);
    context.font = `600 ${11 * ratio}px ${theme.font}`;
    const actions = count === null ? ""
      : ` · ${formatCount(count)} ${count === 1 ? "action" : "actions"}`;
    const text = `${formatDuration(Math.round(measure.to - measure.from))}${actions}`;
    const room = context.measureText(text).width + 12 * ratio;
    const middle = (Math.max(x0, 0) + Math.min(x1, width)) / 2;
    const x = Math.min(Math.max(middle - room / 2, 2), Math.max(width - room - 2, 2));
    context.fillStyle = theme.measure;
    context.beginPath();
    context.roundRect(x, 3 * ratio, room, top - 6 * ratio, 3 * ratio);
    context.fill();
    context.fillStyle = theme.surface;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillText(text, x + 6 * ratio, top / 2 + ratio * 0.5);
  }
}
