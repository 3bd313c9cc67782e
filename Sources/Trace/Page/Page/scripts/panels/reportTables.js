import { displayName, formatCount, formatDuration, formatPercent } from "../state/format.js";
import { formatSince, visibleText } from "../state/format.js";
import { causeText, estimateMark, hasSeveralHosts } from "./reportText.js";

/** @typedef {import("./Report.js").Report} Report */
/** @typedef {import("./Report.js").DurationFigures} DurationFigures */
/** @typedef {import("./Report.js").DurationBucket} DurationBucket */
/** @typedef {import("../model/Matcher.js").Match} Match */

/**
 * A column. Rows are sorted by `value`. `bar`, from 0 to 1, and `buckets` are drawn.
 *
 * @typedef {{
 *   key: string, heading: string, explanation: string, isText?: boolean,
 *   text: (row: any) => string, value: (row: any) => number|string|null,
 *   bar?: (row: any) => number, buckets?: (row: any) => DurationBucket[],
 *   bounds?: {first: number, last: number}, isAlarming?: (row: any) => boolean
 * }} Column
 *
 * A table of the report. `reference` is the span of a row that stands for a single span.
 *
 * @typedef {{
 *   id: string, title: string, heading: string, rows: any[], columns: Column[],
 *   order: {key: string, isDescending: boolean}|null, leftOut: number,
 *   nameOf: (row: any) => {prefix: string, name: string},
 *   seriesOf: (row: any) => Match, levelsOf?: (row: any) => Match[],
 *   figuresOf: (row: any) => DurationFigures|null,
 *   referenceOf?: (row: any) => {process: number, kind: string, id: bigint}|null
 * }} ReportTable
 */

/** The maximum number of powers of two in a distribution. */
export const WIDEST_DISTRIBUTION = 20;

/**
 * Returns the non-empty tables of a report, with the columns and texts of the command.
 *
 * @param {Report} report
 * @returns {ReportTable[]}
 */
export function reportTables(report) {
  return [
    actionTable(report), slowTable(report, "action"), effectTable(report),
    slowTable(report, "effect"), runningTable(report), storeTable(report), observerTable(report),
    notificationTable(report), intervalTable(report), eventTable(report), logTable(report),
  ].filter((table) => table.rows.length > 0 || table.id === "actions");
}

/** @type {Record<string, string>} */
const ORDER_TEXTS = {
  total: "total time", self: "self time", count: "count", mean: "mean time",
  p99: "99th percentile", max: "longest time", name: "name",
};

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function actionTable(report) {
  const rows = report.actions;
  /** @type {Column[]} */
  const columns = [...groupColumn(report), countColumn("count", "count", "how many were begun")];
  if (rows.some((row) => row.self_ns !== (row.duration?.total_ns ?? 0))) {
    columns.push(durationColumn("self", "self", "all the time of the innermost wrapped reducer",
      (row) => row.self_ns));
  }
  columns.push(shareColumn(rows));
  columns.push(...statisticsColumns(), deviationColumn(), ...distributionColumn(rows));
  columns.push({
    key: "changed", heading: "changed", explanation: "how many changed the state",
    text: (row) => changedText(row.state_changed), value: (row) => row.state_changed.yes,
  });
  if (rows.some((row) => row.over_budget > 0)) {
    columns.push(alarming(countColumn("over_budget", "over budget",
      "how many took longer than their wrapper allows")));
  }
  if (rows.some((row) => row.open > 0)) {
    columns.push(countColumn("open", "open", "how many have no end"));
  }
  return {
    id: "actions", title: "Actions",
    heading: `Actions by ${ORDER_TEXTS[report.order]}${estimateMark(report)}`, rows,
    columns, order: orderOf(report.order, columns), leftOut: 0, nameOf: namesOfRow,
    seriesOf: seriesOfAction, levelsOf: levelSeries,
    figuresOf: (row) => row.duration ?? null,
  };
}

