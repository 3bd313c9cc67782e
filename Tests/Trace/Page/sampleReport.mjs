const OUTCOMES = ["none", "finished", "cancelled", "failed", "abandoned", "unknown"];
const LEVELS = ["trace", "debug", "info", "notice", "warning", "error", "critical", "unknown"];
const SLOWEST_COUNT = 20;

/** The report of a made-up recording, in the shape of `Documentation/report.schema.json`. */
export function sampleReport(program) {
  const by = (kind) => program.records.filter((record) => record.kind === kind);
  const [actions, effects, intervals, observers, stores, logs, events, budgets] =
    [0, 1, 2, 3, 4, 5, 6, 7].map(by);
  const context = {
    program, budgets,
    actions: new Map(actions.map((action) => [key(program, action), action])),
    effects: new Map(effects.map((effect) => [key(program, effect), effect])),
  };
  const open = effects.filter((effect) => effect.completeness === 2);
  return {
    format_version: 3,
    directory: "todo-20261122-161500",
    is_complete: program.gaps.length === 0,
    remarks: [],
    is_filtered: false,
    order: "total",
    start_ns: "1795362900000000000",
    duration_ns: program.duration,
    time: [timeOf(program, actions, observers)],
    findings: findingsOf(program, actions),
    rules: [],
    events: {
      total: program.records.length * 2, composable: program.records.length * 2, unknown: 0,
      malformed: 0,
    },
    losses: {
      events: program.gaps.reduce((sum, gap) => sum + gap.count, 0), uncounted_events: 0,
      packets: 0, uncounted_packets: 0,
      streams: program.gaps.map((gap) => ({
        stream: gap.stream, events: gap.count, uncounted_events: 0, packets: 0,
        uncounted_packets: 0,
      })),
    },
    damage: [],
    parts: [],
    schema_versions: [7],
    processes: program.processes.map((process, index) => processRow(program, process, index)),
    actions: actionRows(actions, context),
    effects: effectRows(effects, program),
    running_effects: open.slice(0, 20).map((effect) => ({
      ...named(program, effect.name), effect: String(effect.id), action: String(effect.cause),
      ...place(program, effect), since_ns: effect.start, age_ns: effect.duration,
    })),
    running_effects_left_out: Math.max(0, open.length - 20),
    slowest_actions: slowest(actions.filter((action) => action.parent === 0n), context),
    slowest: [],
    slowest_effects: slowest(effects.filter((effect) => effect.completeness === 0), context),
    intervals: intervalRows(intervals, program),
    signpost_events: grouped(
      events, (event) => `${program.lanes[event.lane].name} ${event.name}`
    ).map(([first, list]) => ({
      ...source(program, first), name: program.names[first.name][1], count: list.length,
    })),
    logs: grouped(logs, (log) => log.name).map(([first, list]) => ({
      label: program.names[first.name][1], count: list.length,
      levels: Object.fromEntries(LEVELS.map((level, number) =>
        [level, list.filter((log) => log.action === number + 1).length])),
    })),
    observers: grouped(observers, (observer) => observer.name).map(([first, list]) => {
      const [file, line] = program.names[first.name][1].split(":");
      return {
        file, line: Number(line), count: list.length, open: 0, over_budget: 0,
        ...exclusive(list, program), duration: statistics(list.map((observer) => observer.duration)),
        notified_by: notifications(list, actions, program),
      };
    }).sort(byTotal),
    stores: storeRows(stores, actions, program),
    unmatched: Object.fromEntries([
      "action_ends", "effect_ends", "effect_outputs", "interval_ends", "observer_ends",
      "stores_released", "repeated_begins", "reversed", "forgotten",
    ].map((name) => [name, 0])),
  };
}

/** Returns the figures of a number of durations. */
export function statistics(durations) {
  if (durations.length === 0) return undefined;
  const sorted = Float64Array.from(durations).sort();
  const count = sorted.length;
  const total = sorted.reduce((sum, duration) => sum + duration, 0);
  const mean = total / count;
  const variance = sorted.reduce((sum, duration) => sum + (duration - mean) ** 2, 0) / count;
  const percentile = (part) => sorted[Math.max(0, Math.ceil(count * part) - 1)];
  return {
    count, total_ns: total, min_ns: sorted[0], mean_ns: Math.floor(mean),
    standard_deviation_ns: Math.round(Math.sqrt(variance)), p50_ns: percentile(0.5),
    p90_ns: percentile(0.9), p99_ns: percentile(0.99), max_ns: sorted[count - 1],
  };
}

