import { displayName, formatCount, formatDuration } from "../state/format.js";
import { formatSince, visibleText } from "../state/format.js";
import { ICONS, makeButton, makeElement, makeIcon, makeIconButton } from "../app/makeElement.js";
import { makeName } from "../app/makeElement.js";
import { copyText } from "../app/copyText.js";
import { goToSpan } from "../app/goToSpan.js";
import { absoluteTimeText } from "./TracePanel.js";
import { MOST_FOLLOWED, criticalPath } from "./criticalPath.js";
import { meanwhile } from "./meanwhile.js";
import { nestedActions } from "./nestedActions.js";
import { OverviewPanel } from "./OverviewPanel.js";
import { countText } from "./reportText.js";
import { rankOf } from "./Series.js";
import { completenessText, durationText, processOfSpan, rankText } from "./spanText.js";
import { spanMarkdown, spanName, storeText, threadText } from "./spanText.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Span.js").Span} Span */
/** @typedef {import("../model/Matcher.js").Match} Match */
/** @typedef {import("../state/PageState.js").PageState} PageState */

const CAUSED_LIMIT = 50;
const LISTED_STEPS = 60;
const TIMED_KINDS = ["action", "effect", "interval", "observer", "store"];

/** The details of the selected span: its causes, its consequences, and concurrent spans. */
export class DetailsPanel {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   * @param {{say: (text: string) => void}} announcer
   */
  constructor(element, trace, state, announcer) {
    this.#element = element;
    this.#trace = trace;
    this.#state = state;
    this.#announcer = announcer;
    this.#overview = makeElement("div", { class: "details-content" });
    this.#content = makeElement("div", { class: "details-content", tabindex: -1 });
    element.append(this.#overview, this.#content);
    new OverviewPanel(this.#overview, trace, state);
    state.on("selection", () => this.#show());
    this.#show();
  }

  #element;
  #trace;
  #state;
  #announcer;
  #overview;
  #content;
  /** Incremented by each selection. Results for earlier values are dropped. */
  #turn = 0;
  /** @type {AbortController|null} */
  #scan = null;

  #show() {
    const { selection } = this.#state;
    this.#turn += 1;
    this.#scan?.abort();
    this.#scan = null;
    this.#overview.hidden = selection !== null;
    this.#content.hidden = selection === null;
    this.#element.classList.toggle("is-selected", selection !== null);
    this.#state.set({ path: [] });
    if (!selection) return;
    this.#content.scrollTop = 0;
    this.#fill(selection);
  }

  /** @param {Span} span */
  #fill(span) {
    const isLate = ((turn) => () => turn !== this.#turn)(this.#turn);
    const isBlock = span.kind === "block";
    const isTimed = TIMED_KINDS.includes(span.kind);
    const name = isBlock ? null : displayName(span.prefix, span.name);
    /** @type {{causes: {spans: Span[], isCutOff: boolean}|null, rank: any}} */
    const known = { causes: null, rank: null };

    const kind = makeElement("span", { class: `kind kind-${span.kind}` },
      isBlock ? "group" : span.kind);
    const title = makeElement("h2", {}, name === null
      ? `${formatCount(span.count)} spans and points` : makeName(span.prefix, name));
    const head = makeElement(
      "div", { class: "details-head" }, kind,
      makeIconButton("Close details", ICONS.close, () => this.#state.set({ selection: null })));
    this.#content.replaceChildren(head, title);

    const figures = makeElement("div", { class: "figures" });
    const rank = makeElement("p", { class: "rank" });
    rank.hidden = !isTimed || !span.isEndKnown || !span.isStartKnown;
    if (isTimed) {
      figures.append(makeFigure("duration", durationText(span)));
      if (span.selfTime !== null) {
        figures.append(makeFigure("self", formatDuration(span.selfTime),
          span.duration > 0 ? span.selfTime / span.duration : 1));
      }
      if (span.kind === "effect") {
        figures.append(makeFigure("outputs", formatCount(span.outputs)));
      }
    }
    this.#content.append(figures, rank);
    this.#content.append(this.#makeTools(span, known));
    if (span.logLevel !== null) {
      this.#content.append(makeElement(
        "p", {}, makeElement("span", { class: `level level-${span.logLevel}` }, span.logLevel)));
    }
    const texts = makeElement("div", { class: "texts" });

    const causes = makeElement("section", { class: "chain chain-causes" });
    const caused = makeElement("section", { class: "chain chain-caused" });
    const isAction = span.kind === "action";
    const path = makeElement(
      "section", { class: "chain chain-path", "aria-busy": isAction ? "true" : null });
    const beside = makeElement("section", { class: "chain chain-meanwhile" });
    const fields = makeElement(
      "section", {}, makeElement("h3", {}, "Fields"), makeFieldList(this.#fields(span)));
    // Causes precede consequences, because they are the more frequent question.
    this.#content.append(texts, causes, caused, path, fields, beside);

    this.#announcer.say(`Selected ${span.kind} ${spanName(span)}, ${durationText(span)}`);
    if (isBlock) return;
    this.#run(this.#fillTexts(texts, span, isLate));
    const isCaused = ["action", "effect", "log"].includes(span.kind) || span.cause !== null;
    if (isCaused) {
      this.#run(this.#fillCauses(causes, span, known, isLate));
    }
    if (span.kind === "action" || span.kind === "effect") {
      this.#run(this.#fillCaused(caused, span, isLate));
    }
    if (isAction) this.#run(this.#fillPath(path, span, isLate));
    if (isTimed) {
      this.#run(this.#fillRank(rank, span, known, isLate));
      this.#run(this.#fillMeanwhile(beside, span, isLate));
    }
  }

  /** @param {Promise<void>} work */
  #run(work) {
    work.catch((error) => {
      if (error?.name !== "AbortError") throw error;
    });
  }

  /** @param {Span} span */
  #fields(span) {
    const { head } = this.#trace;
    /** @type {[string, string|null][]} */
    const fields = [
      ["start", formatSince(span.since)],
      ["time", timeOfDayText(BigInt(head.start) + BigInt(Math.round(span.start)))],
      ["outcome", span.outcome],
      ["state", span.stateChange === null ? null : stateText(span.stateChange)],
      ["returned", span.returned === "unknown" ? null : span.returned],
      ["waited", waitedText(span)],
      ["allowed", span.allowed === null ? null : formatDuration(span.allowed)],
      ["taken", span.taken === null ? null : formatDuration(span.taken)],
      ["re-entrant", span.isReentrant
        ? "yes: sent to the store by code that its reducer called" : null],
      ["nested actions", span.nested > 0 ? formatDuration(span.nested) : null],
      ["failed", span.kind === "block" ? formatCount(span.failed) : null],
      ["busy", span.kind === "block" ? formatDuration(span.busy) : null],
      ["length", span.kind === "block" ? formatDuration(span.duration) : null],
      ["longest", span.kind === "block" ? displayName(span.prefix, span.name) : null],
      ["prefix", span.prefix === "" ? null : visibleText(span.prefix)],
      ["name", span.kind === "block" ? null : visibleText(span.name)],
      ["store", storeText(this.#trace, span)],
      ["thread", threadText(this.#trace, span)],
      ["process", processOfSpan(this.#trace, span)],
      ["signposter", signposterText(this.#trace, span)],
      [span.kind === "observer" ? "notified by" : "place", placeText(span)],
      ["id", span.id ? String(span.id) : null],
      ["belongs to", span.belongsTo === null ? null : String(span.belongsTo)],
      ["parent", span.parent === null ? null : `action ${span.parent}`],
      ["cause", span.cause === null ? null
        : `${span.kind === "action" ? "effect" : "action"} ${span.cause}`],
      ["recorded", span.completeness === "whole" ? null : completenessText(span.completeness)],
    ];
    return /** @type {[string, string][]} */ (fields.filter(([, value]) => value !== null));
  }

  /**
   * @param {Span} span
   * @param {any} known
   */
  #makeTools(span, known) {
    const tools = makeElement(
      "div", { class: "details-tools", role: "group", "aria-label": "Actions" });
    if (span.kind === "block") {
      tools.append(makeButton("Zoom in", () => {
        const room = Math.max(span.duration * 0.1, 50);
        this.#state.set({ window: { from: span.start - room, to: span.end + room } });
      }));
      return tools;
    }
    const show = makeButton("", () => goToSpan(this.#state, span, { isCentred: true }),
      { title: "Bring it into the middle of the timeline" });
    show.append(makeIcon(ICONS.target, { size: 14 }), "Show");
    const copy = makeButton("", async () => {
      const isDone = await copyText(spanMarkdown(this.#trace, span, known));
      this.#flash(copy, isDone);
    }, { class: "button copy-span", title: "Copy a few lines of Markdown, for a report of a bug" });
    copy.append(makeIcon(ICONS.copy, { size: 14 }), "Copy");
    tools.append(show, copy);
    const series = seriesOfSpan(this.#trace, span);
    if (series) {
      tools.append(
        makeButton("All like it", () => this.#state.set({ series }),
          { title: "Show all instances of this row" }),
        this.#makeStep("Previous like it", ICONS.left, span, series, "backwards"),
        this.#makeStep("Next like it", ICONS.next, span, series, "forwards"));
    }
    return tools;
  }

  /**
   * @param {string} label
   * @param {string} icon
   * @param {Span} span
   * @param {Match} series
   * @param {"forwards"|"backwards"} direction
   */
  #makeStep(label, icon, span, series, direction) {
    return makeIconButton(label, icon, async () => {
      this.#scan?.abort();
      this.#scan = new AbortController();
      try {
        const next = await this.#trace.next(
          span.start, series, direction, { signal: this.#scan.signal, after: span });
        if (next) goToSpan(this.#state, next);
        else this.#announcer.say(`That was the ${direction === "forwards" ? "last" : "first"}.`);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "AbortError") throw error;
      }
    });
  }

  /**
   * @param {HTMLElement} button
   * @param {boolean} isDone
   */
  #flash(button, isDone) {
    this.#announcer.say(isDone ? "Copied." : "The browser did not let the page copy.");
    button.classList.toggle("is-done", isDone);
    const icon = button.querySelector("svg");
    if (icon && isDone) icon.replaceWith(makeIcon(ICONS.done, { size: 14 }));
    setTimeout(() => {
      button.classList.remove("is-done");
      button.querySelector("svg")?.replaceWith(makeIcon(ICONS.copy, { size: 14 }));
    }, 1200);
  }

  // MARK: Queries

  /**
   * @param {HTMLElement} element
   * @param {Span} span
   * @param {() => boolean} isLate
   */
  async #fillTexts(element, span, isLate) {
    const texts = await this.#trace.texts(span);
    if (isLate()) return;
    for (const [title, text] of Object.entries(texts)) {
      if (text === undefined) continue;
      const copy = makeButton("", async () => this.#flash(copy, await copyText(text)),
        { class: "button plain", "aria-label": `Copy ${title}` });
      copy.append(makeIcon(ICONS.copy, { size: 14 }), "Copy");
      element.append(makeElement(
        "section", {},
        makeElement("div", { class: "text-head" }, makeElement("h3", {}, title), copy),
        makeTextBlock(title, text)));
    }
  }

  /**
   * @param {HTMLElement} element
   * @param {Span} span
   * @param {any} known
   * @param {() => boolean} isLate
   */
  async #fillCauses(element, span, known, isLate) {
    const causes = await this.#trace.causes(span);
    const within = await this.#enclosing(span);
    if (isLate()) return;
    known.causes = causes;
    const isLog = span.kind === "log";
    // An effect that writes a record runs on no thread of its own.
    if (isLog && causes.spans.length === 0) return;
    const list = makeElement("ol", { class: "steps" });
    if (causes.isCutOff) {
      list.append(makeElement("li", { class: "quiet" }, "… what was before is not known"));
    } else {
      list.append(makeElement("li", { class: "step-outside" }, "from outside"));
    }
    const spans = [...causes.spans].reverse();
    spans.forEach((cause, index) => {
      const before = spans[index - 1];
      list.append(this.#makeStepItem(cause, before ? cause.start - before.start : null));
    });
    const before = spans[spans.length - 1];
    list.append(this.#makeStepItem(span, before ? span.start - before.start : null, true));
    element.append(makeElement("h3", {}, isLog ? "Written during" : "Caused by"), list);
    if (within.length > 0) {
      const enclosing = makeElement("ol", { class: "steps" });
      for (const parent of within) enclosing.append(this.#makeStepItem(parent, null));
      element.append(makeElement("h3", {}, "Within"), enclosing);
    }
  }

  /**
   * Returns the enclosing actions of an action, the innermost first.
   *
   * @param {Span} span
   */
  async #enclosing(span) {
    const spans = [];
    let parent = await this.#trace.parent(span);
    while (parent && spans.length < 64) {
      spans.push(parent);
      parent = await this.#trace.parent(parent);
    }
    return spans;
  }

  /**
   * @param {HTMLElement} element
   * @param {Span} span
   * @param {() => boolean} isLate
   */
  async #fillCaused(element, span, isLate) {
    const { nested, spans, notified, isCutOff } = await this.#causedWithin(span, isLate);
    if (isLate()) return;
    if (nested.length > 0) {
      const list = makeElement("ol", { class: "steps" });
      for (const inner of nested) list.append(this.#makeStepItem(inner, inner.start - span.start));
      element.append(makeElement("h3", {}, "Contains"), list);
    }
    const heading = spans.length === 0 ? "Caused nothing"
      : `Caused ${countText(spans.length, span.kind === "action" ? "effect" : "action")}`
        + (isCutOff ? " and more" : "");
    const list = makeElement("ol", { class: "steps" });
    for (const caused of spans) list.append(this.#makeStepItem(caused, caused.start - span.start));
    if (spans.length > 0 || notified.length === 0) element.append(makeElement("h3", {}, heading));
    if (spans.length > 0) element.append(list);
    if (notified.length > 0) {
      const observers = makeElement("ol", { class: "steps" });
      for (const run of notified) observers.append(this.#makeStepItem(run, run.start - span.start));
      element.append(
        makeElement("h3", {}, `Notified ${countText(notified.length, "observer")}`), observers);
    }
    if (isCutOff) {
      element.append(makeElement(
        "p", { class: "quiet" }, `Only the first ${formatCount(CAUSED_LIMIT)} found are listed.`));
    }
  }

  /**
   * Shows the critical path, if it has steps besides the reducer.
   *
   * @param {HTMLElement} element
   * @param {Span} span
   * @param {() => boolean} isLate
   */
  async #fillPath(element, span, isLate) {
    const { steps, start, end, isCutOff } = await criticalPath(this.#trace, span, isLate);
    const isOfReducer = steps.every(({ segment }) => segment === "reducer" || segment === "queue");
    if (isLate()) return;
    element.removeAttribute("aria-busy");
    if (isOfReducer) return;
    this.#state.set({ path: steps });
    const list = makeElement("ol", { class: "steps" });
    for (const { segment, span: subject, start: since, end: until } of steps.slice(0, LISTED_STEPS)) {
      const remark = `${segment === "effect" ? "" : `${segment} `}${formatDuration(until - since)}`;
      list.append(this.#makeStepItem(subject, since - start, subject.id === span.id, remark));
    }
    const zoom = makeButton("Zoom to it", () => {
      const room = (end - start) * 0.1;
      this.#state.set({ window: { from: start - room, to: end + room } });
    }, { class: "button plain" });
    const title = `Critical path, ${formatDuration(end - start)}`;
    element.append(makeElement(
      "div", { class: "text-head" }, makeElement("h3", { class: "path-title" }, title), zoom), list);
    if (steps.length > LISTED_STEPS) {
      element.append(makeElement(
        "p", { class: "quiet" }, `and ${countText(steps.length - LISTED_STEPS, "step")} more`));
    }
    if (isCutOff) {
      element.append(makeElement(
        "p", { class: "quiet" },
        `It leads to more than ${formatCount(MOST_FOLLOWED)} spans: signpost path follows all.`));
    }
  }

  /**
   * Returns the consequences of a span, including the consequences of its nested actions.
   *
   * @param {Span} span
   * @param {() => boolean} isLate
   */
  async #causedWithin(span, isLate) {
    const nested = span.kind === "action" ? await nestedActions(this.#trace, span, isLate) : [];
    /** @type {Span[]} */
    const spans = [];
    /** @type {Span[]} */
    const notified = [];
    let isCutOff = false;
    for (const source of [span, ...nested]) {
      if (isLate() || spans.length >= CAUSED_LIMIT) break;
      if (source.kind === "action") {
        const { spans: runs } = await this.#trace.notifiedBy(source, { limit: CAUSED_LIMIT });
        notified.push(...runs);
      }
      /** @type {{spans: Span[], isCutOff: boolean}} */
      const caused = await this.#trace.causedBy(source, { limit: CAUSED_LIMIT - spans.length });
      spans.push(...caused.spans);
      isCutOff ||= caused.isCutOff;
    }
    spans.sort((one, other) => one.start - other.start);
    notified.sort((one, other) => one.start - other.start);
    return { nested, spans, notified, isCutOff };
  }

  /**
   * @param {HTMLElement} element
   * @param {Span} span
   * @param {any} known
   * @param {() => boolean} isLate
   */
  async #fillRank(element, span, known, isLate) {
    const series = seriesOfSpan(this.#trace, span);
    if (!series || !span.isEndKnown || !span.isStartKnown) return;
    const scan = new AbortController();
    this.#scan = scan;
    const instances = await this.#trace.instances(series, { signal: scan.signal });
    if (isLate()) return;
    const rank = rankOf(instances, span.duration);
    known.rank = rank;
    const meter = makeElement("span", { class: "rank-meter", "aria-hidden": "true" });
    meter.style.setProperty(
      "--part", String(rank.known > 1 ? rank.shorter / (rank.known - 1) : 1));
    element.append(meter, rankText(rank));
  }

  /**
   * @param {HTMLElement} element
   * @param {Span} span
   * @param {() => boolean} isLate
   */
  async #fillMeanwhile(element, span, isLate) {
    const { spans, others } = await meanwhile(this.#trace, span, isLate);
    if (isLate()) return;
    element.append(makeElement("h3", {}, spans.length === 0 ? "Nothing else ran meanwhile"
      : "Meanwhile, elsewhere"));
    const list = makeElement("ol", { class: "steps" });
    for (const { span: other, overlap } of spans) {
      list.append(this.#makeStepItem(other, null, false, `${formatDuration(overlap)} of it`));
    }
    if (spans.length > 0) element.append(list);
    if (others > 0) {
      element.append(makeElement(
        "p", { class: "quiet" }, `and ${formatCount(others)} more, which overlap less`));
    }
  }

  /**
   * @param {Span} span
   * @param {number|null} since
   * @param {boolean} [isCurrent]
   * @param {string} [remark]
   */
  #makeStepItem(span, since, isCurrent = false, remark) {
    const label = spanName(span);
    const button = makeElement(
      "button", { type: "button", "aria-current": isCurrent ? "true" : null },
      makeElement("span", { class: `dot dot-${span.kind}`, "aria-hidden": "true" }),
      makeElement("span", { class: "step-name" },
        makeElement("span", { class: "step-kind" }, span.kind === "effect" ? "effect of " : ""),
        span.kind === "block" ? label : makeName(span.prefix, label)),
      makeElement("span", { class: "step-took" },
        remark ?? (TIMED_KINDS.includes(span.kind) ? durationText(span) : "")));
    if (span.outcome === "failed" || span.outcome === "cancelled") {
      button.append(makeElement("span", { class: `ending is-${span.outcome}` }, span.outcome));
    }
    button.addEventListener("click", () => goToSpan(this.#state, span, { isCentred: isCurrent }));
    return makeElement(
      "li", {},
      makeElement("span", { class: "step-since" },
        since === null ? formatSince(span.since)
          : `${formatDuration(Math.abs(since))} ${since < 0 ? "before" : "later"}`),
      button);
  }
}

/**
 * Returns the place of a span in the source code; for an observer, the property that changed.
 *
 * @param {Span} span
 */
function placeText(span) {
  if (span.place === null) return null;
  const place = visibleText(span.place);
  if (span.kind !== "observer" || span.outputs === 0) return place;
  return `${place} and ${countText(span.outputs, "other property", "other properties")}`;
}

/**
 * Returns the series of a span.
 *
 * @param {Trace} trace
 * @param {Span} span
 * @returns {Match|null}
 */
export function seriesOfSpan(trace, span) {
  switch (span.kind) {
    case "action":
    case "effect": return { kind: span.kind, prefix: span.prefix, name: span.name };
    case "interval":
    case "event": {
      const [subsystem, category] = trace.head.names[trace.head.lanes[span.lane]?.name ?? 0]
        ?? ["", ""];
      return { kind: span.kind, subsystem, category, name: span.name };
    }
    case "observer":
    case "store":
    case "log": return { kind: span.kind, name: span.name };
    default: return null;
  }
}

/**
 * @param {string} title
 * @param {string} value
 * @param {number} [part]
 */
function makeFigure(title, value, part) {
  const figure = makeElement(
    "div", { class: "figure" }, makeElement("span", { class: "figure-title" }, title),
    makeElement("span", { class: "figure-value" }, value));
  if (part !== undefined) {
    const bar = makeElement("span", { class: "figure-bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(Math.min(part, 1)));
    figure.append(bar);
  }
  return figure;
}

/** @param {[string, string][]} fields */
function makeFieldList(fields) {
  const list = makeElement("dl", { class: "fields" });
  for (const [name, value] of fields) {
    list.append(
      makeElement("dt", {}, name), makeElement("dd", {}, makeElement("bdi", {}, value)));
  }
  return list;
}

/**
 * Makes an element with a payload or a difference. Added and removed lines are marked.
 *
 * @param {string} title
 * @param {string} text
 */
function makeTextBlock(title, text) {
  const block = makeElement("pre", { tabindex: 0, role: "region", "aria-label": title });
  if (title !== "difference") {
    block.append(visibleLines(text));
    return block;
  }
  for (const line of text.split("\n")) {
    const change = /^\s*\+/.test(line) ? "added" : /^\s*[-−]/.test(line) ? "removed" : null;
    block.append(makeElement("span", { class: change }, visibleLines(`${line}\n`)));
  }
  return block;
}

/**
 * Returns a text of several lines, in which invisible characters except line ends are replaced.
 *
 * @param {string} text
 */
export function visibleLines(text) {
  return text.split("\n").map((line) => visibleText(line.replaceAll("\t", "  "))).join("\n");
}

/**
 * Returns a time of day without the date of the recording.
 *
 * @param {bigint} nanoseconds
 */
function timeOfDayText(nanoseconds) {
  return absoluteTimeText(nanoseconds).replace(/^\d+-\d+-\d+ /, "");
}

/** @param {string} change */
function stateText(change) {
  return change === "unknown" ? "not compared" : change;
}

/** @param {Span} span */
function waitedText({ waited, depth }) {
  if (waited === null) return null;
  const text = formatDuration(waited);
  return depth === 0 ? text : `${text}, behind ${countText(depth, "other")}`;
}

/**
 * @param {Trace} trace
 * @param {Span} span
 */
function signposterText(trace, span) {
  if (span.kind !== "interval" && span.kind !== "event") return null;
  const { lanes, names } = trace.head;
  const [subsystem, category] = names[lanes[span.lane]?.name ?? 0] ?? ["", ""];
  return [subsystem, category].filter((part) => part !== "").map(visibleText).join(", ") || null;
}