/**
 * Returns the spans of a row of actions: the spans of the outermost wrapper, as the durations are.
 *
 * @param {any} row
 */
function seriesOfAction(row) {
  const { prefix, name } = row.levels?.[0] ?? row;
  return { kind: "action", prefix, name };
}

/**
 * Returns the spans of each wrapper that the actions of a row pass, the outermost first.
 *
 * @param {any} row
 */
function levelSeries(row) {
  /** @type {{prefix: string, name: string}[]} */
  const levels = row.levels ?? [];
  return levels.map(({ prefix, name }) => ({ kind: "action", prefix, name }));
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function effectTable(report) {
  const rows = report.effects;
  const order = report.order === "self" ? "total" : report.order;
  const columns = [
    ...groupColumn(report),
    countColumn("started", "started", "how many were started"),
    countColumn("finished", "finished", "how many were done"),
    countColumn("cancelled", "cancelled", "how many were cancelled"),
    alarming(countColumn("failed", "failed", "how many threw an error")),
  ];
  if (rows.some((row) => row.ended_otherwise > 0)) {
    columns.push(countColumn("ended_otherwise", "other", "how many ended in a newer way"));
  }
  columns.push(
    countColumn("running", "running", "how many have no end"),
    countColumn("outputs", "outputs", "how many actions they sent"),
    ...statisticsColumns(), deviationColumn(), ...distributionColumn(rows));
  return {
    id: "effects", title: "Effects",
    heading: `Effects by ${ORDER_TEXTS[order]}${estimateMark(report)}`, rows, columns,
    order: orderOf(order === "count" ? "started" : order, columns), leftOut: 0,
    nameOf: namesOfRow,
    seriesOf: (row) => ({ kind: "effect", prefix: row.prefix, name: row.name }),
    figuresOf: (row) => row.duration ?? null,
  };
}

/**
 * @param {Report} report
 * @param {"action"|"effect"} kind
 * @returns {ReportTable}
 */
function slowTable(report, kind) {
  const rows = kind === "action" ? report.slowest_actions : report.slowest_effects;
  /** @type {Column[]} */
  const columns = [
    withBars(durationColumn("took", "took", "how long it took", (row) => row.duration_ns), rows),
  ];
  if (rows.some((row) => row.self_ns !== undefined && row.self_ns !== row.duration_ns)) {
    columns.push(durationColumn("self", "self", "the time of the innermost wrapped reducer",
      (row) => row.self_ns ?? null, ""));
  }
  if (rows.some((row) => row.outcome !== undefined)) {
    columns.push({
      key: "outcome", heading: "outcome", explanation: "how it ended", isText: true,
      text: (row) => row.outcome ?? "", value: (row) => row.outcome ?? "",
      isAlarming: (row) => row.outcome === "failed",
    });
  }
  columns.push(sinceColumn("at", "when it began, from the start of the trace"));
  if (rows.some((row) => row.thread !== undefined)) {
    columns.push(idColumn("thread", "thread", "on which it began", (row) => row.thread));
  }
  columns.push(...processColumns(report), {
    key: "causes", heading: "caused by", explanation: "what led to it, from outside", isText: true,
    text: (row) => causeText(row) ?? "from outside", value: (row) => row.causes.length,
  });
  return {
    id: `slowest-${kind}s`, title: `Slowest ${kind}s`, heading: `Slowest ${kind}s`, rows, columns,
    order: { key: "took", isDescending: true }, leftOut: 0, nameOf: namesOfRow,
    seriesOf: (row) => kind === "effect" ? { kind, prefix: row.prefix, name: row.name }
      : seriesOfAction(report.actions.find((other) =>
        other.prefix === row.prefix && other.name === row.name) ?? row),
    figuresOf: (row) => figuresOfName(
      kind === "action" ? report.actions : report.effects, row),
    referenceOf: (row) => referenceOf(report, row, kind, row.id),
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function runningTable(report) {
  const rows = report.running_effects;
  return {
    id: "running", title: "Running effects",
    heading: report.is_complete
      ? "Effects still running at the end" : "Effects still running, or their end was lost",
    rows,
    columns: [
      idColumn("effect", "effect", "its id", (row) => row.effect),
      idColumn("action", "of action", "the id of the action that started it",
        (row) => row.action),
      ...processColumns(report),
      sinceColumn("since", "when it began, from the start of the trace"),
      durationColumn("for", "for", "until the end of the trace", (row) => row.age_ns),
    ],
    order: { key: "since", isDescending: false }, leftOut: report.running_effects_left_out,
    nameOf: namesOfRow,
    seriesOf: (row) => ({ kind: "effect", prefix: row.prefix, name: row.name }),
    figuresOf: (row) => figuresOfName(report.effects, row),
    referenceOf: (row) => referenceOf(report, row, "effect", row.effect),
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function storeTable(report) {
  return {
    id: "stores", title: "Stores",
    heading: `Stores by actions sent${estimateMark(report)}`, rows: report.stores,
    columns: [
      withBars(countColumn("sends", "sends", "how many actions they were sent"), report.stores),
      countColumn("queued", "queued", "how many of those had to wait"),
      alarming(countColumn("reentrant", "re-entrant",
        "how many of those were sent while the store processed an action")),
      countColumn("max_depth", "deepest", "the most actions that came before one"),
      durationColumn("mean_wait", "mean wait", "from sending to the begin, of those that waited",
        (row) => row.waiting?.mean_ns ?? null, ""),
      durationColumn("max_wait", "max wait", "from sending to the begin, of those that waited",
        (row) => row.waiting?.max_ns ?? null, ""),
      ...actorColumns(report),
    ],
    order: { key: "sends", isDescending: true }, leftOut: 0,
    nameOf: (row) => ({ prefix: "", name: row.feature === "" ? "(unknown)" : row.feature }),
    seriesOf: (row) => ({ kind: "store", name: row.feature }),
    figuresOf: () => null,
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function observerTable(report) {
  const rows = report.observers;
  const columns = [
    countColumn("count", "count", "how often they reacted to a change"), shareColumn(rows),
    ...statisticsColumns(),
  ];
  if (rows.some((row) => row.over_budget > 0)) {
    columns.push(alarming(countColumn("over_budget", "over budget",
      "how many reactions took longer than allowed")));
  }
  if (rows.some((row) => row.open > 0)) {
    columns.push(countColumn("open", "open", "how many have no end"));
  }
  return {
    id: "observers", title: "Observers",
    heading: `Observers by total time${estimateMark(report)}`, rows, columns,
    order: { key: "total", isDescending: true }, leftOut: 0,
    nameOf: (row) => ({ prefix: "", name: `${row.file}:${row.line}` }),
    seriesOf: (row) => ({ kind: "observer", name: `${row.file}:${row.line}` }),
    figuresOf: (row) => row.duration ?? null,
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function notificationTable(report) {
  const rows = report.observers.flatMap(({ file, line, notified_by: notifications }) =>
    (notifications ?? []).map((notification) => ({ file, line, ...notification })));
  const columns = [
    textColumn("property", "the first property that changed, of what they had read",
      (row) => visibleText(row.property ?? "(unknown)")),
    textColumn("action", "the action that changed it",
      (row) => row.name === undefined ? "(unknown)" : displayName(row.prefix, row.name)),
    countColumn("count", "count", "how often they reacted to it"),
  ];
  if (rows.some((row) => row.with_others > 0)) {
    columns.push(countColumn("with_others", "with others",
      "how often other properties that they had read changed, too"));
  }
  return {
    id: "notified-by", title: "Notified by",
    heading: `Observers notified by${estimateMark(report)}`, rows, columns,
    order: null, leftOut: 0, nameOf: (row) => ({ prefix: "", name: `${row.file}:${row.line}` }),
    seriesOf: (row) => ({ kind: "observer", name: `${row.file}:${row.line}` }),
    figuresOf: () => null,
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function intervalTable(report) {
  const rows = report.intervals;
  const columns = [
    countColumn("count", "count", "how many were begun"), shareColumn(rows),
    ...statisticsColumns(),
  ];
  const outcomes = [
    countColumn("cancelled", "cancelled", "how many had code that was cancelled"),
    alarming(countColumn("failed", "failed", "how many had code that threw an error")),
    countColumn("abandoned", "abandoned", "how many the program dropped"),
    countColumn("ended_otherwise", "other", "how many ended in a newer way"),
    countColumn("open", "never ended", "how many have no end"),
  ];
  columns.push(...outcomes.filter((column) => rows.some((row) => Number(column.value(row)) > 0)));
  return {
    id: "intervals", title: "Intervals", heading: "Intervals by total time", rows, columns,
    order: { key: "total", isDescending: true }, leftOut: 0, nameOf: namesOfSignposter,
    seriesOf: ({ subsystem, category, name }) => ({ kind: "interval", subsystem, category, name }),
    figuresOf: (row) => row.duration ?? null,
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function eventTable(report) {
  return {
    id: "events", title: "Events", heading: "Point events", rows: report.signpost_events,
    columns: [withBars(countColumn("count", "count", "how many"), report.signpost_events)],
    order: { key: "count", isDescending: true }, leftOut: 0, nameOf: namesOfSignposter,
    seriesOf: ({ subsystem, category, name }) => ({ kind: "event", subsystem, category, name }),
    figuresOf: () => null,
  };
}

/**
 * @param {Report} report
 * @returns {ReportTable}
 */
function logTable(report) {
  const levels = [
    ["critical", "critical"], ["error", "error"], ["warning", "warning"], ["notice", "notice"],
    ["info", "info"], ["debug", "debug"], ["trace", "trace"], ["unknown", "other"],
  ];
  const found = levels.filter(([level]) => report.logs.some((row) => row.levels[level] > 0));
  return {
    id: "logs", title: "Logs", heading: "Log records", rows: report.logs,
    columns: [
      withBars(countColumn("count", "count", "how many"), report.logs),
      ...found.map(([level, heading]) => {
        /** @type {Column} */
        const column = {
          key: level, heading, explanation: `how many of the level ${heading}`,
          text: (row) => formatCount(row.levels[level]), value: (row) => row.levels[level],
        };
        if (level === "critical" || level === "error") {
          column.isAlarming = (row) => row.levels[level] > 0;
        }
        return column;
      }),
    ],
    order: null, leftOut: 0,
    nameOf: (row) => ({ prefix: "", name: row.label === "" ? "(no label)" : row.label }),
    seriesOf: (row) => ({ kind: "log", name: row.label }),
    figuresOf: () => null,
  };
}

// MARK: Columns

/**
 * @param {string} key
 * @param {string} explanation
 * @param {(row: any) => string} text
 * @returns {Column}
 */
function textColumn(key, explanation, text) {
  return { key, heading: key, explanation, isText: true, text, value: text };
}

/**
 * @param {string} key
 * @param {string} heading
 * @param {string} explanation
 * @returns {Column}
 */
function countColumn(key, heading, explanation) {
  return {
    key, heading, explanation, text: (row) => formatCount(row[key]), value: (row) => row[key],
  };
}

/**
 * @param {string} key
 * @param {string} heading
 * @param {string} explanation
 * @param {(row: any) => number|null} value
 * @param {string} [missing]
 * @returns {Column}
 */
function durationColumn(key, heading, explanation, value, missing = "–") {
  return {
    key, heading, explanation, value,
    text: (row) => {
      const nanoseconds = value(row);
      return nanoseconds === null ? missing : formatDuration(nanoseconds);
    },
  };
}

/**
 * Returns the columns of the waits for the actor of a store, if any action waited for one.
 *
 * @param {Report} report
 * @returns {Column[]}
 */
function actorColumns(report) {
  if (!report.stores.some((row) => row.actor_waiting)) return [];
  return [
    {
      key: "actor_waits", heading: "actor waits",
      explanation: "how many waited for the actor of the store",
      text: (row) => row.actor_waiting ? formatCount(row.actor_waiting.count) : "",
      value: (row) => row.actor_waiting?.count ?? 0,
    },
    durationColumn("p50_actor_wait", "p50 actor", "the median wait for the actor of the store",
      (row) => row.actor_waiting?.p50_ns ?? null, ""),
    durationColumn("max_actor_wait", "max actor", "the longest wait for the actor of the store",
      (row) => row.actor_waiting?.max_ns ?? null, ""),
  ];
}

/** @param {{share: number}[]} rows */
function shareColumn(rows) {
  return withBars({
    key: "share", heading: "share",
    explanation: "part of the time of the recording, without the wrappers, observers and intervals "
      + "within",
    text: (row) => formatPercent(row.share), value: (row) => row.share,
  }, rows);
}

function statisticsColumns() {
  const columns = [
    ["total", "total_ns", "all the time together"], ["min", "min_ns", "the shortest"],
    ["mean", "mean_ns", "the arithmetic mean"], ["p50", "p50_ns", "half are not longer"],
    ["p90", "p90_ns", "90 % are not longer"], ["p99", "p99_ns", "99 % are not longer"],
    ["max", "max_ns", "the longest"],
  ];
  return columns.map(([heading, key, explanation]) =>
    durationColumn(heading, heading, explanation, (row) => row.duration?.[key] ?? null));
}

function deviationColumn() {
  return durationColumn("deviation", "std dev", "standard deviation",
    (row) => row.duration?.standard_deviation_ns ?? null);
}

/**
 * Returns a column of histograms over powers of two, aligned between rows.
 *
 * @param {{distribution: DurationBucket[]}[]} rows
 * @returns {Column[]}
 */
function distributionColumn(rows) {
  let [first, last] = [Infinity, 0];
  for (const { distribution } of rows) {
    for (const bucket of distribution) {
      first = Math.min(first, bucket.from_ns);
      last = Math.max(last, bucket.from_ns);
    }
  }
  if (first === Infinity) return [];
  return [{
    key: "distribution", heading: "distribution",
    explanation: `how durations are distributed, from ${formatDuration(first)} to `
      + `${formatDuration(Math.max(last * 2, 1))}, a bar for each power of two`,
    text: (row) => distributionText(row.distribution), buckets: (row) => row.distribution,
    bounds: { first, last },
    value: (row) => {
      const fullest = fullestBucket(row.distribution);
      return fullest ? fullest.from_ns : null;
    },
  }];
}

/** @param {DurationBucket[]} buckets */
function fullestBucket(buckets) {
  return buckets.reduce(
    (best, bucket) => best === null || bucket.count > best.count ? bucket : best,
    /** @type {DurationBucket|null} */ (null));
}

/** @param {DurationBucket[]} buckets */
function distributionText(buckets) {
  const fullest = fullestBucket(buckets);
  if (!fullest) return "";
  return `mostly ${formatDuration(fullest.from_ns)} to ${formatDuration(fullest.from_ns * 2)}`;
}

/**
 * @param {string} heading
 * @param {string} explanation
 * @returns {Column}
 */
function sinceColumn(heading, explanation) {
  return {
    key: heading, heading, explanation, text: (row) => formatSince(row.since_ns),
    value: (row) => row.since_ns,
  };
}

/**
 * @param {string} key
 * @param {string} heading
 * @param {string} explanation
 * @param {(row: any) => number|string|undefined} value
 * @returns {Column}
 */
function idColumn(key, heading, explanation, value) {
  return {
    key, heading, explanation, text: (row) => `${value(row) ?? "?"}`,
    value: (row) => {
      const id = value(row);
      return id === undefined ? null : Number(id);
    },
  };
}

/**
 * @param {Report} report
 * @returns {Column[]}
 */
function processColumns({ processes }) {
  const columns = [];
  if (processes.length > 1) {
    columns.push(idColumn("pid", "pid", "the id of its process", (row) => row.vpid));
  }
  if (hasSeveralHosts(processes)) {
    columns.push({
      key: "host", heading: "host", explanation: "the machine it ran on", isText: true,
      text: (/** @type {any} */ row) => row.host === undefined ? "?" : visibleText(row.host),
      value: (/** @type {any} */ row) => row.host ?? "",
    });
  }
  return columns;
}

/**
 * @param {Report} report
 * @returns {Column[]}
 */
function groupColumn({ grouping }) {
  if (grouping === undefined) return [];
  return [{
    key: "group", heading: grouping, explanation: `rows are set apart by ${grouping}`,
    isText: true, text: (row) => visibleText(row.group ?? ""), value: (row) => row.group ?? "",
  }];
}

/**
 * @param {Column} column
 * @param {any[]} rows
 * @returns {Column}
 */
function withBars(column, rows) {
  let largest = Number.MIN_VALUE;
  for (const row of rows) largest = Math.max(largest, Number(column.value(row) ?? 0));
  return { ...column, bar: (row) => Number(column.value(row) ?? 0) / largest };
}

/**
 * @param {Column} column
 * @returns {Column}
 */
function alarming(column) {
  return { ...column, isAlarming: (row) => Number(column.value(row)) > 0 };
}

/**
 * Returns a number of state changes: exact, “≥” a number, or unknown.
 *
 * @param {{yes: number, no: number, unknown: number}} changes
 */
function changedText(changes) {
  if (changes.unknown === 0) return formatCount(changes.yes);
  return changes.yes === 0 && changes.no === 0 ? "?" : `≥${formatCount(changes.yes)}`;
}

// MARK: Rows

/** @param {{prefix: string, name: string}} row */
function namesOfRow({ prefix, name }) {
  return { prefix, name };
}

/** @param {{subsystem: string, category: string, name: string}} row */
function namesOfSignposter({ subsystem, category, name }) {
  return { prefix: [subsystem, category].filter((part) => part !== "").join(":"), name };
}

/**
 * @param {{prefix: string, name: string, duration?: DurationFigures}[]} rows
 * @param {{prefix: string, name: string}} name
 */
function figuresOfName(rows, { prefix, name }) {
  const found = rows.filter((row) => row.prefix === prefix && row.name === name);
  // Separate rows, for example per thread, have no combined figures.
  return found.length === 1 ? found[0].duration ?? null : null;
}

/**
 * Returns the span of a row. Processes in different containers can have the same id.
 *
 * @param {Report} report
 * @param {{process?: number, vpid?: number, host?: string}} row
 * @param {string} kind
 * @param {string} id
 */
export function referenceOf({ processes }, row, kind, id) {
  // Older reports lack the index.
  const process = row.process
    ?? processes.findIndex(({ vpid, host }) => vpid === row.vpid && host === row.host);
  return processes[process] === undefined ? null : { process, kind, id: BigInt(id) };
}

/**
 * @param {string} order
 * @param {Column[]} columns
 */
function orderOf(order, columns) {
  if (order === "name") return { key: "name", isDescending: false };
  return columns.some((column) => column.key === order)
    ? { key: order, isDescending: true } : null;
}

/**
 * Returns a row's name as in the report.
 *
 * @param {ReportTable} table
 * @param {any} row
 */
export function nameOfRow(table, row) {
  const { prefix, name } = table.nameOf(row);
  return displayName(prefix, name);
}
