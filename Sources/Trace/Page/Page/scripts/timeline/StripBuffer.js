/**
 * A buffer for records that are too small to be drawn individually. It merges them by columns of
 * pixels: each column of a slot is filled at most once, regardless of the number of records.
 *
 * A slot is one line of pixels, which is stretched to the slot's height when it is drawn.
 */
export class StripBuffer {
  width = 0;
  slots = 0;
  #coverage = new Float32Array(0);
  #weight = new Float32Array(0);
  #color = new Uint8Array(0);
  #flags = new Uint8Array(0);
  #used = new Uint8Array(0);
  /** @type {ImageData|null} */
  #image = null;
  #pixels = new Uint32Array(0);
  #canvas = document.createElement("canvas");
  #context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));

  /**
   * Clears the buffer.
   *
   * @param {number} width in device pixels
   * @param {number} slots
   */
  clear(width, slots) {
    const size = width * slots;
    if (size > this.#coverage.length) {
      this.#coverage = new Float32Array(size);
      this.#weight = new Float32Array(size);
      this.#color = new Uint8Array(size);
      this.#flags = new Uint8Array(size);
    } else {
      this.#coverage.fill(0, 0, size);
      this.#weight.fill(0, 0, size);
      this.#flags.fill(0, 0, size);
    }
    if (slots > this.#used.length) this.#used = new Uint8Array(slots + 32);
    else this.#used.fill(0);
    this.width = width;
    this.slots = slots;
  }

  /**
   * @param {number} slot
   * @param {number} x0 in device pixels, with fractions
   * @param {number} x1
   * @param {number} color
   * @param {number} busy the covered part of the range
   * @param {number} weight the priority of the colour
   * @param {number} flags bits, 1 for failed, 2 for highlighted
   */
  add(slot, x0, x1, color, busy, weight, flags) {
    const { width } = this;
    const first = x0 < 0 ? 0 : x0 | 0;
    let last = x1 | 0;
    if (last >= width) last = width - 1;
    const [coverage, weights] = [this.#coverage, this.#weight];
    this.#used[slot] |= flags & 1 ? 3 : 1;
    for (let x = first, place = slot * width + first; x <= last; x += 1, place += 1) {
      const overlap = (x1 < x + 1 ? x1 : x + 1) - (x0 > x ? x0 : x);
      coverage[place] += overlap * busy + 0.02;
      if (flags !== 0) this.#flags[place] |= flags;
      if (weight >= weights[place]) {
        weights[place] = weight;
        this.#color[place] = color;
      }
    }
  }

  /**
   * Highlights a non-empty column.
   *
   * @param {number} slot
   * @param {number} x
   */
  highlight(slot, x) {
    if (x >= 0 && x < this.width) this.#flags[slot * this.width + x] |= 2;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{
   *   pixels: Uint32Array, failed: string, y: (slot: number) => number,
   *   height: (slot: number) => number, isDimmed: boolean
   * }} style
   */
  draw(context, style) {
    const { width, slots } = this;
    if (width === 0 || slots === 0) return;
    const image = this.#imageOf(width, slots);
    const pixels = this.#pixels;
    const [coverage, colors, flags] = [this.#coverage, this.#color, this.#flags];
    const size = width * slots;
    for (let place = 0; place < size; place += 1) {
      const covered = coverage[place];
      if (covered === 0) {
        pixels[place] = 0;
        continue;
      }
      let alpha = covered >= 1 ? 255 : 112 + Math.sqrt(covered) * 143;
      if (style.isDimmed) alpha = flags[place] & 2 ? 255 : alpha * 0.3;
      pixels[place] = (style.pixels[colors[place]] | (alpha << 24)) >>> 0;
    }
    this.#context.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    for (let slot = 0; slot < slots; slot += 1) {
      if (!this.#used[slot]) continue;
      const [y, height] = [style.y(slot), style.height(slot)];
      context.drawImage(this.#canvas, 0, slot, width, 1, 0, y, width, height);
    }
    context.fillStyle = style.failed;
    for (let slot = 0; slot < slots; slot += 1) {
      if (this.#used[slot] & 2) this.#drawFailed(context, slot, style.y(slot) + style.height(slot));
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} slot
   * @param {number} bottom
   */
  #drawFailed(context, slot, bottom) {
    const { width } = this;
    const [flags, base] = [this.#flags, slot * width];
    const height = Math.max(2, Math.round(devicePixelRatio * 2));
    for (let x = 0; x < width; x += 1) {
      if (!(flags[base + x] & 1)) continue;
      const begin = x;
      while (x + 1 < width && flags[base + x + 1] & 1) x += 1;
      context.fillRect(begin, bottom - height, x - begin + 1, height);
    }
  }

  /**
   * @param {number} width
   * @param {number} slots
   */
  #imageOf(width, slots) {
    if (this.#image?.width === width && this.#image.height === slots) return this.#image;
    this.#canvas.width = width;
    this.#canvas.height = slots;
    this.#image = this.#context.createImageData(width, slots);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    return this.#image;
  }
}
