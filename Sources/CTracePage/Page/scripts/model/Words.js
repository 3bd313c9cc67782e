// The numbers of the page's data, as words. See Documentation/PageFormat.md.

/** The kinds of records, by their numbers. */
export const KIND_WORDS = Object.freeze([
  "action", "effect", "interval", "observer", "store", "log", "event", "budget", "payload",
  "difference", "block",
]);

/** The kinds of records, by their words. */
export const Kind = Object.freeze({
  action: 0,
  effect: 1,
  interval: 2,
  observer: 3,
  store: 4,
  log: 5,
  event: 6,
  budget: 7,
  payload: 8,
  difference: 9,
  block: 10,
});

/** How spans end; the first stands for those that have no outcome. */
export const OUTCOME_WORDS = Object.freeze([
  "", "finished", "cancelled", "failed", "abandoned", "unknown",
]);

/** Outcomes by their words. */
export const Outcome = Object.freeze({
  none: 0, finished: 1, cancelled: 2, failed: 3, abandoned: 4, unknown: 5,
});

/** How much of a span the trace has. */
export const COMPLETENESS_WORDS = Object.freeze([
  "whole", "announced", "stillOpen", "endLost", "beginLost", "ambiguous",
]);

/** Completeness by its words. */
export const Completeness = Object.freeze({
  whole: 0, announced: 1, stillOpen: 2, endLost: 3, beginLost: 4, ambiguous: 5,
});

/** Whether an action changed the state. */
export const STATE_CHANGE_WORDS = Object.freeze(["unknown", "unchanged", "changed"]);

/** What an action's reducer returned. */
export const RETURNED_WORDS = Object.freeze([
  "none", "run", "send", "merge", "concatenate", "cancel", "unknown",
]);

/** The levels of log records. */
export const LOG_LEVEL_WORDS = Object.freeze([
  "trace", "debug", "info", "notice", "warning", "error", "critical", "unknown",
]);
