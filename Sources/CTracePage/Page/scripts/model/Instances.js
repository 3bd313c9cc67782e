import { firstNotLess } from "./Chunk.js";

/**
 * Where the records of a series are, in columns, in the order of their starts.
 */
export class Instances {
  #capacity = 1024;
  #count = 0;
  #start = new Float64Array(this.#capacity);
  #duration = new Float64Array(this.#capacity);
  #state = new Uint8Array(this.#capacity);
  #chunk = new Uint32Array(this.#capacity);
  #index = new Uint32Array(this.#capacity);
  #lane = new Uint32Array(this.#capacity);
  #row = new Uint8Array(this.#capacity);

  get count() { return this.#count; }
  get start() { return this.#start.subarray(0, this.#count); }
  get duration() { return this.#duration.subarray(0, this.#count); }
  /** As in the column `state` of the page's data. */
  get state() { return this.#state.subarray(0, this.#count); }
  get chunk() { return this.#chunk.subarray(0, this.#count); }
  get index() { return this.#index.subarray(0, this.#count); }
  get lane() { return this.#lane.subarray(0, this.#count); }
  get row() { return this.#row.subarray(0, this.#count); }

  /**
   * The first that starts at a time or later; they have to be sorted.
   *
   * @param {number} time
   */
  firstStartingAt(time) {
    return firstNotLess(this.start, time);
  }

  /**
   * @param {import("./Chunk.js").Chunk} chunk
   * @param {number} index
   */
  add(chunk, index) {
    if (this.#count === this.#capacity) this.#grow();
    const place = this.#count++;
    this.#start[place] = chunk.start[index];
    this.#duration[place] = chunk.duration[index];
    this.#state[place] = chunk.state[index];
    this.#chunk[place] = chunk.index;
    this.#index[place] = index;
    this.#lane[place] = chunk.lane[index];
    this.#row[place] = chunk.row[index];
  }

  /** Puts them into the order of their starts. */
  sort() {
    const start = this.#start;
    const order = Uint32Array.from({ length: this.#count }, (_, place) => place);
    order.sort((one, other) => start[one] - start[other] || one - other);
    const sorted = new Instances();
    while (sorted.#capacity < this.#count) sorted.#grow();
    sorted.#count = this.#count;
    order.forEach((from, to) => {
      sorted.#start[to] = this.#start[from];
      sorted.#duration[to] = this.#duration[from];
      sorted.#state[to] = this.#state[from];
      sorted.#chunk[to] = this.#chunk[from];
      sorted.#index[to] = this.#index[from];
      sorted.#lane[to] = this.#lane[from];
      sorted.#row[to] = this.#row[from];
    });
    return sorted;
  }

  #grow() {
    this.#capacity *= 2;
    this.#start = enlarged(this.#start, new Float64Array(this.#capacity));
    this.#duration = enlarged(this.#duration, new Float64Array(this.#capacity));
    this.#state = enlarged(this.#state, new Uint8Array(this.#capacity));
    this.#chunk = enlarged(this.#chunk, new Uint32Array(this.#capacity));
    this.#index = enlarged(this.#index, new Uint32Array(this.#capacity));
    this.#lane = enlarged(this.#lane, new Uint32Array(this.#capacity));
    this.#row = enlarged(this.#row, new Uint8Array(this.#capacity));
  }
}

/**
 * @template {{set: (values: any) => void}} Values
 * @param {Values} values
 * @param {Values} room
 */
function enlarged(values, room) {
  room.set(values);
  return room;
}
