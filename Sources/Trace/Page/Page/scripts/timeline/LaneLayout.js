import { Curve } from "../model/Curve.js";
import { formatCount, visibleText } from "../state/format.js";

/** @typedef {import("../model/Head.js").Head} Head */
/** @typedef {import("../model/Head.js").HeadLane} HeadLane */
/**
 * A heading, or a track: lanes that share the same rows.
 *
 * @typedef {{
 *   key: string, isHeading: boolean, isCollapsed: boolean, title: string, detail: string,
 *   kind: string, process: number, lanes: number[], rows: number, rowHeight: number, top: number,
 *   y: number, height: number, firstSlot: number
 * }} Track
 */

const CURVE_HEIGHT = 30;
const HEADING_HEIGHT = 24;
const ROW_HEIGHT = 18;
/** The height of a row when vertical space is scarce. */
const DENSE_ROW_HEIGHT = 15;
const DENSE_HEIGHT = 480;
const PADDING = 4;
const SMALLEST_TRACK = 26;
const COLLAPSED_ROW = 10;
const INSET_LABEL_HEIGHT = 24;
/** The number of tracks of a kind and a feature from which on they are one. */
const FOLDED_FROM = 12;
/** A track gets denser above both heights: in CSS pixels, and as a part of the visible height. */
const TALLEST_TRACK = 190;
const TALLEST_PART = 0.3;

/** The order of the tracks that belong to no store. */
const LANE_ORDER = ["calls", "curve", "effects", "intervals", "logs", "stores"];
/** @type {Record<string, string>} */
const WORDS = { effects: "effects", stores: "stores", intervals: "intervals", logs: "logs" };

/**
 * The vertical positions of the rows of all lanes.
 *
 * A *slot* is a row of a visible track: slots are numbered from top to bottom over all tracks.
 */
export class LaneLayout {
  /** @param {Head} head */
  constructor(head) {
    this.#head = head;
    /** The counts over time, whose lanes follow the lanes of records. */
    this.curves = head.curves.map((_, number) => new Curve(head, number));
    const lanes = head.lanes.length + head.curves.length;
    /** The first slot of each lane, -1 for lanes that are not drawn. */
    this.laneSlots = new Int32Array(lanes);
    /** The number of slots of each lane. */
    this.laneRows = new Int32Array(lanes);
    /** The track of each lane, -1 for lanes that are not drawn. */
    this.laneTracks = new Int32Array(lanes);
    /** @type {Track[]} */
    this.tracks = [];
    this.height = 0;
    this.slotCount = 0;
    this.slotY = new Float64Array(0);
    this.slotHeight = new Float64Array(0);
  }

  #head;
  #tallest = TALLEST_TRACK;
  #rowHeight = ROW_HEIGHT;

