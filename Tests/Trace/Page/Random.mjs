/** Numbers that look random and are the same for each seed. */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  #state;

  /** From 0 to below 1. */
  next() {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below a limit. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  /** Returns one of several values. */
  of(values) {
    return values[this.below(values.length)];
  }

  isWithin(probability) {
    return this.next() < probability;
  }

  /** Mostly around a typical value, and at times far above it, as durations are. */
  duration(typical) {
    const spread = (this.next() + this.next() + this.next()) * 2 - 3;
    const tail = this.isWithin(0.01) ? 12 : 1;
    return Math.max(40, Math.round(typical * Math.exp(spread) * tail));
  }
}
