/** @typedef {import("../model/Instances.js").Instances} Instances */

const FAILED = 3;
const CANCELLED = 2;

/**
 * Whether an instance has a duration: the trace contains both its begin and its end.
 *
 * @param {number} state a value of the column of the page's data
 */
export function isDurationKnown(state) {
  const completeness = (state >> 3) & 7;
  const isEnded = completeness === 0 || (completeness === 1 && (state & 7) !== 0);
  return isEnded && (state & 64) === 0;
}

/** @param {number} state */
export function isFailed(state) {
  return (state & 7) === FAILED;
}

/** @param {number} state */
export function isCancelled(state) {
  return (state & 7) === CANCELLED;
}

/**
 * Returns the indices of the slowest instances with a known duration, the slowest first.
 *
 * @param {Instances} instances
 * @param {number} limit
 * @param {(place: number) => boolean} [isTaken]
 */
export function slowestPlaces(instances, limit, isTaken = () => true) {
  const { count, duration, state } = instances;
  /** @type {number[]} */
  const places = [];
  for (let place = 0; place < count; place += 1) {
    if (!isDurationKnown(state[place]) || !isTaken(place)) continue;
    if (places.length === limit && duration[place] <= duration[places[limit - 1]]) continue;
    let position = places.length;
    while (position > 0 && duration[places[position - 1]] < duration[place]) position -= 1;
    places.splice(position, 0, place);
    if (places.length > limit) places.pop();
  }
  return places;
}

/**
 * Counts the instances with a known duration, and those that are shorter than a duration.
 *
 * @param {Instances} instances
 * @param {number} duration
 */
export function rankOf(instances, duration) {
  let [known, shorter] = [0, 0];
  for (let place = 0; place < instances.count; place += 1) {
    if (!isDurationKnown(instances.state[place])) continue;
    known += 1;
    if (instances.duration[place] < duration) shorter += 1;
  }
  return { known, shorter };
}

/**
 * Returns a percentile by nearest rank, like exact percentiles of the report: the shortest duration
 * that is at least as long as this part of all durations.
 *
 * @param {Float64Array} sorted
 * @param {number} part from 0 to 1
 */
export function percentileOf(sorted, part) {
  if (sorted.length === 0) return 0;
  const rank = Math.ceil(part * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
}
