import { formatCount, formatDuration, formatPercent, visibleText } from "../state/format.js";

/** The durations of a frame and of a perceptible delay, from which durations are marked. */
const SLOW = 16_000_000;
const VERY_SLOW = 100_000_000;

/**
 * Returns a rate, for example “12.3 k/s”.
 *
 * @param {number} perSecond
 */
export function liveRateText(perSecond) {
  let value = perSecond;
  for (const unit of ["/s", "k/s", "M/s"]) {
    if (value < 999.5) {
      const digits = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
      return `${value.toFixed(digits)} ${unit}`;
    }
    value /= 1000;
  }
  return `${formatCount(value)} G/s`;
}

/**
 * Returns an elapsed time, for example “1:02:03”.
 *
 * @param {number} nanoseconds
 */
export function ageText(nanoseconds) {
  const seconds = Math.floor(Math.max(nanoseconds, 0) / 1e9);
  if (seconds < 10) return `${(Math.max(nanoseconds, 0) / 1e9).toFixed(1)} s`;
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Returns a duration from a set of durations, “–” for an empty set.
 *
 * @param {{count: number}|null|undefined} durations
 * @param {number} nanoseconds
 */
export function liveDurationText(durations, nanoseconds) {
  return durations && durations.count > 0 ? formatDuration(nanoseconds) : "–";
}

/**
 * Returns the part of the actions that changed the state: exact, with “≥”, or unknown.
 *
 * @param {any} row
 */
export function changesText({ state_changes: changes, unknown_changes: unknown = 0, durations }) {
  if (durations.total === 0) return "–";
  if (unknown >= durations.total) return "?";
  return `${unknown > 0 ? "≥" : ""}${formatPercent(changes / durations.total)}`;
}

/**
 * Returns the mark for a duration, by its perceptibility.
 *
 * @param {number} nanoseconds
 * @returns {""|"is-slow"|"is-very-slow"}
 */
export function slowness(nanoseconds) {
  return nanoseconds >= VERY_SLOW ? "is-very-slow" : nanoseconds >= SLOW ? "is-slow" : "";
}

/** @param {{events: number, packets: number, uncounted: number}} losses */
export function liveLossText({ events, packets, uncounted }) {
  const parts = [];
  if (events > 0) parts.push(`${formatCount(events)} ${events === 1 ? "event" : "events"}`);
  if (packets > 0) parts.push(`${formatCount(packets)} ${packets === 1 ? "packet" : "packets"}`);
  if (uncounted > 0) parts.push(`${formatCount(uncounted)} times without a count`);
  return parts.length === 0 ? "0" : parts.join(", ");
}

/**
 * Returns the state of the program unless it is “running”.
 *
 * @param {any} figures
 * @returns {string|null}
 */
export function endText(figures) {
  if (figures.state === "failed") {
    return `Nothing more is known of the program: ${visibleText(figures.reason ?? "")}.`;
  }
  if (figures.state !== "ended") return null;
  const code = figures.exit_code;
  if (code === undefined) return "The session has ended. These are its last figures.";
  return `The program ended with code ${code}. These are its last figures.`;
}

/**
 * Returns the name of the observed program.
 *
 * @param {any} figures
 */
export function subjectText(figures) {
  const name = visibleText(figures.name || figures.processes[0]?.name || "");
  if (figures.pid === undefined) return name || "session";
  return name === "" ? `process ${figures.pid}` : `${name} (${figures.pid})`;
}
