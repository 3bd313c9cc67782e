import { formatCount, visibleText } from "../state/format.js";
import { ICONS, makeButton, makeElement, makeIcon, makeIconButton } from "./makeElement.js";

/** @typedef {import("../panels/Report.js").Report} Report */

const ERROR_LIMIT = 3;

/** Warnings about the reliability of the figures, and errors of the page. */
export class Notices {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.#element = element;
  }

  #element;
  #errorCount = 0;

  /**
   * @param {string} kind
   * @param {string} title
   * @param {string} text
   * @param {{action?: {text: string, run: () => void}, isError?: boolean}} [options]
   */
  add(kind, title, text, options = {}) {
    const { action, isError = false } = options;
    const notice = makeElement(
      "div", { class: isError ? "notice is-error" : "notice", "data-kind": kind,
        role: isError ? "alert" : null },
      makeIcon(ICONS.warning),
      makeElement("p", {}, makeElement("strong", {}, title), " ", makeElement("bdi", {}, text)));
    if (action) notice.append(makeButton(action.text, action.run, { class: "button plain" }));
    notice.append(makeIconButton("Dismiss", ICONS.close, () => notice.remove()));
    this.#element.append(notice);
  }

  /** @param {unknown} error */
  addError(error) {
    this.#errorCount += 1;
    if (this.#errorCount > ERROR_LIMIT) return;
    this.add("script", "Something went wrong in this page.", errorText(error), { isError: true });
  }
}

/** @param {unknown} error */
export function errorText(error) {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return visibleText(text);
}

/**
 * Returns a sentence about the reliability of the figures if events are missing.
 *
 * @param {Report} report
 * @returns {string|null}
 */
export function worthOfFigures({ losses, damage, unmatched }) {
  const parts = [];
  if (losses.events > 0) {
    parts.push(`${formatCount(losses.events)} ${losses.events === 1 ? "event" : "events"} lost`);
  }
  if (losses.uncounted_events > 0) parts.push("an unknown number of events lost");
  if (losses.packets > 0) {
    const noun = losses.packets === 1 ? "packet" : "packets";
    parts.push(`${formatCount(losses.packets)} whole ${noun} lost`);
  }
  if (losses.uncounted_packets > 0) parts.push("an unknown number of whole packets lost");
  if (damage.length > 0) {
    const noun = damage.length === 1 ? "part" : "parts";
    parts.push(`${formatCount(damage.length)} ${noun} of the trace damaged`);
  }
  const forgotten = unmatched.forgotten ?? 0;
  if (forgotten > 0) parts.push(`${formatCount(forgotten)} open intervals given up`);
  return parts.length === 0 ? null : `Figures are lower bounds: ${parts.join(", ")}.`;
}
