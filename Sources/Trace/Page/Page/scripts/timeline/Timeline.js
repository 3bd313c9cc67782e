import { displayName, formatCount, formatDuration } from "../state/format.js";
import { BackgroundPainter } from "./BackgroundPainter.js";
import { Camera } from "./Camera.js";
import { CauseLinks } from "./CauseLinks.js";
import { CurvePainter } from "./CurvePainter.js";
import { Highlight } from "./Highlight.js";
import { HitTester } from "./HitTester.js";
import { KeyboardInput, TIMELINE_KEYS } from "./KeyboardInput.js";
import { LaneLabels } from "./LaneLabels.js";
import { LaneLayout } from "./LaneLayout.js";
import { OverlayPainter } from "./OverlayPainter.js";
import { OverviewStrip } from "./OverviewStrip.js";
import { Palette } from "./Palette.js";
import { PointerInput } from "./PointerInput.js";
import { RecordPainter } from "./RecordPainter.js";
import { SpanCursor } from "./SpanCursor.js";
import { SpanTip, spanLines } from "./SpanTip.js";

/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */
/** @typedef {import("./LaneLayout.js").Track} Track */
/** @typedef {import("./RecordPainter.js").View} View */

const AXIS_HEIGHT = 24;
const OVERVIEW_HEIGHT = 46;
/** Below this width, names are inside of the lanes. */
const NARROW = 620;
const LISTED_SPANS = 12;
/** The painting time from which moving pictures become coarser, in milliseconds. */
const SLOW_PAINT = 9;
const REST_MILLISECONDS = 120;