function key(program, record) {
  return `${program.lanes[record.lane].process} ${record.id}`;
}

function named(program, index) {
  const [prefix, name] = program.names[index];
  return { prefix, name };
}

function source(program, record) {
  const [subsystem, category] = program.names[program.lanes[record.lane].name];
  return { subsystem, category };
}

function place(program, record) {
  const process = program.processes[program.lanes[record.lane].process];
  return { vpid: process.pid, host: process.host };
}

function grouped(records, keyOf) {
  const groups = new Map();
  for (const record of records) {
    const group = groups.get(keyOf(record));
    if (group) group.push(record);
    else groups.set(keyOf(record), [record]);
  }
  return [...groups.values()].map((list) => [list[0], list]);
}

function byTotal(one, other) {
  return (other.duration?.total_ns ?? 0) - (one.duration?.total_ns ?? 0);
}

function distribution(durations) {
  const counts = new Map();
  for (const duration of durations) {
    const from = duration < 1 ? 0 : 2 ** Math.floor(Math.log2(duration));
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => one - other)
    .map(([from_ns, count]) => ({ from_ns, count }));
}

function durationsOf(records) {
  return records.filter((record) => record.completeness === 0).map((record) => record.duration);
}

function actionRows(actions, { program, budgets }) {
  const overBudget = new Set(
    budgets.map((budget) => key(program, { ...budget, id: budget.cause })));
  const all = actions.reduce((sum, action) => sum + action.duration - action.nested, 0);
  return grouped(actions, (action) => action.name).map(([first, list]) => {
    const self = list.reduce((sum, action) => sum + action.duration - action.nested, 0);
    const changes = (change) => list.filter((action) => (action.action & 3) === change).length;
    return {
      ...named(program, first.name),
      count: list.length,
      open: list.filter((action) => action.completeness === 2).length,
      state_changed: { yes: changes(2), no: changes(1), unknown: changes(0) },
      over_budget: list.filter((action) => overBudget.has(key(program, action))).length,
      self_ns: self, exclusive_ns: self, share: self / Math.max(program.duration, 1),
      duration: statistics(durationsOf(list)),
      distribution: distribution(durationsOf(list)),
    };
  }).sort(byTotal);
}

function effectRows(effects, program) {
  return grouped(effects, (effect) => effect.name).map(([first, list]) => {
    const ended = (outcome) => list.filter((effect) => effect.outcome === outcome).length;
    return {
      ...named(program, first.name),
      started: list.length,
      finished: ended(1), cancelled: ended(2), failed: ended(3), ended_otherwise: ended(5),
      running: list.filter((effect) => effect.completeness === 2).length,
      outputs: list.reduce((sum, effect) => sum + effect.outputs, 0),
      duration: statistics(durationsOf(list)),
      distribution: distribution(durationsOf(list)),
    };
  }).sort(byTotal);
}

function intervalRows(intervals, program) {
  const keyOf = (interval) => `${program.lanes[interval.lane].name} ${interval.name}`;
  return grouped(intervals, keyOf).map(([first, list]) => {
    const ended = (outcome) => list.filter((interval) => interval.outcome === outcome).length;
    return {
      ...source(program, first), name: program.names[first.name][1], count: list.length,
      finished: ended(1), cancelled: ended(2), failed: ended(3), abandoned: ended(4),
      ended_otherwise: ended(5),
      open: list.filter((interval) => interval.completeness === 2).length,
      ...exclusive(list, program), duration: statistics(durationsOf(list)),
    };
  }).sort(byTotal);
}

/** A finding about the slowest action. */
function findingsOf(program, actions) {
  const slow = actions.filter((action) => action.parent === 0n && action.completeness === 0)
    .sort((one, other) => other.duration - one.duration)[0];
  if (slow === undefined) return [];
  const name = named(program, slow.name);
  return [{
    rule: "long-on-main-actor", subject: `[${name.prefix}] ${name.name}`,
    summary: `The reducer of [${name.prefix}] ${name.name} blocks the main actor beyond a frame.`,
    cost_ns: slow.duration, cost_share: slow.duration / Math.max(program.duration, 1),
    payer: "reducers", certainty: "likely",
    advice: "Compute in an effect, which does not run on the main actor: Effect.run.",
    article: "signpost findings --rules long-on-main-actor", command: "signpost report",
    evidence: [{
      kind: "action", ...name, id: String(slow.id), ...place(program, slow),
      since_ns: slow.start, duration_ns: slow.duration,
    }],
  }];
}

