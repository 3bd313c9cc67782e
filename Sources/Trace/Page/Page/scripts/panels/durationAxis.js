/**
 * A logarithmic axis of durations.
 *
 * @typedef {{
 *   least: number, most: number, position: (duration: number) => number,
 *   duration: (position: number) => number, ticks: number[]
 * }} DurationAxis
 */

/**
 * Returns an axis from 0, the shortest duration, to 1, the longest, with a margin at both ends.
 *
 * @param {number} least nanoseconds
 * @param {number} most
 * @returns {DurationAxis}
 */
export function durationAxis(least, most) {
  let low = Math.log10(Math.max(least, 1));
  let high = Math.log10(Math.max(most, 1));
  // Nearly equal durations do not fill the whole height.
  const missing = 1 - (high - low);
  if (missing > 0) {
    low -= missing / 2;
    high += missing / 2;
  }
  const room = (high - low) * 0.06;
  low -= room;
  high += room;
  /** @type {number[]} */
  const ticks = [];
  for (let exponent = Math.floor(low); exponent <= high; exponent += 1) {
    for (const factor of high - low < 2 ? [1, 2, 5] : [1]) {
      const value = Math.log10(factor) + exponent;
      if (value >= low && value <= high && exponent >= 0) ticks.push(factor * 10 ** exponent);
    }
  }
  return {
    least: 10 ** low, most: 10 ** high, ticks,
    position: (duration) => (Math.log10(Math.max(duration, 1)) - low) / (high - low),
    duration: (position) => 10 ** (low + position * (high - low)),
  };
}

/**
 * Counts the values in each of several ranges of the axis.
 *
 * @param {Float64Array} durations
 * @param {(place: number) => boolean} isCounted
 * @param {DurationAxis} axis
 * @param {number} bins
 */
export function histogram(durations, isCounted, axis, bins) {
  const counts = new Uint32Array(bins);
  for (let place = 0; place < durations.length; place += 1) {
    if (!isCounted(place)) continue;
    const bin = Math.floor(axis.position(durations[place]) * bins);
    counts[Math.min(Math.max(bin, 0), bins - 1)] += 1;
  }
  return counts;
}
