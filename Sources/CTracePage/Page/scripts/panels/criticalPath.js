import { nestedActions } from "./nestedActions.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {"reducer"|"queue"|"waiting"|"effect"} Segment */
/** @typedef {{segment: Segment, span: Span, start: number, end: number}} Step */
/**
 * @typedef {{
 *   span: Span, sent: number, known: number, cause: EffectNode|null, effects: EffectNode[]
 * }} ActionNode
 */
/**
 * @typedef {{
 *   span: Span, action: ActionNode, interval: Span, isAwaited: boolean, outputs: ActionNode[]
 * }} EffectNode
 */

/** How many spans are followed. */
export const MOST_FOLLOWED = 1000;

/**
 * The way from an action to the last of its consequences, as `signpost path` finds it, but for
 * observers: Documentation/CriticalPath.md defines both.
 *
 * @param {Trace} trace
 * @param {Span} action
 * @param {() => boolean} isLate
 * @returns {Promise<{steps: Step[], start: number, end: number, isCutOff: boolean}>}
 */
export async function criticalPath(trace, action, isLate) {
  const tree = await collect(trace, await trace.outermost(action), isLate);
  const last = lastConsequence(tree);
  const root = tree.actions[0];
  const end = Math.max(last.time, root.sent);
  return { steps: stepsTo(last.node, root.sent, end), start: root.sent, end, isCutOff: tree.isCutOff };
}

/**
 * @param {Trace} trace
 * @param {Span} root
 * @param {() => boolean} isLate
 */
async function collect(trace, root, isLate) {
  /** @type {ActionNode[]} */
  const actions = [actionNode(root, null)];
  /** @type {EffectNode[]} */
  const effects = [];
  let isCutOff = false;
  for (let place = 0; place < actions.length && !isLate(); place += 1) {
    const action = actions[place];
    for (const interval of [action.span, ...await nestedActions(trace, action.span, isLate)]) {
      const limit = MOST_FOLLOWED - actions.length - effects.length;
      if (limit <= 0) return { actions, effects, isCutOff: true };
      const caused = await trace.causedBy(interval, { limit });
      isCutOff ||= caused.isCutOff;
      for (const span of caused.spans) {
        const isAwaited = span.isEndKnown && span.outcome !== "cancelled";
        const effect = { span, action, interval, isAwaited, outputs: /** @type {any[]} */ ([]) };
        action.effects.push(effect);
        effects.push(effect);
        const room = MOST_FOLLOWED - actions.length - effects.length;
        const sent = await trace.causedBy(span, { limit: Math.max(room, 1) });
        // What does not end by itself is waited for until it sends something.
        const outputs = isAwaited ? sent.spans : sent.spans.slice(0, 1);
        isCutOff ||= isAwaited && sent.isCutOff;
        for (const output of outputs) {
          const node = actionNode(output, effect);
          effect.outputs.push(node);
          actions.push(node);
        }
      }
    }
  }
  return { actions, effects, isCutOff };
}

/**
 * @param {Span} span
 * @param {EffectNode|null} cause
 * @returns {ActionNode}
 */
function actionNode(span, cause) {
  const known = span.isEndKnown ? span.end : span.start;
  return { span, sent: span.start - (span.waited ?? 0), known, cause, effects: [] };
}

/** @param {{actions: ActionNode[], effects: EffectNode[]}} tree */
function lastConsequence({ actions, effects }) {
  /** @type {{time: number, start: number, rank: number, node: ActionNode|EffectNode}} */
  let last = { time: -Infinity, start: 0, rank: 0, node: actions[0] };
  /**
   * @param {number} time
   * @param {number} rank
   * @param {ActionNode|EffectNode} node
   */
  const consider = (time, rank, node) => {
    const { start } = node.span;
    const isLater = time - last.time || start - last.start || rank - last.rank
      || Number(node.span.id - last.node.span.id);
    if (isLater > 0) last = { time, start, rank, node };
  };
  for (const action of actions) consider(action.known, 1, action);
  for (const effect of effects) if (effect.isAwaited) consider(effect.span.end, 0, effect);
  return last;
}

/**
 * @param {ActionNode|EffectNode} last
 * @param {number} start
 * @param {number} end
 */
function stepsTo(last, start, end) {
  // From the end to the start.
  /** @type {Step[]} */
  const steps = [];
  let cursor = end;
  /**
   * @param {Segment} segment
   * @param {Span} span
   * @param {number} time
   */
  const step = (segment, span, time) => {
    const from = Math.max(time, start);
    if (from >= cursor) return;
    const next = steps[steps.length - 1];
    if (next && next.segment === segment && next.span === span) next.start = from;
    else steps.push({ segment, span, start: from, end: cursor });
    cursor = from;
  };
  /** @type {ActionNode|EffectNode|null} */
  let node = last;
  while (node) {
    if (!("action" in node)) {
      step("reducer", node.span, node.span.start);
      step("queue", node.span, node.sent);
      node = node.cause;
      continue;
    }
    passEffect(node, cursor, step);
    const before = predecessor(node);
    step("waiting", node.span, before ? before.span.end : node.action.known);
    node = before ?? node.action;
  }
  return steps.reverse();
}

/**
 * Goes back through an effect, and what it sent and waited for meanwhile.
 *
 * @param {EffectNode} effect
 * @param {number} until
 * @param {(segment: Segment, span: Span, time: number) => void} step
 */
function passEffect({ span, outputs }, until, step) {
  const sent = outputs.filter((output) => output.sent < until);
  const times = sent.flatMap((output) => [output.sent, output.span.start, output.known])
    .filter((time) => time > span.start && time < until);
  const bounds = [...new Set([until, ...times, span.start])].sort((one, other) => other - one);
  for (const start of bounds.slice(1)) {
    const processed = sent.find((output) => output.span.start <= start && start < output.known);
    const queued = sent.find((output) => output.sent <= start && start < output.span.start);
    if (processed) step("reducer", processed.span, start);
    else if (queued) step("queue", queued.span, start);
    else step("effect", span, start);
  }
}

/**
 * The effect that another waited for, as both are concatenated.
 *
 * @param {EffectNode} effect
 */
function predecessor(effect) {
  if (effect.interval.returned !== "concatenate") return null;
  const { span } = effect;
  /** @type {EffectNode|null} */
  let found = null;
  for (const other of effect.action.effects) {
    if (other === effect || other.interval !== effect.interval || !other.span.isEndKnown) continue;
    const isBefore = other.span.start - span.start || Number(other.span.id - span.id);
    if (other.span.end > span.start || isBefore >= 0) continue;
    if (!found || other.span.end > found.span.end) found = other;
  }
  return found;
}