function timeOf(program, actions, observers) {
  const sum = (list) => list.reduce((all, { duration, nested }) => all + duration - nested, 0);
  const [reducers, reactions] = [sum(actions), sum(observers)];
  const percent = (time) => `${(time / Math.max(program.duration, 1) * 100).toFixed(1)} %`;
  return {
    process: 0, whole_ns: program.duration, is_main_actor_known: true, reducers_ns: reducers,
    observers_ns: reactions, intervals_ns: 0, outer_intervals_ns: 0, other_actors_ns: 0,
    has_effects: true,
    summary: `The main actor was busy ${percent(reducers + reactions)}: reducers `
      + `${percent(reducers)}, observers ${percent(reactions)}.`,
  };
}

function exclusive(list, program) {
  const time = durationsOf(list).reduce((sum, duration) => sum + duration, 0);
  return { exclusive_ns: time, share: time / Math.max(program.duration, 1) };
}

function storeRows(stores, actions, program) {
  const outermost = actions.filter((action) => action.parent === 0n);
  return grouped(outermost, (action) => program.lanes[action.lane].feature ?? 0)
    .map(([first, list]) => {
      const waited = list.filter((action) => action.depth > 0 && action.waited > 0);
      return {
        feature: program.names[program.lanes[first.lane].feature ?? 0][1],
        sends: list.length, queued: list.filter((action) => action.depth > 0).length, reentrant: 0,
        max_depth: list.reduce((most, action) => Math.max(most, action.depth), 0),
        waiting: statistics(waited.map((action) => action.waited - 1)),
      };
    }).sort((one, other) => other.sends - one.sends);
}

function processRow(program, process, index) {
  const mine = program.records.filter((record) => program.lanes[record.lane].process === index);
  const count = (kind) => mine.filter((record) => record.kind === kind).length;
  const outermost = mine.filter((record) => record.kind === 0 && record.parent === 0n).length;
  return {
    vpid: process.pid, name: process.name, host: process.host, schema_version: 7, library: "1.0.0",
    actions: outermost, intervals: count(0), effects: count(1), stores_created: count(4),
    stores_released: 0, stores_alive: count(4), children_made: 0, children_found: 0,
  };
}

function slowest(records, { program, actions, effects }) {
  const sorted = [...records].sort((one, other) => other.duration - one.duration);
  return sorted.slice(0, SLOWEST_COUNT).map((record) => {
    const causes = causesOf(program, record, actions, effects);
    const lane = program.lanes[record.lane];
    const isEffect = record.kind === 1;
    return {
      ...named(program, record.name), id: String(record.id), ...place(program, record),
      ...(lane.thread === undefined ? {} : { thread: program.threads[lane.thread].tid }),
      since_ns: record.start, duration_ns: record.duration,
      ...(isEffect
        ? { outcome: OUTCOMES[record.outcome] }
        : { self_ns: Math.max(record.duration - record.nested, 0) }),
      causes, came_from_outside: true,
    };
  });
}

/** Returns the causes of a record, the first first. */
export function causesOf(program, record, actions, effects) {
  const causes = [];
  let last = record;
  for (;;) {
    const table = last.kind === 0 ? effects : actions;
    const id = last.cause;
    const cause = id === 0n ? undefined : table.get(key(program, { ...last, id }));
    if (!cause) return causes.reverse();
    causes.push({
      kind: cause.kind === 0 ? "action" : "effect", id: String(cause.id),
      ...named(program, cause.name), since_ns: cause.start,
    });
    last = cause;
  }
}

/** The changes that observers reacted to, the most frequent first. */
function notifications(list, actions, { names, lanes }) {
  if (list.every(({ place }) => place === 0)) return [];
  const key = (record, id) => `${lanes[record.lane].process} ${id}`;
  const known = new Map(actions.map((action) => [key(action, action.id), action]));
  const causeOf = (observer) => known.get(key(observer, observer.cause));
  return grouped(list, (observer) => `${observer.place} ${causeOf(observer)?.name ?? ""}`)
    .map(([first, alike]) => {
      const action = causeOf(first);
      const [prefix, name] = action ? names[action.name] : [];
      return {
        ...first.place > 0 ? { property: names[first.place][1] } : {},
        ...action ? { prefix, name } : {},
        count: alike.length, with_others: alike.filter(({ outputs }) => outputs > 0).length,
      };
    }).sort((one, other) => other.count - one.count);
}
