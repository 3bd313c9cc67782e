import { Chunk } from "./Chunk.js";

/** @typedef {import("./Head.js").Head} Head */
/** @typedef {import("./ChunkSource.js").ChunkSource} ChunkSource */

const BYTE_LIMIT = 192 * 1024 * 1024;
const CONCURRENT_LOADS = 4;

/** Loads chunks, and keeps the most recently used ones within a limit of memory. */
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
   * The missing chunks that drawing requires, the most important first.
   * @type {number[]}
   */
  #wanted = [];
  #wantedLoads = 0;
  /** @type {Set<number>} */
  #failed = new Set();
  /** @type {Set<(error: unknown) => void>} */
  #callbacks = new Set();

  /** The memory of the chunks in bytes. */
  get byteCount() {
    let sum = 0;
    for (const chunk of this.#chunks) sum += chunk ? chunk.byteCount : 0;
    return sum;
  }

  /**
   * @param {(error: unknown) => void} callback called without an argument for a loaded chunk
   * @returns {() => void} removes the callback
   */
  onLoad(callback) {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  /**
   * Returns a chunk if it is loaded.
   *
   * @param {number} index
   */
  loaded(index) {
    const chunk = this.#chunks[index];
    if (chunk) chunk.lastUse = this.#time;
    return chunk;
  }

  /**
   * Whether a chunk is neither loaded nor failed to load.
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

  /** Starts another frame. Chunks used in it are kept longer than chunks of earlier frames. */
  advance() {
    this.#time += 1;
  }

  /**
   * Loads a chunk unless it is loaded already.
   *
   * @param {number} index
   * @param {boolean} isDrawn whether the chunk stays for this frame even above the limit
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
   * Yields chunks one by one, for a search.
   *
   * Does not add chunks to the cache: a trace can be larger than memory, and the drawn chunks have
   * to stay. Reads some chunks ahead.
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
        // The error is reported when the chunk is yielded.
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
      // Evicting a chunk of this frame would make it reload in every frame.
      if (sum <= this.#byteLimit || chunk.lastUse >= this.#time) return;
      sum -= chunk.byteCount;
      this.#chunks[chunk.index] = null;
    }
  }
}
