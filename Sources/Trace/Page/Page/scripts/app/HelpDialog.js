import { ICONS, makeElement, makeIconButton } from "./makeElement.js";

/** @typedef {{title: string, keys: [string[], string][]}} HelpSection */

/** @type {HelpSection[]} */
const HELP = [
  {
    title: "Timeline",
    keys: [
      [["W", "S"], "zoom in and out; also + and −, or the wheel with Ctrl"],
      [["A", "D"], "move to the left and right; also drag"],
      [["↑", "↓", "←", "→"], "move; from span to span once one is focused"],
      [["N", "P"], "next and previous span in the row"],
      [["U", "J"], "enclosing and nested span"],
      [["Enter"], "select the focused span"],
      [["[", "]"], "cause and effect of the selection"],
      [["F"], "fit the selection, or everything"],
      [["M"], "measure the selection; drag with Shift to measure between two points"],
      [["Home", "End"], "start and end of the trace"],
      [["Esc"], "select nothing, then close what is open"],
    ],
  },
  {
    title: "Search",
    keys: [
      [["/"], "search names, prefixes, places and log messages"],
      [["↑", "↓"], "choose a name of the list"],
      [["Enter"], "go to the next hit; with Shift to the one before"],
      [["N"], "the same from anywhere while something is looked for"],
    ],
  },
  {
    title: "Tables",
    keys: [
      [["←", "→"], "another tab, or another heading"],
      [["↑", "↓"], "another row; Page Up, Page Down, Home and End jump"],
      [["Enter"], "show the instances of a row, or sort by a heading"],
    ],
  },
  {
    title: "CPU profile",
    keys: [
      [["↑", "↓", "←", "→"], "the frame around, below or beside another"],
      [["Enter"], "zoom to a frame"],
      [["Esc"], "zoom out, to the frame around"],
    ],
  },
  {
    title: "Page",
    keys: [
      [["G"], "group lanes by thread or by store"],
      [["T"], "switch between dark and light"],
      [["C"], "copy the selection as text for a report of a bug"],
      [["?"], "show this help"],
    ],
  },
];

/** The list of all keyboard shortcuts of the page. */
export class HelpDialog {
  /** @param {HelpSection[]} sections by default the sections for the page of a recording */
  constructor(sections = HELP) {
    this.#dialog = makeElement("dialog", { class: "dialog", "aria-labelledby": "help-title" });
    const body = makeElement("div", { class: "help" });
    for (const { title, keys } of sections) {
      const list = makeElement("dl", { class: "keys" });
      for (const [names, text] of keys) {
        const term = makeElement("dt");
        for (const name of names) term.append(makeElement("kbd", {}, name));
        list.append(term, makeElement("dd", {}, text));
      }
      body.append(makeElement("section", {}, makeElement("h3", {}, title), list));
    }
    this.#dialog.append(
      makeElement(
        "div", { class: "dialog-head" }, makeElement("h2", { id: "help-title" }, "Keys"),
        makeIconButton("Close help", ICONS.close, () => this.#dialog.close())),
      body);
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  #dialog;

  get isOpen() { return this.#dialog.open; }

  open() {
    if (!this.#dialog.open) this.#dialog.showModal();
  }
}
