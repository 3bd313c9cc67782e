/** @typedef {import("../model/Curve.js").Curve} Curve */
/** @typedef {import("./LaneLayout.js").LaneLayout} LaneLayout */
/** @typedef {import("./Palette.js").Palette} Palette */
/** @typedef {import("./RecordPainter.js").View} View */

/** Draws counts over time. */
export class CurvePainter {
  /**
   * @param {LaneLayout} layout
   * @param {Palette} palette
   */
  constructor(layout, palette) {
    this.#layout = layout;
    this.#palette = palette;
  }

  #layout;
  #palette;
  /** The least and the greatest count in each column of pixels. */
  #least = new Float64Array(0);
  #most = new Float64Array(0);

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   */
  paint(context, view) {
    for (const curve of this.#layout.curves) {
      const slot = this.#layout.slot(curve.lane, 0);
      if (slot < 0) continue;
      const y = Math.round(view.top - view.scroll + this.#layout.slotY[slot] * view.ratio);
      const height = Math.round(this.#layout.slotHeight[slot] * view.ratio);
      if (y + height < view.top || y > view.height) continue;
      this.#collect(view, curve);
      this.#paintCurve(context, view, curve, y, height);
    }
  }

  /**
   * @param {View} view
   * @param {Curve} curve
   */
  #collect({ from, to, width }, curve) {
    if (this.#least.length < width) {
      this.#least = new Float64Array(width);
      this.#most = new Float64Array(width);
    }
    this.#least.fill(Infinity);
    this.#most.fill(curve.smallest);
    const scale = width / (to - from);
    curve.visit(from, to, (start, end, least, most) => {
      const first = Math.max(Math.floor((start - from) * scale), 0);
      const last = Math.min(Math.max(Math.ceil((end - from) * scale), first + 1), width);
      for (let x = first; x < last; x += 1) {
        this.#least[x] = Math.min(this.#least[x], least);
        this.#most[x] = Math.max(this.#most[x], most);
      }
    });
  }

  /**
   * Draws the greatest counts as an area with an edge, and the least as a darker one. They are the
   * same where a column has a single count.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {View} view
   * @param {Curve} curve
   * @param {number} y
   * @param {number} height
   */
  #paintCurve(context, { from, to, width, ratio }, curve, y, height) {
    const { theme } = this.#palette;
    const bottom = y + height;
    const edge = Math.max(1, Math.round(ratio));
    const room = height - edge;
    const extent = curve.greatest - curve.smallest;
    const top = (/** @type {number} */ count) =>
      count === curve.smallest ? bottom
        : Math.round(bottom - edge - ((count - curve.smallest) / extent) * (room - edge));
    // Behind lost events a count can be wrong, which a paler area shows.
    const loss = (curve.lossTime - from) * (width / (to - from));
    for (let x = 0; x < width;) {
      const [least, most] = [this.#least[x], this.#most[x]];
      const begin = x;
      while (x < width && this.#most[x] === most && this.#least[x] === least
        && (begin >= loss) === (x >= loss)) x += 1;
      if (most === curve.smallest || least === Infinity) continue;
      const [outer, inner] = [top(most), top(least)];
      context.fillStyle = theme.overview;
      context.globalAlpha = begin >= loss ? 0.25 : 0.45;
      context.fillRect(begin, outer, x - begin, bottom - outer);
      if (begin < loss) context.globalAlpha = 0.55;
      context.fillRect(begin, inner, x - begin, bottom - inner);
      context.globalAlpha = begin >= loss ? 0.5 : 1;
      context.fillStyle = theme.accent;
      context.fillRect(begin, outer, x - begin, edge);
    }
    context.globalAlpha = 1;
  }
}
