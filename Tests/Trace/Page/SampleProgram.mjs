import { Random } from "./Random.mjs";

const KIND = {
  action: 0, effect: 1, interval: 2, observer: 3, store: 4, log: 5, event: 6, budget: 7, payload: 8,
  difference: 9,
};
const FINISHED = 1;
const CANCELLED = 2;
const FAILED = 3;
const ABANDONED = 4;
/** The change of an action that left the state as it was. */
const UNCHANGED = 1;

// Wrapper prefixes, with the actions that each has.
const FEATURES = [
  ["App", "app", ["launched", "scenePhaseChanged", "tabSelected", "deepLinkOpened"]],
  ["TodoList", "todos", ["addTapped", "toggle", "delete", "rename", "sortFinished", "loaded"]],
  ["Search", "search", ["queryChanged", "response", "cancelTapped", "suggestionTapped"]],
  ["Sync", "sync", ["start", "chunkReceived", "finished", "retry", "conflictFound"]],
  ["Player", "player", ["play", "pause", "tick", "seek", "bufferFilled"]],
  ["Feed", "feed", ["refresh", "rowAppeared", "imageLoaded", "pageLoaded"]],
  ["Hostile", "<script>alert(1)</script>", [
    "</script><img src=x onerror=alert(1)>", "right\u202eto left", "new\nline\u0000and nothing",
    "שלום עולם", "a".repeat(300), "",
  ]],
];

/**
 * A made-up recording: the work of several programs, as records of the page's data without levels.
 *
 * It behaves as programs do: a thread runs one thing at a time, a store processes one action at a
 * time, effects begin after the action that returned them, and send actions while they are alive.
 */
export class SampleProgram {
  constructor({ spans = 10_000, seed = 1, processes = 2, threads = 3, stores = 4 } = {}) {
    this.random = new Random(seed);
    this.names = [["", ""]];
    this.nameIndices = new Map([["\u0001", 0]]);
    this.processes = [];
    this.threads = [];
    this.lanes = [];
    this.records = [];
    this.gaps = [];
    this.duration = 0;
    this.spanCount = 0;
    const wanted = spans;
    for (let process = 0; process < processes; process += 1) {
      // The first does most of it.
      const share = process === 0 ? 0.7 : 0.3 / Math.max(processes - 1, 1);
      const part = Math.round(wanted * (processes === 1 ? 1 : share));
      this.#runProcess(process, part, threads, stores);
    }
    this.#finish();
  }

  /** The index of a name, which is added if it is new. */
  name(prefix, name) {
    const key = `${prefix}\u0001${name}`;
    let index = this.nameIndices.get(key);
    if (index === undefined) {
      index = this.names.length;
      this.names.push([prefix, name]);
      this.nameIndices.set(key, index);
    }
    return index;
  }