  /**
   * @param {"threads"|"stores"} grouping
   * @param {Set<string>} collapsed keys of collapsed lanes
   * @param {{isNarrow: boolean, height: number}} room whether labels are inside of the lanes, and
   *   the available height
   */
  update(grouping, collapsed, { isNarrow, height }) {
    this.#rowHeight = height < DENSE_HEIGHT ? DENSE_ROW_HEIGHT : ROW_HEIGHT;
    this.#tallest = Math.max(TALLEST_TRACK, height * TALLEST_PART);
    this.tracks = [];
    this.laneSlots.fill(-1);
    this.laneTracks.fill(-1);
    const { processes } = this.#head;
    const rows = this.#largestRows();
    for (let process = 0; process < processes.length; process += 1) {
      const lanes = this.#groups(process, grouping);
      const heading = this.#heading(process, collapsed);
      if (processes.length > 1 || lanes.length === 0) this.tracks.push(heading);
      if (heading.isCollapsed && processes.length > 1) continue;
      for (const group of lanes) {
        if (group.members === undefined) {
          this.tracks.push(this.#track(process, group, collapsed, rows));
        } else {
          this.#pushFolded(process, group, group.members, collapsed, rows);
        }
      }
    }
    this.#place(isNarrow);
  }

  /**
   * Returns the slot at a vertical position, -1 without one.
   *
   * @param {number} y
   */
  slotAt(y) {
    let low = 0;
    let high = this.slotCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.slotY[middle] <= y) low = middle;
      else high = middle - 1;
    }
    if (this.slotCount === 0 || y < this.slotY[low]) return -1;
    return y < this.slotY[low] + this.slotHeight[low] + 1 ? low : -1;
  }

  /**
   * Returns the slot of a row of a lane, -1 if the lane is not drawn.
   *
   * @param {number} lane
   * @param {number} row
   */
  slot(lane, row) {
    const slot = this.laneSlots[lane];
    return slot < 0 ? -1 : slot + Math.min(row, this.laneRows[lane] - 1);
  }

  /**
   * Returns the track of a slot.
   *
   * @param {number} slot
   */
  trackOfSlot(slot) {
    return this.tracks.find((track) =>
      !track.isHeading && slot >= track.firstSlot && slot < track.firstSlot + track.rows) ?? null;
  }

  /**
   * Returns the curve of a slot.
   *
   * @param {number} slot
   */
  curveOfSlot(slot) {
    const lane = this.trackOfSlot(slot)?.lanes[0];
    return lane === undefined ? null : this.curves[lane - this.#head.lanes.length] ?? null;
  }

  #largestRows() {
    return [
      ...this.#head.lanes.map((lane) => Math.max(1, Math.min(lane.rows, 64))),
      ...this.curves.map(() => 1),
    ];
  }

  /**
   * @param {number} process
   * @param {Set<string>} collapsed
   * @returns {Track}
   */
  #heading(process, collapsed) {
    const { name, pid, host } = this.#head.processes[process];
    const key = `process ${process}`;
    const hosts = new Set(this.#head.processes.map((other) => other.host));
    const detail = hosts.size > 1 && host !== "" ? `${pid} on ${visibleText(host)}` : String(pid);
    return {
      ...EMPTY_TRACK, key, isHeading: true, isCollapsed: collapsed.has(key), kind: "process",
      title: name === "" ? "process" : visibleText(name), detail, process,
    };
  }

  /**
   * @param {number} process
   * @param {TrackGroup} group
   * @param {Set<string>} collapsed
   * @param {number[]} laneRows
   * @returns {Track}
   */
  #track(process, group, collapsed, laneRows) {
    const key = `${process} ${group.key}`;
    const isCollapsed = collapsed.has(key);
    const all = Math.max(...group.lanes.map((lane) => laneRows[lane]));
    const rows = isCollapsed ? 1 : all;
    const room = Math.floor(this.#tallest / rows);
    const rowHeight = isCollapsed ? COLLAPSED_ROW
      : group.kind === "curve" ? CURVE_HEIGHT
        : Math.max(5, Math.min(this.#rowHeight, room));
    return {
      ...EMPTY_TRACK, key, isCollapsed, title: group.title, detail: group.detail, kind: group.kind,
      process, lanes: group.lanes, rows, rowHeight,
    };
  }

  /**
   * Adds the tracks of many stores of a feature as one, which a click unfolds.
   *
   * @param {number} process
   * @param {TrackGroup} group
   * @param {TrackGroup[]} members
   * @param {Set<string>} collapsed
   * @param {number[]} rows
   */
  #pushFolded(process, group, members, collapsed, rows) {
    const key = `${process} ${group.key}`;
    const isFolded = !collapsed.has(key);
    this.tracks.push({
      ...EMPTY_TRACK, key, isCollapsed: isFolded, title: group.title, detail: group.detail,
      kind: group.kind, process, lanes: isFolded ? group.lanes : [], rows: 1,
      rowHeight: COLLAPSED_ROW,
    });
    if (isFolded) return;
    for (const member of members) this.tracks.push(this.#track(process, member, collapsed, rows));
  }

  /** @param {boolean} isNarrow */
  #place(isNarrow) {
    let y = 0;
    let slot = 0;
    this.slotCount = this.tracks.reduce((sum, track) => sum + track.rows, 0);
    this.slotY = new Float64Array(this.slotCount);
    this.slotHeight = new Float64Array(this.slotCount);
    this.tracks.forEach((track, index) => {
      track.y = y;
      track.firstSlot = slot;
      if (track.isHeading) {
        track.height = HEADING_HEIGHT;
      } else {
        const above = isNarrow ? INSET_LABEL_HEIGHT : PADDING;
        const height = track.rows * track.rowHeight;
        track.height = isNarrow ? above + height + PADDING
          : Math.max(SMALLEST_TRACK, height + 2 * PADDING);
        track.top = isNarrow ? above : (track.height - height) / 2;
        for (let row = 0; row < track.rows; row += 1) {
          this.slotY[slot + row] = y + track.top + row * track.rowHeight;
          this.slotHeight[slot + row] = track.rowHeight - 1;
        }
      }
      for (const lane of track.lanes) {
        this.laneSlots[lane] = slot;
        this.laneRows[lane] = track.rows;
        this.laneTracks[lane] = index;
      }
      slot += track.rows;
      y += track.height;
    });
    this.height = y;
  }

  /**
   * Returns the lanes of a process, grouped by track.
   *
   * @param {number} process
   * @param {"threads"|"stores"} grouping
   * @returns {TrackGroup[]}
   */
  #groups(process, grouping) {
    /** @type {Map<string, TrackGroup>} */
    const groups = new Map();
    this.#head.lanes.forEach((lane, index) => {
      if (lane.process !== process) return;
      const group = this.#group(lane, grouping);
      const known = groups.get(group.key);
      if (known) known.lanes.push(index);
      else groups.set(group.key, { ...group, lanes: [index] });
    });
    for (const curve of this.curves) {
      if (curve.process === process) groups.set(`curve ${curve.lane}`, this.#curveGroup(curve));
    }
    const ordered = [...groups.values()];
    // In the grouping by store, the tracks of a store are adjacent.
    const rank = (/** @type {TrackGroup} */ group) => grouping === "stores" && group.store !== ""
      ? 0 : LANE_ORDER.indexOf(group.kind) + 1;
    const inner = (/** @type {TrackGroup} */ group) =>
      ["calls", "curve", "effects", "stores"].indexOf(group.kind);
    const stores = [...new Set(ordered.map((group) => group.store))];
    ordered.sort((one, other) => rank(one) - rank(other)
      || (grouping === "stores"
        ? stores.indexOf(one.store) - stores.indexOf(other.store) || inner(one) - inner(other)
        : one.order - other.order));
    return foldMany(ordered);
  }

  /**
   * Returns the track of a curve, whose label has the range of its counts.
   *
   * @param {Curve} curve
   * @returns {TrackGroup}
   */
  #curveGroup({ kind, store, stores, process, lane, range, property, values, hasMarks }) {
    const base = {
      key: `curve ${lane}`, kind: "curve", store: store ?? "", order: 0, lanes: [lane],
      detail: range,
    };
    switch (kind) {
      case "effects": return { ...base, title: "Effects alive" };
      case "stores": return { ...base, title: "Stores alive" };
      case "property":
        return {
          ...base, title: property ?? "",
          detail: hasMarks ? "changes" : values ? values.slice(0, 4).join(", ") : range,
        };
      default:
        if (store === undefined) {
          return { ...base, title: stores > 1 ? `Queues of ${formatCount(stores)} stores` : "Queue" };
        }
        return {
          ...base, title: storeTitle(this.#featureOf(process, store), store),
          detail: `queue ${range}`,
        };
    }
  }

  /**
   * Returns the feature of a root store; empty if unknown.
   *
   * @param {number} process
   * @param {string} store
   */
  #featureOf(process, store) {
    const { lanes, names } = this.#head;
    const lane = lanes.find((other) =>
      other.process === process && other.store === store && other.feature !== undefined);
    return names[lane?.feature ?? 0]?.[1] ?? "";
  }

  /**
   * @param {HeadLane} lane
   * @param {"threads"|"stores"} grouping
   * @returns {TrackGroup}
   */
  #group(lane, grouping) {
    const { names, threads } = this.#head;
    const store = lane.store ?? "";
    const feature = names[lane.feature ?? 0]?.[1] ?? "";
    const [subsystem, category] = names[lane.name ?? 0] ?? ["", ""];
    const base = { lanes: [], kind: lane.kind, store, feature, order: 0 };
    switch (lane.kind) {
      case "calls":
        if (grouping === "threads" && lane.main !== undefined) {
          // Without a run loop, the main actor leaves the main thread.
          return {
            ...base, key: "main", title: "main actor",
            detail: String(this.#head.processes[lane.process]?.pid ?? ""), store: "", order: -1,
          };
        }
        if (grouping === "threads" && lane.thread !== undefined) {
          const thread = threads[lane.thread];
          const title = thread.name === "" ? "thread" : visibleText(thread.name);
          return {
            ...base, key: `thread ${lane.thread}`, title, detail: String(thread.tid), store: "",
            order: lane.thread,
          };
        }
        return { ...base, key: `calls ${store}`, title: storeTitle(feature, store), detail: "actions" };
      case "intervals": {
        const title = [subsystem, category].filter((part) => part !== "").map(visibleText);
        return {
          ...base, key: `intervals ${lane.name ?? 0}`, title: title.join(" · ") || "intervals",
          detail: WORDS.intervals,
        };
      }
      case "logs":
        return { ...base, key: "logs", title: "Logs", detail: "" };
      default:
        return {
          ...base, key: `${lane.kind} ${store}`, title: storeTitle(feature, store),
          detail: WORDS[lane.kind],
        };
    }
  }

  /** The number of lanes, for screen readers. */
  get description() {
    const tracks = this.tracks.filter((track) => !track.isHeading).length;
    return `${formatCount(tracks)} lanes in ${formatCount(this.#head.processes.length)} processes`;
  }
}

