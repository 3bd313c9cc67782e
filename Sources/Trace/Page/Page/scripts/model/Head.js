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
 *   property?: string, values?: string[], marks?: number,
 *   start: number[], least: number[], most: number[], last: number[]
 * }} HeadCurve
 * @typedef {{
 *   version: number, title: string, start: string, duration: number, spans: number,
 *   points: number, processes: HeadProcess[], threads: HeadThread[], names: [string, string][],
 *   lanes: HeadLane[], levels: number[], chunks: HeadChunk[],
 *   overview: {start: number, width: number, actions: number[], p99: number[]},
 *   curves: HeadCurve[], gaps: HeadGap[],
 *   profile?: {chunk?: number, samples?: number, failure?: string}, report: any
 * }} Head
 */

/** The version of the format that this page reads. */
export const DATA_VERSION = 1;