  #lane(lane) {
    this.lanes.push({ rows: 1, ...lane });
    return this.lanes.length - 1;
  }

  #add(record) {
    const complete = {
      row: 0, name: 0, duration: 0, outcome: 0, completeness: 0, isStartKnown: true, action: 0,
      id: 0n, cause: 0n, parent: 0n, nested: 0, waited: 0, depth: 0, outputs: 0, text: null,
      place: 0, ...record,
    };
    this.records.push(complete);
    if (complete.kind <= KIND.store) this.spanCount += 1;
    const lane = this.lanes[complete.lane];
    lane.rows = Math.max(lane.rows, complete.row + 1);
    return complete;
  }

  #runProcess(process, spans, threadCount, storeCount) {
    const { random } = this;
    const name = process === 0 ? "TodoApp" : process === 1 ? "sync-helper" : `worker-${process}`;
    this.processes.push({ pid: 4100 + process * 17, name, host: "workstation" });
    const threads = [];
    for (let thread = 0; thread < threadCount; thread += 1) {
      const tid = 4100 + process * 17 + thread;
      const threadName = thread === 0 ? name : thread === 1 ? "cooperative-1" : `queue-${thread}`;
      this.threads.push({ process, tid, name: threadName });
      threads.push({ index: this.threads.length - 1, free: 0 });
    }
    const stores = [];
    for (let store = 0; store < storeCount; store += 1) {
      stores.push(this.#makeStore(process, store, threads));
    }
    const intervals = this.#lane({
      process, kind: "intervals", name: this.name("net.example.todo", "network"),
    });
    const logs = this.#lane({ process, kind: "logs" });

    const limit = this.spanCount + spans;
    const queue = new Queue();
    let nextID = 1000n * BigInt(process + 1);
    const newID = () => (nextID += random.isWithin(0.001) ? 5000n : 1n);
    let intervalID = 0n;
    let outside = 2_000;
    let burst = 0;
    while (this.spanCount < limit) {
      if (queue.isEmpty || queue.first.time > outside) {
        queue.push({ time: outside, store: random.below(storeCount), cause: 0n, effect: null });
        if (burst > 0) {
          burst -= 1;
          outside += random.duration(60_000);
        } else {
          burst = random.isWithin(0.1) ? 40 + random.below(200) : 0;
          outside += random.duration(900_000);
        }
      }
      const send = queue.pop();
      const store = stores[send.store];
      // Mostly on the thread that the store belongs to.
      const thread = random.isWithin(0.04) ? random.of(threads) : store.thread;
      const start = Math.max(send.time + 30, thread.free, store.free);
      const lane = this.#callsLane(store, thread, process);
      const [prefix, actions] = random.of(store.features);
      const action = random.of(actions);
      const typical = 3_000 + (action.length % 7) * 4_000;
      const isSlow = random.isWithin(0.0005);
      const size = isSlow ? 40_000_000 : random.duration(typical);
      const outermost = this.#runAction({
        process, lane, row: 0, prefix, action, start, size, parent: 0n, cause: send.cause, newID,
        store, waited: start - send.time + 1,
        depth: Math.min(9, Math.floor((start - send.time) / 20_000)),
      });
      if (send.effect) send.effect.outputs += 1;
      const end = outermost.start + outermost.duration;
      thread.free = end + 20 + random.below(400);
      store.free = end;
      if (random.isWithin(0.3)) {
        const id = newID();
        // Half of the reactions name their cause, if there can be one.
        const isNotified = (outermost.action & 3) !== UNCHANGED && id % 2n === 0n;
        const change = isNotified
          ? { cause: outermost.id, place: this.name("", "Row.isDone"), outputs: Number(id % 3n) }
          : {};
        const reaction = this.#add({
          kind: KIND.observer, lane, name: this.name("", `TodoList/Row${random.below(8)}.swift:42`),
          id, start: end + 10, duration: random.duration(2_500), ...change,
        });
        thread.free = reaction.start + reaction.duration + 20;
      }
      const fanOut = random.isWithin(0.35) ? 1 + (random.isWithin(0.2) ? random.below(4) : 0) : 0;
      for (let count = 0; count < fanOut; count += 1) {
        this.#startEffect({ process, store, prefix, action, outermost, end, newID, queue, random });
      }
      if (random.isWithin(0.05)) {
        this.#add({
          kind: KIND.interval, lane: intervals, name: this.name("", random.of(["fetch", "decode"])),
          id: (intervalID += 1n), start: end, duration: random.duration(300_000),
          outcome: random.isWithin(0.05) ? FAILED : random.isWithin(0.05) ? ABANDONED : FINISHED,
        });
      }
      if (random.isWithin(0.02)) {
        this.#add({
          kind: KIND.event, lane: intervals, name: this.name("", "cache miss"), start: end });
      }
      if (random.isWithin(0.05)) {
        const level = random.isWithin(0.1) ? 4 + random.below(3) : random.below(4);
        this.#add({
          kind: KIND.log, lane: logs, name: this.name("", random.of(["todo.sync", "todo.ui"])),
          start: outermost.start + Math.floor(outermost.duration / 2), action: level + 1,
          depth: thread.index + 1,
          text: `Message of level ${level} </script> \u202e after ${action}`,
        });
      }
      if (isSlow) {
        this.#add({
          kind: KIND.budget, lane: logs, name: outermost.name, start: end, cause: outermost.id });
      }
    }
    this.#endProcess(process, stores, Math.max(outside, ...threads.map((thread) => thread.free)));
  }

  #makeStore(process, store, threads) {
    const { random } = this;
    const [feature] = FEATURES[store % (FEATURES.length - 1)];
    const id = String(100 + store);
    const index = this.name("", feature);
    const shared = { process, store: id, feature: index };
    const features = [store, store + 1].map((place) => FEATURES[place % (FEATURES.length - 1)]);
    if (store === 0) features.push(FEATURES.at(-1));
    const made = {
      id, feature: index, free: 0, thread: threads[store === 0 ? 0 : store % threads.length],
      features: features.map(([, prefix, actions]) => [prefix, actions]),
      effects: this.#lane({ ...shared, kind: "effects" }),
      stores: this.#lane({ ...shared, kind: "stores" }),
      calls: new Map(), children: [],
    };
    const root = { kind: KIND.store, lane: made.stores, name: index, start: 500 + store * 300 };
    made.root = this.#add({ ...root, id: BigInt(id), completeness: process === 0 ? 0 : 1 });
    for (let child = 1; child <= 2 + random.below(3); child += 1) {
      made.children.push(this.#add({
        kind: KIND.store, lane: made.stores, row: child, id: BigInt(id) * 100n + BigInt(child),
        name: this.name("", `${feature}.Row`), start: 900 + child * 90_000,
      }));
    }
    return made;
  }

  #callsLane(store, thread, process) {
    let lane = store.calls.get(thread);
    if (lane === undefined) {
      lane = this.#lane({
        process, kind: "calls", thread: thread.index, store: store.id, feature: store.feature });
      store.calls.set(thread, lane);
    }
    return lane;
  }

  #runAction({ process, lane, row, prefix, action, start, size, parent, cause, newID, store, waited,
    depth }) {
    const { random } = this;
    const id = newID();
    const record = this.#add({
      kind: KIND.action, lane, row, name: this.name(prefix, action), start, duration: size, id,
      parent, cause, waited, depth, action: random.below(3) | (random.below(6) << 2),
    });
    let inner = start + Math.round(size * 0.1);
    const nestedCount = row < 5 && size > 2_000 && random.isWithin(0.55) ? 1 + random.below(2) : 0;
    for (let count = 0; count < nestedCount; count += 1) {
      const part = Math.round(((size * 0.8) / nestedCount) * (0.5 + random.next() / 2));
      const nested = this.#runAction({
        process, lane, row: row + 1, prefix: store.features[count % store.features.length][0],
        action, start: inner, size: part, parent: id, cause, newID, store, waited: 0, depth: 0,
      });
      record.nested += nested.duration;
      inner += part + Math.round(size * 0.02);
    }
    if (parent === 0n && random.isWithin(0.1)) {
      this.#add({
        kind: KIND.payload, lane, start, cause: id,
        text: `.${action}(id: ${id}, title: "</script>")`,
      });
      this.#add({
        kind: KIND.difference, lane, start: start + size, cause: id,
        text: `  State(\n-   count: ${id}\n+   count: ${id + 1n}\n  )` });
    }
    return record;
  }

  #startEffect({ store, prefix, action, outermost, end, newID, queue, random, process }) {
    const typical = random.of([80_000, 900_000, 6_000_000]);
    const duration = random.duration(typical);
    const isEndless = random.isWithin(0.002);
    const outcome = random.isWithin(0.04) ? FAILED : random.isWithin(0.08) ? CANCELLED : FINISHED;
    const effect = this.#add({
      kind: KIND.effect, lane: store.effects, name: this.name(prefix, action), id: newID(),
      cause: outermost.id, start: end + 300 + random.below(3_000), duration,
      outcome: isEndless ? 0 : outcome, completeness: isEndless ? 2 : 0,
    });
    effect.isEndless = isEndless;
    effect.process = process;
    const outputs = random.isWithin(0.7) ? 1 + (random.isWithin(0.1) ? random.below(6) : 0) : 0;
    for (let count = 1; count <= outputs; count += 1) {
      queue.push({
        time: effect.start + Math.round((duration * count) / outputs), cause: effect.id, effect,
        store: Number(store.id) - 100,
      });
    }
  }

  #endProcess(process, stores, end) {
    const { random } = this;
    for (const store of stores) {
      store.root.duration = end - store.root.start;
      store.root.completeness = process === 0 ? 2 : 1;
      for (const child of store.children) {
        child.duration = Math.max(1, Math.round((end - child.start) * (0.3 + random.next() * 0.6)));
      }
    }
    this.gaps.push({
      start: Math.round(end * 0.42), end: Math.round(end * 0.45), process, unit: "events",
      count: 1234 + process, stream: `channel0_${process}`,
    });
    this.duration = Math.max(this.duration, end);
  }

  #finish() {
    // Spans that continue after the last event are cut off there.
    for (const record of this.records) {
      this.duration = Math.max(this.duration, record.start);
    }
    for (const record of this.records) {
      if (record.isEndless || record.start + record.duration > this.duration) {
        record.duration = this.duration - record.start;
        record.outcome = 0;
        record.completeness = record.kind === KIND.effect || record.completeness === 0 ? 2
          : record.completeness;
      }
    }
    this.records.sort((one, other) => one.start - other.start);
    this.#placeInRows();
    for (const record of this.records) {
      const lane = this.lanes[record.lane];
      lane.rows = Math.max(lane.rows, record.row + 1);
    }
  }

  /** Gives effects and intervals that overlap rows of their own. */
  #placeInRows() {
    const ends = new Map();
    for (const record of this.records) {
      if (record.kind !== KIND.effect && record.kind !== KIND.interval) continue;
      let rows = ends.get(record.lane);
      // Row 0 of intervals is for events.
      if (!rows) ends.set(record.lane, (rows = record.kind === KIND.interval ? [Infinity] : []));
      let row = rows.findIndex((end) => end <= record.start);
      if (row < 0) row = Math.min(rows.length, 63);
      rows[row] = record.start + record.duration;
      record.row = row;
    }
  }
}

/** The pending work, the earliest first. */
class Queue {
  #items = [];

  get isEmpty() { return this.#items.length === 0; }
  get first() { return this.#items[0]; }

  push(item) {
    const items = this.#items;
    let place = items.push(item) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (items[above].time <= item.time) break;
      items[place] = items[above];
      place = above;
    }
    items[place] = item;
  }

  pop() {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0) return first;
    let place = 0;
    for (;;) {
      let below = place * 2 + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && items[below + 1].time < items[below].time) below += 1;
      if (items[below].time >= last.time) break;
      items[place] = items[below];
      place = below;
    }
    items[place] = last;
    return first;
  }
}
