/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {{from: Span, to: Span, isBackwards: boolean}} Link */

/** The maximum number of consequences of a selection. */
const MOST_CAUSED = 120;

/** The links between the selection, its causes and its consequences. */
export class CauseLinks {
  /**
   * @param {Trace} trace
   * @param {() => void} onChange
   */
  constructor(trace, onChange) {
    this.#trace = trace;
    this.#onChange = onChange;
  }

  #trace;
  #onChange;
  #turn = 0;
  /** The spans that steps back came from, for the steps forward. */
  #way = /** @type {Span[]} */ ([]);

  /** @type {Link[]} */
  links = [];
  /**
   * All spans of the links.
   * @type {Span[]}
   */
  spans = [];

  /** @param {Span|null} span */
  async select(span) {
    const turn = ++this.#turn;
    this.links = [];
    this.spans = [];
    if (!span || span.kind === "block") {
      this.#onChange();
      return;
    }
    const links = await this.#backwards(span);
    if (turn !== this.#turn) return;
    this.#take(links);
    links.push(...await this.#forwards(span));
    if (turn !== this.#turn) return;
    this.#take(links);
  }

  /**
   * Returns the span before or after another one in the chain.
   *
   * @param {Span} span
   * @param {"backwards"|"forwards"} direction
   */
  async step(span, direction) {
    if (direction === "backwards") {
      const cause = await this.#trace.cause(span);
      if (cause) this.#way.push(span);
      return cause;
    }
    const last = this.#way.pop();
    if (last && last.cause === span.id && last.process === span.process) return last;
    this.#way = [];
    return (await this.#trace.causedBy(span, { limit: 1 })).spans[0] ?? null;
  }

  /** @param {Link[]} links */
  #take(links) {
    this.links = links.slice();
    this.spans = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
    this.#onChange();
  }

  /**
   * @param {Span} span
   * @returns {Promise<Link[]>}
   */
  async #backwards(span) {
    const { spans } = await this.#trace.causes(span);
    let to = span.cause === null ? await this.#trace.outermost(span) : span;
    return spans.map((from) => {
      const link = { from, to, isBackwards: true };
      to = from;
      return link;
    });
  }

  /**
   * @param {Span} span
   * @returns {Promise<Link[]>}
   */
  async #forwards(span) {
    /** @type {Link[]} */
    const links = [];
    const queue = [span];
    for (let from = queue.shift(); from && links.length < MOST_CAUSED; from = queue.shift()) {
      const limit = MOST_CAUSED - links.length;
      const { spans } = await this.#trace.causedBy(from, { limit });
      for (const to of spans) links.push({ from, to, isBackwards: false });
      queue.push(...spans);
    }
    return links;
  }
}
