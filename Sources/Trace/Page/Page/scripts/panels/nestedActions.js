/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */

const LISTED_ACTIONS = 32;

/**
 * Returns the actions that nested wrappers recorded within an action, in the order of their starts.
 *
 * @param {Trace} trace
 * @param {Span} action
 * @param {() => boolean} isLate
 * @returns {Promise<Span[]>}
 */
export async function nestedActions(trace, action, isLate) {
  if (action.nested === 0) return [];
  /** @type {Span[]} */
  const found = [];
  const family = new Set([action.id]);
  const { chunks } = trace.head;
  for (let number = 0; number < chunks.length && found.length < LISTED_ACTIONS; number += 1) {
    const entry = chunks[number];
    if (entry.start > action.end || entry.end < action.start) continue;
    if (isLate()) return [];
    const chunk = await trace.chunk(number);
    const last = chunk.firstStartingAt(action.end + 1);
    for (let index = chunk.firstStartingAt(action.start); index < last; index += 1) {
      if (chunk.parent[index] === 0n || chunk.lane[index] !== action.lane) continue;
      if (found.length < LISTED_ACTIONS) found.push(trace.spanOf(chunk, index));
    }
  }
  found.sort((one, other) => one.start - other.start || other.duration - one.duration);
  // If the action is nested itself, its lane contains other actions, too.
  return found.filter((span) => {
    const isWithin = span.parent !== null && family.has(span.parent);
    if (isWithin) family.add(span.id);
    return isWithin;
  });
}
