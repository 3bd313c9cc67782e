/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../state/PageState.js").PageState} PageState */

/** How much of the window a span takes that would be too small or too large in it. */
const PART_OF_WINDOW = 0.2;
/** Smaller than this, a span is hard to see. */
const SMALLEST_PART = 0.004;
const LARGEST_PART = 0.9;
/** The shortest stretch that is worth a window. */
const SHORTEST_WINDOW = 200;

/**
 * Selects a span and brings it into sight, as large as it has to be to be seen.
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
  // Nothing is before the begin of the trace.
  const start = Math.max(span.start + span.duration / 2 - width / 2, Math.min(from, 0));
  state.set({ selection: span, window: { from: start, to: start + width } });
}

/**
 * Goes to the span with an id.
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
