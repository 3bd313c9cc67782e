import { Kind } from "../model/Words.js";
import { nestedActions } from "./nestedActions.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Chunk.js").Chunk} Chunk */

const OBSERVER = Kind.observer;

/**
 * Returns the reactions of observers to an action. Where the trace does not name their causes, they
 * end with the next action that changed the state of the store, or may have changed it.
 *
 * @param {Trace} trace
 * @param {Span} action the outermost of its wrappers
 * @param {number} limit
 * @returns {Promise<Span[]>} in the order of their starts
 */
export async function reactionsTo(trace, action, limit) {
  if (!action.isEndKnown || action.stateChange === "unchanged") return [];
  /** @type {Span[]} */
  const notified = [];
  for (const source of [action, ...await nestedActions(trace, action, () => false)]) {
    notified.push(...(await trace.notifiedBy(source, { limit })).spans);
  }
  const found = [...notified, ...await reactionsAfter(trace, action, limit)];
  found.sort((one, other) => one.start - other.start);
  return found.filter((reaction) => reaction.isEndKnown).slice(0, limit);
}

/**
 * Returns the reactions after an action whose causes the trace does not name.
 *
 * @param {Trace} trace
 * @param {Span} action
 * @param {number} limit
 * @returns {Promise<Span[]>} in the order of their starts
 */
async function reactionsAfter(trace, action, limit) {
  const lanes = lanesOfStore(trace, action.lane);
  if (lanes === null) return [];
  /** @type {Span[]} */
  const found = [];
  let since = action.end;
  while (found.length < limit) {
    const last = found[found.length - 1];
    const next = await nextReaction(trace, action.process, lanes, since, last);
    if (next === null || await hasChange(trace, lanes, since, next.start, action)) break;
    found.push(next);
    since = next.start;
  }
  return found;
}

/**
 * Returns the lanes of calls to the store of a lane, `null` if the store is not known.
 *
 * @param {Trace} trace
 * @param {number} lane
 */
function lanesOfStore({ head }, lane) {
  const { process, store } = head.lanes[lane];
  if (store === undefined) return null;
  return new Set([...head.lanes.keys()].filter((other) => {
    const { kind, process: owner, store: its } = head.lanes[other];
    return kind === "calls" && owner === process && its === store;
  }));
}

/**
 * Returns the first reaction after another one, at or after a time.
 *
 * @param {Trace} trace
 * @param {number} process
 * @param {Set<number>} lanes
 * @param {number} since
 * @param {Span|undefined} last
 * @returns {Promise<Span|null>}
 */
async function nextReaction(trace, process, lanes, since, last) {
  const { chunks } = trace.head;
  const numbers = [...chunks.keys()].filter((number) => {
    const { end, ids } = chunks[number];
    return end >= since && ids.some(([owner, kind]) => owner === process && kind === OBSERVER);
  }).sort((one, other) => chunks[one].start - chunks[other].start);
  /** @type {Span|null} */
  let best = null;
  for (const number of numbers) {
    if (best && chunks[number].start > best.start) break;
    const chunk = await trace.chunk(number);
    for (let index = chunk.firstStartingAt(since); index < chunk.count; index += 1) {
      if (best && chunk.start[index] >= best.start) break;
      if (chunk.kind[index] !== OBSERVER || !lanes.has(chunk.lane[index])) continue;
      if (chunk.cause[index] !== 0n) continue;
      // The ids of reactions are in the order of their starts.
      if (last && chunk.id[index] <= last.id) continue;
      best = trace.spanOf(chunk, index);
      break;
    }
  }
  return best;
}

/**
 * Whether another action of the lanes ended in a range of time and changed the state, or may have
 * changed it.
 *
 * @param {Trace} trace
 * @param {Set<number>} lanes
 * @param {number} from
 * @param {number} to
 * @param {Span} action
 */
async function hasChange(trace, lanes, from, to, action) {
  const { chunks } = trace.head;
  for (const [number, entry] of chunks.entries()) {
    if (entry.start > to || entry.end < from) continue;
    const chunk = await trace.chunk(number);
    const { kind, lane, start, duration, hasParent } = chunk;
    for (let index = chunk.firstEndingAt(from); index < chunk.count; index += 1) {
      if (start[index] > to) break;
      if (kind[index] !== Kind.action || hasParent[index] || !lanes.has(lane[index])) continue;
      const end = start[index] + duration[index];
      if (end <= from || end > to || chunk.id[index] === action.id) continue;
      const other = trace.spanOf(chunk, index);
      if (other.isEndKnown && other.stateChange !== "unchanged") return true;
    }
  }
  return false;
}
