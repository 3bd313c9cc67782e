// The enumerations of the page's data. See Documentation/PageFormat.md.

/** Words of kinds by number. */
export const KIND_WORDS = Object.freeze([
  "action", "effect", "interval", "observer", "store", "log", "event", "budget", "payload",
  "difference", "block",
]);

/** Numbers of kinds by word. */
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

/** Outcomes of spans by number. The first stands for no outcome. */
export const OUTCOME_WORDS = Object.freeze([
  "", "finished", "cancelled", "failed", "abandoned", "unknown",
]);

/** Numbers of outcomes by word. */
export const Outcome = Object.freeze({
  none: 0, finished: 1, cancelled: 2, failed: 3, abandoned: 4, unknown: 5,
});

/** Completeness of spans by number. */
export const COMPLETENESS_WORDS = Object.freeze([
  "whole", "announced", "stillOpen", "endLost", "beginLost", "ambiguous",
]);

/** Numbers of completeness by word. */
export const Completeness = Object.freeze({
  whole: 0, announced: 1, stillOpen: 2, endLost: 3, beginLost: 4, ambiguous: 5,
});

/** Whether an action changed the state. */
export const STATE_CHANGE_WORDS = Object.freeze(["unknown", "unchanged", "changed"]);

/** The kind of effect that an action's reducer returned. */
export const RETURNED_WORDS = Object.freeze([
  "none", "run", "send", "merge", "concatenate", "cancel", "unknown",
]);

/** The levels of log records. */
export const LOG_LEVEL_WORDS = Object.freeze([
  "trace", "debug", "info", "notice", "warning", "error", "critical", "unknown",
]);