/** Lanes of spans over time, with an overview of the whole trace above. */
export class Timeline {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   */
  constructor(element, trace, state) {
    this.#element = element;
    this.#trace = trace;
    this.#state = state;
    const { head } = trace;
    this.#layout = new LaneLayout(head);
    this.#palette = new Palette(head);
    this.#camera = new Camera(head, state);
    this.#records = new RecordPainter(trace, this.#layout, this.#palette);
    this.#background = new BackgroundPainter(head, this.#layout, this.#palette);
    this.#curves = new CurvePainter(this.#layout, this.#palette);
    this.#overlayPainter = new OverlayPainter(head, this.#layout, this.#palette);
    this.#hits = new HitTester(trace, this.#layout);
    this.#cursorSteps = new SpanCursor(trace, this.#layout);
    this.#links = new CauseLinks(trace, () => this.#redraw(false));

    this.#overview = divOf("timeline-overview", element);
    this.#corner = divOf("timeline-corner", this.#overview);
    this.#overviewStage = divOf("timeline-overview-stage", this.#overview);
    this.#strip = new OverviewStrip(this.#overviewStage, head, this.#camera, this.#palette);
    this.#makeLegend();
    this.#body = divOf("timeline-body", element);
    this.#stage = divOf("timeline-stage", this.#body);
    this.#canvas = canvasOf("timeline-canvas", this.#stage);
    this.#overlay = canvasOf("timeline-canvas timeline-overlay", this.#stage);
    this.#labelColumn = divOf("timeline-labels", this.#body);
    this.#labels = new LaneLabels(
      divOf("timeline-labels-inner", this.#labelColumn), (track) => this.#toggle(track),
      (track) => this.#reveal(track.y, track.height));
    this.#thumb = divOf("timeline-thumb", this.#stage);
    this.#tip = new SpanTip(this.#stage);
    this.#live = divOf("unseen", element);
    this.#live.setAttribute("aria-live", "polite");
    this.#describe();
    this.#listen();
    if (state.window.from === 0 && state.window.to === 1) this.#camera.showAll();
    this.#palette.read(element);
    this.#select(state.selection);
    this.#changeHighlight();
    this.#resize();
  }

  #element;
  #trace;
  #state;
  #layout;
  #palette;
  #camera;
  #records;
  #background;
  #curves;
  #overlayPainter;
  #hits;
  #cursorSteps;
  #links;
  #overview;
  #corner;
  #overviewStage;
  #strip;
  #body;
  #stage;
  #canvas;
  #overlay;
  #labelColumn;
  #labels;
  #thumb;
  #tip;
  #live;
  /** @type {HTMLUListElement} */
  #list = document.createElement("ul");
  /** @type {Set<string>} */
  #collapsed = new Set();
  #scroll = 0;
  #width = 1;
  #height = 1;
  #ratio = 1;
  #isNarrow = false;
  #frame = 0;
  #areLanesDue = true;
  /** The average painting time of recent pictures, in milliseconds. */
  #paintTime = 0;
  #isCoarse = false;
  #lastWindow = { from: 0, to: 0 };
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #refinement = undefined;
  /** @type {Span|null} */
  #hover = null;
  /** @type {Span|null} */
  #cursor = null;
  /** @type {Highlight|null} */
  #highlight = null;
  /** @type {number|null} */
  #measureCount = null;
  /** @type {AbortController|null} */
  #measuring = null;

  /** The keys of the timeline with their actions. */
  get keys() { return TIMELINE_KEYS; }

  /** The number and the level of the records that were read for the last picture. */
  get statistics() {
    return { records: this.#records.recordCount, level: this.#records.level };
  }

  /** Moves the keyboard focus to the lanes. */
  focus() {
    this.#overlay.focus({ preventScroll: true });
  }

  /** Shows the selection, or the whole trace. */
  fit() {
    const span = this.#cursor ?? this.#state.selection;
    const options = { isAnimated: this.#isAnimated };
    if (span) this.#camera.fit(span.start, span.end, { ...options, part: 0.6 });
    else this.#camera.showAll(options);
  }

  // MARK: Parts of the page

  #makeLegend() {
    const legend = divOf("timeline-legend", this.#corner);
    const [actions, p99] = this.#strip.legend;
    for (const [text, name] of [[actions, "is-actions"], [p99, "is-p99"]]) {
      const entry = document.createElement("span");
      entry.className = `timeline-legend-entry ${name}`;
      entry.textContent = text;
      entry.title = name === "is-p99"
        ? "The 99th percentile of the durations of actions, on a logarithmic scale"
        : "How many actions began in each stretch of time";
      legend.append(entry);
    }
  }

  #describe() {
    const keys = divOf("unseen", this.#element);
    keys.id = "timeline-keys";
    keys.textContent = TIMELINE_KEYS.map(([key, text]) => `${key}: ${text}.`).join(" ");
    this.#overlay.tabIndex = 0;
    this.#overlay.setAttribute("role", "application");
    this.#overlay.setAttribute("aria-roledescription", "timeline");
    this.#overlay.setAttribute("aria-describedby", keys.id);
    this.#overlay.append(this.#list);
    this.#canvas.setAttribute("aria-hidden", "true");
  }

  #label() {
    const { from, to } = this.#camera.recorded;
    this.#overlay.setAttribute(
      "aria-label",
      `Timeline: ${formatCount(this.#trace.head.spans)} spans in ${formatDuration(to - from)}, `
        + this.#layout.description);
  }

  // MARK: Events

  #listen() {
    const state = this.#state;
    state.on("extent", () => {
      this.#strip.forget();
      this.#redraw(true);
    });
    state.on("window", () => this.#redraw(true));
    state.on("grouping", () => this.#relayout());
    state.on("selection", (span) => this.#select(span));
    state.on("path", () => this.#redraw(false));
    state.on("series", () => this.#changeHighlight());
    state.on("search", () => this.#changeHighlight());
    state.on("measure", (measure) => this.#measureChanged(measure));
    this.#trace.onLoad(() => this.#redraw(true));
    new ResizeObserver(() => this.#resize()).observe(this.#element);
    const recolor = () => this.#recolor();
    new MutationObserver(recolor).observe(
      document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
    new PointerInput(this.#overlay, {
      pan: (x, y) => {
        if (y !== 0) this.#scrollTo(this.#scroll + y);
        if (x !== 0) this.#camera.pan(x);
      },
      zoom: (x, factor) => this.#camera.zoom(x, factor),
      scroll: (y) => this.#scrollTo(this.#scroll + y),
      hover: (x, y) => this.#hoverAt(x, y),
      leave: () => this.#leave(),
      click: (x, y) => this.#clickAt(x, y),
      open: (x, y) => this.#openAt(x, y),
      measure: (fromX, toX) => {
        const [from, to] = [fromX, toX].map((x) => this.#camera.time(x)).sort((a, b) => a - b);
        state.set({ measure: { from, to } });
      },
      isMotionReduced: () => !this.#isAnimated,
    });
    this.#labelColumn.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.#scrollTo(this.#scroll + event.deltaY * (event.deltaMode === 1 ? 16 : 1));
    }, { passive: false });
    // The browser scrolls a focused label into view, which would separate labels from lanes.
    this.#labelColumn.addEventListener("scroll", () => { this.#labelColumn.scrollTop = 0; });
    this.#listenToKeys();
    this.#listenToThumb();
  }

  #listenToKeys() {
    const animated = () => ({ isAnimated: this.#isAnimated });
    new KeyboardInput(this.#overlay, {
      pan: (part) => this.#camera.pan(part * this.#camera.width, animated()),
      zoom: (factor) => this.#camera.zoom(this.#zoomX(), factor, animated()),
      scroll: (rows) => this.#scrollTo(this.#scroll + rows * 18),
      fit: () => this.fit(),
      showStart: () => this.#camera.pan(-1e9, animated()),
      showEnd: () => this.#camera.pan(1e9, animated()),
      escape: () => this.#escape(),
      beside: (direction) => this.#moveCursor((span) => this.#cursorSteps.beside(span, direction)),
      vertical: (isDown) => this.#moveCursor((span) =>
        isDown ? this.#cursorSteps.below(span) : this.#cursorSteps.above(span)),
      select: () => this.#enter(),
      follow: (direction) => this.#follow(direction),
      measure: () => this.#measureSelection(),
      hasCursor: () => this.#cursor !== null,
      isSearching: () => this.#state.search !== null,
    });
    this.#overlay.addEventListener("blur", () => this.#redraw(false));
  }

  #listenToThumb() {
    let begin = 0;
    let scroll = 0;
    let isDragged = false;
    this.#thumb.addEventListener("pointerdown", (event) => {
      this.#thumb.setPointerCapture(event.pointerId);
      [begin, scroll, isDragged] = [event.clientY, this.#scroll, true];
    });
    this.#thumb.addEventListener("pointermove", (event) => {
      if (!isDragged) return;
      const room = this.#height - AXIS_HEIGHT;
      this.#scrollTo(scroll + ((event.clientY - begin) * this.#layout.height) / room);
    });
    for (const type of ["pointerup", "pointercancel"]) {
      this.#thumb.addEventListener(type, () => { isDragged = false; });
    }
  }

  get #isAnimated() {
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // MARK: Size and colours

  #resize() {
    const width = this.#element.clientWidth;
    const height = this.#element.clientHeight;
    if (width === 0 || height === 0) return;
    const isNarrow = width < NARROW;
    this.#element.classList.toggle("is-narrow", isNarrow);
    this.#isNarrow = isNarrow;
    this.#ratio = devicePixelRatio;
    const isLower = this.#stage.clientHeight < this.#height;
    this.#width = this.#stage.clientWidth;
    this.#height = this.#stage.clientHeight;
    this.#camera.width = Math.max(this.#width, 1);
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = Math.round(this.#width * this.#ratio);
      canvas.height = Math.round(this.#height * this.#ratio);
    }
    this.#strip.resize(this.#overviewStage.clientWidth, OVERVIEW_HEIGHT, this.#ratio);
    this.#records.forget();
    this.#relayout();
    const { selection } = this.#state;
    if (isLower && selection) this.#revealSpan(selection);
    // At once, because resizing has cleared the picture.
    this.#draw();
  }

  #relayout() {
    const room = { isNarrow: this.#isNarrow, height: this.#height };
    this.#layout.update(this.#state.grouping, this.#collapsed, room);
    this.#labels.update(this.#layout);
    this.#label();
    this.#scrollTo(this.#scroll);
    this.#redraw(true);
  }

  #recolor() {
    this.#palette.read(this.#element);
    this.#records.forget();
    this.#strip.forget();
    this.#redraw(true);
  }

  /** @param {Track} track */
  #toggle(track) {
    if (!this.#collapsed.delete(track.key)) this.#collapsed.add(track.key);
    this.#relayout();
  }

  // MARK: Scrolling

  /** @param {number} scroll */
  #scrollTo(scroll) {
    const room = Math.max(this.#height - AXIS_HEIGHT, 1);
    const most = Math.max(0, this.#layout.height - room);
    this.#scroll = Math.round(Math.min(Math.max(scroll, 0), most));
    this.#labels.scrollTo(this.#scroll);
    this.#thumb.hidden = most === 0;
    if (most > 0) {
      const size = Math.max((room / this.#layout.height) * room, 24);
      const top = AXIS_HEIGHT + (this.#scroll / most) * (room - size);
      this.#thumb.style.height = `${size}px`;
      this.#thumb.style.transform = `translateY(${top}px)`;
    }
    this.#redraw(true);
  }

  /**
   * Scrolls by the minimum distance that makes a part of the lanes visible.
   *
   * @param {number} y
   * @param {number} height
   */
  #reveal(y, height) {
    const room = this.#height - AXIS_HEIGHT;
    if (y < this.#scroll) this.#scrollTo(y - 8);
    else if (y + height > this.#scroll + room) this.#scrollTo(y + height - room + 8);
  }

  /** @param {Span} span */
  #revealSpan(span) {
    const track = this.#layout.tracks[this.#layout.laneTracks[span.lane]];
    if (!track) {
      if (!this.#collapsed.delete(`process ${span.process}`)) return;
      this.#relayout();
    }
    const slot = this.#layout.slot(span.lane, span.row);
    if (slot < 0) return;
    const room = this.#height - AXIS_HEIGHT;
    const [y, height] = [this.#layout.slotY[slot], this.#layout.slotHeight[slot]];
    // Centres the span, so that its surroundings are visible, too.
    const isInSight = y >= this.#scroll && y + height <= this.#scroll + room;
    if (!isInSight) this.#scrollTo(y + (height - room) / 2);
  }

  /**
   * Scrolls the span of the keyboard's cursor into view.
   *
   * @param {Span} span
   */
  #follows(span) {
    this.#revealSpan(span);
    const { from, to } = this.#camera.target;
    const width = to - from;
    const isInSight = span.start < to - width * 0.02 && span.end > from + width * 0.02;
    const isTooSmall = span.duration < width / 400 && span.duration > 0;
    const options = { isAnimated: this.#isAnimated };
    if (isTooSmall || span.duration > width * 20) {
      this.#camera.fit(span.start, span.end, { ...options, part: 0.1 });
    } else if (!isInSight) {
      this.#camera.show(span.start - width / 3, span.start + (width * 2) / 3, options);
    }
  }

  // MARK: Pointer

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Span|null}
   */
  #spanAt(x, y) {
    if (y < AXIS_HEIGHT) return null;
    const slot = this.#layout.slotAt(y - AXIS_HEIGHT + this.#scroll);
    const curve = this.#layout.curveOfSlot(slot);
    if (curve) return curve.spanOver(this.#camera.time(x - 0.5), this.#camera.time(x + 0.5));
    const found = this.#hits.find(
      this.#camera.time(x), slot, this.#records.level, this.#camera.nanosecondsPerPixel);
    return found && this.#trace.spanOf(found.chunk, found.index);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #hoverAt(x, y) {
    const span = this.#spanAt(x, y);
    const isSame = span?.chunk === this.#hover?.chunk && span?.index === this.#hover?.index;
    this.#hover = span;
    this.#overlay.style.cursor = span && span.kind !== "count" ? "pointer" : "";
    if (span) this.#tip.show(span, x, y);
    else this.#tip.hide();
    if (!isSame) this.#redraw(false);
  }

  #leave() {
    if (!this.#hover) return;
    this.#hover = null;
    this.#tip.hide();
    this.#redraw(false);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #clickAt(x, y) {
    const span = this.#spanAt(x, y);
    if (span?.kind === "count") return;
    this.#cursor = null;
    if (span?.kind === "block") {
      this.#tip.hide();
      this.#camera.fit(span.start, span.end, { isAnimated: this.#isAnimated, part: 0.7 });
      return;
    }
    this.#state.set({ selection: span, measure: span ? this.#state.measure : null });
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #openAt(x, y) {
    const span = this.#spanAt(x, y);
    if (!span) return;
    const options = { isAnimated: this.#isAnimated, part: 0.8 };
    if (span.duration > 0) this.#camera.fit(span.start, span.end, options);
    else this.#camera.zoom(x, 0.1, options);
  }

  // MARK: Keyboard

  /** Returns the centre for zooming by keys: the focused or selected span, or the middle. */
  #zoomX() {
    const span = this.#cursor ?? this.#state.selection;
    if (!span) return this.#width / 2;
    const x = this.#camera.x(span.start + span.duration / 2);
    return x >= 0 && x <= this.#width ? x : this.#width / 2;
  }

  #escape() {
    this.#cursor = null;
    this.#list.replaceChildren();
    this.#state.set({ selection: null, measure: null });
    this.#redraw(false);
  }

  /** @param {(span: Span) => Promise<Span|null>} step */
  async #moveCursor(step) {
    const begin = this.#cursor ?? this.#state.selection;
    const { from, to } = this.#camera;
    try {
      const first = this.#layout.slotAt(this.#scroll + 6);
      const span = begin ? await step(begin)
        : await this.#cursorSteps.first(from, to, Math.max(first, 0));
      if (!span) {
        this.#announce("no further span");
        return;
      }
      this.#cursor = span;
      this.#follows(span);
      this.#announce(this.#sentence(span));
      this.#redraw(false);
    } catch (error) {
      // Another key has aborted the search.
      if (/** @type {any} */ (error)?.name !== "AbortError") throw error;
    }
  }

  #enter() {
    if (!this.#cursor) {
      this.#moveCursor(async (span) => span);
      return;
    }
    // A count has no details.
    if (this.#cursor.kind === "count") this.fit();
    else this.#state.set({ selection: this.#cursor });
  }

  /** @param {"backwards"|"forwards"} direction */
  async #follow(direction) {
    const begin = this.#state.selection ?? this.#cursor;
    if (!begin || begin.kind === "count") return;
    const span = await this.#links.step(begin, direction);
    if (!span) {
      this.#announce(direction === "backwards" ? "came from outside" : "caused nothing");
      return;
    }
    this.#cursor = span;
    this.#state.set({ selection: span });
    this.#follows(span);
    this.#announce(this.#sentence(span));
  }

  #measureSelection() {
    const span = this.#cursor ?? this.#state.selection;
    this.#state.set({ measure: span ? { from: span.start, to: span.end } : null });
  }

  // MARK: State

  /** @param {Span|null} span */
  #select(span) {
    if (span) this.#revealSpan(span);
    if (span && this.#cursor) this.#cursor = span;
    this.#links.select(span).catch(() => {
      // A chunk failed to load: its loader reports that the arrows to it are missing.
    });
    this.#redraw(false);
  }

  #changeHighlight() {
    this.#highlight?.end();
    const match = this.#state.series ?? this.#state.search;
    this.#highlight = match && new Highlight(this.#trace, match, () => this.#redraw(true));
    this.#redraw(true);
  }

  /** @param {{from: number, to: number}|null} measure */
  #measureChanged(measure) {
    this.#measuring?.abort();
    this.#measureCount = null;
    this.#redraw(false);
    if (!measure) return;
    const measuring = new AbortController();
    this.#measuring = measuring;
    this.#trace.countActions(measure.from, measure.to, { signal: measuring.signal }).then(
      (count) => {
        this.#measureCount = count;
        const duration = formatDuration(Math.round(measure.to - measure.from));
        this.#announce(`${duration}, ${formatCount(count)} ${count === 1 ? "action" : "actions"}`);
        this.#redraw(false);
      },
      () => {});
  }

  // MARK: Words

  /** @param {string} text */
  #announce(text) {
    this.#live.textContent = text;
  }

  /**
   * Returns a description of a span and its position among its neighbours, and lists the neighbours
   * for screen readers.
   *
   * @param {Span} span
   */
  #sentence(span) {
    const { listed, count, place } = this.#neighbours(span);
    this.#list.replaceChildren(...listed.map((neighbour) => {
      const item = document.createElement("li");
      item.textContent = spanLines(neighbour).join(", ");
      if (neighbour.chunk === span.chunk && neighbour.index === span.index) {
        item.setAttribute("aria-current", "true");
      }
      return item;
    }));
    const track = this.#layout.tracks[this.#layout.laneTracks[span.lane]];
    const words = span.kind === "count" ? spanLines(span)
      : [`${span.kind} ${displayName(span.prefix, span.name)}`, formatDuration(span.duration)];
    if (span.outcome) words.push(span.outcome);
    if (count > 1 && place < count) {
      words.push(`${ordinal(place + 1)} of ${formatCount(count)} in ${track?.title ?? "its lane"}`);
    }
    return words.join(", ");
  }

  /**
   * Returns the number of spans in the row of a span, its place among them, and those next to it.
   *
   * @param {Span} span
   * @returns {{listed: Span[], count: number, place: number}}
   */
  #neighbours(span) {
    const slot = this.#layout.slot(span.lane, span.row);
    const firstOf = (/** @type {number} */ place, /** @type {number} */ count) =>
      Math.max(0, Math.min(place - LISTED_SPANS / 2, count - LISTED_SPANS));
    const curve = this.#layout.curveOfSlot(slot);
    if (curve) {
      const first = firstOf(span.index, curve.count);
      const listed = [];
      for (let index = first; index < Math.min(first + LISTED_SPANS, curve.count); index += 1) {
        listed.push(curve.span(index));
      }
      return { listed, count: curve.count, place: span.index };
    }
    /** @type {Span[]} */
    const neighbours = [];
    const { from, to } = this.#camera.target;
    let count = 0;
    let place = 0;
    this.#hits.visit(from, to, slot, this.#records.level, (chunk, index) => {
      count += 1;
      if (chunk.start[index] < span.start) place += 1;
      if (neighbours.length < 400) neighbours.push(this.#trace.spanOf(chunk, index));
    });
    neighbours.sort((one, other) => one.start - other.start);
    const first = firstOf(place, count);
    return { listed: neighbours.slice(first, first + LISTED_SPANS), count, place };
  }

  // MARK: Drawing

  /** @param {boolean} withLanes */
  #redraw(withLanes) {
    this.#areLanesDue ||= withLanes;
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#onFrame(now));
  }

  /** @param {number} now */
  #onFrame(now) {
    this.#frame = 0;
    if (this.#camera.isMoving) this.#camera.step(now);
    this.#draw();
    if (this.#camera.isMoving) this.#redraw(true);
  }

  #draw() {
    const context = this.#canvas.getContext("2d", { alpha: false });
    const overlay = this.#overlay.getContext("2d");
    if (!context || !overlay || this.#canvas.width === 0) return;
    const view = this.#view;
    if (this.#areLanesDue) {
      this.#areLanesDue = false;
      const begin = performance.now();
      this.#background.paint(context, view, this.#trace.head.duration);
      this.#curves.paint(context, view);
      this.#records.paint(context, view, this.#highlight, this.#coarseness());
      this.#background.paintAbove(context, view);
      this.#strip.paint();
      this.#paintTime += (performance.now() - begin - this.#paintTime) * 0.25;
    }
    this.#overlayPainter.paint(overlay, view, {
      links: this.#links.links, linked: this.#links.spans, path: this.#state.path,
      selection: this.#state.selection,
      cursor: document.activeElement === this.#overlay ? this.#cursor : null, hover: this.#hover,
      measure: this.#state.measure, measureCount: this.#measureCount,
      isDimmed: this.#highlight !== null,
    });
  }

  /**
   * Returns the number of levels by which a moving, slow picture is coarser than its pixels.
   */
  #coarseness() {
    const { from, to } = this.#camera;
    const isMoved = from !== this.#lastWindow.from || to !== this.#lastWindow.to;
    this.#lastWindow = { from, to };
    // Coarse pictures paint faster, so that the limit for a return to fine ones is lower.
    const limit = this.#isCoarse ? SLOW_PAINT / 3 : SLOW_PAINT;
    this.#isCoarse = isMoved && this.#paintTime > limit;
    if (!this.#isCoarse) return 0;
    clearTimeout(this.#refinement);
    this.#refinement = setTimeout(() => this.#redraw(true), REST_MILLISECONDS);
    return 1;
  }

  /** @returns {View} */
  get #view() {
    return {
      from: this.#camera.from, to: this.#camera.to, width: this.#canvas.width,
      height: this.#canvas.height, top: Math.round(AXIS_HEIGHT * this.#ratio),
      scroll: Math.round(this.#scroll * this.#ratio), ratio: this.#ratio,
    };
  }
}

/**
 * @param {string} className
 * @param {HTMLElement} parent
 */
function divOf(className, parent) {
  const element = document.createElement("div");
  element.className = className;
  parent.append(element);
  return element;
}

/**
 * @param {string} className
 * @param {HTMLElement} parent
 */
function canvasOf(className, parent) {
  const element = document.createElement("canvas");
  element.className = className;
  parent.append(element);
  return element;
}

/** @param {number} number */
function ordinal(number) {
  const ending = number % 100 >= 11 && number % 100 <= 13 ? "th"
    : { 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th";
  return `${formatCount(number)}${ending}`;
}
