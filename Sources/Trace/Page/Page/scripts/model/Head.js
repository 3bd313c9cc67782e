// The types of the head's JSON, for the type checker. See Documentation/PageFormat.md.

/**
 * @typedef {{pid: number, name: string, host: string}} HeadProcess
 * @typedef {{process: number, tid: number, name: string}} HeadThread
 * @typedef {{
 *   process: number, kind: "calls"|"effects"|"stores"|"intervals"|"logs", rows: number,
 *   thread?: number, store?: string, feature?: number, main?: number, name?: number
 * }} HeadLane
 * @typedef {[number, number, string, string]} IdRange
 * @typedef {{
 *   level: number, start: number, end: number, count: number, size: number,
 *   ids: IdRange[], causes: IdRange[]
 * }} HeadChunk
 * @typedef {{
 *   start: number, end: number, process?: number, unit: string, count?: number, stream: string
 * }} HeadGap
 * @typedef {{
 *   process: number, kind: "effects"|"stores"|"queue"|"property", store?: string, stores?: number,
 *   property?: string, values?: string[], marks?: number, decimals?: number,
 *   start: number[], least: number[], most: number[], last: number[]
 * }} HeadCurve
 * @typedef {{
 *   names?: string[], prefixes?: string[], processes?: string[], hosts?: string[], from?: number,
 *   to?: number
 * }} HeadFilter
 * @typedef {{
 *   version: number, title: string, start: string, origin: number, duration: number,
 *   spans: number, points: number, filter?: HeadFilter, processes: HeadProcess[],
 *   threads: HeadThread[], names: [string, string][],
 *   lanes: HeadLane[], levels: number[], chunks: HeadChunk[],
 *   overview: {start: number, width: number, actions: number[], p99: number[]},
 *   curves: HeadCurve[], gaps: HeadGap[],
 *   profile?: {chunk?: number, samples?: number, failure?: string}, report: any
 * }} Head
 */

/** The version of the format that this page reads. */
export const DATA_VERSION = 1;

/**
 * Returns the time of the first event in nanoseconds since the Unix epoch.
 *
 * @param {Head} head
 */
export function firstEventTime(head) {
  return BigInt(head.start) + BigInt(head.origin);
}

/**
 * Returns the time of the recording: from the first event, or the first selected record after it.
 * Earlier records, such as stores of a program that was attached to, can be much older.
 *
 * @param {Head} head
 */
export function recordedWindow({ origin, duration }) {
  const from = origin < duration ? Math.max(origin, 0) : 0;
  return { from, to: Math.max(duration, from + 1) };
}
