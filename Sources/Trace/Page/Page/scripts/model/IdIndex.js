/** @typedef {import("./Head.js").HeadChunk} HeadChunk */
/** @typedef {{least: bigint, greatest: bigint, chunk: number}} Entry */

/** Finds the chunks that may contain an id, from the ranges in the head. */
export class IdIndex {
  /**
   * @param {HeadChunk[]} chunks
   * @param {"ids"|"causes"} key
   */
  constructor(chunks, key) {
    this.#chunks = chunks;
    this.#key = key;
  }

  #chunks;
  #key;
  /** @type {Map<number, Entry[]>|null} */
  #entries = null;

  /**
   * Returns the chunks that may contain the id, in the order of the head.
   *
   * @param {number} process
   * @param {number} kind
   * @param {bigint} id
   */
  chunks(process, kind, id) {
    const found = [];
    for (const entry of this.#all().get(process * 16 + kind) ?? []) {
      if (entry.least <= id && id <= entry.greatest) found.push(entry.chunk);
    }
    return found;
  }

  #all() {
    if (this.#entries) return this.#entries;
    /** @type {Map<number, Entry[]>} */
    const entries = new Map();
    this.#chunks.forEach((chunk, index) => {
      for (const [process, kind, least, greatest] of chunk[this.#key] ?? []) {
        const key = process * 16 + kind;
        const entry = { least: BigInt(least), greatest: BigInt(greatest), chunk: index };
        const ofKey = entries.get(key);
        if (ofKey) ofKey.push(entry);
        else entries.set(key, [entry]);
      }
    });
    return (this.#entries = entries);
  }
}
