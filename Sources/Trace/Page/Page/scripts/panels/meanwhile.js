/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */

const LISTED_OVERLAPS = 12;
const KINDS_THAT_RUN = ["action", "effect", "interval", "observer", "block"];
/** The resolution of a span: records shorter than this fraction of it are summed up. */
const PARTS = 400;

/**
 * Returns the spans of other lanes that overlap a span, the longest overlap first.
 *
 * @param {Trace} trace
 * @param {Span} span
 * @param {() => boolean} isLate
 * @returns {Promise<{spans: {span: Span, overlap: number}[], others: number}>}
 */
export async function meanwhile(trace, span, isLate) {
  const wanted = trace.levelFor(span.duration / PARTS);
  await loadWindow(trace, span, wanted, isLate);
  /** @type {{span: Span, overlap: number}[]} */
  const spans = [];
  let others = 0;
  if (isLate()) return { spans, others };
  trace.visit(span.start, span.end, wanted, (chunk, index) => {
    if (chunk.lane[index] === span.lane) return;
    const start = chunk.start[index];
    const overlap = Math.min(start + chunk.duration[index], span.end) - Math.max(start, span.start);
    if (overlap <= 0) return;
    const isFull = spans.length === LISTED_OVERLAPS;
    if (isFull && overlap <= spans[LISTED_OVERLAPS - 1].overlap) {
      if (isRunning(trace.spanOf(chunk, index), span)) others += 1;
      return;
    }
    const other = trace.spanOf(chunk, index);
    if (!isRunning(other, span)) return;
    let place = spans.length;
    while (place > 0 && spans[place - 1].overlap < overlap) place -= 1;
    spans.splice(place, 0, { span: other, overlap });
    if (spans.length > LISTED_OVERLAPS) {
      spans.pop();
      others += 1;
    }
  });
  return { spans, others };
}

/**
 * Loads only the drawn levels of a span's time: coarse levels suffice for a long span.
 *
 * @param {Trace} trace
 * @param {Span} span
 * @param {number} level
 * @param {() => boolean} isLate
 */
async function loadWindow(trace, span, level, isLate) {
  const { chunks } = trace.head;
  for (let index = chunks.length - 1; index >= 0; index -= 1) {
    const entry = chunks[index];
    if (entry.level < level || entry.start > span.end || entry.end < span.start) continue;
    if (isLate()) return;
    if (entry.count > 0) await trace.span(index, 0);
  }
}

/**
 * @param {Span} other
 * @param {Span} span
 */
function isRunning(other, span) {
  if (!KINDS_THAT_RUN.includes(other.kind)) return false;
  // The chain of causes lists the effect that sent an action, and the effects of the action.
  if (other.process !== span.process) return true;
  if (other.kind === "effect" && span.kind === "action" && other.cause === span.id) return false;
  return !(other.kind === "effect" && span.cause === other.id && span.kind === "action");
}
