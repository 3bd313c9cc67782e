import { ChoiceSwitch } from "../app/ChoiceSwitch.js";
import { makeElement } from "../app/makeElement.js";
import { displayName, formatCount, formatDuration, formatPercent } from "../state/format.js";
import { visibleText } from "../state/format.js";
import { FlameGraph } from "./FlameGraph.js";
import { KERNEL_FRAME, ROOT_FRAME, flameTree, hitCount, hotFunctions } from "./flameTree.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../model/Profile.js").Profile} Profile */
/** @typedef {import("../model/Profile.js").SampleScope} SampleScope */
/** @typedef {import("../state/PageState.js").PageState} PageState */
/** @typedef {import("./flameTree.js").FlameNode} FlameNode */
/** @typedef {"span"|"series"|"range"|"all"} ScopeKind */

/** The kinds of spans that samples can belong to. */
const SAMPLED_KINDS = ["action", "effect", "interval", "observer"];
const LISTED_FUNCTIONS = 40;

/** The CPU samples of the selection: a flame graph, and the functions with the most samples. */
export class FlamePanel {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   */
  constructor(element, trace, state) {
    this.#state = state;
    this.#choices = makeElement("div", { class: "flame-choices" });
    this.#summary = makeElement("p", { class: "flame-summary", role: "status" });
    this.#kernel = makeElement("input", { type: "checkbox" });
    this.#search = makeElement("input", {
      type: "search", class: "field flame-search", placeholder: "Find function",
      autocomplete: "off", spellcheck: "false", "aria-label": "Find functions by name",
    });
    this.#hits = makeElement("span", { class: "quiet flame-hits", "aria-live": "polite" });
    this.#stage = makeElement("div", { class: "flame-stage" });
    this.#caption = makeElement("p", { class: "flame-caption", "aria-live": "polite" });
    this.#list = makeElement("div", { class: "flame-list", tabindex: 0, role: "region",
      "aria-label": "Functions by samples" });
    this.#nothing = makeElement("p", { class: "nothing" });
    this.#body = makeElement(
      "div", { class: "flame-body" },
      makeElement("div", { class: "flame-graph" }, this.#stage, this.#caption), this.#list);
    this.#nothing.hidden = true;
    this.#body.hidden = true;
    element.append(
      makeElement("div", { class: "flame-bar" }, this.#choices, this.#summary,
        makeElement("label", { class: "flame-kernel" }, this.#kernel, "Kernel functions"),
        this.#hits, this.#search),
      this.#nothing, this.#body);
    this.#graph = new FlameGraph(this.#stage, {
      text: (node) => this.#text(node),
      color: (node) => this.#color(node),
      isHit: (node) => this.#isHit(node.frame),
      onPoint: (node) => this.#describe(node),
      onZoom: (node) => this.#describe(node),
    });
    this.#kernel.addEventListener("change", () => this.#update());
    this.#search.addEventListener("input", () => this.#find());
    state.on("selection", (span) => this.#follow("span", span !== null));
    state.on("series", (series) => this.#follow("series", series !== null));
    state.on("measure", (measure) => this.#follow("range", measure !== null));
    const resizes = new ResizeObserver(() => this.#resized());
    // The panel itself is observed, too: without a graph, its size shows that the tab is visible.
    for (const observed of [element, this.#stage]) resizes.observe(observed);
    this.#chosen = this.#available[0];
    this.#isDue = true;
    trace.profile().then((profile) => {
      this.#profile = profile;
      this.#update();
    }, (error) => {
      this.#say(`The samples could not be read: ${visibleText(String(error?.message ?? error))}`);
    });
  }

  #state;
  #choices;
  #summary;
  #kernel;
  #search;
  #hits;
  #stage;
  #caption;
  #list;
  #nothing;
  #body;
  #graph;
  /** @type {Profile|null} */
  #profile = null;
  /** @type {FlameNode|null} */
  #root = null;
  /** @type {ScopeKind} */
  #chosen = "all";
  #choiceKey = "";
  #isDue = false;
  /** The search text, in lower case. */
  #wanted = "";

  // MARK: Scope

  /** @returns {ScopeKind[]} the possible scopes, the narrowest first */
  get #available() {
    const { selection, series, measure } = this.#state;
    /** @type {ScopeKind[]} */
    const kinds = ["all"];
    if (measure) kinds.unshift("range");
    if (series && SAMPLED_KINDS.includes(series.kind ?? "")) kinds.unshift("series");
    if (selection && SAMPLED_KINDS.includes(selection.kind)) kinds.unshift("span");
    return kinds;
  }

  /**
   * Follows the most recent selection. When it is removed, follows the next narrower scope.
   *
   * @param {ScopeKind} kind
   * @param {boolean} isThere
   */
  #follow(kind, isThere) {
    const available = this.#available;
    if (isThere && available.includes(kind)) this.#chosen = kind;
    else if (!available.includes(this.#chosen)) this.#chosen = available[0];
    this.#update();
  }

  /** @returns {SampleScope} */
  get #scope() {
    const { selection, series, measure } = this.#state;
    if (this.#chosen === "span" && selection) return { kind: "span", span: selection };
    if (this.#chosen === "series" && series) return { kind: "series", match: series };
    if (this.#chosen === "range" && measure) return { kind: "range", ...measure };
    return { kind: "all" };
  }

  /** The subject of the samples, as a part of a sentence. */
  get #subject() {
    const { selection, series, measure } = this.#state;
    if (this.#chosen === "span" && selection) {
      return `this ${selection.kind} ${displayName(selection.prefix, selection.name)}`;
    }
    if (this.#chosen === "series" && series) {
      return `every ${series.kind} ${displayName(series.prefix ?? "", series.name ?? "")}`;
    }
    if (this.#chosen === "range" && measure) {
      return `${formatDuration(Math.round(measure.to - measure.from))} of all threads`;
    }
    return "the whole recording";
  }

  #showChoices() {
    const texts = { span: "Selection", series: "Row", range: "Measured", all: "All" };
    const titles = {
      span: "The samples of the selected span", series: "The samples of all spans of the row",
      range: "The samples of the measured time", all: "All samples of the recording",
    };
    const available = this.#available;
    const key = `${available} ${this.#chosen}`;
    if (key === this.#choiceKey) return;
    this.#choiceKey = key;
    const hadFocus = this.#choices.contains(document.activeElement);
    const choice = new ChoiceSwitch("Samples of", available.map((value) =>
      ({ value, text: texts[value], title: titles[value] })), this.#chosen, (value) => {
      this.#chosen = /** @type {ScopeKind} */ (value);
      this.#update();
    });
    this.#choices.replaceChildren(choice.element);
    const chosen = choice.element.querySelector("[aria-checked=true]");
    if (hadFocus && chosen instanceof HTMLElement) chosen.focus();
  }

  // MARK: Showing

  #resized() {
    if (this.#isDue) this.#update();
    else this.#graph.update();
  }

  #update() {
    this.#isDue = true;
    // The tab is hidden. The change of its size calls this method again.
    if (!this.#profile || this.#choices.clientWidth + this.#summary.clientWidth === 0) return;
    this.#isDue = false;
    this.#showChoices();
    const profile = this.#profile;
    const { stacks, count, time } = profile.select(this.#scope);
    this.#body.hidden = count === 0;
    this.#nothing.hidden = count > 0;
    if (count === 0) {
      this.#summary.textContent = "";
      this.#say(this.#withoutSamples);
      return;
    }
    const root = flameTree(profile, stacks, { hasKernel: this.#kernel.checked });
    this.#root = root;
    const kernel = hitCount(
      root, (frame) => frame === KERNEL_FRAME || profile.frames[frame]?.kind === "kernel");
    const facts = [
      `${formatCount(count)} ${count === 1 ? "sample" : "samples"} of ${this.#subject}`,
      `${formatDuration(time)} of processor time`,
    ];
    if (kernel > 0) facts.push(`${formatCount(kernel)} in the kernel`);
    if (profile.lost > 0) facts.push(`${formatCount(profile.lost)} samples lost in the recording`);
    this.#summary.textContent = facts.join(", ");
    this.#graph.show(root, `Flame graph: ${facts.join(", ")}`);
    this.#showList(root);
    this.#find();
    this.#describe(null);
  }

  get #withoutSamples() {
    const period = formatDuration(1e9 / Math.max(this.#profile?.frequency ?? 1, 1));
    const text = `No samples of ${this.#subject}: a thread is sampled after each ${period} of `
      + "processor time, and not while it waits.";
    return this.#chosen === "span" && this.#available.includes("series")
      ? `${text} “Row” has those of all like it.` : text;
  }

  /** @param {string} text */
  #say(text) {
    this.#nothing.hidden = false;
    this.#nothing.textContent = text;
  }

  /** @param {FlameNode} root */
  #showList(root) {
    const functions = hotFunctions(root, (frame) => this.#nameOf(frame))
      .filter(({ frame }) => frame === KERNEL_FRAME || isFunction(this.#profile?.frames[frame]));
    const body = makeElement("tbody");
    for (const { frame, self, total } of functions.slice(0, LISTED_FUNCTIONS)) {
      const name = this.#nameOf(frame);
      const button = makeElement("button", { type: "button", title: name }, name);
      button.addEventListener("click", () => {
        const isShown = this.#search.value === name;
        this.#search.value = isShown ? "" : name;
        this.#find();
      });
      body.append(makeElement(
        "tr", {}, makeElement("td", {}, makeElement("bdi", {}, button)),
        makeElement("td", {}, formatPercent(self / root.total)),
        makeElement("td", {}, formatPercent(total / root.total))));
    }
    const more = functions.length - LISTED_FUNCTIONS;
    this.#list.replaceChildren(makeElement(
      "table", { class: "plain-table" },
      makeElement("thead", {}, makeElement(
        "tr", {}, makeElement("th", { scope: "col" }, "function"),
        makeElement("th", { scope: "col" }, "self"), makeElement("th", { scope: "col" }, "total"))),
      body));
    if (more > 0) {
      this.#list.append(
        makeElement("p", { class: "quiet" }, `and ${formatCount(more)} more functions`));
    }
  }

  // MARK: Search

  #find() {
    this.#wanted = this.#search.value.trim().toLowerCase();
    const root = this.#root;
    if (!root) return;
    if (this.#wanted === "") this.#hits.textContent = "";
    else {
      const count = hitCount(root, (frame) => this.#isHit(frame));
      this.#hits.textContent = `in ${formatPercent(count / root.total)} of the samples`;
    }
    this.#graph.update();
  }

  /** @param {number} frame */
  #isHit(frame) {
    return this.#wanted !== "" && frame !== ROOT_FRAME
      && this.#nameOf(frame).toLowerCase().includes(this.#wanted);
  }

  // MARK: Words and colours

  /** @param {number} frame */
  #nameOf(frame) {
    if (frame === KERNEL_FRAME) return "[kernel]";
    return visibleText(this.#profile?.frames[frame]?.text ?? "");
  }

  /** @param {FlameNode} node */
  #text(node) {
    return node.frame === ROOT_FRAME ? `all ${formatCount(node.total)} samples`
      : this.#nameOf(node.frame);
  }

  /** @param {FlameNode} node */
  #color(node) {
    if (node.frame === ROOT_FRAME) return "flame-all";
    if (node.frame === KERNEL_FRAME) return "flame-kernel";
    const frame = this.#profile?.frames[node.frame];
    if (!frame || frame.kind === "between") return "flame-all";
    if (frame.kind === "kernel") return "flame-kernel";
    if (frame.kind !== "function") return frame.kind;
    let hash = 0;
    for (const letter of frame.module) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
    return `flame-${hash % 6 + 1}`;
  }

  /** @param {FlameNode} node */
  #sentence(node) {
    const all = this.#root?.total ?? 1;
    const module = this.#profile?.frames[node.frame]?.module;
    return [
      this.#text(node), module ? visibleText(module) : null,
      `${formatCount(node.total)} ${node.total === 1 ? "sample" : "samples"}, `
        + `${formatPercent(node.total / all)} total`,
      `${formatPercent(node.self / all)} self`,
    ].filter((part) => part !== null).join(" · ");
  }

  /** @param {FlameNode|null} node */
  #describe(node) {
    this.#caption.textContent = node ? this.#sentence(node)
      : "Click a frame to zoom in, and one above it to zoom out.";
  }
}

/** @param {{kind: string}|undefined} frame */
function isFunction(frame) {
  return frame?.kind === "function" || frame?.kind === "kernel";
}
