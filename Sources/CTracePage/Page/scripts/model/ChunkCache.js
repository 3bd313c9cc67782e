import { Chunk } from "./Chunk.js";

/** @typedef {import("./Head.js").Head} Head */
/** @typedef {import("./ChunkSource.js").ChunkSource} ChunkSource */

const BYTE_LIMIT = 192 * 1024 * 1024;
const CONCURRENT_LOADS = 4;

/** Loads chunks, and keeps those that were used last as long as they fit into its limit. */
export class ChunkCache {
  /**
   * @param {Head} head
   * @param {ChunkSource} source
   * @param {number} [byteLimit]
   */
  constructor(head, source, byteLimit = BYTE_LIMIT) {
    this.#head = head;
    this.#source = source;
    this.#byteLimit = byteLimit;
    this.#chunks = new Array(head.chunks.length).fill(null);
  }

  #head;
  #source;
  #byteLimit;
  /** @type {(Chunk|null)[]} */
  #chunks;
  #time = 0;
  /** @type {Map<number, Promise<Chunk>>} */
  #loads = new Map();
  /**
   * The chunks to draw that are not here, the most important first.
   * @type {number[]}
   */
  #wanted = [];
  #wantedLoads = 0;
  /** @type {Set<number>} */
  #failed = new Set();
  /** @type {Set<(error: unknown) => void>} */
  #callbacks = new Set();

  /** How much memory the chunks take. */
  get byteCount() {
    let sum = 0;
    for (const chunk of this.#chunks) sum += chunk ? chunk.byteCount : 0;
    return sum;
  }

  /**
   * @param {(error: unknown) => void} callback called without an argument for a chunk that came
   * @returns {() => void} ends that
   */
  onLoad(callback) {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  /**
   * A chunk if it is here.
   *
   * @param {number} index
   */
  loaded(index) {
    const chunk = this.#chunks[index];
    if (chunk) chunk.lastUse = this.#time;
    return chunk;
  }

  /**
   * Whether a chunk is neither here nor has failed to come.
   *
   * @param {number} index
   */
  isMissing(index) {
    return this.#chunks[index] === null && !this.#failed.has(index);
  }

  /**
   * Replaces the list of chunks to load for drawing.
   *
   * @param {number[]} indices the most important first
   */
  want(indices) {
    this.#wanted = indices;
    this.#pump();
  }

  /** Begins another frame: what is used from now on is kept longer than what was used before. */
  advance() {
    this.#time += 1;
  }

  /**
   * A chunk, as soon as it is here.
   *
   * @param {number} index
   * @param {boolean} isDrawn whether it is to stay here for this frame, though there is too much
   * @returns {Promise<Chunk>}
   */
  async load(index, isDrawn = false) {
    const loaded = this.loaded(index);
    if (loaded) return loaded;
    let load = this.#loads.get(index);
    if (!load) {
      load = this.#read(index, isDrawn).finally(() => this.#loads.delete(index));
      this.#loads.set(index, load);
    }
    return load;
  }

  /**
   * Chunks, one after the other, for a look through what they hold.
   *
   * Chunks that are not in the cache are not added: a trace can be larger than memory, and the
   * chunks that are drawn have to stay. Some are read ahead.
   *
   * @param {number[]} indices
   * @returns {AsyncGenerator<Chunk, void>}
   */
  async *each(indices) {
    /** @type {Promise<Chunk>[]} */
    const ahead = [];
    for (let next = 0; next < indices.length || ahead.length > 0;) {
      while (next < indices.length && ahead.length < CONCURRENT_LOADS) {
        const index = indices[next++];
        const chunk = this.#chunks[index];
        const load = chunk ? Promise.resolve(chunk) : this.#loads.get(index) ?? this.#make(index);
        // One that fails is reported when it is its turn.
        load.catch(() => {});
        ahead.push(load);
      }
      yield /** @type {Promise<Chunk>} */ (ahead.shift());
    }
  }

  /** @param {number} index */
  async #make(index) {
    const bytes = await this.#source.readChunk(index);
    return new Chunk(index, this.#head.chunks[index], this.#head.lanes, bytes);
  }

  /**
   * @param {number} index
   * @param {boolean} isDrawn
   */
  async #read(index, isDrawn) {
    const chunk = await this.#make(index);
    chunk.lastUse = isDrawn ? this.#time : this.#time - 1;
    this.#chunks[index] = chunk;
    this.#trim();
    return chunk;
  }

  #pump() {
    while (this.#wantedLoads < CONCURRENT_LOADS) {
      const index = this.#wanted.shift();
      if (index === undefined) return;
      if (!this.isMissing(index) || this.#loads.has(index)) continue;
      this.#wantedLoads += 1;
      this.load(index, true)
        .then(
          () => this.#report(undefined),
          (error) => {
            this.#failed.add(index);
            this.#report(error);
          })
        .finally(() => {
          this.#wantedLoads -= 1;
          this.#pump();
        });
    }
  }

  /** @param {unknown} error */
  #report(error) {
    for (const callback of this.#callbacks) callback(error);
  }

  #trim() {
    let sum = this.byteCount;
    if (sum <= this.#byteLimit) return;
    const chunks = /** @type {Chunk[]} */ (this.#chunks.filter((chunk) => chunk !== null));
    chunks.sort((one, other) => one.lastUse - other.lastUse);
    for (const chunk of chunks) {
      // What this frame draws stays, or it would come and go for ever.
      if (sum <= this.#byteLimit || chunk.lastUse >= this.#time) return;
      sum -= chunk.byteCount;
      this.#chunks[chunk.index] = null;
    }
  }
}
