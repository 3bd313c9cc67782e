import { COMPLETENESS_WORDS, KIND_WORDS, Kind, LOG_LEVEL_WORDS, OUTCOME_WORDS } from "./Words.js";
import { RETURNED_WORDS, STATE_CHANGE_WORDS } from "./Words.js";

/**
 * All data of one record. `since` is its start, counted from the first event of the trace.
 *
 * @typedef {Readonly<{
 *   kind: string, process: number, id: bigint, lane: number, row: number,
 *   start: number, since: number, duration: number, end: number, prefix: string, name: string,
 *   outcome: string|null, completeness: string, isStartKnown: boolean, isEndKnown: boolean,
 *   stateChange: string|null, returned: string|null, isReentrant: boolean, logLevel: string|null,
 *   parent: bigint|null, cause: bigint|null, nested: number, selfTime: number|null,
 *   waited: number|null, depth: number, outputs: number, text: string|null,
 *   allowed: number|null, taken: number|null, belongsTo: bigint|null, place: string|null,
 *   count: number, busy: number, failed: number, chunk: number, index: number
 * }>} Span
 */

/**
 * Reads a record from its columns.
 *
 * @param {import("./Chunk.js").Chunk} chunk
 * @param {number} index
 * @param {import("./Head.js").Head} head
 * @returns {Span}
 */
export function makeSpan(chunk, index, { names, origin }) {
  const kind = chunk.kind[index];
  const state = chunk.state[index];
  const action = chunk.action[index];
  const [prefix, name] = names[chunk.name[index]] ?? ["", ""];
  const start = chunk.start[index];
  const duration = chunk.duration[index];
  const isAction = kind === Kind.action;
  const isBlock = kind === Kind.block;
  const completeness = COMPLETENESS_WORDS[(state >> 3) & 7] ?? "whole";
  const isStartKnown = (state & 64) === 0;
  // A replayed span without an end is shown as open instead.
  const isEndKnown = completeness === "whole" || completeness === "beginLost"
    || completeness === "announced";
  const isBudget = kind === Kind.budget;
  const nested = isBudget ? 0 : chunk.nested[index];
  const waited = chunk.waited[index];
  return Object.freeze({
    kind: KIND_WORDS[kind] ?? "unknown",
    process: chunk.process(index),
    id: chunk.id[index],
    lane: chunk.lane[index],
    row: chunk.row[index],
    start,
    since: start - origin,
    duration,
    end: start + duration,
    prefix,
    name,
    outcome: OUTCOME_WORDS[state & 7] || null,
    completeness,
    isStartKnown,
    isEndKnown,
    stateChange: isAction ? STATE_CHANGE_WORDS[action & 3] ?? "unknown" : null,
    returned: isAction ? RETURNED_WORDS[(action >> 2) & 7] ?? "unknown" : null,
    isReentrant: isAction && (action & 32) !== 0,
    logLevel: kind === Kind.log && action > 0 ? LOG_LEVEL_WORDS[action - 1] ?? "unknown" : null,
    parent: chunk.parent[index] || null,
    cause: chunk.cause[index] || null,
    nested,
    selfTime: isAction ? Math.max(duration - nested, 0) : null,
    waited: waited > 0 && !isBudget ? waited - 1 : null,
    depth: chunk.depth[index],
    outputs: chunk.outputs[index],
    text: chunk.text(index),
    allowed: isBudget ? chunk.nested[index] : null,
    taken: isBudget ? waited - 1 : null,
    belongsTo: chunk.belongsTo[index] || null,
    place: (names[chunk.place[index]] ?? ["", ""])[1] || null,
    count: isBlock ? chunk.blockCount[index] : 1,
    busy: isBlock ? duration * chunk.busyPart[index] / 16 : duration,
    failed: isBlock ? chunk.failed[index] : (state & 7) === 3 ? 1 : 0,
    chunk: chunk.index,
    index,
  });
}