/**
 * @typedef {{
 *   key: string, title: string, detail: string, kind: string, store: string, order: number,
 *   lanes: number[], feature?: string, members?: TrackGroup[]
 * }} TrackGroup
 */

/**
 * Returns the name of a root store. Several can have the same feature.
 *
 * @param {string} feature empty if unknown
 * @param {string} store
 */
function storeTitle(feature, store) {
  return feature === "" || store === "" ? `store ${store}` : `${visibleText(feature)} #${store}`;
}

/**
 * Replaces many groups of the same kind and feature by one that has them as members, at the place
 * of the first.
 *
 * @param {TrackGroup[]} groups
 * @returns {TrackGroup[]}
 */
function foldMany(groups) {
  /** @type {Map<string, TrackGroup[]>} */
  const alike = new Map();
  for (const group of groups) {
    if (!group.feature || group.store === "") continue;
    const key = `${group.kind} ${group.feature}`;
    const known = alike.get(key);
    if (known) known.push(group);
    else alike.set(key, [group]);
  }
  const folded = new Map([...alike].filter(([, members]) => members.length >= FOLDED_FROM));
  if (folded.size === 0) return groups;
  return groups.flatMap((group) => {
    const key = `${group.kind} ${group.feature}`;
    const members = folded.get(key);
    if (!members || !group.feature || group.store === "") return [group];
    if (members[0] !== group) return [];
    const word = group.kind === "calls" ? "actions" : WORDS[group.kind] ?? "";
    const count = formatCount(members.length);
    return [{
      ...group, key: `many ${key}`, title: visibleText(group.feature),
      detail: group.kind === "stores" ? `${count} stores` : `${word} of ${count}`,
      lanes: members.flatMap(({ lanes }) => lanes), members,
    }];
  });
}

/** @type {Track} */
const EMPTY_TRACK = Object.freeze({
  key: "", isHeading: false, isCollapsed: false, title: "", detail: "", kind: "", process: 0,
  lanes: [], rows: 0, rowHeight: 0, top: 0, y: 0, height: 0, firstSlot: 0,
});
