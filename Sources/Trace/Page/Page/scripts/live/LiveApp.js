import { Announcer } from "../app/Announcer.js";
import { nextTheme } from "../app/HeaderBar.js";
import { HelpDialog } from "../app/HelpDialog.js";
import { makeButton, makeElement, makeIcon } from "../app/makeElement.js";
import { Notices } from "../app/Notices.js";
import { Shortcuts } from "../app/Shortcuts.js";
import { Theme } from "../app/Theme.js";
import { PageState } from "../state/PageState.js";
import { formatCount, formatDuration } from "../state/format.js";
import { LiveDetails } from "./LiveDetails.js";
import { LiveFeed } from "./LiveFeed.js";
import { LiveSummary } from "./LiveSummary.js";
import { LiveTable } from "./LiveTable.js";
import { LIVE_TABLES } from "./liveTables.js";
import { endText, subjectText } from "./liveText.js";

/** The lag of the figures in nanoseconds from which the page reports it. */
const LAG = 2_000_000_000;

/** @type {import("../app/HelpDialog.js").HelpSection[]} */
const LIVE_HELP = [
  {
    title: "Tables",
    keys: [
      [["1", "2", "3", "4"], "actions, effects, slowest actions, processes"],
      [["↑", "↓"], "another row; Page Up, Page Down, Home and End jump"],
      [["Enter"], "look into a row, or order by a heading"],
      [["R"], "reverse the order"],
      [["/"], "show only names that have a text in them; * stands for anything"],
      [["Esc"], "close the details, then end the filter"],
    ],
  },
  {
    title: "Page",
    keys: [
      [["P"], "pause, and go on; nothing is missed meanwhile"],
      [["T"], "switch between dark and light"],
      [["?"], "show this help"],
    ],
  },
];

/**
 * Whether a page shows a running program.
 *
 * @param {Document} document
 */
export function isLive(document) {
  const meta = document.querySelector('meta[name="signpost-data"]');
  return meta?.getAttribute("content") === "live";
}

