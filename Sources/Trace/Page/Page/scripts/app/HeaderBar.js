import { formatDuration, visibleText } from "../state/format.js";
import { absoluteTimeText } from "../panels/TracePanel.js";
import { firstEventTime } from "../model/Head.js";
import { completedReport } from "../panels/Report.js";
import { hasLosses, lossText, processText } from "../panels/reportText.js";
import { ChoiceSwitch } from "./ChoiceSwitch.js";
import { makeButton, makeElement, makeIcon } from "./makeElement.js";

/** @typedef {import("../model/Trace.js").Trace} Trace */
/** @typedef {import("../state/PageState.js").PageState} PageState */

/** The title of the trace, its completeness, and the switches of the page. */
export class HeaderBar {
  /**
   * @param {HTMLElement} element
   * @param {Trace} trace
   * @param {PageState} state
   * @param {{
   *   search: HTMLElement, onTheme: (theme: "light"|"dark"|"system") => void,
   *   onHelp: () => void, onTraceFacts: () => void
   * }} parts
   */
  constructor(element, trace, state, { search, onTheme, onHelp, onTraceFacts }) {
    const report = completedReport(trace.head.report);
    const title = visibleText(trace.head.title) || "Signpost";
    const start = firstEventTime(trace.head);
    document.title = `${title} – Signpost`;
    const heading = element.querySelector("h1");
    if (heading) heading.replaceChildren(makeElement("bdi", {}, title));
    const subtitle = element.querySelector("#subtitle");
    const facts = [
      processText(report), absoluteTimeText(start, { hasFraction: false }),
      formatDuration(report.duration_ns),
    ];
    subtitle?.replaceChildren(makeElement("bdi", {}, facts.join(" · ")));
    subtitle?.setAttribute("title", localTimeText(start));

    const badges = makeElement("div", { class: "badges" });
    const addBadge = (/** @type {string} */ text, /** @type {string} */ kind) =>
      badges.append(makeButton(text, onTraceFacts, { class: `badge ${kind}` }));
    if (hasLosses(report)) addBadge(`${lossText(report)} lost`, "is-warning");
    if (report.damage.length > 0) addBadge("damaged", "is-error");
    if (report.is_filtered) addBadge("filtered", "");

    const grouping = new ChoiceSwitch(
      "Group lanes by",
      [
        { value: "threads", text: "Threads", title: "Lanes by process and thread (G)" },
        { value: "stores", text: "Stores", title: "Lanes by store and feature (G)" },
      ],
      state.grouping,
      (value) => state.set({ grouping: value === "stores" ? "stores" : "threads" }));
    state.on("grouping", (value) => { grouping.value = value; });
    const theme = makeButton("", () => onTheme(nextTheme()), {
      class: "button icon", "aria-label": "Switch between dark and light",
      title: "Dark or light (T)",
    });
    theme.append(makeIcon(
      "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 2.5v11M8 5l4.6 0M8 8h5.5M8 11h4.6"));
    const help = makeButton("?", onHelp, {
      class: "button icon", "aria-label": "Help: all keys", title: "All keys (?)",
    });
    element.append(
      badges, search, grouping.element,
      makeElement("div", { class: "tools" }, theme, help));
  }
}

/** The theme that is currently not shown. */
export function nextTheme() {
  return document.documentElement.dataset.theme === "dark" ? "light" : "dark";
}

/** @param {bigint} nanoseconds */
function localTimeText(nanoseconds) {
  const date = new Date(Number(nanoseconds / 1_000_000n));
  return Number.isNaN(date.getTime()) ? "" : `${date.toLocaleString()} where this page is open`;
}
