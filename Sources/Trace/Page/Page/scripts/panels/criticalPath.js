import { nestedActions } from "./nestedActions.js";
import { reactionsTo } from "./reactions.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {"reducer"|"queue"|"waiting"|"effect"|"observer"} Segment */
/** @typedef {{segment: Segment, span: Span, start: number, end: number}} Step */
/**
 * @typedef {{
 *   span: Span, sent: number, known: number, cause: EffectNode|null, effects: EffectNode[],
 *   reactions: Span[]
 * }} ActionNode
 */
/**
 * @typedef {{
 *   span: Span, action: ActionNode, interval: Span, isAwaited: boolean, outputs: ActionNode[]
 * }} EffectNode
 */

/** @typedef {{segment: Segment, span: Span, start: number, end: number}} Busy */

/** The maximum number of spans in a search. */
export const MOST_FOLLOWED = 1000;

/**
 * Returns the path from an action to the last of its consequences, as `signpost path` finds it.
 * Documentation/CriticalPath.md defines both terms.
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
  return { steps: stepsTo(last, root.sent, end), start: root.sent, end, isCutOff: tree.isCutOff };
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
  let reactionCount = 0;
  const hasObservers = (trace.head.report?.observers ?? []).length > 0;
  const room = () => MOST_FOLLOWED - actions.length - effects.length - reactionCount;
  for (let place = 0; place < actions.length && !isLate(); place += 1) {
    const action = actions[place];
    if (hasObservers) {
      action.reactions = await reactionsTo(trace, action.span, room());
      reactionCount += action.reactions.length;
    }
    for (const interval of [action.span, ...await nestedActions(trace, action.span, isLate)]) {
      const limit = room();
      if (limit <= 0) return { actions, effects, isCutOff: true };
      const caused = await trace.causedBy(interval, { limit });
      isCutOff ||= caused.isCutOff;
      for (const span of caused.spans) {
        const isAwaited = span.isEndKnown && span.outcome !== "cancelled";
        const effect = { span, action, interval, isAwaited, outputs: /** @type {any[]} */ ([]) };
        action.effects.push(effect);
        effects.push(effect);
        const sent = await trace.causedBy(span, { limit: Math.max(room(), 1) });
        // An effect without an end of its own is followed to its first action.
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
  return { span, sent: span.start - (span.waited ?? 0), known, cause, effects: [], reactions: [] };
}

/** @param {{actions: ActionNode[], effects: EffectNode[]}} tree */
function lastConsequence({ actions, effects }) {
  /**
   * @type {{
   *   time: number, rank: number, span: Span, node: ActionNode|EffectNode, reaction: Span|null
   * }}
   */
  let last = {
    time: -Infinity, rank: 0, span: actions[0].span, node: actions[0], reaction: null,
  };
  /**
   * @param {number} time
   * @param {number} rank
   * @param {ActionNode|EffectNode} node
   * @param {Span|null} reaction
   */
  const consider = (time, rank, node, reaction = null) => {
    const span = reaction ?? node.span;
    const isLater = time - last.time || span.start - last.span.start || rank - last.rank
      || Number(span.id - last.span.id);
    if (isLater > 0) last = { time, rank, span, node, reaction };
  };
  for (const action of actions) {
    consider(action.known, 2, action);
    for (const reaction of action.reactions) consider(reaction.end, 1, action, reaction);
  }
  for (const effect of effects) if (effect.isAwaited) consider(effect.span.end, 0, effect);
  return last;
}

/**
 * @param {{node: ActionNode|EffectNode, reaction: Span|null}} last
 * @param {number} start
 * @param {number} end
 */
function stepsTo(last, start, end) {
  // Steps are found from the end to the start.
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
  /**
   * Covers the time back to an instant with concurrent spans. Spans of an earlier layer take
   * precedence over spans of later layers.
   *
   * @param {Segment} segment
   * @param {Span} span
   * @param {number} time
   * @param {Busy[][]} layers
   */
  const cover = (segment, span, time, layers) => {
    const until = cursor;
    const bounds = layers.flat().flatMap((busy) => [busy.start, busy.end])
      .filter((bound) => bound > time && bound < until);
    for (const from of [...new Set([...bounds, time])].sort((one, other) => other - one)) {
      const busy = layers.map((layer) => latestAt(layer, from)).find((found) => found !== null);
      step(busy?.segment ?? segment, busy?.span ?? span, from);
    }
  };
  /** @type {ActionNode|EffectNode|null} */
  let node = last.node;
  if (last.reaction && !("action" in node)) {
    step("observer", last.reaction, last.reaction.start);
    cover("waiting", last.reaction, node.known, [reactionsOf(node)]);
  }
  while (node) {
    if (!("action" in node)) {
      step("reducer", node.span, node.span.start);
      step("queue", node.span, node.sent);
      node = node.cause;
      continue;
    }
    const until = cursor;
    const sent = node.outputs.filter((output) => output.sent < until);
    cover("effect", node.span, node.span.start, [
      sent.map((output) =>
        ({ segment: "reducer", span: output.span, start: output.span.start, end: output.known })),
      sent.flatMap(reactionsOf),
      sent.map((output) =>
        ({ segment: "queue", span: output.span, start: output.sent, end: output.span.start })),
    ]);
    const before = predecessor(node);
    cover(
      "waiting", node.span, before ? before.span.end : node.action.known,
      [reactionsOf(node.action)]);
    node = before ?? node.action;
  }
  return steps.reverse();
}

/**
 * @param {ActionNode} action
 * @returns {Busy[]}
 */
function reactionsOf({ reactions }) {
  return reactions.map((span) =>
    ({ segment: "observer", span, start: span.start, end: span.end }));
}

/**
 * Returns the span that is busy at a time and ends last.
 *
 * @param {Busy[]} layer
 * @param {number} time
 * @returns {Busy|null}
 */
function latestAt(layer, time) {
  /** @type {Busy|null} */
  let found = null;
  for (const busy of layer) {
    if (busy.start > time || busy.end <= time) continue;
    if (!found || (busy.end - found.end || busy.start - found.start) > 0) found = busy;
  }
  return found;
}

/**
 * Returns the effect before an effect in a concatenation.
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
