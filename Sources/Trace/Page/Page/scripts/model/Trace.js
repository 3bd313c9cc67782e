import { firstNotLess } from "./Chunk.js";
import { ChunkCache } from "./ChunkCache.js";
import { IdIndex } from "./IdIndex.js";
import { InstanceSearches } from "./InstanceSearches.js";
import { Instances } from "./Instances.js";
import { Matcher } from "./Matcher.js";
import { Profile } from "./Profile.js";
import { makeSpan } from "./Span.js";
import { Kind } from "./Words.js";

/** @typedef {import("./Chunk.js").Chunk} Chunk */
/** @typedef {import("./Span.js").Span} Span */
/** @typedef {import("./Matcher.js").Match} Match */
/** @typedef {import("./Head.js").Head} Head */

/** The maximum time in milliseconds that a search blocks drawing. */
const SLICE_MILLISECONDS = 6;
/** The maximum length of a chain of causes. */
const CHAIN_LIMIT = 256;

/** The page's data: the records to draw, and queries. */
export class Trace {
  /**
   * @param {Head} head
   * @param {import("./ChunkSource.js").ChunkSource} source
   */
  constructor(head, source) {
    /** @readonly */
    this.head = head;
    this.#source = source;
    this.#cache = new ChunkCache(head, source);
    this.#ids = new IdIndex(head.chunks, "ids");
    this.#causes = new IdIndex(head.chunks, "causes");
    this.#searches = new InstanceSearches(
      (match, signal, onProgress) => this.#scan(match, signal, onProgress));
  }

  #source;
  #cache;
  /** @type {Promise<Profile>|null} */
  #profile = null;
  #searches;
  #ids;
  #causes;

