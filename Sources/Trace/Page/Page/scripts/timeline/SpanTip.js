import { displayName, formatCount, formatDuration, formatPercent } from "../state/format.js";
import { formatTime, visibleText } from "../state/format.js";

/** @typedef {import("../model/Span.js").Span} Span */

const TIP_REMARKS = /** @type {Record<string, string>} */ ({
  announced: "began before the recording", stillOpen: "has not ended", endLost: "its end is lost",
  beginLost: "its begin is lost", ambiguous: "began more than once",
});

/** Returns the lines of a span's description. The first is its name. */
export function spanLines(/** @type {Span} */ span) {
  const name = displayName(span.prefix, span.name);
  if (span.kind === "block") {
    const lines = [
      `${formatCount(span.count)} records in ${formatDuration(span.duration)}`,
      `busy ${formatPercent(span.duration > 0 ? span.busy / span.duration : 1)}, longest: ${name}`,
    ];
    if (span.failed > 0) lines.push(`${formatCount(span.failed)} failed`);
    return lines;
  }
  if (span.kind === "count") return [name, ...(span.text ?? "").split("\n")];
  const lines = [name];
  const isPoint = span.kind === "log" || span.kind === "event" || span.kind === "budget";
  if (isPoint) {
    lines.push(`${span.logLevel ?? span.kind} at ${formatTime(span.since)} s`);
    if (span.text !== null) lines.push(visibleText(span.text).slice(0, 200));
    return lines;
  }
  const known = span.isStartKnown && span.isEndKnown;
  const facts = [`${span.kind} · ${known ? "" : "at least "}${formatDuration(span.duration)}`];
  if (span.selfTime !== null && span.nested > 0) {
    facts.push(`self ${formatDuration(span.selfTime)}`);
  }
  if (span.waited !== null && span.waited > 0) facts.push(`waited ${formatDuration(span.waited)}`);
  if (span.outcome !== null) facts.push(span.outcome);
  lines.push(facts.join(" · "));
  const remark = TIP_REMARKS[span.completeness];
  if (remark) lines.push(remark);
  return lines;
}

/** A tooltip that describes the record under the pointer. */
export class SpanTip {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.#parent = parent;
    this.#element = document.createElement("div");
    this.#element.className = "timeline-tip";
    this.#element.hidden = true;
    this.#element.setAttribute("aria-hidden", "true");
    parent.append(this.#element);
  }

  #parent;
  #element;
  /** @type {Span|null} */
  #span = null;

  /**
   * @param {Span} span
   * @param {number} x
   * @param {number} y
   */
  show(span, x, y) {
    if (span.chunk !== this.#span?.chunk || span.index !== this.#span.index) {
      this.#span = span;
      this.#element.replaceChildren(...spanLines(span).map((line) => {
        const row = document.createElement("div");
        const text = document.createElement("bdi");
        text.textContent = line;
        row.append(text);
        return row;
      }));
    }
    this.#element.hidden = false;
    const { clientWidth, clientHeight } = this.#parent;
    const { offsetWidth, offsetHeight } = this.#element;
    const left = Math.min(x + 14, clientWidth - offsetWidth - 4);
    const isBelow = y + 18 + offsetHeight < clientHeight;
    const top = isBelow ? y + 18 : Math.max(y - offsetHeight - 10, 2);
    this.#element.style.transform = `translate(${Math.max(left, 4)}px, ${top}px)`;
  }

  hide() {
    this.#element.hidden = true;
    this.#span = null;
  }
}