/** The page of a running program. */
export class LiveApp {
  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
    const state = new PageState();
    this.#theme = new Theme(state);
    this.#announcer = new Announcer(this.#element("announcements"));
    this.#notices = new Notices(this.#element("notices"));
    window.addEventListener(
      "error", (event) => this.#notices.addError(event.error ?? event.message));
    window.addEventListener("unhandledrejection", (event) => this.#notices.addError(event.reason));
    this.#feed = new LiveFeed({
      onFigures: (figures) => this.#take(figures), onState: (state) => this.#changeState(state),
    });
  }

  #document;
  #theme;
  #announcer;
  #notices;
  #feed;
  #summary = new LiveSummary();
  #details = new LiveDetails(() => this.#select(""));
  /** @type {Map<string, LiveTable>} */
  #tables = new Map();
  /** @type {Map<string, HTMLElement>} */
  #tabs = new Map();
  #tab = "actions";
  #selected = "";
  #isPaused = false;
  /** The latest figures, and the displayed figures. */
  /** @type {any} */
  #latest = null;
  /** @type {any} */
  #shown = null;
  /** @type {{from_ns: number, count: number}[]|null} */
  #distribution = null;

  start() {
    this.#build();
    this.#feed.run();
  }

  // MARK: Parts

  #build() {
    const main = this.#element("main");
    main.classList.add("is-live");
    this.#element("state").hidden = true;
    this.#document.querySelector(".skip")?.setAttribute("href", "#live-tables");
    this.#buildHeader();
    this.#banner = makeElement("p", { class: "live-banner", hidden: true });
    const bar = makeElement("div", { class: "tabs", role: "tablist", "aria-label": "Tables" });
    const panels = makeElement("div", { class: "live-panels" });
    for (const kind of LIVE_TABLES) {
      const tab = makeElement(
        "button", {
          type: "button", role: "tab", id: `tab-${kind.id}`, "aria-controls": `panel-${kind.id}`,
        },
        kind.title, makeElement("span", { class: "tab-count" }));
      tab.addEventListener("click", () => this.#open(kind.id));
      this.#tabs.set(kind.id, tab);
      bar.append(tab);
      const table = new LiveTable(kind, (key) => this.#select(key));
      this.#tables.set(kind.id, table);
      panels.append(makeElement(
        "div",
        { id: `panel-${kind.id}`, role: "tabpanel", "aria-labelledby": `tab-${kind.id}`,
          class: "live-panel" },
        table.element));
    }
    bar.addEventListener("keydown", (event) => this.#tabKey(event));
    this.#filter = makeElement("input", {
      type: "search", class: "field table-filter", placeholder: "Filter  /",
      "aria-label": "Show only names that have this text in them", spellcheck: "false",
    });
    this.#filter.addEventListener("input", () => this.#applyFilter());
    this.#filter.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.#clearFilter();
      this.#tables.get(this.#tab)?.focus();
    });
    main.append(
      this.#banner, this.#summary.element,
      makeElement(
        "section", { class: "live-tables", id: "live-tables", "aria-label": "Figures", tabindex: -1 },
        makeElement("div", { class: "table-bar" }, bar, this.#filter),
        makeElement("div", { class: "live-area" }, panels, this.#details.element)));
    this.#open(this.#tab);
    this.#addKeys();
  }

  /** @type {HTMLElement|null} */
  #banner = null;
  /** @type {HTMLInputElement|null} */
  #filter = null;
  /** @type {HTMLButtonElement|null} */
  #pause = null;
  #help = new HelpDialog(LIVE_HELP);

  #buildHeader() {
    this.#pause = makeButton("Pause", () => this.#togglePause(), {
      "aria-pressed": "false", title: "Pause, and go on (P)",
    });
    const theme = makeButton("", () => this.#theme.choose(nextTheme()), {
      class: "button icon", "aria-label": "Switch between dark and light",
      title: "Dark or light (T)",
    });
    theme.append(makeIcon(
      "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 2.5v11M8 5l4.6 0M8 8h5.5M8 11h4.6"));
    const help = makeButton("?", () => this.#help.open(), {
      class: "button icon", "aria-label": "Help: all keys", title: "All keys (?)",
    });
    this.#element("subtitle").textContent = "Waiting for the first figures …";
    this.#element("header").append(
      makeElement("div", { class: "tools" }, this.#pause, theme, help));
  }

  #addKeys() {
    const tabs = LIVE_TABLES.map(({ id }, index) => ({
      key: String(index + 1), run: () => this.#open(id),
    }));
    new Shortcuts([
      ...tabs,
      { key: "/", run: () => this.#filter?.focus() },
      { key: "r", run: () => this.#tables.get(this.#tab)?.reverse() },
      { key: "p", run: () => this.#togglePause() },
      { key: "t", run: () => this.#theme.choose(nextTheme()) },
      { key: "?", run: () => this.#help.open() },
      { key: "escape", run: () => this.#escape() },
    ]);
  }

  // MARK: Figures

  /** @param {any} figures */
  #take(figures) {
    const wasRunning = this.#latest === null || this.#latest.state === "running";
    this.#latest = figures;
    const ending = endText(figures);
    if (ending !== null) {
      this.#feed.stop();
      this.#say(ending, figures.state === "failed");
      if (wasRunning) this.#announcer.say(ending);
      this.#setPaused(false);
      if (this.#pause) this.#pause.disabled = true;
    }
    if (!this.#isPaused) this.#show();
    this.#document.documentElement.dataset.ready = "true";
  }

  #show() {
    const figures = this.#latest;
    if (!figures) return;
    this.#shown = figures;
    this.#summary.figures = figures;
    for (const kind of LIVE_TABLES) {
      const count = this.#tabs.get(kind.id)?.querySelector(".tab-count");
      if (count) count.textContent = formatCount(kind.count(figures));
    }
    const table = this.#tables.get(this.#tab);
    if (table) table.figures = figures;
    this.#showHead();
    this.#showDetails();
  }

  #showHead() {
    const figures = this.#shown;
    const subject = subjectText(figures);
    const title = `${subject} – Signpost live`;
    if (this.#document.title !== title) this.#document.title = title;
    const heading = this.#element("title");
    if (heading.textContent !== subject) heading.replaceChildren(makeElement("bdi", {}, subject));
    const facts = [figures.state, `last ${formatDuration(figures.window_ns)}`];
    if ((figures.lag_ns ?? 0) > LAG) facts.push(`${formatDuration(figures.lag_ns)} behind`);
    if (this.#isPaused) facts.push("paused");
    this.#element("subtitle").textContent = facts.join(" · ");
  }

  #showDetails() {
    if (this.#selected === "" || !this.#shown) return;
    this.#details.show(this.#tab, this.#selected, this.#shown, this.#distribution);
    if (this.#tab === "actions" && !this.#isPaused) this.#askForDistribution();
  }

  async #askForDistribution() {
    const key = this.#selected;
    const [prefix, name] = key.split("\n");
    const distribution = await this.#feed.distribution(prefix, name);
    if (key !== this.#selected || this.#tab !== "actions" || !distribution) return;
    this.#distribution = distribution;
    this.#details.show(this.#tab, key, this.#shown, distribution);
  }

  // MARK: Tabs and rows

  /** @param {string} id of a tab */
  #open(id) {
    this.#select("");
    this.#tab = id;
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === id));
      tab.tabIndex = other === id ? 0 : -1;
      this.#element(`panel-${other}`, other !== id);
    }
    this.#applyFilter();
    const table = this.#tables.get(id);
    if (table && this.#shown) table.figures = this.#shown;
  }

  /** @param {string} key of a row, "" for none */
  #select(key) {
    const hadFocus = this.#details.element.contains(this.#document.activeElement);
    this.#selected = key;
    this.#distribution = null;
    const table = this.#tables.get(this.#tab);
    if (table) table.selected = key;
    this.#document.querySelector(".live-area")?.classList.toggle("has-details", key !== "");
    if (key === "") {
      this.#details.hide();
      if (hadFocus) table?.focus();
    } else {
      this.#showDetails();
    }
  }

  #applyFilter() {
    const table = this.#tables.get(this.#tab);
    if (table && this.#filter) table.filter = this.#filter.value;
  }

  #clearFilter() {
    if (this.#filter) this.#filter.value = "";
    this.#applyFilter();
  }

  #escape() {
    if (this.#selected !== "") this.#select("");
    else if (this.#filter?.value) this.#clearFilter();
    else return false;
    return true;
  }

  #togglePause() {
    if (this.#pause?.disabled) return;
    this.#setPaused(!this.#isPaused);
    this.#announcer.say(this.#isPaused ? "Paused" : "Goes on");
    if (this.#isPaused) {
      if (this.#shown) this.#showHead();
    } else {
      this.#show();
    }
  }

  /** @param {boolean} isPaused */
  #setPaused(isPaused) {
    this.#isPaused = isPaused;
    this.#pause?.setAttribute("aria-pressed", String(isPaused));
    if (this.#pause) this.#pause.textContent = isPaused ? "Go on" : "Pause";
  }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const ids = LIVE_TABLES.map(({ id }) => id);
    const next = ids[(ids.indexOf(/** @type {any} */ (this.#tab)) + step + ids.length) % ids.length];
    this.#open(next);
    this.#tabs.get(next)?.focus();
  }

  // MARK: The connection

  /** @param {import("./LiveFeed.js").FeedState} state */
  #changeState(state) {
    // An ended program has no further changes of its state.
    if (this.#latest && this.#latest.state !== "running") return;
    /** @type {Record<string, string>} */
    const texts = {
      lost: "The connection to signpost is lost. Trying again …",
      ended: "signpost view has ended. These are its last figures.",
      foreign: "Nothing is served at this address any more. Use the one that signpost view printed.",
    };
    const text = texts[state] ?? "";
    this.#say(text, state !== "live");
    this.#announcer.say(state === "live" ? "Connected again" : text);
    if (!this.#latest && state !== "live") this.#document.documentElement.dataset.ready = "stopped";
    if (state === "ended" || state === "foreign") {
      this.#setPaused(false);
      if (this.#pause) this.#pause.disabled = true;
    }
  }

  /**
   * @param {string} text "" for none
   * @param {boolean} isError
   */
  #say(text, isError) {
    if (!this.#banner) return;
    this.#banner.hidden = text === "";
    this.#banner.textContent = text;
    this.#banner.classList.toggle("is-error", isError);
  }

  /**
   * @param {string} id
   * @param {boolean} [isHidden] the new value
   */
  #element(id, isHidden) {
    const element = this.#document.getElementById(id);
    if (!element) throw new Error(`The page has no element “${id}”.`);
    if (isHidden !== undefined) element.hidden = isHidden;
    return element;
  }
}
