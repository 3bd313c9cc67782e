/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../state/PageState.js").PageState} PageState */

/** The part of the window for a span that is too small or too large in the current one. */
const PART_OF_WINDOW = 0.2;
/** The smallest part of the window in which a span is easy to see. */
const SMALLEST_PART = 0.004;
const LARGEST_PART = 0.9;
/** The shortest window, in nanoseconds. */
const SHORTEST_WINDOW = 200;

/**
 * Selects a span and scrolls it into view. Zooms if its size requires it.
 *
 * @param {PageState} state
 * @param {Span} span
 * @param {{isCentred?: boolean}} [options]
 */
export function goToSpan(state, span, options = {}) {
  const { isCentred = false } = options;
  const { from, to } = state.window;
  const part = span.duration / (to - from);
  const isPoint = span.duration === 0;
  const isInSight = span.start >= from && span.end <= to;
  if (!isCentred && isInSight && (isPoint || part >= SMALLEST_PART)) {
    state.set({ selection: span });
    return;
  }
  const keepsScale = !isCentred && (isPoint || (part >= SMALLEST_PART && part <= LARGEST_PART));
  const width = keepsScale
    ? to - from : Math.max(span.duration / PART_OF_WINDOW, SHORTEST_WINDOW);
  // The window does not start before the trace.
  const start = Math.max(span.start + span.duration / 2 - width / 2, Math.min(from, 0));
  state.set({ selection: span, window: { from: start, to: start + width } });
}

/**
 * Selects the span with an id and scrolls it into view.
 *
 * @param {Trace} trace
 * @param {PageState} state
 * @param {{process: number, kind: string, id: bigint}} reference
 * @returns {Promise<Span|null>}
 */
export async function goToReference(trace, state, reference) {
  const span = await trace.find(reference);
  if (span) goToSpan(state, span);
  return span;
}
