// The types of `signpost report --json`, for the type checker. Documentation/report.schema.json
// describes all of it.

/**
 * @typedef {{
 *   count: number, total_ns: number, min_ns: number, mean_ns: number, p50_ns: number,
 *   p90_ns: number, p99_ns: number, max_ns: number, standard_deviation_ns: number
 * }} DurationFigures
 * @typedef {{from_ns: number, count: number}} DurationBucket
 * @typedef {{
 *   vpid?: number, name: string, host?: string, schema_version?: number, library?: string,
 *   actions: number, intervals: number, effects: number, stores_created: number,
 *   stores_released: number, stores_alive: number, children_made: number, children_found: number
 * }} ReportProcess
 * @typedef {{
 *   group?: string, prefix: string, name: string, count: number, open: number,
 *   levels?: {prefix: string, name: string, count: number, self_ns: number}[],
 *   state_changed: {yes: number, no: number, unknown: number}, over_budget: number,
 *   self_ns: number, exclusive_ns: number, share: number, duration?: DurationFigures,
 *   distribution: DurationBucket[]
 * }} ActionRow
 * @typedef {{
 *   group?: string, prefix: string, name: string, started: number, finished: number,
 *   cancelled: number, failed: number, ended_otherwise: number, running: number, outputs: number,
 *   duration?: DurationFigures, distribution: DurationBucket[]
 * }} EffectRow
 * @typedef {{
 *   prefix: string, name: string, effect: string, action: string, process?: number,
 *   vpid?: number, host?: string, since_ns: number, age_ns: number
 * }} RunningRow
 * @typedef {{kind: string, id: string, prefix: string, name: string, since_ns: number}} CauseStep
 * @typedef {{
 *   kind?: string, prefix: string, name: string, id: string, vpid?: number, host?: string,
 *   process?: number, thread?: number, since_ns: number, duration_ns: number, self_ns?: number,
 *   outcome?: string,
 *   causes: CauseStep[], came_from_outside: boolean
 * }} SlowRow
 * @typedef {{
 *   subsystem: string, category: string, name: string, count: number, finished: number,
 *   cancelled: number, failed: number, abandoned: number, ended_otherwise: number, open: number,
 *   exclusive_ns: number, share: number, duration?: DurationFigures
 * }} IntervalRow
 * @typedef {{subsystem: string, category: string, name: string, count: number}} EventRow
 * @typedef {{label: string, count: number, levels: Record<string, number>}} LogRow
 * @typedef {{
 *   property?: string, prefix?: string, name?: string, count: number, with_others: number
 * }} NotificationRow
 * @typedef {{
 *   file: string, line: number, count: number, open: number, over_budget: number,
 *   exclusive_ns: number, share: number, duration?: DurationFigures,
 *   notified_by?: NotificationRow[]
 * }} ObserverRow
 * @typedef {{
 *   feature: string, sends: number, queued: number, reentrant: number, max_depth: number,
 *   waiting?: DurationFigures, actor_waiting?: DurationFigures
 * }} StoreRow
 * @typedef {{
 *   stream: string, events: number, uncounted_events: number, packets: number,
 *   uncounted_packets: number
 * }} StreamLosses
 * @typedef {{
 *   kind: string, prefix: string, name: string, id: string, process?: number,
 *   vpid?: number, host?: string, since_ns: number, duration_ns: number
 * }} FindingSpan
 * @typedef {{
 *   rule: string, subject: string, summary: string, cost_ns?: number, cost_share?: number,
 *   payer: string, certainty: string, advice: string, article: string, evidence: FindingSpan[]
 * }} FindingRow
 * @typedef {{
 *   directory: string, is_complete: boolean, remarks: string[], is_filtered: boolean,
 *   grouping?: string,
 *   order: string, start_ns?: string, duration_ns: number,
 *   time: {process: number, summary: string}[], findings: FindingRow[],
 *   events: {total: number, composable: number, unknown: number, malformed: number},
 *   losses: {
 *     events: number, uncounted_events: number, packets: number, uncounted_packets: number,
 *     streams: StreamLosses[]
 *   },
 *   damage: {path: string, message: string}[], parts: {kind: string}[],
 *   schema_versions: number[], sampling?: {sample?: string},
 *   processes: ReportProcess[], actions: ActionRow[], effects: EffectRow[],
 *   running_effects: RunningRow[], running_effects_left_out: number,
 *   slowest_actions: SlowRow[], slowest: SlowRow[], slowest_effects: SlowRow[],
 *   intervals: IntervalRow[],
 *   signpost_events: EventRow[], logs: LogRow[], observers: ObserverRow[], stores: StoreRow[],
 *   unmatched: Record<string, number>
 * }} Report
 */

/** The latest version of the trace schema whose events the figures of the page include. */
export const KNOWN_SCHEMA_VERSION = 11;

/**
 * Returns a report with defaults for missing fields that the page requires.
 *
 * @param {any} report the report of the head
 * @returns {Report}
 */
export function completedReport(report) {
  const counts = { events: 0, uncounted_events: 0, packets: 0, uncounted_packets: 0 };
  return {
    directory: "", is_complete: true, remarks: [], is_filtered: false, order: "total", duration_ns: 0,
    time: [], findings: [], damage: [], parts: [], schema_versions: [], processes: [], actions: [], effects: [],
    running_effects: [], running_effects_left_out: 0, slowest_actions: [],
    slowest: report?.slowest_actions ?? [], slowest_effects: [],
    intervals: [], signpost_events: [], logs: [], observers: [], stores: [], unmatched: {},
    ...report,
    events: { total: 0, composable: 0, unknown: 0, malformed: 0, ...report?.events },
    losses: { ...counts, streams: [], ...report?.losses },
  };
}
