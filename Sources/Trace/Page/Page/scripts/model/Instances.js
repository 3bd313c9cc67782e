import { firstNotLess } from "./Chunk.js";

/**
 * The positions and figures of the records of a series, in columns, in the order of their starts.
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
  /** The values of the column `state` of the page's data. */
  get state() { return this.#state.subarray(0, this.#count); }
  get chunk() { return this.#chunk.subarray(0, this.#count); }
  get index() { return this.#index.subarray(0, this.#count); }
  get lane() { return this.#lane.subarray(0, this.#count); }
  get row() { return this.#row.subarray(0, this.#count); }

  /**
   * Returns the first instance that starts at or after a time. Requires sorted instances.
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

  /** Sorts the instances by their starts. */
  sort() {
    const order = ordered(this.start);
    this.#start = arranged(this.#start, order, new Float64Array(this.#count));
    this.#duration = arranged(this.#duration, order, new Float64Array(this.#count));
    this.#state = arranged(this.#state, order, new Uint8Array(this.#count));
    this.#chunk = arranged(this.#chunk, order, new Uint32Array(this.#count));
    this.#index = arranged(this.#index, order, new Uint32Array(this.#count));
    this.#lane = arranged(this.#lane, order, new Uint32Array(this.#count));
    this.#row = arranged(this.#row, order, new Uint8Array(this.#count));
    this.#capacity = Math.max(this.#count, 1);
    return this;
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
 * Returns the indices of values in ascending order of the values. The sort is stable.
 *
 * The values from chunks have long ascending runs, which are merged in pairs. For millions of
 * values, a sort with a comparison function takes ten times the time and the memory.
 *
 * @param {Float64Array} values
 */
export function ordered(values) {
  let order = Uint32Array.from(values.keys());
  let room = new Uint32Array(values.length);
  let bounds = [0];
  for (let place = 1; place < values.length; place += 1) {
    if (values[place] < values[place - 1]) bounds.push(place);
  }
  bounds.push(values.length);
  while (bounds.length > 2) {
    const merged = [0];
    for (let run = 0; run + 1 < bounds.length; run += 2) {
      const end = bounds[run + 2] ?? bounds[run + 1];
      merge(values, order, room, bounds[run], bounds[run + 1], end);
      merged.push(end);
    }
    [order, room, bounds] = [room, order, merged];
  }
  return order;
}

/**
 * Merges the indices of two consecutive ascending runs.
 *
 * @param {Float64Array} values
 * @param {Uint32Array} from
 * @param {Uint32Array} to
 * @param {number} begin
 * @param {number} middle
 * @param {number} end
 */
function merge(values, from, to, begin, middle, end) {
  let first = begin;
  let second = middle;
  for (let place = begin; place < end; place += 1) {
    const isOfFirst = first < middle
      && (second >= end || values[from[first]] <= values[from[second]]);
    to[place] = isOfFirst ? from[first++] : from[second++];
  }
}

/**
 * @template {{[place: number]: number}} Values
 * @param {Values} values
 * @param {Uint32Array} order
 * @param {Values} room
 */
function arranged(values, order, room) {
  for (let place = 0; place < order.length; place += 1) room[place] = values[order[place]];
  return room;
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