  /** The memory of the decoded chunks in bytes. */
  get byteCount() { return this.#cache.byteCount; }

  // MARK: Drawing

  /**
   * Returns the coarsest level whose blocks are at most one pixel wide.
   *
   * @param {number} nanosecondsPerPixel
   */
  levelFor(nanosecondsPerPixel) {
    const { levels } = this.head;
    let level = 0;
    while (level + 1 < levels.length && levels[level + 1] <= nanosecondsPerPixel) level += 1;
    return level;
  }

  /**
   * Calls back for each loaded record of a level, and requests the missing chunks.
   *
   * While a part of the level is missing, the next coarser loaded level replaces it.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} level
   * @param {(chunk: Chunk, index: number) => void} onRecord
   * @returns {number} the level of the records
   */
  visit(from, to, level, onRecord) {
    return this.visitChunks(from, to, level, (chunk, first, last, drawnLevel) => {
      const { start, duration, low, kind } = chunk;
      for (let index = first; index < last; index += 1) {
        if (low[index] > drawnLevel || start[index] + duration[index] < from) continue;
        if (kind[index] === Kind.payload || kind[index] === Kind.difference) continue;
        onRecord(chunk, index);
      }
    });
  }

  /**
   * Calls back for each loaded chunk of a level, and requests the missing ones. Callers skip some
   * records of the range: those with a `low` above the level, those that end before `from`,
   * payloads and differences.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} level
   * @param {(chunk: Chunk, first: number, last: number, level: number) => void} onChunk
   * @returns {number} the level of the chunks
   */
  visitChunks(from, to, level, onChunk) {
    const { chunks } = this.head;
    const margin = (to - from) / 2;
    const missing = [];
    const ahead = [];
    let drawnLevel = level;
    this.#cache.advance();
    for (let index = chunks.length - 1; index >= 0; index -= 1) {
      const entry = chunks[index];
      if (entry.level < level || entry.start > to + margin || entry.end < from - margin) continue;
      if (!this.#cache.isMissing(index)) continue;
      if (entry.start <= to && entry.end >= from) {
        missing.push(index);
        drawnLevel = Math.max(drawnLevel, entry.level + 1);
      } else {
        ahead.push(index);
      }
    }
    // Coarser chunks first: each covers more of the picture.
    missing.sort((one, other) => chunks[other].level - chunks[one].level);
    this.#cache.want(missing.concat(ahead));
    this.visitLoaded(from, to, drawnLevel, onChunk);
    return drawnLevel;
  }

  /**
   * Calls back like `visitChunks`, without requesting missing chunks.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} level
   * @param {(chunk: Chunk, first: number, last: number, level: number) => void} onChunk
   */
  visitLoaded(from, to, level, onChunk) {
    const { chunks } = this.head;
    for (let index = 0; index < chunks.length; index += 1) {
      const entry = chunks[index];
      if (entry.level < level || entry.start > to || entry.end < from) continue;
      const chunk = this.#cache.loaded(index);
      if (!chunk) continue;
      const first = chunk.firstEndingAt(from);
      const last = firstNotLess(chunk.start, to);
      if (first < last) onChunk(chunk, first, last, level);
    }
  }

  /**
   * Calls back after each loaded chunk and each failure.
   *
   * @param {(error: unknown) => void} callback receives the error of a failure
   * @returns {() => void} removes the callback
   */
  onLoad(callback) {
    return this.#cache.onLoad(callback);
  }

  /**
   * Loads the CPU samples on first use.
   *
   * @returns {Promise<Profile>}
   */
  profile() {
    const { profile } = this.head;
    if (profile?.chunk === undefined) throw new Error("The recording has no samples.");
    this.#profile ??= this.#source.readChunk(profile.chunk).then((bytes) => new Profile(bytes));
    return this.#profile;
  }

  /**
   * Loads a chunk unless it is loaded already.
   *
   * @param {number} index
   * @returns {Promise<Chunk>}
   */
  async chunk(index) {
    return this.#cache.load(index);
  }

  // MARK: Single spans

  /**
   * @param {number} chunk
   * @param {number} index
   * @returns {Promise<Span>}
   */
  async span(chunk, index) {
    return makeSpan(await this.#cache.load(chunk), index, this.head);
  }

  /**
   * Returns a span of a loaded chunk.
   *
   * @param {Chunk} chunk
   * @param {number} index
   */
  spanOf(chunk, index) {
    return makeSpan(chunk, index, this.head);
  }

  /**
   * Returns the span with an id.
   *
   * @param {{process: number, kind: string, id: bigint}} reference
   * @returns {Promise<Span|null>}
   */
  async find({ process, kind, id }) {
    const number = kindNumber(kind);
    for (const index of this.#ids.chunks(process, number, id)) {
      const chunk = await this.#cache.load(index);
      for (let place = chunk.id.indexOf(id); place >= 0; place = chunk.id.indexOf(id, place + 1)) {
        if (chunk.kind[place] === number && chunk.process(place) === process) {
          return this.spanOf(chunk, place);
        }
      }
    }
    return null;
  }

  // MARK: Causes

  /**
   * Returns the cause of a span: the effect that sent an action, or the action that started an
   * effect, notified an observer, or wrote a log record.
   *
   * @param {Span} span
   * @returns {Promise<Span|null>}
   */
  async cause(span) {
    const { process } = span;
    if (span.kind === "effect" && span.cause !== null) {
      return this.find({ process, kind: "action", id: span.cause });
    }
    if (span.kind === "action") {
      const outermost = span.cause === null ? await this.outermost(span) : span;
      if (outermost.cause === null) return null;
      return this.find({ process, kind: "effect", id: outermost.cause });
    }
    if (span.kind === "log") return this.enclosing(span);
    if (span.cause === null) return null;
    return this.find({ process, kind: "action", id: span.cause });
  }

  /**
   * Returns the innermost action or observer that was running on the thread of a log record.
   *
   * @param {Span} log
   * @returns {Promise<Span|null>}
   */
  async enclosing(log) {
    const thread = log.depth - 1;
    if (thread < 0) return null;
    const { lanes } = this.head;
    /** @type {Span|null} */
    let innermost = null;
    for (let number = 0; number < this.head.chunks.length; number += 1) {
      const { start, end } = this.head.chunks[number];
      if (start > log.start || end < log.start) continue;
      const chunk = await this.#cache.load(number);
      const last = firstNotLess(chunk.start, log.start + 1);
      for (let index = chunk.firstEndingAt(log.start); index < last; index += 1) {
        const isCall = chunk.kind[index] === Kind.action || chunk.kind[index] === Kind.observer;
        if (!isCall || lanes[chunk.lane[index]].thread !== thread) continue;
        if (chunk.start[index] + chunk.duration[index] < log.start) continue;
        if (innermost && chunk.start[index] < innermost.start) continue;
        innermost = this.spanOf(chunk, index);
      }
    }
    return innermost;
  }

  /**
   * Returns the chain of causes of a span, the latest first.
   *
   * `isCutOff` is true if the trace lacks the start of the chain.
   *
   * @param {Span} span
   * @returns {Promise<{spans: Span[], isCutOff: boolean}>}
   */
  async causes(span) {
    const spans = [];
    let last = span;
    while (spans.length < CHAIN_LIMIT) {
      const cause = await this.cause(last);
      if (cause === null) {
        const outermost = last.kind === "action" ? await this.outermost(last) : last;
        return { spans, isCutOff: outermost.cause !== null || outermost.kind === "effect" };
      }
      spans.push(cause);
      last = cause;
    }
    return { spans, isCutOff: true };
  }

  /**
   * Returns the spans that a span caused: the effects of an action, or the actions of an effect.
   *
   * @param {Span} span
   * @param {{limit?: number}} options
   * @returns {Promise<{spans: Span[], isCutOff: boolean}>} in the order of their starts
   */
  async causedBy(span, { limit = 100 } = {}) {
    if (span.kind !== "action" && span.kind !== "effect") return { spans: [], isCutOff: false };
    return this.#spansCausedBy(span, span.kind === "action" ? Kind.effect : Kind.action, limit);
  }

  /**
   * Returns the reactions of observers that an action notified. Only traces of version 8 or later
   * have them.
   *
   * @param {Span} action
   * @param {{limit?: number}} options
   * @returns {Promise<{spans: Span[], isCutOff: boolean}>} in the order of their starts
   */
  async notifiedBy(action, { limit = 100 } = {}) {
    return this.#spansCausedBy(action, Kind.observer, limit);
  }

  /**
   * @param {Span} span
   * @param {number} kind
   * @param {number} limit
   * @returns {Promise<{spans: Span[], isCutOff: boolean}>}
   */
  async #spansCausedBy(span, kind, limit) {
    /** @type {Span[]} */
    const spans = [];
    let isCutOff = false;
    await this.#eachCausedBy(span.process, kind, span.id, (chunk, index) => {
      // All wrappers of an action have the same cause. The outermost represents them.
      if (kind === Kind.action && chunk.hasParent[index]) return;
      if (spans.length < limit) spans.push(this.spanOf(chunk, index));
      else isCutOff = true;
    });
    spans.sort((one, other) => one.start - other.start);
    return { spans, isCutOff };
  }

  /**
   * @param {number} process
   * @param {number} kind
   * @param {bigint} id
   * @param {(chunk: Chunk, index: number) => void} body
   */
  async #eachCausedBy(process, kind, id, body) {
    for (const number of this.#causes.chunks(process, kind, id)) {
      const chunk = await this.#cache.load(number);
      const { cause } = chunk;
      for (let index = cause.indexOf(id); index >= 0; index = cause.indexOf(id, index + 1)) {
        if (chunk.kind[index] === kind && chunk.process(index) === process) body(chunk, index);
      }
    }
  }

  /**
   * Returns the enclosing action of an action, `null` for the outermost.
   *
   * @param {Span} span
   * @returns {Promise<Span|null>}
   */
  async parent(span) {
    if (span.kind !== "action" || span.parent === null) return null;
    return this.find({ process: span.process, kind: "action", id: span.parent });
  }

  /**
   * Returns the outermost wrapper of an action, which may be the action itself.
   *
   * @param {Span} span
   * @returns {Promise<Span>}
   */
  async outermost(span) {
    let outermost = span;
    for (let depth = 0; depth < 64; depth += 1) {
      const parent = await this.parent(outermost);
      if (parent === null) break;
      outermost = parent;
    }
    return outermost;
  }

  /**
   * Returns the recorded payload and difference of an action, and the text of a log record.
   *
   * @param {Span} span
   * @returns {Promise<{payload?: string, difference?: string, message?: string}>}
   */
  async texts(span) {
    /** @type {{payload?: string, difference?: string, message?: string}} */
    const texts = {};
    if (span.kind === "payload" || span.kind === "difference") {
      if (span.text !== null) texts[span.kind] = span.text;
    } else if (span.text !== null) {
      texts.message = span.text;
    }
    if (span.kind === "action") {
      for (const kind of /** @type {("payload"|"difference")[]} */ (["payload", "difference"])) {
        await this.#eachCausedBy(span.process, Kind[kind], span.id, (chunk, index) => {
          texts[kind] ??= chunk.text(index) ?? undefined;
        });
      }
    }
    return texts;
  }

  // MARK: Searches

  /**
   * Returns all matching records in the order of their starts.
   *
   * @param {Match} match
   * @param {{signal?: AbortSignal, onProgress?: (part: number) => void}} options
   * @returns {Promise<Instances>} shared by all simultaneous callers: do not modify it
   */
  async instances(match, options = {}) {
    return this.#searches.find(match, options);
  }

  /**
   * @param {Match} match
   * @param {AbortSignal} signal
   * @param {(part: number) => void} onProgress
   */
  async #scan(match, signal, onProgress) {
    const matcher = new Matcher(this.head, match);
    const found = new Instances();
    if (matcher.isEmpty) return found;
    const total = this.head.chunks.length;
    let sliceStart = performance.now();
    for await (const chunk of this.#cache.each([...this.head.chunks.keys()])) {
      signal.throwIfAborted();
      for (let index = 0; index < chunk.count; index += 1) {
        if (matcher.matches(chunk, index)) found.add(chunk, index);
      }
      if (performance.now() - sliceStart > SLICE_MILLISECONDS) {
        onProgress((chunk.index + 1) / total);
        await nextTask();
        sliceStart = performance.now();
      }
    }
    signal.throwIfAborted();
    return found.sort();
  }

  /**
   * Returns the number of outermost actions that begin in a range of time.
   *
   * @param {number} from
   * @param {number} to
   * @param {{signal?: AbortSignal}} options
   */
  async countActions(from, to, { signal } = {}) {
    const { chunks } = this.head;
    const numbers = [...chunks.keys()]
      .filter((number) => chunks[number].start <= to && chunks[number].end >= from);
    let count = 0;
    let sliceStart = performance.now();
    for await (const chunk of this.#cache.each(numbers)) {
      signal?.throwIfAborted();
      const { kind, hasParent, start } = chunk;
      for (let index = chunk.firstStartingAt(from); index < chunk.count; index += 1) {
        if (start[index] > to) break;
        if (kind[index] === Kind.action && !hasParent[index]) count += 1;
      }
      if (performance.now() - sliceStart > SLICE_MILLISECONDS) {
        await nextTask();
        sliceStart = performance.now();
      }
    }
    signal?.throwIfAborted();
    return count;
  }

  /**
   * Returns the next matching record.
   *
   * @param {number} time
   * @param {Match|((chunk: Chunk, index: number) => boolean)} predicate
   * @param {"forwards"|"backwards"} direction
   * @param {{signal?: AbortSignal, after?: Span}} options `after` distinguishes spans that start at
   *   the same time: without it, those that start at `time` are omitted
   * @returns {Promise<Span|null>}
   */
  async next(time, predicate, direction, { signal, after } = {}) {
    const isMatch = typeof predicate === "function" ? predicate : this.#predicate(predicate);
    const isForwards = direction === "forwards";
    const sign = isForwards ? 1 : -1;
    const entries = this.head.chunks;
    // Forwards, no record of a chunk starts before the chunk; backwards, none starts after its end.
    const bound = (/** @type {number} */ number) =>
      isForwards ? entries[number].start : entries[number].end;
    const order = [...entries.keys()]
      .filter((number) => isForwards ? entries[number].end >= time : entries[number].start <= time)
      .sort((one, other) => sign * (bound(one) - bound(other)));
    const isBeyond = (/** @type {Place} */ one, /** @type {Place} */ other) =>
      sign * (one.start - other.start || one.chunk - other.chunk || one.index - other.index) > 0;
    const begin = after
      ? { start: after.start, chunk: after.chunk, index: after.index }
      : { start: time, chunk: sign * Infinity, index: sign * Infinity };
    /** @type {Place|null} */
    let best = null;
    let sliceStart = performance.now();
    for (const number of order) {
      if (best && sign * (bound(number) - best.start) > 0) break;
      signal?.throwIfAborted();
      const chunk = await this.#cache.load(number);
      const { start, count } = chunk;
      for (let step = 0, index = this.#searchStart(chunk, begin.start, isForwards);
        step < count && index >= 0 && index < count; step += 1, index += sign) {
        if (best && sign * (start[index] - best.start) > 0) break;
        if (!isMatch(chunk, index)) continue;
        const place = { start: start[index], chunk: number, index };
        if (!isBeyond(place, begin)) continue;
        if (!best || isBeyond(best, place)) best = place;
      }
      if (performance.now() - sliceStart > SLICE_MILLISECONDS) {
        await nextTask();
        sliceStart = performance.now();
      }
    }
    signal?.throwIfAborted();
    return best && this.span(best.chunk, best.index);
  }

  /**
   * @param {Chunk} chunk
   * @param {number} time
   * @param {boolean} isForwards
   */
  #searchStart(chunk, time, isForwards) {
    if (isForwards) return chunk.firstStartingAt(time);
    const { start } = chunk;
    let index = chunk.firstStartingAt(time);
    while (index < chunk.count && start[index] === time) index += 1;
    return index - 1;
  }

  /** @param {Match} match */
  #predicate(match) {
    const matcher = new Matcher(this.head, match);
    return (/** @type {Chunk} */ chunk, /** @type {number} */ index) =>
      matcher.matches(chunk, index);
  }
}

/** @typedef {{start: number, chunk: number, index: number}} Place */

/** @param {string} kind */
function kindNumber(kind) {
  return /** @type {Record<string, number>} */ (Kind)[kind] ?? 255;
}

/** Yields to the browser for drawing and input. */
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
